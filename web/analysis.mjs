// analysis.mjs: the analysis board: any position of any game, moves for every seat, draws of
// your choice, variations with comments and marks, and the engine beside it.
//
// The tree of variations is the core's (pond/tree.h), in the Worker that always answers; this
// screen asks it to change something and draws what it says. Boards know the screen as their desk
// and as its table. docs/analysis-board.md

import {Analyst} from './analyst.mjs';
import {analyse, analyses, analysisLink, handed, keepAnalysis} from './analyses.mjs';
import {index} from './analysis-index.mjs';
import {chancePanel, enginePanel, pointed, truths} from './analysis-panels.mjs';
import {drawTree, MARKS, sizeOf} from './analysis-tree.mjs';
import {boardOf, loadBoard} from './boards.mjs';
import * as core from './core.mjs';
import {all, announce, dialog, html, icon, make, one, patch, piece, title, toast} from './dom.mjs';
import {eventsOf, gathered, sentences} from './events.mjs';
import {explore, forgetOwn} from './explorer.mjs';
import {kindOf, TITLES} from './kinds.mjs';
import {plain, recordFromLink, safe} from './link.mjs';
import {moving, skip} from './motion.mjs';
import {nowhere} from './nowhere.mjs';
import {hasScreen} from './screens.mjs';
import {set, settings} from './settings-store.mjs';
import {copy, download} from './share.mjs';
import {find} from './shelf.mjs';
import {play as sound} from './sound.mjs';
import {newSeed} from './table.mjs';
import {n, t} from './words.mjs';

const {TREE, SPECTATOR} = core;
const REST_MS = 900, SAVE_MS = 400, ALL_ENTRIES = 2 ** 31;
const WAYS = /** @type {Record<string, string>} */ (
    {ArrowLeft: 'back', ArrowRight: 'next', ',': 'back', '.': 'next', Home: 'first', End: 'last', p: 'play'});

/** @typedef {import('./analysis-tree.mjs').Node} Node */
/** Where the tree stands. @typedef {{node: number, full: string, hands: string[],
 *   chance: {outcome: string, weight: number}[]}} Here */

/** The styles of this screen come with it. */
function dress() {
    if (document.querySelector('link[href="/analysis.css"]')) return Promise.resolve();
    const link = Object.assign(document.createElement('link'), {rel: 'stylesheet', href: '/analysis.css'});
    document.head.append(link);
    return new Promise((done) => {
        link.onload = link.onerror = done;
    });
}

/** The names in a record, or what seats are called. @param {string} game @param {string} record
 *  @param {number} count @returns {import('./table.mjs').Seat[]} */
function seatsOf(game, record, count) {
    const names = new Map([...record.matchAll(/^\[Seat(\d) "((?:[^"\\]|\\.)*)"\]/gm)].map(([, seat, name]) => [Number(seat), name.replace(/\\(.)/g, '$1')]));
    return Array.from({length: count}, (_, seat) => ({kind: 'human', name:
        (names.get(seat) ?? '').replace(/^level:(\d)$/, (_all, level) => t('ROBOT_NAME', level)).slice(0, 24) ||
        (kindOf(game).armies ? t(seat === 0 ? 'LIGHT_SIDE' : 'DARK_SIDE') : t('PLAYER', seat + 1))}));
}

class Analysis {
    /** @type {Node[]} */
    nodes = [];
    here = /** @type {Here} */ ({node: 0, full: '', hands: [], chance: []});
    look = /** @type {core.Look} */ (/** @type {unknown} */ (null));
    mine = 0;
    /** @type {import('./table.mjs').Seat[]} */
    seats = [];
    /** @type {number[]} */
    humans = [];
    cast = {seats: this.seats, me: -1};
    table = this;
    byHand = true; // boards do nothing by themselves
    id = '';
    game = '';
    options = '';
    closed = false;
    playing = false;
    open = settings.analysis.open; // are all hands shown?
    /** The child that was shown last, by node. @type {Map<number, number>} */
    #visited = new Map();
    /** What is left of a line that is being walked, and the node it goes on from.
     *  @type {{node: number, moves: string[]} | null} */
    #walk = null;
    /** Its last step, which may still be on its way. @type {Promise<void>} */
    #walked = Promise.resolve();
    /** @type {Promise<unknown>} */
    #queue = Promise.resolve();
    #entries = 0; // of the match's log, drawn so far
    /** @type {import('./analyst.mjs').Known | null} */
    known = null;
    #asked = ''; // the record that the engine looks at
    #thought = 0; // how often it was asked
    /** What its game has beside the board. @type {Awaited<ReturnType<NonNullable<import('./kinds.mjs').Play['panel']>>> | undefined} */
    panel;
    board = /** @type {import('./play.mjs').Board} */ (/** @type {unknown} */ (null));
    screen = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));

    /** @param {HTMLElement} host @param {(hash: string) => void} go */
    constructor(host, go) {
        this.host = host;
        this.go = go;
        this.address = location.hash;
        this.analyst = new Analyst((known) => this.#learn(known));
        forgetOwn(); // there may be more by now
        this.analyst.threats = settings.analysis.threats;
    }

    // ---- What boards ask of a desk ----

    /** @param {number} seat @param {string} [side] */
    about(seat, side = '') {
        const parts = side && side.toLowerCase() !== this.seats[seat].name.toLowerCase() ? [side] : [];
        if (this.look.resigned.includes(seat)) parts.push(t('RESIGNED'));
        else if (this.look.turn.includes(seat) && this.look.result === null) parts.push(t('TO_MOVE'));
        return parts.join(', ');
    }
    beside() {
        return html``;
    }
    told() {}
    timedOut() {
        return false;
    }
    get hands() {
        return this.open && kindOf(this.game).hands ? this.here.hands : undefined;
    }
    /** @param {HTMLElement} place */
    ending(place) {
        const {result, reason} = this.look, winner = /^seat (\d)$/.exec(result ?? '');
        const text = result === 'draw' ? t('DRAWN') : winner ? t('WON', this.seats[Number(winner[1])].name) : t('DUMMY_WON');
        patch(place, html`<div class="ending"><h2>${text}</h2><p>${t(`REASON_${(reason ?? '').replace(/-/g, '_').toUpperCase()}`)}</p></div>`);
    }
    /** @param {number} seat @param {string} move */
    whyNot(seat, move) {
        return core.refusalOf(core.check(TREE, seat, move));
    }
    /** @param {string} move */
    submit(move) {
        return this.play(this.mine, move);
    }

    // ---- Beginning ----

    /** @param {import('./analyses.mjs').Given & {at?: number}} given */
    async begin({game = '', options = '', position = '', record, at}) {
        const seed = newSeed();
        if (record !== undefined) await core.ask('treeRead', record, seed);
        else await core.ask('treeBegin', game, options, seed, position);
        this.nodes = await core.ask('treeNodes');
        const look = await core.look(TREE, SPECTATOR);
        this.game = look.game;
        this.options = look.options;
        this.seats.push(...seatsOf(look.game, record ?? '', look.seats));
        this.humans = this.seats.map((_, seat) => seat);
        [this.panel] = await Promise.all([kindOf(this.game).panel?.(), loadBoard(this.game), dress()]);
        if (record !== undefined && position) await this.#find(position);
        else if (at !== undefined) await core.ask('treeGo', this.nodes[at]?.node ?? 0);
        await this.#read(ALL_ENTRIES);
        this.#mount();
        this.#draw();
    }

    /** Goes to a position in the main line. @param {string} position */
    async #find(position) {
        let node = this.nodes[0].node;
        for (;;) {
            /** @type {Here} */
            const here = await core.ask('treeHere');
            const child = this.nodes.find(({parent}) => parent === node);
            if (here.full === position || !child) return;
            node = child.node;
            await core.ask('treeGo', node);
        }
    }

    #mount() {
        const {armies, hands} = kindOf(this.game);
        this.screen = make(html`<div class="play game-${this.game} review analysis"><header class="bar"><a class="ib narrow-only" href="#/analysis" aria-label="${t('BACK')}">${icon('back')}</a><a class="wm wide-only" href="#/" aria-label="${t('HOME')}">${piece('wordmark')}</a><span class="sep wide-only"></span>
            <h1 class="title grow"><b>${t('ANALYSIS')}</b> <span class="s sub"></span></h1>
            ${hasScreen('editor') ? html`<button class="ib edit" aria-label="${t('EDIT_POSITION')}" title="${t('EDIT_POSITION')}">${icon('gear')}</button>` : ''}<a class="ib" href="#/analysis" aria-label="${t('OPEN')}" title="${t('OPEN')}">${icon('open')}</a><button class="ib share" aria-label="${t('SHARE')}" title="${t('SHARE')}">${icon('share')}</button></header>
            <main class="table"><section class="stage"></section><aside class="side">
            <section class="panel chance" hidden></section>
            <div class="tabs2" role="group" aria-label="${t('ANALYSIS_SHOWS')}"><button class="btn soft small grow" data-tab="lines" aria-pressed="true">${t('LINES')}</button><button class="btn soft small grow" data-tab="tree" aria-pressed="false">${t('VARIATIONS')}</button></div>
            <section class="panel engine" data-part="lines"><div class="row"><label class="switch"><input type="checkbox" role="switch" class="on" ${settings.analysis.engine ? 'checked' : ''}><b>${t('ENGINE')}</b></label><span class="grow s how"></span></div>
                <div class="row wrap shows">${armies ? html`<label class="switch"><input type="checkbox" role="switch" class="best" ${settings.analysis.best ? 'checked' : ''}><span>${t('ARROW_BEST')}</span></label><label class="switch"><input type="checkbox" role="switch" class="threats" ${settings.analysis.threats ? 'checked' : ''}><span>${t('ARROW_THREATS')}</span></label>` : ''}${
                hands ? html`<label class="switch"><input type="checkbox" role="switch" class="known" ${this.open ? '' : 'checked'}><span>${t('ONLY_KNOWN')}</span></label>` : ''}</div><div class="found"></div></section>
            <div class="truth" data-part="lines"></div><div class="explorer-slot" data-part="lines"></div>
            <section class="panel branches" data-part="tree"><div class="row"><h2 class="h3 grow">${t('VARIATIONS')}</h2><span class="row edits"><button class="ib promote" aria-label="${t('PROMOTE')}" title="${t('PROMOTE')}">${icon('flag')}</button><button class="ib remove" aria-label="${t('DELETE_MOVE')}" title="${t('DELETE_MOVE')}">${icon('trash')}</button><button class="ib text" aria-label="${t('COPY_TEXT')}" title="${t('COPY_TEXT')}">${icon('save')}</button></span></div>
                <div class="tree" tabindex="0" role="group" aria-label="${t('VARIATIONS')}"></div>
                <form class="notes"><label class="unseen" for="note">${t('COMMENT')}</label><input id="note" type="text" maxlength="2000" autocomplete="off"><div class="row marks" role="group" aria-label="${t('MARKS')}">${MARKS.map((mark) => html`<button class="btn soft small" type="button" data-mark="${mark}" aria-pressed="false" aria-label="${t('MARK_AS', mark)}">${mark}</button>`)}</div></form></section>
            <section class="panel place" data-part="tree"><div class="row"><h2 class="h3 grow">${t('THIS_POSITION')}</h2><button class="btn soft small copy">${t('COPY')}</button></div><p class="command"></p></section>
            <section class="panel ways"><div class="row"><button class="btn soft small" data-go="first" aria-label="${t('STEP_FIRST')}">${icon('first')}</button><button class="btn soft small grow" data-go="back" aria-label="${t('PREVIOUS')}">${icon('back')}</button><button class="btn soft small grow" data-go="play" aria-label="${t('AUTOPLAY')}" aria-pressed="false">${icon('play')}</button><button class="btn soft small grow" data-go="next" aria-label="${t('NEXT')}">${icon('right')}</button><button class="btn soft small flip" data-go="last" aria-label="${t('STEP_LAST')}">${icon('first')}</button>${
                armies ? html`<button class="btn soft small" data-go="turn" aria-label="${t('TURN_BOARD')}" title="${t('TURN_BOARD')}">${icon('again')}</button>` : ''}</div></section></aside></main></div>`);
        this.board = boardOf(this);
        one(this.screen, '.stage').append(this.board.stage);
        one(this.screen, '.side').prepend(...this.board.above, ...this.board.below);
        this.host.replaceChildren(this.screen);
        this.#listen();
        this.#showPart(settings.analysis.part);
    }

    #listen() {
        const {screen} = this;
        /** @param {string} selector @param {(element: HTMLElement) => void} work */
        const click = (selector, work) => {
            for (const element of all(screen, selector)) element.addEventListener('click', () => work(element));
        };
        click('[data-go]', (button) => this.#ways(String(button.dataset.go)));
        click('.promote', () => void this.#edit('treePromote', this.here.node));
        click('.remove', () => void this.#remove());
        click('.bar .share', () => void this.#share());
        click('.edits .text', () => void core.ask('treeWrite').then((text) => copy(text)));
        click('.place .copy', () => void copy(this.here.full));
        click('.bar .edit', () => this.go(`#/editor/${this.game}/${encodeURIComponent(safe(this.options))}/${encodeURIComponent(safe(this.here.full))}`));
        click('[data-mark]', (button) => void this.#edit('treeMark', this.here.node, button.getAttribute('aria-pressed') === 'true' ? '' : String(button.dataset.mark)));
        click('[data-tab]', (button) => this.#showPart(String(button.dataset.tab)));
        one(screen, '.tree').addEventListener('click', ({target}) => {
            const move = /** @type {Element} */ (target).closest('[data-node]');
            if (move) void this.step(Number(/** @type {HTMLElement} */ (move).dataset.node));
        });
        /** @param {string} selector @param {(on: boolean) => void} work */
        const choose = (selector, work) => screen.querySelector(selector)?.addEventListener('change', ({target}) => work(/** @type {HTMLInputElement} */ (target).checked));
        choose('.switch .on', (on) => this.#prefer({engine: on}));
        choose('.switch .best', (on) => this.#prefer({best: on}));
        choose('.switch .threats', (on) => this.#prefer({threats: on}));
        choose('.switch .known', (on) => this.#prefer({open: !on}));
        const note = /** @type {HTMLInputElement} */ (one(screen, '#note'));
        note.addEventListener('change', () => void this.#edit('treeComment', this.here.node, note.value));
        one(screen, '.notes').addEventListener('submit', (event) => {
            event.preventDefault();
            note.blur();
        });
        one(screen, '.stage').addEventListener('pointerdown', () => moving() && skip(), {capture: true});
    }

    /** @param {Partial<import('./settings-store.mjs').AnalysisSettings>} wishes */
    #prefer(wishes) {
        set('analysis', {...settings.analysis, ...wishes});
        this.open = settings.analysis.open;
        this.analyst.threats = settings.analysis.threats;
        this.#asked = '';
        this.board.show();
        this.#drawKnown();
        this.#think();
    }
    /** On a phone either the lines are seen or the variations. @param {string} part */
    #showPart(part) {
        if (part !== settings.analysis.part) set('analysis', {...settings.analysis, part});
        this.screen.dataset.part = part;
        for (const button of all(this.screen, '[data-tab]')) button.setAttribute('aria-pressed', String(button.dataset.tab === part));
    }

    // ---- Moving ----

    /** One thing after the other. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
    #inTurn(work) {
        if (moving()) skip();
        const next = this.#queue.then(work, work);
        this.#queue = next.catch(() => {});
        return next;
    }

    /** Reads where the tree stands; entries from a number on. @param {number} from */
    async #read(from) {
        const here = await core.ask('treeHere');
        let look = await core.look(TREE, this.mine);
        const seat = look.turn.includes(this.mine) ? this.mine : look.turn[0] ?? this.mine;
        if (seat !== this.mine) look = await core.look(TREE, seat);
        const {count, entries} = await core.entries(TREE, seat, from);
        if (this.closed) return []; // by now the tree may be another's
        Object.assign(this, {here, look, mine: seat});
        this.#entries = count;
        const {parent} = this.nodes.find(({node}) => node === this.here.node) ?? {};
        if (parent !== undefined) this.#visited.set(parent, this.here.node);
        return entries;
    }

    /** Lets the tree do something, shows how that comes about, and draws where it leads.
     *  @param {() => Promise<unknown>} work @param {{shows?: boolean, changes?: boolean}} how */
    #move(work, {shows = true, changes = false} = {}) {
        return this.#inTurn(async () => {
            const before = this.look, mine = this.mine;
            try {
                await work();
            } catch (error) {
                if (!(error instanceof core.Refusal)) throw error;
                toast(error.message);
                announce(error.message);
                sound('no');
                return false;
            }
            if (this.closed) return true;
            if (changes) this.nodes = await core.ask('treeNodes');
            this.board.unpoint();
            const entries = await this.#read(shows ? this.#entries : ALL_ENTRIES);
            if (this.closed) return true;
            this.known = null;
            if (shows && entries.length > 0) await this.#happen(before, mine, entries);
            this.#draw();
            if (changes) this.#save();
            return true;
        });
    }

    /** @param {core.Look} before @param {number} mine who looked then @param {import('./events.mjs').Entry[]} entries */
    async #happen(before, mine, entries) {
        const [told] = gathered(entries).slice(-1), events = eventsOf(entries), after = this.look, next = this.mine;
        const happening = {before, after, seat: told?.seat ?? entries.at(-1)?.seat ?? mine, ply: after.ply, event: told?.event, events};
        this.screen.classList.add('moving');
        this.#think(); // while it is shown
        void sentences(this.game, happening, this.cast).then((said) => announce(said.join(' ')));
        this.mine = mine; // the one who moved is looked at until it is done
        const seen = after.seat !== mine ? await core.look(TREE, mine) : after;
        if (this.closed) return;
        this.look = seen;
        try {
            await this.board.happen({...happening, after: this.look});
        } finally {
            this.mine = next;
            this.look = after;
            this.screen.classList.remove('moving');
        }
    }

    /** Plays a move of a seat, or an outcome of chance. @param {number} seat @param {string} move */
    async play(seat, move) {
        this.#walk = null;
        return this.#follow(seat, move);
    }
    /** @param {number} seat @param {string} move */
    async #follow(seat, move) {
        const done = await this.#move(() => core.ask('treePlay', seat, move), {changes: true});
        if (done && settings.analysis.rolls && this.here.chance.length > 0) await this.roll();
        if (done && this.look.legal.join() === '-') await this.#move(() => core.ask('treePlay', this.mine, '-'), {changes: true}); // there is nothing to choose
        return done;
    }
    roll() {
        return this.#move(() => core.ask('treeRoll'), {changes: true});
    }
    /** Plays a line of the engine, a move at a time. @param {string[]} moves */
    walk(moves) {
        this.#walked = this.#walkOn(moves);
        return this.#walked;
    }
    /** @param {string[]} moves */
    async #walkOn([move, ...rest]) {
        if (!(await this.#follow(this.mine, move))) return;
        this.#walk = rest.length > 0 ? {node: this.here.node, moves: rest} : null;
    }

    /** Plays the cards of both seats of a round. @param {string[]} cards by seat */
    async pair(cards) {
        const parent = this.#parent();
        if (this.look.sealed.length > 0 && parent !== undefined) await this.step(parent);
        for (const [seat, card] of cards.entries()) if (!(await this.play(seat, card))) return;
    }
    redraw() {
        if (!this.closed && !this.screen.classList.contains('moving')) this.#drawKnown();
    }

    /** @param {number} node @param {boolean} [shows] */
    step(node, shows = false) {
        return this.#move(() => core.ask('treeGo', node), {shows});
    }
    #parent() {
        return this.nodes.find(({node}) => node === this.here.node)?.parent;
    }
    /** What follows this node: what was seen last, or the first. */
    #child() {
        const children = this.nodes.filter(({parent}) => parent === this.here.node), seen = this.#visited.get(this.here.node);
        return (children.find(({node}) => node === seen) ?? children.reduce((/** @type {Node | undefined} */ first, one) => (first && (first.depth ?? 0) <= (one.depth ?? 0) ? first : one), undefined))?.node;
    }
    async #forward() {
        for (let last; last !== this.#walked;) await (last = this.#walked); // one step after the other
        if (this.#walk && this.#walk.node === this.here.node) {
            await this.walk(this.#walk.moves);
            return;
        }
        const child = this.#child();
        if (child !== undefined) await this.step(child, true);
    }
    /** @param {string} what */
    #ways(what) {
        if (what !== 'play') this.#stopPlaying();
        const parent = this.#parent();
        if (what === 'first') void this.step(0);
        else if (what === 'back' && parent !== undefined) void this.step(parent);
        else if (what === 'next') void this.#forward();
        else if (what === 'last') void this.#toEnd();
        else if (what === 'play') void this.#autoplay();
        else if (what === 'turn') this.board.turnAround?.();
    }
    #toEnd() {
        return this.#move(async () => {
            let node = this.here.node;
            for (let child = this.#child(); child !== undefined;) {
                node = child;
                const first = this.nodes.filter(({parent}) => parent === node).sort((a, b) => (a.depth ?? 0) - (b.depth ?? 0))[0];
                child = first?.node;
            }
            await core.ask('treeGo', node);
        }, {shows: false});
    }
    #stopPlaying() {
        this.playing = false;
        one(this.screen, '[data-go="play"]').setAttribute('aria-pressed', 'false');
    }
    async #autoplay() {
        if (this.playing) {
            this.#stopPlaying();
            return;
        }
        if (this.#child() === undefined) await this.step(0);
        this.playing = true;
        one(this.screen, '[data-go="play"]').setAttribute('aria-pressed', 'true');
        while (this.playing && !this.closed && this.#child() !== undefined) {
            await this.#forward();
            await new Promise((done) => setTimeout(done, REST_MS));
        }
        if (!this.closed) this.#stopPlaying();
    }

    // ---- Changing the tree ----

    /** @param {string} name of a call @param {unknown[]} args */
    #edit(name, ...args) {
        if (this.here.node === 0 && name !== 'treeComment') {
            toast(t('TREE_AT_START'));
            return Promise.resolve(false);
        }
        return this.#move(() => core.ask(name, ...args), {shows: false, changes: true});
    }
    async #remove() {
        const count = sizeOf(this.nodes, this.here.node);
        if (this.here.node !== 0 && count > 1) {
            const answer = await dialog(html`<h2>${n('DELETE_SURE', count)}</h2><div class="row end"><button class="btn soft" value="" autofocus>${t('CANCEL')}</button><button class="btn" value="yes">${t('DELETE_MOVE')}</button></div>`);
            if (answer !== 'yes') return;
        }
        await this.#edit('treeDelete', this.here.node);
    }

    #saving = 0;
    /** Keeps the analysis on this device, once somebody has stopped changing it. */
    #save() {
        clearTimeout(this.#saving);
        this.#saving = window.setTimeout(() => void this.save(), SAVE_MS);
    }
    async save() {
        clearTimeout(this.#saving);
        this.#saving = 0;
        const record = await core.ask('treeWrite');
        this.id ||= newSeed();
        keepAnalysis({id: this.id, game: this.game, options: this.options, when: Date.now(), record, moves: this.nodes.length - 1,
            at: Math.max(0, this.nodes.findIndex(({node}) => node === this.here.node))});
        const own = `#/analysis/id/${this.id}`;
        if (this.closed || location.hash !== this.address || this.address === own) return;
        history.replaceState(null, '', own); // a reload comes back to it
        this.address = own;
        document.body.dataset.at = own;
    }
    async #share() {
        const record = await core.ask('treeWrite'), link = await analysisLink(record);
        const answer = await dialog(html`<h2>${t('SHARE')}</h2><div class="menu-list">${link ? html`<button class="btn soft" value="link">${icon('share')}${t('SHARE_ANALYSIS')}</button>` : html`<p>${t('LINK_LONG')}</p>`}
            <button class="btn soft" value="record">${icon('save')}${t('SAVE_RECORD')}</button><button class="btn soft" value="text">${icon('save')}${t('COPY_TEXT')}</button><button class="btn soft" value="position">${icon('save')}${t('COPY_POSITION')}</button></div>
            <div class="row end"><button class="btn" value="">${t('CLOSE')}</button></div>`, {classes: 'menu'});
        if (answer === 'link') await copy(link ?? '');
        if (answer === 'text') await copy(record);
        if (answer === 'position') await copy(this.here.full);
        if (answer === 'record') download(new Blob([record], {type: 'text/plain'}), `${this.game}-${new Date().toISOString().slice(0, 10)}.pond`);
    }

    // ---- Drawing ----

    #draw() {
        if (this.closed) return;
        const {look, screen, here} = this, due = here.chance.length > 0, [seat] = look.turn;
        this.board.show();
        const turn = look.result !== null ? t('OVER_SHORT') : due ? t('CHANCE_DUE') : seat === undefined ? '' : t('SEAT_TO_MOVE', this.seats[this.mine].name);
        one(screen, '.sub').textContent = `${TITLES[this.game]}, ${kindOf(this.game).where(look)}${turn ? `, ${turn}` : ''}`;
        title(`${t('ANALYSIS')}, ${TITLES[this.game]}, Pond`);
        one(screen, '.place .command').textContent = here.full;
        const box = one(screen, '.chance');
        box.hidden = !due;
        if (due) chancePanel(box, this);
        this.#drawTree();
        this.#think();
        this.#drawKnown();
        this.#explore();
    }

    /** @type {Node[]} */
    #drawnNodes = [];
    #drawTree() {
        const box = one(this.screen, '.tree'), now = this.nodes.find(({node}) => node === this.here.node);
        if (this.#drawnNodes !== this.nodes) drawTree(box, this.game, this.nodes, this.seats.map(({name}) => name));
        this.#drawnNodes = this.nodes;
        box.querySelector('[aria-current]')?.removeAttribute('aria-current');
        const shown = box.querySelector(`[data-node="${this.here.node}"]`);
        shown?.setAttribute('aria-current', 'true');
        requestAnimationFrame(() => { // once it is laid out; only the box is moved, not the page
            if (!(shown instanceof HTMLElement) || !shown.isConnected) return;
            const {top, bottom} = shown.getBoundingClientRect(), frame = box.getBoundingClientRect();
            if (top < frame.top || bottom > frame.bottom) box.scrollTop += top - (frame.top + frame.bottom) / 2;
        });
        const note = /** @type {HTMLInputElement} */ (one(this.screen, '#note'));
        if (document.activeElement !== note) note.value = now?.comment ?? '';
        note.placeholder = now?.move ? t('COMMENT_ON', now.move) : t('COMMENT');
        const edits = /** @type {HTMLButtonElement[]} */ (all(this.screen, '.promote, .remove, [data-mark]'));
        for (const button of edits) button.disabled = now?.move === undefined;
        for (const button of all(this.screen, '[data-mark]')) button.setAttribute('aria-pressed', String(now?.mark === button.dataset.mark));
        /** @param {string} name @param {boolean} off */
        const disable = (name, off) => {
            /** @type {HTMLButtonElement} */ (one(this.screen, `[data-go="${name}"]`)).disabled = off;
        };
        for (const name of ['first', 'back']) disable(name, this.here.node === 0);
        for (const name of ['next', 'last']) disable(name, this.#child() === undefined && this.#walk?.node !== this.here.node);
    }

    // ---- The engine ----

    /** Lets the engine look at what is seen. */
    #think() {
        const {look} = this, [first] = look.turn;
        const version = ++this.#thought;
        const idle = this.closed || document.hidden || !settings.analysis.engine || look.result !== null || first === undefined;
        if (idle) {
            this.#asked = '';
            this.analyst.stop();
            return;
        }
        void core.record(TREE).then((record) => {
            const turn = [...look.turn, ...look.sealed].sort(), seat = look.seat;
            const asked = `${seat} ${record}`;
            if (this.closed || version !== this.#thought || asked === this.#asked) return;
            this.#asked = asked;
            return this.analyst.look({game: this.game, options: this.options, record, turn, seat: turn.includes(seat) ? seat : turn[0]});
        }).catch((error) => {
            if (!(error instanceof core.Ended)) throw error;
        });
    }
    /** Nothing is thought where nobody looks. */
    seen() {
        this.#asked = '';
        this.#think();
    }
    /** @param {import('./analyst.mjs').Known} known */
    #learn(known) {
        this.known = known;
        if (!this.closed && !this.screen?.classList.contains('moving')) this.#drawKnown();
    }
    #drawKnown() {
        const {known, board} = this, on = settings.analysis.engine;
        enginePanel(this.screen, this, on ? known : null);
        this.panel?.(one(this.screen, '.truth'), this, known);
        board.values?.(truths(this, known));
        board.arrows?.(on && known ? pointed(this, known) : []);
        const found = known?.found.get(this.mine);
        board.chances?.(on && found && kindOf(this.game).armies ? found : null);
    }
    /** What was played here. */
    #explore() {
        void explore(one(this.screen, '.explorer-slot'), this);
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
        const target = /** @type {Element} */ (event.target);
        if (target.matches?.('input[type="text"], textarea, select')) return;
        const letters = settings.keys || event.key.length > 1, inside = target.closest?.('[role="grid"], .stage [role="group"], .tree');
        if (event.key === ' ' && moving()) {
            event.preventDefault();
            skip();
        } else if (letters && this.board.key(event.key)) event.preventDefault();
        else if (letters && (event.key === 'x' || event.key === 'b') && kindOf(this.game).armies) {
            const box = /** @type {HTMLInputElement} */ (one(this.screen, event.key === 'x' ? '.switch .threats' : '.switch .best'));
            box.click();
        } else if (WAYS[event.key] && letters && !(inside && event.key.startsWith('Arrow') && inside.matches('[role="grid"]'))) {
            event.preventDefault();
            this.#ways(WAYS[event.key]);
        }
    }
    close() {
        if (this.#saving) void this.save();
        this.closed = true;
        this.playing = false;
        this.analyst.close();
    }
}

/** What an address opens. @param {string[]} path
 *  @returns {Promise<(import('./analyses.mjs').Given & {at?: number, id?: string}) | null>} */
async function givenBy([what = '', ...more]) {
    if (more[1] === 'pos') more.splice(1, 1);
    if (what === 'new') return handed();
    if (what === 'id') return analyses().find(({id}) => id === more[0]) ?? null;
    if (what === 'at') return {record: await recordFromLink(more[0] ?? '')};
    if (what === 'game') {
        const kept = find(more[0] ?? '');
        if (!kept) return null;
        await core.open(core.SCRATCH, kept.script);
        const {withTags} = await import('./tags.mjs');
        return {record: withTags(await core.record(core.SCRATCH), kept), position: await core.position(core.SCRATCH)};
    }
    const options = plain(more[0] ?? '').replace(/^-$/, '') || (kindOf(what).start?.options ?? '');
    return {game: what, options, position: plain(more[1] ?? '')};
}

/** @type {import('./screens.mjs').Show} */
export async function show(host, path, go) {
    if (!path[0]) {
        await dress();
        return index(host, go);
    }
    const analysis = new Analysis(host, go);
    try {
        const given = await givenBy(path);
        if (!given) throw new core.Refusal(t('NO_SUCH_ANALYSIS'));
        analysis.id = given.id ?? '';
        await analysis.begin(given);
    } catch (error) {
        analysis.close();
        if (!(error instanceof core.Refusal)) throw error;
        nowhere(host, error.message, [['analysis', 'chart', 'ANALYSIS'], ['', 'play', 'HOME']]);
        return;
    }
    Object.assign(globalThis, {pondAnalysis: analysis}); // for tests and the curious
    const keys = (/** @type {KeyboardEvent} */ event) => analysis.key(event), seen = () => analysis.seen();
    document.addEventListener('keydown', keys);
    document.addEventListener('visibilitychange', seen);
    return () => {
        document.removeEventListener('keydown', keys);
        document.removeEventListener('visibilitychange', seen);
        analysis.close();
    };
}

export {analyse};
