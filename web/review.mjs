// review.mjs: a game looked at again: the chances turn by turn, what cost something, what would have
// been better and why, any point to go on from.
//
// Positions come from the record's replay, judgements from the core one by one (docs/analysis.md),
// drawn as they arrive.

import {QuibbitBoard} from './board-quibbit.mjs';
import {QuibblesBoard} from './board-quibbles.mjs';
import {RribbitBoard} from './board-rribbit.mjs';
import * as core from './core.mjs';
import {all, dialog, html, icon, make, one, patch, piece} from './dom.mjs';
import {TITLES} from './look.mjs';
import {verify} from './fair.mjs';
import {moveWords, sureWords} from './moves.mjs';
import {showVerdict} from './proof.mjs';
import {find, put} from './shelf.mjs';
import {newSeed} from './table.mjs';
import {percent, t} from './words.mjs';

const BOARDS = {quibbit: QuibbitBoard, quibbles: QuibblesBoard, rribbit: RribbitBoard};
const SLOT = 1, STEP_MS = 1300;
const SIGNS = /** @type {Record<string, [string, string]>} */ ({inaccuracy: ['?!', 'd'], mistake: ['?', 'd'], blunder: ['??', 'b']});

/** What was done and not taken back. @param {core.Log} log @returns {core.Log} */
export function netLog(log) {
    /** @type {core.Log} */
    const net = [];
    for (const entry of log) {
        if (entry[0] === 'move') net.push(entry);
        else if (entry[0] === 'back') net.length -= Number(entry[2]);
        else if (entry[0] === 'resign') net.push(entry);
    }
    return net;
}

class Review {
    /** @type {any[]} */
    lines = [];
    /** The judged decisions, by number from 1. @type {any[]} */
    judged = [];
    /** @type {any} */
    end = null;
    at = 0; // the line that is shown
    closed = false;
    /** @type {number | undefined} */
    timer;
    /** @type {import('./table.mjs').Happening[]} */
    happenings = [];
    /** By line: the number of the first decision made from there. @type {number[]} */
    first = [];
    over = false;
    thinking = false;
    local = true;

    /** @param {import('./shelf.mjs').Kept} kept @param {(hash: string) => void} go */
    constructor(kept, go) {
        this.kept = kept;
        this.go = go;
        this.game = kept.game;
        this.options = kept.options;
        this.seats = kept.seats;
        this.humans = kept.seats.map(({kind}, i) => (kind === 'human' ? i : -1)).filter((i) => i >= 0);
        this.mine = this.humans[0] ?? 0;
        this.script = {...kept.script, log: netLog(kept.script.log)};
        this.table = this;
        this.cast = {seats: this.seats, me: this.humans.length === 1 ? this.mine : -1};
        this.look = /** @type {core.Look} */ (/** @type {any} */ (null));
        this.board = /** @type {import('./play.mjs').Board} */ (/** @type {any} */ (null));
        this.screen = /** @type {HTMLElement} */ (/** @type {any} */ (null));
    }

    // What boards ask of a desk.
    about() {
        return '';
    }
    told() {}
    /** @param {HTMLElement} place */
    ending(place) {
        place.replaceChildren();
    }
    whyNot() {
        return Promise.resolve(null);
    }
    submit() {
        return Promise.resolve(false);
    }

    async load() {
        await core.open(SLOT, this.script);
        this.lines = await core.replay(await core.record(SLOT));
        let number = 1;
        for (let i = 0; i < this.lines.length; i++) {
            this.first.push(number);
            const move = this.lines[i + 1]?.move ?? '';
            if (/^S\d:/.test(move)) continue;
            const round = /^[A-Z]\d( |$)/.test(move) ? move.split(' ').filter((/** @type {string} */ word) => /^[A-Z]/.test(word)).length : 1;
            number += round;
        }
    }

    /** @param {number} i @returns {core.Look} */
    #lookAt(i) {
        const line = this.lines[i];
        const hands = this.game === 'quibbles' ? line.full.split(' ')[2].split(',') : [];
        const hand = hands[this.mine] === '-' ? '' : hands[this.mine] ?? null;
        return {
            game: this.game, options: this.options, seats: this.seats.length, seat: this.mine, version: i, ply: i, turns: i, turn: [],
            sealed: [], resigned: [], offer: null, last: line.move, pos: line.pos, hand, chosen: null, legal: [],
            result: i === this.lines.length - 1 ? line.result : null, reason: line.reason,
        };
    }

    /** @param {HTMLElement} host */
    async show(host) {
        await this.load();
        this.at = this.lines.length - 1;
        this.look = this.#lookAt(this.at);
        this.screen = make(html`<div class="play game-${this.game} review"><header class="bar"><a class="ib narrow-only" href="#/games" aria-label="${t('BACK')}">${icon('back')}</a><a class="wm wide-only" href="#/" aria-label="${t('HOME')}">${piece('wordmark')}</a><span class="sep wide-only"></span>
            <h1 class="title grow"><b>${t('REVIEW')}</b> <span class="s">${TITLES[this.game]}</span></h1><button class="ib whole" aria-label="${t('WHOLE_GAME')}">${icon('list')}</button></header>
            <main class="table"><section class="stage"></section><aside class="side">
            <section class="panel graph"><div class="row"><h2 class="h3 grow">${t('YOUR_CHANCE')}</h2><span class="counts row"></span></div><div class="curve"></div><p class="s progress" role="status"></p></section>
            <section class="panel moment" aria-live="polite"></section>
            <section class="panel ways"><div class="row"><button class="btn soft small" data-go="first" aria-label="${t('STEP_FIRST')}">${icon('first')}</button><button class="btn soft small grow" data-go="-1" aria-label="${t('BEFORE')}">${icon('back')}</button><button class="btn soft small grow" data-go="play" aria-label="${t('AUTOPLAY')}">${icon('play')}</button><button class="btn soft small grow" data-go="1" aria-label="${t('NEXT')}">${icon('right')}</button></div>
                <div class="row"><button class="btn soft small grow" data-go="mistake">${t('NEXT_MISTAKE')}</button><button class="btn small grow" data-go="fork">${t('TRY_FROM_HERE')}</button></div></section></aside></main></div>`);
        const Board = BOARDS[/** @type {keyof typeof BOARDS} */ (this.game)];
        this.board = new Board(/** @type {any} */ (this));
        one(this.screen, '.stage').append(this.board.stage);
        if (this.game === 'quibbit') one(this.screen, '.graph').after(...this.board.above);
        host.replaceChildren(this.screen);
        for (const button of all(this.screen, '[data-go]')) button.addEventListener('click', () => this.#ways(String(button.dataset.go)));
        one(this.screen, '.whole').addEventListener('click', () => this.#list());
        this.step(this.lines.length - 1);
        if (this.script.record) void verify(this.script.record).then((verdict) => this.closed || showVerdict(this.screen, verdict));
        void this.#judge();
    }

    /** @param {number} line */
    step(line) {
        this.at = Math.max(0, Math.min(this.lines.length - 1, line));
        this.look = this.#lookAt(this.at);
        this.board.unpoint();
        this.board.show();
        this.#moment();
        this.#graph();
    }

    /** @param {string} what */
    #ways(what) {
        if (what !== 'play') this.#stopPlaying();
        if (what === 'first') this.step(0);
        else if (what === '-1' || what === '1') this.step(this.at + Number(what));
        else if (what === 'play') this.#autoplay();
        else if (what === 'mistake') this.#nextMistake();
        else this.#fork();
    }
    #stopPlaying() {
        clearInterval(this.timer);
        this.timer = undefined;
    }
    #autoplay() {
        if (this.timer !== undefined) {
            this.#stopPlaying();
            return;
        }
        if (this.at >= this.lines.length - 1) this.step(0);
        this.timer = setInterval(() => {
            if (this.at >= this.lines.length - 1) this.#stopPlaying();
            else this.step(this.at + 1);
        }, STEP_MS);
    }
    #nextMistake() {
        const bad = this.judged.filter((one) => one && SIGNS[one.class] && (this.humans.length === 0 || this.humans.includes(one.seat))).map(({number}) => this.#lineOf(number));
        const next = bad.find((line) => line > this.at) ?? bad[0];
        if (next !== undefined) this.step(next);
    }

    /** The line from which a decision was made. @param {number} number */
    #lineOf(number) {
        const {first} = this;
        let line = 0;
        while (line + 1 < first.length && first[line + 1] <= number) line++;
        return line;
    }

    /** Everything up to here, as a game of its own. */
    #fork() {
        const count = (this.first[this.at] ?? 1) - 1;
        const script = {...this.script, log: this.script.log.filter(([what]) => what === 'move').slice(0, count)};
        const id = newSeed();
        put({...this.kept, id, script, when: Date.now(), result: null, reason: null, ply: count, mine: true});
        this.go(`#/play/id/${id}`);
    }

    // ---- What is known so far ----

    async #judge() {
        const progress = one(this.screen, '.progress');
        const total = this.script.log.length;
        try {
            for (let i = 0; !this.closed; i++) {
                const moment = await core.review(this.script, i);
                if (this.closed) return;
                if (moment.kind === 'decision') {
                    this.judged[moment.number] = moment;
                    progress.textContent = t('JUDGED', moment.number, total);
                    this.#graph();
                    if (this.#lineOf(moment.number) === this.at) this.#moment();
                }
                if (moment.kind === 'end') {
                    this.end = moment;
                    break;
                }
            }
        } catch (error) {
            if (error instanceof core.Ended) return;
            throw error;
        }
        progress.textContent = this.#totals();
        this.#graph();
        this.#moment();
    }

    #totals() {
        const total = this.end?.totals?.find?.((/** @type {any} */ one) => one.seat === this.mine);
        if (!total) return '';
        const luck = this.game === 'rribbit' ? '' : ` ${t('LUCK', signed(total.luck))}`;
        if (total.accuracy === null) return luck.trim();
        return `${t('ACCURACY', Math.round(total.accuracy))}${luck}`;
    }

    /** The decision that was made from the line that is shown, by whoever looks first. */
    #shown() {
        const from = this.first[this.at] ?? 1, to = this.first[this.at + 1] ?? from + 1;
        const here = this.judged.slice(from, to).filter(Boolean);
        return here.find(({seat}) => seat === this.mine) ?? here[0];
    }

    #moment() {
        const box = one(this.screen, '.moment');
        const last = this.at >= this.lines.length - 1;
        const judged = last ? undefined : this.#shown();
        if (last) {
            patch(box, html`<h2>${t('THE_END')}</h2><p>${this.#result()}</p><p class="s">${this.#totals()}</p>`);
            return;
        }
        const next = this.lines[this.at + 1]?.move ?? '';
        if (!judged) {
            patch(box, html`<h2>${t('STEP_OF', this.at + 1, this.lines.length - 1)}</h2><p>${next}</p>`);
            return;
        }
        const {seat, move, known, facts = []} = judged;
        const name = this.seats[seat]?.name ?? '';
        const [sign, tone] = SIGNS[judged.class] ?? (judged.class === 'best' ? ['!', 'g'] : ['', '']);
        const better = known && known.best !== move && known.cost >= .01;
        const about = (/** @type {string} */ what) => facts.filter((/** @type {any} */ fact) => fact.about === what).map((/** @type {any} */ fact) => fact.text);
        patch(box, html`<div class="row">${sign ? html`<span class="sg ${tone}">${sign}</span>` : ''}<h2>${t('MOMENT', this.at + 1, name, moveWords(this.game, move))}</h2></div>
            ${known ? html`<div class="row pills"><span class="pill">${percent(known.best_value)}</span>${icon('right', 'small')}<span class="pill ${known.cost >= .05 ? 'bad' : ''}">${percent(known.value)}</span>${judged.exact ? html`<span class="pill good">${this.#sure(judged)}</span>` : ''}</div>` : html`<p class="s">${t('FORCED')}</p>`}
            ${about('move').map((/** @type {string} */ text) => html`<p>${text}</p>`)}
            ${better ? html`<div class="better"><span class="sg g">!</span><p><b>${t('BETTER', moveWords(this.game, known.best))}</b> ${about('best').join(' ')}</p></div>` : ''}`);
        if (better && this.game === 'rribbit') this.board.point([{move: known.best}, {move, bad: true}]);
    }

    /** What is proven about the position before a decision. @param {any} judged */
    #sure({known, win_in: win, loss_in: loss}) {
        const words = this.game === 'rribbit' ? sureWords(known.best_value, known.best_value > .5 ? win : loss) : '';
        return words || t('PROVEN');
    }

    #result() {
        const {result, reason} = this.lines.at(-1);
        const winner = /^seat (\d)$/.exec(result ?? '');
        const why = reason ? t(`REASON_${reason.replace(/-/g, '_').toUpperCase()}`) : '';
        if (!result) return t('GOES_ON');
        if (result === 'draw') return `${t('DRAWN')}. ${why}`;
        return `${winner ? t('WON', this.seats[Number(winner[1])].name) : t('DUMMY_WON')}. ${why}`;
    }

    /** The chance of the seat that looks, before each line and at the end. */
    #points() {
        const count = this.lines.length - 1;
        /** @type {{x: number, value: number, judged: any}[]} */
        const points = [];
        for (let line = 0; line < count; line++) {
            const from = this.first[line] ?? 1, to = this.first[line + 1] ?? from + 1;
            const here = this.judged.slice(from, to).filter((one) => one?.chances);
            if (here.length > 0) points.push({x: line, value: here[0].chances[this.mine], judged: here.find(({seat}) => seat === this.mine) ?? here[0]});
        }
        if (this.end) points.push({x: count, value: this.end.chances[this.mine], judged: null});
        return points;
    }

    #graph() {
        const W = 408, H = 150, count = Math.max(1, this.lines.length - 1);
        const x = (/** @type {number} */ line) => 8 + (line * (W - 16)) / count, y = (/** @type {number} */ value) => 8 + (1 - value) * (H - 16);
        const points = this.#points();
        const path = points.map((point, i) => `${i ? 'L' : 'M'}${x(point.x).toFixed(1)} ${y(point.value).toFixed(1)}`).join('');
        const area = points.length > 1 ? `${path}L${x(points[points.length - 1].x)} ${H}L${x(points[0].x)} ${H}Z` : '';
        const marks = points.filter(({judged}) => judged && SIGNS[judged.class] && (this.humans.length === 0 || this.humans.includes(judged.seat)));
        const box = one(this.screen, '.curve');
        patch(box, html`<svg viewBox="0 0 ${W} ${H}" role="img" aria-label="${t('YOUR_CHANCE')}"><rect width="${W}" height="${H}" rx="12" fill="#3A4A5C" opacity=".16"/><path d="${area}" fill="#F4EBD0"/><path d="M8 ${H / 2}H${W - 8}" stroke="var(--ink2)" stroke-dasharray="3 5"/>
            <path d="M${x(this.at)} 4V${H}" stroke="var(--bad)" stroke-width="2" stroke-dasharray="2 5" stroke-linecap="round"/><path d="${path}" fill="none" stroke="var(--line-ink, #17302B)" stroke-width="2.5" stroke-linejoin="round"/>
            ${marks.map(({x: line, value, judged}) => html`<g class="mk-${SIGNS[judged.class][1]}"><circle cx="${x(line)}" cy="${y(value)}" r="5.5"/><text x="${x(line)}" y="${y(value) < 30 ? y(value) + 22 : y(value) - 11}" text-anchor="middle">${SIGNS[judged.class][0]}</text></g>`)}</svg>`);
        box.onclick = ({clientX}) => {
            const {left, width} = box.getBoundingClientRect();
            this.step(Math.round(((clientX - left) / width) * count));
        };
        const mine = this.judged.filter((one) => one && (this.humans.length === 0 || this.humans.includes(one.seat)));
        patch(one(this.screen, '.counts'), html`${Object.entries(SIGNS).map(([name, [sign, tone]]) => html`<span class="row"><span class="sg ${tone}">${sign}</span><b>${mine.filter((one) => one.class === name).length}</b></span>`)}`);
    }

    async #list() {
        const answer = await dialog(html`<h2>${t('WHOLE_GAME')}</h2><ol class="told moves">${this.lines.slice(1).map((line, i) => {
            const judged = this.judged.slice(this.first[i] ?? 1, this.first[i + 1] ?? 1).find((one) => one && SIGNS[one.class]);
            return html`<li><button class="btn soft small" value="${i}">${line.move} ${judged ? html`<span class="sg ${SIGNS[judged.class][1]}">${SIGNS[judged.class][0]}</span>` : ''}</button></li>`;
        })}</ol><div class="row end"><button class="btn" value="">${t('CLOSE')}</button></div>`);
        if (answer !== '') this.step(Number(answer));
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (document.querySelector('dialog[open]')) return;
        const steps = /** @type {Record<string, number>} */ ({ArrowLeft: -1, ArrowRight: 1});
        if (steps[event.key] && !(/** @type {Element} */ (event.target).closest?.('[role="grid"], [role="group"]'))) {
            event.preventDefault();
            this.step(this.at + steps[event.key]);
        }
    }
    close() {
        this.closed = true;
        this.#stopPlaying();
        core.stopThinking();
    }
}

/** @param {number} part */
const signed = (part) => `${part > 0 ? '+' : ''}${Math.round(part * 100)} %`;

/** @type {import('./screens.mjs').Show} */
export async function show(host, [id = ''], go) {
    const kept = find(id);
    if (!kept) {
        host.replaceChildren(make(html`<main class="panel lonely"><h1>${t('LINK_BAD')}</h1><p>${t('NO_SUCH_GAME')}</p><p><a class="btn" href="#/">${t('HOME')}</a></p></main>`));
        return;
    }
    const review = new Review(kept, go);
    await review.show(host);
    const keys = (/** @type {KeyboardEvent} */ event) => review.key(event);
    document.addEventListener('keydown', keys);
    return () => {
        document.removeEventListener('keydown', keys);
        review.close();
    };
}
