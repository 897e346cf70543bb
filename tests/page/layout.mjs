// layout.mjs: every screen at every common window size, upright and lying: nothing overlaps, nothing is cut off, the
// header stays low and the board large. Tables of the server have two to five players, clocks and long names.
// ./test takes for each screen the smallest windows and a few others, so that all occur; ./test --long takes all.
//
//   tools/page-tests layout            all of it
//   tools/page-tests layout quibbles   the screens whose name has this word; PICTURES=FOLDER keeps a picture of each size

import assert from 'node:assert/strict';
import {launch, LONG, myTurn, playAndResign, quiet, serve, some, visit, wide} from './driver.mjs';
import {Client, key} from '../server/client.mjs';

const PORT = Number(process.env.PORT ?? 7970) + 6;
const {PICTURES} = process.env;
const server = await serve(PORT), browser = await launch();

/** Width and height of phones, tablets and laptops. */
const WINDOWS = [[320, 640], [360, 740], [390, 844], [412, 915], [768, 1024], [820, 1180], [1024, 1366], [800, 1280],
    [768, 1366]].flatMap(([width, height]) => [{width, height}, {width: height, height: width}]);
const DESK = {width: 1280, height: 800};
const [SMALLEST, SMALLEST_LYING, ...OTHERS] = WINDOWS.filter(({width, height}) => width !== DESK.width || height !== DESK.height);
const HEADER_MAX = .15, BOARD_MIN = .55;
const NAMES = ['Anna-Katharina Grünwald', 'Maximilian of the Marsh', 'Bo', 'Wilhelmina Wasserfrosch', 'Ed'];

/** Runs in the page: everything that is wrong with how it is laid out now. @param {{header: number, board: number}} limits */
function findings(limits) {
    const wrong = [];
    const name = (element) => `${element.tagName.toLowerCase()}.${String(element.className.baseVal ?? element.className).replace(/\s+/g, '.')} "${
        (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 30)}"`;
    const say = (what) => wrong.length < 6 && wrong.push(what);
    const root = document.querySelector('dialog[open]') ?? document.body;
    const shown = [...root.querySelectorAll('*:not(svg *):not(.unseen):not(.unseen *):not(.filmroom *)')].filter((element) =>
        element.checkVisibility({checkVisibilityCSS: true, checkOpacity: true}) && element.getClientRects().length > 0);
    // The bar at an edge that it is in: what is under a bar is scrolled.
    const bar = (element) => {
        for (let at = element; at && at !== document.body; at = at.parentElement) {
            if (/fixed|sticky/.test(getComputedStyle(at).position)) return at;
        }
        return null;
    };
    // Wider than the window, or cut off.
    for (const element of shown) {
        const {left, right, width} = element.getBoundingClientRect(), css = getComputedStyle(element);
        if (width > 0 && (right > innerWidth + 1 || left < -1) && css.position !== 'fixed' && !element.closest('.water, .tablebox, pre')) say(`wider than the window: ${name(element)}`);
        const hides = (overflow) => /hidden|clip/.test(overflow);
        if (element.matches('.nm') && element.scrollWidth > element.clientWidth && element.clientWidth < 34) say(`no room for the name: ${name(element)}`);
        if (!element.innerText?.trim() || css.textOverflow === 'ellipsis' || element.matches('.water, select')) continue;
        if ((hides(css.overflowX) && element.scrollWidth > element.clientWidth + 2) || (hides(css.overflowY) && element.scrollHeight > element.clientHeight + 2)) say(`cut off: ${name(element)}`);
    }
    // Words on words, words on buttons, words on frogs. What is scrolled out of its box does not count.
    const visible = (element, box) => {
        let {left, right, top, bottom} = box;
        for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
            if (!/auto|scroll|hidden|clip/.test(getComputedStyle(at).overflowY)) continue;
            const edge = at.getBoundingClientRect();
            [left, right, top, bottom] = [Math.max(left, edge.left), Math.min(right, edge.right), Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
        }
        return right - left > 1 && bottom - top > 1 ? {left, right, top, bottom} : null;
    };
    const solid = [];
    for (const element of shown) {
        if (element.closest('.toast, .cover')) continue;
        const words = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim());
        for (const node of words) {
            const range = document.createRange();
            range.selectNodeContents(node);
            for (const rect of range.getClientRects()) {
                // Letters are lower than their line.
                const trim = Math.min(rect.height * .2, 5), box = visible({parentElement: element}, {left: rect.left, right: rect.right, top: rect.top + trim, bottom: rect.bottom - trim});
                if (box) solid.push({element, kind: 'words', ...box});
            }
        }
        if (element.matches('button, a.btn, a.ib, select, input:not(.choices input)') && !element.matches('.hand .qcard, .pad')) {
            const box = visible(element, element.getBoundingClientRect());
            if (box) solid.push({element, kind: 'button', ...box});
        }
    }
    for (const frog of document.querySelectorAll('.hero .scene .frog')) solid.push({element: frog, kind: 'frog', ...frog.getBoundingClientRect().toJSON()});
    for (let i = 0; i < solid.length; i++) {
        for (let k = i + 1; k < solid.length; k++) {
            const [a, b] = [solid[i], solid[k]];
            if (bar(a.element) !== bar(b.element)) continue;
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (wide < 2 || high < 2 || (a.kind === 'frog' && b.kind === 'frog')) continue;
            if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
            if (a.element.closest('label') && a.element.closest('label') === b.element.closest('label')) continue;
            if (a.kind === 'button' && b.kind === 'button' && a.element.matches('.tile') && b.element.matches('.tile')) continue; // round leaves
            if ([a, b].some(({element}) => element.matches('.tag'))) continue; // they lie on the brackets of their cards
            say(`on each other: ${name(a.element)} and ${name(b.element)}, ${Math.round(wide)} x ${Math.round(high)}`);
        }
    }
    // The page ends where what is seen ends: nothing that is only heard makes it longer.
    const long = document.scrollingElement.scrollHeight, end = Math.max(innerHeight, ...shown.map((element) => (visible(element, element.getBoundingClientRect())?.bottom ?? 0) + scrollY));
    if (root === document.body && long > end + 2) say(`the page is ${long} pixels long, and empty from ${Math.round(end)} on`);
    // A low header, a large board.
    const header = document.querySelector('.play > .bar, .top');
    if (header && header.getBoundingClientRect().height > innerHeight * limits.header + .5) say(`the header is ${Math.round(header.getBoundingClientRect().height)} of ${innerHeight} pixels high`);
    const parts = [...document.querySelectorAll('.play :is(.pads, .pondring, .mid, .play .hand)')].map((part) => part.getBoundingClientRect()).filter(({width}) => width > 0);
    // In Quibbles the hand is a part of the board, and a player who is out has none.
    const isWhole = !document.querySelector('.play .mid') || document.querySelector('.play .hand .qcard') !== null;
    if (parts.length > 0 && isWhole) {
        const size = Math.min(Math.max(...parts.map(({right}) => right)) - Math.min(...parts.map(({left}) => left)),
            Math.max(...parts.map(({bottom}) => bottom)) - Math.min(...parts.map(({top}) => top)));
        const smaller = Math.min(innerWidth, innerHeight);
        if (size < smaller * limits.board - .5) say(`the board is ${Math.round(size)} of ${smaller} pixels`);
        const top = Math.min(...parts.map(({top}) => top)) + scrollY; // the task of an exercise stands above its board
        if (limits.board > 0 && top > innerHeight * .45 && !document.querySelector('.play.exercise')) say(`the board begins ${Math.round(top)} pixels down, of ${innerHeight}`);
    }
    return wrong;
}

/** These also with letters twice as large, on a phone and on a laptop. */
const LARGE = /^(home|rribbit row|quibbles split|table (rribbit 2|quibbit 4|quibbles 5))$/;
async function itsLetters(page, where) {
    const wrong = [];
    await page.evaluate(() => { document.documentElement.style.fontSize = '200%'; });
    for (const window of [{width: 390, height: 844}, {width: 1366, height: 768}]) {
        await page.setViewportSize(window);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        const found = await page.evaluate(findings, {header: 1, board: 0});
        wrong.push(...found.map((what) => `${where} at ${window.width} x ${window.height}, large: ${what}`));
        if (PICTURES) await page.screenshot({path: `${PICTURES}/${where.replace(/\W+/g, '-')}-large-${window.width}.png`});
    }
    await page.evaluate(() => { document.documentElement.style.fontSize = ''; });
    return wrong;
}

/** Looks at one screen in its windows. @param {import('playwright-core').Page} page @param {string} where @param {number} number */
async function itsSizes(page, where, number) {
    const wrong = [];
    for (const window of [SMALLEST, SMALLEST_LYING, DESK, ...some(OTHERS, number, 4)]) {
        await page.setViewportSize(window);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        const found = await page.evaluate(findings, {header: HEADER_MAX, board: BOARD_MIN});
        wrong.push(...found.map((what) => `${where} at ${window.width} x ${window.height}: ${what}`));
        if (PICTURES) await page.screenshot({path: `${PICTURES}/${where.replace(/\W+/g, '-')}-${window.width}x${window.height}.png`});
    }
    return wrong;
}

/** People who only sit there. */
const guests = [];
for (const name of NAMES) guests.push(await Client.open({port: PORT}, {key: key(), name, lang: 'en'}));

/** A table of the server with a clock, at which the browser has the first seat. */
async function table(page, game, count) {
    await page.open('together');
    await page.waitForFunction(() => document.querySelector('.state')?.textContent === '');
    await page.locator(`input[name="game"][value="${game}"]`).check({force: true});
    const players = page.locator(`input[name="players"][value="${count}"]`);
    if (await players.isVisible()) await players.check({force: true});
    await page.locator('input[name="clock"][value="game"]').check({force: true});
    await page.locator('form > .btn').click();
    await page.waitForSelector('#link');
    const id = await page.evaluate(() => globalThis.pondTable.id);
    for (const guest of guests.slice(0, count - 1)) await guest.ask({type: 'join', table: id});
    await page.waitForSelector('.play .clock');
    return id;
}

/** A game with a few moves and its review, at the first thing that cost something. */
async function review(page, at) {
    await page.open(at);
    await playAndResign(page);
    await page.locator('.ending .review').click();
    await page.waitForFunction(() => globalThis.pondReview?.end);
    const mistake = page.locator('[data-go="mistake"]');
    if (await mistake.isEnabled()) await mistake.click();
}
/** A dialog of a screen. */
const asks = (at, button) => async (page) => {
    await page.open(at);
    await page.waitForSelector('.play');
    await page.locator(button).click();
    await page.waitForSelector('dialog[open]');
};

const RROW = 'play/at/rribbit/turn=single,win=row-or-seven/h2/2D5D.1D4D2.9.3DDD3.7L1.2L2LL2.1L2L4_l_-';
const PAIRS = encodeURIComponent('RY*RGY~YGR*G_R16:14,G14:235,y10:_R_1345_4');
const screens = {
    home: (page) => page.open(''),
    'setup-quibbit': (page) => page.open('setup/quibbit'),
    'setup-quibbles': (page) => page.open('setup/quibbles'),
    rules: (page) => page.open('rules/rribbit'),
    learn: (page) => page.open('learn'),
    'lesson-rribbit': (page) => page.open('learn/rribbit/6'),
    'lesson-quibbit': (page) => page.open('learn/quibbit/4'),
    puzzles: (page) => page.open('puzzles'),
    'puzzle-quibbles': (page) => page.open('puzzles/quibbles/1'),
    together: (page) => page.open('together').then(() => page.waitForSelector('.lobby h2')),
    games: (page) => page.open('games'),
    open: (page) => page.open('open'),
    settings: (page) => page.open('settings'),
    'rribbit row': async (page) => {
        await page.open(RROW);
        await myTurn(page);
        await page.locator('[data-pad="c2"]').click();
        await page.waitForSelector('.ring');
    },
    'quibbles split': async (page) => {
        await page.open('play/quibbles/h222/players=4,first=0/pond7');
        const {look} = await myTurn(page);
        const split = look.legal.filter((move) => /^\d=/.test(move)).sort((a, b) => b.length - a.length)[0];
        await page.locator(`.hand .qcard[data-value="${split[0]}"]`).last().click({position: {x: 10, y: 40}});
        await page.waitForSelector('.tag');
    },
    ...Object.fromEntries([['rribbit', 2], ['quibbit', 2], ['quibbit', 3], ['quibbit', 4], ['quibbles', 2], ['quibbles', 3], ['quibbles', 4], ['quibbles', 5]].map(
        ([game, count]) => [`table ${game} ${count}`, (page) => table(page, game, count)])),
    'placing quibbit': async (page) => { // somebody with a long name is next
        await table(page, 'quibbit', 3);
        await page.locator('.tile.goal').first().click();
        await page.waitForFunction(() => globalThis.pondTable.look.ply > 0);
    },
    'review rribbit': (page) => review(page, 'play/rribbit/h1/turn=single,win=row/pond'),
    'review quibbit': (page) => review(page, 'play/quibbit/h111/players=4/pond'),
    'review quibbles': (page) => review(page, 'play/quibbles/h1111/players=5,first=0/pond3'),
    'dialog menu': asks('play/rribbit/h1/turn=single,win=row/pond', '.bar .menu'),
    'dialog resign': asks('play/quibbit/h1/players=2/pond', '.acts .resign'),
    'dialog whole game': async (page) => {
        await review(page, 'play/quibbles/h1/players=2,first=0/pond3');
        await page.locator('.bar .whole').click();
        await page.waitForSelector('dialog[open]');
    },
    'dialog share': async (page) => {
        await review(page, 'play/rribbit/h1/turn=single,win=row/pond');
        await page.locator('.bar .share').click();
        await page.waitForSelector('dialog[open]');
    },
    'analysis rribbit': (page) => page.open('analysis/rribbit').then(() => page.waitForSelector('.found-line')),
    'analysis quibbit': (page) => page.open(`analysis/quibbit/players=2/${PAIRS}`).then(() => page.waitForSelector('.pairs')),
    'analysis quibbles': (page) => page.open('analysis/quibbles/players=3').then(() => page.waitForSelector('.unseen-cards')),
    waiting: async (page) => {
        await page.open('together');
        await page.waitForFunction(() => document.querySelector('.state')?.textContent === '');
        await page.locator('input[name="game"][value="quibbles"]').check({force: true});
        await page.locator('input[name="players"][value="5"]').check({force: true});
        await page.locator('form > .btn').click();
        await page.waitForSelector('#link');
    },
    'table ended': async (page) => {
        await table(page, 'quibbles', 3);
        await page.evaluate(() => globalThis.pondTable.resign());
    },
};

const wrong = [], ENGLISH = LONG ? /./ : /home|table (rribbit 2|quibbit 4|quibbles 5)/;
let number = 0;
for (const language of ['fr', 'en']) { // French words are the longer ones: the short form tries English where names and clocks are
    const page = await visit(browser, server.address, {language, still: true, settings: {motion: 'off', chances: false, name: 'Bartholomäus von Teich'}});
    await wide(page);
    for (const [name, open] of Object.entries(screens)) {
        number++;
        if (process.argv[2] ? !name.includes(process.argv[2]) : language === 'en' && !ENGLISH.test(name)) continue;
        await page.setViewportSize(DESK);
        await open(page);
        wrong.push(...await itsSizes(page, `${name} ${language}`, number));
        if (LARGE.test(name)) wrong.push(...await itsLetters(page, `${name} ${language}`));
    }
    quiet(page);
    await page.context().close();
}
for (const guest of guests) guest.close();
await browser.close();
await server.stop();
for (const what of wrong.slice(0, 60)) console.log(what);
assert.equal(wrong.length, 0, `${wrong.length} findings`);
console.log(`ok      ${Object.keys(screens).length} screens in ${LONG ? '' : 'some of '}${WINDOWS.length} windows and two languages`);
