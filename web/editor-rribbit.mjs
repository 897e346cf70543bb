// editor-rribbit.mjs: editing Rrib-bit positions: a palette, and the pads to use it on.
//
// A frog is dragged, or a tool is chosen and pads are pressed. A frog that is dropped beside the
// board is gone, as
// is one that is pressed with the other button of the mouse.

import {all, attribute, html, icon, make, one, onPress, patch, piece, style} from './dom.mjs';
import {kindOf, PAD, padShapes} from './ground.mjs';
import {n, t} from './words.mjs';

const FILES = 'abcdefghi', RANKS = [7, 6, 5, 4, 3, 2, 1], MOST = 9, COUNT_MAX = 999;
const FAR_ENOUGH = 6; // pixels until a press is a drag
/** @typedef {'light' | 'dark'} Army */
/** @typedef {'move' | 'erase' | Army} Tool */
/** @typedef {{light: string[], dark: string[], side: number, count: [number, number] | null}}
 *  Draft */
const ARMIES = /** @type {const} */ (['light', 'dark']);
const PADS = RANKS.map((rank) => [...FILES].map((file) => `${file}${rank}`));
/** The same on a phone too narrow for nine pads in a line: turned, as the board is there. */
const TURNED = [...FILES].map((file) => [...RANKS].reverse().map((rank) => `${file}${rank}`));
const NARROW = '(max-width: 359px) and (orientation: portrait)';

/** Who sits on a pad. @param {Draft} draft @param {string} pad @returns {Army | undefined} */
const armyOn = (draft, pad) => ARMIES.find((army) => draft[army].includes(pad));
/** @param {Draft} draft @param {string} pad @param {Army | undefined} army whose frog sits there
 *  now @returns {Draft} */
function withFrog(draft, pad, army) {
    const next = {...draft, light: draft.light.filter((one) => one !== pad),
        dark: draft.dark.filter((one) => one !== pad)};
    return army ? {...next, [army]: [...next[army], pad]} : next;
}

/** @type {import('./editor.mjs').Editing['write']} */
function write(given) {
    const draft = /** @type {Draft} */ (given);
    const rows = PADS.map((line) => line.map((pad) => ({light: 'L', dark: 'D',
        none: '1'})[armyOn(draft, pad) ?? 'none']).join('')
        .replace(/1+/g, (empty) => String(empty.length)));
    return `${rows.join('/')} ${draft.side === 0 ? 'l' : 'd'} ${draft.count ? draft.count.join()
        : '-'}`;
}

class Panel {
    /** @type {Tool} */
    tool = 'move';
    /** The frog that is being moved by presses. @type {string | null} */
    picked = null;
    #focus = 'e4';
    /** @type {{pad: string, army: Army, ghost: HTMLElement | null, x: number, y: number, touch:
     *  boolean} | null} */
    #drag = null;

    /** @param {import('./editor.mjs').Editor} editor */
    constructor(editor) {
        this.editor = editor;
        const turned = matchMedia(NARROW).matches, [down, across] = turned ? [0, 1] : [1, 0];
        this.lines = turned ? TURNED : PADS;
        this.stage = make(html`<div class="rb"><div class="pads live ${turned ? 'turned' : ''}"
            role="grid" aria-label="${t('BOARD')}"><svg class="piece ground"
                aria-hidden="true"><svg viewBox="0 0 ${this.lines[0].length * PAD} ${
                    this.lines.length * PAD}" preserveAspectRatio="none">${
            padShapes(this.lines).map(({name, path}) => html`<path class="${name}" d="${
                path}"/>`)}</svg></svg>${
            this.lines.map((line, y) => html`<div class="line" role="row">${line.map((pad, x) =>
                html`<button class="pad ${kindOf(pad) === 'dark' ? 'deep' : ''}" role="gridcell"
                    data-pad="${pad}" ${
                x === 0 ? html`data-down="${pad[down]}"` : ''} ${y === this.lines.length - 1
                    ? html`data-across="${pad[across]}"` : ''} tabindex="-1"><span
                        class="mark"></span></button>`)}</div>`)}<i
                        class="arena"></i></div></div>`);
        this.pads = one(this.stage, '.pads');
        this.palette = make(html`<div class="palette" role="radiogroup" aria-label="${
            t('EDIT_TOOLS')}"></div>`);
        this.turn = make(html`<div class="turn"></div>`);
        this.tools = [this.palette, this.turn];
        this.pads.addEventListener('pointerdown', (event) => this.#down(event));
        this.pads.addEventListener('pointermove', (event) => this.#move(event));
        this.pads.addEventListener('pointerup', (event) => this.#up(event));
        this.pads.addEventListener('pointercancel', () => this.#drop());
        this.pads.addEventListener('contextmenu', (event) => {
            event.preventDefault();
            const pad = this.#padAt(event);
            if (pad) this.#put(pad, undefined);
        });
        this.pads.addEventListener('click', (event) => {
            const pad = /** @type {Element} */ (event.target).closest('[data-pad]')
                ?.getAttribute('data-pad');
            if (event.detail === 0 && pad) this.#press(pad); // by key or by a screen reader
        });
    }

    get draft() {
        return /** @type {Draft} */ (this.editor.draft);
    }

    // ---- Drawing ----

    show() {
        for (const frog of all(this.pads, '.frog')) frog.remove();
        this.lines.forEach((line, y) => line.forEach((pad, x) => {
            const army = armyOn(this.draft, pad), button = one(this.pads, `[data-pad="${pad}"]`);
            patch(one(button, '.mark'), pad === this.picked ? html`<i class="sel"></i>` : html``);
            attribute(button, 'aria-label', [pad, t(army ? (army === 'light' ? 'PAD_LIGHT'
                : 'PAD_DARK') : 'PAD_EMPTY'), ...(pad === this.picked ? [t('PAD_CHOSEN')]
                    : [])].join(', '));
            attribute(button, 'tabindex', pad === this.#focus ? '0' : '-1');
            if (!army) return;
            const frog = make(html`<span class="frog" data-on="${pad}">${piece(`frog-${
                army}`)}</span>`);
            style(frog, {left: `${(x * 100) / line.length}%`, top: `${
                (y * 100) / this.lines.length}%`});
            this.pads.append(frog);
        }));
        this.#palette();
        this.#turn();
    }
    #palette() {
        const left = (/** @type {Army} */ army) => MOST - this.draft[army].length;
        const tools = /** @type {[Tool, import('./dom.mjs').Markup, string][]} */ ([['move',
            icon('hand'), t('EDIT_MOVE')],
            ...ARMIES.map((army) => [army, html`${piece(`frog-${army}`)}<b class="left">${
                left(army)}</b>`, n(army === 'light' ? 'EDIT_PUT_LIGHT' : 'EDIT_PUT_DARK',
                    left(army))]),
            ['erase', icon('trash'), t('EDIT_ERASE')]]);
        patch(this.palette, html`${tools.map(([tool, sign, name]) => html`<button class="tool"
            role="radio" data-tool="${tool}" aria-checked="${String(tool === this.tool)}"
                aria-label="${name}" title="${name}">${sign}</button>`)}`);
        onPress(this.palette, '.tool', (button) =>
            this.#choose(/** @type {Tool} */ (button.dataset.tool)));
    }
    #turn() {
        const {side, count} = this.draft;
        patch(this.turn, html`<fieldset class="choices"><legend>${t('EDIT_TURN')}</legend>${
            ARMIES.map((army, i) => html`<label><input type="radio" name="side" value="${i}" ${
                i === side ? 'checked' : ''}><span>${t(i === 0 ? 'LIGHT_SIDE'
                    : 'DARK_SIDE')}</span></label>`)}</fieldset>
            <fieldset class="choices count"><legend>${t('EDIT_COUNT')}</legend><label><input
                type="checkbox" role="switch" name="count" ${count ? 'checked' : ''}><span>${
                    t(count ? 'EDIT_COUNTS' : 'EDIT_NO_COUNT')}</span></label>${
                count ? ARMIES.map((army, i) => html`<input type="number" min="0" max="${
                    COUNT_MAX}" data-used="${i}" value="${count[i]}" aria-label="${t('EDIT_USED',
                        t(i === 0 ? 'LIGHT_SIDE' : 'DARK_SIDE'))}">`) : ''}</fieldset>`);
        for (const input of all(this.turn, 'input')) input.onchange = () =>
            this.#turned(/** @type {HTMLInputElement} */ (input));
    }
    /** @param {HTMLInputElement} input */
    #turned(input) {
        const {draft} = this;
        if (input.name === 'side') this.editor.change({...draft, side: Number(input.value)});
        else if (input.name === 'count') this.editor.change({...draft, count: input.checked ? [0,
            0] : null});
        else if (draft.count) {
            const used = Math.max(0, Math.min(COUNT_MAX, Math.trunc(Number(input.value)) || 0));
            this.editor.change({...draft,
                count: /** @type {[number, number]} */ (draft.count.map((one, i) =>
                    (i === Number(input.dataset.used) ? used : one)))});
        }
    }

    // ---- Editing ----

    /** @param {Tool} tool */
    #choose(tool) {
        this.tool = tool;
        this.picked = null;
        this.show();
    }
    /** @param {string} pad @param {Army | undefined} army */
    #put(pad, army) {
        if (armyOn(this.draft, pad) === army) return;
        this.editor.change(withFrog(this.draft, pad, army), `${pad}, ${t(army ? (army === 'light'
            ? 'PAD_LIGHT' : 'PAD_DARK') : 'PAD_EMPTY')}`);
    }
    /** A pad is pressed: what that does depends on the tool. @param {string} pad */
    #press(pad) {
        const {tool, picked} = this, army = armyOn(this.draft, pad);
        if (tool === 'erase') this.#put(pad, undefined);
        else if (tool !== 'move') this.#put(pad, army === tool ? undefined : tool);
        // once more takes it away
        else if (picked && picked !== pad) this.#carry(picked, pad);
        else {
            this.picked = picked === pad || !army ? null : pad;
            this.show();
        }
    }
    /** @param {string} from @param {string | null} to nowhere: it is taken off the board */
    #carry(from, to) {
        const army = armyOn(this.draft, from);
        this.picked = null;
        const rest = withFrog(this.draft, from, undefined);
        this.editor.change(to ? withFrog(rest, to, army) : rest, to ? `${from}, ${to}` : '');
    }

    // ---- Hands and keys ----

    /** @param {{clientX: number, clientY: number}} point @returns {string | null} */
    #padAt({clientX, clientY}) {
        const {left, top, width, height} = this.pads.getBoundingClientRect();
        const x = Math.floor(((clientX - left) / width) * this.lines[0].length),
            y = Math.floor(((clientY - top) / height) * this.lines.length);
        return this.lines[y]?.[x] ?? null;
    }
    /** @param {PointerEvent} event */
    #down(event) {
        const pad = this.#padAt(event), army = pad && armyOn(this.draft, pad);
        if (event.button !== 0 || !pad) return;
        this.pads.setPointerCapture(event.pointerId);
        if (army) this.#drag = {pad, army, ghost: null, x: event.clientX, y: event.clientY,
            touch: event.pointerType !== 'mouse'};
    }
    /** @param {PointerEvent} event */
    #move(event) {
        const drag = this.#drag;
        if (!drag) return;
        const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
        if (!drag.ghost && Math.hypot(dx, dy) < FAR_ENOUGH) return;
        if (!drag.ghost) {
            drag.ghost = one(this.pads, `.frog[data-on="${drag.pad}"]`);
            drag.ghost.classList.add('held');
        }
        const above = drag.touch ? this.pads.clientHeight / this.lines.length : 0;
        // a finger would hide it
        style(drag.ghost, {transform: `translate(${dx}px,${dy - above}px) scale(1.2)`});
        const over = this.#padAt(event);
        for (const button of all(this.pads, '.pad.onto')) button.classList.remove('onto');
        if (over) one(this.pads, `[data-pad="${over}"]`).classList.add('onto');
    }
    /** @param {PointerEvent} event */
    #up(event) {
        const pad = this.#padAt(event), drag = this.#drag;
        if (event.button !== 0) return;
        this.#drop();
        if (drag?.ghost) {
            if (pad !== drag.pad) this.#carry(drag.pad, pad);
            else this.show();
        } else if (pad) {
            this.#focus = pad;
            this.#press(pad);
        }
    }
    #drop() {
        for (const button of all(this.pads, '.pad.onto')) button.classList.remove('onto');
        if (this.#drag?.ghost) style(this.#drag.ghost, {transform: ''});
        this.#drag = null;
    }
    /** @param {KeyboardEvent} event */
    key(event) {
        const steps = /** @type {Record<string, [number, number]>} */ ({ArrowLeft: [-1, 0],
            ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]});
        const pad = /** @type {Element} */ (event.target).closest?.('[data-pad]')
            ?.getAttribute('data-pad'), step = steps[event.key];
        if (pad && step) this.#walk(pad, step);
        else if (pad && (event.key === 'Delete' || event.key === 'Backspace')) this.#put(pad,
            undefined);
        else if (pad && /^[ld]$/i.test(event.key) && !event.ctrlKey) this.#put(pad,
            event.key.toLowerCase() === 'l' ? 'light' : 'dark');
        else if (event.key === 'Escape' && this.picked) this.#choose(this.tool);
        else return false;
        return true;
    }
    /** @param {string} pad @param {[number, number]} step */
    #walk(pad, [dx, dy]) {
        const {lines} = this, y = lines.findIndex((line) => line.includes(pad)) + dy,
            x = lines.find((line) => line.includes(pad))?.indexOf(pad) ?? 0;
        const next = lines[Math.max(0, Math.min(lines.length - 1, y))][Math.max(0,
            Math.min(lines[0].length - 1, x + dx))];
        this.#focus = next;
        for (const button of all(this.pads, '.pad')) button.tabIndex = button.dataset.pad === next
            ? 0 : -1;
        one(this.pads, `[data-pad="${next}"]`).focus();
    }
}

/** @type {import('./editor.mjs').Editing} */
export const editing = {
    told: ['start', 'handicap'], Panel, write,
    starts: [...['home', 'light-pads', 'dark-pads', 'left-wing'].map((start) =>
        ({word: `OPT_START_${start.replace('-', '_').toUpperCase()}`, options: `start=${start}`})),
        {word: 'EDIT_CLEAR', then: () => ({light: [], dark: [], side: 0, count: null})}],
    draftOf: ({board: {light, dark, side, count}}) => ({light, dark, side, count}),
};
