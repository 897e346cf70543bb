// night-line.mjs: a game night as the server tells it, for the big screen and for phones (docs/protocol.md).

import {Refusal} from './core.mjs';
import {html, piece, wait} from './dom.mjs';
import {FarTable} from './far-table.mjs';
import {line as ownLine} from './line.mjs';
import {language, t} from './words.mjs';

/** @typedef {{name: string, frog: string, here: boolean, gone: boolean, ready: boolean, points: number, crowns: number,
 *   seat: number | null, vote: string | null}} Member */
/** @typedef {{code: string, version: number, phase: 'lobby' | 'playing' | 'ended', lead: number | null, members: Member[],
 *   next: {game: string, options: string, robots: number, level: string, first_time: boolean, seats: (number | null)[]},
 *   table: string | null, played: number, games: {game: string, winner: number | null, points: (number | null)[]}[],
 *   you: number | null}} NightState */

const AGAIN_MS = 200;
export const FROGS = ['red', 'green', 'yellow', 'blue', 'light', 'dark'];

/** The frog of a member. @param {string} colour @param {string} [how] */
export const frog = (colour, how = 'frog') => html`<span class="frog nf">${(colour === 'light' || colour === 'dark') && how === 'frog' ? piece(`frog-${colour}`) : piece(how, colour)}</span>`;

/** The styles of these screens come with them. */
export function dress() {
    if (document.querySelector('link[href="/night.css"]')) return Promise.resolve();
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = '/night.css';
    document.head.append(link);
    return new Promise((done) => {
        link.onload = link.onerror = done;
    });
}

/** @type {Map<string, Promise<Record<string, string>>>} */
const phrases = new Map();
/** The set phrases in the language of the page. */
export function phrasesOf() {
    const name = language(), known = phrases.get(name)
        ?? fetch(`/words.json?lang=${name}`).then((answer) => answer.json()).then((words) => words.phrases ?? {});
    phrases.set(name, known);
    return known;
}

/** A night that this page is at. It comes back by itself after a lost connection. */
export class Night extends EventTarget {
    /** @type {NightState} */
    state = /** @type {NightState} */ (/** @type {unknown} */ (null));
    /** How one comes in: sent again with every new connection. @type {object | null} */
    #entry = null;

    /** @param {import('./line.mjs').Line} [line] whose place at the night it is */
    constructor(line = ownLine) {
        super();
        this.line = line;
        this.hear = (/** @type {Event} */ event) => {
            const message = /** @type {CustomEvent<import('./line.mjs').Message & NightState>} */ (event).detail;
            if (message.type === 'night') this.#take(message);
            if (message.type === 'said') this.dispatchEvent(new CustomEvent('said', {detail: message}));
        };
        this.reopen = () => {
            this.dispatchEvent(new Event('back'));
            if (this.#entry) void this.line.ask(this.#entry).catch((error) => this.dispatchEvent(new CustomEvent('refused', {detail: error})));
        };
        this.lost = () => this.dispatchEvent(new Event('lost'));
        this.line.addEventListener('message', this.hear);
        this.line.addEventListener('open', this.reopen);
        this.line.addEventListener('lost', this.lost);
    }

    /** @param {NightState} state */
    #take(state) {
        if (!this.#entry) return;
        this.state = state;
        this.dispatchEvent(new Event('change'));
    }

    /** Comes in. @param {{do: string, code?: string, name?: string, frog?: string}} entry @returns {Promise<NightState>} */
    async enter(entry) {
        const state = /** @type {NightState} */ (/** @type {unknown} */ (await this.line.ask({type: 'night', ...entry}))); // the line asks again by itself
        this.#entry = {type: 'night', ...entry, do: entry.do === 'open' ? 'watch' : entry.do, code: state.code};
        this.#take(state);
        return state;
    }

    /** @param {string} what @param {object} [more] */
    tell(what, more = {}) {
        return this.line.ask({type: 'night', do: what, ...more});
    }

    /** The table of the game that is played; the night may tell of it before it is made. null where that game is over meanwhile.
     *  @param {string} id @returns {Promise<NightTable | null>} */
    async sit(id) {
        while (this.#entry && this.state.table === id && this.state.phase === 'playing') {
            try {
                return new NightTable(await this.line.ask({type: 'watch', table: id}), this.line);
            } catch (error) {
                if (!(error instanceof Refusal)) throw error;
                await wait(AGAIN_MS);
            }
        }
        return null;
    }

    /** The members who have not left, with their numbers. */
    get present() {
        return this.state.members.map((member, number) => ({...member, number})).filter(({gone}) => !gone);
    }
    get me() {
        return this.state.you === null ? null : this.state.members[this.state.you];
    }
    get leads() {
        return this.state.you !== null && this.state.lead === this.state.you;
    }
    /** Whoever leads. */
    get leader() {
        return this.state.lead === null ? '' : this.state.members[this.state.lead].name;
    }
    /** All who have played or are here, the best first. */
    get standings() {
        const {games, members} = this.state;
        return members.map((member, number) => ({...member, number}))
            .filter(({gone, number}) => !gone || games.some(({points}) => typeof points[number] === 'number'))
            .sort((a, b) => b.points - a.points || b.crowns - a.crowns || a.number - b.number);
    }
    /** The name of a member. @param {number} number */
    nameOf(number) {
        return number === this.state.you ? t('YOU') : this.state.members[number]?.name ?? '';
    }

    close() {
        this.#entry = null;
        this.line.removeEventListener('message', this.hear);
        this.line.removeEventListener('open', this.reopen);
        this.line.removeEventListener('lost', this.lost);
    }
}

/** The table of a game of the night: when it is over nobody waits there for another one. */
export class NightTable extends FarTable {
    close() {
        this.closed = true;
        this.line.removeEventListener('message', this.listen);
        this.line.removeEventListener('open', this.reopen);
        if (this.line.open) void this.line.ask({type: 'unwatch', table: this.id}).catch(() => {});
    }
}

/** Keeps the screen awake where the browser allows it. @returns {() => void} to let it sleep */
export function awake() {
    /** @type {WakeLockSentinel | undefined} */
    let lock;
    let wanted = true;
    const ask = async () => {
        if (!wanted || document.hidden) return;
        lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    };
    document.addEventListener('visibilitychange', ask);
    void ask();
    return () => {
        wanted = false;
        document.removeEventListener('visibilitychange', ask);
        void lock?.release().catch(() => {});
    };
}
