// pass.mjs: several people at one phone of a game night. Each has a connection, a key and a hand of
// their own; one hand is shown, and before another is, the phone covers itself and says whom it
// goes to.

import {store, stored} from './device.mjs';
import {announce, dialog, html, make, onPress, one} from './dom.mjs';
import {Line} from './line.mjs';
import {frog, Night} from './night-line.mjs';
import {t} from './words.mjs';

const KEPT = 'pond.pass', PEOPLE_MAX = 4;

/** One of those who share the phone.
 *  @typedef {{night: Night, root: HTMLElement, due: boolean, shown: () => void, close: () =>
 *  void}} Someone */

/** Who shares this phone at which night. @returns {{code: string, places: string[]}} */
const kept = () => ({code: '', places: [], ...stored(KEPT, {})});

export class Party {
    /** @type {Someone[]} */
    people = [];
    /** Whose hand is shown, or whom the phone goes to. @type {Someone | null} */
    #at = null;
    #covered = false;

    /** @param {HTMLElement} host
     *  @param {(night: Night, party: Party) => Someone} make a hand for somebody's place at the
     *  night */
    constructor(host, make) {
        this.host = host;
        this.make = make;
    }

    /** @param {Night} night */
    add(night) {
        const someone = this.make(night, this);
        this.people.push(someone);
        if (this.people.length === 1) this.#show(someone);
        return someone;
    }
    /** Everyone who shared it before a reload. @param {string} code */
    async recall(code) {
        const {code: at, places} = kept();
        if (at !== code) return;
        for (const place of places) await this.#come(place, {do: 'watch', code}).catch(() => {});
        this.#keep();
        this.changed();
    }
    #keep() {
        const places = this.people.map(({night}) => night.line.place).filter(Boolean),
            code = this.people[0]?.night.state.code ?? '';
        store(KEPT, {code, places}); // or else they come in again after a reload
    }
    /** @param {string} place @param {{do: string, code: string, name?: string}} entry */
    async #come(place, entry) {
        const line = new Line(place), night = new Night(line);
        try {
            if ((await night.enter(entry)).you === null) throw new Error('has another phone now');
        } catch (error) {
            night.close();
            line.close();
            throw error;
        }
        return this.add(night);
    }

    /** Asks who else plays here. */
    async ask() {
        const used = this.people.map(({night}) => night.line.place),
            place = ['2', '3', '4'].find((one) => !used.includes(one));
        if (!place) return;
        const asked = dialog(html`
            <h2 id="pass-who">${t('NIGHT_PASS_NAME')}</h2>
            <input name="name" type="text" aria-labelledby="pass-who" maxlength="24"
                autocomplete="off" required>
            <div class="row end">
                <button class="btn soft" value="" formnovalidate>${t('CANCEL')}</button>
                <button class="btn" value="join">${t('JOIN')}</button>
            </div>
        `, {classes: 'pass-name'});
        const input =
            /** @type {HTMLInputElement} */ (document.querySelector('dialog.pass-name input'));
        input.focus();
        if (await asked !== 'join') return;
        const someone = await this.#come(place,
            {do: 'join', code: this.people[0].night.state.code, name: input.value.trim()});
        this.#keep();
        for (const {night} of this.people) night.dispatchEvent(new Event('change'));
        return someone;
    }
    get full() {
        return this.people.length >= PEOPLE_MAX;
    }

    /** Somebody has left the night. @param {Someone} someone */
    leave(someone) {
        if (this.people.length < 2) return false;
        this.people = this.people.filter((one) => one !== someone);
        someone.close();
        someone.night.close();
        if (someone.night.line.place) someone.night.line.close();
        this.#keep();
        this.#show(this.people[0]);
        return true;
    }

    /** Something has happened: does the phone go to somebody else? */
    changed() {
        if (this.#at?.due) return;
        const next = this.people.find(({due}) => due);
        if (next && next !== this.#at) this.pass(next);
    }

    /** The phone goes to somebody else. @param {Someone} someone */
    pass(someone) {
        const {name, frog: colour} = someone.night.me ?? {name: '', frog: 'green'};
        const cover = make(html`<main class="hand-cover pass" aria-labelledby="pass-title">
            ${frog(colour)}
            <h1 id="pass-title">${t('NIGHT_PASS_TO', name)}</h1>
            <p>${t('PASS_HELP')}</p>
            <button class="btn wide big">${t('NIGHT_PASS_NOW', name)}</button>
        </main>`);
        this.#at = someone;
        this.#covered = true;
        this.host.replaceChildren(cover);
        announce(t('NIGHT_PASS_TO', name));
        onPress(cover, 'button', () => this.#show(someone));
        one(cover, 'button').focus();
    }
    /** @param {Someone} someone */
    #show(someone) {
        this.#at = someone;
        this.#covered = false;
        this.host.replaceChildren(someone.root);
        someone.shown();
    }
    /** Is this one's hand on the screen? @param {Someone} someone */
    shows(someone) {
        return this.#at === someone && !this.#covered;
    }

    close() {
        for (const someone of this.people) {
            someone.close();
            someone.night.close();
            if (someone.night.line.place) someone.night.line.close();
        }
    }
}
