// editor-quibbles.mjs: editing Quibbles positions: choose a pile or hand, and add or remove cards.
// Cards of a hand may stay unknown; the draw pile is whatever is left.

import {all, html, make, onPress, patch, piece} from './dom.mjs';
import {ripples} from './look.mjs';
import {t} from './words.mjs';

const VALUES = [0, 1, 2, 3, 4, 5, 6, 7], UNKNOWN = '?', HAND_MAX = 30;
/** Cards are digits; one that nobody knows is a question mark. @typedef {string[]} Cards */
/** @typedef {{display: Cards, collections: Cards[], hands: Cards[], discards: Cards, seat: number,
 *  phase: 'act' | 'stash'}} Draft */
/** A heap: `display`, `discards`, `hand0`, `collection1`. @typedef {string} Heap */

/** The cards of a heap. @param {Draft} draft @param {Heap} heap @returns {Cards} */
function cardsOf(draft, heap) {
    if (heap === 'display' || heap === 'discards') return draft[heap];
    return (heap.startsWith('hand') ? draft.hands : draft.collections)[Number(heap.at(-1))] ?? [];
}
/** @param {Draft} draft @param {Heap} heap @param {Cards} cards @returns {Draft} */
function withCards(draft, heap, cards) {
    if (heap === 'display' || heap === 'discards') return {...draft, [heap]: cards};
    const name = heap.startsWith('hand') ? 'hands' : 'collections', seat = Number(heap.at(-1));
    return {...draft, [name]: draft[name].map((one, i) => (i === seat ? cards : one))};
}
/** Digits first, then what is unknown. @param {Cards} cards */
const sorted = (cards) => [...cards].sort((a, b) => (a === b ? 0 : a === UNKNOWN ? 1
    : b === UNKNOWN ? -1 : Number(a) - Number(b)));
/** @param {Cards} cards */
const written = (cards) => sorted(cards).join('') || '-';

/** @type {import('./editor.mjs').Editing['write']} */
function write(given) {
    const {display, collections, hands, discards, seat, phase} = /** @type {Draft} */ (given);
    return `${written(display)} ${collections.map(written).join('/')} ${
        hands.map(written).join()} ${UNKNOWN} ${written(discards)} ${seat} ${phase}`;
}

/** @param {string} card */
const picture = (card) => piece(card === UNKNOWN ? 'q-back' : `q${card}`);
/** @param {string} card */
const nameOf = (card) => (card === UNKNOWN ? t('EDIT_UNKNOWN_CARD') : t('CARD_NAME', card));

class Panel {
    /** @type {Heap} */
    heap = 'display';

    /** @param {import('./editor.mjs').Editor} editor */
    constructor(editor) {
        this.editor = editor;
        this.stage = make(html`<div class="water heaps" role="radiogroup" aria-label="${
            t('EDIT_HEAPS')}">${ripples()}</div>`);
        this.list = make(html`<div class="heaplist"></div>`);
        this.stage.append(this.list);
        this.keys = make(html`<div class="cardkeys" role="group" aria-label="${
            t('EDIT_ADD')}"></div>`);
        this.turn = make(html`<div class="turn"></div>`);
        this.tools = [this.keys, this.turn];
    }

    get draft() {
        return /** @type {Draft} */ (this.editor.draft);
    }
    /** All heaps in the order of the screen. @returns {Heap[]} */
    get heaps() {
        return ['display', ...this.draft.hands.flatMap((_, seat) => [`hand${seat}`, `collection${
            seat}`]), 'discards'];
    }
    /** @param {Heap} heap */
    name(heap) {
        if (heap === 'display') return t('DISPLAY');
        if (heap === 'discards') return t('DISCARD');
        const who = this.editor.name(Number(heap.at(-1)));
        return heap.startsWith('hand') ? t('EDIT_HAND_OF', who) : t('COLLECTION_OF', who);
    }

    // ---- Drawing ----

    show() {
        if (!this.heaps.includes(this.heap)) this.heap = 'display';
        patch(this.list, html`${this.heaps.map((heap) => {
            const cards = sorted(cardsOf(this.draft, heap));
            return html`<div class="heap ${heap === this.heap ? 'now' : ''}" data-heap="${
                heap}"><button class="name" role="radio" data-of="${heap}" aria-checked="${
                    String(heap === this.heap)}"><b>${this.name(heap)}</b><span class="xs">${
                        cards.length}</span></button><div class="cards">${
                cards.map((card, i) => html`<button class="qcard" data-heap="${heap}" data-at="${
                    i}" data-value="${card}" aria-label="${t('EDIT_TAKE', nameOf(card),
                        this.name(heap))}">${picture(card)}</button>`)}</div></div>`;
        })}`);
        onPress(this.list, '.name', (button) => this.choose(String(button.dataset.of)));
        onPress(this.list, '.qcard', ({dataset}) => this.#take(String(dataset.heap),
            String(dataset.value)));
        this.#keys();
        this.#turn();
    }
    #keys() {
        const inHand = this.heap.startsWith('hand'), cards = [...VALUES.map(String), UNKNOWN];
        patch(this.keys, html`${cards.map((card) => html`<button class="qcard" data-add="${card}"
            aria-label="${t('EDIT_ADD_TO', nameOf(card), this.name(this.heap))}" ${card === UNKNOWN
                && !inHand ? 'disabled' : ''}>${picture(card)}${card === UNKNOWN ? html`<b
                    aria-hidden="true">?</b>` : ''}</button>`)}`);
        onPress(this.keys, '.qcard', (button) => this.#add(String(button.dataset.add)));
    }
    #turn() {
        const {seat, phase, hands} = this.draft;
        patch(this.turn, html`<fieldset class="choices"><legend>${t('EDIT_TURN')}</legend>${
            hands.map((_, i) => html`<label><input type="radio" name="seat" value="${i}" ${
                i === seat ? 'checked' : ''}><span>${
                    this.editor.name(i)}</span></label>`)}</fieldset>
            <fieldset class="choices"><legend>${t('EDIT_PHASE')}</legend>${['act',
                'stash'].map((one) => html`<label><input type="radio" name="phase" value="${one}" ${
                    one === phase ? 'checked' : ''}><span>${t(one === 'act' ? 'EDIT_ACT'
                        : 'EDIT_STASH')}</span></label>`)}</fieldset>`);
        for (const input of all(this.turn, 'input')) {
            const {name, value} = /** @type {HTMLInputElement} */ (input);
            input.onchange = () => this.editor.change({...this.draft, [name]: name === 'seat'
                ? Number(value) : value});
        }
    }

    // ---- Editing ----

    /** @param {Heap} heap */
    choose(heap) {
        this.heap = heap;
        this.show();
    }
    /** @param {string} card */
    #add(card) {
        const {draft, heap} = this, cards = cardsOf(draft, heap);
        if (cards.length >= (heap === 'discards' ? 200 : HAND_MAX) || (card === UNKNOWN
            && !heap.startsWith('hand'))) return;
        this.editor.change(withCards(draft, heap, sorted([...cards, card])), `${nameOf(card)}, ${
            this.name(heap)}`);
    }
    /** @param {Heap} heap @param {string} card */
    #take(heap, card) {
        const cards = [...cardsOf(this.draft, heap)];
        cards.splice(cards.indexOf(card), 1);
        this.heap = heap;
        this.editor.change(withCards(this.draft, heap, cards));
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const step = /** @type {Record<string, number>} */ ({ArrowDown: 1,
            ArrowUp: -1})[event.key], {heaps} = this;
        if (/** @type {Element} */ (event.target).closest?.('.choices, summary')) return false;
        if (/^[0-7?]$/.test(event.key) && !event.ctrlKey && !event.metaKey) this.#add(event.key);
        else if (event.key === 'Backspace' && cardsOf(this.draft,
            this.heap).length > 0) this.#take(this.heap, sorted(cardsOf(this.draft,
                this.heap)).at(-1) ?? '');
        else if (step) {
            this.choose(heaps[(heaps.indexOf(this.heap) + step + heaps.length) % heaps.length]);
            all(this.list, '.name').find(({dataset}) => dataset.of === this.heap)?.focus();
        } else return false;
        return true;
    }
}

/** Only the hand of the one to move is known. @param {Draft} draft @returns {Draft} */
const hidden = (draft) => ({...draft, hands: draft.hands.map((cards, seat) => (seat === draft.seat
    ? cards : cards.map(() => UNKNOWN)))});
/** @param {Draft} draft @returns {Draft} */
const empty = (draft) => ({...draft, display: [], discards: [], hands: draft.hands.map(() => []),
    collections: draft.collections.map(() => [])});

/** @type {import('./editor.mjs').Editing} */
export const editing = {
    told: ['first', 'headstart'], Panel, write,
    starts: [{word: 'EDIT_DEAL'}, {word: 'EDIT_HIDDEN', then: (draft) =>
        hidden(/** @type {Draft} */ (draft))}, {word: 'EDIT_CLEAR', then: (draft) =>
            empty(/** @type {Draft} */ (draft))}],
    draftOf: ({board: {display, discards, seats, seat, phase}, hands}) => ({seat, phase,
        display: display.map(String), discards: discards.map(String),
            collections: seats.map(({collection}) => collection.map(String)),
        hands: hands.map((cards) => [...cards].filter((card) => card !== '-'))}),
};
