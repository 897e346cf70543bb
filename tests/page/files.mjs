// files.mjs: the service worker keeps every module, and index.html asks at once for what the first screen and the
// first game import.

import assert from 'node:assert/strict';
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';

const {TOP} = process.env, BUILT = join(dirname(process.env.POND), 'web');
const read = (path) => readFileSync(`${TOP}/${path}`, 'utf8');
const modules = readdirSync(`${TOP}/web`).filter((name) => name.endsWith('.mjs'));

const worker = readFileSync(join(BUILT, 'service-worker.mjs'), 'utf8'); // as it was built
for (const name of ['style.css', 'play.wasm', 'wasm/play.mjs', 'rules/rribbit.fr.md', 'languages.mjs', ...modules]) {
    if (name === 'service-worker.mjs') continue;
    assert.ok(worker.includes(`'/${name}'`), `service-worker.mjs does not keep ${name}`);
}

// What the first screen imports is asked for at once, not one after the other; then what the first game imports.
const want = (name, wanted, before = new Set()) => {
    if (wanted.has(name) || before.has(name)) return wanted;
    wanted.add(name);
    const text = existsSync(join(BUILT, name)) ? readFileSync(join(BUILT, name), 'utf8') : read(`web/${name}`);
    for (const [, other] of text.matchAll(/^import [^;]*? from '\.\/([\w-]+\.mjs)'/gm)) want(other, wanted, before);
    return wanted;
};
const screen = want('home.mjs', want('app.mjs', new Set()));
const game = want('board-rribbit.mjs', want('play-screen.mjs', new Set(), screen), screen);
const preloaded = (end) => [...read('web/index.html').matchAll(new RegExp(`modulepreload" href="/([\\w-]+\\.mjs)"${end}>`, 'g'))].map(([, name]) => name).sort();
assert.deepEqual(preloaded(''), [...screen].sort(), 'index.html: modulepreload');
assert.deepEqual(preloaded(' fetchpriority="low"'), [...game].sort(), 'index.html: modulepreload of the first game');
console.log(`${modules.length} modules`);
