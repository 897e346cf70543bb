// play.mjs: play.wasm as a page uses it: everything of pond.mjs but counting and measuring, and
// computer players. See play.c.
//
//     const play = await Play.from(bytes);
//     play.begin(0, 'rribbit', '', 'a seed');
//     play.think(0, 0, 'level:3').move

import {Pond} from './pond.mjs';

export class Play extends Pond {
    /** What a player would do; chances are ten-thousandths.
     *  @param {number} slot @param {number} seat @param {string} player
     *  @param {{nodes?: number, seed?: number}} [limits] */
    think(slot, seat, player, {nodes = 0, seed = 1} = {}) {
        return JSON.parse(this.ask('page_think', [player], slot, seat, nodes, seed));
    }
    /** @param {number} slot @param {string} record */
    load(slot, record) {
        this.ask('page_load', [record], slot);
    }
    /** Did the generator draw what a record tells? @param {string} record
     *  @returns {{seed: string, drawn: boolean}} */
    verify(record) {
        return JSON.parse(this.ask('page_verify', [record]));
    }
    /** @param {number} slot @param {string} seed */
    seed(slot, seed) {
        this.ask('page_seed', [seed], slot);
    }
    /** Throws a Refusal that says why a move is not allowed.
     *  @param {number} slot @param {number} seat @param {string} move */
    check(slot, seat, move) {
        this.ask('page_check', [move], slot, seat);
    }
    /** The same for a game that is played elsewhere, from what a seat sees of it.
     *  @param {string} game @param {string} options @param {string} position as everyone sees it
     *  @param {string} hand @param {number} seat @param {string} move */
    why(game, options, position, hand, seat, move) {
        this.ask('page_why', [game, options, position, hand, move], seat);
    }
    /** @param {number} slot */
    position(slot) {
        return this.call('page_position', slot);
    }
    /** How many decisions these seats may fairly take back. @param {number} slot
     *  @param {number[]} seats @returns {number} */
    takeback(slot, seats) {
        return JSON.parse(
            this.call('page_takeback', slot, seats.reduce((all, seat) => all | (1 << seat), 0)));
    }
    /** The next game of a series: its options, and who of this game sits on each of its seats.
     *  @param {number} slot @returns {{options: string, seats: number[]}} */
    next(slot) {
        return JSON.parse(this.call('page_next', slot));
    }
    /** The game of a position, its options, and the hands as they are written.
     *  @param {string} text @returns {{game: string, options: string, hands: string[]}} */
    find(text) {
        return JSON.parse(this.ask('page_find', [text]));
    }
    /** A game's table of events: by kind its arguments and sentences. @param {string} game */
    events(game) {
        return JSON.parse(this.ask('page_events', [game]));
    }
    /** What a match's entries from a number on did, as a seat may know it; and how many there are.
     *  @param {number} slot @param {number} seat */
    entries(slot, seat, from = 0) {
        return JSON.parse(this.call('page_entries', slot, seat, from));
    }
    /** The events that choices such as `0:3 1:5` would have in a complete position.
     *  @param {string} game @param {string} options @param {string} position
     *  @param {string} choices */
    tryOut(game, options, position, choices) {
        return JSON.parse(this.ask('page_try', [game, options, position, choices]));
    }
    /** For each line of a record's replay the board, all hands, and what led there.
     *  @param {string} record */
    looks(record) {
        return JSON.parse(this.ask('page_looks', [record]));
    }

    /** One moment of a game judged (docs/analysis.md); to be asked in order, from 0 to the end.
     *  @param {number} slot @param {number} index */
    review(slot, index, nodes = 0) {
        return JSON.parse(this.call('page_review', slot, index, nodes));
    }

    /** A choice judged as `pond analyse` would judge it: in the decision with this number, or now.
     *  @param {number} slot @param {number} seat @param {string} move */
    judge(slot, seat, move, number = 0, nodes = 0) {
        return JSON.parse(this.ask('page_judge', [move], slot, seat, number, nodes));
    }

    // ---- Exact values (play_tables.c) ----

    /** Takes tables of exact values, one whole file after another; how many were new.
     *  @param {ArrayBuffer} bytes */
    takeTables(bytes) {
        const at = this.exports.page_tables_room(bytes.byteLength);
        if (at === 0) return 0;
        new Uint8Array(this.exports.memory.buffer, at, bytes.byteLength).set(new Uint8Array(bytes));
        return this.exports.page_tables_take();
    }
    /** What they say about a position: `known`, and then `win` by seat, `draw` and `distance`.
     *  @param {number} slot */
    exact(slot) {
        return JSON.parse(this.call('page_exact', slot));
    }

    /** What every choice is truly worth, as `pond probe --json` has it; null if no table knows.
     *  @param {number} slot */
    choices(slot) {
        return JSON.parse(this.call('page_choices', slot));
    }

    // ---- Several Workers (play_threads.c); only threads.wasm has these ----

    /** What a helper begins with: its stack. */
    helperStack() {
        return this.exports.page_helper_stack();
    }
    /** Helps the first instance on the same memory, until this Worker is ended.
     *  @param {number} stack */
    help(stack) {
        const pointer = /** @type {WebAssembly.Global} */ (/** @type {unknown} */ (
            this.exports.__stack_pointer));
        pointer.value = stack;
        this.exports.page_help();
    }
    /** The place of the byte that ends a search. */
    stopAt() {
        return this.exports.page_stop_at();
    }

    // ---- The explorer (play_explorer.c) ----

    /** Takes a collection of games for a source: 0 engine games, 1 own ones, 2 those of the server;
     *  how many games it has. Throws a Refusal. @param {number} source @param {ArrayBuffer} bytes
     *  @returns {number} */
    takeCollection(source, bytes) {
        const at = this.exports.page_explorer_room(source, bytes.byteLength);
        if (at === 0) return 0;
        new Uint8Array(this.exports.memory.buffer, at, bytes.byteLength).set(new Uint8Array(bytes));
        return JSON.parse(this.call('page_explorer_take', source));
    }
    /** What was played in the position of a slot, most played first. @param {number} slot
     *  @param {number} source
     *  @returns {{seat: number, move: string, wins: number, draws: number, losses: number,
     *  value?: number}[]} */
    explore(slot, source) {
        return JSON.parse(this.call('page_explorer_ask', slot, source));
    }
    /** Counts games into a collection. A game is a list of calls of this class that play it in slot
     *  3; one that no longer can be played is left out. @param {[string, ...unknown[]][][]} games
     *  @returns {ArrayBuffer} */
    collect(games) {
        this.call('page_collect_begin');
        for (const calls of games) {
            try {
                for (const [name, ...args] of calls) {
                    /** @type {Record<string, Function>} */ (/** @type {unknown} */ (this))[name](
                        ...args);
                }
            } catch {
                continue;
            }
            this.call('page_collect_add', 3);
        }
        const size = this.exports.page_collect_end(), at = this.exports.page_collect_bytes();
        return this.exports.memory.buffer.slice(at, at + size);
    }

    // ---- The analysis board (play_live.c, play_tree.c) ----

    /** What the engine thinks after that many more nodes. @param {number} slot @param {number} seat
     *  @param {number} nodes @param {boolean} [alone] without helpers */
    live(slot, seat, nodes, alone = false) {
        return JSON.parse(this.call('page_live', slot, seat, nodes, alone ? 1 : 0));
    }
    /** What the side that waits would do if it could. @param {number} slot @param {number} nodes
     *  @returns {string[]} */
    threats(slot, nodes) {
        return JSON.parse(this.call('page_threats', slot, nodes));
    }
    /** How many cards of each value a seat cannot see. @param {number} slot @param {number} seat
     *  @returns {number[]} */
    hidden(slot, seat) {
        return JSON.parse(this.call('page_hidden', slot, seat));
    }
    /** Begins a tree of variations. Whatever looks at a slot may look at the tree's, TREE.
     *  @param {string} game @param {string} options @param {string} seed
     *  @param {string} position */
    treeBegin(game, options, seed, position = '') {
        this.ask('page_tree_begin', [game, options, seed, position]);
    }
    /** Opens a record, with variations or without. @param {string} record @param {string} seed */
    treeRead(record, seed) {
        this.ask('page_tree_read', [record]);
        this.ask('page_tree_seed', [seed]);
    }
    /** The whole tree as a record. */
    treeWrite() {
        return this.call('page_tree_write');
    }
    /** Its nodes, in the order in which they are written. */
    treeNodes() {
        return JSON.parse(this.call('page_tree_nodes'));
    }
    /** Where it stands: node, complete position, hands, what chance could draw. */
    treeHere() {
        return JSON.parse(this.call('page_tree_here'));
    }
    /** @param {number} node */
    treeGo(node) {
        this.call('page_tree_go', node);
    }
    /** @param {number} seat or CHANCE @param {string} move */
    treePlay(seat, move) {
        this.ask('page_tree_play', [move], seat);
    }
    /** Moves as a record writes them. @param {string} text */
    treeType(text) {
        this.ask('page_tree_type', [text]);
    }
    /** Lets chance draw what is due. */
    treeRoll() {
        this.call('page_tree_roll');
    }
    /** @param {number} node */
    treePromote(node) {
        this.call('page_tree_promote', node);
    }
    /** @param {number} node */
    treeDelete(node) {
        this.call('page_tree_delete', node);
    }
    /** @param {number} node @param {string} text */
    treeComment(node, text) {
        this.ask('page_tree_comment', [text], node);
    }
    /** @param {number} node @param {string} mark such as ?! */
    treeMark(node, mark) {
        this.ask('page_tree_mark', [mark], node);
    }

    // ---- Lessons and puzzles (play_learn.c); numbers are from 1 ----

    /** @param {string} game @param {'lesson' | 'puzzles'} kind */
    course(game, kind) {
        return JSON.parse(this.ask('page_course', [game, kind]));
    }
    /** @param {string} game @param {'lesson' | 'puzzles'} kind @param {number} number */
    exercise(game, kind, number) {
        return JSON.parse(this.ask('page_exercise', [game, kind], number));
    }
    /** Where one stands after all these answers; its `full` is a position to begin with.
     *  @param {string} game @param {'lesson' | 'puzzles'} kind @param {number} number
     *  @param {string[]} answers */
    attempt(game, kind, number, answers) {
        return JSON.parse(this.ask('page_attempt', [game, kind, answers.join(' ')], number));
    }
    /** A right answer to the decision that is due.
     *  @param {string} game @param {'lesson' | 'puzzles'} kind @param {number} number
     *  @param {string[]} answers */
    solution(game, kind, number, answers) {
        return this.ask('page_solution', [game, kind, answers.join(' ')], number);
    }
    /** @param {string} date such as 2026-11-15 */
    day(date) {
        return JSON.parse(this.ask('page_day', [date]));
    }
}
