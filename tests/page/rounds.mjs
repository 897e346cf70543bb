// rounds.mjs: tables of Quibbit with animations: every frame that is drawn shows a moment that had come by then, in the
// order in which they came. No frog stands where it will leap later, no card is face up and no sentence told too early,
// and the next round is live only once the last one has been shown. Who sits there, what they choose and when, and when
// an animation is skipped is random (POND_SEED). Once all is quiet the page shows what a fresh tab shows.

import assert from 'node:assert/strict';
import {LONG, PATIENCE_MS, SEED, launch, quiet, seen, serve, tester, visit} from './driver.mjs';
import {Client, key, sleep} from '../server/client.mjs';

const PORT = Number(process.env.PORT ?? 7970) + 9;
const server = await serve(PORT), browser = await launch();
let state = (SEED + 1) * 2654435761 % 4294967296;
/** @param {number} count */
const random = (count) => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return Math.floor(state / 4294967296 * count);
};

/** From now on notes what is drawn in every frame that differs from the one before, and what the table knows then. */
const watch = () => {
    globalThis.drawn = [];
    const places = [...document.querySelectorAll('.pondring .tile')].map(({style, dataset}) => ({x: parseFloat(style.left), y: parseFloat(style.top), tile: Number(dataset.tile)}));
    const colours = ['red', 'green', 'yellow', 'blue'], text = (element) => element.textContent.trim();
    const card = (element) => /#mcard-(\w+)/.exec(element.innerHTML)?.[1] ?? '';
    const chose = {}; // by round: who had chosen at some time; a choice that is taken back lies there until it is drawn again
    const hear = ({board, sealed}) => { chose[board.round] = [...new Set([...chose[board.round] ?? [], ...sealed])]; };
    hear(globalThis.pondTable.look);
    globalThis.pondTable.addEventListener('happening', ({detail}) => hear(detail.happening.after));
    const shows = () => {
        const {look, happenings} = globalThis.pondTable;
        return {
            frogs: Object.fromEntries([...document.querySelectorAll('.pondring .ring > .frog')].map((frog) => {
                const [x, y] = [parseFloat(frog.style.left), parseFloat(frog.style.top)], away = ({x: a, y: b}) => Math.hypot(a - x, b - y);
                return [colours.find((one) => frog.querySelector(`.flip.${one}`)), places.reduce((best, one) => (away(one) < away(best) ? one : best)).tile];
            })),
            where: text(document.querySelector('.bar .sub')).replace(/,.*/, ''),
            live: document.querySelectorAll('.hand5 .cardbtn:enabled, .tile.goal:enabled').length,
            turned: Object.fromEntries([...document.querySelectorAll('.middle [data-frog]')].map((one) => [one.dataset.frog, card(one)])),
            choosing: Object.fromEntries([...document.querySelectorAll('.middle div[data-seat]')].map((one) => [one.dataset.seat, card(one)])),
            story: [...document.querySelectorAll('.story li')].map(text), ending: document.querySelector('.ending') !== null,
            moving: document.querySelector('.play.moving') !== null,
            known: {happenings: happenings.length, chose: {...chose}},
        };
    };
    const note = () => {
        if (document.querySelector('.pondring .tile') && globalThis.pondTable?.look) {
            const now = JSON.stringify(shows());
            if (now !== globalThis.drawn.at(-1)) globalThis.drawn.push(now);
        }
        requestAnimationFrame(note);
    };
    note();
};

/** The moments of a game, in their order, as its events tell them. `round` is the one that is being played, `shown` what
 *  of it can be seen: cards are being chosen, turned over (`cards`), or frogs leap; `leap` is the leap that goes on, and
 *  `leaps` how many have begun. @param {any[]} happenings @param {string[]} colours by frog */
function momentsOf(happenings, colours) {
    const at = (board) => Object.fromEntries(board.frogs.flatMap(({tile, color}) => (tile === null ? [] : [[color, [tile]]])));
    const moments = [{known: 0, round: 0, frogs: {}, shown: 'choosing', leaps: 0, ended: 0}];
    for (const [i, {before, after, events}] of happenings.entries()) {
        const last = moments.at(-1), leaps = events.filter(({kind}) => kind === 'leap'), tiles = before.board.tiles.length;
        const rest = {known: i + 1, round: after.board.round, frogs: at(after.board), shown: after.result === null ? 'choosing' : 'over', leaps: last.leaps + leaps.length, ended: last.leaps + leaps.length};
        if (leaps.length > 0) {
            const cards = Object.fromEntries(events.filter(({kind}) => kind === 'show').map(({seat, card}) => [seat, String(card)]));
            let {frogs} = last;
            const during = (more) => moments.push({...last, known: i, round: before.board.round, frogs, shown: 'turned', cards, ...more});
            during({});
            for (const [k, {seat, from, to}] of leaps.entries()) {
                const path = Array.from({length: to - from + 1}, (_, step) => (from + step) % tiles);
                frogs = {...frogs, [colours[seat]]: path};
                during({leaps: last.leaps + k + 1, ended: last.leaps + k});
                frogs = {...frogs, [colours[seat]]: [to % tiles]};
                during({leaps: last.leaps + k + 1, ended: last.leaps + k + 1});
            }
            const gone = Object.keys(frogs).filter((colour) => !(colour in rest.frogs));
            for (const colour of gone) { // they leave one by one
                frogs = Object.fromEntries(Object.entries(frogs).filter(([one]) => one !== colour));
                during({leaps: rest.leaps, ended: rest.leaps});
            }
        }
        moments.push(rest);
    }
    return moments;
}

/** Why a frame cannot show a moment; '' if it can. @param {any} frame @param {any} moment @param {boolean} still was something
 *  live at this moment in the frame before? What is chosen stays so until it is shown. @param {string[]} story in full
 *  @param {number[]} starts the lines of it that begin leaps */
function misfit(frame, moment, still, story, starts) {
    if (moment.known > frame.known.happenings || (moment.shown === 'turned' && moment.known === frame.known.happenings)) return 'nobody knows of it';
    const colours = Object.keys(moment.frogs);
    if (colours.length !== Object.keys(frame.frogs).length || !colours.every((colour) => moment.frogs[colour].includes(frame.frogs[colour]))) return 'frogs';
    const turned = Object.entries(frame.turned);
    if (turned.length > 0 && (moment.shown !== 'turned' || !turned.every(([seat, card]) => ['back', 'lost', moment.cards[seat]].includes(card)))) return 'cards';
    const chosen = Object.entries(frame.choosing);
    if (chosen.some(([, card]) => !['', 'back'].includes(card))) return 'an open card';
    if (moment.shown === 'choosing' && frame.known.happenings === moment.known
        && chosen.some(([seat, card]) => card === 'back' && !frame.known.chose[moment.round]?.includes(Number(seat)))) return 'nobody has chosen';
    if (frame.live > 0 && (moment.shown !== 'choosing' || (!still && frame.known.happenings > moment.known))) return 'live';
    if (frame.where.startsWith('Round') && Number(frame.where.slice(6)) > Math.max(1, moment.round)) return 'round';
    if (frame.ending && moment.shown !== 'over') return 'the end';
    if (frame.story.length === 1 && !story.includes(frame.story[0])) return ''; // nothing has happened yet
    if (frame.story.some((line, i) => line !== story[i])) return 'the story differs';
    const begun = starts.filter((line) => line < frame.story.length).length;
    if (begun > moment.leaps) return 'the story is ahead';
    return begun > moment.ended && frame.story.length > starts[begun - 1] + 1 ? 'a result is told' : '';
}

/** Everything that a page drew, beside what had happened. @param {import('playwright-core').Page} page @param {string} who */
async function check(page, who) {
    await page.waitForFunction(() => !document.querySelector('.play.moving'), undefined, {polling: 500});
    const {drawn, happenings, colours} = await page.evaluate(() => ({
        drawn: globalThis.drawn.map((one) => JSON.parse(one)), happenings: globalThis.pondTable.happenings, colours: globalThis.pondTable.look.board.frogs.map(({color}) => color),
    }));
    const moments = momentsOf(happenings, colours), story = drawn.at(-1).story, starts = story.flatMap((line, i) => (/ plays? \d and /.test(line) ? [i] : []));
    assert.equal(starts.length, moments.at(-1).leaps, `${who}: every leap is told`);
    let now = 0;
    for (const [i, frame] of drawn.entries()) {
        const why = (at) => misfit(frame, moments[at], at === now && drawn[i - 1]?.live > 0, story, starts);
        const next = moments.findIndex((_, at) => at >= now && why(at) === '');
        if (next < 0) {
            const reasons = moments.map((_, at) => `${at}: ${why(at)}`).slice(Math.max(0, now - 3), now + 4);
            throw new assert.AssertionError({message: `${who} (POND_SEED=${SEED}), frame ${i} of ${drawn.length}, at moment ${now} of ${moments.length}:\n${JSON.stringify(frame)}\n${JSON.stringify(moments[now])}\n${reasons.join('\n')}\nbefore: ${JSON.stringify(drawn[i - 1])}`});
        }
        now = next;
    }
    assert.equal(now, moments.length - 1, `${who}: all of it was shown`);
    return drawn.length;
}

/** The page and a fresh tab of the same person show the same. */
async function compare(page, who) {
    const fresh = await page.context().newPage();
    await fresh.goto(page.url());
    await fresh.waitForFunction(() => globalThis.pondTable?.look && document.querySelector('.play') && !document.querySelector('.play.moving'));
    let here, there;
    for (const until = Date.now() + PATIENCE_MS / 4; Date.now() < until; await sleep(100)) {
        [here, there] = [await seen(page), await seen(fresh)];
        if (JSON.stringify(here) === JSON.stringify(there)) break;
    }
    assert.deepEqual(here, there, `${who} and a fresh tab`);
    await fresh.close();
}

const rounds = (page) => page.evaluate(() => globalThis.pondTable.happenings.filter(({events}) => events.some(({kind}) => kind === 'leap')).length);

/** A player without a page: chooses after a while, until `done` says so. */
async function plays(client, table, wait, done) {
    while (!done()) {
        const {view, version, phase} = await client.ask({type: 'watch', table});
        client.inbox.length = 0;
        if (phase === 'over') return;
        if (view?.legal.length > 0) await client.ask({type: 'play', table, version, move: view.legal[random(view.legal.length)]});
        await sleep(random(wait));
    }
}

/** A player at a page: chooses what is live, sometimes something else again, and sometimes skips what moves. */
async function chooses(page, done) {
    while (!done()) {
        await sleep(random(120));
        await page.evaluate(([one, two, what]) => {
            const live = [...document.querySelectorAll('.hand5 .cardbtn:enabled, .tile.goal:enabled')], again = document.querySelector('.can .again');
            if (live.length > 0) live[one % live.length].click();
            else if (again && what === 0) again.click();
            else if (what === 1 && two % 6 === 0) document.querySelector('.pondring').dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}));
        }, [random(100), random(100), random(4)]);
    }
}

/** One table: so many people at pages and without one, somebody who watches, and so many rounds. */
async function table(name, {pages, others, wait, most, motion}) {
    const clients = [], people = [], seats = pages + others;
    let over = false;
    for (let i = 0; i < others; i++) clients.push(await Client.open({port: PORT}, {key: key(), name: ['Cleo', 'Dan', 'Eve', 'Fay'][i]}));
    const {table: id} = await clients[0].ask({type: 'create', game: 'quibbit', options: `players=${seats}`, seats: ['me', ...Array(seats - 1).fill('open')], public: true, once: name});
    for (let i = 0; i < pages; i++) {
        const page = await visit(browser, server.address, {size: i === 0 ? 'desktop' : 'phone', settings: {motion, chances: false, name: ['Ada', 'Ben', 'Gus'][i]}});
        await page.open(`together/${id}`);
        await page.locator('.join').first().click();
        people.push({page, who: `${name}: ${['Ada', 'Ben', 'Gus'][i]}`});
    }
    for (const client of clients.slice(1)) await client.ask({type: 'join', table: id});
    const watcher = await visit(browser, server.address, {settings: {motion, chances: false, name: 'Wim'}});
    await watcher.open(`together/${id}`);
    people.push({page: watcher, who: `${name}: Wim, who watches`});
    for (const {page} of people) {
        await page.waitForSelector('.pondring .tile');
        await page.evaluate(watch);
    }
    const done = () => over, late = Date.now() + PATIENCE_MS;
    const playing = [...clients.map((client) => plays(client, id, wait, done)), ...people.slice(0, -1).map(({page}) => chooses(page, done))];
    while (await rounds(watcher) < most && !(await watcher.evaluate(() => globalThis.pondTable.over))) {
        assert.ok(Date.now() < late, `${name}: nothing goes on`);
        await sleep(50);
    }
    over = true;
    await Promise.all(playing);
    let frames = 0;
    for (const {page, who} of people) {
        frames += await check(page, who);
        await compare(page, who);
        quiet(page);
        await page.context().close();
    }
    for (const client of clients) client.close();
    return frames;
}

const test = tester(browser);
console.log(`POND_SEED=${SEED}`);

await test('rounds at a table are drawn as they happened', async () => {
    let frames = 0;
    for (let i = 0; i < (LONG ? 8 : 1); i++) frames += await table(`people ${i}`, {pages: 1 + random(2), others: 1 + random(2), wait: 400, most: LONG ? 8 : 3, motion: LONG && i % 4 === 3 ? 'full' : 'fast'});
    return `${frames} different frames`;
});

await test('somebody who watches a fast game sees every round from its beginning', async () => {
    let frames = 0;
    for (let i = 0; i < (LONG ? 8 : 1); i++) frames += await table(`watched ${i}`, {pages: 0, others: 2 + random(3), wait: 60, most: LONG ? 8 : 3, motion: 'fast'});
    return `${frames} different frames`;
});

await browser.close();
await server.stop();
process.exitCode = test.failed > 0 ? 1 : 0;
