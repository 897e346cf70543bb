// analysis-quibbit.mjs: two-player Quibbit on the analysis board: what every pair of cards is
// worth, and how often best play chooses each. The engine estimates until the ring is solved.

import {bug, cardFace, cardLost} from './board-quibbit.mjs';
import {ask, CHANCE, UNIT} from './core.mjs';
import {shares} from './curve.mjs';
import {all, announce, html, icon, onPress, patch} from './dom.mjs';
import {
    canSolve, costOf, isSmall, isSolved, openSolved, probe, progressOf, solve,
} from './ring.mjs';
import {percent, t} from './words.mjs';

const BILLION = 1e9, GREY = .03, STEPS = 6;
const BAR = 60; // how long a bar is
const DUMMY_CARDS = [1, 2, 3, 4, 5], CARDS = DUMMY_CARDS.map(String);

/** Chances of 1: seat 0's wins less seat 1's, and how often the dummy wins.
 *  @typedef {{value: number, dummy: number}} Worth */
/** A round as it is drawn; shares are of 1. `outcomes` are the pairs by the dummy's card, where
 *  they are known. @typedef {Worth & {exact: boolean, cards: string[][], shares: number[][],
 *   pairs: Worth[][], outcomes: (Worth & {card: number})[][][]}} Round */
/** @typedef {import('./analysis-panels.mjs').Board} Board */
/** @typedef {import('./analyst.mjs').Known} Known */

let seat = 0; // whose chance is shown
/** The truth about the position that was asked last.
 *  @type {{position: string, truth: import('./ring.mjs').Truth | null} | null} */
let known = null;
let sought = ''; // the position whose ring was looked for on the device
/** The pair that is looked at, by seat, and the tiles where frogs would land.
 *  @type {{position: string, pair: string[], tiles: number[]} | null} */
let chosen = null;

/** @param {Board} board @returns {import('./ring.mjs').Game} */
const gameOf = ({options, look: {board: {tiles, frogs}}}) =>
    ({options, tiles, hands: frogs.slice(0, 2).map(({cards}) => cards)});

/** Do both choose now, and is it a game of two? @param {Board} board */
const isRound = ({seats, look}) => seats.length === 2 && look.board.round > 0 &&
    look.result === null && look.turn.length + look.sealed.length === 2;

/** @param {{value: number, dummy: number}} worth @param {number} unit @returns {Worth} */
const worthOf = ({value, dummy}, unit) => ({value: value / unit, dummy: dummy / unit});

/** What a pair is worth, over all cards of the dummy's.
 *  @param {Worth[]} outcomes @returns {Worth} */
const average = (outcomes) => ({
    value: outcomes.reduce((sum, {value}) => sum + value, 0) / outcomes.length,
    dummy: outcomes.reduce((sum, {dummy}) => sum + dummy, 0) / outcomes.length,
});

/** @param {import('./ring.mjs').Truth} truth @returns {Round} */
function exactRound({seats, outcomes: told, ...truth}) {
    const outcomes = told.map((row) => row.map((pair) =>
        pair.map((one) => ({card: one.card, ...worthOf(one, BILLION)}))));
    return {
        ...worthOf(truth, BILLION), exact: true, outcomes,
        cards: seats.map((own) => own.map(({move}) => move)),
        shares: seats.map((own) => own.map(({probability}) => probability / BILLION)),
        pairs: outcomes.map((row) => row.map(average)),
    };
}

/** What the engine found. @param {import('./analyst.mjs').Found} found @returns {Round | null} */
function foundRound({rows, columns, pairs, win, dummy}) {
    if (!rows || !columns || !pairs) return null;
    const both = [rows, columns], whole = worthOf({value: win[0] - win[1], dummy}, UNIT);
    return {
        ...whole, exact: false, cards: both.map((own) => own.map(({card}) => String(card))),
        shares: both.map((own) => own.map(({probability}) => probability / UNIT)),
        pairs: pairs.map((row) => row.map((one) => ({value: one / UNIT, dummy: whole.dummy}))),
        outcomes: [],
    };
}

/** The chance of the seat that is looked at. @param {Worth} worth */
const chanceOf = ({value, dummy}) =>
    Math.max(0, Math.min(1, (1 - dummy + (seat === 0 ? value : -value)) / 2));

/** How much better than the round it is, in steps: grey where it hardly differs.
 *  @param {number} chance @param {number} whole */
function toneOf(chance, whole) {
    const far = chance - whole, step = Math.min(STEPS, Math.ceil(Math.abs(far) * 12));
    return Math.abs(far) <= GREY ? 'even' : `${far > 0 ? 'up' : 'down'}${step}`;
}

/** A bar of how often a card is taken: it grows upwards, or to the left.
 *  @param {number} share @param {boolean} high */
function bar(share, high) {
    const long = Math.max(2, BAR * share);
    const [x, y, w, h] = high ? [0, BAR - long, 45, long] : [BAR - long, 0, long, 20];
    return html`<svg class="often" viewBox="0 0 ${high ? 45 : BAR} ${high ? BAR : 20}"
        preserveAspectRatio="none" aria-hidden="true"><rect x="${x}" y="${y}" width="${w}"
        height="${h}" rx="${Math.min(4, long / 2)}"/></svg>`;
}

/** A card at the edge of the matrix: a whole card where there is room, a mosquito where not.
 *  @param {string} scope @param {string} colour @param {string} card @param {number} share */
const edge = (scope, colour, card, share) => html`<th scope="${scope}" class="${colour}"><span
    class="edge"><span class="share" aria-hidden="true">${percent(share)}</span>${
    bar(share, scope === 'col')}<span class="as-card">${cardFace(card, colour)}</span><span
    class="as-bug">${bug(Number(card), false, colour)}</span><b class="unseen">${
    t('CARD_NAME', card)}, ${t('MIX_SHARE', percent(share))}</b></span></th>`;

/** A card that is lost, where there is room for it. @param {string} scope @param {string} card */
const lostEdge = (scope, card) => html`<th scope="${scope}" class="gone"><span class="edge"><span
    aria-hidden="true">${cardLost(card)}</span><b class="unseen">${
    t('CARD_IS_LOST', card)}</b></span></th>`;

/** @param {Board} board @param {Round} round */
function matrix(board, {cards, shares: mix, pairs, ...worth}) {
    const own = seat, other = 1 - seat, whole = chanceOf(worth);
    const looked = chosen?.position === board.here.full ? chosen.pair.join(' ') : '';
    const colours = board.look.board.frogs.map(({color}) => color);
    /** @param {string} scope @param {number} one @param {string} card */
    const edgeOf = (scope, one, card) => {
        const at = cards[one].indexOf(card);
        return at < 0 ? lostEdge(scope, card) : edge(scope, colours[one], card, mix[one][at]);
    };
    /** @param {string} mine @param {string} theirs */
    const cell = (mine, theirs) => {
        const row = cards[own].indexOf(mine), column = cards[other].indexOf(theirs);
        if (row < 0 || column < 0) return html`<td class="gone"></td>`;
        const chance = chanceOf(own === 0 ? pairs[row][column] : pairs[column][row]);
        const pair = own === 0 ? `${mine} ${theirs}` : `${theirs} ${mine}`;
        const called = t('PAIR_WORTH', mine, theirs, percent(chance));
        return html`<td><button class="pair ${toneOf(chance, whole)}" data-pair="${pair}"
            aria-pressed="${pair === looked}" aria-label="${called}">${
            Math.round(100 * chance)}</button></td>`;
    };
    return html`<div class="tablebox" tabindex="0"><table class="pairs"><thead><tr><td></td>${
        CARDS.map((card) => edgeOf('col', other, card))
    }</tr></thead><tbody>${CARDS.map((mine) => html`<tr class="${
        cards[own].includes(mine) ? '' : 'gone-row'}">${edgeOf('row', own, mine)}${
        CARDS.map((theirs) => cell(mine, theirs))}</tr>`)}</tbody></table></div>`;
}

// ---- One pair ----

/** Where the two frogs would land, whatever the dummy does. @param {Board} board
 *  @param {string[]} pair @returns {Promise<number[]>} */
async function landings({game, options, here: {full}}, [one, other]) {
    /** @type {import('./events.mjs').Event[][]} */
    const rounds = await Promise.all(DUMMY_CARDS.map((card) =>
        ask('tryOut', game, options, full, `0:${one} 1:${other} ${CHANCE}:${card}`)
            .catch(() => []))); // the dummy has played that card
    const leaps = rounds.flat().filter(({kind, seat: frog}) => kind === 'leap' && Number(frog) < 2);
    return [...new Set(leaps.map(({tile}) => Number(tile)))];
}

/** Looks at a pair, or at none. @param {Board} board @param {string[] | null} pair */
async function choose(board, pair) {
    const position = board.here.full, own = pair && {position, pair, tiles: []};
    chosen = own;
    board.redraw();
    if (!own) return;
    const [said, worth] = all(document, '.one-pair .row:first-child b');
    if (said) announce(`${said.textContent}${t('COLON')}${worth.textContent}`);
    const tiles = await landings(board, own.pair);
    if (chosen !== own) return;
    chosen = {...own, tiles};
    board.redraw();
}

/** What the dummy's cards make of the pair that is looked at. @param {Board} board
 *  @param {Round} round */
function pairMarkup({seats, look}, {cards, pairs, outcomes}) {
    if (!chosen) return '';
    const [row, column] = chosen.pair.map((card, i) => cards[i].indexOf(card));
    const worth = pairs[row]?.[column];
    if (!worth) return '';
    const each = (outcomes[row]?.[column] ?? []).map((outcome) => {
        const chance = chanceOf(outcome);
        const drawn = bug(outcome.card, false, look.board.frogs[2].color);
        return html`<li><span class="dummy-card">${drawn}<span
            class="unseen">${t('PAIR_DUMMY', outcome.card)}</span></span><svg class="odds"
            viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect
            width="${100 * chance}" height="10" rx="3"/></svg><b>${percent(chance)}</b></li>`;
    });
    const [own, other] = [seat, 1 - seat].map((one) => [seats[one].name, chosen?.pair[one] ?? '']);
    return html`<div class="one-pair"><div class="row"><b class="grow">${
        t('PAIR_CHOSEN', ...own, ...other)}</b><b>${percent(chanceOf(worth))}</b></div>${
        each.length > 0 ? html`<p class="xs">${t('PAIR_BY_DUMMY')}</p><ul>${each}</ul>` : ''}
        <p class="xs">${t('PAIR_RINGS')}</p>
        <button class="btn soft small play-pair">${icon('play')}${t('PAIR_PLAY')}</button></div>`;
}

/** How a ring is solved: progress, or the offer to begin. @param {Board} board */
function solving(board) {
    const game = gameOf(board), done = progressOf(game);
    if (done === null && !canSolve(game)) {
        return html`<p class="s">${t('RING_TOO_LARGE', costOf(game.hands))}</p>`;
    }
    if (done === null || done >= 1) {
        return html`<div class="row wrap"><p class="s grow">${t('RING_ESTIMATE')}</p><button
            class="btn soft small solve">${t('RING_SOLVE', costOf(game.hands))}</button></div>`;
    }
    const words = t('RING_SOLVING', percent(done));
    return html`<p class="s" aria-hidden="true">${words}</p><progress max="1" value="${done}"
        aria-label="${words}"></progress>`;
}

/** What to play in ten rounds, and what that wins. @param {Board} board @param {Round} round */
function advice({game, options, seats}, round) {
    const {cards, shares: mix, dummy} = round, chance = chanceOf(round);
    const own = seats[seat].name, other = seats[1 - seat].name, rest = 1 - chance - dummy;
    const often = cards[seat].map((card, i) => ({card, times: Math.round(10 * mix[seat][i])}))
        .filter(({times}) => times > 0).sort((a, b) => b.times - a.times);
    const mixed = often.length > 1, ten = often.map(({card, times}) => t('MIX_CARD', card, times));
    // A win of the dummy is nobody's: only where it has no chance is a player's certain.
    return html`<div class="best-play"><h3 class="h3">${
        t(mixed ? 'MIX_VARIES' : 'MIX_ONE')}</h3><p>${
        mixed ? t('MIX_TEN', ten.join(', ')) : t('MIX_ALWAYS', often[0]?.card ?? '')} ${
        dummy < .005 ? t('AT_LEAST', other, own, percent(chance))
            : t('AT_BEST', own, percent(chance))}</p>${shares(game, options,
        [...seats, {name: t('DUMMY')}].slice(0, dummy < .005 ? 2 : 3),
        [...(seat === 0 ? [chance, rest] : [rest, chance]), dummy])}</div>`;
}

/** Asks for the truth about what is seen, and solves small rings at once. @param {Board} board */
function learn(board) {
    const game = gameOf(board), position = board.here.full, done = progressOf(game);
    const ask = async () => {
        const truth = await probe(game, position);
        known = {position, truth};
        board.redraw();
    };
    const tell = (/** @type {boolean} */ solved) => (solved ? void ask() : board.redraw());
    if (done === 1 && known?.position !== position) {
        known = {position, truth: null};
        void ask();
    } else if (done === null && isSmall(game.hands) && canSolve(game)) {
        solve(game, position, tell);
    } else if (done === null && sought !== position) {
        sought = position;
        void isSolved(game).then((kept) => {
            if (kept && board.here.full === position) openSolved(game, position, tell);
        });
    }
}

/** What is known of the round: the truth, or else what the engine thinks.
 *  @param {Board} board @param {Known | null} found @returns {Round | null} */
function roundOf(board, found) {
    const truth = known?.position === board.here.full ? known.truth : null;
    if (truth && truth.pairs.length > 0) return exactRound(truth);
    return [...found?.found.values() ?? []].map(foundRound).find(Boolean) ?? null;
}

/** @param {Board} board @param {Round} round */
function panel(board, round) {
    const names = board.seats.map(({name}) => name), {exact} = round;
    return html`<section class="panel pairs-panel"><div class="row wrap"><h2 class="h3">${
        t('PAIRS')}</h2><span class="pill ${exact ? 'good' : ''}">${
        t(exact ? 'EXACT' : 'ESTIMATE')}</span><div class="row whose" role="group" aria-label="${
        t('CHANCE_WHOSE')}">${names.map((name, i) => html`<button class="btn soft small"
            data-seat="${i}" aria-pressed="${i === seat}">${name}</button>`)}</div></div>
        <p class="xs">${t('PAIRS_HELP', names[seat], names[1 - seat])}</p>
        ${matrix(board, round)}<div class="beneath">${advice(board, round)}${
        pairMarkup(board, round)}</div>
        ${exact ? html`<p class="s">${t('RING_SOLVED')}</p>` : solving(board)}</section>`;
}

/** @param {HTMLElement} box @param {Board} board @param {Known | null} found */
export function pairsPanel(box, board, found) {
    if (chosen && (chosen.position !== board.here.full || !isRound(board))) chosen = null;
    board.board.ringed?.(chosen?.tiles ?? []);
    if (!isRound(board)) {
        patch(box, html``);
        return;
    }
    learn(board);
    const round = roundOf(board, found);
    patch(box, round ? panel(board, round) : html`<section class="panel pairs-panel"><h2
        class="h3">${t('PAIRS')}</h2><p class="s">${t('ENGINE_THINKS')}</p></section>`);
    onPress(box, '[data-seat]', (button) => {
        seat = Number(button.dataset.seat);
        board.redraw();
    });
    onPress(box, '[data-pair]', ({dataset: {pair = ''}}) =>
        void choose(board, chosen?.pair.join(' ') === pair ? null : pair.split(' ')));
    onPress(box, '.play-pair', () => chosen && void board.pair(chosen.pair));
    onPress(box, '.solve', () => {
        solve(gameOf(board), board.here.full, () => {
            known = null;
            board.redraw();
        });
        board.redraw();
    });
}
