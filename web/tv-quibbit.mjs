// tv-quibbit.mjs: Quibbit on the big screen: a row for each player, with the open hand and whether
// a card is chosen.

import {html, icon, piece} from './dom.mjs';
import {called, frog} from './night-line.mjs';
import {t} from './words.mjs';

const CARDS = [1, 2, 3, 4, 5];
/** @typedef {import('./tv-table.mjs').Row} Row */

/** @param {number} card @param {boolean} has */
const bug = (card, has) => html`<svg class="piece" viewBox="0 0 44 44" aria-hidden="true">
    <use href="#bug-s${has ? '' : '-lost'}"/>
    <g class="${has ? 'printed' : ''}">
        <use href="#n${card}" x="16" y="18" width="13" height="18"/>
    </g>
</svg>`;

/** An open hand: what was lost is an outline. @param {string} classes @param {number[]} cards */
const hand = (classes, cards) => html`<div class="bugs ${classes}" role="img"
    aria-label="${t('HAND_HAS', cards.join(' ') || '-')}">${
    CARDS.map((card) => bug(card, cards.includes(card)))}</div>`;

/** The place for this round's card: what became of it, its back, or that it is still chosen.
 *  @param {Row} row */
function cardOf({look, seat, landed}) {
    const {color} = look.board.frogs[seat], sealed = look.sealed.includes(seat);
    if (landed) {
        const {card, kept} = landed;
        return html`<span class="mini landed ${kept ? 'kept' : ''} ${color}" role="img"
            aria-label="${t(kept ? 'CARD_IS_BACK' : 'CARD_IS_LOST', card)}">
            ${bug(card, kept)}${kept ? icon('check') : ''}
        </span>`;
    }
    if (!plays(look, seat) || !(sealed || chooses(look, seat))) {
        return html`<span class="mini"></span>`;
    }
    return html`<span class="mini ${sealed ? 'sealed' : ''}" role="img"
        aria-label="${t(sealed ? 'CHOSEN' : 'CHOOSING')}">${
            sealed ? piece('mcard-back', color) : html`<i>?</i>`}</span>`;
}

/** What became of it in a word, or that somebody is away; who has chosen stands beside the ring.
 *  @param {Row} row */
function stateOf({look, seat, away, landed}) {
    if (landed) {
        return html`<span class="state ${landed.kept ? 'good' : 'lost'}">
            ${icon(landed.kept ? 'check' : 'x')}${t(landed.kept ? 'COMES_BACK' : 'IS_LOST')}
        </span>`;
    }
    const waits = plays(look, seat) && !look.sealed.includes(seat);
    return waits && away
        ? html`<span class="state away">${away}</span>`
        : html`<span class="state"></span>`;
}

/** @typedef {import('./core.mjs').Look} Look */
/** @param {Look} look @param {number} seat */
const chooses = (look, seat) => look.turn.includes(seat) && look.result === null;
/** @param {Look} look @param {number} seat */
const plays = ({board}, seat) => board.round > 0 && !board.frogs[seat].out;

/** "2nd", once everyone is on the ring. @param {Look} look @param {number} seat */
function rankOf({board}, seat) {
    const {progress: own, out} = board.frogs[seat];
    if (out) return t('OUT');
    if (board.round === 0 || own === null) return '';
    const ahead = board.frogs.filter(({progress}) => progress !== null && progress > own).length;
    return t(`RANK_${ahead + 1}`);
}

/** @param {Row} row */
function rowOf(row) {
    const {look, seat, name, landed} = row, {board} = look, {color, out, cards} = board.frogs[seat];
    const left = landed && !landed.kept ? cards.filter((card) => card !== landed.card) : cards;
    return html`<div class="pl ${chooses(look, seat) ? 'now' : ''} ${out ? 'out' : ''}"
        data-seat="${seat}">
        ${frog(color, out ? 'frog-sad' : 'frog')}${
            board.crown === seat ? piece('crown', 'crown') : ''}
        <div class="who">
            <div class="line">
                ${called(name)}
                <span>${rankOf(look, seat)}</span>
                ${stateOf(row)}
            </div>
            ${hand(color, left)}
        </div>
        ${cardOf(row)}
    </div>`;
}

/** @type {import('./tv-table.mjs').TvKind} */
export const tv = {
    row: rowOf,
    /** The dummy has a frog and a hand, but no seat. */
    below(look, landed) {
        const seat = look.board.frogs.findIndex((/** @type {{dummy: boolean}} */ {dummy}) => dummy);
        if (seat < 0 || look.board.frogs[seat].progress === null) return html``;
        const name = t('DUMMY');
        return rowOf({look, seat, name, colour: '', away: '', landed: landed.get(seat)});
    },
    gone: ({board}, names) => html`
        <h3 class="h3">${t('NIGHT_CARDS_LEFT')}</h3>
        ${board.frogs.map(({color, cards, dummy}, seat) => (dummy
            ? ''
            : html`<div class="row">
                <b class="grow">${names[seat]}</b>
                ${hand(color, cards)}
            </div>`))}`,
    won(look, seat) {
        const {color, cards} = look.board.frogs[seat];
        return cards.length === 0 ? html`` : hand(`won ${color}`, cards);
    },
};
