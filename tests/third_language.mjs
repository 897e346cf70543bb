// third_language.mjs: a language more is a folder, a line and its texts (docs/translating.md), and no code.
//
//     node tests/third_language.mjs           makes a copy of the project that also speaks Vo, builds it and listens to it
//     node tests/third_language.mjs FOLDER    the same in this folder, which stays; a copy that is there already is used again

import assert from 'node:assert/strict';
import {execFileSync, spawn, spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {get} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {NAME, TAG, doubled, message} from './vowels.mjs';

const TOP = process.env.TOP ?? join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');

// ---- The language ----

const FACTS = {LANGUAGE_TAG: TAG, LANGUAGE_NAME: NAME, LANGUAGE_SINGULAR: '1', DECIMAL_POINT: "'"};

function translate(top) {
    const words = join(top, 'include/pond/words');
    execFileSync('mkdir', [join(words, TAG)]);
    for (const name of readdirSync(join(words, 'en'))) {
        const text = readFileSync(join(words, 'en', name), 'utf8').replaceAll('words/en/', `words/${TAG}/`)
            .replace('POND_ENGLISH', 'POND_VOWELS').replace('WORDS(en)', `WORDS(${TAG})`)
            .replace(/(MESSAGE\((\w+),\s*)((?:"(?:[^"\\]|\\.)*"\s*)+)\)/g, (_, start, key, strings) =>
                `${start}${FACTS[key] !== undefined ? `"${FACTS[key]}"` : strings.replace(/"((?:[^"\\]|\\.)*)"/g, (_, one) => `"${message(one)}"`)})`);
        writeFileSync(join(words, TAG, name), text);
    }
    const list = join(words, 'languages.def');
    writeFileSync(list, readFileSync(list, 'utf8').replace('#include "pond/words/fr/', `#include "pond/words/${TAG}/language.def"\n$&`));
    for (const name of readdirSync(join(top, 'docs/rules')).filter((one) => one.endsWith('.en.md'))) {
        const text = readFileSync(join(top, 'docs/rules', name), 'utf8');
        writeFileSync(join(top, 'docs/rules', name.replace('.en.', `.${TAG}.`)), doubled(text));
    }
    for (const name of readdirSync(join(top, 'learn/lessons'))) {
        const path = join(top, 'learn/lessons', name), lesson = readFileSync(path, 'utf8');
        writeFileSync(path, lesson.replace(/^en (.*\n(?: .*\n)*)/gm, (own, text) => `${own}${TAG} ${doubled(text)}`));
    }
}

function copy(folder) {
    execFileSync('sh', ['-c', 'tar -C "$1" --exclude=./build --exclude=./.git --exclude=./docs/screens -cf - . | tar -C "$2" -xf -', 'sh', TOP, folder]);
    translate(folder);
}

// ---- What is missing is found ----

function findings(top) {
    const run = spawnSync(process.execPath, [join(TOP, 'tests/words.mjs')], {env: {...process.env, TOP: top}, encoding: 'utf8'});
    return run.status === 0 ? '' : run.stderr;
}

function look_for_gaps(top) {
    assert.equal(findings(top), '', 'Vo is complete');
    const broken = (file, from, to, expected) => {
        const path = join(top, 'include/pond/words', TAG, file), text = readFileSync(path, 'utf8');
        assert.ok(text.includes(from), `${file} has ${from}`);
        writeFileSync(path, text.replace(from, to));
        assert.match(findings(top), expected);
        writeFileSync(path, text);
    };
    const row = 'MESSAGE(EVENT_RESIGN, "{0} reesiigns.")\n';
    broken('event.def', row, '', /vo\/event\.def: EVENT_RESIGN is not translated/);
    broken('event.def', row, 'MESSAGE(EVENT_RESIGN, "")\n', /EVENT_RESIGN is empty in one language/);
    broken('event.def', row, 'MESSAGE(EVENT_RESIGN, "{1} reesiigns.")\n', /EVENT_RESIGN has other arguments/);
    broken('event.def', row, `${row}MESSAGE(EVENT_SWIM, "{0} swiims.")\n`, /EVENT_SWIM is not in English/);
    broken('cli.def', 'oouut oof meemoory.', 'out of memory.', /vo\/cli\.def: MEMORY is still in English/);
}

// ---- What the programs say ----

/** Pieces of the English catalogue that are long enough to be recognized anywhere. */
function english() {
    const pieces = new Map(), folder = join(TOP, 'include/pond/words/en');
    for (const file of readdirSync(folder)) {
        for (const [, name, strings] of readFileSync(join(folder, file), 'utf8').matchAll(/MESSAGE\((\w+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)/g)) {
            const text = strings.replace(/"\s*"|^"|"\s*$/g, '').replace(/\\n/g, ' ').replace(/\\"/g, '"');
            for (const piece of text.split(/\{[^}]*\}/)) {
                const plain = piece.replace(/\s+/g, ' ').trim();
                if ((plain.match(/[a-z]{2,}/g) ?? []).length >= 3) pieces.set(plain, `${file} ${name}`);
            }
        }
    }
    return pieces;
}

const pieces = english();
const heard = new Set();

/** Nothing in it is English, and what is said is remembered. */
function listen(what, text) {
    const flat = text.replace(/\\-/g, '-').replace(/\\/g, '').replace(/\s+/g, ' ');
    for (const [piece, from] of pieces) {
        assert.ok(!flat.includes(piece), `${what} says "${piece}" (${from})`);
        if (flat.includes(doubled(piece))) heard.add(from);
    }
}

const fetched = (port, path) => new Promise((resolve, reject) => {
    get({port, path, host: '127.0.0.1'}, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (data) => { text += data; }).on('end', () => resolve(text));
    }).on('error', reject);
});

function listen_to_commands(pond) {
    const say = (what, input, ...words) => {
        const {stdout, stderr} = spawnSync(pond, ['--lang', TAG, ...words], {encoding: 'utf8', input, timeout: 60000});
        assert.ok(`${stdout}${stderr}`.length > 0, `${what} says something`);
        listen(what, `${stdout}\n${stderr}`);
        return `${stdout}${stderr}`;
    };
    const commands = [...say('help', '', 'help').matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
    assert.ok(commands.length > 20, commands.join());
    for (const name of [...commands, 'completion', 'manual']) say(`help ${name}`, '', 'help', name);
    for (const words of [['manual'], ['games'], ['nonsense'], ['check', '/nowhere'], ['perft', 'rribbit', '0']]) say(words.join(' '), '', ...words);
    for (const game of ['quibbit', 'quibbles', 'rribbit']) {
        const record = execFileSync(pond, ['random', game, '--seed', 'vo'], {encoding: 'utf8'});
        for (const words of [['rules', game], ['show', game], ['new', game, '--options', 'depth=9'], ['puzzle', game, '--number', '1']]) say(words.join(' '), '', ...words);
        say(`replay ${game}`, record, 'replay', '-');
        if (game === 'rribbit') say(`analyse ${game}`, record, 'analyse', '-', '--nodes', '50');
        say(`play ${game}`, 'help\nmoves\nhint\nnonsense\nundo\nquit\n', 'play', game, '--plain', '--seed', 'vo', '--seats', 'me,level:1');
        say(`learn ${game}`, 'help\nhint\n\nquit\n', 'learn', game, '--plain');
    }
}

async function listen_to_server(pond, folder) {
    const server = spawn(pond, ['serve', '--listen', '127.0.0.1:0', '--store', `sqlite:${folder}/games.sqlite`, '--lang', TAG], {stdio: ['ignore', 'pipe', 'inherit']});
    try {
        let said = '';
        const port = await new Promise((resolve, reject) => {
            server.stdout.setEncoding('utf8').on('data', (data) => {
                said += data;
                const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said);
                if (found) resolve(Number(found[1]));
            }).on('end', () => reject(new Error(`the server ended: ${said}`)));
        });
        listen('serve', said);
        assert.match(await fetched(port, '/languages.mjs'), /vo: "Voowels"/);
        for (const path of ['/words.json?lang=', '/words.']) {
            const at = (tag) => (path.endsWith('=') ? `${path}${tag}` : `${path}${tag}.json`);
            const [en, vo] = (await Promise.all([fetched(port, at('en')), fetched(port, at(TAG))])).map((text) => JSON.parse(text));
            const all = (of) => Object.entries({...of.words ?? of, ...of.phrases ?? {}});
            assert.ok(all(en).length > 100, path);
            for (const [i, [name, text]] of all(vo).entries()) assert.equal(text, FACTS[name] ?? message(all(en)[i][1]), `${path}: ${name}`);
        }
        listen('rules', await fetched(port, `/rules/rribbit.${TAG}.md`));
    } finally {
        server.kill();
    }
}

async function hear(folder) {
    const build = join(folder, 'build/third'), pond = join(build, 'pond'), output = {stdio: ['ignore', 'ignore', 'inherit']};
    execFileSync('cmake', ['-S', folder, '-B', build, '-DCMAKE_BUILD_TYPE=None', '-DCMAKE_C_FLAGS=-O0 -w'], output);
    execFileSync('cmake', ['--build', build, '-j2', '--target', 'pond'], output);
    listen_to_commands(pond);
    await listen_to_server(pond, folder);
    assert.ok(heard.size > 250, `${heard.size} messages were heard in Vo`);
    console.log(`${heard.size} messages heard in Vo`);
}

const made = process.argv[2], folder = made ?? mkdtempSync(join(tmpdir(), 'pond-third-'));
try {
    if (!existsSync(join(folder, 'CMakeLists.txt'))) copy(folder);
    look_for_gaps(folder);
    await hear(folder);
} finally {
    if (!made) rmSync(folder, {recursive: true, force: true});
}
