// core.mjs: the rules and the computer players as the page calls them: every function a promise.
//
// Behind it are two Workers with play.wasm: `table` holds the games being played, `brain` thinks.
// The analysis board has more (crew.mjs). The brain has its own copy of a game, made by the same
// choices from the same seed, so that a long thought never keeps a table waiting, and ending a
// thought loses nothing.

import {kindOf, TITLES} from './kinds.mjs';
import {asShown, bound, language} from './words.mjs';

/** @typedef {{game: string, options: string, seats: number, seat: number, version: number,
 *   ply: number, turns: number, turn: number[], sealed: number[], resigned: number[],
 *   offer: number | null, last: string | null, pos: string, hand: string | null,
 *   chosen: string | null, board: Board, legal: string[], result: string | null,
 *   reason: string | null}} Look  `pos` is notation, for people: what is drawn is in `board` */
/** What a seat sees of a game, with the members of that game.
 *  @typedef {import('./kinds.mjs').Views} Board */
/** @typedef {{move: string,
 *   choices: {move: string, value?: number, error?: number, probability: number}[],
 *   win: number[], draw: number, dummy: number, nodes: number, depth: number, exact: number,
 *   end: number}} Advice  chances are ten-thousandths */
/** @typedef {{name: string, kind: 'choice' | 'number' | 'text' | 'seats', choices: string[],
 *  min?: number, max?: number, written?: string, default: string | null, help: string}} Option */
/** @typedef {{game: string, title: string, seats: [number, number], options: Option[]}} Game */
/** What is known of a choice and of the best one: with what everyone knows, or with everything.
 *  @typedef {{best: string, value: number, best_value: number, cost: number}} Known */
/** A moment of a game, judged (docs/analysis.md): a decision, what chance did, something said, or
 *  the end.
 *  @typedef {{kind: string, seat: number, turn: number, move: string, number: number, warns:
 *  boolean, exact: boolean, class: string, chances: number[], known: Known, hidden: Known |
 *  null, facts: {about: string, fact: string, text: string, whole?: boolean}[], luck: number[],
 *  line?: string[], best_line?: string[], win_in?: number, loss_in?: number, totals: {seat:
 *  number, accuracy: number, luck: number, skill: number, classes: Record<string, number>}[],
 *  standings: (Record<string, number> | null)[]}} Judged */
/** What was done at a table, in order: enough to do it again.
 *  @typedef {[string, number, (string | number)?][]} Log */
/** @typedef {{game: string, options: string, seed: string, position?: string, record?: string,
 *   log: Log}} Script */

export const SPECTATOR = 6, CHANCE = 7; // as seats
export const UNIT = 10000; // a chance of 1

/** The numbers of rulings in a sentence, which families stumble over. */
const RULINGS = / \(([A-Z]\d+)(, [A-Z]\d+)*\)/;

/** What the core or the server refuses: the message is a sentence for the player. */
export class Refusal extends Error {
    /** @param {string} message @param {number} line */
    constructor(message, line = 0) {
        super(message.replace(RULINGS, ''));
        this.name = 'Refusal';
        this.ruling = RULINGS.exec(message)?.[1] ?? '';
        this.line = line; // of the record that it is about; 0: of none
    }
}

/** Which calls answer with sentences, and the members that are such. */
const TELLING = new Set(['games', 'course', 'exercise', 'attempt', 'review']),
    SENTENCES = new Set(['title', 'text', 'task', 'said', 'help']);

/** An answer with its sentences as the page shows them. @template T @param {T} value
 *  @param {string} [name] of the member @returns {T} */
function told(value, name = '') {
    return /** @type {T} */ (toldOf(value, name));
}
/** @param {unknown} value @param {string} [name] @returns {unknown} */
function toldOf(value, name = '') {
    if (typeof value === 'string') return SENTENCES.has(name) ? asShown(value) : value;
    if (Array.isArray(value)) return value.map((one) => toldOf(one));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toldOf(one, key)]));
}

/** What Workers have compiled, each in its own thread, for those that come after it, by file.
 *  @type {Map<string, WebAssembly.Module>} */
const compiled = new Map();

/** What a Worker says. @typedef {{id: number, value: unknown,
 *   error?: {kind: string, message: string, line: number}}} Answer */

/** One Worker with the core in it. */
export class Room {
    file = '/play.wasm';
    /** @type {Worker | undefined} */
    #worker;
    /** @type {Map<number, {done: (value: unknown) => void, fail: (error: Error) => void}>} */
    #waiting = new Map();
    #id = 0;
    /** The tables of exact values that it has. @type {Set<string>} */
    tables = new Set();

    /** A Worker with the module. @param {object} [more] that it is given
     *  @param {(answer: Answer) => void} [hear] @returns {Worker} */
    hire(more = {}, hear = () => {}) {
        const worker = new Worker('/worker.mjs', {type: 'module'}), {file} = this;
        worker.addEventListener('message', ({data}) => {
            if (data.module) compiled.set(file, data.module);
            hear(data);
        });
        worker.addEventListener('error', (event) => this.end(event.message));
        worker.postMessage({file, module: compiled.get(file), ...more});
        return worker;
    }
    /** Begins the Worker that answers. @returns {Worker} */
    open() {
        return this.hire({}, (data) => this.hear(data));
    }

    /** @param {Answer} answer */
    hear({id, value, error}) {
        const call = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (!call) return;
        if (!error) call.done(value);
        else if (error.kind === 'Refusal') call.fail(new Refusal(bound(error.message), error.line));
        else call.fail(new Error(error.message));
    }

    /** @template T @param {string} name @param {unknown[]} args @returns {Promise<T>} */
    call(name, ...args) {
        const worker = (this.#worker ??= this.open());
        const id = ++this.#id;
        return new Promise((done, fail) => {
            this.#waiting.set(id, {
                done: (value) => done(/** @type {T} */ (TELLING.has(name) ? told(value) : value)),
                fail});
            worker.postMessage({id, name, args, language: language()});
        });
    }

    end(message = 'ended') {
        this.#worker?.terminate();
        this.#worker = undefined;
        this.tables.clear();
        const waiting = [...this.#waiting.values()];
        this.#waiting.clear();
        for (const {fail} of waiting) fail(new Ended(message));
    }
}

/** A thought was broken off. */
export class Ended extends Error {}

const table = new Room(), brain = new Room();

/** Makes a queue: what takes several calls to one Worker must not be mixed with others.
 *  @returns {<T>(work: () => Promise<T>) => Promise<T>} */
function queue() {
    /** @type {Promise<unknown>} */
    let tail = Promise.resolve();
    return (work) => {
        const next = tail.then(work, work);
        tail = next.catch(() => {});
        return next;
    };
}
const inTurn = queue();
/** All work with the slot SCRATCH, which every screen uses, waits in this queue. */
export const onScratch = queue();

// ---- What can be played ----

/** @returns {Promise<Game[]>} */
export async function games() {
    const all = /** @type {Game[]} */ (await table.call('games'));
    for (const {game, title} of all) TITLES[game] ??= title;
    return all;
}

// ---- Matches ----

const DO = /** @type {Record<string, string>} */ ({
    move: 'submit', resign: 'resign', offer: 'offerDraw', accept: 'acceptDraw', back: 'takeBack',
});

/** What a Worker is asked to do a script again, as a list of calls. @param {Script} script
 *  @param {number} slot @returns {[string, ...unknown[]][]} */
export const callsOf = ({game, options, seed, position = '', record, log}, slot) => [
    .../** @type {[string, ...unknown[]][]} */ (record
        ? [['load', slot, record], ['seed', slot, seed]]
        : [['begin', slot, game, options, seed, position]]),
    ...log.map(([what, seat, more]) => /** @type {[string, ...unknown[]]} */ (
        [DO[what], slot, seat, ...(more === undefined ? [] : [more])]))];

/** Does again what a script says, from entry `from` on.
 *  @param {Room} room @param {number} slot @param {Script} script @param {number} from */
async function run(room, slot, script, from) {
    const calls = callsOf(script, slot), begun = calls.length - script.log.length;
    for (const [name, ...args] of from === 0 ? calls : calls.slice(begun + from)) {
        await room.call(name, ...args);
    }
}

/** Brings a script into a slot of the tables. @param {number} slot @param {Script} script */
export const open = (slot, script) => run(table, slot, script, 0);
/** @param {number} slot @param {number} seat @returns {Promise<Look>} */
export const look = (slot, seat) => table.call('look', slot, seat);
/** @param {number} slot @param {Log[number]} entry */
export const act = (slot, [what, seat, more]) =>
    table.call(DO[what], slot, seat, ...(more === undefined ? [] : [more]));
/** Throws a Refusal that says why not. @param {number} slot @param {number} seat
 *  @param {string} move */
export const check = (slot, seat, move) => table.call('check', slot, seat, move);
/** Why something was refused, or null if it was not. @param {Promise<unknown>} work
 *  @returns {Promise<string | null>} */
export const refusalOf =
    (work) => work.then(() => null, (error) => (error instanceof Refusal ? error.message : null));
/** @param {number} slot @returns {Promise<string>} */
export const record = (slot, hiddenFrom = -1) => table.call('record', slot, hiddenFrom);
/** @param {number} slot @returns {Promise<string>} */
export const position = (slot) => table.call('position', slot);
/** How many decisions these seats may fairly take back. @param {number} slot
 *  @param {number[]} seats @returns {Promise<number>} */
export const takeback = (slot, seats) => table.call('takeback', slot, seats);
/** The next game of a series: its options, and who of this game sits on each of its seats.
 *  @param {number} slot @returns {Promise<{options: string, seats: number[]}>} */
export const next = (slot) => table.call('next', slot);
/** What the entries of a match from a number on did, as a seat may know it, and how many there are.
 *  @param {number} slot @param {number} seat @param {number} from
 *  @returns {Promise<{count: number, entries: import('./events.mjs').Entry[]}>} */
export const entries = (slot, seat, from) => table.call('entries', slot, seat, from);
/** By line of a record's replay: the board, everyone's cards, and what led there.
 *  @typedef {{board: Board, hands: string[], entries: import('./events.mjs').Entry[]}} Shown */
/** @param {string} record @returns {Promise<Shown[]>} */
export const looks = (record) => table.call('looks', record);
/** The lines of a record's replay. @param {string} text
 *  @returns {Promise<import('./past.mjs').Line[]>} */
export async function replay(text) {
    const [lines, shown] = await Promise.all([table.call('replay', text), looks(text)]);
    return lines.trimEnd().split('\n').map((/** @type {string} */ line, /** @type {number} */ i) =>
        ({...JSON.parse(line), ...shown[i]}));
}
/** Does a game with these options exist? Throws a Refusal. @param {string} game
 *  @param {string} options */
export const checkOptions = (game, options) =>
    onScratch(() => table.call('begin', SCRATCH, game, options, 'x', ''));
/** Any call of play.mjs, in the room that always answers. @template T @param {string} name
 *  @param {unknown[]} args @returns {Promise<T>} */
export const ask = (name, ...args) => table.call(name, ...args);

// the slot of things that are looked at once; that of the tree of variations
const SCRATCH = 3, TREE = 4;
export {SCRATCH, TREE};

/** What a spectator sees at the end of a record. Throws a Refusal. @param {string} record
 *  @returns {Promise<Look>} */
export const lookOf = (record) => onScratch(async () => {
    await table.call('load', SCRATCH, record);
    return look(SCRATCH, SPECTATOR);
});

// ---- Exact values ----

const FROGS_KNOWN = 5, FROGS_SOON = 8; // on the board: what the tables know, and what leads there

/** Tables that were fetched, by name. @type {Map<string, Promise<ArrayBuffer | null>>} */
const fetched = new Map();

/** They come packed with gzip; null if there are none. @param {string} name */
async function fetchTables(name) {
    try {
        const answer = await fetch(`/tables/${name}.bin`);
        if (!answer.ok || !answer.body) return null;
        return await new Response(answer.body.pipeThrough(new DecompressionStream('gzip')))
            .arrayBuffer();
    } catch {
        return null; // no network, or a browser that cannot: the engine searches
    }
}

/** Brings a Worker the tables for the game in one of its slots, where few frogs are left; waits for
 *  them where they know the position. @param {{game: string, options: string}} game
 *  @param {number} slot @param {Room} [room] */
export async function bringTables({game, options}, slot, room = brain) {
    const name = kindOf(game).tables?.(options);
    if (name === undefined) return;
    if (room.tables.has(name)) return;
    const {board: {light, dark}} = await room.call('look', slot, SPECTATOR),
        frogs = light.length + dark.length;
    if (frogs > FROGS_SOON) return;
    const coming = fetched.get(name) ?? fetchTables(name);
    fetched.set(name, coming);
    if (frogs > FROGS_KNOWN) return;
    const bytes = await coming;
    if (bytes === null) {
        fetched.delete(name); // perhaps another time
    } else {
        room.tables.add(name);
        await room.call('takeTables', bytes);
    }
}

// ---- Thinking ----

/** @type {Script | undefined} */
let known; // the game that the brain has in mind

/** Does the brain's game lead to this one? @param {Script} script */
const leadsTo = (script) => known !== undefined && known.seed === script.seed &&
    known.game === script.game && known.options === script.options &&
    known.position === script.position && known.record === script.record &&
    known.log.length <= script.log.length &&
    known.log.every((entry, i) => entry.join() === script.log[i].join());

/** Asks the brain about this point of a game. @template T @param {Script} script
 *  @param {boolean} tables @param {() => Promise<T>} ask @returns {Promise<T>} */
function askAt(script, tables, ask) {
    const copy = {...script, log: script.log.slice()};
    return inTurn(async () => {
        try {
            const from = leadsTo(copy) && known ? known.log.length : 0;
            if (from < copy.log.length || !leadsTo(copy)) {
                known = undefined;
                await run(brain, 0, copy, from);
                known = copy;
            }
            if (tables) await bringTables(copy, 0);
            return await ask();
        } catch (error) {
            known = undefined;
            throw error;
        }
    });
}

/** What a player would do at this point of a game.
 *  @param {Script} script @param {number} seat @param {string} player
 *  @param {{nodes?: number, seed?: number}} [limits] @returns {Promise<Advice>} */
export const think = (script, seat, player, limits = {}) =>
    askAt(script, !player.startsWith('level:'), () => brain.call('think', 0, seat, player, limits));

/** What a choice would be worth at this point of a game (docs/analysis.md).
 *  @param {Script} script @param {number} seat @param {string} move @returns {Promise<Judged>} */
export const judge =
    (script, seat, move) => askAt(script, true, () => brain.call('judge', 0, seat, move));

/** @type {Script | undefined} */
let reviewed; // the game that the brain has in its other slot

/** One moment of a game judged, in order from 0; the last has the kind `end`.
 *  @param {Script} script @param {number} index @returns {Promise<Judged>} */
export const review = (script, index) => askReviewed(script, () => brain.call('review', 1, index));

/** Another choice judged in the decision with this number of that game. @param {Script} script
 *  @param {number} seat @param {string} move @param {number} number @returns {Promise<Judged>} */
export const retry = (script, seat, move, number) =>
    askReviewed(script, () => brain.call('judge', 1, seat, move, number));

/** @template T @param {Script} script @param {() => Promise<T>} ask @returns {Promise<T>} */
function askReviewed(script, ask) {
    return inTurn(async () => {
        if (reviewed !== script) {
            await run(brain, 1, script, 0);
            await bringTables(script, 1);
            reviewed = script;
        }
        return ask();
    });
}

/** Ends whatever is being thought. */
export function stopThinking() {
    known = reviewed = undefined;
    brain.end();
}

/** Loads the core before it is needed. */
export const warm = () => games().then(() => {});
