// look.mjs: what looks the same wherever it is shown: names, colours and portraits of seats, the
// way back from a screen, the question before what cannot be undone.

import {dialog, html, icon, piece} from './dom.mjs';
import {kindOf} from './kinds.mjs';
import {n, t} from './words.mjs';

export const COLOURS =
    /** @type {Record<string, string>} */ ({R: 'red', G: 'green', Y: 'yellow', B: 'blue'});

/** The colour of a seat. @param {string} game @param {number} seat @param {string} options */
export function colourOf(game, seat, options) {
    if (kindOf(game).armies) return seat === 0 ? 'light' : 'dark';
    const letters = /colors=(\w+)/.exec(options)?.[1] ?? kindOf(game).frogs ?? '';
    return COLOURS[letters[seat]] ?? ['green', 'blue', 'red', 'yellow', 'grey'][seat];
}

/** The picture of a seat. @param {string} game @param {number} seat @param {string} options
 *  @param {string} [how] */
export function portrait(game, seat, options, how = 'frog') {
    const colour = colourOf(game, seat, options);
    return kindOf(game).armies && how === 'frog' ? piece(`frog-${colour}`) : piece(how, colour);
}

/** That it is the viewer's turn: by name where several play at one screen.
 *  @param {{humans: number[], mine: number, seats: {name: string}[]}} table */
export const yourTurn = ({humans, mine, seats}) =>
    (humans.length > 1 ? t('TURN_OF', seats[mine].name) : t('YOUR_TURN'));

const SECOND_MS = 1000, MINUTE_MS = 60 * SECOND_MS, DAY_MS = 24 * 60 * MINUTE_MS,
    SHORT_MS = 20 * SECOND_MS;
/** Time that is left, in a few signs. @param {number} ms */
export const timeLeft = (ms) => (ms > DAY_MS ? n('DAYS', Math.ceil(ms / DAY_MS))
    : `${Math.floor(ms / MINUTE_MS)}:${String(Math.floor(ms / SECOND_MS) % 60).padStart(2, '0')}`);
/** How a clock looks: running, and short of time. @param {number} ms @param {boolean} runs */
export const clockClass =
    (ms, runs) => `clock ${runs ? 'runs' : ''} ${ms < SHORT_MS ? 'short' : ''}`;
/** The clock of a seat, beside its name. @param {number} seat @param {number} ms
 *  @param {boolean} runs */
export const clock = (seat, ms, runs) => html`<span class="${clockClass(ms, runs)}"
    data-seat="${seat}" role="timer">
    ${timeLeft(ms)}
</span>`;

/** The rating of a person, beside the name; one that is not settled yet has a question mark.
 *  @param {{rating: number, settled: boolean}} rating */
export const ratingOf = ({rating, settled}) =>
    html`<span class="rating">${Math.round(rating)}${settled ? '' : '?'}</span>`;

/** Two or three slow rings on quiet water. */
export const ripples = () => html`<svg class="ripples" aria-hidden="true">
    <ellipse cx="8%" cy="90%" rx="70" ry="24"/>
    <ellipse cx="8%" cy="90%" rx="42" ry="14"/>
    <ellipse cx="80%" cy="88%" rx="84" ry="28"/>
    <ellipse cx="80%" cy="88%" rx="52" ry="17"/>
</svg>`;

/** Where the bar of a screen with a board begins: back, or home where there is room for the name.
 *  @param {string} href @param {string} [word] */
export const wayBack = (href, word = 'BACK') => html`
    <a class="ib narrow-only" href="${href}" aria-label="${t(word)}">${icon('back')}</a>
    <a class="wm wide-only" href="#/" aria-label="${t('HOME')}">${piece('wordmark')}</a>
    <span class="sep wide-only"></span>`;

/** Asks before what cannot be undone. @param {string} question @param {string} help
 *  @param {string} answer @param {string} [no] */
export const sure = async (question, help, answer, no = t('CANCEL')) => await dialog(html`
    <h2>${question}</h2>
    ${help ? html`<p>${help}</p>` : ''}
    <div class="row end">
        <button class="btn soft" value="" autofocus>${no}</button>
        <button class="btn" value="yes">${answer}</button>
    </div>`, {classes: 'sure'}) === 'yes';
