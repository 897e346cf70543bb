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

const ANY = /[{<:|(,]\s*any\b\s*(?:\[\])*\s*[}>|),;]/; // nothing is checked beyond it

// A game's name is in its own modules and in the list of games. Everything else works for any game.
const GAMES = readdirSync(`${TOP}/docs/rules`).map((name) => name.split('.')[0]), NAMED = new RegExp(GAMES.join('|'), 'i');
const own = (/** @type {string} */ name) => name === 'kinds.mjs' || GAMES.some((game) => ['game', 'board', 'editor', 'tv', 'hand', 'analysis'].some((part) => name === `${part}-${game}.mjs`));
assert.ok(GAMES.length >= 6 && NAMED.test("table.game === 'rribbit'") && own('board-quibbit.mjs') && !own('board-any.mjs'));

// The expressions find what they are for.
assert.ok(ANY.test('/** @param {any[]} args */') && ANY.test('(/** @type {Map<string, any>} */ (x))') && ANY.test('@param {{now?: any}} event') && !ANY.test('/** Is there any? @param {string} x */'));
for (const bad of ["look.pos.split(' ')", '(await brain.call(\'x\')); lines[i].full.slice(2)', '(await table.position()).split(1)', '[...look.pos]', '/x/.test(look.pos)', 'parse(before.pos)']) {
    assert.ok(PARSES.some((pattern) => pattern.test(bad)), bad);
}
for (const name of modules) {
    readFileSync(`${TOP}/web/${name}`, 'utf8').split('\n').forEach((line, i) => {
        assert.ok(!PARSES.some((pattern) => pattern.test(line)), `web/${name}:${i + 1} takes the text of a position apart: ${line.trim()}`);
        assert.ok(own(name) || !NAMED.test(line), `web/${name}:${i + 1} names a game: ${line.trim()}`);
        assert.ok(!ANY.test(line), `web/${name}:${i + 1} has the type any: ${line.trim()}`);
    });
}
console.log(`${modules.length} modules`);
