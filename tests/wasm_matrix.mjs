// wasm_matrix.mjs: random matrix games, as rounds of Quibbit are, solved by ring.wasm and by the same
// code natively. The values must agree, no strategy may lose more than its bound says, and ring.wasm
// may not take the slow way where the native code finds a tableau's answer good enough: vectors in
// WebAssembly once spoilt nearly every tableau, and nothing but the time showed it.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {dirname} from 'node:path';

const {POND} = process.env, SIZE = 5, GAMES = 20000, ANSWER = 2 * SIZE + 3;
const SLOW_MORE = GAMES / 200; // sums are rounded differently, so a few games may take another way
let seed = Number(process.env.SEED ?? Date.now() % 1e9);
console.log(`SEED=${seed}`);
const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
};
const below = (count) => Math.floor(random() * count);

/** Payoffs of some kind: any numbers, few different ones, or nearly the same. */
function payoffs(kind) {
    const steps = 2 + below(6), middle = random();
    const one = [() => 2 * random() - 1, () => 2 * below(steps) / (steps - 1) - 1, () => middle + 1e-3 * random()][kind];
    return Array.from({length: SIZE * SIZE}, one);
}
const games = new Float64Array((2 + SIZE * SIZE) * GAMES);
for (let i = 0; i < GAMES; i++) games.set([1 + below(SIZE), 1 + below(SIZE), ...payoffs(below(3))], i * (2 + SIZE * SIZE));

const told = execFileSync(`${dirname(POND)}/matrix_games`, {input: new Uint8Array(games.buffer), maxBuffer: 1 << 26});
const native = new Float64Array(told.buffer.slice(told.byteOffset, told.byteOffset + told.length));
assert.equal(native.length, ANSWER * GAMES);

const env = {progress: () => {}, read: () => {}};
const {instance: {exports: ring}} = await WebAssembly.instantiate(readFileSync(`${dirname(POND)}/web/ring.wasm`), {env});
const into = new Float64Array(ring.memory.buffer, ring.ring_in(), SIZE * SIZE);
const answered = () => [...new Float64Array(ring.memory.buffer.slice(ring.ring_out(), ring.ring_out() + 8 * ANSWER))];

/** What the mixed strategies of an answer are worth at least and at most, from the payoffs alone. */
function bounds(rows, columns, game, answer) {
    const sum = (count, each) => Array.from({length: count}, (_, i) => each(i)).reduce((a, b) => a + b, 0);
    const low = Math.min(...Array.from({length: columns}, (_, c) => sum(rows, (r) => answer[r] * game[r * columns + c])));
    return [low, Math.max(...Array.from({length: rows}, (_, r) => sum(columns, (c) => answer[SIZE + c] * game[r * columns + c])))];
}
let slow = 0, slowNative = 0, mixed = 0, worst = 0;
for (let i = 0; i < GAMES; i++) {
    const [rows, columns, ...game] = games.subarray(i * (2 + SIZE * SIZE), (i + 1) * (2 + SIZE * SIZE)), wanted = native.subarray(i * ANSWER, (i + 1) * ANSWER);
    into.set(game);
    ring.ring_matrix(rows, columns);
    const answer = answered(), [low, high, careful] = answer.slice(2 * SIZE), where = `${rows} x ${columns}: ${game.slice(0, rows * columns)}`;
    const [least, most] = bounds(rows, columns, game, answer);
    assert.ok(Math.abs(least - low) < 1e-12 && Math.abs(most - high) < 1e-12, where);
    assert.ok(high - low < 1e-9, where);
    worst = Math.max(worst, Math.abs(low - wanted[2 * SIZE]), Math.abs(high - wanted[2 * SIZE + 1]));
    assert.ok(worst < 1e-9, where);
    slow += careful;
    slowNative += wanted[2 * SIZE + 2];
    if (answer.filter((share) => share > 0).length > 2) mixed++;
}
assert.ok(mixed > GAMES / 8, `${mixed} mixed`);
assert.ok(slow <= slowNative + SLOW_MORE, `${slow} of ${mixed} took the slow way, natively ${slowNative}`);
console.log(`${GAMES} games, ${mixed} of them mixed, ${slow} the slow way (natively ${slowNative}); at most ${worst} apart`);
