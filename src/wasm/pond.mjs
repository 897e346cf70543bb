// pond.mjs: pond.wasm as a page uses it: calls with texts, answers as texts. See core.c.
//
//     const pond = await Pond.from(bytes);
//     pond.begin(0, 'rribbit', '', 'a seed');
//     pond.submit(0, 0, 'b1-c3');
//     pond.look(0, 1).pos
//
// What the module refuses is thrown as a Refusal, whose message is a sentence for the player.

export const SPECTATOR = 6;

export class Refusal extends Error {
    /** @param {string} message @param {number} line */
    constructor(message, line) {
        super(message);
        this.name = 'Refusal';
        this.line = line; // of the record that it is about; 0: of none
    }
}

/** What a module exports: functions of numbers, and its memory.
 *  @typedef {Record<string, (...numbers: number[]) => number>
 *    & {memory: WebAssembly.Memory}} Exports */

export class Pond {
    /** @param {BufferSource | WebAssembly.Module} source
     *  @param {WebAssembly.Memory} [memory] where the module does not bring its own */
    static async from(source, memory) {
        /** @type {WebAssembly.Imports} */
        const imports = memory ? {env: {memory}} : {};
        const made = source instanceof WebAssembly.Module
            ? await WebAssembly.instantiate(source, imports)
            : (await WebAssembly.instantiate(source, imports)).instance;
        return new this(/** @type {Exports} */ ({memory, ...made.exports}));
    }

    /** @param {Exports} exports */
    constructor(exports) {
        this.exports = exports;
        this.spoken = 'en';
    }

    /** A language that it does not speak is English. @param {string} tag */
    set language(tag) {
        this.spoken = this.ask('page_speak', [tag]);
    }
    get language() {
        return this.spoken;
    }

    // ---- Playing ----

    games() {
        return lines(this.call('page_games'));
    }
    /** @param {number} slot @param {string} game @param {string} options @param {string} seed */
    begin(slot, game, options = '', seed, position = '') {
        this.ask('page_new', [game, options, seed, position], slot);
    }
    /** @param {number} slot @param {number} seat @param {string} move */
    submit(slot, seat, move) {
        this.ask('page_submit', [move], slot, seat);
    }
    /** @param {number} slot @param {number} seat */
    resign(slot, seat) {
        this.call('page_resign', slot, seat);
    }
    /** @param {number} slot @param {number} seat */
    offerDraw(slot, seat) {
        this.call('page_offer_draw', slot, seat);
    }
    /** @param {number} slot @param {number} seat */
    acceptDraw(slot, seat) {
        this.call('page_accept_draw', slot, seat);
    }
    /** @param {number} slot @param {number} seat @param {number} decisions */
    takeBack(slot, seat, decisions) {
        this.call('page_take_back', slot, seat, decisions);
    }

    // ---- Looking ----

    /** @param {number} slot @param {number} seat */
    look(slot, seat) {
        return JSON.parse(this.call('page_look', slot, seat));
    }
    /** @param {number} slot */
    record(slot, hiddenFrom = -1) {
        return this.call('page_record', slot, hiddenFrom);
    }

    // ---- Records, random games, counting, measuring ----

    /** @param {string | Uint8Array} record */
    replay(record) {
        return this.ask('page_replay', [record]);
    }
    /** @param {string} game @param {string} options @param {string} seed */
    random(game, options, seed, {number = 0, limit = 0} = {}) {
        return this.ask('page_random', [game, options, seed], number, limit);
    }
    /** @param {string} game @param {string} options @param {number} depth */
    perft(game, options, depth, {position = '', bulk = false} = {}) {
        return this.ask('page_perft', [game, options, position], depth, bulk ? 1 : 0);
    }
    signature() {
        return this.exports.page_signature() >>> 0;
    }
    /** @param {number} index */
    bench(index) {
        return JSON.parse(this.call('page_bench', index));
    }

    // ---- Texts in and out ----

    /** Calls a function whose first argument is the length of its texts; a text may also be bytes.
     *  @param {string} name @param {(string | Uint8Array)[]} texts @param {number[]} numbers */
    ask(name, texts, ...numbers) {
        const {memory, page_in, page_in_max} = this.exports;
        const pieces = texts.map(
            (text) => (typeof text === 'string' ? encoder.encode(text) : text));
        const length = pieces.reduce((sum, piece) => sum + piece.length + 1, -1);
        if (length <= page_in_max()) {
            const room = new Uint8Array(memory.buffer, page_in(), length);
            let at = 0;
            for (const piece of pieces) {
                if (at > 0) room[at - 1] = 0;
                room.set(piece, at);
                at += piece.length + 1;
            }
        }
        return this.call(name, length, ...numbers);
    }

    /** Calls a function as often as it takes to have the whole answer.
     *  @param {string} name @param {number[]} numbers @returns {string} */
    call(name, ...numbers) {
        const {memory, page_out, page_out_max, page_out_length, page_out_from} = this.exports;
        const decoder = new TextDecoder();
        let text = '';
        for (let from = 0; ; from += page_out_max()) {
            page_out_from(from);
            const done = this.exports[name](...numbers) === 1;
            const left = page_out_length() - (done ? from : 0);
            const bytes = new Uint8Array(memory.buffer, page_out(), Math.min(left, page_out_max()))
                .slice(); // what is shared cannot be decoded
            if (!done) {
                throw new Refusal(decoder.decode(bytes), this.exports.page_error_line());
            }
            text += decoder.decode(bytes, {stream: left > page_out_max()});
            if (left <= page_out_max()) return text;
        }
    }
}

const encoder = new TextEncoder();

/** @param {string} text */
function lines(text) {
    return text.trimEnd().split('\n').map((line) => JSON.parse(line));
}
