// stumbles.mjs: what people stumbled over, each tried as they met it: on a phone, on a small phone and at a desk, in
// English and French.

import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {networkInterfaces} from 'node:os';
import {SIZES, accessible, doMove, fingers, fits, launch, myTurn, playOut, quiet, readCode, serve, some, tester, visit} from './driver.mjs';

const still = {motion: 'off', chances: false, level: {rribbit: 1, quibbit: 1, quibbles: 1}};
const server = await serve(), browser = await launch();
const ROW = 'play/at/rribbit/turn=single,win=row/h1/2D5D.1D4D2.9.3DDD3.7L1.2L2LL2.1L2L4_l_-';
const RACE = 'play/at/quibbit/players=4,colors=GBRY/h111/*GRBY~GYRB*BGYR_G47:1245,B52:234,R49:123,Y48:235_B_-_6';
const RACE_OF_TWO = 'play/at/quibbit/players=2,colors=GBR/h1/*GRB~GRB*BGR_G26:1245,B24:234,r23:_G_12345_6';
const CARDS = 'play/quibbles/h1/players=2,first=0/pond7';

const test = tester(browser);
/** One of these in the short form, another in the next test. */
const looks = (list) => some(list, test.number);
/** A fresh visitor. With SCREENS=FOLDER the test keeps pictures there, by `picture`. */
async function open(hash, about = {}) {
    const page = await visit(browser, server.address, {...about, settings: {...still, ...about.settings}});
    page.kept = `${about.size ?? 'desktop'}-${about.language ?? 'en'}`;
    await page.open(hash);
    return page;
}
const picture = async (page, name) => {
    if (process.env.SCREENS) await page.screenshot({path: `${process.env.SCREENS}/${name}-${page.kept}.png`});
};
/** @returns {Promise<string>} what the page shows, as a reader sees it */
const shown = (page, selector = 'main') => page.locator(selector).innerText();
const giveUp = async (page) => {
    await page.locator('.bar .menu').click();
    await page.locator('dialog [value="resign"]').click();
    await page.locator('dialog [value="yes"]').click();
};

await test('the styles that some screens bring mean nothing on any other', async () => {
    const page = await open('', {size: 'phone'});
    const sheets = readdirSync(`${process.env.TOP}/web`).filter((name) => name.endsWith('.css'));
    for (const hash of ['', 'setup/quibbles', 'rules/rribbit', 'learn', 'learn/quibbit/6', 'puzzles', 'puzzles/quibbles/1', 'together', 'games', 'open', 'settings', 'training', ROW, RACE, CARDS,
        'analysis', 'analysis/rribbit', 'analysis/quibbit/players=2', 'analysis/quibbles/players=3', 'editor/rribbit', 'editor/quibbit', 'editor/quibbles', 'night']) {
        await page.goto('about:blank'); // no styles of the last screen are left
        await page.open(hash);
        await page.waitForLoadState('networkidle');
        const meant = await page.evaluate(async (names) => {
            const found = [];
            for (const name of names.filter((one) => !document.querySelector(`link[href="/${one}"]`))) {
                const sheet = new CSSStyleSheet();
                sheet.replaceSync(await (await fetch(`/${name}`)).text());
                for (const rule of [...sheet.cssRules].flatMap((one) => [one, ...one.cssRules ?? []])) {
                    const one = rule.selectorText && document.querySelector(rule.selectorText.replace(/::(before|after|first-letter)/g, ''));
                    if (one) found.push(`${name}: ${rule.selectorText} is also ${one.outerHTML.slice(0, 60)}`);
                }
            }
            return found;
        }, sheets);
        assert.deepEqual(meant, [], hash);
    }
    page.complaints.length = 0; // a blank page has no storage
});

await test('a hint on a phone lies over nothing that is pressed next, and lets every tap through', async () => {
    for (const [size, language] of looks([['phone', 'fr'], ['small', 'fr'], ['desktop', 'fr'], ['small', 'en']])) {
        for (const hash of [ROW, RACE, CARDS, 'play/rribbit/h1/turn=single,win=row/pond']) {
            const page = await open(hash, {size, language, settings: {chances: true}});
            await myTurn(page);
            await page.evaluate(() => scrollTo(0, document.body.scrollHeight)); // where the button is, on a small phone
            await page.locator('.acts .hint').click();
            await page.waitForSelector('.toast');
            const {under, takes} = await page.evaluate(() => {
                const toast = document.querySelector('.toast'), box = toast.getBoundingClientRect();
                const buttons = [...document.querySelectorAll('.side button:enabled, .tabs *')].filter((one) => {
                    const {left, right, top, bottom} = one.getBoundingClientRect();
                    return right > left && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
                });
                return {under: buttons.map((one) => one.className), takes: toast.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2))};
            });
            assert.deepEqual(under, [], `${hash}, ${size}`);
            assert.equal(takes, false, `${hash}, ${size}: a tap on the hint goes to what lies under it`);
            const hidden = await page.evaluate(() => {
                const {bottom} = document.querySelector('.toast').getBoundingClientRect(), below = innerWidth < 700 ? bottom : 0; // at a desk it lies in the bar
                return [...document.querySelectorAll('.pads .arrow path')].map((path) => path.getBoundingClientRect()).filter((box) => box.top < below - 1 || box.bottom > innerHeight + 1).length;
            });
            assert.equal(hidden, 0, `${hash}, ${size}: the arrow is seen`);
            await picture(page, `hint-${hash.slice(5, 16).replace(/\W/g, '')}`);
            quiet(page);
        }
    }
});

await test('a lesson names no side of a board that may be turned', async () => {
    const sides = /\b(at the (bottom|top)|(pads|one|two) (up|down)\b|to the (left|right))|en (bas|haut)|vers le (bas|haut)|à (gauche|droite)/;
    for (const game of ['rribbit', 'quibbit']) {
        for (const line of readFileSync(`${process.env.TOP}/learn/lessons/${game}.txt`, 'utf8').split('\n')) assert.doesNotMatch(line, sides);
    }
    for (const [size, language] of looks([['phone', 'en'], ['small', 'fr'], ['desktop', 'en']])) {
        const page = await open('learn/rribbit/1', {size, language});
        assert.equal(await page.locator('.pads.turned').count(), size === 'small' ? 1 : 0);
        assert.match(await shown(page, '.task'), language === 'fr' ? /Les claires sont à vous/ : /Yours are the light ones/);
        await picture(page, 'lesson-1');
        quiet(page);
    }
});

await test('a typed address: its players make the game, or a sentence says what does not fit', async () => {
    const page = await open('');
    for (const [hash, seats] of [['quibbit/h6', 2], ['quibbit/h111', 4], ['quibbit/hh1', 3], ['quibbles/h11', 3], ['rribbit/1h', 2]]) {
        await page.open(`play/${hash}`);
        await page.waitForFunction((count) => document.querySelector('.play') && globalThis.pondTable?.look.seats === count && globalThis.pondTable.seats.length === count, seats);
    }
    quiet(page);
    for (const [size, language] of looks([['phone', 'fr'], ['small', 'en'], ['desktop', 'en']])) {
        const visitor = await open('', {size, language}), french = language === 'fr';
        for (const [hash, why] of [
            ['quibbit/h6/players=4', french ? /se joue à 4, mais l'adresse indique 2 joueurs/ : /is for 4, but the address names 2/],
            ['rribbit/h22', french ? /se joue à 2, mais l'adresse indique 3 joueurs/ : /is for 2, but the address names 3/],
            ['rribbit/h', french ? /indique 1 joueur\./ : /names 1/], ['quibbit/h7', french ? /s'écrivent h/ : /written as h/], ['quibbles/hx', french ? /s'écrivent h/ : /written as h/],
            ['at/rribbit/turn=single/h9/2D5D.1D4D2.9.3DDD3.7L1.2L2LL2.1L2L4_l_-', french ? /s'écrivent h/ : /written as h/],
            ['quibbles/h11111111', /players|joueurs|=8/], ['quibbit/h/', /./], ['constructor', french ? /pas sur cet appareil/ : /isn't on this device/],
        ]) {
            await visitor.open(`play/${hash}`);
            const text = await shown(visitor);
            assert.match(text, french ? /Ce lien ne fonctionne pas/ : /This link doesn't work/, hash);
            assert.match(text, why, hash);
            assert.ok(await visitor.locator('main a.btn[href="#/"]').isVisible(), `${hash}: the way home`);
        }
        await visitor.open('play/rribbit/h22');
        await fits(visitor, 'a typed address');
        await accessible(visitor, 'a typed address');
        await picture(visitor, 'typed');
        quiet(visitor);
    }
});

await test('a review knows who gave up', async () => {
    for (const [size, language, hash] of looks([['desktop', 'en', ROW], ['phone', 'fr', ROW], ['small', 'en', CARDS]])) {
        const page = await open(hash, {size, language});
        const {look, game} = await myTurn(page);
        await doMove(page, game, look.legal.find((move) => move[0] === '+' || move.includes('x')));
        await page.waitForFunction((ply) => globalThis.pondTable.look.ply > ply, look.ply);
        await myTurn(page);
        await page.evaluate(() => globalThis.pondTable.resign(globalThis.pondTable.mine));
        await page.locator('.ending .review').click();
        await page.waitForFunction(() => /(won|gagné)/.test(document.querySelector('.moment')?.textContent ?? ''));
        assert.match(await shown(page, '.moment'), language === 'fr' ? /Robin a gagné.*Vous avez abandonné\./ : /Robin (has )?won.*You resigned\./);
        await picture(page, 'gave-up');
        quiet(page);
    }
});

await test('"next mistake" answers where there is none', async () => {
    for (const [size, language] of looks([['desktop', 'en'], ['phone', 'fr'], ['small', 'en']])) {
        const french = language === 'fr';
        // Nothing was chosen, so nothing was wrong; even then there is a review.
        const page = await open(ROW, {size, language});
        await myTurn(page);
        await giveUp(page);
        await page.locator('.ending .review').click();
        const button = page.locator('[data-go="mistake"]');
        await page.locator('[data-go="mistake"]:disabled').waitFor(); // once all has been judged
        assert.equal(await button.textContent(), french ? 'Aucune erreur' : 'No mistakes');
        await page.keyboard.press('n');
        assert.equal(await page.locator('.toast').textContent(), french ? 'Aucune erreur' : 'No mistakes');
        await accessible(page, 'no mistakes');
        await picture(page, 'no-mistakes');
        // One mistake: a row that is left standing. Asked for again, there is no other one.
        await page.open(ROW);
        await myTurn(page);
        await doMove(page, 'rribbit', 'b1-a3');
        await page.locator('.ending .review').click();
        await page.waitForFunction(() => globalThis.pondReview?.end && globalThis.pondReview.judged.some((one) => one?.class === 'blunder'));
        await button.click(); // which it can be
        assert.equal(await page.evaluate(() => globalThis.pondReview.at), 0);
        await button.click();
        await page.waitForFunction((text) => document.querySelector('.toast')?.textContent === text, french ? "Il n'y a pas d'autre erreur." : "That's the only mistake.");
        quiet(page);
    }
});

await test('who has given up in a game of four only watches, and is offered nothing that no longer works', async () => {
    for (const [size, language] of looks([['desktop', 'en'], ['phone', 'fr'], ['small', 'en']])) {
        const page = await open(RACE, {size, language, settings: {motion: 'slow'}});
        await myTurn(page);
        await page.evaluate(() => globalThis.pondTable.addEventListener('trouble', ({detail}) => console.error(detail)));
        await giveUp(page);
        await page.waitForFunction(() => globalThis.pondTable.look.resigned.includes(0));
        await page.waitForFunction(() => [...document.querySelectorAll('.acts button')].every((one) => !one.checkVisibility()));
        assert.equal(await page.evaluate(() => globalThis.pondTable.over), false, 'the others play on');
        await picture(page, 'resigned');
        await page.locator('.bar .menu').click();
        assert.deepEqual(await page.locator('dialog button').evaluateAll((all) => all.map(({value}) => value).filter((value) => /^(hint|undo|draw|resign)$/.test(value))), []);
        await page.keyboard.press('Escape');
        const ply = await page.evaluate(() => globalThis.pondTable.look.ply);
        await page.waitForFunction((before) => globalThis.pondTable.over || globalThis.pondTable.look.ply > before + 3, ply);
        quiet(page);
    }
});

/** So many signs of a deal that was checked; they come when it has been. */
async function dealt(page, signs, where) {
    if (signs > 0) await page.locator('.deal').waitFor();
    else await page.evaluate(async () => (await import('/fair.mjs')).verify(await globalThis.pondTable.record())); // it would be there by now
    assert.equal(await page.locator('.deal').count(), signs, where);
}

await test('Rrib-bit has no draws that could follow from a seed', async () => {
    for (const [size, language] of looks([['desktop', 'en'], ['phone', 'fr']])) {
        const page = await open('play/rribbit/h1//pond', {size, language});
        for (const [game, pills] of [['rribbit', 0], ['quibbles', 1]]) {
            await page.open(game === 'rribbit' ? 'play/rribbit' : CARDS);
            await myTurn(page);
            await page.evaluate(() => globalThis.pondTable.resign(globalThis.pondTable.mine));
            await page.waitForSelector('.ending');
            const record = await page.evaluate(() => globalThis.pondTable.record());
            assert.match(record, /^\[Seed /m);
            await page.open('open');
            await page.locator('textarea').fill(record);
            await page.locator('form button').click();
            await page.waitForSelector('.ending');
            await dealt(page, pills, game);
            await page.evaluate(() => { globalThis.pondReview = null; }); // of the other game
            await page.locator('.ending .review').click();
            await page.waitForFunction(() => globalThis.pondReview?.end);
            await dealt(page, pills, `the review of ${game}`);
        }
        quiet(page);
    }
});

await test('tiles name whose frog is there, in good French', async () => {
    const names = (page) => page.locator('.tile').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')).filter((name) => /frog|grenouille/.test(name)).join('; '));
    const french = await open(RACE, {size: 'phone', language: 'fr'});
    await myTurn(french);
    assert.match(await names(french), /votre grenouille/);
    assert.match(await names(french), /grenouille d'Amara/);
    assert.match(await names(french), /grenouille de Robin/);
    assert.doesNotMatch(await names(french), /de Vous|de Amara/);
    const two = await open(RACE_OF_TWO, {language: 'fr'});
    await myTurn(two);
    assert.match(await names(two), /grenouille du joueur fictif/);
    quiet(two);
    const english = await open(RACE);
    await myTurn(english);
    assert.match(await names(english), /your frog/);
    assert.match(await names(english), /Amara.s frog/);
    quiet(french);
    quiet(english);
});

await test('French signs stay with their word in every sentence', async () => {
    const loose = /(?<!Quibbit)[^\s(/|] [:;!?»](?![\d/])|« /;
    const page = await open('learn/rribbit/1', {size: 'phone', language: 'fr'});
    const sentences = await page.evaluate(async () => {
        const {ask, games} = await import('/core.mjs'), said = (await games()).flatMap(({options}) => options.map(({help}) => help));
        for (const game of ['quibbit', 'quibbles', 'rribbit']) {
            for (const kind of ['lesson', 'puzzles']) {
                for (const {number, title} of (await ask('course', game, kind)).exercises) {
                    const {text = '', task, seat} = await ask('exercise', game, kind, number);
                    const {said: answer} = await ask('attempt', game, kind, number, [await ask('solution', game, kind, number, [])]);
                    said.push(title, text, task, answer, ...(seat === undefined ? ['?'] : []));
                }
            }
        }
        return said;
    });
    assert.ok(sentences.length > 600 && sentences.some((text) => /\u00a0[:;!?]/.test(text)));
    assert.deepEqual(sentences.filter((text) => loose.test(text)), []);
    await picture(page, 'signs');
    // The core also says what is wrong.
    await page.open('learn/rribbit/3');
    await doMove(page, 'rribbit', 'a1-b3');
    await page.waitForSelector('.verdict.wrong');
    assert.match(await shown(page, '.verdict'), /\u00a0:/);
    for (const hash of ['', 'learn/quibbit/4', 'puzzles/quibbles/1', 'puzzles', 'setup/quibbit', 'rules/rribbit', 'together', 'settings', 'open', 'play/quibbles/h11111111', 'play/rribbit']) {
        await page.open(hash);
        const text = await page.evaluate(() => {
            for (const one of document.querySelectorAll('pre, code')) one.remove();
            for (const one of document.querySelectorAll('details')) one.open = true;
            return document.getElementById('app').innerText;
        });
        assert.deepEqual(text.split('\n').filter((line) => loose.test(line)), [], hash);
    }
    quiet(page);
});

await test('letters of frogs are named where they are shown', async () => {
    for (const [size, language] of looks([['phone', 'en'], ['small', 'fr'], ['desktop', 'fr']])) {
        for (const letters of [false, true]) {
            const page = await open('learn/quibbit/3', {size, language, settings: {letters}});
            const letter = letters ? / \((L|R|G|Y|B|small y|petit y)\)/ : /you are (red|light)|vous êtes la rouge|les claires|frog|grenouille/i;
            for (const hash of ['learn/quibbit/3', 'puzzles/quibbit/1', 'puzzles/rribbit/1']) {
                await page.open(hash);
                const text = await shown(page, '.task');
                assert.match(text, letter, hash);
                if (!letters) assert.doesNotMatch(text, /\([A-Za-z]\)|\(small|\(petit/, hash);
            }
            await picture(page, `letters-${letters}`);
            quiet(page);
        }
    }
});

await test('who has no name yet is a frog in their own language', async () => {
    for (const [size, language, name] of looks([['phone', 'fr', /^Grenouille \d{4}$/], ['desktop', 'en', /^Frog \d{4}$/]])) {
        const host = await open('together', {settings: {name: 'Ada'}});
        await host.waitForSelector('.lobby h2');
        await host.locator('form > .btn').click();
        const link = await host.locator('#link').inputValue();
        const guest = await open('', {size, language});
        await guest.goto(link);
        await guest.locator('#called').waitFor();
        assert.match(await guest.locator('#called').inputValue(), name);
        await picture(guest, 'nameless');
        quiet(guest);
    }
});

await test('a review on a laptop: no panel lies under the buttons', async () => {
    for (const [language, text] of looks([['fr', /Votre collection/], ['en', /Your collection/]])) {
        const page = await open(CARDS, {language});
        for (let i = 0; i < 4; i++) {
            const {look, game} = await myTurn(page);
            await doMove(page, game, look.legal.find((move) => move[0] === '!') ?? look.legal.find((move) => move[0] === '+') ?? look.legal[0]);
            await page.waitForFunction((ply) => globalThis.pondTable.look.ply > ply, look.ply);
        }
        await myTurn(page);
        await giveUp(page);
        await page.locator('.ending .review').click();
        await page.waitForFunction(() => globalThis.pondReview?.end);
        const lines = await page.evaluate(() => globalThis.pondReview.lines.length);
        for (let line = lines - 1; line >= 0; line--) {
            await page.evaluate((at) => globalThis.pondReview.step(at), line);
            const {own, graph, ways, moment, words} = await page.evaluate(() => {
                const box = (name) => document.querySelector(`.review .side > ${name}`).getBoundingClientRect().toJSON();
                return {own: box('.own'), graph: box('.graph'), ways: box('.ways'), moment: box('.moment'), words: document.querySelector('.own').innerText};
            });
            assert.match(words, text);
            assert.ok(graph.bottom <= own.top && own.bottom <= moment.top, `line ${line}: one under the other`);
            const better = await page.evaluate(() => document.querySelector('.moment .better b')?.getBoundingClientRect().toJSON() ?? null);
            if (better) assert.ok(better.bottom <= ways.top, `line ${line}: what is better ends at ${better.bottom}, the buttons begin at ${ways.top}`);
            assert.ok(own.bottom <= ways.top, `line ${line}: the collection ends at ${own.bottom}, the buttons begin at ${ways.top}`);
            if (line === lines - 1) assert.ok(moment.bottom <= ways.top + 1, `the end: ${moment.bottom}, ${ways.top}`);
            if (line === lines - 1 || line === 2) await picture(page, `review-quibbles-${line === 2 ? 'move' : 'end'}`);
        }
        await fits(page, 'the review');
        await accessible(page, 'the review');
        await page.setViewportSize(SIZES.phone);
        await page.evaluate((at) => globalThis.pondReview.step(at), lines - 1);
        const {table, room} = await page.evaluate(() => {
            const box = document.querySelector('.review .tablebox');
            return {table: box.scrollWidth, room: box.clientWidth};
        });
        assert.ok(table <= room, `the table is ${table} wide and has room for ${room}`);
        await picture(page, 'review-quibbles-phone');
        quiet(page);
        const race = await open('play/quibbit/h111/players=4,colors=GBRY/pond', {language});
        await myTurn(race);
        await race.locator('.tile.goal').first().click();
        await race.waitForFunction(() => globalThis.pondTable.look.board.round === 1);
        await giveUp(race);
        await race.waitForFunction(() => globalThis.pondTable.over);
        await race.locator('.ending .review').click();
        await race.waitForFunction(() => globalThis.pondReview?.end);
        const {hidden, count} = await race.evaluate(() => {
            const top = document.querySelector('.review .ways').getBoundingClientRect().top, all = [...document.querySelectorAll('.review .players .pl')];
            return {count: all.length, hidden: all.filter((one) => one.getBoundingClientRect().bottom > top).length};
        });
        assert.deepEqual({hidden, count}, {hidden: 0, count: 4}, 'every player of Quibbit is seen');
        quiet(race);
    }
});

await test('a host who opened 127.0.0.1: a link and a code for the house, or how to open it', async () => {
    const port = Number(new URL(server.address).port) + 1, house = await serve(port, '0.0.0.0');
    const others = Object.values(networkInterfaces()).flat().filter(({internal, family}) => !internal && family === 'IPv4').map(({address}) => address);
    try {
        for (const [size, language] of looks([['desktop', 'en'], ['phone', 'fr'], ['small', 'en']])) {
            const french = language === 'fr';
            // For this machine alone: said plainly, with the command that opens it.
            const alone = await open('together', {size, language, settings: {name: 'Ada'}});
            await alone.locator('form > .btn').click();
            await alone.waitForSelector('#link');
            assert.match(await shown(alone), french ? /personne d'autre ne peut suivre ce lien/ : /nobody else can open this link/);
            assert.equal(await alone.locator('.command').innerText(), `./pond serve --listen 0.0.0.0:${port - 1}`);
            assert.equal(await alone.locator('.scan').count(), 0);
            await fits(alone, 'for itself alone');
            if (size !== 'desktop') await fingers(alone, 'for itself alone');
            await accessible(alone, 'for itself alone');
            await picture(alone, 'alone');
            quiet(alone);
            // For the house: its address, as a link and as a code.
            const host = await visit(browser, house.address, {size, language, settings: {...still, name: 'Ada'}});
            host.kept = `${size}-${language}`;
            await host.open('together');
            await host.locator('form > .btn').click();
            const link = await host.locator('#link').inputValue();
            if (others.length === 0) { // a machine without any network
                assert.match(await shown(host), french ? /aucun réseau/ : /no network/);
                continue;
            }
            assert.ok(others.some((address) => link.startsWith(`http://${address}:${port}/t/`)), link);
            assert.match(await shown(host), french ? /téléphones et ordinateurs de votre réseau/ : /Phones and computers on your network/);
            await picture(host, 'house');
            await host.locator('.scan').click();
            await host.waitForSelector('dialog.scan svg');
            assert.equal(await readCode(host, 'dialog.scan svg'), link);
            await picture(host, 'house-code');
            const guest = await visit(browser, new URL('/', link).href, {size: 'phone', language, settings: {...still, name: 'Ben'}});
            await guest.goto(link);
            for (const page of [host, guest]) {
                await page.waitForSelector('.play');
                quiet(page);
            }
        }
    } finally {
        await house.stop();
    }
});

await test('the first lesson on the smallest phone: the task, the whole ring and the cards without scrolling', async () => {
    for (const language of looks(['fr', 'en'])) {
        const page = await open('learn/quibbit/3', {size: 'small', language});
        const {hidden, count, free} = await page.evaluate(() => {
            const all = [...document.querySelectorAll('.task .do, .pondring, .cardbtn')], box = (one) => one.getBoundingClientRect();
            return {count: all.length, hidden: all.filter((one) => box(one).top < 0 || box(one).bottom > innerHeight + 1).map((one) => one.className),
                free: box(document.querySelector('.pondring')).bottom <= box(document.querySelector('.can')).top};
        });
        assert.equal(count, 7);
        assert.deepEqual(hidden, []);
        assert.ok(free, 'the cards do not lie over the ring');
        await fits(page, 'the first lesson');
        await fingers(page, 'the first lesson');
        await accessible(page, 'the first lesson');
        await picture(page, 'lesson-quibbit');
        await page.locator('.cardbtn[data-card="5"]').click();
        await page.waitForSelector('.verdict');
        assert.ok(await page.locator('.pl').count() > 0, 'the players are still there, below');
        quiet(page);
    }
});

await test('another try at a mistake on a phone: what helps is in sight', async () => {
    for (const [size, language] of looks([['phone', 'fr'], ['small', 'en']])) {
        const page = await open(ROW, {size, language});
        await myTurn(page);
        await doMove(page, 'rribbit', 'b1-a3');
        await page.locator('.ending .review').click();
        await page.waitForFunction(() => globalThis.pondReview?.end);
        await page.locator('[data-go="mistake"]').click();
        await page.locator('.moment .retry').click();
        await page.locator('.moment .enough').waitFor();
        for (const button of ['.reveal', '.enough']) {
            await page.locator(`.moment ${button}`).scrollIntoViewIfNeeded();
            assert.ok(await page.locator(`.moment ${button}`).evaluate((one) => {
                const {left, top, width, height} = one.getBoundingClientRect();
                return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
            }), `${button} lies under nothing`);
        }
        if (size === 'phone') assert.ok(await page.evaluate(() => document.querySelector('.moment .enough').getBoundingClientRect().bottom <= innerHeight), 'without scrolling');
        await picture(page, 'retry');
        await doMove(page, 'rribbit', 'c2-d4');
        await page.waitForSelector('.verdict.right');
        await page.locator('.moment .enough').click();
        assert.ok(await page.locator('.ways').isVisible(), 'the ways are back');
        quiet(page);
    }
});

await test('a phone on its side shows the whole board, and on a long one what one does beside it', async () => {
    for (const [size, language] of looks([['lying', 'fr'], ['small lying', 'en']])) {
        for (const [hash, board, act] of [[ROW, '.pads', '.acts .hint'], ['play/rribbit', '.pads', '.acts .hint'], [RACE, '.pondring', '.cardbtn[data-card="5"]'], [CARDS, '.qb', '.hand .qcard'], ['learn/rribbit/3', '.pads', '.task .do'], ['learn/quibbit/1', '.pondring', '.task .do']]) {
            const page = await open(hash, {size, language});
            await page.waitForSelector(board);
            const seen = (selector) => page.locator(selector).first().evaluate((one) => {
                const {top, bottom, left, right} = one.getBoundingClientRect();
                return top >= 0 && left >= 0 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
            });
            if (size === 'lying' || board !== '.qb') assert.ok(await seen(board), `${size}, ${hash}: the whole board`);
            if (size === 'lying') assert.ok(await seen(act), `${size}, ${hash}: ${act}`);
            const pad = await page.evaluate(() => Math.min(99, ...[...document.querySelectorAll('.pad, .tile, .hand .qcard')].flatMap((one) => [one.offsetWidth, one.offsetHeight])));
            assert.ok(pad >= (size === 'lying' ? 44 : 40), `${size}, ${hash}: a finger, ${pad}`);
            await fits(page, `${size}, ${hash}`);
            await picture(page, `lying-${hash.replace(/\W/g, '').slice(0, 14)}`);
            quiet(page);
        }
    }
});

await test('by keys alone: the next choice begins where the last one was', async () => {
    const focus = (page) => page.evaluate(() => document.activeElement.className || document.activeElement.tagName);
    const again = async (page, ply) => {
        await page.waitForFunction((before) => globalThis.pondTable.look.ply > before && globalThis.pondTable.look.turn.includes(0), ply);
        return (await myTurn(page)).look;
    };
    const page = await open('play/quibbit');
    let {look} = await myTurn(page);
    await page.locator('.tile.goal').first().press('Enter');
    for (let round = 0; round < 2; round++) {
        look = await again(page, look.ply);
        await page.waitForFunction(() => document.activeElement.matches('.cardbtn:enabled'));
        await page.keyboard.press('Enter');
    }
    await page.open(CARDS);
    ({look} = await myTurn(page));
    await page.locator('.hand .qcard').first().press('Enter');
    await page.locator('.can .lay').press('Enter');
    await page.waitForFunction((before) => globalThis.pondTable.look.ply > before && globalThis.pondTable.look.turn.includes(0) && document.activeElement.matches('.hand .qcard, .can button'), look.ply);
    // The focus does not jump for people who use a mouse.
    await page.open('play/quibbit');
    ({look} = await myTurn(page));
    await page.locator('.tile.goal').first().click();
    await again(page, look.ply);
    assert.equal(await focus(page), 'BODY');
    quiet(page);
});

/** A game of two at Quibbles in which the first seat is due. @param {{display: string, collection?: string, hand: string, phase?: string}} about */
function cardsAt({display, collection = '-', hand, phase = 'act'}) {
    const left = [4, 22, 22, 22, 24, 26, 28, 7], other = '123456';
    for (const card of [display, collection, hand, other].join('').replace(/-/g, '')) left[Number(card)]--;
    const pile = left.map((count, value) => String(value).repeat(count)).join('');
    return `play/at/quibbles/players=2,first=0/h1/${display}_${collection}.-_${hand},${other}_${pile}_-_0_${phase}`;
}

await test('three sets of one split: their brackets and sums lie beside each other', async () => {
    const page = await open(cardsAt({display: '123456', hand: '1234567'}));
    await page.locator('.hand .qcard[data-value="7"]').last().click();
    await page.waitForFunction(() => document.querySelectorAll('.display .tag').length === 3);
    const boxes = await page.locator('.display .tag, .display .qcard').evaluateAll((parts) => parts.map((part) => {
        const {left, right, top, bottom} = part.getBoundingClientRect();
        return {what: part.textContent.trim() || part.getAttribute('data-value'), left, right, top, bottom};
    }));
    for (const [i, one] of boxes.entries()) for (const other of boxes.slice(i + 1)) {
        assert.ok(one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top, `${one.what} lies on ${other.what}`);
    }
    assert.ok(await page.locator('.display').evaluate((display) => {
        const lowest = Math.max(...[...display.querySelectorAll('.tag')].map((tag) => tag.getBoundingClientRect().bottom));
        return lowest <= display.getBoundingClientRect().bottom;
    }), 'the display has room for them');
    await picture(page, 'three-sets');
});

await test('a hand in the stash: no card and no frame lies over a number below it', async () => {
    const FRAME = 6; // around a card that can be stashed, drawn as its shadow
    for (const size of looks(['phone', 'desktop'])) for (const hand of ['11122236', '555556', '0011122233344455']) {
        const page = await open(cardsAt({display: '333456', hand, phase: 'stash'}), {size});
        await page.waitForSelector('.hand .stash');
        const over = await page.locator('.hand .group').evaluateAll((groups, frame) => groups.flatMap((group) => {
            const count = group.querySelector('.count').getBoundingClientRect(), top = count.top + count.height * .15; // letters begin below it
            return [...group.querySelectorAll('.qcard')].map((card) => card.getBoundingClientRect().bottom + (card.matches('.stash') ? frame : 0) - top).filter((px) => px > .5);
        }), FRAME);
        assert.deepEqual(over, [], `${size}, ${hand}`);
        await picture(page, `hand-${hand}`);
    }
});

await test('with many cards on a phone, what is to be pressed is in the window', async () => {
    const inWindow = (page, selector) => page.waitForFunction((which) => {
        const {top, bottom, left, width} = document.querySelector(which).getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight && document.elementFromPoint(left + width / 2, bottom - 4)?.closest(which);
    }, selector);
    for (const [size, language] of looks([['phone', 'fr'], ['small', 'en']])) {
        const page = await open(cardsAt({display: '2234677', hand: '444444445666666', phase: 'stash'}), {size, language});
        await inWindow(page, '.can [data-move="-"]');
        await page.open(cardsAt({display: '2234677', hand: '011122233344455566'}));
        await myTurn(page);
        await page.locator('.hand .qcard[data-value="5"]').last().click();
        await inWindow(page, '.can .lay');
        await picture(page, 'many-cards');
        quiet(page);
    }
});

await test('another try in Quibbles: the question is answered once, and nothing lies over its buttons', async () => {
    const page = await open(cardsAt({display: '56', hand: '0112334555', phase: 'stash'}), {viewport: {width: 1366, height: 768}});
    await myTurn(page);
    await doMove(page, 'quibbles', '!1'); // a mistake
    await page.waitForFunction(() => globalThis.pondTable.look.ply > 0 && globalThis.pondTable.look.turn.includes(0));
    await page.locator('.acts .resign').click();
    await page.locator('dialog button[value="yes"]').click();
    await page.locator('.ending .review').click();
    await page.waitForFunction(() => globalThis.pondReview?.end);
    await page.evaluate(() => globalThis.pondReview.step(0));
    await page.locator('.moment .retry').click();
    await page.locator('.moment .enough').waitFor();
    assert.equal(await page.locator('.ways').isVisible(), false);
    const pass = page.locator('.can [data-move="-"]');
    await pass.waitFor();
    assert.ok(await pass.evaluate((one) => {
        const {left, top, width, height} = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }), 'in the window, under nothing');
    await pass.click();
    await page.waitForSelector('.verdict.right');
    assert.equal(await page.locator('.can [data-move]').count(), 0, 'nothing is asked any more');
    await page.locator('.moment .enough').click();
    assert.ok(await page.locator('.ways').isVisible(), 'the ways are back');
    quiet(page);
});

await test('a position that comes back has the chances that it had', async () => {
    const page = await open('play/rribbit', {settings: {motion: 'off', chances: true}}), said = async () => {
        await page.waitForFunction(() => !document.querySelector('.chance').hidden && globalThis.pondTable.look.turn.includes(0));
        return page.locator('.chance').textContent();
    };
    await myTurn(page);
    const first = await said();
    for (const [i, move] of ['c1-d3', 'd3-e5'].entries()) {
        await myTurn(page);
        await doMove(page, 'rribbit', move);
        await page.waitForFunction((ply) => globalThis.pondTable.look.ply >= ply, 2 * i + 2);
        await page.waitForFunction((before) => document.querySelector('.chance').textContent !== before, first);
    }
    await page.locator('.acts .undo').dblclick();
    await page.waitForFunction(() => globalThis.pondTable.look.ply === 0);
    await page.waitForFunction((text) => document.querySelector('.chance').textContent === text, first);
    await page.locator('.acts .hint').click(); // more is known then
    const hinted = await page.locator('.toast', {hasText: 'Chance of winning'}).textContent();
    const [, hundredths] = /: (\d+)%/.exec(hinted);
    await page.waitForFunction((text) => document.querySelector('.chance').textContent.includes(text), `${hundredths}%`);
    quiet(page);
});

await test('an analysis calls the players what the game called them', async () => {
    const page = await open('play/rribbit');
    await myTurn(page);
    await doMove(page, 'rribbit', 'c1-d3');
    const robot = await page.evaluate(() => globalThis.pondTable.seats[1].name);
    await page.locator('.acts .resign').click();
    await page.locator('dialog button[value="yes"]').click();
    await page.locator('.ending .review').click();
    await page.waitForFunction(() => globalThis.pondReview?.end);
    await page.locator('[data-go="analyse"]').click();
    for (let visit = 0; visit < 2; visit++) {
        await page.waitForFunction((name) => globalThis.pondAnalysis?.seats[1]?.name === name, robot);
        assert.ok((await page.locator('.analysis').innerText()).includes(robot), 'and shows it');
        await page.reload();
    }
    quiet(page);
});

await test('the tiles that sentences name have their numbers on the ring', async () => {
    for (const size of looks(['desktop', 'phone', 'small lying'])) {
        const page = await open('play/quibbit/h1/players=2/pond', {size});
        await page.locator('.tile.goal').nth(7).click();
        await myTurn(page);
        const tile = /You start on tile (\d+)\./.exec(await page.locator('.story').textContent())[1];
        const [number, place] = await page.evaluate((wanted) => [[...document.querySelectorAll('.pondring .number')].find((one) => one.checkVisibility() && one.textContent.trim() === wanted),
            document.querySelector(`.tile[data-tile="${wanted}"]`)].map((one) => one?.getBoundingClientRect().toJSON()), tile);
        assert.ok(number?.height > 8 && Math.hypot(number.x + number.width / 2 - place.x - place.width / 2, number.y + number.height / 2 - place.y - place.height / 2) < place.width, `${size}: ${tile}`);
        quiet(page);
    }
});

await test('who wins smiles, though a card was lost with the last leap', async () => {
    for (const settings of [{motion: 'fast'}, {motion: 'off'}]) { // the robot's only card is lost, too, so it is out
        const page = await open('play/at/quibbit/players=2,colors=GBR/h1/*GRB~GRB*BGR_G26:45,B24:1,r23:_G_5_6', {settings});
        await myTurn(page);
        await page.locator('.cardbtn[data-card="4"]').click();
        await page.waitForSelector('.ending');
        assert.deepEqual(await page.evaluate(() => globalThis.pondTable.look.result), 'seat 0');
        assert.deepEqual(await page.evaluate(() => globalThis.pondTable.look.board.frogs[0].cards), [5], 'the 4 was lost');
        const winner = page.locator('.pondring .ring > .frog:has(.flip.green)');
        await winner.waitFor();
        assert.doesNotMatch(await winner.innerHTML(), /frog-sad/);
        quiet(page);
    }
});

await test('what is asked in the middle of a ring leaves the numbers of the tiles free', async () => {
    for (const size of looks(['lying', 'small lying', 'desktop'])) for (const players of [2, 4]) {
        const page = await open(`play/quibbit/${'h1111'.slice(0, players)}/players=${players}/pond`, {size, language: 'fr'});
        await myTurn(page);
        assert.deepEqual(await page.evaluate(() => {
            const words = document.createRange();
            words.selectNodeContents(document.querySelector('.middle h2'));
            const lines = [...words.getClientRects()];
            return [...document.querySelectorAll('.pondring .number')].filter((number) => {
                const {left, right, top, bottom} = number.getBoundingClientRect();
                return lines.some((line) => line.left < right && left < line.right && line.top < bottom && top < line.bottom);
            }).map(({textContent}) => textContent.trim());
        }), [], `${size}, ${players} players`);
        quiet(page);
    }
});

await test('four cards with long names leave the numbers of the tiles free', async () => {
    const page = await open('play/quibbit/hhhh/players=4/seed', {settings: {motion: 'slow', last: {names: ['Maximilian', 'Anna-Lena', 'Josephine', 'Bartholomew']}}});
    for (let i = 0; i < 4; i++) {
        await page.waitForFunction((ply) => globalThis.pondTable.look.ply === ply && document.querySelector('.tile.goal:enabled'), i);
        await page.locator('.tile.goal:enabled').first().click();
    }
    for (let i = 0; i < 4; i++) {
        if (i > 0) await page.locator('.cover button').click();
        await page.locator('.cardbtn:enabled').first().click();
    }
    await page.waitForSelector('.middle .mc.now');
    const over = await page.evaluate(() => {
        const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => [one.textContent.trim(), one.getBoundingClientRect()]);
        return boxes('.middle .mc, .middle .who').flatMap(([who, one]) => boxes('.pondring .number').filter(([, two]) => one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom).map(([tile]) => `${who} over ${tile}`));
    });
    assert.deepEqual(over, []);
    await picture(page, 'numbers');
});

await test('on a phone neither frogs nor rings lie over the numbers of the tiles, and no ring is cut at the edge', async () => {
    for (const hash of [RACE, 'play/quibbit/h111/players=4/pond', 'puzzles/quibbit/1']) {
        const page = await open(hash, {size: 'phone'});
        await page.waitForFunction(() => document.querySelectorAll('.pondring .number').length > 0 && document.querySelector('.tile[aria-label]'));
        const over = await page.evaluate(() => {
            const numbers = [...document.querySelectorAll('.pondring .number')].map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
                .map(([tile, {left, right, top, bottom, height}]) => [tile, {left, right, top: top + height * .2, bottom: bottom - height * .2}]); // digits are lower than their line
            const frogs = [...document.querySelectorAll('.pondring .frog')].map((one) => one.getBoundingClientRect()).map(({left, right, top, bottom, width}) => ({left: left + width * .1, right: right - width * .1, top, bottom}));
            const pond = document.querySelector('.pondring').getBoundingClientRect(), wrong = [];
            for (const [tile, box] of numbers) {
                if (frogs.some(({left, right, top, bottom}) => left < box.right - 1 && box.left < right - 1 && top < box.bottom - 2 && box.top < bottom - 2)) wrong.push(`a frog over ${tile}`);
            }
            for (const tile of document.querySelectorAll('.pondring .tile')) {
                tile.classList.add('goal');
                const {left, top, width, height} = tile.getBoundingClientRect(), x = left + width / 2, y = top + height / 2, ring = parseFloat(getComputedStyle(tile, '::after').width) / 2;
                if (x - ring < pond.left || x + ring > pond.right || y - ring < pond.top || y + ring > pond.bottom) wrong.push(`the ring of ${tile.dataset.tile} is cut`);
                const box = numbers.find(([number]) => number === tile.dataset.tile)[1];
                const near = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
                if (near < ring - 4) wrong.push(`the ring of ${tile.dataset.tile} is over its number by ${Math.round(ring - near)}`);
            }
            return wrong;
        });
        assert.deepEqual(over, [], hash);
        quiet(page);
    }
});

await test('a lesson on a laptop: its last panel is whole', async () => {
    const page = await open('learn/quibbit/9', {viewport: {width: 1366, height: 768}});
    await page.waitForSelector('.ways .next');
    assert.ok(await page.locator('.side').evaluate((side) => side.scrollHeight <= side.clientHeight));
    quiet(page);
});

await test('the cards in the middle of a ring touch neither a tile nor a frog', async () => {
    for (const size of looks(['phone', 'small', 'desktop'])) {
        const page = await open(RACE, {size});
        await myTurn(page);
        const boxes = await page.locator('.pondring .tile, .pondring .frog, .pondring .number, .middle .mc').evaluateAll((parts) => parts.map((part) => ({...part.getBoundingClientRect().toJSON(), card: part.matches('.mc')})));
        const cards = boxes.filter(({card}) => card), others = boxes.filter(({card}) => !card);
        assert.equal(cards.length, 4);
        for (const one of cards) assert.ok(others.every((other) => other.right <= one.left || other.left >= one.right || other.bottom <= one.top || other.top >= one.bottom), size);
        await picture(page, 'middle');
    }
});

await test('the story ends with its last line, also when the result takes some of its room', async () => {
    const page = await open('play/rribbit/h1/turn=single,win=row/pond', {settings: {motion: 'fast'}}); // the last line is told before the frog lands
    await page.setViewportSize({width: 1280, height: 640});
    await playOut(page);
    await page.waitForSelector('.ending');
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const {unseen, below} = await page.locator('.story ol').evaluate((story) => ({unseen: story.scrollHeight - story.clientHeight, below: story.scrollHeight - story.clientHeight - story.scrollTop}));
    assert.ok(unseen > 0, 'it is longer than its room');
    assert.ok(below < 2, `${below} pixels are below`);
    quiet(page);
});

await test('a full collection: a card of the hand asks which one makes room', async () => {
    const page = await open(cardsAt({display: '123456', collection: '111222', hand: '555556', phase: 'stash'}));
    await page.waitForSelector('.can [data-move="!5/1"]');
    await page.locator('.hand .qcard[data-value="5"]').last().click();
    await page.waitForFunction(() => /full: choose the card that makes room for the 5/.test(document.querySelector('.can .say').textContent));
    assert.match(await page.evaluate(() => document.activeElement.getAttribute('data-move')), /^!5\//);
    await page.waitForFunction(() => /makes room for the 5/.test(document.getElementById('live').textContent));
});

await test('a hint after a refused pad: the refusal and the frog that was chosen are gone', async () => {
    const page = await open('play/rribbit/h1');
    await page.waitForSelector('.pads.live');
    await page.locator('[data-pad="b1"]').click();
    await page.locator('[data-pad="b5"]').click();
    await page.waitForSelector('.can .why');
    await page.locator('.acts .hint').click();
    await page.waitForSelector('.arrow');
    assert.equal(await page.locator('.can .why').count(), 0);
    assert.equal(await page.locator('.pad.goal').count(), 0);
});

await test('a lesson on the page does not say how moves are typed', async () => {
    const page = await open('');
    const said = await page.evaluate(async () => {
        const core = await import('./core.mjs');
        const texts = [];
        for (const game of ['quibbit', 'quibbles', 'rribbit']) {
            const {exercises} = await core.ask('course', game, 'lesson');
            for (const {number} of exercises) {
                const {text, task} = await core.ask('exercise', game, 'lesson', number);
                texts.push(text, task);
            }
        }
        return texts;
    });
    assert.ok(said.length > 60);
    assert.deepEqual(said.filter((text) => /written|\(\*\)|\(~\)|[{}]|\b\d=\d/.test(text)), []);
});

await test('the display of Quibbles on a phone has three cards in a line, however large the piles are', async () => {
    for (const [size, language] of looks([['phone', 'fr'], ['phone', 'en'], ['small', 'fr']])) {
        const page = await open('learn/quibbles/8', {size, language});
        const tops = await page.locator('.display .qcard').evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
        assert.equal(tops.length, 6);
        assert.equal(new Set(tops).size, 2, `${size}, ${language}: ${tops}`);
        await fits(page, 'the display');
        await picture(page, 'display');
        quiet(page);
    }
});

await test('a tablet shows the board and what one chooses with at once', async () => {
    for (const [size, language] of looks([['tablet', 'fr'], ['tablet lying', 'en'], ['tablet lying', 'fr']])) {
        for (const [hash, ...parts] of [[ROW, '.pads', '.can'], [RACE, '.pondring', '.cardbtn[data-card="5"]'], [CARDS, '.qb', '.can'], ['learn/quibbit/1', '.pondring', '.cardbtn[data-card="5"]']]) {
            const page = await open(hash, {size, language});
            if (!hash.startsWith('learn')) await myTurn(page);
            for (const part of parts) {
                const {top, bottom} = await page.locator(part).first().evaluate((one) => one.getBoundingClientRect().toJSON());
                assert.ok(top >= 0 && bottom <= (size === 'tablet' ? 1025 : 769), `${size}, ${hash}: ${part} from ${top} to ${bottom}`);
            }
            await fits(page, `${size}, ${hash}`);
            await fingers(page, `${size}, ${hash}`);
            await picture(page, `${size.replace(' ', '-')}-${hash.replace(/\W/g, '').slice(0, 14)}`);
            quiet(page);
        }
    }
});

await test('letters twice as large: the instruction, the names and the numbers are whole', async () => {
    for (const [size, viewport] of [['phone', {width: 390, height: 844}], ['desktop', {width: 1366, height: 768}]]) {
        const page = await visit(browser, server.address, {size, viewport, language: looks(['en', 'fr'])[0], settings: still});
        await page.addInitScript(() => document.addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%')));
        const bottom = (selector) => page.locator(selector).first().evaluate((element) => element.getBoundingClientRect().bottom);
        await page.open('play/quibbit/h111/players=4/pond');
        await myTurn(page);
        if (size === 'phone') assert.ok(await bottom('.can .say') <= await page.locator('.acts').evaluate((bar) => bar.getBoundingClientRect().top), 'the instruction of Quibbit');
        await page.open('play/rribbit/h1/turn=single,win=row/pond');
        await myTurn(page);
        assert.ok(await bottom('.sides.ours') <= viewport.height, 'the own name in Rrib-bit');
        if (size === 'phone') assert.ok(await page.locator('[data-pad="a7"]').evaluate((pad) => parseFloat(getComputedStyle(pad, '::before').fontSize) * 2.5 < pad.clientWidth), 'the number of a row');
        await page.open(CARDS);
        await myTurn(page);
        const outside = await page.locator('.ring21').evaluateAll((rings) => rings.filter((ring) => [...ring.querySelectorAll('b, small')].some((text) => {
            const range = document.createRange();
            range.selectNodeContents(text);
            return text.checkVisibility() && range.getBoundingClientRect().width > ring.clientWidth - 10;
        })).length);
        assert.equal(outside, 0, 'what stands in the ring of a collection');
        quiet(page);
        await page.context().close();
    }
});

await browser.close();
await server.stop();
process.exitCode = test.failed > 0 ? 1 : 0;
