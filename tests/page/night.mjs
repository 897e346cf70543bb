// night.mjs: a game night with one big screen, four phones and a terminal: coming in, three games to their ends, second thoughts,
// votes, a reload, a server that is killed, a latecomer, another leader, the end; several people at one phone; and nothing
// private on the big screen's wire.
//
// With SCREENS in the environment it keeps a picture of every moment there.

import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {PATIENCE_MS, accessible, doMove, fingers, fits, launch, quiet, readCode, serve, tester, visit} from './driver.mjs';

const {SCREENS, POND} = process.env;
const server = await serve(Number(process.env.PORT ?? 7970) + 7, '0.0.0.0'), browser = await launch();
const picture = (page, name) => SCREENS && page.screenshot({path: `${SCREENS}/night-${name}.png`, animations: 'disabled'});
const night = (page) => page.evaluate(() => globalThis.pondNight.state);

/** Nothing is found on it, and a picture is kept. */
async function seen(page, name, more = {}) {
    await accessible(page, name);
    if (more.fits) await fits(page, name);
    if (more.fingers) await fingers(page, name);
    await picture(page, name);
}

async function bigScreen(language = 'en', viewport = {width: 1280, height: 720}) {
    const page = await visit(browser, server.address, {viewport, language, settings: {motion: 'off'}});
    page.heard = [];
    page.on('websocket', (socket) => socket.on('framereceived', ({payload}) => page.heard.push(String(payload))));
    await page.goto(`${server.address}tv`);
    await page.waitForSelector('.tv .code i');
    return page;
}

/** Comes in by the link of the code: a name, a frog, a button. */
async function phone(code, name, frog, {text, ...options} = {}) {
    const page = await visit(browser, server.address, {size: 'phone', settings: {motion: 'off', chances: false}, ...options});
    if (text) await page.addInitScript((size) => document.addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', size)), text);
    await page.goto(`${server.address}n/${code}`);
    await page.locator('#night-name').fill(name);
    await page.locator(`.fg:has([value="${frog}"])`).click();
    await page.locator('.hand-in .big').click();
    await page.waitForSelector('.hand-night .me b');
    return page;
}

/** Presses a button, by keyboard where the page is one that does without a finger. */
async function press(page, selector) {
    const button = page.locator(selector).first();
    if (!page.keys) return button.click();
    await button.focus();
    await page.keyboard.press('Enter');
}

/** A player in a terminal: `types` writes a line, `said` is what it has printed. */
function terminal(code, name) {
    const child = spawn(POND, ['join', `${server.address}n/${code}`, '--plain', '--name', name, '--lang', 'en'], {env: {...process.env, XDG_DATA_HOME: `${server.folder}-${name}`}});
    const one = {name, said: '', tries: 0, typed: 0, types: (line) => child.stdin.write(`${line}\n`), end: () => child.kill()};
    child.stdout.on('data', (data) => { one.said += data; });
    child.stderr.on('data', (data) => { one.said += data; });
    return one;
}

/** What it is this phone's turn to do; null where it is not. */
const due = (page) => page.evaluate(() => {
    const table = globalThis.pondTable;
    if (!table?.look || table.closed || document.querySelector('.play.moving')) return null;
    const {look, mine, game} = table;
    return look.result === null && look.turn.includes(mine) && look.legal.join() !== '-' ? {look, mine, game} : null;
});

/** Does it; false where there is nothing. @param {(look: object) => string} [choose] another move than the usual */
async function act(page, i, choose) {
    const now = await due(page);
    if (!now) return false;
    const {look, game, mine} = now;
    const laid = look.legal.find((one) => one[0] === '+') ?? look.legal[0];
    const move = choose?.(look) ?? (game === 'quibbles' ? laid : look.legal[(i * 7 + look.ply) % look.legal.length]);
    if (game === 'quibbit' && /^\d$/.test(move)) {
        await press(page, `.five .cardbtn[data-card="${move}"]`);
        await press(page, '.seal');
    } else await doMove(page, game, move);
    await page.waitForFunction(([version, seat]) => globalThis.pondTable.look.version > version || !globalThis.pondTable.look.turn.includes(seat), [look.version, mine]);
    return true;
}

/** A card that keeps the game short: where it lands, it is lost. */
const hasty = ({legal, board, seat}) => legal.find((card) => {
    const {cards, lands, color} = board.frogs[seat], kind = board.tiles[lands[cards.indexOf(Number(card))]];
    return /^\d$/.test(card) && kind !== color && kind !== 'flower';
});

/** The terminal's turn: it types a move, as the open cards on the ring allow. */
async function types(tess, page) {
    const told = await page.evaluate((name) => {
        const table = globalThis.pondTable, seat = table?.state.seats.findIndex(({player}) => player?.name === name) ?? -1;
        if (seat < 0 || !table.look || table.look.result !== null || !table.look.turn.includes(seat)) return null;
        return {game: table.game, version: table.look.version, round: table.look.board.round, phase: table.look.board.phase, cards: table.look.board.frogs?.[seat].cards};
    }, tess.name);
    if (!told) return;
    if (told.game === 'quibbles') tess.types(told.phase === 'stash' ? '-' : `+${tess.tries++ % 8}`); // its hand is hidden: one of these it has
    else if (tess.typed !== told.version) tess.types(told.round === 0 ? 'front' : told.cards[0]);
    tess.typed = told.version;
}

/** Everyone plays until that holds on the first page. */
async function play(phones, enough, {tess, choose} = {}) {
    for (let i = 0, until = Date.now() + PATIENCE_MS; Date.now() < until; i++) {
        if (await phones[0].evaluate(enough)) return;
        for (const page of phones) if (await act(page, i, choose)) until = Date.now() + PATIENCE_MS;
        if (tess) await types(tess, phones[0]);
        await phones[0].waitForTimeout(15);
    }
    throw new Error(`nothing goes on: ${tess?.said.slice(-500)}`);
}
const over = () => globalThis.pondNight.state.phase === 'lobby';
const menu = async (page, value) => {
    await press(page, '.hand-night > .bar .menu');
    await press(page, `dialog [value="${value}"]`);
};

const test = tester(browser);

await test('a night with one big screen, four phones and a terminal', async () => {
    const tv = await bigScreen(), {code} = await night(tv);
    const link = await tv.locator('.plate svg').count() > 0 ? await readCode(tv, '.plate') : null;
    if (link) assert.ok(link.endsWith(`/n/${code}`), `the code leads in: ${link}`); // where this machine has a network
    const ines = await phone(code, 'Ines', 'blue'), otto = await phone(code, 'Otto', 'red', {language: 'fr'});
    otto.keys = true;
    const mila = await phone(code, 'Mila', 'yellow', {dark: true});
    const tess = terminal(code, 'Tess');
    const late = await visit(browser, server.address, {size: 'phone', settings: {motion: 'off', chances: false}});
    await late.addInitScript(() => document.addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%')));
    await late.goto(`${server.address}n`);
    await late.locator('#night-code').fill('ZZZZ99');
    await late.waitForFunction(() => document.querySelector('#code-state').textContent.length > 10);
    await late.locator('#night-code').fill(code);
    await late.waitForSelector('#night-name');
    await tv.waitForFunction(() => document.querySelectorAll('.lily[data-member]').length === 4);
    await seen(late, 'hand-join', {fits: true});
    await press(otto, '.ready');
    await tv.waitForSelector('.lily .good');

    // The leader explains the rules to newcomers, and looks at the options.
    await ines.locator('.switch:has(#first-time)').click();
    await ines.waitForFunction(() => globalThis.pondNight.state.next.first_time);
    await ines.locator('.options').click();
    await ines.locator('dialog label:has([name="lap"][value="leader"])').click();
    await seen(ines, 'hand-options', {fits: true});
    await ines.locator('dialog [value="set"]').click();
    await ines.waitForFunction(() => globalThis.pondNight.state.next.options.includes('lap=leader'));
    await seen(tv, 'tv-lobby');
    await seen(ines, 'hand-leader', {fits: true, fingers: true});
    await seen(otto, 'hand-ready-fr');

    // Quibbit, with a latecomer, second thoughts, a reload and a server that is killed.
    await press(ines, '.start');
    await tv.waitForSelector('.newrule:not([hidden])');
    await play([ines, otto, mila], () => globalThis.pondTable?.look?.board.round >= 1, {tess});
    await late.locator('#night-name').fill('Jules');
    await late.locator('.fg:has([value="light"])').click();
    await late.locator('.hand-in .big').click();
    await late.waitForSelector('.lookup');
    await tv.waitForSelector('.tv-game .middle .mc');
    await act(otto, 0);
    await otto.waitForSelector('.lookup .back');
    await tv.waitForSelector('.pl[data-seat="1"] .state.good');
    assert.ok(!(await otto.locator('main').innerText()).match(/\d/), 'a sealed card is not on the phone');
    await otto.locator('.peek').focus();
    await otto.keyboard.down('Enter');
    await otto.waitForSelector('.back [href^="#mcard-"]:not([href="#mcard-back"])', {state: 'attached'});
    await otto.keyboard.up('Enter');
    await otto.waitForSelector('.back [href="#mcard-back"]', {state: 'attached'});
    await seen(otto, 'hand-sealed-fr', {fits: true, fingers: true});
    await press(otto, '.again');
    await otto.waitForSelector('.five');
    await tv.waitForSelector('.pl[data-seat="1"].now');
    await act(otto, 1);
    await ines.locator('.five .cardbtn').first().click();
    await late.locator('[data-phrase="wow"]').click();
    await tv.waitForSelector('.bubble');
    await seen(tv, 'tv-quibbit');
    await seen(ines, 'hand-quibbit', {fits: true, fingers: true});
    await seen(late, 'hand-watching', {fits: true});
    await seen(mila, 'hand-quibbit-dark');
    await mila.setViewportSize({width: 844, height: 390});
    await seen(mila, 'hand-quibbit-lying', {fits: true});
    await mila.setViewportSize({width: 390, height: 844});
    await mila.reload();
    await mila.waitForSelector('.five, .lookup');
    await server.restart();
    await ines.evaluate(() => { globalThis.roundBefore = globalThis.pondTable.look.board.round; });
    await play([ines, otto, mila], () => globalThis.pondTable?.look?.board.round > globalThis.roundBefore || globalThis.pondNight.state.phase === 'lobby', {tess, choose: hasty});
    const told = async () => (await late.locator('.said').textContent({timeout: 1000}).catch(() => '')).includes(await tv.locator('.sentence').textContent());
    for (const until = Date.now() + PATIENCE_MS; !await told();) {
        assert.ok(Date.now() < until, 'the phone says what the big screen shows');
        await late.waitForTimeout(20);
    }
    await play([ines, otto, mila], over, {tess, choose: hasty});
    await tv.waitForSelector('.tv-end .champion h1');
    assert.equal((await night(tv)).played, 1);
    const rules = await tv.evaluate(() => JSON.parse(localStorage.getItem('pond.rules')).said);
    assert.ok(rules.length >= 4 && new Set(rules).size === rules.length, `each rule once: ${rules}`);

    // A vote, and another leader.
    await late.locator('.vote[data-game="quibbles"]').click();
    await press(otto, '.vote[data-game="quibbles"]');
    await tv.waitForSelector('.choice.on[data-game="quibbles"]');
    await seen(tv, 'tv-end');
    await seen(otto, 'hand-vote-fr', {fits: true});
    await menu(ines, 'lead 4');
    await late.waitForSelector('.start');
    await late.locator('.start').click();
    const four = [ines, otto, mila, late];
    await play(four, () => globalThis.pondTable?.look?.turns >= 1 && globalThis.pondTable.game === 'quibbles', {tess});
    await tv.waitForSelector('.game-quibbles .shelf .shown');
    await seen(tv, 'tv-quibbles');

    // Robots play on for all but the leader, so that it ends.
    for (const [i, {name}] of (await night(tv)).members.entries()) if (name !== 'Jules') await menu(late, `replace ${i}`);
    await ines.waitForSelector('.lookup .back');
    await late.waitForFunction(() => globalThis.pondTable.look.turn.includes(globalThis.pondTable.mine) && globalThis.pondTable.look.board.phase === 'act' || globalThis.pondTable.over);
    await seen(late, 'hand-quibbles', {fits: true});
    await press(ines, '.lookup .back');
    await ines.waitForSelector('.chooser, .hand-quibbles');
    await seen(ines, 'hand-waiting', {fits: true});
    await menu(late, 'replace 0');
    await play([late], over, {choose: ({legal}) => legal.find((one) => one[0] === '!') ?? legal.filter((one) => one.includes('=')).sort((a, b) => b.length - a.length)[0]});
    await tv.waitForSelector('.tv-end');
    assert.equal((await night(tv)).played, 2);

    // Rrib-bit: three in a row that nobody breaks. The end of the night.
    await late.locator('.vote[data-game="rribbit"]').click();
    await late.waitForFunction(() => globalThis.pondNight.state.next.game === 'rribbit');
    await late.locator('.start').click();
    await tv.waitForSelector('.game-rribbit .pads');
    const {members} = await night(tv), pages = [ines, otto, mila, null, late]; // those who have played least: Jules and Ines
    const two = members.map(({seat}, i) => [seat, pages[i]]).filter(([seat]) => seat !== null).sort(([a], [b]) => a - b).map(([, page]) => page);
    const moves = ['c1-d3', 'a7-b5', 'd1-e3', 'b5-a7', 'e1-f3', 'a7-b5'];
    for (let i = 0; i < moves.length; i++) {
        const page = two[i % 2];
        await page.waitForFunction((ply) => globalThis.pondTable?.game === 'rribbit' && globalThis.pondTable.look?.ply === ply, i);
        await act(page, i, () => moves[i]);
        if (i === 4) {
            await tv.waitForSelector('.alarm .banner');
            await seen(tv, 'tv-rribbit');
            await seen(two[1], 'hand-rribbit', {fits: true});
        }
    }
    await tv.waitForSelector('.tv-end .champion h1');
    await menu(late, 'end');
    await late.locator('dialog [value="yes"]').click();
    await tv.waitForFunction(() => globalThis.pondNight.state.phase === 'ended');
    await ines.waitForSelector('.standings');
    await seen(ines, 'hand-over');
    await seen(tv, 'tv-over');
    assert.deepEqual(tv.heard.filter((text) => /"(hand|chosen)":("|\[\d)/.test(text)), [], 'nothing private on its wire');
    tess.end();
    for (const page of [tv, ...four]) quiet(page);
});

await test('two people pass one phone', async () => {
    const tv = await bigScreen('fr', {width: 1920, height: 1080}), {code} = await night(tv), ada = await phone(code, 'Ada', 'green');
    await menu(ada, 'pass');
    await ada.locator('dialog input').fill('Ben');
    await seen(ada, 'hand-pass-name');
    await ada.locator('dialog [value="join"]').click();
    await ada.waitForSelector('.others .ib');
    await ada.locator('.start').click();
    /** Whoever has the phone does something, until `enough`; counts how often it was passed. */
    let passed = 0;
    for (let i = 0, until = Date.now() + PATIENCE_MS; Date.now() < until && !await ada.evaluate(() => globalThis.pondTable?.look?.board.round >= 2); i++) {
        const cover = ada.locator('.hand-cover.pass button');
        if (await cover.isVisible()) {
            assert.equal(await ada.locator('.five, .lookup, .tile').count(), 0, 'nothing of a hand under the cover');
            if (passed++ === 0) await seen(ada, 'hand-pass', {fits: true});
            await cover.click();
        }
        await act(ada, i).catch((error) => { if (!/closed|null/.test(error.message)) throw error; });
        await ada.waitForTimeout(15);
    }
    assert.ok(passed >= 2, `the phone was passed: ${passed}`);
    await ada.reload();
    await ada.waitForSelector('.others .ib, .hand-cover.pass');
    await tv.waitForFunction(() => globalThis.pondNight.state.members.every(({here}) => here)); // each comes back by their own connection
    assert.deepEqual((await night(tv)).members.map(({name}) => name), ['Ada', 'Ben'], 'both are there after a reload');
    await picture(tv, 'tv-1080');
    quiet(ada);
    quiet(tv);
});

await test('the hand is covered when the page is hidden', async () => {
    const tv = await bigScreen('fr', {width: 3840, height: 2160}), {code} = await night(tv), ada = await phone(code, 'Ada', 'green');
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
