// night-devices.mjs: what the devices of a game night do by themselves: sound comes from the big screen alone, screens stay awake,
// a phone that lies face down covers its cards and one that is due vibrates; languages; two big screens; nowhere to be reached.

import assert from 'node:assert/strict';
import {accessible, fits, launch, quiet, readCode, serve, tester, visit} from './driver.mjs';
import {act, guests, menu, night, play, press} from './night-driver.mjs';

const {SCREENS} = process.env;
const server = await serve(Number(process.env.PORT ?? 7970) + 9, '0.0.0.0'), browser = await launch();
const {bigScreen, phone} = guests(server, browser);
const test = tester(browser);
const round = (least) => `globalThis.pondTable?.look?.board.round >= ${least}`;
const picture = (page, name) => SCREENS && page.screenshot({path: `${SCREENS}/night-${name}.png`, animations: 'disabled'});

/** Counts the tones that a page plays, what it keeps awake, and how often it vibrates. */
const watched = () => {
    globalThis.tones = 0;
    const {start} = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...when) {
        globalThis.tones++;
        return start.apply(this, when);
    };
    globalThis.awake = {asked: 0, held: 0};
    Object.defineProperty(navigator, 'wakeLock', {configurable: true, value: {
        async request() {
            globalThis.awake.asked++;
            globalThis.awake.held++;
            return {release: async () => { globalThis.awake.held--; }};
        },
    }});
    globalThis.buzzed = 0;
    navigator.vibrate = () => { globalThis.buzzed++; };
};
const loud = {sound: true}, read = (page, name) => page.evaluate((which) => globalThis[which], name);

await test('sound comes from the big screen, which says how to get it', async () => {
    const tv = await bigScreen('en', undefined, 'off', {settings: loud, before: watched}), {code} = await night(tv);
    const ada = await phone(code, 'Ada', 'green', {before: watched, settings: {motion: 'off', chances: false, ...loud}});
    await tv.waitForSelector('.keys:not([hidden])');
    await fits(tv, 'the hint');
    await picture(tv, 'tv-keys');
    await tv.keyboard.press('a');
    await tv.waitForSelector('.keys', {state: 'hidden'});
    await press(ada, '.start');
    await play([ada], round(2));
    await tv.waitForFunction(() => globalThis.tones > 2);
    assert.equal(await read(ada, 'tones'), 0, 'a phone is silent at a night');
    await tv.keyboard.press('m');
    await tv.waitForSelector('.toast');
    const before = await read(tv, 'tones');
    await play([ada], round(3));
    await tv.waitForFunction(() => document.querySelector('.head .grow').textContent === 'Round 3');
    assert.equal(await read(tv, 'tones'), before, 'M turns it off');
    quiet(tv);
    quiet(ada);
});

await test('screens stay awake, and ask again after they were hidden', async () => {
    const tv = await bigScreen('en', undefined, 'off', {before: watched}), {code} = await night(tv);
    const ada = await phone(code, 'Ada', 'green', {before: watched});
    for (const page of [tv, ada]) {
        assert.deepEqual(await read(page, 'awake'), {asked: 1, held: 1});
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))); // the browser let it go while it was hidden
        await page.waitForFunction(() => globalThis.awake.asked === 2);
    }
    await ada.evaluate(() => { location.hash = '#/'; });
    await ada.waitForFunction(() => globalThis.awake.held === 1); // it sleeps again when one is not at the night
    quiet(ada);
});

await test('a phone that lies face down covers its cards; one that is due vibrates, unless it is told not to', async () => {
    const tv = await bigScreen(), {code} = await night(tv), ada = await phone(code, 'Ada', 'green', {before: watched});
    await press(ada, '.start');
    await play([ada], round(1));
    await ada.waitForSelector('.five');
    const lies = (beta) => ada.evaluate((angle) => dispatchEvent(new DeviceOrientationEvent('deviceorientation', {beta: angle, gamma: 0})), beta);
    await lies(40);
    assert.equal(await ada.locator('.hand-cover').count(), 0, 'held in the hand');
    await lies(178);
    await ada.waitForSelector('.hand-cover');
    assert.equal(await ada.locator('.five').isVisible(), false, 'nothing of the hand is seen');
    await press(ada, '.hand-cover button');
    await ada.waitForSelector('.five');

    // A robot answers at once, so that every round is a new turn.
    const felt = await read(ada, 'buzzed');
    assert.ok(felt > 0, 'it was felt');
    await act(ada, 0);
    await ada.waitForFunction(() => globalThis.pondTable.look.board.round === 2 && document.querySelector('.five'));
    await ada.waitForFunction((before) => globalThis.buzzed > before, felt);
    await menu(ada, 'buzz');
    const last = await read(ada, 'buzzed');
    await act(ada, 1);
    await ada.waitForFunction(() => globalThis.pondTable.look.board.round === 3 && document.querySelector('.five'));
    assert.equal(await read(ada, 'buzzed'), last, 'not any more');
    assert.equal(await ada.evaluate(() => JSON.parse(localStorage.getItem('pond.settings')).buzz), false, 'and it stays so');
    quiet(ada);
});

await test('every device speaks its own language, and can change it at any time', async () => {
    const tv = await bigScreen('fr'), {code} = await night(tv);
    const ada = await visit(browser, server.address, {size: 'phone', settings: {motion: 'off', name: 'Ada'}});
    await ada.goto(`${server.address}n/${code}`);
    await ada.waitForSelector('#night-name');
    await ada.locator('.lang select').selectOption('fr');
    await ada.waitForFunction(() => document.documentElement.lang === 'fr' && document.querySelector('.hand-in h1')?.textContent === "Sautez à l'eau" && document.querySelector('.hand-in .big'));
    await ada.locator('.hand-in .big').click();
    await ada.waitForSelector('.start');
    await press(ada, '.start');
    await play([ada], round(1));
    await ada.waitForSelector('.five');
    await menu(ada, 'language en');
    await ada.waitForFunction(() => document.documentElement.lang === 'en' && document.querySelector('.five') && /secret/.test(document.querySelector('main h1').textContent));
    assert.equal((await night(tv)).members.length, 1, 'she is who she was');
    assert.match(await tv.locator('.middle h2').textContent(), /Choisissez/, 'the big screen keeps its own');
    await accessible(ada, 'after a change of language');
    quiet(ada);
    quiet(tv);
});

await test('a second big screen shows the same, and each comes back by itself', async () => {
    const tv = await bigScreen(), {code} = await night(tv), ada = await phone(code, 'Ada', 'green');
    const second = await bigScreen('en', undefined, 'off', {code});
    await press(ada, '.start');
    await play([ada], round(1));
    const shows = (page) => page.evaluate(() => ({frogs: [...document.querySelectorAll('.ring > .frog')].map(({style}) => `${style.left} ${style.top}`).sort(), rows: [...document.querySelectorAll('.pl')].map((row) => row.textContent)}));
    await second.waitForSelector('.tv-game .middle .mc');
    await tv.waitForSelector('.tv-game .middle .mc');
    assert.deepEqual(await shows(second), await shows(tv));
    await server.kill();
    for (const page of [tv, second]) await page.waitForSelector('.lost:not([hidden])');
    await server.start();
    for (const page of [tv, second]) await page.waitForSelector('.lost', {state: 'hidden'});
    await ada.waitForFunction(() => globalThis.pondNight.line.open);
    await play([ada], round(2));
    for (const page of [tv, second]) await page.waitForFunction(() => document.querySelector('.head .grow').textContent === 'Round 2' && document.querySelector('.middle .mc'));
    assert.deepEqual(await shows(second), await shows(tv));
});

await test('a big screen that no phone can reach says what to check, and shows the way as soon as there is one', async () => {
    let reach = {here: true, port: 7878, addresses: []};
    const tv = await visit(browser, server.address, {viewport: {width: 1280, height: 720}});
    await tv.route('**/reach.json', (route) => route.fulfill({json: reach}));
    await tv.goto(`${server.address}tv`);
    await tv.waitForSelector('.unreached');
    assert.match(await tv.locator('.unreached').innerText(), /same Wi-Fi.*\.\/pond night/s, 'it listens to its own computer alone');
    await accessible(tv, 'unreached');
    await fits(tv, 'unreached');
    await picture(tv, 'tv-unreached');
    reach = {here: false, port: 7878, addresses: []};
    await tv.reload();
    await tv.waitForFunction(() => /network/.test(document.querySelector('.unreached')?.textContent ?? ''));
    for (const address of ['192.0.2.17', '198.51.100.4']) { // the computer joins a network, then another one
        reach = {here: false, port: 7878, addresses: [address]};
        await tv.waitForSelector(`.plate [aria-label*="${address}"]`);
        assert.equal(await readCode(tv, '.plate'), `http://${address}:7878/n/${(await night(tv)).code}`);
        assert.match(await tv.locator('.how').innerText(), new RegExp(`${address}:7878/n`));
    }
});

await browser.close();
await server.stop();
process.exit(test.failed > 0 ? 1 : 0);
