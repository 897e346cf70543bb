// package.mjs: the npm package (packages/js) from its tarball: types, node, and <pond-board> in a browser.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join, normalize} from 'node:path';
import {axeSource, launch} from './driver.mjs';

const {TOP, KEEP} = process.env, folder = mkdtempSync(join(tmpdir(), 'pond-package-'));
const run = (program, ...words) => execFileSync(program, words, {cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'],
    env: {...process.env, VECTORS: readdirSync(`${TOP}/tests/vectors`).filter((name) => name.endsWith('.pond')).map((name) => `${TOP}/tests/vectors/${name}`).join(' ')}});

try {
    run('npm', 'pack', '--silent', '--pack-destination', folder, `${TOP}/packages/js`);
    const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    writeFileSync(join(folder, 'package.json'), '{"name": "consumer", "private": true, "type": "module"}');
    run('npm', 'install', '--silent', '--offline', '--no-audit', '--no-fund', `./${tarball}`);
    cpSync(`${TOP}/tests/package`, folder, {recursive: true});
    const about = JSON.parse(readFileSync(join(folder, 'node_modules/pond-games/package.json'), 'utf8'));
    assert.equal(about.dependencies, undefined, 'it depends on nothing');
    process.stdout.write(run('node', 'consumer.mjs'));
    const [, example] = /```js\n(.*?)```/s.exec(readFileSync(join(folder, 'node_modules/pond-games/README.md'), 'utf8'));
    writeFileSync(join(folder, 'example.mjs'), example);
    assert.match(run('node', 'example.mjs'), /seat \d|draw/, 'the first example of the README');
    run(`${TOP}/build/page/node_modules/.bin/tsc`, '--noEmit', '--strict', '--target', 'es2022', '--module', 'es2022', '--moduleResolution', 'bundler', '--lib', 'es2023,dom', '--types', '', 'consumer.ts');
    console.log('types: fine');
    await inBrowser();
} finally {
    rmSync(folder, {recursive: true, force: true});
}

/** The element in Chromium, from a server that knows nothing of it. */
async function inBrowser() {
    const TYPES = {mjs: 'text/javascript', html: 'text/html', wasm: 'application/wasm'};
    const server = createServer(({url}, answer) => {
        try {
            const bytes = readFileSync(join(folder, normalize(new URL(url, 'http://x').pathname)));
            answer.writeHead(200, {'content-type': TYPES[url.split('.').pop()] ?? 'application/octet-stream',
                'content-security-policy': "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'"}).end(bytes);
        } catch {
            answer.writeHead(url === '/favicon.ico' ? 204 : 404).end();
        }
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    const browser = await launch();
    try {
        const page = await browser.newPage({viewport: {width: 1280, height: 900}}), complaints = [];
        page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
        page.on('pageerror', (error) => complaints.push(String(error)));
        await page.goto(`http://127.0.0.1:${server.address().port}/page.html`);
        await page.waitForFunction(() => [...document.querySelectorAll('pond-board:not(#live)')].every((board) => board.shadowRoot?.firstElementChild));
        const inside = (id, selector) => page.evaluate(([name, what]) => document.getElementById(name).shadowRoot.querySelectorAll(what).length, [id, selector]);
        assert.deepEqual([await inside('rribbit', 'use[href="#frog-light"]'), await inside('rribbit', 'use[href="#frog-dark"]'), await inside('rribbit', '.glow')], [8, 8, 3]);
        assert.deepEqual([await inside('quibbit', 'use[href="#frog"]'), await inside('quibbit', 'use[href="#crown"]'), await inside('quibbit', '.leaf')], [6, 1, 12]);
        assert.equal(await inside('quibbles', '.panel'), 3);
        assert.match(await page.evaluate(() => document.getElementById('quibbles').shadowRoot.textContent), /Chloé/);
        assert.equal(await page.evaluate(() => document.getElementById('wrong').shadowRoot.querySelector('[role=alert]').textContent.length > 10), true);
        await play(page);
        await page.addScriptTag({content: axeSource});
        const found = await page.evaluate(() => axe.run({runOnly: ['wcag2a', 'wcag2aa']}));
        assert.deepEqual(found.violations.map(({id, nodes}) => `${id}: ${nodes[0].html}`), []);
        if (KEEP) await page.screenshot({path: `${KEEP}/boards.png`, fullPage: true});
        assert.deepEqual(complaints, []);
        console.log('browser: fine');
    } finally {
        await browser.close();
        server.close();
    }
}

/** A match that is played in the page is drawn as it goes. */
async function play(page) {
    const drawn = await page.evaluate(async () => {
        const {load} = await import('pond-games'), board = document.getElementById('live'), match = (await load()).match('rribbit', {seed: 'live'});
        board.match = match;
        await board.refresh();
        match.play(0, 'b1-c3');
        match.play(1, match.choose(1, 'level:2'));
        await board.refresh();
        return {label: board.shadowRoot.querySelector('svg').getAttribute('aria-label'), position: match.view().pos, marks: board.shadowRoot.querySelectorAll('use[href="#last"]').length};
    });
    assert.equal(drawn.label, drawn.position);
    assert.equal(drawn.marks, 2);
}
