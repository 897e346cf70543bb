// examples.mjs: the games of examples/games on the page, which has never heard of them: alone, at one
// screen and online, on a phone, by keys and by ear. The program and the module are those with the examples.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';

const {TOP} = process.env;
process.env.POND = `${TOP}/build/release/pond_examples`;
execFileSync('cmake', ['--build', `${TOP}/build/wasm`, '--target', 'examples_wasm'], {stdio: 'ignore'});
const module = readFileSync(`${TOP}/build/wasm/examples.wasm`);
const {accessible, fingers, fits, launch, playOut, quiet, serve, tester, visit} = await import('./driver.mjs');

const server = await serve(Number(process.env.PORT ?? 7970) + 7), browser = await launch();

async function player(name, options = {}) {
    const page = await visit(browser, server.address, {settings: {motion: 'off', chances: false, name}, serviceWorkers: 'block', ...options});
    await page.context().route('**/play.wasm', (route) => route.fulfill({body: module, contentType: 'application/wasm'}));
    return page;
}

const test = tester(browser);

await test('on the first screen, and without rules', async () => {
    const page = await player('Ada');
    await page.open('');
    const tile = page.locator('.games .game[data-game="goofspiel"]');
    await tile.waitFor();
    assert.match(await tile.textContent(), /Goofspiel.*2 to 4 players/s);
    assert.equal(await tile.locator('.pic .frogs svg').count(), 3);
    if (process.env.SCREENS) await page.screenshot({path: `${process.env.SCREENS}/example-home.png`, fullPage: true});
    await accessible(page, 'home');
    await fits(page, 'home');
    quiet(page);
    await page.open('rules/goofspiel'); // a browser complains of what is not there
    await page.waitForSelector('.prose');
    assert.equal((await page.locator('.prose').textContent()).trim(), 'There is no rules page for Goofspiel yet.');
});
for (const game of ['goofspiel', 'tricks']) {
    await test(`${game} alone, on a phone`, async () => {
        const page = await player('Ada', {size: 'phone'});
        await page.open(`play/${game}`);
        await page.waitForSelector('.can [data-move]');
        assert.equal(await page.locator('.title .h').textContent(), game === 'tricks' ? 'Tricks' : 'Goofspiel');
        if (process.env.SCREENS) await page.screenshot({path: `${process.env.SCREENS}/example-${game}.png`});
        await accessible(page, game);
        await fits(page, game);
        await fingers(page, game);
        await page.locator('.hint').click();
        await page.waitForSelector('.can .good');
        const look = await playOut(page);
        assert.equal(look.reason, 'points');
        const story = await page.evaluate(() => globalThis.document.querySelector('.story ol').textContent);
        assert.match(story, /plays? /);
        await page.locator('.ending .review').click();
        await page.waitForSelector('.review .any');
        await page.waitForSelector('.curve circle, .curve path');
        if (process.env.SCREENS) await page.screenshot({path: `${process.env.SCREENS}/example-${game}-review.png`});
        quiet(page);
    });
    await test(`${game} at one screen, by keys`, async () => {
        const page = await player('Ada');
        await page.open(`play/${game}/hh`);
        for (let presses = 0; presses < 80; presses++) {
            await page.waitForFunction(() => document.querySelector('.cover button, .can [data-move]') || globalThis.pondTable.over);
            if (await page.evaluate(() => globalThis.pondTable.over)) break;
            const version = await page.evaluate(() => globalThis.pondTable.look.version);
            const covered = await page.locator('.cover').count() > 0;
            await page.locator(covered ? '.cover button' : '.can [data-move]').first().focus();
            await page.keyboard.press('Enter');
            await page.waitForFunction(([was, cover]) => (cover ? !document.querySelector('.cover') : globalThis.pondTable.look.version > was || document.querySelector('.cover')), [version, covered]);
        }
        assert.equal(await page.evaluate(() => globalThis.pondTable.look.reason), 'points');
        quiet(page);
    });
    await test(`${game} online`, async () => {
        const ada = await player('Ada'), ben = await player('Ben', {size: 'phone', language: 'fr'});
        await ada.open('together');
        await ada.locator(`input[name="game"][value="${game}"]`).check({force: true});
        await ada.locator('form > .btn').click();
        await ada.waitForSelector('#link');
        await ben.goto(await ada.locator('#link').inputValue());
        for (const page of [ada, ben]) await page.waitForSelector('.play .any');
        const over = (page) => page.evaluate(() => globalThis.pondTable.over);
        while (!(await over(ada))) {
            for (const page of [ada, ben]) {
                const button = page.locator('.can [data-move]').first();
                if (!(await button.isVisible())) continue;
                const version = await page.evaluate(() => globalThis.pondTable.look.version);
                await button.click();
                await page.waitForFunction((was) => globalThis.pondTable.look.version > was, version);
            }
            await ada.waitForTimeout(20);
        }
        assert.equal(await ben.evaluate(() => globalThis.pondTable.look.reason), 'points');
        quiet(ada);
        quiet(ben);
    });
}
await browser.close();
await server.stop();
process.exit(test.failed > 0 ? 1 : 0);
