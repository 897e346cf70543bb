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
    process.stdout.write(run('node', 'breaker.mjs'));
    const readme = readFileSync(join(folder, 'node_modules/pond-games/README.md'), 'utf8');
    const [, example] = /```js\n(.*?)```/s.exec(readme), [, whole] = /```html\n(<!doctype html>.*?)```/s.exec(readme);
    writeFileSync(join(folder, 'game.html'), whole);
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
        await sweep(page);
        const water = () => page.evaluate(() => getComputedStyle(document.getElementById('rribbit').shadowRoot.querySelector('.water')).fill);
        const light = await water();
        await page.emulateMedia({colorScheme: 'dark'});
        assert.notEqual(await water(), light, 'a board follows the system');
        await page.emulateMedia({colorScheme: 'light'});
        assert.equal(await water(), light);
        await page.addScriptTag({content: axeSource});
        const found = await page.evaluate(() => axe.run({runOnly: ['wcag2a', 'wcag2aa']}));
        assert.deepEqual(found.violations.map(({id, nodes}) => `${id}: ${nodes[0].html}`), []);
        if (KEEP) await page.screenshot({path: `${KEEP}/boards.png`, fullPage: true});
        await page.goto(`http://127.0.0.1:${server.address().port}/game.html`);
        await against(page);
        if (KEEP) await page.screenshot({path: `${KEEP}/game.png`, fullPage: true});
        assert.deepEqual(complaints, []);
        console.log('browser: fine');
    } finally {
        await browser.close();
        server.close();
    }
}

/** What is heard of a position of Rrib-bit: where each frog sits, row by row. @param {string} position */
function inWords(position) {
    const [board, side] = position.split(' '), pads = {L: [], D: []};
    for (const [i, row] of board.split('/').reverse().entries()) {
        let column = 0;
        for (const sign of row) {
            if (sign in pads) pads[sign].push('abcdefghi'[column++] + (i + 1));
            else column += Number(sign);
        }
    }
    return `Light: ${pads.L.join(', ')}. Dark: ${pads.D.join(', ')}. ${side === 'l' ? 'Light' : 'Dark'} to move.`;
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
    assert.equal(drawn.label, inWords(drawn.position));
    assert.equal(drawn.marks, 2);
}

/** Positions of random games, by their attributes, in both colour schemes: every piece is drawn, and dusk is darker. */
async function sweep(page) {
    const wrong = await page.evaluate(async () => {
        const {load} = await import('pond-games'), pond = await load(), board = document.createElement('pond-board'), found = [];
        document.body.append(board);
        const shown = async (attributes) => {
            const settled = new Promise((done) => ['drawn', 'refused'].forEach((kind) => board.addEventListener(kind, () => done(kind), {once: true})));
            const fresh = {options: '', position: '', seat: '0', theme: 'morning', ...attributes};
            for (const [name, value] of Object.entries(fresh)) board.setAttribute(name, value);
            await settled;
            await board.refresh();
            return board.shadowRoot;
        };
        const count = (root, ...ids) => ids.reduce((sum, id) => sum + root.querySelectorAll(`use[href="#${id}"]`).length, 0);
        const pieces = {
            rribbit: (root, {light, dark}) => [count(root, 'frog-light', 'frog-dark'), light.length + dark.length],
            quibbit: (root, {tiles}) => [root.querySelectorAll('.leaf').length, tiles.length],
            quibbles: (root, {hand, display, seats}) => [count(root, 'q0', 'q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7') >= hand.length + display.length, seats.length > 1],
        };
        for (const [game, options] of [['rribbit', 'turn=chain'], ['quibbit', 'players=2'], ['quibbit', 'players=4'], ['quibbles', 'players=2'], ['quibbles', 'players=5']]) {
            const match = pond.match(game, {options, seed: 'sweep'});
            for (let i = 0; i < 12 && !match.over; i++) {
                for (let k = 0; k < 5 && !match.over; k++) match.play(match.turn[0], match.choose(match.turn[0], 'random'));
                if (game === 'quibbit' && match.view().sealed.length > 0) match.play(match.turn[0], match.legal(match.turn[0])[0]); // a position has no sealed cards
                const fills = [];
                for (const theme of ['morning', 'dusk']) {
                    const root = await shown({game, options: match.options, position: match.position, theme}), svg = root.querySelector('svg');
                    if (!svg) found.push(`${game} ${match.position}: ${root.textContent}`);
                    else {
                        const [drawn, wanted] = pieces[game](root, match.view(0).board);
                        if (drawn !== wanted) found.push(`${game} ${match.position}: ${drawn} pieces, not ${wanted}`);
                        fills.push(getComputedStyle(root.querySelector('.water')).fill);
                    }
                }
                if (fills[0] === fills[1]) found.push(`${game}: both colour schemes are ${fills[0]}`);
            }
            match.close();
        }
        board.remove();
        return found;
    });
    assert.deepEqual(wrong, []);
}

/** The README's page: a person who takes the first move of the list, against the computer. */
async function against(page) {
    const label = () => page.evaluate(() => document.querySelector('pond-board').shadowRoot?.querySelector('svg')?.getAttribute('aria-label'));
    await page.waitForFunction(() => document.querySelector('pond-board').shadowRoot?.querySelector('svg'));
    for (let i = 0; i < 4; i++) {
        const before = await label();
        await page.click('button');
        await page.waitForFunction((old) => document.querySelector('pond-board').shadowRoot.querySelector('svg').getAttribute('aria-label') !== old, before);
        if (await page.evaluate(() => document.forms[0].elements.said.value !== '')) break; // a game can be lost quickly
        assert.match(await label(), /Light to move\.$/, 'it is the person\'s turn again');
    }
}
