// analysis.mjs: the analysis board: any position of any game, moves for every seat, draws of
// your choice, variations with comments and marks, and the engine beside it.
//
// The tree of variations is the core's (pond/tree.h), in the Worker that always answers; this
// screen asks it to change something and draws what it says. Boards know the screen as their desk
// and as its table. docs/analysis-board.md

import {Analyst} from './analyst.mjs';
import {
    analyse, analysisLink, handed, keepAnalysis, keepPlace, keptAnalysis, namesOf,
} from './analyses.mjs';
import {index} from './analysis-index.mjs';
import {chancePanel, enginePanel, pointed, truths} from './analysis-panels.mjs';
import {screenMarkup} from './analysis-screen.mjs';
import {asideOf, drawTree, sizeOf, variationsOf} from './analysis-tree.mjs';
import {boardOf, loadBoard} from './boards.mjs';
import * as core from './core.mjs';
import {all, announce, dialog, dress as dressIn, html, icon, make, one, patch, title,
    toast} from './dom.mjs';
import {eventsOf, gathered, sentences} from './events.mjs';
import {explore, forgetOwn} from './explorer.mjs';
import {kindOf, TITLES} from './kinds.mjs';
import {plain, recordFromLink, safe} from './link.mjs';
import {sure} from './look.mjs';
import {moving, skip} from './motion.mjs';
import {nowhere} from './nowhere.mjs';
import {reasonOf} from './reason.mjs';
import {set, settings} from './settings-store.mjs';
import {copy, download} from './share.mjs';
import {find} from './shelf.mjs';
import {play as sound} from './sound.mjs';
import {newSeed} from './table.mjs';
import {n, t} from './words.mjs';

const {TREE, SPECTATOR} = core;
const REST_MS = 900, SAVE_MS = 400, ALL_ENTRIES = 2 ** 31;
const WAYS = /** @type {Record<string, string>} */ ({ArrowLeft: 'back', ArrowRight: 'next',
    ',': 'back', '.': 'next', Home: 'first', End: 'last', p: 'play'});

/** @typedef {import('./analysis-tree.mjs').Node} Node */
/** Where the tree stands. @typedef {{node: number, full: string, hands: string[],
 *   chance: import('./analysis-panels.mjs').Outcome[]}} Here */
/** What is opened, and where one stood in it.
 *  @typedef {import('./analyses.mjs').Given
 *   & {at?: number, id?: string, turned?: boolean}} Opened */
/** @typedef {Awaited<ReturnType<NonNullable<import('./kinds.mjs').Play['panel']>>>} Panel */

/** The styles of this screen come with it: those of a review, and its own over them. */
const dress = () => Promise.all(['/review.css', '/analysis.css'].map(dressIn));

/** What seats without names are called, where the game says so. @param {string} game */
const sidesOf = (game) => (kindOf(game).armies ? [t('LIGHT_SIDE'), t('DARK_SIDE')] : []);

/** The names known beside a record or in it, or what seats are called. @param {string} game
 *  @param {string} record @param {number} count @param {string[]} given
 *  @returns {import('./table.mjs').Seat[]} */
function seatsOf(game, record, count, given) {
    const tags = record.matchAll(/^\[Seat(\d) "((?:[^"\\]|\\.)*)"\]/gm);
    const names = new Map([...tags].map(([, seat, name]) =>
        [Number(seat), name.replace(/\\(.)/g, '$1')]));
    const sides = sidesOf(game);
    return Array.from({length: count}, (_, seat) => {
        const name = (given[seat] || names.get(seat) || '')
            .replace(/^level:(\d)$/, (_all, level) => t('ROBOT_NAME', level));
        return {kind: 'human', name: name.slice(0, 24) || (sides[seat] ?? t('PLAYER', seat + 1))};
    });
}

/** A button that had the focus hands it to the tree, or to its panel where no tree is seen.
 *  @param {HTMLElement} screen @param {string} selector @param {boolean} off */
function disable(screen, selector, off) {
    for (const button of all(screen, selector)) {
        if (off && button === document.activeElement) {
            const tree = one(screen, '.tree'), panel = /** @type {HTMLElement} */ (
                button.closest('section'));
            panel.tabIndex = -1;
            (tree.checkVisibility() ? tree : panel).focus({preventScroll: true});
        }
        /** @type {HTMLButtonElement} */ (button).disabled = off;
    }
}

class Analysis {
    /** @type {Node[]} */
    nodes = [];
    here = /** @type {Here} */ ({node: 0, full: '', hands: [], chance: []});
    look = /** @type {core.Look} */ (/** @type {unknown} */ (null));
    mine = 0;
    /** @type {import('./table.mjs').Seat[]} */
    seats = [];
    /** What the page called the seats, for as long as this is kept. @type {string[]} */
    names = [];
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
    /** What its game has beside the board. @type {Panel | undefined} */
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
        const {name} = this.seats[seat];
        const same = [side.toLowerCase(), sidesOf(this.game)[seat]?.toLowerCase()]
            .includes(name.toLowerCase());
        const parts = side && !same ? [side] : [];
        const {resigned, turn, result} = this.look;
        if (resigned.includes(seat)) parts.push(t('RESIGNED'));
        else if (turn.includes(seat) && result === null) parts.push(t('TO_MOVE'));
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
        const {result} = this.look, winner = /^seat (\d)$/.exec(result ?? '');
        const text = result === 'draw' ? t('DRAWN')
            : winner ? t('WON', this.seats[Number(winner[1])].name) : t('DUMMY_WON');
        patch(place, html`<div class="ending"><h2>${text}</h2><p>${reasonOf(this, -1)}</p></div>`);
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

    /** @param {Opened} given */
    async begin({game = '', options = '', position = '', record, at, id, turned, names = []}) {
        const seed = newSeed();
        if (id) this.#keptAs(id, record ?? '');
        if (record !== undefined) await core.ask('treeRead', record, seed);
        else await core.ask('treeBegin', game, options, seed, position);
        this.nodes = await core.ask('treeNodes');
        const look = await core.look(TREE, SPECTATOR);
        this.game = look.game;
        this.options = look.options;
        this.seats.push(...seatsOf(look.game, record ?? '', look.seats, names));
        this.names = names;
        this.humans = this.seats.map((_, seat) => seat);
        [this.panel] = await Promise.all(
            [kindOf(this.game).panel?.(), loadBoard(this.game), dress()]);
        if (record !== undefined && position) await this.#find(position);
        else if (at !== undefined) await core.ask('treeGo', this.nodes[at]?.node ?? 0);
        await this.#read(ALL_ENTRIES);
        this.#mount();
        this.#turned = this.mine === 1; // as a board lies at first
        if (turned !== undefined && turned !== this.#turned) this.#turnAround();
        this.#draw();
    }
    #turned = false; // does the second seat sit in front?
    #turnAround() {
        this.#turned = !this.#turned;
        this.board.turnAround?.();
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
        this.screen = make(screenMarkup(this));
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
            for (const element of all(screen, selector)) {
                element.addEventListener('click', () => work(element));
            }
        };
        click('[data-go]', (button) => this.#ways(String(button.dataset.go)));
        click('.promote', () => void this.#edit('treePromote', this.here.node));
        click('.remove', () => void this.#remove());
        click('.bar .share', () => void this.#share());
        click('.edits .text', () => void core.ask('treeWrite').then((text) => copy(text)));
        click('.place .copy', () => void copy(this.here.full));
        click('.bar .to-editor', () => this.go(`#/editor/${[this.game, safe(this.options),
            safe(this.here.full)].map(encodeURIComponent).join('/')}`));
        click('[data-mark]', (button) => void this.#edit('treeMark', this.here.node,
            button.getAttribute('aria-pressed') === 'true' ? '' : String(button.dataset.mark)));
        click('[data-tab]', (button) => this.#showPart(String(button.dataset.tab)));
        one(screen, '.tree').addEventListener('click', ({target}) => {
            const move = /** @type {Element} */ (target).closest('[data-node]');
            if (move) void this.step(Number(/** @type {HTMLElement} */ (move).dataset.node));
        });
        /** @param {string} name @param {(on: boolean) => void} work */
        const choose = (name, work) => screen.querySelector(`.switch .${name}`)?.addEventListener(
            'change', ({target}) => work(/** @type {HTMLInputElement} */ (target).checked));
        choose('on', (on) => this.#prefer({engine: on}));
        choose('best', (on) => this.#prefer({best: on}));
        choose('threats', (on) => {
            this.#prefer({threats: on});
            this.#tellsThreats = on; // once they are found
        });
        choose('known', (on) => this.#prefer({open: !on}));
        const note = /** @type {HTMLInputElement} */ (one(screen, '#note'));
        note.addEventListener('change', () =>
            void this.#edit('treeComment', this.here.node, note.value));
        one(screen, '.notes').addEventListener('submit', (event) => {
            event.preventDefault();
            note.blur();
        });
        one(screen, '.stage').addEventListener('pointerdown', () => moving() && skip(),
            {capture: true});
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
        for (const button of all(this.screen, '[data-tab]')) {
            button.setAttribute('aria-pressed', String(button.dataset.tab === part));
        }
    }

    // ---- Moving ----

    /** One thing after the other. @template T @param {() => Promise<T>} work
     *  @returns {Promise<T>} */
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
        const seat = look.turn[0] ?? this.mine;
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
                sound('no');
                return false;
            }
            if (this.closed) return true;
            if (changes) this.nodes = await core.ask('treeNodes');
            this.board.unpoint();
            const entries = await this.#read(shows ? this.#entries : ALL_ENTRIES);
            if (this.closed) return true;
            this.known = null;
            const told = shows && entries.length > 0;
            if (told) await this.#happen(before, mine, entries);
            this.#draw();
            if (!told) this.#sayWhere();
            if (changes) this.#save();
            else this.#savePlace();
            return true;
        });
    }

    /** @param {core.Look} before @param {number} mine who looked then
     *  @param {import('./events.mjs').Entry[]} entries */
    async #happen(before, mine, entries) {
        const told = gathered(entries).at(-1), after = this.look, next = this.mine;
        const happening = {before, after, seat: told?.seat ?? entries.at(-1)?.seat ?? mine,
            ply: after.ply, event: told?.event, events: eventsOf(entries)};
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

    /** Plays a move of a seat, or an outcome of chance. @param {number} seat
     *  @param {string} move */
    async play(seat, move) {
        this.#walk = null;
        return this.#follow(seat, move);
    }
    /** @param {number} seat @param {string} move */
    async #follow(seat, move) {
        const played = (/** @type {number} */ by, /** @type {string} */ what) =>
            this.#move(() => core.ask('treePlay', by, what), {changes: true});
        const done = await played(seat, move);
        if (done && settings.analysis.rolls && this.here.chance.length > 0) await this.roll();
        // There is nothing to choose.
        if (done && this.look.legal.join() === '-') await played(this.mine, '-');
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
        if (!this.closed) this.#drawWays(); // there is more of it
    }

    /** Plays the cards of both seats of a round. @param {string[]} cards by seat */
    async pair(cards) {
        const parent = this.#parent();
        if (this.look.sealed.length > 0 && parent !== undefined) await this.step(parent);
        for (const [seat, card] of cards.entries()) {
            if (!(await this.play(seat, card))) return;
        }
    }
    redraw() {
        if (!this.closed && !this.screen.classList.contains('moving')) this.#drawKnown();
    }

    /** For those who listen, where nothing happened that could be told. */
    #sayWhere() {
        if (this.closed) return;
        const now = this.nodes.find(({node}) => node === this.here.node), words = [];
        if (now?.move) {
            const variation = variationsOf(this.nodes).get(now.node) ?? '';
            const main = !variation && this.nodes.some(({depth = 0}) => depth > 0);
            words.push(now.move, ...asideOf(now, variation), main && t('MAIN_LINE'));
        }
        announce([...words, one(this.screen, '.sub').textContent].filter(Boolean).join(', '));
    }

    /** @param {number} node @param {boolean} [shows] */
    step(node, shows = false) {
        return this.#move(() => core.ask('treeGo', node), {shows});
    }
    #parent() {
        return this.nodes.find(({node}) => node === this.here.node)?.parent;
    }
    /** The first of what follows a node. @param {number} node */
    #first(node) {
        return this.nodes.filter(({parent}) => parent === node)
            .sort((a, b) => (a.depth ?? 0) - (b.depth ?? 0))[0]?.node;
    }
    /** What follows this node: what was seen last, or the first. */
    #child() {
        const {node} = this.here, seen = this.#visited.get(node);
        const there = this.nodes.some((one) => one.node === seen && one.parent === node);
        return there ? seen : this.#first(node);
    }
    async #forward() {
        // One step after the other.
        for (let last; last !== this.#walked;) await (last = this.#walked);
        if (this.#walk && this.#walk.node === this.here.node) {
            await this.walk(this.#walk.moves);
            return;
        }
        const child = this.#child();
        if (child !== undefined) await this.step(child, true);
    }
    /** @param {string} what */
    #ways(what) {
        if (what !== 'play') this.#setPlaying(false);
        const parent = this.#parent();
        if (what === 'first') void this.step(0);
        else if (what === 'back' && parent !== undefined) void this.step(parent);
        else if (what === 'next') void this.#forward();
        else if (what === 'last') void this.#toEnd();
        else if (what === 'play') void this.#autoplay();
        else if (what === 'turn') {
            this.#turnAround();
            this.#savePlace();
        }
    }
    #toEnd() {
        return this.#move(async () => {
            let node = this.here.node;
            for (let child = this.#child(); child !== undefined; child = this.#first(node)) {
                node = child;
            }
            await core.ask('treeGo', node);
        }, {shows: false});
    }
    /** @param {boolean} on */
    #setPlaying(on) {
        this.playing = on;
        one(this.screen, '[data-go="play"]').setAttribute('aria-pressed', String(on));
    }
    async #autoplay() {
        if (this.playing) {
            this.#setPlaying(false);
            return;
        }
        if (this.#child() === undefined) await this.step(0);
        this.#setPlaying(true);
        while (this.playing && !this.closed && this.#child() !== undefined) {
            await this.#forward();
            await new Promise((done) => setTimeout(done, REST_MS));
        }
        if (!this.closed) this.#setPlaying(false);
    }

    // ---- Changing the tree ----

    /** @param {string} name of a call @param {unknown[]} args */
    #edit(name, ...args) {
        // The start is no move; its buttons are off.
        if (this.here.node === 0 && name !== 'treeComment') return Promise.resolve(false);
        return this.#move(() => core.ask(name, ...args), {shows: false, changes: true});
    }
    async #remove() {
        const count = sizeOf(this.nodes, this.here.node);
        if (this.here.node !== 0 && count > 1
            && !await sure(n('DELETE_SURE', count), '', t('DELETE_MOVE'))) return;
        await this.#edit('treeDelete', this.here.node);
    }

    #saving = 0;
    #kept = ''; // the record, as this device keeps it
    #room = true; // was there any for it, when it was saved last?
    /** @param {string} id @param {string} record */
    #keptAs(id, record) {
        this.id = id;
        this.#kept = record;
    }
    /** Keeps the analysis on this device, once somebody has stopped changing it. */
    #save() {
        clearTimeout(this.#saving);
        this.#saving = window.setTimeout(() => void this.save(), SAVE_MS);
    }
    get #place() {
        const at = this.nodes.findIndex(({node}) => node === this.here.node);
        return {at: Math.max(0, at), turned: this.#turned};
    }
    #placing = 0;
    /** Keeps the place, too, so that a reload and "Continue" come back to it. */
    #savePlace() {
        clearTimeout(this.#placing);
        this.#placing = window.setTimeout(() => this.#keepPlace(), SAVE_MS);
    }
    #keepPlace() {
        clearTimeout(this.#placing);
        this.#placing = 0;
        // Changed in another window meanwhile? Then it has places of its own.
        if (!this.#saving && this.id && keptAnalysis(this.id)?.record === this.#kept) {
            keepPlace(this.id, this.#place);
        }
    }
    async save() {
        clearTimeout(this.#saving);
        this.#saving = 0;
        const record = await core.ask('treeWrite'), kept = keptAnalysis(this.id);
        // Changed in another window meanwhile? Then there are two analyses from now on.
        if (!kept || kept.record !== this.#kept) this.id = newSeed();
        const room = keepAnalysis({id: this.id, game: this.game, options: this.options,
            when: Date.now(), record, moves: this.nodes.length - 1,
            names: this.names, ...this.#place});
        if (this.#room && !room) toast(t('ANALYSIS_NO_ROOM'));
        this.#room = room;
        if (!room) return;
        this.#keptAs(this.id, record);
        const own = `#/analysis/id/${this.id}`;
        if (this.closed || location.hash !== this.address || this.address === own) return;
        history.replaceState(null, '', own); // a reload comes back to it
        this.address = own;
        document.body.dataset.at = own;
    }
    async #share() {
        const record = await core.ask('treeWrite'), link = await analysisLink(record);
        /** @param {string} value @param {string} sign @param {string} word */
        const item = (value, sign, word) => html`<button class="btn soft" value="${value}">${
            icon(sign)}${t(word)}</button>`;
        const answer = await dialog(html`<h2>${t('SHARE')}</h2><div class="menu-list">${
            link ? item('link', 'share', 'SHARE_ANALYSIS') : html`<p>${t('LINK_LONG')}</p>`}${
            item('record', 'save', 'SAVE_RECORD')}${item('text', 'list', 'COPY_TEXT')}${
            item('position', 'list', 'COPY_POSITION')}</div><div class="row end"><button
            class="btn" value="">${t('CLOSE')}</button></div>`, {classes: 'menu'});
        if (answer === 'link') await copy(link ?? '');
        if (answer === 'text') await copy(record);
        if (answer === 'position') await copy(this.here.full);
        if (answer === 'record') {
            download(new Blob([record], {type: 'text/plain'}),
                `${this.game}-${new Date().toISOString().slice(0, 10)}.pond`);
        }
    }

    // ---- Drawing ----

    #draw() {
        if (this.closed) return;
        const {look, screen, here} = this, due = here.chance.length > 0, [seat] = look.turn;
        this.board.show();
        const turn = look.result !== null ? t('OVER_SHORT') : due ? t('CHANCE_DUE')
            : look.turn.length > 1 ? t('ALL_TO_MOVE')
            : seat === undefined ? '' : t('SEAT_TO_MOVE', this.seats[this.mine].name);
        const where = [TITLES[this.game], kindOf(this.game).where(look), turn];
        one(screen, '.sub').textContent = where.filter(Boolean).join(', ');
        title(`${t('ANALYSIS')}, ${TITLES[this.game]}, Pond`);
        one(screen, '.place .command').textContent = here.full;
        const box = one(screen, '.chance');
        box.hidden = !due;
        if (due) chancePanel(box, this);
        this.#drawTree();
        this.#drawNode();
        this.#think();
        this.#drawKnown();
        this.#explore();
    }

    /** @type {Node[]} */
    #drawnNodes = [];
    #drawTree() {
        const box = one(this.screen, '.tree');
        if (this.#drawnNodes !== this.nodes) {
            drawTree(box, this.game, this.nodes, this.seats.map(({name}) => name));
        }
        this.#drawnNodes = this.nodes;
        box.querySelector('[aria-current]')?.removeAttribute('aria-current');
        const shown = box.querySelector(`[data-node="${this.here.node}"]`);
        shown?.setAttribute('aria-current', 'true');
        requestAnimationFrame(() => { // once it is laid out; only the box is moved, not the page
            if (!(shown instanceof HTMLElement) || !shown.isConnected) return;
            const {top, bottom} = shown.getBoundingClientRect();
            const frame = box.getBoundingClientRect();
            if (top >= frame.top && bottom <= frame.bottom) return;
            box.scrollTop += top - (frame.top + frame.bottom) / 2;
        });
    }
    /** The comment, the mark, and where one can go from here. */
    #drawNode() {
        const {screen, here} = this, now = this.nodes.find(({node}) => node === here.node);
        const note = /** @type {HTMLInputElement} */ (one(screen, '#note'));
        if (document.activeElement !== note) note.value = now?.comment ?? '';
        note.placeholder = now?.move ? t('COMMENT_ON', now.move) : t('COMMENT');
        disable(screen, '.promote, .remove, [data-mark]', now?.move === undefined);
        for (const button of all(screen, '[data-mark]')) {
            button.setAttribute('aria-pressed', String(now?.mark === button.dataset.mark));
        }
        this.#drawWays();
    }
    /** Where one can go: on to the end of what was played, or a step along a line of the engine. */
    #drawWays() {
        const {screen, here} = this, end = this.#child() === undefined;
        disable(screen, '[data-go="first"], [data-go="back"]', here.node === 0);
        disable(screen, '[data-go="next"]', end && this.#walk?.node !== here.node);
        disable(screen, '[data-go="last"]', end);
    }

    // ---- The engine ----

    /** Lets the engine look at what is seen. */
    #think() {
        const {look} = this, [first] = look.turn;
        const version = ++this.#thought;
        const idle = this.closed || document.hidden || !settings.analysis.engine ||
            look.result !== null || first === undefined;
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
            return this.analyst.look({game: this.game, options: this.options, record, turn,
                seat: turn.includes(seat) ? seat : turn[0]});
        }).catch((error) => {
            if (!(error instanceof core.Ended)) throw error;
        });
    }
    /** Nothing is thought where nobody looks. */
    seen() {
        if (document.hidden && this.#placing) this.#keepPlace();
        this.#asked = '';
        this.#think();
    }
    /** @param {import('./analyst.mjs').Known} known */
    #learn(known) {
        this.known = known;
        if (!this.closed && !this.screen?.classList.contains('moving')) this.#drawKnown();
    }
    #tellsThreats = false;
    #drawKnown() {
        const {known, board} = this, on = settings.analysis.engine;
        enginePanel(this.screen, this, on ? known : null);
        const threats = this.#tellsThreats ? one(this.screen, '.threatened').textContent : '';
        if (threats) announce(threats);
        this.#tellsThreats &&= !threats;
        this.panel?.(one(this.screen, '.truth'), this, known);
        board.values?.(truths(known));
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
        const {key, ctrlKey, metaKey, altKey} = event;
        if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return;
        const target = /** @type {Element} */ (event.target);
        if (target.matches?.('input[type="text"], textarea, select')) return;
        const letters = settings.keys || key.length > 1;
        const arrows = key.startsWith('Arrow') && target.closest?.('[role="grid"]');
        const shown = {x: 'threats', b: 'best'}[key];
        if (key === ' ' && moving()) {
            event.preventDefault();
            skip();
        } else if (letters && this.board.key(key)) event.preventDefault();
        else if (letters && shown && kindOf(this.game).armies) {
            one(this.screen, `.switch .${shown}`).click();
        } else if (WAYS[key] && letters && !arrows) {
            event.preventDefault();
            this.#ways(WAYS[key]);
        }
    }
    close() {
        if (this.#saving) void this.save();
        else if (this.#placing) this.#keepPlace();
        this.closed = true;
        this.playing = false;
        this.analyst.close();
    }
}

/** What an address opens. @param {string[]} path
 *  @returns {Promise<Opened | null>} */
async function givenBy([what = '', ...more]) {
    if (more[1] === 'pos') more.splice(1, 1);
    if (what === 'new') return handed();
    if (what === 'id') return keptAnalysis(more[0] ?? '') ?? null;
    if (what === 'at') return {record: await recordFromLink(more[0] ?? '')};
    if (what === 'game') {
        const kept = find(more[0] ?? '');
        if (!kept) return null;
        const {withTags} = await import('./tags.mjs');
        return core.onScratch(async () => {
            await core.open(core.SCRATCH, kept.script);
            return {record: withTags(await core.record(core.SCRATCH), kept),
                position: await core.position(core.SCRATCH), names: namesOf(kept.seats)};
        });
    }
    const options = plain(more[0] ?? '').replace(/^-$/, '');
    return {game: what, options: options || (kindOf(what).start?.options ?? ''),
        position: plain(more[1] ?? '')};
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
        await analysis.begin(given);
    } catch (error) {
        analysis.close();
        if (!(error instanceof core.Refusal)) throw error;
        nowhere(host, error.message, [['analysis', 'chart', 'ANALYSIS'], ['', 'play', 'HOME']]);
        return;
    }
    Object.assign(globalThis, {pondAnalysis: analysis}); // for tests and the curious
    const keys = (/** @type {KeyboardEvent} */ event) => analysis.key(event);
    const seen = () => analysis.seen();
    document.addEventListener('keydown', keys);
    document.addEventListener('visibilitychange', seen);
    return () => {
        document.removeEventListener('keydown', keys);
        document.removeEventListener('visibilitychange', seen);
        analysis.close();
    };
}

export {analyse};
