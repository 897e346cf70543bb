// tv-end.mjs: the big screen after a game, and after the night: who won and how, the score of the
// night, and the vote for the next game.

import {html, icon, make, one, patch, piece, style} from './dom.mjs';
import {KINDS, TITLES} from './kinds.mjs';
import {timeLeft} from './look.mjs';
import {speed} from './motion.mjs';
import {someWatch} from './night-lobby.mjs';
import {called, frog, leafOf, tied, whoPlays, winnerOf} from './night-line.mjs';
import {reasonOf} from './reason.mjs';
import {emblem, late} from './tv-lobby.mjs';
import {tvKindOf} from './tv-table.mjs';
import {list, n, t} from './words.mjs';

const LONG_TITLE = 16; // letters; a longer title is set smaller
const CLOCK_MS = 500; // between two looks at the clock of a vote
const PETALS = 14, GAMES = 5, PEOPLE = 7; // how many are shown
const FEW = 3; // votes that have room for large frogs

/** @typedef {import('./night-line.mjs').Night} Night */
/** @typedef {import('./dom.mjs').Markup} Markup */

/** `robot`: the name of a winner who is nobody of the night, or ''.
 *  @typedef {{title: string, text: string, cards: Markup, robot: string}} How */

export class Between {
    /** @param {Night} night @param {import('./reach.mjs').Reach | null} reach */
    constructor(night, reach) {
        this.night = night;
        this.reach = reach;
        /** How the last game was won, as its table tells it; null until that is known.
         *  @type {How | null} */
        this.how = null;
        this.root = make(html`<main class="tv-end">
            <section class="winner"><div class="champion"></div></section>
            <section class="panel table"></section>
            <section class="vote"></section>
        </main>`);
        if (!night.state.stopped) petals(one(this.root, '.winner'));
        void this.#find();
        const clock = setInterval(() => {
            if (!this.root.isConnected) clearInterval(clock);
            else if (this.night.state.vote_until !== null) this.draw();
        }, CLOCK_MS);
    }

    /** What the last game ended with, as its table tells it. */
    async #find() {
        const table = this.night.state.stopped ? null : await this.night.last();
        if (table?.over) {
            const {look, seats} = table, winner = winnerOf(look), kind = await tvKindOf(table.game);
            const name = winner === null ? '' : seats[winner].name;
            this.how = {
                title: name
                    ? t('NIGHT_WINS', name)
                    : t(look.result === 'dummy' ? 'DUMMY_WON' : 'NIGHT_DRAWN'),
                text: wonBy(table, winner),
                cards: winner === null ? html`` : kind.won?.(look, winner) ?? html``,
                robot: this.night.state.games.at(-1)?.winner === null ? name : '',
            };
            if (this.root.isConnected) this.draw();
        }
        table?.close();
    }

    draw() {
        patch(one(this.root, '.champion'), this.#champion());
        patch(one(this.root, '.table'), scoreOf(this.night));
        const {phase} = this.night.state;
        patch(one(this.root, '.vote'), phase !== 'ended' ? voteOf(this.night, this.reach)
            : html`<p class="late"><b>${t('NIGHT_ANOTHER')}</b></p>`);
    }

    /** Whom this screen celebrates: those ahead at the end of the night, or the winner of the
     *  last game. */
    #winners() {
        const {state, champions} = this.night, last = state.games.at(-1);
        if (state.phase === 'ended') return champions;
        const winner = state.stopped ? undefined : state.members[last?.winner ?? -1];
        if (winner) return [winner];
        return this.how?.robot ? [{name: this.how.robot, frog: 'grey'}] : [];
    }

    #champion() {
        const ended = this.night.state.phase === 'ended', winners = this.#winners();
        const title = this.#title(winners.map(({name}) => name));
        const {how} = this, told = ended ? html`<p>${t('NIGHT_OVER_HELP')}</p>`
            : how ? html`<p class="how">${how.text}</p>${how.cards}` : '';
        return html`
            <div class="crowned" data-count="${winners.length}">${winners.map((who) => html`<span
                class="lily">
                <span class="pad">${leafOf(who.frog)}</span>
                ${frog(who.frog)}${piece('crown', 'crown')}
            </span>`)}</div>
            <h1 class="${title.length > LONG_TITLE ? 'long' : ''}">${title}</h1>
            ${told}`;
    }

    /** @param {string[]} names of those who are celebrated */
    #title(names) {
        const {phase, stopped} = this.night.state;
        if (phase === 'ended') {
            return names.length > 0
                ? n('NIGHT_IS_WON', names.length, list(names))
                : t('NIGHT_OVER');
        }
        if (stopped) return t('NIGHT_STOPPED');
        return names.length > 0 ? t('NIGHT_WINS', names[0]) : this.how?.title ?? t('OVER_SHORT');
    }
}

/** Petals fall for a moment. @param {HTMLElement} place */
function petals(place) {
    if (speed() === 0) return;
    for (let i = 0; i < PETALS; i++) {
        const petal = make(html`<i class="petal" aria-hidden="true">${piece('petal')}</i>`);
        style(petal, {left: `${(i * 37) % 96}%`, '--turn': `${(i * 67) % 180}deg`,
            '--wait': `${(i % 7) * 180}ms`});
        place.prepend(petal);
    }
}

/** The score of the night: a column for each of the latest games. @param {Night} night */
function scoreOf({state, standings}) {
    const games = state.games.slice(-GAMES);
    const cell = (/** @type {number | null} */ points, /** @type {boolean} */ first) =>
        html`<td>${points ?? '–'}${first ? piece('crown', 'crown') : ''}</td>`;
    return html`
        <h2>${n('NIGHT_TONIGHT', state.played)}</h2>
        <table>
            <thead>
                <tr>
                    <td></td>
                    ${games.map(({game}) => html`<th>${TITLES[game]}</th>`)}
                    <th>${t('NIGHT_POINTS')}</th>
                </tr>
            </thead>
            <tbody>${standings.slice(0, PEOPLE).map((member) => html`<tr>
                <th scope="row">
                    <span class="row">${frog(member.frog)}${called(member.name)}</span>
                </th>
                ${games.map(
                    ({points, winner}) => cell(points[member.number], winner === member.number))}
                <td class="sum">${member.points}</td>
            </tr>`)}</tbody>
        </table>
        <p>${t('NIGHT_POINTS_RULE')}</p>
    `;
}

/** How many of those who play next have said that they are ready. @param {Night} night */
function readyOf({state: {next, members}}) {
    const all = next.seats.flatMap((seat) => (seat === null ? [] : members[seat]));
    return {ready: all.filter(({ready}) => ready).length, plays: all.length};
}

/** Frogs gather on the games that their people want; the one ahead is framed.
 *  @param {Night} night @param {import('./reach.mjs').Reach | null} reach */
function voteOf(night, reach) {
    const {state, present, line, leader} = night, until = state.vote_until;
    const left = until === null ? null : Math.max(0, until - line.now());
    const undecided = present.filter(({here, vote}) => here && vote === null).map(({name}) => name);
    const {ready, plays} = readyOf(night);
    const sure = [tied(night) ? t('NIGHT_TIED') : '',
        until === null || left === 0 ? someWatch(night) ? whoPlays(night) : '' : '',
        ready > 0 ? t('NIGHT_READY_OF', ready, plays) : ''];
    const asked = left === 0 ? [t('NIGHT_VOTE_CLOSED'), `${t('NIGHT_STARTER', leader)}.`]
        : [t('NIGHT_VOTE_HERE'), until !== null && undecided.length > 0
            ? n('NIGHT_VOTE_LEFT', undecided.length, list(undecided)) : ''];
    const timer = left === null || left === 0 ? '' : html`<b class="timer" role="timer"
        aria-label="${t('NIGHT_VOTE_TIME', timeLeft(left))}">${icon('clock')}${timeLeft(left)}</b>`;
    const said = [...asked, ...sure].filter(Boolean).join(' ');
    return html`<div class="row"><h2>${t('NIGHT_WHAT_NEXT')}</h2><span class="grow">${
        said}</span>${timer}${late(state.code, reach)}</div>
        <div class="choices">${Object.keys(KINDS).map((game) => {
            const votes = present.filter(({vote}) => vote === game);
            return html`<div class="panel choice ${state.next.game === game ? 'on' : ''}"
                data-game="${game}">
                <div class="water gm">${emblem(game)}</div>
                <div class="text">
                    <b>${TITLES[game]}</b>
                    <div class="row">
                        <span class="frogs ${votes.length > FEW ? 'many' : ''}">${
                            votes.map((one) => frog(one.frog))}</span>
                        <b class="sum">${votes.length || ''}</b>
                    </div>
                </div>
            </div>`;
        })}</div>`;
}

/** What somebody has won with; a reason that is nobody's own is said as it is.
 *  @param {import('./night-line.mjs').NightTable} table @param {number | null} winner */
function wonBy(table, winner) {
    const name = `NIGHT_BY_${(table.look.reason ?? '').replace(/-/g, '_').toUpperCase()}`;
    if (winner === null || !WON_BY.has(name)) return reasonOf(table, -1);
    const now = name === 'NIGHT_BY_CROWN_TIE' && CROWN_NOW.test(table.options);
    return t(now ? 'NIGHT_BY_CROWN_NOW' : name, table.seats[winner].name);
}
/** Options with which the crown decides as it is after the last leaps. */
const CROWN_NOW = /^(?!.*tie=round-start).*(edition=king-frog|tie=now)/;
const WON_BY = new Set(['NIGHT_BY_LAP', 'NIGHT_BY_LAST_STANDING', 'NIGHT_BY_CROWN_TIE',
    'NIGHT_BY_COLLECTION', 'NIGHT_BY_ROW', 'NIGHT_BY_SEVEN']);
