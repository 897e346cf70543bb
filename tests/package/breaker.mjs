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

const pond = await load();
const calls = (match) => [
    () => match.play(pick(), pick()), () => match.check(pick(), pick()), () => match.resign(pick()), () => match.offerDraw(pick()),
    () => match.acceptDraw(pick()), () => match.takeBack(pick(), pick()), () => match.view(pick()), () => match.legal(pick()),
    () => match.entries(pick(), pick()), () => match.record(pick()), () => match.record({hiddenFrom: pick()}), () => match.copy().close(),
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
// Hundreds of matches at once, each by itself.
const many = Array.from({length: 200}, (_, i) => pond.match('quibbles', {seed: `many${i}`}));
assert.equal(new Set(many.map((match) => match.view(SPECTATOR).pos + match.position)).size, 200);
many.forEach((match) => match.close());
console.log('bad input: fine');
