// waits.mjs: games with others that wait for you: their number in the window's title and on the
// app's icon, a line on the home screen, and, if you have asked for it, a notification.
//
// The server is asked only on a device that has sat at one of its tables.

import {store, stored} from './device.mjs';
import {announce, badge, html, icon, make, one, toast} from './dom.mjs';
import {line} from './line.mjs';
import {TITLES} from './kinds.mjs';
import {portrait} from './look.mjs';
import {set, settings} from './settings-store.mjs';
import {list, n, t} from './words.mjs';

const KEY = 'pond.seated';
const ENDED_MAX = 3;

/** Is this table on the screen? The review of its game is another place. @param {string} id */
const at = (id) => location.hash.startsWith(`#/together/${id}`);

/** This device has a seat somewhere. */
export function seated() {
    if (waits.begun) return;
    store(KEY, 1);
    waits.begin();
}

class Waits extends EventTarget {
    /** Tables whose turn is ours. @type {import('./line.mjs').Listed[]} */
    tables = [];
    begun = false;

    /** Begins to listen, where this device has ever sat at a table. */
    begin() {
        if (this.begun || !stored(KEY, 0)) return;
        this.begun = true;
        line.addEventListener('message', (event) => {
            const {detail} = /** @type {CustomEvent<import('./line.mjs').Message>} */ (event);
            if (detail.type === 'mine') this.#take(detail.tables);
            if (detail.type === 'waits') void this.#news(detail.table);
            if (detail.type === 'event') this.#rematch(detail);
        });
        line.addEventListener('open', () => {
            void this.ask();
            for (const table of this.#ended.keys()) {
                void line.ask({type: 'watch', table}).catch(() => this.#ended.delete(table));
            }
        });
        addEventListener('hashchange', () => {
            for (const table of this.#ended.keys()) if (at(table)) this.#forget(table);
            void this.ask();
        });
        line.connect();
        if (line.open) void this.ask();
    }

    /** Tables that were left after their game, by name: another game may begin there.
     *  @type {Map<string, {game: string, seats: import('./line.mjs').FarSeat[], you: number}>} */
    #ended = new Map();

    /** Goes on listening at a table whose game is over. @param {string} id
     *  @param {{game: string, seats: import('./line.mjs').FarSeat[], you: number}} table */
    linger(id, table) {
        this.#ended.set(id, table);
        // The wish may have come while this screen made way for the next one.
        const seat = table.seats.findIndex((one, i) => one.again && i !== table.you);
        if (seat >= 0 && !at(id)) this.#wish(id, table, seat);
        const [oldest] = this.#ended.keys();
        if (this.#ended.size > ENDED_MAX) {
            this.#forget(oldest);
            void line.ask({type: 'unwatch', table: oldest}).catch(() => {});
        }
    }
    /** @param {string} id */
    #forget(id) {
        this.#ended.delete(id);
        document.querySelector(`.invitation[data-table="${id}"]`)?.remove();
    }
    /** Somebody there would like another game, or it has begun.
     *  @param {{table: string, what: {kind: string, seat: number}, now?:
     *  Partial<import('./line.mjs').FarState>}} event */
    #rematch({table: id, what, now}) {
        const table = this.#ended.get(id);
        if (!table || at(id)) return;
        if (now?.seats) table.seats = now.seats;
        if (what.kind === 'again' && what.seat !== table.you) this.#wish(id, table, what.seat);
        else if (what.kind === 'start') invite(id, t('REMATCH_BEGUN', TITLES[table.game]));
        else if (what.kind === 'leave') {
            document.querySelector(`.invitation[data-table="${id}"]`)?.remove();
        }
    }

    /** @param {string} id @param {{game: string, seats: import('./line.mjs').FarSeat[]}} table
     *  @param {number} seat */
    #wish(id, {game, seats}, seat) {
        invite(id, `${TITLES[game]}${t('COLON')}${
            n('REMATCH_WISH', 1, seats[seat]?.player?.name ?? '')}`);
    }

    async ask() {
        if (this.begun && line.open) await line.ask({type: 'mine'}).catch(() => {});
    }

    /** @param {import('./line.mjs').Listed[]} tables */
    #take(tables) {
        this.tables = tables.filter(({waits, phase}) => waits && phase === 'playing');
        const here = this.tables.filter(({table}) => !at(table)).length;
        badge(here);
        void navigator.setAppBadge?.(this.tables.length)?.catch?.(() => {});
        this.dispatchEvent(new Event('change'));
    }

    /** @param {string} id */
    async #news(id) {
        await this.ask();
        const table = this.tables.find((one) => one.table === id);
        if (!table || at(id)) return;
        const text = t('WAITS_FOR_YOU', TITLES[table.game]);
        if (!document.hidden) toast(text);
        void notify(TITLES[table.game], othersOf(table), id);
    }
}

export const waits = new Waits();

/** Stands on every screen until it is answered. @param {string} table @param {string} text */
function invite(table, text) {
    document.querySelector(`.invitation[data-table="${table}"]`)?.remove();
    const box = make(html`<aside class="invitation" data-table="${table}">
        <span class="grow">${text}</span>
        <a class="btn small" href="#/together/${table}">${t('GO_THERE')}</a>
        <button class="btn soft small">${t('NOT_NOW')}</button>
    </aside>`);
    one(box, 'a').addEventListener('click', () => box.remove());
    one(box, 'button').addEventListener('click', () => box.remove());
    document.body.append(box);
    announce(text);
}

/** Who sits there, in a list of the server. @param {import('./line.mjs').ListedSeat} seat */
export const nameOfSeat = (seat) => seat.name ?? (seat.computer
    ? t('ROBOT_NAME', String(seat.computer).replace('level:', ''))
    : t(seat.invited ? 'KEPT_SEAT' : 'OPEN_SEAT'));
/** Who else plays. @param {import('./line.mjs').Listed} table */
const othersOf = (table) => list(table.seats.filter((_, i) => i !== table.you).map(nameOfSeat));

/** Lines for the games that wait, or nothing. @returns {HTMLElement | null} */
export function waitingList() {
    if (waits.tables.length === 0) return null;
    return make(html`<section class="waits" aria-label="${t('WAITS_TITLE')}">
        <h2>${n('WAITS_COUNT', waits.tables.length)}</h2>
        <div class="tables">${waits.tables.map((table) => html`<a class="panel card-link"
            href="#/together/${table.table}">
            <span class="dot">${portrait(table.game, table.you ?? 0, table.options)}</span>
            <span class="grow">
                <b>${TITLES[table.game]}</b> <span class="pill good">${t('YOUR_TURN')}</span><br>
                <span class="s">${othersOf(table)}</span>
            </span>
            ${icon('right')}
        </a>`)}</div>
    </section>`);
}

// ---- Notices of the system, for those who have asked for them ----

export const canNotify = () => 'Notification' in globalThis && isSecureContext;
export const notifies =
    () => canNotify() && settings.notify && Notification.permission === 'granted';

/** To be called by a press of a button: browsers ask only then. @param {boolean} on */
export async function setNotify(on) {
    if (on && canNotify() && Notification.permission !== 'granted'
        && await Notification.requestPermission() !== 'granted') {
        toast(t('NOTIFY_REFUSED'));
        set('notify', false);
        return false;
    }
    set('notify', on);
    return on;
}

/** Says that a table waits, if nobody looks. @param {string} title @param {string} who
 *  @param {string} table */
export async function notify(title, who, table) {
    if (!document.hidden || !notifies()) return;
    const options = {body: t('NOTIFY_TURN', who), tag: table, icon: '/icon-192.png',
        data: {hash: `#/together/${table}`}};
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) await worker.showNotification(title, options);
    else {
        const notice = new Notification(title, options);
        notice.addEventListener('click', () => {
            focus();
            location.hash = options.data.hash;
        });
    }
}
