// hand-quibbles.mjs: Quibbles on a phone at a game night: every value has its own place, 0 to 3
// above, 4 to 7 below, so no hand is too big; above it the display and your collection, below it
// the plan. While others choose the hand lies face down.

import {boardOf} from './boards.mjs';
import {all, dialog, html, icon, make, onPress, one, patch, piece} from './dom.mjs';
import {hold} from './hold.mjs';
import {frog} from './night-line.mjs';
import {list, n, t} from './words.mjs';

const VALUES = [0, 1, 2, 3, 4, 5, 6, 7], BACKS = 8, KINDS = ['split', 'combine', 'lay'];
const HELP = ['SPLIT', 'COMBINE', 'LAY', 'STASH'].map((what) => `RULE_QUIBBLES_${what}`);

export class QuibblesHand {
    #peeks = false;
    #kind = KINDS[0]; // of turn that is being planned
    #ply = -1; // of that turn
    /** @type {import('./play.mjs').Board | undefined} */
    board;
    root = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));

    /** @param {HTMLElement} main @param {import('./night-line.mjs').NightTable} table
     *  @param {import('./night.mjs').HandHelp} help */
    constructor(main, table, help) {
        this.main = main;
        this.table = table;
        this.help = help;
    }

    /** The usual board in another order; made once cards are dealt. */
    #make() {
        const {table, help} = this;
        this.board = boardOf({table, cast: {seats: table.seats, me: table.mine}, about: () => '',
            beside: () => html``, told: () => {}, ending: () => {}, submit: help.submit});
        this.root =
            make(html`<div class="hand-quibbles game-quibbles"><h1>${t('YOUR_TURN')}</h1></div>`);
        this.board.stage.append(make(html`<div class="places" aria-hidden="true">${
            VALUES.map((value) => html`<i data-value="${value}">${value}</i>`)}</div>`));
        this.root.append(this.board.stage, ...this.board.above, make(html`<div class="kinds"
            role="group" aria-label="${t('NIGHT_KIND')}">${KINDS.map((kind) => html`<button
                class="btn" data-kind="${kind}">
                ${t(`NIGHT_KIND_${kind.toUpperCase()}`)}
            </button>`)}</div>`));
        onPress(this.root, '.kinds button', ({dataset}) => this.#plan(String(dataset.kind)));
        this.board.stage.addEventListener('click', (event) => this.#pile(event), true);
        return this.board;
    }

    draw() {
        const {look, mine} = this.table;
        if (look.turn.includes(mine) && look.result === null) this.#choose();
        else this.#wait();
    }

    #choose() {
        const board = this.board ?? this.#make();
        this.#peeks = false;
        if (!this.main.contains(this.root)) {
            this.main.replaceChildren(this.root);
        }
        board.show();
        const {phase} = this.table.look.board;
        this.root.dataset.phase = phase;
        one(this.root, 'h1').textContent = t(phase === 'act' ? 'YOUR_TURN' : 'STASH_TITLE');
        one(this.root, '.kinds').hidden = phase !== 'act';
        this.#plan(this.table.look.ply === this.#ply ? this.#kind : KINDS[0]);
        this.#ply = this.table.look.ply;
    }

    /** Another kind of turn: only a combination takes more than one card of the hand.
     *  @param {string} kind */
    #plan(kind) {
        this.#kind = this.root.dataset.kind = kind;
        for (const button of all(this.root, '.kinds button')) {
            button.setAttribute('aria-pressed', String(button.dataset.kind === kind));
        }
        if (kind !== 'combine') {
            for (const card of all(this.root, '.hand .pick').slice(1)) {
                card.click();
            }
        }
        this.#count();
    }

    /** A touch on a pile picks one more of its cards; when all are picked, it lays them all back.
     *  @param {MouseEvent} event */
    #pile(event) {
        const group = /** @type {Element} */ (event.target).closest?.('.hand .group');
        if (!group || !event.isTrusted || this.table.look.board.phase !== 'act') return;
        event.stopPropagation();
        const cards = all(group, '.qcard'),
            free = cards.filter((card) => !card.classList.contains('pick')).at(-1);
        const alone = this.#kind !== 'combine', picked = all(this.root, '.hand .pick');
        if (alone) for (const card of picked) card.click();
        if (free && !(alone && picked.some((card) => cards.includes(card)))) free.click();
        else if (!alone) for (const card of cards) card.click();
        this.#count();
    }
    /** What to do next; how many cards of a value there are, and how many of them are picked. */
    #count() {
        const picked = all(this.root, '.hand .pick').map(({dataset}) => dataset.value),
            say = this.root.querySelector('.can > .say'), {look} = this.table;
        const hint = picked.length === 0
            ? this.#kind
            : this.#kind === 'combine' && picked.length === 1 ? 'more'
            : this.#kind === 'lay' ? 'laid'
            : '';
        this.root.classList.toggle('alone', hint === 'more');
        if (say && hint && look.board.phase === 'act' && !look.legal.includes('pass')) {
            say.textContent = t(`NIGHT_HINT_${hint.toUpperCase()}`, picked[0] ?? '');
        }
        for (const group of all(this.root, '.hand .group')) {
            const picked = group.querySelectorAll('.pick').length,
                count = group.querySelectorAll('.qcard').length;
            one(group, '.count').textContent =
                count === 1 ? '' : picked > 0 ? `${picked}/${count}` : `× ${count}`;
        }
    }

    /** Others choose: who, and when it is your turn. */
    #wait() {
        const {table, main} = this, {look, mine} = table, hand = look.hand ?? '',
            turn = look.turn[0] ?? mine, count = table.seats.length;
        const between =
            Array.from({length: (mine - turn + count) % count}, (_, i) => (turn + i + 1) % count);
        const after = between.map(
            (seat) => (seat === mine ? t('YOU').toLowerCase() : table.seats[seat].name));
        patch(main, html`
            <section class="panel chooser">
                ${frog(this.help.frogOf(turn) || 'grey')}
                <div>
                    <h1>${look.result !== null ? t('NIGHT_WATCH_SCREEN')
                        : t(this.help.isAway(turn) ? 'NIGHT_NOT_HERE' : 'NIGHT_IS_CHOOSING',
                            table.seats[turn].name)}</h1>
                    ${look.result === null && after.length > 0
                        ? html`<p>${t('NIGHT_THEN', list(after))}</p>` : ''}
                </div>
            </section>
            <section class="phrases"></section>
            <section class="panel facedown">
                <span class="fan" aria-hidden="true">${this.#peeks
                    ? [...hand].map((value) => html`<span>${piece(`q${value}`)}</span>`)
                    : Array.from({length: Math.min(hand.length, BACKS)},
                        () => html`<span>${piece('q-back')}</span>`)}</span>
                ${this.#peeks
                    ? ''
                    : html`<div>
                        <b>${n('NIGHT_YOUR_CARDS', hand.length)}</b>
                        <p class="s">${t('NIGHT_FACE_DOWN')}</p>
                    </div>`}
            </section>
            <button class="btn soft wide big peek">${icon('eye')}${t('NIGHT_HOLD_HAND')}</button>
            <section class="panel links"></section>
        `);
        this.help.phrases(one(main, '.phrases'));
        hold(one(main, '.peek'), (shown) => {
            this.#peeks = shown;
            if (shown) this.help.say(list([...(this.table.look.hand ?? '')]));
            this.help.redraw();
        });
        this.help.links(one(main, '.links'), ['bulb', t('NIGHT_TURN_HELP'), () => void dialog(html`
            <h2>${t('NIGHT_TURN_HELP')}</h2>
            ${HELP.map((name) => html`<p>${t(name)}</p>`)}
            <div class="row end"><button class="btn" value="" autofocus>${t('CLOSE')}</button></div>
        `)]);
    }
}
