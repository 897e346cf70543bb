// training.mjs: learning from your own mistakes: a reviewed game becomes puzzles, answers are judged, and what was
// solved comes back after a growing time. PICTURES=FOLDER keeps pictures.

import assert from 'node:assert/strict';
import {accessible, doMove, fits, launch, LONG, quiet, serve, tester, visit} from './driver.mjs';

const {PICTURES} = process.env, DAY_MS = 24 * 60 * 60 * 1000;
const server = await serve(Number(process.env.PORT ?? 7970) + 8), browser = await launch();
const still = {motion: 'off', chances: false};

const GAMES = {rribbit: 'turn=single', quibbit: 'players=2', quibbles: 'players=2'};
const STEPS = Number(process.env.STEPS ?? (LONG ? 12 : 6));

/** A game of random moves against the computer, as the device keeps it: full of mistakes, and given up after a number of
 *  decisions of the first seat. */
const played = (page, game, decisions, seed = 'training') => page.evaluate(async ([name, options, count, begun, when]) => {
    const core = await import('/core.mjs'), {put} = await import('/shelf.mjs');
    const script = {game: name, options, seed: begun, log: []};
    let state = [...begun].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0) >>> 0, 7);
    const random = (most) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor(state / 2 ** 32 * most); };
    await core.open(core.SCRATCH, script);
    for (let own = 0; own < count;) {
        const {turn: [seat], result} = await core.look(core.SCRATCH, core.SPECTATOR);
        if (result !== null) break;
        const {legal} = await core.look(core.SCRATCH, seat), entry = ['move', seat, legal[random(legal.length)]];
        await core.act(core.SCRATCH, entry);
        script.log.push(entry);
        if (seat === 0) own++;
    }
    const {result} = await core.look(core.SCRATCH, core.SPECTATOR);
    if (result === null) script.log.push(['resign', 0]);
    put({id: 'training', game: name, options, seats: [{kind: 'human', name: 'You', person: 1}, {kind: 'computer', name: 'Robin', level: 1}],
        script, when, result: result ?? 'seat 1', reason: 'resigned', score: [0, 0], ply: script.log.length, mine: false, humans: 1});
}, [game, GAMES[game], decisions, seed, Date.now() - DAY_MS]);
/** Where a puzzle is shown and can be answered. */
const ready = (page) => page.waitForFunction(() => globalThis.pondTraining?.look && globalThis.pondTraining.screen.isConnected);
const set = (page) => page.evaluate(async () => (await import('/training-set.mjs')).training());
const answered = (page, kind) => page.waitForFunction((name) => document.querySelector(`.said .verdict.${name}`), kind);

const test = tester(browser);

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

for (const [game, size, language] of [['rribbit', 'desktop', 'en'], ['quibbit', 'phone', 'fr'], ['quibbles', 'desktop', 'fr'], ['quibbles', 'phone', 'en']]) {
    await test(`a review becomes puzzles: ${game} ${size} ${language}`, async () => {
        const page = await visit(browser, server.address, {size, language, settings: still});
        await page.open('training');
        await played(page, game, game === 'rribbit' ? 5 : 8);
        await page.open('review/training');
        const way = page.locator('.moment a[href="#/training/game/training"]');
        await way.waitFor();
        const {items, searched} = await set(page);
        assert.ok(items.length > 0 && searched.includes('training'), JSON.stringify(items));
        assert.ok(items.every(({seat, cost, played: move, best}) => seat === 0 && cost >= .05 && move !== best));
        await way.click();
        await ready(page);
        await fits(page, 'training');
        await accessible(page, 'training');
        if (PICTURES) await page.screenshot({path: `${PICTURES}/training-${game}-${size}-${language}.png`, fullPage: true});
        const item = await page.evaluate(() => globalThis.pondTraining.item);
        await doMove(page, game, item.played);
        await answered(page, 'wrong');
        await doMove(page, game, item.best);
        await answered(page, 'right');
        const now = (await set(page)).items.find(({id}) => id === item.id);
        assert.equal(now.box, 0, 'not at once');
        assert.ok(now.due > Date.now() + DAY_MS / 2);
        await page.locator('.ways .next').click();
        await page.waitForFunction((id) => globalThis.pondTraining?.item.id !== id || document.querySelector('.set'), item.id);
        if (items.length > 1) {
            await ready(page);
            const next = await page.evaluate(() => globalThis.pondTraining.item);
            await doMove(page, game, next.best);
            await answered(page, 'right');
            assert.equal((await set(page)).items.find(({id}) => id === next.id).box, 1, 'at once');
        }
        quiet(page);
        return `${items.length} mistakes`;
    });
}

/** What the set must hold after an answer: a failure, or help, brings a mistake back tomorrow. */
class Model {
    /** @param {{id: string, box: number}[]} items */
    constructor(items) {
        this.boxes = new Map(items.map(({id, box}) => [id, box]));
    }
    judge(id, solved) {
        this.boxes.set(id, solved ? this.boxes.get(id) + 1 : 0);
    }
    async holds(page, what) {
        const {items} = await set(page);
        assert.deepEqual(Object.fromEntries(items.map(({id, box}) => [id, box])), Object.fromEntries(this.boxes), what);
    }
}
const DEEDS = {
    /** Any move: what it is worth, the page must say. */
    async move(page, {game, id}, model, random, state) {
        const {legal} = await page.evaluate(() => globalThis.pondTraining.look), move = legal[random(legal.length)];
        await page.evaluate(() => {
            document.querySelector('.said').replaceChildren();
            for (const card of document.querySelectorAll('.hand .pick')) card.click(); // put back what was shown
        });
        await doMove(page, game, move);
        await page.waitForFunction(() => document.querySelector('.said .verdict.right, .said .verdict.wrong'));
        const right = await page.evaluate(() => document.querySelector('.said .verdict.right') !== null);
        if (right || !state.failed) model.judge(id, right && !state.failed);
        state.failed ||= !right;
        state.solved = right;
        return `${move} ${right ? 'right' : 'wrong'}`;
    },
    async showme(page, {id}, model, _random, state) {
        await page.locator('.showme').click();
        await answered(page, 'wrong');
        if (!state.failed && !state.solved) model.judge(id, false);
        state.failed = true;
    },
    async next(page) {
        await page.locator('.ways .next').click();
    },
    async forget(page, {id}, model) {
        await page.locator('.forget').click();
        model.boxes.delete(id);
    },
};
for (const game of Object.keys(GAMES)) {
    await test(`answers at random: ${game}`, async () => {
        let state = Number(process.env.SEED ?? Date.now() % 1e9);
        const begun = state, random = (count) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor(state / 2 ** 32 * count); };
        const page = await visit(browser, server.address, {settings: still}), said = [];
        try {
            await page.open('training');
            await played(page, game, 6, `monkey-${begun}`);
            await page.locator('a[href="#/puzzles"]').first().click();
            await page.open('training');
            await page.locator('.search button').click();
            await page.waitForFunction(() => /All your finished games/.test(document.querySelector('.search')?.textContent ?? ''));
            const model = new Model((await set(page)).items);
            for (let step = 0, trial = null, own = {}; step < STEPS && model.boxes.size > 0; step++) {
                if (trial === null) {
                    await page.open('training');
                    await page.open('training/game/training');
                    await ready(page);
                }
                const item = await page.evaluate(() => globalThis.pondTraining.item);
                if (trial !== item.id) own = {failed: false, solved: false};
                trial = item.id;
                const names = own.solved ? ['next', 'next', 'forget', 'showme'] : ['move', 'move', 'move', 'showme', 'next', 'forget'], name = names[random(names.length)];
                said.push(`${name} ${await DEEDS[name](page, item, model, random, own) ?? ''}`);
                await model.holds(page, said.join('; '));
                if (name !== 'next' && name !== 'forget') continue;
                await page.waitForFunction((before) => (globalThis.pondTraining.item.id !== before && globalThis.pondTraining.look) || document.querySelector('.set'), item.id);
                if (await page.locator('.set').count() > 0) trial = null;
            }
            quiet(page);
        } catch (error) {
            throw new Error(`SEED=${begun}: ${said.join('; ')}\n${error.stack}`);
        }
        return said.length === 0 ? 'no mistakes' : `${said.length} deeds`;
    });
}

await test('finished games are searched on demand, and the puzzles screen tells what is due', async () => {
    const page = await visit(browser, server.address, {settings: still});
    await page.open('training');
    await played(page, 'rribbit', 4);
    await page.open('puzzles');
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
process.exit(test.failed ? 1 : 0);
