// night-monkey.mjs: a game night with people who tap whatever they see, at random: phones reload, fall asleep, lose the line, leave and
// come back, guess codes and take the lead; big screens are closed and opened; the server is killed. After each trouble every device
// shows what a fresh one shows, and no big screen has heard or shown anything private.
//
//   tools/page-tests night-monkey                 a short run
//   tools/page-tests night-monkey SEED STEPS      the same run again, or a longer one

import assert from 'node:assert/strict';
import {PATIENCE_MS, launch, serve, visit, wire} from './driver.mjs';
import {act, guests, night} from './night-driver.mjs';

const PORT = Number(process.env.PORT ?? 7970) + 6;
const seed = Number(process.argv[2] ?? 18), steps = Number(process.argv[3] ?? 40);
let state = seed * 2654435761 % 4294967296 || 1;
const random = (count) => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return Math.floor(state / 4294967296 * count);
};
const pick = (list) => list[random(list.length)];
const SHORT_MS = 6000; // what does not happen by then may have become impossible meanwhile

const server = await serve(PORT, '0.0.0.0'), browser = await launch(), {bigScreen} = guests(server, browser);
const GAMES = ['quibbit', 'quibbles', 'rribbit'], done = new Map(), games = new Set();
const count = (what) => done.set(what, (done.get(what) ?? 0) + 1);

// ---- Devices ----

/** What a page complains of, except that a line was lost, which happens here. */
const complaints = (page) => page.complaints.filter((text) => !/WebSocket|ERR_|Failed to load resource|Failed to fetch/.test(text));

async function person(name, at) {
    const way = await wire(PORT, PORT - 5 + at);
    const page = await visit(browser, way.address, {size: 'phone', language: at % 2 ? 'fr' : 'en', dark: at % 3 === 0, settings: {motion: 'off', chances: false, name}});
    page.setDefaultTimeout(SHORT_MS);
    return {name, way, page, cut: false};
}
/** Comes in by the link of the code, as often as it takes. */
async function come({page, way}) {
    await page.goto(`${way.address}n/${code}`);
    await page.waitForSelector('.hand-in .big:enabled, .hand-night .me b', {timeout: PATIENCE_MS});
    if (await page.locator('.hand-in .big').count() > 0) await page.locator('.hand-in .big').click().catch(() => {}); // or it has come in by itself
    await page.waitForSelector('.hand-night .me b', {timeout: PATIENCE_MS});
}
/** A phone at the night, that is: it has come in, and its line is open. */
const isIn = (page) => page.evaluate(() => Boolean(globalThis.pondNight?.line.open && globalThis.pondNight.state && globalThis.pondNight.me && document.querySelector('.hand-night')));

let tv = await bigScreen('en', undefined, 'full'), second = null; // the one that moves has to keep up with what happens
const {code} = await night(tv);
const people = [];
for (const [i, name] of ['Ada', 'Béa', 'Cleo', 'Grandma Josephine'].entries()) {
    people.push(await person(name, i));
    await come(people[i]);
}
const up = async () => {
    const awake = [];
    for (const one of people) if (!one.cut && await isIn(one.page)) awake.push(one);
    return awake;
};

// ---- What must always hold ----

const SECRET = /"(hand|chosen)":("|\[\d)/;
/** What a big screen shows and has heard. */
async function screensAlike(where) {
    for (const page of [tv, second].filter(Boolean)) {
        assert.deepEqual(page.heard.filter((text) => SECRET.test(text) || /"you":\d/.test(text)), [], `${where}: nothing private on a big screen's wire`);
        assert.deepEqual(complaints(page), [], `${where}: a big screen complains`);
    }
    const fresh = await bigScreen('en', undefined, 'off', {code});
    const same = async (page, what) => {
        const shown = (one) => one.evaluate(() => {
            const texts = (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent.replace(/\s+/g, ' ').trim());
            const {at, id, you, screen, ...rest} = globalThis.pondNight.state;
            return {...rest, screens: texts('.lily[data-member] b, .pl .who b, .choice, .tv-end tbody tr'), turn: /\d+/.exec(document.querySelector('.head .grow')?.textContent ?? '')?.[0], frogs: [...document.querySelectorAll('.ring > .frog, .pads .frog')].map(({style}) => `${style.left} ${style.top}`).sort()};
        });
        for (const until = Date.now() + PATIENCE_MS; ; await page.waitForTimeout(50)) {
            const [one, other] = [await shown(page), await shown(fresh)];
            if (JSON.stringify(one) === JSON.stringify(other)) return;
            if (Date.now() > until) assert.deepEqual(one, other, `${where}: ${what} shows what a fresh screen shows`);
        }
    };
    await same(tv, 'the big screen');
    if (second) await same(second, 'the second big screen');
    await fresh.context().close();
}
/** Every phone shows what a fresh tab of the same person shows, and no card of somebody else. */
async function phonesAlike(where) {
    for (const {page, name, way} of await up()) {
        assert.deepEqual(complaints(page), [], `${where}: the phone of ${name} complains`);
        const shown = (one) => one.evaluate(() => {
            const {at, id, screen, ...rest} = globalThis.pondNight.state, {pondTable} = globalThis, playing = rest.phase === 'playing' && pondTable?.look && !pondTable.closed;
            return JSON.stringify({...rest, look: playing ? pondTable.look : null, mine: playing ? pondTable.mine : null});
        });
        const fresh = await page.context().newPage();
        await fresh.goto(`${way.address}n/${code}`);
        await fresh.waitForSelector('.hand-night .me b', {timeout: PATIENCE_MS});
        for (const until = Date.now() + PATIENCE_MS; await shown(page) !== await shown(fresh); await page.waitForTimeout(50)) {
            assert.ok(Date.now() < until, `${where}: ${name} sees ${await shown(page)}\na fresh tab sees ${await shown(fresh)}`);
        }
        await fresh.close();
    }
}
const alike = async (where) => {
    await screensAlike(where);
    await phonesAlike(where);
};

// ---- What people do ----

/** A tap on something that can be tapped, whatever it is; nobody is removed and the night does not end, so that all can go on. */
const tap = (page, which) => page.evaluate((number) => {
    const box = document.querySelector('dialog[open]') ?? document.querySelector('.hand-cover') ?? document.querySelector('.hand-night');
    const seen = [...box?.querySelectorAll('button:enabled, label.switch input, select') ?? []].filter((one) => one.checkVisibility() && !/^(remove|end|pass|leave)/.test(one.value));
    const one = seen[number % Math.max(1, seen.length)];
    if (one instanceof HTMLSelectElement) {
        one.selectedIndex = number % one.options.length;
        one.dispatchEvent(new Event('change', {bubbles: true}));
    } else one?.click();
    return seen.length;
}, which);

const leader = async () => {
    for (const one of await up()) if (await one.page.evaluate(() => globalThis.pondNight?.state && globalThis.pondNight.leads && !globalThis.pondNight.me.away)) return one;
    return null;
};
const DEEDS = {
    async plays() {
        for (const {page} of await up()) {
            if (await page.locator('dialog[open]').count() > 0) await page.keyboard.press('Escape');
            if (await page.locator('.hand-cover button, .return').count() > 0) await page.locator('.hand-cover button, .return').first().click().catch(() => {});
            if (await act(page, random(5)).catch(() => false)) count('moves');
        }
    },
    async taps() {
        const awake = await up();
        for (let i = 0; i < 6 && awake.length > 0; i++) await tap(pick(awake).page, random(1000));
    },
    async starts() {
        const {phase} = await night(tv), first = await leader();
        if (phase !== 'lobby' || !first) return;
        if (await first.page.locator('dialog[open]').count() > 0) await first.page.keyboard.press('Escape');
        await first.page.evaluate((game) => globalThis.pondNight.tell('choose', {game, options: ''}), GAMES[(done.get('games') ?? 0) % GAMES.length]).catch(() => {});
        await first.page.locator('.start').click().catch(() => {});
        await tv.waitForFunction(() => globalThis.pondNight.state.phase === 'playing', undefined, {timeout: SHORT_MS}).then(() => count('games'), () => {});
    },
    async stops() {
        const first = await leader(), {phase} = await night(tv);
        if (phase === 'playing' && first && random(3) === 0) await first.page.evaluate(() => globalThis.pondNight.tell('stop')).catch(() => {});
    },
    async reloads() {
        const awake = await up();
        if (awake.length === 0) return;
        await pick(awake).page.reload();
        await alike('a reload');
    },
    async locks() { // the line is cut, and the page learns of nothing until it wakes
        const awake = await up();
        if (awake.length < 2) return;
        const one = pick(awake);
        one.way.cut();
        one.cut = true;
        await screensAlike('a phone is locked');
    },
    async wakes() {
        for (const one of people.filter(({cut}) => cut)) {
            one.way.mend();
            one.cut = false;
            await one.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
            await one.page.waitForFunction(() => globalThis.pondNight?.line.open, undefined, {timeout: PATIENCE_MS});
        }
        await alike('a phone wakes');
    },
    async leaves() {
        const awake = await up();
        if (awake.length < 3) return;
        const one = pick(awake);
        await one.page.evaluate(() => globalThis.pondNight.tell('leave'));
        await one.page.waitForSelector('.standings', {timeout: PATIENCE_MS});
        await screensAlike('somebody leaves');
        await come(one);
        await alike('and comes back');
    },
    async guesses() {
        const page = await visit(browser, server.address, {size: 'phone', settings: {motion: 'off'}});
        await page.goto(`${server.address}n`);
        for (const wrong of ['ZZZZ99', `${code.slice(0, -2)}${code.endsWith('10') ? '11' : '10'}`]) {
            await page.locator('#night-code').fill(wrong);
            await page.waitForFunction(() => document.querySelector('#code-state').textContent.length > 10 && !document.querySelector('#night-name'));
        }
        await page.context().close();
    },
    async screens() {
        if (second) {
            await second.context().close();
            second = null;
        } else second = await bigScreen('fr', {width: 1920, height: 1080}, 'off', {code});
        if (random(2) === 0) await tv.reload();
        await tv.waitForSelector('.tv :is(.code i, .head b, .champion h1)');
        if (second) assert.equal(await second.evaluate(() => document.documentElement.lang), 'fr');
    },
    async kills() {
        await server.restart();
        for (const page of [tv, second].filter(Boolean)) await page.waitForFunction(() => globalThis.pondNight.line.open);
        for (const {page, cut} of people) if (!cut) await page.waitForFunction(() => globalThis.pondNight?.line.open, undefined, {timeout: PATIENCE_MS});
        await alike('the server was killed');
    },
};
const ODDS = [...Array(12).fill('plays'), ...Array(6).fill('taps'), 'starts', 'starts', 'stops', 'reloads', 'locks', 'wakes', 'leaves', 'guesses', 'screens', 'kills'];

// ---- The night ----

const began = Date.now();
try {
    for (let step = 0; step < steps; step++) {
        const deed = step === 0 ? 'starts' : pick(ODDS);
        count(deed);
        if (process.env.LOUD) console.log(step, deed, (await night(tv)).phase);
        await DEEDS[deed]();
        if ((await night(tv)).phase === 'lobby') await DEEDS.starts();
        const {phase, table} = await night(tv);
        if (phase === 'playing') games.add(table);
    }
    await DEEDS.wakes();
    assert.ok((done.get('moves') ?? 0) >= steps / 6, `they played: ${JSON.stringify([...done])}`);
    console.log(`ok      seed ${seed}: ${steps} steps, ${games.size} games, ${JSON.stringify([...done])}, ${Math.round((Date.now() - began) / 1000)} s`);
} catch (error) {
    console.log(`FAILED  seed ${seed}: ${JSON.stringify([...done])}`);
    console.log(error);
    process.exitCode = 1;
}
await browser.close();
for (const {way} of people) way.close();
await server.stop();
process.exit();
