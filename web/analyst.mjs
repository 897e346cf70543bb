// analyst.mjs: the engine of the analysis board: thinks in a Worker of its own, slice by slice, as
// long as a position is on the board, and reports what it has found so far.
//
// Slices grow. The first is short, so that something is seen at once; what a slice leaves in the
// engine's memory serves the next one. Where Workers share memory (crew.mjs) a slice is stopped as
// soon as another position is looked at; where not, a slice that would last is ended with its
// Worker.

import {bringTables, Ended, Refusal} from './core.mjs';
import {Crew, crewFor} from './crew.mjs';
import {kindOf} from './kinds.mjs';

const SLOT = 0;
const GROWTH = 1.7, PATIENCE_MS = 60, THREAT_NODES = 6000;

/** A line: a choice, what it is worth to the one who makes it, and what follows.
 *  @typedef {{move: string, value?: number, probability: number, line?: string[]}} Line */
/** @typedef {{choices: Line[], win: number[], draw: number, dummy: number, nodes: number,
 *   depth: number, exact: number, end: number, rows?: Share[], columns?: Share[],
 *   pairs?: number[][]}} Found  in a round of two: the cards of both, and what each pair is worth
 */
/** @typedef {{card: number, probability: number}} Share */
/** What every choice is truly worth, as `pond probe --json` has it.
 *  @typedef {{value: 'won' | 'drawn' | 'lost' | 'unknown', distance?: number}} Worth */
/** @typedef {Worth & {seat: number, choices: (Worth & {move: string})[]}} Exact */
/** @typedef {{game: string, options: string, record: string, turn: number[],
 *   seat: number}} Asked */
/** What is known so far: by seat what the engine found, the truth, and threats.
 *  @typedef {{found: Map<number, Found>, nodes: number, exact: Exact | null,
 *   threats: string[]}} Known */

export class Analyst {
    /** @type {import('./core.mjs').Room | Crew | undefined} */
    #workers;
    #version = 0;
    #ends = 0; // when the current slice is expected to end
    /** The current slice. @type {Promise<unknown>} */
    #running = Promise.resolve();
    /** The game and options whose tables the engine has worked out. */
    #warm = '';
    #speed = 300; // nodes a millisecond, as measured
    threats = false;
    looking = false; // is there a position that it looks at?

    game = '';

    /** @param {(known: Known, done: boolean) => void} tell */
    constructor(tell) {
        this.tell = tell;
    }

    get #room() {
        return (this.#workers ??= crewFor(this.game));
    }
    /** Looks at nothing any more. */
    stop() {
        this.#version++;
        this.looking = false;
        if (this.#workers instanceof Crew && this.#workers.stop()) return;
        if (this.#ends > performance.now() + PATIENCE_MS) {
            this.#ends = 0;
            this.#warm = '';
            this.#workers?.end();
        }
    }
    close() {
        this.#version++;
        this.looking = false;
        this.#workers?.end();
    }

    /** Looks at a position until it is told to stop. @param {Asked} asked */
    async look(asked) {
        this.stop();
        this.looking = true;
        this.game = asked.game;
        const version = this.#version;
        try {
            await this.#running.catch(() => {});
            if (version === this.#version) await this.#think(asked, version);
        } catch (error) {
            // Somebody was quicker: the record is of a later moment, at which nobody decides.
            if (!(error instanceof Ended || error instanceof Refusal)) throw error;
        }
    }

    /** One call of the Worker, which may last. @template T @param {number} ms about
     *  @param {string} name @param {unknown[]} args @returns {Promise<T>} */
    #call(ms, name, ...args) {
        this.#ends = performance.now() + ms;
        if (this.#room instanceof Crew) this.#room.go();
        const running = this.#room.call(name, ...args);
        this.#running = running;
        return /** @type {Promise<T>} */ (running);
    }

    /** @param {Asked} asked @param {number} version */
    async #think(asked, version) {
        const {record, turn, seat} = asked, {first, most} = kindOf(asked.game).live ?? LIVE;
        /** @type {Known} */
        const known = {found: new Map(), nodes: 0, exact: null, threats: []};
        const stale = () => version !== this.#version;
        await this.#call(0, 'load', SLOT, record);
        if (stale()) return;
        await bringTables(asked, SLOT, this.#room);
        if (stale()) return;
        known.exact = await this.#call(0, 'choices', SLOT);
        if (stale()) return;
        if (known.exact) this.tell(known, true);
        const seats = [seat, ...turn.filter((other) => other !== seat)];
        await this.#glance(asked, known, version);
        for (let nodes = first; !stale() && nodes <= most && !known.exact; nodes *= GROWTH) {
            for (const one of seats) {
                await this.#slice(known, one, Math.round(nodes), nodes === first, stale);
                if (stale()) return;
            }
            if (seats.every((one) => known.found.get(one)?.exact)) break;
            if (this.threats && nodes === first) await this.#threaten(known, stale);
        }
        if (!stale() && this.threats && known.exact) await this.#threaten(known, stale);
        if (!stale()) this.tell(known, true);
    }

    /** A first look, by an engine that needs no preparation. @param {Asked} asked
     *  @param {Known} known @param {number} version */
    async #glance({game, options, seat}, known, version) {
        const {quick} = kindOf(game), name = `${game} ${options}`;
        if (!quick || this.#warm === name || known.exact) return;
        known.found.set(seat, await this.#call(0, 'think', SLOT, seat, quick, {nodes: 2000}));
        if (version !== this.#version) return;
        this.tell(known, false);
        this.#ends = Infinity; // tables are worked out now
        this.#warm = name;
    }

    /** @param {Known} known @param {number} seat @param {number} nodes @param {boolean} alone
     *  @param {() => boolean} stale */
    async #slice(known, seat, nodes, alone, stale) {
        const begun = performance.now(), long = this.#ends === Infinity;
        /** @type {Found} */
        const found = await this.#call(
            long ? Infinity : nodes / this.#speed, 'live', SLOT, seat, nodes, alone);
        if (stale()) return;
        if (!long) this.#speed = Math.max(.5, nodes / (performance.now() - begun));
        known.found.set(seat, found);
        known.nodes += found.nodes;
        this.tell(known, false);
    }

    /** @param {Known} known @param {() => boolean} stale */
    async #threaten(known, stale) {
        known.threats = await this.#call(THREAT_NODES / this.#speed, 'threats', SLOT, THREAT_NODES);
        if (!stale()) this.tell(known, false);
    }
}

const LIVE = {first: 500, most: 20000};
