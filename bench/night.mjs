// night.mjs: what a game night costs: how long a choice on a phone takes to reach the big screen with 20 nights in play, how fast
// four people come in, how soon a phone that was locked is back, and how many frames the big screen draws.
//
//   TOP=$PWD POND=$PWD/build/release/pond node bench/night.mjs [latency | browser]     on an idle machine
//
// `browser` needs Chromium and build/page (tools/modules page). LOCKED_S says how long the phone is locked (60).

import {performance} from 'node:perf_hooks';
import {Server, key, until} from '../tests/server/client.mjs';
import {device, sit, watch} from '../tests/server/night_client.mjs';

const NIGHTS = 20, PHONES = 5, ROUNDS = 12, SEATS = 4; // one of the five watches
const which = process.argv[2] ?? 'all';
const at = (list, part) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))];
const row = (what, value) => console.log(`${what.padEnd(60)} ${value}`);

/** Opens a night with a big screen and five phones, and begins Quibbit. */
async function open(server, number) {
    const tv = await device(server), {code} = await tv.tell('open');
    const phones = await Promise.all(Array.from({length: PHONES}, () => device(server, {key: key()})));
    for (const [i, one] of phones.entries()) await one.tell('join', {code, name: `P${number}-${i}`});
    await phones[0].tell('choose', {game: 'quibbit'});
    await phones[0].tell('start');
    await Promise.all([watch(tv), ...phones.map(sit)]);
    return {tv, players: phones.filter((one) => one.table.you !== null)};
}

/** Everyone chooses; how long each choice takes to the big screen. */
async function rounds({tv, players}, times) {
    for (let moves = 0; moves < ROUNDS * SEATS; moves++) {
        const due = await until(() => tv.table.phase === 'over' || players.find((one) => one.table.phase === 'playing' && one.table.view.legal.length > 0));
        if (due === true || !due) return;
        const {table, version, view} = due.table, seat = due.table.you;
        const shown = new Promise((done) => {
            tv.heard = (message) => message.type === 'event' && message.what.kind === 'move' && message.what.seat === seat && done(performance.now());
        });
        const began = performance.now();
        const answer = due.ask({type: 'play', table, version, move: view.legal[Math.floor(Math.random() * view.legal.length)]});
        times.push(await shown - began);
        await answer;
        await new Promise((done) => setTimeout(done, 200 + Math.random() * 600)); // people think
    }
}

async function latency() {
    const server = await new Server().start('--unlimited'), times = [];
    const nights = [];
    for (let i = 0; i < NIGHTS; i++) nights.push(await open(server, i));
    await Promise.all(nights.map((one) => rounds(one, times)));
    row(`choice to big screen, ${NIGHTS} nights of ${PHONES + 1} devices, ${times.length} choices`, `median ${at(times, .5).toFixed(1)} ms, p99 ${at(times, .99).toFixed(1)} ms`);
    await server.close();
}

/** Four people who come in by the link: taps and seconds until all have made their first choice. */
async function browsers() {
    const {launch, serve, visit} = await import('../tests/page/driver.mjs');
    const server = await serve(Number(process.env.PORT ?? 7970) + 8, '0.0.0.0'), browser = await launch();
    const began = performance.now(), tv = await visit(browser, server.address, {viewport: {width: 1920, height: 1080}});
    await tv.goto(`${server.address}tv`);
    await tv.waitForSelector('.tv .code i');
    const {code} = await tv.evaluate(() => globalThis.pondNight.state);
    const phones = await Promise.all(['Ada', 'Ben', 'Cleo', 'Dan'].map(async (name) => {
        const page = await visit(browser, server.address, {size: 'phone', settings: {motion: 'off'}});
        page.taps = 0;
        page.tap = (selector) => (page.taps++, page.locator(selector).first().click());
        await page.goto(`${server.address}n/${code}`);
        await page.locator('#night-name').fill(name);
        await page.tap('.hand-in .big');
        await page.waitForSelector('.hand-night .me b');
        return page;
    }));
    const leader = (await Promise.all(phones.map(async (page) => (await page.locator('.start').count() > 0 ? page : null)))).find(Boolean);
    await leader.tap('.start');
    const chosen = new Set();
    const choose = async (page) => { // frogs are placed first: that is the first choice
        await page.waitForFunction(() => globalThis.pondTable?.look?.turn.includes(globalThis.pondTable.mine));
        await page.tap('.tile:enabled');
        chosen.add(page);
    };
    await Promise.all(phones.map(choose));
    row('from opening the big screen to the first choice of four', `${((performance.now() - began) / 1000).toFixed(1)} s, at most ${Math.max(...phones.map(({taps}) => taps))} taps per phone`);

    // Frames while cards are turned and frogs hop.
    await tv.waitForFunction(() => document.querySelector('.pl .mini i'));
    await tv.evaluate(() => {
        globalThis.frames = [];
        const frame = (/** @type {number} */ now) => { globalThis.frames.push(now); requestAnimationFrame(frame); };
        requestAnimationFrame(frame);
    });
    for (const page of phones) {
        await page.locator('.five .cardbtn').first().click();
        await page.locator('.seal').click();
    }
    await tv.waitForFunction(() => document.querySelectorAll('.pl .mini i').length > 0 && globalThis.frames.length > 60);
    const frames = await tv.evaluate(() => globalThis.frames), gaps = frames.slice(1).map((now, i) => now - frames[i]);
    row('big screen at 1920x1080 during the reveal', `${(1000 * gaps.length / (frames.at(-1) - frames[0])).toFixed(1)} frames/s, ${gaps.filter((gap) => gap > 34).length} of ${gaps.length} late`);

    // A phone is locked: its page is frozen and its connection is gone.
    const [locked, ...others] = phones, cdp = await locked.context().newCDPSession(locked);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', {offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0});
    await cdp.send('Page.setWebLifecycleState', {state: 'frozen'});
    for (const page of others) {
        await page.locator('.five .cardbtn').first().click();
        await page.locator('.seal').click();
    }
    await new Promise((done) => setTimeout(done, Number(process.env.LOCKED_S ?? 60) * 1000));
    const woke = performance.now();
    await cdp.send('Page.setWebLifecycleState', {state: 'active'});
    await cdp.send('Network.emulateNetworkConditions', {offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1});
    await locked.waitForFunction(() => globalThis.pondTable.look.sealed.length === 3);
    row(`a phone that was locked for ${process.env.LOCKED_S ?? 60} s`, `back in ${((performance.now() - woke) / 1000).toFixed(2)} s`);
    await browser.close();
    await server.stop();
}

if (which === 'latency' || which === 'all') await latency();
if (which === 'browser' || which === 'all') await browsers();
process.exit(0);
