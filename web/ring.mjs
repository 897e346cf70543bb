// ring.mjs: exact values of a ring for two players, on this device: the ring is solved in a
// Worker, once, and asked from then on. A whole ring is kept on the device (ring-file.mjs).
//
// Hands never grow, so a solution for some hands serves every position that follows. What it costs
// grows with the pairs of hands that may follow: 75 MB and a second with three cards each, 1.1 GB
// and 40 seconds with all five (bench/README.md).

import {isKept} from './ring-file.mjs';

const FIXED_MB = 18, PAIR_MB = 1.161; // measured: the module's memory when it is done
const FREE_MB = 80; // what is solved without asking
const POCKET_MB = 300, GIGABYTE_MB = 1024; // what a phone's browser gives one page, at most

/** What is known exactly: billionths. `value` and `pairs` are seat 0's wins less seat 1's; choices
 *  have values for their own seat; `outcomes` are the pairs' by the dummy's card.
 *  @typedef {{value: number, win: number[], dummy: number,
 *   seats: {move: string, value: number, probability: number}[][], pairs: number[][],
 *   outcomes: Outcome[][][]}} Truth */
/** @typedef {{card: number, value: number, dummy: number}} Outcome */

/** @type {{worker: Worker, name: string, hands: number[][], done: number, solved: boolean,
 *   waiting: Map<number, (truth: Truth | null) => void>} | null} */
let ring = null;
let asked = 0;

/** How many megabytes hands of these sizes need. @param {number[][]} hands */
export const costOf = ([one, other]) =>
    Math.round(FIXED_MB + PAIR_MB * (2 ** one.length - 1) * (2 ** other.length - 1));
/** May it be begun without asking? @param {number[][]} hands */
export const isSmall = (hands) => costOf(hands) <= FREE_MB;

/** How many megabytes a page may ask for. Phones end pages that take much, without a word; a
 *  browser that tells how much memory there is gives a page a quarter of it. */
function spareMb() {
    const {deviceMemory: memory} = /** @type {{deviceMemory?: number}} */ (navigator);
    const pocket = matchMedia('(pointer: coarse) and (not (any-pointer: fine))').matches;
    return Math.min(pocket ? POCKET_MB : Infinity, memory ? memory * GIGABYTE_MB / 4 : Infinity);
}

/** Rings that could not be solved, by name and hands: there was not enough memory.
 *  @type {Set<string>} */
const failed = new Set();
/** @param {Game} game */
const fullName = (game) => `${nameOf(game)} ${game.hands.map((hand) => hand.length).join()}`;

/** Can this device solve it, as far as anybody knows? @param {Game} game */
export const canSolve = (game) => !failed.has(fullName(game)) && costOf(game.hands) <= spareMb();

/** A ring and the hands on it.
 *  @typedef {{options: string, tiles: string[], hands: number[][]}} Game */
/** @param {Game} game */
const nameOf = ({options, tiles}) => `${options.replace(/layout=[^,]*/, '')} ${tiles.join()}`;

/** Does what is solved, or being solved, hold for these hands? @param {Game} game */
const holds = (game) => ring !== null && ring.name === nameOf(game) &&
    game.hands.every((hand, seat) => hand.every((card) => ring?.hands[seat].includes(card)));

/** How far it is, of 1; null if nobody solves it. @param {Game} game */
export const progressOf = (game) => (holds(game) ? ring?.done ?? null : null);

const ALL_CARDS = 5;
/** The name that a whole ring is kept by; empty where hands have fewer cards. @param {Game} game */
const keptName = (game) => (game.hands.every(({length}) => length === ALL_CARDS)
    ? encodeURIComponent(nameOf(game)).replace(/[*~%]/g, (sign) => `_${sign.charCodeAt(0)}_`) : '');
/** Is there a whole ring on this device that only needs to be opened? @param {Game} game */
export const isSolved = (game) => isKept(keptName(wholeOf(game)));
/** @param {Game} game */
const wholeOf = (game) => ({...game, hands: [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]]});

/** Begins to solve a position, or opens the ring that was kept. @param {Game} game
 *  @param {string} position @param {boolean} [open]
 *  @param {(solved: boolean) => void} tell now and then, and when it is done */
export function solve(game, position, tell, open = false) {
    endRing();
    const worker = new Worker('/ring-worker.mjs', {type: 'module'});
    const own = {
        worker, name: nameOf(game), hands: game.hands, done: 0, solved: false, waiting: new Map(),
    };
    ring = own;
    worker.onmessage = ({data: {id, done, solved, truth, kept, gone}}) => {
        if (kept) return;
        if (done !== undefined) own.done = Math.min(.999, done);
        if (id !== undefined) {
            own.waiting.get(id)?.(truth);
            own.waiting.delete(id);
            return;
        }
        if (gone && ring === own) endRing();
        if (solved === true) own.done = 1;
        if (solved !== undefined) own.solved = solved;
        if (solved === false) fail();
        else tell(own.solved);
    };
    const fail = () => { // there is not enough memory
        failed.add(fullName(game));
        if (ring === own) endRing();
        tell(false);
    };
    worker.onerror = fail;
    worker.postMessage({options: game.options, position, kept: keptName(game), open});
}

/** Opens a whole ring that was kept. @param {Game} game @param {string} position
 *  @param {(solved: boolean) => void} tell */
export const openSolved = (game, position, tell) => solve(wholeOf(game), position, tell, true);

/** The truth about a position; null if it is not known. @param {Game} game
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

function endRing() {
    ring?.worker.terminate();
    for (const done of ring?.waiting.values() ?? []) done(null);
    ring = null;
}
