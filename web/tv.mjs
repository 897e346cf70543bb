// tv.mjs: the big screen of a game night: who is here, the game in play, who won, what comes next.
//
// It shows its key to nobody, so the server takes it for a spectator: nothing private can reach it. It has no buttons;
// phones steer it. Lengths are parts of its height (1rem is 32 of 1080), so every set looks the same.

import {boardOf, loadBoards} from './boards.mjs';
import {announce, fill, html, icon, make, one, patch, piece, style, title} from './dom.mjs';
import {sentences} from './events.mjs';
import {FirstTime} from './first-time.mjs';
import {line} from './line.mjs';
import {kindOf, KINDS, TITLES} from './kinds.mjs';
import {ripples} from './look.mjs';
import {appear, hop, pause} from './motion.mjs';
import {awake, dress, frog, Night, NightTable, phrasesOf} from './night-line.mjs';
import {originFor, reachOf} from './reach.mjs';
import {play as sound} from './sound.mjs';
import {settings} from './settings-store.mjs';
import {bound, list, n, t} from './words.mjs';

const END_PAUSE_MS = 3500, SAID_MS = 3500;
const LONG = 60; // letters of a sentence that is written smaller
/** @typedef {import('./night-line.mjs').Member & {number: number}} Member */

/** A code as it is read aloud: a word, and a number. @param {string} code */
const spaced = (code) => `${code.slice(0, -2)} ${code.slice(-2)}`;

/** @param {string} code */
const late = (code) => html`<span class="late">${t('NIGHT_LATE')} <b>${spaced(code)}</b></span>`;

// ---- Before the first game ----

class Lobby {
    /** @param {Night} night @param {import('./reach.mjs').Reach | null} reach */
    constructor(night, reach) {
        this.night = night;
        this.origin = originFor(reach);
        this.reach = reach;
        this.root = make(html`<main class="tv-lobby"><section class="way"><div class="brand">${piece('wordmark')}<i></i><h1>${t('NIGHT')}</h1></div><div class="plate"></div><div class="how"></div></section>
            <section class="who"><h2 class="t0">${t('NIGHT_WHO')}</h2><p class="easy">${t('NIGHT_EASY')}</p><div class="lilies"></div><div class="panel next"></div></section></main>`);
        void this.#plate();
    }

    async #plate() {
        const {code} = this.night.state, {origin, reach} = this;
        if (!origin) {
            fill(one(this.root, '.plate'), html`<div class="unreached"><b>${t('NIGHT_UNREACHED')}</b><p>${reach && !reach.here ? t('NIGHT_NO_NETWORK') : t('NIGHT_UNREACHED_HELP')}</p>${reach?.here ? html`<pre>./pond night</pre>` : ''}</div>`);
        } else {
            const {qr, qrPath} = await import('./qr.mjs'), square = qr(`${origin}/n/${code}`), drawn = square && qrPath(square);
            if (drawn) fill(one(this.root, '.plate'), html`<svg viewBox="0 0 ${drawn.width} ${drawn.width}" role="img" aria-label="${t('CODE_NAME', `${origin}/n/${code}`)}" shape-rendering="crispEdges"><path d="${drawn.path}"/></svg>`);
        }
        const shown = (origin ?? location.origin).replace(/^https?:\/\//, ''), [before, after] = t('NIGHT_TYPE', '\n').split('\n');
        fill(one(this.root, '.how'), html`<b>${t('NIGHT_SCAN')}</b><p>${before}<b>${shown}/n</b>${after}</p><div class="code" role="img" aria-label="${t('NIGHT_CODE_IS', spaced(code))}">${[...spaced(code)].map((sign) => (sign === ' ' ? html`<i class="gap"></i>` : html`<i>${sign}</i>`))}</div>`);
    }

    /** What stands under a frog. @param {Member} member @param {boolean} plays */
    #about({here, ready, number}, plays) {
        if (!here) return html`<span>${t('NIGHT_AWAY')}</span>`;
        if (!plays) return html`<span class="good">${icon('eye')}${t('NIGHT_WATCHES')}</span>`;
        return ready || number === this.night.state.lead ? html`<span class="good">${icon('check')}${t('NIGHT_READY')}</span>` : html`<span>${t('NIGHT_NOT_READY')}</span>`;
    }

    draw() {
        const {night} = this, {state, present} = night, {next} = state, lilies = one(this.root, '.lilies');
        const known = new Set([...lilies.querySelectorAll('[data-member]')].map((one) => /** @type {HTMLElement} */ (one).dataset.member));
        lilies.classList.toggle('many', present.length > 5);
        patch(lilies, html`${present.map((member) => html`<div class="lily" data-member="${member.number}"><span class="pad">${piece(member.frog === 'light' || member.frog === 'dark' ? 'flower' : 'leaf', member.frog)}</span>${frog(member.frog)}<b>${member.name}</b>${this.#about(member, next.seats.includes(member.number))}</div>`)}${
            present.length < 12 ? html`<div class="lily free"><span class="pad"></span><b>${t('NIGHT_YOU_TOO')}</b><span>${t('NIGHT_ROOM')}</span></div>` : ''}`);
        for (const member of present) {
            if (known.has(String(member.number))) continue;
            const element = lilies.querySelector(`[data-member="${member.number}"] .frog`);
            if (!element) continue;
            sound('land');
            void hop(element, 0, -window.innerHeight / 6, {duration: 420, lift: 60});
        }
        drawNext(one(this.root, '.next'), night);
    }
}

/** The game that comes next, and who plays it. @param {HTMLElement} place @param {Night} night */
function drawNext(place, night) {
    const {state, present} = night, {next, lead, played} = state;
    const plays = next.seats.filter((seat) => seat !== null).map((seat) => ({...state.members[/** @type {number} */ (seat)], leads: seat === lead}));
    const robots = next.seats.length - plays.length, watch = present.filter(({number, here}) => here && !next.seats.includes(number)).map(({name}) => name);
    const parts = present.length === 0 ? [t('NIGHT_NOBODY')] : [n('NIGHT_PLAYS', plays.length, list(plays.map(({name}) => name))),
        robots > 0 ? n('NIGHT_ROBOTS_JOIN', robots) : '', watch.length > 0 ? n('NIGHT_LATER', watch.length, list(watch)) : ''].filter(Boolean);
    patch(place, html`<div class="water gm" data-game="${next.game}">${emblem(next.game)}</div><div class="text"><div class="row"><span class="grow">${t(played === 0 ? 'NIGHT_FIRST_GAME' : 'NIGHT_NEXT_GAME')}</span>${lead === null ? '' : html`<span>${t('NIGHT_STARTER', night.leader)}</span>`}</div><h3>${TITLES[next.game]}</h3><p>${bound(parts.join(' '))}</p>${
        plays.length > 0 && played === 0 ? html`<div class="row ready"><span class="frogs">${plays.map((one) => (one.ready || one.leads ? frog(one.frog) : html`<i></i>`))}</span><b>${t('NIGHT_READY_OF', plays.filter(({ready, leads}) => ready || leads).length, plays.length)}</b></div>` : ''}</div>`);
}

/** A game as a small picture. @param {string} game */
const emblem = (game) => (Object.hasOwn(KINDS, game) ? KINDS[game].scene() : html``);

// ---- A game ----

/** What a row of a player shows: the seat as everyone may see it, and the member's frog ('': a robot).
 *  @typedef {{look: import('./core.mjs').Look, seat: number, name: string, colour: string}} Row */
/** A board as the big screen needs it. @typedef {Pick<import('./play.mjs').Board, 'stage' | 'show' | 'happen' | 'tells'>} TvBoard */
/** What a game has of its own on the big screen: rows, and a board where the usual one would not do.
 *  @typedef {{row: (row: Row) => import('./dom.mjs').Markup, stage?: new (table: NightTable) => TvBoard}} TvKind */

/** @type {TvKind} */
const PLAIN = {
    row: ({look, seat, name, colour}) => html`<div class="pl ${look.turn.includes(seat) && look.result === null ? 'now' : ''}" data-seat="${seat}">${frog(colour || 'grey')}<div class="who"><b>${name}</b></div></div>`,
};

class Game {
    #queue = Promise.resolve();
    #busy = 0;
    /** @type {string[]} */
    #said = [];

    /** @param {Night} night @param {NightTable} table @param {TvKind} kind */
    constructor(night, table, kind) {
        this.night = night;
        this.table = table;
        this.kind = kind;
        this.root = make(html`<main class="tv-game game-${table.game}"><h1 class="unseen">${TITLES[table.game]}</h1><section class="stage"></section><aside><header class="head"></header><div class="seats"></div><p class="sentence" role="status"></p><p class="newrule" role="status" hidden></p><div class="talk"></div></aside></main>`);
        this.rules = new FirstTime(night.state.code);
        /** @type {TvBoard} */
        this.board = kind.stage ? new kind.stage(table) : boardOf({table, cast: this.cast, about: () => '', beside: () => html``, submit: async () => false,
            told: (count) => this.say(this.#said.slice(0, count).at(-1) ?? ''), ending: (place) => this.#ending(place)});
        one(this.root, '.stage').append(this.board.stage);
        on(table, 'happening', (/** @type {{happening: import('./table.mjs').Happening, until: (work: Promise<unknown>) => void}} */ {happening, until}) => until(this.happen(happening)));
        on(table, 'say', (/** @type {import('./line.mjs').What} */ {seat, phrase}) => {
            const member = night.state.members.findIndex((one) => one.seat === seat);
            if (member >= 0) night.dispatchEvent(new CustomEvent('said', {detail: {member, phrase}}));
        });
        table.addEventListener('change', () => this.draw());
        table.addEventListener('restart', () => this.draw());
    }

    get cast() {
        return {seats: this.table.seats, me: -1};
    }

    /** @param {HTMLElement} place */
    #ending(place) {
        const winner = /^seat (\d)$/.exec(this.table.look.result ?? '')?.[1];
        patch(place, html`<h2>${winner === undefined ? t(this.table.look.result === 'dummy' ? 'DUMMY_WON' : 'NIGHT_DRAWN') : t('NIGHT_WINS', this.table.seats[Number(winner)].name)}</h2>`);
    }

    /** @param {string} text */
    say(text) {
        const place = one(this.root, '.sentence');
        if (!text || place.textContent === text) return;
        place.textContent = text;
        place.classList.toggle('long', text.length > LONG);
        void appear(place, {duration: 200});
    }

    /** A rule that first matters now, where the leader wants that; it stays until the next thing happens. @param {string} text */
    #rule(text) {
        const place = one(this.root, '.newrule');
        place.hidden = text === '';
        if (text === '') return;
        patch(place, html`<b>${t('NIGHT_RULE')}</b><span>${text}</span>`);
        void appear(place, {duration: 240});
    }

    /** One thing after the other. @param {import('./table.mjs').Happening} happening */
    happen(happening) {
        this.#queue = this.#queue.then(async () => {
            this.#busy++;
            try {
                const open = happening.event === undefined && happening.after.sealed.length > 0;
                const said = open ? [] : await sentences(this.table.game, happening, this.cast);
                this.#said = said;
                if (!open) this.#rule(this.night.state.next.first_time ? this.rules.with(this.table.game, happening.events) : '');
                if (!this.board.tells) this.say(said.join(' '));
                this.seats(open ? happening.after : {...happening.before, turn: [], sealed: []}); // while cards are open nobody chooses
                await this.board.happen(happening);
                if (said.length > 0) this.say(this.board.tells ? said.at(-1) ?? '' : said.join(' '));
            } finally {
                this.#busy--;
            }
        }).catch((error) => console.error(error)).then(() => this.draw());
        return this.#queue;
    }
    /** Once everything has been shown. */
    async idle() {
        let last;
        do {
            last = this.#queue;
            await last;
        } while (last !== this.#queue);
    }

    draw() {
        const {table} = this, {game, look} = table;
        if (look === null || this.#busy > 0) return;
        patch(one(this.root, '.head'), html`<b>${TITLES[game]}</b><span class="grow">${kindOf(game).where(look)}</span>${late(this.night.state.code)}`);
        this.board.show();
        this.seats(look);
        const rule = this.night.state.next.first_time && look.result === null && one(this.root, '.newrule').hidden ? this.rules.before(game, look) : '';
        if (rule) this.#rule(rule);
    }

    /** Everyone at the table, with what all may know. @param {import('./core.mjs').Look} look */
    seats(look) {
        const {members} = this.night.state;
        patch(one(this.root, '.seats'), html`${this.table.seats.map(({name}, seat) => this.kind.row({look, seat, name, colour: members.find((one) => one.seat === seat)?.frog ?? ''}))}`);
    }
}

/** Listens to what a table tells. @template T @param {EventTarget} table @param {string} type @param {(detail: T) => void} work */
const on = (table, type, work) => table.addEventListener(type, (event) => work(/** @type {CustomEvent<T>} */ (event).detail));

// ---- After a game, and after the night ----

class Between {
    /** @param {Night} night */
    constructor(night) {
        this.night = night;
        this.root = make(html`<main class="tv-end"><section class="winner"></section><section class="panel table"></section><section class="vote"></section></main>`);
        this.petals();
    }

    petals() {
        if (settings.motion === 'off' || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
        const place = one(this.root, '.winner');
        for (let i = 0; i < 14; i++) {
            const petal = make(html`<i class="petal" aria-hidden="true"></i>`);
            style(petal, {left: `${(i * 37) % 96}%`, '--turn': `${(i * 67) % 180}deg`, '--wait': `${(i % 7) * 180}ms`});
            place.append(petal);
        }
    }

    draw() {
        const {night} = this, {state, standings, present} = night, last = state.games.at(-1), ended = state.phase === 'ended';
        const best = standings[0], winner = ended ? (best ? best.number : -1) : last?.winner ?? -1, who = state.members[winner];
        const box = one(this.root, '.winner');
        if (!box.querySelector('.champion')) box.append(make(html`<div class="champion"></div>`));
        patch(one(box, '.champion'), html`${who ? html`<span class="lily"><span class="pad">${piece(who.frog === 'light' || who.frog === 'dark' ? 'flower' : 'leaf', who.frog)}</span>${frog(who.frog)}${piece('crown', 'crown')}</span>` : ''}<h1>${who ? t('NIGHT_WINS', who.name) : ended ? t('NIGHT_OVER') : last && state.games.length ? robotWon(last) : t('NIGHT_WHO')}</h1>${ended ? html`<p>${t('NIGHT_OVER_HELP')}</p>` : ''}`);
        const shown = state.games.slice(-5);
        patch(one(this.root, '.table'), html`<h2>${n('NIGHT_TONIGHT', state.played)}</h2><table><thead><tr><td></td>${shown.map(({game}) => html`<th>${TITLES[game]}</th>`)}<th>${t('NIGHT_POINTS')}</th></tr></thead><tbody>${standings.slice(0, 7).map((member) => html`<tr><th scope="row"><span class="row">${frog(member.frog)}<b>${member.name}</b></span></th>${shown.map(({points, winner: first}) => html`<td>${points[member.number] ?? '–'}${first === member.number ? piece('crown', 'crown') : ''}</td>`)}<td class="sum">${member.points}</td></tr>`)}</tbody></table><p>${t('NIGHT_POINTS_RULE')}</p>`);
        if (ended) {
            patch(one(this.root, '.vote'), html`<p class="late">${t('NIGHT_ANOTHER')}${t('COLON')}<b>${location.host}/tv</b></p>`);
            return;
        }
        const undecided = present.filter(({here, vote}) => here && vote === null).map(({name}) => name), any = present.some(({vote}) => vote !== null);
        patch(one(this.root, '.vote'), html`<div class="row"><h2>${t('NIGHT_WHAT_NEXT')}</h2><span class="grow">${t('NIGHT_VOTE_HERE')} ${any && undecided.length > 0 ? n('NIGHT_VOTE_LEFT', undecided.length, list(undecided)) : ''}</span>${late(state.code)}</div>
            <div class="choices">${Object.keys(KINDS).map((game) => {
                const votes = present.filter(({vote}) => vote === game);
                return html`<div class="panel choice ${state.next.game === game ? 'on' : ''}" data-game="${game}"><div class="water gm">${emblem(game)}</div><div class="text"><b>${TITLES[game]}</b><div class="row"><span class="frogs">${votes.map((one) => frog(one.frog))}</span><b class="sum">${votes.length || ''}</b></div></div></div>`;
            })}</div>`);
    }
}

/** Who won where it was nobody of the night. @param {{points: (number | null)[]}} last */
const robotWon = ({points}) => (points.every((one) => !one) ? t('NIGHT_DRAWN') : t('OVER_SHORT'));

// ---- The screen ----

class Screen {
    /** @type {Lobby | Game | Between | null} */
    #shown = null;
    #drawing = Promise.resolve();
    /** @type {NightTable | null} */
    #table = null;
    #closed = false;

    /** @param {HTMLElement} host @param {Night} night @param {import('./reach.mjs').Reach | null} reach */
    constructor(host, night, reach) {
        this.night = night;
        this.reach = reach;
        this.root = make(html`<div class="tv">${ripples()}<div class="place"></div><p class="lost" role="status" hidden>${t('NIGHT_LOST')}</p></div>`);
        host.replaceChildren(this.root);
        night.addEventListener('change', () => this.draw());
        on(night, 'said', (/** @type {{member: number, phrase: string}} */ said) => void this.#said(said));
        night.addEventListener('lost', () => this.#sign(true));
        night.addEventListener('back', () => this.#sign(false));
    }

    /** @param {boolean} lost */
    #sign(lost) {
        one(this.root, '.lost').hidden = !lost;
    }

    /** What is shown follows the night, one step after the other. */
    draw() {
        this.#drawing = this.#drawing.then(() => this.#draw()).catch((error) => console.error(error));
        return this.#drawing;
    }

    async #draw() {
        const {state} = this.night;
        if (this.#closed) return;
        if (state.phase === 'playing' && state.table && this.#table?.id !== state.table) {
            this.#table?.close();
            this.#table = await this.night.sit(state.table);
            if (!this.#table) return;
            const game = new Game(this.night, this.#table, await kindOf(this.#table.game).tv?.() ?? PLAIN);
            if (this.#table.look !== null) await this.#table.recall();
            this.#put(game);
        }
        if (state.phase !== 'playing' && this.#shown instanceof Game) {
            const game = this.#shown;
            await game.idle();
            await pause(END_PAUSE_MS);
            if (this.night.state.phase === 'playing' && this.night.state.table !== this.#table?.id) return;
            sound('won');
        }
        if (state.phase !== 'playing') {
            const wanted = state.played === 0 && state.phase === 'lobby' ? Lobby : Between;
            if (!(this.#shown instanceof wanted) || (wanted === Between && this.#table)) this.#put(wanted === Lobby ? new Lobby(this.night, this.reach) : new Between(this.night));
            this.#table?.close();
            this.#table = null;
        }
        this.#shown?.draw();
    }

    /** @param {Lobby | Game | Between} next */
    #put(next) {
        this.#shown = next;
        one(this.root, '.place').replaceChildren(next.root);
        next.draw();
        announce(next.root.querySelector('h1')?.textContent ?? '');
    }

    /** Somebody says something: their frog and a bubble, for a moment. @param {{member: number, phrase: string}} said */
    async #said({member, phrase}) {
        const who = this.night.state.members[member], words = await phrasesOf(), text = words[phrase] ?? phrase;
        if (!who) return;
        const bubble = make(html`<div class="bubble">${frog(who.frog)}<b>${text}</b><span>${who.name}</span></div>`);
        const place = this.root.querySelector('.talk') ?? this.root;
        place.append(bubble);
        while (place.querySelectorAll('.bubble').length > 2) place.querySelector('.bubble')?.remove();
        announce(`${who.name}${t('COLON')}${text}`);
        void appear(bubble);
        setTimeout(() => bubble.remove(), SAID_MS);
    }

    close() {
        this.#closed = true;
        this.#table?.close();
    }
}

/** @type {import('./screens.mjs').Show} */
export async function show(host, [code = '']) {
    const root = document.documentElement;
    line.watchOnly(true);
    const [reach] = await Promise.all([reachOf(), dress(), loadBoards()]);
    root.classList.add('bigscreen');
    if (settings.theme === 'system') root.dataset.theme = 'dusk';
    title(t('NIGHT'));
    const night = new Night(), screen = new Screen(host, night, reach);
    /** @param {string} wanted */
    const come = async (wanted) => {
        const state = await night.enter(wanted ? {do: 'watch', code: wanted} : {do: 'open'});
        history.replaceState(null, '', `#/tv/${state.code}`);
    };
    await come(code).catch(() => come('')); // an old code: a new night
    night.addEventListener('refused', () => void come('').catch(() => {}));
    const sleep = awake();
    const full = (/** @type {KeyboardEvent | MouseEvent} */ event) => {
        if (event instanceof KeyboardEvent && event.key !== 'f') return;
        if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
        else void root.requestFullscreen?.().catch(() => {});
    };
    document.addEventListener('keydown', full);
    screen.root.addEventListener('dblclick', full);
    Object.assign(globalThis, {pondNight: night}); // for tests and the curious
    return () => {
        root.classList.remove('bigscreen');
        document.removeEventListener('keydown', full);
        sleep();
        screen.close();
        night.close();
        line.watchOnly(false);
    };
}
