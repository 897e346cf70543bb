// tv-quibbles.mjs: Quibbles on the big screen: everyone's collection, the display and the piles.
// Hands are seen from behind.

import {html, icon, make, patch, piece} from './dom.mjs';
import {appear, pause, run} from './motion.mjs';
import {called, frog} from './night-line.mjs';
import {play as sound} from './sound.mjs';
import {n, t} from './words.mjs';

const PLACES = 6, FAN = 10, LINE = 10, VALUES = [0, 1, 2, 3, 4, 5, 6, 7];

/** Takes one card of a value out of these; false if there is none.
 *  @param {string[]} cards @param {string} card */
function takes(cards, card) {
    const at = cards.indexOf(card);
    if (at >= 0) cards.splice(at, 1);
    return at >= 0;
}

/** From a card to the hand of the player in a seat, in pixels.
 *  @param {Element} card @param {Element | null} game @param {number} seat */
function way(card, game, seat) {
    const from = card.getBoundingClientRect(),
        hand = game?.querySelector(`.pl[data-seat="${seat}"] :is(.fan, .away)`),
        to = hand?.getBoundingClientRect() ?? from;
    return {x: to.left + to.width / 2 - from.left - from.width / 2,
        y: to.top + to.height / 2 - from.top - from.height / 2};
}

/** The display: what is taken rises and goes, what is new comes in. */
class Shelf {
    stage = make(html`<div class="qb-tv"></div>`);
    /** The cards that came with the last turn. @type {string[]} */
    #fresh = [];

    /** @param {import('./boards.mjs').Shown} table */
    constructor(table) {
        this.table = table;
    }

    show() {
        const {display, pile, discards} = this.table.look.board, values = [...display].map(Number);
        const lines = values.length > LINE ? 2 : 1, first = Math.ceil(values.length / lines);
        const came = [...this.#fresh];
        const shown = values.map((value) => {
            const fresh = takes(came, String(value));
            return html`<div class="shown ${fresh ? 'fresh' : ''}" data-card="${value}">
                <span>${piece(`q${value}`)}</span>
                <small>${fresh ? t('NIGHT_NEW') : ''}</small>
            </div>`;
        });
        patch(this.stage, html`
            <div class="shelf" data-lines="${lines}">
                <h2>${t('DISPLAY')}</h2>
                <div>${shown.slice(0, first)}</div>
                <div>${shown.slice(first)}</div>
            </div>
            <div class="piles">
                <div>
                    <span>${piece('q-back')}</span>
                    <p>${t('NIGHT_DRAW_PILE')} <b>${pile}</b></p>
                </div>
                <div>
                    <span>${discards.length > 0
                        ? piece(`q${[...discards].at(-1)}`)
                        : html`<i></i>`}</span>
                    <p>${t('NIGHT_DISCARD')} <b>${discards.length}</b></p>
                </div>
            </div>
        `);
    }

    /** @param {import('./table.mjs').Happening} happening */
    async happen({before, after, seat}) {
        const came = [...after.board.display].map(String);
        const gone = [...before.board.display].map(String).filter((card) => !takes(came, card));
        /** @type {Promise<void>[]} */
        const leaving = [];
        for (const card of gone) {
            const found =
                [...this.stage.querySelectorAll(`.shown[data-card="${card}"]:not(.going)`)].at(-1);
            if (!found) continue;
            found.classList.add('going');
            const {x, y} = way(found, this.stage.closest('.tv-game'), seat);
            leaving.push(run(found, [{transform: 'none', opacity: 1},
                {transform: 'translateY(-1.5rem)', opacity: 1, offset: .4},
                {transform: `translate(${x}px, ${y}px) scale(.4)`, opacity: .2}],
                {duration: 900}));
        }
        if (leaving.length > 0) sound('card');
        await Promise.all(leaving);
        this.#fresh = came;
        this.show();
        const shown = [...this.stage.querySelectorAll('.fresh')];
        if (shown.length > 0) sound('turn');
        await Promise.all(shown.map((card, i) => appear(card, {duration: 320, delay: i * 90})));
        await pause(600);
    }
}

/** @type {import('./tv-table.mjs').TvKind} */
export const tv = {
    stage: Shelf,
    row({look, seat, name, colour, away}) {
        const {collection, total, cards} = look.board.seats[seat],
            now = look.turn.includes(seat) && look.result === null;
        const part = Math.min(1, total / look.board.goal) * 100;
        return html`<div class="pl ${now ? 'now' : ''}" data-seat="${seat}">
            ${frog(colour || 'grey')}
            <div class="who">
                ${called(name)}${now && !away
                    ? html`<span class="pill good">${t('NIGHT_CHOOSES')}</span>`
                    : html`<span>${n('NIGHT_CARDS', cards)}</span>`}
            </div>
            <span class="ring21">
                <svg viewBox="0 0 44 44" aria-hidden="true">
                    <circle cx="22" cy="22" r="19"/>
                    ${part > 0 ? html`<circle class="part" cx="22" cy="22" r="19" pathLength="100"
                        stroke-dasharray="${part} 100" transform="rotate(-90 22 22)"/>` : ''}
                </svg>
                <b>${total}</b>
            </span>
            ${away ? html`<span class="away">${away}</span>` : html`<span class="fan" role="img"
                aria-label="${n('NIGHT_CARDS', cards)}">${Array.from(
                    {length: Math.min(cards, FAN)}, () => html`<i>${piece('q-back')}</i>`)}</span>`}
            <span class="slots">${Array.from({length: PLACES}, (_, i) => (
                collection[i] === undefined
                    ? html`<i></i>`
                    : html`<span>${piece(`q${collection[i]}`)}</span>`))}</span>
        </div>`;
    },
    cards(events) {
        const turn = events.find(({kind}) => kind === 'split' || kind === 'combine');
        if (!turn?.taken) return html``;
        const cards = (/** @type {string} */ text) => [...text.replaceAll(' ', '')].map((sign) => (
            /\d/.test(sign)
                ? html`<span>${piece(`q${sign}`)}</span>`
                : html`<i class="${sign === ',' ? 'set' : ''}">${sign === '+' ? '+' : ''}</i>`));
        return html`<span class="cards" aria-hidden="true">
            ${cards(turn.played)}${icon('right')}${cards(turn.taken)}
        </span>`;
    },
    gone({board: {discards}}) {
        const counts =
            VALUES.map((value) => [...discards].filter((one) => Number(one) === value).length);
        return html`
            <h3 class="h3">${t('NIGHT_DISCARDED')}</h3>
            ${discards.length === 0
                ? html`<p>${t('NIGHT_PLAYED_NONE')}</p>`
                : html`<div class="discarded">${counts.map((count, value) => (count === 0
                    ? ''
                    : html`<span role="img" aria-label="${count} × ${value}">
                        ${piece(`q${value}`)}
                        <b aria-hidden="true">× ${count}</b>
                    </span>`))}</div>`}`;
    },
    won(look, seat) {
        const {collection, total} = look.board.seats[seat];
        return html`<div class="won">
            ${collection.map((value) => html`<span>${piece(`q${value}`)}</span>`)}
            <b>= ${total}</b>
        </div>`;
    },
};
