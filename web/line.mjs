// line.mjs: the connection to the play server (docs/protocol.md): says hello, asks and waits for
// answers, and reconnects by itself. Requests that were not answered are sent again.

import {Refusal} from './core.mjs';
import {settings} from './settings-store.mjs';
import {bound, language, t} from './words.mjs';

/** A person, as the server tells of one.
 *  @typedef {{id: string, name: string, rating: number, rd: number}} Player */
/** A seat of a table of the server.
 *  @typedef {{kind: 'open' | 'invited' | 'computer' | 'person', player: Player | null,
 *  computer: string | null, here: boolean, away_until: number | null, left_ms: number | null,
 *  given: boolean, promise: string | null, again: boolean, wins: number}} FarSeat */
/** How a table of the server stands (docs/protocol.md).
 *  @typedef {{table: string, version: number, at: number, phase: string, number: number, rated:
 *  boolean, commit: string, reveal: boolean, about: {game: string, options: string, public:
 *  boolean, rated: boolean, clock: Clock, by: string}, seats: FarSeat[], you: number | null,
 *  invite: string | null, left_ms?: (number | null)[], series: {games: number, draws: number,
 *  dummy: number}, over: {by: string} | null, ask: {kind: string, seat: number, count: number,
 *  agreed: number[]} | null, view: import('./core.mjs').Look | null}} FarState */
/** @typedef {{kind: 'none' | 'move' | 'game' | 'days', ms?: number, more_ms?: number}} Clock */
/** What happened at a table.
 *  @typedef {{kind: string, seat: number, move?: string, phrase: string, count?: number}} What */
/** A table in a list.
 *  @typedef {{table: string, game: string, options: string, phase: string, rated: boolean,
 *  clock: Clock, seats: ListedSeat[], you: number, waits?: boolean, updated: number, result?:
 *  string}} Listed */
/** @typedef {{name?: string, open?: boolean, invited?: boolean, computer?: string}} ListedSeat */
/** A message of the server: each type has some of these members.
 *  @typedef {FarState & {type: string, id: number, count: number, again_ms: number, text:
 *  string, code: string, token?: string, maintenance: boolean, devices: {device: string, name:
 *  string, seen: number, this: boolean}[], events: {what: What}[], now: Partial<FarState>,
 *  what: What, entries?: import('./events.mjs').Entry[], record: string, move: string, value:
 *  number, tables: Listed[], gone: string[], players: Player[], me: Player | null, ratings:
 *  {rating: number, rd: number, table: string, at: number, score: number}[]}} Message */
/** The answer to hello and to a recovery code.
 *  @typedef {{you: {id: string, name: string}}} Welcome */

const KEY = 'pond.key';
const AGAIN_MIN_MS = 500, AGAIN_MAX_MS = 15000, ANSWER_MS = 20000;
const SLOW_MS = 5000; // an answer that takes longer: is the line still there?
const WAKE_MS = 1000; // how long a line may be silent when it is asked that

/** @param {number} bytes */
export const randomHex = (bytes) => Array.from(crypto.getRandomValues(new Uint8Array(bytes)),
    (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The key where nothing can be kept: it lasts as long as the page, so that a reconnect finds
 *  the seat again. */
let keyOfPage = '';
/** The key of this device: who holds it is this player. Where several people share it, each has a
 *  place (`2`, `3`) and a key of their own. @param {string} place */
function key(place) {
    try {
        const name = KEY + place;
        let own = localStorage.getItem(name);
        if (!own || !/^[0-9a-f]{64}$/.test(own)) {
            localStorage.setItem(name, own = place ? randomHex(32) : keyOfPage || randomHex(32));
        }
        return own;
    } catch {
        return keyOfPage ||= randomHex(32);
    }
}

/** What the list of one's devices calls this one. */
function deviceName() {
    const agent = navigator.userAgent,
        browser = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent)?.[0] ?? '',
        system = /Android|iPhone|iPad|Windows|Mac|Linux/.exec(agent)?.[0] ?? '';
    return [{Edg: 'Edge', OPR: 'Opera'}[browser] ?? browser, system].filter(Boolean).join(', ')
        || 'Pond';
}

export class Line extends EventTarget {
    /** @type {WebSocket | undefined} */
    #socket;
    /** @type {Map<number, {message: object, done: (answer: Message) => void, fail: (error:
     *  Error) => void}>} */
    #asked = new Map();
    #id = 0;
    #again = AGAIN_MIN_MS;
    /** The next attempt. @type {ReturnType<typeof setTimeout> | undefined} */
    #attempt;
    #heard = 0; // messages of this connection
    #wanted = false;
    /** Who you are here. @type {Welcome['you'] | null} */
    you = null;
    open = false;

    /** @param {string} [place] of somebody who shares this device with its owner */
    constructor(place = '') {
        super();
        this.place = place;
        document.addEventListener('visibilitychange', () => !document.hidden && this.#wake());
        for (const type of ['online', 'offline']) addEventListener(type, () => this.#wake());
    }

    /** The device has woken, has a network again or none, or an answer does not come. A lost line
     *  does not wait for its next attempt; one that seems open may be dead without knowing it, so
     *  it is asked. */
    #wake() {
        if (!this.#wanted) return;
        this.#again = AGAIN_MIN_MS;
        const socket = this.#socket, heard = this.#heard;
        if (!socket) {
            this.connect();
            return;
        }
        if (this.open) this.#send({type: 'ping', id: ++this.#id});
        setTimeout(() => {
            if (this.#socket !== socket || this.#heard !== heard) return;
            this.#lose(socket);
            if (this.#wanted) this.connect();
        }, WAKE_MS);
    }

    /** @param {WebSocket} socket */
    #lose(socket) {
        const was = this.open;
        this.#socket = undefined;
        this.open = false;
        socket.close();
        if (was) this.dispatchEvent(new Event('lost'));
    }

    /** The server's clock, and when it was last heard by ours. */
    #at = {server: Date.now(), here: performance.now()};
    /** What time it is at the server, whatever this device's clock says. */
    now() {
        return this.#at.server + performance.now() - this.#at.here;
    }

    #blind = false;
    /** From now on this page only watches, as a big screen does: it shows no key, so nothing
     *  private can reach it. @param {boolean} on */
    watchOnly(on) {
        if (this.#blind === on) return;
        this.#blind = on;
        this.#again = 0;
        this.#socket?.close();
    }

    /** Opens the line, once. */
    connect() {
        this.#wanted = true;
        if (this.#socket) return;
        clearTimeout(this.#attempt);
        this.#heard = 0;
        const socket = new WebSocket(
            `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`, 'pond.1');
        this.#socket = socket;
        socket.addEventListener('open', () => {
            socket.send(JSON.stringify({type: 'hello', id: 0, ...(this.#blind
                ? {}
                : {key: key(this.place),
                    ...(settings.name && !this.place ? {name: settings.name} : {})}),
                lang: language(), board: true, device: deviceName()}));
        });
        socket.addEventListener('message',
            ({data}) => this.#socket === socket && this.#hear(JSON.parse(data)));
        socket.addEventListener('close', () => {
            if (this.#socket !== socket) return; // given up before
            this.#lose(socket);
            if (!this.#wanted) return;
            this.#attempt = setTimeout(() => this.#wanted && this.connect(),
                this.#again * (.7 + Math.random() * .6));
            this.#again = Math.min(AGAIN_MAX_MS, Math.max(AGAIN_MIN_MS, this.#again * 2));
        });
        socket.addEventListener('error', () => this.dispatchEvent(new Event('trouble')));
    }

    /** @param {Message} message */
    #hear(message) {
        this.#heard++;
        if (message.at !== undefined) this.#at = {server: message.at, here: performance.now()};
        if (message.type === 'bye' && message.again_ms) this.#again = message.again_ms;
        if (message.type === 'welcome') {
            this.you = /** @type {Welcome} */ (/** @type {unknown} */ (message)).you;
            // hello has number 0
            const recovered = message.id ? this.#asked.get(message.id) : undefined;
            if (recovered) {
                this.#asked.delete(message.id);
                recovered.done(message);
                return;
            }
            this.#again = AGAIN_MIN_MS;
            this.open = true;
            this.dispatchEvent(new Event('open'));
            for (const [id, {message: asked}] of this.#asked) this.#send({...asked, id});
            return;
        }
        const asked = message.id ? this.#asked.get(message.id) : undefined;
        if (asked) this.#asked.delete(message.id);
        if (message.type === 'error') {
            asked?.fail(Object.assign(new Refusal(bound(message.text)), {code: message.code}));
            return;
        }
        if (message.type === 'notice' && !this.place) {
            void import('./notice.mjs').then(({showNotice}) => showNotice(message)); // seldom
        }
        this.dispatchEvent(new CustomEvent('message', {detail: message}));
        asked?.done(message);
    }

    /** @param {object} message */
    #send(message) {
        if (this.open && this.#socket?.readyState === WebSocket.OPEN) {
            this.#socket.send(JSON.stringify(message));
        }
    }

    /** @param {object} message @returns {Promise<Message>} */
    ask(message) {
        this.connect();
        const id = ++this.#id;
        return new Promise((done, fail) => {
            this.#asked.set(id, {message, done, fail});
            this.#send({...message, id});
            setTimeout(() => this.#asked.has(id) && this.#wake(), SLOW_MS);
            setTimeout(() => {
                if (this.#asked.delete(id)) fail(new Refusal(t('SERVER_SILENT')));
            }, ANSWER_MS);
        });
    }

    close() {
        this.#wanted = false;
        this.#socket?.close();
    }
}

export const line = new Line();
