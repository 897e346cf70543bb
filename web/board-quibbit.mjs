// board-quibbit.mjs: Quibbit! drawn: the ring of lilies, the frogs on it, and in the middle the
// round's story: cards face down as they are chosen, turned together, then hops in their order.

import {all, announce, fill, html, make, onPress, one, patch, piece, style} from './dom.mjs';
import {RADIUS, tileAt} from './ground.mjs';
import {appear, centre, flip, hop, land, pause, run, skip, vanish} from './motion.mjs';
import {draggable} from './drag.mjs';
import {cardsShown, sentences} from './events.mjs';
import {ripples, yourTurn} from './look.mjs';
import {play as sound} from './sound.mjs';
import {n, t} from './words.mjs';

/** @typedef {{colour: string, seat: number, dummy: boolean, out: boolean, placed: boolean,
 *   progress: number, hand: number[]}} Frog */
/** @typedef {{tiles: string[], frogs: Frog[], crown: number | null, round: number, lap: number |
 *  null, board: import('./game-quibbit.mjs').View}} Position */
/** @typedef {import('./events.mjs').Event} Event */

const NARROW = matchMedia('(max-width: 600px)');
const CLOSE = 6; // tiles from a lap: the last frog is in danger
const FEW = 3, FITS = 8; // names beside cards that have room; letters of a word among more names

/** A name beside a card: where more than a few do not fit, its first word.
 *  @param {string} name @param {number} count of names */
function beside(name, count) {
    const words = name.split(' ');
    const fits = count <= FEW
        || (words.length <= 2 && words.every(({length}) => length <= FITS));
    return fits ? name : words[0];
}

/** What is drawn. @param {import('./game-quibbit.mjs').View} board @returns {Position} */
const positionOf = (board) => ({
    tiles: board.tiles, crown: board.crown, round: board.round, lap: board.to_lap, board,
    frogs: board.frogs.map(({color, dummy, out, progress, cards}, seat) => ({colour: color, seat,
        dummy, out, placed: progress !== null, progress: progress ?? 0, hand: cards})),
});

/** The frog that an event concerns. @param {Event} event */
const frogOf = ({seat}) => seat ?? -1;

/** A mosquito card, face up. @param {number | string} card @param {string} colour */
export const cardFace = (card, colour) => piece(`mcard-${card}`, colour);
/** @param {number | string} card */
export const cardLost = (card) => html`<svg class="piece" viewBox="0 0 60 84" aria-hidden="true">
    <use href="#mcard-lost"/>
    <use href="#n${card}" x="27" y="34" width="13" height="18"/>
</svg>`;
/** @param {number} card @param {boolean} lost @param {string} colour */
export const bug = (card, lost, colour) => html`<svg class="piece ${colour}" viewBox="0 0 44 44"
    aria-hidden="true">
    <use href="#bug-s${lost ? '-lost' : ''}"/>
    <g ${lost ? '' : html`color="#17302B"`}>
        <use href="#n${card}" x="16" y="18" width="13" height="18"/>
    </g>
</svg>`;

/** What a choice was, in two letters at most. @param {number} x @param {number} y
 *  @param {string} sign @param {string} tone */
function signAt(x, y, sign, tone) {
    const half = sign.length > 1 ? 2.6 : 2;
    return html`<g class="sign ${tone}">
        <rect x="${x - half}" y="${y - 2}" width="${2 * half}" height="4" rx="2"/>
        <text x="${x}" y="${y + 1.1}" text-anchor="middle" font-size="3">${sign}</text>
    </g>`;
}

export class QuibbitBoard {
    /** @type {Map<number, HTMLElement>} */
    #frogs = new Map();
    /** @type {HTMLElement | null} */
    #crown = null;
    /** The tiles of the ring. @type {string[]} */
    #layout = [];
    #live = false;
    tells = true;

    /** @param {import('./boards.mjs').Desk} desk */
    constructor(desk) {
        this.desk = desk;
        this.stage = make(html`<div class="water pondring">
            ${ripples()}
            <div class="ring" role="group" aria-label="${t('RING')}"></div>
            <svg class="over" viewBox="0 0 100 100" aria-hidden="true"></svg>
            <div class="middle"></div>
        </div>`);
        this.ring = one(this.stage, '.ring');
        this.players =
            make(html`<section class="panel players" aria-label="${t('PLAYERS_LIST')}"></section>`);
        this.can =
            make(html`<section class="panel can" aria-label="${t('YOUR_CARDS')}"></section>`);
        draggable(this.can, 'button.cardbtn', {goals: () => [this.stage],
            drop: (card) => void this.#choose(String(card.dataset.card))});
        draggable(this.players, '.pl.you .frog', {goals: () => all(this.ring, '.tile.goal'),
            drop: (_, tile) => void this.#touchTile(Number(tile.dataset.tile))});
        this.above = [this.players];
        this.below = [this.can];
    }

    /** The turn of the ring that puts its first tile where it belongs. */
    get #tiles() {
        return this.#layout.length;
    }
    /** Where a tile lies. @param {number} tile
     *  @param {number} [radius] in hundredths of the board */
    #at(tile, radius = RADIUS) {
        return tileAt(tile, this.#tiles, radius);
    }
    /** @param {Element} element @param {{x: number, y: number}} place */
    #put(element, {x, y}) {
        style(element, {left: `${x}%`, top: `${y}%`});
    }
    /** Where a frog sits: a little inwards, so that the leaf's mark is seen.
     *  @param {number} progress */
    #seatOf(progress) {
        return this.#at(progress % this.#tiles, RADIUS - 2);
    }

    // ---- Drawing ----

    /** @param {string[]} layout */
    #lay(layout) {
        if (layout.join() === this.#layout.join()) return;
        this.#layout = layout;
        this.ring.replaceChildren();
        this.#frogs.clear();
        this.#crown = null;
        layout.forEach((kind, tile) => {
            const id = kind === 'flower' ? 'flower' : kind === 'water' ? 'ripple' : 'leaf';
            const place = this.#at(tile);
            const element = make(html`<button class="tile" data-tile="${tile}" disabled>
                <span class="turned leaf ${id === 'leaf' ? kind : ''}">${piece(id)}</span>
            </button>`);
            this.#put(element, place);
            if (id !== 'ripple') {
                style(one(element, '.turned'), {transform: `rotate(${place.turn}deg)`});
            }
            element.addEventListener('click', () => this.#touchTile(tile));
            this.ring.append(element);
        });
        const a = this.#at(4 + this.#tiles * .44, RADIUS - 11.3),
            b = this.#at(4 + this.#tiles * .56, RADIUS - 11.3), q = RADIUS - 11.3;
        fill(one(this.stage, '.over'), html`
            <path class="clockwise" d="M${a.x} ${a.y}A${q} ${q} 0 0 1 ${b.x} ${b.y}" fill="none"
                stroke="var(--ink2)" stroke-width=".38" stroke-linecap="round"/>
            <path d="M${b.x - 1.1} ${b.y - 1.3}L${b.x} ${b.y}L${b.x - 1.7} ${b.y + .5}" fill="none"
                stroke="var(--ink2)" stroke-width=".38" stroke-linecap="round"
                stroke-linejoin="round"/>
            <path class="path" d="" fill="none" stroke="var(--ink)" stroke-opacity=".6"
                stroke-width=".45" stroke-linecap="round" stroke-dasharray=".1 1.6"/>
            ${layout.map((_, tile) => {
                const {x, y} = this.#at(tile, RADIUS - 9.4);
                return html`<text class="number" x="${x}" y="${y + .9}" text-anchor="middle"
                    font-size="2.4">
                    ${tile}
                </text>`;
            })}`);
    }

    /** @param {Frog} frog @param {string} [state] */
    #frogPicture(frog, state = 'frog') {
        return html`<span class="flip ${frog.colour}">${piece(state)}</span>`;
    }

    show() {
        const {table} = this.desk, {look} = table;
        const position = positionOf(look.board);
        this.position = position;
        this.#lay(position.tiles);
        for (const frog of position.frogs) {
            let element = this.#frogs.get(frog.seat);
            if (!frog.placed) {
                element?.remove();
                this.#frogs.delete(frog.seat);
                continue;
            }
            if (!element) {
                element = make(html`<span class="frog"></span>`);
                this.ring.append(element);
                this.#frogs.set(frog.seat, element);
            }
            const sad = this.#sad.has(frog.seat) && look.result !== `seat ${frog.seat}`;
            patch(element, this.#frogPicture(frog, sad ? 'frog-sad' : 'frog'));
            element.className = 'frog';
            this.#put(element, this.#seatOf(frog.progress));
        }
        this.#placeCrown(position);
        this.#live = look.turn.includes(table.mine) && look.result === null;
        this.#tilesNamed(position);
        this.#list(position);
        this.#middle(position);
        this.#hand(position);
    }

    /** Seats whose card was lost in the last round. @type {Set<number>} */
    #sad = new Set();

    /** @param {Position} position */
    #placeCrown(position) {
        const frog = position.frogs.find(({seat, placed}) => placed && seat === position.crown);
        if (!frog) {
            this.#crown?.remove();
            this.#crown = null;
            return;
        }
        if (!this.#crown) {
            this.#crown = make(html`<span class="crown">${piece('crown')}</span>`);
            this.ring.append(this.#crown);
        }
        const {x, y} = this.#seatOf(frog.progress);
        this.#put(this.#crown, {x, y: y - 5.1});
    }

    /** Names every tile for screen readers; marks where you may go, and the danger of a lap.
     *  @param {Position} position */
    #tilesNamed(position) {
        const {table} = this.desk, {look} = table;
        const onRing = position.frogs.filter(({placed}) => placed);
        const least = Math.min(...onRing.map(({progress}) => progress)),
            close = position.lap !== null && position.lap <= CLOSE;
        const goals = this.#live ? this.#goals(position) : new Map();
        this.ring.classList.toggle('free', goals.size > 4);
        for (const element of all(this.ring, '.tile')) {
            const tile = Number(element.dataset.tile);
            const frog = onRing.find(({progress}) => progress % this.#tiles === tile);
            const parts = [t('TILE', tile), t(`TILE_${position.tiles[tile].toUpperCase()}`)];
            if (frog) {
                parts.push(frog.dummy
                    ? t('TILE_DUMMY')
                    : frog.seat === this.desk.cast.me ? t('PAD_OWN')
                    : t('TILE_FROG', table.seats[frog.seat].name));
            }
            if (frog && position.crown === frog.seat) parts.push(t('TILE_CROWN'));
            const goal = goals.has(tile);
            if (goal) parts.push(t('PAD_LAND'));
            element.setAttribute('aria-label', parts.join(', '));
            element.classList.toggle('goal', goal);
            element.dataset.move = goals.get(tile) ?? '';
            /** @type {HTMLButtonElement} */ (element).disabled = !goal;
            element.classList.toggle('danger',
                close && frog?.progress === least && look.result === null);
        }
    }

    /** The tile that a placement means; undefined for other moves. @param {string} move
     *  @param {Position} position */
    #tileOf(move, position) {
        if (move[0] === '@') return Number(move.slice(1));
        if (move === 'front') return position.board.front ?? undefined;
        return move === 'back' ? position.board.back ?? undefined : undefined;
    }
    /** During placement: tiles and the move that each means. @param {Position} position
     *  @returns {Map<number, string>} */
    #goals(position) {
        const goals = new Map();
        for (const move of this.desk.table.look.legal) {
            const tile = this.#tileOf(move, position);
            if (tile !== undefined) goals.set(tile, move);
        }
        return goals;
    }
    /** @param {number} tile */
    async #touchTile(tile) {
        const move = this.position && this.#goals(this.position).get(tile);
        if (!move || !this.#live) return;
        this.#live = false;
        if (!(await this.desk.submit(move))) this.show();
    }

    /** Rings round tiles where frogs would land. @param {number[]} tiles */
    ringed(tiles) {
        for (const element of all(this.ring, '.tile')) {
            element.classList.toggle('ringed', tiles.includes(Number(element.dataset.tile)));
        }
    }

    /** @param {Position} position */
    #list(position) {
        const {table} = this.desk, {look, seats} = table;
        const onRing =
            position.frogs.filter(({placed}) => placed).sort((a, b) => b.progress - a.progress);
        const rows = position.frogs.map((frog) => {
            const name = frog.dummy ? t('DUMMY') : seats[frog.seat].name;
            const rank = onRing.indexOf(frog);
            const parts = [];
            if (frog.out) parts.push(t(!look.resigned.includes(frog.seat)
                ? 'OUT'
                : table.timedOut(frog.seat) ? 'TIMED_OUT'
                : 'RESIGNED'));
            else if (rank >= 0 && position.round > 0) {
                parts.push(t(`RANK_${rank + 1}`));
            }
            if (rank === 0 && position.lap !== null && position.lap > 0) {
                parts.push(n('FROM_LAP', position.lap));
            }
            if (!frog.dummy && seats[frog.seat].level !== undefined) {
                parts.push(t('ROBOT', seats[frog.seat].level ?? 0));
            }
            if (frog.dummy) parts.push(t('DUMMY_NOTE'));
            const crowned = position.crown === frog.seat;
            const played = this.#played.get(frog.seat);
            return html`<div
                class="pl ${frog.seat === table.mine ? 'you' : ''} ${frog.out ? 'out' : ''}">
                <span class="frog ${frog.colour}">
                    ${piece(frog.out ? 'frog-sad' : 'frog')}${
                        crowned ? piece('crown', 'crown') : ''}
                </span>
                <div class="who">
                    <div class="called">
                        <b class="nm">${name}</b>
                        ${frog.dummy ? '' : this.desk.beside(frog.seat)}
                    </div>
                    <div class="xs">${parts.join(', ')}</div>
                </div>
                ${frog.dummy
                    ? html`<span></span>`
                    : html`<span class="bugs" role="img"
                        aria-label="${t('HAND_HAS', frog.hand.join(' ') || '-')}">${[1, 2, 3, 4, 5]
                            .map((card) => html`<span class="${played === card ? 'played' : ''}">
                                ${bug(card, !frog.hand.includes(card), frog.colour)}
                            </span>`)}</span>`}
            </div>`;
        });
        patch(this.players, html`${rows}`);
    }

    /** The cards of the round that was just played, by frog. @type {Map<number, number>} */
    #played = new Map();

    /** @param {Position} position */
    #middle(position) {
        const {table} = this.desk, {look} = table;
        const middle = one(this.stage, '.middle');
        if (look.result !== null) {
            // a small ring has no room for the buttons
            const place = NARROW.matches ? this.can : middle;
            if (place === this.can) patch(middle, html``);
            if (!place.querySelector('.place')) patch(place, html`<div class="place"></div>`);
            this.desk.ending(one(place, '.place'));
            return;
        }
        if (position.round === 0) {
            const name = table.seats[look.turn[0]]?.name; // none in a game of the past
            const whose = name ? t('PLACE_OF', name) : t('PLACING');
            patch(middle, html`
                <h2>${this.#live ? t('PLACE_YOURS') : whose}</h2>
                <p class="rule">${
                    t(position.frogs.some(({placed}) => placed) ? 'PLACE_LINE' : 'PLACE_FIRST')}</p>
            `);
            return;
        }
        const seated = position.frogs.filter(({dummy, out}) => !dummy && !out);
        const known = this.desk.round; // in a game of the past
        if (known && known.size > 0) {
            patch(middle, html`
                <h2>${t('CARDS_TURNED')}</h2>
                <p class="rule">${t('LOWEST_FIRST')}</p>
                <div class="shown">${[...known].map(([seat, card]) => html`<div data-seat="${seat}">
                    <span class="mc" data-seat="${seat}">
                        ${cardFace(card, position.frogs[seat].colour)}
                    </span>
                    <b class="who">${table.seats[seat]?.name ?? t('DUMMY')}<span></span></b>
                </div>`)}</div>
            `);
            return;
        }
        const cards = seated.map((frog) => {
            const chosen = look.sealed.includes(frog.seat);
            return html`<div data-seat="${frog.seat}">
                <span class="mc" data-seat="${frog.seat}">${chosen
                    ? piece('mcard-back', frog.colour)
                    : html`<svg class="piece" viewBox="0 0 60 84" aria-hidden="true">
                        <rect x="1.5" y="1.5" width="57" height="81" rx="9" fill="none"
                            stroke="currentColor" stroke-width="2" stroke-dasharray="6 5"
                            opacity=".6"/>
                    </svg>`}</span>
                <b class="who">
                    ${beside(table.seats[frog.seat].name, seated.length)}
                    <span>${chosen ? t('CHOSEN') : this.desk.byHand ? '' : t('CHOOSING')}</span>
                </b>
            </div>`;
        });
        patch(middle, html`
            <h2>${t('CHOOSE_CARD')}</h2>
            <p class="rule">${t('CHOOSE_RULE')}</p>
            <div class="shown">${cards}</div>
        `);
    }

    /** @param {Position} position */
    #hand(position) {
        const {table} = this.desk, {look} = table;
        const me = position.frogs[table.mine];
        if (look.result !== null && NARROW.matches) return; // the end is shown there
        if (!me) {
            patch(this.can, html`<p>${t('WATCHING')}</p>`);
            return;
        }
        const left = me.hand.length;
        const placing = position.round === 0;
        const cards = [1, 2, 3, 4, 5].map((card) => {
            const has = me.hand.includes(card),
                may = this.#live && !placing && look.legal.includes(String(card));
            if (!has) {
                return html`<div>
                    ${html`<span class="mc-lost cardbtn" role="img"
                        aria-label="${t('CARD_IS_LOST', card)}">
                        ${cardLost(card)}
                    </span>`}
                    <span class="xs">${t('LOST')}</span>
                </div>`;
            }
            if (look.chosen === String(card)) {
                return html`<div>
                    <span class="inplay">
                        <svg viewBox="0 0 20 28" aria-hidden="true"><use href="#n${card}"/></svg>
                        <span class="xs">${t('IN_PLAY')}</span>
                    </span>
                    <span class="xs">${t('CHOSEN')}</span>
                </div>`;
            }
            return html`<div>
                <button class="cardbtn" data-card="${card}" ${may ? '' : 'disabled'}
                    aria-label="${t('CARD_NAME', card)}">
                    ${cardFace(card, me.colour)}
                </button>
                ${look.result === null
                    ? html`<span class="xs" aria-hidden="true">${t('KEY', card)}</span>`
                    : ''}
            </div>`;
        });
        const turn = look.turn.length === 1 && table.seats[look.turn[0]]?.name;
        const help = look.result !== null || look.turn.length === 0
            ? ''
            : placing ? this.#live
                ? t(this.ring.classList.contains('free') ? 'PLACE_HELP_ANY' : 'PLACE_HELP')
                : turn ? t('TURN_OF', turn) : t('WAIT')
            : this.#live ? t('CHOOSE_HELP')
            : me.out ? t('YOU_ARE_OUT')
            : t('WAIT_OTHERS');
        const sentence = this.#live && table.humans.length > 1 // at one screen
            ? `${yourTurn(table)}. ${help}`
            : help;
        const again =
            this.desk.withdraw && look.result === null && look.sealed.includes(table.mine);
        patch(this.can, html`
            <div class="row">
                <h2 class="h3">${look.result !== null && table.humans.length > 1 // whose?
                    ? table.seats[table.mine].name
                    : t('YOUR_CARDS')}</h2>
                <span class="grow"></span>
                ${again
                    ? html`<button class="btn soft small again">${t('NIGHT_AGAIN')}</button>`
                    : html`<span class="xs">${n('CARDS_LEFT', left)}</span>`}
            </div>
            <p class="say s">${sentence}</p>
            <div class="hand5 ${me.colour}">${cards}</div>
        `);
        onPress(this.can, 'button.cardbtn', (button) => this.#choose(String(button.dataset.card)));
        onPress(this.can, '.again', () => void this.desk.withdraw?.());
    }

    /** @param {string} card */
    async #choose(card) {
        const {look} = this.desk.table;
        if (!this.#live) return;
        if (!look.legal.includes(card)) {
            const why = await this.desk.table.whyNot(this.desk.table.mine, card);
            const say = this.can.querySelector('.say');
            if (say && why) fill(say, html`<span class="why">${why}</span>`);
            announce(why ?? '');
            sound('no');
            return;
        }
        this.#live = false;
        sound('card');
        if (!(await this.desk.submit(card))) this.show();
    }

    /** @param {string} key */
    key(key) {
        const step = key === 'ArrowRight' || key === 'ArrowDown'
            ? 1
            : key === 'ArrowLeft' || key === 'ArrowUp' ? -1
            : 0;
        // along the leaves where you may begin
        if (step !== 0 && this.#live && this.position?.round === 0) {
            const goals = all(this.ring, '.tile.goal'),
                at = goals.indexOf(/** @type {HTMLElement} */ (document.activeElement));
            goals[at < 0 ? 0 : (at + step + goals.length) % goals.length]?.focus();
            return goals.length > 0;
        }
        if (key >= '1' && key <= '5' && this.#live && this.position && this.position.round > 0) {
            void this.#choose(key);
            return true;
        }
        return false;
    }

    // ---- Moving ----

    /** @param {import('./table.mjs').Happening} happening */
    async happen(happening) {
        const {after, event, events, seat} = happening;
        if (event !== undefined) {
            this.show();
            return;
        }
        if (after.sealed.length > 0) { // somebody has chosen; the round is open
            this.show();
            const card = this.stage.querySelector(`.mc[data-seat="${seat}"]`);
            if (card) this.#appears = appear(card); // the next choice does not wait for it
            return;
        }
        if (!events.some(({kind}) => kind === 'leap')) { // a placement
            this.show();
            const placed = this.#frogs.get(seat);
            if (placed) {
                sound('land');
                await hop(placed, 0, -40, {duration: 260, lift: 20});
            }
            return;
        }
        await this.#appears;
        await this.#round(happening);
    }

    /** Until the last card that was laid down is there. */
    #appears = Promise.resolve();

    /** A card before it is turned over, and whose it is.
     *  @param {{seat: number, colour: string}} frog @param {number} count of cards */
    #turned({seat, colour}, count) {
        return html`<div data-frog="${seat}">
            <span class="mc">${piece('mcard-back', colour)}</span>
            <b class="who">
                ${beside(this.desk.table.seats[seat]?.name ?? t('DUMMY'), count)}
                <span class="st"></span>
            </b>
        </div>`;
    }

    /** Cards are turned over, then frogs leap.
     *  @param {import('./table.mjs').Happening} happening */
    async #round({before, after, events, seat}) {
        const {table} = this.desk;
        const start = positionOf(before.board), end = positionOf(after.board);
        this.#sad.clear();
        this.#played = new Map();
        const cardOf = cardsShown(events), leaps = events.filter(({kind}) => kind === 'leap');
        const order = [...new Set([...leaps.map((leap) => frogOf(leap)), ...cardOf.keys()])];
        const middle = one(this.stage, '.middle');
        fill(middle, html`
            <h2>${t('CARDS_TURNED')}</h2>
            <p class="rule">${t('LOWEST_FIRST')}</p>
            <div class="shown">${
                order.map((frog) => this.#turned(start.frogs[frog], order.length))}</div>
        `);
        this.#busyHand();
        const places = new Map(order.map((frog) => [frog, one(middle, `[data-frog="${frog}"]`)]));
        sound('turn');
        await Promise.all(order.map((frog, i) => {
            const card = one(/** @type {HTMLElement} */ (places.get(frog)), '.mc');
            return flip(card,
                () => fill(card, cardFace(cardOf.get(frog) ?? 1, start.frogs[frog].colour)),
                i * 40);
        }));
        this.#played = cardOf;
        this.#list(start);
        await this.desk.moment?.(events.filter(({kind}) => kind === 'show'));
        const progress = new Map(
            start.frogs.filter(({placed}) => placed).map((frog) => [frog.seat, frog.progress]));
        for (const [i, leap] of leaps.entries()) {
            leaps.slice(i).forEach((next, k) => {
                one(/** @type {HTMLElement} */ (places.get(frogOf(next))), '.st').textContent =
                    t(k === 0 ? 'HOPS_NOW' : k === 1 ? 'HOPS_NEXT' : 'HOPS_THEN');
            });
            const frog = start.frogs[frogOf(leap)],
                place = /** @type {HTMLElement} */ (places.get(frog.seat));
            place.classList.add('up');
            one(place, '.mc').classList.add('now');
            const at = events.indexOf(leap);
            const ends = events.findIndex(
                ({kind}, k) => k > at && !['back', 'lost', 'lap'].includes(kind));
            const told = (/** @type {number} */ to, from = 0) =>
                sentences(table.game, {seat, events: events.slice(from, to)}, this.desk.cast);
            const until = ends < 0 ? events.length : ends, first = (await told(at)).length;
            this.#tell((await told(until, at)).join(' '));
            // its result is announced when it has landed
            this.desk.told((await told(at + 1)).length, first);
            await this.desk.moment?.([leap]);
            await this.#leap(frog, Number(leap.from), Number(leap.to), progress);
            progress.set(frog.seat, Number(leap.to));
            place.classList.remove('up');
            one(place, '.mc').classList.remove('now');
            this.desk.told((await told(until)).length, first);
            const next = events[at + 1]?.kind;
            if (next === 'back' || next === 'lost') {
                this.desk.landed?.(frog.seat, Number(leap.card), next === 'back');
            }
            one(place, '.st').textContent =
                next === 'back' ? t('COMES_BACK') : next === 'lost' ? t('IS_LOST') : '';
            if (next === 'lost') this.#loses(frog, place, leap.card);
            await this.desk.moment?.(events.slice(at + 1, until));
        }
        one(this.stage, '.path').setAttribute('d', '');
        await this.#crownFlies(start, end);
        for (const {seat, out} of end.frogs) {
            if (out && !start.frogs[seat].out) await this.#goes(seat);
        }
        await this.desk.moment?.(events);
        await pause(420);
        this.show();
    }

    /** @param {Frog} frog @param {HTMLElement} place of its card @param {number} card */
    #loses(frog, place, card) {
        fill(one(place, '.mc'), cardLost(card));
        this.#sad.add(frog.seat);
        sound('lost');
        const element = this.#frogs.get(frog.seat);
        if (element) fill(element, this.#frogPicture(frog, 'frog-sad'));
    }

    /** A frog that is out of the race leaves the ring. @param {number} seat */
    async #goes(seat) {
        const frog = this.#frogs.get(seat);
        this.#frogs.delete(seat);
        if (frog) await vanish(frog, {duration: 300});
    }

    #busyHand() {
        for (const button of all(this.can, 'button.cardbtn')) {
            /** @type {HTMLButtonElement} */ (button).disabled = true;
        }
        const say = this.can.querySelector('.say');
        if (!say) return;
        fill(say, html`<span></span>`);
        const right = one(this.can, '.row');
        if (!right.querySelector('.finish')) {
            const button = make(html`<button class="btn small finish">
                ${t('FINISH_HOPS')} <span class="key">${t('KEY_SPACE')}</span>
            </button>`);
            button.addEventListener('click', () => skip());
            right.append(button);
        }
    }
    /** @param {string} sentence */
    #tell(sentence) {
        const say = this.can.querySelector('.say');
        if (say) fill(say, html`<b>${sentence}</b>`);
    }

    /** One frog's leap, tile by tile: free tiles are touched, others are jumped.
     *  @param {Frog} frog @param {number} from @param {number} to
     *  @param {Map<number, number>} progress */
    async #leap(frog, from, to, progress) {
        const element = this.#frogs.get(frog.seat);
        if (!element) return;
        const taken = new Set([...progress].filter(([other]) => other !== frog.seat)
            .map(([, at]) => at % this.#tiles));
        const stops = [];
        for (let at = from + 1; at <= to; at++) {
            if (at === to || !taken.has(at % this.#tiles)) stops.push(at);
        }
        this.#trace(from, stops);
        const target = this.#seatOf(to), here = this.#seatOf(from);
        style(element, {'--lx': `${Math.sign(target.x - here.x) * 4}px`,
            '--ly': `${Math.sign(target.y - here.y) * 3}px`});
        fill(element, this.#frogPicture(frog, 'frog-leap'));
        await pause(90);
        const crowned = this.#crown && this.#wears(frog) ? this.#crown : null;
        fill(element, this.#frogPicture(frog, 'frog-hop'));
        element.classList.add('hopping');
        let at = from;
        for (const stop of stops) {
            const a = this.#seatOf(at), b = this.#seatOf(stop);
            element.classList.toggle('left', b.x < a.x);
            const scale = this.stage.clientWidth / 100;
            const far = stop - at > 1;
            this.#put(element, b);
            const bend = {x: (50 - (a.x + b.x) / 2) * scale * (far ? .3 : .12),
                y: (50 - (a.y + b.y) / 2) * scale * (far ? .3 : .12)};
            const how = {duration: far ? 320 : 190, lift: far ? 14 : 8, bend};
            const flights = [hop(element, (a.x - b.x) * scale, (a.y - b.y) * scale, how)];
            if (crowned) {
                this.#put(crowned, {x: b.x, y: b.y - 5.1});
                flights.push(
                    hop(crowned, (a.x - b.x) * scale, (a.y - b.y) * scale, {...how, grow: 1}));
            }
            sound('hop');
            await Promise.all(flights);
            at = stop;
        }
        element.classList.remove('hopping', 'left');
        fill(element, this.#frogPicture(frog));
        style(element, {'--lx': '0px', '--ly': '0px'});
        sound('land');
        await land(element);
    }
    /** @param {Frog} frog */
    #wears(frog) {
        return this.position?.crown === frog.seat;
    }

    /** The dotted path and the ring where it ends. @param {number} from @param {number[]} stops */
    #trace(from, stops) {
        let d = '', at = from;
        for (const stop of stops) {
            const a = this.#seatOf(at), b = this.#seatOf(stop), pull = stop - at > 1 ? .35 : .14;
            const mx = (a.x + b.x) / 2, my = (a.y + b.y) / 2;
            d += `M${a.x} ${a.y}Q${mx + (50 - mx) * pull * 2} ${my + (50 - my) * pull * 2} ${b.x} ${
                b.y}`;
            at = stop;
        }
        one(this.stage, '.path').setAttribute('d', d);
        for (const old of all(this.ring, '.landing')) old.remove();
        const goal = this.ring.querySelector(`[data-tile="${at % this.#tiles}"]`);
        goal?.append(make(html`<i class="landing"></i>`));
    }

    /** @param {Position} start @param {Position} end */
    async #crownFlies(start, end) {
        for (const old of all(this.ring, '.landing')) old.remove();
        if (!this.#crown || start.crown === end.crown) return;
        const from = centre(this.#crown);
        this.#placeCrown(end);
        if (!this.#crown) return;
        const to = centre(this.#crown);
        sound('crown');
        await hop(this.#crown, from.x - to.x, from.y - to.y, {duration: 400, lift: 60, grow: 1.5});
    }

    /** Marks the cards or tiles that are advised; where a choice has its leap, draws that, too.
     *  @param {import('./play.mjs').Pointed[]} choices */
    point(choices) {
        this.unpoint();
        const best = choices[0]?.move;
        this.can.querySelector(`[data-card="${best}"]`)?.classList.add('hinted');
        const paths = choices.map((choice) => (choice.leap
            ? this.#arc(Number(choice.leap.from), Number(choice.leap.to), choice)
            : this.#signed(choice)));
        one(this.stage, '.over')
            .insertAdjacentHTML('beforeend', html`<g class="advice">${paths.reverse()}</g>`.text);
        // also in a review, where nothing may be played
        const tile = best && this.position && this.#tileOf(best, this.position);
        const element =
            tile === undefined ? null : this.ring.querySelector(`[data-tile="${tile}"]`);
        element?.classList.add('advised');
        if (element) {
            void run(element,
                [{transform: 'none'}, {transform: 'scale(1.15)'}, {transform: 'none'}],
                {duration: 700});
        }
    }
    /** A leap as a curve with its card at the end. @param {number} from @param {number} to
     *  @param {import('./play.mjs').Pointed} choice */
    #arc(from, to, {move: card, bad = false, sign, tone = 'b'}) {
        const a = this.#seatOf(from), b = this.#seatOf(to), colour = bad ? '#A92F3B' : '#1F7A41',
            pull = bad ? .5 : .8;
        const mx = (a.x + b.x) / 2, my = (a.y + b.y) / 2,
            d = `M${a.x} ${a.y}Q${mx + (50 - mx) * pull} ${my + (50 - my) * pull} ${b.x} ${b.y}`;
        const end = this.#at(to % this.#tiles, RADIUS + 6.2);
        return html`
            <path d="${d}" fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round"/>
            <path d="${d}" fill="none" stroke="${colour}" stroke-width="1.1" stroke-linecap="round"
                ${bad ? html`stroke-dasharray="1.6 2"` : ''}/>
            <circle cx="${end.x}" cy="${end.y}" r="2.9" fill="${colour}" stroke="#fff"
                stroke-width=".6"/>
            <text class="card" x="${end.x}" y="${end.y + 1.3}" text-anchor="middle" font-size="3.8"
                font-weight="700" fill="#fff">
                ${card}
            </text>
            ${sign ? signAt(end.x + (end.x > 94 ? -3.1 : 3.1), end.y - 2.9, sign, tone) : ''}`;
    }
    /** The sign of a place on the ring. @param {import('./play.mjs').Pointed} choice */
    #signed({move, sign, tone = 'b'}) {
        const tile = sign && this.position ? this.#tileOf(move, this.position) : undefined;
        if (!sign || tile === undefined) return '';
        const {x, y} = this.#at(tile, RADIUS);
        return signAt(x + 5, y - 5, sign, tone);
    }
    unpoint() {
        for (const card of all(this.can, '.hinted')) card.classList.remove('hinted');
        for (const tile of all(this.ring, '.advised')) tile.classList.remove('advised');
        this.stage.querySelector('.over .advice')?.remove();
    }
}
