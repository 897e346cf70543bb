// update.mjs: a host changes the page while somebody plays: the game goes on with the files it began with, the home
// screen brings the new ones, all of them at once, and they are all there without a network, and at once on a slow one.

import assert from 'node:assert/strict';
import {createServer, request} from 'node:http';
import {launch, myTurn, serve, visit} from './driver.mjs';

const PORT = Number(process.env.PORT ?? 7970) + 9;
const server = await serve(PORT);
let version = 1, answering = true, stalled = false;

/** The server as it is, and with its second build: every module knows which one it is of. */
const host = createServer((asked, answer) => {
    if (!answering) return void asked.socket.destroy();
    if (stalled) return; // a line so slow that nothing comes
    const {'accept-encoding': _, 'if-none-match': __, ...headers} = asked.headers;
    request({port: PORT, path: asked.url, headers}, (got) => {
        const parts = [];
        got.on('data', (part) => parts.push(part));
        got.on('end', () => {
            let body = Buffer.concat(parts);
            if (asked.url === '/service-worker.mjs') body = Buffer.from(String(body).replace(/BUILD = '\w+'/, `BUILD = 'number${version}'`));
            else if (/^\/(app|play|share)\.mjs$/.test(asked.url)) body = Buffer.from(`(globalThis.builds ??= {})[import.meta.url.split('/').pop()] = ${version};\n${body}`);
            const {'content-length': ___, etag, ...sent} = got.headers;
            answer.writeHead(got.statusCode, sent);
            answer.end(body);
        });
    }).end();
});
await new Promise((done) => host.listen(PORT + 30, '127.0.0.1', done));

const browser = await launch();
const page = await visit(browser, `http://127.0.0.1:${PORT + 30}/`, {settings: {motion: 'off', chances: false}});
const builds = () => page.evaluate(() => globalThis.builds);
await page.open('');
await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
await page.open('play/rribbit');
await myTurn(page);

version = 2;
await page.evaluate(async () => {
    const kept = await navigator.serviceWorker.getRegistration();
    await kept.update();
    await new Promise((done) => { // the new build has come, and waits
        const look = () => (kept.waiting ? done() : setTimeout(look, 50));
        look();
    });
});
await page.locator('.bar .menu').click();
await page.locator('dialog [value="share"]').click(); // fetches what it needs only now
await page.waitForSelector('dialog [value="png"]');
assert.deepEqual(await builds(), {'app.mjs': 1, 'play.mjs': 1, 'share.mjs': 1}, 'in the middle of a game');
await page.keyboard.press('Escape');
await page.evaluate(() => { location.hash = '#/'; });
await page.waitForFunction(() => globalThis.builds?.['app.mjs'] === 2);
answering = false;
await page.reload();
await page.open('play/rribbit');
await myTurn(page);
await page.locator('.bar .menu').click();
await page.locator('dialog [value="share"]').click();
await page.waitForSelector('dialog [value="png"]');
assert.deepEqual(await builds(), {'app.mjs': 2, 'play.mjs': 2, 'share.mjs': 2}, 'afterwards, without a network');
assert.deepEqual(await page.evaluate(() => caches.keys()), ['pond-number2'], 'one build is kept');
answering = true;
stalled = true;
await page.reload();
await page.open('play/quibbit');
await myTurn(page);
assert.deepEqual(await builds(), {'app.mjs': 2, 'play.mjs': 2}, 'what is kept waits for no line');
console.log('ok      a new build takes over as a whole, and waits for no slow line');
await browser.close();
host.close();
await server.stop();
process.exit(0);
