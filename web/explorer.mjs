// explorer.mjs: what was played at the position on the analysis board, and how it went: in engine
// games that come with Pond, in the games on this device, and in those of this server, if its host
// shares them. Each is a collection (docs/explorer-format.md) that the core asks. Nothing is
// fetched before it is looked at, and no server learns which positions somebody looks at.

import * as core from './core.mjs';
import {html, onPress, patch} from './dom.mjs';
import {moveWords} from './moves.mjs';
import {set, settings} from './settings-store.mjs';
import {shelf} from './shelf.mjs';
import {n, number, percent, t} from './words.mjs';

const ROWS = 8; // that are shown before somebody asks for all

/** @typedef {{seat: number, move: string, wins: number, draws: number, losses: number,
 *   value?: number}} Played */
/** @typedef {import('./analysis-panels.mjs').Board} Board */

/** @typedef {{number: number, word: string, fetch: () => Promise<ArrayBuffer | null>}} Source */

/** A file of the server's; null if there is none.
 *  @param {string} path @param {boolean} packed */
async function fetched(path, packed) {
    const answer = await fetch(path);
    if (!answer.ok || answer.status === 204 || !answer.body) return null;
    const body = packed ? answer.body.pipeThrough(new DecompressionStream('gzip')) : answer.body;
    return new Response(body).arrayBuffer();
}

/** The finished games on this device as a collection, made in a Worker that ends with it.
 *  @returns {Promise<ArrayBuffer>} */
async function own() {
    const room = new core.Room(), over = shelf().filter(({result}) => result !== null);
    try {
        const games = over.map(({script}) => core.callsOf(script, core.SCRATCH));
        return await room.call('collect', games);
    } finally {
        room.end();
    }
}

/** @type {Record<string, Source>} */
const SOURCES = {
    engine: {number: 0, word: 'ENGINE',
        fetch: () => fetched('/tables/openings.bin', true)},
    own: {number: 1, word: 'EXPLORER_OWN', fetch: own},
    server: {number: 2, word: 'HOST_SERVER', fetch: () => fetched('/explorer.bin', false)},
};

/** How many games each source has, once it was fetched; null: it can't be had.
 *  @type {Map<string, Promise<number | null>>} */
const ready = new Map();

/** @param {string} name */
async function bring(name) {
    const {number, fetch} = SOURCES[name];
    try {
        const bytes = await fetch();
        return bytes === null ? null : await core.ask('takeCollection', number, bytes);
    } catch {
        return null; // no network, or a file of another version: the others are still there
    }
}

/** Fetches a source when it is first asked. @param {string} name */
async function gamesOf(name) {
    const coming = ready.get(name) ?? bring(name);
    ready.set(name, coming);
    const games = await coming;
    if (games === null) ready.delete(name); // perhaps another time
    return games;
}

/** Own games may have become more since. */
export const forgetOwn = () => ready.delete('own');

let all = false; // are all choices shown?
let version = 0; // of the question: only the last one is answered

// ---- Drawing ----

/** Wins, draws and losses of the one who chose, as a bar with its numbers.
 *  @param {Played} played */
function bar({wins, draws, losses}) {
    const games = wins + draws + losses;
    const parts = [{tone: 'won', count: wins}, {tone: 'drawn', count: draws},
        {tone: 'lost', count: losses}];
    let at = 0;
    return html`<svg class="went" viewBox="0 0 100 20" preserveAspectRatio="none"
        aria-hidden="true">${parts.map(({tone, count}) => {
        const wide = 100 * count / games, x = at;
        at += wide;
        return html`<rect class="${tone}" x="${x}" y="0" width="${wide}" height="20"/>`;
    })}</svg><span class="counts" aria-hidden="true">${parts.map(({count}) =>
        html`<span>${percent(count / games)}</span>`)}</span>`;
}

/** `+0.537`, as the documents have it. @param {number} value */
const signed = (value) => number(value, {signDisplay: 'always', minimumFractionDigits: 3,
    maximumFractionDigits: 3}).replace('-', '−');

/** A value that is hardly more than nothing is neither good nor bad. @param {number} value */
const toneOf = (value) => (value > .0005 ? 'won' : value < -.0005 ? 'lost' : '');

/** What the bar and the numbers show, for those who listen. @param {Played} played */
function said({wins, draws, losses, value}) {
    const games = wins + draws + losses, parts = [];
    if (games > 0) parts.push(n('EXPLORER_GAMES', games), t('EXPLORER_WENT', wins, draws, losses));
    if (value !== undefined) parts.push(t('EXPLORER_WORTH', signed(value)));
    return parts.join(', ');
}

/** @param {string} game @param {Played} one */
function row(game, one) {
    const games = one.wins + one.draws + one.losses, {value} = one;
    return html`<li><button class="played-move" data-played="${one.move}"><b>${
        moveWords(game, one.move)}</b><span class="unseen">, ${said(one)}</span>${games > 0
        ? html`<span class="times" aria-hidden="true">${
            number(games)}</span>${bar(one)}` : ''}${
        value !== undefined ? html`<span aria-hidden="true" class="worth-pill ${toneOf(value)}">${
            signed(value)}</span>` : ''}</button></li>`;
}

/** What the colours of the bars mean, or what the values are. @param {Played[]} played */
const legend = (played) => (played.some(({value}) => value !== undefined)
    ? html`<p class="xs">${t('EXPLORER_EXACT')}</p>`
    : html`<p class="xs legend">${['won', 'drawn', 'lost'].map((tone) => html`<span><i
        class="${tone}"></i>${t(`EXPLORER_${tone.toUpperCase()}`)}</span>`)}</p>`);

/** @param {Board} board @param {Played[]} played */
function list({game}, played) {
    const rows = all ? played : played.slice(0, ROWS), left = played.length - rows.length;
    return html`<ul class="played">${rows.map((one) => row(game, one))}</ul>${left > 0
        ? html`<button class="btn soft small more">${n('EXPLORER_MORE', left)}</button>` : ''}${
        legend(played)}`;
}

/** Why there is nothing to show. @param {string} name @param {number | null} games */
function nothing(name, games) {
    if (games === null) return t(name === 'server' ? 'EXPLORER_NOT_SHARED' : 'EXPLORER_AWAY');
    return t(games === 0 ? 'EXPLORER_NO_GAMES' : 'EXPLORER_NEW');
}

/** @param {HTMLElement} box @param {Board} board @param {string} name of the source
 *  @param {Played[]} played @param {number | null} games that the source has */
function draw(box, board, name, played, games) {
    patch(box, html`<section class="panel explorer"><div class="row wrap"><h2 class="h3">${
        t('EXPLORER')}</h2><div class="row sources" role="group" aria-label="${
        t('EXPLORER_SOURCE')}">${Object.entries(SOURCES).map(([key, {word}]) =>
        html`<button class="btn soft small" data-source="${key}" aria-pressed="${key === name}">${
            t(word)}</button>`)}</div></div>${played.length > 0 ? list(board, played)
        : html`<p class="s">${nothing(name, games)}</p>`}</section>`);
    onPress(box, '[data-played]', (button) =>
        void board.play(board.mine, String(button.dataset.played)));
    onPress(box, '[data-source]', (button) => {
        set('analysis', {...settings.analysis, games: String(button.dataset.source)});
        void explore(box, board);
    });
    onPress(box, '.more', () => {
        all = true;
        draw(box, board, name, played, games);
    });
}

/** Shows what was played at the position that the board shows; nothing where nobody is to choose.
 *  @param {HTMLElement} box @param {Board} board */
export async function explore(box, board) {
    const asked = ++version, {games: wanted} = settings.analysis;
    const name = Object.hasOwn(SOURCES, wanted) ? wanted : 'engine';
    all = false;
    if (board.look.result !== null || board.here.chance.length > 0) {
        patch(box, html``);
        return;
    }
    const games = await gamesOf(name);
    if (asked !== version) return;
    /** @type {Played[]} */
    const played = games === null ? []
        : await core.ask('explore', core.TREE, SOURCES[name].number);
    if (asked !== version) return;
    draw(box, board, name, played.filter(({seat}) => seat === board.mine), games);
}
