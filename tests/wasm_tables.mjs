// wasm_tables.mjs: the tables of exact values that the page fetches say in play.wasm what those in the
// program say; the full engine and a review use them, levels do not; damaged ones give no answer.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {gunzipSync} from 'node:zlib';

const {TOP, POND, BUILD} = process.env;
const {Play} = await import(`file://${TOP}/src/wasm/play.mjs`);
const module = readFileSync(`${BUILD}/play.wasm`);
const packed = (name) => readFileSync(`${dirname(POND)}/web/tables/rribbit-${name}.bin`);
const unpacked = (name) => {
    const bytes = gunzipSync(packed(name));
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
};

// By options: the file, how many tables it has, and how many frogs each side of a position has.
const SETS = [
    ['turn=single,win=row', 'single-row', 3, [[3, 1], [1, 3], [4, 1], [1, 4], [3, 2], [2, 3]]],
    ['turn=chain,win=row', 'chain-row', 1, [[3, 1], [1, 3]]],
    ['turn=single,win=row-or-seven', 'single-seven', 1, [[3, 1], [1, 3]]],
    ['turn=chain,win=row-or-seven', 'chain-seven', 1, [[3, 1], [1, 3]]],
];
const SIZE_MAX = 1_100_000; // fetched, at most, for one game
const EACH = 16; // positions of each kind; every choice of each is compared

let seed = 7;
const below = (count) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor(seed / 65536) % count;
};

// That many frogs on random pads, half of them near the arena; light moves first.
function position(light, dark, count) {
    const pads = new Map();
    const near = below(2) === 0;
    while (pads.size < light + dark) {
        const pad = near ? (1 + below(5)) * 9 + 1 + below(7) : below(63);
        if (!pads.has(pad)) pads.set(pad, pads.size < light ? 'L' : 'D');
    }
    const rows = [];
    for (let row = 6; row >= 0; row--) {
        const signs = Array.from({length: 9}, (_, column) => pads.get(row * 9 + column) ?? '.').join('');
        rows.push(signs.replace(/\.+/g, ({length}) => String(length)));
    }
    return `${rows.join('/')} l ${count}`;
}

// The word and distance for the seat to move.
const said = ({known, win, draw, distance}, seat) => known === 0 ? 'unknown'
    : draw === 1 ? 'drawn' : `${win[seat] === 1 ? 'won' : 'lost'} ${distance}`;
const wordOf = ({value, distance}) => value === 'drawn' ? 'drawn' : `${value} ${distance}`;

// What a choice leads to, as its seat sees it: one ply more, won and lost exchanged.
function after(play, options, start, move) {
    play.begin(1, 'rribbit', options, 'x', start);
    play.submit(1, 0, move);
    const {result} = play.look(1, 0);
    if (result === 'draw') return 'drawn';
    if (result !== null) return `${result === 'seat 0' ? 'won' : 'lost'} 1`;
    const {known, win, draw, distance} = play.exact(1);
    if (known === 0) return 'unknown';
    return draw === 1 ? 'drawn' : `${win[0] === 1 ? 'won' : 'lost'} ${distance + 1}`;
}

// ---- The same values ----

const play = await Play.from(module);
let compared = 0, decided = 0;
for (const [options, name, count, kinds] of SETS) {
    assert.ok(packed(name).length < SIZE_MAX);
    assert.equal(play.takeTables(unpacked(name)), count);
    assert.equal(play.takeTables(unpacked(name)), 0, 'nothing is taken twice');
    for (const [light, dark] of kinds) {
        for (let i = 0; i < EACH;) {
            const start = position(light, dark, ['0,0', '20,20', '38,38'][i % 3]);
            play.begin(0, 'rribbit', options, 'x', start);
            if (play.look(0, 0).result !== null) continue; // a row stands
            i++;
            const native = JSON.parse(execFileSync(POND, ['probe', 'rribbit', '--folder', `${TOP}/docs`, '--options', options,
                '--position', start, '--json'], {encoding: 'utf8'}));
            const where = `${options} ${start}`;
            if (!/late|unknown/.test(native.value)) assert.equal(said(play.exact(0), 0), wordOf(native), where);
            for (const choice of native.choices) {
                if (/late|unknown/.test(choice.value)) continue; // under the count nobody knows, or a draw by it
                assert.equal(after(play, options, start, choice.move), wordOf(choice), `${where} ${choice.move}`);
                compared++;
                if (choice.value !== 'drawn') decided++;
            }
        }
    }
}
assert.ok(compared > 2000 && decided > 300, `${compared} compared, ${decided} decided`);
console.log(`${compared} choices, the same values`);

// ---- Who uses them ----

{
    const start = '9/8L/5L3/9/9/9/D1LL5 l 0,0'; // the longest win of four against one
    const bare = await Play.from(module);
    bare.begin(0, 'rribbit', '', 'x', start);
    play.begin(0, 'rribbit', '', 'x', start);
    assert.deepEqual(bare.exact(0), {known: 0});
    const best = play.think(0, 0, 'engine:hash=1', {nodes: 1000});
    assert.deepEqual([best.exact, best.end, best.move, best.win[0]], [1, 32, 'd1-f2', 10000]);
    assert.equal(bare.think(0, 0, 'engine:hash=1', {nodes: 1000}).exact, 0);
    assert.deepEqual(play.think(0, 0, 'level:3'), bare.think(0, 0, 'level:3'), 'a level is as strong as ever');

    // A review: the first turn throws the win away.
    for (const one of [play, bare]) {
        one.begin(1, 'rribbit', '', 'x', start);
        one.submit(1, 0, 'c1-a2');
    }
    const judged = play.review(1, 0), without = bare.review(1, 0, 1000);
    assert.deepEqual([judged.exact, judged.win_in, judged.known.best, judged.known.best_value, judged.known.value],
        [true, 16, 'd1-f2', 1, 0.5]);
    assert.equal(without.exact, false);

    // What is larger than any table is searched, with room for it beside the tables.
    play.begin(2, 'rribbit', '', 'x', '');
    assert.equal(play.think(2, 0, 'engine:hash=32', {nodes: 2000}).exact, 0);
    assert.deepEqual(play.exact(2), {known: 0});
    play.begin(0, 'rribbit', '', 'x', start);
    assert.equal(said(play.exact(0), 0), 'won 32');
}

// ---- Damaged ----

{
    const right = new Uint8Array(unpacked('single-row'));
    const start = '9/8L/5L3/9/9/9/D1LL5 l 0,0';
    for (const [what, change] of [
        ['nothing', () => new Uint8Array(0)],
        ['no table', () => new Uint8Array(5000)],
        ['cut short', () => right.slice(0, 20000)],
        ['header', (bytes) => (bytes[100] ^= 4, bytes)],
        ['every block', (bytes) => {
            for (let i = 600; i < bytes.length; i += 1000) bytes[i] ^= 1;
            return bytes;
        }],
    ]) {
        const fresh = await Play.from(module);
        fresh.takeTables(change(right.slice()).buffer);
        fresh.begin(0, 'rribbit', '', 'x', start);
        assert.deepEqual(fresh.exact(0), {known: 0}, what);
        assert.equal(fresh.think(0, 0, 'engine:hash=1', {nodes: 500}).exact, 0, what);
    }
}
