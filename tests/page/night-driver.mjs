// night-driver.mjs: a game night as people hold it: a big screen, phones, a terminal, and hands that play. For night.mjs,
// night-devices.mjs and night-monkey.mjs.

import {spawn} from 'node:child_process';
import {PATIENCE_MS, doMove, visit, wide} from './driver.mjs';

const {POND, SCREENS} = process.env;

export const night = (page) => page.evaluate(() => globalThis.pondNight.state);

/** Presses a button, by keyboard where the page is one that does without a finger. */
export async function press(page, selector) {
    const button = page.locator(selector).first();
    if (!page.keys) return button.click();
    await button.focus();
    await page.keyboard.press('Enter');
}

/** What it is this phone's turn to do; null if it is not. */
export const due = (page) => page.evaluate(() => {
    const table = globalThis.pondTable;
    if (!table?.look || table.closed || document.querySelector('.play.moving')) return null;
    const {look, mine, game} = table;
    return look.result === null && look.turn.includes(mine) && look.legal.join() !== '-' ? {look, mine, game} : null;
});

/** Does it; false if there is nothing. @param {(look: object) => string} [choose] another move than the usual */
export async function act(page, i, choose) {
    await page.waitForFunction(() => !document.querySelector('.play.moving')); // the turn may have come just now
    const now = await due(page);
    if (!now) return false;
    const {look, game, mine} = now;
    const laid = look.legal.find((one) => one[0] === '+') ?? look.legal[0];
    const move = choose?.(look) ?? (game === 'quibbles' ? laid : look.legal[(i * 7 + look.ply) % look.legal.length]);
    if (game === 'quibbit' && /^\d$/.test(move)) {
        await press(page, `.five .cardbtn[data-card="${move}"]`);
        await press(page, '.seal');
    } else await doMove(page, game, move);
    await page.waitForFunction(([version, seat]) => globalThis.pondTable.look.version > version || !globalThis.pondTable.look.turn.includes(seat), [look.version, mine]);
    return true;
}

/** A card that keeps the game short: where it lands, it is lost. */
export const hasty = ({legal, board, seat}) => legal.find((card) => {
    const {cards, lands, color} = board.frogs[seat], kind = board.tiles[lands[cards.indexOf(Number(card))]];
    return /^\d$/.test(card) && kind !== color && kind !== 'flower';
});

/** The terminal's turn: it types a move, as the open cards on the ring allow. */
export async function types(tess, page) {
    const told = await page.evaluate((name) => {
        const table = globalThis.pondTable, seat = table?.state.seats.findIndex(({player}) => player?.name === name) ?? -1;
        if (seat < 0 || !table.look || table.look.result !== null || !table.look.turn.includes(seat)) return null;
        return {game: table.game, version: table.look.version, round: table.look.board.round, phase: table.look.board.phase, cards: table.look.board.frogs?.[seat].cards};
    }, tess.name);
    if (!told) return;
    if (told.game === 'quibbles') tess.types(told.phase === 'stash' ? '-' : `+${tess.tries++ % 8}`); // its hand is hidden: one of these it has
    else if (tess.typed !== told.version) tess.types(told.round === 0 ? 'front' : told.cards[0]);
    tess.typed = told.version;
}

/** Everyone plays until that holds on the first page. */
export async function play(phones, enough, {tess, choose} = {}) {
    for (let i = 0, until = Date.now() + PATIENCE_MS; Date.now() < until; i++) {
        if (await phones[0].evaluate(enough)) return;
        for (const page of phones) if (await act(page, i, choose)) until = Date.now() + PATIENCE_MS;
        if (tess) await types(tess, phones[0]);
        await phones[0].waitForTimeout(15);
    }
    throw new Error(`nothing goes on: ${tess?.said.slice(-500)}`);
}
export const over = () => globalThis.pondNight.state.phase === 'lobby';
export const menu = async (page, value) => {
    const [, what, member] = /^(lead|replace|remove) (\d+)$/.exec(value) ?? [];
    await press(page, '.hand-night > .bar .menu');
    if (/^(buzz|awake|language)/.test(value)) await press(page, 'dialog [value="phone"]');
    if (what || value === 'remove-many') await press(page, 'dialog [value="people"]');
    if (what) await press(page, `dialog [value="person ${member}"]`);
    await press(page, `dialog [value="${value}"]`);
};

/** The same for what cannot be taken back: the menu asks first. Gives the question. */
export const sure = async (page, value) => {
    await menu(page, value);
    const question = await page.locator('dialog.sure').innerText();
    await press(page, 'dialog.sure [value="yes"]');
    return question;
};

/** What comes in at a server by a browser. */
export function guests(server, browser) {
    async function bigScreen(language = 'en', viewport = {width: 1280, height: 720}, motion = 'off', {code = '', settings = {}, before = () => {}} = {}) {
        const page = await visit(browser, server.address, {viewport, language, settings: {motion, ...settings}});
        await page.addInitScript(before);
        if (!SCREENS) await wide(page); // pictures show the page's own
        page.heard = [];
        page.on('websocket', (socket) => socket.on('framereceived', ({payload}) => page.heard.push(String(payload))));
        await page.goto(`${server.address}tv${code && `/${code}`}`);
        await page.waitForSelector('.tv :is(.code i, .head b, .champion h1)');
        return page;
    }

    /** Comes in by the link of the code: a name, a frog, a button. */
    async function phone(code, name, frog, {text, before = () => {}, ...options} = {}) {
        const page = await visit(browser, server.address, {size: 'phone', settings: {motion: 'off', chances: false}, ...options});
        await page.addInitScript(before);
        if (!SCREENS) await wide(page); // pictures show the page's own
        if (text) await page.addInitScript((size) => document.addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', size)), text);
        await page.goto(`${server.address}n/${code}`);
        await page.locator('#night-name').fill(name);
        await page.locator(`.fg:has([value="${frog}"])`).click();
        await page.locator('.hand-in .big').click();
        await page.waitForSelector('.hand-night .me b');
        return page;
    }

    /** A player in a terminal: `types` writes a line, `said` is what it has printed. */
    function terminal(code, name) {
        const child = spawn(POND, ['join', `${server.address}n/${code}`, '--plain', '--name', name, '--lang', 'en'], {env: {...process.env, XDG_DATA_HOME: `${server.folder}-${name}`}});
        const one = {name, said: '', tries: 0, typed: 0, types: (line) => child.stdin.write(`${line}\n`), end: () => child.kill()};
        child.stdout.on('data', (data) => { one.said += data; });
        child.stderr.on('data', (data) => { one.said += data; });
        return one;
    }
    return {bigScreen, phone, terminal};
}
