// wasm.mjs: how fast pond.wasm is beside the program, on the same work, measured in turn.
//
//     node bench/wasm.mjs [ROUNDS]      after `./pond bench` and a build of the preset wasm
//
// Prints the time of each benchmark of `pond bench` in both, and how many times as long WebAssembly
// takes. Of several rounds the quickest counts: what disturbs a measurement only makes it longer.
// POND and WASM name the program and the module, if they lie elsewhere.

import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

import {Pond} from '../src/wasm/pond.mjs';

const top = fileURLToPath(new URL('..', import.meta.url));
const program = process.env.POND ?? `${top}/build/release/pond`;
const bytes = readFileSync(process.env.WASM ?? `${top}/build/wasm/pond.wasm`);
const rounds = Number(process.argv[2] ?? 3);
const RATIO_MAX = 1.4;

const native = new Map(), wasm = new Map();
const keep = (best, {bench, count}, seconds) => {
    const before = best.get(bench) ?? {count, seconds: Infinity};
    if (before.count !== count) throw new Error(`${bench}: ${count} is not ${before.count}`);
    best.set(bench, {count, seconds: Math.min(seconds, before.seconds)});
};

for (let round = 0; round < rounds; round++) {
    const [first, ...rest] = execFileSync(program, ['bench', '--json'], {encoding: 'utf8'})
        .trimEnd().split('\n').map((line) => JSON.parse(line));
    for (const line of rest) keep(native, line, line.seconds);

    const pond = await Pond.from(bytes);
    const signature = pond.signature(); // and by now the engine has compiled what it runs
    if (signature !== first.value) throw new Error(`signature ${signature}, not ${first.value}`);
    for (let index = 0; index < rest.length; index++) {
        const start = process.cpuUsage().user;
        const line = pond.bench(index);
        keep(wasm, line, (process.cpuUsage().user - start) / 1e6);
    }
}

console.log('                        program   wasm   ratio');
let worst = 0;
for (const [bench, {count, seconds}] of native) {
    const other = wasm.get(bench);
    if (other.count !== count) throw new Error(`${bench}: ${other.count} is not ${count}`);
    const ratio = other.seconds / seconds;
    worst = Math.max(worst, ratio);
    console.log(`${bench.padEnd(22)} ${seconds.toFixed(3).padStart(6)} s ` +
        `${other.seconds.toFixed(3).padStart(6)} s ${ratio.toFixed(2).padStart(6)}`);
}
console.log(`at most ${worst.toFixed(2)}, and ${RATIO_MAX} is allowed`);
process.exitCode = worst <= RATIO_MAX ? 0 : 1;
