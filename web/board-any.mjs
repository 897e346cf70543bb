// board-any.mjs: the board of a game that has none of its own: the position as it is written, who
// plays, and every move that is allowed as a button. Works with a finger, by keys and by ear.

import {html, make, onPress, patch} from './dom.mjs';
import {portrait} from './look.mjs';
import {moveWords} from './moves.mjs';
import {t} from './words.mjs';

export class AnyBoard {
    /** The moves that are pointed at, and whether they are bad. @type {Map<string, boolean>} */
    #pointed = new Map();

    /** @param {import('./boards.mjs').Desk} desk */
    constructor(desk) {
        this.desk = desk;
        this.stage = make(html`<div class="water any"></div>`);
        this.can = make(html`<section class="panel can" aria-label="${t('YOU_CAN')}"></section>`);
        this.above = [this.can];
        /** @type {HTMLElement[]} */
        this.below = [];
    }

    show() {
        const {table} = this.desk, {look, seats, options, game} = table;
        const live = look.turn.includes(table.mine) && look.result === null;
        patch(this.stage, html`
            <ul class="seats">${seats.map(({name}, i) => html`<li data-seat="${i}"
                class="${look.turn.includes(i) ? 'turn' : ''}">
                <span class="seatface">${portrait(game, i, options)}</span>
                <b>${name}</b>
                ${this.desk.beside(i)}
                <span class="s">${this.desk.about(i)}</span>
            </li>`)}</ul>
            <dl>
                <dt>${t('ANY_POSITION')}</dt>
                <dd class="pos">${look.pos}</dd>
                ${look.hand ? html`
                    <dt>${t('YOUR_HAND')}</dt>
                    <dd class="own-hand">${look.hand}</dd>
                ` : ''}
                ${look.chosen ? html`<dt>${t('ANY_CHOSEN')}</dt><dd>${look.chosen}</dd>` : ''}
            </dl>
        `);
        if (look.result !== null) {
            this.desk.ending(this.can);
            return;
        }
        // Words before numbers: "call" is no move to look for behind eighty bids.
        const moves = [...look.legal].sort((one, other) =>
            Number(/^\d/.test(one)) - Number(/^\d/.test(other)) ||
            one.localeCompare(other, 'en', {numeric: true}));
        const tone = (/** @type {string} */ move) =>
            (this.#pointed.has(move) ? (this.#pointed.get(move) ? 'bad' : 'good') : '');
        patch(this.can, html`
            <h2 class="h3 say">${t(live ? 'YOUR_TURN' : 'WAITING')}</h2>
            ${live ? html`<div class="row wrap moves" role="group" aria-label="${t('YOU_CAN')}">${
                moves.map((move) => html`<button class="btn soft ${tone(move)}" data-move="${move}">
                    ${moveWords(game, move)}
                </button>`)}</div>` : ''}`);
        onPress(this.can, '[data-move]',
            (button) => void this.desk.submit(String(button.dataset.move)));
    }

    /** @returns {Promise<void>} */
    async happen() {
        this.#pointed.clear();
        this.show();
    }
    /** @param {{move: string, bad?: boolean}[]} choices */
    point(choices) {
        // a hint lists every choice, the best one first
        const best = choices.find(({bad}) => !bad)?.move;
        this.#pointed = new Map(choices.filter(({move, bad}) => bad || move === best)
            .map(({move, bad}) => [move, bad ?? false]));
        this.show();
    }
    unpoint() {
        if (this.#pointed.size === 0) return;
        this.#pointed.clear();
        this.show();
    }
    /** The moves have no keys of their own: they are buttons. @param {string} _key */
    key(_key) {
        return false;
    }
}
