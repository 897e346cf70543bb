// host.mjs: the page of the server's host: by its one-time link, on a desktop and a phone, in both languages; what it
// does reaches a player's page.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {copyFileSync, readdirSync} from 'node:fs';
import {accessible, fingers, fits, launch, quiet, serve, some, visit} from './driver.mjs';
import {Client, key} from '../server/client.mjs';

const port = Number(process.env.PORT ?? 7970) + 7, server = await serve(port), browser = await launch();
const shots = process.env.SHOTS;
let failed = 0;

const link = () => /\/host#[0-9a-f]{64}/.exec(execFileSync(process.env.POND, ['host', 'link', '--lang', 'en', '--store', `sqlite:${server.folder}/games.sqlite`]).toString())[0];
async function host(options) {
    const page = await visit(browser, server.address, {settings: {motion: 'off'}, ...options});
    await page.goto(server.address.slice(0, -1) + link());
    await page.waitForSelector('.host[data-ready]');
    return page;
}
async function test(name, run) {
    try {
        await run();
        console.log(`ok ${name}`);
    } catch (error) {
        failed++;
        console.error(`FAILED ${name}: ${error.stack}`);
    }
}

const guest = await Client.open({port}, {key: key(), name: 'Ada <b>'});
await guest.ask({type: 'create', game: 'rribbit', options: '', seats: ['me', 'level:1'], public: true});

const doubtful = await Client.open({port}, {key: key(), name: 'www frogs4u'}), other = await Client.open({port}, {key: key(), name: 'Pond Admin'});
for (const one of [doubtful, other]) await one.ask({type: 'create', game: 'rribbit', options: '', seats: ['me', 'open']});

// A rated game that was played.
const ella = await Client.open({port}, {key: key(), name: 'Ella'}), finn = await Client.open({port}, {key: key(), name: 'Finn'});
const {table: rated} = await ella.ask({type: 'create', game: 'rribbit', options: '', seats: ['me', 'open'], rated: true, clock: {kind: 'game', ms: 600000, more_ms: 0}});
await finn.ask({type: 'join', table: rated});
for (const one of [ella, finn]) await one.ask({type: 'number', table: rated, number: 'ab'});
const start = await ella.await((one) => one.what?.kind === 'start');
for (const [i, move] of ['b1-c3', 'b7-c5', 'h1-g3', 'h7-g5'].entries()) await [ella, finn][i % 2].ask({type: 'play', table: rated, version: start.version + i, move});
await finn.ask({type: 'resign', table: rated});
assert.equal((await ella.ask({type: 'history', game: 'rribbit'})).ratings.length, 1);

await test('in both languages, on every kind of screen', async () => {
    for (const [size, language, dark] of some([['desktop', 'en', false], ['phone', 'fr', true], ['small', 'fr', false], ['tablet', 'en', false]], 0, 2)) {
        const page = await host({size, language, dark}), where = `${size} ${language}`;
        assert.equal(await page.evaluate(() => location.pathname + location.hash), '/#/host', 'the code is not left in the address');
        await fits(page, where);
        if (size !== 'desktop') await fingers(page, where);
        await accessible(page, where);
        if (shots) await page.screenshot({path: `${shots}/host-${size}-${language}.png`, fullPage: size !== 'desktop'});
        quiet(page);
        await page.context().close();
    }
});

await test('a name from right to left turns nothing round that stands beside it', async () => {
    const page = await host({}), name = '\u05d3\u05d5\u05d3';
    const said = await page.evaluate(async (who) => {
        const {t} = await import(/** @type {string} */ ('/words.mjs'));
        return [t('HOST_BACKED_UP', who), t('HOST_BACKED_UP', 'Ada'), getComputedStyle(document.querySelector('b')).unicodeBidi];
    }, name);
    assert.deepEqual(said, [`Backed up as \u2068${name}\u2069.`, 'Backed up as Ada.', 'isolate']);
    await page.context().close();
});

await test('a link works once, and a reload comes back', async () => {
    const used = link(), page = await visit(browser, server.address, {settings: {motion: 'off'}}), late = await visit(browser, server.address, {settings: {motion: 'off'}});
    await page.goto(server.address.slice(0, -1) + used);
    await page.waitForSelector('.host[data-ready]');
    await page.reload();
    await page.waitForSelector('.host[data-ready]');
    await late.goto(server.address.slice(0, -1) + used);
    await late.waitForFunction(() => /used or has expired/.test(document.querySelector('.host .state')?.textContent ?? ''));
    assert.equal(await late.locator('.hosting').isVisible(), false);
    const stranger = await visit(browser, server.address, {settings: {motion: 'off'}});
    await stranger.open('host');
    await stranger.waitForFunction(() => /pond host link/.test(document.querySelector('.host .state')?.textContent ?? ''));
    for (const one of [page, late, stranger]) await one.context().close();
});

await test('what the host says and does', async () => {
    const page = await host({}), player = await visit(browser, server.address, {settings: {motion: 'off', name: 'Ben'}});
    await player.open('together');
    await page.fill('#tell', 'Back at 3:05.');
    await page.click('.announce');
    await player.waitForFunction(() => document.querySelector('.notice')?.textContent.includes('Back at 3:05.'));
    await accessible(player, 'a notice');
    await page.locator('[name="maintenance"]').check();
    await player.waitForFunction(() => document.querySelector('.notice')?.textContent.includes('Maintenance'));
    await player.click('.notice button');
    assert.equal(await player.locator('.notice').count(), 0, 'it can be put away');
    await page.locator('[name="maintenance"]').uncheck();
    await page.click('.silence');
    await page.fill('#limit-public', '7');
    await page.press('#limit-public', 'Enter');
    await page.waitForFunction(() => [...document.querySelectorAll('.audit li')].some((row) => row.textContent.includes('limit public 7')));
    await page.fill('#limit-public', '100000');
    await page.press('#limit-public', 'Tab');
    await page.waitForFunction(() => /1-100/.test(document.querySelector('.toast')?.textContent ?? ''));
    await page.waitForFunction(() => document.querySelector('#limit-public').value === '7');
    await page.fill('#seek', 'ada');
    await page.waitForFunction(() => document.querySelectorAll('[data-person]').length === 1);
    assert.match(await page.locator('.found').innerText(), /Ada <b>/);
    await page.click('[data-person]');
    await accessible(page, 'one person');
    if (shots) await page.screenshot({path: `${shots}/host-person.png`});
    await page.fill('#new-name', 'Ada');
    await page.click('dialog [value="rename"]');
    await page.waitForFunction(() => document.querySelector('.found b')?.textContent === 'Ada');
    await page.click('[data-keep]');
    await page.waitForFunction(() => document.querySelectorAll('[data-keep]').length === 1);
    await page.click('[data-rename]');
    await page.waitForFunction(() => document.querySelector('.names').hidden);
    await page.selectOption('#nightly', '3');
    await page.waitForFunction(() => [...document.querySelectorAll('.audit li')].some((row) => row.textContent.includes('nightly 3')));
    await page.selectOption('#nightly', '-1');
    await page.waitForFunction(() => [...document.querySelectorAll('.audit li')].some((row) => row.textContent.includes('nightly off')));
    await page.click('.back-up');
    await page.waitForSelector('[data-check]');
    await page.click('[data-check]');
    await page.waitForFunction(() => /is intact/.test(document.querySelector('.toast')?.textContent ?? ''));
    // Nights without a backup between two that have one are shown in their place.
    const [backup] = readdirSync(`${server.folder}/backups`);
    for (const night of ['20250228', '20250303']) copyFileSync(`${server.folder}/backups/${backup}`, `${server.folder}/backups/games-${night}-030000-night.sqlite`);
    await page.reload();
    await page.waitForSelector('.host[data-ready]');
    assert.deepEqual(await page.locator('.missed').allInnerTexts(), ['Mar 2, 2025\nmissing', 'Mar 1, 2025\nmissing']);
    assert.deepEqual(await page.locator('.files .limit').evaluateAll((rows) => rows.map((row) => row.matches('.missed'))), [false, false, true, true, false]);
    await page.click('.all-tables');
    await page.click('dialog [value^="close "]');
    await page.click('dialog.sure button[autofocus]'); // closing it by mistake would end somebody's game
    await page.click('.all-tables');
    await page.click('dialog [value^="close "]');
    assert.match(await page.locator('dialog.sure').innerText(), /Close: Rrib-bit\n\n\S.* and /);
    await page.click('dialog.sure [value="yes"]');
    await page.waitForFunction(() => [...document.querySelectorAll('.audit li')].some((row) => row.textContent.includes('close ')));
    // The last backup stands in the curve of the day, where it was made.
    await page.evaluate(async () => {
        const {line} = await import(/** @type {string} */ ('/line.mjs')), ask = line.ask.bind(line);
        line.ask = async (message) => {
            const answer = await ask(message);
            return message.do !== 'overview' ? answer : {...answer, samples: [[3], [5], [4]], sample_ms: 600000, sampled: answer.at - 60000, backup: answer.at - 630000};
        };
    });
    await page.waitForFunction(() => Math.round(document.querySelector('.today line.made')?.getAttribute('x1')) === 254);
    assert.equal(await page.locator('.today text.made').textContent(), 'backup');
    // A game that nobody looks at any more is found by its people.
    await page.fill('#seek', 'ella');
    await page.waitForFunction(() => document.querySelectorAll('[data-person]').length === 1);
    await page.click('[data-person]');
    await page.click('dialog [value="tables"]');
    await accessible(page, 'the tables of one person');
    if (shots) await page.screenshot({path: `${shots}/host-person-tables.png`});
    await page.click('dialog [value^="void "]');
    assert.match(await page.locator('dialog.sure').innerText(), /Ella[^]*Finn|Finn[^]*Ella/);
    await page.click('dialog.sure [value="yes"]');
    await page.waitForFunction(() => [...document.querySelectorAll('.audit li')].some((row) => row.textContent.includes('void ')));
    assert.deepEqual((await ella.ask({type: 'history', game: 'rribbit'})).ratings, [], 'as if it had not been');
    quiet(page);
    quiet(player);
});

await browser.close();
await server.stop();
process.exit(failed ? 1 : 0);
