// claims.mjs: when a phone is lost at a game night: somebody asks for its place with another phone,
// and the person who decides compares the number that both show.

import {announce, dialog, html, make, onPress, patch} from './dom.mjs';
import {t} from './words.mjs';

const CALM_MS = 1500; // no answer before: a thumb on its way to a card must not give a hand away
const FEW = 3; // names that are offered at once; more are listed when somebody asks for them
let calm = 0;

/** @typedef {import('./night-line.mjs').Night} Night */
/** @typedef {import('./night-line.mjs').NightState} NightState */
/** @typedef {import('./night-line.mjs').Claim} Claim */

/** Those whose phones are not here, with their numbers. @param {NightState} state */
export const absent = ({members}) => members.map((member, number) => ({...member, number}))
    .filter(({gone, here}) => !gone && !here);

/** Seats of the game that a spectator could take over. @param {NightState} state */
export const orphans = ({members, phase, you}) => members
    .map((member, number) => ({...member, number}))
    .filter(({seat, here, gone, number}) => phase === 'playing' && seat !== null
        && (gone || !here) && number !== you);

/** Can the leader answer? If not, the big screen does: for a claim of the leader's own, too.
 *  @param {NightState} state @param {Claim} claim */
const leaderAnswers = ({lead, members, stands_in_for: lender}, {by}) =>
    lead !== null && members[lead].here && lender === null && by !== lead;

/** @typedef {ReturnType<typeof absent>} People */

/** Asks for the place of somebody: one button each, or one for all of them.
 *  @param {People} people @param {string} question @param {string} word of a button */
export const claimPanel = (people, question, word) => (people.length === 0 ? html`` : html`<section
    class="panel claim-place"><h2 class="h3">${question}</h2><div class="row wrap">${
    people.length > FEW ? html`<button type="button" class="btn soft" data-claim="">${
        t('NIGHT_CLAIM_WHO')}</button>` : people.map(({name, number}) => html`<button type="button"
        class="btn soft" data-claim="${number}">${t(word, name)}</button>`)}</div></section>`);

/** What its buttons do, and the one that takes a claim back.
 *  @param {HTMLElement} place @param {People} people
 *  @param {(member: number) => void} claim @param {() => void} withdraw */
export function onClaim(place, people, claim, withdraw) {
    onPress(place, '.withdraw', withdraw);
    onPress(place, '[data-claim]', async ({dataset}) => {
        const member = dataset.claim || await dialog(html`<h2>${t('NIGHT_CLAIM_WHO')}</h2><div
            class="menu-list">${people.map(({name, number}) => html`<button class="btn soft"
            value="${number}">${t('NIGHT_CLAIM_ME', name)}</button>`)}</div><div
            class="row end"><button class="btn" value="">${t('CANCEL')}</button></div>`,
        {classes: 'menu long'});
        if (member) claim(Number(member));
    });
}

/** What a phone shows until somebody has decided. @param {NightState} state @param {Claim} claim */
export function waitingPanel(state, claim) {
    const {number} = claim, leader = state.lead === null ? '' : state.members[state.lead].name;
    const asks = leaderAnswers(state, claim);
    return html`<section class="panel claim-wait" role="status"><h2 class="h3">${
        asks ? t('NIGHT_CLAIM_SHOW', leader) : t('NIGHT_CLAIM_COMPARE')}</h2>
        <p class="number">${number}</p>
        <p>${asks ? t('NIGHT_CLAIM_WAIT', leader) : t('NIGHT_CLAIM_SCREEN')}</p>
        <button type="button" class="btn soft wide withdraw">${t('CANCEL')}</button></section>`;
}

/** The question of a claim, and what a yes says. @param {NightState} state @param {Claim} claim */
function questionOf({members}, {member, by, number}) {
    const {name} = members[member];
    if (by === null) return [t('NIGHT_CLAIM_ASKS', name, number), t('NIGHT_CLAIM_YES', name)];
    const who = members[by].name;
    return [t('NIGHT_CLAIM_ASKS_SEAT', who, name, number), t('NIGHT_CLAIM_YES_SEAT', who)];
}

/** The claims that the leader has to answer, one after the other.
 *  @param {HTMLElement} place @param {Night} night
 *  @param {(work: () => Promise<unknown>) => void} tried
 *  @returns {boolean} is there a new one? */
export function askLeader(place, night, tried) {
    const {state} = night;
    const [claim] = night.leads ? state.claims.filter(({by}) => by !== state.you) : [];
    const was = place.dataset.number ?? '';
    place.hidden = !claim;
    place.dataset.number = claim ? String(claim.number) : '';
    if (!claim) return false;
    const [question, yes] = questionOf(state, claim), fresh = was !== place.dataset.number;
    if (fresh) {
        place.inert = true;
        clearTimeout(calm);
        calm = setTimeout(() => { place.inert = false; }, CALM_MS);
    }
    patch(place, html`<p><b>${question}</b></p><div class="row end"><button class="btn soft"
        data-on="">${t('NIGHT_CLAIM_NO')}</button><button class="btn" data-on="yes">${yes}</button>
        </div>`);
    onPress(place, 'button', ({dataset}) => tried(
        () => night.tell('grant', {number: claim.number, on: dataset.on === 'yes'})));
    if (fresh) announce(question);
    return fresh;
}

/** On the screen that opened the night: claims while the leader's own phone is lost. Y agrees, X
 *  does not. @param {HTMLElement} root @param {Night} night
 *  @returns {() => void} to stop listening */
export function answers(root, night) {
    const place = make(html`<p class="offer claim" role="status" hidden></p>`);
    const claim = () => night.state.claims.find((one) => !leaderAnswers(night.state, one));
    const answer = (/** @type {boolean} */ on) => {
        const asked = claim();
        if (asked) void night.tell('grant', {number: asked.number, on}).catch(() => {});
    };
    const draw = () => {
        const asked = night.state && claim();
        place.hidden = !asked;
        if (!asked) return;
        patch(place, html`<span>${questionOf(night.state, asked)[0]}</span>
            <button class="btn" data-on="yes">${t('NIGHT_CLAIM_KEY_YES')}</button>
            <button class="btn soft" data-on="">${t('NIGHT_CLAIM_KEY_NO')}</button>`);
        onPress(place, 'button', ({dataset}) => answer(dataset.on === 'yes'));
    };
    const press = (/** @type {KeyboardEvent} */ {key}) => {
        if (key === 'y' || key === 'Y') answer(true);
        if (key === 'x' || key === 'X') answer(false);
    };
    root.append(place);
    night.addEventListener('change', draw);
    document.addEventListener('keydown', press);
    draw();
    return () => {
        night.removeEventListener('change', draw);
        document.removeEventListener('keydown', press);
    };
}

/** What there is to say when a seat has gone over.
 *  @param {string} former who had it @param {string} name */
export const succession = (former, name) => (former === name ? t('NIGHT_SUCCEEDS_SELF', name)
    : t('NIGHT_SUCCEEDS', name, former));
