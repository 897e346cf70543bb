// element.mjs: <pond-board>, an element that draws a position. It is ready once this module is imported.

import {drawing} from './draw.mjs';
import {load, SPECTATOR} from './index.mjs';
import {COLOURS, STYLE} from './look.mjs';

let core;
/** One core for all elements of a page. */
const pond = () => (core ??= load());

const HOST = `:host {display: block} :host([hidden]) {display: none} svg {display: block; width: 100%; height: auto}`;
const dusk = (theme) => COLOURS.dusk.replaceAll('.pond', `.${theme}.pond`);
const SHEET = `${HOST}${COLOURS.morning}${dusk('dusk')}@media (prefers-color-scheme: dark) {${dusk('system')}}${STYLE}`;
const THEMES = ['morning', 'dusk', 'system'];

export class PondBoard extends HTMLElement {
    static observedAttributes = ['game', 'options', 'position', 'seat', 'theme', 'lang', 'names'];
    #match = null;
    #view = null;
    #number = 0;

    constructor() {
        super();
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(SHEET);
        this.attachShadow({mode: 'open'}).adoptedStyleSheets = [sheet];
    }

    get match() {
        return this.#match;
    }
    set match(match) {
        if (match !== null && typeof match?.view !== 'function') throw new TypeError('board.match must be a match of pond-games, or null');
        this.#match = match;
        void this.refresh();
    }
    get view() {
        return this.#view;
    }
    set view(view) {
        if (view !== null && typeof view?.game !== 'string') throw new TypeError('board.view must be a view, as match.view() gives it, or null');
        this.#view = view;
        void this.refresh();
    }

    connectedCallback() {
        void this.refresh();
    }
    attributeChangedCallback() {
        if (this.isConnected) void this.refresh();
    }

    get #seat() {
        return this.hasAttribute('seat') ? Number(this.getAttribute('seat')) : SPECTATOR;
    }
    get #theme() {
        const theme = this.getAttribute('theme');
        return THEMES.includes(theme) ? theme : 'system';
    }

    /** What is to be drawn. */
    async #look() {
        if (this.#view) return this.#view;
        if (this.#match) return this.#match.view(this.#seat);
        const game = this.getAttribute('game');
        if (!game) return null;
        const match = (await pond()).match(game, {options: this.getAttribute('options') ?? '', position: this.getAttribute('position') ?? '', seed: 'pond-board'});
        try {
            return match.view(this.#seat);
        } finally {
            match.close();
        }
    }

    /** Draws again; what the attributes cannot mean is said instead of a board. */
    async refresh() {
        const number = ++this.#number;
        const root = this.shadowRoot;
        try {
            const view = await this.#look();
            if (number !== this.#number || !view) return;
            const {box, label, markup, symbols} = drawing(view, {language: this.lang.slice(0, 2) || 'en', names: this.getAttribute('names')?.split(',')});
            root.innerHTML = `<svg class="pond ${this.#theme}" viewBox="${box.join(' ')}" role="img">${symbols}${markup}</svg>`;
            root.firstElementChild.setAttribute('aria-label', label);
            this.dispatchEvent(new CustomEvent('drawn', {detail: view}));
        } catch (error) {
            if (number !== this.#number) return;
            const said = document.createElement('p');
            said.setAttribute('role', 'alert');
            said.textContent = error.message;
            root.replaceChildren(said);
            this.dispatchEvent(new CustomEvent('refused', {detail: error}));
        }
    }
}

if (!customElements.get('pond-board')) customElements.define('pond-board', PondBoard);
