// learn.mjs: every step of the three lessons and some puzzles worked through by hand in a browser;
// wrong answers are answered; a finished game is reviewed and gone on with from a mistake.

import assert from 'node:assert/strict';
import {accessible, doMove, fits, launch, myTurn, playOut, quiet, serve, some, tester, visit} from './driver.mjs';

const still = {motion: 'off', chances: false, level: {rribbit: 1, quibbit: 1, quibbles: 1}};
const server = await serve(), browser = await launch();

const ask = (page, ...call) => page.evaluate(async (args) => (await import('/core.mjs')).ask(...args), call);

async function work(page, game, kind, number) {
    await page.open(`${kind === 'puzzles' ? 'puzzles' : 'learn'}/${game}/${number}`);
    const {stages} = await ask(page, 'exercise', game, kind, number);
    const answers = [];
    for (let stage = 0; stage < stages; stage++) {
        const move = await ask(page, 'solution', game, kind, number, answers);
        await page.waitForFunction(() => document.querySelector('.exercise'));
        await doMove(page, game, move);
        answers.push(move);
        const expected = await ask(page, 'attempt', game, kind, number, answers);
        assert.equal(expected.verdict, 'right', `${game} ${kind} ${number}`);
        await page.waitForFunction((text) => document.querySelector('.said')?.textContent.includes(text), expected.said);
    }
    await page.waitForSelector('.next:not(.soft)');
}

const test = tester(browser);

for (const [game, size, language] of [['rribbit', 'desktop', 'en'], ['quibbit', 'phone', 'fr'], ['quibbles', 'desktop', 'en']]) {
    await test(`the lesson of ${game}`, async () => {
        const page = await visit(browser, server.address, {size, language, settings: still});
        await page.open('learn');
        await accessible(page, 'learn');
        const {exercises} = await ask(page, 'course', game, 'lesson');
        for (const {number} of exercises) await work(page, game, 'lesson', number);
        await accessible(page, game);
        await fits(page, game);
        await page.open('learn');
        assert.equal(await page.locator('.steps a.done').count(), exercises.length);
        quiet(page);
        return `${exercises.length} steps`;
    });
    await test(`puzzles of ${game}`, async () => {
        const page = await visit(browser, server.address, {size, language, settings: still});
        await page.open('puzzles');
        await accessible(page, 'puzzles');
        for (const number of [1, 17, 40]) await work(page, game, 'puzzles', number);
        await page.open('puzzles/today');
        await page.waitForSelector('.exercise');
        quiet(page);
    });
}

await test('a lesson on a phone: everything that is needed is within reach', async () => {
    for (const [language, again] of some([['fr', 'Réessayer'], ['en', 'Try again']], 0)) {
        const page = await visit(browser, server.address, {size: 'phone', language, settings: still});
        await page.open('learn/quibbit/3');
        const seen = await page.evaluate(() => [...document.querySelectorAll('.task .do, .pondring, .cardbtn')].map((element) => {
            const {top, bottom} = element.getBoundingClientRect();
            return {what: element.className, seen: top >= 0 && bottom <= innerHeight + 1};
        }));
        assert.equal(seen.length, 7);
        assert.deepEqual(seen.filter((one) => !one.seen), [], 'the task, the ring and the cards, all without scrolling');
        assert.equal(await page.locator('.ways .retry').textContent(), again);
        await work(page, 'quibbit', 'lesson', 3);
        await page.waitForFunction(() => document.querySelector('.can .say').textContent === ''); // nobody thinks any more
        await page.open('puzzles/rribbit/2');
        assert.equal(await page.locator('.ways a').first().textContent(), language === 'fr' ? 'Précédent' : 'Previous');
        await fits(page, 'a puzzle');
        quiet(page);
    }
});

await test('a wrong answer changes nothing and says something', async () => {
    const page = await visit(browser, server.address, {settings: still});
    await page.open('learn/rribbit/3');
    await doMove(page, 'rribbit', 'a1-b3');
    await page.waitForSelector('.verdict.wrong');
    assert.ok(await page.locator('[data-pad="a1"].own').isVisible());
    quiet(page);
});

await test('after another try, keys answer the exercise that is seen', async () => {
    const page = await visit(browser, server.address, {settings: still});
    const told = '.verdict.right, .verdict.wrong';
    await page.open('learn/quibbit/3');
    for (const _ of [1, 2, 3]) {
        await page.waitForFunction((one) => !document.querySelector(one) && document.querySelector('.cardbtn:enabled'), told);
        await page.keyboard.press('2');
        await page.waitForSelector(told);
        await page.locator('.ways .retry').click();
    }
    quiet(page);
});

/** Chooses what the review calls best, as a person would. */
async function findBest(page, game) {
    const best = await page.evaluate(() => globalThis.pondReview.judged.find((one) => one?.number === globalThis.pondReview.trying.number).known.best);
    if (game !== 'quibbles') return doMove(page, game, best);
    await page.locator('.reveal').click(); // picks the cards
    return page.locator(best[0] === '+' ? '.can .lay' : best.includes('=') ? '.can .do' : `.can [data-move="${best}"]`).click();
}

for (const game of ['rribbit', 'quibbit', 'quibbles']) {
    await test(`the review of a game of ${game}`, async () => {
        const page = await visit(browser, server.address, {settings: still});
        await page.open(`play/${game}`);
        const {ply} = await playOut(page);
        await page.locator('.ending .review').click();
        await page.waitForFunction(() => /Accuracy \d+/.test(document.querySelector('.progress')?.textContent ?? ''), undefined, {timeout: 180000});
        assert.ok((await page.locator('.curve path').count()) > 2);
        assert.equal(await page.locator('.totals tbody tr').count(), game === 'quibbit' ? 4 : 2, 'everyone is weighed');
        assert.match(await page.locator('.progress').textContent(), /^You: Accuracy \d+ of 100\./);
        for (const cell of await page.locator('.totals tbody td:nth-child(3)').allTextContents()) assert.match(cell, /^\d+% of (level [246] games|random games)$/);
        // What the signs mean is one press away, by key as well.
        assert.equal(await page.locator('.terms dl').isVisible(), false);
        await page.locator('.terms summary').press('Enter');
        const terms = await page.locator('.terms dl').innerText();
        for (const part of [/\?!\s+Inaccuracy: /, /\?\?\s+Blunder: /, /Accuracy\s+How close/, /Better than\s+How many/, /Skill\s/]) assert.match(terms, part);
        assert.equal(/Luck\s/.test(terms), game !== 'rribbit');
        await accessible(page, `the end of ${game}`);
        await fits(page, `the end of ${game}`);
        await page.locator('.terms summary').press('Enter');
        await page.locator('[data-go="first"]').click();
        if (game === 'quibbit') assert.equal(await page.locator('.middle h2').textContent(), 'Placing the frogs', 'no sentence without a subject');
        await page.locator('[data-go="1"]').click();
        await page.waitForFunction(() => globalThis.pondReview.at === 1 && !globalThis.pondReview.moves);
        await page.locator('[data-go="play"]').click();
        await page.waitForFunction(() => globalThis.pondReview.at >= 3);
        await page.locator('[data-go="play"]').click();
        await page.locator('[data-go="mistake"]').click();
        await accessible(page, `review of ${game}`);
        await fits(page, `review of ${game}`);
        // The better choice is drawn on every board, and you can find it yourself.
        const number = await page.evaluate(() => {
            const {judged, humans} = globalThis.pondReview;
            return judged.find((one) => one && humans.includes(one.seat) && one.known?.cost >= .05 && one.known.best !== one.move)?.number;
        });
        if (number !== undefined) {
            const line = await page.evaluate((wanted) => globalThis.pondReview.first.findLastIndex((first) => first <= wanted), number);
            await page.evaluate((at) => globalThis.pondReview.step(at), line);
            assert.equal(await page.locator('.moment .knew').count(), game === 'quibbles' ? 1 : 0, 'whose view it is, where hands are hidden');
            assert.equal(await page.locator('.fate .note').count(), game === 'quibbles' ? 1 : 0, 'and whose the bar is');
            await page.waitForSelector({rribbit: '.arrow', quibbit: '.over .advice, .tile.advised', quibbles: '.hand .pick, .hand .stash, .moment .better'}[game]);
            await page.locator('.retry').click();
            await page.waitForFunction(() => globalThis.pondReview.look.legal.length > 0);
            await findBest(page, game);
            await page.waitForSelector('.verdict.right');
            await accessible(page, `another try at ${game}`);
            await page.locator('.goon').click();
        } else await page.locator('[data-go="fork"]').click();
        await page.waitForFunction((before) => globalThis.pondTable?.look.result === null && globalThis.pondTable.look.ply < before, ply);
        quiet(page);
    });
}

// The longest win of four frogs against one: 16 turns, of which the first must be d1-f2.
const FOUR_AGAINST_ONE = 'play/at/rribbit/turn=single,win=row/hh/9.8L.5L3.9.9.9.D1LL5_l_0,0';

for (const [language, win, draw] of some([
    ['en', 'A win in 16 turns (proven)', 'A draw (proven)'],
    ['fr', 'Victoire en 16 coups (prouvée)', 'Partie nulle (prouvée)'],
], 1)) {
    await test(`exact values in hint and review, also without a network, ${language}`, async () => {
        const page = await visit(browser, server.address, {language, settings: still});
        const fetched = [];
        page.on('request', (request) => {
            if (request.url().includes('/tables/')) fetched.push(new URL(request.url()).pathname);
        });
        await page.open('');
        await page.evaluate(() => navigator.serviceWorker.ready);
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
        await page.open('play/rribbit/hh');
        await page.locator('.hint').first().click();
        await page.waitForSelector('.toast');
        assert.deepEqual(fetched, [], 'nobody needs tables yet');
        await page.open(FOUR_AGAINST_ONE);
        await page.locator('.hint').first().click();
        await page.waitForFunction((text) => document.querySelector('.toast')?.textContent.includes(text), win);
        assert.match(await page.locator('.toast').textContent(), /d1.*f2/);
        assert.deepEqual(fetched, ['/tables/rribbit-single-row.bin'], 'what is needed, once');
        await doMove(page, 'rribbit', 'c1-a2');
        await page.waitForFunction(() => globalThis.pondTable.look.ply === 1);
        await myTurn(page);
        await doMove(page, 'rribbit', 'a1-b3');
        await page.waitForFunction(() => globalThis.pondTable.look.ply === 2);
        await page.evaluate(() => globalThis.pondTable.resign(0));
        await page.waitForSelector('.ending .review');

        await page.context().setOffline(true);
        await page.reload(); // the page itself, its core and the tables come from what was kept
        await page.waitForFunction(() => document.body.dataset.ready !== undefined);
        const id = await page.evaluate(async () => (await import('/shelf.mjs')).shelf()[0].id);
        await page.open(`review/${id}`);
        await page.locator('[data-go="first"]').click();
        await page.waitForFunction((text) => document.querySelector('.moment')?.textContent.includes(text), win);
        await page.locator('[data-go="1"]').click();
        await page.waitForFunction((text) => document.querySelector('.moment')?.textContent.includes(text), draw);
        await page.context().setOffline(false);
        await fits(page, 'review with exact values');
        return win;
    });
}

await browser.close();
await server.stop();
process.exit(test.failed ? 1 : 0);
