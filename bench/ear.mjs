// ear.mjs: what a listener hears: a whole game of each kind, played by keys alone, as text.
//
//     node bench/ear.mjs [FOLDER]      writes FOLDER/GAME.txt, docs/ear without a folder
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

async function play(browser, address, game, at) {
    const lines = [], page = await visit(browser, address, {settings: {motion: 'off', chances: false}});
    await page.exposeFunction('heard', (text) => lines.push(text));
    await page.addInitScript(listen);
    await page.reload();
    await page.open(at);
    const session = await page.context().newCDPSession(page), keys = byKeys(page, session, lines);
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
for (const [game, at] of Object.entries(GAMES)) {
    const lines = await play(browser, server.address, game, at);
    writeFileSync(`${folder}/${game}.txt`, `A whole game of ${game} (#/${at}), as bench/ear.mjs heard it. [Enter] is pressed on the control that follows.\n\n${lines.join('\n')}\n`);
    console.log(`${game}: ${lines.length} lines`);
}
await browser.close();
await server.stop();
