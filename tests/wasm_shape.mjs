// wasm_shape.mjs: pond.wasm offers what src/wasm/pond.mjs calls and nothing else, asks its page for
// nothing, and is small.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';

const SIZE_MAX = 120_000;
const MEMORY_MAX = 32 << 20;
const {TOP, WASM} = process.env;

const bytes = readFileSync(WASM);
const module = new WebAssembly.Module(bytes);
assert.deepEqual(WebAssembly.Module.imports(module), []);
assert.ok(bytes.length <= SIZE_MAX, `pond.wasm has ${bytes.length} bytes`);

const caller = readFileSync(`${TOP}/src/wasm/pond.mjs`, 'utf8');
const called = [...new Set(caller.match(/\bpage_\w+/g))].sort();
const offered = WebAssembly.Module.exports(module);
const functions = offered.filter(({kind}) => kind === 'function').map(({name}) => name).sort();
const others = offered.filter(({kind}) => kind !== 'function');
assert.deepEqual(functions, called);
assert.deepEqual(others, [{name: 'memory', kind: 'memory'}]);

const memory = new WebAssembly.Instance(module, {}).exports.memory.buffer.byteLength;
assert.ok(memory <= MEMORY_MAX, `pond.wasm wants ${memory} bytes of memory`);
console.log(`${bytes.length} bytes, ${called.length} functions, ${memory} bytes of memory`);
