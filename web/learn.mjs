// learn.mjs: lessons and puzzles, drawn: a position, a task, and the board to try it on.
//
// The exercises and their words come from the core (docs/learn.md). An attempt is nothing but the
// answers so far; the core works them through again and says what it thinks.

import {kindOf, KINDS, TITLES} from './kinds.mjs';
import {boardOf, loadBoard} from './boards.mjs';
import * as core from './core.mjs';
import {puzzleOfDay} from './daily.mjs';
import {store, stored} from './device.mjs';
import {fill, html, icon, make, one, title} from './dom.mjs';
import {gathered} from './events.mjs';
import {tabs, top} from './home.mjs';
import {portrait, wayBack} from './look.mjs';
import {nowhere} from './nowhere.mjs';
import {PuzzleDesk} from './puzzle-desk.mjs';
import {PLACES} from './screens.mjs';
import {play as sound} from './sound.mjs';
import {dueOf, training} from './training-set.mjs';
import {n, t} from './words.mjs';

const KEY = 'pond.learn';
const GAMES = Object.keys(KINDS);

/** @typedef {'lesson' | 'puzzles'} Kind */
/** An exercise in a list, and one that is being done (docs/learn.md).
 *  @typedef {{number: number, name: string, title: string, level: number | null}} Listed */
/** @typedef {Listed & {of: number, options: string, position: string, seat: number, text: string
 *  | null, task: string}} Info */
/** Where one stands after an answer.
 *  @typedef {{verdict: 'none' | 'right' | 'wrong' | 'refused', said: string, finished: boolean,
 *  full: string, entries: import('./events.mjs').Entry[]}} Attempt */

/** What has been solved on this device. */
const solved = () => stored(KEY, /** @type {Record<string, string[]>} */ ({}));
/** @param {string} game @param {Kind} kind @param {string} name */
function remember(game, kind, name) {
    const all = solved(), place = `${game}/${kind}`;
    all[place] = [...new Set([...(all[place] ?? []), name])];
    store(KEY, all);
}

// ---- The lists ----

/** @param {HTMLElement} host @param {Kind} kind */
async function index(host, kind) {
    const done = solved();
    /** @type {{game: string, exercises: Listed[]}[]} */
    const courses = await Promise.all(GAMES.map((game) => core.ask('course', game, kind)));
    const day = kind === 'puzzles' ? await puzzleOfDay() : null;
    const name = kind === 'puzzles' ? 'puzzles' : 'learn';
    const page = make(html`<div>
        <main class="narrow">
            <h1>${t(kind === 'puzzles' ? 'PUZZLES' : 'LEARN')}</h1>
            ${day ? html`<a class="panel card-link" href="#/puzzles/${day.game}/${day.number}">
                <span class="dot">${icon('puzzle')}</span>
                <span class="grow">
                    <b>${t('PUZZLE_OF_DAY')}</b><br>
                    <span class="s">${TITLES[day.game]}${t('COLON')}${day.title}</span>
                </span>
                ${icon('right')}
            </a>` : ''}
            <a class="panel card-link" href="#/training">
                <span class="dot">${icon('again')}</span>
                <span class="grow">
                    <b>${t('TRAINING')}</b><br>
                    <span class="s">${n('TRAINING_DUE', dueOf(training().items).length)}</span>
                </span>
                ${icon('right')}
            </a>
            ${courses.map(({game, exercises}, i) => {
                const known = done[`${game}/${kind}`] ?? [];
                const next = exercises.find((one) => !known.includes(one.name)) ?? exercises[0];
                return html`<section class="panel">
                    <div class="row wrap">
                        <span class="seatface">${
                            portrait(game, kindOf(game).armies ? 0 : i, '')}</span>
                        <div class="grow">
                            <h2>${TITLES[game]}</h2>
                            <span class="s">${t('SOLVED_OF', known.length, exercises.length)}</span>
                        </div>
                        <a class="btn small" href="#/${name}/${game}/${next.number}">${t(
                            known.length === 0
                                ? 'BEGIN'
                                : known.length < exercises.length ? 'GO_ON'
                                : 'START_OVER')}</a>
                    </div>
                    <ol class="steps ${kind}">${exercises.map((one) => html`<li>
                        <a class="${known.includes(one.name) ? 'done' : ''}"
                            href="#/${name}/${game}/${one.number}" aria-label="${one.number}. ${
                                one.title}${known.includes(one.name) ? `, ${t('SOLVED')}` : ''}">
                            ${kind === 'puzzles' ? one.number : `${one.number}. ${one.title}`}${
                                known.includes(one.name) ? icon('check', 'small') : ''}
                        </a>
                    </li>`)}</ol>
                </section>`;
            })}
        </main>
    </div>`);
    page.prepend(top(name));
    page.append(tabs(name));
    host.replaceChildren(page);
}

// ---- One exercise ----

class Exercise extends PuzzleDesk {
    /** @type {string[]} */
    answers = [];
    /** Begins again. @type {() => void} */
    again = () => {};
    hinted = false;
    full = ''; // the position, complete

    /** @param {HTMLElement} host @param {string} game @param {Kind} kind @param {Info} info
     *  @param {(hash: string) => void} go */
    constructor(host, game, kind, info, go) {
        super(game, info.options, info.seat);
        this.host = host;
        this.kind = kind;
        this.info = info;
        this.go = go;
    }

    /** @override @param {HTMLElement} place */
    ending(place) {
        fill(place, html`<p>${t('EXERCISE_OVER')}</p>`);
    }

    /** @override @param {string} move @returns {Promise<boolean>} */
    async submit(move) {
        /** @type {Attempt} */
        let now;
        try {
            now = await core.ask('attempt', this.game, this.kind, this.info.number,
                [...this.answers, move]);
        } catch (error) {
            if (!(error instanceof core.Refusal)) throw error;
            this.say('wrong', error.message);
            return false;
        }
        this.say(now.verdict, now.said);
        if (now.verdict !== 'right') {
            sound('no');
            return false;
        }
        this.answers.push(move);
        sound(now.finished ? 'won' : 'crown');
        await this.#move(now);
        if (now.finished) this.#finish();
        return true;
    }

    /** Shows an answer and what follows it. @param {Attempt} now */
    async #move(now) {
        const before = this.look, told = gathered(now.entries);
        await this.#position(now.full);
        Object.assign(this.look, {result: null}, now.finished ? {legal: [], turn: []} : {});
        const fresh = told.slice(this.happenings.length);
        this.happenings.push(...fresh);
        for (const one of fresh) await this.board.happen({...one, before, after: this.look});
        this.board.show();
    }

    /** @param {string} full */
    async #position(full) {
        this.full = full;
        await this.lay(
            {game: this.game, options: this.options, seed: 'exercise', position: full, log: []});
    }

    #finish() {
        remember(this.game, this.kind, this.info.name);
        this.done();
    }

    /** The screen without its board. */
    #frame() {
        const {info, game, kind} = this, name = kind === 'puzzles' ? 'puzzles' : 'learn';
        const number = info.number, last = number >= info.of;
        return html`<div class="play game-${game} exercise">
            <header class="bar">
                ${wayBack(`#/${name}`)}
                <h1 class="title grow">
                    <b>${TITLES[game]}</b> <span class="s">${
                        t(kind === 'puzzles' ? 'PUZZLE_OF' : 'STEP_OF', number, info.of)}</span>
                </h1>
                <a class="ib" href="#/${name}"
                    aria-label="${t(kind === 'puzzles' ? 'ALL_PUZZLES' : 'ALL_LESSONS')}">
                    ${icon('list')}
                </a>
            </header>
            <main class="table">
                <section class="stage"></section>
                <aside class="side">
                    <section class="panel task">
                        <h2>${info.title}</h2>
                        ${info.level ? html`<p class="s">${t('LEVEL_OF_PUZZLE', info.level)}</p>`
                            : ''}${info.text ? html`<p>${info.text}</p>` : ''}
                        <p class="do"><b>${info.task}</b></p>
                        <div class="said" aria-live="polite"></div>
                    </section>
                    <section class="panel ways">
                        <div class="row wrap">
                            ${number > 1 ? html`<a class="btn soft small"
                                href="#/${name}/${game}/${number - 1}">
                                ${t('PREVIOUS')}
                            </a>` : ''}
                            <button class="btn soft small showme">
                                ${icon('bulb')}${t('SHOW_ANSWER')}
                            </button>
                            <button class="btn soft small retry">
                                ${icon('again')}${t('RETRY')}
                            </button>
                            ${kind === 'puzzles' ? html`<button class="btn soft small analyse">
                                ${icon('chart')}${t('ANALYSE')}
                            </button>` : ''}${last
                                ? html`<a class="btn soft small next" href="#/${name}">
                                    ${t('DONE')}
                                </a>`
                                : html`<a class="btn soft small next grow"
                                    href="#/${name}/${game}/${number + 1}">
                                    ${t('NEXT')}${icon('right', 'small')}
                                </a>`}
                        </div>
                    </section>
                </aside>
            </main>
        </div>`;
    }
    async show() {
        const {info, game, kind} = this, {number} = info;
        this.screen = make(this.#frame());
        await Promise.all([this.#position(info.position), loadBoard(game)]);
        this.board = boardOf(this);
        one(this.screen, '.stage').append(this.board.stage);
        one(this.screen, '.task').after(...this.board.above, ...this.board.below);
        this.host.replaceChildren(this.screen);
        this.board.show();
        one(this.screen, '.showme').addEventListener('click', async () => {
            const move = await core.ask('solution', game, kind, number, this.answers);
            this.board.point([{move}]);
            this.hinted = true;
        });
        one(this.screen, '.retry').addEventListener('click', () => this.again());
        this.screen.querySelector('.analyse')?.addEventListener('click', async () => {
            const {analyse} = await import('./analyses.mjs');
            this.go(analyse({game, options: this.options, position: this.full}));
        });
        title(`${info.title}, Pond`);
    }
}

/** @param {HTMLElement} host @param {string} game @param {Kind} kind @param {number} number
 *  @param {(hash: string) => void} go */
async function exercise(host, game, kind, number, go) {
    const info = await core.ask('exercise', game, kind, number);
    const place = new Exercise(host, game, kind, {...info, number}, go);
    await place.show();
    return place;
}

/** @param {Kind} kind @returns {import('./screens.mjs').Show} */
export const screenOf = (kind) => async (host, [game = '', number = ''], go) => {
    if (game === 'today') {
        const day = await puzzleOfDay();
        go(`#/puzzles/${day.game}/${day.number}`);
        return;
    }
    if (!game) {
        await index(host, kind);
        return;
    }
    if (!GAMES.includes(game)) {
        nowhere(host, t('NO_SUCH_PLACE'), PLACES);
        return;
    }
    try {
        let place = await exercise(host, game, kind, Number(number) || 1, go);
        const again = async () => { // keys go to the exercise that is seen
            place = await exercise(host, game, kind, Number(number) || 1, go);
            place.again = again;
        };
        place.again = again;
        const keys = (/** @type {KeyboardEvent} */ event) => place.key(event);
        document.addEventListener('keydown', keys);
        return () => document.removeEventListener('keydown', keys);
    } catch (error) {
        if (!(error instanceof core.Refusal)) throw error;
        nowhere(host, error.message, [[kind === 'puzzles' ? 'puzzles' : 'learn',
            kind === 'puzzles' ? 'puzzle' : 'book', kind === 'puzzles' ? 'PUZZLES' : 'LEARN'],
            ['', 'play', 'HOME']]);
    }
};

export const show = screenOf('lesson');
