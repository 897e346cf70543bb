// night-layout.mjs: what a game night shows fits the screens of people: a phone has the whole of what there is to choose from
// in the window, upright and on its side, in both languages and with a long name; the alarm of the big screen leaves the code.

import assert from 'node:assert/strict';
import {apart, fits, launch, quiet, serve, tester, visit} from './driver.mjs';
import {act, due, guests, night, play, press} from './night-driver.mjs';

const server = await serve(Number(process.env.PORT ?? 7970) + 5, '0.0.0.0'), browser = await launch();
const {bigScreen, phone} = guests(server, browser);
const test = tester(browser);
const HANDS = [[360, 640], [360, 740], [740, 360], [390, 844], [844, 390]], SCREENS = [[1280, 720], [1920, 1080], [1366, 768]];
const LOW = [[320, 480], [320, 533], [320, 568]]; // old phones, with the bars of a browser
const SIZES = SCREENS.map(([width, height]) => ({width, height}));
const ROW = ['c1-d3', 'a7-b5', 'd1-e3', 'b5-a7', 'e1-f3']; // three in a row, and one turn to break it

/** In each size: what is found lies in the window, above the line of buttons, and is large enough; no name is cut. */
async function whole(page, where, selector, {sizes = HANDS, least = 44} = {}) {
    const before = page.viewportSize();
    for (const [width, height] of sizes) {
        const at = `${where} at ${width}x${height}`;
        await page.setViewportSize({width, height});
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        if (process.env.SIZES_TO) await page.screenshot({path: `${process.env.SIZES_TO}/${at.replaceAll(' ', '-')}.png`, animations: 'disabled'});
        const {out, small, count, name} = await page.evaluate(([what, size]) => {
            const foot = document.querySelector('.hand-night .foot, .plan:has(.btn)')?.getClientRects()[0] ?? {top: innerHeight, left: 0, right: innerWidth}; // it may be hidden
            const end = (one, {left, right}) => (one.closest('.foot, .plan') || right <= foot.left || left >= foot.right ? innerHeight : Math.min(innerHeight, foot.top)) + 1;
            const boxes = [...document.querySelectorAll(what)].filter((one) => one.checkVisibility()).map((one) => [one, one.getBoundingClientRect()]);
            const tell = ([one, {left, top, right, bottom}]) => `${one.className} ${[left, top, right, bottom].map(Math.round)} foot ${Math.round(foot.top)}`;
            return {
                count: boxes.length,
                out: boxes.filter(([one, {left, top, right, bottom}]) => left < 0 || top < 0 || right > innerWidth || bottom > end(one, {left, right})).map(tell),
                small: boxes.filter(([, {width, height}]) => Math.min(width, height) < size).map(tell),
                name: [...document.querySelectorAll('.me b, .me .s, .sides b')].filter((one) => one.getClientRects().length > 2 || one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline').map((one) => one.textContent),
            };
        }, [selector, least]);
        assert.ok(count > 0, `${at}: nothing like ${selector}`);
        assert.deepEqual(out.slice(0, 3), [], `${at}: out of sight`);
        assert.deepEqual(small.slice(0, 3), [], `${at}: too small`);
        assert.deepEqual(name, [], `${at}: a name is cut`);
        await fits(page, at);
        await apart(page, at);
    }
    await page.setViewportSize(before);
}

for (const language of ['en', 'fr']) {
    await test(`all there is to choose from is in the window: ${language}`, async () => {
        const tv = await bigScreen(language), {code} = await night(tv);
        const ada = await phone(code, 'Ada', 'green', {language}), ben = await phone(code, 'Grandma Josephine Smith', 'blue', {language});
        await press(ada, '.start');
        for (const page of [ada, ben]) await page.waitForSelector('.ring-place .tile');
        const due = () => globalThis.pondTable?.look?.turn.includes(globalThis.pondTable.mine);
        await Promise.race([ada, ben].map((page) => page.waitForFunction(due)));
        for (const page of [ada, ben]) await whole(page, `a ring ${language}`, '.ring-place .tile', {least: 40});
        await play([ada, ben], () => globalThis.pondTable?.look?.board.round >= 1);
        await ben.waitForSelector('.five');
        for (const lost of [false, true]) { // a line above says that the connection is lost
            await ben.evaluate((now) => { document.querySelector('.stand.trouble').hidden = !now; }, lost);
            await whole(ben, `five cards, low, ${lost ? 'lost ' : ''}${language}`, 'main h1, .five > :not(p), .seal', {sizes: LOW, least: 24});
        }
        await ben.evaluate(() => { document.querySelector('.stand.trouble').hidden = true; });
        await whole(ben, `five cards ${language}`, 'main h1, .five > :not(p)', {least: 24});
        await ben.locator('.five .cardbtn').first().click();
        await whole(ben, `a chosen card ${language}`, '.five .cardbtn', {least: 62});
        await whole(ben, `a chosen card, low, ${language}`, '.five .cardbtn, .seal', {sizes: LOW, least: 46});
        await ben.locator('.seal').click();
        await ben.waitForSelector('.lookup.sealed');
        await whole(ben, `a sealed card ${language}`, 'main h1, .sealed .back, main .centre b', {least: 12});
        await ada.evaluate(() => globalThis.pondNight.tell('stop'));
        await tv.waitForSelector('.tv-lobby');
        await ada.evaluate(() => globalThis.pondNight.tell('choose', {game: 'rribbit', options: ''}));
        await press(ada, '.start');
        const pages = [ada, ben];
        for (const page of pages) await page.waitForFunction(() => globalThis.pondTable?.game === 'rribbit' && document.querySelector('.board-place .pad'));
        if ((await night(tv)).members[0].seat === 1) pages.reverse();
        for (const [i, move] of ROW.entries()) {
            await pages[i % 2].waitForFunction((ply) => globalThis.pondTable.look.ply === ply, i);
            await act(pages[i % 2], i, () => move);
        }
        await tv.waitForSelector('.alarm .banner');
        await pages[1].waitForSelector('.alarm .banner');
        await whole(pages[1], `a board ${language}`, '.pad', {least: 36});
        await whole(pages[1], `a board, low, ${language}`, '.pad', {sizes: LOW, least: 39});
        await whole(pages[1], `what to do ${language}`, '.can .say', {sizes: [...LOW, [360, 640]], least: 12});
        await pages[1].setViewportSize({width: 740, height: 360});
        const [ranks, pads] = await pages[1].evaluate(() => ['.ranks', '.pads'].map((what) => document.querySelector(`.board-place ${what}`).getBoundingClientRect().height));
        assert.ok(Math.abs(ranks - pads) < 4, `every row has its number beside it: ${ranks} of ${pads}`);
        for (const [width, height] of SCREENS) {
            const where = `the alarm ${language} at ${width}x${height}`;
            await tv.setViewportSize({width, height});
            await tv.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
            if (process.env.SIZES_TO) await tv.screenshot({path: `${process.env.SIZES_TO}/${where.replaceAll(' ', '-')}.png`});
            const over = await tv.evaluate(() => {
                const banner = document.querySelector('.alarm .banner').getBoundingClientRect(), text = document.querySelector('.alarm .banner span').getBoundingClientRect();
                const covered = [...document.querySelectorAll('.late, .pl, .pads .pad')].filter((one) => {
                    const box = one.getBoundingClientRect();
                    return box.left < banner.right && box.right > banner.left && box.top < banner.bottom - 1 && box.bottom > banner.top;
                });
                return [...covered.map((one) => one.className), ...(text.height > banner.height ? ['the words are higher than the banner'] : [])];
            });
            assert.deepEqual(over, [], where);
            assert.ok(await tv.locator('.head .late').isVisible(), `${where}: the code stays`);
            await apart(tv, where, {width: 64 / 1920 * width, height: 40 / 1080 * height});
        }
        for (const page of [tv, ada, ben]) quiet(page);
    });
}

await test('the button that joins is in the window, whatever the phone', async () => {
    const tv = await bigScreen(), {code} = await night(tv);
    for (const language of ['en', 'fr']) {
        const page = await visit(browser, server.address, {size: 'phone', language, settings: {motion: 'off', name: 'Ada'}});
        await page.goto(`${server.address}n/${code}`);
        await page.waitForSelector('#night-name');
        await whole(page, `hop in ${language}`, '.hand-in form > .big');
        quiet(page);
    }
});

/** Plays until somebody can stash a card; gives that phone. */
async function stashing(pages) {
    for (let i = 0; i < 200; i++) {
        for (const page of pages) {
            const now = await due(page);
            if (!now) continue;
            const {look: {board: {phase}, legal, hand, version}} = now;
            if (phase === 'stash' && legal.length > 2) return page;
            const splits = legal.filter((move) => /^\d=/.test(move)).sort((one, other) => other.length - one.length);
            const move = phase === 'stash' ? '-' : hand.length < 14 && splits[0] || legal.find((one) => one[0] === '+') || legal[0];
            await page.evaluate((what) => globalThis.pondTable.submit(globalThis.pondTable.mine, what), move);
            await page.waitForFunction((before) => globalThis.pondTable.look.version > before, version);
        }
        await pages[0].waitForTimeout(15);
    }
    throw new Error('nobody can stash');
}

for (const language of ['en', 'fr']) {
    await test(`a hand of Quibbles is in the window of a low phone: ${language}`, async () => {
        const tv = await bigScreen(language), {code} = await night(tv), sizes = [...LOW, [667, 375]];
        const pages = [await phone(code, 'Maximilienne Beaumanoir', 'green', {language}), await phone(code, 'Grandma Josephine Smith', 'blue', {language})];
        await pages[0].evaluate(() => globalThis.pondNight.tell('choose', {game: 'quibbles', options: ''}));
        await press(pages[0], '.start');
        const mine = () => globalThis.pondTable?.look?.turn.includes(globalThis.pondTable.mine) && document.querySelector('.kinds .btn');
        const chooses = await Promise.race(pages.map((page) => page.waitForFunction(mine).then(() => page))), waits = pages.find((page) => page !== chooses);
        await whole(chooses, `a hand ${language}`, '.hand .qcard, .kinds .btn', {sizes});
        await chooses.locator('.hand .qcard').last().click({position: {x: 10, y: 40}});
        await whole(chooses, `a chosen card ${language}`, '.hand .qcard, .kinds .btn, .plan .btn', {sizes});
        for (const kind of ['lay', 'combine']) {
            await press(chooses, `.kinds [data-kind="${kind}"]`);
            await whole(chooses, `${kind} ${language}`, '.hand .qcard, .kinds .btn, .plan .btn', {sizes});
        }
        await waits.waitForSelector('.facedown');
        await whole(waits, `a waiting hand ${language}`, '.facedown, .peek', {sizes});
        const page = await stashing(pages);
        await page.waitForSelector('.stashes .btn');
        await page.evaluate(() => { // a long display
            const display = document.querySelector('.display'), cards = [...display.querySelectorAll('.qcard')];
            for (let i = cards.length; i < 9; i++) display.append((cards[0] ?? document.querySelector('.hand .qcard')).cloneNode(true));
            display.classList.add('many');
        });
        await whole(page, `stashing ${language}`, '.hand .qcard, .stashes .btn', {sizes});
        await page.setViewportSize({width: 320, height: 480});
        const covered = await page.evaluate(() => [...document.querySelectorAll('.hand .group')].filter((group) => {
            const NUMBER = .35; // of the width of a card
            const count = group.querySelector('.count').getClientRects()[0], card = group.querySelector('.qcard').getBoundingClientRect();
            return count && count.left < card.left + NUMBER * card.width;
        }).map((group) => group.dataset.value));
        assert.deepEqual(covered, [], 'how many there are hides no number');
        for (const one of [tv, ...pages]) quiet(one);
    });
}

await test('the end of a game fits the big screen', async () => {
    const tv = await bigScreen('en', SIZES[0]), {code} = await night(tv), pages = [await phone(code, 'Ada', 'green'), await phone(code, 'Grandma Josephine Smith', 'blue')];
    await pages[0].evaluate(() => globalThis.pondNight.tell('choose', {game: 'rribbit', options: ''}));
    await press(pages[0], '.start');
    for (const page of pages) await page.waitForFunction(() => globalThis.pondTable?.game === 'rribbit' && globalThis.pondTable.look && document.querySelector('.board-place .pad'));
    if ((await night(tv)).members[0].seat === 1) pages.reverse();
    for (const [i, move] of [...ROW, 'a7-b5'].entries()) {
        await pages[i % 2].waitForFunction((ply) => globalThis.pondTable?.look.ply === ply, i);
        await pages[i % 2].evaluate((what) => globalThis.pondTable.submit(globalThis.pondTable.mine, what), move);
    }
    await tv.waitForSelector('.champion .how');
    for (const page of pages) await page.evaluate(() => globalThis.pondNight.tell('vote', {game: 'rribbit'}));
    await tv.waitForFunction(() => document.querySelectorAll('[data-game="rribbit"] .frogs .nf').length === 2);
    await tv.evaluate(() => { // two lines of each, six cards, eight votes
        const old = document.querySelector('.tv-end'), end = old.cloneNode(true), title = end.querySelector('h1');
        old.replaceWith(end); // nothing draws this one again
        Object.assign(title, {className: 'long', textContent: 'Mamie Geneviève wins!'});
        const how = end.querySelector('.how'), frogs = end.querySelector('[data-game="rribbit"] .frogs');
        how.textContent = 'Mamie Geneviève has a collection worth 21 or more.';
        how.insertAdjacentHTML('afterend', `<div class="won">${'<span></span>'.repeat(6)}<b>= 21</b></div>`);
        while (frogs.children.length < 8) frogs.append(frogs.firstElementChild.cloneNode(true));
        frogs.classList.add('many');
    });
    for (const {width, height} of SIZES) {
        const where = `the end at ${width}x${height}`;
        await tv.setViewportSize({width, height});
        if (process.env.SIZES_TO) await tv.screenshot({path: `${process.env.SIZES_TO}/${where.replaceAll(' ', '-')}.png`});
        const found = await tv.evaluate(() => {
            const box = (one) => one.getBoundingClientRect();
            const below = box(document.querySelector('.won')).bottom > box(document.querySelector('.vote')).top ? ['the cards lie over the vote'] : [];
            const choice = document.querySelector('[data-game="rribbit"]'), frame = box(choice);
            const cut = [...choice.querySelectorAll('.nf, .sum')].filter((one) => box(one).right > frame.right - 5 || box(one).bottom > frame.bottom - 5);
            return [...below, ...cut.map((one) => `${one.className} is cut`)];
        });
        assert.deepEqual(found, [], where);
        await apart(tv, where, {width: 64 / 1920 * width, height: 40 / 1080 * height});
    }
    for (const page of [tv, ...pages]) quiet(page);
});

/** Words in the middle of the ring that run into a tile or its number. */
const collisions = () => {
    const words = (root) => {
        const found = [], walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const {data, parentElement} = walker.currentNode, range = document.createRange();
            if (!data.trim() || !parentElement.checkVisibility({checkOpacity: true})) continue;
            range.selectNodeContents(walker.currentNode);
            const ends = getComputedStyle(parentElement).textOverflow === 'ellipsis' ? parentElement.getBoundingClientRect().right : Infinity;
            for (const {left, top, right, bottom} of range.getClientRects()) found.push({text: data.trim(), box: {left, top, bottom, right: Math.min(right, ends)}});
        }
        return found;
    };
    const over = (one, two) => one.left < two.right - 1 && two.left < one.right - 1 && one.top + 3 < two.bottom && two.top + 3 < one.bottom;
    const ring = [...document.querySelectorAll('.pondring .number, .pondring .tile')].map((one) => [one.textContent.trim() || 'a tile', one.getBoundingClientRect()]);
    return [...document.querySelectorAll('.pondring .middle')].flatMap((middle) => words(middle).flatMap(({text, box}) => ring.filter(([, tile]) => over(box, tile)).map(([what]) => `${text} over ${what}`)));
};

await test('four names stand whole beside their cards on the ring, or their first words do', async () => {
    const tv = await bigScreen('en', SIZES[0]), {code} = await night(tv), phones = [];
    for (const [i, name] of ['Ines', 'Otto', 'Grandma Josephine'].entries()) phones.push(await phone(code, name, ['blue', 'red', 'yellow'][i]));
    await phones[0].locator('#robots').selectOption('1');
    await phones[0].waitForFunction(() => globalThis.pondNight.state.next.robots === 1);
    await press(phones[0], '.start');
    await play(phones, () => globalThis.pondTable?.look?.board.round >= 1);
    await tv.waitForSelector('.middle .mc');
    for (const {width, height} of SIZES) {
        await tv.setViewportSize({width, height});
        const [names, cut, steps] = await tv.evaluate(() => {
            const all = [...document.querySelectorAll('.middle .shown .who')], lefts = [...document.querySelectorAll('.middle .mc')].map((card) => card.getBoundingClientRect().left);
            return [all.map((one) => one.firstChild.data.trim()), all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent), lefts.slice(1).map((left, i) => left - lefts[i])];
        });
        assert.deepEqual(cut, [], `at ${width}x${height}`);
        assert.ok(names.includes('Grandma') && names.some((name) => /^Robot \w+$/.test(name)), `${names}`);
        assert.ok(Math.max(...steps) - Math.min(...steps) < 2, `cards in even steps: ${steps}`);
        assert.deepEqual(await tv.evaluate(collisions), [], `at ${width}x${height}`);
    }
    for (const page of [tv, ...phones]) quiet(page);
});

await test('the longest names fit the ring and the lobby of the big screen', async () => {
    const tv = await bigScreen('fr', SIZES[0], 'full'), {code} = await night(tv), names = ['Grandma Josephine Smith', 'Maximilienne Beaumanoir', 'Christophe de la Vallee', 'Bartholomew Featherston'];
    const look = async (where) => {
        for (const {width, height} of SIZES) {
            await tv.setViewportSize({width, height});
            await tv.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
            if (process.env.SIZES_TO) await tv.screenshot({path: `${process.env.SIZES_TO}/long-${where}-${width}.png`});
            assert.deepEqual((await tv.evaluate(collisions)).slice(0, 4), [], `${where} at ${width}x${height}`);
            await fits(tv, where);
            await apart(tv, `${where} at ${width}x${height}`, {width: 64 / 1920 * width, height: 40 / 1080 * height});
        }
    };
    const phones = [];
    for (const [i, name] of names.entries()) phones.push(await phone(code, name, ['green', 'blue', 'red', 'yellow'][i]));
    await tv.waitForFunction((count) => document.querySelectorAll('.lily[data-member]').length === count, names.length);
    await look('lobby');
    await tv.evaluate(async () => { // as it looks where no phone gets here
        const {Lobby} = await import('/tv-lobby.mjs'), shown = new Lobby(globalThis.pondNight, {here: true, port: 1, addresses: []});
        document.querySelector('.tv-lobby').replaceWith(shown.root);
        shown.draw();
    });
    await tv.waitForSelector('.unreached');
    await look('unreached');
    await press(phones[0], '.start');
    await tv.waitForSelector('.pondring .middle h2');
    await look('placing');
    await play(phones, () => globalThis.pondTable?.look?.board.round >= 1);
    await tv.waitForSelector('.middle .mc');
    await look('choosing');
    await tv.setViewportSize(SIZES[1]);
    for (const text of ['Otto loses the 4 (green leaf).', 'Robot Robin loses the 4 (green leaf), and everyone else keeps theirs.']) {
        await tv.evaluate((said) => { // a sentence of two lines, no rule, and two who say something
            document.querySelector('.newrule').hidden = true;
            const sentence = document.querySelector('.sentence');
            Object.assign(sentence, {className: said.length > 40 ? 'sentence long' : 'sentence', textContent: said});
            for (const member of [0, 1]) globalThis.pondNight.dispatchEvent(new CustomEvent('said', {detail: {member, phrase: 'wow'}}));
        }, text);
        await tv.waitForSelector('.bubble');
        await apart(tv, `somebody says something: ${text}`, {width: 64 / 1920 * 1920, height: 40 / 1080 * 1080});
        await tv.setViewportSize(SIZES[0]);
        await apart(tv, `somebody says something: ${text}`, {width: 64 / 1920 * 1280, height: 40 / 1080 * 720});
        await tv.setViewportSize(SIZES[1]);
    }
    for (const page of phones) await act(page, 0);
    await tv.waitForSelector('.shown .up .now');
    await look('reveal');
    for (const page of [tv, ...phones]) quiet(page);
});

await test('the widest names break no panel, on the big screen and on phones', async () => {
    const tv = await bigScreen('fr', SIZES[0]), {code} = await night(tv), phones = [];
    for (const [name, frog] of [['W'.repeat(24), 'green'], ['龘'.repeat(24), 'blue'], ['@@@@@@@@@@@@@@@@@@@@@@@@', 'red']]) phones.push(await phone(code, name, frog));
    const look = async (where) => {
        if (process.env.SIZES_TO) await tv.screenshot({path: `${process.env.SIZES_TO}/wide-${where}.png`});
        await fits(tv, where);
        await apart(tv, where, {width: 64 / 1920 * 1280, height: 40 / 1080 * 720});
        for (const [i, page] of phones.entries()) {
            if (process.env.SIZES_TO) await page.screenshot({path: `${process.env.SIZES_TO}/wide-${where}-${i}.png`});
            await fits(page, `${where}, a phone`);
            await apart(page, `${where}, a phone`);
        }
    };
    await tv.waitForFunction(() => document.querySelectorAll('.lily[data-member]').length === 3);
    await look('lobby');
    for (const game of ['quibbit', 'quibbles', 'rribbit']) {
        await phones[0].evaluate((name) => globalThis.pondNight.tell('choose', {game: name, options: ''}), game);
        await phones[0].evaluate(() => globalThis.pondNight.tell('start'));
        await tv.waitForSelector(`.tv-game.game-${game} .pl`);
        for (const page of phones) await page.waitForFunction((name) => globalThis.pondTable?.game === name && globalThis.pondTable.look, game);
        if (game === 'quibbit') {
            await play(phones, () => globalThis.pondTable?.look?.board.round >= 1);
            await tv.waitForSelector('.middle .mc');
        }
        await look(game);
        await phones[0].evaluate(() => globalThis.pondNight.tell('stop'));
        await phones[0].waitForFunction(() => globalThis.pondNight.state.phase === 'lobby');
    }
    for (const page of [tv, ...phones]) quiet(page);
});

await test('no name is cut on the big screen beside what became of a card', async () => {
    for (const language of ['en', 'fr']) {
        const tv = await bigScreen(language, SIZES[0]), {code} = await night(tv), ada = await phone(code, 'Ada', 'green');
        await press(ada, '.start');
        await play([ada], () => globalThis.pondTable?.look?.board.round >= 1);
        await tv.waitForSelector('.pl .mini i');
        const cut = await tv.evaluate(async () => {
            const {tv: {row}} = await import('/tv-quibbit.mjs'), {look} = globalThis.pondShow.table, found = [];
            for (let letters = 1; letters <= 14; letters++) {
                for (const kept of [true, false]) {
                    const name = 'Wendolinewillow'.slice(0, letters), place = document.querySelector('.pl[data-seat="0"]');
                    place.insertAdjacentHTML('afterend', row({look, seat: 0, name, away: '', landed: {card: 2, kept}}).text);
                    place.remove();
                    const box = document.querySelector('.pl[data-seat="0"] .who b');
                    if (box.scrollWidth > box.clientWidth + 1) found.push(`${name} ${kept}`);
                }
            }
            return found;
        });
        assert.deepEqual(cut, [], language);
    }
});

await browser.close();
await server.stop();
process.exit(test.failed > 0 ? 1 : 0);
