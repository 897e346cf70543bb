// wasm_players.mjs: the computer players of play.wasm choose as those of the program do, at the same
// number of nodes; and what play.wasm tells of a game is what the rules make of it.

import assert from 'node:assert/strict';
import {execFileSync, spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {createInterface} from 'node:readline';

const {TOP, POND, BUILD} = process.env;
const {Play} = await import(`file://${TOP}/src/wasm/play.mjs`);
const {Pond} = await import(`file://${TOP}/src/wasm/pond.mjs`);
const bytes = readFileSync(`${BUILD}/play.wasm`);
const play = await Play.from(bytes);
const pond = await Pond.from(readFileSync(`${BUILD}/pond.wasm`));

const POSITIONS = process.env.POND_LONG === '1' ? 100 : 30; // of each game
const SIZE_MAX = 436_000; // a fifth: lessons and puzzles; 8 kB each: values of openings, the explorer; 2 kB: standings
const NODES = {quibbit: 400, quibbles: 6, rribbit: 1500};
// What `pond hint` sets (src/analysis/judge.c).
const SETTINGS = {quibbit: 'table=2', quibbles: '', rribbit: 'multi=3'};
const OPTIONS = {
    quibbit: ['players=2', 'players=3,edition=king-frog', 'players=4'],
    quibbles: ['players=2', 'players=3,variant=first-game', 'players=4'],
    rribbit: ['', 'turn=chain,win=row-or-seven', 'start=left-wing'],
};

// ---- The module's shape ----

{
    const module = new WebAssembly.Module(bytes);
    assert.deepEqual(WebAssembly.Module.imports(module), []);
    assert.ok(bytes.length <= SIZE_MAX, `play.wasm has ${bytes.length} bytes`);
    const called = new Set(['pond', 'play'].flatMap((name) =>
        readFileSync(`${TOP}/src/wasm/${name}.mjs`, 'utf8').match(/\bpage_\w+/g)));
    const elsewhere = ['page_random', 'page_perft', 'page_signature', 'page_bench', // in pond.wasm
        'page_helper_stack', 'page_help', 'page_stop_at']; // in threads.wasm
    for (const name of elsewhere) called.delete(name);
    const offered = WebAssembly.Module.exports(module)
        .filter(({kind}) => kind === 'function').map(({name}) => name);
    assert.deepEqual(offered.sort(), [...called].sort());
}

// ---- The same choices ----

// Positions of random games in which somebody is to decide, spread evenly.
function positions(game, options, count) {
    const found = [];
    for (let number = 0; found.length < 40 * count && number < 20; number++) {
        const record = pond.random(game, options, 'players', {number, limit: 60});
        const lines = pond.replay(record).trimEnd().split('\n').map((line) => JSON.parse(line));
        found.push(...lines.filter(({turn}) => turn.length > 0).map(({full}) => full));
    }
    const step = Math.max(1, Math.floor(found.length / count));
    return found.filter((_, index) => index % step === 0).slice(0, count);
}

// What the engine itself says to the engine protocol. `pond hint` asks it several times where values
// come from playouts, and tells the mean.
async function engineSays(game, options, position, seat, nodes) {
    const engine = spawn(POND, ['engine', 'engine'], {stdio: ['pipe', 'pipe', 'inherit']});
    engine.stdin.write(`pond-engine 1\nnew ${game}\noptions ${options}\nseat ${seat}\n` +
        `position ${position}\ngo nodes ${nodes}\n`);
    const choices = [];
    for await (const line of createInterface({input: engine.stdout})) {
        const found = /^choice (\S+) probability (\S+) value (\S+)$/.exec(line);
        if (found !== null) {
            const [, move, probability, value] = found;
            choices.push({move, probability: Number(probability), value: Number(value)});
        }
        if (line.startsWith('best ')) engine.stdin.end('quit\n');
    }
    return choices;
}

async function compare(game, options, position) {
    const nodes = NODES[game];
    const sampled = game === 'quibbit' && !options.startsWith('players=2');
    const said = execFileSync(POND, ['hint', game, '--options', options, '--position', position,
        '--nodes', nodes, '--json'], {encoding: 'utf8'}).trimEnd().split('\n');
    play.begin(0, game, options, 'x', position);
    for (const line of said) {
        const native = JSON.parse(line);
        // The protocol's first question has the seed 0, a hint's the seed 1.
        const here = play.think(0, native.seat, `engine:${SETTINGS[game]}`,
            {nodes, seed: sampled ? 0 : 1});
        const where = `${game} ${options} ${position}`;
        if (sampled) native.choices = await engineSays(game, options, position, native.seat, nodes);
        else assert.equal(here.nodes, native.nodes, where);
        // The program tells the best few of which it knows the value.
        const known = here.choices.filter(({value}) => value !== undefined);
        const best = known.slice(0, native.choices.length);
        assert.deepEqual(best.map(({move}) => move), native.choices.map(({move}) => move), where);
        for (const [index, choice] of best.entries()) {
            const other = native.choices[index];
            assert.ok(Math.abs(choice.value / 1e4 - other.value) < 2e-4, where);
            assert.ok(Math.abs(choice.probability / 1e4 - other.probability) < 2e-4, where);
        }
    }
}

for (const [game, sets] of Object.entries(OPTIONS)) {
    const share = Math.ceil(POSITIONS / sets.length);
    let compared = 0;
    for (const options of sets) {
        for (const position of positions(game, options, share)) {
            await compare(game, options, position);
            compared++;
        }
    }
    assert.ok(compared >= POSITIONS, `${game}: ${compared} positions`);
    console.log(`${game}: ${compared} positions, the same choices`);
}

// ---- What happened ----

{
    let rounds = 0;
    for (const options of ['players=2', 'players=3,lap=leader', 'players=4,edition=king-frog']) {
        for (let number = 0; number < 20; number++) {
            const record = pond.random('quibbit', options, 'hops', {number, limit: 100});
            const lines = pond.replay(record).trimEnd().split('\n').map((line) => JSON.parse(line));
            const looks = play.looks(record);
            assert.equal(looks.length, lines.length);
            for (let i = 1; i < lines.length; i++) {
                const events = looks[i].entries.flatMap((entry) => entry.events), {frogs} = looks[i].board;
                const leaps = events.filter(({kind}) => kind === 'leap');
                if (leaps.length === 0) continue;
                for (const {seat, card, to} of leaps) {
                    const {progress, dummy, cards} = frogs[seat], fate = events[events.findIndex((one) => one.kind === 'leap' && one.seat === seat) + 1];
                    if (progress !== null) assert.equal(progress, to, lines[i].pos);
                    if (!dummy && lines[i].reason !== 'lap') assert.equal(cards.includes(card), fate.kind === 'back', lines[i].pos);
                }
                assert.equal(events.some(({kind}) => kind === 'lap'), lines[i].reason === 'lap');
                const shown = events.filter(({kind}) => kind === 'show');
                const seats = frogs.filter(({dummy}) => !dummy).length;
                const tried = play.tryOut('quibbit', options, lines[i - 1].full,
                    shown.map(({seat, card}) => `${seat < seats ? seat : 7}:${card}`).join(' '));
                assert.deepEqual(tried.filter(({kind}) => kind === 'leap'), leaps, 'tried out, the same leaps');
                rounds++;
            }
        }
    }
    assert.ok(rounds > 200);
    console.log(`${rounds} rounds of Quibbit, told as the rules play them`);
}

for (const [game, options] of [['rribbit', 'turn=chain'], ['quibbles', 'players=3'], ['quibbit', 'players=3']]) {
    // The state of a game as a seat knows it from events, whenever asked for.
    const kinds = play.events(game), record = pond.random(game, options, 'told', {limit: 30});
    play.load(0, record);
    const {count, entries} = play.entries(0, 0), half = play.entries(0, 0, count >> 1).entries;
    assert.deepEqual(entries.slice(entries.length - half.length), half);
    for (const {events} of entries) {
        for (const event of events) for (const name of kinds[event.kind].arguments) assert.ok(name in event, `${event.kind}: ${name}`);
    }
    assert.ok(Object.values(kinds).some(({said}) => said?.[1].startsWith('You ')));
}

// ---- Why not, far from the match ----

{
    const tries = ['1', '5', '@3', 'front', 'a1-b3', 'b1xc3', 'e1-f3', '+3', '!2', '-', 'pass', '6=15', '12=3', 'zoo'];
    const refusal = (/** @type {() => void} */ ask) => {
        try {
            ask();
            return null;
        } catch (error) {
            return error.message;
        }
    };
    let allowed = 0, refused = 0;
    for (const [game, options] of [['rribbit', ''], ['quibbit', 'players=3'], ['quibbles', 'players=3']]) {
        play.begin(1, game, options, 'why', '');
        for (let step = 0; step < 60; step++) {
            const [seat] = play.look(1, 6).turn;
            if (seat === undefined) break;
            const {pos, hand, legal} = play.look(1, seat);
            for (const move of [...tries, legal[0]]) {
                const here = refusal(() => play.check(1, seat, move));
                assert.equal(refusal(() => play.why(game, options, pos, hand ?? '', seat, move)), here, `${pos} ${move}`);
                here === null ? allowed++ : refused++;
            }
            play.submit(1, seat, legal[step % legal.length]);
        }
    }
    assert.ok(allowed > 100 && refused > 100);
    console.log(`${allowed} moves allowed and ${refused} refused, far from the match as in it`);
}

// ---- Loading, checking, refusing ----

{
    const record = pond.random('rribbit', '', 'load', {limit: 10});
    play.load(1, record);
    const look = play.look(1, 0);
    assert.equal(look.ply, 10);
    assert.doesNotThrow(() => play.check(1, 0, look.legal[0]));
    assert.throws(() => play.check(1, 0, 'a1-a2'), /knight|no frog|own frog|opponent/);
    assert.throws(() => play.think(1, 0, 'nobody'), /Unknown player 'nobody'/);
    assert.throws(() => play.think(1, 1, 'level:1'), /nothing to decide/);
    assert.throws(() => play.load(1, record.slice(0, 200)));
    assert.throws(() => play.look(1, 0), /No game has been started/);
    play.language = 'fr';
    assert.throws(() => play.think(0, 0, 'level:9'), /joueur inconnu/i);
}
