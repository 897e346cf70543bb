// analyses.mjs: the analyses on this device, and the ways to the analysis board.
//
// An analysis is kept as a record with variations (docs/notation.md). The newest come first.

import {storeFirst, stored} from './device.mjs';
import {packed, safe} from './link.mjs';

const KEY = 'pond.analyses', HANDED = 'pond.analyse';
const KEPT_MAX = 40, LINK_MAX = 4000;

/** `at` is the node that was shown, by its place in the order in which a tree is written.
 *  `turned` tells whether the board lay with the second seat in front.
 *  @typedef {{id: string, game: string, options: string, when: number, record: string, at: number,
 *   moves: number, turned?: boolean, names?: string[]}} Kept */
/** What the board is opened with. `position` alone is where to begin; with a record it is where
 *  to stand. A record names computers by their levels; `names` are what the page calls the seats,
 *  '' where it has no name.
 *  @typedef {{game?: string, options?: string, position?: string, record?: string,
 *   names?: string[]}} Given */

/** What the page calls the seats of a game: those who are just "you" or "player 2" have no name.
 *  @param {import('./table.mjs').Seat[]} seats */
export const namesOf = (seats) =>
    seats.map(({name, person}) => (person === undefined ? name : ''));

/** @returns {Kept[]} */
export function analyses() {
    const kept = stored(KEY, /** @type {Kept[]} */ ([]));
    return Array.isArray(kept) ? kept : [];
}

/** @param {Kept[]} all */
const write = (all) => storeFirst(KEY, all, KEPT_MAX);

/** @param {string} id */
export const keptAnalysis = (id) => analyses().find((one) => one.id === id);
/** @param {Kept} one @returns {boolean} whether it is kept */
export const keepAnalysis = (one) => write([one, ...analyses().filter(({id}) => id !== one.id)]);
/** Keeps where one stands in an analysis, which stays as it is. @param {string} id
 *  @param {{at: number, turned: boolean}} place */
export const keepPlace = (id, place) =>
    write(analyses().map((one) => (one.id === id ? {...one, ...place} : one)));
/** @param {string} id */
export const removeAnalysis = (id) => write(analyses().filter((one) => one.id !== id));

/** The address that opens the board with this. A record is handed over beside it.
 *  @param {Given} given @returns {string} */
export function analyse({game = '', options = '', position = '', record, names}) {
    if (record === undefined) {
        const parts = [game, safe(options) || '-', safe(position)];
        while (parts.at(-1) === '' || parts.at(-1) === '-') parts.pop();
        return `#/analysis/${parts.map(encodeURIComponent).join('/')}`;
    }
    try {
        sessionStorage.setItem(HANDED, JSON.stringify({record, position, names}));
    } catch {
        // The board begins without it.
    }
    return '#/analysis/new';
}

/** What was handed over. @returns {Given | null} */
export function handed() {
    try {
        return JSON.parse(sessionStorage.getItem(HANDED) ?? 'null');
    } catch {
        return null;
    }
}

/** A link to an analysis that needs no server; null if it would be too long.
 *  @param {string} record */
export async function analysisLink(record) {
    const text = await packed(record);
    return text.length > LINK_MAX ? null : `${location.origin}/#/analysis/at/${text}`;
}
