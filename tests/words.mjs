// words.mjs: the catalogue (include/pond/words). Every language has the same messages in the same order, each with
// the same arguments; every message that a source names exists, every message is used, and no sentence is there twice.

import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';

const TOP = process.env.TOP ?? join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const WORDS = join(TOP, 'include/pond/words');
const read = (path) => readFileSync(join(TOP, path), 'utf8');
const under = (folder, ends) => readdirSync(join(TOP, folder), {withFileTypes: true})
    .flatMap((one) => (one.isDirectory() ? under(`${folder}/${one.name}`, ends) : ends.test(one.name) ? [`${folder}/${one.name}`] : []));
const sources = (folders, ends) => folders.flatMap((folder) => under(folder, ends)).map(read).join('\n');

// Who says what: the files of the catalogue, and how a source names a message.
const C = /\.[ch]$/;
const programs = sources(['src/cli', 'src/terminal', 'src/join', 'tests'], C);
const library = sources(['src', 'include/pond', 'examples', 'tests'], C);
const page = sources(['web'], /\.mjs$/);
const SPEAKERS = {
    library: {files: ['core', 'null', 'quibbit', 'quibbles', 'rribbit', 'any', 'engine', 'event', 'explorer', 'learn', 'table', 'tree', 'encode'], prefix: 'POND_WORD_', source: library.replace(/\bHELP\(/g, 'POND_WORD_')},
    analysis: {files: ['analysis'], prefix: 'POND_FACT_', source: library},
    puzzles: {files: ['puzzle'], prefix: 'PUZZLE_', source: sources(['src/learn'], C)},
    module: {files: ['module'], prefix: 'REFUSE_', source: sources(['src/wasm'], C)},
    server: {files: ['server'], prefix: 'SAID_', source: sources(['src/server', 'src/join'], C)},
    store: {files: ['store'], prefix: 'STORE_WHY_', source: sources(['src/store'], C)},
    phrases: {files: ['phrases'], prefix: 'PHRASE_', source: read('src/server/phrases.def').replace(/PHRASE\(/g, 'PHRASE_')},
    cli: {files: ['program', 'common', 'help', 'cli'], prefix: 'SAY_', source: programs},
    terminal: {files: ['program', 'common', 'terminal'], prefix: 'TELL_', source: programs},
    page: {files: ['common', 'page'], prefix: '', source: page},
};

const problems = [];
const wrong = (...text) => problems.push(text.join(' '));

/** The messages of one file, in order. @param {string} language @param {string} file */
function messages(language, file) {
    const text = read(`include/pond/words/${language}/${file}.def`).replace(/\/\*.*?\*\//gs, '');
    const found = [...text.matchAll(/MESSAGE\((\w+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)/g)];
    assert.equal(found.length, text.match(/MESSAGE\(/g)?.length ?? 0, `${language}/${file}.def: every message can be read`);
    return found.map(([, name, strings]) => ({file, name, text: strings.replace(/"\s*"|^"|"\s*$/g, '')}));
}

// ---- The same messages in every language, with the same arguments ----

const languages = readdirSync(WORDS, {withFileTypes: true}).filter((one) => one.isDirectory()).map((one) => one.name);
const files = readdirSync(join(WORDS, 'en')).filter((name) => name !== 'library.def' && name !== 'language.def').map((name) => name.replace('.def', ''));
assert.ok(languages.includes('en') && languages.length >= 2);
assert.deepEqual(files.sort(), [...new Set(Object.values(SPEAKERS).flatMap((one) => one.files))].sort(), 'somebody says every file');
const english = Object.fromEntries(files.map((file) => [file, messages('en', file)]));
const places = (text) => [...new Set([...text.matchAll(/\{(?:[a-z]+')?(\d)/g)].map(([, i]) => i))].sort().join();
const PLACE = /\{(?:[a-z]+'\d|\d(?::[^|{}]*\|[^|{}]*)?)\}/g;

for (const language of languages) {
    assert.deepEqual(readdirSync(join(WORDS, language)).sort(), readdirSync(join(WORDS, 'en')).sort(), `${language} has the files of en`);
    assert.equal(read(`include/pond/words/${language}/library.def`).replaceAll(`/${language}/`, '/en/'), read('include/pond/words/en/library.def'));
    for (const file of files) {
        const own = messages(language, file), names = own.map((one) => one.name);
        for (const {name} of english[file]) if (!names.includes(name)) wrong(`${language}/${file}.def: ${name} is not translated`);
        for (const name of names) if (!english[file].some((one) => one.name === name)) wrong(`${language}/${file}.def: ${name} is not in English`);
        const shared = english[file].filter((one) => names.includes(one.name));
        own.filter(({name}) => shared.some((one) => one.name === name)).forEach(({name, text}, i) => {
            if (shared[i].name !== name) wrong(`${language}/${file}.def: ${name} is where English has ${shared[i].name}`);
            const first = shared.find((one) => one.name === name)?.text ?? '';
            if ((text === '') !== (first === '')) wrong(`${language}/${file}.def: ${name} is empty in one language`);
            const sentence = (first.replace(PLACE, '').match(/(?:^|\s)[a-z']{2,}/gi) ?? []).length >= 3;
            if (language !== 'en' && sentence && text === first) wrong(`${language}/${file}.def: ${name} is still in English`);
            if (places(text) !== places(first)) wrong(`${language}/${file}.def: ${name} has other arguments than in English`);
            if (text.replace(PLACE, '').includes('{')) wrong(`${language}/${file}.def: ${name} has a brace too many: ${text}`);
        });
    }
}

// Numbers of rulings are for those who read rules: only refusals of the library have them, which the page and the
// terminal cut, and what is asked of the command line.
for (const file of files.filter((name) => !['core', 'null', 'quibbit', 'quibbles', 'rribbit', 'cli', 'help'].includes(name))) {
    for (const {name, text} of languages.flatMap((language) => messages(language, file))) {
        if (/\([A-Z]\d+[,)]/.test(text)) wrong(`${file}.def: ${name} has the number of a ruling`);
    }
}

// The rules are read by families: names and values of options, moves as they are written and seats from 0 are in the
// section for programs, the last one, and numbers of rulings where these are listed.
for (const path of under('docs/rules', /\.(en|fr)\.md$/)) {
    const [players, rulings] = read(path).split(/^## /m).slice(0, -1).join('## ').split(/^## (?=Rulings|Les points de règle)/m);
    for (const text of [players, rulings]) for (const [found] of text.matchAll(/`[^`]*(?:=|@\d)[^`]*`|`[a-z]{3,}[a-z-]*`/g)) wrong(`${path}: ${found} is for programs`);
    for (const [found] of players.matchAll(/\([A-Z]\d+[^)]*\)/g)) wrong(`${path}: ${found} is the number of a ruling`);
}

// The module of the rules alone is built without plurals and elision.
for (const file of ['core', 'null', 'quibbit', 'quibbles', 'rribbit', 'module']) {
    for (const {name, text} of languages.flatMap((language) => messages(language, file))) {
        if (text.replace(/\{\d\}/g, '').includes('{')) wrong(`${file}.def: ${name} is more than plain`);
    }
}

// French signs stay on the line of their word, in the rules and the lessons too (moves and code aside).
const loose = (text) => / [:;!?»]|« |\p{L}: |\p{L}[!?;]( |$)/u.test(text.replace(/Quibbit!/g, '').replace(/:\w+[?!]/g, ''));
for (const file of files) {
    for (const {name, text} of messages('fr', file)) if (loose(text)) wrong(`fr/${file}.def: ${name} lacks a no-break space: ${text}`);
}
const prose = {
    'docs/rules': (text) => text.replace(/^ {4}.*|`[^`\n]*`/gm, ''),
    'learn/lessons': (text) => (text.match(/^fr .*\n(?: .*\n)*/gm) ?? []).join('').replace(/ ![\d/]+/g, ''),
};
for (const [folder, of] of Object.entries(prose)) {
    for (const path of under(folder, /\.fr\.md$|\.txt$/)) {
        for (const line of of(read(path)).split('\n')) if (loose(line)) wrong(`${path} lacks a no-break space: ${line}`);
    }
}

// A percent sign stands at its number in English, and after a no-break space in French. What is put together in a
// source says PERCENT.
const SIGNS = {en: /[\d}?]\s+%/, fr: /[\d}?](?![\u00a0\u202f])\s?%(?!\d)/};
for (const [language, ends] of Object.entries(SIGNS)) {
    for (const {file, name, text} of files.flatMap((one) => messages(language, one))) {
        if (ends.test(text)) wrong(`${language}/${file}.def: ${name} has another space before a percent sign: ${text}`);
    }
}
for (const path of under('src', C)) {
    for (const [text] of read(path).matchAll(/"(?:[^"\\\n]|\\.)* %%.*/g)) wrong(`${path}: ${text} has a percent sign of its own: say PERCENT`);
}

// Nothing that people read is written in a source: it would be there in some languages only. A game may bring
// sentences of its own, in both languages (docs/new-game.md).
const OWN = /POND_SAID\((?:[^"()]|"(?:[^"\\]|\\.)*")*\)|\.own = \{[^}]*\}/g;
for (const path of under('src', C)) {
    const source = read(path).replace(/\/\*.*?\*\//gs, '');
    const strings = (path.startsWith('src/games/') ? source.replace(OWN, '') : source).match(/"(?:[^"\\\n]|\\.)*"/g) ?? [];
    for (const text of strings) if (/[à-öø-ÿ]\p{L}|\p{L}[à-öø-ÿ]/u.test(text)) wrong(`${path}: ${text} belongs in the catalogue`);
}

// ---- Each name once, used, and known ----

const used = new Set();
for (const [speaker, {files: own, prefix, source}] of Object.entries(SPEAKERS)) {
    const all = own.flatMap((file) => english[file]), names = all.map((one) => one.name);
    for (const name of new Set(names)) if (names.indexOf(name) !== names.lastIndexOf(name)) wrong(`${speaker}: two messages are called ${name}`);
    const words = new Set(source.match(/\b[A-Z][A-Z0-9_]+\b/g));
    // In the page, names that are put together are found by their beginning or their end.
    const begun = prefix ? [] : [...source.matchAll(/`([A-Z0-9_]*_)\$\{/g)].map(([, start]) => start);
    const ended = prefix ? [] : [...source.matchAll(/\}(_[A-Z_]+)`/g)].map(([, end]) => end);
    // In C, a number is added to the first message of a series; it goes on to the next that is named.
    const series = new Set(prefix ? [...source.matchAll(/\b([A-Z0-9_]+)\)? \+|\+ \(?([A-Z0-9_]+)\b/g)].map((one) => one[1] ?? one[2]) : []);
    // An event's sentences follow its first, and so do the words for the values of an argument.
    let running = false;
    for (const {file, name} of all) {
        const named = words.has(prefix + name) || words.has(prefix + name.replace(/_(YOU|SAY)$/, '')) ||
            begun.some((start) => name.startsWith(start)) || ended.some((end) => name.endsWith(end));
        const detail = file === 'event' && [...name.matchAll(/_/g)].some(({index}) => words.has(prefix + name.slice(0, index)));
        if (named) running = series.has(prefix + name);
        if (named || running || detail) used.add(`${file} ${name}`);
    }
}
for (const file of files) for (const {name} of english[file]) if (!used.has(`${file} ${name}`)) wrong(`${file}.def: nobody says ${name}`);

// The compiler knows the names in C; the page's are checked here.
const pages = new Set(SPEAKERS.page.files.flatMap((file) => english[file].map((one) => one.name)));
for (const [, name] of page.matchAll(/\b[tn]\('([A-Z0-9_]+)'/g)) if (!pages.has(name)) wrong(`page: there is no message ${name}`);
for (const [, name] of page.matchAll(/\btell\(cast, '([A-Z0-9_]+)'/g)) {
    if (!pages.has(name) || !pages.has(`${name}_YOU`)) wrong(`page: there is no message ${name} or ${name}_YOU`);
}

// ---- No sentence twice ----

const seen = new Map();
for (const file of files) {
    const french = Object.fromEntries(messages('fr', file).map((one) => [one.name, one.text]));
    for (const {name, text} of english[file]) {
        const key = `${text}\n${french[name]}`, before = seen.get(key);
        const sentence = (text.replace(PLACE, '').match(/[a-z']+/gi) ?? []).length >= 3; // a label may come twice
        if (before !== undefined && sentence && name !== `${before.name}_YOU`) wrong(`${file}.def: ${name} says the same as ${before.file}.def: ${before.name}`);
        seen.set(key, {file, name});
    }
}

assert.deepEqual(problems, []);
console.log(`${Object.values(english).flat().length} messages in ${languages.join(', ')}`);
