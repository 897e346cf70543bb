// analysis-panels.mjs: the panels beside the analysis board: what may be drawn, what the engine
// thinks, what is proven; and the same as marks on the board.

import {CHANCE, UNIT} from './core.mjs';
import {shares} from './curve.mjs';
import {html, icon, one, onPress, patch} from './dom.mjs';
import {moveWords} from './moves.mjs';
import {set, settings} from './settings-store.mjs';
import {list, n, number, percent, t} from './words.mjs';

const LINES = 5, CHOICES = 8, THREATS = 2; // that are shown; choices of one value

/** What chance could draw. @typedef {{outcome: string, weight: number}} Outcome */
/** The screen. @typedef {{game: string, options: string, mine: number,
 *   look: import('./core.mjs').Look, seats: import('./table.mjs').Seat[],
 *   here: {full: string, chance: Outcome[]}, board: import('./play.mjs').Board,
 *   redraw: () => void, pair: (cards: string[]) => Promise<void>,
 *   play: (seat: number, move: string) => Promise<boolean>, roll: () => Promise<boolean>,
 *   walk: (moves: string[]) => Promise<void>}} Board */
/** @typedef {import('./analyst.mjs').Known} Known */
/** @typedef {import('./analyst.mjs').Worth} Worth */

/** A switch with its name. @param {string} name its class @param {boolean} on
 *  @param {string} word @param {boolean} [strong] */
export const toggle = (name, on, word, strong = false) => html`<label class="switch"><input
    type="checkbox" role="switch" class="${name}" ${on ? 'checked' : ''}>${
    strong ? html`<b>${t(word)}</b>` : html`<span>${t(word)}</span>`}</label>`;

// ---- Chance ----

/** @param {HTMLElement} box @param {Board} board */
export function chancePanel(box, board) {
    const {chance} = board.here, total = chance.reduce((sum, {weight}) => sum + weight, 0);
    patch(box, html`<h2 class="h3">${t('CHANCE_DUE')}</h2><p class="s">${t('CHANCE_HELP')}</p>
        <div class="row wrap draws">${chance.map(({outcome, weight}) => html`<button
            class="btn soft small" data-outcome="${outcome}"><b>${outcome}</b><span class="xs">${
            percent(weight / total)}</span></button>`)}</div>
        <div class="row wrap"><button class="btn small roll">${icon('again')}${
            t('CHANCE_ROLL')}</button>${
            toggle('rolls', settings.analysis.rolls, 'CHANCE_ALWAYS')}</div>`);
    onPress(box, '[data-outcome]', ({dataset: {outcome}}) =>
        void board.play(CHANCE, String(outcome)));
    onPress(box, '.roll', () => void board.roll());
    one(box, '.rolls').onchange = ({target}) => {
        const {checked} = /** @type {HTMLInputElement} */ (target);
        set('analysis', {...settings.analysis, rolls: checked});
    };
}

// ---- The engine ----

/** Everyone's chance as a share, a draw in halves. @param {import('./analyst.mjs').Found} found */
const chancesOf = ({win, draw}) => win.map((chance) => (chance + draw / win.length) / UNIT);

/** @param {number} count */
const many = (count) => number(count, {notation: 'compact', maximumSignificantDigits: 3});

/** One line: its value, its first move in words, the rest as it is written.
 *  @param {Board} board @param {import('./analyst.mjs').Line} line @param {number} i
 *  @param {boolean} mixes */
function lineMarkup({game}, {move, value, probability, line = []}, i, mixes) {
    const often = mixes && probability > 0 ? t('MIX_SHARE', percent(probability / UNIT)) : '';
    const rest = line.slice(1, 7).join(' ');
    return html`<li><button class="found-line" data-line="${i}"><span class="pill ${
        i === 0 ? 'good' : ''}">${
        value === undefined ? '–' : percent(value / UNIT)}</span><span class="grow"><b>${
        moveWords(game, move)}</b>${[often, rest].map((text) =>
        (text ? html` <span class="s">${text}</span>` : ''))}</span></button></li>`;
}

/** What an engine says first: what it is doing. @param {Board} board @param {Known | null} known
 *  @param {boolean} over */
function doing({mine}, known, over) {
    const found = known?.found.get(mine);
    const count = known?.nodes || found?.nodes;
    if (found) return count ? t('ENGINE_DEPTH', found.depth, many(count)) : ''; // not searched
    return settings.analysis.engine && !over && !known?.exact ? t('ENGINE_THINKS') : '';
}

/** The threats that arrows show, in words; '' where there are none.
 *  @param {Board} board @param {Known | null} known */
export const threatWords = ({game}, known) => (settings.analysis.threats && known?.threats.length
    ? `${t('ARROW_THREATS')}${t('COLON')}${list(known.threats.slice(0, THREATS).map((move) =>
        moveWords(game, move)))}` : '');

/** @param {HTMLElement} screen @param {Board} board @param {Known | null} known */
export function enginePanel(screen, board, known) {
    const box = one(screen, '.engine .found'), found = known?.found.get(board.mine);
    const over = board.look.result !== null || board.here.chance.length > 0;
    one(screen, '.engine .threatened').textContent = over ? '' : threatWords(board, known);
    one(screen, '.engine .how').textContent = doing(board, known, over);
    if (!found || over || known?.exact) {
        patch(box, html``);
        return;
    }
    const told = found.choices.filter(({line}) => line);
    const judged = found.choices.filter(({value, probability}) =>
        value !== undefined || probability > 0);
    const lines = (told.length > 0 ? told : judged).slice(0, LINES);
    const mixes = lines.some(({probability}) => probability > 0 && probability < UNIT);
    patch(box, html`${shares(board.game, board.options, board.seats, chancesOf(found))}<ol
        class="lines">${lines.map((line, i) => lineMarkup(board, line, i, mixes))}</ol>`);
    onPress(box, '[data-line]', (button) => {
        const {move, line} = lines[Number(button.dataset.line)];
        void board.walk(line && line.length > 0 ? line : [move]);
    });
}

/** The arrows of what was found: the best, the second, and threats. @param {Board} board
 *  @param {Known} known @returns {import('./play.mjs').Pointed[]} */
export function pointed({mine}, known) {
    const {best, threats} = settings.analysis, found = known.found.get(mine);
    const valued = best && !known.exact
        ? found?.choices.filter(({value}) => value !== undefined) ?? [] : [];
    const lines = valued.slice(0, 2).map(({move, value = 0}, i) => ({move, second: i > 0,
        sign: percent(value / UNIT).replace(/\s/g, ''), tone: i > 0 ? 'n' : 'g'}));
    const drawn = threats ? known.threats.slice(0, THREATS) : [];
    return [...drawn.map((move) => ({move, threat: true, called: t('ARROW_THREATS')})),
        ...lines.reverse()];
}

// ---- What is proven ----

/** Of each value: its sign, before the number of turns, and its tone.
 *  @type {Record<string, {sign: string, tone: string}>} */
const VALUES = {won: {sign: '+', tone: 'won'}, drawn: {sign: '=', tone: 'drawn'},
    lost: {sign: '−', tone: 'lost'}, unknown: {sign: '?', tone: 'unsure'}};
/** A value as a sign: `+2`, `=`, `−3`. @param {Worth} worth */
export const signOf = ({value, distance = 0}) =>
    `${VALUES[value].sign}${value === 'won' || value === 'lost' ? distance : ''}`;
/** In words, for the one who chooses. @param {Worth} worth */
function wordsOf({value, distance = 0}) {
    if (value === 'won') return n('EXACT_WINS', distance);
    if (value === 'lost') return n('EXACT_LOSES', distance);
    return t(value === 'drawn' ? 'EXACT_DRAWS' : 'EXACT_UNKNOWN');
}
/** The higher, the better. @param {Worth} worth */
function rankOf({value, distance = 0}) {
    if (value === 'won') return 1e6 - distance;
    return value === 'lost' ? distance - 1e6 : value === 'drawn' ? 0 : -1;
}

/** What a board marks its choices with; null if nothing is known. @param {Known | null} known
 *  @returns {Map<string, import('./play.mjs').Truth> | null} */
export function truths(known) {
    if (!known?.exact || !settings.analysis.exact) return null;
    return new Map(known.exact.choices.map((choice) => [choice.move, {sign: signOf(choice),
        tone: VALUES[choice.value].tone, words: wordsOf(choice), rank: rankOf(choice)}]));
}

/** Choices of one value together. @param {import('./analyst.mjs').Exact} exact */
function groupsOf({choices}) {
    /** @type {Map<string, (Worth & {move: string})[]>} */
    const groups = new Map();
    for (const choice of choices) {
        const sign = signOf(choice);
        groups.set(sign, [...(groups.get(sign) ?? []), choice]);
    }
    return [...groups.values()];
}

/** @param {Worth} worth */
const pill = (worth) => html`<span class="worth-pill ${VALUES[worth.value].tone}">${
    signOf(worth)}</span>`;

/** What the position is worth. @param {import('./analyst.mjs').Exact} exact
 *  @param {string} name of who is to move */
function valueWords({value, distance = 0}, name) {
    if (value === 'won') return n('EXACT_SEAT_WINS', distance, name);
    if (value === 'lost') return n('EXACT_SEAT_LOSES', distance, name);
    return t(value === 'drawn' ? 'DRAWN' : 'EXACT_UNKNOWN');
}

/** @param {(Worth & {move: string})[]} group */
const groupMarkup = (group) => html`<div class="row group">${pill(group[0])}<div class="grow"><b
    class="worth-words">${wordsOf(group[0])}</b> <span class="s">${
    n('EXACT_CHOICES', group.length)}</span><div class="row wrap">${
    group.slice(0, CHOICES).map(({move}) => html`<button class="btn soft small" data-move="${
        move}">${move}</button>`)}${group.length > CHOICES
    ? html`<span class="s">${
        n('EXPLORER_MORE', group.length - CHOICES)}</span>` : ''}</div></div></div>`;

/** @param {HTMLElement} box @param {Board} board @param {Known | null} known */
export function exactPanel(box, board, known) {
    const exact = known?.exact;
    if (!exact) {
        patch(box, html``);
        return;
    }
    patch(box, html`<section class="panel proven"><div class="row">${pill(exact)}<div
        class="grow"><h2 class="h3">${valueWords(exact, board.seats[exact.seat].name)}</h2><p
        class="xs">${t('EXACT_PROVEN')}</p></div></div>${
        groupsOf(exact).map(groupMarkup)}</section>`);
    onPress(box, '[data-move]', ({dataset: {move}}) => void board.play(board.mine, String(move)));
}
