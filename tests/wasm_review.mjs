// wasm_review.mjs: a review in the page says what `pond analyse` says: every value, class, explanation
// and piece of luck of the same records with the same number of nodes, and the totals. Both have the
// same exact tables; byte for byte, for both are written by the same code.

import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {gunzipSync} from 'node:zlib';

const {TOP, POND, BUILD} = process.env;
const {Play} = await import(`file://${TOP}/src/wasm/play.mjs`);
const {Pond} = await import(`file://${TOP}/src/wasm/pond.mjs`);
const play = await Play.from(readFileSync(`${BUILD}/play.wasm`));
const pond = await Pond.from(readFileSync(`${BUILD}/pond.wasm`));

// By game and options: nodes a decision, and turns to play. Tables are asked where few frogs are left.
const SETS = [
    ['rribbit', '', 1500, 30],
    ['rribbit', 'turn=chain,win=row-or-seven', 1000, 16],
    ['quibbles', 'players=2', 40, 16],
    ['quibbles', 'players=4,variant=first-game', 20, 10],
    ['quibbit', 'players=2', 3000, 12],
    ['quibbit', 'players=3,edition=king-frog', 3000, 10],
    ['quibbit', 'players=4', 3000, 10],
];
const ENDING = '3D5/9/2D1D4/9/3L1L3/9/2L1L4 l 0,0'; // seven frogs, of which two captures leave five
const RECORDS = [
    ...SETS.flatMap(([game, options, nodes, limit]) => [0, 1].map((number) =>
        ({nodes, record: pond.random(game, options, 'review', {number, limit})}))),
    {nodes: 1500, record: `[Game "rribbit"]\n[Position "${ENDING}"]\n\n` +
        '1. d3xe5 d7xe5\n2. c1-d3 c5-d7\n3. f3xe5 d7-b6\nunfinished\n'},
    ...['rribbit-resign', 'rribbit-agreed'].map((name) =>
        ({nodes: 300, record: readFileSync(`${TOP}/tests/vectors/${name}.pond`, 'utf8')})),
];

for (const name of ['single-row', 'chain-seven']) {
    const bytes = gunzipSync(readFileSync(`${dirname(POND)}/web/tables/rribbit-${name}.bin`));
    assert.ok(play.takeTables(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)) > 0);
}

// What the program says, without tables that this machine may have beside its own.
function analyse(record, nodes, language) {
    const {status, stdout, stderr} = spawnSync(POND,
        ['analyse', '-', '--nodes', nodes, '--json', '--lang', language],
        {input: record, encoding: 'utf8', env: {...process.env, POND_TABLES: '/nowhere'}});
    assert.equal(status, 0, stderr + record);
    return JSON.parse(stdout);
}

const compared = {decision: 0, chance: 0, event: 0, end: 0};
let exact = 0;
for (const [index, {record, nodes}] of RECORDS.entries()) {
    const language = index % 2 === 0 ? 'en' : 'fr';
    const native = analyse(record, nodes, language);
    assert.equal(native.complete, true);
    play.language = language;
    play.load(0, record);
    for (const [number, moment] of native.moments.entries()) {
        const here = play.review(0, number, nodes), where = `${record}\n${number}`;
        assert.equal(here.kind, moment.kind, where);
        if (moment.kind === 'end') {
            assert.deepEqual(here.chances, moment.chances, where);
            assert.deepEqual(here.totals, native.totals, where);
        } else if (moment.kind !== 'event') {
            assert.deepEqual(here, moment, where);
        }
        // The choice tried again has the verdict that it had when it was played.
        if (moment.kind === 'decision' && moment.known && moment.number % 3 === 0) {
            const {known, class: kind, exact: proven} = play.judge(0, moment.seat, moment.move, moment.number, nodes);
            assert.deepEqual([known, kind, proven], [moment.known, moment.class, moment.exact], where);
        }
        compared[moment.kind]++;
        if (moment.exact) exact++;
    }
    assert.equal(native.moments.at(-1).kind, 'end');
}
assert.ok(compared.decision > 250 && compared.chance > 50 && compared.event > 1, JSON.stringify(compared));
assert.equal(compared.end, RECORDS.length);
assert.ok(exact > 0, 'the tables were asked');
console.log(`${RECORDS.length} games, ${compared.decision} decisions, ${exact} of them by tables, ` +
    `${compared.chance} pieces of luck: the same judgements`);
