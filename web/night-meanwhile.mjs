// night-meanwhile.mjs: what a phone offers while others think: something to say that pops up on the
// big screen, the rules, what has been played.

import {sentences} from './events.mjs';
import {dialog, html, icon, onPress, patch} from './dom.mjs';
import {kindOf, TITLES} from './kinds.mjs';
import {FACES, frog, phrasesOf} from './night-line.mjs';
import {tried} from './night-tried.mjs';
import {language, t} from './words.mjs';

const PHRASES = ['nice', 'close', 'thinking', 'well-played', 'wow', 'ribbit', 'oops', 'lucky'];
const TOLD = 12; // turns that are told again

/** Something to look at: an icon, what it is called, what it does.
 *  @typedef {[string, string, () => void]} Link */
/** @typedef {import('./night-line.mjs').Night} Night */

/** The end of a dialog that only shows something. @param {string} [focus] */
const closeRow = (focus = '') => html`<div class="row end"><button class="btn" value="" ${focus}>${
    t('CLOSE')}</button></div>`;

/** @param {Night} night @param {string | undefined} phrase */
const say = (night, phrase) => void tried(() => night.tell('say', {phrase}));

/** Faces and phrases, to be tapped. @param {HTMLElement} place @param {Night} night */
export async function phrases(place, night) {
    const words = await phrasesOf(), colour = night.me?.frog ?? 'green';
    const faces = Object.entries(FACES).map(([name, how]) => html`<button class="btn soft"
        data-phrase="${name}" aria-label="${t(`NIGHT_FACE_${name.toUpperCase()}`)}">${
        frog(colour, how)}</button>`);
    const said = PHRASES.filter((name) => words[name]).map((name) => html`<button
        class="btn soft small" data-phrase="${name}">${words[name]}</button>`);
    patch(place, html`<h2 class="h3">${t('NIGHT_SAY')}</h2><div class="faces">${faces}</div>
        <div class="row wrap">${said}</div>`);
    onPress(place, '[data-phrase]', ({dataset}) => say(night, dataset.phrase));
}

/** All phrases, from the button above. @param {Night} night */
export async function speak(night) {
    const words = await phrasesOf();
    const answer = await dialog(html`<h2>${t('NIGHT_SAY')}</h2><div class="phrases">${
        Object.entries(words).map(([name, text]) => html`<button class="btn soft"
            value="${name}">${text}</button>`)}</div>${closeRow()}`, {classes: 'menu'});
    if (answer) say(night, answer);
}

/** @param {string} game */
export async function readRules(game) {
    const {rulesOf} = await import('./rules.mjs');
    await dialog(html`<article class="prose" tabindex="0" autofocus lang="${language()}">${
        await rulesOf(game)}</article>${closeRow()}`, {classes: 'menu long'});
}

/** What has been played so far, as everyone may know it.
 *  @param {import('./night-line.mjs').NightTable | null} table */
async function played(table) {
    if (!table?.look) return;
    await table.recall();
    const cast = {seats: table.seats, me: table.mine}, kind = await kindOf(table.game).tv?.();
    const told = await Promise.all(table.happenings.slice(-TOLD).reverse()
        .map((one) => sentences(table.game, one, cast)));
    const list = told.length === 0 ? html`<p>${t('NIGHT_PLAYED_NONE')}</p>`
        : html`<ul class="told" tabindex="0" aria-label="${t('NIGHT_SO_FAR')}">${
            told.map((said) => html`<li>${said.join(' ')}</li>`)}</ul>`;
    await dialog(html`<h2>${t('NIGHT_PLAYED')}</h2>${
        kind?.gone?.(table.look, cast.seats.map(({name}) => name)) ?? ''}<h3 class="h3">${
        t('NIGHT_SO_FAR')}</h3>${list}${closeRow('autofocus')}`, {classes: 'played long'});
}

/** What to look at meanwhile, and a way to leave for a moment.
 *  @param {HTMLElement} place @param {Night} night @param {string} game
 *  @param {import('./night-line.mjs').NightTable | null} table @param {Link[]} more */
export function links(place, night, game, table, more) {
    /** @type {Link[]} */
    const all = [...more,
        ['book', t('NIGHT_RULES', TITLES[game]), () => void readRules(game)],
        ['list', t('NIGHT_PLAYED'), () => void played(table)],
        ['clock', t('NIGHT_STEP_OUT'), () => void tried(() => night.tell('away'))]];
    patch(place, html`${all.map(([sign, name], i) => html`<button class="link" data-link="${i}">${
        icon(sign)}<span class="grow">${name}</span>${icon('right', 'small')}</button>`)}`);
    onPress(place, '.link', ({dataset}) => all[Number(dataset.link)][2]());
}
