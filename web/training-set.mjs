// training-set.mjs: the mistakes of your own games, kept on this device to be practised. Each
// comes back after a longer time whenever you solve it at the first try; after a failure it starts
// over.

import {storeFirst, stored} from './device.mjs';

const KEY = 'pond.training', ITEMS_MAX = 300, GAMES_MAX = 200;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Days until a mistake comes back, by how often in a row it was solved. */
export const DAYS = [0, 1, 3, 7, 16, 35, 90];

/** A decision that went wrong: the game up to there, who chose, what, and what was better.
 *  @typedef {{id: string, from: string, game: string, options: string, script:
 *  import('./core.mjs').Script,
 *   seat: number, played: string, best: string, cost: number, when: number}} Mistake */
/** @typedef {Mistake & {box: number, due: number}} Item */
/** `searched` are the games whose mistakes are in it. @typedef {{items: Item[], searched:
 *  string[]}} Training */

/** @returns {Training} */
export function training() {
    const {items, searched} = stored(KEY, {items: [], searched: []});
    const list = (/** @type {unknown} */ value) => (Array.isArray(value) ? value : []);
    return {items: list(items), searched: list(searched)};
}

/** What is known best goes first when there is no room. @param {Training} all */
function write({items, searched}) {
    const byNeed = [...items].sort((a, b) => a.box - b.box || b.when - a.when);
    storeFirst(KEY, byNeed, ITEMS_MAX,
        (kept) => ({items: kept, searched: searched.slice(0, GAMES_MAX)}));
}

/** Takes the mistakes of a game in; those that are there stay as they are.
 *  @param {string} from the game @param {Mistake[]} mistakes */
export function learnFrom(from, mistakes) {
    const {items, searched} = training(), known = new Set(items.map(({id}) => id)),
        now = Date.now();
    const fresh = mistakes.filter(({id}) => !known.has(id)).map((one) => ({...one, box: 0,
        due: now}));
    write({items: [...items, ...fresh], searched: [from, ...searched.filter((id) => id !== from)]});
}

/** What is to be practised now, the longest due first. @param {Item[]} items @param {number} [now]
 *  */
export const dueOf = (items, now = Date.now()) => items.filter(({due}) => due <= now).sort((a,
    b) => a.due - b.due);

/** When it comes back. @param {Item} item @param {boolean} solved at once, without help
 *  @param {number} [now] @returns {Item} */
export function practised(item, solved, now = Date.now()) {
    const box = solved ? Math.min(DAYS.length - 1, item.box + 1) : 0;
    return {...item, box, due: now + (solved ? DAYS[box] : DAYS[1]) * DAY_MS};
}

/** @param {string} id @param {boolean} solved */
export function remember(id, solved) {
    const {items, searched} = training();
    write({items: items.map((item) => (item.id === id ? practised(item, solved) : item)),
        searched});
}

/** @param {string} id */
export function forget(id) {
    const {items, searched} = training();
    write({items: items.filter((item) => item.id !== id), searched});
}
