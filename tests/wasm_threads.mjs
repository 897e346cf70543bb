// wasm_threads.mjs: threads.wasm, the engines on a memory that Workers share: with one thread it says
// what play.wasm says; with helpers their nodes count, and what they say is sound; and a search can be
// stopped from outside.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {Worker, isMainThread, parentPort, workerData} from 'node:worker_threads';

const {TOP, BUILD} = process.env;
const {Play} = await import(`file://${TOP}/src/wasm/play.mjs`);
const {Pond} = await import(`file://${TOP}/src/wasm/pond.mjs`);

if (!isMainThread) {
    const {module, memory, stack} = workerData, play = await Play.from(module, memory);
    if (stack) play.help(stack);
    parentPort.on('message', ([name, ...args]) => parentPort.postMessage(play[name](...args)));
} else {
    await main();
}

/** The first Worker of some on one memory, and how to end them. */
async function crew(module, threads) {
    const memory = new WebAssembly.Memory({initial: 512, maximum: 8192, shared: true});
    const hire = (stack) => new Worker(new URL(import.meta.url), {workerData: {module, memory, stack}});
    const first = hire(0), all = [first];
    let done = () => {};
    first.on('message', (answer) => done(answer)); // an error ends this process
    const call = (...args) => new Promise((answered) => {
        done = answered;
        first.postMessage(args);
    });
    for (let i = 1; i < threads; i++) all.push(hire(await call('helperStack')));
    return {call, memory, end: () => Promise.all(all.map((worker) => worker.terminate()))};
}

async function main() {
    const module = new WebAssembly.Module(readFileSync(`${BUILD}/threads.wasm`));
    const play = await Play.from(readFileSync(`${BUILD}/play.wasm`)), rules = await Pond.from(readFileSync(`${BUILD}/pond.wasm`));
    const GAMES = [['rribbit', '', 4000], ['rribbit', 'turn=chain', 3000], ['quibbles', 'players=3', 60], ['quibbit', 'players=2', 3000], ['quibbit', 'players=4', 2000]];
    const alone = await crew(module, 1), together = await crew(module, 3);
    let looked = 0;
    for (const [game, options, nodes] of GAMES) {
        for (const seed of ['a', 'b', 'c']) {
            const record = rules.random(game, options, seed, {limit: 6});
            for (const {call} of [alone, together]) await call('load', 0, record);
            play.load(0, record);
            const {turn: [seat], legal, result} = play.look(0, play.look(0, 6).turn[0] ?? 0);
            if (result !== null || seat === undefined) continue;
            const wanted = play.live(0, seat, nodes);
            assert.deepEqual(await alone.call('live', 0, seat, nodes), wanted, `${game} ${options} ${seed}`);
            const found = await together.call('live', 0, seat, nodes);
            assert.deepEqual(new Set(found.choices.map(({move}) => move)), new Set(wanted.choices.map(({move}) => move)));
            assert.ok(found.choices.every(({move, value = 0}) => legal.includes(move) && value >= 0 && value <= 10000), `${game} ${seed}`);
            looked++;
        }
    }
    assert.ok(looked >= 10, `${looked} looked at`);

    // The first thread keeps to its limit: what is more is the helpers'. They may be late.
    await together.call('load', 0, rules.random('rribbit', '', 'stop', {limit: 4}));
    for (let nodes = 50000; (await together.call('live', 0, 0, nodes)).nodes <= nodes; nodes *= 2) assert.ok(nodes < 2 ** 31, 'nobody helps');

    // A search that would take hours ends once it is told to.
    const at = await together.call('stopAt'), endless = together.call('live', 0, 0, 4e9);
    const stop = setInterval(() => Atomics.store(new Uint8Array(together.memory.buffer), at, 1), 50);
    const {nodes, choices} = await endless;
    clearInterval(stop);
    assert.ok(nodes < 4e9 && choices.length > 0);
    await Promise.all([alone.end(), together.end()]);
    console.log(`${looked} positions`);
}
