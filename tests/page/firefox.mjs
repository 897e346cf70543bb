// firefox.mjs: a whole game of each kind in Firefox. The same hands play as in Chromium.

import assert from 'node:assert/strict';
import {playOut, serve} from './driver.mjs';
import {launch, Page} from './firefox-driver.mjs';

const server = await serve(), firefox = await launch(), page = new Page(firefox.call);
let failed = 0;
await page.goto(server.address);
await page.evaluate((settings) => localStorage.setItem('pond.settings', JSON.stringify(settings)),
    {sound: false, motion: 'off', chances: false, level: {rribbit: 1, quibbit: 1, quibbles: 1}});
for (const game of ['rribbit', 'quibbit', 'quibbles']) {
    if (process.argv[2] && !game.includes(process.argv[2])) continue;
    try {
        await page.goto(`${server.address}#/play/${game}`);
        await page.reload();
        await page.evaluate(() => {
            for (const kind of ['error', 'unhandledrejection']) window.addEventListener(kind, (event) => document.body.setAttribute('data-trouble', String(event.reason ?? event.message)));
        });
        const look = await playOut(page);
        assert.notEqual(look.result, null);
        await page.waitForFunction(() => Boolean(document.querySelector('.ending')));
        assert.ok(await page.evaluate(() => document.querySelectorAll('.story li').length > 3), 'the story is told');
        assert.equal(await page.evaluate(() => document.body.getAttribute('data-trouble')), null);
        console.log(`ok      a whole game of ${game} in Firefox`);
    } catch (error) {
        failed++;
        console.log(`FAILED  a whole game of ${game} in Firefox\n${error.stack}\n${await page.evaluate(() => document.body.innerText.slice(0, 600)).catch(() => '')}`);
    }
}
await firefox.stop();
await server.stop();
process.exitCode = failed > 0 ? 1 : 0;
