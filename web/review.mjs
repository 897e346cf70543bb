// review.mjs: a finished game reviewed: the chances turn by turn, what cost something, what would
// have been better and why, drawn on the board; another try at a mistake; any point to go on from.
//
// Positions come from the record's replay (past.mjs), judgements from the core one by one
// (docs/analysis.md), drawn as they arrive.

import {kindOf, TITLES} from './kinds.mjs';
import {boardOf, loadBoard} from './boards.mjs';
import * as core from './core.mjs';
import {curve, shares} from './curve.mjs';
import {all, announce, dialog, dress, html, icon, make, one, onPress, patch,
    toast} from './dom.mjs';
import {verify} from './fair.mjs';
import {wayBack} from './look.mjs';
import {moving, skip} from './motion.mjs';
import {moveWords} from './moves.mjs';
import {nowhere} from './nowhere.mjs';
import {Past} from './past.mjs';
import {showVerdict} from './proof.mjs';
import {FINE, SIGNS, answerWords, chanceWords, lineButton, proven, reasons, signOf, terms,
    totalsTable, turnWords} from './review-words.mjs';
import {withTags} from './tags.mjs';
import {exportDialog} from './share.mjs';
import {find, put} from './shelf.mjs';
import {play as sound} from './sound.mjs';
import {cardsShown, eventsOf, sentences} from './events.mjs';
import {newSeed} from './table.mjs';
import {learnFrom} from './training-set.mjs';
import {n, percent, signed, t} from './words.mjs';

const SLOT = 1, REST_MS = 700;
/** What was done and not taken back. @param {core.Log} log @returns {core.Log} */
function netLog(log) {
    /** @type {core.Log} */
    const net = [];
    for (const entry of log) {
        if (entry[0] === 'move') net.push(entry);
        else if (entry[0] === 'back') net.length -= Number(entry[2]);
        else if (entry[0] === 'resign') net.push(entry);
    }
    return net;
}

/** A record's lines without what was taken back. @param {import('./past.mjs').Line[]} lines */
function netLines(lines) {
    /** @type {typeof lines} */
    const net = [];
    for (const line of lines) {
        const back = /^S\d:takeback (\d+)/.exec(line.move ?? '');
        if (back) net.length = Math.max(1, net.length - Number(back[1]));
        else net.push(line);
    }
    return net;
}

class Review extends Past {
    /** The judged decisions, by number from 1. @type {core.Judged[]} */
    judged = [];
    /** What chance brought after that many decisions. @type {Map<number, number[]>} */
    luck = new Map();
    /** @type {core.Judged | null} */
    end = null;
    closed = false;
    playing = false;
    /** Another try at a decision.
     *  @type {{seat: number, number: number, found: string | null} | null} */
    trying = null;
    /** The line of the engine that is played on the board.
     *  @type {{moves: string[], judged: core.Judged} | null} */
    following = null;
    /** By line: the number of the first decision made from there. @type {number[]} */
    first = [];
    screen = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));

    /** @param {import('./shelf.mjs').Kept} kept @param {(hash: string) => void} go */
    constructor(kept, go) {
        super(kept, kept.seats.findIndex(({kind}) => kind === 'human') < 0
            ? 0
            : kept.seats.findIndex(({kind}) => kind === 'human'));
        this.kept = kept;
        this.go = go;
        this.home = this.mine; // the seat that looks, but while another one's choice is tried
        this.script = {...kept.script, log: netLog(kept.script.log)};
    }

    /** Everyone's cards: the game is over. "Try again" shows only what was known then. */
    get hands() {
        return kindOf(this.game).hands && !this.trying && this.lines.at(-1)?.result
            ? this.lines[this.at].hands
            : undefined;
    }

    async load() {
        await core.open(SLOT, this.script);
        this.lines = netLines(await core.replay(await core.record(SLOT)));
        let number = 1;
        for (let i = 0; i < this.lines.length; i++) {
            this.first.push(number);
            const move = this.lines[i + 1]?.move ?? '';
            if (/^S\d:/.test(move)) continue;
            const round = /^[A-Z]\d( |$)/.test(move)
                ? move.split(' ').filter((/** @type {string} */ word) => /^[A-Z]/.test(word)).length
                : 1;
            number += round;
        }
    }

    /** The screen without its board. */
    #frame() {
        return html`<div class="play game-${this.game} review">
            <header class="bar">
                ${wayBack('#/games')}
                <h1 class="title grow">
                    <b>${t('REVIEW')}</b> <span class="s">${TITLES[this.game]}</span>
                </h1>
                <button class="ib share" aria-label="${t('SHARE')}">${icon('share')}</button>
                <button class="ib whole" aria-label="${t('WHOLE_GAME')}">${icon('list')}</button>
            </header>
            <main class="table">
                <section class="stage"></section>
                <aside class="side">
                    <section class="panel graph">
                        <div class="row">
                            <h2 class="h3 grow">${this.cast.me >= 0
                                ? t('YOUR_CHANCE')
                                : t('CHANCE_OF', this.seats[this.mine].name)}</h2>
                            <span class="counts row"></span>
                        </div>
                        <div class="curve"></div>
                        <div class="fate"></div>
                        <div class="foot">
                            <p class="s progress" role="status"></p>
                            ${terms(this.game)}
                        </div>
                    </section>
                    <section class="panel moment" aria-live="polite"></section>
                    <div class="tries" hidden></div>
                    <section class="panel ways">
                        <div class="row">
                            <button class="btn soft small" data-go="first"
                                aria-label="${t('STEP_FIRST')}">
                                ${icon('first')}
                            </button>
                            <button class="btn soft small grow" data-go="-1"
                                aria-label="${t('PREVIOUS')}">
                                ${icon('back')}
                            </button>
                            <button class="btn soft small grow" data-go="play"
                                aria-label="${t('AUTOPLAY')}" aria-pressed="false">
                                ${icon('play')}
                            </button>
                            <button class="btn soft small grow" data-go="1"
                                aria-label="${t('NEXT')}">
                                ${icon('right')}
                            </button>
                            <button class="btn soft small flip" data-go="last"
                                aria-label="${t('STEP_LAST')}">
                                ${icon('first')}
                            </button>
                        </div>
                        <div class="row">
                            <button class="btn soft small grow" data-go="mistake">
                                ${t('NEXT_MISTAKE')}
                            </button>
                            <button class="btn small grow" data-go="fork">
                                ${t('TRY_FROM_HERE')}
                            </button>
                            <button class="btn soft small grow" data-go="analyse">
                                ${t('ANALYSE')}
                            </button>
                        </div>
                    </section>
                </aside>
            </main>
        </div>`;
    }

    /** @param {HTMLElement} host */
    async show(host) {
        await Promise.all([this.load(), loadBoard(this.game), dress('/review.css')]);
        this.at = this.lines.length - 1;
        this.look = this.lookAt(this.at);
        this.screen = make(this.#frame());
        this.board = boardOf(this);
        one(this.screen, '.stage').append(this.board.stage);
        const shown = [...this.board.above, ...this.board.below]
            .filter((panel) => panel.matches('.players, .own'));
        one(this.screen, '.tries').after(...shown);
        one(this.screen, '.tries').append(...[...this.board.above, ...this.board.below]
            .filter((panel) => !shown.includes(panel)));
        host.replaceChildren(this.screen);
        for (const button of all(this.screen, '[data-go]')) {
            button.addEventListener('click', () => this.#ways(String(button.dataset.go)));
        }
        one(this.screen, '.whole').addEventListener('click', () => this.#list());
        one(this.screen, '.share').addEventListener('click', () => this.#share());
        one(this.screen, '.stage')
            .addEventListener('pointerdown', () => moving() && skip(), {capture: true});
        this.step(this.lines.length - 1);
        if (this.script.record) {
            void verify(this.script.record)
                .then((verdict) => this.closed || showVerdict(this.screen, this.game, verdict));
        }
        void this.#judge();
    }

    /** Shows a line at once. @param {number} line */
    step(line) {
        this.#stopTrying();
        this.following = null;
        this.at = Math.max(0, Math.min(this.lines.length - 1, line));
        this.look = this.lookAt(this.at);
        this.board.unpoint();
        this.board.show();
        /** @type {HTMLButtonElement} */ (one(this.screen, '[data-go="fork"]')).disabled =
            this.look.result !== null; // nothing is left to play
        this.#moment();
        this.#graph();
        this.#fate();
    }
    /** Shows how the next line comes about. */
    async #forward() {
        if (this.at >= this.lines.length - 1 || this.moves) return;
        if (this.following) this.step(this.at);
        this.#stopTrying();
        this.board.unpoint();
        this.moves = true;
        const goal = this.at + 1;
        try {
            await this.advance();
        } finally {
            this.moves = false;
        }
        if (!this.closed && this.at === goal) this.step(goal);
    }
    moves = false; // something is on its way

    /** @param {string} what */
    #ways(what) {
        if (what !== 'play') this.#stopPlaying();
        if (this.moves) skip();
        if (what === 'first') this.step(0);
        else if (what === 'last') this.step(this.lines.length - 1);
        else if (what === '-1') this.step(this.at - 1);
        else if (what === '1') void this.#forward();
        else if (what === 'play') void this.#autoplay();
        else if (what === 'mistake') this.#nextMistake();
        else if (what === 'analyse') void this.#analyse();
        else this.#fork();
    }
    /** The board where anything can be tried, at this point of the game. */
    async #analyse() {
        const {analyse, namesOf} = await import('./analyses.mjs');
        await core.open(SLOT, this.script);
        this.go(analyse({record: withTags(await core.record(SLOT), this.kept),
            position: this.lines[this.at].full, names: namesOf(this.seats)}));
    }
    #stopPlaying() {
        this.playing = false;
        one(this.screen, '[data-go="play"]').setAttribute('aria-pressed', 'false');
    }
    async #autoplay() {
        if (this.playing) {
            this.#stopPlaying();
            return;
        }
        if (this.at >= this.lines.length - 1) this.step(0);
        this.playing = true;
        one(this.screen, '[data-go="play"]').setAttribute('aria-pressed', 'true');
        while (this.playing && !this.closed && this.at < this.lines.length - 1) {
            await this.#forward();
            await new Promise((done) => setTimeout(done, REST_MS));
        }
        if (!this.closed) this.#stopPlaying();
    }
    #nextMistake() {
        const bad = this.#mistakes;
        const next = bad.find((line) => line > this.at) ?? bad[0];
        if (next !== undefined && next !== this.at) {
            this.step(next);
            return;
        }
        const why = t(
            next !== undefined ? 'MISTAKE_ONLY' : this.end ? 'MISTAKES_NONE' : 'MISTAKES_NOT_YET');
        toast(why);
    }
    /** The lines from which something was chosen that cost. */
    get #mistakes() {
        return this.judged.filter((one) => one && SIGNS[one.class] && this.#counts(one.seat))
            .map(({number}) => this.#lineOf(number));
    }
    /** Are this seat's choices the ones that are looked at? @param {number} seat */
    #counts(seat) {
        return this.humans.length === 0 || this.humans.includes(seat);
    }

    /** What the people of this game could have done better, to be practised.
     *  @returns {import('./training-set.mjs').Mistake[]} */
    mistakes() {
        return this.judged.filter((one) => one?.known && SIGNS[one.class] && one.known.cost >= FINE
            && this.humans.includes(one.seat)).map(({seat, number, move, known}) => ({
                id: `${this.kept.id}:${number}`, from: this.kept.id, game: this.game,
                options: this.options, script: this.#upToHere(this.#lineOf(number)), seat,
                played: move, best: known.best, cost: known.cost, when: this.kept.when}));
    }

    /** The line from which a decision was made. @param {number} number */
    #lineOf(number) {
        const {first} = this;
        let line = 0;
        while (line + 1 < first.length && first[line + 1] <= number) line++;
        return line;
    }

    /** What leads to the line that is shown, or to another one, and no further.
     *  @returns {core.Script} */
    #upToHere(line = this.at) {
        if (this.script.record || this.script.position) {
            return {game: this.game, options: this.options, seed: newSeed(),
                position: this.lines[line].full, log: []};
        }
        const count = (this.first[line] ?? 1) - 1;
        return {...this.script,
            log: this.script.log.filter(([what]) => what === 'move').slice(0, count)};
    }

    /** Everything up to here, as a game of its own; perhaps with a choice that was found.
     *  @param {core.Log} [more] */
    #fork(more = []) {
        const script = this.#upToHere(), id = newSeed();
        script.log = [...script.log, ...more];
        put({...this.kept, id, script, when: Date.now(), result: null, reason: null,
            ply: script.log.length, mine: true});
        this.go(`#/play/id/${id}`);
    }

    #share() {
        return exportDialog({game: this.game, options: this.options, seats: this.seats,
            mine: this.mine, over: true, local: true, look: this.look, record: async () => {
                await core.open(SLOT, this.script);
                return withTags(await core.record(SLOT), {...this.kept, script: this.script});
            }, position: async () => this.lines[this.at].full}, this.board.stage);
    }

    // ---- Another try ----

    /** While one tries, the round is not turned over yet. */
    get round() {
        return this.trying ? new Map() : super.round;
    }

    async #try() {
        const judged = this.#shown();
        if (!judged?.known) return;
        await core.open(SLOT, this.#upToHere());
        this.trying = {seat: judged.seat, number: judged.number, found: null};
        this.mine = judged.seat;
        this.look = await core.look(SLOT, judged.seat);
        one(this.screen, '.tries').hidden = false;
        this.screen.classList.add('trying');
        this.board.unpoint();
        this.board.show();
        this.#sayTry('', t('RETRY_TASK'));
        for (const place of kindOf(this.game).armies ? ['.moment'] : ['.tries', '.moment']) {
            one(this.screen, place).scrollIntoView({block: 'nearest'});
        }
    }
    #stopTrying() {
        if (!this.trying) return;
        this.trying = null;
        this.mine = this.home;
        one(this.screen, '.tries').hidden = true;
        this.screen.classList.remove('trying');
    }
    /** @param {number} seat @param {string} move */
    async whyNot(seat, move) {
        return this.trying ? core.refusalOf(core.check(SLOT, seat, move)) : null;
    }
    /** A choice made on the board while trying: judged, not played. @param {string} move */
    async submit(move) {
        const {trying} = this;
        if (!trying) return false;
        this.#sayTry('', t('RETRY_JUDGES'));
        const judged =
            await core.retry(this.script, trying.seat, move, trying.number).catch(() => null);
        if (this.trying !== trying || !judged) return false;
        const words = moveWords(this.game, move);
        if (judged.class === 'best' || judged.class === 'fine') {
            trying.found = move;
            this.look = {...this.look, legal: [], turn: []}; // it has been answered
            sound('won');
            this.#sayTry('right', t(judged.class === 'best' ? 'RETRY_RIGHT' : 'RETRY_FINE', words));
        } else {
            sound('no');
            this.#sayTry('wrong', t('RETRY_COSTS', words, percent(judged.known.cost)));
        }
        this.board.show();
        return false;
    }
    /** @param {string} verdict @param {string} text */
    #sayTry(verdict, text) {
        const box = one(this.screen, '.moment'), {trying} = this;
        if (!trying) return;
        patch(box, html`
            <h2>${t('RETRY')}</h2>
            <p class="${verdict ? `verdict ${verdict}` : ''}">${text}</p>
            <div class="row wrap">
                ${trying.found === null
                    ? html`<button class="btn soft small reveal">
                        ${icon('bulb')}${t('TUTOR_SHOW')}
                    </button>`
                    : html`<button class="btn small goon">
                        ${icon('play')}${t('RETRY_PLAY_ON')}
                    </button>`}
                <button class="btn soft small enough">${t('RETRY_BACK')}</button>
            </div>
        `);
        if (verdict) announce(text);
        onPress(box, '.reveal', () => this.board.point([{move: this.#shown()?.known.best}]));
        onPress(box, '.goon', () => this.#fork([['move', trying.seat, trying.found ?? '']]));
        onPress(box, '.enough', () => this.step(this.at));
    }

    // ---- What is known so far ----

    async #judge() {
        const progress = one(this.screen, '.progress');
        const total = (this.first.at(-1) ?? 1) - 1;
        try {
            for (let i = 0; !this.closed; i++) {
                const moment = await core.review(this.script, i);
                if (this.closed) return;
                if (moment.kind === 'decision') {
                    this.judged[moment.number] = moment;
                    progress.textContent = t('JUDGED', moment.number, total);
                    this.#graph();
                    if (this.#lineOf(moment.number) === this.at) this.#renew();
                }
                if (moment.kind === 'chance' && moment.luck) {
                    this.luck.set(moment.number, moment.luck);
                }
                if (moment.kind === 'end') {
                    this.end = moment;
                    if (this.humans.length > 0) learnFrom(this.kept.id, this.mistakes());
                    break;
                }
            }
        } catch (error) {
            if (error instanceof core.Ended) return;
            throw error;
        }
        progress.textContent = this.#totals();
        if (this.#mistakes.length === 0) { // nothing to go to, and the button says so
            const button =
                /** @type {HTMLButtonElement} */ (one(this.screen, '[data-go="mistake"]'));
            button.textContent = t('MISTAKES_NONE');
            button.disabled = true;
        }
        this.#graph();
        this.#renew();
    }
    /** More is known about the moment that is shown. */
    #renew() {
        if (this.trying || this.following) return;
        this.#moment();
        this.#fate();
    }

    #totals() {
        const total = this.end?.totals?.find((one) => one.seat === this.home);
        if (!total) return '';
        const luck = this.luck.size === 0 ? '' : ` ${t('LUCK', signed(total.luck))}`;
        const whose = `${this.seats[this.home].name}${t('COLON')}`;
        if (total.accuracy === null) return luck && `${whose}${luck.trim()}`;
        return `${whose}${t('ACCURACY', Math.round(total.accuracy))}${luck}`;
    }

    /** The decision made at the line that is shown, the viewer's own first. */
    #shown() {
        const from = this.first[this.at] ?? 1, to = this.first[this.at + 1] ?? from + 1;
        const here = this.judged.slice(from, to).filter(Boolean);
        return here.find(({seat}) => seat === this.home) ?? here[0];
    }

    #moment() {
        const box = one(this.screen, '.moment');
        const last = this.at >= this.lines.length - 1;
        const judged = last ? undefined : this.#shown();
        if (last) {
            patch(box, html`
                <h2 class="unseen">${t('THE_END')}</h2>
                <div class="row wrap ended"><p>${this.result()}</p>${this.#training()}</div>
                ${totalsTable(this.seats, this.end, this.luck.size > 0)}`);
            return;
        }
        if (!judged) {
            patch(box, html`
                <h2>${t('STEP_OF', this.at + 1, this.lines.length - 1)}</h2>
                <p class="next"></p>
            `);
            void this.#tellNext(box);
            return;
        }
        const {seat, move, known} = judged;
        const [sign, tone] = signOf(judged), name = this.seats[seat]?.name ?? '';
        const better = known && known.best !== move && known.cost >= .01;
        const again = better && known.cost >= FINE && this.#counts(seat)
            ? html`<button class="btn soft small retry">${icon('again')}${t('RETRY')}</button>`
            : '';
        const why = html`${reasons(this.game, judged, 'move').map((text) => html`<p>${text}</p>`)}
            ${answerWords(this, judged)}`;
        const instead = better ? html`<div class="better">
            <span class="sg g">!</span>
            <p class="grow">
                <b>${t('BETTER', moveWords(this.game, known.best))}</b> ${
                    reasons(this.game, judged, 'best').join(' ')}
            </p>
            ${lineButton(this.game, judged.best_line, 'best')}
        </div>` : '';
        // Where much is said about hands, the better choice comes first, in sight.
        patch(box, html`
            <div class="row">
                ${sign ? html`<span class="sg ${tone}">${sign}</span>` : ''}
                <h2>${t('MOMENT', turnWords(this.game, judged), name,
                    moveWords(this.game, move))}</h2>
            </div>
            ${known ? html`<div class="row wrap pills">
                ${chanceWords(this, seat)}
                <span class="pill">${percent(known.best_value)}</span>
                ${icon('right', 'small')}
                <span class="pill ${known.cost >= FINE ? 'bad' : ''}">${percent(known.value)}</span>
                ${judged.exact
                    ? html`<span class="pill good">${proven(this.game, judged)}</span>`
                    : ''}
                ${again}
            </div>` : html`<p class="s">${t('FORCED')}</p>`}
            ${kindOf(this.game).hands ? [instead, why] : [why, instead]}
            ${this.#luckWords()}
        `);
        onPress(box, '.retry', () => void this.#try());
        onPress(box, '.follow[data-line="move"]',
            () => void this.#follow(judged, judged.line ?? []));
        onPress(box, '.follow[data-line="best"]',
            () => void this.#follow(judged, judged.best_line ?? []));
        if (better) void this.#draw(judged);
    }

    /** The way to practise what went wrong, once all is judged. */
    #training() {
        const count = this.end ? this.mistakes().length : 0;
        return count > 0 ? html`<p>
            <a class="btn small" href="#/training/game/${this.kept.id}">
                ${icon('puzzle')}${n('TRAINING_GAME', count)}
            </a>
        </p>` : '';
    }

    // ---- A line of the engine ----

    /** Plays on the board what the engine expects. @param {core.Judged} judged
     *  @param {string[]} moves */
    async #follow(judged, moves) {
        this.#stopPlaying();
        this.step(this.at);
        const following = {moves, judged};
        this.following = following;
        this.board.unpoint();
        await core.open(SLOT, this.#upToHere());
        let before = this.look, seat = judged.seat,
            {count} = await core.entries(SLOT, this.mine, 0);
        for (const [i, move] of moves.entries()) {
            await core.act(SLOT, ['move', seat, move]);
            // it is shown, nobody plays
            const after = {...await core.look(SLOT, this.mine), legal: [], turn: []};
            const told = await core.entries(SLOT, this.mine, count);
            ({count} = told);
            if (this.closed || this.following !== following) return;
            this.look = after;
            this.#sayLine(moves, i);
            await this.board.happen(
                {before, after, seat, ply: after.ply, events: eventsOf(told.entries)});
            await new Promise((done) => setTimeout(done, REST_MS));
            if (this.closed || this.following !== following) return;
            before = after;
            seat = 1 - seat;
        }
        this.#sayLine(moves, moves.length);
    }
    /** @param {string[]} moves @param {number} at */
    #sayLine(moves, at) {
        const box = one(this.screen, '.moment');
        patch(box, html`
            <h2>${t('LINE_OF', moveWords(this.game, moves[0]))}</h2>
            <ol class="told expected">${moves.map((move, i) => html`<li
                class="${i === at ? 'now' : i < at ? 'then' : ''}">
                ${moveWords(this.game, move)}
            </li>`)}</ol>
            <div class="row wrap">
                ${at < moves.length
                    ? ''
                    : html`<button class="btn soft small repeat">
                        ${icon('again')}${t('LINE_AGAIN')}
                    </button>`}
                <button class="btn soft small enough">${t('RETRY_BACK')}</button>
            </div>
        `);
        const {following} = this;
        onPress(box, '.repeat',
            () => following && void this.#follow(following.judged, following.moves));
        onPress(box, '.enough', () => this.step(this.at));
    }

    /** What happens next, in words. @param {HTMLElement} box */
    async #tellNext(box) {
        const line = this.at, said =
            await sentences(this.game, this.happeningTo(line + 1), this.cast).catch(() => []);
        const place = box.querySelector('.next');
        if (place && line === this.at) place.textContent = said.join(' ');
    }
    /** What chance had just brought. */
    #luckWords() {
        const luck = this.luck.get((this.first[this.at] ?? 1) - 1)?.[this.home] ?? 0;
        const key = `LUCK_${luck < 0 ? 'COST' : 'HERE'}${this.cast.me >= 0 ? '' : '_OF'}`;
        return Math.abs(luck) >= .01 ? html`<p class="s">${
            t(key, percent(Math.abs(luck)), this.seats[this.home].name)}</p>` : '';
    }

    /** Draws the better choice beside the one that was made. @param {core.Judged} judged */
    async #draw(judged) {
        const {seat, move, known, line: expected = []} = judged,
            [sign, tone] = signOf(judged);
        const line = this.at;
        if (kindOf(this.game).hands && seat !== this.mine) { // the cards of the player who chose
            if (!this.#counts(seat)) return;
            this.look = {...this.look, hand: this.lines[line].hands[seat]};
            this.board.show();
        }
        /** @type {import('./play.mjs').Pointed[]} */
        const choices = [{move: known.best, sign: '!', tone: 'g', called: t('KEY_BETTER')}, {move,
            bad: true, sign, tone, called: seat === this.cast.me
                ? t('KEY_PLAYED_YOU')
                : t('KEY_PLAYED', this.seats[seat].name)}];
        if (expected.length > 1 && known.cost >= FINE) {
            const other = 1 - seat;
            choices.push({move: expected[1], answer: true, called: other === this.cast.me
                ? t('KEY_ANSWER_YOU')
                : t('KEY_ANSWER', this.seats[other].name)});
        }
        if (kindOf(this.game).frogs && /^\d$/.test(move)) {
            const {full} = this.lines[line],
                round = cardsShown(eventsOf(this.lines[line + 1].entries));
            for (const choice of choices) {
                const cards = [...round].map(([frog, card]) => `${
                    frog < this.seats.length ? frog : core.CHANCE}:${
                        frog === seat ? choice.move : card}`);
                const events =
                    await core.ask('tryOut', this.game, this.options, full, cards.join(' '));
                choice.leap = events.find((/** @type {import('./events.mjs').Event} */ one) =>
                    one.kind === 'leap' && one.seat === seat);
            }
        }
        if (line === this.at && !this.trying && !this.following && !this.closed) {
            this.board.point(choices);
        }
    }

    /** The chance of the seat that looks, before each line and at the end. */
    #points() {
        const count = this.lines.length - 1;
        /** @type {{x: number, value: number, judged: core.Judged | null}[]} */
        const points = [];
        for (let line = 0; line < count; line++) {
            const from = this.first[line] ?? 1, to = this.first[line + 1] ?? from + 1;
            const here = this.judged.slice(from, to).filter((one) => one?.chances);
            if (here.length > 0) {
                points.push({x: line, value: here[0].chances[this.home],
                    judged: here.find(({seat}) => seat === this.home) ?? here[0]});
            }
        }
        if (this.end) points.push({x: count, value: this.end.chances[this.home], judged: null});
        return points;
    }

    /** Everyone's chance at the moment that is shown. */
    #fate() {
        const box = one(this.screen, '.fate'), last = this.at >= this.lines.length - 1;
        const from = this.first[this.at] ?? 1, to = this.first[this.at + 1] ?? from + 1;
        const chances = last
            ? this.end?.chances
            : this.judged.slice(from, to).find((one) => one?.chances)?.chances;
        if (this.board.chances) this.board.chances(chances
            ? {win: chances.map((/** @type {number} */ chance) => chance * core.UNIT), draw: 0}
            : null);
        else patch(box, chances ? shares(this.game, this.options, this.seats, chances,
            kindOf(this.game).hands && !last ? t('CHANCE_OPEN') : '') : html``);
    }

    #graph() {
        const count = Math.max(1, this.lines.length - 1),
            shown = this.at < this.lines.length - 1 ? this.#shown() : undefined;
        const box = one(this.screen, '.curve'),
            others = this.seats.filter((_, seat) => seat !== this.home);
        const points = this.#points().map(({x, value, judged}) => {
            const [sign, tone] =
                (judged && this.#counts(judged.seat) && SIGNS[judged.class]) || ['', ''];
            return {x, value, sign, tone,
                label: judged && judged.turn > 0 ? String(judged.turn) : ''};
        });
        patch(box, curve({points, count, at: this.at, high: kindOf(this.game).armies ? 150 : 120,
            above: others.length === 1 ? others[0].name : t('THE_OTHERS'),
            below: this.seats[this.home].name, now: shown ? turnWords(this.game, shown) : '', says:
                this.cast.me >= 0
                    ? t('YOUR_CHANCE')
                    : t('CHANCE_OF', this.seats[this.home].name)}));
        box.onclick = ({clientX}) => {
            const {left, width} = box.getBoundingClientRect();
            this.step(Math.round(((clientX - left) / width) * count));
        };
        const mine = this.judged.filter((one) => one && this.#counts(one.seat));
        patch(one(this.screen, '.counts'), html`${Object.entries(SIGNS).map(
            ([name, [sign, tone]]) => html`<span class="row">
                <span class="sg ${tone}" aria-hidden="true">${sign}</span>
                <span class="unseen">${t(`COUNT_${name.toUpperCase()}`)}</span>
                <b>${mine.filter((one) => one.class === name).length}</b>
            </span>`)}`);
    }

    async #list() {
        const answer = await dialog(html`
            <h2>${t('WHOLE_GAME')}</h2>
            <ol class="told moves">${this.lines.slice(1).map((line, i) => {
                const judged = this.judged.slice(this.first[i] ?? 1, this.first[i + 1] ?? 1)
                    .find((one) => one && SIGNS[one.class]);
                return html`<li>
                    <button class="btn soft small" value="${i}">
                        ${line.move} ${judged ? html`<span class="sg ${SIGNS[judged.class][1]}">
                            ${SIGNS[judged.class][0]}
                        </span>` : ''}
                    </button>
                </li>`;
            })}</ol>
            <div class="row end"><button class="btn" value="">${t('CLOSE')}</button></div>
        `);
        if (answer !== '') this.step(Number(answer));
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (document.querySelector('dialog[open]')) return;
        const ways = /** @type {Record<string, string>} */ ({ArrowLeft: '-1', ArrowRight: '1',
            Home: 'first', End: 'last', p: 'play', n: 'mistake'});
        if (event.key === ' ' && this.moves) {
            event.preventDefault();
            skip();
        } else if ((this.trying || this.following) && event.key === 'Escape') this.step(this.at);
        else if (this.trying && this.board.key(event.key)) event.preventDefault();
        else if (ways[event.key] && !(/** @type {Element} */ (event.target)
            .closest?.('[role="grid"], [role="group"], .tablebox'))) {
            event.preventDefault();
            this.#ways(ways[event.key]);
        }
    }
    close() {
        this.closed = true;
        this.playing = false;
        core.stopThinking();
    }
}

/** The mistakes of the people in a game, without showing it.
 *  @param {import('./shelf.mjs').Kept} kept @param {(done: number, all: number) => void} say
 *  @param {() => boolean} left is nobody waiting any more?
 *  @returns {Promise<import('./training-set.mjs').Mistake[] | null>} */
export async function mistakesOf(kept, say, left) {
    const review = new Review(kept, () => {});
    await review.load();
    const total = Math.max(1, (review.first.at(-1) ?? 1) - 1);
    for (let i = 0; !left(); i++) {
        const moment = await core.review(review.script, i).catch(() => null);
        if (!moment) return null;
        if (moment.kind === 'end') return review.mistakes();
        if (moment.kind === 'decision') review.judged[moment.number] = moment;
        if (moment.kind === 'decision') say(moment.number, total);
    }
    return null;
}

/** @type {import('./screens.mjs').Show} */
export async function show(host, [id = ''], go) {
    const kept = find(id);
    if (!kept) {
        nowhere(host, t('NO_SUCH_GAME'), [['games', 'clock', 'MY_GAMES'], ['', 'play', 'HOME']]);
        return;
    }
    const review = new Review(kept, go);
    await review.show(host);
    Object.assign(globalThis, {pondReview: review}); // for tests and the curious
    const keys = (/** @type {KeyboardEvent} */ event) => review.key(event);
    document.addEventListener('keydown', keys);
    return () => {
        document.removeEventListener('keydown', keys);
        review.close();
    };
}
