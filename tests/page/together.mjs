// together.mjs: two and four browsers at one table of the real server: a private link, a reload and a
// lost server in the middle, watching, set phrases, a rematch; and nothing of another seat's secrets
// in what a browser is sent.

import assert from 'node:assert/strict';
import {PATIENCE_MS, accessible, doMove, fingers, fits, launch, quiet, readCode, serve, tester, visit, wire} from './driver.mjs';
import {Client, key} from '../server/client.mjs';

const server = await serve(Number(process.env.PORT ?? 7970) + 5), browser = await launch();
const still = {motion: 'off', chances: false};

async function player(name, options = {}) {
    const page = await visit(browser, server.address, {settings: {...still, name}, ...options});
    page.heard = [];
    page.on('websocket', (socket) => socket.on('framereceived', ({payload}) => page.heard.push(String(payload))));
    return page;
}

/** The first browser makes a table, the others come by its link. */
async function meet(game, count, pages) {
    const [first, ...others] = pages;
    await first.open('together');
    await first.locator(`input[name="game"][value="${game}"]`).check({force: true});
    const players = first.locator(`input[name="players"][value="${count}"]`);
    if (await players.isVisible()) await players.check({force: true}); // where there is nothing to choose, nothing is asked
    await first.locator('form > .btn').click();
    await first.waitForSelector('#link');
    const link = await first.locator('#link').inputValue();
    for (const page of others) {
        await page.goto(link);
        await page.waitForFunction(() => globalThis.pondTable?.humans.length === 1);
    }
    for (const page of pages) await page.waitForSelector('.play');
    return link;
}

/** Everyone plays until that many decisions are made, or the game is over. */
async function playOn(pages, decisions) {
    for (let i = 0, until = Date.now() + PATIENCE_MS; Date.now() < until; i++) {
        for (const page of pages) {
            const {look, mine, game, moving} = await page.evaluate(() => ({look: globalThis.pondTable.look, mine: globalThis.pondTable.mine, game: globalThis.pondTable.game, moving: Boolean(document.querySelector('.play.moving'))}));
            if (look.result !== null || look.ply >= decisions) return look;
            if (!look.turn.includes(mine) || moving || look.legal.join() === '-') continue;
            const move = game === 'quibbles' ? look.legal.find((one) => one[0] === '+') ?? look.legal.find((one) => one === '-') : look.legal[(i * 7 + look.ply) % look.legal.length];
            await doMove(page, game, move);
            until = Date.now() + PATIENCE_MS;
            await page.waitForFunction(([version, seat]) => globalThis.pondTable.look.version > version || !globalThis.pondTable.look.turn.includes(seat), [look.version, mine]);
        }
        await pages[0].waitForTimeout(20);
    }
    throw new Error('nothing goes on');
}

/** Until a page was sent such a message. */
async function heard(page, what) {
    for (let until = Date.now() + PATIENCE_MS; !page.heard.some((text) => what.test(text));) {
        assert.ok(Date.now() < until, `${what} was never sent`);
        await page.waitForTimeout(20);
    }
}

const test = tester(browser);

await test('two browsers at a table, with a reload and a server that is killed', async () => {
    const ada = await player('Ada'), ben = await player('Ben', {size: 'phone', language: 'fr', dark: true});
    await ada.open('together');
    await accessible(ada, 'the lobby');
    await fits(ada, 'the lobby');
    const link = await meet('rribbit', 2, [ada, ben]);
    await playOn([ada, ben], 4);
    await ben.reload();
    await ben.waitForSelector('.play');
    await ben.waitForFunction(() => document.querySelectorAll('.story li').length === 4); // the story is shown again
    await playOn([ada, ben], 8);
    await server.restart();
    for (const page of [ada, ben]) await page.waitForFunction(() => globalThis.pondTable.line.open);
    await playOn([ada, ben], 12);
    const watcher = await player('Cleo');
    await watcher.goto(link.replace(/\?.*/, ''));
    await watcher.waitForSelector('.play');
    assert.deepEqual(await watcher.evaluate(() => [globalThis.pondTable.humans.length, globalThis.pondTable.look.legal.length]), [0, 0]);
    await ada.locator('.bar [aria-label="Say something"]').click();
    await ada.locator('dialog .btn.soft').first().click();
    await ben.waitForSelector('.toast');
    await ben.locator('.bar .menu').click();
    await ben.locator('dialog [value="resign"]').click();
    await ben.locator('dialog [value="yes"]').click();
    // A wish for a rematch is seen by the others, and can be taken back.
    for (const page of [ada, ben, watcher]) await page.waitForSelector('.ending');
    assert.equal(await watcher.locator('.ending .again').count(), 0, 'who watches is not asked');
    await ada.locator('.ending .again').click();
    await ben.locator('.ending .wish', {hasText: 'Ada veut une revanche.'}).waitFor();
    await watcher.locator('.ending .wish', {hasText: 'Ada wants a rematch.'}).waitFor();
    await ada.locator('.ending .wish', {hasText: 'Waiting for Ben.'}).waitFor();
    await accessible(ben, 'a rematch is wished');
    await fits(ben, 'a rematch is wished');
    await ben.reload();
    await ben.locator('.ending .wish', {hasText: 'Ada'}).waitFor();
    await ada.locator('.ending .no-more').click();
    await ben.waitForSelector('.ending .wish', {state: 'detached'});
    await ben.locator('.toast', {hasText: 'plus de revanche'}).waitFor();
    for (const page of [ada, ben]) await page.locator('.ending .again').click();
    await ada.waitForFunction(() => globalThis.pondTable.look.result === null && globalThis.pondTable.mine === 1);
    // All that can be said is seen at once on a phone.
    await ben.locator('.bar [aria-label="Dire quelque chose"]').click();
    assert.ok(await ben.locator('dialog[open]').evaluate((box) => box.scrollHeight <= box.clientHeight + 1 && box.querySelectorAll('.phrases .btn').length > 20), 'phrases fit');
    await fingers(ben, 'phrases');
    await ben.locator('dialog [value=""]').click();
    for (const page of [ada, ben, watcher]) page.complaints = page.complaints.filter((text) => !/WebSocket|ERR_CONNECTION/.test(text)); // the server was gone
    for (const page of [ada, ben, watcher]) quiet(page);
});

await test('an offer and a resignation leave the marks of the last move on the board', async () => {
    const ada = await player('Ada'), ben = await player('Ben');
    await meet('rribbit', 2, [ada, ben]);
    await playOn([ada, ben], 2);
    const marked = (page) => page.locator('.pad:has(.last)').evaluateAll((pads) => pads.map((pad) => pad.dataset.pad).sort());
    const pads = await ada.evaluate(() => globalThis.pondTable.look.last.replace(/[+#]$/, '').split(/[-x]/).sort());
    const stay = async (page, when) => assert.deepEqual(await marked(page), pads, when);
    await ada.locator('.bar .menu').click();
    await ada.locator('dialog [value="draw"]').click();
    await ben.waitForSelector('.acts .draw:visible');
    for (const page of [ada, ben]) await page.waitForFunction(() => globalThis.pondTable.look.offer !== null && !document.querySelector('.play.moving'));
    for (const page of [ada, ben]) await stay(page, 'after an offer');
    await ben.reload();
    await ben.waitForFunction((count) => document.querySelectorAll('.pad .last').length === count, pads.length);
    await stay(ben, 'after a reload');
    await ada.locator('.bar .menu').click();
    await ada.locator('dialog [value="resign"]').click();
    await ada.locator('dialog [value="yes"]').click();
    for (const page of [ada, ben]) {
        await page.waitForSelector('.ending');
        await page.waitForFunction(() => !document.querySelector('.play.moving'));
        await stay(page, 'after a resignation');
        quiet(page);
    }
});

await test('four browsers choose in secret, and hear nothing too early', async () => {
    const pages = [];
    for (const name of ['Ada', 'Ben', 'Cleo', 'Dan']) pages.push(await player(name));
    await meet('quibbit', 4, pages);
    await playOn(pages, 4); // frogs are placed
    const [doubts] = pages;
    await doubts.locator('.hand5 .cardbtn:enabled').first().click();
    await doubts.locator('.can .again').click();
    await doubts.waitForFunction(() => globalThis.pondTable.look.sealed.length === 0 && document.querySelectorAll('.hand5 .cardbtn:enabled').length === 5);
    await playOn(pages, 12);
    for (const page of pages) {
        const mine = await page.evaluate(() => globalThis.pondTable.mine);
        for (const text of page.heard) {
            const {what, now} = JSON.parse(text);
            const open = (now?.view?.sealed.length ?? 0) > 0; // the round is not turned over yet
            assert.ok(!(open && what?.kind === 'move' && what.seat !== mine && what.move !== undefined), `told a sealed choice: ${text.slice(0, 200)}`);
            if (now?.view) assert.equal(now.view.seat, mine);
        }
        quiet(page);
    }
});

await test('a round begins where the last one ended, and the next one only when it is over', async () => {
    const ada = await player('Ada', {settings: {motion: 'fast', chances: false, name: 'Ada'}}), ben = await player('Ben');
    await meet('quibbit', 2, [ada, ben]);
    await playOn([ada, ben], 2); // frogs are placed
    await ada.waitForFunction(() => !document.querySelector('.play.moving') && document.querySelector('.bar .sub').textContent.startsWith('Round 1') && document.querySelector('.hand5 .cardbtn:enabled'));
    await ada.evaluate(() => {
        const drawn = () => ({
            frogs: [...document.querySelectorAll('.stage .frog')].map(({style: {left, top}}) => `${left} ${top}`),
            round: document.querySelector('.bar .sub').textContent, live: document.querySelectorAll('.hand5 .cardbtn:enabled').length,
        });
        const before = drawn();
        globalThis.turned = new Promise((done) => {
            const look = new MutationObserver(() => {
                if (!document.querySelector('.middle [data-frog]')) return;
                look.disconnect();
                requestAnimationFrame(() => done({before, then: drawn()})); // what is seen of it first
            });
            look.observe(document.querySelector('.stage'), {childList: true, subtree: true});
        });
    });
    await ben.locator('.hand5 .cardbtn:enabled').first().click();
    await ada.locator('.hand5 .cardbtn:enabled').first().click();
    const {before, then} = await ada.evaluate(() => globalThis.turned);
    assert.deepEqual(then.frogs, before.frogs, 'no frog has leapt yet');
    assert.deepEqual([then.round, then.live], [before.round, 0], 'the next round has not begun');
    await ada.waitForFunction((round) => document.querySelector('.bar .sub').textContent !== round && document.querySelectorAll('.hand5 .cardbtn:enabled').length > 0, before.round);
    quiet(ada);
    quiet(ben);
});

await test('a phone without a network says so, and goes on when it has one', async () => {
    const ada = await player('Ada'), ben = await player('Ben', {size: 'phone'});
    await meet('rribbit', 2, [ada, ben]);
    await ben.context().setOffline(true);
    await ben.waitForSelector('.stand.trouble:not(:empty)');
    await ben.context().setOffline(false);
    await ben.waitForFunction(() => !document.querySelector('.stand.trouble:not(:empty)'));
    await playOn([ada, ben], 4);
    // What is chosen without a network is played once there is one: nothing else can be chosen meanwhile.
    const due = await ada.evaluate(() => globalThis.pondTable.look.turn.includes(globalThis.pondTable.mine)) ? ada : ben;
    const look = await due.evaluate(() => globalThis.pondTable.look), move = look.legal[0].replace(/[+#]$/, '').split(/[-x]/).slice(0, 2);
    await due.context().setOffline(true);
    await due.waitForSelector('.stand.trouble:not(:empty)');
    for (const pad of move) await due.locator(`[data-pad="${pad}"]`).click();
    await due.locator('.toast', {hasText: 'Waiting for the server.'}).waitFor();
    for (const pad of await due.locator('[data-pad]').all()) await pad.click();
    assert.equal(await due.locator('.pad.goal').count(), 0, 'nothing can be chosen');
    await due.context().setOffline(false);
    await due.waitForFunction((ply) => globalThis.pondTable.look.ply > ply, look.ply);
    assert.match((await due.evaluate(() => globalThis.pondTable.look.last)), new RegExp(`${move[0]}[-x]${move[1]}`));
    await playOn([ada, ben], 4);
});

await test('what the host says, a player who is away and a lost line move nothing that one is about to press', async () => {
    for (const [game, size] of [['quibbit', 'desktop'], ['quibbles', 'tablet lying'], ['rribbit', 'phone'], ['quibbit', 'small lying']]) {
        const ada = await player('Ada', {size}), ben = await player('Benedict the Second'), where = `${game}, ${size}`;
        await meet(game, 2, [ada, ben]);
        await ada.waitForFunction(() => document.querySelectorAll('.table button:enabled').length > 3);
        /** Where everything is that can be pressed, and whether a press there would reach it. */
        const places = () => ada.evaluate(() => [...document.querySelectorAll('.stage button, .can button, .hand button, .hand5 button, .acts button')].map((button) => {
            const {left, top, width, height} = button.getBoundingClientRect();
            return `${Math.round(left)} ${Math.round(top)} ${Math.round(width)} ${Math.round(height)} ${document.elementFromPoint(left + width / 2, top + height / 2)?.closest('button') === button}`;
        }));
        /** The words can be read: they are in the window and on top. */
        const seen = async (selector) => {
            const box = await ada.locator(selector).boundingBox(), {width, height} = ada.viewportSize();
            assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height / 3, `${where}: ${selector} at ${JSON.stringify(box)}`);
            await fits(ada, `${where}: ${selector}`);
        };
        const before = await places();
        await ada.evaluate(async () => (await import('/notice.mjs')).showNotice({text: 'The server is updated at 22:15 and back a few minutes later. Every game goes on where it was.', maintenance: false}));
        await seen('.notice');
        assert.deepEqual(await places(), before, `${where}: an announcement`);
        await ada.locator('.notice button').click();
        await ben.context().close();
        await ada.waitForSelector('.stand:not(:empty)');
        await seen('.stand:not(:empty)');
        assert.deepEqual(await places(), before, `${where}: somebody is away`);
        await ada.context().setOffline(true);
        await ada.waitForSelector('.stand.trouble:not(:empty)');
        await ada.waitForFunction(() => !document.querySelector('.toast'));
        await seen('.stand.trouble');
        assert.deepEqual(await places(), before, `${where}: no network`);
        await ada.context().close();
    }
});

await test('hands of Quibbles never leave the server for others', async () => {
    const ada = await player('Ada'), ben = await player('Ben');
    await meet('quibbles', 2, [ada, ben]);
    await playOn([ada, ben], 8);
    for (const page of [ada, ben]) {
        const mine = await page.evaluate(() => globalThis.pondTable.mine);
        const views = page.heard.map((text) => JSON.parse(text)).map(({now, view}) => now?.view ?? view).filter(Boolean);
        assert.ok(views.length > 4);
        for (const view of views) {
            assert.equal(view.seat, mine);
            assert.match(view.pos.split(' ')[2], /^\d+,\d+$/, 'sizes of hands, not hands');
            assert.match(view.pos.split(' ')[3], /^\d+$/);
            assert.equal(view.board.hand.join(''), view.hand ?? '', "the seat's own hand");
        }
        const drawn = page.heard.flatMap((text) => JSON.parse(text).entries ?? []).flatMap(({events}) => events).filter(({kind}) => kind === 'drawn');
        assert.ok(drawn.some(({seat}) => seat === mine) && drawn.some(({seat}) => seat !== mine));
        for (const {seat, card} of drawn) assert.equal(card === null, seat !== mine, 'a card is told to who drew it');
        assert.ok(!page.heard.some((text) => /"seed"|\[Seed/.test(text)));
        quiet(page);
    }
    const stories = await ada.locator('.story li').allTextContents();
    await ada.reload();
    await ada.waitForSelector('.play');
    await ada.waitForFunction((count) => document.querySelectorAll('.story li').length === count, stories.length);
    assert.deepEqual(await ada.locator('.story li').allTextContents(), stories, 'the story is shown again');
    // At the end each browser checks the deal against the promise that it was given before.
    await ben.locator('.bar .menu').click();
    await ben.locator('dialog [value="resign"]').click();
    await ben.locator('dialog [value="yes"]').click();
    for (const page of [ada, ben]) await page.waitForSelector('.ending'); // a reload at once could overtake what was sent
    await ben.reload(); // the promise is remembered
    for (const page of [ada, ben]) {
        await page.waitForSelector('.pill.deal.good');
        await page.locator('.pill.deal').click();
        assert.deepEqual(await page.locator('.proof .sg').allTextContents(), Array(5).fill('✓'));
        await page.locator('dialog .btn').click();
        quiet(page);
    }
    // Whatever is changed in the record is found.
    const record = await (await fetch(`${server.address}record/${await ada.evaluate(() => globalThis.pondTable.id)}`)).text();
    const changed = (tag) => record.replace(new RegExp(`(\\[${tag} "[^"]*)(.)"`), (_, start, last) => `${start}${last === '0' ? '1' : '0'}"`);
    const bare = record.replace(/^\[(Commitment|Secret|Number\d) .*\n/gm, '');
    for (const [text, verdict] of [[record, 'good'], [changed('Secret'), /secret doesn't match/], [changed('Number0'), /a different seed/], [changed('Seed'), /a different seed/],
        [bare, 'good'], [bare.replace(/\[Seed "[^"]*"/, '[Seed "other"'), /differ from the record/]]) {
        await ada.open('open');
        await ada.locator('textarea').fill(text);
        await ada.locator('form button').click();
        await ada.waitForSelector(`.pill.deal.${verdict === 'good' ? 'good' : 'bad'}`);
        if (verdict === 'good') continue;
        await ada.locator('.pill.deal').click();
        assert.match(await ada.locator('.proof').textContent(), verdict);
        await accessible(ada, 'the proof');
        await ada.locator('dialog .btn').click();
    }
    quiet(ada);
});

await test('nobody is accused who has done nothing', async () => {
    const ada = await player('Ada'), ben = await player('Ben');
    const giveUp = async () => {
        await ben.evaluate(() => globalThis.pondTable.resign());
        for (const page of [ada, ben]) await page.waitForSelector('.pill.deal');
    };
    const verdicts = (pages) => Promise.all(pages.map((page) => page.locator('.pill.deal').getAttribute('class')));
    // The same table in two tabs of one browser: both have a number to add, and one is taken.
    await ada.open('together');
    await ada.locator('input[name="game"][value="quibbles"]').check({force: true});
    await ada.locator('form > .btn').click();
    await ada.waitForSelector('#link');
    const link = await ada.locator('#link').inputValue(), tab = await ada.context().newPage();
    await tab.goto(link);
    await tab.waitForFunction(() => globalThis.pondTable?.humans.length === 1);
    await ben.goto(link);
    for (const page of [ada, tab, ben]) await page.waitForSelector('.play');
    await giveUp();
    await tab.waitForSelector('.pill.deal');
    assert.deepEqual(await verdicts([ada, tab, ben]), Array(3).fill('pill deal good'), 'two tabs');
    // Rematch, pressed twice.
    await ada.evaluate(() => Promise.allSettled([globalThis.pondTable.again(), globalThis.pondTable.again()]));
    await ben.locator('.ending .again').click();
    for (const page of [ada, ben]) await page.waitForFunction(() => globalThis.pondTable.state.number === 2 && globalThis.pondTable.look?.result === null);
    await giveUp();
    assert.deepEqual(await verdicts([ada, ben]), Array(2).fill('pill deal good'), 'pressed twice');
    // A number that never comes: it is said, and nobody is blamed.
    await ben.evaluate(async () => (await import('/line.mjs')).line.ask({type: 'again', table: globalThis.pondTable.id}));
    await ada.locator('.ending .again').click();
    for (const page of [ada, ben]) await page.waitForFunction(() => globalThis.pondTable.state.number === 3 && globalThis.pondTable.look?.result === null);
    await giveUp();
    assert.deepEqual(await verdicts([ada, ben]), Array(2).fill('pill deal good'), 'without a number');
    assert.match(await ben.locator('.pill.deal').textContent(), /without a number from you/);
    // A reload while the other one's number is awaited.
    const slow = await Client.open({port: Number(new URL(server.address).port)}, {key: key(), name: 'Slow'});
    await ada.open('together');
    await ada.locator('input[name="game"][value="quibbles"]').check({force: true});
    await ada.locator('form > .btn').click();
    await ada.waitForSelector('#link');
    const table = await ada.evaluate(() => globalThis.pondTable.id);
    const invite = new URL(await ada.locator('#link').inputValue()).searchParams.get('invite') ?? undefined;
    await slow.ask({type: 'join', table, ...(invite ? {invite} : {})});
    await ada.waitForFunction(() => globalThis.pondTable.state.seats[0].given);
    await ada.reload();
    await ada.waitForSelector('.play');
    await slow.ask({type: 'resign', table});
    await ada.waitForSelector('.pill.deal');
    assert.deepEqual(await verdicts([ada]), ['pill deal good'], 'reloaded');
    slow.close();
    for (const page of [ada, ben]) quiet(page);
});

await test('an absent player, a lost clock and a wish for a rematch are told by the server\'s clock, wherever one is', async () => {
    const ada = await player('Ada'), port = Number(new URL(server.address).port), bens = key();
    await ada.addInitScript(() => { // a device five minutes ahead
        const now = Date.now.bind(Date);
        Date.now = () => now() + 300000;
    });
    const ben = await Client.open({port}, {key: bens, name: 'Ben'});
    const {table} = await ben.ask({type: 'create', game: 'rribbit', options: '', seats: ['me', 'open'], public: true, clock: {kind: 'move', ms: 20000}, once: 'clock'});
    await ada.open(`together/${table}`);
    await ada.locator('.join').click();
    await ada.waitForSelector('.play .clock');
    ben.close();
    const left = ada.locator('.stand span', {hasText: /^Ben may come back; in \d+ seconds? a computer can take the seat\.$/});
    await left.waitFor();
    const seconds = Number(/\d+/.exec(await left.textContent())[0]);
    assert.ok(seconds > 20 && seconds <= 60, `${seconds} seconds`);
    await ada.locator('.ending', {hasText: 'Ben ran out of time.'}).waitFor();
    assert.match(await ada.locator('.story li').last().textContent(), /Ben ran out of time/);
    await ada.locator('.ending .review').click(); // and so says the review
    await ada.waitForFunction(() => globalThis.pondReview?.end);
    assert.match(await ada.locator('.moment .ended').textContent(), /You won! Ben ran out of time\./);
    await ada.open('');
    const again = await Client.open({port}, {key: bens});
    await again.ask({type: 'again', table});
    await ada.locator('.invitation', {hasText: 'Ben wants a rematch.'}).waitFor();
    again.close();
    quiet(ada);
});

await test('somebody who comes back is told to the others alone', async () => {
    const ada = await player('Ada'), ben = await player('Ben');
    await ben.addInitScript(() => {
        globalThis.toasts = [];
        new MutationObserver(() => {
            for (const {textContent} of document.querySelectorAll('.toast')) globalThis.toasts.push(textContent);
        }).observe(document, {childList: true, subtree: true});
    });
    const link = await meet('rribbit', 2, [ada, ben]);
    await ben.goto(new URL('healthz', server.address).href);
    await ada.locator('.toast', {hasText: 'Ben'}).waitFor();
    ben.heard.length = 0;
    await ben.goto(link);
    await ada.locator('.toast', {hasText: 'Ben is back.'}).waitFor();
    await heard(ben, /"kind":"here","seat":1/);
    assert.deepEqual(await ben.evaluate(() => globalThis.toasts.filter((text) => /back/.test(text))), []);
    ben.complaints = ben.complaints.filter((text) => !/WebSocket|ERR_/.test(text));
    for (const page of [ada, ben]) quiet(page);
});

/** Ben comes to a table by a way of his own, which can be cut. */
async function overWire(game) {
    const port = Number(new URL(server.address).port), way = await wire(port, port + 20), ada = await player('Ada');
    const ben = await visit(browser, way.address, {settings: {...still, name: 'Ben'}});
    await ada.open('together');
    await ada.locator(`input[name="game"][value="${game}"]`).check({force: true});
    await ada.locator('form > .btn').click();
    await ada.waitForSelector('#link');
    const {pathname, search} = new URL(await ada.locator('#link').inputValue()), link = new URL(pathname + search, way.address).href;
    await ben.goto(link);
    for (const page of [ada, ben]) await page.waitForSelector('.play');
    return {way, ada, ben, link, close: async () => {
        ben.complaints = ben.complaints.filter((text) => !/WebSocket|ERR_|Failed to fetch/.test(text)); // the line was cut
        for (const page of [ada, ben]) quiet(page);
        way.close();
    }};
}
const cut = async (way, page) => {
    way.cut();
    await page.waitForSelector('.stand.trouble');
};
const mend = async (way, page) => {
    way.mend();
    await page.waitForSelector('.stand.trouble', {state: 'detached'});
};

await test('a rematch that begins while the line is down: the board lies as for a fresh tab', async () => {
    const {way, ada, ben, close} = await overWire('rribbit');
    await ada.evaluate(() => globalThis.pondTable.resign());
    await ben.locator('.ending .again').click();
    await ada.locator('.ending .wish', {hasText: 'Ben wants a rematch.'}).waitFor();
    await cut(way, ben);
    await ada.locator('.ending .again').click();
    await ada.waitForFunction(() => globalThis.pondTable.state.number === 2);
    await mend(way, ben);
    await ben.waitForFunction(() => globalThis.pondTable.state.number === 2 && globalThis.pondTable.mine === 0);
    const shows = (page) => page.evaluate(() => [document.querySelector('.pad').dataset.pad, document.querySelector('.sides.ours .s')?.textContent.trim(), document.querySelectorAll('.ending').length]);
    const fresh = await ben.context().newPage();
    await fresh.goto(ben.url());
    await fresh.waitForSelector('.pads.live');
    await ben.waitForSelector('.pads.live');
    assert.deepEqual(await shows(ben), await shows(fresh));
    assert.equal((await shows(ben))[0], 'a7', 'Ben is light now, and at the bottom');
    await close();
});

await test('cards that were taken while the line was down are seen; who was away for long finds the story', async () => {
    const {way, ada, ben, link, close} = await overWire('quibbles');
    const turn = (page) => page.evaluate(() => globalThis.pondTable.look.turn.includes(globalThis.pondTable.mine));
    const one = async (page, choose) => {
        const {look} = await page.evaluate(() => ({look: globalThis.pondTable.look}));
        await doMove(page, 'quibbles', choose(look.legal));
        await page.waitForFunction((ply) => globalThis.pondTable.look.ply > ply && !document.querySelector('.play.moving'), look.ply);
    };
    const wait = (page) => page.waitForFunction(() => globalThis.pondTable.look.turn.includes(globalThis.pondTable.mine) && globalThis.pondTable.look.legal.join() !== '-' && !document.querySelector('.play.moving'));
    /** A turn, which takes if it can. */
    const play = async (page) => {
        await wait(page);
        await one(page, (legal) => legal.find((move) => move.includes('=')) ?? legal.find((move) => move[0] === '+'));
        while (await turn(page)) {
            const none = page.locator('.can [data-move="-"]');
            if (await none.isVisible()) await none.click({timeout: 1000}).catch(() => {}); // the page may say it first
            await page.waitForTimeout(20);
        }
    };
    if (!(await turn(ada))) await play(ben);
    await play(ada);
    await play(ben);
    await wait(ada);
    await cut(way, ben);
    await play(ada);
    await mend(way, ben);
    await wait(ben);
    const fan = (page) => page.locator('.opp .fan').getAttribute('aria-label');
    const fresh = await ben.context().newPage();
    await fresh.goto(ben.url());
    await fresh.waitForFunction(() => /seen/.test(document.querySelector('.opp .fan')?.getAttribute('aria-label') ?? ''));
    assert.equal(await fan(ben), await fan(fresh), 'after a short loss');
    await fresh.close();
    const lines = await ada.locator('.story li').allTextContents(), known = await fan(ben);
    assert.ok(lines.length >= 3);
    await ben.goto(new URL('healthz', way.address).href);
    await ada.locator('.toast', {hasText: 'Ben lost the connection.'}).waitFor(); // ten seconds later
    await ben.goto(link);
    await ben.waitForSelector('.play');
    await ada.locator('.toast', {hasText: 'Ben is back.'}).waitFor();
    await ben.waitForFunction((count) => document.querySelectorAll('.story li').length === count, lines.length);
    assert.equal(await fan(ben), known, 'after a long one');
    await close();
});

await test('a wish for a rematch reaches somebody who looks at the review', async () => {
    const ada = await player('Ada'), ben = await player('Ben');
    await meet('rribbit', 2, [ada, ben]);
    await ben.evaluate(() => globalThis.pondTable.resign());
    await ben.locator('.ending .review').click();
    await ben.waitForFunction(() => location.hash.startsWith('#/review/'));
    await ada.locator('.ending .again').click();
    await ben.locator('.invitation', {hasText: 'Ada wants a rematch.'}).locator('a').click();
    await ben.locator('.ending .again').click();
    for (const page of [ada, ben]) await page.waitForFunction(() => globalThis.pondTable.state.number === 2 && globalThis.pondTable.look?.result === null);
    for (const page of [ada, ben]) quiet(page);
});

await test('a wish for a rematch goes along when somebody leaves for the review', async () => {
    const ada = await player('Ada'), ben = await player('Ben');
    await meet('rribbit', 2, [ada, ben]);
    await ben.evaluate(() => globalThis.pondTable.resign());
    await ada.locator('.ending .again').click();
    await ben.locator('.ending .wish', {hasText: 'Ada wants a rematch.'}).waitFor();
    await ben.locator('.ending .review').click();
    await ben.waitForFunction(() => location.hash.startsWith('#/review/'));
    await ben.locator('.invitation', {hasText: 'Ada wants a rematch.'}).locator('a').click();
    await ben.locator('.ending .again').waitFor();
    assert.equal(await ben.locator('.invitation').count(), 0);
    for (const page of [ada, ben]) quiet(page);
});

await test('the form keeps its place while tables come and go', async () => {
    const options = [{size: 'phone', language: 'fr'}, {}], port = Number(new URL(server.address).port);
    const pages = await Promise.all(options.map((option, i) => player(`Ada ${i}`, option)));
    const places = () => Promise.all(pages.map((page) => page.evaluate(() => [...document.querySelectorAll('form.make input, form.make .btn')]
        .map((input) => Math.round(input.getBoundingClientRect().top)).join())));
    for (const page of pages) await page.open('together');
    for (const page of pages) await page.waitForSelector('form.make .btn');
    const before = await places(), tables = [];
    const listed = (count) => Promise.all(pages.map((page) => page.waitForFunction((many) => document.querySelectorAll('.lobby .card-link').length === many, count)));
    const had = await pages[0].evaluate(() => new Promise((done) => {
        const look = () => (document.querySelector('.lobby h2') ? done(document.querySelectorAll('.lobby .card-link').length) : setTimeout(look, 20));
        look();
    }));
    for (let i = 0; i < 4; i++) {
        const client = await Client.open({port}, {key: key(), name: `Ben ${i}`});
        tables.push({client, table: (await client.ask({type: 'create', game: 'rribbit', options: '', seats: ['me', 'open'], public: true, clock: {kind: 'none'}, once: `place-${i}`})).table});
        await listed(had + i + 1);
        assert.deepEqual(await places(), before, `${i + 1} tables`);
    }
    for (const {client, table} of tables) await client.ask({type: 'leave', table});
    await listed(had);
    assert.deepEqual(await places(), before, 'no tables');
    for (const {client} of tables) client.close();
});

await test('a code moves a person to another device', async () => {
    const ada = await player('Ada'), phone = await player('Nobody', {size: 'phone'});
    await ada.open('together');
    await ada.waitForFunction(() => document.querySelector('.state')?.textContent === '');
    await ada.locator('form > .btn').click();
    await ada.waitForSelector('#link');
    await ada.open('together');
    await ada.locator('.code').click();
    const code = await ada.locator('dialog .bigcode').textContent();
    await accessible(ada, 'the code');
    await ada.locator('dialog .btn').click();
    await ada.locator('.leaders').click();
    await ada.waitForSelector('dialog[open]');
    await ada.locator('dialog .btn').click();
    await phone.open('together');
    await phone.waitForFunction(() => document.querySelector('.state')?.textContent === '');
    const other = await phone.context().newPage(); // a second window of the phone
    const named = (page, wanted) => page.waitForFunction(async (name) => (await import('/line.mjs')).line.you?.name === name, wanted);
    await other.goto(phone.url());
    await named(other, 'Nobody');
    for (const [text, answer] of [['nonsense', /code/], [code, /Welcome back, Ada/], [code, /code/]]) {
        await phone.locator('.recover').click();
        await phone.locator('#code').fill(text);
        await phone.locator('dialog [value="use"]').click();
        await phone.waitForFunction((wanted) => new RegExp(wanted).test(document.querySelector('.toast')?.textContent ?? ''), answer.source);
    }
    assert.equal(await phone.locator('#who').inputValue(), 'Ada'); // without opening the screen again
    // The other window comes back as Ada. Neither its greeting nor a setting that is changed there calls her Nobody again.
    await named(other, 'Ada');
    await other.evaluate(async () => (await import('/settings-store.mjs')).set('sound', false));
    assert.equal(await phone.evaluate(() => JSON.parse(localStorage.getItem('pond.settings')).name), 'Ada');
    await other.close();
    await phone.locator('.mine .tables > *').first().waitFor();
    // The first device is lost: it is signed out, and a newcomer.
    await phone.locator('.revoke').click();
    await phone.locator('dialog .limit', {hasText: 'this device'}).waitFor();
    await accessible(phone, 'the devices');
    await phone.locator('dialog .limit button').click();
    await phone.locator('.toast', {hasText: 'signed out'}).waitFor();
    await ada.waitForFunction(async (id) => (await import('/line.mjs')).line.you?.id !== id, await phone.evaluate(async () => (await import('/line.mjs')).line.you.id));
    for (const page of [ada, phone]) quiet(page);
});

await test('computers at a table have names of their own, and a tap shows what others collect', async () => {
    const ada = await player('Ada', {size: 'phone'});
    await ada.open('together');
    await ada.waitForFunction(() => document.querySelector('.state')?.textContent === '');
    await ada.locator('input[name="game"][value="quibbles"]').check({force: true});
    await ada.locator('input[name="players"][value="4"]').check({force: true});
    await ada.locator('.make summary').click();
    for (const seat of [1, 2, 3]) await ada.locator(`select[name="seat${seat}"]`).selectOption('level:1');
    await ada.locator('form > .btn').click();
    await ada.waitForSelector('.opp .nm');
    const names = await ada.locator('.opp .nm').allTextContents();
    assert.equal(new Set(names).size, 3, names.join());
    await ada.locator('.opp .head').first().click();
    await ada.locator('dialog.closer', {hasText: names[0]}).waitFor();
    assert.match(await ada.locator('dialog.closer').textContent(), /\d+ cards/);
    await ada.locator('dialog.closer .btn').click();
    quiet(ada);
});

await test('a table with everything that can be chosen', async () => {
    const ada = await player('Ada'), ben = await player('Ben', {language: 'fr', size: 'phone'}), cleo = await player('Cleo');
    await ada.open('together');
    await ada.locator('input[name="game"][value="quibbles"]').check({force: true});
    await ada.locator('input[name="players"][value="4"]').check({force: true});
    await ada.locator('input[name="clock"][value="game"]').check({force: true});
    await ada.locator('select[name="ms"]').selectOption('300000');
    await ada.locator('select[name="more"]').selectOption('3000');
    const dora = await player('Dora'); // looks at the list meanwhile
    await dora.open('together');
    await dora.waitForSelector('.lobby h2');
    await ada.locator('input[name="public"]').check();
    await ada.locator('summary').click();
    await ada.locator('select[name="seat0"]').selectOption('open');
    await ada.locator('select[name="seat1"]').selectOption('me');
    await ada.locator('select[name="seat2"]').selectOption('level:3');
    await ada.locator('select[name="seat3"]').selectOption('invited');
    await ada.waitForFunction(() => /Level 3: .*At a table of 4, wins \d+% of the games when all other players are level 2 \(an equal share would be 25%\)/.test(document.querySelector('form .levels').textContent));
    await ada.locator('input[name="variant"][value="first-game"]').check({force: true});
    await accessible(ada, 'a new table');
    await fits(ada, 'a new table');
    await ada.locator('form > .btn').click();
    await ada.waitForSelector('#link');
    assert.match(await ada.locator('main').textContent(), /5 minutes each, plus 3 seconds per move/);
    const link = await ada.locator('#link').inputValue();
    assert.match(link, /\?invite=/);
    await dora.locator('.lobby .card-link', {hasText: 'Ada'}).waitFor();
    await ben.open('together');
    const line = ben.locator('.lobby .card-link', {hasText: 'Ada'});
    await line.waitFor();
    assert.match(await line.textContent(), /place libre, Ada, Robot 3 et place réservée.*première partie, 5\sminutes chacun, plus 3\ssecondes par coup/);
    await line.click();
    await ben.locator('.join').first().waitFor();
    assert.equal(await ben.locator('.join').count(), 1, 'the kept seat is not for everyone');
    await ben.locator('.join').click();
    await cleo.goto(link);
    for (const page of [ada, ben, cleo]) {
        await page.waitForSelector('.play .clock');
        quiet(page);
    }
    assert.deepEqual(await Promise.all([ada, ben, cleo].map((page) => page.evaluate(() => globalThis.pondTable.mine))), [1, 0, 3]);
    assert.match(await ada.evaluate(() => globalThis.pondTable.options), /first-game/);
    await dora.locator('.lobby .card-link', {hasText: /Ben.*Ada.*Cleo/}).waitFor();
    assert.equal(await dora.locator('.lobby .card-link', {hasText: 'Ada'}).count(), 1, 'it is listed once');
});

await test('games that wait are told on the home screen, in the title, and as a notice', async () => {
    const ada = await player('Ada'), ben = await player('Ben', {permissions: ['notifications']});
    await ben.addInitScript(() => { // a browser without windows asks nobody: here is the answer
        Object.defineProperty(Notification, 'permission', {get: () => 'granted'});
        Notification.requestPermission = () => Promise.resolve('granted');
    });
    await ada.open('together');
    await ada.locator('input[name="game"][value="rribbit"]').check({force: true});
    await ada.locator('input[name="clock"][value="days"]').check({force: true});
    await ada.locator('form > .btn').click();
    await ada.waitForSelector('#link');
    await ben.open('together');
    await ben.evaluate(() => navigator.serviceWorker.ready);
    await ben.locator('[name="notify"]').check();
    await ben.goto(await ada.locator('#link').inputValue());
    for (const page of [ada, ben]) await page.waitForSelector('.play .clock');
    assert.match(await ada.locator('.clock').first().textContent(), /3 days/);
    await ben.open('');
    assert.equal(await ben.locator('.waits').count(), 0);
    await ben.evaluate(() => {
        globalThis.notices = [];
        ServiceWorkerRegistration.prototype.showNotification = (title, {body}) => globalThis.notices.push(`${title}: ${body}`);
        Object.defineProperty(document, 'hidden', {get: () => true});
    });
    await doMove(ada, 'rribbit', 'e1-f3');
    await ben.waitForSelector('.waits .card-link');
    assert.equal(await ben.title(), '(1) Pond');
    await ben.waitForFunction(() => globalThis.notices.length === 1);
    assert.deepEqual(await ben.evaluate(() => globalThis.notices), ['Rrib-bit: Your turn against Ada.']);
    await accessible(ben, 'home with a game that waits');
    await ben.reload();
    await ben.locator('.waits .card-link').click();
    await ben.waitForSelector('.play');
    assert.match(await ben.title(), /^● Rrib-bit/);
    for (const page of [ada, ben]) quiet(page);
});

await test('a guest says a name; a refusal, a lost line and the finished game are told', async () => {
    const ada = await player('Ada'), guest = await visit(browser, server.address, {settings: still});
    await ada.open('together');
    await ada.locator('input[name="game"][value="rribbit"]').check({force: true});
    await ada.locator('form > .btn').click();
    await ada.waitForSelector('#link');
    assert.match(await ada.locator('main').textContent(), /nobody else can open this link/);
    await guest.goto(await ada.locator('#link').inputValue());
    await guest.locator('dialog #called').fill('Cleo');
    await accessible(guest, 'a guest');
    await guest.keyboard.press('Enter');
    for (const page of [ada, guest]) await page.waitForSelector('.play');
    await ada.waitForFunction(() => globalThis.pondTable.seats.some(({name}) => name === 'Cleo'));
    await playOn([ada, guest], 2);
    await ada.locator('.acts .undo').click();
    await guest.locator('dialog button[value="refuse"]').click();
    await ada.locator('.toast', {hasText: 'declined'}).waitFor();
    await server.kill();
    for (const page of [ada, guest]) await page.waitForSelector('.stand.trouble');
    await server.start();
    for (const page of [ada, guest]) await page.waitForSelector('.stand.trouble', {state: 'detached'});
    await guest.locator('.acts .resign').click();
    await guest.locator('dialog button[value="yes"]').click();
    for (const page of [ada, guest]) {
        await page.waitForSelector('.ending');
        await page.waitForFunction(() => JSON.parse(localStorage.getItem('pond.games') ?? '[]').length === 1);
    }
    await guest.open('games');
    await guest.locator('main', {hasText: 'Ada'}).waitFor();
    guest.complaints = guest.complaints.filter((text) => !/WebSocket|ERR_CONNECTION/.test(text)); // the server was gone
    quiet(guest);
});

await test('the link of a table as a code that a camera reads', async () => {
    const house = await launch('--host-resolver-rules=MAP pond.local 127.0.0.1'); // another machine of the house
    try {
        const address = server.address.replace('127.0.0.1', 'pond.local');
        const ada = await visit(house, address, {settings: {...still, name: 'Ada'}, dark: true}), ben = await visit(house, address, {settings: {...still, name: 'Ben'}});
        const fetched = [];
        ada.on('request', (request) => fetched.push(new URL(request.url()).pathname));
        await ada.open('together');
        await ada.locator('form > .btn').click();
        await ada.waitForSelector('#link');
        assert.ok(!fetched.includes('/qr.mjs'), 'only when it is asked for');
        await ada.locator('.scan').click();
        await ada.waitForSelector('dialog.scan svg');
        await accessible(ada, 'the code');
        const link = await readCode(ada, 'dialog.scan svg');
        assert.equal(link, await ada.locator('#link').inputValue());
        await ben.goto(link);
        for (const page of [ada, ben]) {
            await page.waitForSelector('.play');
            quiet(page);
        }
        assert.equal(await ada.locator('dialog').count(), 0, 'it goes once they are here');
    } finally {
        await house.close();
    }
});

await test('a table that is not there', async () => {
    const page = await player('Ada');
    await page.goto(`${server.address}t/zzzzzzzzzzzzzzzz`);
    await page.waitForSelector('main.lonely');
    assert.match(await page.locator('main').textContent(), /table/);
    quiet(page);
});

await browser.close();
await server.stop();
process.exit(test.failed > 0 ? 1 : 0);
