// look.mjs: how games and seats look wherever they are shown: names, colours, portraits.

import {html, piece} from './dom.mjs';
import {kindOf} from './kinds.mjs';
import {n} from './words.mjs';

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
