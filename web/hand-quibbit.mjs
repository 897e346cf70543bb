// hand-quibbit.mjs: Quibbit on a phone at a game night: frogs are placed on the ring; then five cards in fixed places, a seal,
// and "look up". The number that was sealed is not on the phone any more.

import {boardOf} from './boards.mjs';
import {fill, html, icon, onPress, one, patch, piece} from './dom.mjs';
import {frog} from './night-line.mjs';
import {t} from './words.mjs';

const CARDS = [1, 2, 3, 4, 5];

export class QuibbitHand {
    #chosen = '';
    /** The ring, while frogs are placed. @type {import('./play.mjs').Board | null} */
    #ring = null;

    /** @param {HTMLElement} main @param {import('./night-line.mjs').NightTable} table
     *  @param {import('./night.mjs').HandHelp} help */
    constructor(main, table, help) {
        this.main = main;
        this.table = table;
        this.help = help;
    }

    draw() {
        const {table, main} = this, {look} = table, {board} = look, me = board.frogs[table.mine], mine = look.turn.includes(table.mine) && look.result === null;
        if (board.round === 0) {
            this.#place(mine);
            return;
        }
        this.#ring = null;
        if (!mine || me.out) {
            this.#chosen = '';
            const sealed = look.sealed.includes(table.mine);
            patch(main, html`<section class="panel lookup ${me.color}">${sealed ? html`<span class="back">${piece('mcard-back', me.color)}</span>` : icon('eye')}<h1>${t(me.out ? 'YOU_ARE_OUT' : sealed ? 'NIGHT_LOOK_UP' : 'NIGHT_WATCH_SCREEN')}</h1>${sealed ? html`<p>${t('NIGHT_LOOK_UP_HELP')}</p>` : ''}</section><section class="phrases"></section>`);
            this.help.phrases(one(main, '.phrases'));
            return;
        }
        if (this.#chosen && !look.legal.includes(this.#chosen)) this.#chosen = '';
        const chosen = this.#chosen, others = board.frogs.filter(({dummy, out}, seat) => !dummy && !out && seat !== table.mine).length;
        patch(main, html`<div class="room">${board.frogs.map((one, seat) => (one.dummy || one.out ? '' : html`<div>${frog(one.color)}${icon(look.sealed.includes(seat) ? 'check' : 'clock')}<span class="xs">${seat === table.mine ? t('YOU') : table.seats[seat].name}</span></div>`))}</div>
            <h1>${t('NIGHT_CHOOSE')}</h1><p class="s">${others > 0 && look.sealed.length === others ? t('NIGHT_OTHERS_SEALED') : t('CHOOSE_RULE')}</p>
            <div class="five ${me.color}">${CARDS.map((card) => (look.legal.includes(String(card)) ? html`<button class="cardbtn ${chosen === String(card) ? 'up' : ''}" data-card="${card}" aria-pressed="${chosen === String(card)}" aria-label="${t('CARD_NAME', card)}">${piece(`mcard-${card}`, me.color)}</button>`
                : html`<span role="img" aria-label="${t('CARD_IS_LOST', card)}"><svg class="piece" viewBox="0 0 60 84" aria-hidden="true"><use href="#mcard-lost"/><use href="#n${card}" x="27" y="34" width="13" height="18"/></svg></span>`))}</div>
            <div class="foot"><button class="btn wide big seal" ${chosen ? '' : 'disabled'}>${chosen ? t('NIGHT_SEAL', chosen) : t('CHOOSE_CARD')}</button></div>`);
        onPress(main, '.cardbtn', ({dataset}) => {
            this.#chosen = String(dataset.card);
            this.draw();
        });
        onPress(main, '.seal', (button) => {
            /** @type {HTMLButtonElement} */ (button).disabled = true;
            void this.help.submit(chosen).then(() => this.draw());
        });
    }

    /** Frogs are placed in the open, on the ring itself. @param {boolean} mine */
    #place(mine) {
        const {table, main} = this, name = table.seats[table.look.turn[0]]?.name ?? '';
        if (!this.#ring || !main.contains(this.#ring.stage)) {
            this.#ring = boardOf({table, cast: {seats: table.seats, me: table.mine}, about: () => '', beside: () => html``, told: () => {}, ending: () => {}, submit: this.help.submit});
            fill(main, html`<h1></h1><div class="ring-place game-quibbit"></div>`);
            one(main, '.ring-place').append(this.#ring.stage);
        }
        one(main, 'h1').textContent = mine ? t('PLACE_YOURS') : t('PLACE_OF', name);
        this.#ring.show();
    }
}
