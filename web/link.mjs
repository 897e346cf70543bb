// link.mjs: short links: a position or a whole game as an address that needs no server.
//
// `#/play/at/GAME/OPTIONS/SEATS/POSITION` begins at a position. `#/open/TEXT` opens a record that
// is packed into the address (deflate, then base64 in its form for addresses).

import {SEATS, seatKind, seatsOf, Table} from './table.mjs';
import {Refusal} from './core.mjs';
import {t} from './words.mjs';

const RECORD_MAX = 1 << 20;

/** A text as a part of an address. @param {string} text */
export const safe = (text) => text.replace(/ /g, '_').replace(/\//g, '.');
/** And back. @param {string} text */
export const plain = (text) => text.replace(/_/g, ' ').replace(/\./g, '/');

/** @param {string} game @param {string} options @param {string} position */
export const positionLink = (game, options, position) => `${location.origin}/#/play/at/${game}/${
    safe(options)}/h2/${encodeURIComponent(safe(position))}`;

/** @param {string} text @returns {Table} */
export function fromLink(text) {
    const [game, options = '', seats = '', position = ''] = text.split('/');
    if (!/^[a-z]+$/.test(game) || !position) throw new Refusal(t('LINK_PARTS'));
    if (!SEATS.test(seats)) throw new Refusal(t('LINK_SEATS'));
    const players = Number(/players=(\d)/.exec(plain(options))?.[1] ?? 2);
    const kinds =
        Array.from({length: players}, (_, i) => seatKind(seats[i] ?? (i === 0 ? 'h' : '2')) || 2);
    return new Table(
        {game, options: plain(options), seats: seatsOf(kinds), position: plain(position)});
}

/** A text packed for an address. @param {string} record */
export async function packed(record) {
    const stream = new Blob([record]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    return text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** @param {string} record */
export const recordLink = async (record) => `${location.origin}/#/open/${await packed(record)}`;

/** @param {string} text @returns {Promise<string>} */
export async function recordFromLink(text) {
    try {
        const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')),
            (sign) => sign.charCodeAt(0));
        const stream =
            new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
        const record = await new Response(stream).text();
        if (record.length > RECORD_MAX) throw new Error('long');
        return record;
    } catch {
        throw new Refusal(t('LINK_DAMAGED'));
    }
}
