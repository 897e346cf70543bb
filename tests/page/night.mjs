// night.mjs: a game night with one big screen, four phones and a terminal: coming in, three games to their ends, second thoughts,
// votes, a reload, a server that is killed, a latecomer, another leader, the end; several people at one phone; and nothing
// private on the big screen's wire.
//
// With SCREENS in the environment it keeps a picture of every moment there.

import assert from 'node:assert/strict';
import {Client, key, until} from '../server/client.mjs';
import {device, watch} from '../server/night_client.mjs';
import {PATIENCE_MS, accessible, apart, fingers, fits, launch, quiet, readCode, serve, tester, visit} from './driver.mjs';
import {act, due, guests, hasty, menu, night, over, play, press, sure} from './night-driver.mjs';

const {SCREENS, SIZES_TO} = process.env;
const server = await serve(Number(process.env.PORT ?? 7970) + 7, '0.0.0.0'), browser = await launch();
const picture = (page, name, animations = 'disabled') => SCREENS && page.screenshot({path: `${SCREENS}/night-${name}.png`, animations});
const {bigScreen, phone, terminal} = guests(server, browser);

const TV_SIZES = [[1280, 720], [1920, 1080], [3840, 2160]], HAND_SIZES = [[320, 640], [390, 844], [667, 375], [844, 390]];
const EDGE = {side: 64 / 1920, top: 40 / 1080}; // some sets cut that much off

/** In every size nothing is cut off, lies over something else or at the edge of a big screen; axe finds nothing. A picture is
 *  kept, and one of every size in SIZES_TO. */
async function seen(page, name) {
    const big = name.startsWith('tv'), before = page.viewportSize();
    await accessible(page, name);
    await picture(page, name);
    for (const [width, height] of big ? TV_SIZES : HAND_SIZES) {
        const where = `${name} at ${width}x${height}`;
        await page.setViewportSize({width, height});
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        if (SIZES_TO) await page.screenshot({path: `${SIZES_TO}/${name}-${width}x${height}.png`, animations: 'disabled'});
        await fits(page, where);
        await apart(page, where, big ? {width: EDGE.side * width, height: EDGE.top * height} : undefined);
        if (!big) await fingers(page, where);
        else {
            assert.deepEqual(await page.evaluate(broken), [], `${where}: broken within a word`);
            assert.deepEqual(await page.evaluate(tiny), [], `${where}: too small for a sofa`);
        }
    }
    await page.setViewportSize(before);
}

/** Words that are smaller than 28 of 1080 lines. */
const tiny = () => [...document.querySelectorAll('.tv *')].filter((element) => {
    const words = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!words || !element.checkVisibility() || element.matches('.unseen, .unseen *')) return false;
    return parseFloat(getComputedStyle(element).fontSize) * (element.getScreenCTM?.().a ?? 1) < 27.9 / 1080 * innerHeight;
}).map((element) => `${element.className.baseVal ?? element.className} ${getComputedStyle(element).fontSize} ${element.textContent.trim().slice(0, 30)}`);

/** Names that are broken within a word. */
const broken = () => [...document.querySelectorAll('.pl .who b, .shown .who, .lily b')].filter((element) => {
    const text = element.firstChild, range = document.createRange();
    return [...text.data.matchAll(/\S+/g)].some(({0: word, index}) => {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({top}) => Math.round(top))).size > 1;
    });
}).map((element) => element.textContent);

/** Somebody who is not at the night, watching its table by a plain socket. */
async function spectate(code) {
    const client = await device({port: Number(new URL(server.address).port)});
    await client.tell('watch', {code});
    await watch(client);
    return client;
}

/** The version of the table that a screen or a spectator was first shown, and every event after it, by version. */
function heardOf(texts, table) {
    const shown = texts.find((text) => text.startsWith('{"type":"table"') && text.includes(`"table":"${table}"`));
    const start = `{"type":"event","table":"${table}","version":`;
    return {from: JSON.parse(shown).version, events: new Map(texts.filter((text) => text.startsWith(start)).map((text) => [parseInt(text.slice(start.length)), text]))};
}

/** Waits until a big screen and a spectator have heard the same last event of a table; then each event since both were there must
 *  be the same text, and none may be missing. @returns {Promise<number>} how many there are */
async function alikeOf(tv, spectator) {
    const {table} = spectator.night, last = (texts) => Math.max(...heardOf(texts, table).events.keys());
    await until(() => last(tv.heard) === last(spectator.texts));
    const [shown, told] = [tv.heard, spectator.texts].map((texts) => heardOf(texts, table)), first = Math.max(shown.from, told.from) + 1;
    const both = Array.from({length: last(tv.heard) - first + 1}, (_, i) => first + i);
    for (const version of both) {
        assert.ok(shown.events.has(version), `the big screen heard event ${version} of ${both}`);
        assert.equal(shown.events.get(version), told.events.get(version), 'a big screen hears nothing but what a spectator hears');
    }
    return both.length;
}

const test = tester(browser);

await test('a night with one big screen, four phones and a terminal', async () => {
    const tv = await bigScreen(), {code} = await night(tv);
    const link = await tv.locator('.plate svg').count() > 0 ? await readCode(tv, '.plate') : null;
    if (link) assert.ok(link.endsWith(`/n/${code}`), `the code leads in: ${link}`); // where this machine has a network
    const ines = await phone(code, 'Ines', 'blue'), otto = await phone(code, 'Otto', 'red', {language: 'fr'});
    otto.keys = true;
    const mila = await phone(code, 'Grandma Josephine', 'yellow', {dark: true});
    const tess = terminal(code, 'Tess');
    const late = await visit(browser, server.address, {size: 'phone', settings: {motion: 'off', chances: false}});
    await late.addInitScript(() => document.addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%')));
    await late.goto(`${server.address}n`);
    await late.locator('#night-code').fill('ZZZZ99');
    await late.waitForFunction(() => document.querySelector('#code-state').textContent.length > 10);
    await late.locator('#night-code').fill(code);
    await late.waitForSelector('#night-name');
    await tv.waitForFunction(() => document.querySelectorAll('.lily[data-member]').length === 4);
    await seen(late, 'hand-join-large');
    const guest = await visit(browser, server.address, {size: 'phone', settings: {motion: 'off'}});
    await guest.goto(`${server.address}n/${code}`);
    await guest.locator('#night-name').fill('Jules');
    await seen(guest, 'hand-join');
    await guest.context().close();
    await press(otto, '.ready');
    await tv.waitForSelector('.lily .good');

    // The leader explains the rules to newcomers, and looks at the options.
    await ines.locator('.switch:has(#first-time)').click();
    await ines.waitForFunction(() => globalThis.pondNight.state.next.first_time);
    await ines.locator('.options').click();
    await ines.locator('dialog label:has([name="lap"][value="leader"])').click();
    await seen(ines, 'hand-options');
    await ines.locator('dialog [value="set"]').click();
    await ines.waitForFunction(() => globalThis.pondNight.state.next.options.includes('lap=leader'));
    await seen(tv, 'tv-lobby');
    await seen(ines, 'hand-leader');
    await seen(otto, 'hand-ready-fr');

    // Quibbit, with a latecomer, second thoughts, a reload and a server that is killed.
    await press(ines, '.start');
    const spectator = await spectate(code);
    await tv.waitForSelector('.newrule:not([hidden])'); // both are at the table before anybody has chosen anything
    assert.match(await tv.locator('.newrule').textContent(), /^Aim.*lap ahead/, 'first of all, what one plays for');
    await play([ines, otto, mila], () => globalThis.pondTable?.look?.board.round >= 2, {tess});
    await late.locator('#night-name').fill('Jules');
    await late.locator('.fg:has([value="light"])').click();
    await late.locator('.hand-in .big').click();
    await late.waitForSelector('.lookup');
    await tv.waitForSelector('.tv-game .middle .mc');
    await act(otto, 0);
    await otto.waitForSelector('.lookup .back');
    await tv.waitForSelector('.pl[data-seat="1"] .mini.sealed');
    assert.ok(!(await otto.locator('main').innerText()).match(/\d/), 'a sealed card is not on the phone');
    await otto.locator('.peek').focus();
    await otto.keyboard.down('Enter');
    await otto.waitForSelector('.back [href^="#mcard-"]:not([href="#mcard-back"])', {state: 'attached'});
    await otto.keyboard.up('Enter');
    await otto.waitForSelector('.back [href="#mcard-back"]', {state: 'attached'});
    await seen(otto, 'hand-sealed-fr');
    await press(otto, '.again');
    await otto.waitForSelector('.five');
    await tv.waitForSelector('.pl[data-seat="1"].now');
    await act(otto, 1);
    await ines.locator('.five .cardbtn').first().click();
    await late.locator('[data-phrase="wow"]').click();
    await tv.waitForSelector('.bubble');
    assert.match(await tv.locator('.stage').innerText(), /thinking/);
    assert.doesNotMatch(await tv.locator('.seats').innerText(), /thinking|chosen/, 'it says so once');
    await seen(tv, 'tv-quibbit');
    await seen(ines, 'hand-quibbit');
    await seen(late, 'hand-watching');
    await seen(mila, 'hand-quibbit-dark');
    await mila.setViewportSize({width: 844, height: 390});
    await picture(mila, 'hand-quibbit-lying');
    await mila.setViewportSize({width: 390, height: 844});
    await mila.reload();
    await mila.waitForSelector('.five, .lookup');
    const alike = await alikeOf(tv, spectator);
    assert.ok(alike >= 4 + 4 + 3, `four frogs, a round, a card, second thoughts and another card: ${alike} events`);
    spectator.close();
    await server.restart();
    for (const page of [tv, late]) { // who is not back yet misses the round, and nobody tells it again
        await page.waitForFunction(() => globalThis.pondNight.line.open);
        await page.evaluate(() => globalThis.pondNight.line.ask({type: 'ping'}));
    }
    await ines.evaluate(() => { globalThis.roundBefore = globalThis.pondTable.look.board.round; });
    await play([ines, otto, mila], () => globalThis.pondTable?.look?.board.round > globalThis.roundBefore || globalThis.pondNight.state.phase === 'lobby', {tess, choose: hasty});
    const saying = () => late.locator('.said').textContent({timeout: 1000}).catch(() => ''), shown = () => tv.locator('.sentence').textContent();
    for (const until = Date.now() + PATIENCE_MS; !(await saying()).includes(await shown());) {
        assert.ok(Date.now() < until, `the phone says "${await saying()}", the big screen shows "${await shown()}"`);
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
    await tv.waitForSelector('.tv-end .timer'); // the first vote starts the clock
    await tv.waitForFunction(() => document.querySelector('.tv-end .how')?.textContent.length > 10);
    await seen(tv, 'tv-end');
    await seen(otto, 'hand-vote-fr');
    await press(ines, '.start');
    await tv.waitForSelector('.game-quibbles .shelf .shown');
    await picture(tv, 'tv-aim');
    await sure(ines, 'stop');
    await tv.waitForSelector('.tv-end .champion h1');
    assert.equal(await tv.locator('.champion').innerText(), 'Game stopped', 'a game that is given up has no winner');
    await seen(tv, 'tv-stopped');
    assert.match(await sure(ines, 'lead 4'), /^Let Jules lead\?\n/, 'the lead is not handed on by a slip');
    await late.waitForSelector('.start');
    await late.locator('.start').click();
    const four = [ines, otto, mila, late];
    await play(four, () => globalThis.pondTable?.look?.turns >= 1 && globalThis.pondTable.game === 'quibbles', {tess});
    await tv.waitForSelector('.game-quibbles .shelf .shown');
    await seen(tv, 'tv-quibbles');
    for (const count of [0, 8, 10, 11, 15, 24]) {
        await tv.evaluate(async (display) => {
            const {tv: {stage: Shelf}} = await import('/tv-quibbles.mjs'), none = {board: {display: '', pile: 100, discards: ''}};
            const shelf = new Shelf({look: none});
            await shelf.happen({before: none, after: shelf.table.look = {board: {display, pile: 100, discards: '01'}}});
            document.querySelector('.qb-tv').replaceWith(shelf.stage);
        }, '012345670123456701234567'.slice(0, count));
        await seen(tv, `tv-quibbles-${count}`);
    }

    // Robots play on for all but the leader, so that it ends: for those who say that they are away, and for one who is gone.
    for (const page of [ines, otto, mila]) await menu(page, 'away');
    tess.end();
    const gone = (await night(tv)).members.findIndex(({name}) => name === 'Tess');
    await late.waitForFunction((member) => !globalThis.pondNight.state.members[member].here, gone);
    await menu(late, `replace ${gone}`);
    await ines.waitForSelector('.lookup .return');
    await late.waitForFunction(() => globalThis.pondTable.look.turn.includes(globalThis.pondTable.mine) && globalThis.pondTable.look.board.phase === 'act' || globalThis.pondTable.over);
    await seen(late, 'hand-quibbles');
    await press(ines, '.lookup .return');
    await ines.waitForSelector('.chooser, .hand-quibbles');
    await seen(ines, 'hand-waiting');

    // While others choose: a face, what has been played, and somebody who has to leave for a moment.
    if (await ines.locator('.faces').isVisible()) {
        await press(ines, '[data-phrase="laugh"]');
        await tv.waitForSelector('.bubble.face');
        await press(ines, '.link:nth-last-child(2)');
        await ines.waitForSelector('dialog.played li');
        await seen(ines, 'hand-played');
        await press(ines, 'dialog.played button');
    }
    await menu(ines, 'away');
    await ines.waitForSelector('.lookup .return');
    await tv.waitForFunction(() => [...document.querySelectorAll('.pl')].some((one) => one.textContent.includes('a robot plays')));
    await seen(ines, 'hand-away');
    await press(ines, '.lookup .return');
    await ines.waitForSelector('.chooser, .hand-quibbles');
    await menu(ines, 'away');
    await play([late], over, {choose: ({legal}) => legal.find((one) => one[0] === '!') ?? legal.filter((one) => one.includes('=')).sort((a, b) => b.length - a.length)[0]});
    await tv.waitForSelector('.tv-end');
    assert.equal((await night(tv)).played, 2);

    // Rrib-bit: three in a row that nobody breaks. The end of the night.
    await press(ines, '.lookup .return');
    await late.locator('.vote[data-game="rribbit"]').click();
    await late.waitForFunction(() => globalThis.pondNight.state.next.game === 'rribbit' && globalThis.pondNight.state.members[0].here);
    await late.locator('.start').click();
    await tv.waitForSelector('.game-rribbit .pads');
    const {members} = await night(tv), pages = [ines, otto, mila, null, late]; // those who have played least: Jules and Ines
    const two = members.map(({seat}, i) => [seat, pages[i]]).filter(([seat]) => seat !== null).sort(([a], [b]) => a - b).map(([, page]) => page);
    let boardTop = 0;
    const moves = ['c1-d3', 'a7-b5', 'd1-e3', 'b5-a7', 'e1-f3', 'a7-b5'];
    for (let i = 0; i < moves.length; i++) {
        const page = two[i % 2];
        await page.waitForFunction((ply) => globalThis.pondTable?.game === 'rribbit' && globalThis.pondTable.look?.ply === ply, i);
        await act(page, i, () => moves[i]);
        const padsAt = () => ines.locator('.pads').evaluate((pads) => pads.getBoundingClientRect().top);
        if (i === 3) boardTop = await padsAt();
        if (i === 4) {
            await tv.waitForSelector('.alarm .banner');
            await ines.waitForSelector('.alarm .banner');
            assert.equal(await padsAt(), boardTop, 'the alarm does not push the board away');
            await seen(tv, 'tv-rribbit');
            await seen(two[1], 'hand-rribbit');
        }
    }
    await tv.waitForSelector('.tv-end .champion .how');
    const [who] = (await tv.locator('.champion h1').innerText()).split(' wins');
    assert.equal(await tv.locator('.champion .how').innerText(), `${who}'s row was not broken.`);
    await sure(late, 'end');
    await tv.waitForFunction(() => globalThis.pondNight.state.phase === 'ended');
    await ines.waitForSelector('.standings');
    await seen(ines, 'hand-over');
    await seen(tv, 'tv-over');
    assert.match(await tv.locator('.vote').innerText(), /Press N for a new night/);
    assert.deepEqual(tv.heard.filter((text) => /"(hand|chosen)":("|\[\d)/.test(text)), [], 'nothing private on its wire');
    await tv.keyboard.press('n');
    await tv.waitForSelector('.tv-lobby .code i');
    assert.notEqual((await night(tv)).code, code, 'another night');
    for (const page of [tv, ...four]) { // a browser says so itself when it finds no server, after the kill
        page.complaints = page.complaints.filter((text) => !/^WebSocket connection .*ERR_CONNECTION_REFUSED$/.test(text));
        quiet(page);
    }
});

await test('cards that a combination takes stand beside each other, and are no sum', async () => {
    for (const [language, take] of [['en', '0 + 4 make 4: take 4 and 4.'], ['fr', '0 + 4 font 4\u00a0: prenez 4 et 4.']]) {
        const page = await visit(browser, server.address, {size: 'phone', language, settings: {motion: 'off'}});
        await page.goto(server.address);
        await page.waitForSelector('main h1');
        const told = await page.evaluate(async () => {
            const {QuibblesBoard} = await import('/board-quibbles.mjs'), none = {collection: [], total: 0, cards: 2, seen: []};
            const board = {phase: 'act', seat: 0, display: [4, 4], pile: 9, discards: [], goal: 21, seats: [none, none]};
            const look = {hand: '04', legal: ['04=4', '04=44'], turn: [0], result: null, board, version: 1};
            const shown = new QuibblesBoard({table: {mine: 0, humans: [0], seats: [{name: 'Ada'}, {name: 'Ben'}], look}, cast: {seats: [], me: 0}, beside: () => '', about: () => ''});
            document.querySelector('main').replaceChildren(shown.stage, shown.can);
            shown.show();
            shown.point([{move: '04=44'}]);
            return [shown.can.querySelector('.say').textContent, shown.stage.querySelector('.tag').textContent];
        });
        assert.deepEqual(told, [take, '4, 4']);
        quiet(page);
    }
});

await test('on the big screen the cards that came to the display are marked, wherever they lie', async () => {
    const tv = await bigScreen(), random = (most) => Math.floor(Math.random() * (most + 1));
    const some = (most) => Array.from({length: random(most)}, () => random(7)).sort().join('');
    for (const [kept, gone, came] of [['3456', '', '01'], ['1456', '', '3'], ['33', '3', '3'], ...Array.from({length: 40}, () => [some(6), some(4), some(6)])]) {
        const sorted = (...cards) => [...cards.join('')].sort().join('');
        const told = await tv.evaluate(async ([display, next]) => {
            const {tv: {stage: Shelf}} = await import('/tv-quibbles.mjs'), [before, after] = [display, next].map((cards) => ({board: {display: cards, pile: 9, discards: ''}}));
            const shelf = new Shelf({look: before});
            shelf.show();
            shelf.table.look = after;
            await shelf.happen({before, after});
            return [...shelf.stage.querySelectorAll('.shown')].filter((one) => one.querySelector('small').textContent).map(({dataset}) => dataset.card);
        }, [sorted(kept, gone), sorted(kept, came)]);
        const left = [...gone], stay = [...came].filter((card) => !left.includes(card) || !left.splice(left.indexOf(card), 1)); // a card that goes and comes is not seen to change
        assert.equal(told.join(''), sorted(...stay), `${sorted(kept, gone)}, then ${sorted(kept, came)}`);
    }
    quiet(tv);
});

await test('rules are said when they first matter; a new round begins with nothing chosen', async () => {
    const tv = await bigScreen(), {code} = await night(tv), ada = await phone(code, 'Ada', 'green'), ben = await phone(code, 'Ben', 'red');
    await ada.locator('.switch:has(#first-time)').click();
    await ada.waitForFunction(() => globalThis.pondNight.state.next.first_time);
    await press(ada, '.start');
    await tv.waitForFunction(() => globalThis.pondShow);
    await tv.evaluate(() => { // every rule: what is seen then, and what is on the ring
        globalThis.told = [];
        const {rules} = globalThis.pondShow, tell = rules.with.bind(rules);
        rules.with = (game, events) => {
            const text = tell(game, events), on = document.querySelectorAll('.ring .frog').length;
            if (text) globalThis.told.push({text, leaps: events.filter(({kind}) => kind === 'leap').map(({over}) => over.length), kinds: events.map(({kind}) => kind), on, shown: document.querySelectorAll('.middle .mc').length});
            return text;
        };
    });
    const rule = tv.locator('.newrule');
    await play([ada, ben], () => globalThis.pondTable?.look?.board.round >= 1);
    await ada.waitForSelector('.five');
    await tv.waitForFunction(() => document.querySelector('.newrule').textContent.includes('Choose a card in secret'));
    assert.match(await rule.textContent(), /^Aim.*lap ahead.*Choose a card in secret/, 'with the first choice; the aim stays');
    await act(ada, 0);
    await act(ben, 0, () => '1');
    await tv.waitForFunction(() => globalThis.pondShow.told.shown === globalThis.pondShow.told.happened && document.querySelector('.head .grow').textContent === 'Round 2');
    assert.match(await rule.textContent(), /^Rule/, 'the first round has been played');
    const rows = await tv.locator('.seats .pl').allInnerTexts();
    assert.equal(rows.length, 3, 'the dummy has a row');
    assert.match(rows[2], /^The dummy\n(1st|2nd|3rd)/);
    assert.ok(rows.some((row) => /1st/.test(row)), rows.join());
    // The last to choose goes from the cards to the cards of the next round.
    await ben.waitForFunction(() => globalThis.pondTable.look.board.round >= 2 && document.querySelector('.five'));
    assert.equal(await ben.locator('.five [aria-pressed="true"]').count(), 0, 'nothing is chosen yet');
    assert.equal(await ben.locator('.seal').isDisabled(), true);
    await play([ada, ben], over);
    await tv.waitForSelector('.tv-end .champion h1');
    const told = await tv.evaluate(() => globalThis.told), about = (words) => told.find(({text}) => words.test(text));
    assert.ok(about(/card comes back/).kinds.every((kind) => kind !== 'leap'), 'a frog has landed');
    const jump = about(/jumped over/);
    if (jump) assert.ok(jump.leaps.length === 1 && jump.leaps[0] > 0, `during a leap over somebody: ${JSON.stringify(jump)}`);
    const tie = about(/Same number/);
    if (tie) assert.deepEqual(tie.leaps, [], 'before anybody leaps');
    const out = about(/that frog is out/);
    if (out) assert.equal(out.on, out.shown - out.kinds.filter((kind) => kind === 'out').length, `its frog is gone: ${JSON.stringify(out)}`);
    for (const page of [tv, ada, ben]) quiet(page);
});

await test('two people pass one phone', async () => {
    const tv = await bigScreen('fr', {width: 1920, height: 1080}), {code} = await night(tv), ada = await phone(code, 'Ada', 'green');
    await menu(ada, 'pass');
    await ada.locator('dialog input').fill('Ben');
    await seen(ada, 'hand-pass-name');
    await ada.locator('dialog [value="join"]').click();
    await ada.waitForSelector('.others .ib');
    await ada.locator('.start').click();
    /** The player who holds the phone acts, until `enough`; counts how often it was passed. */
    let passed = 0;
    for (let i = 0, until = Date.now() + PATIENCE_MS; Date.now() < until && !await ada.evaluate(() => globalThis.pondTable?.look?.board.round >= 2); i++) {
        const cover = ada.locator('.hand-cover.pass button');
        if (await cover.isVisible()) {
            assert.equal(await ada.locator('.five, .lookup, .tile').count(), 0, 'nothing of a hand under the cover');
            if (passed++ === 0) await seen(ada, 'hand-pass');
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

/** All of a turn is on the screen at once: what to do above the cards, and what does it below them. */
async function wholeTurn(page, where, sizes = [[390, 844], [360, 740], [360, 640], [740, 360], [844, 390]]) {
    for (const [width, height] of sizes) {
        await page.setViewportSize({width, height});
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        const at = await page.evaluate(() => {
            const box = (selector) => [...document.querySelectorAll(`.hand-quibbles ${selector}`)].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
            const cards = box('.hand .qcard'), said = [...box('h1'), ...box('.say')], acts = box('.plan .btn'), shown = box('.display .qcard');
            const tags = ['a', 'b', 'c'].flatMap((sign) => box(`.tag.${sign}`).map((tag) => {
                const taken = box(`.display .qcard.${sign}`), last = taken.filter(({top}) => top > Math.max(...taken.map((card) => card.top)) - 2); // below the last line of the set
                return Math.abs(tag.left + tag.right - Math.min(...last.map(({left}) => left)) - Math.max(...last.map(({right}) => right))) / 2;
            }));
            return {beside: shown.filter(({left, right}) => left < 0 || right > innerWidth).length, astray: tags.filter((by) => by > 4),
                due: document.querySelector('.me .s').textContent, least: Math.min(...cards.map(({width}) => width)), lies: innerWidth > innerHeight, told: document.querySelector('.hand-quibbles .say').textContent.length, saidTo: Math.max(...said.map(({bottom}) => bottom)), cardsFrom: Math.min(...cards.map(({top}) => top)),
                cardsTo: Math.max(...cards.map(({bottom}) => bottom)), actsFrom: Math.min(innerHeight, ...acts.map(({top}) => top)), actsTo: Math.max(0, ...acts.map(({bottom}) => bottom)), high: document.documentElement.scrollHeight, screen: innerHeight};
        });
        if (SIZES_TO) await page.screenshot({path: `${SIZES_TO}/${where}-${width}.png`, animations: 'disabled'});
        if (where === 'hand-combine-chosen-en' && width === 390) await picture(page, 'hand-combine');
        const told = `${where} at ${width}x${height}: ${JSON.stringify(at)}`;
        assert.ok(/, (your turn|à vous)$/.test(at.due) && at.told > 10, `says whose turn it is, and what to do: ${told}`);
        assert.ok(at.lies || (at.saidTo <= at.cardsFrom && at.cardsTo <= at.actsFrom + 1), `what to do, cards, buttons: ${told}`);
        assert.ok(at.beside === 0 && at.astray.length === 0, `the display is on the screen, and what is said of a set is below its cards: ${told}`);
        assert.ok(at.cardsTo <= at.screen && at.actsTo <= at.screen && at.high <= at.screen + 1 && at.least >= 44, `one screen: ${told}`);
    }
}

for (const language of ['en', 'fr']) {
    await test(`a turn of Quibbles fits a phone, and the menu asks first: ${language}`, async () => {
        const tv = await bigScreen(language), {code} = await night(tv), ada = await phone(code, 'Ada', 'green', {language});
        assert.equal(await ada.locator('.me .s').evaluate((line) => line.getClientRects().length), 1, 'the header is two lines');
        await ada.locator('#level').selectOption('0'); // a robot that does not win before all of this was seen
        await ada.waitForFunction(() => globalThis.pondNight.state.next.level === 'level:0');
        await press(ada, '.options');
        const {bottom, text} = await ada.locator('dialog.night-options').evaluate((box) => ({bottom: box.querySelector('[value="set"]').getBoundingClientRect().bottom, text: box.innerText}));
        assert.ok(bottom <= 844 && !/default|seats|siège|par défaut/.test(text), `options in plain words, with the button in sight: ${bottom} ${text}`);
        await press(ada, 'dialog.night-options .btn.soft');
        await press(ada, '.start');
        await ada.waitForFunction(() => globalThis.pondTable?.look?.turn.includes(globalThis.pondTable.mine));
        assert.ok((await ada.locator('.hint').innerText()).length > 10, 'where to place a frog');
        await picture(ada, `hand-place-${language}`);
        await sure(ada, 'stop');
        await ada.waitForSelector('.vote');
        await press(ada, '.vote[data-game="quibbles"]');
        await ada.waitForFunction(() => globalThis.pondNight.state.next.game === 'quibbles');
        await press(ada, '.start');

        // Every kind of turn, with nothing chosen yet and with a card; the button counts what is taken.
        const takes = () => globalThis.pondTable?.look?.board.phase === 'act' && globalThis.pondTable.look.turn.includes(globalThis.pondTable.mine) && [1, 2].every((cards) => globalThis.pondTable.look.legal.some((move) => move.indexOf('=') === cards));
        await play([ada], takes);
        const {look: {legal}} = await due(ada);
        for (const [kind, cards] of [['split', 1], ['combine', 2], ['lay', 1]]) {
            await press(ada, `.kinds [data-kind="${kind}"]`);
            await wholeTurn(ada, `hand-${kind}-${language}`);
            const played = legal.find((move) => move.indexOf('=') === cards).split('=')[0], most = Math.max(...legal.filter((move) => move.startsWith(`${played}=`)).map((move) => move.split('=')[1].replaceAll(',', '').length));
            for (const value of played) await ada.locator(`.hand .qcard[data-value="${value}"]:not(.pick)`).last().click({position: {x: 10, y: 40}});
            await wholeTurn(ada, `hand-${kind}-chosen-${language}`);
            await ada.evaluate(() => { // as many cards as the display ever has
                const display = document.querySelector('.display');
                display.classList.add('many');
                while (display.querySelectorAll('.qcard').length < 9) display.append(display.querySelector('.qcard').cloneNode(true));
            });
            await wholeTurn(ada, `hand-${kind}-many-${language}`, [[740, 360], [844, 390], [390, 844]]);
            await ada.evaluate(() => globalThis.pondTable.dispatchEvent(new Event('change')));
            if (kind !== 'lay') assert.match(await ada.locator('.can .do').innerText(), new RegExp(`\\b${most}\\b`), `${played} takes ${most}`);
            await ada.evaluate(() => { for (const card of document.querySelectorAll('.hand .pick')) card.click(); });
        }
        await play([ada], () => globalThis.pondTable?.look?.board.phase === 'stash' && globalThis.pondTable.look.turn.includes(globalThis.pondTable.mine) && globalThis.pondTable.look.legal.join() !== '-');
        await wholeTurn(ada, `hand-stash-${language}`);
        await ada.evaluate(() => { // three values that could be stashed, and nothing
            const acts = document.querySelector('.hand-quibbles .plan .btn').parentElement;
            while (acts.querySelectorAll('.btn').length < 4) acts.prepend(acts.querySelector('.btn').cloneNode(true));
            const display = document.querySelector('.display');
            display.classList.add('many');
            while (display.querySelectorAll('.qcard').length < 9) display.append(display.querySelector('.qcard').cloneNode(true));
        });
        await wholeTurn(ada, `hand-stash-many-${language}`);
        await ada.evaluate(() => globalThis.pondTable.dispatchEvent(new Event('change')));

        // The rules are one touch away; the menu begins at its top; somebody who is removed learns by whom.
        await menu(ada, 'rules');
        assert.match(await ada.locator('dialog .prose h1').innerText(), /Quibbles/);
        await accessible(ada, 'rules');
        await press(ada, 'dialog .row.end .btn');
        const bob = await phone(code, 'Bob', 'red', {language});
        await ada.waitForFunction(() => globalThis.pondNight.state.members.length === 2);
        await press(ada, '.hand-night > .bar .menu');
        assert.equal(await ada.locator('dialog.menu').evaluate((box) => box.scrollTop), 0, 'the menu begins at its top');
        await accessible(ada, 'menu');
        await seen(ada, `hand-menu-${language}`);
        await press(ada, 'dialog.menu .row.end .btn');
        assert.match(await sure(ada, 'remove 1'), /Bob/);
        await bob.waitForSelector('.standings');
        assert.match(await bob.locator('h1').innerText(), /Ada/);
        quiet(ada);
        quiet(tv);
    });
}

await test('a full house, a leader who is away, and somebody who is removed', async () => {
    const tv = await bigScreen(), {code} = await night(tv), ada = await phone(code, 'Ada', 'green'), bob = await phone(code, 'Bob', 'red', {language: 'fr'});
    const guests = await Promise.all(Array.from({length: 14}, async (_, i) => {
        const guest = await Client.open({port: Number(new URL(server.address).port)}, {key: key()}, undefined, {from: `127.0.0.${2 + i % 7}`});
        assert.equal((await guest.ask({type: 'night', do: 'join', code, name: `Guest ${i}`})).type, 'night');
        return guest;
    }));
    await tv.waitForFunction(() => globalThis.pondNight.state.members.length === 16 && document.querySelectorAll('.lily:not(.free)').length === 16);
    assert.equal(await tv.locator('.lily.free').count(), 0, 'there is room for nobody else');
    await seen(tv, 'tv-full');
    for (const guest of guests) guest.close();

    // The leader is away: for a minute nobody takes the lead; a lead that was taken is taken back by one touch.
    await menu(ada, 'away');
    await bob.waitForFunction(() => globalThis.pondNight.state.lead_from > globalThis.pondNight.line.now());
    await bob.locator('.foot p', {hasText: "Ada n'est pas là"}).waitFor();
    assert.equal(await bob.locator('.take').count(), 0);
    await seen(bob, 'hand-lead-away-fr');
    const becomes = (page, more) => page.evaluate((changes) => {
        Object.assign(globalThis.pondNight.state, changes);
        globalThis.pondNight.dispatchEvent(new Event('change'));
    }, more);
    await becomes(bob, {lead_from: 1});
    await bob.waitForSelector('.take');
    await seen(bob, 'hand-take-fr');
    await press(ada, '.return');
    await ada.waitForSelector('.start');
    await becomes(ada, {lead: 1, stands_in_for: 0});
    await ada.waitForSelector('.take');
    assert.equal(await ada.locator('.take').innerText(), 'Bob is leading for you: lead again');

    // Somebody who is removed learns by whom, why, and what to do now.
    await becomes(ada, {lead: 0, stands_in_for: null});
    await sure(ada, 'remove 1');
    await bob.waitForSelector('.standings');
    assert.match(await bob.locator('main').innerText(), /Ada vous a fait quitter la soirée.*parlez-en.*organiser votre propre soirée/s);
    assert.equal(await bob.locator('.foot a').count(), 2);
    assert.equal(await bob.locator('.bar .ib:visible').count(), 0, 'no menu that does nothing');
    await seen(bob, 'hand-removed-fr');
    for (const page of [tv, ada, bob]) quiet(page);
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
    await tv.reload(); // the big screen was closed, and is opened again
    await tv.waitForSelector('.tv-game .middle .mc');
    assert.equal((await night(tv)).code, code, 'the same night');
    await seen(tv, 'tv-fr');
    await tv.goto(`${server.address}tv`); // by the address that was opened first
    await tv.waitForSelector('.tv-game .middle .mc');
    assert.equal(tv.url(), `${server.address}tv/${code}`);
    await tv.waitForSelector('.offer button');
    await picture(tv, 'tv-offer');
    await tv.keyboard.press('n');
    await tv.waitForSelector('.tv-lobby .code i');
    assert.notEqual((await night(tv)).code, code, 'another night, for those who want one');
    quiet(ada);
    quiet(tv);
});

await test('a phone that wakes does not wait for its next attempt, nor for a dead connection', async () => {
    const tv = await bigScreen(), {code} = await night(tv);
    const ada = await visit(browser, server.address, {size: 'phone', settings: {motion: 'off', name: 'Ada'}});
    await ada.addInitScript(() => {
        const {WebSocket: Real, setTimeout: later} = globalThis;
        globalThis.sockets = [];
        globalThis.WebSocket = class extends Real {
            constructor(...words) {
                super(...words);
                globalThis.sockets.push(this);
            }
            addEventListener(type, work) { // one that is cut off neither says nor hears anything
                super.addEventListener(type, (event) => (type === 'message' && this.cut) || work(event));
            }
            send(text) {
                if (!this.cut) super.send(text);
            }
        };
        globalThis.setTimeout = (work, ms, ...more) => later(work, globalThis.asleep ? 1e9 : ms, ...more); // a locked phone has no timers
    });
    await ada.goto(`${server.address}n/${code}`);
    await ada.locator('.hand-in .big').click();
    await ada.waitForSelector('.hand-night .me b');
    const wakes = () => ada.evaluate(() => {
        globalThis.asleep = false;
        document.dispatchEvent(new Event('visibilitychange'));
    });
    await ada.evaluate(() => { globalThis.asleep = true; });
    await server.kill();
    await ada.waitForSelector('.stand.trouble:not([hidden])');
    await server.start();
    await tv.waitForFunction(() => globalThis.pondNight.line.open);
    await wakes();
    await ada.waitForSelector('.stand.trouble', {state: 'hidden'});

    // What answers her coming back must not be heard after the cut: it would be a sign of life.
    await tv.waitForFunction(() => globalThis.pondNight.state.members[0].here);
    await ada.evaluate(() => globalThis.pondNight.line.ask({type: 'ping'}));

    // The Wi-Fi has changed: the socket does not know that nothing goes through any more.
    const known = await ada.evaluate(() => {
        globalThis.sockets.at(-1).cut = true;
        return globalThis.sockets.length;
    });
    await wakes();
    await ada.waitForFunction((before) => globalThis.sockets.length > before && globalThis.pondNight.line.open, known);
    assert.equal((await night(tv)).members.length, 1, 'she is who she was');
    await tv.waitForFunction(() => globalThis.pondNight.state.members[0].here);
});

await test('by keyboard and by ear', async () => {
    const tv = await bigScreen('en', {width: 1280, height: 720}, 'full'), {code} = await night(tv), ada = await phone(code, 'Ada', 'green');
    /** Whatever Tab reaches, in its order, is in the order in which it is seen, line by line. */
    const inOrder = async (page, where) => {
        await page.evaluate(() => { document.activeElement?.blur(); scrollTo(0, 0); });
        const places = [];
        for (let i = 0; i < 60; i++) {
            await page.keyboard.press('Tab');
            const at = await page.evaluate(() => {
                const element = document.activeElement, {left, top, bottom} = element.getBoundingClientRect();
                if (element === document.body || element.matches('.past')) return null;
                element.reached = (element.reached ?? 0) + 1;
                return {what: `${element.tagName}.${element.className} ${element.textContent.trim().slice(0, 20)}`, left, top: top + scrollY, bottom: bottom + scrollY, again: element.reached > 1, stuck: element.closest('.foot') !== null};
            });
            if (at?.again) break;
            if (at) places.push(at);
        }
        await page.evaluate(() => { for (const element of document.querySelectorAll('*')) delete element.reached; });
        assert.ok(places.length >= 3, `${where}: something can be reached`);
        for (const [i, next] of places.slice(1).entries()) {
            const last = places[i], below = next.top >= last.bottom - 4, beside = next.top < last.bottom && next.left >= last.left;
            assert.ok(below || beside || next.stuck, `${where}: ${next.what} comes after ${last.what}`);
        }
        return places.map(({what}) => what);
    };
    await inOrder(ada, 'the lobby');
    await ada.locator('.switch:has(#first-time)').click();
    await press(Object.assign(ada, {keys: true}), '.start');
    await play([ada], () => globalThis.pondTable?.look?.board.round >= 1);
    await ada.waitForSelector('.five');
    const reached = await inOrder(ada, 'five cards');
    const hand = await ada.evaluate(() => globalThis.pondTable.look.board.frogs[globalThis.pondTable.mine].cards.length);
    assert.equal(reached.filter((what) => what.includes('cardbtn')).length, hand, `all cards: ${reached}`);
    assert.equal(await tv.evaluate(() => document.querySelectorAll('.tv a, .tv button:enabled, .tv input, .tv [tabindex="0"]').length), 0, 'a big screen has nothing to press');

    // What the big screen tells is said on the phone, too; announcements are in a live region.
    await ada.evaluate(() => {
        globalThis.heard = [];
        new MutationObserver(() => globalThis.heard.push(...[...document.querySelectorAll('[aria-live], [role="status"]')].map((one) => one.textContent))).observe(document.body, {subtree: true, childList: true, characterData: true});
    });
    await tv.waitForFunction((round) => document.querySelector('.tv-game .head .grow').textContent === `Round ${round}` && document.querySelector('.shown [data-seat]'), await ada.evaluate(() => globalThis.pondTable.look.board.round));
    await tv.evaluate(() => { // what is seen when the first frog gets ready to hop, and was seen before
        const seen = () => ({landed: document.querySelectorAll('.mini.landed').length, head: document.querySelector('.head').textContent, frogs: [...document.querySelectorAll('.ring > .frog, .ring > .crown')].map(({style}) => `${style.left} ${style.top}`)});
        const before = seen();
        new MutationObserver(() => { if (document.querySelector('.shown .up .now')) globalThis.revealed ??= {before, now: seen()}; }).observe(document.body, {subtree: true, childList: true, attributes: true});
    });
    await act(ada, 1);
    await tv.waitForSelector('.shown .up .now'); // the reveal: a frog hops
    const {before, now} = await tv.evaluate(() => globalThis.revealed);
    assert.deepEqual(now, before, 'nobody is where they will be');
    assert.equal(await tv.evaluate(async () => (await import('/motion.mjs')).speed()), .5, 'slowly, for those who play for the first time');
    if (SCREENS) { // with a frog in the air
        await tv.waitForFunction(() => document.getAnimations().some(({effect}) => effect.target?.closest('.ring > .frog') && effect.getComputedTiming().progress > .3));
    }
    await picture(tv, 'tv-reveal', 'allow');
    await apart(tv, 'the reveal', {width: EDGE.side * 1280, height: EDGE.top * 720});
    await tv.waitForSelector('.pl .mini.landed'); // a frog has landed: its card is back in the hand, or lost
    const [row, label, has] = await tv.evaluate(() => {
        const mini = document.querySelector('.mini.landed'), hand = mini.parentElement.querySelector('.bugs').getAttribute('aria-label');
        return [mini.classList.contains('kept'), mini.getAttribute('aria-label'), hand];
    });
    const [card] = /\d/.exec(label);
    assert.equal(label, row ? `Card ${card}, back in the hand` : `Card ${card}, lost`);
    assert.equal(has.includes(card), row, `${label}: ${has}`);
    await picture(tv, 'tv-landed', 'allow');
    await tv.waitForFunction(() => document.querySelector('.sentence').textContent.length > 0 && globalThis.pondNight.state.phase === 'playing');
    await ada.waitForFunction(() => globalThis.pondTable.look.board.round >= 2 || globalThis.pondNight.state.phase === 'lobby');
    const told = await tv.locator('.sentence').textContent();
    await ada.waitForFunction((last) => globalThis.heard.some((one) => /\bYou\b/.test(one) && one.includes(last)), told.split(' ').at(-1)); // to her it says 'you'
    quiet(ada);
    quiet(tv);
});

await browser.close();
await server.stop();
process.exit(test.failed > 0 ? 1 : 0);
