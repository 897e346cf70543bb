// night-devices.mjs: what the devices of a game night do by themselves: sound comes from the big screen alone, screens stay awake,
// a phone that lies face down covers its cards and one that is due vibrates; languages; two big screens; nowhere to be reached;
// and when a phone is lost, another takes its place.

import assert from 'node:assert/strict';
import {Client, key} from '../server/client.mjs';
import {accessible, apart, fits, launch, quiet, readCode, serve, tester, visit} from './driver.mjs';
import {act, guests, menu, night, play, press, sure} from './night-driver.mjs';

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

await test('the big screen keeps up with robots, and cuts to the next game', async () => {
    const tv = await bigScreen('en', undefined, 'full'), {code} = await night(tv);
    const ada = await phone(code, 'Ada', 'green'), ben = await phone(code, 'Ben', 'blue');
    await ada.evaluate(() => globalThis.pondNight.tell('choose', {game: 'quibbles', options: '', robots: 3}));
    for (const page of [ada, ben]) await page.evaluate(() => globalThis.pondNight.tell('away'));
    // A game of robots; on a fast machine it may be over before the screen has come to its table.
    let happened = 0, shown = 0;
    for (let games = 0; happened <= 10 && games < 10; games++) {
        await ada.evaluate(() => globalThis.pondNight.tell('start'));
        await tv.waitForSelector('.tv-game.game-quibbles');
        await tv.waitForFunction((before) => globalThis.pondNight.state.phase === 'lobby' && globalThis.pondNight.state.played > before, games);
        await tv.waitForSelector('.tv-end .champion h1');
        ({happened, shown} = await tv.evaluate(() => globalThis.pondShow.told));
    }
    assert.ok(happened > 10 && shown < happened / 2, `${shown} of ${happened} turns were shown`);
    for (const page of [ada, ben]) await page.evaluate(() => globalThis.pondNight.tell('away', {on: false}));
    // Another game while the end of one is shown: everyone sees the same game, with the same frogs.
    await ada.evaluate(() => globalThis.pondNight.tell('start'));
    await tv.waitForSelector('.tv-game.game-quibbles');
    await ada.evaluate(() => globalThis.pondNight.tell('stop'));
    await ada.evaluate(() => globalThis.pondNight.tell('choose', {game: 'rribbit', options: '', robots: 0}));
    await ada.evaluate(() => globalThis.pondNight.tell('start'));
    await tv.waitForSelector('.tv-game.game-rribbit');
    quiet(tv);
    quiet(ada);
});

await test('phones look up until the reveal has been shown', async () => {
    const tv = await bigScreen('en', undefined, 'full'), {code} = await night(tv);
    const ada = await phone(code, 'Ada', 'green'), ben = await phone(code, 'Ben', 'blue');
    await press(ada, '.start');
    await play([ada, ben], round(1));
    await tv.waitForSelector('.tv-game .mini i');
    for (const page of [ada, ben]) await act(page, 0);
    await tv.waitForSelector('.tv-game .middle [data-frog]'); // the cards are being turned over
    for (const page of [ada, ben]) assert.equal(await page.locator('.lookup.held').count(), 1, 'the phone waits');
    for (const page of [ada, ben]) await page.waitForSelector('.five .cardbtn');
    assert.equal(await tv.evaluate(() => document.querySelector('.head .grow').textContent), 'Round 2');
    await tv.context().close(); // without a big screen the game goes on
    for (const page of [ada, ben]) await act(page, 0);
    for (const page of [ada, ben]) await page.waitForSelector('.five .cardbtn, .lookup:not(.held)');
    quiet(ada);
});

await test('a choice is on the big screen at once, whatever still moves there; the reveal waits for it', async () => {
    const tv = await bigScreen('en', undefined, 'full'), {code} = await night(tv), phones = [];
    for (const [name, frog] of [['Ada', 'green'], ['Ben', 'blue'], ['Cleo', 'red']]) phones.push(await phone(code, name, frog));
    await press(phones[0], '.start');
    await play(phones, round(1));
    await tv.waitForFunction(() => document.querySelectorAll('.pl .mini i').length === 3);
    await tv.evaluate(() => { // whatever begins to move now never ends
        const {animate} = Element.prototype;
        globalThis.still = [];
        Element.prototype.animate = function (...how) {
            const one = animate.apply(this, how);
            one.pause();
            globalThis.still.push(one);
            return one;
        };
        globalThis.goOn = () => {
            Element.prototype.animate = animate;
            for (const one of globalThis.still) one.finish();
        };
    });
    for (const page of phones.slice(0, 2)) await act(page, 0);
    await tv.waitForFunction(() => document.querySelectorAll('.pl .mini.sealed').length === 2);
    await act(phones[2], 0);
    await tv.waitForFunction(() => globalThis.pondShow.table.look.board.round === 2);
    assert.equal(await tv.locator('.middle [data-frog]').count(), 0, 'the cards are turned over once all lie there');
    await tv.evaluate(() => globalThis.goOn());
    await tv.waitForSelector('.tv-game .middle [data-frog]');
    for (const page of phones) await page.waitForSelector('.five .cardbtn'); // the next round
    quiet(tv);
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
    await ada.waitForFunction(() => globalThis.awake.held === 1); // it may sleep again when you are not at the night
    quiet(ada);
});

/** As over plain http: no lock. */
const unlocked = () => Object.defineProperty(navigator, 'wakeLock', {value: undefined});
/** The film that keeps a page awake: is it in sight, silent, and does it go on? */
const film = (page) => page.evaluate(() => [...document.querySelectorAll('video.awake')].map((video) => {
    const {left, bottom, width} = video.getBoundingClientRect(), tracks = video.srcObject.getTracks();
    return {plays: !video.paused && !video.ended, muted: video.muted, live: tracks.every(({readyState}) => readyState === 'live'), seen: width > 0 && left >= 0 && bottom <= innerHeight};
}));

await test('over plain http a film keeps phones awake, from the first touch on, unless it is told not to', async () => {
    const tv = await bigScreen('en', undefined, 'off', {before: unlocked}), {code} = await night(tv);
    const on = [{plays: true, muted: true, live: true, seen: true}];
    assert.deepEqual(await film(tv), [], 'nobody has touched it');
    await tv.keyboard.press('a');
    await tv.waitForFunction(() => document.querySelector('video.awake')?.currentTime > 0);
    const ada = await phone(code, 'Ada', 'green', {before: unlocked});
    await ada.waitForFunction(() => document.querySelector('video.awake')?.currentTime > 0);
    for (const page of [tv, ada]) assert.deepEqual(await film(page), on);
    await ada.locator('.say').click();
    await ada.locator('dialog .end button').click();
    assert.deepEqual(await film(ada), on, 'one film, however often it is touched');
    await accessible(ada, 'with a film');
    await fits(ada, 'with a film');
    const hide = (hidden) => ada.evaluate((value) => {
        Object.defineProperty(document, 'hidden', {value, configurable: true});
        document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
    await hide(true);
    assert.deepEqual(await film(ada), [], 'a page that nobody sees may sleep');
    await hide(false);
    await ada.waitForFunction(() => document.querySelector('video.awake')?.currentTime > 0);
    await menu(ada, 'awake');
    await ada.waitForFunction(() => !document.querySelector('video.awake'));
    await ada.locator('.menu').click();
    await ada.locator('dialog [value="phone"]').click();
    assert.equal(await ada.locator('dialog [value="awake"]').getAttribute('aria-pressed'), 'false');
    assert.deepEqual(await film(ada), [], 'and it stays so');
    await ada.locator('dialog [value="awake"]').click();
    await ada.waitForFunction(() => document.querySelector('video.awake')?.currentTime > 0);
    await ada.evaluate(() => { location.hash = '#/'; });
    await ada.waitForFunction(() => !document.querySelector('video.awake')); // not at the night any more
    quiet(ada);
    quiet(tv);
});

await test('a lock is let go and asked for by the same switch', async () => {
    const tv = await bigScreen(), {code} = await night(tv), ada = await phone(code, 'Ada', 'green', {before: watched});
    await ada.waitForFunction(() => globalThis.awake.held === 1);
    await menu(ada, 'awake');
    await ada.waitForFunction(() => globalThis.awake.held === 0);
    assert.deepEqual(await film(ada), [], 'where there is a lock there is no film');
    await menu(ada, 'awake');
    await ada.waitForFunction(() => globalThis.awake.held === 1);
    quiet(ada);
});

/** A phone whose network can be cut: `cut` is felt by the server, too. */
const cuttable = () => {
    const Real = globalThis.WebSocket;
    globalThis.WebSocket = class extends Real {
        constructor(...words) {
            super(...words);
            globalThis.socket = this;
            if (globalThis.off) this.close();
        }
    };
};
const cut = (page, off) => page.evaluate((value) => {
    globalThis.off = value;
    if (value) globalThis.socket.close();
    else document.dispatchEvent(new Event('visibilitychange'));
}, off);
const away = (page, name) => page.waitForFunction((who) => globalThis.pondNight.state.members.some((one) => one.name === who && !one.here), name);
/** A new phone that has opened the link. */
async function fresh(code, language = 'en') {
    const page = await visit(browser, server.address, {size: 'phone', language, settings: {motion: 'off', chances: false}});
    await page.goto(`${server.address}n/${code}`);
    await page.waitForSelector('#night-name');
    return page;
}
const numberOn = async (page) => Number(await page.locator('.claim-wait .number').textContent());

await test('a phone is lost: the same person plays on with another one, when the leader agrees', async () => {
    const tv = await bigScreen(), {code} = await night(tv), ada = await phone(code, 'Ada', 'green');
    const ben = await phone(code, 'Ben', 'red', {before: cuttable});
    await press(ada, '.start');
    await play([ada, ben], round(1));
    await ben.waitForSelector('.five');
    const before = await ben.evaluate(() => globalThis.pondTable.look.board.frogs[globalThis.pondTable.mine].cards);
    const other = await fresh(code, 'fr');
    assert.equal(await other.locator('[data-claim]').count(), 0, 'nobody is lost');
    await cut(ben, true);
    await away(tv, 'Ben');
    await other.waitForSelector('[data-claim]');
    assert.equal(await other.locator('[data-claim]').innerText(), 'Je suis Ben');
    await other.waitForFunction(() => /1 sur place/.test(document.querySelector('#code-state').textContent)); // Ben is not
    await ada.evaluate(() => { // what lies under a thumb that is on its way to a card
        const ask = document.querySelector('.claim-ask');
        new MutationObserver(() => { globalThis.wasInert ??= ask.hidden ? undefined : ask.inert; }).observe(ask, {attributes: true});
    });
    await accessible(other, 'a lost phone');
    await picture(other, 'hand-lost-fr');
    await press(other, '[data-claim]');
    await other.waitForSelector('.claim-wait');
    await ada.waitForSelector('.claim-ask:not([hidden])');
    const asked = await ada.locator('.claim-ask').innerText();
    assert.equal(await ada.evaluate(() => globalThis.wasInert), true, 'a question that comes suddenly takes no answer at once');
    assert.ok(asked.includes('Ben') && asked.includes(String(await numberOn(other))), `both show one number: ${asked}`);
    for (const page of [ada, other]) {
        await accessible(page, 'a claim');
        await fits(page, 'a claim');
    }
    await picture(ada, 'hand-claim');
    await picture(other, 'hand-claim-number-fr');
    assert.equal(await tv.locator('.offer.claim').isVisible(), false, 'the leader decides, not the big screen');
    assert.equal(await other.evaluate(() => globalThis.pondTable), undefined, 'not a card before');
    await press(ada, '.claim-ask [data-on="yes"]');
    await other.waitForSelector('.five');
    await ada.waitForSelector('.claim-ask', {state: 'hidden'});
    assert.deepEqual(await other.evaluate(() => globalThis.pondTable.look.board.frogs[globalThis.pondTable.mine].cards), before, 'with his cards');
    assert.equal(await other.locator('.me b').innerText(), 'Ben');
    await tv.waitForFunction(() => document.querySelector('.sentence').textContent.includes('Ben plays on with another phone.'));
    await cut(ben, false);
    await ben.waitForFunction(() => document.querySelector('main h1')?.textContent === 'You are playing on another phone now.');
    assert.equal(await ben.locator('.five, .cardbtn').count(), 0, 'the phone of before shows no card');
    assert.equal((await night(tv)).members.length, 2, 'and does not come back as somebody new');
    await play([ada, other], round(2));
    for (const page of [tv, ada, other]) quiet(page);
});

await test('a claim can be taken back, and many lost phones are one button', async () => {
    const tv = await bigScreen(), {code} = await night(tv), ada = await phone(code, 'Ada', 'green');
    for (const name of ['Ben', 'Cleo', 'Dan', 'Eve']) {
        const guest = await Client.open({port: Number(new URL(server.address).port)}, {key: key()});
        assert.equal((await guest.ask({type: 'night', do: 'join', code, name})).type, 'night');
        guest.close();
        await away(tv, name);
    }
    const other = await fresh(code), said = () => other.locator('#code-state').textContent();
    assert.equal(await other.locator('[data-claim]').count(), 1, 'one button for all');
    await fits(other, 'many lost phones');
    await picture(other, 'hand-lost');
    await press(other, '[data-claim]');
    assert.equal(await other.locator('dialog .menu-list button').count(), 4);
    await accessible(other, 'many lost phones');
    await press(other, 'dialog [value="1"]');
    await other.waitForSelector('.claim-wait');
    await ada.waitForSelector('.claim-ask:not([hidden])');
    assert.equal(await other.locator('.hand-in .big').count(), 0, 'nobody joins by mistake meanwhile');
    await other.evaluate(() => { // as if it had lapsed
        Object.assign(globalThis.pondNight.state, {claims: []});
        globalThis.pondNight.dispatchEvent(new Event('change'));
    });
    assert.match(await said(), /turned down/);
    await press(other, '[data-claim]');
    await press(other, 'dialog [value="1"]');
    await other.waitForSelector('.claim-wait');
    assert.doesNotMatch(await said(), /turned down/, 'an old refusal does not stand above a new number');
    await press(other, '.withdraw');
    await other.waitForSelector('.claim-wait', {state: 'detached'});
    assert.doesNotMatch(await said(), /turned down/);
    await ada.waitForSelector('.claim-ask', {state: 'hidden'});
    await other.waitForSelector('.hand-in .big');
    for (const page of [tv, ada, other]) quiet(page);
});

await test('a robot is offered for somebody who is here only after a minute; what is refused covers no heading', async () => {
    const tv = await bigScreen(), {code} = await night(tv), ada = await phone(code, 'Ada', 'green'), ben = await phone(code, 'Ben', 'red');
    await press(ada, '.start');
    await tv.waitForSelector('.newrule:not([hidden])');
    assert.match(await tv.locator('.newrule').textContent(), /^Aim/, 'how to win, also for those who have played before');
    await play([ada, ben], round(1));
    await ada.waitForSelector('.five');
    assert.equal(await ada.locator('.absent').isVisible(), false, 'nobody keeps them waiting');
    await press(ada, '.hand-night > .bar .menu');
    await press(ada, 'dialog [value="people"]');
    await press(ada, 'dialog [value="person 1"]');
    assert.equal(await ada.locator('dialog [value^="replace"]').count(), 0, 'Ben is here, and thinks');
    await press(ada, 'dialog .row.end .btn');
    await ada.evaluate(() => {
        const {line} = globalThis.pondNight, now = line.now.bind(line);
        line.now = () => now() + 61000; // her clock is ahead, so the server refuses
    });
    await menu(ada, 'replace 1');
    await ada.waitForSelector('.toast');
    const covered = await ada.evaluate(() => {
        const [toast, ...others] = ['.toast', 'main h1', '.seal'].map((what) => document.querySelector(what)?.getBoundingClientRect());
        return others.map((box) => Boolean(box) && box.top < toast.bottom && toast.top < box.bottom);
    });
    assert.deepEqual(covered, [false, false], 'neither what to do nor the button that does it');
    for (const page of [tv, ada, ben]) quiet(page);
});

await test('guests whom nobody wants are removed together', async () => {
    const tv = await bigScreen(), {code} = await night(tv), ada = await phone(code, 'Ada', 'green'), ben = await phone(code, 'Ben', 'red');
    await press(ada, '.start');
    await ben.waitForSelector('.hand-night.playing');
    for (let i = 0; i < 6; i++) {
        const guest = await Client.open({port: Number(new URL(server.address).port)}, {key: key()});
        assert.equal((await guest.ask({type: 'night', do: 'join', code, name: `Guest ${i}`})).type, 'night');
    }
    await ada.waitForFunction(() => globalThis.pondNight.present.length === 8);
    await menu(ada, 'remove-many');
    await ada.waitForSelector('dialog.remove-many');
    const ticked = await ada.locator('dialog.remove-many [name="member"]').evaluateAll((boxes) => boxes.map(({checked}) => checked));
    assert.deepEqual(ticked, [false, ...Array(6).fill(true)], 'those who do not play');
    await accessible(ada, 'to remove several');
    await fits(ada, 'to remove several');
    await picture(ada, 'hand-remove-many');
    await press(ada, 'dialog.remove-many [value="yes"]');
    await tv.waitForFunction(() => globalThis.pondNight.present.length === 2);
    assert.deepEqual((await night(tv)).members.filter(({gone}) => !gone).map(({name}) => name), ['Ada', 'Ben']);
    for (const page of [tv, ada, ben]) quiet(page);
});

await test('the lobby says who plays; a vote is seen to be one; a name can be changed, and leaving is asked for', async () => {
    const tv = await bigScreen(), {code} = await night(tv), ada = await phone(code, 'Ada', 'green'), ben = await phone(code, 'Ben', 'red', {language: 'fr'});
    assert.equal(await ben.locator('.vote.own, .vote .ic').count(), 0, 'nobody has voted');
    assert.match(await ben.locator('.vote[data-game="quibbit"]').innerText(), /Prochaine partie/);
    await press(ben, '.vote[data-game="quibbles"]');
    await ben.waitForSelector('.vote.own[data-game="quibbles"]');
    await press(ada, '.vote[data-game="rribbit"]');
    await ada.waitForFunction(() => globalThis.pondNight.state.next.game === 'rribbit');
    await ada.locator('#robots').selectOption('2');
    await ada.waitForSelector('.robots-text');
    assert.equal(await ada.locator('.robots-text').innerText(), 'This game has 2 seats: there is none left for a robot.');
    assert.match(await ada.locator('#level-text').innerText(), /^Level 2: /);
    await accessible(ada, 'what the leader sets');
    await picture(ada, 'hand-lead');

    await menu(ben, 'name');
    await accessible(ben, 'another name');
    await fits(ben, 'another name');
    await picture(ben, 'hand-rename-fr');
    await ben.locator('dialog #night-name').fill('Benoît');
    await ben.locator('dialog .fg:has([value="blue"])').click();
    await press(ben, 'dialog [value="set"]');
    await tv.waitForFunction(() => globalThis.pondNight.state.members[1].name === 'Benoît' && globalThis.pondNight.state.members[1].frog === 'blue');
    assert.equal((await night(tv)).members.length, 2, 'he is who he was');
    await press(ada, '.hand-night > .bar .menu');
    assert.ok(await ada.locator('dialog .menu-list .btn').count() <= 10, 'a menu is no list of everything');
    await press(ada, 'dialog .row.end .btn');
    await menu(ben, 'leave');
    await ben.waitForSelector('dialog.sure');
    await press(ben, 'dialog.sure [value=""]');
    assert.equal((await night(tv)).members[1].gone, false, 'not by a slip');

    // Robots are called so on the big screen; the leader learns for whom everyone waits, and what to do.
    await ada.evaluate(() => globalThis.pondNight.tell('choose', {game: 'quibbles', options: '', robots: 1}));
    await press(ada, '.start');
    await tv.waitForSelector('.game-quibbles .pl');
    assert.match(await tv.locator('.seats').innerText(), /Robot \w+/);
    await play([ada], () => globalThis.pondTable?.look?.turn.includes(globalThis.pondNight.state.members[1].seat));
    assert.equal(await ada.locator('.absent').isVisible(), false);
    await ben.context().close();
    await ada.waitForSelector('.absent:not([hidden])');
    assert.match(await ada.locator('.absent').innerText(), /Everyone is waiting for Benoît\./);
    await accessible(ada, 'somebody is away');
    await picture(ada, 'hand-waits-for');
    await press(ada, '.absent button');
    await ada.waitForSelector('.absent', {state: 'hidden'});
    for (const page of [tv, ada]) quiet(page);
});

await test('the leader chooses another game while the others vote, and by a touch once the vote is over', async () => {
    const tv = await bigScreen(), {code} = await night(tv), ada = await phone(code, 'Ada', 'green'), ben = await phone(code, 'Ben', 'red');
    assert.equal(await ada.locator('#game').count(), 0, 'before the first game a touch is enough');
    await press(ada, '.start');
    await ada.waitForFunction(() => globalThis.pondTable?.look);
    await ada.evaluate(() => globalThis.pondTable.resign());
    await ada.waitForSelector('#game');
    const next = (game) => ada.waitForFunction((name) => globalThis.pondNight.state.next.game === name, game);
    await press(ben, '.vote[data-game="quibbles"]');
    await next('quibbles');
    await ada.evaluate(() => {
        const {line} = globalThis.pondNight, now = line.now.bind(line);
        line.now = () => now() + 46000; // nothing is drawn when the vote is over
    });
    await press(ada, '.vote[data-game="rribbit"]');
    await next('rribbit');
    const {members, vote_until: until} = await night(ada);
    assert.deepEqual([members.map(({vote}) => vote), until !== null], [[null, null], true], 'it is no vote');
    assert.equal(await ada.locator('#game').inputValue(), 'rribbit');
    await press(ada, '.start');
    await ada.waitForFunction(() => globalThis.pondTable?.game === 'rribbit');
    await ada.evaluate(() => globalThis.pondNight.tell('stop'));
    await press(ben, '.vote[data-game="quibbles"]');
    await next('quibbles');
    await ada.evaluate(() => { delete globalThis.pondNight.line.now; });
    await accessible(ada, 'what the leader chooses after a game');
    await fits(ada, 'what the leader chooses after a game');
    await picture(ada, 'hand-chooses');
    await ada.locator('#game').selectOption('quibbit');
    await next('quibbit');
    assert.deepEqual((await night(ada)).members.map(({vote}) => vote), [null, null], 'the vote is over');
    for (const page of [tv, ada, ben]) quiet(page);
});

await test('it is told who plays, for whom everyone waits, and who leads now', async () => {
    const tv = await bigScreen(), {code} = await night(tv), ada = await phone(code, 'Ada', 'green'), ben = await phone(code, 'Ben', 'red');
    const cleo = await phone(code, 'Cleo', 'blue', {language: 'fr'});
    await ada.waitForFunction(() => globalThis.pondNight.present.length === 3);
    assert.equal(await ada.locator('.plays').count(), 0, 'all of them play');
    await press(ada, '.vote[data-game="rribbit"]');
    await ada.waitForSelector('.plays');
    assert.equal(await ada.locator('.plays').innerText(), 'Ada and Ben play. Cleo watches and plays in the next game.');
    await cleo.waitForSelector('.plays');
    await accessible(cleo, 'who plays');
    await fits(cleo, 'who plays');
    await press(ada, '.vote[data-game="quibbit"]');
    await ada.waitForSelector('.plays', {state: 'detached'});

    await press(ada, '.start');
    await play([ada, ben, cleo], round(1));
    await ben.context().close();
    await ada.waitForSelector('.absent:not([hidden])');
    const waits = () => ada.locator('.absent p').innerText();
    assert.equal(await waits(), "Ben isn't here right now.", 'Ada has not chosen either');
    await act(ada, 0);
    assert.equal(await waits(), "Ben isn't here right now.", 'nor has Cleo');
    await act(cleo, 0);
    await ada.waitForFunction(() => document.querySelector('.absent p').textContent === 'Everyone is waiting for Ben.');
    await press(ada, '.absent button');
    await ada.waitForSelector('.absent', {state: 'hidden'});

    await ada.evaluate(() => globalThis.pondNight.tell('leave'));
    for (const [page, says] of [[cleo, "C'est vous qui animez la soirée maintenant."], [tv, 'Cleo leads game night now.']]) {
        await page.waitForFunction((text) => document.querySelector('.toast')?.textContent === text, says);
    }
    for (const page of [tv, ada, cleo]) quiet(page);
});

await test('phones tell who is away, a tie, what a new phone has missed, and one who is out how it ended', async () => {
    const tv = await bigScreen(), {code} = await night(tv), ada = await phone(code, 'Ada', 'dark'), ben = await phone(code, 'Ben', 'light');
    const shows = (page, state) => page.evaluate((told) => {
        const {pondNight} = globalThis;
        Object.assign(pondNight.state, told);
        pondNight.dispatchEvent(new Event('change'));
    }, state);
    await ada.waitForFunction(() => globalThis.pondNight.present.length === 2);
    await press(ada, '.vote[data-game="rribbit"]');
    await press(ada, '.start');
    await ben.waitForSelector('.board-place');
    assert.deepEqual((await night(tv)).members.map(({seat}) => seat), [1, 0], 'everyone has the frog of their own');
    await play([ada, ben], () => globalThis.pondTable?.look?.ply >= 2);
    await ben.reload();
    await ben.waitForSelector('.board-place .lastline', {state: 'attached'});
    await ben.waitForFunction(() => /[a-i]\d/.test(document.querySelector('.story ol').textContent));
    await sure(ada, 'stop');

    await ben.waitForSelector('.votes');
    const {members} = await night(ben), voted = members.map((one, i) => ({...one, vote: ['quibbit', 'quibbles'][i]}));
    const played = {played: 1, stopped: false, games: [{game: 'quibbit', winner: 1, points: [0, 1]}]};
    assert.equal(await ben.locator('.tied').count(), 0);
    await shows(ben, {...played, members: voted, next: {...(await night(ben)).next, game: 'quibbles'}});
    await ben.waitForSelector('.tied');
    await shows(ben, {members: voted.map((one, i) => ({...one, away: i === 1, here: i === 0}))});
    await ben.waitForFunction(() => document.querySelector('.outcome')?.textContent === 'You won Quibbit!');

    await press(ada, '.vote[data-game="quibbles"]');
    await press(ada, '.start');
    await ben.waitForFunction(() => document.querySelector('.chooser, .kinds'));
    const begins = await ben.evaluate(() => globalThis.pondTable.look.turn[0] === globalThis.pondTable.mine);
    const [first, other, name] = begins ? [ben, ada, 'Ben'] : [ada, ben, 'Ada'];
    await other.waitForFunction((who) => document.querySelector('.chooser h1')?.textContent === `${who} is choosing`, name);
    await first.context().close();
    await other.waitForFunction((who) => document.querySelector('.chooser h1')?.textContent === `${who} isn't here right now.`, name);
    quiet(other);
});

await test('a seventh guest chooses any frog; the score of seven fits above the vote', async () => {
    const tv = await bigScreen(), {code} = await night(tv), ada = await phone(code, 'Grandma Josephine', 'green');
    for (const [i, frog] of ['red', 'yellow', 'blue', 'light', 'dark'].entries()) {
        const guest = await Client.open({port: Number(new URL(server.address).port)}, {key: key()});
        assert.equal((await guest.ask({type: 'night', do: 'join', code, name: `Guest ${i}`, frog})).type, 'night');
    }
    const page = await fresh(code);
    assert.equal(await page.locator('.fg input:enabled').count(), 6, 'each can be had twice');
    await page.locator('#night-name').fill('Noor');
    await page.locator('.fg:has([value="blue"])').click();
    await page.locator('.hand-in .big').click();
    await tv.waitForFunction(() => globalThis.pondNight.present.length === 7);
    assert.equal((await night(tv)).members[6].frog, 'blue');
    await tv.evaluate(async () => { // as it looks after a game
        const {Between} = await import('/tv-end.mjs'), {state} = globalThis.pondNight;
        Object.assign(state, {played: 1, games: [{game: 'quibbles', winner: 0, points: [4]}]});
        const shown = new Between(globalThis.pondNight, null);
        document.querySelector('.tv-lobby').replaceWith(shown.root);
        shown.draw();
    });
    for (const [width, height] of [[1280, 720], [1366, 768], [1920, 1080], [1280, 800]]) {
        await tv.setViewportSize({width, height});
        const {top, bottom, to} = await tv.evaluate(() => {
            const {top, bottom} = document.querySelector('.tv-end .table').getBoundingClientRect();
            return {top, bottom, to: document.querySelector('.tv-end .vote').getBoundingClientRect().top};
        });
        assert.ok(top >= 40 / 1080 * height - 1 && bottom <= to, `at ${width}x${height}: ${top} to ${bottom}, of ${to}`);
    }
    quiet(ada);
});

await test('a game whose people are all away waits, and their phones say so', async () => {
    const tv = await bigScreen(), {code} = await night(tv), ada = await phone(code, 'Ada', 'green'), ben = await phone(code, 'Ben', 'red', {language: 'fr'});
    await press(ada, '.start');
    await play([ada, ben], round(1));
    await menu(ada, 'away');
    await ada.waitForSelector('.lookup .return');
    assert.match(await ada.locator('.lookup').innerText(), /A robot plays for you/);
    await menu(ben, 'away');
    for (const [page, says] of [[ada, /the game waits/], [ben, /la partie attend/]]) {
        await page.waitForFunction((text) => new RegExp(text).test(document.querySelector('.lookup')?.textContent), says.source);
        await fits(page, 'everyone is away');
    }
    await picture(ben, 'hand-waits-fr');
    assert.equal((await night(tv)).phase, 'playing');
    await press(ben, '.lookup .return');
    await ada.waitForFunction(() => /A robot plays for you/.test(document.querySelector('.lookup')?.textContent));
    await play([ben], round(2));
    for (const page of [tv, ada, ben]) quiet(page);
});

await test('those who are left out learn why; a header says nothing of a turn after the game, nor after the night', async () => {
    const tv = await bigScreen(), {code} = await night(tv), ada = await phone(code, 'Ada', 'green'), ben = await phone(code, 'Ben', 'red');
    const cleo = await phone(code, 'Cleo', 'blue', {language: 'fr'}), head = (page) => page.locator('.hand-night .me').innerText();
    await press(ada, '.vote[data-game="rribbit"]');
    await press(ada, '.start');
    await cleo.waitForSelector('.lookup');
    assert.match(await cleo.locator('.lookup p').innerText(), /^Rrib-bit a 2 places.: Ada et Ben jouent\./);
    await fits(cleo, 'somebody who is left out');
    await picture(cleo, 'hand-left-out-fr');
    await play([ada, ben], () => globalThis.pondTable?.look?.turn.includes(globalThis.pondTable.mine));
    assert.match(await head(ada), /Your turn/i);
    await ada.evaluate(() => globalThis.pondNight.tell('stop'));
    await ada.waitForSelector('.vote');
    assert.doesNotMatch(await head(ada), /turn/i, 'the game is over');
    await press(ada, '.vote[data-game="quibbit"]');
    await press(ada, '.start');
    await play([ada, ben, cleo], round(1));
    const dan = await phone(code, 'Dan', 'yellow');
    assert.match(await dan.locator('.lookup p').innerText(), /^This game has begun\./, 'there was a seat left');
    await ben.waitForFunction(() => /turn/i.test(document.querySelector('.hand-night .me').textContent));
    await ben.evaluate(() => globalThis.pondNight.tell('leave'));
    await ben.waitForSelector('.standings');
    assert.equal(await head(ben), '', 'he has left');
    for (const page of [tv, ada, ben, cleo, dan]) quiet(page);
});

await test('a phone is lost: somebody who watches plays on', async () => {
    const tv = await bigScreen('fr'), {code} = await night(tv), ada = await phone(code, 'Ada', 'green', {language: 'fr'});
    const ben = await phone(code, 'Ben', 'red');
    await press(ada, '.vote[data-game="quibbles"]');
    await ada.waitForFunction(() => globalThis.pondNight.state.next.game === 'quibbles');
    await press(ada, '.start');
    await ben.waitForFunction(() => globalThis.pondTable?.look?.hand);
    const cleo = await phone(code, 'Cleo', 'blue'), cards = await ben.evaluate(() => globalThis.pondTable.look.hand);
    await cleo.waitForSelector('.lookup');
    await ben.goto('about:blank');
    await away(tv, 'Ben');
    await press(cleo, '[data-claim]');
    await ada.waitForSelector('.claim-ask:not([hidden])');
    const asked = await ada.locator('.claim-ask').innerText();
    assert.ok(asked.startsWith(`Cleo veut continuer à la place de Ben. Son téléphone affiche-t-il ${await numberOn(cleo)}`), asked);
    await picture(cleo, 'hand-claim-seat');
    await picture(ada, 'hand-claim-seat-fr');
    await press(ada, '.claim-ask [data-on="yes"]');
    await cleo.waitForSelector('.hand-quibbles, .chooser'); // no matter who begins
    await cleo.waitForFunction(() => document.body.textContent.includes('Cleo plays on for Ben.')); // by ear, too
    assert.deepEqual(await cleo.evaluate(() => globalThis.pondTable.look.hand), cards, 'with the cards of that seat');
    await tv.waitForFunction(() => document.querySelector('.sentence').textContent.includes('Cleo continue à la place de Ben.'));
    assert.match(await tv.locator('.seats').innerText(), /Cleo/);
    await picture(tv, 'tv-succeeds-fr');
    assert.deepEqual(tv.heard.filter((text) => /"(hand|chosen)":("|\[\d)/.test(text)), [], 'nothing private on the big screen');
    for (const page of [tv, ada, cleo]) quiet(page);
});

await test("the leader's phone is lost: the big screen agrees, or does not", async () => {
    const tv = await bigScreen(), {code} = await night(tv), ada = await phone(code, 'Ada', 'green'), ben = await phone(code, 'Ben', 'red');
    await press(ada, '.start');
    await play([ada, ben], round(1));
    await ada.goto('about:blank');
    await away(tv, 'Ada');
    const stranger = await fresh(code), own = await fresh(code);
    await press(stranger, '[data-claim]');
    await stranger.waitForSelector('.claim-wait');
    await tv.waitForSelector('.offer.claim:not([hidden])');
    assert.ok((await tv.locator('.offer.claim').innerText()).includes(`Ada wants to play on with another phone. Does it show ${await numberOn(stranger)}?`));
    await fits(tv, 'a claim');
    await accessible(tv, 'a claim');
    await picture(tv, 'tv-claim');
    await picture(stranger, 'hand-claim-screen');
    await tv.keyboard.press('x');
    await stranger.waitForFunction(() => /turned down/.test(document.querySelector('#code-state').textContent));
    assert.equal(await stranger.locator('.claim-wait').count(), 0);
    await press(own, '[data-claim]');
    await tv.waitForFunction((number) => document.querySelector('.offer.claim').textContent.includes(number), String(await numberOn(own)));
    assert.equal(await ben.locator('.claim-ask').isVisible(), false, 'nobody else is asked');
    await tv.keyboard.press('y');
    await own.waitForSelector('.five');
    await tv.waitForSelector('.offer.claim', {state: 'hidden'});
    assert.ok(await own.evaluate(() => globalThis.pondNight.leads), 'she leads again');
    for (const page of [tv, ben, own]) quiet(page);
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

await test('a laptop or a tablet is a hand like a phone', async () => {
    const tv = await bigScreen(), {code} = await night(tv), ada = await phone(code, 'Ada', 'green', {size: 'desktop'});
    ada.keys = true;
    const look = async (name) => {
        for (const [width, height] of [[768, 1024], [1024, 768], [1440, 900], [1280, 800]]) {
            await ada.setViewportSize({width, height});
            await ada.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
            await fits(ada, `${name} at ${width}x${height}`);
            await apart(ada, `${name} at ${width}x${height}`);
        }
        await accessible(ada, name);
        await picture(ada, `laptop-${name}`);
        const {top, bottom} = await ada.evaluate(() => document.querySelector('main').getBoundingClientRect());
        assert.ok(top >= 0 && bottom <= 800 || name === 'lobby', `${name} is in the window: ${top} to ${bottom}`);
    };
    await look('lobby');
    await press(ada, '.start');
    await ada.waitForFunction(() => document.querySelector('.ring-place .tile:enabled'));
    await look('ring');
    await play([ada], round(2));
    await ada.waitForSelector('.five');
    await look('cards');
    await act(ada, 0);
    await ada.evaluate(() => globalThis.pondNight.tell('stop'));
    for (const [game, what] of [['quibbles', '.hand-quibbles .hand .qcard'], ['rribbit', '.board-place .pad']]) {
        await ada.waitForSelector('.vote');
        await ada.evaluate((name) => globalThis.pondNight.tell('choose', {game: name, options: '', robots: 1}), game);
        await press(ada, '.start');
        await ada.waitForFunction(() => globalThis.pondTable?.look?.turn.includes(globalThis.pondTable.mine));
        await ada.waitForSelector(what);
        await look(game);
        const {over, least} = await ada.evaluate((cards) => {
            const boxes = [...document.querySelectorAll(cards)].map((one) => one.getBoundingClientRect());
            const panel = document.querySelector('.board-place .can')?.getBoundingClientRect() ?? {left: 1280, top: 800};
            return {least: Math.min(...boxes.map(({width}) => width)), over: boxes.filter(({right, bottom}) => right > panel.left && bottom > panel.top && panel.bottom > 0 && panel.left < 1280).length};
        }, what);
        assert.ok(over === 0 && least >= 52, `${game}: ${over} under the panel, ${least} wide at least`);
        await act(ada, 0);
        await ada.evaluate(() => globalThis.pondNight.tell('stop'));
    }
    for (const page of [tv, ada]) quiet(page);
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
    for (const page of [tv, second]) await page.waitForSelector('.line-lost:not([hidden])');
    await server.start();
    for (const page of [tv, second]) await page.waitForSelector('.line-lost', {state: 'hidden'});
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
    assert.match(await tv.locator('.unreached').innerText(), /only listens to this computer.*\.\/pond night/s, 'it listens to its own computer alone');
    assert.doesNotMatch(await tv.locator('.how').innerText(), /camera|127\.0\.0\.1/, 'there is nothing to scan, and no way in yet');
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
