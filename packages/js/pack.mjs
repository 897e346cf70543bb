// pack.mjs: fills dist/ with what the package holds: its own modules, and from the project the core as
// WebAssembly, the endings, the pieces, the colours and the words. `npm pack` runs it.
//
// It takes what `./pond` has built; POND_BUILD names another build folder.

import {copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url)), TOP = join(HERE, '..', '..'), DIST = join(HERE, 'dist');
const BUILD = process.env.POND_BUILD ?? join(TOP, 'build', 'release');
if (!existsSync(join(BUILD, 'web', 'play.wasm'))) {
    console.error(`There is nothing to pack in ${BUILD}: run ./pond games first.`);
    process.exit(1);
}
const LANGUAGES = Object.keys((await import(pathToFileURL(join(BUILD, 'web', 'languages.mjs')).href)).LANGUAGE_NAMES);
const read = (...path) => readFileSync(join(TOP, ...path), 'utf8');

/** The rules of a style sheet between two places. */
function between(text, start, end) {
    const from = text.indexOf(start), to = text.indexOf(end, from + start.length);
    if (from < 0 || to < 0) throw new Error(`no part from ${start} to ${end}`);
    return text.slice(from, to);
}
const small = (css) => css.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' ').trim();

/** The page's drawings by name: what has an id of its own inside a piece stays there. */
function pieces() {
    const found = {};
    for (const [symbol, id] of read('web', 'pieces.svg').matchAll(/<symbol id="([\w-]+)".*?<\/symbol>/gs)) found[id] = symbol.replace(/<!--.*?-->/gs, '').replace(/\n\s*/g, '');
    return found;
}

function look() {
    const style = read('web', 'style.css'), boards = read('web', 'boards.css');
    const morning = between(style, ':root {', '[data-theme="dusk"] {'), dusk = between(style, '[data-theme="dusk"] {', '\n.past');
    const parts = between(boards, '.red {', '/* ---- The play screen');
    const pads = between(boards, '.light-pads {', '.pad:focus-visible');
    const own = `.pond { font-family: ui-rounded, "Segoe UI", Roboto, "DejaVu Sans", system-ui, sans-serif; overflow: hidden } .pond .water { fill: var(--w1) } .pond .panel { fill: var(--card) }
        .pond .ink { fill: var(--ink) } .pond .strong { font-weight: 700 } .pond .glow { fill: #ffe08a } .pond .arena { fill: none; stroke: var(--frame); stroke-width: 3 }`;
    const words = Object.fromEntries(LANGUAGES.map((language) => {
        const all = JSON.parse(readFileSync(join(BUILD, 'web', `words.${language}.json`), 'utf8'));
        return [language, Object.fromEntries(['DISPLAY', 'PILE', 'DISCARD', 'DUMMY', 'PLAYER', 'YOU', 'LIGHT', 'DARK', 'TO_MOVE', 'COLON', 'TILE', 'TILE_CROWN', 'TILE_FLOWER', 'TILE_WATER', 'TILE_RED', 'TILE_GREEN', 'TILE_YELLOW', 'TILE_BLUE', 'OUT', 'HAND_HAS'].map((key) => [key, all[key]]))];
    }));
    const colours = {morning: small(morning).replace(':root', '.pond'), dusk: small(dusk).replace('[data-theme="dusk"]', '.pond')};
    const made = {COLOURS: colours, STYLE: small(parts + pads + own), PIECES: pieces(), WORDS: words};
    return `// look.mjs: made by pack.mjs from the page's pieces, colours and words.\n${Object.entries(made).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`).join('')}`;
}

const ours = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')).version, theirs = /^#define POND_VERSION "(.*)"/m.exec(read('include', 'pond', 'api.h'))?.[1];
if (ours !== theirs) throw new Error(`package.json says version ${ours}, include/pond/api.h ${theirs}`);
rmSync(DIST, {recursive: true, force: true});
mkdirSync(DIST);
for (const name of readdirSync(HERE)) if (/\.mjs$/.test(name) && name !== 'pack.mjs') copyFileSync(join(HERE, name), join(DIST, name));
const tags = LANGUAGES.map((tag) => `'${tag}'`).join(' | ');
for (const name of readdirSync(HERE)) if (name.endsWith('.d.ts')) writeFileSync(join(DIST, name), read('packages', 'js', name).replace("'en' | 'fr'", tags));
for (const name of ['pond.mjs', 'play.mjs']) copyFileSync(join(TOP, 'src', 'wasm', name), join(DIST, name));
copyFileSync(join(TOP, 'web', 'ground.mjs'), join(DIST, 'ground.mjs'));
copyFileSync(join(BUILD, 'web', 'play.wasm'), join(DIST, 'play.wasm'));
cpSync(join(BUILD, 'web', 'tables'), join(DIST, 'tables'), {recursive: true, filter: (path) => !path.endsWith('openings.bin')}); // the explorer's
copyFileSync(join(TOP, 'LICENSE'), join(HERE, 'LICENSE'));
writeFileSync(join(DIST, 'look.mjs'), look());
