// explorer.mjs: what was played here, on the analysis board: the engine's games as `pond explore` counts them, the
// games of this device, those of a server that shares them and of one that doesn't; by mouse, finger and keys; nothing
// of it on the first visit. PICTURES=FOLDER keeps pictures.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {accessible, fits, fingers, launch, quiet, serve, some, tester, visit} from './driver.mjs';

const {POND, PICTURES} = process.env, port = Number(process.env.PORT ?? 7970);
const folder = mkdtempSync(join(tmpdir(), 'pond-explorer-')), file = join(folder, 'played.pondplay');
const pond = (args, input = '') => execFileSync(POND, args, {input, env: {...process.env, XDG_DATA_HOME: folder}, maxBuffer: 1 << 26, stdio: ['pipe', 'pipe', 'ignore']});

// What the server that shares has been playing.
const GAMES = 7;
const records = Array.from({length: GAMES}, (_, i) => pond(['random', 'rribbit', '--seed', `shared-${i}`]).toString());
writeFileSync(file, pond(['collect', '-'], records.join('\n')));
const server = await serve(port), sharing = await serve(port + 5, '127.0.0.1', ['--explorer', file]), browser = await launch();
const test = tester(browser);

const still = {motion: 'off', chances: false, analysis: {engine: false, best: false, threats: false, exact: true, open: false, rolls: false, part: 'lines', games: 'engine'}};
const rows = (page) => page.$$eval('[data-played]', (all) => all.map((row) => [row.dataset.played, row.querySelector('.unseen').textContent]));
const shown = (page) => page.waitForSelector('.explorer');
const source = async (page, name) => {
    await page.click(`[data-source="${name}"]`);
    await page.waitForSelector(`[data-source="${name}"][aria-pressed="true"]`);
};
/** What the program says of the same position. */
const told = (game, options, moves, from = 'engine', more = []) => JSON.parse(pond(['explore', game, '--options', options, '--nodes', '1', '--json', ...more], `moves ${moves}\n`).toString()).played[from];
const words = ({wins, draws, losses}) => new RegExp(`${wins} won, ${draws} drawn, ${losses} lost`);
const picture = async (page, name) => {
    if (PICTURES) await page.screenshot({path: join(PICTURES, `explorer-${name}.png`)});
};

/** Rows whose number is broken into lines, or that reach beyond their panel. */
const spoilt = () => [...document.querySelectorAll('.played-move')].filter((row) => {
    const panel = row.closest('.explorer').getBoundingClientRect(), times = row.querySelector('.times');
    const lines = document.createRange();
    if (times) lines.selectNodeContents(times);
    return lines.getClientRects().length > 1
        || [...row.children].some((part) => !part.matches('.unseen') && part.getBoundingClientRect().right > panel.right - 8);
}).map((row) => row.textContent);

for (const [size, language] of some([['desktop', 'en'], ['phone', 'en'], ['phone', 'fr'], ['small', 'fr'], ['lying', 'fr'], ['desktop', 'fr']], 0, 2)) {
    await test(`the engine's games at Rrib-bit: ${size} ${language}`, async () => {
        const page = await visit(browser, server.address, {size, language, settings: still});
        await page.open('analysis/rribbit');
        await shown(page);
        await page.waitForSelector('[data-played]');
        const expected = told('rribbit', '', ''), found = await rows(page);
        assert.deepEqual(found.map(([move]) => move), expected.slice(0, found.length).map(({move}) => move));
        if (language === 'en') for (const [i, [, label]] of found.entries()) assert.match(label, words(expected[i]));
        await page.locator('.explorer').scrollIntoViewIfNeeded();
        await picture(page, `rribbit-${size}-${language}`);
        await accessible(page, `explorer ${size}`);
        await fits(page, `explorer ${size}`);
        assert.deepEqual(await page.evaluate(spoilt), [], `explorer ${size}: a row is spoilt`);
        if (size !== 'desktop') await fingers(page, `explorer ${size}`);
        await page.click(`[data-played="${found[0][0]}"]`);
        await page.waitForFunction((move) => globalThis.pondAnalysis.nodes.length === 2 && globalThis.pondAnalysis.nodes[1].move === move && !document.querySelector('.moving'), found[0][0]);
        const next = told('rribbit', '', found[0][0]);
        await page.waitForFunction((move) => document.querySelector('[data-played]')?.dataset.played === move, next[0].move);
        quiet(page);
    });
}

await test('keys reach every choice and every source', async () => {
    const page = await visit(browser, server.address, {settings: still});
    await page.open('analysis/rribbit');
    await page.waitForSelector('[data-played]');
    await page.focus('[data-source="engine"]');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.source), 'own');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const [[move]] = await rows(page);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.played), move);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => globalThis.pondAnalysis.nodes.length === 2);
    quiet(page);
});

for (const [size, language] of some([['desktop', 'en'], ['phone', 'fr']], 0)) {
    await test(`exact values of Quibbit's placements: ${size} ${language}`, async () => {
        const options = 'players=2,layout=~RYG*RGY*GRY';
        const page = await visit(browser, server.address, {size, language, settings: still});
        await page.open(`analysis/quibbit/${encodeURIComponent(options)}`);
        await page.waitForSelector('[data-played]');
        if (await page.$('.explorer .more')) await page.click('.explorer .more');
        const expected = told('quibbit', options, ''), found = await rows(page);
        assert.equal(found.length, 12);
        assert.deepEqual(found.map(([move]) => move), expected.map(({move}) => move));
        assert.equal(found[0][0], '@3'); // docs/truth.md
        assert.match(found[0][1], language === 'en' ? /exactly \+0\.537/ : /exactement \+0,537/);
        await page.locator('.explorer').scrollIntoViewIfNeeded();
        await picture(page, `quibbit-${size}-${language}`);
        await accessible(page, `placements ${size}`);
        await fits(page, `placements ${size}`);
        assert.deepEqual(await page.evaluate(spoilt), [], `placements ${size}: a row is spoilt`);
        quiet(page);
    });
}

/** A game as the device keeps it. */
const kept = (id, moves, loser) => ({id, game: 'rribbit', options: '', seats: [{kind: 'human', name: 'You', person: 1}, {kind: 'computer', name: 'Robin', level: 1}],
    script: {game: 'rribbit', options: '', seed: id, log: [...moves.map((move, i) => ['move', i % 2, move]), ...(loser === null ? [] : [['resign', loser]])]},
    when: Date.now(), result: loser === null ? null : `seat ${1 - loser}`, reason: loser === null ? null : 'resigned', score: [0, 0], ply: moves.length, mine: false, humans: 1});

await test('own games: finished ones count, unfinished ones and broken ones do not', async () => {
    const page = await visit(browser, server.address, {settings: still});
    const games = [kept('a', ['b1-c3', 'h7-g5'], 1), kept('b', ['h1-g3', 'b7-c5'], 0), kept('c', ['b1-c3', 'a7-b5'], 1), kept('d', ['e1-d3', 'a7-b5'], null), kept('e', ['a1-a9'], 1)];
    await page.addInitScript((text) => localStorage.setItem('pond.games', text), JSON.stringify(games));
    await page.open('analysis/rribbit');
    await shown(page);
    await source(page, 'own');
    await page.waitForSelector('[data-played]');
    const found = await rows(page);
    assert.equal(found.length, 1); // mirror images are one choice, and game d is not over
    assert.match(found[0][1], /3 games, 2 won, 0 drawn, 1 lost/);
    await picture(page, 'own');
    await page.reload(); // the choice of a source is kept
    await page.waitForSelector('[data-source="own"][aria-pressed="true"]');
    await page.waitForSelector('[data-played]');
    quiet(page);
});

await test('without games of one\'s own, it says so', async () => {
    const page = await visit(browser, server.address, {settings: still});
    await page.open('analysis/rribbit');
    await shown(page);
    await source(page, 'own');
    await page.waitForFunction(() => /no finished games/.test(document.querySelector('.explorer').textContent));
    quiet(page);
});

await test('a server\'s games, where its host shares them', async () => {
    const page = await visit(browser, sharing.address, {settings: still});
    await page.open('analysis/rribbit');
    await shown(page);
    await source(page, 'server');
    await page.waitForSelector('[data-played]');
    const expected = told('rribbit', '', '', 'file', ['--collection', file]), found = await rows(page);
    assert.equal(expected.reduce((sum, {wins, draws, losses}) => sum + wins + draws + losses, 0), GAMES);
    assert.deepEqual(found.map(([move]) => move), expected.slice(0, found.length).map(({move}) => move));
    const other = await visit(browser, server.address, {settings: still});
    await other.open('analysis/rribbit');
    await shown(other);
    await source(other, 'server');
    await other.waitForFunction(() => /doesn't share/.test(document.querySelector('.explorer').textContent));
    quiet(page);
    quiet(other);
});

await test('the first visit fetches none of it, and a question takes no time', async () => {
    const page = await visit(browser, server.address, {settings: still}), asked = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.open('');
    await page.waitForLoadState('networkidle');
    assert.deepEqual(asked.filter((path) => /openings|explorer/.test(path) && path.endsWith('.bin')), []);
    await page.open('analysis/rribbit');
    await page.waitForSelector('[data-played]');
    assert.equal(asked.filter((path) => path === '/tables/openings.bin').length, 1);
    const took = await page.evaluate(async () => {
        const core = await import('/core.mjs'), times = [];
        for (let i = 0; i < 50; i++) {
            const start = performance.now();
            await core.ask('explore', core.TREE, 0);
            times.push(performance.now() - start);
        }
        return times.sort((a, b) => a - b)[25];
    });
    console.log(`        a question takes ${took.toFixed(2)} ms (median of 50, to the Worker and back)`);
    quiet(page);
});

await browser.close();
await Promise.all([server.stop(), sharing.stop()]);
process.exit(test.failed ? 1 : 0);
