// index.mjs: Pond for node and browsers: games, matches, views, events, players, records, exact values.
//
//     const pond = await load();
//     const match = pond.match('rribbit', {seed: 'first'});
//     match.play(0, 'b1-c3');
//     match.play(1, match.choose(1, 'level:3'));
//     match.view(0).board
//
// Everything but loading is synchronous: run long thoughts in a Worker. index.d.ts has the types.

import {WORDS} from './look.mjs';
import {Play} from './play.mjs';
import {Refusal, SPECTATOR} from './pond.mjs';

export {Refusal, SPECTATOR};

const UNIT = 10000; // the core's chance of 1
const SLOTS = 4; // matches that one instance of the core holds
const ROOMS_MAX = 32; // instances at most, 6 MB each: with more matches, those not in use give up their places

// ---- What callers give ----

const isWhole = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;
const shown = (value) => {
    if (value === null) return 'null';
    if (typeof value === 'symbol' || typeof value === 'object') return typeof value;
    return typeof value === 'string' ? `'${value.slice(0, 40)}'` : String(value).slice(0, 40);
};

/** @returns {string} */
function textOf(value, what) {
    if (typeof value === 'string') return value;
    throw new TypeError(`${what} must be a string, not ${value === null ? 'null' : typeof value}`);
}
/** @returns {number} */
function numberOf(value, what, most = 2 ** 31 - 1, least = 0) {
    if (isWhole(value, least, most)) return value;
    throw new TypeError(`${what} must be a whole number from ${least} to ${most}, not ${shown(value)}`);
}
const seatOf = (value) => numberOf(value, 'the seat', SPECTATOR);
const settingsOf = (value, what, ...known) => {
    if (typeof value !== 'object' || value === null) throw new TypeError(`${what} must be an object, not ${shown(value)}`);
    const stray = Object.keys(value).find((name) => !known.includes(name));
    if (stray !== undefined) throw new TypeError(`there is no setting ${shown(stray)}: use ${known.join(', ')}`);
    return value;
};
function oneOf(value, what, ...known) {
    if (!known.includes(value)) throw new TypeError(`${what} must be ${known.join(' or ')}, not ${shown(value)}`);
}
/** Options as notation; an object has a member for each: {players: 3}. @returns {string} */
function optionsOf(value) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return textOf(value, 'the options');
    return Object.entries(value).map(([name, each]) => `${name}=${typeof each === 'number' ? each : textOf(each, `the option ${name}`)}`).join(',');
}

/** A sentence with its values: {0}, {1}; {2:card|cards} counts, and {d1} is French: de A, d'Anna. */
function filled(sentence, values, language) {
    return sentence.replace(/\{([a-z]*)'?(\d)(?::([^|}]*)\|([^}]*))?\}/g, (_, of, i, one, many) => {
        const value = String(values[Number(i)] ?? '');
        if (many !== undefined) return new Intl.PluralRules(language).select(Number(value)) === 'one' ? one : many;
        return (of && `${of}${/^[aeiouàâäéèêëîïôöùûü]\p{L}/iu.test(value) ? "'" : 'e '}`) + value;
    });
}

/** What a table of kinds says about an event; null for nothing. */
function told(kinds, event, names, you, language) {
    if (typeof event !== 'object' || event === null || !Object.hasOwn(kinds, event.kind)) throw new TypeError('the event must be one of match.entries()');
    const {arguments: known, said, without = {}, words} = kinds[event.kind], own = WORDS[language] ?? WORDS.en;
    if (!said || known.some((name) => (event[name] ?? null) === null)) return null; // it is not known to this seat
    const nameOf = (seat) => names[seat] ?? own.DUMMY;
    const some = (seats) => new Intl.ListFormat(language).format(seats.map((seat) => (seat === you ? own.YOU.toLowerCase() : names[seat] ?? own.DUMMY.toLowerCase())));
    const values = known.map((name) => (Array.isArray(event[name]) ? some(event[name]) : words[name]?.[event[name]] ?? String(event[name])));
    const detailed = Object.entries(without).some(([name, nothing]) => String(event[name]) !== String(nothing));
    const about = event.seat === undefined ? '' : nameOf(event.seat);
    return filled(said[(event.seat === you ? 1 : 0) + (detailed ? 2 : 0)], [about, ...values], language);
}

/** A number that follows from a text (FNV-1a). @param {string} text */
function hashOf(text) {
    let hash = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    return hash >>> 1;
}

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
    if (!ArrayBuffer.isView(packed) && !(packed instanceof ArrayBuffer)) throw new TypeError(`the tables must be bytes, not ${shown(packed)}`);
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    try {
        return await new Response(stream).arrayBuffer();
    } catch (error) {
        throw new TypeError(`the tables must be a complete gzip file: ${error.message}`);
    }
}

/** Compiles the core. @param {BufferSource | WebAssembly.Module} [given] instead of play.wasm beside this file */
export async function load(given) {
    const core = given instanceof WebAssembly.Module ? given
        : await WebAssembly.compile(given ?? await bytesOf('play.wasm'));
    const source = globalThis.crypto ?? (await import('node:crypto')).webcrypto; // node 18 does not have it by itself
    return new Pond(core, (bytes) => source.getRandomValues(bytes));
}

/** The core with its matches. One instance of it holds a few, and more are made as they are needed, up to a limit: then
 *  the match that was asked longest ago gives up its place. It is played again, from its script, when it is next asked. */
class Pond {
    #core;
    #random;
    /** @type {{play: Play, free: number[]}[]} */
    #rooms = [];
    /** @type {Map<object, WeakRef<Match>>} who is where; the one that was asked longest ago comes first */
    #placed = new Map();
    /** @type {ArrayBuffer[]} tables of exact values, for instances that come later */
    #tables = [];
    /** @type {Set<string>} those of the package that are there: the core keeps whatever it is given */
    #loaded = new Set();
    #forgotten = new FinalizationRegistry((give) => give());

    constructor(core, random) {
        this.#core = core;
        this.#random = random;
        this.#open();
    }

    #open() {
        const room = {play: new Play(new WebAssembly.Instance(this.#core, {}).exports), free: [...Array(SLOTS).keys()]};
        room.play.language = this.language;
        for (const bytes of this.#tables) room.play.takeTables(bytes);
        this.#rooms.push(room);
        return room;
    }

    /** A slot for a match; it is given back when the match is closed, forgotten, or makes room for another. */
    #take(owner) {
        const isFree = ({free}) => free.length > 0;
        if (this.#rooms.length === ROOMS_MAX && !this.#rooms.some(isFree)) {
            const [place, held] = this.#placed.entries().next().value;
            held.deref()?.[LEAVE]();
            place.give();
        }
        const room = this.#rooms.find(isFree) ?? this.#open(), slot = room.free.pop();
        const place = {
            play: room.play, slot,
            give: () => {
                this.#forgotten.unregister(place);
                if (this.#placed.delete(place)) room.free.push(slot);
            },
        };
        this.#placed.set(place, new WeakRef(owner));
        this.#forgotten.register(owner, place.give, place);
        return place;
    }
    #use(place) {
        const held = this.#placed.get(place);
        this.#placed.delete(place);
        this.#placed.set(place, held);
    }

    get language() {
        return this.#rooms[0]?.play.language ?? 'en';
    }
    set language(name) {
        textOf(name, 'the language');
        for (const {play} of this.#rooms) play.language = name;
    }

    games() {
        return this.#rooms[0].play.games();
    }
    kinds(game) {
        return this.#rooms[0].play.events(textOf(game, 'the game'));
    }

    match(game, settings = {}) {
        const {options = '', seed = this.#seed(), position = ''} = settingsOf(settings, 'the settings', 'options', 'seed', 'position');
        for (const [what, value] of Object.entries({game, seed, position})) textOf(value, `the ${what}`);
        return this.#begin({game, options: optionsOf(options), seed, position, record: '', log: []});
    }
    /** @param {string} text one or more records */
    read(text) {
        return recordsOf(textOf(text, 'the record')).map((record) => this.#begin({game: '', options: '', seed: this.#seed(), position: '', record, log: []}));
    }
    replay(text) {
        return this.#rooms[0].play.replay(textOf(text, 'the record')).trimEnd().split('\n').map((line) => JSON.parse(line));
    }
    verify(record) {
        return this.#rooms[0].play.verify(textOf(record, 'the record'));
    }

    async loadTables(rules = {}, packed) {
        const {turn = 'single', win = 'row'} = settingsOf(rules, 'the rules', 'turn', 'win');
        oneOf(turn, 'the option turn', 'single', 'chain');
        oneOf(win, 'the option win', 'row', 'row-or-seven');
        const name = `rribbit-${turn}-${win === 'row' ? 'row' : 'seven'}`;
        if (packed === undefined && this.#loaded.has(name)) return 0;
        const bytes = await unpacked(packed ?? await bytesOf(`tables/${name}.bin`));
        const taken = Math.max(...this.#rooms.map(({play}) => play.takeTables(bytes)));
        if (taken > 0) this.#tables.push(bytes);
        if (packed === undefined) this.#loaded.add(name);
        return taken;
    }

    #seed() {
        return [...this.#random(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    }

    #begin(script) {
        const match = new Match({copy: (one) => this.#begin(one), take: (owner) => this.#take(owner), use: (place) => this.#use(place)}, script);
        match[PUT]();
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

const PUT = Symbol('put'), LEAVE = Symbol('leave');

/** A game being played, or one that was read. */
class Match {
    #pond;
    #script;
    #place;
    #closed = false;

    constructor(pond, script) {
        this.#pond = pond;
        this.#script = script;
    }

    /** Brings the match into a place in the core. */
    [PUT]() {
        const place = this.#pond.take(this);
        try {
            this.#begin(place);
        } catch (error) {
            place.give();
            throw error;
        }
        this.#place = place;
    }
    /** Another match needs the place. */
    [LEAVE]() {
        this.#place = undefined;
    }
    #begin({play, slot}) {
        const {game, options, seed, position, record, log} = this.#script;
        this.seed = seed;
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
        if (this.#closed) throw new Error('this match is closed');
        if (this.#place) this.#pond.use(this.#place);
        else this[PUT]();
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
        return this.#do('submit', seatOf(seat), textOf(move, 'the move'));
    }
    resign(seat) {
        return this.#do('resign', seatOf(seat));
    }
    offerDraw(seat) {
        return this.#do('offerDraw', seatOf(seat));
    }
    acceptDraw(seat) {
        return this.#do('acceptDraw', seatOf(seat));
    }
    takeBack(seat, decisions = 1) {
        return this.#do('takeBack', seatOf(seat), numberOf(decisions, 'the number of decisions'));
    }
    check(seat, move) {
        const {play, slot} = this.#core;
        play.check(slot, seatOf(seat), textOf(move, 'the move'));
    }
    copy() {
        if (this.#closed) throw new Error('this match is closed');
        return this.#pond.copy({...this.#script, log: [...this.#script.log]});
    }
    close() {
        this.#place?.give();
        this.#place = undefined;
        this.#closed = true;
    }

    // ---- Looking ----

    view(seat = SPECTATOR) {
        const {play, slot} = this.#core;
        return play.look(slot, seatOf(seat));
    }
    legal(seat) {
        return this.view(seatOf(seat)).legal;
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
        return play.entries(slot, seatOf(seat), numberOf(from, 'the first entry')).entries;
    }
    tell(event, settings = {}) {
        const {play} = this.#core, {names = [], you = SPECTATOR} = settingsOf(settings, 'the settings', 'names', 'you');
        if (!Array.isArray(names)) throw new TypeError(`the names must be an array, not ${shown(names)}`);
        const {PLAYER} = WORDS[play.language] ?? WORDS.en;
        const all = Array.from({length: this.seats}, (_, seat) => (names[seat] === undefined ? filled(PLAYER, [seat + 1]) : textOf(names[seat], 'a name')));
        return told(play.events(this.game), event, all, seatOf(you), play.language);
    }
    record(settings = {}) {
        const {play, slot} = this.#core, {hiddenFrom = -1} = settingsOf(settings, 'the settings', 'hiddenFrom');
        return play.record(slot, numberOf(hiddenFrom, 'the seat', SPECTATOR, -1));
    }

    // ---- Thinking ----

    think(seat, player = 'level:3', limits = {}) {
        const {play, slot} = this.#core, {nodes = 0, seed = hashOf(this.seed)} = settingsOf(limits, 'the limits', 'nodes', 'seed');
        const given = {nodes: numberOf(nodes, 'the number of nodes'), seed: numberOf(seed, 'the seed')};
        const {exact, end, ...advice} = play.think(slot, seatOf(seat), textOf(player, 'the player'), given);
        const part = (units) => units / UNIT;
        return {
            ...advice, exact: exact === 1, end: end || null, win: advice.win.map(part), draw: part(advice.draw), dummy: part(advice.dummy),
            choices: advice.choices.map(({move, value, error, probability}) => ({
                move,
                probability: part(probability),
                ...(value === undefined ? {} : {value: part(value), error: part(error)}),
            })),
        };
    }
    choose(seat, player = 'level:3', limits = {}) {
        return this.think(seat, player, limits).move;
    }
    exact() {
        const {play, slot} = this.#core, {known, ...truth} = play.exact(slot);
        return known === 1 ? {...truth, distance: truth.distance || null} : null;
    }
}
