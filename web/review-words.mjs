// review-words.mjs: what a review says of a choice: its sign, the reasons, the answer, what is
// proven; and everyone's totals. Markup and sentences of what the core has judged, no state.

import {kindOf} from './kinds.mjs';
import {html, icon} from './dom.mjs';
import {moveWords, sureWords} from './moves.mjs';
import {signed, t} from './words.mjs';

/** @typedef {import('./core.mjs').Judged} Judged */
/** @typedef {{game: string, seats: {name: string}[], cast: {me: number}}} Reviewed */

/** What a choice may cost to be good enough. */
export const FINE = .05;
/** @type {Record<string, [string, string]>} */
export const SIGNS =
    {inaccuracy: ['?!', 'd'], mistake: ['?', 'd'], blunder: ['??', 'b']};

/** What the signs and figures of a review mean, one press away. @param {string} game */
export function terms(game) {
    const known = [...Object.entries(SIGNS).map(([name, [sign, tone]]) =>
        [html`<span class="sg ${tone}">${sign}</span>`, t(`TERM_${name.toUpperCase()}`)]),
        [t('TERM_CHANCES_SIGN'), t(kindOf(game).hands ? 'TERM_CHANCES_HANDS' : 'TERM_CHANCES')],
        [t('TOTAL_ACCURACY'), t('TERM_ACCURACY')],
        [t('TOTAL_STANDING'), t('TERM_STANDING')],
        ...(kindOf(game).armies ? [] : [[t('TOTAL_LUCK'), t('TERM_LUCK')]]),
        [t('TOTAL_SKILL'), t('TERM_SKILL')]];
    return html`<details class="terms">
        <summary>${icon('down', 'small')}${t('TERMS')}</summary>
        <dl>${known.map(([sign, words]) => html`<div><dt>${sign}</dt><dd>${words}</dd></div>`)}</dl>
    </details>`;
}

// ---- A choice ----

/** The sign of a judged choice, and its tone. @param {Judged} judged
 *  @returns {[string, string]} */
export const signOf = (judged) =>
    SIGNS[judged.class] ?? (judged.class === 'best' ? ['!', 'g'] : ['', '']);

/** When a choice was made, as the play screen counts. @param {string} game
 *  @param {Judged} judged */
export function turnWords(game, {turn}) {
    if (!kindOf(game).frogs) return t('TURN', turn);
    return turn > 0 ? t('ROUND', turn) : t('PLACING');
}

/** Whose chances a choice changed, and as who saw them: where hands are hidden, a choice is
 *  judged by what the seat knew. @param {Reviewed} review @param {number} seat */
export function chanceWords({game, seats, cast}, seat) {
    const mine = seat === cast.me, {name} = seats[seat];
    return kindOf(game).hands
        ? html`<span class="s knew">${mine ? t('CHANCE_KNEW') : t('CHANCE_KNEW_OF', name)}</span>`
        : html`<span class="s">${mine ? t('CHANCE_NOW') : t('CHANCE_NOW_OF', name)}</span>`;
}

/** A reason as the core tells it, as a sentence with a subject. @param {string} game
 *  @param {string} move @param {{text: string, whole?: boolean}} fact */
function sentence(game, move, {text, whole}) {
    const key = !kindOf(game).frogs ? 'FACT_MOVE' : /^\d$/.test(move) ? 'FACT_CARD' : 'FACT_PLACE';
    const said = whole ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : t(key, text);
    return `${said}${/[.!?…]$/.test(said) ? '' : '.'}`;
}

/** Why a choice is good or bad. @param {string} game @param {Judged} judged
 *  @param {'move' | 'best'} what @returns {string[]} */
export function reasons(game, {move, known, facts = []}, what) {
    // The answer is shown with the name of the player who gives it.
    return facts.filter((fact) => fact.about === what && fact.fact !== 'ANSWERED')
        .map((fact) => sentence(game, what === 'best' ? known.best : move, fact));
}

/** @param {string} game @param {string[]} [line] @param {string} [which] */
export function lineButton(game, line = [], which = 'best') {
    return line.length > 1 ? html`<button class="btn soft small follow" data-line="${which}"
        aria-label="${t('SHOW_LINE_OF', moveWords(game, line[0]))}">
        ${icon('play', 'small')}${t('SHOW_LINE')}
    </button>` : '';
}

/** How a choice that cost something is best answered. @param {Reviewed} review
 *  @param {Judged} judged */
export function answerWords({game, seats, cast}, {seat, line = [], known}) {
    if (line.length < 2 || !known || known.cost < FINE) return '';
    const other = 1 - seat, words = moveWords(game, line[1]);
    return html`<div class="row answer">
        <p class="grow">${other === cast.me
            ? t('ANSWER_YOURS', words)
            : t('ANSWER_OF', seats[other].name, words)}</p>
        ${lineButton(game, line, 'move')}
    </div>`;
}

/** What is proven about the position before a decision. @param {string} game
 *  @param {Judged} judged */
export function proven(game, {known, win_in: win, loss_in: loss}) {
    const words = kindOf(game).armies
        ? sureWords(known.best_value, known.best_value > .5 ? win : loss)
        : '';
    return words || t('PROVEN');
}

// ---- The whole game ----

/** Where a seat stands among the levels, by the one that says most: nearest to the middle.
 *  @param {Judged | null} end @param {number} seat */
function standing(end, seat) {
    const standings = end?.standings?.[seat];
    if (!standings) return '';
    let [player, percent] = ['', -50];
    for (const one of Object.entries(standings)) {
        const closer = Math.abs(percent - 50) - Math.abs(one[1] - 50);
        if (closer > 0 || (closer === 0 && percent >= 50)) [player, percent] = one;
    }
    const level = player.split(':')[1];
    return level
        ? t('STANDING_OF', Math.round(percent), level)
        : t('STANDING_OF_RANDOM', Math.round(percent));
}

/** Everyone's accuracy, mistakes, luck and skill. @param {{name: string}[]} seats
 *  @param {Judged | null} end @param {boolean} luck did chance have a part? */
export function totalsTable(seats, end, luck) {
    const totals = end?.totals ?? [];
    if (totals.length === 0) return '';
    const known = end?.standings?.some(Boolean);
    const signs = Object.values(SIGNS).map(([sign]) => html`<th scope="col">${sign}</th>`);
    return html`<div class="tablebox" tabindex="0">
        <table class="totals">
            <thead>
                <tr>
                    <td></td>
                    <th scope="col">${t('TOTAL_ACCURACY')}</th>
                    ${known ? html`<th scope="col">${t('TOTAL_STANDING')}</th>` : ''}${signs}${
                        luck ? html`<th scope="col">${t('TOTAL_LUCK')}</th>` : ''}
                    <th scope="col">${t('TOTAL_SKILL')}</th>
                </tr>
            </thead>
            <tbody>${totals.map((total) => html`<tr>
                <th scope="row">${seats[total.seat]?.name ?? ''}</th>
                <td>${total.accuracy === null ? '–' : Math.round(total.accuracy)}</td>
                ${known ? html`<td class="standing">${standing(end, total.seat) || '–'}</td>`
                    : ''}${
                    Object.keys(SIGNS).map((name) => html`<td>${total.classes[name]}</td>`)}${
                        luck ? html`<td>${signed(total.luck)}</td>` : ''}
                <td>${signed(total.skill)}</td>
            </tr>`)}</tbody>
        </table>
    </div>`;
}
