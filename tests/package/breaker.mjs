// breaker.mjs: random calls with arguments that nobody should give: each is refused with a sentence, and nothing breaks.
// tests/page/package.mjs runs it.

import assert from 'node:assert/strict';
import {load, Refusal, SPECTATOR} from 'pond-games';
import {draw} from 'pond-games/draw';

const JUNK = [
    undefined, null, -1, 0, 1, 5, 6, 7, 256, 2 ** 31, 2 ** 53, -(2 ** 31), NaN, Infinity, 1.5, '0', '', 'b1-c3', 'x'.repeat(1e5),
    '\0', '🐸', '\ud800', 'level:9', 'random', 'players=5', 'engine:nodes=5', {}, [], [1, 2], true, Symbol('junk'), 10n, () => 1,
];
let word = Number(process.env.SEED ?? 1); // xorshift: the same calls for the same seed
const below = (limit) => {
    word ^= word << 13, word ^= word >>> 17, word ^= word << 5;
    return (word >>> 0) % limit;
};
const pick = () => JUNK[below(JUNK.length)];
const player = () => ['level:0', 'random', pick()][below(3)], nodes = () => [50, -1, 1.5, NaN, null, '7', {}, 10n][below(8)];

const cores = [];
WebAssembly.Instance = class extends WebAssembly.Instance {
    constructor(...given) {
        super(...given);
        cores.push(this);
    }
};
let watched = 0; // objects whose end somebody wants to hear of
globalThis.FinalizationRegistry = class extends FinalizationRegistry {
    register(...given) {
        super.register(...given);
        watched++;
    }
    unregister(token) {
        const known = super.unregister(token);
        if (known) watched--;
        return known;
    }
};
const pond = await load();
const calls = (match) => [
    () => match.play(pick(), pick()), () => match.check(pick(), pick()), () => match.resign(pick()), () => match.offerDraw(pick()),
    () => match.acceptDraw(pick()), () => match.takeBack(pick(), pick()), () => match.view(pick()), () => match.legal(pick()),
    () => match.entries(pick(), pick()), () => match.tell(pick(), pick()), () => match.tell(match.entries()[0]?.events[0] ?? pick(), {names: pick(), you: pick()}),
    () => match.tell({kind: 'leap', seat: pick(), from: pick(), over: pick()}, {names: [pick()]}), () => match.record(pick()), () => match.record({hiddenFrom: pick()}), () => match.copy().close(),
    () => match.think(pick(), player(), {nodes: nodes(), seed: pick()}), () => match.think(0, player(), pick()), () => match.exact(),
    () => pond.match(pick()).close(), () => pond.match('rribbit', pick()).close(), () => pond.kinds(pick()), () => match.record({[String(below(9))]: 1}),
    () => pond.match('quibbles', {options: pick(), seed: pick(), position: pick()}).close(), () => pond.read(pick()),
    () => pond.replay(pick()), () => pond.verify(pick()), () => (pond.language = pick()), () => draw(pick()), () => draw(match.view(0), pick()),
    () => draw(match.view(0), {names: pick(), theme: pick(), language: pick()}), () => pond.read(match.record().slice(below(60))).forEach((one) => one.close()),
    () => match.turn.slice(0, 1).forEach((seat) => match.play(seat, match.choose(seat, 'random'))),
];

const quiet = pond.match('quibbles', {seed: 'quiet'}), before = quiet.record();
let refused = 0;
for (let round = 0; round < Number(process.env.ROUNDS ?? 60); round++) {
    pond.language = 'en';
    const match = pond.match(['rribbit', 'quibbit', 'quibbles'][round % 3], {seed: `breaker${round}`}), all = calls(match);
    for (let i = 0; i < 40; i++) {
        try {
            all[below(all.length)]();
        } catch (error) {
            const isSentence = error instanceof Refusal || (error instanceof TypeError && /^(the|a|there) .*(must|is) /.test(error.message));
            assert.ok(isSentence, `SEED=${process.env.SEED ?? 1}, round ${round}, call ${i}: ${error.stack}`);
            refused++;
        }
    }
    assert.equal(pond.read(match.record()).length, 1);
    match.close();
}
assert.equal(quiet.record(), before, 'a match that nobody touched');
assert.ok(refused > 100);

// A record of megabytes is read or refused; so is garbage of that size.
const long = Array.from({length: 3000}, () => before).join('\n');
assert.throws(() => pond.read(`[Game "rribbit"]\n${'b1-c3 '.repeat(500000)}`), Refusal);
assert.throws(() => pond.replay(`${long}\nnonsense`), Refusal);
// A thousand matches at once that nobody closes, asked in any order: they need the memory of a few.
const many = Array.from({length: 1000}, (_, i) => pond.match(['quibbles', 'quibbit', 'rribbit'][i % 3], {seed: `many${i}`}));
const records = many.map((match) => match.record());
for (let i = 0; i < 3000; i++) {
    const number = below(many.length), match = many[number];
    assert.equal(match.record(), records[number]);
    for (const seat of match.turn) match.play(seat, match.legal(seat)[below(match.legal(seat).length)]);
    if (below(20) === 0) match.takeBack(0, 1);
    if (below(20) === 0) [many[number]] = pond.read(match.record());
    records[number] = many[number].record();
}
assert.ok(cores.length <= 32, `${cores.length} instances`);
const soFar = watched;
for (let i = 0; i < 1000; i++) many[i].turn;
assert.ok(watched <= soFar + 128, `${watched} matches in places, after ${soFar}`);
many.forEach((match) => match.close());

// What is closed stays closed, and tables are bytes.
assert.throws(() => many[0].copy(), /closed/);
assert.throws(() => many[0].turn, /closed/);
for (const tables of [5, 'tables', new Uint8Array(9), new Uint8Array(0)]) await assert.rejects(() => pond.loadTables({}, tables), /^TypeError: the tables must be/);

// Tables that are there already take no more memory.
const size = () => cores.reduce((all, {exports}) => all + exports.memory.buffer.byteLength, 0);
await pond.loadTables();
const loaded = size();
for (let i = 0; i < 5; i++) assert.equal(await pond.loadTables(), 0);
assert.equal(size(), loaded);

// A view may come from anywhere: whatever it says, a drawing holds no markup of its own.
const EVIL = '"/><img src=x onerror=alert(1)>';
/** Every value of a view, one after another, becomes something evil. */
function* spoilt(view) {
    const places = (at, ...path) => at !== null && typeof at === 'object' ? Object.keys(at).flatMap((key) => places(at[key], ...path, key)) : [path];
    for (const path of places(view)) {
        for (const evil of [EVIL, [EVIL], {length: EVIL}, null, 1e9]) {
            const copy = structuredClone(view);
            path.slice(0, -1).reduce((at, key) => at[key], copy)[path.at(-1)] = evil;
            yield copy;
        }
    }
}
for (const [game, options] of [['rribbit', ''], ['quibbit', 'players=3'], ['quibbles', '']]) {
    const match = pond.match(game, {options, seed: 'evil'});
    for (let i = 0; i < 9; i++) match.play(match.turn[0], match.choose(match.turn[0], 'random'));
    for (const view of spoilt({...match.view(0), last: 'b1-c3'})) {
        try {
            assert.ok(!draw(view).includes('<img'));
        } catch (error) {
            if (!(error instanceof TypeError)) throw error;
            assert.match(error.message, /^(the|a) view /);
        }
    }
}
console.log('bad input: fine');
