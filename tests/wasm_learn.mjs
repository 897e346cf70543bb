// wasm_learn.mjs: lessons and puzzles in play.wasm: every exercise can be worked through to its end by its
// own solutions, in both languages, and what the page is told is what the program tells.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';

const {TOP, POND, BUILD} = process.env;
const {Play} = await import(`file://${TOP}/src/wasm/play.mjs`);
const play = await Play.from(readFileSync(`${BUILD}/play.wasm`));
const GAMES = ['quibbit', 'quibbles', 'rribbit'];
const program = (...words) => JSON.parse(execFileSync(POND, words, {encoding: 'utf8'}).trim().split('\n').pop());

// Answers as solutions give them; every stage has something to say.
function work(game, kind, number) {
    const {stages} = play.exercise(game, kind, number);
    const answers = [];
    assert.equal(play.attempt(game, kind, number, answers).verdict, 'none');
    for (let stage = 1; stage <= stages; stage++) {
        answers.push(play.solution(game, kind, number, answers));
        const now = play.attempt(game, kind, number, answers);
        assert.equal(now.verdict, 'right');
        assert.equal(now.stage, stage);
        assert.ok(now.said.length > 3);
        assert.equal(now.finished, stage === stages);
    }
    return answers;
}

let count = 0;
for (const language of ['en', 'fr']) {
    play.language = language;
    for (const game of GAMES) {
        for (const kind of ['lesson', 'puzzles']) {
            const {exercises} = play.course(game, kind);
            assert.ok(exercises.length >= (kind === 'lesson' ? 10 : 30));
            for (const {number, title} of exercises) {
                const exercise = play.exercise(game, kind, number);
                assert.equal(exercise.title, title);
                assert.ok(exercise.task.length > 3);
                // A page begins a game there and looks at it as the learner.
                play.begin(0, game, exercise.options, 'learn', exercise.position);
                assert.ok(play.look(0, exercise.seat).legal.length > 0);
                work(game, kind, number);
                count++;
            }
        }
        for (const number of [1, 20, 50]) {
            const words = ['puzzle', game, '--number', `${number}`, '--json', '--lang', language];
            assert.deepEqual(play.exercise(game, 'puzzles', number), program(...words));
            const answers = work(game, 'puzzles', number);
            assert.deepEqual(play.attempt(game, 'puzzles', number, answers),
                program(...words.slice(0, 2), ...answers, ...words.slice(2)));
        }
    }
}

// A wrong answer is explained and changes nothing; one that isn't a move is refused with a sentence.
play.language = 'en';
const before = play.attempt('rribbit', 'lesson', 6, []);
const wrong = play.attempt('rribbit', 'lesson', 6, ['g1-f3']);
assert.equal(wrong.verdict, 'wrong');
assert.match(wrong.said, /g5/);
assert.equal(wrong.full, before.full);
assert.throws(() => play.attempt('rribbit', 'lesson', 6, ['g1-g2']), /knight/);
assert.throws(() => play.exercise('rribbit', 'lesson', 0), /from 1 to/);
assert.throws(() => play.exercise('rribbit', 'lesson', 99), /from 1 to/);
assert.throws(() => play.course('chess', 'lesson'), /no game/);

// The puzzle of the day.
const day = play.day('2026-11-15');
assert.ok(GAMES.includes(day.game));
const today = program('puzzle', 'rribbit', '--day', '2026-11-15', '--json');
assert.equal(today.number, day.numbers.rribbit);
assert.throws(() => play.day('2026-02-30'), /isn't a date/);
console.log(`${count} exercises worked through`);
