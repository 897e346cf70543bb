// past.mjs: a finished game, from its record: every position as a seat sees it, and what leads from
// one to the next. Reviews and animations use it.

import * as core from './core.mjs';
import {html} from './dom.mjs';
import {cardsShown, eventsOf, gathered} from './events.mjs';
import {reasonOf} from './reason.mjs';
import {t} from './words.mjs';

/** @typedef {import('./table.mjs').Happening} Happening */
/** One line of a record's replay.
 *  @typedef {{ply: number, move: string | null, pos: string, full: string, turn: number[],
 *  legal: Record<string, string[]>, result: string | null, reason: string | null} & core.Shown}
 *  Line */

/** A record does not tell those who ran out of time from those who resigned: `late` does.
 *  @typedef {{game: string, options: string, seats: import('./table.mjs').Seat[],
 *  late?: number[]}} About */

/** A position as a seat sees it. @param {About} about @param {Line} line @param {number} seat
 *  @param {boolean} last @returns {core.Look} */
function lookOf({game, options, seats}, line, seat, last) {
    return {
        game, options, seats: seats.length, seat, version: line.ply, ply: line.ply, turns: line.ply,
        turn: [], sealed: [], resigned: [], offer: null,
        last: line.move, pos: line.pos, hand: line.hands[seat] ?? null, chosen: null,
        board: line.board, legal: [],
        result: last ? line.result : null, reason: line.reason,
    };
}

/** What led to line `i`. @param {About} about @param {Line[]} lines @param {number} i
 *  @param {number} seat that looks @returns {Happening} */
function happeningTo(about, lines, i, seat) {
    const [told] = gathered(lines[i].entries).slice(-1), events = eventsOf(lines[i].entries);
    return {
        before: lookOf(about, lines[i - 1], seat, false),
        after: lookOf(about, lines[i], seat, i === lines.length - 1),
        seat: told?.seat ?? 0, ply: lines[i].ply, event: told?.event, events,
    };
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
    look = /** @type {core.Look} */ (/** @type {unknown} */ (null));
    board = /** @type {import('./play.mjs').Board} */ (/** @type {unknown} */ (null));

    /** @param {About} about @param {number} mine the seat that looks */
    constructor({game, options, seats, late = []}, mine) {
        this.game = game;
        this.options = options;
        this.seats = seats;
        this.late = late;
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
    /** @param {number} seat */
    timedOut(seat) {
        return this.late.includes(seat);
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
        const happening = happeningTo(this, this.lines, i, this.mine);
        return happening.event === 'resign' && this.timedOut(happening.seat)
            ? {...happening, event: 'time'} : happening;
    }
    /** The cards of the round that comes next, as they were turned over, by frog. */
    get round() {
        return cardsShown(eventsOf(this.lines[this.at + 1]?.entries ?? []));
    }
    /** How it ended, in words. */
    result() {
        const {result, reason} = this.lines[this.lines.length - 1];
        if (!result) return t('GOES_ON');
        const winner = /^seat (\d)$/.exec(result), resigned = this.lines.flatMap(({move}) =>
            (/^S\d:resign/.test(move ?? '') ? [Number(move?.[1])] : []));
        const why = reason ? reasonOf({seats: this.seats, look: {reason, resigned},
            timedOut: (seat) => this.timedOut(seat)}, this.cast.me) : '';
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
