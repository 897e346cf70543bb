// table.mjs: a table where a game is played: who sits where, the moves so far, and the computer
// seats.
//
// The play screen and the boards know a table by what is here and in `Table` below; a table of the
// server offers the same (together.mjs). Nothing is drawn here and no rule is known here.

import {kindOf} from './kinds.mjs';
import * as core from './core.mjs';
import {eventsOf, gathered} from './events.mjs';
import {settings} from './settings-store.mjs';
import {t} from './words.mjs';
import {keep} from './shelf.mjs';

/** @typedef {import('./core.mjs').Look} Look */
/** @typedef {import('./core.mjs').Advice} Advice */
/** @typedef {{kind: 'human' | 'computer', name: string, called?: string, level?: number, person?:
 *  number, hints?: boolean}} Seat `called`: by others, where the name is 'You'; `person`: named by
 *  us, by its number; `hints`: shown at every turn */
/** @typedef {import('./events.mjs').Told} Told */
/** One thing that happened just now, and what `mine` sees before and after it.
 *  @typedef {Told & {before: Look, after: Look}} Happening */

/** What every table tells, local or far away.
 *  @typedef {object} TableLike
 *  @property {string} game
 *  @property {string} options
 *  @property {Seat[]} seats
 *  @property {number} mine   the seat that looks, or SPECTATOR
 *  @property {Look} look     how things stand, as `mine` sees them
 *  @property {boolean} local */

const SLOT = 0;
const SEEDS = 2 ** 32;
export const newSeed = () => Array.from(crypto.getRandomValues(new Uint32Array(4)),
    (word) => word.toString(36)).join('');

/** The story once the game was taken back to a ply. @param {Told[]} happenings
 *  @param {number} ply */
export const cutBack = (happenings, ply) => happenings.slice(0,
    1 + happenings.findLastIndex((one) => one.event === undefined && one.ply <= ply));

export class Table extends EventTarget {
    /** @type {Look} */
    look = /** @type {Look} */ (/** @type {unknown} */ (null));
    mine = 0;
    local = /** @type {const} */ (true);
    hints = 0; // asked for in this game
    /** What was said so far: the story. @type {Told[]} */
    happenings = [];
    thinking = false;
    closed = false;
    /** @type {Map<number, string>} computers' choices of a round that is open */
    #chosen = new Map();
    #version = 0; // goes up when anything makes a running thought stale
    #entries = 0; // of the match's log, known here
    #fair = 0; // decisions that the humans here may take back

    /** @param {{game: string, options: string, seats: Seat[], seed?: string, position?: string,
     *   record?: string, log?: import('./core.mjs').Log, id?: string, practice?: boolean,
     *   score?: number[], began?: number}} plan */
    constructor(plan) {
        super();
        this.id = plan.id ?? newSeed();
        this.game = plan.game;
        this.options = plan.options;
        this.seats = plan.seats;
        this.began = plan.began ?? (plan.record || plan.log?.length ? undefined : Date.now());
        /** Wins by player of this series, in the order of the seats; the last is draws. */
        this.score = plan.score ?? Array(plan.seats.length + 1).fill(0);
        /** @type {import('./core.mjs').Script} */
        this.script = {
            game: plan.game, options: plan.options, seed: plan.seed ?? newSeed(),
            position: plan.position, record: plan.record, log: [],
        };
        this.plan = plan;
    }

    /** Humans' seats. */
    get humans() {
        return this.seats.map((seat, i) => (seat.kind === 'human' ? i : -1)).filter((i) => i >= 0);
    }
    get over() {
        return this.look.result !== null;
    }

    /** Milliseconds left by seat: there is no clock at a table of this device.
     *  @returns {(number | null)[]} */
    left() {
        return [];
    }

    /** The rating of a seat: there are none at a table of this device. @param {number} _seat
     *  @returns {{rating: number, settled: boolean} | null} */
    rating(_seat) {
        return null;
    }
    /** Did this seat run out of time? @param {number} _seat */
    timedOut(_seat) {
        return false;
    }

    async begin() {
        this.mine = this.humans.length === 1 ? this.humans[0] : core.SPECTATOR;
        const [, first] =
            // answered in order
            await Promise.all([core.open(SLOT, this.script), core.look(SLOT, this.mine)]);
        this.options = first.options;
        this.look = first;
        await this.#turnTo(first);
        const {count, entries} = await core.entries(SLOT, this.mine, 0);
        this.#entries = count;
        if (this.script.record) this.happenings = gathered(entries);
        for (const entry of this.plan.log ?? []) await this.#do(entry, true);
        return this;
    }

    /** Play begins: computers may decide. */
    start() {
        void this.#drive();
    }

    /** Who looks: the human whose turn it is; with one human, always that one.
     *  @param {Look} look */
    #seatAt(look) {
        const {humans} = this;
        if (humans.length === 0) return core.SPECTATOR;
        const same = humans.includes(this.mine) ? this.mine : humans[0];
        const next = look.turn.find((seat) => humans.includes(seat));
        return next === undefined || look.turn.includes(same) ? same : next;
    }
    /** Another one may look now: with what that one sees, in one step. @param {Look} look
     *  @returns {Promise<boolean>} */
    async #turnTo(look) {
        const seat = this.#seatAt(look);
        if (seat === this.mine) return false;
        const seen = await core.look(SLOT, seat);
        this.mine = seat;
        this.look = seen;
        return true;
    }

    /** Does one thing and tells what happened. @param {import('./core.mjs').Log[number]} entry
     *  @param {boolean} [quiet] */
    async #do(entry, quiet = false) {
        const before = this.look;
        await core.act(SLOT, entry);
        const [after, {count, entries}, fair] = await Promise.all([
            core.look(SLOT, this.mine), core.entries(SLOT, this.mine, this.#entries),
            core.takeback(SLOT, this.humans),
        ]);
        this.script.log.push(entry); // together with the look that follows from it, below
        this.#entries = count;
        this.#fair = fair;
        this.#version++;
        if (entry[0] === 'back') this.happenings = cutBack(this.happenings, after.ply);
        const done = after.ply > before.ply || entry[0] !== 'move';
        this.look = after;
        const happening = {before, after, seat: entry[1], ply: after.ply,
            event: entry[0] === 'move' ? undefined : entry[0], events: eventsOf(entries)};
        if (done && (entry[0] !== 'move' || before.last !== after.last
            || before.version !== after.version)) {
            if (!(entry[0] === 'move' && after.sealed.length > 0)) this.happenings.push(happening);
        }
        if (!quiet) {
            await Promise.all(this.#tell('happening', happening));
            if (await this.#turnTo(after)) await Promise.all(this.#tell('pass', happening));
        } else await this.#turnTo(after);
        if (quiet) return;
        keep(this);
        this.dispatchEvent(new Event('change'));
    }

    /** Listeners may answer with a promise, such as the end of an animation.
     *  @param {string} type @param {Happening} happening @returns {Promise<unknown>[]} */
    #tell(type, happening) {
        /** @type {Promise<unknown>[]} */
        const promises = [];
        this.dispatchEvent(new CustomEvent(type,
            {detail: {happening, until: (/** @type {Promise<unknown>} */ p) => promises.push(p)}}));
        return promises;
    }

    // ---- What a player does ----

    /** @param {number} seat @param {string} move */
    async submit(seat, move) {
        await this.#do(['move', seat, move]);
        this.#drive();
    }
    /** Why not? null: it is allowed. @param {number} seat @param {string} move
     *  @returns {Promise<string | null>} */
    async whyNot(seat, move) {
        try {
            await core.check(SLOT, seat, move);
            return null;
        } catch (error) {
            if (error instanceof core.Refusal) return error.message;
            throw error;
        }
    }
    /** @param {number} seat */
    async resign(seat) {
        this.#stop();
        await this.#do(['resign', seat]);
        this.#drive();
    }
    /** A computer accepts a draw when it sees itself no better. @param {number} seat
     *  @returns {Promise<boolean>} */
    async offerDraw(seat) {
        const other = this.look.seats - 1 - seat;
        await this.#do(['offer', seat]);
        if (this.seats[other].kind === 'human') return true;
        const advice = await this.glance(seat);
        if (!advice || advice.win[other] + advice.draw / 2 > core.UNIT / 2) return false;
        await this.#do(['accept', other]);
        return true;
    }
    /** @param {number} seat */
    async acceptDraw(seat) {
        await this.#do(['accept', seat]);
    }

    /** How many decisions may fairly be taken back; 0: none. */
    undoable() {
        const {look} = this;
        if (this.over && look.reason === 'resigned') return 0;
        // who has given up only watches
        return this.humans.every((seat) => look.resigned.includes(seat)) ? 0 : this.#fair;
    }
    async takeBack() {
        const count = this.undoable();
        if (count === 0) return;
        this.#stop();
        const seat = this.humans.includes(this.mine) ? this.mine : this.humans[0];
        await this.#do(['back', seat, count]);
        this.#drive();
    }

    // ---- Thinking ----

    /** What the full engine says here. @param {number} seat @param {number} [nodes]
     *  @param {string} [who] @returns {Promise<Advice | null>} */
    async advice(seat, nodes = kindOf(this.game).nodes, who = kindOf(this.game).hint) {
        const {pos, hand} = this.look, thought = core.think(this.script, seat, who, {nodes});
        const advice = await this.#stillTrue(seat, thought);
        if (advice) this.#known.set(`${seat} ${pos} ${hand}`, advice);
        return advice;
    }
    /** What was found out, by who looked at what: a position that comes back has the chances that
     *  it had. @type {Map<string, Advice>} */
    #known = new Map();
    /** What a choice would cost, and whether that is worth a question. @param {number} seat
     *  @param {string} move @returns {Promise<core.Judged | null>} */
    judge(seat, move) {
        return this.#stillTrue(seat, core.judge(this.script, seat, move));
    }
    /** An answer about a seat's choice, or null when it comes too late. @template T
     *  @param {number} seat @param {Promise<T>} asked @returns {Promise<T | null>} */
    async #stillTrue(seat, asked) {
        const moment = () => `${this.look.turns} ${this.look.board?.phase}`, then = moment();
        try {
            const answer = await asked;
            // Others may have chosen in secret meanwhile; what was thought holds until the turn is
            // over.
            return !this.closed && then === moment() && this.look.turn.includes(seat)
                ? answer
                : null;
        } catch (error) {
            if (error instanceof core.Ended || error instanceof core.Refusal) return null;
            throw error;
        }
    }
    /** A quick look at the chances. @param {number} [seat] */
    glance(seat = this.look.turn[0]) {
        if (seat === undefined) return Promise.resolve(null);
        const known = this.#known.get(`${seat} ${this.look.pos} ${this.look.hand}`);
        if (known) return Promise.resolve(known);
        const {glance, hint, quick = hint} = kindOf(this.game);
        return this.advice(seat, glance, quick);
    }

    #stop() {
        if (this.thinking) core.stopThinking();
        this.thinking = false;
        this.#chosen.clear();
    }

    #drives = 0; // goes up with every `#drive`: the latest one alone may act
    /** Lets the computer seats that are on turn decide. */
    async #drive() {
        const {look} = this, drive = ++this.#drives;
        if (this.closed || this.over) return;
        const seat = look.turn.find((i) => this.seats[i].kind === 'computer');
        if (seat === undefined) {
            this.thinking = false;
            return;
        }
        const version = this.#version, started = performance.now();
        this.thinking = true;
        this.dispatchEvent(new Event('thinking'));
        try {
            const advice = await core.think(this.script, seat,
                `level:${this.seats[seat].level ?? 3}`,
                {seed: (look.version * 7919 + seat) % SEEDS});
            const least = look.turn.length > 1 ? 0 : 350; // a move at once would look like none
            const left = least - (performance.now() - started);
            if (left > 0 && settings.motion !== 'off') {
                await new Promise((done) => setTimeout(done, left));
            }
            if (version !== this.#version || drive !== this.#drives || this.closed) return;
            this.thinking = false;
            await this.#do(['move', seat, advice.move]);
            this.#drive();
        } catch (error) {
            if (!(error instanceof core.Ended)) {
                this.dispatchEvent(new CustomEvent('trouble', {detail: error}));
            }
        }
    }

    close() {
        this.closed = true;
        this.#version++;
        if (this.thinking) core.stopThinking();
        this.thinking = false;
    }

    // ---- Around the game ----

    /** The record, complete. */
    async record() {
        const {withTags} = await import('./tags.mjs');
        return withTags(await core.record(SLOT), this);
    }
    position() {
        return core.position(SLOT);
    }

    /** The next game of the series: everybody moves up one seat, so the first move passes on
     *  (C5). */
    async next() {
        const {seats, look} = this;
        const {options, seats: order} = await core.next(SLOT);
        const score = this.score.slice();
        const winner = /^seat (\d)$/.exec(look.result ?? '');
        if (winner) score[Number(winner[1])]++;
        else score[seats.length]++;
        return new Table({
            game: this.game, options: kindOf(this.game).next?.(options, seats.length) ?? options,
            seats: order.map((seat) => seats[seat]),
            score: [...order, seats.length].map((seat) => score[seat]),
        });
    }
}

/** Seats as an address has them: `h` a human, `c` one with hints, `3` a computer of that level. */
export const SEATS = /^[hc0-6]*$/;
/** @param {string} sign @returns {'human' | 'child' | number} */
export const seatKind = (sign) => (sign === 'h' ? 'human' : sign === 'c' ? 'child' : Number(sign));

/** Names of computer seats, in their order. */
export const ROBOTS = ['Robin', 'Amara', 'Jules', 'Noor', 'Otto'];

/** A name for each seat of a game with these kinds of players.
 *  @param {('human' | 'child' | number)[]} kinds a human, one with hints, or the level of a
 *  computer @returns {Seat[]} */
export function seatsOf(kinds) {
    const people = kinds.filter((kind) => typeof kind === 'string').length;
    const robots = [...ROBOTS];
    let person = 0;
    return kinds.map((kind) => {
        if (typeof kind === 'number') {
            return {kind: 'computer', name: robots.shift() ?? '', level: kind};
        }
        person++;
        const own = (people > 1 && settings.last.names?.[person - 1])
            || (person === 1 && settings.name) || '';
        return {kind: 'human', name: people === 1 ? t('YOU') : own || t('PLAYER', person),
            ...(own && people > 1 ? {} : {person}), ...(kind === 'child' ? {hints: true} : {})};
    });
}
