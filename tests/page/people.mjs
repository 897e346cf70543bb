// people.mjs: who people are: ratings at names, after a game and over time; names at one screen; a set-up that keeps
// its word about frogs.

import assert from 'node:assert/strict';
import {SIZES, accessible, fits, launch, myTurn, quiet, serve, tester, visit} from './driver.mjs';

const server = await serve(Number(process.env.PORT ?? 7970) + 8), browser = await launch();
const settings = {motion: 'off', chances: false};
const test = tester(browser);

await test('a rated game asks for a name, shows ratings, and says what it did to them', async () => {
    const ada = await visit(browser, server.address, {settings: {...settings, name: 'Ada'}});
    const ben = await visit(browser, server.address, {settings, size: 'phone'});
    await ada.open('together');
    await ada.waitForFunction(() => document.querySelector('.state')?.textContent === '');
    await ada.locator('input[name="game"][value="rribbit"]').check({force: true});
    await ada.locator('input[name="clock"][value="game"]').check({force: true});
    await ada.locator('[name="public"]').check();
    await ada.locator('[name="rated"]').check();
    await ada.locator('form > .btn').click();
    await ada.waitForSelector('#link');
    await ben.open(`together/${await ada.evaluate(() => globalThis.pondTable.id)}`);
    await ben.locator('.join').click();
    await ben.locator('#called').fill('Ben');
    await ben.locator('dialog [value="play"]').click();
    for (const page of [ada, ben]) await page.waitForSelector('.play .rating');
    assert.deepEqual(await ada.locator('.sides .rating').allTextContents(), ['1500?', '1500?']);
    for (const move of ['e1-f3', 'e7-f5', 'f3-e5', 'd7-c5']) {
        const page = await ada.evaluate(() => globalThis.pondTable.look.turn.includes(globalThis.pondTable.mine)) ? ada : ben;
        const {look} = await myTurn(page), [from, to] = look.legal.includes(move) ? move.split('-') : look.legal[0].replace(/[+#]$/, '').split(/[-x]/);
        await page.locator(`[data-pad="${from}"]`).click();
        await page.locator(`[data-pad="${to}"]`).click();
        await page.waitForFunction((ply) => globalThis.pondTable.look.ply > ply, look.ply);
        await (page === ada ? ben : ada).waitForFunction((ply) => globalThis.pondTable.look.ply > ply, look.ply);
    }
    await ben.evaluate(() => globalThis.pondTable.resign());
    await ada.locator('.ending .rated', {hasText: /Your rating is now 1[5-9]\d\d \(\+\d+\)/}).waitFor();
    await ben.locator('.ending .rated', {hasText: /Your rating is now 1[0-4]\d\d \([-−]\d+\)/}).waitFor();
    await fits(ben, 'the end of a rated game');
    await ada.open('together');
    await ada.waitForFunction(() => document.querySelector('.state')?.textContent === '');
    await ada.locator('input[name="game"][value="rribbit"]').check({force: true});
    await ada.locator('.btn.ratings').click();
    await ada.locator('dialog .rating-curve').waitFor();
    assert.match(await ada.locator('dialog .menu-list').textContent(), /Won: 1[5-9]\d\d \(\+\d+\)/, 'a first game too');
    assert.match(await ada.locator('dialog b').first().textContent(), /^1[5-9]\d\d\?$/, 'as beside a name');
    assert.equal(await ada.locator('dialog circle').count(), 2, 'from where everybody begins');
    await accessible(ada, 'my rating');
    for (const page of [ada, ben]) quiet(page);
});

await test('why a move is not allowed is answered by the page, and nothing is played by asking', async () => {
    for (const [game, moves] of [['rribbit', ['a1-a2', 'e1-e7', 'a7-b5']], ['quibbles', ['!0', '!7', '77=7', '0=00']], ['quibbit', ['5', '@99']]]) {
        const pages = [], sent = [];
        for (const name of ['Ada', 'Ben']) pages.push(await visit(browser, server.address, {settings: {...settings, name}}));
        for (const page of pages) page.on('websocket', (socket) => socket.on('framesent', ({payload}) => sent.push(String(payload))));
        const [ada, ben] = pages;
        await ada.open('together');
        await ada.waitForFunction(() => document.querySelector('.state')?.textContent === '');
        await ada.locator(`input[name="game"][value="${game}"]`).check({force: true});
        await ada.locator('form > .btn').click();
        await ada.waitForSelector('#link');
        await ben.goto(await ada.locator('#link').inputValue());
        for (const page of pages) await page.waitForSelector('.play');
        const asked = await ada.evaluate(() => globalThis.pondTable.look.turn.includes(globalThis.pondTable.mine)) ? ada : ben;
        for (const move of moves) {
            const why = await asked.evaluate((text) => globalThis.pondTable.whyNot(globalThis.pondTable.mine, text), move);
            assert.ok(typeof why === 'string' && why.length > 10, `${game} ${move}: ${why}`);
            assert.doesNotMatch(why, /\([A-Z]\d/); // the numbers of rulings
        }
        assert.deepEqual(sent.filter((text) => JSON.parse(text).type === 'play'), []);
        for (const page of pages) await page.context().close();
    }
});

await test('for the ear and for keys: a new screen, a link past the menu, one-letter keys that can be switched off', async () => {
    const page = await visit(browser, server.address, {settings});
    await page.open('');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'past');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.tagName), 'MAIN');
    await page.evaluate(() => { location.hash = '#/settings'; });
    await page.waitForFunction(() => document.activeElement.tagName === 'H1');
    const sounds = () => page.evaluate(() => JSON.parse(localStorage.getItem('pond.settings')).sound);
    await page.keyboard.press('m');
    assert.equal(await sounds(), true);
    await page.locator('[name="keys"]').uncheck();
    await page.keyboard.press('m');
    assert.equal(await sounds(), true);
    await page.open('play/rribbit');
    await page.locator('.bar .menu').click();
    assert.match(await page.locator('dialog .keys').textContent(), /Enter chooses/);
    await accessible(page, 'the menu');
    quiet(page);
});

await test('the frogs of the set-up are the frogs of the game', async () => {
    const page = await visit(browser, server.address, {settings});
    await page.open('setup/quibbit');
    for (const count of ['2', '3', '4']) {
        await page.open('setup/quibbit');
        await page.locator(`input[name="players"][value="${count}"]`).check({force: true});
        const colours = (selector) => page.locator(selector).evaluateAll((frogs) => frogs.map((frog) => /red|green|yellow|blue/.exec(frog.getAttribute('class'))[0]));
        const shown = await colours('.who .seatrow .piece');
        await page.locator('.setup .btn.grow').click();
        await page.waitForSelector('.pl');
        assert.deepEqual((await colours('.pl > .frog')).slice(0, shown.length), shown);
    }
    quiet(page);
});

await test('a set-up asks for a seed where something is dealt, and says no words of programs', async () => {
    const page = await visit(browser, server.address, {settings});
    for (const [game, fields] of [['quibbit', 1], ['quibbles', 1], ['rribbit', 0]]) {
        await page.open(`setup/${game}`);
        await page.locator('details.all summary').click();
        assert.doesNotMatch(await page.locator('details.all').innerText(), /RGYB|first-game|lap.*tie|by seat|the seat|\([A-Z]\d/);
        for (const field of await page.locator('details.all [placeholder]').all()) assert.doesNotMatch(await field.getAttribute('placeholder'), /</);
        assert.equal(await page.locator('.setup [name="seed"]').count(), fields, game);
        await page.locator('.setup .btn.grow').click();
        await page.waitForSelector('.play');
    }
    quiet(page);
});

await test('only who plays can go first', async () => {
    const page = await visit(browser, server.address, {settings});
    const first = page.locator('input[name="first"]'), offered = async () => (await first.evaluateAll((all) => all.filter((one) => one.parentElement.checkVisibility()).map(({value}) => value))).join();
    const players = (count) => page.locator(`input[name="players"][value="${count}"]`).check({force: true});
    for (const [screen, options, begin] of [['setup/quibbles', 'details.all summary', '.setup .btn.grow'], ['together', '.make summary', 'form > .btn']]) {
        await page.open(screen);
        if (screen === 'together') await page.locator('input[name="game"][value="quibbles"]').check({force: true});
        await page.locator(options).click();
        await players(5);
        assert.equal(await offered(), 'random,0,1,2,3,4', screen);
        await first.nth(5).check({force: true});
        await players(2);
        assert.equal(await offered(), 'random,0,1', screen);
        assert.ok(await first.nth(0).isChecked(), screen); // player 5 has gone
        await page.locator(begin).click();
        await page.waitForSelector('.play, #link');
    }
    quiet(page);
});

await test('handicaps are set up by seat, the record says so, and everyone keeps theirs in a rematch', async () => {
    for (const [game, name, digit, words] of [['quibbit', 'handicap', 2, '2 cards fewer'], ['quibbles', 'headstart', 6, 'a 6 already collected'], ['rribbit', 'handicap', 3, '3 frogs fewer']]) {
        const page = await visit(browser, server.address, {settings, size: 'phone'});
        await page.open(`setup/${game}`);
        await page.locator('.odds summary').click();
        await page.locator(`select[name="${name}0"]`).selectOption({label: words});
        if (game === 'quibbit') await page.locator('input[name="players"][value="3"]').check({force: true}); // what was chosen stays
        await page.locator('[data-helped="0"]').check();
        await fits(page, `handicaps of ${game}`);
        await accessible(page, `handicaps of ${game}`);
        await page.locator('.setup .btn.grow').click();
        const {look} = await myTurn(page), digits = `${digit}${'0'.repeat(look.seats - 1)}`;
        assert.match(look.options, new RegExp(`,${name}=${digits}$`));
        assert.match(await page.locator('.sub').textContent(), /with a handicap/);
        await page.locator('.toast', {hasText: /Best|Vary|mix/}).first().waitFor(); // the hint that was switched on
        assert.match(await page.evaluate(() => globalThis.pondTable.record()), new RegExp(`\\[Options ".*,${name}=${digits}"\\]`));
        const next = await page.evaluate(() => globalThis.pondTable.next());
        assert.ok(next.options.endsWith(`,${name}=${digits.slice(1)}${digit}`), next.options);
        assert.ok(next.seats.at(-1).hints);
        await page.open(`setup/${game}`); // it is remembered
        assert.equal(await page.locator(`select[name="${name}0"]`).inputValue(), String(digit));
        assert.ok(await page.locator('[data-helped="0"]').isChecked());
        quiet(page);
    }
});

await test('a table of the server with a handicap cannot be rated', async () => {
    const page = await visit(browser, server.address, {settings: {...settings, name: 'Ada'}});
    await page.open('together');
    await page.waitForFunction(() => document.querySelector('.state')?.textContent === '');
    await page.locator('input[name="game"][value="rribbit"]').check({force: true});
    await page.locator('[name="rated"]').check();
    await page.locator('.make summary').click();
    const handicap = page.locator('select[name="handicap0"]');
    await handicap.selectOption('3');
    for (const size of Object.values(SIZES)) { // what is chosen can be read
        await page.setViewportSize(size);
        assert.ok((await handicap.boundingBox()).width > 150, `${size.width} pixels`);
    }
    await page.locator('form > .btn').click();
    await page.locator('.why', {hasText: "A game with a handicap can't be rated."}).waitFor();
    await page.locator('[name="rated"]').uncheck();
    await page.locator('form > .btn').click();
    await page.waitForSelector('#link');
    quiet(page);
});

await test('people at one screen have names, and nothing is covered where nothing is secret', async () => {
    const page = await visit(browser, server.address, {settings});
    await page.open('');
    await page.locator('.hero a', {hasText: 'On one screen'}).click();
    for (const field of await page.locator('.called').all()) assert.ok((await field.boundingBox()).width > 200, 'room for a name');
    const colour = (link) => link.evaluate((element) => getComputedStyle(element).backgroundColor);
    const [current, other] = await Promise.all(['a[aria-current]', 'a:not([aria-current])'].map((link) => colour(page.locator(`main > .row ${link}`).first())));
    assert.notEqual(current, other, 'the chosen game looks chosen');
    await page.locator('.called').first().fill('Mia');
    await page.locator('.called').nth(1).fill('Opa');
    await accessible(page, 'names at one screen');
    await page.locator('.setup .btn.grow').click();
    await page.waitForSelector('.play');
    assert.deepEqual((await page.locator('.pl .nm').allTextContents()).slice(0, 2), ['Mia', 'Opa']);
    for (let i = 0; i < 2; i++) { // both place a frog in the open
        assert.equal(await page.locator('.cover').count(), 0);
        await page.locator('.tile.goal').first().click();
        await page.waitForFunction((ply) => globalThis.pondTable.look.ply > ply, i);
    }
    await page.locator('button.cardbtn:enabled').first().click();
    await page.locator('.cover button').waitFor(); // the first card is a secret
    await page.locator('.cover button').click();
    await page.evaluate(() => globalThis.pondTable.resign(globalThis.pondTable.mine));
    await page.waitForSelector('.ending');
    const name = await page.evaluate(() => globalThis.pondTable.seats[globalThis.pondTable.mine].name);
    await page.waitForFunction((whose) => document.querySelector('.can h2')?.textContent === whose, name); // not "your cards"
    assert.doesNotMatch(await page.locator('.can').innerText(), /key \d/);
    quiet(page);
});

await test('two people with one name at one screen are told apart, and so is one named like a computer', async () => {
    const page = await visit(browser, server.address, {settings: {...settings, name: 'Ada'}});
    await page.open('setup/quibbit/friends');
    await page.locator('input[name="players"][value="4"]').check({force: true});
    await page.locator('input[name="seat3"][value="1"]').check({force: true});
    const names = async (...called) => {
        for (const [i, name] of called.entries()) await page.locator('.called').nth(i).fill(name);
        await page.locator('.setup .btn.grow').click();
        await page.waitForSelector('.play');
        return page.evaluate(() => globalThis.pondTable.seats.map(({name}) => name));
    };
    assert.deepEqual(await names('Zoe', 'zoé', 'Robin'), ['Zoe', 'zoé (2)', 'Robin (2)', 'Robin']);
    assert.deepEqual((await page.locator('.pl .nm').allTextContents()).slice(0, 2), ['Zoe', 'zoé (2)']);
    for (let i = 0; i < 2; i++) {
        await page.locator('.tile.goal').first().click();
        await page.waitForFunction((ply) => globalThis.pondTable.look.ply > ply, i);
    }
    assert.match(await page.locator('.story').textContent(), /Zoe .*zoé \(2\) /s);
    await page.open('setup/quibbit'); // what was typed is there again, as it was typed
    assert.deepEqual(await page.locator('.called').evaluateAll((fields) => fields.map(({value}) => value)), ['Zoe', 'zoé', 'Robin']);
    assert.deepEqual(await names('', 'Ada', 'Player 3'), ['Ada', 'Ada (2)', 'Player 3', 'Robin']);
    await page.open('setup/quibbit');
    assert.deepEqual(await names('Player 2', '', 'Bo'), ['Player 2 (2)', 'Player 2', 'Bo', 'Robin']);
    const long = 'A very long name, indeed';
    await page.open('setup/quibbit');
    assert.deepEqual(await names(long, long, long), [long, 'A very long name, in (2)', 'A very long name, in (3)', 'Robin']);
    quiet(page);
});

await browser.close();
await server.stop();
process.exitCode = test.failed > 0 ? 1 : 0;
