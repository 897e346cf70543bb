// board-rribbit.mjs: Rrib-bit drawn: nine by seven pads, a grid of buttons, frogs above them.
//
// A frog is chosen by click, tap, key or the beginning of a drag; its landing pads are shown as
// rings, captures as crossed rings. In a game of chains every leap is one step, and a button ends
// the turn. What is drawn is the core's view; what is legal is its list.

import * as core from './core.mjs';
import {all, announce, attribute, fill, html, icon, make, onPress, one, patch, piece,
    style} from './dom.mjs';
import {kindOf, PAD, padShapes, signPlaces} from './ground.mjs';
import {yourTurn} from './look.mjs';
import {centre, hop, land, pause, shake} from './motion.mjs';
import {padsOf} from './game-rribbit.mjs';
import {play as sound} from './sound.mjs';
import {settings} from './settings-store.mjs';
import {list, n, percent, t} from './words.mjs';

const FILES = 'abcdefghi';
// nine pads in a line would be narrower than a finger
const TURNED = '(max-width: 359px) and (orientation: portrait)';

/** Who sits where. @param {import('./game-rribbit.mjs').View} board
 *  @returns {Map<string, 'light' | 'dark'>} */
const frogsOf = ({light, dark}) => new Map([
    ...light.map((pad) => /** @type {const} */ ([pad, 'light'])),
    ...dark.map((pad) => /** @type {const} */ ([pad, 'dark']))]);

/** The leaps of a move. @param {import('./events.mjs').Event[]} events */
const leapsOf = (events) => events.filter(({kind}) => kind === 'leap' || kind === 'capture');

/** All pads in one drawing, a few shapes in all: they never change, and come with the first board
 *  that is seen. @param {string[][]} pads line by line */
const ground = (pads) => html`<svg class="piece ground" aria-hidden="true">
    <svg viewBox="0 0 ${pads[0].length * PAD} ${pads.length * PAD}" preserveAspectRatio="none">${
        padShapes(pads).map(({name, path}) => html`<path class="${name}" d="${path}"/>`)}</svg>
</svg>`;

const COLOUR =
    {good: '#1F7A41', bad: '#A92F3B', answer: '#2F3E50', second: '#2460A6', threat: '#A92F3B'};
const THICK = {good: .125, bad: .1, answer: .07, second: .09, threat: .06}; // of a pad
/** @param {import('./play.mjs').Pointed} choice @returns {keyof typeof COLOUR} */
const kindOfArrow = ({bad, answer, second, threat}) =>
    (threat ? 'threat' : second ? 'second' : answer ? 'answer' : bad ? 'bad' : 'good');

export class RribbitBoard {
    /** @type {Map<string, HTMLElement>} */
    #pads = new Map();
    /** @type {Map<string, HTMLElement>} frogs by the pad they sit on */
    #frogs = new Map();
    /** @type {string[]} the pads of the turn being made, the frog's own first */
    #path = [];
    /** What `show` drew last. @type {core.Look | null} */
    #drawn = null;
    /** What is marked on each pad. @type {WeakMap<Element, string>} */
    #signs = new WeakMap();
    #live = false;
    /** Who sits on which pad. @type {Map<string, 'light' | 'dark'>} */
    frogs = new Map();
    #focus = 'e1';
    /** @type {{pad: string, frog: HTMLElement, x: number, y: number, moved: boolean} | null} */
    #drag = null;

    /** @param {import('./boards.mjs').Desk} desk */
    constructor(desk) {
        this.desk = desk;
        this.flip = desk.table.mine === 1;
        this.stage = make(html`<div class="rb">
            <div class="sides theirs"></div>
            <div class="alarm"></div>
            <div class="arrows-key xs" hidden></div>
            <div class="chances" role="img" hidden><i></i></div>
            <div class="ranks xs" aria-hidden="true"></div>
            <div class="pads" role="grid" aria-label="${t('BOARD')}"></div>
            <div class="chance-words xs" hidden></div>
            <div class="files xs" aria-hidden="true"></div>
            <div class="sides ours"></div>
        </div>`);
        this.pads = one(this.stage, '.pads');
        this.can = make(html`<section class="panel can" aria-label="${t('YOU_CAN')}"></section>`);
        this.above = [this.can];
        /** @type {HTMLElement[]} */
        this.below = [];
        this.#lay();
        this.#listen();
        new ResizeObserver(() => {
            if (this.turned === matchMedia(TURNED).matches || this.#path.length > 1) return;
            this.#lay();
            if (this.#drawn) this.show();
        }).observe(this.stage);
    }

    // ---- The pads ----

    /** Lies as wide as it is long: on a narrow phone the board is turned, so that every pad is
     *  as large as a finger. One's own side is then the left one. */
    #lay() {
        this.turned = matchMedia(TURNED).matches;
        const [columns, rows] = this.turned ? [7, 9] : [9, 7];
        this.pads.classList.toggle('turned', this.turned);
        const pads = Array.from({length: rows},
            (_, y) => Array.from({length: columns}, (_, x) => this.#padOn(x, y)));
        // which part of a pad's name changes along a line, and from line to line
        const [across, down] = this.turned ? [1, 0] : [0, 1];
        fill(this.pads, html`${ground(pads)}${pads.map((line, y) => html`<div class="line"
            role="row">${line.map((pad, x) => html`<button
                class="pad ${kindOf(pad) === 'dark' ? 'deep' : ''}" role="gridcell"
                data-pad="${pad}" ${x === 0 ? html`data-down="${pad[down]}"` : ''} tabindex="-1">
                <span class="mark"></span>
            </button>`)}</div>`)}
            <i class="arena"></i>`);
        this.#pads =
            new Map(all(this.pads, '.pad').map((button) => [String(button.dataset.pad), button]));
        this.#frogs.clear();
        fill(one(this.stage, '.ranks'),
            html`${pads.map(([pad]) => html`<span>${pad[down]}</span>`)}`);
        fill(one(this.stage, '.files'),
            html`${pads[0].map((pad) => html`<span>${pad[across]}</span>`)}`);
    }

    /** Is seen from the other side. */
    turnAround() {
        this.flip = !this.flip;
        this.#lay();
        this.show();
    }

    /** Where a pad is, counted from the upper left. @param {string} pad */
    #place(pad) {
        let x = FILES.indexOf(pad[0]), y = 7 - Number(pad[1]);
        if (this.flip) [x, y] = [8 - x, 6 - y];
        return this.turned ? {x: 6 - y, y: x} : {x, y};
    }
    /** The pad that is there. @param {number} column @param {number} line */
    #padOn(column, line) {
        let [x, y] = this.turned ? [line, 6 - column] : [column, line];
        if (this.flip) [x, y] = [8 - x, 6 - y];
        return FILES[x] + (7 - y);
    }
    get #size() {
        return this.turned ? {columns: 7, rows: 9} : {columns: 9, rows: 7};
    }
    /** @param {Element} element @param {string} pad */
    #put(element, pad) {
        const {x, y} = this.#place(pad), {columns, rows} = this.#size;
        style(element, {left: `${(x * 100) / columns}%`, top: `${(y * 100) / rows}%`});
    }

    // ---- The frogs ----

    /** Draws how things stand. */
    show() {
        const {look} = this.desk.table;
        this.frogs = frogsOf(look.board);
        if (look !== this.#drawn) this.#path = []; // drawn again, a chosen frog stays chosen
        this.#drawn = look;
        if (this.#path.length < 2) this.#sit(this.frogs); // in a chain it is on its way
        this.#live = look.turn.includes(this.desk.table.mine) && look.result === null;
        this.pads.classList.toggle('live', this.#live);
        this.#marks();
        this.#sides();
        this.#threats();
    }

    /** Every frog on its pad. @param {Map<string, 'light' | 'dark'>} frogs */
    #sit(frogs) {
        for (const [pad, frog] of this.#frogs) {
            if (frogs.get(pad) !== frog.dataset.army) {
                frog.remove();
                this.#frogs.delete(pad);
            }
        }
        for (const [pad, army] of frogs) {
            if (this.#frogs.has(pad)) continue;
            const frog =
                make(html`<span class="frog" data-army="${army}">${piece(`frog-${army}`)}</span>`);
            this.#put(frog, pad);
            this.pads.append(frog);
            this.#frogs.set(pad, frog);
        }
    }

    get #army() {
        return this.desk.table.mine === 1 ? 'dark' : 'light';
    }

    /** The next pads of the current turn, and whether they capture. */
    #goals() {
        const goals = new Map();
        const {length} = this.#path;
        for (const move of this.desk.table.look.legal) {
            const pads = padsOf(move);
            if (length > 0 && pads.length > length
                && this.#path.every((pad, i) => pads[i] === pad)) {
                goals.set(pads[length], move.includes('x'));
            }
        }
        return goals;
    }
    /** The move that ends here, if there is one. */
    #complete() {
        return this.desk.table.look.legal.find((move) => padsOf(move).join() === this.#path.join());
    }

    /** Where the last move began and ended, whatever was offered or given up since. */
    #lastPads() {
        const {look, happenings = []} = this.desk.table;
        if (!look.last) return [];
        if (/[-x]/.test(look.last)) return [padsOf(look.last)[0], padsOf(look.last).at(-1)];
        const told = happenings.findLast(({events}) => leapsOf(events).length > 0);
        const leaps = leapsOf(told?.events ?? []);
        return [String(leaps[0]?.from), String(leaps.at(-1)?.to)];
    }

    #marks() {
        const {look} = this.desk.table;
        const {rows} = look.board;
        const row = new Set(rows.flat());
        const last = new Set(this.#lastPads());
        const goals = this.#live ? this.#goals() : new Map();
        for (const ring of all(this.pads, '.ring')) ring.remove();
        const won = look.reason === 'row';
        const held = this.#path[0];
        for (const [pad, button] of this.#pads) {
            const army = this.frogs.get(pad);
            const own = this.#live && army === this.#army;
            const signs = `${row.has(pad) ? 'row ' : ''}${pad === held ? 'held ' : ''}${
                last.has(pad) ? 'last' : ''}`;
            if (this.#signs.get(button) !== signs) {
                this.#signs.set(button, signs);
                patch(one(button, '.mark'), html`${row.has(pad) ? html`<i class="glow"></i>` : ''}${
                    pad === held ? html`<i class="sel"></i>` : ''}${last.has(pad)
                        ? html`<i class="last">${piece('last', '', '0 0 60 60')}</i>` : ''}`);
            }
            button.classList.toggle('own', own);
            button.classList.toggle('goal', goals.has(pad));
            const parts = [pad];
            if (army) parts.push(t(own ? 'PAD_OWN' : army === 'light' ? 'PAD_LIGHT' : 'PAD_DARK'));
            else parts.push(t('PAD_EMPTY'));
            if (goals.has(pad)) parts.push(t(goals.get(pad) ? 'PAD_TAKE' : 'PAD_LAND'));
            if (pad === held) parts.push(t('PAD_CHOSEN'));
            if (row.has(pad)) parts.push(t('PAD_ROW'));
            attribute(button, 'aria-label', parts.join(', '));
            attribute(button, 'aria-selected', String(pad === held));
            attribute(button, 'tabindex', pad === this.#focus ? '0' : '-1');
            if (goals.has(pad)) {
                const ring = make(html`<span class="ring enter ${row.has(pad) ? 'on-row' : ''}">${
                    piece(goals.get(pad) ? 'take' : 'land', '', '0 0 60 60')}</span>`);
                ring.dataset.at = pad;
                this.#put(ring, pad);
                this.pads.append(ring);
            }
        }
        this.#worths(goals);
        this.#gaze([...goals.keys()]);
        this.#alarm(rows, won);
        this.#say(goals, rows);
    }

    /** What choices are truly worth, by move.
     *  @type {Map<string, import('./play.mjs').Truth> | null} */
    #truths = null;
    /** Marks the pads of the chosen frog with what landing there is worth, and every other frog
     *  with its best. @param {Map<string, import('./play.mjs').Truth> | null} truths */
    values(truths) {
        this.#truths = truths;
        this.#worths(this.#live ? this.#goals() : new Map());
    }
    /** @param {Map<string, boolean>} goals */
    #worths(goals) {
        for (const old of all(this.pads, '.worth')) old.remove();
        for (const ring of all(this.pads, '.ring.valued')) ring.classList.remove('valued');
        if (!this.#truths || !this.#live) return;
        /** @type {Map<string, {truth: import('./play.mjs').Truth, small: boolean}>} */
        const shown = new Map();
        for (const [move, truth] of this.#truths) {
            const pads = padsOf(move),
                held = this.#path[0] !== undefined && this.#path.every((pad, i) => pads[i] === pad);
            const pad =
                held ? pads[this.#path.length] : this.#path.length < 2 ? pads[0] : undefined,
                known = pad && shown.get(pad);
            if (!pad || (!held && pads[0] === this.#path[0]) || (held && !goals.has(pad))
                || (known && known.truth.rank >= truth.rank)) {
                continue;
            }
            shown.set(pad, {truth, small: !held});
        }
        for (const [pad, {truth, small}] of shown) {
            const mark = make(html`<span class="worth ${small ? 'small' : ''} ${truth.tone}"
                aria-hidden="true">
                <b>${truth.sign}</b>
            </span>`);
            mark.dataset.at = pad;
            this.#put(mark, pad);
            this.pads.append(mark);
            // A value on a free pad stands in its mark's place.
            if (!goals.get(pad)) {
                this.pads.querySelector(`.ring[data-at="${pad}"]`)?.classList.add('valued');
            }
            const button = this.#pads.get(pad);
            if (button && !button.getAttribute('aria-label')?.includes(truth.words)) {
                button.setAttribute('aria-label',
                    `${button.getAttribute('aria-label')}, ${truth.words}`);
            }
        }
    }

    /** What the other side could do if it were its turn: frogs it could take, pads that would
     *  give it a row. */
    #threats() {
        for (const sign of all(this.pads, '.threat, .danger')) sign.remove();
        if (!settings.threats || !this.#live) return;
        const {threats} = this.desk.table.look.board, taken = new Set(threats.captures),
            rowing = new Set(threats.rows);
        for (const [pad, button] of this.#pads) {
            if (taken.has(pad)) button.append(make(html`<i class="threat"></i>`));
            if (rowing.has(pad)) {
                button.append(make(html`<i class="danger" aria-hidden="true">!</i>`));
            }
            if (taken.has(pad) || rowing.has(pad)) {
                button.setAttribute('aria-label', `${button.getAttribute('aria-label')}, ${
                    t(taken.has(pad) ? 'PAD_THREAT' : 'PAD_DANGER')}`);
            }
        }
    }

    /** The chosen frog looks where it may go. @param {string[]} goals */
    #gaze(goals) {
        for (const [pad, frog] of this.#frogs) {
            const chosen = pad === this.#path[0] && goals.length > 0;
            const goal = goals[0] ? this.#place(goals[0]) : {x: 0, y: 0}, here = this.#place(pad);
            style(frog, {'--lx': chosen ? `${Math.sign(goal.x - here.x) * 3}px` : '0px',
                '--ly': chosen ? `${Math.sign(goal.y - here.y) * 4}px` : '0px'});
        }
    }

    /** @param {string[][]} rows @param {boolean} won */
    #alarm(rows, won) {
        const box = one(this.stage, '.alarm');
        const {look} = this.desk.table;
        if (rows.length === 0 || (look.result !== null && !won)) {
            if (box.firstElementChild) box.replaceChildren();
            return;
        }
        const helpless = this.#live
            && !look.legal.some((move) => rows.some((row) => row.includes(padsOf(move)[1])));
        const watched = this.desk.table.humans.length === 0, {seats} = this.desk.table,
            due = look.turn[0] ?? 0, winner = seats[Number(look.result?.slice(-1))]?.name ?? '';
        const text = won
            ? watched ? t('NIGHT_ROW_WINS', winner) : t('ROW_WON')
            : watched ? t('NIGHT_ROW', seats[due].name, seats[1 - due].name)
            : helpless ? t('ROW_HOPELESS')
            : this.#live || this.desk.table.humans.length !== 1 ? t('ROW_ANSWER')
            : t('ROW_YOURS');
        style(box, {'--letters': String(text.length)}); // where it has to fit a line
        patch(box, html`<div class="banner ${won ? 'won' : ''}">
            <b aria-hidden="true">${won ? '★' : '!'}</b>
            <span>${text}</span>
        </div>`);
    }

    /** What you can do, in words. @param {Map<string, boolean>} goals @param {string[][]} rows */
    #say(goals, rows) {
        const {table} = this.desk, {look} = table;
        const legend = html`<div class="legend s" aria-hidden="true">
            <span>${piece('land', '', '14 14 32 32')}${t('LAND_HERE')}</span>
            <span>${piece('take', '', '0 0 60 60')}${t('CAPTURE')}</span>
            <span>${piece('last', '', '0 0 60 60')}${t('LAST_MOVE')}</span>
        </div>`;
        if (look.result !== null) {
            if (!this.can.querySelector('.place')) patch(this.can, html`<div class="place"></div>`);
            this.desk.ending(one(this.can, '.place'));
            return;
        }
        if (!this.#live) {
            const turn = look.turn[0] ?? 0, {name} = table.seats[turn];
            patch(this.can, turn === table.mine
                ? html`<p></p>`
                : html`<h2>${t('TURN_OF', name)}</h2><p class="thinking">${t('THINKS', name)}</p>`);
            return;
        }
        const moves = look.legal.map((move) => padsOf(move));
        if (this.#path.length === 0) {
            const breakers = [...new Set(look.legal.filter(
                (move) => rows.some((row) => row.includes(padsOf(move)[1])))
                .map((move) => padsOf(move)[0]))];
            const movers = new Set(moves.map(([from]) => from)).size;
            patch(this.can, html`
                <h2>${yourTurn(table)}</h2>
                <p class="say">${rows.length > 0
                    ? breakers.length > 0
                        ? n('ROW_BREAKERS', breakers.length, list(breakers))
                        : t('ROW_HOPELESS')
                    : n('FROGS_CAN', movers)}</p>
                ${legend}`);
            return;
        }
        const takes = [...goals].filter(([, take]) => take).map(([pad]) => pad);
        const lands = goals.size - takes.length;
        const here = this.#path[this.#path.length - 1];
        const complete = this.#path.length > 1 ? this.#complete() : undefined;
        const text = goals.size === 0
            ? t('FROG_STUCK')
            : [lands > 0 ? n('PADS_TO_LAND', lands) : '',
                takes.length ? t('CAN_TAKE', list(takes)) : ''].filter(Boolean).join(' ');
        patch(this.can, html`
            <h2>${t('FROG_ON', here)}</h2>
            <p class="say">${complete ? t('CHAIN_ON', list(takes)) : text}</p>
            ${complete
                ? html`<div class="row">
                    <button class="btn stop">${icon('check')}${t('CHAIN_STOP')}</button>
                    <button class="btn soft undo-chain">${t('CANCEL')}</button>
                </div>`
                : legend}`);
        onPress(this.can, '.stop', () => this.#finish());
        onPress(this.can, '.undo-chain', () => this.#reset());
    }

    #sides() {
        const {table} = this.desk, {look, seats} = table;
        const {light, dark} = look.board;
        const seven = look.options.includes('row-or-seven');
        for (const seat of [0, 1]) {
            const army = seat === 0 ? 'light' : 'dark', prey = seat === 0 ? 'dark' : 'light';
            const taken = 9 - (prey === 'light' ? light : dark).length;
            const box = one(this.stage, (seat === 1) === this.flip ? '.ours' : '.theirs');
            const places = seven ? 7 : Math.max(taken, 0);
            const signs = Array.from({length: Math.max(places, taken)}, (_, i) => i < taken
                ? html`<span>${piece(`frog-${prey}`)}</span>`
                : html`<span>${
                    i === 6 ? piece('crown', 'crown') : html`<i class="empty"></i>`}</span>`);
            const fromHome = look.options.includes('start=home') || taken >= 0;
            const lost =
                look.result !== null && look.result !== `seat ${seat}` && look.result !== 'draw';
            patch(box, html`
                <span class="frog ${lost ? 'sad' : ''}">${
                    piece(lost ? 'frog-sad' : `frog-${army}`, army)}</span>
                <div class="who">
                    <b class="nm">${seats[seat].name}</b>
                    <div class="xs">${
                        this.desk.about(seat, t(army === 'light' ? 'LIGHT' : 'DARK'))}</div>
                </div>
                ${this.desk.beside(seat)}
                <span class="grow"></span>
                ${fromHome && taken > 0 || seven ? html`<span class="xs">${
                    seven ? t('TOOK_OF_SEVEN', taken) : t('TOOK', taken)}</span>` : ''}
                <span class="tray" aria-hidden="true">${signs}</span>
            `);
        }
    }

    /** Shows who stands how well. @param {{win: number[], draw: number} | null} advice */
    chances(advice) {
        const bar = one(this.stage, '.chances'), words = one(this.stage, '.chance-words');
        bar.hidden = words.hidden = !advice;
        if (!advice) return null;
        const light = (advice.win[0] + advice.draw / 2) / 10000;
        const flat = matchMedia('(max-width: 600px)').matches;
        const share = percent(flat || !this.flip ? light : 1 - light);
        style(one(bar, 'i'), flat
            ? {width: share.replace(/\s/g, ''), height: '100%'}
            : {height: share.replace(/\s/g, ''), width: '100%'});
        bar.classList.toggle('turned', this.flip);
        if (this.flip && !flat) {
            style(one(bar, 'i'), {height: `${Math.round(light * 100)}%`, bottom: 'auto', top: '0'});
        }
        bar.setAttribute('aria-label', t('LIGHT_CHANCE', percent(light)));
        bar.title = t('SET_CHANCES_HELP');
        fill(words, html`
            <span>${t('LIGHT_CHANCE', percent(light))}</span>
            <span>${t('DARK_CHANCE', percent(1 - Math.round(light * 100) / 100))}</span>
        `);
        return t('LIGHT_CHANCE', percent(light));
    }

    // ---- Choosing ----

    #listen() {
        this.pads.addEventListener('pointerdown', (event) => this.#down(event));
        this.pads.addEventListener('pointermove', (event) => this.#move(event));
        this.pads.addEventListener('pointerup', (event) => this.#up(event));
        this.pads.addEventListener('pointercancel', () => this.#drop());
        this.pads.addEventListener('click', (event) => {
            const pad = this.#padOf(event.target);
            if (event.detail === 0 && pad) this.#touch(pad); // by key or by a screen reader
        });
        this.pads.addEventListener('keydown', (event) => this.#keys(event));
    }
    /** @param {EventTarget | null} target */
    #padOf(target) {
        return /** @type {Element | null} */ (target)?.closest?.('[data-pad]')
            ?.getAttribute('data-pad') ?? null;
    }
    /** The pad under a point. @param {PointerEvent} event */
    #padAt({clientX, clientY}) {
        const {left, top, width, height} = this.pads.getBoundingClientRect(),
            {columns, rows} = this.#size;
        const x = Math.floor(((clientX - left) / width) * columns),
            y = Math.floor(((clientY - top) / height) * rows);
        return x < 0 || x >= columns || y < 0 || y >= rows ? null : this.#padOn(x, y);
    }

    /** @param {PointerEvent} event */
    #down(event) {
        const pad = this.#padAt(event);
        if (event.button !== 0 || !pad) return;
        const frog = this.#frogs.get(pad);
        const own = this.#live && this.#path.length < 2 && this.frogs.get(pad) === this.#army;
        if (own && frog) {
            this.#drag = {pad, frog, x: event.clientX, y: event.clientY, moved: false};
            this.pads.setPointerCapture(event.pointerId);
        }
    }
    /** @param {PointerEvent} event */
    #move(event) {
        const drag = this.#drag;
        if (!drag) return;
        const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
        if (!drag.moved && Math.hypot(dx, dy) < 6) return;
        if (!drag.moved) {
            drag.moved = true;
            drag.frog.classList.add('held');
            if (this.#path[0] !== drag.pad) this.#choose(drag.pad);
        }
        style(drag.frog, {transform: `translate(${dx}px,${dy}px) scale(1.12)`});
    }
    /** @param {PointerEvent} event */
    #up(event) {
        const pad = this.#padAt(event), drag = this.#drag;
        this.#drop();
        if (!pad) return;
        this.#focusOn(pad, false);
        if (drag?.moved) {
            if (pad !== drag.pad) this.#touch(pad, true);
            return;
        }
        this.#touch(pad);
    }
    #drop() {
        const drag = this.#drag;
        if (!drag) return;
        drag.frog.classList.remove('held');
        style(drag.frog, {transform: ''});
        this.#drag = null;
    }
    /** @param {KeyboardEvent} event */
    #keys(event) {
        const steps = /** @type {Record<string, [number, number]>} */ (
            {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]});
        const step = steps[event.key];
        if (event.key === 'Escape' && this.#path.length > 0) {
            this.#reset();
        } else if (step) {
            event.preventDefault();
            const {x, y} = this.#place(this.#focus), {columns, rows} = this.#size;
            this.#focusOn(this.#padOn(Math.min(columns - 1, Math.max(0, x + step[0])),
                Math.min(rows - 1, Math.max(0, y + step[1]))), true);
        }
    }
    /** @param {string} pad @param {boolean} show */
    #focusOn(pad, show) {
        const before = this.#pads.get(this.#focus);
        if (before) before.tabIndex = -1;
        this.#focus = pad;
        const button = this.#pads.get(pad);
        if (!button) return;
        button.tabIndex = 0;
        button.focus({preventScroll: true, focusVisible: show});
    }

    #reset() {
        this.#path = [];
        this.show();
    }
    /** @param {string} pad */
    #choose(pad) {
        this.#path = [pad];
        this.#marks();
        this.#sayGoals();
        sound('card');
    }
    /** Who listens hears where the chosen frog may go. */
    #sayGoals() {
        const goals = [...this.#goals()],
            takes = list(goals.filter(([, take]) => take).map(([pad]) => pad));
        const lands = list(goals.filter(([, take]) => !take).map(([pad]) => pad));
        announce([`${t('FROG_ON', this.#path[this.#path.length - 1])}.`, ...(goals.length === 0
            ? [t('FROG_STUCK')]
            : this.#path.length > 1 ? [t('CHAIN_ON', takes)]
            : [lands && t('CAN_LAND', lands), takes && t('CAN_TAKE', takes)])].filter(Boolean)
            .join(' '));
    }

    /** A pad is touched: chooses, lands, or says why not. @param {string} pad
     *  @param {boolean} [dragged] */
    async #touch(pad, dragged = false) {
        if (!this.#live) return;
        const goals = this.#goals();
        if (goals.has(pad)) {
            await this.#step(pad, dragged);
        } else if (this.#path.length < 2 && this.frogs.get(pad) === this.#army) {
            if (this.#path[0] === pad) this.#reset();
            else this.#choose(pad);
        } else if (this.#path.length > 0) {
            const from = this.#path[this.#path.length - 1];
            const sign = this.frogs.has(pad) ? 'x' : '-';
            const why = this.#path.length > 1 ? t('CHAIN_ONLY')
                : await this.desk.table.whyNot(this.desk.table.mine, from + sign + pad);
            this.#no(pad, why ?? '');
        } else {
            this.#no(pad, t(this.frogs.has(pad) ? 'NOT_YOUR_FROG' : 'CHOOSE_FROG'));
        }
    }
    /** @param {string} pad @param {string} why */
    #no(pad, why) {
        const say = this.can.querySelector('.say');
        if (say && why) fill(say, html`<span class="why">${why}</span>`);
        announce(why);
        sound('no');
        const frog = this.#frogs.get(this.#path[0] ?? pad);
        if (frog) void shake(frog);
    }

    /** One leap of the current turn. @param {string} pad @param {boolean} dragged */
    async #step(pad, dragged) {
        this.#path.push(pad);
        const longer = this.#goals().size > 0;
        if (!longer) {
            await this.#finish(dragged);
            return;
        }
        const from = this.#path[this.#path.length - 2];
        await this.#leap(from, pad, true, dragged);
        this.#marks();
        this.#sayGoals();
    }
    async #finish(dragged = false) {
        const move = this.#complete();
        if (!move || !this.#live) return;
        this.#live = false;
        for (const button of all(this.can, 'button')) {
            /** @type {HTMLButtonElement} */ (button).disabled = true;
        } // it is done
        this.pads.classList.remove('live');
        this.shownUpTo = this.#path.length - (this.#goals().size > 0 ? 0 : 1);
        this.dragged = dragged;
        const sent = await this.desk.submit(move);
        if (!sent) this.#reset();
    }

    // ---- Moving ----

    /** @param {string} from @param {string} to @param {boolean} takes @param {boolean} [dragged] */
    async #leap(from, to, takes, dragged = false) {
        const frog = this.#frogs.get(from), prey = this.#frogs.get(to);
        if (!frog) return;
        const a = centre(frog);
        this.#frogs.delete(from);
        this.#frogs.set(to, frog);
        this.#put(frog, to);
        const b = centre(frog);
        if (!dragged) {
            sound('hop');
            frog.classList.add('hopping');
            await hop(frog, a.x - b.x, a.y - b.y,
                {duration: 300, lift: this.pads.clientHeight / 9});
            frog.classList.remove('hopping');
        }
        if (prey && takes) {
            prey.remove();
            sound('take');
        } else sound('land');
        await land(frog);
    }

    /** Shows what happened. @param {import('./table.mjs').Happening} happening */
    async happen({events}) {
        const leaps = leapsOf(events);
        if (leaps.length === 0) {
            this.show();
            return;
        }
        const pads = [leaps[0].from, ...leaps.map(({to}) => to)];
        const begun = this.shownUpTo !== undefined && this.#path.length > 1
            && pads.join() === this.#path.join();
        for (const ring of all(this.pads, '.ring')) ring.remove();
        for (const mark of all(this.pads, '.sel')) {
            const pad = mark.closest('.pad');
            if (pad) this.#signs.delete(pad);
            mark.remove();
        }
        for (const [i, {kind, from, to}] of leaps.entries()) {
            if (begun && i + 1 < (this.shownUpTo ?? 1)) continue;
            await this.#leap(String(from), String(to), kind === 'capture', begun && this.dragged);
            if (i + 1 < leaps.length) await pause(60);
        }
        this.shownUpTo = undefined;
        this.dragged = false;
        this.show();
        if (events.some(({kind}) => kind === 'row')) sound('row');
    }

    /** Draws the best choice on the board; in a review also the one that was played and the answer
     *  to it, with their signs. @param {import('./play.mjs').Pointed[]} choices */
    point(choices) {
        // a refusal, and the frog that it was about
        if (this.#live && this.#path.length < 2) this.#reset();
        this.arrows(choices.filter(({bad, answer}, i) => i === 0 || bad || answer));
    }
    /** The same for any choices, and a chosen frog stays chosen.
     *  @param {import('./play.mjs').Pointed[]} drawn */
    arrows(drawn) {
        this.unpoint();
        if (drawn.length === 0) return;
        this.pads.append(make(html`<svg class="arrow" fill="none" stroke-linecap="round"
            stroke-linejoin="round" aria-hidden="true">
            ${drawn.map((choice) => this.#arrow(choice))}${this.#arrowSigns(drawn)}
        </svg>`));
        const named = drawn.filter(({called}) => called), key = one(this.stage, '.arrows-key');
        key.hidden = named.length === 0;
        fill(key, html`${named.map((choice) => html`<span>
            <svg viewBox="0 0 28 8" aria-hidden="true">
                <path d="M4 4H24" stroke="${COLOUR[kindOfArrow(choice)]}" stroke-width="6"
                    stroke-linecap="round"
                    ${choice.answer ? html`stroke-dasharray=".1 6.6" class="answer"` : ''}/>
            </svg>
            ${choice.called ?? ''}
        </span>`)}`);
    }
    /** @param {import('./play.mjs').Pointed} choice */
    #arrow(choice) {
        const wide = this.pads.clientWidth / this.#size.columns,
            high = this.pads.clientHeight / this.#size.rows;
        const kind = kindOfArrow(choice), colour = COLOUR[kind], thick = THICK[kind];
        const pads = padsOf(choice.move).map((pad) => this.#place(pad));
        return pads.slice(1).map((to, i) => {
            const x1 = (pads[i].x + .5) * wide, y1 = (pads[i].y + .5) * high;
            const x2 = (to.x + .5) * wide, y2 = (to.y + .5) * high;
            const far = Math.hypot(x2 - x1, y2 - y1), ux = (x2 - x1) / far, uy = (y2 - y1) / far;
            // each to its own right: a capture and its answer lie side by side
            const aside = kind === 'second' || kind === 'threat' ? wide * .1 : 0;
            const sx = x1 + ux * wide * .45 - uy * aside, sy = y1 + uy * wide * .45 + ux * aside,
                ex = x2 - ux * wide * .2 - uy * aside, ey = y2 - uy * wide * .2 + ux * aside;
            const head = wide * .2, bx = ex - ux * head, by = ey - uy * head;
            const tip = `M${ex} ${ey}L${bx - uy * head * .7} ${by + ux * head * .7}L${
                bx + uy * head * .7} ${by - ux * head * .7}Z`;
            const dots = kind === 'answer' || kind === 'threat'
                ? html`stroke-dasharray="${wide * .002} ${wide * .13}"` : '';
            return html`
                <path d="M${sx} ${sy}L${bx} ${by}" stroke="#fff"
                    stroke-width="${wide * (thick + .065)}"/>
                <path d="${tip}" fill="#fff" stroke="#fff" stroke-width="6"/>
                <path d="M${sx} ${sy}L${bx} ${by}" stroke="${colour}" stroke-width="${wide * thick}"
                    ${dots}/>
                <path d="${tip}" fill="${colour}" stroke="${colour}"/>
            `;
        });
    }
    /** The signs of choices, at the pads where they end.
     *  @param {import('./play.mjs').Pointed[]} drawn */
    #arrowSigns(drawn) {
        const {clientWidth, clientHeight} = this.pads, {columns, rows} = this.#size;
        const r = Math.max(10, clientWidth / columns * .17),
            signed = drawn.filter(({sign}) => sign).reverse(); // the best is drawn last
        const places = signPlaces(signed.map(({move, sign = ''}) => {
            const [from, to] = padsOf(move).slice(-2).map((pad) => this.#place(pad));
            return {from, to, w: r * (sign.length > 2 ? 1.7 : sign.length > 1 ? 1.25 : 1.05)};
        }), {width: clientWidth, height: clientHeight, columns, rows, r});
        return signed.map(({sign, tone = 'b'}, i) => {
            const {x, y, w} = places[i];
            return html`<g class="sign ${tone}">
                <rect x="${x - w}" y="${y - r}" width="${2 * w}" height="${2 * r}" rx="${r}"/>
                <text x="${x}" y="${y + r * .42}" text-anchor="middle" font-size="${r * 1.15}">
                    ${sign}
                </text>
            </g>`;
        });
    }
    unpoint() {
        for (const arrow of all(this.pads, '.arrow')) arrow.remove();
        one(this.stage, '.arrows-key').hidden = true;
    }

    /** The key that chooses something. @param {string} _key */
    key(_key) {
        return false;
    }
}
