// words.mjs: every word that the page uses is in the catalogue, every word of the catalogue is used,
// both languages have the same places to fill in, and the service worker keeps every file.

import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';

const {TOP} = process.env;
const read = (path) => readFileSync(`${TOP}/${path}`, 'utf8');
const modules = readdirSync(`${TOP}/web`).filter((name) => name.endsWith('.mjs'));
const source = modules.map((name) => read(`web/${name}`)).join('\n');
const text = read('include/pond/words/page.def').replace(/\/\*.*?\*\//gs, '');
const words = new Map([...text.matchAll(/WORD\((\w+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)/g)]
    .map(([, name, english, french]) => [name, {english, french}]));
assert.ok(words.size > 200);

const places = (sentence) => [...new Set(sentence.match(/\{\d\}/g) ?? [])].sort().join();
for (const [name, {english, french}] of words) {
    assert.equal(places(french), places(english), `${name}: other places in French`);
    assert.ok(!/[^ «] ?[?!:;]/.test(french.replace(/[ \u00a0][?!:;»]/g, '').replace(/:\/\/|\d:\d/g, '').replace(/Quibbit!/g, '')),
        `${name}: French has a space before its signs: ${french}`);
}

// Names that are put together from parts are found by their beginning.
const used = new Set(source.match(/\b[A-Z][A-Z0-9_]+\b/g));
const begun = [...source.matchAll(/`([A-Z0-9_]*_)\$\{/g)].map(([, start]) => start);
const ended = [...source.matchAll(/\}(_[A-Z_]+)`/g)].map(([, end]) => end);
for (const name of words.keys()) {
    const bare = name.replace(/_(ONE|MANY|YOU)$/, '');
    const known = used.has(name) || used.has(bare) || begun.some((start) => name.startsWith(start)) ||
        ended.some((end) => name.endsWith(end));
    assert.ok(known, `${name} is never said`);
}
for (const [, name] of source.matchAll(/\bt\('([A-Z0-9_]+)'/g)) assert.ok(words.has(name), `no word ${name}`);
for (const [, name] of source.matchAll(/\bn\('([A-Z0-9_]+)'/g)) {
    assert.ok(words.has(`${name}_ONE`) && words.has(`${name}_MANY`), `no words ${name}_ONE, _MANY`);
}
for (const [, name] of source.matchAll(/\btell\(cast, '([A-Z0-9_]+)'/g)) {
    assert.ok(words.has(name) && words.has(`${name}_YOU`), `no words ${name}, ${name}_YOU`);
}

const worker = readFileSync(join(dirname(process.env.POND), 'web/service-worker.mjs'), 'utf8'); // as it was built
for (const name of ['style.css', 'play.wasm', 'wasm/play.mjs', 'rules/rribbit.fr.md', ...modules]) {
    if (name === 'service-worker.mjs') continue;
    assert.ok(worker.includes(`'/${name}'`), `service-worker.mjs does not keep ${name}`);
}

// What the first screen imports is asked for at once, not one after the other; then what the first game imports.
const want = (name, wanted, before = new Set()) => {
    if (wanted.has(name) || before.has(name)) return wanted;
    wanted.add(name);
    for (const [, other] of read(`web/${name}`).matchAll(/^import [^;]*? from '\.\/([\w-]+\.mjs)'/gm)) want(other, wanted, before);
    return wanted;
};
const screen = want('home.mjs', want('app.mjs', new Set()));
const game = want('board-rribbit.mjs', want('play-screen.mjs', new Set(), screen), screen);
const preloaded = (end) => [...read('web/index.html').matchAll(new RegExp(`modulepreload" href="/([\\w-]+\\.mjs)"${end}>`, 'g'))].map(([, name]) => name).sort();
assert.deepEqual(preloaded(''), [...screen].sort(), 'index.html: modulepreload');
assert.deepEqual(preloaded(' fetchpriority="low"'), [...game].sort(), 'index.html: modulepreload of the first game');
console.log(`${words.size} words, ${modules.length} modules`);
