// editor-quibbit.mjs: editing Quibbit! positions: the ring, the frogs on it, and a row for each
// frog with its cards, its laps and the crown.

import {all, html, icon, make, one, onPress, patch, piece, style} from './dom.mjs';
import {draggable} from './drag.mjs';
import {RADIUS, tileAt} from './ground.mjs';
import {ripples} from './look.mjs';
import {t} from './words.mjs';

const CARDS = [1, 2, 3, 4, 5], ROUND_MAX = 9999;
const LETTERS = /** @type {Record<string, string>} */ ({red: 'R', green: 'G', yellow: 'Y',
    blue: 'B', flower: '*', water: '~'});
/** @typedef {{color: string, dummy: boolean, out: boolean, progress: number | null, cards:
 *  number[]}} Frog */
/** @typedef {{tiles: string[], frogs: Frog[], crown: number | null, round: number}} Draft */
/** Moves frogs, swaps tiles, or places the frog with this number. @typedef {'move' | 'swap' |
 *  number} Tool */

/** The frog that is ahead of all others. @param {Frog[]} frogs */
function farthest(frogs) {
    const best = Math.max(...frogs.map(({progress}) => progress ?? -1));
    return best < 0 ? null : frogs.findIndex(({progress}) => progress === best);
}

/** After a change of places: whether frogs are still being placed, and who has the crown. @param
 *  {Draft} draft @returns {Draft} */
function settled(draft) {
    const placing = draft.frogs.some(({out, progress}) => !out && progress === null);
    if (!placing) return {...draft, round: Math.max(1, draft.round), crown: farthest(draft.frogs)};
    return {...draft, round: 0, crown: null, frogs: draft.frogs.map((frog) => (frog.out ? frog
        : {...frog, cards: CARDS}))};
}

/** How far a frog has come that sits on a tile: as near as possible to where it was. @param {Draft}
 *  draft @param {number} frog @param {number} tile */
function progressAt({tiles, frogs}, frog, tile) {
    const count = tiles.length, least = count - frogs.length + 1;
    const near = frogs[frog].progress ?? Math.max(count, ...frogs.map(({progress}) => progress
        ?? 0));
    const lap = Math.round((near - tile) / count);
    return [lap - 1, lap, lap + 1, lap + 2].map((one) => one * count + tile).filter((one) =>
        one >= least)
        .sort((a, b) => Math.abs(a - near) - Math.abs(b - near))[0];
}

/** @param {Draft} draft @param {number} index @param {Partial<Frog>} part @returns {Draft} */
const withFrog = (draft, index, part) => ({...draft, frogs: draft.frogs.map((frog, i) =>
    (i === index ? {...frog, ...part} : frog))});

/** @type {import('./editor.mjs').Editing['write']} */
function write(given) {
    const {tiles, frogs, crown, round} = /** @type {Draft} */ (given), dummy = frogs.find((frog) =>
        frog.dummy);
    const told = frogs.map((frog) => {
        const letter = frog.dummy ? LETTERS[frog.color].toLowerCase() : LETTERS[frog.color];
        return `${letter}${frog.out ? '-' : frog.progress ?? '?'}:${frog.dummy || frog.out ? ''
            : frog.cards.join('')}`;
    });
    const deck = dummy ? dummy.cards.join('') || '-' : '-';
    return `${tiles.map((kind) => LETTERS[kind]).join('')} ${told.join()} ${crown === null ? '-'
        : LETTERS[frogs[crown].color]} ${deck} ${round}`;
}

class Panel {
    /** @type {Tool} */
    tool = 'move';
    /** The tile that is picked up. @type {number | null} */
    picked = null;

    /** @param {import('./editor.mjs').Editor} editor */
    constructor(editor) {
        this.editor = editor;
        this.stage = make(html`<div class="water pondring">${ripples()}<div class="ring"
            role="group" aria-label="${t('RING')}"></div><div class="middle"></div></div>`);
        this.ring = one(this.stage, '.ring');
        this.palette = make(html`<div class="palette" role="radiogroup" aria-label="${
            t('EDIT_TOOLS')}"></div>`);
        this.rows = make(html`<div class="frogrows"></div>`);
        this.tools = [this.palette, this.rows];
        draggable(this.ring, '.frog', {goals: () => all(this.ring, '.tile'), drop: (frog, tile) =>
            this.#place(Number(frog.dataset.frog), Number(tile.dataset.tile))});
        this.ring.addEventListener('contextmenu', (event) => {
            const at = this.#tileOf(event.target), frog = at === null ? -1 : this.#frogOn(at);
            event.preventDefault();
            if (frog >= 0) this.#remove(frog);
        });
        this.ring.addEventListener('click', (event) => {
            const at = this.#tileOf(event.target);
            if (at !== null) this.#press(at);
        });
    }

    get draft() {
        return /** @type {Draft} */ (this.editor.draft);
    }
    /** @param {EventTarget | null} target */
    #tileOf(target) {
        const tile = /** @type {Element | null} */ (target)?.closest('[data-tile]')
            ?.getAttribute('data-tile');
        return tile === null || tile === undefined ? null : Number(tile);
    }
    /** @param {number} tile */
    #frogOn(tile) {
        const {frogs, tiles} = this.draft;
        return frogs.findIndex(({progress}) => progress !== null
            && progress % tiles.length === tile);
    }
    /** @param {number} frog */
    #name(frog) {
        return this.draft.frogs[frog].dummy ? t('DUMMY') : this.editor.name(frog);
    }

    // ---- Drawing ----

    show() {
        const {tiles, frogs, crown} = this.draft;
        patch(this.ring, html`${tiles.map((kind, tile) => {
            const id = kind === 'flower' ? 'flower' : kind === 'water' ? 'ripple' : 'leaf',
                frog = this.#frogOn(tile);
            const parts = [t('TILE', tile), t(`TILE_${kind.toUpperCase()}`), ...(frog < 0 ? []
                : [this.#name(frog)]), ...(frog >= 0 && frog === crown ? [t('TILE_CROWN')] : []),
                    ...(tile === this.picked ? [t('PAD_CHOSEN')] : [])];
            return html`<button class="tile ${tile === this.picked ? 'advised' : ''}" data-tile="${
                tile}" aria-label="${parts.join(', ')}"><span class="turned leaf ${id === 'leaf'
                    ? kind : ''}">${piece(id)}</span></button>`;
        })}${frogs.map((frog, i) => (frog.progress === null ? '' : html`<span class="frog"
            data-frog="${i}" data-tile="${frog.progress % tiles.length}"><span class="flip ${
                frog.color}">${piece('frog')}</span></span>`))}${
            crown !== null && frogs[crown]?.progress !== null ? html`<span class="crown">${
                piece('crown')}</span>` : ''}`);
        for (const element of all(this.ring, '.tile, .frog, .crown')) {
            const tile = element.matches('.crown') ? Number(frogs[crown
                ?? 0].progress) % tiles.length : Number(element.dataset.tile);
            const {x, y, turn} = tileAt(tile, tiles.length, element.matches('.tile') ? RADIUS
                : RADIUS - 2);
            style(element, {left: `${x}%`, top: `${element.matches('.crown') ? y - 5.1 : y}%`});
            const leaf = element.querySelector('.turned');
            if (leaf && tiles[tile] !== 'water') style(leaf, {transform: `rotate(${turn}deg)`});
        }
        this.#palette();
        this.#middle();
        this.#list();
    }
    #palette() {
        const {frogs} = this.draft;
        const tools = /** @type {[Tool, import('./dom.mjs').Markup, string][]} */ ([['move',
            icon('hand'), t('EDIT_MOVE')], ['swap', icon('again'), t('EDIT_SWAP')],
            ...frogs.map(({color, progress}, i) => [i, html`<span class="${color}">${
                piece('frog')}</span>${progress === null ? html`<b class="left">1</b>` : ''}`,
                    t('EDIT_PLACE', this.#name(i))])]);
        patch(this.palette, html`${tools.map(([tool, sign, name]) => html`<button class="tool"
            role="radio" data-tool="${tool}" aria-checked="${String(tool === this.tool)}"
                aria-label="${name}" title="${name}">${sign}</button>`)}`);
        onPress(this.palette, '.tool', (button) => {
            const tool = button.dataset.tool;
            this.tool = tool === 'move' || tool === 'swap' ? tool : Number(tool);
            this.picked = null;
            this.show();
        });
    }
    #middle() {
        patch(one(this.stage, '.middle'), html`<label class="field round"><b>${
            t('EDIT_ROUND')}</b><input type="number" min="0" max="${ROUND_MAX}" value="${
                this.draft.round}"></label>`);
        one(this.stage, '.middle input').onchange = (event) => {
            const round = Math.max(0, Math.min(ROUND_MAX,
                Math.trunc(Number(/** @type {HTMLInputElement} */ (event.target).value)) || 0));
            this.editor.change({...this.draft, round});
        };
    }
    #list() {
        const {frogs, tiles, crown} = this.draft, placed = frogs.filter(({progress}) =>
            progress !== null).map(({progress}) => Number(progress)).sort((a, b) => b - a);
        patch(this.rows, html`${frogs.map(({color, dummy, out, progress, cards}, i) => {
            const where = out ? t('OUT') : progress === null ? t('QUIBBIT_NOT_PLACED') : `${
                t('TILE', progress % tiles.length)}, ${t(`RANK_${placed.indexOf(progress) + 1}`)}`;
            const lap = (/** @type {number} */ by, /** @type {string} */ word) => html`<button
                class="btn soft small lap" data-frog="${i}" data-by="${by}" aria-label="${t(word,
                    this.#name(i))}" title="${t(word, this.#name(i))}" ${progress === null
                        ? 'disabled' : ''}>${by < 0 ? '−' : '+'}</button>`;
            return html`<fieldset class="frogrow"><legend class="unseen">${
                this.#name(i)}</legend><span class="face ${color}">${piece(out ? 'frog-sad'
                    : 'frog')}</span><div class="who"><b>${this.#name(i)}</b><span class="xs">${
                        where}</span></div>
                <div class="row laps">${lap(-1, 'EDIT_LAP_LESS')}${lap(1, 'EDIT_LAP_MORE')}<button
                    class="btn soft small crowned" data-frog="${i}" aria-pressed="${
                        String(crown === i)}" aria-label="${t('EDIT_CROWN', this.#name(i))}"
                        title="${t('EDIT_CROWN', this.#name(i))}">${piece('crown',
                        'crown')}</button>${
                    dummy ? '' : html`<button class="btn soft small out" data-frog="${i}"
                        aria-pressed="${String(out)}">${t('OUT')}</button>`}</div>
                <div class="row cards" role="group" aria-label="${dummy ? t('EDIT_DECK')
                    : t('EDIT_CARDS')}">${CARDS.map((card) => html`<button
                        class="btn soft small card" data-frog="${i}" data-card="${card}"
                        aria-pressed="${String(cards.includes(card))}" aria-label="${t('CARD_NAME',
                        card)}">${card}</button>`)}</div></fieldset>`;
        })}`);
        onPress(this.rows, '.lap', ({dataset}) => this.#lap(Number(dataset.frog),
            Number(dataset.by)));
        onPress(this.rows, '.crowned', ({dataset}) => this.editor.change({...this.draft,
            crown: crown === Number(dataset.frog) ? null : Number(dataset.frog)}));
        onPress(this.rows, '.out', ({dataset}) => this.#out(Number(dataset.frog)));
        onPress(this.rows, '.card', ({dataset}) => this.#card(Number(dataset.frog),
            Number(dataset.card)));
    }

    // ---- Editing ----

    /** @param {number} tile */
    #press(tile) {
        const {tool, picked} = this, frog = this.#frogOn(tile);
        if (typeof tool === 'number') {
            if (frog === tool) this.#remove(tool); // once more takes it away
            else this.#place(tool, tile);
            return;
        }
        if (picked === null || picked === tile) {
            this.picked = picked === tile || (tool === 'move' && frog < 0) ? null : tile;
            this.show();
            return;
        }
        this.picked = null;
        if (tool === 'swap') {
            const tiles = [...this.draft.tiles];
            [tiles[picked], tiles[tile]] = [tiles[tile], tiles[picked]];
            this.editor.change({...this.draft, tiles}, `${t('TILE', picked)}, ${t('TILE', tile)}`);
        } else this.#place(this.#frogOn(picked), tile);
    }
    /** @param {number} frog @param {number} tile */
    #place(frog, tile) {
        const there = this.#frogOn(tile), {draft} = this, progress = progressAt(draft, frog, tile);
        if (there === frog) return;
        const free = there >= 0 ? withFrog(draft, there, {progress: null}) : draft;
        // a tile holds one frog
        this.editor.change(settled(withFrog(free, frog, {progress, out: false,
            cards: draft.frogs[frog].out ? CARDS : draft.frogs[frog].cards})), `${
                this.#name(frog)}, ${t('TILE', tile)}`);
    }
    /** @param {number} frog */
    #remove(frog) {
        this.editor.change(settled(withFrog(this.draft, frog, {progress: null})));
    }
    /** @param {number} frog @param {number} by */
    #lap(frog, by) {
        const {progress} = this.draft.frogs[frog];
        if (progress === null) return;
        const next = withFrog(this.draft, frog, {progress: Math.max(0,
            progress + by * this.draft.tiles.length)});
        this.editor.change(settled(next));
    }
    /** @param {number} frog */
    #out(frog) {
        const {out} = this.draft.frogs[frog];
        this.editor.change(settled(withFrog(this.draft, frog, out ? {out: false, cards: CARDS}
            : {out: true, progress: null, cards: []})));
    }
    /** @param {number} frog @param {number} card */
    #card(frog, card) {
        const {cards} = this.draft.frogs[frog];
        this.editor.change(withFrog(this.draft, frog, {cards: cards.includes(card)
            ? cards.filter((one) => one !== card) : [...cards, card].sort()}));
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const tile = this.#tileOf(event.target),
            step = /** @type {Record<string, number>} */ ({ArrowRight: 1, ArrowDown: 1,
                ArrowLeft: -1, ArrowUp: -1})[event.key];
        if (tile === null) return false;
        if (step) one(this.ring, `.tile[data-tile="${
            (tile + step + this.draft.tiles.length) % this.draft.tiles.length}"]`).focus();
        else if ((event.key === 'Delete' || event.key === 'Backspace')
            && this.#frogOn(tile) >= 0) this.#remove(this.#frogOn(tile));
        else return false;
        return true;
    }
}

/** All frogs in a line, in the order of the seats. @param {Draft} draft */
const placed = (draft) => settled({...draft, frogs: draft.frogs.map((frog, i) => ({...frog,
    out: false, cards: CARDS, progress: draft.tiles.length + i}))});

/** @type {import('./editor.mjs').Editing} */
export const editing = {
    told: ['layout', 'handicap'], kept: ['colors'], Panel, write,
    starts: [{word: 'EDIT_RING'}, {word: 'EDIT_PLACED', then: (draft) =>
        placed(/** @type {Draft} */ (draft))}],
    draftOf: ({board: {tiles, frogs, crown, round}}) => ({tiles, crown, round,
        frogs: frogs.map(({color, dummy, out, progress, cards}) => ({color, dummy, out, progress,
            cards}))}),
};
