// board-quibbles.mjs: Quibbles drawn: the others on top, the display with its piles, your hand.
//
// You touch cards of your hand; what they could do lights up in the display, and the plan stands as
// a sentence with one button. Which sets there are is asked of the core's list of legal moves: a
// set can be taken if the move that takes it alone is in the list.

import {all, announce, dialog, fill, html, icon, make, onPress, one, patch, piece,
    style} from './dom.mjs';
import {appear, run, slide, slideFrom} from './motion.mjs';
import {draggable} from './drag.mjs';
import {ripples, yourTurn} from './look.mjs';
import {play as sound} from './sound.mjs';
import {settings} from './settings-store.mjs';
import {sum} from './game-quibbles.mjs';
import {list, n, t} from './words.mjs';

const SLOTS = 6, SETS = ['a', 'b', 'c'];
// pixels: half of the widest tag; from one line of tags to the next
const TAG_HALF = 52, TAG_STEP = 30;

/** @typedef {import('./game-quibbles.mjs').View} View */
/** Cards as one writes them. @param {number[]} cards */
const digitsOf = (cards) => cards.join('');

/** @param {string} digits */
const total = (digits) => [...digits].reduce((all, digit) => all + Number(digit), 0);
/** @param {string} digits @param {string} part
 *  @returns {string | null} what is left, or null if it is not all there */
function without(digits, part) {
    let left = digits;
    for (const digit of part) {
        const at = left.indexOf(digit);
        if (at < 0) return null;
        left = left.slice(0, at) + left.slice(at + 1);
    }
    return left;
}

/** A ring that closes at the goal. @param {number} points @param {number} goal
 *  @param {string} [classes] */
function ring21(points, goal, classes = '') {
    const r = 21, length = 2 * Math.PI * r, part = length * Math.min(1, points / goal);
    return html`<span class="ring21 ${classes}">
        <svg viewBox="0 0 50 50" aria-hidden="true">
            <circle cx="25" cy="25" r="${r}"/>
            <circle class="part" cx="25" cy="25" r="${r}" stroke-dasharray="${part} ${length}"
                transform="rotate(-90 25 25)"${points === 0 ? html` visibility="hidden"` : ''}/>
        </svg>
        <b>${points}${classes ? html`<small>${t('OF_21')}</small>` : ''}</b>
    </span>`;
}
/** @param {number[]} cards */
const slots = (cards) => html`<span class="slots">${Array.from({length: SLOTS}, (_, i) => (
    cards[i] === undefined ? html`<i></i>` : html`<span>${piece(`q${cards[i]}`)}</span>`))}</span>`;

/** A hand as a fan: backs first, then what is known. @param {number} cards @param {string} seen
 *  @param {boolean} open */
const fan = (cards, seen, open) => html`<span class="fan" role="img" aria-label="${
    seen ? t(open ? 'OPEN_CARDS' : 'SEEN_CARDS', list([...seen])) : n('CARDS', cards)}">${
        Array.from({length: cards}, (_, k) => html`<span>${piece(k < cards - seen.length
            ? 'q-back'
            : `q${seen[k - cards + seen.length]}`)}</span>`)}</span>`;

export class QuibblesBoard {
    /** Chosen cards of the hand, by their place in it. @type {Set<number>} */
    #picked = new Set();
    /** Sets to be taken by a split. @type {string[]} */
    #sets = [];
    /** How many cards a combination takes. */
    #take = 0;
    #live = false;
    /** What is drawn. @type {View | undefined} */
    view;

    /** @param {import('./boards.mjs').Desk} desk */
    constructor(desk) {
        this.desk = desk;
        this.stage = make(html`<div class="water qb">
            ${ripples()}
            <div class="opps"></div>
            <div class="mid">
                <div class="display" role="group" aria-label="${t('DISPLAY')}"></div>
                <div class="piles"></div>
            </div>
            <div class="hand" role="toolbar" aria-label="${t('YOUR_HAND')}"></div>
        </div>`);
        this.can = make(html`<section class="panel can" aria-label="${t('YOU_CAN')}"></section>`);
        this.mine =
            make(html`<section class="panel own" aria-label="${t('YOUR_COLLECTION')}"></section>`);
        this.above = [this.can, this.mine];
        /** @type {HTMLElement[]} */
        this.below = [];
        draggable(this.stage, '.hand .qcard', {
            goals: () => (!this.#live
                ? []
                : this.view?.phase === 'stash' ? [this.mine]
                : [one(this.stage, '.pile.draw'), one(this.stage, '.display')]),
            drop: (card, goal) => this.#dropped(Number(card.dataset.at), goal),
        });
        this.stage.addEventListener('keydown', (event) => this.#walk(event));
        this.stage.addEventListener('focusin', ({target}) => {
            const card = /** @type {HTMLElement} */ (target).closest?.('.hand .qcard');
            if (card) this.#stopAt(Number(/** @type {HTMLElement} */ (card).dataset.at));
        });
        new ResizeObserver(() => {
            this.#fitHand(new Set(this.hand).size);
            this.#brackets();
        }).observe(this.stage);
        // Where the stage has no box of its own, the collection is as wide as it would be.
        new ResizeObserver(() => this.#light()).observe(this.mine);
    }

    get hand() {
        return this.desk.table.look.hand ?? '';
    }

    // ---- Drawing ----

    show() {
        const {table} = this.desk, {look} = table;
        const view = look.board;
        if (this.view?.phase !== view.phase || this.view?.seat !== view.seat
            || this.#shown !== this.hand) {
            this.#clear();
        }
        this.view = view;
        this.#shown = this.hand;
        this.#live = look.turn.includes(table.mine) && look.result === null;
        this.#others(view);
        this.#table(view);
        this.#hand();
        this.#own(view);
        this.#plan();
        this.#fitHand(new Set(this.hand).size);
        if (this.#nothing && !this.desk.byHand && this.#passed !== look.version) {
            this.#passed = look.version;
            void this.desk.submit('-');
        }
    }
    /** Is there nothing that could be stashed? The page says so itself. */
    get #nothing() {
        return this.#live && this.view?.phase === 'stash'
            && this.desk.table.look.legal.join() === '-';
    }
    #shown = '';
    #passed = -1; // the version at which it was said that nothing is stashed
    #clear() {
        this.#picked.clear();
        this.#sets = [];
        this.#take = 0;
    }

    /** @param {View} view */
    #others(view) {
        const {table} = this.desk, {look, seats} = table;
        const others = [];
        const first = table.mine < seats.length ? table.mine : -1;
        for (let i = 1; i <= seats.length; i++) {
            const seat = (first + i + seats.length) % seats.length;
            if (seat !== table.mine) others.push(seat);
        }
        patch(one(this.stage, '.opps'), html`${others.map((seat) => {
            const {known, cards, seen} = this.#handOf(seat, view),
                {collection, total: points} = view.seats[seat];
            return html`<div class="opp ${look.turn.includes(seat) ? 'now' : ''} ${
                known === undefined ? '' : 'open'}" data-seat="${seat}">
                <button class="head" aria-haspopup="dialog">
                    ${ring21(points, view.goal)}
                    <span class="grow who">
                        <span class="called">
                            <b class="nm">${seats[seat].name}</b>
                            ${this.desk.beside(seat)}
                        </span>
                        <span class="xs">
                            ${n('CARDS', cards)}${
                                seen && known === undefined ? `, ${t('SEEN', seen.length)}` : ''}
                        </span>
                    </span>
                </button>
                ${slots(collection)}${fan(cards, seen, known !== undefined)}
            </div>`;
        })}`);
        onPress(this.stage, '.opp .head',
            (head) => void this.#lookAt(Number(head.parentElement?.dataset.seat)));
    }

    /** What is known of a hand: all of it after the game, else the cards that everyone has seen.
     *  @param {number} seat @param {View} view */
    #handOf(seat, view) {
        const known = this.desk.hands?.[seat], {cards, seen} = view.seats[seat];
        return {known, cards, seen: known ?? (settings.seen ? digitsOf(seen) : '')};
    }

    /** A closer look at another seat: its collection and its hand, as far as they are known.
     *  @param {number} seat */
    async #lookAt(seat) {
        const {view} = this;
        if (!view) return;
        const {known, cards, seen} = this.#handOf(seat, view),
            {collection, total: points} = view.seats[seat];
        await dialog(html`
            <h2>${this.desk.table.seats[seat].name}</h2>
            <p>${points >= view.goal ? t('GOAL_REACHED') : n('MORE_TO_WIN', view.goal - points)}</p>
            ${slots(collection)}
            <p>
                ${n('CARDS', cards)}${seen
                    ? t('COLON')
                        + t(known === undefined ? 'SEEN_CARDS' : 'OPEN_CARDS', list([...seen]))
                    : ''}
            </p>
            ${fan(cards, seen, known !== undefined)}
            <div class="row end"><button class="btn" value="" autofocus>${t('CLOSE')}</button></div>
        `, {classes: 'closer'});
    }

    /** @param {View} view */
    #table({display, discards, pile}) {
        const box = one(this.stage, '.display');
        box.classList.toggle('many', display.length > 6);
        patch(box, html`${display.map((value, i) => html`<button class="qcard" data-at="${i}"
            data-value="${value}" disabled aria-label="${t('CARD_NAME', value)}">
            ${piece(`q${value}`)}
        </button>`)}
            <svg class="brackets" aria-hidden="true"></svg>`);
        onPress(box, '.qcard', (card) => this.#touchDisplay(String(card.dataset.value)));
        const top = discards.at(-1);
        patch(one(this.stage, '.piles'), html`
            <button class="pile draw" disabled aria-label="${t('PILE_DRAW', pile)}">
                ${pile > 0 ? piece('q-back') : html`<span class="none"></span>`}
                <span>${t('PILE')} <b>${pile}</b></span>
            </button>
            <div class="pile discard">
                ${top !== undefined ? piece(`q${top}`) : html`<span class="none"></span>`}
                <span>${t('DISCARD')} <b>${discards.length}</b></span>
            </div>
        `);
        onPress(this.stage, '.pile.draw', () => this.#draw());
    }

    #hand() {
        const {hand} = this, box = one(this.stage, '.hand');
        const values = [...new Set(hand)];
        const middle = (hand.length - 1) / 2;
        let at = 0;
        patch(box, html`${values.map((value) => {
            const count = [...hand].filter((digit) => digit === value).length;
            return html`<div class="group" data-value="${value}">
                <div class="cards">${Array.from({length: count}, (_, k) => html`<button
                    class="qcard" data-at="${at++}" data-value="${value}" aria-pressed="false"
                    aria-label="${t('CARD_OF', value, k + 1, count)}">
                    ${piece(`q${value}`)}
                </button>`)}</div>
                <span class="count" aria-hidden="true">${count} × ${value}</span>
            </div>`;
        })}`);
        for (const card of all(box, '.qcard')) {
            const index = Number(card.dataset.at), turn = index - middle;
            style(card, {'--tilt': `${turn * Math.min(1.6, 10 / (hand.length || 1))}deg`,
                '--drop': `${turn * turn * Math.min(.7, 30 / hand.length ** 2) - 4}px`});
            card.onclick = () => this.#touchHand(index);
        }
        this.#stopAt(Math.min(this.#stop, hand.length - 1));
        if (hand === '' && this.desk.table.humans.length === 0) {
            fill(box, html`<p class="s">${t('WATCHING')}</p>`);
        }
    }

    #stop = 0; // the card where the Tab key comes in; arrows lead to the others
    /** @param {number} at */
    #stopAt(at) {
        this.#stop = Math.max(0, at);
        for (const card of all(this.stage, '.hand .qcard')) {
            card.tabIndex = Number(card.dataset.at) === this.#stop ? 0 : -1;
        }
    }

    /** Cards as large as one line has room for. @param {number} groups */
    #fitHand(groups) {
        const box = one(this.stage, '.hand'), cards = this.hand.length;
        if (cards === 0) return;
        const phone = box.clientWidth < 560, gap = phone ? 9 : 26, most = phone ? 62 : 92,
            least = phone ? 46 : 64;
        const room =
            (box.clientWidth - 24 - gap * (groups - 1)) / (groups + .48 * (cards - groups));
        style(box, {'--cw': `${Math.max(least, Math.min(most, room))}px`});
    }

    /** @param {View} view */
    #own({seats, goal}) {
        const {table} = this.desk, own = seats[table.mine];
        this.mine.hidden = own === undefined;
        if (own === undefined) return;
        const {collection, total: points} = own,
            alone = table.humans.length === 1 && table.humans[0] === table.mine;
        const title =
            alone ? t('YOUR_COLLECTION') : t('COLLECTION_OF', table.seats[table.mine].name);
        this.mine.setAttribute('aria-label', title);
        patch(this.mine, html`<div class="collection">
            <div class="grow">
                <div class="titles">
                    <h2 class="h3 called">${title}${this.desk.beside(table.mine)}</h2>
                    <p class="s">${
                        points >= goal ? t('GOAL_REACHED') : n('MORE_TO_WIN', goal - points)}</p>
                </div>
                ${slots(collection)}
            </div>
            ${ring21(points, goal, 'big')}
        </div>`);
    }

    // ---- Planning ----

    /** The digits that are picked, ascending. */
    get #digits() {
        return [...this.#picked].sort((a, b) => a - b).map((at) => this.hand[at]).join('');
    }
    /** Sets that the picked card can take alone. @returns {string[]} */
    #groups() {
        const card = this.#digits;
        if (card.length !== 1) return [];
        return this.desk.table.look.legal
            .filter((move) => move.startsWith(`${card}=`) && !move.includes(','))
            .map((move) => move.slice(2));
    }
    /** Can these sets be taken together? @param {string[]} sets */
    #fit(sets) {
        return without(digitsOf(this.view?.display ?? []), sets.join('')) !== null;
    }
    /** The plan that takes the most cards. */
    #best() {
        const card = this.#digits;
        const moves = this.desk.table.look.legal.filter((move) => move.startsWith(`${card}=`))
            .map((move) => move.slice(card.length + 1));
        return moves.sort((a, b) => b.replace(/,/g, '').length - a.replace(/,/g, '').length)[0];
    }
    /** How many cards a combination could take at most. */
    #takeMax() {
        const digits = this.#digits;
        return Math.max(0, ...this.desk.table.look.legal
            .filter((move) => move.startsWith(`${digits}=`))
            .map((move) => move.length - digits.length - 1));
    }

    /** The place of the card of this value that no other one covers, of those not picked; -1 if
     *  there is none. @param {string} value */
    #onTop(value) {
        return [...this.hand].findLastIndex((digit, i) => digit === value && !this.#picked.has(i));
    }

    /** @param {number} at */
    #touchHand(at) {
        if (!this.#live || this.view?.phase !== 'act') {
            if (this.#live) this.#touchStash(this.hand[at]);
            return;
        }
        if (this.#picked.has(at)) this.#picked.delete(at);
        else this.#picked.add(at);
        sound('card');
        const best = this.#picked.size === 1 ? this.#best() : undefined;
        this.#sets = best ? best.split(',') : [];
        this.#take = this.#picked.size > 1 ? this.#takeMax() : 0;
        this.#plan();
        announce(this.#sentence());
    }
    /** @param {string} value */
    #touchStash(value) {
        const moves = this.desk.table.look.legal.filter((move) => move[1] === value);
        if (moves.length === 1) void this.#do(moves[0]);
        else if (moves.length === 0) void this.#why(`!${value}`);
        else this.#askRoom(value);
    }
    /** The collection is full: which card makes room? @param {string} value */
    #askRoom(value) {
        fill(one(this.can, '.say'), html`${t('STASH_WHICH', value)}`);
        announce(t('STASH_WHICH', value));
        /** @type {HTMLElement | null} */ (this.can.querySelector(`[data-move^="!${value}/"]`))
            ?.focus();
    }
    /** A card of the display: takes it into the plan, or out of it. @param {string} value */
    #touchDisplay(value) {
        if (!this.#live || this.#picked.size === 0) return;
        if (this.#picked.size > 1) {
            const most = this.#takeMax();
            this.#take = this.#take >= most ? 1 : this.#take + 1;
        } else {
            const inPlan = this.#sets.find((set) => set.includes(value));
            if (inPlan) this.#toggle(inPlan, false);
            else {
                const set = this.#groups().find((group) => group.includes(value));
                if (set) this.#toggle(set, true);
            }
        }
        this.#plan();
    }
    /** @param {string} set @param {boolean} on */
    #toggle(set, on) {
        if (!on) {
            this.#sets.splice(this.#sets.indexOf(set), 1);
        } else {
            let kept = [...this.#sets];
            while (!this.#fit([...kept, set])) kept = kept.slice(1);
            this.#sets = [...kept, set];
        }
    }

    /** The move that is planned, or ''. */
    #move() {
        const digits = this.#digits;
        if (this.#picked.size === 1 && this.#sets.length > 0) {
            return `${digits}=${this.#sets.join(',')}`;
        }
        if (this.#picked.size > 1 && this.#take > 0) {
            return `${digits}=${String(total(digits)).repeat(this.#take)}`;
        }
        return '';
    }
    #sentence() {
        const digits = this.#digits;
        if (this.#picked.size === 0) return t('PLAN_NONE');
        if (this.#picked.size === 1 && this.#sets.length > 0) {
            return t('PLAN_SPLIT', digits, list(this.#sets.map(sum)));
        }
        if (this.#picked.size === 1) {
            return digits === '0' ? t('PLAN_ZERO') : t('PLAN_LONE', digits);
        }
        if (this.#take > 0) {
            return t('PLAN_COMBINE', sum(digits), total(digits),
                list(Array(this.#take).fill(String(total(digits)))));
        }
        return t('PLAN_SUM', sum(digits), total(digits));
    }

    #plan() {
        const {table} = this.desk, {look} = table;
        if (!this.view) return;
        this.#light();
        if (look.result !== null) {
            const ends = !this.can.querySelector('.place');
            if (ends) patch(this.can, html`<div class="place"></div>`);
            this.desk.ending(one(this.can, '.place'));
            if (ends) this.#inSight();
            return;
        }
        if (this.#nothing && !this.desk.byHand) { // no question, so no button either
            patch(this.can,
                html`<h2>${t('STASH_TITLE')}</h2><p class="say">${t('STASH_NONE')}</p>`);
            return;
        }
        if (!this.#live) {
            const turn = look.turn[0] ?? 0, {name} = table.seats[turn];
            patch(this.can, turn === table.mine
                ? html`<p></p>`
                : html`
                    <h2>${t('TURN_OF', name)}</h2>
                    <p class="thinking say">${t('THINKS', name)}</p>
                `);
            return;
        }
        if (this.view.phase === 'stash') this.#planStash();
        else this.#planAct();
    }

    #planAct() {
        const {look} = this.desk.table, digits = this.#digits, move = this.#move();
        const count = move ? move.split('=')[1].replace(/,/g, '').length : 0;
        const title = this.#picked.size === 0
            ? yourTurn(this.desk.table)
            : this.#picked.size === 1 ? t(this.#sets.length ? 'SPLIT_THE' : 'THE_CARD', digits)
            : t('COMBINE', sum(digits));
        const groups = this.#groups();
        const chosen = [...this.#sets];
        const rows = groups.map((group) => {
            const at = chosen.indexOf(group);
            return {group, on: at >= 0, sign: SETS[this.#sets.indexOf(group) % 3] ?? 'a'};
        });
        const pass = look.legal.includes('pass');
        patch(this.can, html`
            <h2>${title}</h2>
            <p class="say">${pass ? t('PASS_ONLY') : this.#sentence()}</p>
            <div class="plan">
                <div class="sets">${rows.slice(0, 6).map(({group, on, sign}) => html`<label
                    class="chk">
                    <input type="checkbox" data-set="${group}" ${on ? 'checked' : ''}>
                    <span class="box ${sign}">${icon('check', 'small')}</span>
                    <b class="grow">${sum(group)}</b>
                    <span class="tiny">${[...group].map((value) => piece(`q${value}`))}</span>
                </label>`)}</div>
                ${move ? html`<button class="btn wide do">
                    ${n('TAKE_CARDS', count)} <span class="key">${t('KEY_ENTER')}</span>
                </button>` : ''}
                ${this.#picked.size === 1 ? html`<button
                    class="btn ${move ? 'soft' : ''} wide lay">
                    ${t('LAY_AND_DRAW', digits)}
                </button>` : ''}
                ${pass ? html`<button class="btn wide pass">${t('MOVE_PASS')}</button>` : ''}
            </div>
        `);
        for (const box of all(this.can, 'input[data-set]')) {
            box.onchange = () => {
                this.#toggle(String(box.dataset.set),
                    /** @type {HTMLInputElement} */ (box).checked);
                this.#plan();
            };
        }
        onPress(this.can, '.do', () => this.#do(this.#move()));
        onPress(this.can, '.lay', () => this.#draw());
        onPress(this.can, '.pass', () => this.#do('pass'));
        if (this.#picked.size > 1 && !move) void this.#explain();
        if (this.#picked.size > 0) this.#inSight();
    }
    #sighted = ''; // what was brought into the window last
    /** With many cards what is to be pressed may lie below the window: it is brought there once,
     *  and stays where a player scrolls it. */
    #inSight() {
        const what = `${this.desk.table.look.version} ${this.#digits}`;
        if (this.desk.byHand || what === this.#sighted) return;
        this.#sighted = what;
        // once it is drawn
        requestAnimationFrame(() => this.can.scrollIntoView({block: 'nearest'}));
    }
    /** Why the picked cards take nothing. */
    async #explain() {
        const digits = this.#digits;
        const why = await this.desk.table.whyNot(this.desk.table.mine,
            `${digits}=${Math.min(7, total(digits))}`);
        if (why && digits === this.#digits) {
            const say = this.can.querySelector('.say');
            if (say) fill(say, html`<span class="why">${why}</span>`);
        }
    }
    #planStash() {
        const {look} = this.desk.table, points = this.view?.seats[this.desk.table.mine].total ?? 0;
        const moves = look.legal.filter((move) => move !== '-');
        patch(this.can, html`
            <h2 class="stashing">${t('STASH_TITLE')}</h2>
            <p class="say">${t('STASH_HELP')}</p>
            <div class="plan stashes">
                ${moves.map((move) => {
                    const now = points + Number(move[1]) - (move[3] ? Number(move[3]) : 0);
                    return html`<button class="btn wide" data-move="${move}">${move[3]
                        ? t(now === points ? 'STASH_SAME' : 'STASH_FOR', move[1], move[3], now)
                        : t('STASH', move[1], now)}</button>`;
                })}
                <button class="btn soft wide" data-move="-">${t('STASH_NONE')}</button>
            </div>
        `);
        onPress(this.can, '[data-move]', (button) => this.#do(String(button.dataset.move)));
        this.#inSight();
    }

    /** Lights up what the plan takes. */
    #light() {
        const {view} = this;
        if (!view) return;
        const acting =
            (this.#live || this.#shownMove !== '') && view.phase === 'act' && this.#picked.size > 0;
        const cards = all(this.stage, '.display .qcard');
        const could = new Set(this.#picked.size === 1
            ? this.#groups().join('')
            : this.#picked.size > 1 && this.#takeMax() > 0 ? String(total(this.#digits))
            : '');
        /** @type {Map<HTMLElement, string>} */
        const lit = new Map();
        const sets = this.#picked.size === 1
            ? this.#sets
            : this.#take > 0 ? [String(total(this.#digits)).repeat(this.#take)]
            : [];
        sets.forEach((set, i) => {
            for (const value of set) {
                const card = cards.find((one) => one.dataset.value === value && !lit.has(one));
                if (card) lit.set(card, SETS[i % 3]);
            }
        });
        for (const card of cards) {
            const sign = lit.get(card), may = could.has(String(card.dataset.value));
            card.className = `qcard ${acting ? sign ?? (may ? 'could' : 'off') : ''}`;
            /** @type {HTMLButtonElement} */ (card).disabled = !acting || !may;
        }
        for (const card of all(this.stage, '.hand .qcard')) {
            const at = Number(card.dataset.at), picked = this.#picked.has(at);
            const stash = view.phase === 'stash' && (this.#shownMove !== ''
                ? this.#shownMove[0] === '!' && this.#shownMove[1] === card.dataset.value
                : this.#live && this.desk.table.look.legal.some(
                    (move) => move[0] === '!' && move[1] === card.dataset.value));
            card.classList.toggle('pick', picked);
            card.classList.toggle('stash', stash);
            card.setAttribute('aria-pressed', String(picked));
        }
        const draw = /** @type {HTMLButtonElement} */ (one(this.stage, '.pile.draw'));
        draw.disabled = !(acting && this.#picked.size === 1);
        this.#gather(cards, lit, acting);
        this.#litSets = sets.map((set, i) => ({set, sign: SETS[i % 3],
            cards: [...lit].filter(([, sign]) => sign === SETS[i % 3]).map(([card]) => card)}));
        this.#brackets();
    }
    /** @type {{set: string, sign: string, cards: HTMLElement[]}[]} */
    #litSets = [];

    /** Where the display is narrow, the cards of a set move together into a line of their own.
     *  @param {HTMLElement[]} cards @param {Map<HTMLElement, string>} lit
     *  @param {boolean} acting */
    #gather(cards, lit, acting) {
        const box = one(this.stage, '.display');
        const before = cards.map((card) => card.getBoundingClientRect());
        for (const old of all(box, '.break')) old.remove();
        const narrow = acting && lit.size > 0 && box.clientWidth < 420;
        for (const card of cards) {
            style(card, {
                order: narrow ? 2 * (lit.has(card) ? SETS.indexOf(String(lit.get(card))) : 4) : 0});
        }
        if (narrow) {
            const signs = [...new Set(lit.values())],
                columns = Math.floor(box.clientWidth / (cards[0].offsetWidth + 12));
            for (const sign of signs.slice(0, -1)) {
                const size = [...lit.values()].filter((other) => other === sign).length;
                if (size % columns === 0) continue;
                const line = make(html`<i class="break"></i>`);
                style(line, {order: 2 * SETS.indexOf(sign) + 1});
                box.append(line);
            }
        }
        cards.forEach((card, i) => {
            const now = card.getBoundingClientRect(), dx = before[i].left - now.left,
                dy = before[i].top - now.top;
            if (dx || dy) void slide(card, dx, dy, {duration: 140});
        });
    }

    /** The brackets that hold a set together. */
    #brackets() {
        const box = one(this.stage, '.display'), drawing = box.querySelector('.brackets');
        for (const tag of all(box, '.tag')) tag.remove();
        if (!drawing) return;
        const acting = (this.#live || this.#shownMove !== '') && this.view?.phase === 'act'
            && this.#picked.size > 0;
        if (!acting) {
            style(box, {'--levels': '0px'});
            fill(drawing, html``);
            return;
        }
        /** @type {{up: boolean, level: number, left: number, right: number}[]} */
        const taken = [];
        // The narrow ones first, so that wider ones go round them.
        const wideness = (/** @type {{cards: HTMLElement[]}} */ {cards}) => Math.max(
            ...cards.map((card) => card.offsetLeft)) - Math.min(
                ...cards.map((card) => card.offsetLeft));
        const paths = [...this.#litSets].sort((one, other) => wideness(one) - wideness(other)).map(
            ({set, sign, cards}, i) => {
                const boxes = cards.map((card) => ({left: card.offsetLeft, top: card.offsetTop,
                    width: card.offsetWidth, bottom: card.offsetTop + card.offsetHeight}));
                const rows = new Set(boxes.map(({top}) => Math.round(top)));
                if (boxes.length === 0) return '';
                const wide = rows.size === 1 && this.#litSets.length > 1 && box.clientWidth > 420;
                const ends = boxes.map(({left, width}) => left + width / 2).sort((a, b) => a - b),
                    middle = (ends[0] + ends[ends.length - 1]) / 2;
                const half = Math.max(TAG_HALF, (ends[ends.length - 1] - ends[0]) / 2 + 4),
                    spot = {left: middle - half, right: middle + half};
                // Above and below in turn; where another bracket is in the way, on the other side,
                // or a step farther down.
                const free = ({up: above = false, level: step = 0}) => !taken.some((other) =>
                    other.up === above && other.level === step && other.left < spot.right
                        && other.right > spot.left);
                const places = wide
                    ? [{up: i % 2 === 0, level: 0}, {up: i % 2 === 1, level: 0},
                        {up: false, level: 1}]
                    : [];
                const {up, level} = places.find(free) ?? {up: false, level: wide ? 2 : 0};
                taken.push({up, level, ...spot});
                const lowest = Math.max(...boxes.map(({top}) => top));
                const line = boxes.filter(({top}) => up || Math.round(top) === Math.round(lowest));
                const xs = line.map(({left, width}) => left + width / 2).sort((a, b) => a - b);
                const y0 = (up ? line[0].top - 10 : line[0].bottom + 10),
                    y1 = y0 + (up ? -10 : 10 + level * TAG_STEP);
                const mid = (xs[0] + xs[xs.length - 1]) / 2;
                const tag = make(html`<span class="tag ${sign}">${this.#picked.size === 1
                    ? t('SET_SUM', sum(set), total(set))
                    : [...set].join(', ')}</span>`);
                style(tag, {left: `${mid}px`, top: `${y1 + (up ? -9 : 9)}px`});
                box.append(tag);
                return html`<path d="M${xs[0]} ${y0}V${y1}H${xs[xs.length - 1]}V${y0}${
                    xs.slice(1, -1).map((x) => `M${x} ${y0}V${y1}`).join('')}" fill="none"
                    stroke="var(--set-${sign})" stroke-width="3" stroke-linecap="round"
                    stroke-linejoin="round"/>`;
            });
        style(box, {'--levels': `${Math.max(0, ...taken.map(({level}) => level)) * TAG_STEP}px`});
        fill(drawing, html`${paths}`);
    }

    /** A card of the hand was dropped: on the pile it is laid out for two new ones, on the display
     *  it takes what is planned, on the collection it is stashed. @param {number} at
     *  @param {HTMLElement} goal */
    #dropped(at, goal) {
        if (goal === this.mine) {
            this.#touchStash(this.hand[at]);
            return;
        }
        if (goal.matches('.pile')) this.#clear();
        if (!this.#picked.has(at)) this.#touchHand(at);
        if (goal.matches('.pile')) this.#draw();
        else if (this.#move()) void this.#do(this.#move());
    }

    // ---- Doing ----

    #draw() {
        const digits = this.#digits;
        if (digits.length === 1) void this.#do(`+${digits}`);
    }
    /** @param {string} move */
    async #do(move) {
        if (!this.#live || !move) return;
        this.#live = false;
        if (await this.desk.submit(move)) return;
        if (this.desk.anew) this.#clear();
        this.show();
    }
    /** @param {string} move */
    async #why(move) {
        const why = await this.desk.table.whyNot(this.desk.table.mine, move);
        const say = this.can.querySelector('.say');
        if (say && why) fill(say, html`<span class="why">${why}</span>`);
        announce(why ?? '');
        sound('no');
    }
    /** @param {string} key */
    key(key) {
        if (!this.#live) return false;
        const acting = this.view?.phase === 'act';
        if (key === 'Escape') {
            this.#clear();
            this.#plan();
            return true;
        }
        if (key === 'Enter' && !document.activeElement?.closest('button, a, label') && acting
            && this.#move()) {
            void this.#do(this.#move());
            return true;
        }
        if (key >= '0' && key <= '7') {
            const at = this.#onTop(key);
            if (acting && at >= 0) this.#touchHand(at);
            else if (!acting) this.#touchStash(key);
            return true;
        }
        if (key === '+' && acting) {
            this.#draw();
            return true;
        }
        return false;
    }
    /** Arrow keys walk along the cards. @param {KeyboardEvent} event */
    #walk(event) {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        const here = /** @type {HTMLElement} */ (event.target).closest?.('.qcard');
        if (step === 0 || !here) return;
        const cards =
            all(/** @type {HTMLElement} */ (here.closest('[role]')), '.qcard:not(:disabled)');
        const next = cards[cards.indexOf(/** @type {HTMLElement} */ (here)) + step];
        if (next) {
            event.preventDefault();
            next.focus();
        }
    }

    // ---- Moving ----

    /** @param {import('./table.mjs').Happening} happening */
    async happen({before, after, seat, event, events}) {
        if (event !== undefined) {
            this.show();
            return;
        }
        const mine = seat === this.desk.table.mine, find =
            (/** @type {string[]} */ ...kinds) => events.find(({kind}) => kinds.includes(kind));
        const opponent = this.stage.querySelector(`.opp[data-seat="${seat}"]`);
        const taken = (find('split', 'combine')?.taken ?? '').replace(/\+/g, ''),
            laid = find('lay')?.card;
        if (taken) await this.#fly(taken, mine ? one(this.stage, '.hand') : opponent);
        if (laid !== undefined && mine) sound('card');
        this.#live = false;
        this.show();
        this.#fresh(before.board, after.board, {taken, laid}, mine ? before.hand ?? '' : null,
            opponent);
        await new Promise((done) => setTimeout(done, 0));
        if (find('stash')) {
            sound('crown');
            const ring = mine
                ? this.mine.querySelector('.ring21')
                : this.stage.querySelector(`.opp[data-seat="${seat}"] .ring21`);
            if (ring) await appear(ring, {duration: 320});
        }
    }

    /** Moves cards from the display to the player who takes them. @param {string} digits
     *  @param {Element | null} goal */
    async #fly(digits, goal) {
        if (!goal) return;
        const cards = all(this.stage, '.display .qcard');
        const flights = [...digits].map((value, i) => {
            const card = cards.find((one) => one.dataset.value === value && !one.dataset.gone);
            if (!card) return Promise.resolve();
            card.dataset.gone = '1';
            const a = card.getBoundingClientRect(), b = goal.getBoundingClientRect();
            style(card, {'z-index': 5});
            const dx = b.left + b.width / 2 - a.left - a.width / 2,
                dy = b.top + b.height / 2 - a.top - a.height / 2;
            sound('card');
            return run(card, [{transform: 'none', opacity: 1},
                {transform: `translate(${dx}px,${dy}px) scale(.5)`, opacity: .2}],
                {duration: 420, delay: i * 50, fill: 'forwards'});
        });
        await Promise.all(flights);
        for (const card of cards) if (card.dataset.gone) card.remove();
    }

    /** New cards come from the pile, those that were taken from the display. @param {View} was
     *  @param {View} is @param {{taken: string, laid: number | undefined}} done
     *  @param {string | null} hand one's own before it
     *  @param {Element | null} from whose cards they were */
    #fresh(was, is, {taken, laid}, hand, from) {
        const pile = this.stage.querySelector('.pile.draw');
        let kept = without(digitsOf(was.display), taken) ?? '', delay = 0;
        for (const card of all(this.stage, '.display .qcard')) {
            const at = kept.indexOf(String(card.dataset.value));
            if (at >= 0) {
                kept = kept.slice(0, at) + kept.slice(at + 1);
                continue;
            }
            const own =
                Number(card.dataset.value) === laid && is.display.length > was.display.length;
            void slideFrom(card, own ? from ?? this.stage.querySelector('.hand') : pile,
                {duration: 320, delay});
            delay += 60;
        }
        if (hand === null) return;
        let held = laid === undefined ? hand : without(hand, String(laid)) ?? hand;
        for (const card of all(this.stage, '.hand .qcard')) {
            const at = held.indexOf(String(card.dataset.value));
            if (at >= 0) held = held.slice(0, at) + held.slice(at + 1);
            else void slideFrom(card, taken ? one(this.stage, '.display') : pile, {duration: 320});
        }
    }

    /** Picks the cards of an advised move. @param {{move: string}[]} choices */
    point(choices) {
        const move = choices[0]?.move ?? '';
        this.#clear();
        this.#shownMove = this.#live ? '' : move;
        const digits = move[0] === '+' ? move[1] : move.includes('=') ? move.split('=')[0] : '';
        for (const digit of digits) {
            const at = this.#onTop(digit);
            if (at >= 0) this.#picked.add(at);
        }
        if (digits.length === 1 && move.includes('=')) this.#sets = move.split('=')[1].split(',');
        if (digits.length > 1) this.#take = move.split('=')[1].length;
        this.#plan();
    }
    unpoint() {
        if (this.#shownMove === '') return;
        this.#shownMove = '';
        this.#clear();
        this.#plan();
    }
    /** A choice of another moment that is drawn, while nothing can be chosen. */
    #shownMove = '';
}
