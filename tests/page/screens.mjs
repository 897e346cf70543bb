// screens.mjs: every screen in both languages, light and dark, desktop and phone (of which ./test looks at two a screen, ./test
// --long at all): no finding of axe-core, nothing wider than the window, nothing smaller than a finger on a phone, nothing in the console. With SCREENS=FOLDER it keeps a
// picture of each.

import assert from 'node:assert/strict';
import {accessible, fingers, fits, launch, myTurn, playAndResign, quiet, serve, some, visit} from './driver.mjs';

const {SCREENS} = process.env;
const server = await serve(), browser = await launch();
const ROW = 'play/at/rribbit/turn=single,win=row-or-seven/h2/2D5D.1D4D2.9.3DDD3.7L1.2L2LL2.1L2L4_l_-';
const LEAP = 'play/at/quibbit/players=4,colors=GBRY/h222/*GRBY~GYRB*BGYR_G47:1245,B52:234,R49:123,Y48:235_B_-_6';
const CARDS = 'play/quibbles/h222/players=4,first=0/pond7', CARDS_OF_TWO = 'play/quibbles/h2/players=2,first=0/pond7';

/** Screens: where, and what is done there before it is checked. */
const screens = {
    home: {at: ''},
    'setup-quibbit': {at: 'setup/quibbit', work: (page) => page.locator('.all summary').click()},
    'setup-quibbles': {at: 'setup/quibbles'},
    'setup-rribbit': {at: 'setup/rribbit', work: (page) => page.locator('.all summary').click()},
    rules: {at: 'rules'},
    'rules-rribbit': {at: 'rules/rribbit'},
    learn: {at: 'learn'},
    'lesson-rribbit': {at: 'learn/rribbit/6'},
    'lesson-quibbit': {at: 'learn/quibbit/6'},
    puzzles: {at: 'puzzles'},
    'puzzle-quibbles': {at: 'puzzles/quibbles/1'},
    together: {at: 'together', work: (page) => page.waitForSelector('.lobby h2')},
    games: {at: 'games'},
    open: {at: 'open'},
    settings: {at: 'settings'},
    rribbit: {at: ROW, work: async (page) => {
        await myTurn(page);
        await page.locator('[data-pad="c2"]').click();
        await page.waitForSelector('.ring');
        await page.waitForTimeout(900);
    }},
    'quibbit-placing': {at: 'play/quibbit/h222/players=4,colors=GBRY/pond', work: myTurn},
    quibbit: {at: LEAP, work: async (page) => {
        await myTurn(page);
        await page.waitForFunction(() => globalThis.pondTable.look.sealed.length === 3);
    }},
    quibbles: {at: CARDS, work: async (page) => {
        const {look} = await myTurn(page);
        const split = look.legal.filter((move) => /^\d=/.test(move)).sort((a, b) => b.length - a.length)[0];
        if (split) await page.locator(`.hand .qcard[data-value="${split[0]}"]`).last().click({position: {x: 10, y: 40}});
        await page.waitForSelector('.tag');
    }},
    'quibbles-five': {at: 'play/quibbles/h1111/players=5,first=0/pond', work: myTurn},
    menu: {at: ROW, work: (page) => page.locator('.bar .menu').click()},
    share: {at: ROW, work: async (page) => {
        await page.locator('.bar .menu').click();
        await page.locator('dialog [value="share"]').click();
        await page.waitForSelector('dialog [value="png"]');
    }},
    pass: {at: 'play/quibbles/hh/players=2,first=0', work: (page) => page.waitForSelector('.cover button')},
    'bad-link': {at: 'play/at/rribbit/turn=single/h2/nonsense'},
    nowhere: {at: 'nonsense'},
    places: {at: 'rules', work: (page) => page.locator('.tabs button').click(), only: /phone|small/},
    waiting: {at: 'together', work: async (page) => {
        await page.locator('form > .btn').click();
        await page.waitForSelector('#link');
    }},
    ...(SCREENS ? {
        'lesson-first': {at: 'learn/quibbit/1'},
        'ending-quibbit': {at: 'play/quibbit/h1/players=2,colors=GRB/pond', work: playAndResign},
        'ending-quibbles': {at: CARDS_OF_TWO, work: playAndResign},
        'ending-rribbit': {at: ROW, work: playAndResign},
        review: {at: 'play/rribbit/h1/turn=single,win=row/pond', work: reviewed},
        'review-quibbles': {at: CARDS_OF_TWO, work: reviewed},
        'review-quibbit': {at: 'play/quibbit/h11/players=3/pond', work: reviewed},
        'analysis-rribbit': {at: 'analysis/rribbit', work: (page) => analysed(page, '1. b1-c3 ! h7-g5 "Natural." (1. ... a7-b5 ?! "Too early?" 2. c3xb5) 2. e1-d3 a7-c6', 'c1-b3')},
        'analysis-exact': {at: `analysis/rribbit/-/${encodeURIComponent('9.8L.5L3.9.9.9.D1LL5_l_0,0')}`, work: async (page) => {
            await page.waitForSelector('.proven');
            await page.locator('[data-pad="d1"]').click();
        }},
        'analysis-quibbit': {at: `analysis/quibbit/players=2/${encodeURIComponent('RY*RGY~YGR*G_R16:134,G14:235,y10:_R_1345_4')}`, work: (page) => page.waitForSelector('.pairs-panel .pill.good')},
        'explorer-rribbit': {at: 'analysis/rribbit', work: async (page) => {
            await page.waitForSelector('.played-move', {state: 'attached'});
            await page.locator('.explorer').scrollIntoViewIfNeeded();
        }},
        'explorer-quibbit': {at: `analysis/quibbit/${encodeURIComponent('players=2,layout=*RGY*GYR~YRG')}`, work: async (page) => {
            await page.waitForSelector('.played-move', {state: 'attached'});
            await page.locator('.explorer').scrollIntoViewIfNeeded();
        }},
        'analysis-quibbles': {at: 'analysis/quibbles/players=3', work: (page) => page.waitForSelector('.hand-can .pill', {state: 'attached'})},
    } : {}),
};

/** Some moves on the analysis board, and what the engine says to the last. */
async function analysed(page, line, move) {
    await page.evaluate(async ([text, last]) => {
        const {ask} = await import('/core.mjs'), board = globalThis.pondAnalysis;
        await ask('treeType', text);
        await board.step((await ask('treeHere')).node);
        await board.play(board.mine, last);
    }, [line, move]);
    await page.waitForSelector('.found-line', {state: 'attached'});
    await page.waitForSelector('.pads .arrow');
}
/** Looks at the worst that was done. */
async function reviewed(page) {
    await playAndResign(page);
    await page.locator('.ending .review').click();
    await page.waitForFunction(() => /\d+ (of|sur) 100/.test(document.querySelector('.progress')?.textContent ?? ''));
    await page.locator('[data-go="mistake"]').click();
    await page.waitForTimeout(300);
}

const looks = [
    {name: 'desktop', size: 'desktop', language: 'en'}, {name: 'desktop-dusk-fr', size: 'desktop', language: 'fr', dark: true},
    {name: 'phone', size: 'phone', language: 'en'}, {name: 'phone-dusk-fr', size: 'phone', language: 'fr', dark: true},
    {name: 'small', size: 'small', language: 'fr'},
    {name: 'zoomed', size: 'zoomed', language: 'fr', deviceScaleFactor: 2}, // a desktop at 200 %
    {name: 'large-text', size: 'desktop', language: 'fr', text: '200%'}, // only the letters twice as large
].filter(({name}) => process.argv[2] || (SCREENS ? /^(desktop|phone-dusk-fr)$/ : /^(desktop|phone-dusk-fr|small|zoomed|large-text)$/).test(name)); // the rest by hand
/** Each screen once with axe, and once in a look that only moves things. */
const chosen = new Map(Object.keys(screens).map((name, number) => [name, process.argv[2] || SCREENS ? looks :
    [/desktop|phone/, /small|zoomed|large/].flatMap((kind) => some(looks.filter((look) => kind.test(look.name)), number))]));

const ANY = /./;
let failed = 0, seen = 0;
for (const look of looks) {
    const page = await visit(browser, server.address, {...look, still: true});
    if (look.text) await page.addInitScript((size) => document.addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', size)), look.text);
    for (const [name, {at, work, only = ANY}] of Object.entries(screens)) {
        if (!only.test(look.name) || (only === ANY && !chosen.get(name).includes(look))) continue;
        if (process.argv[2] && !`${name}-${look.name}`.includes(process.argv[2])) continue;
        try {
            seen++;
            await page.goto('about:blank'); // nothing of the last screen is left
            page.complaints.length = 0; // that page has no storage
            await page.open(at);
            await work?.(page);
            await fits(page, name);
            if (/phone|small/.test(look.size)) await fingers(page, name);
            if (/desktop|phone/.test(look.name)) await accessible(page, name);
            quiet(page);
        } catch (error) {
            failed++;
            console.log(`FAILED  ${name}, ${look.name}: ${String(error.message ?? error).slice(0, 1500)}`);
        }
        if (SCREENS) {
            await page.waitForTimeout(200);
            await page.screenshot({path: `${SCREENS}/${name}-${look.name}.png`});
        }
    }
    await page.context().close();
}
await browser.close();
await server.stop();
assert.equal(failed, 0, `${failed} screens`);
console.log(`ok      ${Object.keys(screens).length} screens, ${seen} looks at them`);
