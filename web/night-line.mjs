// night-line.mjs: a game night as the server tells it, for the big screen and for phones
// (docs/protocol.md).

import {Refusal} from './core.mjs';
import {dress as dressIn, html, piece, wait} from './dom.mjs';
import {FarTable} from './far-table.mjs';
import {line as ownLine} from './line.mjs';
import {language, list, n, t} from './words.mjs';

/** @typedef {{name: string, frog: string, here: boolean, gone: boolean, away: boolean,
 *   ready: boolean, points: number, crowns: number, seat: number | null, vote: string | null}}
 *   Member */
/** @typedef {{game: string, options: string, robots: number, level: string, first_time: boolean,
 *   seats: (number | null)[]}} Next */
/** @typedef {{game: string, winner: number | null, points: (number | null)[]}} Played */
/** @typedef {{code: string, version: number, phase: 'lobby' | 'playing' | 'ended',
 *   lead: number | null, stands_in_for: number | null, lead_from: number | null,
 *   members: Member[], next: Next, table: string | null, stopped: boolean,
 *   vote_until: number | null, played: number, games: Played[], claims: Claim[],
 *   you: number | null, screen?: string}} NightState */
/** @typedef {import('./line.mjs').Message} Message */
/** Somebody asks for the place of a member: a newcomer, or a member who watches. Both phones show
 *  the number. @typedef {{member: number, by: number | null, number: number}} Claim */

const AGAIN_MS = 200;
const NAMED = 5; // those who watch and are named
const LONG = 14; // letters of a name that is written smaller
export const FROGS = ['red', 'green', 'yellow', 'blue', 'light', 'dark'];
/** What one's frog can say with its face: the phrase, and how it is drawn.
 *  @type {Record<string, string>} */
export const FACES = {smile: 'frog', laugh: 'frog-hop', surprised: 'frog-leap', sad: 'frog-sad'};

/** The frog of a member. @param {string} colour @param {string} [how] */
export function frog(colour, how = 'frog') {
    const army = (colour === 'light' || colour === 'dark') && how === 'frog';
    return html`<span class="frog nf">${
        army ? piece(`frog-${colour}`) : piece(how, colour)}</span>`;
}

/** What somebody's frog sits on. @param {string} colour */
export const leafOf = (colour) =>
    piece(colour === 'light' || colour === 'dark' ? 'flower' : 'leaf', colour);

/** A name beside a frog on the big screen. @param {string} name */
export const called = (name) => html`<b class="${name.length > LONG ? 'long' : ''}">${name}</b>`;

/** "Ada and Ben play. 1 robot joins in. Cleo watches and plays in the next game."
 *  @param {Night} night */
export function whoPlays({state: {next: {seats}, members}, present}) {
    const plays = seats.flatMap((seat) => (seat === null ? [] : members[seat].name));
    const watch = present.filter(({number, here}) => here && !seats.includes(number))
        .map(({name}) => name);
    if (present.length === 0) return t('NIGHT_NOBODY');
    return [n('NIGHT_PLAYS', plays.length, list(plays)),
        seats.length > plays.length ? n('NIGHT_ROBOTS_JOIN', seats.length - plays.length) : '',
        watch.length > NAMED ? n('NIGHT_LATER_MANY', watch.length)
            : watch.length > 0 ? n('NIGHT_LATER', watch.length, list(watch)) : '']
        .filter(Boolean).join(' ');
}

/** Have several games the most votes? Then the one played longest ago comes first; before the first
 *  game the leader has chosen. @param {Night} night */
export function tied({state: {played, next}, present}) {
    const votes = (/** @type {string | null} */ game) =>
        present.filter(({vote}) => vote === game).length;
    return played > 0 && votes(next.game) > 0 && present.some(({vote}) =>
        vote !== null && vote !== next.game && votes(vote) === votes(next.game));
}

/** The seat that has won; null where none has. @param {import('./core.mjs').Look} look */
export const winnerOf = ({result}) =>
    (/^seat \d$/.test(result ?? '') ? Number(String(result).slice(5)) : null);

/** Two pads straight and one to the side? @param {string} from @param {string} to */
const isLeap = (from, to) => Math.abs((from.charCodeAt(0) - to.charCodeAt(0))
    * (Number(from[1]) - Number(to[1]))) === 2;

/** The styles of these screens come with them. */
export const dress = () => dressIn('/night.css');

/** @type {Map<string, Promise<Record<string, string>>>} */
const phrases = new Map();
/** The set phrases in the language of the page. */
export function phrasesOf() {
    const name = language(), known = phrases.get(name) ?? fetch(`/words.json?lang=${name}`)
        .then((answer) => answer.json()).then((words) => words.phrases ?? {});
    phrases.set(name, known);
    return known;
}

/** A night that this page is at. It comes back by itself after a lost connection. */
export class Night extends EventTarget {
    /** @type {NightState} */
    state = /** @type {NightState} */ (/** @type {unknown} */ (null));
    /** What to say on every new connection to come back as the same person.
     *  @type {object | null} */
    #entry = null;

    /** @param {import('./line.mjs').Line} [line] whose place at the night it is */
    constructor(line = ownLine) {
        super();
        this.line = line;
        this.hear = (/** @type {Event} */ event) => {
            const {detail: message} = /** @type {CustomEvent<Message & NightState>} */ (event);
            if (message.type === 'night') this.#take(message);
            if (message.type === 'said' || message.type === 'shown') {
                this.dispatchEvent(new CustomEvent(message.type, {detail: message}));
            }
        };
        this.reopen = () => {
            this.dispatchEvent(new Event('back'));
            if (!this.#entry) return;
            void this.line.ask(this.#entry).catch((error) =>
                this.dispatchEvent(new CustomEvent('refused', {detail: error})));
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

    /** Comes in; the screen that opened the night shows what it got for that.
     *  @param {{do: string, code?: string, screen?: string, name?: string, frog?: string}} entry
     *  @returns {Promise<NightState>} */
    async enter(entry) {
        const answer = await this.line.ask({type: 'night', ...entry}); // it asks again by itself
        const state = /** @type {NightState} */ (/** @type {unknown} */ (answer));
        const {code, screen = entry.screen} = state;
        this.#entry = {type: 'night', do: 'watch', code, ...(screen ? {screen} : {})};
        this.#take(state);
        return state;
    }

    /** @param {string} what @param {object} [more] */
    tell(what, more = {}) {
        return this.line.ask({type: 'night', do: what, ...more});
    }

    /** The table of the game that is played; the night may tell of it before it is made. null if
     *  that game is over meanwhile. @param {string} id @returns {Promise<NightTable | null>} */
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

    /** The last game of the night, which is over; null if its table is not to be had.
     *  @returns {Promise<NightTable | null>} */
    async last() {
        const {table: id, played} = this.state;
        if (!id || played === 0) return null;
        try {
            const told = await this.line.ask({type: 'watch', table: id});
            const table = new NightTable(told, this.line);
            if (table.over) await table.recall();
            return table;
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            return null;
        }
    }

    /** The members who have not left, with their numbers. */
    get present() {
        return this.state.members.map((member, number) => ({...member, number}))
            .filter(({gone}) => !gone);
    }
    get me() {
        return this.state.you === null ? null : this.state.members[this.state.you];
    }
    get leads() {
        return this.state.you !== null && this.state.lead === this.state.you;
    }
    /** May this person take the lead now: the leader has been away for a while, or only stands in
     *  for them? */
    get mayLead() {
        const {lead, lead_from: from, stands_in_for: lender, you} = this.state;
        if (you === null || lead === you) return false;
        return lead === null || lender === you || (from !== null && this.line.now() >= from);
    }
    /** The leader. */
    get leader() {
        return this.state.lead === null ? '' : this.state.members[this.state.lead].name;
    }
    /** All who have played or are here, the best first. */
    get standings() {
        const {games, members} = this.state;
        const played = (/** @type {number} */ number) =>
            games.some(({points}) => typeof points[number] === 'number');
        return members.map((member, number) => ({...member, number}))
            .filter(({gone, number}) => !gone || played(number))
            .sort((a, b) => b.points - a.points || b.crowns - a.crowns || a.number - b.number);
    }
    /** Those who are ahead; nobody before somebody has a point. */
    get champions() {
        const [best] = this.standings, {points: most = 0, crowns = 0} = best ?? {};
        return most === 0 ? []
            : this.standings.filter((one) => one.points === most && one.crowns === crowns);
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
    /** Robots are called so: people of the night have names like theirs. */
    get seats() {
        return super.seats.map((seat) => (seat.kind === 'human' ? seat
            : {...seat, name: t('ROBOT_NAME', seat.name)}));
    }
    /** Why not, as one says it to everybody: without chess.
     *  @param {number} seat @param {string} move */
    async whyNot(seat, move) {
        const [, from, to] = /^([a-i][1-7])[-x]([a-i][1-7])$/.exec(move) ?? [];
        if (from && !isLeap(from, to)) return t('NIGHT_NO_LEAP');
        return super.whyNot(seat, move);
    }
    close() {
        this.closed = true;
        this.line.removeEventListener('message', this.listen);
        this.line.removeEventListener('open', this.reopen);
        if (this.line.open) void this.line.ask({type: 'unwatch', table: this.id}).catch(() => {});
    }
}
