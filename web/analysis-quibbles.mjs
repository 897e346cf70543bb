// analysis-quibbles.mjs: Quibbles on the analysis board: the cards that a seat has not seen, the
// odds of drawing each, and what the cards of its hand could do.

import {ask, TREE, UNIT} from './core.mjs';
import {html, patch, piece} from './dom.mjs';
import {moveWords} from './moves.mjs';
import {percent, t} from './words.mjs';

/** @typedef {import('./analysis-panels.mjs').Board} Board */

const DRAWS = 2; // of a turn (B6)

/** What is counted for a position, null until it is known; and the table drawn last, which stays
 *  until then: the counts of one position say nothing about the cards of another.
 *  @type {{name: string, hidden: number[] | null, table: ReturnType<typeof html> | ''}} */
let counted = {name: '', hidden: null, table: ''};

/** The chance that this many draws out of `all` cards have none of `some`.
 *  @param {number} some @param {number} all @param {number} draws */
function miss(some, all, draws) {
    let chance = 1;
    for (let i = 0; i < draws; i++) chance *= Math.max(0, all - some - i) / Math.max(1, all - i);
    return chance;
}

/** The chance of each value in two draws. A pile that runs out is followed by the discards (B11).
 *  @param {number[]} left of each value, unseen @param {import('./game-quibbles.mjs').View} view */
function oddsOf(left, {pile, discards}) {
    const all = left.reduce((sum, count) => sum + count, 0), first = Math.min(DRAWS, pile);
    return left.map((count, value) => 1 - miss(count, all, first) *
        miss(discards.filter((one) => one === value).length, discards.length, DRAWS - first));
}

/** @param {number | string} value */
const card = (value) => html`<span class="small-card">${piece(`q${value}`)}</span><span
    class="unseen">${t('CARD_NAME', value)}</span>`;

/** One line of the table. @param {number} value @param {number} count @param {number} known
 *  @param {number} odds */
const line = (value, count, known, odds) => html`<tr><th scope="row">${card(value)}</th><td><b>${
    count}</b></td><td>${known || '–'}</td><td><svg class="odds" viewBox="0 0 100 10"
    preserveAspectRatio="none" aria-hidden="true"><rect width="${100 * odds}" height="10"
    rx="3"/></svg>${percent(odds)}</td></tr>`;

/** @param {Board} board @param {number[]} hidden */
function unseen({look, mine, seats}, hidden) {
    const others = look.board.seats.filter((_, seat) => seat !== mine).flatMap(({seen}) => seen);
    const known = hidden.map((_, value) => others.filter((one) => one === value).length);
    const left = hidden.map((count, value) => count - known[value]);
    const odds = oddsOf(left, look.board);
    const titles = ['UNSEEN_VALUE', 'UNSEEN_LEFT', 'UNSEEN_KNOWN', 'UNSEEN_ODDS'];
    return html`<section class="panel unseen-cards"><h2 class="h3">${
        t('UNSEEN', seats[mine].name)}</h2>
        <div class="tablebox" tabindex="0"><table><thead><tr>${
        titles.map((word) => html`<th scope="col">${t(word)}</th>`)}</tr></thead><tbody>${
        left.map((count, value) => line(value, count, known[value], odds[value]))
    }</tbody></table></div></section>`;
}

/** The cards that a move uses. @param {string} move */
function usedBy(move) {
    if (move[0] === '+' || move[0] === '!') return move[1];
    return move.includes('=') ? move.split('=')[0] : '';
}

/** @param {Board} board @param {import('./analyst.mjs').Found | undefined} found */
function hand({game, look}, found) {
    if (look.board.phase !== 'act' || look.turn.length === 0) return '';
    const values = [...new Set(look.hand ?? '')].sort(), total = look.legal.length;
    const judged = found?.choices.filter(({value}) => value !== undefined) ?? [];
    const lines = values.map((value) => {
        const count = look.legal.filter((move) => usedBy(move).includes(value)).length;
        const best = judged.find(({move}) => usedBy(move).includes(value));
        return html`<li>${card(value)}<span class="grow">${
            best ? html`<b>${moveWords(game, best.move)}</b> ` : ''}<span class="s">${
            t('HAND_CARD_CAN', count, total)}</span></span>${
            best ? html`<span class="pill">${percent((best.value ?? 0) / UNIT)}</span>` : ''}</li>`;
    });
    return html`<section class="panel hand-can"><h2 class="h3">${t('HAND_CAN')}</h2><ul>${
        lines}</ul></section>`;
}

/** @param {HTMLElement} box @param {Board} board
 *  @param {import('./analyst.mjs').Known | null} known */
export function cardsPanel(box, board, known) {
    const name = `${board.mine} ${board.here.full}`;
    if (counted.name !== name) {
        counted = {name, hidden: null, table: counted.table};
        void ask('hidden', TREE, board.mine).then((/** @type {number[]} */ hidden) => {
            if (counted.name !== name) return;
            counted.hidden = hidden;
            board.redraw();
        });
    }
    const playing = board.look.result === null ? hand(board, known?.found.get(board.mine)) : '';
    if (counted.hidden) counted.table = unseen(board, counted.hidden);
    patch(box, html`${playing}${counted.table}`);
}
