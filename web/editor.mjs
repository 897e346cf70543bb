// editor.mjs: the position editor: builds a position of any game piece by piece or from a text, and
// opens it on the analysis board or as a game.
//
// What is edited is a *draft*, which need not be legal; the game's own module (editor-GAME.mjs)
// draws it and writes it in notation. The core says whether it is a position, and why not.

import {analyse} from './analyses.mjs';
import * as core from './core.mjs';
import {announce, dialog, dress, html, icon, make, one, onPress, patch} from './dom.mjs';
import {foundWords, recognise} from './editor-text.mjs';
import {kindOf, KINDS, TITLES} from './kinds.mjs';
import {plain, safe} from './link.mjs';
import {wayBack} from './look.mjs';
import {nowhere} from './nowhere.mjs';
import {field, optionsText} from './options.mjs';
import {PLACES} from './screens.mjs';
import {copy, download, png} from './share.mjs';
import {put} from './shelf.mjs';
import {newSeed, seatsOf} from './table.mjs';
import {list, n, t} from './words.mjs';

const SLOT = core.SCRATCH, UNDO_MAX = 200;

/** A position as it is being made; each game has its own members. @typedef {object} Draft */
/** What the core shows of a position: the board, the hands as they are written, and the options.
 *  @typedef {{board: core.Board, hands: string[], options: string}} Seen */
/** A position to start from: its word, options to add to those of the game, and what is done to
 *  the draft then.
 *  @typedef {{word: string, options?: string, then?: (draft: Draft) => Draft}} Start */
/** How a game is edited.
 *  @typedef {object} Editing
 *  @property {string[]} told options that a position tells by itself
 *  @property {string[]} [kept] options that belong to the position, and that nobody changes here
 *  @property {Start[]} starts
 *  @property {(seen: Seen) => Draft} draftOf
 *  @property {(draft: Draft) => string} write
 *  @property {new (editor: Editor) => Panel} Panel */
/** @typedef {{stage: HTMLElement, tools: HTMLElement[], show: () => void, key?: (event:
 *  KeyboardEvent) => boolean}} Panel */
/** What the core says about a draft: it is a position, complete, or why it is none.
 *  @typedef {{text: string, full: string, why: string, ruling: string,
 *   look: core.Look | null}} Verdict */


/** Options without those that a position tells. @param {string} options @param {string[]} told */
const without = (options, told) => options.split(',').filter((part) => part
    && !told.includes(part.split('=')[0])).join(',');

export class Editor {
    /** What can be undone: the draft before it, and what was said of it.
     *  @type {{draft: Draft, options: string, said: string}[]} */
    done = [];
    /** @type {Verdict} */
    verdict = {text: '', full: '', why: '', ruling: '', look: null};
    draft = /** @type {Draft} */ (/** @type {unknown} */ (null));
    panel = /** @type {Panel} */ (/** @type {unknown} */ (null));
    screen = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));
    seed = newSeed();
    #judging = 0;

    /** @param {string} game @param {Editing} kind @param {core.Game} info @param {string} options
     *  @param {(hash: string) => void} go */
    constructor(game, kind, info, options, go) {
        this.game = game;
        this.kind = kind;
        this.info = info;
        this.options = options;
        this.go = go;
    }

    get seats() {
        return this.verdict.look?.seats ?? Number(/players=(\d)/.exec(this.options)?.[1]
            ?? this.info.options.find(({name}) => name === 'players')?.default ?? 2);
    }

    // ---- The draft ----

    /** Reads a position, or the start of a game without one. @param {string} options @param
     *  {string} text
     *  @param {string[]} hands as the text writes them @returns {Promise<Draft>} */
    async read(options, text = '', hands = []) {
        const script = {game: this.game, options, seed: newSeed(), position: text, log: []};
        const {look, own} = await core.onScratch(async () => {
            await core.open(SLOT, script);
            const look = await core.look(SLOT, core.SPECTATOR);
            return {look, own: hands.length > 0 ? hands
                : await Promise.all(Array.from({length: look.seats}, async (_, seat) =>
                    (await core.look(SLOT, seat)).hand ?? ''))};
        });
        this.options = without(look.options, this.kind.told);
        return this.kind.draftOf({board: look.board, hands: own, options: this.options});
    }

    /** Takes a text that the core has found a position in. @param {string} text @param {string}
     *  [options] */
    async take(text, options) {
        const found = await core.ask('find', text).catch(() => null);
        const hands = found?.game === this.game ? found.hands : [];
        this.change(await this.read(options ?? found?.options ?? this.options, text, hands));
        this.#form();
    }

    /** Goes on with another draft; the one before can be come back to. @param {Draft} draft @param
     *  {string} [said] */
    change(draft, said = '') {
        if (this.draft) this.done.push({draft: this.draft, options: this.before, said});
        if (this.done.length > UNDO_MAX) this.done.shift();
        this.draft = draft;
        this.before = this.options;
        if (said) announce(said);
        this.panel?.show();
        void this.judge();
    }
    before = '';

    undo() {
        const last = this.done.pop();
        if (!last) return;
        announce([t('EDIT_UNDO'), last.said].filter(Boolean).join(t('COLON')));
        this.draft = last.draft;
        if (this.options !== last.options) {
            this.options = this.before = last.options;
            this.#form();
        }
        this.panel.show();
        void this.judge();
    }

    /** Asks the core what it thinks of the draft. */
    async judge() {
        const number = ++this.#judging, text = this.kind.write(this.draft);
        const verdict = await this.ask(text);
        if (number !== this.#judging) return;
        const spoken = verdict.why !== this.verdict.why;
        this.verdict = verdict;
        if (spoken && verdict.why) announce(verdict.why);
        history.replaceState(null, '', this.address());
        document.body.dataset.at = location.hash;
        this.#say();
    }
    /** @param {string} text @returns {Promise<Verdict>} */
    async ask(text) {
        const script = {game: this.game, options: this.options, seed: this.seed, position: text,
            log: []};
        try {
            return await core.onScratch(async () => {
                await core.open(SLOT, script);
                const turn = (await core.look(SLOT, core.SPECTATOR)).turn[0];
                const look = await core.look(SLOT, turn < core.SPECTATOR ? turn : core.SPECTATOR);
                return {text, full: await core.position(SLOT), why: '', ruling: '', look};
            });
        } catch (error) {
            if (!(error instanceof core.Refusal)) throw error;
            return {text, full: '', why: error.message, ruling: error.ruling, look: null};
        }
    }

    address() {
        return `#/editor/${this.game}/${safe(this.options)}/${
            encodeURIComponent(safe(this.verdict.text))}`;
    }

    /** @param {number} seat */
    name(seat) {
        return kindOf(this.game).armies ? t(seat === 0 ? 'LIGHT_SIDE' : 'DARK_SIDE') : t('PLAYER',
            seat + 1);
    }

    // ---- The screen ----

    /** @param {HTMLElement} host */
    show(host) {
        this.screen = make(html`<div class="edit game-${this.game}"><header class="bar">${
            wayBack('#/')}
            <h1 class="title grow"><b>${t('EDIT_POSITION')}</b> <span class="s">${
                TITLES[this.game]}</span></h1><button class="ib undo" aria-label="${
                    t('EDIT_UNDO')}" title="${t('EDIT_UNDO')}">${icon('undo')}</button><button
                        class="ib other" aria-label="${t('EDIT_GAME')}" title="${t('EDIT_GAME')}">${
                        icon('menu')}</button></header>
            <main><div class="left"><section class="starts row wrap" aria-label="${
                t('EDIT_STARTS')}"><span class="s">${t('EDIT_STARTS')}</span>${
                    this.kind.starts.map(({word}, i) => html`<button class="btn quiet small"
                        data-start="${i}">${t(word)}</button>`)}</section>
            <section class="stage"></section><section class="tools"></section></div><div
                class="right"><section class="judged" role="status" aria-label="${
                    t('EDIT_VERDICT')}"></section>
            <section class="panel away"></section><section class="panel bring"></section><section
                class="panel rules"><details><summary>${icon('down', 'small')}${
                    t('EDIT_OPTIONS')}</summary><form></form></details></section></div></main
            ></div>`);
        this.panel = new this.kind.Panel(this);
        one(this.screen, '.stage').append(this.panel.stage);
        one(this.screen, '.tools').append(...this.panel.tools);
        host.replaceChildren(this.screen);
        onPress(this.screen, '[data-start]', (button) =>
            void this.#start(this.kind.starts[Number(button.dataset.start)]));
        onPress(this.screen, '.undo', () => this.undo());
        onPress(this.screen, '.other', () => void this.#other());
        this.#bring();
        this.#form();
        this.panel.show();
    }

    /** @param {Start} start */
    async #start({options = '', then}) {
        const base = without(this.options, options.split(',').map((part) => part.split('=')[0]));
        const draft = await this.read([base, options].filter(Boolean).join(','));
        this.change(then ? then(draft) : draft);
    }

    async #other() {
        const answer = await dialog(html`<h2>${t('EDIT_GAME')}</h2><div class="menu-list short">${
            Object.entries(KINDS).filter(([, kind]) => kind.editor).map(([game, {title}]) =>
                html`<button class="btn soft" value="${game}">${title}</button>`)}</div><div
                    class="row end"><button class="btn" value="">${t('CLOSE')}</button></div>`,
                        {classes: 'menu'});
        if (answer) this.go(`#/editor/${answer}`);
    }

    /** What the core thinks, and what can be done with it. */
    #say() {
        const {why, ruling, look} = this.verdict, box = one(this.screen, '.judged');
        box.classList.toggle('no', why !== '');
        patch(box, why ? html`<b class="sg b" aria-hidden="true">!</b><p class="grow">${why}</p>${
            ruling ? html`<button class="btn soft small ruling">${t('EDIT_RULING',
                ruling)}</button>` : ''}`
            : html`<b class="sg g" aria-hidden="true">${icon('check', 'small')}</b><p
                class="grow">${look ? this.#stands(look) : ''}</p>`);
        onPress(box, '.ruling', () => void this.#ruling(ruling));
        const undo = /** @type {HTMLButtonElement} */ (one(this.screen, '.undo'));
        undo.disabled = this.done.length === 0;
        this.#away();
    }
    /** The state of a position. @param {core.Look} look */
    #stands(look) {
        if (look.result !== null) {
            const winner = /^seat (\d)$/.exec(look.result), reason = t(`REASON_${
                String(look.reason).replace(/-/g, '_').toUpperCase()}`);
            return `${winner ? t('WON', this.name(Number(winner[1]))) : t(look.result === 'draw'
                ? 'DRAWN' : 'DUMMY_WON')}. ${reason}`;
        }
        const who = list(look.turn.map((seat) => this.name(seat)));
        return look.turn.length > 1 ? t('EDIT_ALL_CHOOSE') : n('EDIT_MOVES', look.legal.length,
            who);
    }
    /** A ruling, from the rules of the game. @param {string} number */
    async #ruling(number) {
        const {rulesOf} = await import('./rules.mjs'), rules = make(html`<div>${
            await rulesOf(this.game)}</div>`);
        const said = [...rules.querySelectorAll('li, p, tr')].find((part) =>
            part.textContent?.trim().startsWith(number));
        await dialog(html`<h2>${TITLES[this.game]}, ${number}</h2><p>${
            said?.textContent?.trim().replace(/^\w+\d+[.:)]?\s*/, '') ?? ''}</p><div
                class="row end"><a class="btn soft" href="#/rules/${this.game}">${
                    t('RULES')}</a><button class="btn" value="" autofocus>${
                        t('CLOSE')}</button></div>`);
    }

    // ---- Taking it away ----

    #away() {
        const {why, text} = this.verdict, off = why ? 'disabled' : '', over = why
            || this.verdict.look?.result !== null ? 'disabled' : '';
        patch(one(this.screen, '.away'), html`<div class="row wrap goals"><button
            class="btn grow analyse" ${off}>${icon('check')}${t('ANALYSE')}</button><button
                class="btn soft start" ${over}>${icon('play')}${t('TRY_FROM_HERE')}</button></div>
            <h2 class="h3">${t('EDIT_AWAY')}</h2><output class="text">${text}</output>
            <div class="row wrap ways"><button class="btn soft small copy">${icon('list')}${
                t('COPY_TEXT')}</button><button class="btn soft small link" ${off}>${
                    icon('share')}${t('COPY_LINK')}</button><button class="btn soft small record" ${
                        off}>${icon('save')}${t('SAVE_RECORD')}</button><button
                        class="btn soft small picture">${icon('eye')}${
                        t('SAVE_PNG')}</button></div>`);
        const {screen} = this;
        onPress(screen, '.analyse', () => this.go(analyse({game: this.game, options: this.options,
            position: this.verdict.full})));
        onPress(screen, '.away .start', () => this.#play());
        onPress(screen, '.copy', () => void copy(this.verdict.text));
        onPress(screen, '.link', () => void copy(`${location.origin}/${this.address()}`));
        onPress(screen, '.record', () => void this.#record());
        onPress(screen, '.picture', () => void this.#picture());
    }
    /** A game from here: the one who is to move is a person, the others are the computer. */
    #play() {
        const {look, full} = this.verdict, id = newSeed();
        if (!look) return;
        const kinds = Array.from({length: look.seats}, (_, seat) => (seat === (look.turn[0] ?? 0)
            ? 'human' : 2));
        put({id, game: this.game, options: look.options, seats: seatsOf(kinds),
            script: {game: this.game, options: look.options, seed: newSeed(), position: full,
                log: []},
            when: Date.now(), result: null, reason: null, score: kinds.map(() => 0), ply: 0,
                mine: true, humans: 1});
        this.go(`#/play/id/${id}`);
    }
    async #record() {
        const script = {game: this.game, options: this.options, seed: this.seed,
            position: this.verdict.full, log: []};
        const record = await core.onScratch(async () => {
            await core.open(SLOT, script);
            return core.record(SLOT);
        });
        const seedless = record.replace(/^\[Seed .*\n/m, '');
        download(new Blob([seedless], {type: 'text/plain'}), `${this.game}.pond`);
    }
    async #picture() {
        const {pictureOf} = await import('./picture.mjs');
        download(await png(pictureOf(this.panel.stage)), `${this.game}.png`);
    }

    // ---- Bringing something in ----

    #bring() {
        const box = one(this.screen, '.bring');
        patch(box, html`<h2 class="h3">${t('EDIT_BRING')}</h2><label class="unseen" for="bring">${
            t('EDIT_BRING_HELP')}</label>
            <textarea id="bring" rows="3" spellcheck="false" autocomplete="off" placeholder="${
                t('EDIT_BRING_HELP')}"></textarea><p class="found" role="status"></p>`);
        const area = /** @type {HTMLTextAreaElement} */ (one(box, 'textarea'));
        area.addEventListener('input', () => void this.#look(area.value));
        box.addEventListener('dragover', (event) => event.preventDefault());
        box.addEventListener('drop', (event) => {
            const [file] = event.dataTransfer?.files ?? [];
            if (!file) return;
            event.preventDefault();
            void file.text().then((text) => {
                area.value = text;
                return this.#look(text);
            });
        });
    }
    /** Says what a text is, and offers to open it. @param {string} text */
    async #look(text) {
        const box = one(this.screen, '.found'), found = await recognise(text);
        if (/** @type {HTMLTextAreaElement} */ (one(this.screen, '#bring')).value !== text) return;
        // typed on
        box.classList.toggle('why', found.kind === 'nothing');
        patch(box, html`<span class="grow">${foundWords(found)}</span>${found.hash
            || found.kind === 'position' ? html`<button class="btn small use">${
                t('OPEN')}</button>` : ''}`);
        onPress(box, '.use', () => {
            if (found.kind === 'position'
                && found.game === this.game) void this.take(found.position, found.options);
            else if (found.kind === 'position') this.go(`#/editor/${found.game}/${
                safe(found.options)}/${encodeURIComponent(safe(found.position))}`);
            else this.go(found.hash);
        });
    }

    // ---- Options ----

    #form() {
        const form = /** @type {HTMLFormElement} */ (one(this.screen, '.rules form'));
        const {told, kept = []} = this.kind, shown = this.info.options.filter(({name, kind}) =>
            kind !== 'seats' && !told.includes(name) && !kept.includes(name));
        const now = Object.fromEntries(this.options.split(',').map((part) => part.split('=')));
        patch(form, html`${shown.map((option) => field(this.game, option, now[option.name]))}`);
        form.onchange = () => void this.#option(form);
        form.onsubmit = (event) => event.preventDefault();
    }
    /** Another option: the same pieces, as far as they fit. @param {HTMLFormElement} form */
    async #option(form) {
        const data = new FormData(form), seats = Number(data.get('players') ?? this.seats),
            grown = seats !== this.seats;
        const {told, kept = []} = this.kind, stays = this.options.split(',').filter((part) =>
            !grown && kept.includes(part.split('=')[0]));
        const chosen = new Map(optionsText(form, this.info.options, seats).split(',').map((part) =>
            [part.split('=')[0], part]));
        const options = without([...chosen.values(), ...stays].join(','), told);
        const why = await core.refusalOf(core.checkOptions(this.game, options));
        if (why) {
            announce(why);
            patch(one(this.screen, '.judged'), html`<b class="sg b" aria-hidden="true">!</b><p
                class="grow">${why}</p>`);
            return;
        }
        this.options = options;
        this.change(grown ? await this.read(options) : this.draft);
        if (grown) this.#form();
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (document.querySelector('dialog[open]')) return;
        if (/** @type {Element} */ (event.target).matches?.('input, textarea, select')) return;
        const undo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
        if (undo) this.undo();
        if (undo || this.panel.key?.(event)) event.preventDefault();
    }
}

/** @type {import('./screens.mjs').Show} */
export async function show(host, [game = '', options = '', ...rest], go) {
    const name = game || Object.keys(KINDS).find((one) => KINDS[one].editor) || '',
        load = kindOf(name).editor;
    const info = (await core.games()).find((one) => one.game === name);
    if (!load || !info) {
        nowhere(host, t('NO_SUCH_PLACE'), PLACES);
        return;
    }
    const [kind] = await Promise.all([load(), dress('/editor.css')]);
    const editor = new Editor(name, kind, info, plain(options), go), text = plain(rest.join('/'));
    let why = '';
    try {
        const found = text ? await core.ask('find', text).catch(() => null) : null;
        editor.draft = await editor.read(editor.options, text, found?.game === name ? found.hands
            : []);
    } catch (error) { // a link that isn't a position: say so, and start over
        if (!(error instanceof core.Refusal)) throw error;
        why = error.message;
        editor.draft = await editor.read('');
    }
    editor.before = editor.options;
    editor.show(host);
    await editor.judge();
    if (why) await dialog(html`<h2>${t('LINK_BAD')}</h2><p>${why}</p><div class="row end"><button
        class="btn" value="" autofocus>${t('CLOSE')}</button></div>`);
    Object.assign(globalThis, {pondEditor: editor}); // for tests and the curious
    const keys = (/** @type {KeyboardEvent} */ event) => editor.key(event);
    document.addEventListener('keydown', keys);
    return () => document.removeEventListener('keydown', keys);
}
