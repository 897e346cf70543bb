// puzzle-desk.mjs: the desk of a single decision to find, in lessons, puzzles and training: what a
// board asks of its desk and its table, a place for the verdict, and keys.

import * as core from './core.mjs';
import {announce, fill, html, one} from './dom.mjs';
import {t} from './words.mjs';

const SLOT = 2, SEATS_MAX = 5;

export class PuzzleDesk {
    /** @type {import('./events.mjs').Told[]} */
    happenings = [];
    over = false;
    thinking = false;
    local = true;
    anew = true; // after a wrong answer the next one begins without its cards
    table = this; // boards know this as their desk and as its table
    screen = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));
    board = /** @type {import('./play.mjs').Board} */ (/** @type {unknown} */ (null));
    look = /** @type {core.Look} */ (/** @type {unknown} */ (null));

    /** @param {string} game @param {string} options @param {number} mine the seat that decides */
    constructor(game, options, mine) {
        this.game = game;
        this.options = options;
        this.mine = mine;
        this.humans = [mine];
        this.seats = Array.from({length: SEATS_MAX}, (_, seat) => ({
            kind: /** @type {'human' | 'computer'} */ (seat === mine ? 'human' : 'computer'),
            name: seat === mine ? t('YOU') : t('PLAYER', seat + 1)}));
        this.cast = {seats: this.seats, me: mine};
    }

    about() {
        return '';
    }
    beside() {
        return html``;
    }
    told() {}
    timedOut() {
        return false;
    }
    /** @param {HTMLElement} place */
    ending(place) {
        place.replaceChildren();
    }
    /** @param {number} seat @param {string} move */
    async whyNot(seat, move) {
        return core.refusalOf(core.check(SLOT, seat, move));
    }
    /** @param {string} _move @returns {Promise<boolean>} was it played? */
    async submit(_move) {
        return false;
    }

    /** Brings the position to the table. @param {core.Script} script */
    async lay(script) {
        await core.open(SLOT, script);
        this.look = await core.look(SLOT, this.mine);
        this.seats.length = this.look.seats;
    }

    /** What it says of an answer; without a verdict it is a word in between.
     *  @param {string} verdict @param {string} text */
    say(verdict, text) {
        const box = one(this.screen, '.said'), word = verdict === 'right' ? 'RIGHT' : 'NOT_YET';
        fill(box, html`<p class="verdict ${verdict}">${
            verdict ? html`<b>${t(word)}</b> ` : ''}${text}</p>`);
        if (verdict) announce(text);
        box.scrollIntoView({block: 'nearest'});
    }
    /** Offers the way on. */
    done() {
        const next = one(this.screen, '.next');
        next.classList.remove('soft');
        next.focus();
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (/** @type {Element} */ (event.target).matches?.('input, textarea, select')) return;
        if (this.board?.key(event.key)) event.preventDefault();
    }
}
