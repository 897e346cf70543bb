// analysis-panels.mjs: the panels beside the analysis board: what may be drawn, what the engine
// thinks, what is proven; and the same as marks on the board.

import {CHANCE, UNIT} from './core.mjs';
import {shares} from './curve.mjs';
import {html, icon, one, onPress, patch} from './dom.mjs';
import {moveWords} from './moves.mjs';
import {set, settings} from './settings-store.mjs';
import {language, n, percent, t} from './words.mjs';

const LINES = 5, CHOICES = 8; // that are shown: lines of the engine, choices of one value

/** The screen. @typedef {{game: string, options: string, mine: number, look: import('./core.mjs').Look,
 *   seats: import('./table.mjs').Seat[], here: {full: string, chance: {outcome: string, weight: number}[]},
 *   board: import('./play.mjs').Board, redraw: () => void, pair: (cards: string[]) => Promise<void>,
 *   play: (seat: number, move: string) => Promise<boolean>, roll: () => Promise<boolean>,
 *   walk: (moves: string[]) => Promise<void>}} Board */
/** @typedef {import('./analyst.mjs').Known} Known */
/** @typedef {import('./analyst.mjs').Worth} Worth */

// ---- Chance ----

/** @param {HTMLElement} box @param {Board} board */
export function chancePanel(box, board) {
    const {chance} = board.here, total = chance.reduce((sum, {weight}) => sum + weight, 0);
    patch(box, html`<h2 class="h3">${t('CHANCE_DUE')}</h2><p class="s">${t('CHANCE_HELP')}</p><div class="row wrap draws">${chance.map(({outcome, weight}) => html`<button class="btn soft small" data-outcome="${outcome}"><b>${outcome}</b><span class="xs">${percent(weight / total)}</span></button>`)}</div>
        <div class="row wrap"><button class="btn small roll">${icon('again')}${t('CHANCE_ROLL')}</button><label class="switch"><input type="checkbox" role="switch" class="rolls" ${settings.analysis.rolls ? 'checked' : ''}><span>${t('CHANCE_ALWAYS')}</span></label></div>`);
    onPress(box, '[data-outcome]', (button) => void board.play(CHANCE, String(button.dataset.outcome)));
    onPress(box, '.roll', () => void board.roll());
    one(box, '.rolls').onchange = ({target}) => set('analysis', {...settings.analysis, rolls: /** @type {HTMLInputElement} */ (target).checked});
}

// ---- The engine ----

/** Everyone's chance as a share, a draw in halves. @param {import('./analyst.mjs').Found} found */
const chancesOf = ({win, draw}) => win.map((chance) => (chance + draw / win.length) / UNIT);

/** @param {number} count */
const many = (count) => new Intl.NumberFormat(language(), {notation: 'compact', maximumSignificantDigits: 3}).format(count);

/** One line: its value, its first move in words, the rest as it is written.
 *  @param {Board} board @param {import('./analyst.mjs').Line} line @param {number} i @param {boolean} mixes */
function lineMarkup({game}, {move, value, probability, line = []}, i, mixes) {
    return html`<li><button class="found-line" data-line="${i}"><span class="pill ${i === 0 ? 'good' : ''}">${value === undefined ? '–' : percent(value / UNIT)}</span><span class="grow"><b>${moveWords(game, move)}</b>${
        mixes && probability > 0 ? html` <span class="s">${t('MIX_SHARE', percent(probability / UNIT))}</span>` : ''}${line.length > 1 ? html` <span class="s">${line.slice(1, 7).join(' ')}</span>` : ''}</span></button></li>`;
}

/** @param {HTMLElement} screen @param {Board} board @param {Known | null} known */
export function enginePanel(screen, board, known) {
    const box = one(screen, '.engine .found'), found = known?.found.get(board.mine), how = one(screen, '.engine .how');
    const over = board.look.result !== null || board.here.chance.length > 0;
    how.textContent = !found ? (settings.analysis.engine && !over && !known?.exact ? t('ENGINE_THINKS') : '')
        : t('ENGINE_DEPTH', found.depth, many(known?.nodes || found.nodes));
    if (!found || over || known?.exact) {
        patch(box, html``);
        return;
    }
    const told = found.choices.filter(({line}) => line), best = told.length > 0 ? told : found.choices.filter(({value, probability}) => value !== undefined || probability > 0);
    const lines = best.slice(0, LINES);
    const mixes = lines.some(({probability}) => probability > 0 && probability < UNIT);
    patch(box, html`${shares(board.game, board.options, board.seats, chancesOf(found))}<ol class="lines">${lines.map((line, i) => lineMarkup(board, line, i, mixes))}</ol>`);
    onPress(box, '[data-line]', (button) => {
        const {move, line} = lines[Number(button.dataset.line)];
        void board.walk(line && line.length > 0 ? line : [move]);
    });
}

/** The arrows of what was found: the best, the second, and threats. @param {Board} _board @param {Known} known
 *  @returns {import('./play.mjs').Pointed[]} */
export function pointed({mine}, known) {
    const {best, threats} = settings.analysis, found = known.found.get(mine);
    const lines = best && found && !known.exact ? found.choices.filter(({value}) => value !== undefined).slice(0, 2) : [];
    /** @type {import('./play.mjs').Pointed[]} */
    const drawn = threats ? known.threats.map((move) => ({move, threat: true, called: t('ARROW_THREATS')})).slice(0, 2) : [];
    drawn.push(...lines.map(({move, value = 0}, i) => ({move, second: i > 0, sign: percent(value / UNIT).replace(/\s/g, ''), tone: i > 0 ? 'n' : 'g'})).reverse());
    return drawn;
}

// ---- What is proven ----

/** A value as a sign: `+2`, `=`, `−3`. @param {Worth} worth */
export const signOf = ({value, distance = 0}) => (value === 'won' ? `+${distance}` : value === 'lost' ? `−${distance}` : value === 'drawn' ? '=' : '?');
const TONES = /** @type {Record<string, string>} */ ({won: 'won', drawn: 'drawn', lost: 'lost', unknown: 'unsure'});
/** In words, for the one who chooses. @param {Worth} worth */
const wordsOf = ({value, distance = 0}) => (value === 'won' ? n('EXACT_WINS', distance) : value === 'lost' ? n('EXACT_LOSES', distance) : t(value === 'drawn' ? 'EXACT_DRAWS' : 'EXACT_UNKNOWN'));
/** The higher, the better. @param {Worth} worth */
const rankOf = ({value, distance = 0}) => (value === 'won' ? 1e6 - distance : value === 'lost' ? distance - 1e6 : value === 'drawn' ? 0 : -1);

/** What a board marks its choices with; null if nothing is known. @param {Board} _board @param {Known | null} known
 *  @returns {Map<string, import('./play.mjs').Truth> | null} */
export function truths(_board, known) {
    if (!known?.exact || !settings.analysis.exact) return null;
    return new Map(known.exact.choices.map((choice) => [choice.move, {sign: signOf(choice), tone: TONES[choice.value], words: wordsOf(choice), rank: rankOf(choice)}]));
}

/** Choices of one value together. @param {import('./analyst.mjs').Exact} exact */
function groupsOf({choices}) {
    /** @type {Map<string, (Worth & {move: string})[]>} */
    const groups = new Map();
    for (const choice of choices) groups.set(signOf(choice), [...(groups.get(signOf(choice)) ?? []), choice]);
    return [...groups.values()];
}

/** @param {HTMLElement} box @param {Board} board @param {Known | null} known */
export function exactPanel(box, board, known) {
    const exact = known?.exact;
    if (!exact) {
        patch(box, html``);
        return;
    }
    const name = board.seats[exact.seat].name, {value, distance = 0} = exact;
    const title = value === 'won' ? n('EXACT_SEAT_WINS', distance, name) : value === 'lost' ? n('EXACT_SEAT_LOSES', distance, name) : t(value === 'drawn' ? 'EXACT_POSITION_DRAWN' : 'EXACT_UNKNOWN');
    patch(box, html`<section class="panel proven"><div class="row"><span class="worth-pill ${TONES[value]}">${signOf(exact)}</span><div class="grow"><h2 class="h3">${title}</h2><p class="xs">${t('EXACT_PROVEN')}</p></div></div>
        ${groupsOf(exact).map((group) => html`<div class="row group"><span class="worth-pill ${TONES[group[0].value]}">${signOf(group[0])}</span><div class="grow"><b>${n('EXACT_CHOICES', group.length)}</b> <span class="s">${wordsOf(group[0])}</span><div class="row wrap">${group.slice(0, CHOICES).map(({move}) => html`<button class="btn soft small" data-move="${move}">${move}</button>`)}${
            group.length > CHOICES ? html`<span class="s">${n('EXACT_MORE', group.length - CHOICES)}</span>` : ''}</div></div></div>`)}</section>`);
    onPress(box, '[data-move]', (button) => void board.play(board.mine, String(button.dataset.move)));
}
