// night-join.mjs: a phone comes in at a game night: with the code, a name and a frog; or with the
// place of somebody whose phone is lost.

import {absent, claimPanel, onClaim, waitingPanel} from './claims.mjs';
import {html, icon, make, one, patch, piece} from './dom.mjs';
import {FROGS, frog} from './night-line.mjs';
import {refusal, tried} from './night-tried.mjs';
import {set, settings} from './settings-store.mjs';
import {language, languages, LANGUAGE_NAMES, n, t} from './words.mjs';

const CODE = /^[A-Za-z]{4,6} ?-?[0-9OILoil]{2}$/;

/** @typedef {import('./night-line.mjs').Night} Night */
/** @typedef {import('./night-line.mjs').NightState} NightState */
/** @typedef {import('./dom.mjs').Markup} Markup */

/** Every device has its own language. */
const languageField = () => html`<label class="btn quiet small lang">${icon('globe')}<span
    class="unseen">${t('LANGUAGE')}</span><select>${languages().map((name) => html`<option
    value="${name}" ${name === language() ? 'selected' : ''} lang="${name}">${
    LANGUAGE_NAMES[name]}</option>`)}</select></label>`;

/** The code, and whether there is a night with it.
 *  @param {string} code @param {string} trouble @param {NightState | null} state */
function codePanel(code, trouble, state) {
    const here = state?.members.filter((member) => !member.gone && member.here).length ?? 0;
    const leader = state && state.lead !== null ? state.members[state.lead].name : '';
    const found = !state ? '' : leader ? n('NIGHT_OF', here, leader) : t('NIGHT_EMPTY');
    return html`<section class="panel"><label for="night-code"><b>${t('NIGHT_CODE')}</b></label>
        <div class="row"><input id="night-code" class="grow" name="code" maxlength="10"
            autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="NEWT 47"
            value="${code}" aria-describedby="code-state">${state ? ''
            : html`<button class="btn soft" type="submit">${t('NIGHT_CODE_CHECK')}</button>`}</div>
        <p id="code-state" class="s ${state && !trouble ? 'good' : 'why'}" role="status">${
            trouble || found}</p></section>`;
}

/** A frog that can be chosen. @param {string} colour @param {boolean} chosen
 *  @param {string | undefined} owner */
const frogField = (colour, chosen, owner) => html`<label class="fg ${owner ? 'gone' : ''}"><input
    type="radio" name="frog" value="${colour}" ${chosen ? 'checked' : ''} ${
    owner ? 'disabled' : ''}>${frog(colour)}<span>${
    owner ?? t(chosen ? 'NIGHT_YOURS' : 'NIGHT_FREE')}</span></label>`;

/** Who has a frog, other than this phone.
 *  @param {NightState | null} state @param {string} colour */
const ownerOf = (state, colour) => state?.members
    .find((member, i) => !member.gone && member.frog === colour && i !== state.you)?.name;

/** Has somebody got each of the frogs? Then they can be had twice.
 *  @param {NightState | null} state */
const crowded = (state) => FROGS.every((colour) => ownerOf(state, colour));

/** A name and a frog.
 *  @param {string} name @param {string} chosen @param {NightState | null} state */
export const whoFields = (name, chosen, state) => html`<label for="night-name"><b>${
    t('YOUR_NAME')}</b></label>
    <input id="night-name" name="name" maxlength="24" autocomplete="nickname" value="${name}"
        required>
    <fieldset><legend><b>${t('NIGHT_YOUR_FROG')}</b></legend>
        <div class="frogs">${FROGS.map((colour) => frogField(colour, colour === chosen,
            crowded(state) ? undefined : ownerOf(state, colour)))}</div></fieldset>`;

/** Joins by the name that this device has from now on.
 *  @param {Night} night @param {string} code @param {string} name @param {string} colour */
export function join(night, code, name, colour) {
    if (name) set('name', name);
    return tried(() => night.enter({do: 'join', code, ...(name ? {name} : {}), frog: colour}));
}

/** What a button says that joins. @param {string} name */
const joinText = (name) => (name.trim() ? t('NIGHT_JOIN_AS', name.trim()) : t('JOIN'));

class Entrance {
    /** @type {NightState | null} */
    state = null;
    name = settings.name;
    chosen = '';
    trouble = '';
    /** Does this phone ask for somebody's place, and has it just taken that back? */
    #claims = false;
    #withdrawn = false;
    /** @type {(value?: unknown) => void} */
    done = () => {};

    /** @param {Night} night @param {string} given the code of the link */
    constructor(night, given) {
        this.night = night;
        this.code = given.toUpperCase();
        this.root = make(html`<main class="hand-in"><header class="row">${piece('wordmark')}<span
            class="grow"></span>${languageField()}</header><h1>${
            t('NIGHT_HOP_IN')}</h1><form></form>${given ? ''
            : html`<p class="or"><a class="btn soft wide" href="#/tv">${
                t('NIGHT_OPEN')}</a></p>`}</main>`);
        this.form = /** @type {HTMLFormElement} */ (one(this.root, 'form'));
        /** Once this phone has a place at the night. */
        this.in = new Promise((done) => { this.done = done; });
        one(this.root, '.lang select').addEventListener('change', ({target}) =>
            set('language', /** @type {HTMLSelectElement} */ (target).value));
        this.form.addEventListener('input', (event) => this.#typed(event));
        this.form.addEventListener('submit', (event) => void this.#submit(event));
        night.addEventListener('change', () => this.#changed());
    }

    draw() {
        const {state, form} = this, free = crowded(state) ? FROGS
            : FROGS.filter((colour) => !ownerOf(state, colour));
        if (!free.includes(this.chosen)) this.chosen = free[0] ?? FROGS[0];
        const claim = this.#claimOf(), lost = state ? absent(state) : [];
        patch(form, html`${codePanel(this.code, this.trouble, state)}${!state ? ''
            : claim ? waitingPanel(state, claim) : html`${this.#whoPanel()}${
                claimPanel(lost, t('NIGHT_CLAIM'), 'NIGHT_CLAIM_ME')}`}`);
        onClaim(form, lost, (member) => void this.#ask(member), () => {
            this.#withdrawn = true;
            void tried(() => this.night.tell('withdraw'));
        });
    }

    #whoPanel() {
        const fields = whoFields(this.name, this.chosen, this.state);
        return html`<section class="panel">${fields}</section>
            <p class="s centre">${t('NIGHT_SEEN')}</p>
            <button class="btn wide big" type="submit">${joinText(this.name)}</button>`;
    }

    // ---- Somebody's place ----

    /** The claim that this phone waits for; one that is over is said to be. */
    #claimOf() {
        const [claim] = this.state?.claims ?? [];
        if (claim) this.trouble = '';
        else if (this.#claims) this.trouble = this.#withdrawn ? '' : t('NIGHT_CLAIM_OVER');
        if (!claim) this.#withdrawn = false;
        this.#claims = claim !== undefined;
        return claim;
    }

    /** @param {number} member whose place this is to be */
    async #ask(member) {
        this.trouble = await refusal(() => this.night.tell('claim', {member}));
        if (!this.trouble) return;
        this.draw();
        scrollTo(0, 0);
    }

    #changed() {
        if (!this.root.isConnected || !this.state) return;
        this.state = this.night.state;
        if (this.#claims && this.state.you !== null) this.done(); // somebody has agreed
        else this.draw();
    }

    // ---- The code, a name and a frog ----

    /** Looks for the night of the code. */
    async check() {
        this.trouble = await refusal(async () => {
            this.state = await this.night.enter({do: 'watch', code: this.code});
            this.code = this.state.code;
        });
        if (this.trouble) this.state = null;
        this.draw();
    }

    /** @param {Event} event */
    #typed({target}) {
        const {name: which, value} = /** @type {HTMLInputElement} */ (target);
        if (which === 'name') {
            this.name = value;
            const button = this.form.querySelector('.big');
            if (button) button.textContent = joinText(value);
        } else if (which === 'frog') {
            this.chosen = value;
            this.draw();
        } else if (which === 'code') {
            this.code = value;
            if (this.state) {
                this.state = null;
                this.draw();
            }
            if (CODE.test(value.trim())) void this.check();
        }
    }

    /** @param {Event} event */
    async #submit(event) {
        event.preventDefault();
        const {night, code, name, chosen} = this;
        if (!this.state) await this.check();
        else if (!this.#claims && await join(night, code, name.trim(), chosen)) this.done();
    }
}

/** Asks for code, name and frog, unless this phone has been at the night before.
 *  @param {HTMLElement} host @param {Night} night @param {string} given the code of the link */
export async function comeIn(host, night, given) {
    const entrance = new Entrance(night, given);
    host.replaceChildren(entrance.root);
    entrance.draw();
    if (given) await entrance.check();
    const {you = null} = entrance.state ?? {};
    if (you !== null && await tried(() => night.enter({do: 'join', code: entrance.code}))) return;
    await entrance.in;
}
