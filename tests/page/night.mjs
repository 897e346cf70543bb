// night.mjs: a game night with one big screen and four phones in real browsers: coming in, three games, a vote, a reload, a
// server that is killed, a latecomer, another leader, the end; and nothing private on the big screen's wire.
//
// With SCREENS in the environment it keeps a picture of every moment there.

import assert from 'node:assert/strict';
import {PATIENCE_MS, accessible, doMove, fingers, fits, launch, quiet, readCode, serve, tester, visit} from './driver.mjs';

const {SCREENS} = process.env;
const server = await serve(Number(process.env.PORT ?? 7970) + 7, '0.0.0.0'), browser = await launch();
const picture = (page, name) => SCREENS && page.screenshot({path: `${SCREENS}/night-${name}.png`, animations: 'disabled'});
const night = (page) => page.evaluate(() => globalThis.pondNight.state);

async function bigScreen(language = 'en') {
    const page = await visit(browser, server.address, {viewport: {width: 1280, height: 720}, language, settings: {motion: 'off'}});
    page.heard = [];
    page.on('websocket', (socket) => socket.on('framereceived', ({payload}) => page.heard.push(String(payload))));
    await page.goto(`${server.address}tv`);
    await page.waitForSelector('.tv .code i');
    return page;
}

/** Comes in by the link of the code: a name, a frog, a button. Counts the taps. */
async function phone(code, name, frog, options = {}) {
    const page = await visit(browser, server.address, {size: 'phone', settings: {motion: 'off', chances: false}, ...options});
    await page.goto(`${server.address}n/${code}`);
    await page.locator('#night-name').fill(name);
    await page.locator(`.fg:has([value="${frog}"])`).click();
    await page.locator('.hand-in .big').click();
    await page.waitForSelector('.hand-night .me b');
    page.taps = 3;
    return page;
}

/** Does what it is this phone's turn to do; false where it is not. @param {number} i picks the move */
async function act(page, i) {
    const now = await page.evaluate(() => {
        const table = globalThis.pondTable;
        if (!table?.look || table.closed || document.querySelector('.play.moving')) return null;
        const {look, mine, game} = table;
        return look.result === null && look.turn.includes(mine) && look.legal.join() !== '-' ? {look, mine, game} : null;
    });
    if (!now) return false;
    const {look, game, mine} = now;
    if (game === 'quibbit' && /^\d$/.test(look.legal[0])) {
        await page.locator(`.five .cardbtn[data-card="${look.legal[i % look.legal.length]}"]`).click();
        await page.locator('.seal').click();
    } else {
        const laid = look.legal.find((one) => one[0] === '+') ?? look.legal[0];
        await doMove(page, game, game === 'quibbles' ? laid : look.legal[(i * 7 + look.ply) % look.legal.length]);
    }
    await page.waitForFunction(([version, seat]) => globalThis.pondTable.look.version > version || !globalThis.pondTable.look.turn.includes(seat), [look.version, mine]);
    return true;
}

/** Everyone plays until that holds on the first page. */
async function play(phones, enough) {
    for (let i = 0, until = Date.now() + PATIENCE_MS; Date.now() < until; i++) {
        if (await phones[0].evaluate(enough)) return;
        for (const page of phones) if (await act(page, i)) until = Date.now() + PATIENCE_MS;
        await phones[0].waitForTimeout(15);
    }
    throw new Error('nothing goes on');
}
const over = () => globalThis.pondNight.state.phase === 'lobby';

const test = tester(browser);

await test('a night with one big screen and four phones', async () => {
    const tv = await bigScreen(), {code} = await night(tv);
    const link = await tv.locator('.plate svg').count() > 0 ? await readCode(tv, '.plate') : null;
    if (link) assert.ok(link.endsWith(`/n/${code}`), `the code leads in: ${link}`); // where this machine has a network
    const ines = await phone(code, 'Ines', 'blue'), otto = await phone(code, 'Otto', 'red', {language: 'fr'});
    const mila = await phone(code, 'Mila', 'yellow', {dark: true});
    const late = await visit(browser, server.address, {size: 'phone', settings: {motion: 'off'}});
    await late.goto(`${server.address}n`);
    await late.locator('#night-code').fill('ZZZZ99');
    await late.waitForFunction(() => document.querySelector('#code-state').textContent.length > 10);
    await late.locator('#night-code').fill(code);
    await late.waitForSelector('#night-name');
    await accessible(late, 'coming in');
    await fits(late, 'coming in');
    await picture(late, 'hand-join');
    await tv.waitForFunction(() => document.querySelectorAll('.lily[data-member]').length === 3);
    await otto.locator('.ready').click();
    await tv.waitForSelector('.lily .good');
    await accessible(tv, 'the lobby');
    await accessible(ines, 'the leader');
    await fingers(ines, 'the leader');
    await picture(tv, 'tv-lobby');
    await picture(ines, 'hand-leader');
    await picture(otto, 'hand-ready-fr');

    // Quibbit, with a latecomer, a reload and a server that is killed.
    await ines.locator('.start').click();
    await play([ines, otto, mila], () => globalThis.pondTable?.look?.board.round >= 1);
    await late.locator('#night-name').fill('Jules');
    await late.locator('.fg:has([value="light"])').click();
    await late.locator('.hand-in .big').click();
    await late.waitForSelector('.lookup');
    await tv.waitForSelector('.tv-game .middle .mc');
    await act(otto, 0);
    await otto.waitForSelector('.lookup .back');
    await ines.locator('.five .cardbtn').first().click();
    await late.locator('[data-phrase="wow"]').click();
    await tv.waitForSelector('.bubble');
    for (const [page, name] of [[tv, 'tv-quibbit'], [ines, 'hand-quibbit'], [otto, 'hand-sealed-fr'], [late, 'hand-watching']]) {
        await accessible(page, name);
        await picture(page, name);
    }
    await fits(ines, 'hand-quibbit');
    await fingers(ines, 'hand-quibbit');
    assert.ok(!(await otto.locator('main').innerText()).match(/\d/), 'a sealed card is not on the phone');
    await mila.reload();
    await mila.waitForSelector('.five, .lookup');
    await server.restart();
    await play([ines, otto, mila], over);
    await tv.waitForSelector('.tv-end .champion h1');
    assert.equal((await night(tv)).played, 1);

    // A vote, and another leader.
    await late.locator('.vote[data-game="quibbles"]').click();
    await otto.locator('.vote[data-game="quibbles"]').click();
    await tv.waitForSelector('.choice.on[data-game="quibbles"]');
    await accessible(tv, 'the end');
    await picture(tv, 'tv-end');
    await picture(otto, 'hand-vote-fr');
    await ines.locator('.menu').click();
    await ines.locator('dialog [value="lead 3"]').click();
    await late.waitForSelector('.start');
    await late.locator('.start').click();
    const four = [ines, otto, mila, late];
    await play(four, () => globalThis.pondTable?.look?.turns >= 3 && globalThis.pondTable.game === 'quibbles');
    await tv.waitForSelector('.game-quibbles .shelf .shown');
    await accessible(tv, 'quibbles');
    await picture(tv, 'tv-quibbles');
    const chooses = await Promise.all(four.map((page) => page.evaluate(() => globalThis.pondTable.look.turn.includes(globalThis.pondTable.mine))));
    await picture(four[Math.max(0, chooses.indexOf(true))], 'hand-quibbles');
    await late.locator('.hand-night > .bar .menu').click();
    await late.locator('dialog [value="stop"]').click();
    await tv.waitForSelector('.tv-end');

    // Rrib-bit, and the end of the night.
    await late.locator('.vote[data-game="rribbit"]').click();
    await late.waitForFunction(() => globalThis.pondNight.state.next.game === 'rribbit');
    await late.locator('.start').click();
    await tv.waitForSelector('.game-rribbit .pads');
    const {members} = await night(tv), two = four.filter((_, i) => members[i].seat !== null);
    assert.equal(two.length, 2);
    await play(two, () => globalThis.pondTable?.look?.turns >= 6);
    await tv.waitForFunction(() => document.querySelector('.sentence').textContent.length > 5);
    await accessible(tv, 'rrib-bit');
    await picture(tv, 'tv-rribbit');
    await picture(two[0], 'hand-rribbit');
    await late.locator('.hand-night > .bar .menu').click();
    await late.locator('dialog [value="end"]').click();
    await late.locator('dialog [value="yes"]').click();
    await tv.waitForFunction(() => globalThis.pondNight.state.phase === 'ended');
    await ines.waitForSelector('.standings');
    await picture(ines, 'hand-over');
    assert.ok(tv.heard.length > 20, 'the screen heard much');
    assert.ok(!tv.heard.some((text) => /"(hand|chosen)":(?!null|\[\]|"")/.test(text)), 'and nothing private');
    for (const page of [tv, ...four]) page.complaints = page.complaints.filter((text) => !/WebSocket|ERR_CONNECTION|Failed to load resource|fetch/.test(text)); // the server was killed
    for (const page of [tv, ...four]) quiet(page);
});

await test('the hand is covered when the page is hidden', async () => {
    const tv = await bigScreen('fr'), {code} = await night(tv), ada = await phone(code, 'Ada', 'green');
    await ada.locator('.start').click();
    await play([ada], () => globalThis.pondTable?.look?.board.round >= 1);
    await ada.waitForSelector('.five');
    await ada.evaluate(() => {
        Object.defineProperty(document, 'hidden', {value: true, configurable: true});
        document.dispatchEvent(new Event('visibilitychange'));
    });
    await ada.waitForSelector('.hand-cover');
    assert.equal(await ada.locator('.five').isVisible(), false, 'nothing of the hand is seen');
    await accessible(ada, 'covered');
    await ada.locator('.hand-cover button').click();
    assert.equal(await ada.locator('.five').isVisible(), true);
    await picture(tv, 'tv-fr');
    quiet(ada);
    quiet(tv);
});

await browser.close();
await server.stop();
process.exit(test.failed > 0 ? 1 : 0);
