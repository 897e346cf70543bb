// driver.mjs: what the tests of the page share: the real server, a real browser, and hands that play.

import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {connect, createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const {TOP, POND} = process.env;
const require = createRequire(`${TOP}/build/page/x.cjs`);
export const {chromium} = require('playwright-core');
export const axeSource = require('axe-core').source;
export const readQr = require('jsqr');

export const SIZES = {desktop: {width: 1280, height: 800}, phone: {width: 390, height: 844}, small: {width: 320, height: 640}, zoomed: {width: 640, height: 400}, lying: {width: 844, height: 390}, 'small lying': {width: 667, height: 375}, tablet: {width: 768, height: 1024}, 'tablet lying': {width: 1024, height: 768}};
const PORT = Number(process.env.PORT ?? 7970);
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'];

/** The program, serving, to one address that visits it as often as a school. `restart` kills it without warning and starts it again on the same games. */
export async function serve(port = PORT, listen = '127.0.0.1', more = []) {
    const folder = mkdtempSync(join(tmpdir(), 'pond-page-'));
    let child;
    const start = () => new Promise((done, fail) => {
        child = spawn(POND, ['serve', '--listen', `${listen}:${port}`, '--unlimited', ...more], {env: {...process.env, XDG_DATA_HOME: folder}, stdio: ['ignore', 'pipe', 'inherit']});
        child.once('exit', () => fail(new Error('pond serve ended')));
        child.stdout.once('data', done);
    });
    const end = (signal) => new Promise((done) => {
        child.removeAllListeners('exit');
        if (child.exitCode !== null || child.signalCode !== null) return void done(); // it was stopped before
        child.once('exit', done);
        child.kill(signal);
    });
    process.once('exit', () => child.kill('SIGKILL')); // a script that fails leaves no server behind
    await start();
    return {
        address: `http://127.0.0.1:${port}/`,
        folder: join(folder, 'pond'),
        restart: () => end('SIGKILL').then(start),
        kill: () => end('SIGKILL'),
        start,
        stop: () => end('SIGTERM').then(() => rmSync(folder, {recursive: true, force: true})),
    };
}

/** A way to the server that can be cut. @param {number} to the server's port @param {number} port the way's own */
export async function wire(to, port) {
    const pairs = new Set();
    let open = true;
    const relay = createServer((near) => {
        if (!open) return void near.destroy();
        const far = connect(to, '127.0.0.1'), pair = [near, far];
        pairs.add(pair);
        for (const [one, other] of [[near, far], [far, near]]) {
            one.pipe(other);
            one.on('error', () => {});
            one.on('close', () => {
                other.destroy();
                pairs.delete(pair);
            });
        }
    });
    await new Promise((done) => relay.listen(port, '127.0.0.1', done));
    return {
        address: `http://127.0.0.1:${port}/`,
        cut() {
            open = false;
            for (const pair of pairs) for (const socket of pair) socket.destroy();
        },
        mend() {
            open = true;
        },
        close: () => relay.close(),
    };
}

// The shell has no windows of its own to draw: a third less processor time than Chromium itself.
export const BROWSER = process.env.CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

/** @param {string[]} flags besides the usual ones */
export const launch = (...flags) => chromium.launch({executablePath: BROWSER, args: [...FLAGS, ...flags],
    env: {...process.env, FONTCONFIG_FILE: new URL('fonts.conf', import.meta.url).pathname}});

/** ./test --long looks at everything; else tests that would repeat themselves look at a sample, which POND_SEED repeats. */
export const LONG = process.env.POND_LONG === '1';
export const SEED = Number(process.env.POND_SEED ?? Date.now() % 1000);
let said = LONG;

/** Some of a list, spread evenly, others every time; the long form takes all. Tests with numbers in a row get different ones.
 *  @template T @param {T[]} list @param {number} number of the test @param {number} [count] how many of them @returns {T[]} */
export function some(list, number, count = 1) {
    if (!said) console.log(`a sample: POND_SEED=${SEED}`);
    said = true;
    if (LONG || count >= list.length) return list;
    return Array.from({length: count}, (_, i) => list[(SEED + number + Math.floor(i * list.length / count)) % list.length]);
}

/** How long anything is waited for that must come: a slow, busy machine is not a failure. */
export const PATIENCE_MS = Number(process.env.PATIENCE_MS ?? 120000);

/** A wide font, and the same one on every machine: what fits with it fits with those of phones. */
export const wide = (page) => page.addInitScript(() => document.addEventListener('DOMContentLoaded', () => {
    document.documentElement.style.setProperty('font-family', 'DejaVu Sans, sans-serif', 'important');
    document.body.style.setProperty('font-family', 'inherit', 'important');
}));

/** A fresh visitor. Whatever the console says is a failure. */
export async function visit(browser, address, {size = 'desktop', language = 'en', dark = false, still = false, settings = {}, ...more} = {}) {
    const context = await browser.newContext({viewport: SIZES[size], locale: language, colorScheme: dark ? 'dark' : 'light',
        reducedMotion: still ? 'reduce' : 'no-preference', hasTouch: size !== 'desktop', ...more});
    await context.addInitScript((values) => {
        if (!localStorage.getItem('pond.settings')) localStorage.setItem('pond.settings', JSON.stringify(values));
    }, {sound: false, ...settings});
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    page.complaints = [];
    page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()) && !/Playwright|willReadFrequently/.test(message.text())) page.complaints.push(message.text());
    });
    page.on('pageerror', (error) => page.complaints.push(error.stack ?? String(error)));
    let unanswered = [];
    for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => { unanswered = unanswered.filter((one) => one !== request); });
    page.on('request', (request) => {
        unanswered.push(request);
        if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url())) page.complaints.push(`leaves the server: ${request.url()}`);
    });
    page.open = async (hash = '') => {
        await page.goto(`${address}#/${hash}`);
        const ready = page.waitForFunction(() => document.body.dataset.ready !== undefined && document.body.dataset.at === location.hash);
        await ready.catch(async (error) => {
            const seen = await page.evaluate(() => [location.hash, {...document.body.dataset}, document.body.innerText.slice(0, 200),
                performance.getEntriesByType('resource').map(({name, responseStatus, duration}) => `${name} ${responseStatus} ${Math.round(duration)}`)]);
            throw new Error(`${error.message}\n${JSON.stringify([seen, page.complaints, unanswered.map((request) => request.url())])}`);
        });
    };
    return page;
}

/** Counts what a page fetches, its Workers included. @returns {() => Promise<number>} bytes, headers and bodies, up to now */
export function counted(page) {
    const sizes = [];
    page.context().on('requestfinished', (request) => sizes.push(request.sizes().catch(() => ({responseBodySize: 0, responseHeadersSize: 0})))); // the page may be gone
    return async () => (await Promise.all(sizes)).reduce((sum, {responseBodySize, responseHeadersSize}) => sum + responseBodySize + responseHeadersSize, 0);
}

export function quiet(page) {
    assert.deepEqual(page.complaints, []);
}

/** No finding of axe-core on what is shown. */
export async function accessible(page, where) {
    await page.evaluate(axeSource);
    const {violations} = await page.evaluate(() => globalThis.axe.run(document, {resultTypes: ['violations']}));
    assert.deepEqual(violations.map(({id, nodes}) => `${id}: ${nodes.slice(0, 3).map(({html, any}) => `${html.slice(0, 160)} ${any?.[0]?.message ?? ''}`).join(' | ')}`), [], where);
}

/** Nothing is wider than the window, and no button smaller than it should be. */
export async function fits(page, where) {
    const wide = await page.evaluate(() => {
        const out = [...document.querySelectorAll('body *:not(svg *):not(.unseen):not(.unseen *)')].filter((element) => {
            const {left, right, width} = element.getBoundingClientRect();
            return width > 0 && (right > innerWidth + 1 || left < -1) && getComputedStyle(element).position !== 'fixed' && !element.closest('.water, .tablebox, pre');
        });
        return out.slice(0, 5).map((element) => `${element.tagName}.${element.className}: ${element.textContent.trim().slice(0, 40)}`);
    });
    assert.deepEqual(wide, [], `${where}: wider than the window`);
    const cut = await page.evaluate(() => [...document.querySelectorAll('body *:not(svg *):not(.unseen):not(.unseen *)')].filter((element) => {
        const {overflowX, overflowY, textOverflow} = getComputedStyle(element);
        const text = element.innerText?.trim() && element.getClientRects().length > 0 && !element.matches('.water, select');
        if (!text || textOverflow === 'ellipsis') return false;
        return (/hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 2) || (/hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 2);
    }).slice(0, 5).map((element) => `${element.tagName}.${element.className}: ${element.innerText.trim().slice(0, 40)}`));
    assert.deepEqual(cut, [], `${where}: cut off`);
}

/** No words lie over other words. What a bar at the edge covers is under it, not beside it.
 *  @param {{width: number, height: number}} [free] how much of each edge must be free of words */
export async function apart(page, where, free) {
    const found = await page.evaluate((edge) => {
        const LEADING = .15; // of a line, above and below its letters
        const words = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const bar = (element) => { for (let at = element; at; at = at.parentElement) if (['sticky', 'fixed'].includes(getComputedStyle(at).position)) return at; return null; };
        while (walker.nextNode()) {
            const {parentElement: parent, data} = walker.currentNode;
            if (!data.trim() || parent.closest('script, style, svg, .unseen, .past, select, [hidden], [inert], [aria-hidden="true"]') || !parent.checkVisibility({checkOpacity: true, checkVisibilityCSS: true})) continue;
            const range = document.createRange();
            range.selectNodeContents(walker.currentNode);
            const ends = getComputedStyle(parent).textOverflow === 'ellipsis' ? parent.getBoundingClientRect().right : Infinity;
            const clamped = getComputedStyle(parent).webkitLineClamp === 'none' ? Infinity : parent.getBoundingClientRect().bottom; // lines that are not seen
            for (const {left, top, right, bottom} of range.getClientRects()) if (right > left && top < clamped - 3) words.push({left, right: Math.min(right, ends), top: top + (bottom - top) * LEADING, bottom: bottom - (bottom - top) * LEADING, parent, bar: bar(parent), text: data.trim().slice(0, 30)});
        }
        const out = !edge ? [] : words.filter(({left, top, right, bottom}) => left < edge.width - 1 || top < edge.height - 1 || right > innerWidth - edge.width + 1 || bottom > innerHeight - edge.height + 1).map(({text}) => `at the edge: ${text}`);
        for (const [i, one] of words.entries()) for (const two of words.slice(i + 1)) {
            if (one.parent === two.parent || one.bar !== two.bar) continue;
            const high = (Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top)) / Math.min(one.bottom - one.top, two.bottom - two.top);
            if (high > .15 && Math.min(one.right, two.right) - Math.max(one.left, two.left) > 2) out.push(`one over another: ${one.text} | ${two.text}`);
        }
        return out.slice(0, 6);
    }, free);
    assert.deepEqual(found, [], where);
}

/** Whatever a finger can press is as large as one. Links within a sentence are not meant, nor the cards of a fan that lie under one of
 *  the same value: any of them will do. */
export async function fingers(page, where) {
    const small = await page.evaluate(() => {
        const LEAST = 44, PAD = 39; // nine pads in a line of 360 pixels
        const shown = (element) => element.checkVisibility({checkOpacity: false, checkVisibilityCSS: true}) && element.getClientRects().length > 0;
        const pressed = [...document.querySelectorAll('button, a[href], input, select, textarea, summary')].filter((element) => shown(element) && getComputedStyle(element).pointerEvents !== 'none' && !element.closest('.unseen, [inert], .prose p, .prose li, .prose td, [aria-hidden="true"]'));
        return pressed.map((element) => {
            const whole = element.matches('input') && element.closest('label') ? element.closest('label') : element;
            const {width, height} = whole.getBoundingClientRect();
            if (element.matches('.pad') && Math.min(width, height) >= PAD) return {what: '', width: LEAST, height: LEAST};
            return {what: `${element.tagName}.${element.className} ${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 30)}`, width, height};
        }).filter(({width, height}) => Math.min(width, height) < LEAST - .01).map(({what, width, height}) => `${what}: ${width.toFixed(1)} x ${height.toFixed(1)}`);
    });
    assert.deepEqual(small.slice(0, 6), [], `${where}: smaller than a finger`);
}

const state = (page) => page.evaluate(() => {
    const {look, mine, thinking, over, game} = globalThis.pondTable;
    return {look, mine, thinking, over, game, mayPlay: !over && look.turn.includes(mine) && !document.querySelector('.play.moving') && !document.querySelector('.cover')};
});

/** What somebody sees of a table; what differs between two looks at the same thing is left out. */
export const seen = (page) => page.evaluate(() => {
    const {look, mine, happenings} = globalThis.pondTable;
    const texts = (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent.trim().replace(/\s+/g, ' '));
    const places = (selector) => [...document.querySelectorAll(selector)].map((element) => `${element.dataset.army ?? ''} ${element.style.left} ${element.style.top}`).sort();
    return {
        look: {...look, legal: look.legal.length}, mine, told: happenings.length, story: texts('.story li'), names: texts('.sides, .pl, .opp .head'),
        fans: [...document.querySelectorAll('.opp .fan')].map((fan) => fan.getAttribute('aria-label')), frogs: places('.pads .frog, .pondring .frog'),
        hand: texts('.hand .count'), own: texts('.own'), undo: document.querySelector('.acts .undo')?.disabled ?? null,
        first: document.querySelector('.pad')?.dataset.pad ?? null, false: document.querySelectorAll('.pill.deal.bad').length,
    };
});

/** Waits until this player may choose, or the game is over. */
export async function myTurn(page) {
    await page.waitForFunction(() => {
        const table = globalThis.pondTable;
        if (!table || document.querySelector('.play.moving')) return false;
        return document.querySelector('.cover button') || table.over || (table.look.turn.includes(table.mine) && table.look.legal.join() !== '-');
    });
    return state(page);
}

/** Does a move of the core's list as a person would, by click or tap. */
export async function doMove(page, game, move) {
    const press = (selector) => page.locator(selector).first().click();
    if (game === 'rribbit') {
        const pads = move.replace(/[+#]$/, '').split(/[-x]/);
        for (const pad of pads) await press(`[data-pad="${pad}"]`);
        // Where the chain could go on, the player says that it ends; else the move is on its way.
        const stop = page.locator('.can .stop:enabled');
        if (move.includes('x') && (await stop.count()) > 0) await stop.click();
        return;
    }
    if (game === 'quibbit') {
        if (/^\d$/.test(move)) await press(`.cardbtn[data-card="${move}"]`);
        else await press(`.tile[data-move="${move}"]`);
        return;
    }
    if (game !== 'quibbles') return press(`.can [data-move="${move}"]`);
    if (move[0] === '!' || move === '-') return press(`.can [data-move="${move}"]`);
    const cards = move[0] === '+' ? move[1] : move.split('=')[0];
    const kind = page.locator(`.kinds [data-kind="${move[0] === '+' ? 'lay' : cards.length > 1 ? 'combine' : 'split'}"]`); // on a phone at a game night
    if (await kind.isVisible()) await kind.click();
    // The last of a fan lies on top.
    for (const value of cards) await page.locator(`.hand .qcard[data-value="${value}"]:not(.pick)`).last().click({position: {x: 10, y: 40}});
    if (move[0] === '+') return press('.can .lay');
    return press('.can .do');
}

/** Plays the game that is on the screen to its end. Choices are steady, so that games end. */
export async function playOut(page, {turns = 400, choose} = {}) {
    let seed = 11;
    const random = (count) => {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        return seed % count;
    };
    for (let i = 0; i < turns; i++) {
        const cover = page.locator('.cover button');
        if (await cover.isVisible().catch(() => false)) await cover.click();
        const {look, mayPlay, over, game} = await myTurn(page);
        if (over) return look;
        if (!mayPlay || look.legal.join() === '-') { // the page itself says that nothing is stashed
            await page.waitForTimeout(30);
            continue;
        }
        const count = () => page.evaluate(() => globalThis.pondTable.script.log.filter(([what, seat]) => what === 'move' && globalThis.pondTable.humans.includes(seat)).length);
        const done = await count();
        const move = choose?.(look) ?? pick(game, look, random);
        await doMove(page, game, move);
        await page.waitForFunction((before) => globalThis.pondTable.script.log.filter(([what, seat]) => what === 'move' && globalThis.pondTable.humans.includes(seat)).length > before, done);
    }
    throw new Error('the game does not end');
}

function pick(game, {legal, hand}, random) {
    if (game === 'quibbles') {
        const stash = legal.filter((move) => move[0] === '!').sort((a, b) => b[1] - a[1]);
        if (stash.length > 0) return stash[0];
        const taking = legal.filter((move) => move.includes('=')).sort((a, b) => b.split('=')[1].length - b.split('=')[0].length - a.split('=')[1].length + a.split('=')[0].length);
        if (taking.length > 0 && hand.length < 12) return taking[0]; // the page proposes what takes most
        const laying = legal.filter((move) => !move.includes('='));
        return laying[random(laying.length)];
    }
    const captures = legal.filter((move) => move.includes('x'));
    return captures.length > 0 && random(2) === 0 ? captures[random(captures.length)] : legal[random(legal.length)];
}

/** What a camera reads off a part of the screen. */
export async function readCode(page, selector) {
    const shot = (await page.locator(selector).screenshot()).toString('base64');
    const {pixels, width, height} = await page.evaluate(async (data) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const paint = new OffscreenCanvas(image.width, image.height).getContext('2d');
        paint.drawImage(image, 0, 0);
        return {pixels: [...paint.getImageData(0, 0, image.width, image.height).data], width: image.width, height: image.height};
    }, shot);
    return readQr(Uint8ClampedArray.from(pixels), width, height)?.data;
}

/** Runs the tests whose names have the words of the command line, one by one, each in contexts of its own; says how each
 *  went, what it returns, and what was on the screens when it failed. `failed` counts those; `number` is that of the test. @param {import('playwright-core').Browser} browser */
export function tester(browser) {
    const run = async (name, work) => {
        run.number++;
        if (process.argv[2] && !name.includes(process.argv[2])) return;
        try {
            const said = await work();
            console.log(`ok      ${name}${said ? `: ${said}` : ''}`);
        } catch (error) {
            run.failed++;
            console.log(`FAILED  ${name}\n${error.stack ?? error}`);
            for (const context of browser.contexts()) for (const page of context.pages()) {
                console.log(page.url(), page.complaints?.join('\n'), await page.evaluate(() => document.body.innerText.slice(0, 400)).catch(() => ''));
            }
        }
        for (const context of browser.contexts()) await context.close();
    };
    run.failed = run.number = 0;
    return run;
}

/** Plays a few moves, then gives up. */
export async function playAndResign(page) {
    for (let i = 0; i < 3; i++) {
        const {look, game} = await myTurn(page);
        await doMove(page, game, look.legal.find((move) => move[0] === '+' || move.includes('x')) ?? look.legal[0]);
        await page.waitForFunction((ply) => globalThis.pondTable.look.ply > ply, look.ply);
    }
    await myTurn(page);
    await page.evaluate(() => globalThis.pondTable.over || globalThis.pondTable.resign(globalThis.pondTable.mine));
    await page.waitForSelector('.ending');
}
