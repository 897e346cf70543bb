// orca.mjs: what Orca says: a whole game of each kind in Firefox, played with real keys under a real screen reader.
//
//     node bench/orca.mjs [FOLDER]     writes FOLDER/GAME-orca.txt, docs/ear without a folder
//
// Needs the Debian packages orca, xvfb, dbus-x11, openbox, xdotool and firefox-esr. Orca writes every utterance to its
// debug file; no sound is needed. The keys are Tab, Enter and the arrows, as a listener would press them: xdotool sends
// them through the X server, so Orca sees them first. ear.mjs asks Chromium's accessibility tree instead.

import {execFileSync, spawn} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';

process.env.TOP ??= fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
process.env.POND ??= `${process.env.TOP}/build/release/pond`;
const {doMove, myTurn, serve} = await import('../tests/page/driver.mjs');
const {launch, Page, until} = await import('../tests/page/firefox-driver.mjs');

const GAMES = {
    rribbit: 'play/rribbit/h0/turn=single/ear',
    quibbit: 'play/quibbit/h00/players=3/ear',
    quibbles: 'play/quibbles/h0/players=2/ear',
};
const TURNS_MAX = 120, PRESSES_MAX = 80, QUIET_MS = 1500;
const folder = process.argv[2] ?? `${process.env.TOP}/docs/ear`, only = process.env.ONLY;
const display = process.env.EAR_DISPLAY ?? ':96';
const home = mkdtempSync(join(tmpdir(), 'pond-orca-')), log = join(home, 'orca.out');
const env = {...process.env, HOME: home, XDG_RUNTIME_DIR: home, DISPLAY: display, GNOME_ACCESSIBILITY: '1', LANG: 'C.UTF-8'};
const children = [];

const start = (command, args) => {
    const child = spawn(command, args, {env, stdio: ['ignore', 'pipe', 'ignore']});
    children.push(child);
    return child;
};

/** An X server, a session bus, a window manager and Orca. */
async function session() {
    start('Xvfb', [display, '-screen', '0', '1280x900x24']);
    const bus = start('dbus-daemon', ['--session', '--nofork', '--print-address']);
    env.DBUS_SESSION_BUS_ADDRESS = await new Promise((done) => bus.stdout.once('data', (text) => done(String(text).trim())));
    await until('the X server', () => {
        try {
            return execFileSync('xdotool', ['getdisplaygeometry'], {env, stdio: 'pipe'}).length;
        } catch {
            return 0;
        }
    });
    for (const [schema, key] of [['org.gnome.desktop.interface', 'toolkit-accessibility'], ['org.gnome.desktop.a11y.applications', 'screen-reader-enabled']]) {
        execFileSync('gsettings', ['set', schema, key, 'true'], {env});
    }
    start('/usr/libexec/at-spi-bus-launcher', ['--launch-immediately', '--screen-reader=1']);
    start('openbox', []);
    mkdirSync(join(home, '.local/share/orca'), {recursive: true}); // there is nothing to hear with: Orca would wait for its voice
    writeFileSync(join(home, '.local/share/orca/orca-customizations.py'), 'from orca.speechdispatcherfactory import SpeechServer\n'
        + ['speak', 'speakCharacter', 'speakKeyEvent', 'stop'].map((name) => `SpeechServer.${name} = lambda *words, **more: None\n`).join(''));
    start('orca', [`--debug-file=${log}`]);
    await until('Orca', () => spoken(0).length > 0);
}

const debug = () => {
    try {
        return readFileSync(log, 'utf8');
    } catch {
        return '';
    }
};

/** What Orca has said since this point of its debug file. */
const spoken = (from) => [...debug().slice(from).matchAll(/SPEECH OUTPUT: '(.*)'\s*(?:\{.*)?$/gm)].map(([, text]) => text.trim())
    .filter((text) => !/^(tab|return|left shift|)$/.test(text)); // keys that Orca repeats

/** Waits until Orca has nothing more to say. */
async function quiet() {
    for (let size = -1, now = debug().length; size !== now; now = debug().length) {
        size = now;
        await pause(QUIET_MS);
    }
}

/** In the page: where is the target from here? */
function way(css) {
    const here = document.activeElement, target = [...document.querySelectorAll(css)].find((element) => !element.disabled && element.getClientRects().length > 0);
    if (!target) return null;
    if (here === target) return 'there';
    const pad = (element) => element?.getAttribute('data-pad');
    if (pad(here) && pad(target)) {
        const box = (element) => element.getBoundingClientRect(), [a, b] = [box(here), box(target)];
        if (Math.abs(a.x - b.x) > a.width / 2) return a.x < b.x ? 'Right' : 'Left';
        return a.y < b.y ? 'Down' : 'Up';
    }
    if (pad(target) && target.tabIndex < 0) return 'Tab';
    const group = here?.closest('[role="group"], [role="toolbar"]');
    if (here?.matches('.qcard, .tile') && group && group === target.closest('[role="group"], [role="toolbar"]')) {
        return here.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING ? 'Right' : 'Left';
    }
    return here.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING || here === document.body ? 'Tab' : 'shift+Tab';
}

/** A page whose controls are reached and pressed by keys. */
function byKeys(page, lines) {
    const key = async (name) => {
        const from = debug().length;
        execFileSync('xdotool', ['key', name], {env});
        await quiet();
        lines.push(`[${name}] ${spoken(from).join(' / ')}`.trimEnd());
    };
    const press = async (selector) => {
        await until(selector, () => page.evaluate(way, selector));
        for (let presses = 0; presses < PRESSES_MAX; presses++) {
            const next = await page.evaluate(way, selector);
            if (next === 'there') return key('Return');
            await key(next ?? 'Tab');
        }
        throw new Error(`no way to ${selector}`);
    };
    const locator = (selector) => ({...page.locator(selector), first: () => locator(selector), last: () => locator(selector), click: () => press(selector)});
    return {key, press, page: {locator, evaluate: page.evaluate.bind(page)}};
}

async function play(page, address, game, at) {
    const lines = [], keys = byKeys(page, lines), from = debug().length;
    await page.goto(`${address}#/${at}`);
    await page.reload();
    await page.waitForFunction(() => Boolean(globalThis.pondTable));
    await quiet();
    lines.push(`[The page opens] ${spoken(from).join(' / ')}`);
    for (let turn = 0; turn < TURNS_MAX; turn++) {
        const {look, over, mayPlay} = await myTurn(page);
        if (over) break;
        if (!mayPlay) continue;
        const move = await page.evaluate(async () => (await globalThis.pondTable.advice(globalThis.pondTable.mine)).choices[0].move);
        await doMove(keys.page, game, move);
        const after = debug().length;
        await page.waitForFunction((version) => globalThis.pondTable.over || globalThis.pondTable.look.version !== version, look.version);
        await quiet();
        lines.push(...spoken(after));
    }
    const end = debug().length, tellsResult = (text) => /\bwon\b|A draw/.test(text);
    for (let i = 0; !spoken(from).some(tellsResult); i++) { // the file is written in blocks: more words bring the last ones
        if (i === PRESSES_MAX) throw new Error('the result was not spoken');
        execFileSync('xdotool', ['key', 'Tab'], {env});
        await quiet();
    }
    const said = spoken(end);
    lines.push(...said.slice(0, 1 + said.findIndex(tellsResult)));
    return lines;
}

mkdirSync(folder, {recursive: true});
await session();
const server = await serve(Number(process.env.PORT ?? 7981)), firefox = await launch({display, env: {...env, HOME: home}}), page = new Page(firefox.call);
await page.goto(server.address);
await page.evaluate((settings) => localStorage.setItem('pond.settings', JSON.stringify(settings)), {sound: false, motion: 'off', chances: false});
for (const [game, at] of Object.entries(GAMES)) {
    if (only && only !== game) continue;
    const lines = await play(page, server.address, game, at);
    writeFileSync(`${folder}/${game}-orca.txt`, `A whole game of ${game} (#/${at}) in Firefox, as Orca spoke it (bench/orca.mjs). The key in brackets was pressed;\n`
        + `a slash stands between two utterances.\n\n${lines.join('\n')}\n`);
    console.log(`${game}: ${lines.length} lines`);
}
await firefox.stop();
await server.stop();
for (const child of children.reverse()) child.kill();
rmSync(home, {recursive: true, force: true, maxRetries: 20, retryDelay: 100});
process.exit();
