// tv.mjs: the big screen of a game night: which part of the night it shows (tv-lobby.mjs,
// tv-table.mjs, tv-end.mjs), what people say, and how it comes back by itself.
//
// It shows its key to nobody, so the server takes it for a spectator: nothing private can reach it.
// It has no buttons; phones steer it. Lengths are parts of its height (1rem is 32 of 1080), so
// every set looks the same.

import {awake} from './awake.mjs';
import {loadBoards} from './boards.mjs';
import {answers} from './claims.mjs';
import {announce, html, make, one, piece, title, toast} from './dom.mjs';
import {line} from './line.mjs';
import {appear, pace, pause} from './motion.mjs';
import {dress, FACES, frog, Night, phrasesOf} from './night-line.mjs';
import {reachOf} from './reach.mjs';
import {settings} from './settings-store.mjs';
import {play as sound} from './sound.mjs';
import {Between} from './tv-end.mjs';
import {Lobby, spaced} from './tv-lobby.mjs';
import {Game, on, tvKindOf} from './tv-table.mjs';
import {t} from './words.mjs';

const END_PAUSE_MS = 3500, SAID_MS = 3500;
const OFFER_MS = 20000; // in which somebody who came back can begin another night
const TALKING = 2; // bubbles at a time
// the night that this browser shows, and what it proves itself with if it opened it
const KEPT = 'pond.tv';

/** The water behind everything: rings, and reeds at the edges. */
const water = () => html`
    <i class="wave"></i>
    <i class="wave"></i>
    <i class="wave"></i>
    <i class="wave"></i>
    <span class="reeds">${piece('reeds')}</span>
    <span class="reeds right">${piece('reeds')}</span>
`;

class Screen {
    /** @type {Lobby | Game | Between | null} */
    #shown = null;
    #drawing = Promise.resolve();
    /** @type {import('./night-line.mjs').NightTable | null} */
    #table = null;
    #closed = false;
    /** @type {number | null} */
    #lead = null;

    /** @param {HTMLElement} host @param {Night} night
     *  @param {import('./reach.mjs').Reach | null} reach */
    constructor(host, night, reach) {
        this.night = night;
        this.reach = reach;
        this.root = make(html`<div class="tv">${water()}<div class="place"></div>
            <p class="line-lost" role="status" hidden>${t('NIGHT_LOST')}</p></div>`);
        host.replaceChildren(this.root);
        night.addEventListener('change', () => this.draw());
        on(night, 'said', (/** @type {Said} */ said) => void this.#said(said));
        night.addEventListener('lost', () => this.#sign(true));
        night.addEventListener('back', () => this.#sign(false));
    }

    /** @param {boolean} lost */
    #sign(lost) {
        one(this.root, '.line-lost').hidden = !lost;
    }

    /** What is shown follows the night, one step after the other; a new game is shown at once. */
    draw() {
        const {phase, table, lead} = this.night.state, shown = this.#shown;
        if (this.#lead !== null && lead !== null && lead !== this.#lead) {
            toast(t('NIGHT_LEADS_NOW', this.night.leader));
        }
        this.#lead = lead;
        const over = phase === 'playing' ? shown instanceof Game && shown.table.id !== table
            : this.night.state.stopped;
        if (over && shown instanceof Game) shown.cut();
        this.#drawing =
            this.#drawing.then(() => this.#draw()).catch((error) => console.error(error));
        return this.#drawing;
    }

    async #draw() {
        const {phase, table} = this.night.state;
        if (this.#closed) return;
        if (phase === 'playing' && table && this.#table?.id !== table && !await this.#sit(table)) {
            return;
        }
        if (phase !== 'playing' && !await this.#rest()) return;
        this.#shown?.draw();
    }

    /** A game has begun; false if it is over before it could be shown. @param {string} id */
    async #sit(id) {
        this.#table?.close();
        this.#table = await this.night.sit(id);
        if (!this.#table) return false;
        const game =
            new Game(this.night, this.#table, await tvKindOf(this.#table.game), this.reach);
        if (this.#table.look !== null) await this.#table.recall();
        this.#put(game);
        return true;
    }

    /** No game is played; false if the next one has begun while the last one's end was shown. */
    async #rest() {
        const {night} = this;
        if (this.#shown instanceof Game) {
            await this.#shown.idle();
            if (!night.state.stopped) await pause(END_PAUSE_MS);
            if (night.state.phase === 'playing' && night.state.table !== this.#table?.id) {
                return false;
            }
            if (!night.state.stopped) sound('won');
        }
        const wanted = night.state.played === 0 && night.state.phase === 'lobby' ? Lobby : Between;
        if (!(this.#shown instanceof wanted) || (wanted === Between && this.#table)) {
            this.#put(
                wanted === Lobby ? new Lobby(night, this.reach) : new Between(night, this.reach));
        }
        this.#table?.close();
        this.#table = null;
        return true;
    }

    /** @param {Lobby | Game | Between} next */
    #put(next) {
        this.#shown = next;
        one(this.root, '.place').replaceChildren(next.root);
        next.draw();
        announce(next.root.querySelector('h1')?.textContent ?? '');
    }

    /** Somebody says something: their frog and a bubble, for a moment. @param {Said} said */
    async #said({member, phrase}) {
        const who = this.night.state.members[member], words = await phrasesOf(),
            face = FACES[phrase];
        if (!who) return;
        const text = face ? t(`NIGHT_FACE_${phrase.toUpperCase()}`) : words[phrase] ?? phrase;
        const bubble = make(face
            ? html`<div class="bubble face">${frog(who.frog, face)}<b>${who.name}</b></div>`
            : html`<div class="bubble">
                ${frog(who.frog)}
                <b>${text}</b>
                <span>${who.name}</span>
            </div>`);
        const place = this.root.querySelector('.talk') ?? this.root;
        place.append(bubble);
        const bubbles = place.getElementsByClassName('bubble');
        const wraps = () => place !== this.root && place.scrollHeight > place.clientHeight + 1;
        while (bubbles.length > TALKING || (bubbles.length > 1 && wraps())) bubbles[0].remove();
        announce(`${who.name}${t('COLON')}${text}`);
        void appear(bubble);
        setTimeout(() => bubble.remove(), SAID_MS);
    }

    close() {
        this.#closed = true;
        this.#table?.close();
    }
}
/** @typedef {{member: number, phrase: string}} Said */

/** The night that this browser has shown: its code and, if it was opened here, the proof of
 *  that; '' where there is none. */
function kept() {
    try {
        return (localStorage.getItem(KEPT) ?? '').split(' ');
    } catch {
        return [''];
    }
}
/** @param {import('./night-line.mjs').NightState} state */
function keep({code, screen}) {
    try {
        localStorage.setItem(KEPT, screen ? `${code} ${screen}` : code);
    } catch {
        // Forbidden: the address still has it.
    }
}

/** The previous night is resumed; for a moment you can begin another instead.
  *  @param {Screen} screen @param {() => Promise<void>} begin
  *  @returns {() => void} to take the offer back */
function offer(screen, begin) {
    const place = make(html`<p class="offer" role="status"><span>${
        t('NIGHT_GOES_ON', spaced(screen.night.state.code))}</span><button class="btn">${
        t('NIGHT_BEGIN_NEW')}</button></p>`);
    const end = () => {
        clearTimeout(timer);
        document.removeEventListener('keydown', press);
        place.remove();
    };
    const chosen = () => {
        end();
        void begin().catch(() => {});
    };
    const press = (/** @type {KeyboardEvent} */ {key}) => key === 'n' && chosen();
    const timer = setTimeout(end, OFFER_MS);
    document.addEventListener('keydown', press);
    one(place, 'button').addEventListener('click', chosen);
    screen.root.append(place);
    return end;
}

/** The whole screen, by F or two touches. @param {HTMLElement} root
 *  @returns {() => void} to stop listening */
function wholeScreen(root) {
    const full = () => {
        const page = document.documentElement;
        void (document.fullscreenElement ? document.exitFullscreen() : page.requestFullscreen?.())
            ?.catch(() => {});
    };
    const press = (/** @type {KeyboardEvent} */ {key}) => key === 'f' && full();
    document.addEventListener('keydown', press);
    root.addEventListener('dblclick', full);
    return () => document.removeEventListener('keydown', press);
}

/** Once the night is over, N begins another. @param {Night} night
 *  @param {() => Promise<void>} begin @returns {() => void} to stop listening */
function another(night, begin) {
    const press = (/** @type {KeyboardEvent} */ {key}) => {
        if (key === 'n' && night.state.phase === 'ended') void begin().catch(() => {});
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
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
        const [known, proof] = kept(), ours = proof && wanted.toUpperCase() === known;
        const state = await night.enter(wanted
            ? {do: 'watch', code: wanted, ...(ours ? {screen: proof} : {})} : {do: 'open'});
        if (state.phase === 'ended' && wanted !== code) return come('');
        keep(state);
        history.replaceState(null, '', `/tv/${state.code}`);
    };
    const wanted = code || kept()[0];
    await come(wanted).catch(() => come('')); // an old code: a new night
    night.addEventListener('refused', () => void come('').catch(() => {}));
    const forget = !code && night.state.code === wanted ? offer(screen, () => come('')) : () => {};
    const sleep = awake(), deaf = wholeScreen(screen.root), unasked = answers(screen.root, night);
    const over = another(night, () => come(''));
    Object.assign(globalThis, {pondNight: night}); // for tests and the curious
    return () => {
        root.classList.remove('bigscreen');
        deaf();
        over();
        unasked();
        forget();
        pace(1);
        if (location.pathname !== '/') history.replaceState(null, '', `/${location.hash}`);
        sleep();
        screen.close();
        night.close();
        line.watchOnly(false);
    };
}
