// analysis-screen.mjs: the analysis board as markup: the bar, the place of the board, and the
// panels beside it, before anything is known.

import {toggle} from './analysis-panels.mjs';
import {MARKS, markWords} from './analysis-tree.mjs';
import {html, icon} from './dom.mjs';
import {kindOf} from './kinds.mjs';
import {wayBack} from './look.mjs';
import {hasScreen} from './screens.mjs';
import {settings} from './settings-store.mjs';
import {t} from './words.mjs';

/** A button that is a sign. @param {string} name its class @param {string} word
 *  @param {string} sign */
const signButton = (name, word, sign) => html`<button class="ib ${name}" aria-label="${
    t(word)}" title="${t(word)}">${icon(sign)}</button>`;

/** The same with its word, where there is room for it. @param {string} word @param {string} sign */
const worded = (word, sign) => html`${icon(sign)}<span class="word" aria-hidden="true">${
    t(word)}</span>`;

const bar = () => html`<header class="bar">${wayBack('#/analysis')}
    <h1 class="title grow"><b>${t('ANALYSIS')}</b> <span class="s sub"></span></h1>
    ${hasScreen('editor') ? html`<button class="ib to-editor" aria-label="${t('EDIT_POSITION')}"
    title="${t('EDIT_POSITION')}">${worded('EDIT_POSITION', 'pencil')}</button>` : ''}<a class="ib"
    href="#/analysis" aria-label="${t('OPEN')}" title="${t('OPEN')}">${
    worded('OPEN', 'open')}</a><button class="ib share" aria-label="${t('SHARE')}"
    title="${t('SHARE')}">${worded('SHARE', 'share')}</button></header>`;

/** @param {string} part @param {string} word */
const tab = (part, word) => html`<button class="btn soft small grow" data-tab="${
    part}" aria-pressed="false">${t(word)}</button>`;

/** @param {string} game @param {boolean} open are all hands shown? */
function engine(game, open) {
    const {armies, hands} = kindOf(game), {best, threats, engine: on} = settings.analysis;
    return html`<section class="panel engine" data-part="lines"><div class="row">${
        toggle('on', on, 'ENGINE', true)}<span class="grow s how"></span></div><div
        class="row wrap shows">${armies ? html`${toggle('best', best, 'ARROW_BEST')}${
        toggle('threats', threats, 'ARROW_THREATS')}` : ''}${
        hands ? toggle('known', !open, 'ONLY_KNOWN') : ''}</div><p class="s threatened"></p><div
        class="found"></div></section>`;
}

const branches = () => html`<section class="panel branches" data-part="tree"><div class="row"><h2
    class="h3 grow">${t('VARIATIONS')}</h2><span class="row edits">${
    signButton('promote', 'PROMOTE', 'up')}${signButton('remove', 'DELETE_MOVE', 'trash')}${
    signButton('text', 'COPY_TEXT', 'list')}</span></div><div class="tree" tabindex="0"
    role="group" aria-label="${t('VARIATIONS')}"></div><form class="notes"><label class="unseen"
    for="note">${t('COMMENT')}</label><input id="note" type="text" maxlength="2000"
    autocomplete="off"><div class="row marks" role="group" aria-label="${t('MARKS')}">${
    MARKS.map((mark) => html`<button class="btn soft small" type="button" data-mark="${
        mark}" aria-pressed="false" aria-label="${markWords(mark)}"
        title="${markWords(mark)}">${mark}</button>`)}</div>
    </form></section>`;

/** A step through the tree. @param {string} go @param {string} word @param {string} sign
 *  @param {string} [more] classes */
const way = (go, word, sign, more = 'grow') => html`<button class="btn soft small ${
    more}" data-go="${go}" aria-label="${t(word)}">${icon(sign)}</button>`;

/** @param {string} game */
const ways = (game) => html`<section class="panel ways"><div class="row">${
    way('first', 'STEP_FIRST', 'first', '')}${way('back', 'PREVIOUS', 'back')}<button
    class="btn soft small grow" data-go="play" aria-label="${
    t('AUTOPLAY')}" aria-pressed="false">${icon('play')}</button>${
    way('next', 'NEXT', 'right')}${way('last', 'STEP_LAST', 'first', 'flip')}${
    kindOf(game).armies ? way('turn', 'TURN_BOARD', 'again', '') : ''}</div></section>`;

/** @param {{game: string, open: boolean}} board */
export const screenMarkup = ({game, open}) => html`<div class="play game-${
    game} review analysis">${bar()}<main class="table"><section class="stage"></section><aside
    class="side"><section class="panel chance" hidden></section><div class="tabs2" role="group"
    aria-label="${t('ANALYSIS_SHOWS')}">${tab('lines', 'LINES')}${tab('tree', 'VARIATIONS')}</div>${
    engine(game, open)}<div class="truth" data-part="lines"></div>${branches()}<div
    class="explorer-slot" data-part="lines"></div><section class="panel place"
    data-part="tree"><div class="row"><h2 class="h3 grow">${t('THIS_POSITION')}</h2><button
    class="btn soft small copy">${t('COPY')}</button></div><p class="command"></p></section>${
    ways(game)}</aside></main></div>`;
