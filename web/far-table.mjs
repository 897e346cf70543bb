// far-table.mjs: a table of the server, as the play screen knows tables (see table.mjs).
//
// Everything shown is what the server sent for this seat; nothing of another seat's secrets is here.

import * as core from './core.mjs';
import {line, randomHex} from './line.mjs';
import {t} from './words.mjs';

/** @typedef {import('./table.mjs').Happening} Happening */

/** @param {string} text */
async function sha256(text) {
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class FarTable extends EventTarget {
    local = false;
    thinking = false;
    closed = false;
    hints = 0;
    /** @type {Happening[]} */
    happenings = [];
    /** @type {core.Look} */
    look = /** @type {any} */ (null);
    script = {log: /** @type {core.Log} */ ([])}; // what was done from here, for tests
    #numbered = 0; // the game of the series for which a number was given
    /** @type {Map<number, string>} */
    #commits = new Map(); // by game: the server's promise, as it stood before our number was given
    /** @type {Map<number, string>} */
    #numbers = new Map();

    /** @param {any} state the message `table` */
    constructor(state) {
        super();
        this.id = state.table;
        this.state = state;
        this.heard = performance.now(); // when the clocks were last told
        this.#take(state);
        this.listen = (/** @type {any} */ {detail}) => this.#hear(detail);
        this.reopen = () => void this.#catchUp();
        line.addEventListener('message', this.listen);
        line.addEventListener('open', this.reopen);
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
    get rated() {
        return this.state.about.rated;
    }
    /** @returns {import('./table.mjs').Seat[]} */
    get seats() {
        return this.state.seats.map((/** @type {any} */ seat, /** @type {number} */ i) => ({
            kind: seat.kind === 'person' ? 'human' : 'computer',
            name: i === this.state.you ? t('YOU') : seat.player?.name ?? (seat.computer ? t('ROBOT_NAME', seat.computer.replace('level:', '')) : t('OPEN_SEAT')),
            level: seat.computer ? Number(seat.computer.replace('level:', '')) || undefined : undefined,
        }));
    }
    /** Milliseconds left by seat, now; null without a clock. */
    left() {
        const passed = performance.now() - this.heard;
        return this.state.seats.map((/** @type {any} */ seat, /** @type {number} */ i) => (seat.left_ms === null || seat.left_ms === undefined ? null
            : Math.max(0, seat.left_ms - (this.look?.turn.includes(i) && !this.over ? passed : 0))));
    }

    /** @param {any} now */
    #take(now) {
        Object.assign(this.state, now);
        if (now.left_ms) this.state.seats = this.state.seats.map((/** @type {any} */ seat, /** @type {number} */ i) => ({...seat, left_ms: now.left_ms[i]}));
        if (now.view) this.look = now.view;
        this.heard = performance.now();
        const {phase, number, commit} = this.state;
        if (phase === 'ready' && this.humans.length === 1 && this.#numbered !== number) {
            this.#numbered = number;
            this.#commits.set(number, commit);
            this.#numbers.set(number, randomHex(16));
            void line.ask({type: 'number', table: this.id, number: this.#numbers.get(number)}).catch(() => {});
        }
    }

    /** @param {any} message */
    #hear(message) {
        if (message.table !== this.id || this.closed) return;
        if (message.type === 'table') {
            this.#numbered = 0;
            this.#take(message);
            this.dispatchEvent(new Event('change'));
        }
        if (message.type === 'missed') {
            this.state.version = message.version;
            this.#take(message.now ?? {});
            this.dispatchEvent(new Event('change'));
        }
        if (message.type !== 'event') return;
        const before = this.look, {what, now = {}} = message;
        this.state.version = message.version;
        this.#take(now);
        if (what.kind === 'start') {
            this.happenings = [];
            this.dispatchEvent(new Event('restart'));
            return;
        }
        if (what.kind === 'say') this.dispatchEvent(new CustomEvent('say', {detail: what}));
        const events = /** @type {Record<string, string>} */ ({resign: 'resign', time: 'resign', offer: 'offer', accept: 'accept', takeback: 'back'});
        if (before && this.look && (what.kind === 'move' || events[what.kind])) {
            const after = this.look;
            const happening = {before, after, seat: what.seat, move: what.kind === 'move' ? after.last ?? '' : '', event: events[what.kind]};
            if (what.kind === 'takeback') this.happenings = this.happenings.filter((one) => one.after.ply <= after.ply && one.event === undefined);
            if (!(what.kind === 'move' && after.sealed.length > 0)) this.happenings.push(happening);
            if (what.kind === 'move' && what.seat === this.mine) this.script.log.push(['move', what.seat, what.move ?? '']);
            /** @type {Promise<any>[]} */
            const promises = [];
            this.dispatchEvent(new CustomEvent('happening', {detail: {happening, until: (/** @type {Promise<any>} */ p) => promises.push(p)}}));
            void Promise.all(promises).then(() => this.dispatchEvent(new Event('change')));
        }
        this.dispatchEvent(new Event('change'));
        this.dispatchEvent(new CustomEvent('what', {detail: what}));
    }

    async #catchUp() {
        if (this.closed) return;
        try {
            await line.ask({type: 'watch', table: this.id, version: this.state.version});
        } catch (error) {
            this.dispatchEvent(new CustomEvent('trouble', {detail: error}));
        }
    }

    // ---- What a player does ----

    /** @param {number} _seat @param {string} move */
    async submit(_seat, move) {
        await line.ask({type: 'play', table: this.id, version: this.state.version, move});
    }
    /** @param {number} _seat @param {string} move @returns {Promise<string | null>} */
    async whyNot(_seat, move) {
        if (this.look.legal.includes(move)) return null;
        try {
            await line.ask({type: 'play', table: this.id, version: this.state.version, move});
            return null;
        } catch (error) {
            return error instanceof core.Refusal ? error.message : null;
        }
    }
    async resign() {
        await line.ask({type: 'resign', table: this.id});
    }
    async offerDraw() {
        await line.ask({type: 'offer', table: this.id});
        return true;
    }
    async acceptDraw() {
        await line.ask({type: 'accept', table: this.id});
    }
    undoable() {
        if (this.humans.length === 0 || this.over || this.game !== 'rribbit' || this.rated) return 0;
        const last = this.happenings.findLastIndex(({seat, event}) => seat === this.mine && event === undefined);
        return last < 0 ? 0 : this.happenings.slice(last).filter(({event}) => event === undefined).length;
    }
    async takeBack() {
        await line.ask({type: 'takeback', table: this.id, count: this.undoable()});
    }
    /** @param {number} _seat @returns {Promise<any>} */
    async advice(_seat) {
        const {move, value} = await line.ask({type: 'hint', table: this.id});
        return {move, choices: [{move, value: Math.round(value * core.UNIT), probability: core.UNIT}], win: [], draw: 0, dummy: 0};
    }
    glance() {
        return Promise.resolve(null);
    }
    /** @param {string} phrase */
    say(phrase) {
        return line.ask({type: 'say', table: this.id, phrase});
    }
    again() {
        const next = this.state.number + 1;
        this.#commits.set(next, this.state.commit);
        this.#numbers.set(next, randomHex(16));
        return line.ask({type: 'again', table: this.id, number: this.#numbers.get(next)});
    }
    /** Was the deal of the finished game what the server had promised before it knew our number?
     *  null where that cannot be told here: we were not there, or the page is not a secure one. */
    async fair() {
        const {number, you} = this.state, commit = this.#commits.get(number), mine = this.#numbers.get(number);
        if (!commit || mine === undefined || !globalThis.crypto?.subtle) return null;
        const record = await this.record();
        /** @param {string} name */
        const tag = (name) => new RegExp(`^\\[${name} "([^"]*)"\\]$`, 'm').exec(record)?.[1] ?? '';
        const secret = tag('Secret'), numbers = this.state.seats.map((/** @type {any} */ _, /** @type {number} */ i) => tag(`Number${i}`));
        return await sha256(secret) === commit && tag('Commitment') === commit && numbers[you] === mine
            && await sha256([secret, ...numbers].join(':')) === tag('Seed');
    }
    async record() {
        return (await line.ask({type: 'record', table: this.id})).record;
    }
    position() {
        return Promise.resolve(this.look.pos);
    }
    start() {}
    close() {
        this.closed = true;
        line.removeEventListener('message', this.listen);
        line.removeEventListener('open', this.reopen);
        if (line.open) void line.ask({type: 'unwatch', table: this.id}).catch(() => {});
    }
}
