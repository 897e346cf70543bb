// far-table.mjs: a table of the server, as the play screen knows tables (see table.mjs).
//
// Everything shown is what the server sent for this seat; nothing of another seat's secrets is
// here.

import {kindOf} from './kinds.mjs';
import * as core from './core.mjs';
import {sha256, verify} from './fair.mjs';
import {line as ownLine, randomHex} from './line.mjs';
import {eventsOf, gathered} from './events.mjs';
import {cutBack, ROBOTS} from './table.mjs';
import {seated, waits} from './waits.mjs';
import {t} from './words.mjs';

/** @typedef {import('./events.mjs').Told} Told */
/** @typedef {import('./line.mjs').FarState} FarState */

// how unsure a rating is: of someone new, and at most of a settled one
const RD_NEW = 350;
export const RATING_NEW = 1500, RD_SETTLED = 110;
/** Promises that this device was given before a deal, and the numbers that it added, by table and
 *  game: kept, so that a reload in the middle loses no proof. */
const DEALS = 'pond.deals', DEALS_MAX = 40;
/** @returns {Record<string, {commit: string, own?: string, number?: string}>} */
function deals() {
    try {
        return JSON.parse(localStorage.getItem(DEALS) ?? '{}');
    } catch {
        return {};
    }
}

export class FarTable extends EventTarget {
    local = /** @type {const} */ (false);
    thinking = false;
    closed = false;
    hints = 0;
    /** @type {Told[]} */
    happenings = [];
    /** @type {core.Look} */
    look = /** @type {core.Look} */ (/** @type {unknown} */ (null));
    script = {log: /** @type {core.Log} */ ([])}; // what was done from here, for tests
    #saying = false; // a promise or a number is on its way

    /** @param {FarState} state the message `table`
     *  @param {import('./line.mjs').Line} [line] whose seat it is */
    constructor(state, line = ownLine) {
        super();
        this.line = line;
        this.id = state.table;
        this.state = state;
        this.heard = performance.now(); // when the clocks were last told
        this.#take(state);
        this.listen = (/** @type {Event} */ event) =>
            this.#hear(/** @type {CustomEvent<import('./line.mjs').Message>} */ (event).detail);
        this.reopen = () => void this.#catchUp();
        this.line.addEventListener('message', this.listen);
        this.line.addEventListener('open', this.reopen);
    }

    get game() {
        return this.state.about.game;
    }
    get options() {
        return this.state.about.options;
    }
    get mine() {
        return this.state.you ?? core.SPECTATOR;
    }
    get humans() {
        return this.state.you === null || this.state.you === undefined ? [] : [this.state.you];
    }
    get over() {
        return this.look !== null && this.look.result !== null;
    }
    get phase() {
        return this.state.phase;
    }
    /** Does the current game count? After a takeback it does not, whatever the table was made
     *  for. */
    get rated() {
        return this.state.rated;
    }
    /** @returns {import('./table.mjs').Seat[]} */
    get seats() {
        const robots = [...ROBOTS];
        return this.state.seats.map((seat, i) => {
            const level = /^level:(\d)$/.exec(seat.computer ?? '')?.[1];
            return {
                kind: seat.kind === 'person' ? 'human' : 'computer',
                name: i === this.state.you
                    ? t('YOU')
                    : seat.player?.name ?? (seat.computer ? robots.shift() ?? '' : t('OPEN_SEAT')),
                called: i === this.state.you ? seat.player?.name : undefined,
                level: level === undefined ? undefined : Number(level),
            };
        });
    }
    /** Milliseconds left by seat, now; null without a clock. */
    left() {
        const passed = performance.now() - this.heard;
        return this.state.seats.map((seat, i) => (seat.left_ms === null
            || seat.left_ms === undefined
            ? null
            : Math.max(0,
                seat.left_ms - (this.look?.turn.includes(i) && !this.over ? passed : 0))));
    }

    /** @param {Partial<FarState>} now */
    #take(now) {
        Object.assign(this.state, now);
        const {left_ms: left} = now;
        if (left) {
            this.state.seats = this.state.seats.map((seat, i) => ({...seat, left_ms: left[i]}));
        }
        if (now.view) this.look = now.view;
        this.heard = performance.now();
        if (this.humans.length > 0) seated();
        const {phase, number, commit, seats, you} = this.state;
        if (commit && phase !== 'over' && !deals()[this.#place(number)]) {
            this.#note(number, commit);
        } // a guest compares the promise, too
        if (you !== null && !seats[you].given) this.#deal(phase === 'over' ? number + 1 : number);
    }

    /** Our part of the deal: a number is promised, and shown once everyone has promised theirs. It
     *  may have been promised already: before a reload, or by another tab or device.
     *  @param {number} game of the series */
    #deal(game) {
        const {phase, commit, seats, you, reveal} = this.state, kept = deals()[this.#place(game)];
        if (this.#saying || you === null || phase === 'playing' || phase === 'open') return;
        const {promise, again} = seats[you];
        /** @type {Promise<unknown> | undefined} */
        let said;
        if (!promise && phase === 'ready' && !reveal) {
            const own = randomHex(16);
            this.#note(game, commit, {own});
            said = this.line.ask({type: 'promise', table: this.id, promise: sha256(own)});
        } else if (promise && reveal && (phase === 'ready' || again) && kept?.own
            && sha256(kept.own) === promise) {
            const number = kept.own;
            said = this.line.ask({type: 'number', table: this.id, number})
                .then(() => this.#note(game, commit, {number}));
        }
        if (!said) return;
        this.#saying = true;
        void said.catch(() => {}).finally(() => {
            this.#saying = false;
            const seat = this.state.seats[this.state.you ?? -1];
            if (seat && !seat.given && seat.promise && this.state.phase !== 'playing') {
                this.#deal(game);
            } // all may have promised meanwhile
        });
    }

    /** Where the deal of a game is noted; those who share a device have notes of their own.
     *  @param {number} game */
    #place(game) {
        return `${this.id}/${game}${this.line.place ? `/${this.line.place}` : ''}`;
    }

    /** Notes the server's promise for a game, our number (`own`) that we promise, and the `number`
     *  that it has taken. @param {number} game @param {string} commit
     *  @param {{own?: string, number?: string}} [mine] */
    #note(game, commit, mine = {}) {
        const all = deals(), place = this.#place(game);
        all[place] = {commit, ...mine};
        try {
            localStorage.setItem(DEALS,
                JSON.stringify(Object.fromEntries(Object.entries(all).slice(-DEALS_MAX))));
        } catch {
            // Nothing can be kept here: the deal is then checked by what the record says alone.
        }
    }

    /** @param {import('./line.mjs').Message} message */
    #hear(message) {
        if (message.table !== this.id || this.closed) return;
        if (message.type === 'table') {
            this.#saying = false;
            this.#comeBack(message);
        }
        if (message.type === 'missed') {
            this.state.version = message.version;
            this.#comeBack(message.now ?? {}, message.events?.length > 0);
        }
        if (message.type !== 'event') return;
        const before = this.look, {what, now = {}} = message;
        this.state.version = message.version;
        this.#take(now);
        if (what.kind === 'start') {
            this.#restart();
            return;
        }
        if (what.kind === 'say') this.dispatchEvent(new CustomEvent('say', {detail: what}));
        const events = /** @type {Record<string, string>} */ (
            {resign: 'resign', time: 'time', offer: 'offer', accept: 'accept', takeback: 'back'});
        if (before && this.look && (what.kind === 'move' || events[what.kind])) {
            const after = this.look;
            const happening = {before, after, seat: what.seat, ply: after.ply,
                event: events[what.kind], events: eventsOf(message.entries ?? [])};
            if (what.kind === 'takeback') this.happenings = cutBack(this.happenings, after.ply);
            if (!(what.kind === 'move' && after.sealed.length > 0)) this.happenings.push(happening);
            if (what.kind === 'move' && what.seat === this.mine) {
                this.script.log.push(['move', what.seat, what.move ?? '']);
            }
            /** @type {Promise<unknown>[]} */
            const promises = [];
            this.dispatchEvent(new CustomEvent('happening', {detail:
                {happening, until: (/** @type {Promise<unknown>} */ p) => promises.push(p)}}));
            void Promise.all(promises).then(() => this.dispatchEvent(new Event('change')));
        }
        this.dispatchEvent(new Event('change'));
        this.dispatchEvent(new CustomEvent('what', {detail: what}));
    }

    /** How things stand after the line was lost: the same game, or the next one of the series.
     *  @param {Partial<FarState>} now @param {boolean} [more] has anything happened? */
    #comeBack(now, more = true) {
        const {number, you} = this.state, began = this.look !== null;
        this.#take(now);
        if (began && this.look !== null
            && (number !== this.state.number || you !== this.state.you)) this.#restart();
        else this.dispatchEvent(new Event('change'));
        if (more && this.look !== null) void this.recall();
    }
    /** Another game begins at this table. */
    #restart() {
        this.happenings = [];
        this.dispatchEvent(new Event('restart'));
    }

    /** What happened before we came, or while we were away: the story so far. If the game goes
     *  on while it is asked for, it is asked for again; that somebody comes or goes changes
     *  nothing in it. */
    async recall() {
        while (!this.closed) {
            const {number} = this.state, {version} = this.look;
            const told = await this.#story().catch(() => null);
            if (!told || this.closed) return;
            if (number !== this.state.number || version !== this.look.version) continue;
            // A record does not tell those who ran out of time from those who gave up.
            this.happenings = told.map((one) => (
                one.event === 'resign' && this.timedOut(one.seat) ? {...one, event: 'time'} : one));
            this.dispatchEvent(new Event('retell'));
            return;
        }
    }

    /** The server tells what happened in a game that is being played; a finished one is in its
     *  record. */
    async #story() {
        const {record, entries} = await this.line.ask({type: 'record', table: this.id});
        return gathered(entries ?? (await core.looks(record)).flatMap((shown) => shown.entries));
    }

    /** The rating of a seat, where it means something. @param {number} seat */
    rating(seat) {
        const {player} = this.state.seats[seat];
        const shown =
            player?.rating !== undefined && (this.state.about.rated || player.rd < RD_NEW);
        return shown ? {rating: player.rating, settled: player.rd <= RD_SETTLED} : null;
    }
    /** How the finished rated game changed your rating; null if it did not.
     *  @returns {Promise<{rating: number, change: number} | null>} */
    async ratingChange() {
        if (!this.over || !this.rated || this.humans.length === 0) return null;
        const {ratings} = await this.line.ask({type: 'history', game: this.game});
        const [now, was = {rating: RATING_NEW}] = ratings;
        return now?.table === this.id
            ? {rating: now.rating, change: now.rating - was.rating}
            : null;
    }
    /** Did this seat run out of time? @param {number} seat */
    timedOut(seat) {
        return this.look.resigned.includes(seat) && (this.state.seats[seat].left_ms ?? 1) <= 0;
    }

    async #catchUp() {
        if (this.closed) return;
        try {
            await this.line.ask({type: 'watch', table: this.id, version: this.state.version});
        } catch (error) {
            this.dispatchEvent(new CustomEvent('trouble', {detail: error}));
        }
    }

    // ---- What a player does ----

    /** @param {number} _seat @param {string} move */
    async submit(_seat, move) {
        await this.line.ask({type: 'play', table: this.id, version: this.state.version, move});
    }
    /** Asked here, by what we see: nothing is sent. @param {number} seat @param {string} move
     *  @returns {Promise<string | null>} */
    async whyNot(seat, move) {
        const {game, options, pos, hand} = this.look;
        return core.refusalOf(core.ask('why', game, options, pos, hand ?? '', seat, move));
    }
    /** Takes up a choice of a round that is still open. */
    async withdraw() {
        await this.line.ask({type: 'withdraw', table: this.id, version: this.state.version});
    }
    async resign() {
        await this.line.ask({type: 'resign', table: this.id});
    }
    async offerDraw() {
        await this.line.ask({type: 'offer', table: this.id});
        return true;
    }
    async acceptDraw() {
        await this.line.ask({type: 'accept', table: this.id});
    }
    undoable() {
        if (this.humans.length === 0 || this.over || !kindOf(this.game).armies || this.rated) {
            return 0;
        }
        const last = this.happenings.findLastIndex(
            ({seat, event}) => seat === this.mine && event === undefined);
        return last < 0
            ? 0
            : this.happenings.slice(last).filter(({event}) => event === undefined).length;
    }
    async takeBack() {
        await this.line.ask({type: 'takeback', table: this.id, count: this.undoable()});
    }
    /** @param {number} _seat @returns {Promise<core.Advice>} */
    async advice(_seat) {
        const {move, value} = await this.line.ask({type: 'hint', table: this.id});
        return {move,
            choices: [{move, value: Math.round(value * core.UNIT), probability: core.UNIT}],
            win: [], draw: 0, dummy: 0, nodes: 0, depth: 0, exact: 0, end: 0};
    }
    glance() {
        return Promise.resolve(null);
    }
    /** @param {string} phrase */
    say(phrase) {
        return this.line.ask({type: 'say', table: this.id, phrase});
    }
    async again() {
        const {number: game, commit} = this.state, own = randomHex(16);
        // before it is sent: the next game may begin with the answer
        this.#note(game + 1, commit, {own});
        await this.line.ask({type: 'again', table: this.id, promise: sha256(own)});
    }
    /** Takes the wish for another game back: after a game the seat stays. */
    noMore() {
        return this.line.ask({type: 'leave', table: this.id});
    }
    /** Was the deal of the finished game what the server had promised before it knew our number? */
    async fair() {
        const {number, you} = this.state, own = deals()[this.#place(number)];
        const verdict = await verify(await this.record(),
            own && {commit: own.commit, seat: you ?? -1, number: own.number});
        return {verdict, seen: own !== undefined, added: own?.number !== undefined};
    }
    async record() {
        return (await this.line.ask({type: 'record', table: this.id})).record;
    }
    position() {
        return Promise.resolve(this.look.pos);
    }
    start() {}
    close() {
        this.closed = true;
        this.line.removeEventListener('message', this.listen);
        this.line.removeEventListener('open', this.reopen);
        if (this.over && this.humans.length === 1)
            waits.linger(this.id, {game: this.game, seats: this.state.seats, you: this.mine});
        else if (this.line.open) {
            void this.line.ask({type: 'unwatch', table: this.id}).catch(() => {});
        }
    }
}
