// ring.mjs: exact values of two-player Quibbit on a ring, on this device: the ring is solved in a
// Worker, once, and asked from then on.
//
// Hands never grow, so a solution for some hands serves every position that follows. What it costs
// grows with the hands: a sixteenth of a ring with three cards each, 1.1 GB with all of them.

const WHOLE_MB = 1120, HANDS = 31 * 31, FREE_MB = 60; // what is solved without asking

/** What is known exactly: billionths. `value` and `pairs` are seat 0's wins less seat 1's; choices
 *  have values for their own seat. @typedef {{value: number, win: number[], dummy: number,
 *   seats: {move: string, value: number, probability: number}[][], pairs: number[][]}} Truth */

/** @type {{worker: Worker, name: string, hands: number[][], done: number, solved: boolean,
 *   waiting: Map<number, (truth: Truth | null) => void>} | null} */
let ring = null;
let asked = 0;

/** How many megabytes hands of these sizes need. @param {number[][]} hands */
export const costOf = ([one, other]) =>
    Math.max(1, Math.round((WHOLE_MB * (2 ** one.length - 1) * (2 ** other.length - 1)) / HANDS));
/** May it be begun without asking? @param {number[][]} hands */
export const isSmall = (hands) => costOf(hands) <= FREE_MB;

/** A ring and the hands on it.
 *  @typedef {{options: string, tiles: string[], hands: number[][]}} Game */
/** @param {Game} game */
const nameOf = ({options, tiles}) => `${options.replace(/layout=[^,]*/, '')} ${tiles.join()}`;

/** Does what is solved, or being solved, hold for these hands? @param {Game} game */
const holds = (game) => ring !== null && ring.name === nameOf(game) &&
    game.hands.every((hand, seat) => hand.every((card) => ring?.hands[seat].includes(card)));

/** How far it is, of 1; null where nobody solves it. @param {Game} game */
export const progressOf = (game) => (holds(game) ? ring?.done ?? null : null);

/** Begins to solve a position. @param {Game} game @param {string} position
 *  @param {(solved: boolean) => void} tell now and then, and when it is done */
export function solve(game, position, tell) {
    endRing();
    const worker = new Worker('/ring-worker.mjs', {type: 'module'});
    const own = {
        worker, name: nameOf(game), hands: game.hands, done: 0, solved: false, waiting: new Map(),
    };
    ring = own;
    worker.onmessage = ({data: {id, done, solved, truth}}) => {
        if (done !== undefined) own.done = Math.min(.999, done);
        if (id !== undefined) {
            own.waiting.get(id)?.(truth);
            own.waiting.delete(id);
            return;
        }
        if (solved === true) own.done = 1;
        if (solved !== undefined) own.solved = solved;
        if (solved === false) endRing(); // there is not enough memory
        tell(own.solved);
    };
    worker.onerror = () => {
        if (ring === own) endRing();
        tell(false);
    };
    worker.postMessage({options: game.options, position});
}

/** The truth about a position; null where it is not known. @param {Game} game
 *  @param {string} position @returns {Promise<Truth | null>} */
export function probe(game, position) {
    const own = ring;
    if (!own?.solved || !holds(game)) return Promise.resolve(null);
    const id = ++asked;
    return new Promise((done) => {
        own.waiting.set(id, done);
        own.worker.postMessage({id, position});
    });
}

export function endRing() {
    ring?.worker.terminate();
    for (const done of ring?.waiting.values() ?? []) done(null);
    ring = null;
}
