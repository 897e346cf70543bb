// wasm_same.mjs: pond.wasm plays, writes, reads and refuses exactly as the program does.
//
// What the two say is compared byte for byte: games of random choices with every option set, games
// played move by move, the test vectors, perft, and sentences in both languages. Where a program
// that clang built is there, it has to agree as well. Last comes nonsense, which must be refused.

import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, readFileSync, readdirSync} from 'node:fs';

const {TOP, POND, WASM} = process.env;
const {Pond, Refusal, SPECTATOR} = await import(`file://${TOP}/src/wasm/pond.mjs`);
const module = new WebAssembly.Module(readFileSync(WASM));
const pond = await Pond.from(module);
const programs = [POND, `${TOP}/build/clang/pond`].filter((path) => existsSync(path));
const optionSets = [...readFileSync(`${TOP}/tests/option_sets.h`, 'utf8')
    .matchAll(/\{"(\w+)", "([^"]*)"\}/g)].map(([, game, options]) => ({game, options}))
    .filter(({game}) => !['goofspiel', 'tricks'].includes(game)); // the examples are not in the module
const vectors = readdirSync(`${TOP}/tests/vectors`).filter((name) => name.endsWith('.pond'))
    .map((name) => `${TOP}/tests/vectors/${name}`);

const MIB = 1 << 20;
const run = (program, ...args) =>
    execFileSync(program, [...args, '--lang', 'en'], {encoding: 'utf8', maxBuffer: 64 * MIB});
const linesOf = (text) => text.trimEnd().split('\n').map((line) => JSON.parse(line));
const report = (what) => console.log(what);

// A small generator for the choices of these tests (mulberry32); always the same ones.
let state = 2024;
function below(limit) {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) % limit;
}
const pick = (list) => list[below(list.length)];

// ---- What can be played ----

for (const language of ['en', 'fr']) {
    pond.language = language;
    const text = execFileSync(POND, ['games', '--json', '--lang', language], {encoding: 'utf8'});
    assert.equal(pond.games().map((game) => JSON.stringify(game) + '\n').join(''), text);
}
pond.language = 'en';

// ---- Games of random choices ----

{
    const SEEDS = ['1', 'frog', 'x'.repeat(53)], SEED_LONG = 'y'.repeat(64), GAMES = 4, LIMIT = 5;
    let compared = 0;
    assert.ok(optionSets.length >= 20);
    const compare = (written, ...args) => {
        for (const program of programs) {
            assert.equal(written, run(program, ...args), args.join(' '));
        }
    };
    for (const {game, options} of optionSets) {
        const args = ['random', game, '--options', options, '--seed'];
        for (const seed of SEEDS) {
            const written = [];
            for (let number = 0; number < GAMES; number++) {
                written.push(pond.random(game, options, seed, {number}));
            }
            compare(written.join('\n'), ...args, seed, '--games', GAMES);
            compared += GAMES;
        }
        const short = pond.random(game, options, SEED_LONG, {limit: LIMIT});
        compare(short, ...args, SEED_LONG, '--limit', LIMIT);
    }
    report(`${compared} random games of ${optionSets.length} option sets`);
}

// ---- Games move by move ----

// What each seat is shown, once the choices of a round are all there.
function looks(slot, seats) {
    const shown = [pond.look(slot, SPECTATOR)];
    for (let seat = 0; seat < seats; seat++) shown.push(pond.look(slot, seat));
    return shown;
}

// A look against the line that the program's replay has for the same moment.
function compareLooks(line, [spectator, ...seats]) {
    assert.equal(spectator.hand, null);
    assert.deepEqual(spectator.legal, []);
    for (const look of [spectator, ...seats]) {
        assert.equal(look.pos, line.pos);
        assert.equal(look.last, line.move);
        assert.deepEqual(look.turn, line.turn);
        assert.equal(look.result, line.result);
        assert.equal(look.reason, line.reason);
    }
    for (const [seat, look] of seats.entries()) {
        assert.deepEqual(look.legal, line.legal[seat] ?? []);
        if (look.game !== 'quibbles') continue;
        const hands = line.full.split(' ')[2].split(',');
        assert.equal(look.hand ?? '-', hands[seat]);
    }
}

// While a round is open, nobody can see in any way what another seat has chosen.
function compareSealed(slot, seat, seats, moves) {
    const other = slot + 1;
    const position = pond.look(slot, SPECTATOR);
    if (position.turn.length < 2 || moves.length < 2) return false;
    const seen = [];
    for (const move of moves.slice(0, 2)) {
        pond.begin(other, position.game, position.options, 'sealed', position.pos);
        pond.submit(other, seat, move);
        assert.equal(pond.look(other, seat).chosen, move);
        const told = [];
        for (let observer = 0; observer <= seats; observer++) {
            if (observer === seat) continue;
            const who = observer === seats ? SPECTATOR : observer;
            told.push(pond.look(other, who), pond.record(other, who));
        }
        seen.push(told);
    }
    assert.deepEqual(seen[0], seen[1]);
    return true;
}

// Plays a game by the functions that a page uses; some of it is taken back, offered or given up.
function playGame(slot, game, options, seed, decisionsMax) {
    pond.begin(slot, game, options, seed);
    let {seats} = pond.look(slot, SPECTATOR), sealed = 0;
    const shown = [looks(slot, seats)];
    for (let decisions = 0; decisions < decisionsMax; decisions++) {
        const now = pond.look(slot, SPECTATOR);
        if (now.turn.length === 0) break;
        const seat = pick(now.turn), chance = below(60);
        const before = now.version;
        if (chance === 0 && now.ply > 1) {
            try {
                pond.takeBack(slot, seat, 1 + below(2));
            } catch (error) {
                if (!(error instanceof Refusal)) throw error;
                continue;
            }
        } else if (chance === 1 && now.sealed.length === 0 && decisions > 20) {
            pond.resign(slot, seat);
        } else if (chance < 4 && game === 'rribbit' && now.offer === null) {
            pond.offerDraw(slot, seat);
        } else {
            const {legal} = pond.look(slot, seat);
            if (compareSealed(slot, seat, seats, legal)) sealed++;
            pond.submit(slot, seat, pick(legal));
        }
        assert.ok(pond.look(slot, seat).version > before);
        if (pond.look(slot, SPECTATOR).sealed.length === 0) shown.push(looks(slot, seats));
    }
    return {shown, sealed, record: pond.record(slot)};
}

{
    let games = 0, plies = 0, sealed = 0;
    for (const {game, options} of optionSets) {
        for (const seed of ['page', 'leaf']) {
            const played = playGame(0, game, options, seed, 150);
            sealed += played.sealed;
            if (pond.look(0, SPECTATOR).sealed.length > 0) continue; // cut off within a round
            const lines = spawnSync(POND, ['replay', '-', '--json'],
                {input: played.record, encoding: 'utf8', maxBuffer: 64 * MIB});
            assert.equal(lines.status, 0, lines.stderr + played.record);
            assert.equal(pond.replay(played.record), lines.stdout);
            const told = linesOf(lines.stdout);
            assert.equal(told.length, played.shown.length, played.record);
            told.forEach((line, i) => compareLooks(line, played.shown[i]));
            games++, plies += told.length;
        }
    }
    assert.ok(sealed > 100);
    report(`${games} games move by move, ${plies} plies, ${sealed} sealed choices`);
}

// ---- The vectors ----

{
    let records = '', lines = '';
    for (const path of vectors) {
        const record = readFileSync(path, 'utf8');
        const expected = readFileSync(path.replace(/pond$/, 'jsonl'), 'utf8');
        assert.equal(pond.replay(record), expected, path);
        records += record + '\n', lines += expected;
    }
    const times = Math.ceil((3 * MIB) / lines.length); // an answer in several pieces
    assert.equal(pond.replay(records.repeat(times)), lines.repeat(times));
    report(`${vectors.length} vectors`);
}

// ---- Perft ----

{
    let counted = 0;
    const compare = (options, position, counts) => {
        for (const bulk of [false, true]) {
            const lines = linesOf(pond.perft('rribbit', options, counts.length, {position, bulk}));
            assert.deepEqual(lines, counts.map((leaves, i) => ({depth: i + 1, leaves})));
        }
        counted++;
    };
    const linesIn = (path) => readFileSync(path, 'utf8').trimEnd().split('\n')
        .filter((line) => !line.startsWith('#'));
    for (const line of linesIn(`${TOP}/tests/vectors/rribbit.perft`)) {
        const [where, ...counts] = line.split(/ +/);
        const [start, turn] = where.split('/');
        compare(`start=${start},turn=${turn}`, '', counts.map(Number));
    }
    const position = '3D4D/9/2D6/9/5L3/9/L2L5 d 3,4';
    const args = ['perft', 'rribbit', '4', '--position', position, '--json'];
    assert.equal(pond.perft('rribbit', '', 4, {position}), run(POND, ...args));
    report(`${counted} starts of perft`);
}

// ---- Sentences ----

function refusal(attempt) {
    try {
        attempt();
    } catch (error) {
        if (error instanceof Refusal) return error;
        throw error;
    }
    throw new Error(`${attempt} was not refused`);
}

{
    const record = readFileSync(vectors[0], 'utf8');
    const broken = [record.slice(0, -8), record.replace('[Game', '[Gme'),
        record.replace('. ', ': '), 'x', '[Game "go"]\n', '{'];
    // What to try, what the program does instead, and its input.
    const attempts = [
        [() => pond.begin(0, 'go', '', 'a'), ['new', 'go', '--seed', 'a']],
        [() => pond.begin(0, 'quibbit', 'players=9', 'a'),
            ['new', 'quibbit', '--options', 'players=9', '--seed', 'a']],
        [() => pond.begin(0, 'quibbit', 'frogs=2', 'a'),
            ['new', 'quibbit', '--options', 'frogs=2', '--seed', 'a']],
        [() => pond.begin(0, 'rribbit', 'start=x', 'a'),
            ['new', 'rribbit', '--options', 'start=x', '--seed', 'a']],
        [() => pond.random('null', 'stones', 'a'),
            ['random', 'null', '--options', 'stones', '--seed', 'a']],
        [() => pond.random('null', '', 'a b'), ['random', 'null', '--seed', 'a b']],
        [() => pond.perft('rribbit', '', 2, {position: '9/9'}),
            ['perft', 'rribbit', '2', '--position', '9/9']],
        ...broken.map((text) => [() => pond.replay(text), ['replay', '-'], text]),
    ];
    for (const language of ['en', 'fr']) {
        pond.language = language;
        for (const [attempt, args, input] of attempts) {
            const {message, line} = refusal(attempt);
            const said = spawnSync(POND, [...args, '--lang', language], {input, encoding: 'utf8'});
            said.stderr = said.stderr.replace(', king-frog', ''); // a name of the program's alone
            assert.notEqual(said.status, 0);
            const lower = (text) => text.toLowerCase(); // the program may speak on from "pond: "
            assert.ok(lower(said.stderr).includes(lower(message)), `${said.stderr} / ${message}`);
            if (line > 0) assert.ok(said.stderr.includes(`:${line}: `), `${said.stderr} / ${line}`);
        }
    }
    const wrong = [() => pond.begin(9, 'null', '', 'a'), () => pond.look(3, 0),
        () => pond.look(0, 5), () => pond.look(0, -1), () => pond.record(0, 7),
        () => pond.submit(0, 0, 'b1-b1'), () => pond.submit(0, 1, 'b7-c5'),
        () => pond.submit(0, 9, 'b1-c3'), () => pond.resign(0, -1), () => pond.acceptDraw(0, 1),
        () => pond.takeBack(0, 0, 1), () => pond.perft('quibbles', '', 2), () => pond.replay(''),
        () => pond.perft('rribbit', '', 0), () => pond.perft('rribbit', '', 100),
        () => pond.replay('x'.repeat(2 * MIB)), () => pond.bench(99)];
    const spoken = {};
    for (const language of ['en', 'fr']) {
        pond.language = language;
        pond.begin(0, 'rribbit', '', 'a');
        spoken[language] = wrong.map((attempt) => refusal(attempt).message);
        for (const sentence of spoken[language]) assert.match(sentence, /^[A-ZÀ-Ý0-9'«].*\.$/);
    }
    spoken.en.forEach((sentence, i) => assert.notEqual(sentence, spoken.fr[i]));
    pond.language = 'en';
    report(`${2 * (attempts.length + wrong.length)} refusals`);
}

// A game that grows too long is refused a next move, and still there.
{
    pond.begin(0, 'rribbit', 'repetition=0', 'long');
    const {message} = refusal(() => {
        const round = ['b1-c3', 'b7-c5', 'c3-b1', 'c5-b7'];
        for (;;) round.forEach((move, i) => pond.submit(0, i % 2, move));
    });
    assert.match(message, /reached its limit/);
    assert.equal(pond.look(0, 0).game, 'rribbit');
}

// ---- Nonsense ----

const nonsense = (length) => Uint8Array.from({length}, () => below(256));
const signs = 'RGYBLD*~?@=+-!/,.:;<>{}[]"\\ 0123456789abcdefghixS#\n';
const scribble = (length) => Array.from({length}, () => pick([...signs])).join('');

// Some of a text taken out, put in, or changed.
function damage(text) {
    for (let times = 1 + below(3); times > 0; times--) {
        const at = below(text.length + 1), gone = below(4) === 0 ? below(20) : below(2);
        text = text.slice(0, at) + scribble(below(3)) + text.slice(at + gone);
    }
    return text;
}

{
    const ROUNDS = process.env.POND_LONG === '1' ? 1500 : 500, tries = {refused: 0, taken: 0};
    const attempt = (action) => {
        try {
            action();
            tries.taken++;
        } catch (error) {
            if (!(error instanceof Refusal)) throw error; // a trap, for one
            assert.ok(error.message.length > 10, error.message);
            tries.refused++;
        }
    };
    const names = ['quibbit', 'quibbles', 'rribbit', 'null'];
    const records = vectors.map((path) => readFileSync(path, 'utf8'));
    for (let i = 0; i < ROUNDS; i++) {
        const {game, options} = pick(optionSets);
        attempt(() => pond.replay(nonsense(below(300))));
        attempt(() => pond.replay(damage(pick(records))));
        attempt(() => pond.begin(1, pick(names), nonsense(below(60)), 'a'));
        attempt(() => pond.begin(1, pick(names), damage(options), 'a'));
        attempt(() => pond.begin(1, nonsense(below(9)), '', nonsense(below(70))));
        attempt(() => pond.begin(1, game, options, `${i}`, nonsense(below(99))));
        pond.begin(1, game, options, `${i}`);
        attempt(() => pond.begin(2, game, options, `${i}`, damage(pond.look(1, SPECTATOR).pos)));
        for (let tried = 0; tried < 6; tried++) {
            const {turn} = pond.look(1, SPECTATOR);
            const seat = turn.length > 0 && below(8) > 0 ? pick(turn) : below(10) - 2;
            const {legal} = pond.look(1, seat >= 0 && seat < 2 ? seat : SPECTATOR);
            attempt(() => pond.submit(1, seat, nonsense(below(20))));
            attempt(() => pond.submit(1, seat, scribble(below(12))));
            attempt(() => pond.submit(1, seat, damage(legal.length > 0 ? pick(legal) : '')));
            if (legal.length > 0) attempt(() => pond.submit(1, seat, pick(legal)));
        }
        attempt(() => pond.takeBack(1, below(5), below(9)));
        attempt(() => pond.record(1, below(9) - 1));
    }
    assert.ok(tries.taken > 2 * ROUNDS && 3 * tries.refused > 20 * ROUNDS, JSON.stringify(tries));
    report(`${tries.refused} pieces of nonsense refused, ${tries.taken} taken for sense`);
}
