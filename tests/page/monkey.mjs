// monkey.mjs: people at tables whose tabs sleep, reload, lose the line, are opened twice and clicked twice, at random
// moments. Afterwards every tab shows what a fresh tab shows, the story included, and no deal is called false.
//
//   tools/page-tests monkey              a short run
//   tools/page-tests monkey SEED STEPS   the same run again, or a longer one

import assert from 'node:assert/strict';
import {PATIENCE_MS, doMove, launch, quiet, seen, serve, visit, wire} from './driver.mjs';

const PORT = Number(process.env.PORT ?? 7970) + 7;
const seed = Number(process.argv[2] ?? 1), steps = Number(process.argv[3] ?? 12);
let state = seed * 2654435761 % 4294967296 || 1;
/** @param {number} count */
const random = (count) => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return Math.floor(state / 4294967296 * count);
};

const server = await serve(PORT), browser = await launch();

/** @param {string} name @param {number} at */
async function person(name, at) {
    const way = await wire(PORT, PORT + 10 + at);
    const page = await visit(browser, way.address, {settings: {motion: 'off', chances: false, name}, still: true});
    return {name, way, page};
}
const ready = (page) => page.waitForFunction(() => document.querySelector('.play') && !document.querySelector('.play.moving, .stand.trouble') && globalThis.pondTable?.look);

/** Everyone's tab beside a fresh one of the same person. */
async function compare(people, when) {
    for (const {page, way, name} of people) {
        await page.waitForFunction(() => !document.querySelector('.stand.trouble'));
        const fresh = await page.context().newPage();
        await fresh.goto(page.url());
        await ready(fresh);
        // Both hear of everything at their own time: what they show must become the same.
        let here, there;
        for (const until = Date.now() + PATIENCE_MS / 4; Date.now() < until; await page.waitForTimeout(100)) {
            [here, there] = [await seen(page), await seen(fresh)];
            if (JSON.stringify(here) === JSON.stringify(there)) break;
        }
        assert.deepEqual(here, there, `${name}, ${when} (${way.address})`);
        assert.equal(here.false, 0, `${name}, ${when}: the deal is called false`);
        await fresh.close();
    }
}

/** One decision by a player to move, if there is one. */
async function move(people) {
    for (const {page} of people) {
        const now = await page.evaluate(() => ({look: globalThis.pondTable?.look, mine: globalThis.pondTable?.mine, game: globalThis.pondTable?.game, busy: Boolean(document.querySelector('.play.moving, .stand.trouble, dialog[open]'))}));
        if (!now.look || now.busy || now.look.result !== null || !now.look.turn.includes(now.mine) || now.look.legal.join() === '-') continue;
        const {legal, version} = now.look;
        await doMove(page, now.game, now.game === 'quibbles' ? legal.find((one) => one[0] === '!') ?? legal.find((one) => one[0] === '+') ?? legal[0] : legal[random(legal.length)]);
        await page.waitForFunction(([before, seat]) => globalThis.pondTable.look.version > before || !globalThis.pondTable.look.turn.includes(seat), [version, now.mine]);
        return;
    }
}

/** What may happen to a tab. @type {Record<string, (person: any, people: any[]) => Promise<unknown>>} */
const ACCIDENTS = {
    reload: async ({page}) => {
        await page.reload();
        await ready(page);
    },
    'loses the line': async ({way, page}, people) => {
        way.cut();
        await page.waitForSelector('.stand.trouble');
        await move(people.filter((one) => one.page !== page));
        way.mend();
        await page.waitForSelector('.stand.trouble', {state: 'detached'});
    },
    sleeps: async ({way, page}, people) => { // a phone in a pocket, longer than the server waits
        const session = await page.context().newCDPSession(page);
        await session.send('Page.setWebLifecycleState', {state: 'frozen'});
        way.cut();
        await move(people.filter((one) => one.page !== page));
        await new Promise((done) => setTimeout(done, 11000));
        way.mend();
        await session.send('Page.setWebLifecycleState', {state: 'active'});
        await page.waitForFunction(() => !document.querySelector('.stand.trouble'));
    },
    'opens twice': async ({page}, people) => {
        const second = await page.context().newPage();
        await second.goto(page.url());
        await ready(second);
        await move(people);
        await second.close();
    },
    'clicks twice': async ({page}) => {
        for (const name of ['.ending .again', '.pads .pad.own', '.hand .qcard', '.cardbtn:enabled']) {
            const button = page.locator(name).first();
            if (await button.isVisible().catch(() => false)) return button.dblclick({timeout: 3000}).catch(() => {});
        }
    },
    'goes home and comes back': async ({page}) => {
        const address = page.url();
        await page.evaluate(() => { location.hash = '#/'; });
        await page.waitForSelector('.hero');
        await page.goto(address);
        await ready(page);
    },
    resigns: async ({page}) => {
        if (await page.evaluate(() => !globalThis.pondTable.over)) await page.evaluate(() => globalThis.pondTable.resign().catch(() => {}));
    },
    'wants another game': async (_, people) => {
        for (const {page} of people) {
            const again = page.locator('.ending .again');
            if (await again.isVisible().catch(() => false)) await again.dblclick({timeout: 3000}).catch(() => {});
        }
    },
};

for (const game of ['rribbit', 'quibbles', 'quibbit']) {
    const people = [await person('Ada', 0), await person('Ben', 1)], [ada, ben] = people, done = [];
    try {
        await ada.page.open('together');
        await ada.page.waitForFunction(() => document.querySelector('.state')?.textContent === '');
        await ada.page.locator(`input[name="game"][value="${game}"]`).check({force: true});
        await ada.page.locator('form > .btn').click();
        await ada.page.waitForSelector('#link');
        const id = await ada.page.evaluate(() => globalThis.pondTable.id);
        await ben.page.open(`together/${id}`);
        await ben.page.locator('.join').first().click();
        for (const {page} of people) await ready(page);
        const names = Object.keys(ACCIDENTS);
        for (let i = 0; i < steps; i++) {
            if (random(2) === 0) {
                done.push('a move');
                await move(people);
                continue;
            }
            let name = names[random(names.length)];
            if (name === 'sleeps' && done.some((one) => one.endsWith('sleeps'))) name = 'loses the line'; // it takes long
            if (name === 'resigns' && i < steps / 3) name = 'reload';
            const who = people[random(people.length)];
            done.push(`${who.name} ${name}`);
            await ACCIDENTS[name](who, people);
            if (random(3) === 0) await compare(people, `after ${done.length} steps: ${done.at(-1)}`);
        }
        await compare(people, 'at the end');
        for (const {page} of people) {
            page.complaints = page.complaints.filter((text) => !/WebSocket|ERR_|Failed to fetch|net::/.test(text)); // the line was cut
            quiet(page);
        }
        console.log(`ok      ${game}: ${done.length} steps`);
    } catch (error) {
        console.log(`FAILED  ${game}, seed ${seed}: ${done.join(', ')}\n${error.stack ?? error}`);
        process.exitCode = 1;
    }
    for (const {page, way} of people) {
        await page.context().close();
        way.close();
    }
}
await browser.close();
await server.stop();
