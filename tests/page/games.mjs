// games.mjs: whole games in a real browser: each game against the computer on a desktop and a phone,
// people at one screen, the keyboard alone, takebacks, hints, the tutor, a rematch, a reload.

import assert from 'node:assert/strict';
import {
    accessible, doMove, fingers, fits, launch, myTurn, playOut, quiet, SEED, serve, some, visit,
} from './driver.mjs';

const still = {motion: 'off', chances: false, level: {rribbit: 1, quibbit: 1, quibbles: 1}};
const server = await serve(), browser = await launch();
const tests = [];
const test = (name, work) => tests.push({name, work});
const open = (options) => visit(browser, server.address, {...options, settings: {...still, ...options.settings}});

for (const [number, game] of ['rribbit', 'quibbit', 'quibbles'].entries()) {
    for (const [size, language, dark] of some([['desktop', 'en', false], ['phone', 'fr', true]], number)) {
        test(`a whole game of ${game}, ${size}, ${language}`, async () => {
            const page = await open({size, language, dark});
            await page.open(`play/${game}`);
            const look = await playOut(page);
            assert.notEqual(look.result, null);
            await page.waitForSelector('.ending');
            assert.equal(await page.locator('html').getAttribute('lang'), language);
            assert.ok((await page.locator('.story li').count()) > 3);
            await fits(page, game);
            if (size === 'phone' && game !== 'quibbles') assert.ok(await page.locator('.ending .row').evaluate((row) => row.getBoundingClientRect().bottom <= innerHeight), 'what one can do next is seen');
            await accessible(page, `${game}, over`);
            quiet(page);
            return page;
        });
    }
}

test('chains of captures, capture by capture', async () => {
    const page = await open({});
    await page.open('play/rribbit/h1/turn=chain,win=row-or-seven');
    const look = await playOut(page, {choose: ({legal}) => [...legal].sort((a, b) => b.length - a.length)[0]});
    assert.notEqual(look.result, null);
    quiet(page);
    return page;
});

test('three people at one screen: hands are covered between turns', async () => {
    const page = await open({size: 'phone'});
    await page.open('play/quibbles/hhh/players=3,first=0');
    for (let turn = 0; turn < 6; turn++) {
        await page.waitForSelector('.cover button');
        assert.equal(await page.locator('.play').isVisible(), false, 'nothing is seen while it is passed on');
        const name = await page.locator('.cover h2').textContent();
        assert.match(name, new RegExp(`Player ${(turn % 3) + 1}`));
        await page.locator('.cover button').click();
        const {look, mine} = await myTurn(page);
        assert.equal(mine, turn % 3);
        const lay = look.legal.find((move) => move[0] === '+');
        await doMove(page, 'quibbles', lay);
        await page.waitForFunction((seat) => globalThis.pondTable.mine !== seat || document.querySelector('.can [data-move="-"]'), mine);
        const none = page.locator('.can [data-move="-"]');
        if (await none.isVisible()) await none.click(); // where nothing can be stashed, nothing is asked
    }
    quiet(page);
    return page;
});

test('four people choose in secret, each behind a cover', async () => {
    const page = await open({});
    await page.open('play/quibbit/hhhh/players=4');
    const look = await playOut(page, {turns: 1000});
    assert.notEqual(look.result, null);
    quiet(page);
    return page;
});

test('a game of two with the dummy', async () => {
    const page = await open({});
    await page.open('play/quibbit/h1/players=2,colors=GRB');
    const look = await playOut(page, {turns: 600});
    assert.notEqual(look.result, null);
    quiet(page);
    return page;
});

test('King Frog by its own name, from the first screen', async () => {
    const page = await open({});
    await page.open('');
    await page.getByRole('link', {name: 'King Frog', exact: true}).click();
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Set up King Frog');
    await page.locator('form.setup .btn.grow').click();
    await page.waitForFunction(() => globalThis.pondTable?.look);
    assert.match(await page.evaluate(() => globalThis.pondTable.options), /edition=king-frog/);
    quiet(page);
    return page;
});

test('the keyboard alone', async () => {
    const page = await open({});
    await page.open('play/rribbit');
    await page.locator('[data-pad="e1"]').focus();
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('[data-pad="e1"]').getAttribute('aria-selected'), 'true');
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight']) await page.keyboard.press(key);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.pad), 'f3');
    await page.keyboard.press(' ');
    await page.waitForFunction(() => globalThis.pondTable.look.ply >= 2);
    await page.open('play/quibbit');
    for (let i = 0; i < 4; i++) {
        const {look} = await myTurn(page);
        if (look.board.round === 0) {
            await page.locator('.tile.goal').first().focus();
            await page.keyboard.press('Enter');
        } else await page.keyboard.press(look.legal[0]);
        await page.waitForFunction((ply) => globalThis.pondTable.look.ply > ply, look.ply);
    }
    await page.open('play/quibbles/h1/players=2,first=0');
    const {look} = await myTurn(page);
    await page.keyboard.press(look.hand[0]);
    await page.keyboard.press('+');
    await page.waitForFunction(() => globalThis.pondTable.look.ply > 0);
    quiet(page);
    return page;
});

test('dragging a frog, and what is not allowed is explained', async () => {
    const page = await open({});
    await page.open('play/rribbit');
    const middle = async (pad) => {
        const box = await page.locator(`[data-pad="${pad}"]`).boundingBox();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    await page.mouse.move(...(await middle('b1')));
    await page.mouse.down();
    await page.mouse.move(...(await middle('c2')), {steps: 4});
    await page.mouse.move(...(await middle('c3')), {steps: 4});
    await page.mouse.up();
    await page.waitForFunction(() => globalThis.pondTable.look.ply >= 1);
    await myTurn(page);
    await page.locator('[data-pad="d1"]').click();
    await page.locator('[data-pad="d2"]').click();
    await page.waitForSelector('.why');
    assert.match(await page.locator('.why').textContent(), /knight/);
    quiet(page);
    return page;
});

test('a press is not lost when the screen is drawn anew under it', async () => {
    const page = await open({});
    /** Presses a button, has everything drawn again, and lets go of it. */
    const press = async (selector) => {
        const box = await page.locator(selector).first().boundingBox();
        await page.mouse.move(box.x + box.width / 2, box.y + Math.min(20, box.height / 2));
        await page.mouse.down();
        await page.evaluate(() => globalThis.pondTable.dispatchEvent(new Event('change')));
        await page.mouse.up();
    };
    const done = () => page.waitForFunction(() => globalThis.pondTable.script.log.some(([what, seat, move]) => what === 'move' && seat === 0 && !/^(@|front|back)/.test(move)));
    await page.open('play/at/quibbit/players=4,colors=GBRY/h111/*GRBY~GYRB*BGYR_G47:1245,B52:234,R49:123,Y48:235_B_-_6');
    await myTurn(page);
    await press('.cardbtn[data-card="2"]');
    await done();
    await page.open('play/quibbles/h1/players=2,first=0');
    await myTurn(page);
    await press('.hand .qcard');
    await page.waitForSelector('.hand .qcard.pick');
    await page.locator('.can .lay').focus();
    await page.evaluate(() => globalThis.pondTable.dispatchEvent(new Event('change')));
    assert.ok(await page.evaluate(() => document.activeElement.matches('.can .lay')), 'the focus stays');
    await press('.can .lay');
    await done();
    await page.open('play/rribbit');
    await myTurn(page);
    await press('[data-pad="e1"]');
    await press('[data-pad="f3"]');
    await done();
    quiet(page);
    return page;
});

test('what is drawn anew is what was asked for, stays the same elements, and forgets presses', async () => {
    const page = await open({});
    await page.open('rules');
    const wrong = await page.evaluate(async (start) => {
        const {fill, html, Markup, onPress, patch} = await import('/dom.mjs');
        let seed = start;
        const random = (count) => (seed = (seed * 1103515245 + 12345) % 2147483648) % count;
        const pick = (list) => list[random(list.length)];
        const tree = (deep) => Array.from({length: random(4)}, () => (deep === 0 || random(4) === 0
            ? pick(['word ', 'another', '<input type="checkbox" checked>', '<input type="checkbox">'])
            : `<${['button', 'div', 'span'][deep - 1]} class="${pick(['a', 'b', 'a on'])}"${pick(['', ' data-pad="1"', ' data-pad="2" hidden'])}>${
                tree(deep - 1)}</${['button', 'div', 'span'][deep - 1]}>`)).join('');
        const now = document.createElement('section');
        for (let i = 0; i < 400; i++) {
            const text = random(3) === 0 ? now.innerHTML : tree(3), wanted = fill(document.createElement('section'), new Markup(text));
            // What happens to a screen between two drawings: presses, ticks, classes, boards that add to it.
            onPress(now, 'button', () => {});
            for (const box of now.querySelectorAll('input')) if (random(2) === 0) box.checked = !box.checked;
            for (const one of now.querySelectorAll('*')) if (random(5) === 0) pick([() => one.classList.toggle('on'), () => one.append('more'), () => (one.hidden = !one.hidden), () => one.remove()])();
            const before = [...now.querySelectorAll('*')], same = now.isEqualNode(wanted);
            patch(now, new Markup(text));
            if (!now.isEqualNode(wanted)) return `${text}\nbecame\n${now.innerHTML}`;
            if (same && [...now.querySelectorAll('*')].some((one, k) => one !== before[k])) return `other elements: ${text}`;
            if ([...now.querySelectorAll('*')].some(({onclick}) => onclick)) return `a press was kept: ${text}`;
            if ([...now.querySelectorAll('input')].some(({checked, defaultChecked}) => checked !== defaultChecked)) return `a tick was kept: ${text}`;
        }
        return html``.text;
    }, SEED);
    assert.equal(wrong, '');
    quiet(page);
    return page;
});

test('hint, takeback, tutor, resigning, rematch', async () => {
    const page = await open({settings: {tutor: true}});
    await page.open('play/at/rribbit/turn=single,win=row/h1/2D5D.1D4D2.9.3DDD3.7L1.2L2LL2.1L2L4_l_-');
    await page.locator('.acts .hint').click();
    await page.waitForSelector('.arrow');
    assert.match(await page.locator('.toast').textContent(), /takes [def]4/);
    await page.locator('[data-pad="b1"]').click();
    await page.locator('[data-pad="a3"]').click();
    await page.waitForSelector('dialog[open]');
    await accessible(page, 'the tutor');
    await page.locator('dialog button[value="think"]').click();
    assert.equal((await myTurn(page)).look.ply, 0);
    await page.locator('[data-pad="c2"]').click();
    await page.locator('[data-pad="d4"]').click();
    await page.waitForFunction(() => globalThis.pondTable.look.ply >= 2);
    await page.locator('.acts .undo').click();
    await page.waitForFunction(() => globalThis.pondTable.look.ply === 0);
    await page.locator('.acts .resign').click();
    await page.locator('dialog button[value="yes"]').click();
    await page.waitForSelector('.ending');
    await page.locator('.ending .again').click();
    await page.waitForFunction(() => globalThis.pondTable.look.result === null);
    assert.equal(await page.evaluate(() => globalThis.pondTable.mine), 1, 'colours change');
    quiet(page);
    return page;
});

test('another language in the middle of a game, and a look at the rules, lose nothing', async () => {
    const page = await open({});
    await page.open('play/rribbit');
    await doMove(page, 'rribbit', 'e1-f3');
    await page.waitForFunction(() => globalThis.pondTable.look.ply >= 2);
    const {look} = await myTurn(page);
    await page.locator('.bar .menu').click();
    await page.locator('dialog [value="lang-fr"]').click();
    await page.waitForFunction(() => document.documentElement.lang === 'fr' && document.querySelector('.sides.ours b')?.textContent === 'Vous');
    assert.equal((await myTurn(page)).look.pos, look.pos);
    assert.match(await page.locator('.story li').first().textContent(), /Vous sautez/);
    await page.locator('.bar a[href^="#/rules"]').click();
    await page.waitForSelector('.prose');
    await page.goBack();
    await page.waitForSelector('.pads');
    assert.equal((await myTurn(page)).look.pos, look.pos);
    assert.equal(await page.locator('main').evaluate((main) => /\b(You|the|your|Story|Hint)\b/.test(main.innerText)), false, 'nothing in English is left');
    await page.keyboard.press('m');
    assert.match(await page.locator('.toast').textContent(), /son/);
    quiet(page);
    return page;
});

/** Drags one thing onto another with the mouse. */
async function drag(page, from, to) {
    const middle = async (place) => {
        const box = await place.boundingBox();
        return [box.x + Math.min(box.width / 2, 12), box.y + box.height / 2];
    };
    await page.mouse.move(...(await middle(from)));
    await page.mouse.down();
    const [x, y] = await middle(to);
    await page.mouse.move(x - 30, y - 30, {steps: 4});
    await page.mouse.move(x, y, {steps: 4});
    await page.mouse.up();
}

test('frogs and cards are dragged where they belong', async () => {
    const page = await open({});
    const after = (ply) => page.waitForFunction((before) => globalThis.pondTable.look.ply > before, ply);
    await page.open('play/quibbit');
    let {look} = await myTurn(page);
    await drag(page, page.locator('.pl.you .frog'), page.locator('.tile.goal').first());
    await after(look.ply);
    ({look} = await myTurn(page));
    await drag(page, page.locator(`.cardbtn[data-card="${look.legal[0]}"]`), page.locator('.pondring'));
    await after(look.ply);
    await page.open('play/quibbles/h1/players=2,first=0/pond');
    ({look} = await myTurn(page));
    await drag(page, page.locator('.hand .qcard').first(), page.locator('.sep').first()); // nowhere: nothing happens
    assert.equal((await myTurn(page)).look.ply, look.ply);
    assert.equal(await page.locator('.hand .pick').count(), 0);
    await drag(page, page.locator('.hand .qcard').first(), page.locator('.pile.draw'));
    await after(look.ply);
    assert.match(await page.evaluate(() => globalThis.pondTable.script.log[0][2]), /^\+/);
    quiet(page);
    return page;
});

test('a question does not follow to another screen', async () => {
    const page = await open({});
    await page.open('');
    await page.open('play/rribbit');
    await myTurn(page);
    await page.locator('.acts .resign').click();
    await page.waitForSelector('dialog[open]');
    await page.goBack();
    await page.waitForFunction(() => !document.querySelector('dialog'));
    assert.deepEqual(await page.evaluate(() => globalThis.pondTable.look.resigned), []);
    quiet(page);
    return page;
});

test('a game by ear: names of buttons and what is said aloud are enough', async () => {
    const page = await open({});
    const heard = () => page.locator('#live').textContent();
    await page.open('play/rribbit');
    for (const [from, to] of [['e1', 'f3'], ['d1', 'e3']]) {
        await myTurn(page);
        await page.getByRole('grid', {name: 'Board'}).getByRole('gridcell', {name: `${from}, your frog`}).press('Enter');
        await page.waitForFunction((text) => document.getElementById('live').lastElementChild?.textContent.includes(text), `Frog on ${from}. It can leap to `);
        await page.getByRole('gridcell', {name: new RegExp(`^${to}, empty, you can land here`)}).press('Enter');
        await page.waitForFunction((text) => document.getElementById('live').textContent.includes(text), `You leap from ${from} to ${to}.`);
    }
    await myTurn(page);
    assert.match(await heard(), /Robin leaps/, 'the answer is told, too');
    await page.open('play/quibbit');
    const placing = (await myTurn(page)).look.ply;
    await page.getByRole('button', {name: /Tile \d+, .*you can land here/}).first().press('Enter');
    await page.waitForFunction((ply) => globalThis.pondTable.look.ply > ply, placing);
    for (const said of ['You start on tile', 'Robin starts on tile', 'It\'s your turn.']) {
        await page.waitForFunction((text) => document.getElementById('live').textContent.includes(text), said);
    }
    for (let round = 0; round < 2; round++) {
        const {look} = await myTurn(page);
        await page.getByRole('region', {name: 'Your cards'}).getByRole('button', {name: `Card ${look.legal[0]}`}).press('Enter');
        await page.waitForFunction((ply) => globalThis.pondTable.look.ply > ply, look.ply);
        await page.waitForFunction(() => /plays? \d and (lands? on|leaps? over .* to) tile \d[^]*It's your turn\./.test(document.getElementById('live').textContent));
    }
    await page.open('play/quibbles/h1/players=2,first=0/pond');
    const {look} = await myTurn(page);
    await page.getByRole('toolbar', {name: 'Your hand'}).getByRole('button', {name: new RegExp(`^${look.hand[0]}, card 1 of`)}).press('Enter');
    await page.getByRole('button', {name: /^Put the \d down/}).press('Enter');
    await page.waitForFunction(() => /You put down a \d and draw two\. You drew \d and \d\./.test(document.getElementById('live').textContent));
    quiet(page);
    return page;
});

// The only frog that is out can be lost at once, or go on; others may stay at home.
const ALONE = 'play/at/rribbit/turn=single/h2/DDDDDDDDD.9.9.3L5.9.9.LLLL1LLLL_l_-';

test('the tutor of Rrib-bit asks before a frog is lost for nothing, and only then', async () => {
    const page = await open({settings: {tutor: true}});
    for (const [move, asks] of [['d4-c6', true], ['d4-f5', true], ['f1-e3', false]]) {
        await page.open(ALONE);
        await myTurn(page);
        await doMove(page, 'rribbit', move);
        await page.waitForFunction(() => globalThis.pondTable.look.ply > 0 || document.querySelector('dialog[open]'));
        assert.equal(await page.locator('dialog[open] [value="think"]').count(), asks ? 1 : 0, move);
        if (!asks) continue;
        assert.match(await page.locator('dialog[open]').textContent(), /your chances fall from 5\d% to [12]\d%/);
        await page.locator('dialog [value="think"]').click();
    }
    quiet(page);
    return page;
});

/** In the page: the cards of the hand that are not picked and of which a finger finds less than a strip. */
function hiddenCards() {
    const STRIP = .2, GRID = 12; // of a card's face
    const cards = [...document.querySelectorAll('.hand .qcard:not(.pick)')];
    return cards.filter((card) => {
        card.scrollIntoView({block: 'center'});
        const {left, top, width, height} = card.getBoundingClientRect();
        let own = 0;
        for (let i = 0; i < GRID * GRID; i++) {
            const x = left + (width * (i % GRID + .5)) / GRID, y = top + (height * (Math.floor(i / GRID) + .5)) / GRID;
            own += Number(document.elementFromPoint(x, y)?.closest('.qcard') === card);
        }
        return own < STRIP * GRID * GRID;
    }).map((card) => `${card.dataset.value} at place ${card.dataset.at}`);
}

test('on a phone every card of a fan can be tapped beside those that a hint or a finger has picked', async () => {
    const page = await open({size: 'phone', isMobile: true});
    for (let round = 0; round < 6; round++) {
        const deal = `${SEED}.${round}`;
        await page.open(`play/quibbles/h1/players=2,first=0/${deal}`);
        const {look: {hand}} = await myTurn(page);
        await page.locator('.acts .hint').tap();
        await page.waitForSelector('.hand .pick');
        assert.deepEqual(await page.evaluate(hiddenCards), [], `after a hint, hand ${hand}, deal ${deal}`);
        for (let at = (SEED + round) % hand.length, taps = 0; taps < hand.length; at = (at + 1) % hand.length, taps++) {
            const card = page.locator(`.hand .qcard[data-at="${at}"]`), was = await card.getAttribute('aria-pressed');
            const {height} = await card.boundingBox();
            await card.tap({position: {x: 10, y: height * .75}});
            assert.notEqual(await card.getAttribute('aria-pressed'), was, `the ${hand[at]} at place ${at} of ${hand} was tapped`);
            assert.deepEqual(await page.evaluate(hiddenCards), [], `after a tap, hand ${hand}, deal ${deal}`);
        }
    }
    quiet(page);
    return page;
});

test('no mark of a curve lies over a name or over another sign', async () => {
    const page = await open({});
    await page.open('');
    const found = await page.evaluate(async (seed) => {
        const {curve} = await import('/curve.mjs'), {dress, fill} = await import('/dom.mjs');
        await dress('/review.css');
        const box = document.body.appendChild(document.createElement('div'));
        box.className = 'curve';
        let state = seed;
        const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
        for (let round = 0; round < 200; round++) {
            const count = 1 + Math.floor(random() * 60), shape = random() * 4;
            const points = Array.from({length: count + 1}, (_, x) => ({
                x, value: Math.min(1, Math.max(0, .5 + shape * (random() - .5))), sign: ['', '', '?!', '?', '??'][Math.floor(random() * 5)], tone: 'bad', label: String(x),
            }));
            fill(box, curve({
                points, count, at: Math.floor(random() * count), high: round % 2 ? 150 : 120,
                above: 'Anna-Katharina', below: 'Jean-Baptiste', now: 'Turn 7', says: 'Chances',
            }));
            const boxOf = (part) => part.getBoundingClientRect();
            const names = [...box.querySelectorAll('.name')].map(boxOf);
            const others = [...box.querySelectorAll('circle, g text, path:not(.area)')].map(boxOf);
            const over = others.filter((one) => names.some((name) => one.left < name.right - 1 && one.right > name.left + 1
                && one.top < name.bottom - 3 && one.bottom > name.top + 3)); // no letter fills its line
            const signs = [...box.querySelectorAll('g text')].map(boxOf);
            over.push(...signs.filter((one, i) => signs.some((two, k) => k > i && one.left < two.right && one.right > two.left
                && one.top < two.bottom - 5 && one.bottom > two.top + 5)));
            if (over.length > 0) return `${over.length} in round ${round} of ${seed}`;
        }
        return '';
    }, SEED);
    assert.equal(found, '');
    quiet(page);
    return page;
});

test('a curve ends where its number is: 0 at the foot of its field, 1 at the top', async () => {
    const page = await open({});
    await page.open('');
    const wrong = await page.evaluate(async (seed) => {
        const {curve} = await import('/curve.mjs'), {dress, fill} = await import('/dom.mjs');
        await dress('/review.css');
        const box = document.body.appendChild(document.createElement('div'));
        box.className = 'curve';
        let state = seed;
        const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
        for (let round = 0; round < 100; round++) {
            const count = 1 + Math.floor(random() * 60);
            const values = Array.from({length: count + 1}, (_, i) => (i < count ? random() : round % 2));
            fill(box, curve({points: values.map((value, x) => ({x, value})), count, at: 0, high: round % 3 ? 150 : 120,
                above: 'Robin', below: 'You', now: 'Turn 1', says: 'Chances'}));
            const field = box.querySelector('.field').getBBox();
            const drawn = box.querySelector('path[fill="none"]').getAttribute('d').split(/[ML]/).slice(1).map((point) => Number(point.split(' ')[1]));
            const off = drawn.findIndex((y, i) => Math.abs((field.y + field.height - y) / field.height - values[i]) > .01);
            if (off >= 0) return `round ${round} of ${seed}: ${values[off]} is drawn at ${drawn[off]} of ${field.y} to ${field.y + field.height}`;
        }
        return '';
    }, SEED);
    assert.equal(wrong, '');
    quiet(page);
    return page;
});

test('chances that are shown in hundredths add up', async () => {
    const page = await open({});
    await page.open('');
    const wrong = await page.evaluate(async () => {
        const {hundredths} = await import('/curve.mjs');
        for (let round = 0; round < 2000; round++) {
            const parts = Array.from({length: 2 + round % 4}, () => Math.random() ** 3), all = parts.reduce((sum, one) => sum + one, 0);
            const chances = parts.map((part) => part / all), shown = hundredths(chances);
            if (Math.round(100 * shown.reduce((sum, one) => sum + one, 0)) !== 100 || shown.some((one, i) => Math.abs(one - chances[i]) >= .01)) return chances;
        }
        return null;
    });
    assert.equal(wrong, null);
    quiet(page);
    return page;
});

test('no sign of an arrow on the board lies over its head or over another sign', async () => {
    const page = await open({});
    await page.open('');
    const found = await page.evaluate(async (seed) => {
        const {signPlaces} = await import('/ground.mjs');
        let state = seed;
        const random = (count) => Math.floor((state = (state * 1103515245 + 12345) % 2147483648) / 2147483648 * count);
        const HOPS = [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]];
        for (let round = 0; round < 2000; round++) {
            const wide = 40 + random(50), r = Math.max(10, wide * .17), board = {width: 9 * wide, height: 7 * wide, columns: 9, rows: 7, r};
            const leap = () => {
                for (;;) {
                    const to = {x: random(9), y: random(7)}, [dx, dy] = HOPS[random(8)], from = {x: to.x + dx, y: to.y + dy};
                    if (from.x >= 0 && from.x < 9 && from.y >= 0 && from.y < 7) return {from, to, w: r * 1.7};
                }
            };
            const leaps = [leap(), leap()]; // the best and the second; threats have no sign
            const places = signPlaces(leaps, board), away = (one, two) => Math.abs(one.x - two.x) >= one.w + two.w || Math.abs(one.y - two.y) >= 2 * r;
            if (places.some((one, i) => places.some((two, k) => k > i && !away(one, two)))) return `two signs: ${JSON.stringify(leaps)}`;
            const {from, to} = leaps[0], far = Math.hypot(to.x - from.x, to.y - from.y), [{x, y, w}] = places; // the others may have given way
            const tip = {x: (to.x + .5 - (to.x - from.x) / far * .2) * wide, y: (to.y + .5 - (to.y - from.y) / far * .2) * wide};
            if (Math.abs(tip.x - x) < w && Math.abs(tip.y - y) < r) return `over its head: ${JSON.stringify(leaps[0])}`;
            if (x < w || y < r || x > board.width - w || y > board.height - r) return `cut off: ${JSON.stringify(leaps[0])}`;
        }
        return '';
    }, SEED);
    assert.equal(found, '');
    quiet(page);
    return page;
});

test('the review of Rrib-bit: chances, arrows with signs, turns, the answer, and the line on the board', async () => {
    const page = await open({});
    await page.open(ALONE);
    await myTurn(page);
    await doMove(page, 'rribbit', 'd4-c6');
    await page.waitForFunction(() => globalThis.pondTable.look.ply >= 2);
    await page.locator('.acts .resign').click();
    await page.locator('dialog button[value="yes"]').click();
    await page.locator('.ending .review').click();
    await page.waitForFunction(() => globalThis.pondReview?.end);
    assert.ok(await page.locator('[data-go="fork"]').isDisabled(), 'nothing is left to play at the end');
    await page.locator('[data-go="mistake"]').click();
    assert.ok(await page.locator('[data-go="fork"]').isEnabled());
    await page.waitForSelector('.pads .arrow');
    assert.match(await page.locator('.moment h2').textContent(), /^Turn 1\. You: d4 to c6$/);
    assert.deepEqual((await page.locator('.pads .sign text').allTextContents()).sort(), ['!', '??']);
    assert.deepEqual(await page.locator('.arrows-key span').allTextContents(), ['better', 'you played', "Robin's answer"]);
    assert.match(await page.locator('.chances').getAttribute('aria-label'), /^Light \d+%$/);
    assert.deepEqual(await page.locator('.curve text.name').allTextContents(), ['Robin', 'You']);
    assert.equal(await page.locator('.curve text.now').textContent(), 'Turn 1');
    for (const text of await page.locator('.moment p').allTextContents()) assert.match(text, /^(This move|Robin should|Better: )/);
    const before = await page.evaluate(() => globalThis.pondReview.look.pos);
    await page.locator('.follow[data-line="move"]').click();
    await page.waitForSelector('.moment .repeat');
    const moves = await page.locator('.expected li').allTextContents();
    assert.ok(moves.length > 1 && moves[0] === 'd4 to c6', moves.join());
    assert.notEqual(await page.evaluate(() => globalThis.pondReview.look.pos), before);
    await page.locator('.moment .enough').click();
    assert.equal(await page.evaluate(() => globalThis.pondReview.look.pos), before);
    quiet(page);
    return page;
});

test('another try at a mistake in Rrib-bit: a blunder is called one, a good move is praised', async () => {
    const page = await open({});
    await page.open(ALONE);
    await myTurn(page);
    await doMove(page, 'rribbit', 'd4-c6');
    await page.waitForFunction(() => globalThis.pondTable.look.ply >= 2);
    await page.locator('.acts .resign').click();
    await page.locator('dialog button[value="yes"]').click();
    await page.locator('.ending .review').click();
    await page.waitForFunction(() => globalThis.pondReview?.end);
    await page.locator('[data-go="mistake"]').click();
    for (const [move, verdict] of [['d4-e6', 'wrong'], ['d4-f5', 'wrong'], ['d4-b3', 'wrong'], ['f1-e3', 'right']]) {
        await page.locator('.moment .retry').click();
        await doMove(page, 'rribbit', move);
        await page.waitForSelector('.moment .verdict');
        assert.ok(await page.locator(`.moment .verdict.${verdict}`).count() > 0, `${move} is ${verdict}`);
        await page.locator('.moment .enough').click();
    }
    quiet(page);
    return page;
});

for (const game of ['quibbit', 'quibbles']) {
    test(`tutor, resigning, a rematch and its series in ${game}`, async () => {
        const page = await open({settings: {tutor: true}});
        await page.open(game === 'quibbit' ? 'play/at/quibbit/players=4,colors=GBRY/h111/*GRBY~GYRB*BGYR_G51:25,B52:34,R49:5,Y48:4_B_-_6' : 'play/quibbles/h1/players=2,first=0/pond3');
        let asked = false;
        for (let i = 0; i < 12 && !asked; i++) {
            const {look} = await myTurn(page);
            const worst = await page.evaluate(async () => {
                const table = globalThis.pondTable;
                for (const move of table.look.legal.slice(-6)) if ((await table.judge(table.mine, move))?.warns) return move;
                return null;
            });
            await doMove(page, game, worst ?? look.legal.find((move) => move[0] === '+') ?? look.legal.at(-1));
            await page.waitForFunction((ply) => globalThis.pondTable.look.ply > ply || document.querySelector('dialog[open]'), look.ply);
            asked = (await page.locator('dialog[open] [value="think"]').count()) > 0;
            if (asked) await page.locator('dialog [value="think"]').click();
        }
        assert.ok(asked, 'the tutor has asked');
        await page.locator('.acts .resign').click();
        await page.locator('dialog button[value="yes"]').click();
        await page.waitForSelector('.ending');
        await page.locator('.ending .again').click();
        await page.waitForFunction(() => globalThis.pondTable.look.result === null);
        await page.locator('.acts .resign').click();
        await page.locator('dialog button[value="yes"]').click();
        await page.waitForSelector('.ending .series');
        assert.match(await page.locator('.series').textContent(), /After 2 games: .*You 0/);
        quiet(page);
        return page;
    });
}

test('chances are shown while there are some', async () => {
    const page = await open({settings: {chances: true}});
    await page.open('play/rribbit/hh');
    await page.locator('.chance').waitFor();
    assert.match(await page.locator('.chance').textContent(), /^Light \d+%$/);
    await page.locator('.acts .resign').click();
    await page.locator('dialog button[value="yes"]').click();
    await page.waitForSelector('.ending');
    await page.locator('.chance').waitFor({state: 'hidden'});
    assert.equal(await page.locator('.rb .chances').isVisible(), false);
    quiet(page);
    return page;
});

test('two people at one screen agree on a draw', async () => {
    const page = await open({});
    await page.open('play/rribbit/hh');
    await doMove(page, 'rribbit', 'e1-f3');
    await page.waitForFunction(() => globalThis.pondTable.mine === 1);
    await page.locator('.bar .menu').click();
    await page.locator('dialog [value="draw"]').click();
    await page.waitForFunction(() => globalThis.pondTable.look.offer !== null);
    await doMove(page, 'rribbit', 'e7-f5');
    await page.waitForFunction(() => globalThis.pondTable.mine === 0);
    await page.locator('.acts .draw').click();
    await page.waitForSelector('.ending');
    assert.match(await page.locator('.ending').textContent(), /A draw.*By agreement/);
    quiet(page);
    return page;
});

test('a phone: every place of the page from a game and from the tabs; names of pads at the board', async () => {
    for (const [size, language] of some([['phone', 'fr'], ['small', 'en']], 0)) {
        const page = await open({size, language, settings: {chances: true}});
        // The names along two sides are those of the pads there: on the pads of one side, and below those of the other.
        const names = () => page.evaluate(() => {
            const pads = [...document.querySelectorAll('.pad')], boxes = new Map(pads.map((pad) => [pad, pad.getBoundingClientRect()]));
            const bottom = Math.max(...[...boxes.values()].map((box) => box.bottom));
            const named = (text, pad) => (pad?.dataset.pad.includes(text) ? text : `${text} at ${pad?.dataset.pad}`);
            const onPads = pads.flatMap((pad) => ['::before', '::after'].flatMap((side) => {
                const text = getComputedStyle(pad, side).content.replace(/"/g, '');
                return text === 'none' ? [] : [named(text, pad)];
            }));
            return [...onPads, ...[...document.querySelectorAll('.files span')].map((span) => {
                const {left, right, top} = span.getBoundingClientRect(), middle = (left + right) / 2;
                const above = pads.find((pad) => boxes.get(pad).left < middle && middle < boxes.get(pad).right && boxes.get(pad).bottom > bottom - 1);
                return top >= bottom - 1 ? named(span.textContent, above) : `${span.textContent} on the pads`;
            })];
        });
        for (const seats of ['1h', 'h1']) { // from either side
            await page.open(`play/rribbit/${seats}`);
            await myTurn(page);
            await page.locator('.rb .chances').waitFor();
            assert.equal((await names()).sort().join(''), '1234567abcdefghi', seats);
        }
        await page.locator('.bar .menu').click();
        await fits(page, 'the menu');
        await fingers(page, 'the menu');
        assert.deepEqual(await page.locator('dialog [value^="/"]').evaluateAll((all) => all.map(({value}) => value)), ['/', '/together', '/learn', '/puzzles', '/analysis', '/rules/rribbit', '/games', '/open', '/settings']);
        await page.locator('dialog [value="/games"]').click();
        await page.waitForFunction(() => document.body.dataset.at === '#/games');
        assert.equal(await page.locator('.tabs > *').count(), 5);
        for (const place of ['together', 'rules', 'settings', 'open']) {
            if (place === 'together') await page.locator('.tabs a[href="#/together"]').click();
            else {
                await page.locator('.tabs button').click();
                if (place === 'rules') await accessible(page, 'all places');
                await page.locator(`dialog [value="${place}"]`).click();
            }
            await page.waitForFunction((hash) => document.body.dataset.at === hash, `#/${place}`);
            assert.equal(await page.locator('.tabs [aria-current]').count(), 1);
        }
        quiet(page);
        await page.context().close();
    }
    return null;
});

test('nothing is lost by a reload', async () => {
    const page = await open({});
    await page.open('play/quibbles/h1/players=2,first=0');
    for (let i = 0; i < 3; i++) {
        const {look} = await myTurn(page);
        await doMove(page, 'quibbles', look.legal.find((move) => move[0] === '+') ?? '-');
        await page.waitForFunction((ply) => globalThis.pondTable.look.ply > ply, look.ply);
    }
    const {look} = await myTurn(page);
    await page.open('games');
    await page.reload();
    await page.waitForSelector('.kept');
    await page.locator('.kept .btn').first().click();
    await page.waitForFunction(() => globalThis.pondTable !== undefined);
    const again = await myTurn(page);
    assert.equal(again.look.pos, look.pos);
    assert.equal(again.look.hand, look.hand);
    quiet(page);
    return page;
});

let failed = 0;
const wanted = process.argv[2];
for (const {name, work} of tests.filter((one) => !wanted || one.name.includes(wanted))) {
    const start = Date.now();
    try {
        const page = await work();
        await page?.context().close();
        console.log(`ok      ${name} (${Date.now() - start} ms)`);
    } catch (error) {
        failed++;
        console.log(`FAILED  ${name}\n${error.stack ?? error}`);
        for (const context of browser.contexts()) {
            for (const page of context.pages()) {
                console.log(page.complaints?.join('\n') ?? '');
                if (process.env.KEEP) await page.screenshot({path: `${process.env.KEEP}/failed-${failed}.png`});
            }
            await context.close();
        }
    }
}
await browser.close();
await server.stop();
process.exitCode = failed > 0 ? 1 : 0;
