// training.mjs: learning from one's own mistakes: a reviewed game becomes puzzles, answers are judged, and what was
// solved comes back after a growing time. PICTURES=FOLDER keeps pictures.

import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {accessible, doMove, fits, launch, quiet, serve, visit} from './driver.mjs';

const {POND, PICTURES} = process.env, DAY_MS = 24 * 60 * 60 * 1000;
const server = await serve(Number(process.env.PORT ?? 7970) + 8), browser = await launch();
const still = {motion: 'off', chances: false};

/** A game of random moves, as the device keeps it: full of mistakes, and given up after a few turns. */
function played(game, options, limit) {
    const record = spawnSync(POND, ['random', game, '--options', options, '--seed', 'training', '--limit', String(limit)], {encoding: 'utf8'}).stdout;
    const moves = record.split('\n\n')[1].split('\n').filter((line) => /^\d+\./.test(line)).flatMap((line) => line.split(' ').slice(1));
    const log = moves.map((move, i) => ['move', i % 2, move]);
    return {id: 'training', game, options, seats: [{kind: 'human', name: 'You', person: 1}, {kind: 'computer', name: 'Robin', level: 1}],
        script: {game, options, seed: 'training', log: [...log, ['resign', 0]]}, when: Date.now() - DAY_MS, result: 'seat 1', reason: 'resigned', score: [0, 0], ply: log.length, mine: false, humans: 1};
}
const keep = (page, kept) => page.addInitScript((games) => {
    if (!localStorage.getItem('pond.games')) localStorage.setItem('pond.games', games);
}, JSON.stringify([kept]));
const set = (page) => page.evaluate(async () => (await import('/training-set.mjs')).training());
const answered = (page, kind) => page.waitForFunction((name) => document.querySelector(`.said .verdict.${name}`), kind);

let failed = 0;
async function test(name, work) {
    if (process.argv[2] && !name.includes(process.argv[2])) return;
    try {
        const said = await work();
        console.log(`ok      ${name}${said ? `: ${said}` : ''}`);
    } catch (error) {
        failed++;
        console.log(`FAILED  ${name}\n${error.stack ?? error}`);
    }
    for (const context of browser.contexts()) await context.close();
}

await test('what is solved comes back later and later, what is not tomorrow', async () => {
    const page = await visit(browser, server.address, {settings: still});
    await page.open('training');
    const days = await page.evaluate(async (day) => {
        const {practised} = await import('/training-set.mjs');
        let item = {box: 0, due: 0}, now = 0;
        const waits = [];
        for (let i = 0; i < 8; i++) {
            item = practised(item, i !== 4, now);
            waits.push((item.due - now) / day);
            now = item.due;
        }
        return waits;
    }, DAY_MS);
    assert.deepEqual(days, [1, 3, 7, 16, 1, 1, 3, 7]);
    assert.match(await page.locator('.set').textContent(), /Nothing yet/);
    await accessible(page, 'training');
    quiet(page);
});

for (const [size, language] of [['desktop', 'en'], ['phone', 'fr']]) {
    await test(`a review becomes puzzles: ${size} ${language}`, async () => {
        const page = await visit(browser, server.address, {size, language, settings: still});
        await keep(page, played('rribbit', 'turn=single', 10));
        await page.open('review/training');
        const way = page.locator('.moment a[href="#/training/game/training"]');
        await way.waitFor();
        const {items, searched} = await set(page);
        assert.ok(items.length > 0 && searched.includes('training'), JSON.stringify(items));
        assert.ok(items.every(({seat, cost, played: move, best}) => seat === 0 && cost >= .05 && move !== best));
        await way.click();
        await page.waitForFunction(() => document.querySelector('.training .pads'));
        await fits(page, 'training');
        await accessible(page, 'training');
        if (PICTURES) await page.screenshot({path: `${PICTURES}/training-${size}-${language}.png`, fullPage: true});
        const item = await page.evaluate(() => globalThis.pondTraining.item);
        await doMove(page, 'rribbit', item.played);
        await answered(page, 'wrong');
        await doMove(page, 'rribbit', item.best);
        await answered(page, 'right');
        const now = (await set(page)).items.find(({id}) => id === item.id);
        assert.equal(now.box, 0, 'not at once');
        assert.ok(now.due > Date.now() + DAY_MS / 2);
        await page.locator('.ways .next').click();
        await page.waitForFunction((id) => globalThis.pondTraining?.item.id !== id || document.querySelector('.set'), item.id);
        if (items.length > 1) {
            const next = await page.evaluate(() => globalThis.pondTraining.item);
            await page.waitForFunction(() => document.querySelector('.training .pads') && globalThis.pondTraining.look);
            await doMove(page, 'rribbit', next.best);
            await answered(page, 'right');
            assert.equal((await set(page)).items.find(({id}) => id === next.id).box, 1, 'at once');
        }
        quiet(page);
        return `${items.length} mistakes`;
    });
}

await test('finished games are searched on demand, and the puzzles screen tells what is due', async () => {
    const page = await visit(browser, server.address, {settings: still});
    await keep(page, played('rribbit', 'turn=single', 8));
    await page.open('training');
    await page.locator('.search button').click();
    await page.waitForFunction(() => /All your finished games/.test(document.querySelector('.search')?.textContent ?? ''));
    const {items} = await set(page);
    assert.ok(items.length > 0);
    await page.open('puzzles');
    assert.ok((await page.locator('a[href="#/training"]').first().textContent()).includes(`${items.length} to practise now`));
    await page.open('training/go');
    await page.locator('.showme').click();
    await answered(page, 'wrong');
    await page.locator('.forget').click();
    await page.waitForFunction((count) => JSON.parse(localStorage.getItem('pond.training')).items.length === count - 1, items.length);
    quiet(page);
});

await browser.close();
await server.stop();
process.exit(failed ? 1 : 0);
