// link.mjs: short links: a position or a whole game as an address that needs no server.
//
// `#/play/at/GAME/OPTIONS/SEATS/POSITION` begins at a position. `#/open/TEXT` opens a record that is
// packed into the address (deflate, then base64 in its form for addresses).

import {SEATS, seatsOf, Table} from './table.mjs';
import {Refusal} from './core.mjs';
import {t} from './words.mjs';

const RECORD_MAX = 1 << 20;

/** @param {string} text */
const safe = (text) => text.replace(/ /g, '_').replace(/\//g, '.');
/** @param {string} text */
const plain = (text) => text.replace(/_/g, ' ').replace(/\./g, '/');

/** @param {string} game @param {string} options @param {string} position */
export const positionLink = (game, options, position) =>
    `${location.origin}/#/play/at/${game}/${safe(options)}/h2/${encodeURIComponent(safe(position))}`;

/** @param {string} text @returns {Table} */
export function fromLink(text) {
    const [game, options = '', seats = '', position = ''] = text.split('/');
    if (!/^[a-z]+$/.test(game) || !position) throw new Refusal(t('LINK_PARTS'));
    if (!SEATS.test(seats)) throw new Refusal(t('LINK_SEATS'));
    const players = Number(/players=(\d)/.exec(plain(options))?.[1] ?? 2);
    /** @type {('human' | number)[]} */
    const kinds = Array.from({length: players}, (_, i) => (seats[i] === 'h' || (!seats[i] && i === 0) ? 'human' : Number(seats[i] ?? 2) || 2));
    return new Table({game, options: plain(options), seats: seatsOf(kinds), position: plain(position)});
}

/** @param {string} record */
export async function recordLink(record) {
    const stream = new Blob([record]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    return `${location.origin}/#/open/${text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')}`;
}

/** @param {string} text @returns {Promise<string>} */
export async function recordFromLink(text) {
    try {
        const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0));
        const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
        const record = await new Response(stream).text();
        if (record.length > RECORD_MAX) throw new Error('long');
        return record;
    } catch {
        throw new Refusal(t('LINK_DAMAGED'));
    }
}
