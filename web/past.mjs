// past.mjs: what happened in a game, from its record: every position as a seat sees it, and every
// happening that leads from one to the next. The story of a game that one comes back to, the review
// and films are made of it.

import * as core from './core.mjs';
import {html} from './dom.mjs';
import {cutBack} from './table.mjs';
import {t} from './words.mjs';

/** @typedef {import('./table.mjs').Happening} Happening */
/** One line of a record's replay.
 *  @typedef {{ply: number, move: string | null, pos: string, full: string, turn: number[],
 *   legal: Record<string, string[]>, result: string | null, reason: string | null}} Line */

/** @typedef {{game: string, options: string, seats: import('./table.mjs').Seat[]}} About */

const DEALT = 6; // cards of a new hand in Quibbles
const EVENTS = /** @type {Record<string, string>} */ ({resign: 'resign', 'draw?': 'offer', 'draw!': 'accept', takeback: 'back'});

/** The hands of a whole position of Quibbles, by seat. @param {string} full */
export const handsOf = (full) => full.split(' ')[2].split(',').map((cards) => (cards === '-' ? '' : cards));

/** A position as a seat sees it. @param {{game: string, options: string, seats: any[]}} about
 *  @param {Line} line @param {number} seat @param {boolean} last @returns {core.Look} */
export function lookOf({game, options, seats}, line, seat, last) {
    const hands = game === 'quibbles' ? handsOf(line.full) : [];
    return {
        game, options, seats: seats.length, seat, version: line.ply, ply: line.ply, turns: line.ply, turn: [], sealed: [], resigned: [], offer: null,
        last: line.move, pos: line.pos, hand: hands[seat] ?? null, chosen: null, legal: [],
        result: last ? line.result : null, reason: line.reason,
    };
}

/** What led to line `i`. @param {{game: string, options: string, seats: any[]}} about
 *  @param {Line[]} lines @param {number} i @param {number} seat that looks @returns {Happening} */
export function happeningTo(about, lines, i, seat) {
    const move = lines[i].move ?? '', said = /^S(\d):(\S+)/.exec(move);
    const before = lookOf(about, lines[i - 1], seat, false), after = lookOf(about, lines[i], seat, i === lines.length - 1);
    if (said) return {before, after, seat: Number(said[1]), move: '', event: EVENTS[said[2]] ?? said[2]};
    return {before, after, seat: lines[i - 1].turn[0] ?? 0, move};
}

/** Quibbles with hidden cards: what everyone has seen, from the text alone. Positions are known only
 *  as far as the story and the memory for seen cards need them.
 *  @param {{game: string, options: string, seats: any[]}} about @param {string} record @returns {Happening[]} */
function seenOnly(about, record) {
    const collections = about.seats.map(() => '');
    const look = (pile = 0, phase = 'act') => lookOf(about, /** @type {Line} */ ({ply: 0, move: null, turn: [], legal: {}, result: null, reason: null, full: '- - - 0 - 0 act',
        pos: `- ${collections.map((cards) => cards || '-').join('/')} ${collections.map(() => DEALT).join()} ${pile} - 0 ${phase}`}), core.SPECTATOR, false);
    /** @type {Happening[]} */
    const happenings = [];
    for (const line of record.split('\n')) {
        const [, turn, rest] = /^\d+\. S(\d) (.*)$/.exec(line) ?? [];
        const seat = Number(turn), words = rest?.split(' ') ?? [];
        words.forEach((move, i) => {
            const [, who, event] = /^S(\d):(\S+)/.exec(move) ?? [];
            if (EVENTS[event]) happenings.push({before: look(), after: look(), seat: Number(who), move: '', event: EVENTS[event]});
            if (move[0] === '<' || event !== undefined) return;
            const stashes = move[0] === '!' || move === '-';
            // A refill is laid for all to see: hidden cards after the stash decision are new hands (B10).
            const dealt = stashes && /^<.*\?/.test(words[i + 1] ?? '') ? DEALT * about.seats.length : 0;
            const before = look(dealt, stashes ? 'stash' : 'act');
            if (move[0] === '!') collections[seat] = `${move.length > 2 ? collections[seat].replace(move.at(-1) ?? '', '') : collections[seat]}${move[1]}`;
            happenings.push({before, after: look(), seat, move});
        });
    }
    return happenings;
}

/** Everything that happened, as a seat of the table knows it.
 *  @param {{game: string, options: string, seats: any[]}} about @param {string} record @param {number} seat
 *  @returns {Promise<Happening[]>} */
export async function recall(about, record, seat) {
    /** @type {Line[]} */
    let lines;
    try {
        lines = await core.replay(record);
    } catch (error) {
        if (!(error instanceof core.Refusal)) throw error;
        return about.game === 'quibbles' ? seenOnly(about, record) : [];
    }
    /** @type {Happening[]} */
    let net = [];
    for (let i = 1; i < lines.length; i++) {
        const happening = happeningTo(about, lines, i, seat);
        if (happening.event === 'back') net = cutBack(net, happening.after.ply);
        net.push(happening);
    }
    return net;
}

/** A game of the past as boards know a desk and its table: they draw it, nobody plays. */
export class Past {
    /** @type {Line[]} */
    lines = [];
    at = 0; // the line that is shown
    /** @type {Happening[]} */
    happenings = [];
    over = false;
    thinking = false;
    local = true;
    look = /** @type {core.Look} */ (/** @type {any} */ (null));
    board = /** @type {import('./play.mjs').Board} */ (/** @type {any} */ (null));

    /** @param {About} about @param {number} mine the seat that looks */
    constructor({game, options, seats}, mine) {
        this.game = game;
        this.options = options;
        this.seats = seats;
        this.mine = mine;
        this.humans = seats.map(({kind}, i) => (kind === 'human' ? i : -1)).filter((i) => i >= 0);
        this.cast = {seats, me: this.humans.length === 1 ? this.humans[0] : -1};
        this.table = this;
    }

    // What boards ask of a desk.
    about(/** @type {number} */ _seat, side = '') {
        return side;
    }
    beside(/** @type {number} */ _seat) {
        return html``;
    }
    told(/** @type {number} */ _count) {}
    /** @param {HTMLElement} place */
    ending(place) {
        place.replaceChildren();
    }
    /** @param {number} _seat @param {string} _move @returns {Promise<string | null>} */
    whyNot(_seat, _move) {
        return Promise.resolve(null);
    }
    /** @param {string} _move */
    submit(_move) {
        return Promise.resolve(false);
    }

    /** @param {string} record */
    async read(record) {
        this.lines = await core.replay(record);
        this.look = this.lookAt(0);
    }
    /** @param {number} i */
    lookAt(i) {
        return lookOf(this, this.lines[i], this.mine, i === this.lines.length - 1);
    }
    /** What leads to a line. @param {number} i */
    happeningTo(i) {
        return happeningTo(this, this.lines, i, this.mine);
    }
    /** The round that comes next as it was turned over, or ''. */
    get round() {
        const move = this.lines[this.at + 1]?.move ?? '';
        return /^[A-Z]\d/.test(move) ? move : '';
    }
    /** How it ended, in words. */
    result() {
        const {result, reason} = this.lines[this.lines.length - 1];
        const winner = /^seat (\d)$/.exec(result ?? ''), yours = this.lines.some(({move}) => move === `S${this.cast.me}:resign`);
        const why = reason ? t(`REASON_${reason === 'resigned' && yours ? 'RESIGNED_YOU' : reason.replace(/-/g, '_').toUpperCase()}`) : '';
        if (!result) return t('GOES_ON');
        if (result === 'draw') return `${t('DRAWN')}. ${why}`;
        if (winner && Number(winner[1]) === this.cast.me) return `${t('YOU_WON')} ${why}`;
        return `${winner ? t('WON', this.seats[Number(winner[1])].name) : t('DUMMY_WON')}. ${why}`;
    }
    /** Shows a line at once. @param {number} i */
    put(i) {
        this.at = i;
        this.look = this.lookAt(i);
        this.board.show();
    }
    /** Shows how the next line comes about. */
    async advance() {
        const happening = this.happeningTo(this.at + 1);
        this.at++;
        this.look = happening.after;
        await this.board.happen(happening);
    }
}
