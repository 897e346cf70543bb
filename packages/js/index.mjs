// index.mjs: Pond for node and browsers: games, matches, views, events, players, records, exact values.
//
//     const pond = await load();
//     const match = pond.match('rribbit', {seed: 'first'});
//     match.play(0, 'b1-c3');
//     match.play(1, match.choose(1, 'level:3'));
//     match.view(0).board
//
// Everything but loading is synchronous: run long thoughts in a Worker. index.d.ts has the types.

import {Play} from './play.mjs';
import {Refusal, SPECTATOR} from './pond.mjs';

export {Refusal, SPECTATOR};

const UNIT = 10000; // the core's chance of 1
const SLOTS = 4; // matches that one instance of the core holds

/** Bytes of a file beside this one, in a browser and in node. @param {string} name */
async function bytesOf(name) {
    const address = new URL(name, import.meta.url);
    if (address.protocol === 'file:') return (await import('node:fs/promises')).readFile(address);
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
}

/** @param {Uint8Array} packed */
async function unpacked(packed) {
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream).arrayBuffer();
}

/** Compiles the core. @param {BufferSource | WebAssembly.Module} [given] instead of play.wasm beside this file */
export async function load(given) {
    const core = given instanceof WebAssembly.Module ? given
        : await WebAssembly.compile(given ?? await bytesOf('play.wasm'));
    const source = globalThis.crypto ?? (await import('node:crypto')).webcrypto; // node 18 does not have it by itself
    return new Pond(core, (bytes) => source.getRandomValues(bytes));
}

/** The core with its matches. One instance of it holds a few; more are made as they are needed. */
class Pond {
    #core;
    #random;
    /** @type {{play: Play, free: number[]}[]} */
    #rooms = [];
    /** @type {ArrayBuffer[]} tables of exact values, for instances that come later */
    #tables = [];
    #language = 'en';
    #forgotten = new FinalizationRegistry((give) => give());

    constructor(core, random) {
        this.#core = core;
        this.#random = random;
        this.#open();
    }

    #open() {
        const room = {play: new Play(new WebAssembly.Instance(this.#core, {}).exports), free: [...Array(SLOTS).keys()]};
        room.play.language = this.#language;
        for (const bytes of this.#tables) room.play.takeTables(bytes);
        this.#rooms.push(room);
        return room;
    }

    /** A slot for a match; it is given back when the match is closed or forgotten. */
    #take(owner) {
        const room = this.#rooms.find(({free}) => free.length > 0) ?? this.#open(), slot = room.free.pop();
        let given = false;
        const give = () => {
            if (!given) room.free.push(slot);
            given = true;
        };
        this.#forgotten.register(owner, give);
        return {play: room.play, slot, give};
    }

    get language() {
        return this.#language;
    }
    set language(name) {
        this.#language = name === 'fr' ? 'fr' : 'en';
        for (const {play} of this.#rooms) play.language = this.#language;
    }

    games() {
        return this.#rooms[0].play.games();
    }
    kinds(game) {
        return this.#rooms[0].play.events(game);
    }

    match(game, {options = '', seed = this.#seed(), position = ''} = {}) {
        return this.#begin({game, options, seed, position, record: '', log: []});
    }
    /** @param {string} text one or more records */
    read(text) {
        return recordsOf(text).map((record) => this.#begin({game: '', options: '', seed: this.#seed(), position: '', record, log: []}));
    }
    replay(text) {
        return this.#rooms[0].play.replay(text).trimEnd().split('\n').map((line) => JSON.parse(line));
    }
    verify(record) {
        return this.#rooms[0].play.verify(record);
    }

    async loadTables({turn = 'single', win = 'row'} = {}, packed) {
        const name = `rribbit-${turn}-${win === 'row' ? 'row' : 'seven'}`;
        const bytes = await unpacked(packed ?? await bytesOf(`tables/${name}.bin`));
        this.#tables.push(bytes);
        return Math.max(...this.#rooms.map(({play}) => play.takeTables(bytes)));
    }

    #seed() {
        return [...this.#random(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    }

    #begin(script) {
        const copy = (one) => this.#begin(one);
        const match = new Match(copy, script), place = this.#take(match);
        try {
            match[PUT](place);
        } catch (error) {
            place.give();
            throw error;
        }
        return match;
    }
}

/** The records of a text: one begins with the tags that follow something else. @param {string} text */
function recordsOf(text) {
    const records = [];
    let inTags = false;
    for (const line of text.split('\n')) {
        const isTag = line.startsWith('[');
        if (isTag && !inTags) records.push([]);
        if (line.trim() !== '') inTags = isTag;
        if (records.length === 0 && line.trim() !== '') records.push([]); // not a record: the core says why
        records.at(-1)?.push(line);
    }
    return records.map((lines) => `${lines.join('\n')}\n`);
}

const PUT = Symbol('put');

/** A game being played, or one that was read. */
class Match {
    #copy;
    #script;
    #place;

    constructor(copy, script) {
        this.#copy = copy;
        this.#script = script;
    }

    /** Brings the match into its place in the core. */
    [PUT](place) {
        const {game, options, seed, position, record, log} = this.#script, {play, slot} = place;
        this.seed = seed;
        this.#place = place;
        if (record !== '') {
            play.load(slot, record);
            // One that is over keeps the seed that drew it; what is drawn from now on comes from another.
            this.seed = play.look(slot, SPECTATOR).result === null ? seed : /^\[Seed "(.*)"\]$/m.exec(record)?.[1] ?? '';
            if (this.seed !== '') play.seed(slot, this.seed);
        } else {
            play.begin(slot, game, options, seed, position);
        }
        for (const [name, ...more] of log) play[name](slot, ...more);
        const look = play.look(slot, SPECTATOR);
        this.game = look.game;
        this.options = look.options;
        this.seats = look.seats;
    }

    get #core() {
        if (!this.#place) throw new Error('this match is closed');
        return this.#place;
    }
    #do(name, ...more) {
        const {play, slot} = this.#core;
        play[name](slot, ...more);
        this.#script.log.push([name, ...more]);
        return this;
    }

    // ---- Playing ----

    play(seat, move) {
        return this.#do('submit', seat, move);
    }
    resign(seat) {
        return this.#do('resign', seat);
    }
    offerDraw(seat) {
        return this.#do('offerDraw', seat);
    }
    acceptDraw(seat) {
        return this.#do('acceptDraw', seat);
    }
    takeBack(seat, decisions = 1) {
        return this.#do('takeBack', seat, decisions);
    }
    check(seat, move) {
        const {play, slot} = this.#core;
        play.check(slot, seat, move);
    }
    copy() {
        return this.#copy({...this.#script, log: [...this.#script.log]});
    }
    close() {
        this.#place?.give();
        this.#place = undefined;
    }

    // ---- Looking ----

    view(seat = SPECTATOR) {
        const {play, slot} = this.#core;
        return play.look(slot, seat);
    }
    legal(seat) {
        return this.view(seat).legal;
    }
    get turn() {
        return this.view().turn;
    }
    get result() {
        const {result, reason} = this.view();
        return result === null ? null : {result, reason};
    }
    get over() {
        return this.result !== null;
    }
    get position() {
        const {play, slot} = this.#core;
        return play.position(slot);
    }
    get state() {
        const {game, options, turn, result, reason} = this.view();
        return {game, options, position: this.position, turn, result, reason, legal: Object.fromEntries(turn.map((seat) => [seat, this.legal(seat)]))};
    }
    entries(seat = SPECTATOR, from = 0) {
        const {play, slot} = this.#core;
        return play.entries(slot, seat, from).entries;
    }
    record({hiddenFrom = -1} = {}) {
        const {play, slot} = this.#core;
        return play.record(slot, hiddenFrom);
    }

    // ---- Thinking ----

    think(seat, player = 'level:3', limits = {}) {
        const {play, slot} = this.#core, {exact, end, ...advice} = play.think(slot, seat, player, limits);
        const part = (units) => units / UNIT;
        return {
            ...advice, exact: exact === 1, end: end || null, win: advice.win.map(part), draw: part(advice.draw), dummy: part(advice.dummy),
            choices: advice.choices.map(({move, value, probability}) =>
                ({move, probability: part(probability), ...(value === undefined ? {} : {value: part(value)})})),
        };
    }
    choose(seat, player = 'level:3', limits = {}) {
        return this.think(seat, player, limits).move;
    }
    exact() {
        const {play, slot} = this.#core, {known, ...truth} = play.exact(slot);
        return known === 1 ? truth : null;
    }
}
