// shelf.mjs: the games on this device: those that are being played and those that are over.
//
// A game is kept as what was done in it (core.mjs: Script), which makes the same game again. The
// newest stand first; the oldest finished ones go when there are too many.

import {storeFirst, stored} from './device.mjs';
import {t} from './words.mjs';

const KEY = 'pond.games';
const GAMES_MAX = 60;

/** @typedef {{id: string, game: string, options: string, seats: import('./table.mjs').Seat[],
 *  script: import('./core.mjs').Script, when: number, result: string | null, reason: string |
 *  null, score: number[], ply: number, mine: boolean, humans: number, began?: number,
 *  late?: number[]}} Kept  `late`: those who ran out of time */

/** Names that are ours, in the language of today. @param {import('./table.mjs').Seat[]} seats
 *  @returns {import('./table.mjs').Seat[]} */
function named(seats) {
    const people = seats.filter(({kind}) => kind === 'human').length;
    return seats.map((seat) => (seat.person === undefined
        ? seat
        : {...seat, name: people === 1 ? t('YOU') : t('PLAYER', seat.person)}));
}

/** @returns {Kept[]} */
export function shelf() {
    const games = stored(KEY, /** @type {Kept[]} */ ([]));
    if (!Array.isArray(games)) return [];
    return games.map((game) => ({...game, seats: named(game.seats)}));
}

/** @param {Kept[]} games */
const write = (games) => storeFirst(KEY, games, GAMES_MAX);

/** Keeps a table as it stands now, once something has been done at it.
 *  @param {import('./table.mjs').Table} table @param {boolean} [always]
 *  @param {number} [when] it was played */
export function keep(table, always = false, when = Date.now()) {
    if (!always && !table.script.log.some(([what]) => what === 'move')) return;
    const {id, game, options, seats, script, look, score, began} = table;
    const kept = {
        id, game, options, seats, script, when, began, result: look.result, reason: look.reason,
        score, ply: look.ply, mine: look.turn.some((seat) => table.humans.includes(seat)),
        humans: table.humans.length,
    };
    write([kept, ...shelf().filter((other) => other.id !== id)]);
}

/** Puts a game onto the shelf as it is. @param {Kept} kept */
export const put = (kept) => write([kept, ...shelf().filter((other) => other.id !== kept.id)]);
/** @param {string} id */
export const find = (id) => shelf().find((game) => game.id === id);
/** @param {string} id */
export const remove = (id) => write(shelf().filter((game) => game.id !== id));
export const clear = () => write([]);
