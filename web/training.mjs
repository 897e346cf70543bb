// training.mjs: learning from your own mistakes: each is a puzzle, "find the better move", judged
// by the same search as a review. `#/training` is the set, `#/training/go` what is due, and
// `#/training/game/ID` the mistakes of one game.

import {boardOf, loadBoard} from './boards.mjs';
import * as core from './core.mjs';
import {html, icon, make, one, onPress, patch, title} from './dom.mjs';
import {tabs, top} from './home.mjs';
import {TITLES} from './kinds.mjs';
import {wayBack} from './look.mjs';
import {moveWords} from './moves.mjs';
import {PuzzleDesk} from './puzzle-desk.mjs';
import {FINE} from './review-words.mjs';
import {shelf} from './shelf.mjs';
import {play as sound} from './sound.mjs';
import {dueOf, forget, learnFrom, remember, training} from './training-set.mjs';
import {day, n, percent, t} from './words.mjs';

/** @typedef {import('./training-set.mjs').Item} Item */

// ---- One mistake ----

class Trial extends PuzzleDesk {
    failed = false;
    solved = false;

    /** @param {Item} item @param {number} number @param {number} count @param {() => void} next */
    constructor(item, number, count, next) {
        super(item.game, item.options, item.seat);
        this.item = item;
        this.number = number;
        this.count = count;
        this.next = next;
    }

    /** A choice: judged, not played. @override @param {string} move @returns {Promise<boolean>} */
    async submit(move) {
        if (this.solved) return false;
        this.say('', t('RETRY_JUDGES'));
        const judged = await core.judge(this.item.script, this.item.seat, move).catch((error) => {
            if (error instanceof core.Ended) return null;
            throw error;
        });
        if (!judged || !this.screen.isConnected) return false;
        const words = moveWords(this.game, move), cost = judged.known?.cost ?? 0;
        if (cost < FINE) this.#right(t(judged.class === 'best' ? 'RETRY_RIGHT' : 'RETRY_FINE',
            words));
        else this.#wrong(t('RETRY_COSTS', words, percent(cost)));
        return false; // the position stays
    }
    /** @param {string} text */
    #right(text) {
        this.solved = true;
        sound('won');
        remember(this.item.id, !this.failed);
        this.say('right', text);
        this.done();
    }
    /** @param {string} text */
    #wrong(text) {
        if (!this.failed) remember(this.item.id, false);
        this.failed = true;
        sound('no');
        this.say('wrong', text);
    }
    /** @param {HTMLElement} host */
    async show(host) {
        const {item, game} = this;
        this.screen = make(html`<div class="play game-${game} exercise training"><header
            class="bar">${wayBack('#/training')}<h1 class="title grow"><b>${t('TRAINING')}</b> <span
                class="s">${
            t('STEP_OF', this.number, this.count)}</span></h1><a class="ib" href="#/training"
            aria-label="${t('TRAINING_ALL')}">${icon('list')}</a></header>
            <main class="table"><section class="stage"></section><aside class="side">
            <section class="panel task"><h2>${t('TRAINING_FIND')}</h2><p>${
            t('TRAINING_PLAYED', TITLES[game], day(item.when), moveWords(game, item.played))}</p>
            <div class="said" aria-live="polite"></div></section>
            <section class="panel ways"><div class="row wrap"><button
                class="btn soft small showme">${
            icon('bulb')}${t('TUTOR_SHOW')}</button><button class="btn soft small forget">${
                icon('trash')}${
            t('TRAINING_DROP')}</button><button class="btn soft small next grow">${t('NEXT')}${
            icon('right', 'small')}</button></div></section></aside></main></div>`);
        await Promise.all([this.lay(item.script), loadBoard(game)]);
        this.board = boardOf(this);
        one(this.screen, '.stage').append(this.board.stage);
        one(this.screen, '.task').after(...this.board.above, ...this.board.below);
        host.replaceChildren(this.screen);
        this.board.show();
        onPress(this.screen, '.showme', () => this.#showMe());
        onPress(this.screen, '.forget', () => {
            forget(item.id);
            this.next();
        });
        onPress(this.screen, '.next', () => this.next());
        title(`${t('TRAINING')}, Pond`);
    }
    #showMe() {
        if (!this.failed && !this.solved) remember(this.item.id, false);
        this.failed = true;
        this.board.point([{move: this.item.best}]);
        this.say('wrong', t('TRAINING_BETTER', moveWords(this.game, this.item.best)));
    }
}

/** One after the other. @param {HTMLElement} host @param {Item[]} items @param {(hash: string) =>
 *  void} go */
function series(host, items, go) {
    let at = -1;
    /** @type {Trial | undefined} */
    let trial;
    const next = () => {
        at++;
        if (at >= items.length) {
            go('#/training');
            return;
        }
        trial = new Trial(items[at], at + 1, items.length, next);
        Object.assign(globalThis, {pondTraining: trial}); // for tests and the curious
        void trial.show(host);
    };
    next();
    const keys = (/** @type {KeyboardEvent} */ event) => trial?.key(event);
    document.addEventListener('keydown', keys);
    return () => {
        document.removeEventListener('keydown', keys);
        core.stopThinking();
    };
}

// ---- The set ----

/** Your finished games that have not been searched yet. */
function unsearched() {
    const {searched} = training();
    return shelf().filter(({id, result, seats, ply}) => result !== null && ply > 1
        && seats.some(({kind}) => kind === 'human') && !searched.includes(id));
}

/** @param {HTMLElement} host */
function index(host) {
    const page = make(html`<div><main class="narrow"><h1>${t('TRAINING')}</h1><p>${
        t('TRAINING_HELP')}</p>
        <section class="panel set"></section><section
            class="panel search"></section></main></div>`);
    page.prepend(top('puzzles'));
    page.append(tabs('puzzles'));
    host.replaceChildren(page);
    let left = false;
    const draw = () => {
        const {items} = training(), due = dueOf(items), soon = Math.min(...items.map((item) =>
            item.due));
        patch(one(page, '.set'), html`<h2>${n('TRAINING_DUE', due.length)}</h2><p class="s">${
            items.length === 0 ? t('TRAINING_NONE') : due.length > 0 ? n('TRAINING_OF',
                items.length)
                : t('TRAINING_SOON', day(soon))}</p>${due.length > 0
            ? html`<p><a class="btn" href="#/training/go">${icon('play')}${t('BEGIN')}</a></p>`
                : ''}`);
        const games = unsearched();
        patch(one(page, '.search'), html`<h2>${t('TRAINING_SEARCH')}</h2><p class="s"
            role="status">${
            games.length === 0 ? t('TRAINING_SEARCHED') : n('TRAINING_UNSEARCHED',
                games.length)}</p>${
            games.length > 0 ? html`<p><button class="btn soft">${icon('chart')}${
                t('TRAINING_LOOK')}</button></p>` : ''}`);
        onPress(page, '.search button', () => void search());
    };
    const search = async () => {
        const {mistakesOf} = await import('./review.mjs');
        one(page, '.search button').remove();
        for (const [i, kept] of unsearched().entries()) {
            const say = (/** @type {number} */ done, /** @type {number} */ all) => {
                one(page, '.search p').textContent = t('TRAINING_AT', i + 1, percent(done / all));
            };
            const mistakes = await mistakesOf(kept, say, () => left);
            if (left || !mistakes) return;
            learnFrom(kept.id, mistakes);
        }
        draw();
    };
    draw();
    return () => {
        left = true;
        core.stopThinking();
    };
}

/** @type {import('./screens.mjs').Show} */
export function show(host, [what = '', id = ''], go) {
    const {items} = training();
    const chosen = what === 'game' ? items.filter(({from}) => from === id) : dueOf(items);
    return (what === 'go' || what === 'game') && chosen.length > 0 ? series(host, chosen, go)
        : index(host);
}
