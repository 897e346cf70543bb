// tv-table.mjs: a game on the big screen: the board, a row for each player, a sentence for what has
// just happened, and rules for those who play for the first time. All of it is the spectator's
// view.

import {boardOf} from './boards.mjs';
import {succession} from './claims.mjs';
import {fill, html, make, one, patch} from './dom.mjs';
import {sentences} from './events.mjs';
import {FirstTime} from './first-time.mjs';
import {kindOf, TITLES} from './kinds.mjs';
import {appear, pace, pause, skip} from './motion.mjs';
import {frog, winnerOf} from './night-line.mjs';
import {late} from './tv-lobby.mjs';
import {n, t} from './words.mjs';

const AIM_MS = 2500; // for reading the aim of a game before anything happens
const RULE_MS = 900; // for reading a rule while a round is shown, before it goes on
const AIM_SHOWN_MS = 15000; // for so long it stays, unless rules follow it
const FIRST_TIME_PACE = .5; // of what moves, while rules are explained
const LONG = 60; // letters of a sentence that is written smaller
const HURRIED_PACE = 2.5; // of what moves, while more waits to be shown
const BEHIND_MS = 4000; // what has waited longer is left out, unless it is the latest thing

/** @typedef {import('./core.mjs').Look} Look */
/** @typedef {import('./dom.mjs').Markup} Markup */
/** @typedef {import('./events.mjs').Event} Event */
/** @typedef {import('./table.mjs').Happening} Happening */
/** @typedef {import('./night-line.mjs').NightTable} NightTable */

/** What a row of a player shows: the seat as everyone may see it, the member's frog ('': a robot),
 *  and that somebody is away.
 *  @typedef {{look: Look, seat: number, name: string, colour: string, away: string, landed?:
 *  Landed}} Row */
/** A card whose frog has leapt in the round that is shown: back in the hand, or lost.
 *  @typedef {{card: number, kept: boolean}} Landed */
/** A board as the big screen needs it.
 *  @typedef {Pick<import('./play.mjs').Board, 'stage' | 'show' | 'happen' | 'tells'>} TvBoard */
/** What a game has of its own on the big screen: rows, a board where the usual one would not do,
 *  what a seat has won with, the cards of a turn, what has been played, as everyone may see it, and
 *  a row below the players.
 *  @typedef {{row: (row: Row) => Markup, stage?: new (table: import('./boards.mjs').Shown) =>
 *  TvBoard, won?: (look: Look, seat: number) => Markup, cards?: (events:
 *  import('./events.mjs').Event[]) => Markup, gone?: (look: Look, names: string[]) => Markup,
 *  below?: (look: Look, landed: Map<number, Landed>) => Markup}} TvKind */

/** @type {TvKind} */
const PLAIN = {
    row: ({look, seat, name, colour, away}) => html`<div
        class="pl ${look.turn.includes(seat) && look.result === null ? 'now' : ''}"
        data-seat="${seat}">
        ${frog(colour || 'grey')}
        <div class="who"><b>${name}</b><span>${away}</span></div>
    </div>`,
};

/** @param {string} game @returns {Promise<TvKind>} */
export const tvKindOf = async (game) => await kindOf(game).tv?.() ?? PLAIN;

/** Listens to what somebody tells. @template T @param {EventTarget} teller @param {string} type
  *  @param {(detail: T) => void} work */
export const on = (teller, type, work) =>
    teller.addEventListener(type, (event) => work(/** @type {CustomEvent<T>} */ (event).detail));

/** Has somebody only chosen in secret? @param {Happening} happening */
const isSecret = ({event, after}) => event === undefined && after.sealed.length > 0;

export class Game {
    /** What has happened and is still to be shown, and when it came.
     *  @type {{happening: Happening, at: number}[]} */
    #waiting = [];
    #queue = Promise.resolve();
    #busy = false;
    /** How many turns were left out, in words. */
    #later = '';
    /** Turns that the table told of, and those that were shown. */
    told = {happened: 0, shown: 0};
    /** The people of the night as they were while this game was played.
     *  @type {import('./night-line.mjs').Member[]} */
    #members = [];
    /** @type {string[]} */
    #said = [];
    /** What the screen shows: the table may be ahead of it. @type {Look} */
    #look;
    /** What the rows show while cards are open, and the cards that are back or lost by then.
     *  @type {Look} */
    #rows;
    /** @type {Map<number, Landed>} */
    #landed = new Map();
    /** Who sat where before the latest event. @type {string[]} */
    #names = [];
    /** Until the aim of the game has been read. */
    #aim = Promise.resolve();
    #aimUntil = 0;
    /** The aim, while it stays, and the rule that was said last. */
    #aimText = '';
    #ruleText = '';

    /** @param {import('./night-line.mjs').Night} night @param {NightTable} table
     *  @param {TvKind} kind @param {import('./reach.mjs').Reach | null} reach */
    constructor(night, table, kind, reach) {
        this.night = night;
        this.reach = reach;
        this.table = table;
        this.kind = kind;
        this.#look = this.#rows = table.look;
        this.#names = table.seats.map(({name}) => name);
        this.root = make(html`<main class="tv-game game-${table.game}">
            <h1 class="unseen">${TITLES[table.game]}</h1><section class="stage"></section>
            <aside><header class="head"></header><div class="seats"></div>
                <p class="sentence" role="status"></p><p class="newrule" role="status" hidden></p>
                <div class="talk"></div></aside></main>`);
        this.rules = new FirstTime(night.state.code);
        Object.assign(globalThis, {pondShow: this}); // for tests and the curious
        this.board = this.#board();
        one(this.root, '.stage').append(this.board.stage);
        on(table, 'happening', (
            /** @type {{happening: Happening, until: (work: Promise<unknown>) => void}} */ {
                happening, until}) => until(this.happen(happening)));
        on(table, 'say', (/** @type {import('./line.mjs').What} */ {seat, phrase}) => {
            const member = night.state.members.findIndex((one) => one.seat === seat);
            if (member >= 0) {
                night.dispatchEvent(new CustomEvent('said', {detail: {member, phrase}}));
            }
        });
        on(table, 'what', (/** @type {import('./line.mjs').What} */ {kind, seat}) => {
            if (kind === 'succeed') {
                this.say([succession(this.#names[seat], table.seats[seat].name)]);
            }
            this.#names = table.seats.map(({name}) => name);
        });
        table.addEventListener('change', () => this.draw());
        table.addEventListener('restart', () => this.draw());
    }

    /** @returns {TvBoard} */
    #board() {
        const shown = this.#shown();
        if (this.kind.stage) return new this.kind.stage(shown);
        return boardOf({
            table: shown, cast: this.cast, about: () => '', beside: () => html``,
            submit: async () => false, ending: (place) => this.#ending(place),
            told: (count, from = count - 1) => this.say(this.#said.slice(from, count)),
            landed: (seat, card, kept) => {
                this.#landed.set(seat, {card, kept});
                this.seats(this.#rows);
            },
            moment: (events) => this.#moment(events),
        });
    }

    get cast() {
        return {seats: this.table.seats, me: -1};
    }

    /** The table as far as the screen has got. @returns {import('./boards.mjs').Shown} */
    #shown() {
        const {table} = this, look = () => this.#look;
        return {
            game: table.game, options: table.options, mine: table.mine, humans: table.humans,
            get seats() { return table.seats; }, get look() { return look(); },
            whyNot: (seat, move) => table.whyNot(seat, move),
            timedOut: (seat) => table.timedOut(seat),
        };
    }

    /** @param {HTMLElement} place */
    #ending(place) {
        const winner = winnerOf(this.#look), dummy = this.#look.result === 'dummy';
        patch(place, html`<h2>${winner !== null ? t('NIGHT_WINS', this.table.seats[winner].name)
            : t(dummy ? 'DUMMY_WON' : 'NIGHT_DRAWN')}</h2>`);
    }

    /** What has just happened: the first sentence is the headline. Beside it, who did it and the
     *  cards that it was done with. @param {string[]} said
     *  @param {{who?: Markup, cards?: Markup}} [beside] */
    say(said, {who = html``, cards = html``} = {}) {
        const place = one(this.root, '.sentence'), [headline, ...more] = said,
            text = said.join(' ');
        if (!text || place.dataset.said === text) return;
        place.dataset.said = text;
        fill(place, html`${who}
            <span class="told">
                ${this.#later ? html`<small>${this.#later}</small> ` : ''}
                <b>${headline}</b>
                ${more.length > 0 ? html`<span class="more"> ${more.join(' ')}</span>` : ''}
            </span>
            ${cards}`);
        place.classList.toggle('long', text.length > LONG);
        place.classList.toggle('longer', text.length > 2 * LONG);
        void appear(place, {duration: 200});
    }

    /** A rule that first matters now, where the leader wants that; it stays until the next thing
     *  happens. While the game begins, the aim stands before it. @param {string} rule */
    #rule(rule) {
        const place = one(this.root, '.newrule'), aim = this.#aimText,
            text = [aim, rule].filter(Boolean).join(' ');
        this.#ruleText = rule;
        place.hidden = text === '';
        place.classList.toggle('both', Boolean(aim && rule));
        if (text === '') return;
        patch(place, html`<b>${t(aim ? 'NIGHT_AIM' : 'NIGHT_RULE')}</b><span>${text}</span>`);
        void appear(place, {duration: 240});
    }

    /** One thing after the other: what came later is not seen before.
     *  @param {Happening} happening */
    happen(happening) {
        this.#waiting.push({happening, at: performance.now()});
        if (!isSecret(happening)) this.told.happened++;
        this.#hurry();
        if (!this.#busy) this.#queue = this.#show();
        return this.#queue;
    }

    /** How fast things move: faster while more waits to be shown. */
    #hurry() {
        const hurried = this.#waiting.some(({happening}) => !isSecret(happening));
        pace((this.#explains ? FIRST_TIME_PACE : 1) * (hurried && this.#busy ? HURRIED_PACE : 1));
    }
    get #explains() {
        return this.night.state.next.first_time;
    }

    /** Shows what waits, until nothing does. */
    async #show() {
        this.#busy = true;
        await this.#aim;
        while (this.#waiting.length > 0) {
            const happening = this.#next();
            await this.#happen(happening).catch((error) => console.error(error));
            if (!isSecret(happening)) this.#tellShown(happening.after.version);
        }
        this.#busy = false;
        this.draw();
    }

    /** What is shown next: the game goes on meanwhile, so what is too old is left out. */
    #next() {
        const late = performance.now() - this.#waiting[0].at;
        const last = this.#waiting.findLastIndex(({happening}) => !isSecret(happening));
        const left = late > BEHIND_MS && last > 0 ? this.#waiting.splice(0, last) : [];
        const {happening} = /** @type {{happening: Happening}} */ (this.#waiting.shift());
        const turns = left.filter((one) => !isSecret(one.happening)).length;
        this.#later = turns > 0 ? n('NIGHT_TURNS_LATER', turns) : '';
        if (left.length > 0) {
            this.#look = happening.before;
            this.board.show();
        }
        return happening;
    }

    /** Phones may go on with what follows. @param {number} version of the table */
    #tellShown(version) {
        this.told.shown++;
        if (this.table.closed) return;
        // the line may be lost
        this.night.tell('shown', {table: this.table.id, version}).catch(() => {});
    }

    /** @param {Happening} happening */
    async #happen(happening) {
        const {events, before, after, seat} = happening, {game} = this.table;
        const sealed = isSecret(happening), opens = Boolean(kindOf(game).opening?.(before));
        this.#said = sealed ? [] : await sentences(game, happening, this.cast);
        this.#hurry();
        if (sealed) this.#explain(after);
        else this.#goesOn(opens, this.board.tells ? [] : events);
        const beside =
            {who: this.kind.cards && frog(this.#colourOf(seat)), cards: this.kind.cards?.(events)};
        if (!this.board.tells) this.say(this.#said, beside);
        this.#landed.clear();
        // while cards are open nobody chooses
        this.#rows = sealed ? after : {...before, turn: [], sealed: []};
        this.seats(this.#rows);
        this.#look = after;
        await this.board.happen(happening);
        if (this.#explains && opens && !kindOf(game).opening?.(after)) { // the aim has been read
            this.#aimText = '';
            this.#rule(this.#ruleText);
        }
        this.#head();
        if (this.board.tells) this.say(this.#said.slice(-1));
    }

    /** Something happens: what was explained before goes, and the rule that matters now comes.
     *  @param {boolean} opens does the game begin? @param {Event[]} events */
    #goesOn(opens, events) {
        const rule = this.#explains ? this.rules.with(this.table.game, events) : '';
        if (!this.#explains && performance.now() >= this.#aimUntil) this.#aimText = '';
        if (rule || !opens || !this.#aimText) this.#rule(rule);
    }

    /** The rule that matters with what is seen now of a round, and time to read it.
     *  @param {Event[]} events */
    async #moment(events) {
        const rule = this.#explains ? this.rules.with(this.table.game, events) : '';
        if (!rule) return;
        this.#rule(rule);
        await pause(RULE_MS);
    }

    /** Another game has begun: the rest of this one is not shown. */
    cut() {
        this.#waiting.length = 0;
        skip();
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
        const {look} = this.table;
        if (look === null || this.#busy) return;
        this.#look = look;
        this.#head();
        this.board.show();
        this.#landed.clear();
        this.seats(look);
        if (look.result === null) this.#explain(look);
    }

    #head() {
        const {game} = this.table;
        patch(one(this.root, '.head'), html`
            <b>${TITLES[game]}</b>
            <span class="grow">${kindOf(game).where(this.#look)}</span>
            ${late(this.night.state.code, this.reach)}`);
    }

    /** The aim of the game; for those who play for the first time, also the rule that matters
     *  before anything has happened. @param {Look} look */
    #explain(look) {
        const {game} = this.table, aim = this.rules.aim(game);
        const rule = this.#explains ? this.rules.before(game, look) : '';
        this.#aimText ||= aim;
        if (aim || rule) this.#rule(rule);
        if (!aim) return;
        this.#aimUntil = performance.now() + AIM_SHOWN_MS;
        if (this.#explains) this.#aim = pause(AIM_MS);
    }

    /** The people at the table: when the game is over, as they were then. */
    get #people() {
        const {members, table, phase} = this.night.state;
        if (phase === 'playing' && table === this.table.id) this.#members = members;
        return this.#members;
    }
    /** The frog of the player in a seat. @param {number} seat */
    #colourOf(seat) {
        return this.#people.find((one) => one.seat === seat)?.frog ?? 'grey';
    }

    /** Everyone at the table, with what all may know. @param {Look} look */
    seats(look) {
        const members = this.#people, {state} = this.table;
        patch(one(this.root, '.seats'), html`${this.table.seats.map(({name}, seat) => {
            const member = members.find((one) => one.seat === seat),
                {kind, computer} = state.seats[seat];
            const away = kind !== 'person' ? '' : computer ? t('NIGHT_AWAY_ROBOT')
                : member && !member.here ? t('NIGHT_AWAY') : '';
            const landed = this.#landed.get(seat);
            return this.kind.row({look, seat, name, colour: member?.frog ?? '', away, landed});
        })}${this.kind.below?.(look, this.#landed) ?? ''}`);
    }
}
