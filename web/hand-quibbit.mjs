// hand-quibbit.mjs: Quibbit on a phone at a game night: frogs are placed on the ring; then five
// cards in fixed places, a seal, and "look up". A sealed number is not on the phone unless somebody
// holds the button to peek.

import {boardOf} from './boards.mjs';
import {fill, html, icon, onPress, one, patch, piece} from './dom.mjs';
import {hold} from './hold.mjs';
import {frog} from './night-line.mjs';
import {list, n, t} from './words.mjs';

const CARDS = [1, 2, 3, 4, 5], AHEAD = 8;

export class QuibbitHand {
    #chosen = '';
    #round = 0; // in which it was chosen
    #peeks = false;
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
        const {table} = this, {look} = table, {board} = look, me = board.frogs[table.mine],
            mine = look.turn.includes(table.mine) && look.result === null;
        if (board.round === 0) {
            this.#place(mine);
            return;
        }
        this.#ring = null;
        if (board.round !== this.#round) this.#chosen = '';
        this.#round = board.round;
        if (!look.sealed.includes(table.mine)) this.#peeks = false;
        if (mine && !me.out) this.#choose();
        else if (look.sealed.includes(table.mine)) this.#sealed();
        else this.#watch();
    }

    /** Everyone at the table, and who has chosen. */
    #room() {
        const {table} = this, {look} = table;
        return html`<div class="room">${look.board.frogs.map((one, seat) => (one.dummy || one.out
            ? ''
            : html`<div>
                <span class="sits" role="img" aria-label="${table.seats[seat].name}${t('COLON')}${
                    t(look.sealed.includes(seat) ? 'CHOSEN' : 'CHOOSING')}">
                    ${frog(one.color)}${icon(look.sealed.includes(seat) ? 'check' : 'clock',
                        look.sealed.includes(seat) ? 'done' : '')}
                </span>
                <span class="xs" aria-hidden="true">${table.seats[seat].name}</span>
            </div>`))}</div>`;
    }
    /** Who still chooses, and who does not because they are away; '' where nobody does. */
    get #thinking() {
        const {turn} = this.table.look, name = (/** @type {number} */ seat) =>
            this.table.seats[seat].name;
        const here = turn.filter((seat) => !this.help.isAway(seat)).map(name);
        const away = turn.filter((seat) => this.help.isAway(seat)).map(name);
        return [here.length > 0 ? n('NIGHT_VOTE_LEFT', here.length, list(here)) : '',
            ...away.map((who) => t('NIGHT_NOT_HERE', who))].filter(Boolean).join(' ');
    }

    #watch() {
        this.#chosen = '';
        const {out} = this.table.look.board.frogs[this.table.mine];
        patch(this.main, html`
            <section class="panel lookup">
                ${icon('eye')}
                <h1>${t(out ? 'YOU_ARE_OUT' : 'NIGHT_WATCH_SCREEN')}</h1>
            </section>
            <section class="phrases"></section>
            <section class="panel links"></section>
        `);
        this.help.phrases(one(this.main, '.phrases'));
        this.help.links(one(this.main, '.links'));
    }

    #sealed() {
        const {table, main} = this, {look} = table, {color} = look.board.frogs[table.mine],
            thinking = this.#thinking;
        this.#chosen = '';
        patch(main, html`${this.#room()}
            <section class="panel lookup sealed ${color}">
                <span class="screen">${frog(color)}</span>
                ${icon('up', 'up')}
                <h1>${t('NIGHT_LOOK_UP')}</h1>
                <span class="back">${this.#peeks && look.chosen
                    ? piece(`mcard-${look.chosen}`, color)
                    : html`${piece('mcard-back', color)}${icon('lock', 'sealed-by')}`}</span>
            </section>
            <p class="centre">
                <b>${thinking || t('NIGHT_LOOK_UP_HELP')}</b>
            </p>
            <div class="foot two">
                <button class="btn soft big peek">${icon('eye')}${t('NIGHT_PEEK')}</button>
                <button class="btn soft big again">${t('NIGHT_AGAIN')}</button>
            </div>`);
        hold(one(main, '.peek'), (shown) => {
            this.#peeks = shown;
            this.help.redraw();
            if (shown && look.chosen) this.help.say(t('CARD_NAME', look.chosen));
        });
        onPress(main, '.again', () => void this.help.again());
    }

    #choose() {
        const {table, main} = this, {look} = table, {board} = look, me = board.frogs[table.mine];
        if (this.#chosen && !look.legal.includes(this.#chosen)) this.#chosen = '';
        const chosen = this.#chosen, others = board.frogs.filter(
            ({dummy, out}, seat) => !dummy && !out && seat !== table.mine).length;
        patch(main, html`${this.#room()}
            <h1>${t('NIGHT_CHOOSE')}</h1>
            <p class="s">${others > 0 && look.sealed.length === others
                ? t('NIGHT_OTHERS_SEALED')
                : t('NIGHT_LOOK_UP_HELP')}</p>
            ${this.#strip()}
            <div class="five ${me.color}">
                ${CARDS.map((card) => (look.legal.includes(String(card))
                    ? html`<button class="cardbtn ${chosen === String(card) ? 'up' : ''}"
                        data-card="${card}" aria-pressed="${chosen === String(card)}"
                        aria-label="${t('CARD_NAME', card)}">
                        ${piece(`mcard-${card}`, me.color)}
                    </button>`
                    : html`<span role="img" aria-label="${t('CARD_IS_LOST', card)}">
                        <svg class="piece" viewBox="0 0 60 84" aria-hidden="true">
                            <use href="#mcard-lost"/>
                            <use href="#n${card}" x="27" y="34" width="13" height="18"/>
                        </svg>
                    </span>`))}
                <p class="s">${t('NIGHT_LANDS')}</p>
            </div>
            <div class="foot">
                <p class="landing" role="status">${chosen
                    ? this.#landing(Number(chosen))
                    : html`<span class="where">${t('NIGHT_LANDS')}</span>`}</p>
                <button class="btn wide big seal" ${chosen ? '' : 'disabled'}>${chosen
                    ? html`${icon('lock')}${t('NIGHT_SEAL', chosen)}`
                    : t('CHOOSE_CARD')}</button>
            </div>`);
        onPress(main, '.cardbtn', ({dataset}) => {
            this.#chosen = String(dataset.card);
            this.draw();
        });
        onPress(main, '.seal', (button) => {
            /** @type {HTMLButtonElement} */ (button).disabled = true;
            void this.help.submit(chosen).then(() => this.help.redraw());
        });
    }

    /** The tile that a card leads to if nobody leaps before; undefined off the ring.
     *  @param {number} card */
    #landsOn(card) {
        const {cards, lands} = this.table.look.board.frogs[this.table.mine];
        return lands[cards.indexOf(card)];
    }
    /** @param {number} card */
    #landing(card) {
        const {board} = this.table.look, tile = this.#landsOn(card), kind = board.tiles[tile],
            {color} = board.frogs[this.table.mine];
        if (tile === undefined) return '';
        return t(kind === 'flower'
            ? 'NIGHT_LAND_FLOWER'
            : kind === 'water' ? 'NIGHT_LAND_WATER'
            : kind === color ? 'NIGHT_LAND_OWN'
            : 'NIGHT_LAND_LEAF', card);
    }

    /** The tiles ahead, starting with your own, with the numbers of the cards that lead there. */
    #strip() {
        const {board} = this.table.look, {tile, cards, lands} = board.frogs[this.table.mine],
            count = board.tiles.length;
        if (tile === null || lands.length === 0) return html``;
        const far = lands.map((goal) => (goal - tile + count) % count),
            shown = Math.min(count, Math.max(AHEAD, ...far.map((by) => by + 1)));
        const label = cards.map((card, i) => t('NIGHT_LANDS_HERE', card, lands[i])).join('; ');
        return html`<div class="strip" data-count="${shown}" role="img" aria-label="${label}">${
            Array.from({length: shown}, (_, by) => {
                const at = (tile + by) % count, kind = board.tiles[at],
                    seat = board.frogs.findIndex((one) => one.tile === at && !one.out),
                    card = cards[far.indexOf(by)];
                return html`<span data-tile="${at}">
                    <b class="${card === undefined ? 'none' : ''} ${
                        String(card) === this.#chosen ? 'on' : ''}">${card ?? ''}</b>
                    <i class="leaf ${kind === 'flower' || kind === 'water' ? '' : kind}">${piece(
                        kind === 'flower' ? 'flower' : kind === 'water' ? 'ripple' : 'leaf')}</i>
                    ${seat < 0 ? '' : frog(board.frogs[seat].color)}${
                        seat >= 0 && board.crown === seat ? piece('crown', 'crown') : ''}
                </span>`;
            })}</div>`;
    }

    /** Frogs are placed in the open, on the ring itself. @param {boolean} mine */
    #place(mine) {
        const {table, main} = this, name = table.seats[table.look.turn[0]]?.name ?? '';
        if (!this.#ring || !main.contains(this.#ring.stage)) {
            this.#ring = boardOf({table, cast: {seats: table.seats, me: table.mine},
                about: () => '', beside: () => html``, told: () => {}, ending: () => {},
                submit: this.help.submit});
            fill(main, html`
                <h1></h1>
                <p class="hint" role="status"></p>
                <div class="ring-place game-quibbit"></div>
            `);
            one(main, '.ring-place').append(this.#ring.stage);
        }
        one(main, 'h1').textContent = mine ? t('PLACE_YOURS') : t('PLACE_OF', name);
        this.#ring.show();
        const first = this.table.look.board.frogs.every(({tile}) => tile === null);
        one(main, '.hint').textContent = t(
            !mine ? first ? 'PLACE_FIRST' : 'PLACE_LINE' : first ? 'PLACE_HELP_ANY' : 'PLACE_HELP');
    }
}
