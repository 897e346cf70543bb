// editor.mjs: the position editor: positions of each game made by mouse, touch and keyboard; an illegal position is
// explained; texts and links in and out; and edits at random, each of which leads to a position that the program
// takes, or to a sentence. PICTURES=FOLDER keeps a picture of each screen.

import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {SIZES, accessible, apart, fingers, fits, launch, quiet, serve, some, tester, visit} from './driver.mjs';

const {POND, PICTURES} = process.env;
const server = await serve(Number(process.env.PORT ?? 7970) + 7), browser = await launch();
const still = {motion: 'off'};

/** What the editor holds once the core has said what it thinks. */
async function verdict(page) {
    await page.waitForFunction(() => globalThis.pondEditor?.verdict.text === globalThis.pondEditor?.kind.write(globalThis.pondEditor.draft)
        && document.querySelector('.edit .text')?.textContent === globalThis.pondEditor.verdict.text);
    return page.evaluate(() => {
        const {verdict: {text, full, why, look}, options, game} = globalThis.pondEditor;
        return {text, full, why, options, game, legal: look?.legal ?? []};
    });
}
/** What the program says of a position. */
const show = ({game, options}, text) => spawnSync(POND, ['show', game, '--options', options, '--position', text], {encoding: 'utf8'});

/** Does what asks the core for another position, and waits until it is there. @param {() => Promise<void>} act */
async function fetched(page, act) {
    const before = await page.evaluateHandle(() => globalThis.pondEditor.draft);
    await act();
    await page.waitForFunction((before) => globalThis.pondEditor.draft !== before, before);
}

const test = tester(browser);

await test('a position by mouse: palette, drag, the other button, undo', async () => {
    const page = await visit(browser, server.address, {settings: still});
    await page.open('editor/rribbit');
    await fetched(page, () => page.locator('[data-start="4"]').click());
    await page.locator('[data-tool="light"]').click();
    for (const pad of ['d3', 'e3', 'c1', 'h1']) await page.locator(`[data-pad="${pad}"]`).click();
    await page.locator('[data-tool="dark"]').click();
    for (const pad of ['e7', 'd5', 'a7']) await page.locator(`[data-pad="${pad}"]`).click();
    await page.locator('[data-pad="a7"]').click({button: 'right'});
    assert.equal((await verdict(page)).text, '4D4/9/3D5/9/3LL4/9/2L4L1 l -');
    const from = await page.locator('[data-pad="h1"]').boundingBox(), to = await page.locator('[data-pad="g2"]').boundingBox();
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 10, to.y + 10, {steps: 4});
    await page.mouse.move(to.x + 20, to.y + 20);
    await page.mouse.up();
    await page.locator('input[name="side"][value="1"]').check({force: true});
    const now = await verdict(page);
    assert.equal(now.text, '4D4/9/3D5/9/3LL4/6L2/2L6 d -');
    assert.equal(show(now, now.text).status, 0);
    await page.locator('.undo').click();
    await page.locator('.undo').click();
    assert.equal((await verdict(page)).text, '4D4/9/3D5/9/3LL4/9/2L4L1 l -');
    await page.reload();
    await page.waitForFunction(() => globalThis.pondEditor);
    assert.equal((await verdict(page)).full, '4D4/9/3D5/9/3LL4/9/2L4L1 l 0,0', 'the address holds it');
    await page.locator('.start').click();
    await page.waitForFunction(() => globalThis.pondTable?.look.pos.startsWith('4D4/9/3D5'));
    quiet(page);
});

await test('an illegal position is explained, with its rule', async () => {
    for (const [language, said] of [['en', /at most nine frogs/], ['fr', /neuf grenouilles/]]) {
        const page = await visit(browser, server.address, {language, settings: still});
        await page.open('editor/rribbit');
        await page.locator('[data-tool="light"]').click();
        await page.locator('[data-pad="e4"]').click();
        const {why} = await verdict(page);
        assert.match(why, said);
        assert.ok((await page.locator('.judged').textContent()).includes(why));
        assert.ok(await page.locator('.away .start').isDisabled());
        await page.locator('.ruling').click();
        await page.waitForSelector('dialog p');
        assert.match(await page.locator('dialog p').textContent(), /\S+ \S+/);
        await page.keyboard.press('Escape');
        quiet(page);
    }
});

await test('a position by keyboard alone', async () => {
    const page = await visit(browser, server.address, {settings: still});
    await page.open('editor/rribbit');
    await fetched(page, () => page.locator('[data-start="4"]').press('Enter'));
    await page.locator('[data-pad="e4"]').focus();
    await page.keyboard.press('l');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('d');
    assert.equal((await verdict(page)).text, '9/9/5D3/4L4/9/9/9 l -');
    await page.keyboard.press('Delete');
    assert.equal((await verdict(page)).text, '9/9/9/4L4/9/9/9 l -');
    await page.keyboard.press('Control+z');
    assert.equal((await verdict(page)).text, '9/9/5D3/4L4/9/9/9 l -');
    await page.waitForFunction(() => document.querySelector('#live').textContent.includes('Undo: f5, '));
    await page.keyboard.press('Enter'); // picks the frog up
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    assert.equal((await verdict(page)).text, '9/5D3/9/4L4/9/9/9 l -');
    assert.match(await page.locator('[data-pad="f6"]').getAttribute('aria-label'), /f6, dark frog/);
    quiet(page);
});

await test('Quibbit by touch: frogs, tiles, cards, laps, the crown', async () => {
    const page = await visit(browser, server.address, {size: 'phone', settings: still});
    await page.open('editor/quibbit/players=2');
    assert.match((await verdict(page)).text, /R\?:12345,G\?:12345,y\?: - 12345 0$/);
    for (const [tool, tile] of [[0, 3], [1, 4], [2, 5]]) {
        await page.locator(`[data-tool="${tool}"]`).tap();
        await page.locator(`.tile[data-tile="${tile}"]`).tap();
    }
    const placed = await verdict(page);
    assert.match(placed.text, / R15:12345,G16:12345,y17: Y 12345 1$/);
    assert.equal(show(placed, placed.text).status, 0);
    await page.locator('.card[data-frog="0"][data-card="4"]').tap();
    await page.locator('.lap[data-frog="1"][data-by="1"]').tap();
    assert.match((await verdict(page)).text, / R15:1235,G28:12345,y17: G 12345 1$/);
    await page.locator('.out[data-frog="0"]').tap();
    assert.match((await verdict(page)).text, / R-:,G28/);
    await page.locator('.undo').tap();
    const before = (await verdict(page)).text;
    await page.locator('[data-tool="swap"]').tap();
    const kinds = await page.evaluate(() => globalThis.pondEditor.draft.tiles);
    const other = kinds.findIndex((kind, i) => i > 0 && kind !== kinds[0]);
    await page.locator('.tile[data-tile="0"]').tap();
    await page.locator(`.tile[data-tile="${other}"]`).tap({force: true});
    assert.notEqual((await verdict(page)).text, before);
    quiet(page);
});

await test('Quibbles: heaps, unknown cards, a deal of what is unknown', async () => {
    const page = await visit(browser, server.address, {settings: still});
    await page.open('editor/quibbles');
    await fetched(page, () => page.locator('[data-start="2"]').click());
    await page.locator('input[name="seat"][value="0"]').check({force: true});
    await page.locator('[data-of="hand0"]').click();
    for (const card of ['1', '5', '?']) await page.locator(`[data-add="${card}"]`).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('6');
    await page.locator('[data-of="hand1"]').click();
    for (let i = 0; i < 4; i++) await page.keyboard.press('?');
    const now = await verdict(page);
    assert.equal(now.text, '- 6/- 15?,???? ? - 0 act');
    assert.equal(show(now, now.text).status, 0, 'the program takes what is unknown');
    assert.match(now.full, /^- 6\/- \d*1\d*,\d{4} \d+ - 0 act$/);
    await page.reload();
    await page.waitForFunction(() => globalThis.pondEditor);
    assert.equal((await verdict(page)).text, now.text, 'what is unknown stays unknown');
    for (let i = 0; i < 7; i++) {
        await page.locator('[data-of="collection1"]').click();
        await page.locator('[data-add="1"]').click();
    }
    assert.match((await verdict(page)).why, /more than 6 cards/);
    await page.locator('.qcard[data-heap="collection1"]').first().click();
    assert.equal((await verdict(page)).why, '');
    quiet(page);
});

await test('texts, records and links come in, and it says what they are', async () => {
    const page = await visit(browser, server.address, {settings: still});
    const record = spawnSync(POND, ['random', 'quibbles', '--seed', 'editor', '--limit', '12'], {encoding: 'utf8'}).stdout;
    await page.open('editor/rribbit');
    const paste = async (text, says) => {
        await page.locator('#bring').fill(text);
        await page.waitForFunction((words) => document.querySelector('.found').textContent.includes(words), says);
    };
    await paste('9/8L/5L3/9/9/9/D1LL5 d 0,0', 'A Rrib-bit position.');
    await fetched(page, () => page.locator('.use').click());
    assert.equal((await verdict(page)).text, '9/8L/5L3/9/9/9/D1LL5 d 0,0');
    await paste('9/8L/5L3/9/9/9/D1LL5 e 0,0', "'e' isn't a side to move");
    await paste('hello', "isn't a position in any");
    await paste(record, 'A game of Quibbles, 12 turns');
    await paste(record.replace('\n2. S', '\n2. X'), 'Line ');
    await paste(`${server.address}#/puzzles/rribbit/3`, 'A link to a page of Pond');
    await paste(`${server.address}#/analysis/at/bZBB`, 'The link is damaged');
    await paste('1. b1-c3 h7-g5 2. e1-d3', 'A game of Rrib-bit');
    await paste('*YGB*GBY~BYG G17:2345,B18:2345,y16: B 1345 2', 'A Quibbit position.');
    await page.locator('.use').click();
    await page.waitForFunction(() => globalThis.pondEditor?.game === 'quibbit');
    const now = await verdict(page);
    assert.equal(now.text, '*YGB*GBY~BYG G17:2345,B18:2345,y16: B 1345 2');
    assert.equal(show(now, now.text).status, 0);
    await paste(record, 'A game of Quibbles, 12 turns');
    await page.locator('.use').click();
    await page.waitForFunction(() => globalThis.pondTable?.game === 'quibbles');
    quiet(page);
});

await test('options change the position that is asked about', async () => {
    const page = await visit(browser, server.address, {settings: still});
    await page.open('editor/rribbit');
    await page.locator('.rules summary').click();
    await page.locator('input[name="turn"][value="chain"]').check({force: true});
    await page.waitForFunction(() => globalThis.pondEditor.options.includes('turn=chain'));
    await page.open('editor/quibbles');
    await page.locator('.rules summary').click();
    await page.locator('input[name="players"][value="4"]').check({force: true});
    await page.waitForFunction(() => document.querySelectorAll('[data-of^="hand"]').length === 4);
    const now = await verdict(page);
    assert.equal(show(now, now.text).status, 0);
    quiet(page);
});

/** A generator of its own, so that a run can be repeated. */
function dice(seed) {
    let state = seed;
    return (limit) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * limit);
    };
}

for (const [game, options] of [['rribbit', ''], ['quibbit', 'players=2'], ['quibbit', 'players=4'], ['quibbles', 'players=3']]) {
    await test(`edits at random: ${game} ${options}`, async () => {
        const page = await visit(browser, server.address, {settings: still}), roll = dice(20261118 + options.length + game.length), steps = Number(process.env.STEPS ?? 120);
        let accepted = 0, explained = 0;
        await page.open(`editor/${game}/${options}`);
        for (let i = 0; i < steps; i++) {
            const kind = roll(20), which = kind === 0 ? '.starts button' : kind === 1 ? '.undo' : kind < 6 ? '.tools label input' : kind < 12 ? '.tools button' : '.stage button';
            await page.evaluate(([selector, at]) => {
                const fit = [...document.querySelectorAll(`.edit ${selector}:enabled`)];
                fit[Math.floor(at * fit.length)]?.click();
            }, [which, roll(1000) / 1000]);
            if (kind === 0) await page.evaluate(() => globalThis.pondEditor.read(globalThis.pondEditor.options)); // after the start's own
            if (i % 3 !== 2) continue;
            const now = await verdict(page);
            const told = show(now, now.text);
            if (now.why) {
                explained++;
                assert.match(now.why, /^\S.*\S \S.*[.!?]$/, `a sentence: ${now.why}`);
                assert.notEqual(told.status, 0, `${now.text}: the program takes what the page refuses`);
            } else {
                accepted++;
                assert.equal(told.status, 0, `${now.text}: ${told.stderr}`);
                assert.equal(show(now, now.full).status, 0, now.full);
            }
        }
        assert.ok(accepted > 0 && explained > 0, `${accepted} accepted, ${explained} explained`);
        quiet(page);
        return `${accepted} accepted, ${explained} explained`;
    });
}

await test('a start is that start, whatever is pressed before the core has answered', async () => {
    const page = await visit(browser, server.address, {settings: still}), roll = dice(20261119);
    for (const game of ['rribbit', 'quibbit']) {
        await page.open(`editor/${game}`);
        const settled = async () => {
            await page.evaluate(() => globalThis.pondEditor.read(globalThis.pondEditor.options));
            return (await verdict(page)).text.replace(/^\S*[*]\S*/, 'a ring'); // that is random
        };
        await page.locator('[data-start="0"]').click();
        const start = await settled();
        for (let i = 0; i < 20; i++) {
            await page.evaluate((parts) => {
                const press = (selector, part) => {
                    const fit = [...document.querySelectorAll(`.edit ${selector}:enabled`)];
                    fit[Math.floor(part * fit.length)]?.click();
                };
                for (const part of parts) press('.tools button', part);
                for (const part of parts) press('.stage button', part);
                document.querySelector('[data-start="0"]').click();
                for (const part of parts) press('.stage button', part);
            }, [roll(1000) / 1000, roll(1000) / 1000]);
            assert.equal(await settled(), start, `${game}, round ${i}`);
        }
    }
    quiet(page);
});

await test('whose turn it is can be chosen without scrolling', async () => {
    const page = await visit(browser, server.address, {settings: still});
    for (const game of ['rribbit', 'quibbles']) {
        await page.open(`editor/${game}`);
        await verdict(page);
        const foot = await page.evaluate(() => document.querySelector('.edit .turn').getBoundingClientRect().bottom);
        assert.ok(foot <= SIZES.desktop.height, `${game}: to ${foot}`);
    }
    quiet(page);
});

const LOOKS = [['desktop', 'en', false], ['phone', 'fr', false], ['phone', 'en', true], ['small', 'fr', false], ['tablet', 'en', false]];
for (const [number, [game, at]] of [['rribbit', 'editor/rribbit'], ['quibbit', 'editor/quibbit/players=4'], ['quibbles', 'editor/quibbles/players=3']].entries()) {
    for (const [size, language, dark] of some(LOOKS, 2 * number, 2)) {
        await test(`the screen: ${game} ${size} ${language}`, async () => {
            const page = await visit(browser, server.address, {size, language, dark, settings: still});
            await page.open(at);
            if (game === 'quibbit') await fetched(page, () => page.locator('[data-start="1"]').click());
            await verdict(page);
            await accessible(page, at);
            await fits(page, at);
            await apart(page, at);
            if (size !== 'desktop' && size !== 'tablet') await fingers(page, at);
            if (PICTURES) await page.screenshot({path: `${PICTURES}/editor-${game}-${size}-${language}${dark ? '-dark' : ''}.png`, fullPage: true});
            quiet(page);
        });
    }
}

await browser.close();
await server.stop();
process.exit(test.failed ? 1 : 0);
