// ear.mjs: what a listener hears: a whole game of each kind, and an analysis, by keys alone, as text.
//
//     node bench/ear.mjs [FOLDER]      writes FOLDER/GAME.txt and analysis.txt, docs/ear without a folder
//     ONLY=analysis node bench/ear.mjs  one of them
//
// Chromium's own accessibility tree says role, name and state of every control that is pressed, and every
// change of a live region is written down as a screen reader would be told it. It is not a screen reader:
// how one orders and cuts sentences is its own affair.

import {mkdirSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

process.env.TOP ??= fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
process.env.POND ??= `${process.env.TOP}/build/release/pond`;
const {doMove, launch, myTurn, serve, visit} = await import('../tests/page/driver.mjs');

const GAMES = {quibbit: 'play/quibbit/h00/players=3/ear', quibbles: 'play/quibbles/h00/players=3/ear', rribbit: 'play/rribbit/h0/turn=single/ear'};
const TURNS_MAX = 200;
const folder = process.argv[2] ?? `${process.env.TOP}/docs/ear`;

/** In the page: tells what is added to live regions, which is what screen readers say. */
function listen() {
    const LIVE = '[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"]';
    let last = '';
    new MutationObserver((changes) => {
        for (const {type, target, addedNodes} of changes) {
            for (const node of type === 'characterData' ? [target] : addedNodes) {
                const region = (node instanceof Element ? node : node.parentElement)?.closest(LIVE), text = node.textContent.replace(/\s+/g, ' ').trim();
                if (!text || !region || text === last || region.closest('[hidden], [inert]')) continue;
                last = text;
                globalThis.heard(text);
            }
        }
    }).observe(document, {subtree: true, childList: true, characterData: true});
}

/** What the accessibility tree says about a control. */
async function control(session, locator) {
    await locator.evaluate((element) => element.setAttribute('data-ear', ''));
    const {root} = await session.send('DOM.getDocument', {depth: 0});
    const {nodeId} = await session.send('DOM.querySelector', {nodeId: root.nodeId, selector: '[data-ear]'});
    const {nodes: [node]} = await session.send('Accessibility.getPartialAXTree', {nodeId, fetchRelatives: false});
    await locator.evaluate((element) => element.removeAttribute('data-ear'));
    const states = node.properties.filter(({name, value}) => ['pressed', 'checked', 'expanded'].includes(name) && value.value && value.value !== 'false').map(({name}) => name);
    return [node.name.value, node.role.value, ...states, node.description?.value].filter(Boolean).join(', ');
}

/** A page whose controls are focused and pressed by Enter. */
function byKeys(page, session, lines) {
    const wrap = (locator) => new Proxy(locator, {get(target, name) {
        if (name === 'first' || name === 'last') return () => wrap(target[name]());
        if (name !== 'click') return typeof target[name] === 'function' ? target[name].bind(target) : target[name];
        return async () => {
            await target.focus();
            lines.push(`[Enter] ${await control(session, target)}`);
            await page.keyboard.press('Enter');
        };
    }});
    return new Proxy(page, {get: (target, name) => (name === 'locator' ? (selector) => wrap(target.locator(selector)) : typeof target[name] === 'function' ? target[name].bind(target) : target[name])});
}

/** A page that is listened to, and the keys for it. */
async function heard(browser, address, lines) {
    const page = await visit(browser, address, {settings: {motion: 'off', chances: false}});
    await page.exposeFunction('heard', (text) => lines.push(text));
    await page.addInitScript(listen);
    await page.reload();
    const session = await page.context().newCDPSession(page);
    return {page, session, keys: byKeys(page, session, lines)};
}

/** An analysis: moves, a line of the engine, a mark, a comment, a variation, what is proven, a draw, a pair of cards. */
async function analyse(browser, address) {
    const lines = [], {page, session, keys} = await heard(browser, address, lines);
    const settled = (count) => page.waitForFunction((least) => globalThis.pondAnalysis?.nodes.length >= least && !document.querySelector('.analysis.moving'), count);
    const press = (selector) => keys.locator(selector).first().click();
    const read = async (selector) => {
        for (const element of await page.locator(selector).all()) {
            let said = null; // null: just then the engine had something new to say, and it was drawn again
            while (said === null) said = await control(session, element).catch(() => null);
            lines.push(`[Tab] ${said}`);
        }
    };
    await page.open('analysis/rribbit');
    await doMove(keys, 'rribbit', 'b1-c3');
    await settled(2);
    await page.waitForSelector('.found-line');
    await read('.found-line');
    await press('.found-line');
    await settled(3);
    await press('[data-mark="!"]');
    await page.waitForSelector('[data-mark="!"][aria-pressed="true"]');
    await page.focus('#note');
    lines.push(`[Typing] ${await control(session, page.locator('#note'))}: Natural.`);
    await page.keyboard.type('Natural.');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => globalThis.pondAnalysis.nodes.some(({comment}) => comment === 'Natural.'));
    await press('[data-go="back"]');
    await page.waitForFunction(() => globalThis.pondAnalysis.look.ply === 1);
    await doMove(keys, 'rribbit', 'a7-b5');
    await settled(4);
    await read('.tree .mv');
    await press('.remove');
    await page.waitForFunction(() => globalThis.pondAnalysis.nodes.length === 3);
    await page.open(`analysis/rribbit/-/${encodeURIComponent('9.8L.5L3.9.9.9.D1LL5_l_0,0')}`);
    await page.waitForFunction(() => globalThis.pondAnalysis?.known?.exact);
    await read('.proven [data-move]');
    await doMove(keys, 'rribbit', 'd1-f2');
    await settled(2);
    await page.open('analysis/quibbles/players=2');
    const {mine, legal} = await page.evaluate(() => ({mine: globalThis.pondAnalysis.mine, legal: globalThis.pondAnalysis.look.legal}));
    await page.evaluate(([seat, move]) => globalThis.pondAnalysis.play(seat, move), [mine, legal.find((move) => move[0] === '+')]);
    await page.waitForSelector('[data-outcome]');
    await read('[data-outcome]');
    await press('[data-outcome="3"]');
    await page.waitForFunction(() => globalThis.pondAnalysis.nodes.length >= 3 && !document.querySelector('.analysis.moving'));
    await page.open(`analysis/quibbit/players=2/${encodeURIComponent('RY*RGY~YGR*G_R16:14,G14:235,y10:_R_1345_4')}`);
    await page.waitForSelector('.pairs-panel .pill.good');
    await read('.pair');
    await press('.pair');
    await page.waitForSelector('.play-pair');
    await press('.play-pair');
    await settled(3);
    await page.close();
    return lines;
}

async function play(browser, address, game, at) {
    const lines = [], {page, keys} = await heard(browser, address, lines);
    await page.open(at);
    for (let turn = 0; turn < TURNS_MAX; turn++) {
        const {look, over, mayPlay} = await myTurn(page);
        if (over) break;
        if (!mayPlay) continue;
        const move = await page.evaluate(async () => (await globalThis.pondTable.advice(globalThis.pondTable.mine)).choices[0].move);
        await doMove(keys, game, move);
        await page.waitForFunction((version) => globalThis.pondTable.over || globalThis.pondTable.look.version !== version, look.version);
    }
    await page.locator('.ending').waitFor();
    lines.push(`[The end] ${(await page.locator('.ending').innerText()).replace(/\s+/g, ' ')}`);
    await page.close();
    return lines;
}

mkdirSync(folder, {recursive: true});
const server = await serve(Number(process.env.PORT ?? 7980)), browser = await launch();
const wanted = (name) => !process.env.ONLY || process.env.ONLY === name;
for (const [game, at] of Object.entries(GAMES).filter(([name]) => wanted(name))) {
    const lines = await play(browser, server.address, game, at);
    writeFileSync(`${folder}/${game}.txt`, `A whole game of ${game} (#/${at}), as bench/ear.mjs heard it. [Enter] is pressed on the control that follows.\n\n${lines.join('\n')}\n`);
    console.log(`${game}: ${lines.length} lines`);
}
if (wanted('analysis')) {
    const lines = await analyse(browser, server.address);
    writeFileSync(`${folder}/analysis.txt`, `An analysis, as bench/ear.mjs heard it. [Enter] is pressed on the control that follows, [Tab] leads past it.\n\n${lines.join('\n')}\n`);
    console.log(`analysis: ${lines.length} lines`);
}
await browser.close();
await server.stop();
