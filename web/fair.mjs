// fair.mjs: was the deal of a record the one that was promised? Works everything out again, as
// `pond verify` does: the secret fits the commitment, secret and numbers make the seed, and the
// core draws from that seed exactly what the record tells (docs/fair-deals.md).

import {ask, Refusal} from './core.mjs';

/** What came out. `fine`: everything fits. `uncounted`: likewise, but the deal has no number from
 *  this player. `alone`: it has none from anyone, so the server alone chose it and nothing is
 *  proven. `seed-only`: the draws fit their seed, but no promise is in the record. `none`: there is
 *  nothing to check. The others say what does not fit.
 *  @typedef {'fine' | 'uncounted' | 'alone' | 'seed-only' | 'none' | 'promise' | 'commit' |
 *  'number' | 'seed' | 'broken' | 'draws' | 'damaged'} Verdict */

const SEATS_MAX = 5;

/** The value of a tag of a record, or ''. @param {string} record @param {string} name */
const tag =
    (record, name) => new RegExp(`^\\[${name} "([^"]*)"\\]\\s*$`, 'm').exec(record)?.[1] ?? '';

/** @param {string} record
 *  @param {{commit: string, seat: number, number?: string}} [own] what this page itself saw, and
 *  the number of its own that the server said it has taken @returns {Promise<Verdict>} */
export async function verify(record, own) {
    const commit = tag(record, 'Commitment'), secret = tag(record, 'Secret'),
        seed = tag(record, 'Seed');
    if (own && commit !== own.commit) return 'promise';
    if (!seed) return own ? 'seed' : 'none';
    const options = tag(record, 'Options');
    const seats = Math.min(SEATS_MAX, Number(/players=(\d)/.exec(options)?.[1] ?? 2));
    const numbers = Array.from({length: seats}, (_, seat) => tag(record, `Number${seat}`));
    if (commit || secret) {
        if (sha256(secret) !== commit) return 'commit';
        if (own?.number !== undefined && numbers[own.seat] !== own.number) return 'number';
        if (sha256([secret, ...numbers].join(':')) !== seed) return 'seed';
        const promises = numbers.map((_, seat) => tag(record, `Promise${seat}`));
        if (numbers.some(
            (number, seat) => number && promises[seat] && sha256(number) !== promises[seat])) {
            return 'broken';
        }
    }
    try {
        const again = await ask('verify', record);
        if (again.seed !== seed || !again.drawn) return 'draws';
    } catch (error) {
        if (error instanceof Refusal) return 'damaged';
        throw error;
    }
    if (!commit) return 'seed-only';
    if (numbers.every((number) => number === '')) return 'alone';
    return own && own.seat >= 0 && numbers[own.seat] === '' ? 'uncounted' : 'fine';
}

// ---- SHA-256: browsers have it for https only, and a table in the next room is played over http
// ----

const primes = (() => {
    /** @type {number[]} */
    const found = [];
    for (let i = 2; found.length < 64; i++) if (found.every((one) => i % one)) found.push(i);
    return found;
})();
/** The first 32 bits after the binary point. @param {number} value */
const fraction = (value) => ((value - Math.floor(value)) * 2 ** 32) | 0;
const K = primes.map((prime) => fraction(Math.cbrt(prime))),
    START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {string} text @returns {string} 64 hexadecimal digits */
export function sha256(text) {
    const bytes = new TextEncoder().encode(text);
    const blocks = Math.ceil((bytes.length + 9) / 64),
        data = new DataView(new ArrayBuffer(blocks * 64));
    bytes.forEach((byte, i) => data.setUint8(i, byte));
    data.setUint8(bytes.length, 0x80);
    data.setBigUint64(blocks * 64 - 8, BigInt(bytes.length) * 8n);
    const hash = [...START], w = new Int32Array(64);
    for (let block = 0; block < blocks; block++) {
        for (let i = 0; i < 16; i++) w[i] = data.getInt32(block * 64 + i * 4);
        for (let i = 16; i < 64; i++) {
            const a = w[i - 15], b = w[i - 2];
            w[i] = w[i - 16] + w[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3))
                + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
        }
        let [a, b, c, d, e, f, g, h] = hash;
        for (let i = 0; i < 64; i++) {
            const one = (
                h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i])
                | 0;
            const two =
                ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
            [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
        }
        [a, b, c, d, e, f, g, h].forEach((word, i) => {
            hash[i] = (hash[i] + word) | 0;
        });
    }
    return hash.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
