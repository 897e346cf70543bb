// night.mjs: what a game night costs: how long a choice on a phone takes to reach the big screen with 20 nights in play, and to be
// drawn there; how fast four people come in, how soon a phone that was locked is back, and how many frames the big screen draws.
//
//   TOP=$PWD POND=$PWD/build/release/pond node bench/night.mjs [latency | drawn | browser]     on an idle machine
//
// `drawn` and `browser` need Chromium and build/page (tools/modules page). LOCKED_S says how long the phone is locked (60). It ends with what
// the browser's main thread did during the reveal, the most expensive first.

import {connect, createServer} from 'node:net';
import {loadavg} from 'node:os';
import {performance} from 'node:perf_hooks';
import {Server, key, until} from '../tests/server/client.mjs';
import {device, sit, watch} from '../tests/server/night_client.mjs';

const NIGHTS = 20, PHONES = 5, ROUNDS = 12, SEATS = 4, SEALS = 50; // one of the five watches
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
    return {tv, phones, players: phones.filter((one) => one.table.you !== null)};
}

/** The next game of a night, once one is over. */
async function again(one) {
    await one.tv.sees(({phase}) => phase === 'lobby', 'the game is over');
    await one.phones[0].tell('start');
    await Promise.all([watch(one.tv), ...one.phones.map(sit)]);
    one.players = one.phones.filter(({table}) => table.you !== null);
}

/** Everyone chooses; how long each choice takes to the big screen. */
async function rounds({tv, players}, times, count = ROUNDS) {
    for (let moves = 0; moves < count * SEATS; moves++) {
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

/** The same in real browsers: from the touch that seals a card until the big screen has drawn its back, while 19 other nights are
 *  played. Three of four phones seal a card and take it up again, so that the round goes on. */
async function drawn() {
    const {launch, serve, visit} = await import('../tests/page/driver.mjs'), {guests, night, play, press} = await import('../tests/page/night-driver.mjs');
    const port = Number(process.env.PORT ?? 7970) + 8, server = await serve(port, '0.0.0.0'), browser = await launch(), times = [];
    const {phone} = guests(server, browser), tv = await visit(browser, server.address, {viewport: {width: 1920, height: 1080}});
    await tv.goto(`${server.address}tv`);
    await tv.waitForSelector('.tv .code i');
    const {code} = await night(tv), phones = [];
    for (const [i, name] of ['Ada', 'Ben', 'Cleo', 'Dan'].entries()) phones.push(await phone(code, name, ['green', 'red', 'blue', 'yellow'][i]));
    await press(phones[0], '.start');
    await play(phones, () => globalThis.pondTable?.look?.board.round >= 1);
    await tv.waitForSelector('.pl .mini i');
    const others = Object.assign([], {times: []});
    for (let i = 1; i < NIGHTS; i++) others.push(await open({port}, i));
    let done = false;
    const crowd = others.map(async (one) => {
        while (!done) {
            if (one.tv.table.phase === 'over') await again(one);
            await rounds(one, others.times, 1);
        }
    });
    await tv.evaluate(() => { // when each card's back was drawn first
        globalThis.drawn = {};
        const look = () => requestAnimationFrame(() => setTimeout(() => {
            for (const {dataset: {seat}} of document.querySelectorAll('.pl:has(.mini.sealed)')) globalThis.drawn[seat] ??= performance.timeOrigin + performance.now();
        }));
        new MutationObserver(look).observe(document.querySelector('.seats'), {subtree: true, childList: true, attributes: true});
    });
    const seals = async (page) => {
        const seat = await page.evaluate(() => {
            addEventListener('click', ({target}) => { if (target.closest('.seal')) globalThis.touched = performance.timeOrigin + performance.now(); }, {capture: true});
            return globalThis.pondTable.mine;
        });
        for (let i = 0; i < SEALS; i++) {
            await page.locator('.five .cardbtn').nth(i % 5).click();
            await page.locator('.seal').click();
            const shown = await tv.waitForFunction((which) => globalThis.drawn[which], seat).then((value) => value.jsonValue());
            times.push(shown - await page.evaluate(() => globalThis.touched));
            await page.waitForSelector('.lookup .back');
            await page.locator('.again').click();
            await tv.waitForFunction((which) => !document.querySelector(`.pl[data-seat="${which}"] .sealed`), seat);
            await tv.evaluate((which) => { delete globalThis.drawn[which]; }, seat);
            await page.waitForSelector('.five .cardbtn');
            await new Promise((wake) => setTimeout(wake, 200 + Math.random() * 600)); // people think
        }
    };
    await Promise.all(phones.slice(0, 3).map(seals));
    done = true;
    row(`touch to drawn on the big screen, ${times.length} choices, ${others.times.length} in ${others.length} other nights meanwhile`, `median ${at(times, .5).toFixed(0)} ms, p99 ${at(times, .99).toFixed(0)} ms`);
    await Promise.all(crowd);
    await browser.close();
    await server.stop();
}

/** The way of one phone to the server, which can be shut: what is connected is cut off, and nobody comes through. */
function wayTo(port, at) {
    const cut = new Set();
    let shut = false;
    const listener = createServer((near) => {
        if (shut) return void near.destroy();
        const far = connect(port, '127.0.0.1');
        for (const [one, other] of [[near, far], [far, near]]) {
            cut.add(one);
            one.on('error', () => {}).on('close', () => { cut.delete(one); other.destroy(); });
            one.pipe(other);
        }
    }).listen(at, '127.0.0.1');
    return {
        address: `http://127.0.0.1:${at}/`, open: () => { shut = false; }, close: () => listener.close(),
        shut() {
            shut = true;
            for (const one of cut) one.destroy();
        },
    };
}

/** What the big screen's process did, by kind, in milliseconds. */
function costs(events) {
    const KINDS = ['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit', 'RasterTask', 'ImageDecodeTask', 'FunctionCall', 'FireAnimationFrame', 'EvaluateScript', 'ParseHTML', 'MajorGC', 'MinorGC'];
    const sums = new Map();
    const own = events.find(({name, args}) => name === 'TimeStamp' && args.data?.message === 'the big screen')?.pid;
    for (const {name, dur, pid} of events) if (KINDS.includes(name) && dur && pid === own) sums.set(name, (sums.get(name) ?? 0) + dur / 1000);
    row('  what it was spent on', [...sums].sort((a, b) => b[1] - a[1]).slice(0, 7).map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`).join(', '));
}

/** Four people who come in by the link: taps and seconds until all have made their first choice. */
async function browsers() {
    const {launch, serve, visit} = await import('../tests/page/driver.mjs');
    const port = Number(process.env.PORT ?? 7970) + 8, server = await serve(port, '0.0.0.0'), browser = await launch();
    const way = wayTo(port, port + 1);
    const began = performance.now(), tv = await visit(browser, server.address, {viewport: {width: 1920, height: 1080}});
    await tv.goto(`${server.address}tv`);
    await tv.waitForSelector('.tv .code i');
    const {code} = await tv.evaluate(() => globalThis.pondNight.state);
    const phones = await Promise.all(['Ada', 'Ben', 'Cleo', 'Dan'].map(async (name, i) => {
        const {address} = i === 0 ? way : server; // the first will be locked
        const page = await visit(browser, address, {size: 'phone', settings: {motion: 'off'}});
        page.taps = 0;
        page.tap = (selector) => (page.taps++, page.locator(selector).first().click());
        await page.goto(`${address}n/${code}`);
        await page.tap('#night-name');
        await page.keyboard.type(name);
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

    // Frames while cards are turned and frogs hop: from the last choice until the next round is open.
    await tv.waitForFunction(() => document.querySelector('.pl .mini i'));
    const traced = await browser.newBrowserCDPSession(), events = [];
    traced.on('Tracing.dataCollected', ({value}) => events.push(...value));
    const chooses = async (page) => {
        await page.locator('.five .cardbtn').first().click();
        await page.locator('.seal').click();
    };
    for (const page of phones.slice(0, 3)) await chooses(page);
    await tv.waitForFunction(() => document.querySelectorAll('.mini.sealed').length === 3);
    await traced.send('Tracing.start', {traceConfig: {includedCategories: ['devtools.timeline']}, transferMode: 'ReportEvents'});
    await tv.evaluate(() => {
        console.timeStamp('the big screen'); // so that its process is known
        globalThis.frames = [];
        const frame = (/** @type {number} */ now) => { globalThis.frames.push(now); requestAnimationFrame(frame); };
        requestAnimationFrame(frame);
    });
    await chooses(phones[3]);
    await phones[3].waitForFunction(() => globalThis.pondTable.look.board.round === 2);
    await tv.waitForFunction(() => document.querySelectorAll('.pl .mini i').length >= 3);
    const frames = await tv.evaluate(() => globalThis.frames), gaps = frames.slice(1).map((now, i) => now - frames[i]);
    await traced.send('Tracing.end');
    await new Promise((done) => traced.once('Tracing.tracingComplete', done));
    row('big screen at 1920x1080 during the reveal', `${(1000 * gaps.length / (frames.at(-1) - frames[0])).toFixed(1)} frames/s, ${gaps.filter((gap) => gap > 34).length} of ${gaps.length} late`);
    costs(events);

    // A phone is locked for a minute: its timers stand still and its connections are gone; then it wakes.
    const [locked, ...others] = phones, cdp = await locked.context().newCDPSession(locked);
    await cdp.send('Page.setWebLifecycleState', {state: 'frozen'});
    way.shut();
    for (const page of others) await chooses(page);
    await new Promise((done) => setTimeout(done, Number(process.env.LOCKED_S ?? 60) * 1000));
    way.open();
    const woke = performance.now();
    await cdp.send('Page.setWebLifecycleState', {state: 'active'});
    await locked.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await locked.waitForFunction(() => globalThis.pondTable.look.sealed.length === 3 && document.querySelectorAll('.room .done').length === 3);
    row(`a phone that was locked for ${process.env.LOCKED_S ?? 60} s`, `shows the current round ${((performance.now() - woke) / 1000).toFixed(2)} s after waking`);
    await browser.close();
    await server.stop();
}

row('how busy the machine is (load of the last minute)', loadavg()[0].toFixed(1));
if (which === 'latency' || which === 'all') await latency();
if (which === 'drawn' || which === 'all') await drawn();
if (which === 'browser' || which === 'all') await browsers();
process.exit(0);
