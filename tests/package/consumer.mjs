// consumer.mjs: what a program in node does with the package, installed from its tarball. tests/page/package.mjs runs it.

import assert from 'node:assert/strict';
import {readFileSync, writeFileSync} from 'node:fs';
import {draw} from 'pond-games/draw';
import {load, Refusal, SPECTATOR} from 'pond-games';

const {VECTORS} = process.env;
const pond = await load();
assert.deepEqual(pond.games().map(({game}) => game).sort(), ['quibbit', 'quibbles', 'rribbit']);

// Whole games between computer players, each from its own view; their records come back as they are.
for (const [game, options] of [['rribbit', 'turn=chain'], ['quibbit', 'players=2'], ['quibbit', 'players=4'], ['quibbles', 'players=3']]) {
    const match = pond.match(game, {options, seed: 'package'});
    for (let i = 0; i < 40 && !match.over; i++) {
        for (const seat of match.turn) {
            assert.deepEqual(match.state.legal[seat], match.legal(seat));
            match.play(seat, match.choose(seat, 'level:1'));
            if (match.over) break;
        }
        assert.match(draw(match.view(0)), /^<svg .*<\/svg>$/s);
    }
    const copy = match.copy(), [again] = pond.read(match.record());
    assert.equal(copy.position, match.position);
    assert.equal(again.position, match.position);
    const same = (record) => (match.over ? record : record.replace(/\[Seed .*\n/, ''));
    assert.equal(same(again.record()), same(match.record()), 'a record that was read');
    assert.equal(!match.over || pond.verify(again.record()).drawn, true);
    const played = (one) => one.entries().slice(one.entries().findIndex(({seat}) => seat !== null)); // a record does not order the deal
    assert.deepEqual(played(again), played(match));
    const told = pond.kinds(game);
    for (const {events} of match.entries(0)) for (const {kind} of events) assert.ok(told[kind], kind);
    for (const one of [match, copy, again]) one.close();
    assert.throws(() => match.view(), /closed/);
}

// Events as sentences, in the languages of the core, to the one whom they are about and to others.
const tale = pond.match('rribbit').play(0, 'b1-c3').play(1, 'h7-g5');
const say = (match, settings) => match.entries().flatMap(({events}) => events.map((event) => match.tell(event, settings))).filter((line) => line !== null);
assert.deepEqual(say(tale, {names: ['Ada', 'Ben']}), ['Ada leaps from b1 to c3.', 'Ben leaps from h7 to g5.']);
assert.deepEqual(say(tale, {you: 1}), ['Player 1 leaps from b1 to c3.', 'You leap from h7 to g5.']);
pond.language = 'fr';
assert.deepEqual(say(tale, {names: ['Ada']}).map((line) => line.split(' ')[0]), ['Ada', 'Joueur']);
pond.language = 'en';
assert.throws(() => tale.tell({kind: 'sing'}), /match\.entries/);
assert.throws(() => tale.tell(tale.entries()[0].events[0], {names: 'Ada'}), /must be an array/);
for (const [game, options, wanted] of [['quibbit', 'players=2', /leaps over .* to tile \d+\./], ['quibbit', 'players=4', /loses the \d \((?:red|green|yellow|blue) leaf\)\./], ['quibbles', 'players=3', /stashes a \d: \d+ of 21\./]]) {
    const match = pond.match(game, {options, seed: 'told'});
    for (let i = 0; i < 60 && !match.over; i++) for (const seat of match.turn) if (!match.over) match.play(seat, match.choose(seat, 'level:1'));
    const lines = say(match);
    assert.ok(lines.some((line) => wanted.test(line)), `${game}: ${lines.join('\n')}`);
    for (const line of lines) assert.match(line, /^\p{Lu}[^{}]*\.$/u);
}

// What is secret stays secret.
const dealt = pond.match('quibbles', {options: {players: 3}, seed: 'secrets'});
assert.equal(dealt.options, pond.match('quibbles', {options: 'players=3'}).options, 'options as an object');
assert.throws(() => pond.match('quibbles', {players: 3}), /no setting 'players': use options, seed, position/);
assert.throws(() => pond.match('quibbles', {options: {players: null}}), TypeError);
assert.throws(() => pond.match('quibbles', {options: {frogs: 3}}), Refusal);
assert.equal(dealt.view(0).board.hand.length, 6);
assert.equal(dealt.view(SPECTATOR).hand, null);
assert.doesNotMatch(JSON.stringify(dealt.view(SPECTATOR)), /"hand":"/);

// Refusals are sentences, in two languages, and change nothing.
const match = pond.match('rribbit'), before = match.position;
assert.throws(() => match.play(0, 'a1-a2'), (error) => error instanceof Refusal && /X2/.test(error.message));
pond.language = 'fr';
assert.throws(() => match.check(0, 'a1-a2'), /grenouille/);
assert.equal(pond.language, 'fr', 'after a refusal, too');
pond.language = 'eo';
assert.equal(pond.language, 'en');
assert.equal(match.position, before);
assert.throws(() => match.choose(0, 'level:9'), /'level:9'/);
assert.throws(() => match.choose(0, 'level:1', {node: 5}), /no setting 'node': use nodes, seed/);
assert.throws(() => match.play('0', 'b1-c3'), /not '0'/);
assert.throws(() => match.legal(), TypeError);
assert.throws(() => pond.match('rribbit', null), /not null/);
await assert.rejects(() => pond.loadTables({win: 'seven'}), /row or row-or-seven, not 'seven'/);
assert.throws(() => pond.match('chess'), Refusal);
assert.throws(() => pond.match('rribbit', {position: 'nonsense'}), Refusal);
assert.throws(() => pond.read('[Game "rribbit"]\nnonsense\n'), (error) => error instanceof Refusal && error.line > 0);
assert.notEqual(pond.match('quibbles').position, pond.match('quibbles').position, 'each has a seed of its own');

// Any number of matches; their places are reused.
const many = Array.from({length: 30}, (_, i) => pond.match('quibbit', {seed: `many${i}`}));
assert.equal(new Set(many.map(({position}) => position)).size > 20, true);
many.forEach((one) => one.close());

// Records of the project: every game, and what their replay says.
for (const file of VECTORS.split(' ')) {
    const text = readFileSync(file, 'utf8'), games = pond.read(text), plies = pond.replay(text);
    assert.equal(games.length, plies.filter(({move}) => move === null).length, file);
    assert.equal(games.at(-1).position, plies.at(-1).full, file);
    games.forEach((game) => game.close());
}

// Exact values: without tables nothing is known; with them the engine plays by them.
const ending = pond.match('rribbit', {position: '9/8L/5L3/9/9/9/D1LL5 l 0,0'});
assert.equal(ending.exact(), null);
assert.ok(await pond.loadTables() > 0);
const truth = ending.exact();
assert.equal(truth.win[0] + truth.win[1] + truth.draw, 1);
assert.ok(truth.draw === 0 && truth.distance > 0);
const drawn = pond.match('rribbit', {position: '1D3D3/9/7D1/5L3/9/2D6/9 d 0,0'});
assert.deepEqual(drawn.exact(), {win: [0, 0], draw: 1, distance: null});
assert.equal(ending.think(0, 'engine').exact, true);

// Drawings stand alone: every piece that is used is in them.
for (const [game, options] of [['rribbit', ''], ['quibbit', 'players=3'], ['quibbles', '']]) {
    const svg = draw(pond.match(game, {options, seed: 'drawn'}).view(0), {theme: 'dusk', language: 'fr'});
    const ids = new Set([...svg.matchAll(/id="([\w-]+)"/g)].map(([, id]) => id));
    for (const [, id] of svg.matchAll(/href="#([\w-]+)"/g)) assert.ok(ids.has(id), `${game}: ${id} is missing`);
    assert.ok(!svg.includes(pond.match(game, {options, seed: 'drawn'}).view(0).pos.split(' ')[0]), `${game}: a label that nobody can listen to`);
    if (process.env.KEEP) writeFileSync(`${process.env.KEEP}/${game}.svg`, svg);
}
const label = (svg) => /aria-label="([^"]*)"/.exec(svg)[1], placed = pond.match('rribbit', {position: '9/8L/5L3/9/9/9/D1LL5 l 0,0'}).view();
assert.equal(label(draw(placed)), 'Light: c1, d1, f5, i6. Dark: a1. Light to move.');
assert.match(label(draw(placed, {language: 'fr'})), /^Claires\u00a0: c1, .* Claires au trait\.$/);
assert.match(label(draw(pond.match('quibbit', {options: 'players=2,layout=*RGY*GYR~YRG', position: '*RGY*GYR~YRG R18:12345,G16:1245,y17: R 245 3'}).view(), {names: ['Ada']})),
    /^Tile 0: flower\. Tile 1: red leaf\. .* Ada: Tile 6; with the crown; cards left: 1, 2, 3, 4, 5\. Player 2: Tile 4; cards left: 1, 2, 4, 5\. The dummy: Tile 5;/);
assert.match(draw({game: 'goofspiel', pos: 'A B C'}), /A B C/, 'a game without a drawn board');
console.log('node: fine');
