// analysis.mjs: the analysis board in a browser: a record with variations entered by mouse, finger and keys, edited,
// reloaded, exported and opened in the terminal; chance by hand; exact values against `pond probe`; every way in; axe,
// sizes, languages; and a monkey.
//
//   tools/page-tests analysis               all of it
//   POSITIONS=1000 tools/page-tests analysis exact      exact values of that many random positions of Rrib-bit
//   POSITIONS=1000 tools/page-tests analysis Quibbles   unseen cards, odds and what the hand could do in as many
//   RING_TABLES=FOLDER ROUNDS=1000 tools/page-tests analysis 'whole ring'   and the matrix of Quibbit

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {accessible, apart, doMove, fingers, fits, launch, LONG, quiet, serve, SIZES, some, tester, visit} from './driver.mjs';

const {POND} = process.env;
const server = await serve(), browser = await launch();
const folder = mkdtempSync(join(tmpdir(), 'pond-analysis-'));
const POSITIONS = Number(process.env.POSITIONS ?? (LONG ? 60 : 20)), STEPS = Number(process.env.STEPS ?? (LONG ? 80 : 40));

/** The program, with what is typed into it. */
const pond = (args, input = '') => execFileSync(POND, args, {input, encoding: 'utf8', env: {...process.env, XDG_DATA_HOME: folder}, maxBuffer: 1 << 26});
const ask = (page, ...call) => page.evaluate(async (args) => (await import('/core.mjs')).ask(...args), call);
const nodes = (page) => page.evaluate(() => globalThis.pondAnalysis.nodes);
const here = (page) => page.evaluate(() => {
    const {here, look, mine, known} = globalThis.pondAnalysis;
    return {...here, turn: look.turn, legal: look.legal, mine, known: Boolean(known), result: look.result};
});

const test = tester(browser);

/** The analyses that this device keeps: the moves of each, without its tags. */
const keptMoves = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('pond.analyses') ?? '[]').map(({record}) => record.split('\n\n')[1].split('\n').slice(0, -2).join(' ')));

/** Until the board has drawn what was asked of it: a node besides `before`, and nothing on its way. */
const settled = (page, count) => page.waitForFunction((least) => {
    const board = globalThis.pondAnalysis;
    return board?.nodes.length >= least && !document.querySelector('.analysis.moving');
}, count);

/** Plays a move and waits until it is in the tree. */
async function play(page, game, move, press = doMove) {
    const before = (await here(page)).node;
    await press(page, game, move);
    await page.waitForFunction((node) => globalThis.pondAnalysis.here.node !== node && !document.querySelector('.analysis.moving'), before);
}
async function go(page, where, press) {
    const before = (await here(page)).node;
    await press(page, where);
    await page.waitForFunction((node) => globalThis.pondAnalysis.here.node !== node && !document.querySelector('.analysis.moving'), before);
}

/** A leap by keys alone: arrows lead from pad to pad. */
async function leapByKeys(page, _game, move) {
    for (const pad of move.split(/[-x]/)) {
        await page.evaluate(() => document.querySelector('.pad[tabindex="0"]').focus());
        for (;;) {
            const at = await page.evaluate(() => document.activeElement.dataset.pad);
            if (at === pad) break;
            await page.keyboard.press(at[0] < pad[0] ? 'ArrowRight' : at[0] > pad[0] ? 'ArrowLeft' : at[1] < pad[1] ? 'ArrowUp' : 'ArrowDown');
        }
        await page.keyboard.press('Enter');
    }
}
const HANDS = {
    mouse: {size: 'desktop', move: doMove, back: (page) => page.click('[data-go="back"]'), mark: (page, mark) => page.click(`[data-mark="${mark}"]`),
        tab: async () => {}},
    touch: {size: 'phone', move: async (page, _game, move) => { for (const pad of move.split(/[-x]/)) await page.tap(`[data-pad="${pad}"]`); },
        back: (page) => page.tap('[data-go="back"]'), mark: (page, mark) => page.tap(`[data-mark="${mark}"]`), tab: (page, part) => page.tap(`[data-tab="${part}"]`)},
    keyboard: {size: 'desktop', move: leapByKeys, back: (page) => page.keyboard.press(','), tab: async () => {},
        mark: async (page, mark) => { await page.focus(`[data-mark="${mark}"]`); await page.keyboard.press('Enter'); }},
};
async function comment(page, text) {
    await page.fill('#note', text);
    await page.press('#note', 'Enter');
    await page.waitForFunction((said) => globalThis.pondAnalysis.nodes.some(({comment: one}) => one === said), text);
}

/** What is exported, by the button for it. */
async function exported(page) {
    await page.click('.bar .share');
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('dialog [value="record"]')]);
    return readFileSync(await file.path(), 'utf8');
}

/** The terminal reads the record, and writes the very same. */
function sameInTerminal(text, name) {
    const path = join(folder, `${name}.pond`);
    writeFileSync(path, text);
    pond(['check', path]);
    const said = pond(['explore', path], 'text\nquit\n');
    assert.ok(said.includes(text.trimEnd()), `${name}: the terminal writes another tree:\n${said}`);
    return pond(['explore', path], 'tree\nquit\n').split('\n').filter((line) => /^[* ](?= *\d)[ \d]{3}\d {2}/.test(line));
}

const WANTED = `1. b1-c3 {!} h7-g5 {Natural.} {(1. ... a7-b5 ?! "Too early?" 2. c3xb5)}
2. e1-d3
unfinished
`;
for (const [name, hand] of Object.entries(HANDS)) {
    await test(`a tree by ${name}`, async () => {
        const page = await visit(browser, server.address, {size: hand.size, still: true, settings: {motion: 'off'}});
        await page.open('analysis/rribbit');
        await play(page, 'rribbit', 'b1-c3', hand.move);
        await hand.tab(page, 'tree');
        await hand.mark(page, '!');
        await play(page, 'rribbit', 'h7-g5', hand.move);
        await comment(page, 'Natural.');
        await play(page, 'rribbit', 'e1-d3', hand.move);
        for (let i = 0; i < 2; i++) await go(page, '', hand.back);
        await page.waitForFunction(() => document.querySelector('#live').lastElementChild?.textContent.endsWith('Rrib-bit, Turn 1, Dark to move')); // those who listen know where they are
        await play(page, 'rribbit', 'a7-b5', hand.move);
        await hand.mark(page, '?!');
        await comment(page, 'Too early?');
        await play(page, 'rribbit', 'c3xb5', hand.move);
        const before = await nodes(page);
        await page.waitForFunction(() => location.hash.startsWith('#/analysis/id/') && localStorage.getItem('pond.analyses')?.includes('c3xb5'));
        await page.reload();
        await settled(page, before.length);
        assert.deepEqual((await nodes(page)).map(({move, mark, depth}) => [move, mark, depth]), before.map(({move, mark, depth}) => [move, mark, depth]), 'after a reload');
        assert.equal((await nodes(page)).find(({node}) => node === 0)?.move, undefined);
        assert.equal(await page.locator('.mv[aria-current]').count(), 1, 'stands where it stood');
        const text = await exported(page);
        assert.ok(text.endsWith(WANTED), text);
        const lines = sameInTerminal(text, name);
        assert.equal(lines.length, before.length);
        quiet(page);
    });
}

await test('edits: promote, delete, marks and comments away, text pasted, a link', async () => {
    const page = await visit(browser, server.address, {still: true, settings: {motion: 'off'}});
    await page.open('analysis/rribbit');
    for (const move of ['b1-c3', 'h7-g5']) await play(page, 'rribbit', move);
    await go(page, '', HANDS.mouse.back);
    await play(page, 'rribbit', 'a7-b5');
    await page.click('.promote');
    await page.waitForFunction(() => globalThis.pondAnalysis.nodes[2].move === 'a7-b5');
    assert.match(await ask(page, 'treeWrite'), /1\. b1-c3 a7-b5 \{\(1\. \.\.\. h7-g5\)\}/);
    await page.click('[data-mark="?"]');
    await page.waitForSelector('[data-mark="?"][aria-pressed="true"]');
    const [sign, move] = await page.evaluate(() => ['.mv[aria-current] .sg', '.mv[aria-current]'].map((one) => getComputedStyle(document.querySelector(one)).color));
    assert.equal(sign, move, 'the mark of the move that is looked at is seen on its own ground');
    await page.click('[data-mark="?"]');
    await page.waitForSelector('[data-mark="?"][aria-pressed="false"]');
    await page.click('.mv:has-text("h7-g5")');
    await page.waitForSelector('.mv[aria-current]:has-text("h7-g5")');
    await page.click('.remove');
    await page.waitForFunction(() => globalThis.pondAnalysis.nodes.length === 3);
    await page.click('[data-go="first"]');
    await page.waitForFunction(() => globalThis.pondAnalysis.here.node === 0);
    assert.ok(await page.isDisabled('.remove'), 'the start cannot be deleted');
    const text = await ask(page, 'treeWrite');
    await page.open('analysis');
    await accessible(page, 'analysis');
    await fits(page, 'analysis');
    await page.fill('#text', 'nonsense');
    await page.click('form .btn');
    await page.waitForFunction(() => document.querySelector('.why')?.textContent !== '');
    await page.fill('#text', text);
    await page.click('form .btn');
    await settled(page, 3);
    assert.equal(await ask(page, 'treeWrite'), text);
    const link = await page.evaluate(async (record) => (await import('/analyses.mjs')).analysisLink(record), text);
    await page.open(link.split('#/')[1]);
    await settled(page, 3);
    assert.equal(await ask(page, 'treeWrite'), text, 'by its link');
    await page.open('analysis');
    await page.fill('#text', '9/8L/5L3/9/9/9/D1LL5 l 0,0');
    await page.click('form .btn');
    await page.waitForFunction(() => globalThis.pondAnalysis?.here.full.startsWith('9/8L'));
    await page.waitForSelector('.proven');
    quiet(page);
});

/** Until it was said to those who listen. */
const heard = (page, words) => page.waitForFunction((text) => document.querySelector('#live').textContent.includes(text), words);

await test('to those who listen: marks, variations, the place, copies, dialogs and threats; the focus is never lost', async () => {
    const page = await visit(browser, server.address, {still: true, settings: {motion: 'off'}, permissions: ['clipboard-read', 'clipboard-write']});
    await page.open('analysis/rribbit');
    for (const move of ['b1-c3', 'h7-g5']) await play(page, 'rribbit', move);
    await page.focus('[data-go="back"]');
    for (let i = 0; i < 2; i++) await go(page, '', () => page.keyboard.press('Enter'));
    assert.equal(await page.evaluate(() => document.activeElement.className), 'tree', 'at the start the way back is off');
    await go(page, '', () => page.click('[data-go="next"]'));
    await play(page, 'rribbit', 'a7-b5');
    assert.deepEqual(await page.locator('[data-mark]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
        ['good move', 'mistake', 'brilliant move', 'blunder', 'interesting move', 'dubious move']);
    await page.click('[data-mark="?!"]');
    await heard(page, 'a7-b5, dubious move, variation 1, Rrib-bit');
    assert.equal(await page.textContent('.mv[aria-current]'), '1. … a7-b5 ?!, dubious move, variation 1');
    await page.click('.promote');
    await heard(page, 'a7-b5, dubious move, main line, Rrib-bit');
    await page.click('.switch:has(.threats)');
    await heard(page, 'Threats: ');
    assert.match(await page.textContent('.threatened'), /^Threats: .*b5/);
    await page.click('.place .copy');
    await page.waitForSelector('.toast');
    assert.equal(await page.textContent('.toast'), 'Copied.');
    await heard(page, 'Copied.');
    await page.click('.bar .share');
    await page.getByRole('dialog', {name: 'Share'}).waitFor();
    await page.keyboard.press('Escape');
    await page.click('.mv:has-text("b1-c3")');
    await page.waitForSelector('.mv[aria-current]:has-text("b1-c3")');
    await page.focus('.remove');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', {name: 'Delete 3 moves?'}).waitFor();
    await page.click('dialog [value="yes"]');
    await page.waitForFunction(() => globalThis.pondAnalysis.nodes.length === 1 && document.activeElement.className === 'tree');
    quiet(page);
    const french = await visit(browser, server.address, {language: 'fr', still: true, settings: {motion: 'off'}});
    await french.open('analysis/rribbit');
    await play(french, 'rribbit', 'b1-c3');
    await heard(french, 'Camp clair saute de b1 en c3.');
    assert.doesNotMatch(await french.textContent('.stage'), /claires/, 'a side is named once');
    quiet(french);
});

await test('a reload and "Continue" keep the place and how the board lies; deleting asks', async () => {
    const page = await visit(browser, server.address, {still: true, settings: {motion: 'off'}});
    const corner = () => page.evaluate(() => document.querySelector('.pads .pad').dataset.pad);
    const stands = async (node, pad) => {
        await page.waitForFunction(() => globalThis.pondAnalysis?.screen?.isConnected);
        await settled(page, 4);
        assert.deepEqual([(await here(page)).node, await corner()], [node, pad]);
    };
    await page.open('analysis');
    await page.fill('#text', '1. b1-c3 h7-g5 2. e1-d3'); // moves alone
    await page.click('form .btn');
    await settled(page, 4);
    await go(page, '', () => page.click('[data-go="last"]'));
    await page.click('[data-mark="!"]'); // from now on it is kept
    await page.waitForFunction(() => location.hash.startsWith('#/analysis/id/'));
    await page.reload(); // dark is to move
    await stands(3, 'a7');
    await page.click('.mv:has-text("b1-c3")');
    await page.waitForFunction(() => globalThis.pondAnalysis.here.node === 1);
    await page.click('[data-go="turn"]');
    await page.reload();
    await stands(1, 'i1');
    await page.open('analysis');
    assert.match(await page.getAttribute('.kept a', 'aria-label'), /^Continue: Rrib-bit, 3 moves, ./);
    assert.match(await page.getAttribute('.kept button', 'aria-label'), /^Delete: Rrib-bit, 3 moves, ./);
    await page.click('.kept a');
    await stands(1, 'i1');
    await page.open('analysis');
    for (const answer of ['', 'yes']) {
        await page.click('.kept button');
        await page.getByRole('dialog', {name: 'Delete 3 moves?'}).waitFor();
        await page.click(`dialog [value="${answer}"]`);
        await page.waitForFunction(() => !document.querySelector('dialog'));
        assert.equal((await keptMoves(page)).length, answer ? 0 : 1);
    }
    await page.waitForFunction(() => document.activeElement.id === 'text');
    quiet(page);
});

await test('quibbit with the dummy by hand, quibbles by hand and drawn', async () => {
    const page = await visit(browser, server.address, {still: true, settings: {motion: 'off'}});
    await page.open('analysis/quibbit/players=2');
    await page.waitForSelector('.found-line');
    assert.equal(await page.textContent('.engine .how'), '', 'a value that nobody searched for');
    for (const move of ['@0', 'back', '2', '3']) await play(page, 'quibbit', move);
    await page.waitForSelector('.chance [data-outcome="4"]');
    await accessible(page, 'chance');
    await go(page, '', () => page.click('[data-outcome="4"]'));
    await go(page, '', HANDS.mouse.back);
    await go(page, '', () => page.click('.chance .roll'));
    await page.waitForSelector('[data-pair]');
    assert.match(await page.textContent('.pairs thead th:not(.gone)'), /Card \d, \d+% of the time$/);
    await page.click('[data-pair] >> nth=0');
    await heard(page, '2 plays ');
    for (const card of ['1', '1']) await play(page, 'quibbit', card);
    const count = (await nodes(page)).length;
    assert.equal(sameInTerminal(await exported(page), 'quibbit').length, count);
    await page.open('analysis/quibbles/players=3');
    for (let turn = 0; turn < 6; turn++) {
        const {legal, chance} = await here(page);
        if (chance.length > 0) await go(page, '', () => page.click(turn % 2 ? '.chance .roll' : '[data-outcome]'));
        else await play(page, 'quibbles', legal.find((move) => move[0] === '+') ?? legal.find((move) => move !== '-') ?? '-');
    }
    const cards = (await nodes(page)).length;
    assert.equal(sameInTerminal(await exported(page), 'quibbles').length, cards);
    quiet(page);
});

await test('ways in: a game, its review, a puzzle', async () => {
    const page = await visit(browser, server.address, {still: true, settings: {motion: 'off', chances: false, level: {rribbit: 1}}});
    await page.open('play/rribbit/h1/turn=single,win=row/pond');
    await page.waitForFunction(() => globalThis.pondTable?.look.turn.includes(0));
    await doMove(page, 'rribbit', 'b1-c3');
    await page.waitForFunction(() => globalThis.pondTable.look.ply === 2);
    await page.click('.bar .menu');
    await page.click('dialog [value="analyse"]');
    await settled(page, 3);
    assert.equal((await here(page)).node, 2, 'at the end of the game');
    await page.goBack();
    await page.waitForSelector('.acts .resign');
    await page.click('.acts .resign');
    await page.click('dialog [value="yes"]');
    await page.click('.ending .review');
    await page.waitForSelector('.review [data-go="analyse"]');
    await page.click('[data-go="first"]');
    await page.click('[data-go="analyse"]');
    await page.waitForFunction(() => globalThis.pondAnalysis.screen.isConnected); // not the board of before
    await settled(page, 3);
    assert.equal((await here(page)).node, 0, 'at the point of the review');
    await page.open('puzzles/rribbit/1');
    await page.click('.ways .analyse');
    await page.waitForFunction(() => location.hash.startsWith('#/analysis/rribbit/') && globalThis.pondAnalysis?.screen.isConnected);
    assert.equal((await nodes(page)).length, 1);
    quiet(page);
});

await test('no room on the device is said, and nothing pretends; two windows keep what both did', async () => {
    const page = await visit(browser, server.address, {still: true, settings: {motion: 'off'}});
    await page.open('analysis/rribbit');
    await page.evaluate(() => {
        let text = 'x'.repeat(1 << 20);
        for (let i = 0; text.length > 1; i++) {
            try {
                localStorage.setItem(`full ${i}`, text);
            } catch {
                text = text.slice(text.length / 2);
            }
        }
    });
    const at = await page.evaluate(() => location.hash);
    await play(page, 'rribbit', 'b1-c3');
    await page.waitForSelector('.toast:has-text("no room")');
    assert.equal(await page.evaluate(() => location.hash), at, 'no address of what is not kept');
    await page.evaluate(() => { for (const key of Object.keys(localStorage)) if (key.startsWith('full ')) localStorage.removeItem(key); });
    await play(page, 'rribbit', 'h7-g5');
    await page.waitForFunction(() => location.hash.startsWith('#/analysis/id/'));
    assert.deepEqual(await keptMoves(page), ['1. b1-c3 h7-g5']);
    const second = await page.context().newPage(), hash = await page.evaluate(() => location.hash);
    await second.goto(`${server.address}${hash}`);
    await settled(second, 3);
    let seed = Number(process.env.SEED ?? Date.now() % 1e9);
    const begun = seed, random = (count) => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return Math.floor(seed / 2 ** 32 * count); };
    const windows = [page, second], count = windows.map(() => 2);
    for (let turn = 0; turn < 8; turn++) {
        const one = random(2), window = windows[one], {legal, mine} = await here(window), before = await ask(window, 'treeWrite');
        await window.evaluate(([seat, move]) => globalThis.pondAnalysis.play(seat, move), [mine, legal[random(legal.length)]]);
        count[one]++;
        const record = await ask(window, 'treeWrite');
        assert.notEqual(record, before);
        for (const other of windows) await other.waitForFunction((text) => JSON.parse(localStorage.getItem('pond.analyses')).some((kept) => kept.record === text), record);
    }
    for (const [i, window] of windows.entries()) {
        const record = await ask(window, 'treeWrite'), kept = await page.evaluate(() => JSON.parse(localStorage.getItem('pond.analyses')));
        assert.equal(kept.find((one) => one.record === record)?.moves, count[i], `SEED=${begun}: both windows keep all their moves`);
        assert.ok(kept.length <= 2, `SEED=${begun}: ${kept.length} analyses`);
    }
    quiet(page);
});

await test('a pasted position: why it is not legal; unknown cards are dealt', async () => {
    const page = await visit(browser, server.address, {still: true, settings: {motion: 'off'}});
    for (const [text, why] of [['LLLLLLLLL/LLLLLLLLL/9/9/9/9/9 l -', /nine frogs/], ['9/8L/5L3/9/9/9/D1LL5 x 0,0', /side to move/], ['nonsense', /position/]]) {
        await page.open('analysis');
        await page.fill('#text', text);
        await page.click('form .btn');
        await page.waitForFunction(() => document.querySelector('.why')?.textContent !== '');
        assert.match(await page.textContent('.why'), why);
    }
    await page.open('analysis');
    await page.fill('#text', '0123346 24/- 155,??????? ? 12244446 1 act'); // docs/notation.md
    await page.click('form .btn');
    await page.waitForFunction(() => globalThis.pondAnalysis?.screen?.isConnected);
    assert.match((await here(page)).full, /^0123346 24\/- 155,[0-7]{7} [0-7]+ 12244446 1 act$/);
    quiet(page);
});

/** A random position with few frogs, as it is written. */
function position(random) {
    const pads = Array(63).fill('1'), pick = () => Math.floor(random() * 63);
    const light = 1 + Math.floor(random() * 4), dark = Math.max(1, Math.min(5 - light, 1 + Math.floor(random() * 4)));
    for (const [frog, count] of [['L', light], ['D', dark]]) {
        for (let i = 0; i < count;) {
            const pad = pick();
            if (pads[pad] !== '1') continue;
            pads[pad] = frog;
            i++;
        }
    }
    const rows = Array.from({length: 7}, (_, y) => pads.slice(9 * y, 9 * y + 9).join('').replace(/1+/g, ({length}) => String(length)));
    return `${rows.join('/')} ${random() < .5 ? 'l' : 'd'} 0,0`;
}

await test('exact values are those of pond probe', async () => {
    let seed = Number(process.env.SEED ?? 19);
    const random = () => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return seed / 2 ** 32; };
    const asked = Array.from({length: Math.max(400, POSITIONS * 2)}, () => position(random)); // so many that some are won and some lost
    const told = pond(['explore', 'rribbit', '--json', '--nodes', '1'], asked.map((text) => `position ${text}`).join('\n')).trimEnd().split('\n').map((line) => JSON.parse(line));
    const all = asked.map((text, i) => ({text, ...told[i]})).filter(({exact}) => exact), known = all.slice(0, POSITIONS);
    assert.ok(known.length > POSITIONS / 2, `${known.length} positions are known`);
    const page = await visit(browser, server.address, {still: true});
    await page.open(`analysis/rribbit/-/${encodeURIComponent(known[0].text.replace(/ /g, '_').replace(/\//g, '.'))}`);
    await page.waitForSelector('.proven');
    const found = await page.evaluate(async (positions) => { // the same Worker code that the board asks
        const {Room, bringTables} = await import('/core.mjs'), room = new Room(), answers = [];
        for (const text of positions) {
            await room.call('begin', 0, 'rribbit', '', 'x', text);
            await bringTables({game: 'rribbit', options: 'turn=single,win=row'}, 0, room);
            answers.push(await room.call('choices', 0));
        }
        room.end();
        return answers;
    }, known.map(({text}) => text));
    for (const [i, {text, exact}] of known.entries()) assert.deepEqual(found[i], exact, text);
    const looked = ['won', 'drawn', 'lost'].flatMap((value) => all.filter(({exact}) => exact.value === value).slice(0, LONG ? 6 : 2));
    assert.equal(new Set(looked.map(({exact}) => exact.value)).size, 3, 'wins, draws and losses are looked at');
    for (const {text, exact} of looked) { // and what is drawn is what was found
        await page.open(`analysis/rribbit/-/${encodeURIComponent(text.replace(/ /g, '_').replace(/\//g, '.'))}`);
        await page.waitForFunction((full) => globalThis.pondAnalysis.here.full === full && globalThis.pondAnalysis.known?.exact, text);
        const frog = exact.choices[0].move.slice(0, 2);
        await page.click(`[data-pad="${frog}"]`);
        const drawn = await page.evaluate(() => [...document.querySelectorAll('.pad.goal')].map((pad) => [pad.dataset.pad, pad.getAttribute('aria-label')]));
        const signs = await page.evaluate(() => Object.fromEntries([...document.querySelectorAll('.worth:not(.small)')].map((mark) =>
            [mark.dataset.at, [mark.textContent.trim(), ...['won', 'drawn', 'lost'].filter((tone) => mark.classList.contains(tone))].join(' ')])));
        for (const {move, value, distance} of exact.choices.filter(({move}) => move.startsWith(frog))) {
            const label = drawn.find(([pad]) => pad === move.slice(3, 5))?.[1] ?? '';
            assert.ok(label.endsWith(value === 'won' ? `wins in ${distance}` : value === 'lost' ? `loses in ${distance}` : value === 'drawn' ? 'draws' : 'not known'), `${text} ${move}: ${label}`);
            const sign = {won: `+${distance} won`, drawn: '= drawn', lost: `−${distance} lost`}[value];
            if (sign) assert.equal(signs[move.slice(3, 5)], sign, `${text} ${move}`);
        }
        assert.equal(Object.keys(signs).length, drawn.length);
    }
    quiet(page);
    return `${known.length} positions`;
});

/** Positions of two on one ring by random play, with at most so many cards in a hand, as they are written. */
const rounds = (page, count, seed, most = 3) => page.evaluate(async ([wanted, begun, layout, cards]) => {
    const {ask, look, TREE} = await import('/core.mjs'), found = [];
    let state = begun;
    const random = (end) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor(state / 2 ** 32 * end); };
    while (found.length < wanted) {
        await ask('treeBegin', 'quibbit', `players=2,layout=${layout}`, `x${random(1e9)}`, '');
        for (;;) {
            const here = await ask('treeHere');
            if (here.chance.length > 0) await ask('treeRoll');
            const seen = await look(TREE, 6), [seat] = seen.turn;
            if (seen.result !== null || seen.board.frogs.some(({out}) => out)) break;
            const hands = seen.board.frogs.slice(0, 2).map(({cards}) => cards.length);
            if (seen.turn.length === 2 && Math.max(...hands) <= cards && random(cards) < 3) {
                found.push((await ask('treeHere')).full);
                break;
            }
            const {legal} = await look(TREE, seat);
            await ask('treePlay', seat, legal[random(legal.length)]);
        }
    }
    return found;
}, [count, seed, RING, most]);
const RING = '*RGY*GYR~YRG', RING_OPTIONS = `players=2,layout=${RING}`;
const ringHash = (text) => `analysis/quibbit/${encodeURIComponent(RING_OPTIONS)}/${encodeURIComponent(text.replace(/ /g, '_').replace(/\//g, '.'))}`;
/** With RING_TABLES, a folder where `pond solve quibbit --layout '*RGY*GYR~YRG'` has left its table, what that says. */
const ringTold = (positions) => (!process.env.RING_TABLES ? [] : pond(['explore', 'quibbit', '--options', RING_OPTIONS, '--json', '--nodes', '1', '--folder', process.env.RING_TABLES],
    positions.map((text) => `position ${text}`).join('\n')).trimEnd().split('\n').map((line) => JSON.parse(line).exact));
const pure = (list, one) => list.map((_, k) => (k === one ? 1 : 0));

/** How far what a device found out about a round is from what `pond probe` tells, at most. */
function farFrom({seats, pairs}, told) {
    const [rows, columns] = seats.map((own) => own.map(({move}) => move));
    const far = rows.flatMap((one, r) => columns.map((other, c) =>
        Math.abs(told.matrix.values[told.matrix.rows.indexOf(one)][told.matrix.columns.indexOf(other)] - pairs[r][c] / 1e9)));
    return Math.max(...far);
}
/** A truth by itself: hands are whole, mixes are the best, and pairs are worth what they lead to. */
function judgeTruth(truth, text, hands) {
    const cards = truth.seats.map((own) => own.map(({move}) => move)), shares = truth.seats.map((own) => own.map(({probability}) => probability / 1e9));
    assert.deepEqual(cards, hands.map((hand) => hand.map(String)), text);
    const worth = (row, column) => row.reduce((sum, share, r) => sum + share * column.reduce((all, other, c) => all + other * truth.pairs[r][c] / 1e9, 0), 0);
    const value = truth.value / 1e9;
    for (const c of cards[1].keys()) assert.ok(worth(shares[0], pure(cards[1], c)) > value - 1e-6, `${text}: row`);
    for (const r of cards[0].keys()) assert.ok(worth(pure(cards[0], r), shares[1]) < value + 1e-6, `${text}: column`);
    const mean = (outcomes, name) => outcomes.reduce((sum, outcome) => sum + outcome[name] / 1e9, 0) / outcomes.length;
    return cards[0].flatMap((one, r) => cards[1].map((other, c) => {
        const outcomes = truth.outcomes[r][c];
        assert.ok(Math.abs(mean(outcomes, 'value') - truth.pairs[r][c] / 1e9) < 1e-6, `${text}: ${one} ${other}, by the dummy's card`);
        const chance = Math.max(0, Math.min(1, (1 - mean(outcomes, 'dummy') + mean(outcomes, 'value')) / 2));
        return [`${one} ${other}`, Math.round(100 * chance)];
    }));
}
/** Opens a round whose ring is solved: the matrix that is drawn is the truth that the device found. Returns how far it
 *  is from what `pond probe` tells, at most. */
async function judgeMatrix(page, text, told) {
    await page.open(ringHash(text));
    await page.waitForSelector('.pairs-panel .pill.good', {timeout: 0});
    const {truth, drawn, frogs} = await page.evaluate(async () => {
        const {options, look: {board: {tiles, frogs}}, here: {full}} = globalThis.pondAnalysis;
        const {probe} = await import('/ring.mjs');
        const shown = [...document.querySelectorAll('.pair')].map((cell) => [cell.dataset.pair, Number(cell.textContent)]);
        return {frogs, truth: await probe({options, tiles, hands: frogs.slice(0, 2).map(({cards}) => cards)}, full), drawn: Object.fromEntries(shown)};
    });
    const wanted = judgeTruth(truth, text, frogs.slice(0, 2).map(({cards}) => cards));
    for (const [pair, chance] of wanted) assert.equal(drawn[pair], chance, `${text}: ${pair}`);
    const worst = told ? farFrom(truth, told) : 0;
    assert.ok(worst < 1e-6, `${text}: ${worst}`);
    return {truth, worst};
}
/** The same without a screen: what the Worker that the board asks says of many positions of the ring that is open. */
async function judgeMany(page, positions, told) {
    const found = await page.evaluate(async ([all, layout]) => {
        const {probe} = await import('/ring.mjs'), {ask, look, TREE} = await import('/core.mjs'), {options} = globalThis.pondAnalysis, truths = [];
        for (const full of all) {
            await ask('treeBegin', 'quibbit', `players=2,layout=${layout}`, 'x', full);
            const {board: {tiles, frogs}} = await look(TREE, 6), hands = frogs.slice(0, 2).map(({cards}) => cards);
            truths.push({hands, truth: await probe({options, tiles, hands}, full)});
        }
        return truths;
    }, [positions, RING]);
    let worst = 0;
    for (const [i, {truth, hands}] of found.entries()) {
        assert.ok(truth, `${positions[i]}: nothing is known`);
        judgeTruth(truth, positions[i], hands);
        if (told[i]) worst = Math.max(worst, farFrom(truth, told[i]));
    }
    assert.ok(worst < 1e-6, `${worst}`);
    return worst;
}
const DRAWN = 40; // positions of a ring that are looked at on the board; more of them only where the board's Worker is asked
const farthest = (told, worst) => (told.length > 0 ? `, at most ${worst} from pond probe` : '');

await test('the matrix of card pairs is the solution', async () => {
    const page = await visit(browser, server.address, {still: true, settings: {motion: 'off'}});
    await page.open('analysis');
    const positions = await rounds(page, Number(process.env.ROUNDS ?? 2), Number(process.env.SEED ?? 5));
    const told = ringTold(positions);
    let worst = 0;
    for (const [i, text] of positions.entries()) worst = Math.max(worst, (await judgeMatrix(page, text, told[i])).worst);
    const before = (await nodes(page)).length;
    await page.click('.pair >> nth=0');
    await page.waitForSelector('.tile.ringed');
    const {pair} = await page.locator('.pair >> nth=0').evaluate(({dataset}) => ({...dataset})), [one, other] = pair.split(' ');
    const wanted = await page.evaluate(async ([first, second]) => { // each outcome by itself: where it leads, and what that is worth
        const {options, look: {board: {tiles, frogs}}, here: {full}} = globalThis.pondAnalysis, {ask} = await import('/core.mjs'), {probe} = await import('/ring.mjs');
        const game = {options, tiles, hands: frogs.slice(0, 2).map(({cards}) => cards)}, found = [];
        for (const card of [1, 2, 3, 4, 5]) {
            const told = await ask('tryOut', 'quibbit', options, full, `0:${first} 1:${second} 7:${card}`).catch(() => null);
            if (told) found.push({card, landed: told.filter(({kind, seat}) => kind === 'leap' && seat < 2).map(({tile}) => tile)});
        }
        return {found, truth: await probe(game, full)};
    }, [one, other]);
    const ringed = await page.locator('.tile.ringed').evaluateAll((tiles) => tiles.map(({dataset: {tile}}) => Number(tile)));
    assert.deepEqual(ringed.sort((a, b) => a - b), [...new Set(wanted.found.flatMap(({landed}) => landed))].sort((a, b) => a - b));
    assert.equal(await page.locator('.one-pair li').count(), wanted.found.length);
    assert.deepEqual(wanted.truth.outcomes[0][0].map(({card}) => card), wanted.found.map(({card}) => card));
    await accessible(page, 'a pair');
    await page.click('.play-pair');
    await settled(page, before + 2);
    await page.waitForFunction(() => !document.querySelector('.tile.ringed'));
    quiet(page);
    return `${positions.length} rounds${farthest(told, worst)}`;
});

await test('a whole ring is solved, kept on the device and opened after a reload', async () => {
    const page = await visit(browser, server.address, {still: true, settings: {motion: 'off'}});
    await page.addInitScript(() => { // the Worker says when it has kept the ring
        const Plain = Worker;
        globalThis.Worker = class extends Plain {
            constructor(...args) {
                super(...args);
                this.addEventListener('message', ({data}) => { globalThis.ringKept ||= data?.kept === true; });
            }
        };
    });
    await page.open('analysis');
    const positions = await rounds(page, Number(process.env.ROUNDS ?? 4), Number(process.env.SEED ?? 8), 5), told = ringTold(positions);
    await page.open(`analysis/quibbit/${encodeURIComponent(RING_OPTIONS)}`);
    for (const move of ['@0', 'back']) await play(page, 'quibbit', move); // all cards are in the hands
    await page.click('.solve');
    await page.waitForFunction(() => globalThis.ringKept, null, {timeout: 0});
    const solved = [];
    for (const text of positions.slice(0, 4)) solved.push((await judgeMatrix(page, text)).truth);
    await page.reload();
    let worst = 0;
    for (const [i, text] of positions.slice(0, DRAWN).entries()) {
        const {truth, worst: far} = await judgeMatrix(page, text, told[i]);
        if (solved[i]) assert.deepEqual(truth, solved[i], `${text}: kept as it was solved`);
        worst = Math.max(worst, far);
    }
    worst = Math.max(worst, await judgeMany(page, positions.slice(DRAWN), told.slice(DRAWN)));
    quiet(page);
    return `${positions.length} rounds${farthest(told, worst)}`;
});

const DECK = [4, 22, 22, 22, 24, 26, 28, 7];
/** What is known of a position of Quibbles, and what the panels say of it at the same moment: by value what is unseen,
 *  known to be in a hand, and its odds; and by card of the hand what it could do. */
async function cardsSaid(page) {
    await page.waitForFunction(() => globalThis.pondAnalysis.known?.found.get(globalThis.pondAnalysis.mine));
    return page.evaluate(async () => {
        const board = globalThis.pondAnalysis;
        await (await import('/core.mjs')).ask('position', 4); // what was asked before is answered by now
        board.redraw();
        const numbers = (row) => [...row.children].slice(1).map((cell) => Number.parseFloat(cell.textContent.replace('–', '0')));
        const can = [...document.querySelectorAll('.hand-can li')].map((line) => ({
            value: /q(\d)/.exec(line.querySelector('use').getAttribute('href'))[1], counts: line.querySelector('.s').textContent.match(/\d+/g).map(Number),
            chance: line.querySelector('.pill')?.textContent ?? null}));
        return {look: board.look, found: board.known.found.get(board.mine), rows: [...document.querySelectorAll('.unseen-cards tbody tr')].map(numbers), can};
    });
}
/** Every pair of draws, first from one heap and then from another, as often as `value` is among them. */
function pairsWith(value, first, second) {
    let hits = 0, all = 0;
    for (const [i, one] of first.entries()) for (const [j, other] of second.entries()) {
        if (first === second && i === j) continue;
        all++;
        if (one === value || other === value) hits++;
    }
    return all === 0 ? 0 : 100 * hits / all;
}
function judgeCards({look: {board, pos, legal}, found, rows, can}, mine) {
    const counts = (cards) => DECK.map((_, value) => cards.filter((one) => one === value).length);
    const open = counts([...board.display, ...board.hand, ...board.discards, ...board.seats.flatMap(({collection}) => collection)]);
    const held = counts(board.seats.filter((_, other) => other !== mine).flatMap(({seen}) => seen));
    const left = DECK.map((count, value) => count - open[value] - held[value]), unknown = left.flatMap((count, value) => Array(count).fill(value));
    assert.equal(rows.length, DECK.length);
    for (const [value, [count, kept, odds]] of rows.entries()) {
        assert.deepEqual([count, kept], [left[value], held[value]], `${pos} ${value}`);
        const wanted = pairsWith(value, board.pile > 0 ? unknown : board.discards, board.pile > 1 ? unknown : board.discards);
        assert.ok(Math.abs(odds - wanted) <= .501, `${pos} pile ${board.pile}, ${value}: ${odds} and not ${wanted}`);
    }
    if (board.phase !== 'act') return;
    assert.deepEqual(can.map(({value}) => Number(value)), [...new Set(board.hand)].sort());
    const used = (move) => (move[0] === '+' ? move[1] : move.split('=')[0]);
    for (const {value, counts: told, chance} of can) {
        assert.deepEqual(told, [legal.filter((move) => used(move).includes(value)).length, legal.length], `${pos} ${value}`);
        const worths = found.choices.filter(({move, value: worth}) => worth !== undefined && used(move).includes(value)).map(({value: worth}) => worth);
        assert.equal(chance === null ? -1 : Number.parseFloat(chance), worths.length === 0 ? -1 : Math.round(Math.max(...worths) / 100), `${pos} ${value}`);
    }
}
await test('Quibbles: unseen cards, odds and what the hand could do', async () => {
    let seed = Number(process.env.SEED ?? 7);
    const random = (count) => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return Math.floor(seed / 2 ** 32 * count); };
    const page = await visit(browser, server.address, {still: true, settings: {motion: 'off'}});
    const wanted = Number(process.env.POSITIONS ?? 16);
    let checked = 0;
    for (let game = 0; checked < wanted; game++) {
        await page.open(`analysis/quibbles/players=${[2, 4, 3, 5][game % 4]}`);
        for (let turn = 0; turn < 48 && checked < wanted; turn++) {
            const {chance, legal, mine, result} = await here(page);
            if (result !== null) break;
            if (chance.length > 0) {
                await page.evaluate(() => globalThis.pondAnalysis.roll());
                continue;
            }
            if (random(2) === 0) {
                judgeCards(await cardsSaid(page), mine);
                checked++;
            }
            const splits = legal.filter((move) => move.includes('=')), lays = legal.filter((move) => move[0] === '+');
            const from = random(3) > 0 && lays.length > 0 ? lays : splits.length > 0 ? splits : legal;
            await page.evaluate((move) => globalThis.pondAnalysis.play(globalThis.pondAnalysis.mine, move), from[random(from.length)]);
        }
    }
    await page.open('analysis/quibbles/players=5');
    const [display, collections, hands, pile, discards, ...rest] = (await here(page)).full.split(' ');
    for (const left of [3, 2, 1, 0]) { // the same with the pile (almost) discarded
        const gone = [...pile.slice(left), ...discards.replace('-', '')].sort().join('');
        const text = [display, collections, hands, pile.slice(0, left) || '-', gone, ...rest].join(' ');
        await page.open(`analysis/quibbles/players=5/${encodeURIComponent(text.replace(/ /g, '_').replace(/\//g, '.'))}`);
        const said = await cardsSaid(page);
        assert.equal(said.look.board.pile, left);
        judgeCards(said, (await here(page)).mine);
    }
    quiet(page);
    return `${checked} positions, and four with the pile run out`;
});

await test('the engine: lines at once, walked by a press, nothing where nobody looks', async () => {
    const page = await visit(browser, server.address, {still: true, settings: {motion: 'off'}});
    await page.open('analysis/rribbit');
    await page.waitForSelector('.found-line');
    await page.waitForSelector('.pads .arrow');
    await page.waitForFunction(() => globalThis.pondAnalysis.known.found.get(0)?.choices[0].line?.length >= 5); // long enough to be walked
    await page.click('.found-line >> nth=0');
    await settled(page, 2);
    for (let count = 3; count < 5; count++) {
        await page.keyboard.press('.');
        await settled(page, count);
    }
    await page.click('[data-go="next"]:enabled'); // the button follows it, too
    await settled(page, 5);
    assert.ok(await page.isDisabled('[data-go="last"]'), 'nothing follows in the tree');
    await page.evaluate(() => {
        Object.defineProperty(document, 'hidden', {value: true, configurable: true});
        document.dispatchEvent(new Event('visibilitychange'));
    });
    assert.equal(await page.evaluate(() => globalThis.pondAnalysis.analyst.looking), false);
    await page.evaluate(() => {
        delete document.hidden;
        document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.waitForFunction(() => globalThis.pondAnalysis.analyst.looking);
    await page.click('.switch:has(.threats)');
    await page.click('.switch:has(.on)');
    await page.waitForFunction(() => !globalThis.pondAnalysis.analyst.looking && !document.querySelector('.found-line'));
    quiet(page);
});

await test('the engine shares memory among Workers where the page may, and thinks alone where not', async () => {
    for (const shared of [true, false]) {
        const page = await visit(browser, server.address, {still: true, settings: {motion: 'off'}}), asked = [];
        page.context().on('request', (request) => request.serviceWorker() ?? asked.push(new URL(request.url()).pathname)); // that one keeps everything
        if (!shared) await page.addInitScript(() => Object.defineProperty(globalThis, 'crossOriginIsolated', {value: false}));
        await page.open('analysis/rribbit');
        await page.waitForSelector('.found-line');
        assert.equal(asked.includes('/threads.wasm'), shared, 'whether the engine of several Workers was fetched');
        for (const move of ['b1-c3', 'h7-g5']) { // the lines of another position replace those of this one
            await play(page, 'rribbit', move);
            await page.waitForFunction(() => {
                const {known, mine, look} = globalThis.pondAnalysis, [best] = known?.found.get(mine)?.choices ?? [];
                return best && look.legal.includes(best.move) && document.querySelector('.found-line');
            });
        }
        quiet(page);
        await page.context().close();
    }
});

const LATE = encodeURIComponent('RY*RGY~YGR*G_R16:14,G14:235,y10:_R_1345_4'), FIVE = encodeURIComponent('9.8L.5L3.9.9.9.D1LL5_l_0,0');
/** With two of them each, the four boards have all. */
const LOOKS = /** @type {const} */ ([['desktop', 'en', false], ['phone', 'fr', true], ['small', 'en', false], ['tablet', 'fr', false], ['lying', 'en', true], ['tablet lying', 'en', false]]);
for (const [name, game, options] of [['rribbit', 'rribbit', ''], ['an ending', 'rribbit', `/-/${FIVE}`], ['quibbit', 'quibbit', `/players=2/${LATE}`], ['quibbles', 'quibbles', '/players=3']]) {
    await test(`sizes and axe: ${name}`, async () => {
        for (const [size, language, dark] of some(LOOKS, test.number, 2)) {
            const page = await visit(browser, server.address, {size, language, dark, still: true, settings: {motion: 'off'}});
            await page.open(`analysis/${game}${options}`);
            await page.waitForSelector('.found-line, .proven', {state: 'attached'});
            if (game === 'quibbit') await page.waitForSelector('.pairs-panel .pill', {state: 'attached'});
            else await play(page, game, (await here(page)).legal.find((move) => move !== '-'));
            const where = `${name} ${size} ${language}`;
            for (const part of ['lines', 'tree']) {
                if (SIZES[size].width <= 600) await page.click(`[data-tab="${part}"]`);
                await accessible(page, where);
                await fits(page, where);
                await apart(page, where);
                if (size !== 'desktop') await fingers(page, where);
            }
            quiet(page);
            await page.context().close();
        }
    });
}

await test('a monkey', async () => {
    let seed = Number(process.env.SEED ?? Date.now() % 1e9);
    const begun = seed, random = (count) => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return Math.floor(seed / 2 ** 32 * count); };
    const page = await visit(browser, server.address, {still: true, settings: {motion: 'off'}});
    const games = ['rribbit', 'quibbit/players=2', 'quibbit/players=4', 'quibbles/players=2'];
    try {
        for (const game of games) {
            await page.open(`analysis/${game}`);
            for (let i = 0; i < STEPS; i++) {
                await page.evaluate((pick) => {
                    const inside = document.querySelector('dialog[open]') ?? document.querySelector('.analysis');
                    const all = [...inside.querySelectorAll('button:not(:disabled), input[type="checkbox"]')].filter((element) => !element.closest('.bar') && element.checkVisibility());
                    all[pick % all.length]?.click();
                }, random(1 << 20));
                if (random(12) === 0) await page.keyboard.press(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Escape', 'x'][random(6)]);
            }
            await page.evaluate(() => document.querySelector('dialog[open]')?.close(''));
            await page.waitForFunction(() => !document.querySelector('.analysis.moving'));
            const text = await ask(page, 'treeWrite');
            sameInTerminal(text, 'monkey');
        }
        quiet(page);
    } catch (error) {
        throw new Error(`SEED=${begun}: ${error.stack}`);
    }
});

await browser.close();
await server.stop();
process.exit(test.failed ? 1 : 0);
