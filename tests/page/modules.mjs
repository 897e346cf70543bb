// modules.mjs: how the page's modules are written. What is drawn comes from views and events of the
// library: the notation of positions is for people, and no module takes it apart. Types are said.

import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';

const {TOP} = process.env;
const modules = readdirSync(`${TOP}/web`).filter((name) => name.endsWith('.mjs'));
const TAKES = String.raw`(?:\s*\?\?\s*''\s*\))?\??\.(?:at|charAt|endsWith|includes|indexOf|length|match|matchAll|replace|replaceAll|search|slice|split|startsWith|substring)\b`;
const PARSES = [
    new RegExp(String.raw`\b(?:pos|full|position)${TAKES}`), // look.pos.split(' ')
    new RegExp(String.raw`\bposition\([^)]*\)\)?${TAKES}`), // (await table.position()).split(' ')
    /\[\.\.\.\(?[\w.]*\b(?:pos|full|position)\]/, // [...look.pos]
    /\.(?:test|exec)\([\w.]*\b(?:pos|full|position)\)/, // /x/.test(look.pos)
    /\b(?:parse\w*|read\w*)\([\w.]*\.(?:pos|full)\)/, // parse(look.pos)
];

const ANY = /[{<:|(,]\s*any\b\s*(?:\[\])*\s*[}>|),;]/; // nothing is checked behind it

const UNTYPED = new Set(['host.mjs']); // the host's page says little of what it is told yet

// The expressions find what they are for.
assert.ok(ANY.test('/** @param {any[]} args */') && ANY.test('(/** @type {Map<string, any>} */ (x))') && ANY.test('@param {{now?: any}} event') && !ANY.test('/** Is there any? @param {string} x */'));
for (const bad of ["look.pos.split(' ')", '(await brain.call(\'x\')); lines[i].full.slice(2)', '(await table.position()).split(1)', '[...look.pos]', '/x/.test(look.pos)', 'parse(before.pos)']) {
    assert.ok(PARSES.some((pattern) => pattern.test(bad)), bad);
}
for (const name of modules) {
    readFileSync(`${TOP}/web/${name}`, 'utf8').split('\n').forEach((line, i) => {
        assert.ok(!PARSES.some((pattern) => pattern.test(line)), `web/${name}:${i + 1} takes the text of a position apart: ${line.trim()}`);
        assert.ok(!ANY.test(line) || UNTYPED.has(name), `web/${name}:${i + 1} has the type any: ${line.trim()}`);
    });
}
// Without a network there is what the service worker keeps: every module but itself.
const kept = readFileSync(`${TOP}/web/service-worker.mjs`, 'utf8');
for (const name of modules) {
    const word = name.replace(/\.mjs$/, '');
    assert.ok(word === 'service-worker' || kept.includes(`'${word}'`) || kept.includes(`'/${name}'`), `web/service-worker.mjs does not keep ${name}`);
}
console.log(`${modules.length} modules`);
