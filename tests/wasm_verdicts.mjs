// wasm_verdicts.mjs: the verdicts of all front ends on positions whose costs are known: `pond analyse`, the tutor of
// the terminal and the page's module agree, and the tutor asks before blunders and not before good moves.
//
// tests/data/verdicts has records, and beside them what every move truly cost (tools/verdicts make): in Quibbit by the
// solution of the ring, in the others by a search with at least four times as many nodes, which proves nothing.
// ./test looks at the first 20 positions of each game; tools/verdicts looks at all.

import assert from 'node:assert/strict';
import {spawn, spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {gunzipSync} from 'node:zlib';

const {TOP, POND, BUILD, COUNT = '20', GAMES = 'rribbit quibbit quibbles'} = process.env;
const {Play} = await import(`file://${TOP}/src/wasm/play.mjs`);
const play = await Play.from(readFileSync(`${BUILD}/play.wasm`));
const tables = gunzipSync(readFileSync(`${dirname(POND)}/web/tables/rribbit-single-row.bin`)); // the program has them built in
assert.ok(play.takeTables(tables.buffer.slice(tables.byteOffset, tables.byteOffset + tables.length)) > 0);
const home = mkdtempSync(join(tmpdir(), 'pond-verdicts-'));
const count = Number(COUNT);

const BLUNDER = .2, GOOD = .05, ERRORS = 2; // costs, and how many standard errors away from them nothing is in doubt
// Of the blunders and of the good moves, in each game. Measured: 35 of 36 blunders in Rrib-bit, 30 of 30 in Quibbit, 34
// of 34 in Quibbles; one good move of 179 in Rrib-bit, none of 164 in Quibbit nor of 470 in Quibbles.
const ASKED_LEAST = .95, ASKED_MOST = .02;

/** Runs the program without tables that this machine may have. */
function run(args, input) {
    const {status, stdout, stderr} = spawnSync(POND, args, {input, encoding: 'utf8', env: {...process.env, POND_TABLES: '/nowhere', XDG_DATA_HOME: home}});
    assert.ok(status !== null, stderr);
    return {status, stdout, stderr};
}

/** Does the tutor of the terminal ask before this move? */
function terminalAsks(game, options, position, seat, seats, move) {
    const who = Array.from({length: seats}, (_, i) => (i === seat ? 'me' : 'random')).join();
    const {stdout, stderr} = run(['play', game, '--plain', '--tutor', '--lang', 'en', '--options', options, '--seats', who, '--position', position], `${move}\n`);
    assert.match(stdout, new RegExp(`> ${move.replace(/[+=]/g, '\\$&')}`), stderr);
    return /^Sure\? /m.test(stdout);
}

/** Before which decisions of a game of Quibbles does the tutor of the terminal ask? A position does not say which cards
 *  everyone has seen, so the whole game is typed, by both players. The same seed deals the same cards.
 *  @returns {Promise<Set<number>>} their numbers, up to `last` */
async function terminalAsksIn(record, decisions, last) {
    const tag = (name) => new RegExp(`^\\[${name} "(.*)"\\]`, 'm').exec(record)[1], asked = new Set();
    const child = spawn(POND, ['play', 'quibbles', '--plain', '--tutor', '--lang', 'en', '--options', tag('Options'), '--seats', 'me:Ann,me:Bob', '--seed', tag('Seed')],
        {env: {...process.env, POND_TABLES: '/nowhere', XDG_DATA_HOME: home}, stdio: ['pipe', 'pipe', 'inherit']});
    let said = '', next = 0;
    for await (const part of child.stdout) {
        said += part;
        if (!said.endsWith('> ')) continue;
        const over = next >= decisions.length || decisions[next].number > last;
        if (/^Sure\? /m.test(said)) {
            asked.add(decisions[next - 1].number);
            child.stdin.write('p\n');
        } else if (/press Return/.test(said)) {
            child.stdin.write('\n');
        } else if (over) {
            child.stdin.end();
        } else {
            while (decisions[next].move === '-' && !/Stash a card\?/.test(said)) next++; // nothing to stash is not asked
            child.stdin.write(`${decisions[next++].move}\n`);
        }
        said = '';
    }
    assert.ok(next >= decisions.length || decisions[next].number > last, `${decisions[next]?.move} was refused`);
    return asked;
}

/** The position before each decision, by its number. */
function positionsOf(record) {
    const lines = run(['replay', '-', '--json'], record).stdout.trimEnd().split('\n').map((line) => JSON.parse(line)), before = [];
    for (let i = 0; i + 1 < lines.length; i++) {
        const {move} = lines[i + 1], choices = /^[A-Z]\d( |$)/.test(move) ? move.split(' ').filter((word) => /^[A-Z]/.test(word)).length : 1;
        for (let k = 0; k < choices; k++) before.push(lines[i].full);
    }
    return before;
}

/** The decisions of a game's records that had a choice, with what each cost. */
function decisionsOf(game) {
    const truths = readFileSync(`${TOP}/tests/data/verdicts/${game}.txt`, 'utf8').split('\n').filter((line) => /^\d/.test(line))
        .map((line) => line.split(' ').map(Number));
    const records = readFileSync(`${TOP}/tests/data/verdicts/${game}.pond`, 'utf8').split(/(?=^\[Game )/m);
    return {records, truths: truths.map(([at, number, cost, error]) => ({at, number, cost, error}))};
}

const sums = [];
for (const game of GAMES.split(' ')) {
    const {records, truths} = decisionsOf(game), chosen = truths.slice(0, count);
    const said = new Map(), positions = new Map(), typed = new Map();
    const sum = {game, positions: 0, blunders: 0, asked: 0, good: 0, disturbed: 0, apart: []};
    for (const {at, number, cost, error} of chosen) {
        if (!said.has(at)) {
            said.set(at, JSON.parse(run(['analyse', '-', '--json'], records[at]).stdout).moments.filter(({kind}) => kind === 'decision'));
            positions.set(at, positionsOf(records[at]));
            if (game === 'quibbles') typed.set(at, await terminalAsksIn(records[at], said.get(at), Math.max(...chosen.filter((one) => one.at === at).map((one) => one.number))));
        }
        const cli = said.get(at).find((moment) => moment.number === number), {seat, move} = cli;
        const options = /^\[Options "(.*)"\]/m.exec(records[at])[1], seats = Number(/players=(\d)/.exec(options)?.[1] ?? 2);
        play.load(0, records[at]);
        const page = play.judge(0, seat, move, number);
        const terminal = game === 'quibbles' ? typed.get(at).has(number) : terminalAsks(game, options, positions.get(at)[number - 1], seat, seats, move);
        sum.positions++;
        const verdicts = [cli.class, page.class, Boolean(cli.warns), Boolean(page.warns), terminal];
        if (verdicts[0] !== verdicts[1] || new Set(verdicts.slice(2)).size > 1) sum.apart.push(`${game} ${at} ${number} ${move}: ${verdicts.join(' ')}`);
        const blunder = cost - ERRORS * error >= BLUNDER, good = cost + ERRORS * error < GOOD, asks = Boolean(page.warns);
        sum.blunders += Number(blunder);
        sum.asked += Number(blunder && asks);
        sum.good += Number(good);
        sum.disturbed += Number(good && asks);
        if ((blunder && !asks) || (good && asks)) {
            console.log(`  ${game} ${at} ${number} ${move} costs ${cost}; ${asks ? 'asked' : 'not asked'}: ${page.known.cost} ± ${page.known.error}`);
        }
    }
    sums.push(sum);
    console.log(`${game}: ${sum.positions} positions, ${sum.apart.length} verdicts apart; asked before ${sum.asked} of ${sum.blunders} blunders and ${
        sum.disturbed} of ${sum.good} good moves`);
}
rmSync(home, {recursive: true, force: true});

for (const {apart} of sums) assert.deepEqual(apart, [], 'all front ends say the same');
for (const {game, asked, blunders} of sums) assert.ok(asked >= ASKED_LEAST * blunders, `${game}: asked before ${asked} of ${blunders} blunders`);
for (const {game, disturbed, good} of sums) assert.ok(disturbed <= ASKED_MOST * good, `${game}: asked before ${disturbed} of ${good} good moves`);
