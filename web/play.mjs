// play.mjs: the play screen: a table, its board, what you can do, the story, and the buttons.
//
// The screen listens to the table: a `happening` is shown by the board and told as sentences; then
// everything is drawn as it stands. Boards know the screen as their `desk`.

import {kindOf, TITLES} from './kinds.mjs';
import {boardOf} from './boards.mjs';
import {looks, Refusal, UNIT} from './core.mjs';
import {all, announce, dialog, html, icon, make, onPress, one, painted, patch, piece, toast,
    title} from './dom.mjs';
import {sentences} from './events.mjs';
import {clock, portrait, ratingOf, sure, wayBack} from './look.mjs';
import {moving, skip} from './motion.mjs';
import {hasScreen, PLACES} from './screens.mjs';
import {play as sound} from './sound.mjs';
import {onChange, set, settings} from './settings-store.mjs';
import {find, keep, put} from './shelf.mjs';
import {cutBack, newSeed} from './table.mjs';
import {moveWords, sureWords} from './moves.mjs';
import {reasonOf} from './reason.mjs';
import {estimate, language, LANGUAGE_NAMES, languages, list, n, percent, t} from './words.mjs';

const SLOW_MS = 1000; // after which a server that has not answered is slow

/** A table of this device or of the server.
 *  @typedef {import('./table.mjs').Table | import('./far-table.mjs').FarTable} Table */
/** @typedef {import('./table.mjs').Happening} Happening */
/** A choice that a board points at: the best one, one that was played (`bad`), or the answer to
 *  that. `sign` and `tone` are what is drawn where it ends, `called` its name in the key of the
 *  arrows.
 *  @typedef {{move: string, bad?: boolean, answer?: boolean, second?: boolean, threat?: boolean,
 *  sign?: string, tone?: string, called?: string, leap?: import('./events.mjs').Event}} Pointed */
/** What a choice is truly worth, as it is drawn on a board: a sign such as `+2`, a tone, and words.
 *  @typedef {{sign: string, tone: string, words: string, rank: number}} Truth */
/** What a board is to the screen. On the analysis board it draws arrows that leave a chosen piece
 *  alone, and exact values; and it can be turned round. @typedef {object} Board
 *  @property {HTMLElement} stage @property {HTMLElement[]} above @property {HTMLElement[]} below
 *  @property {() => void} show @property {(happening: Happening) => Promise<void>} happen
 *  @property {(choices: Pointed[]) => void} point @property {() => void} unpoint
 *  @property {(key: string) => boolean} key @property {boolean} [tells] it calls `told` itself
 *  @property {(advice: {win: number[], draw: number} | null) => string | null} [chances]
 *  @property {(choices: Pointed[]) => void} [arrows]
 *  @property {(tiles: number[]) => void} [ringed] rings where frogs would land
 *  @property {(truths: Map<string, Truth> | null) => void} [values]
 *  @property {() => void} [turnAround] */


export class Desk {
    /** @type {Board} */
    board;
    /** @type {string[][]} */
    #lines = [];
    #busy = 0;
    /** @type {Promise<unknown>} */
    #queue = Promise.resolve();
    /** @type {(() => void)[]} */
    #endings = [];
    #over = false;

    /** @param {HTMLElement} host @param {Table} table @param {(hash: string) => void} go */
    constructor(host, table, go) {
        this.table = table;
        this.go = go;
        this.host = host;
        this.screen = make(html`<div class="play game-${table.game}">
            <header class="bar">
                ${wayBack('#/', 'HOME')}
                <h1 class="title grow">
                    <b class="h">${TITLES[table.game]}</b> <span class="s sub"></span>
                </h1>
                <a class="ib wide-only" href="#/rules/${table.game}" aria-label="${t('RULES')}">
                    ${icon('book')}
                </a>
                <button class="ib sound wide-only"></button>
                <button class="ib story-open narrow-only" aria-label="${t('STORY')}">
                    ${icon('list')}
                </button>
                <button class="ib menu" aria-label="${t('MENU')}">${icon('menu')}</button>
            </header>
            <main class="table">
                <section class="stage"></section>
                <aside class="side">
                    <section class="panel story">
                        <div class="row">
                            <h2 class="h3">${t('STORY')}</h2>
                            <span class="grow"></span>
                            <span class="pill chance" hidden></span>
                        </div>
                        <ol tabindex="0" aria-label="${t('STORY')}"></ol>
                    </section>
                    <button class="lastline">
                        <span class="grow"></span>
                        ${icon('right', 'small')}
                    </button>
                    <section class="panel acts">
                        <div class="row">
                            <button class="btn soft small hint">${icon('bulb')}${t('HINT')}</button>
                            <button class="btn soft small undo">${icon('undo')}${t('UNDO')}</button>
                            <button class="btn soft small draw">
                                ${icon('draw')}${t('DRAW_ACCEPT')}
                            </button>
                            <button class="btn soft small resign">
                                ${icon('flag')}${t('RESIGN')}
                            </button>
                        </div>
                    </section>
                </aside>
            </main>
        </div>`);
        this.board = this.#boardOf();
        this.#mount();
        this.#listen();
    }

    /** The look that is being shown, while there is more to come.
     *  @type {import('./core.mjs').Look | undefined} */
    #look;
    /** Nothing can be chosen in what has passed. @param {import('./core.mjs').Look} look */
    #past(look) {
        return look === this.table.look ? look : this.#shut(look);
    }
    /** A look in which the viewer can choose nothing. @param {import('./core.mjs').Look} look */
    #shut(look) {
        const {mine} = this.table;
        return {...look, legal: [], turn: look.turn.filter((seat) => seat !== mine)};
    }
    /** The board sees the table as far as it has been shown. */
    #boardOf() {
        const desk = this, {table} = this, look = () =>
            this.#look ?? (this.#waits ? this.#shut(table.look) : table.look);
        return boardOf({
            table: {
                game: table.game, options: table.options,
                get seats() { return table.seats; }, get mine() { return table.mine; },
                get humans() { return table.humans; }, get look() { return look(); },
                get happenings() { return cutBack(table.happenings, look().ply); },
                whyNot: (seat, move) => table.whyNot(seat, move),
                timedOut: (seat) => table.timedOut(seat),
            },
            get cast() { return desk.cast; }, get hands() { return desk.hands; },
            get round() { return desk.round; }, get withdraw() { return desk.withdraw; },
            about: (seat, side) => this.about(seat, side), beside: (seat) => this.beside(seat),
            told: (count) => this.told(count), ending: (place) => this.ending(place),
            // what was refused while something moves is drawn again after it
            submit: async (move) => await this.submit(move) || this.#busy > 0,
        });
    }

    #mount() {
        const story = one(this.screen, '.story');
        one(this.screen, '.stage').append(this.board.stage);
        story.before(...this.board.above);
        one(this.screen, '.lastline').after(...this.board.below);
        this.host.replaceChildren(this.screen);
    }

    #listen() {
        const {table, screen} = this;
        /** What a table tells. @param {string} type
         *  @param {(event: CustomEvent) => void} listener */
        const on = (type, listener) => {
            const heard = /** @type {EventListener} */ (listener);
            table.addEventListener(type, heard);
            this.#endings.push(() => table.removeEventListener(type, heard));
        };
        on('happening', ({detail: {happening, until}}) => until(this.#happen(happening)));
        on('pass', ({detail: {until}}) => until(this.#pass()));
        on('change', () => this.#draw());
        on('retell', () => void this.#tellAgain());
        on('thinking', () => void painted().then(() => { // what happened is drawn first
            if (!table.closed && table.thinking) this.#draw();
        }));
        on('trouble', ({detail}) => toast(t('TROUBLE', detail?.message ?? '')));
        /** @param {string} name @param {() => void} work */
        const click = (name, work) => one(screen, name).addEventListener('click', work);
        click('.hint', () => this.hint());
        click('.undo', () => this.undo());
        click('.acts .draw', () => this.offerDraw());
        click('.resign', () => this.resign());
        click('.sound', () => set('sound', !settings.sound));
        click('.menu', () => this.menu());
        click('.story-open', () => this.tellAll());
        click('.lastline', () => this.tellAll());
        screen.addEventListener('focusin', ({target}) => {
            this.#keyed = /** @type {Element} */ (target).matches(':focus-visible')
                && /** @type {Element} */ (target).closest('.tile, .cardbtn, .hand, .can') !== null;
        });
        screen.addEventListener('pointerdown', () => {
            this.#keyed = false;
        });
        const keys = (/** @type {KeyboardEvent} */ event) => this.#keys(event);
        document.addEventListener('keydown', keys);
        this.#endings.push(() => document.removeEventListener('keydown', keys));
        this.#endings.push(onChange((name) => {
            if (name === 'chances' || name === 'seen' || name === 'threats' || name === 'sound') {
                this.#draw();
            }
        }));
        const story = one(screen, '.story ol');
        const sized = new ResizeObserver(() => { // other panels leave it less room, or more
            story.scrollTop = story.scrollHeight;
        });
        sized.observe(story);
        this.#endings.push(() => sized.disconnect());
        const tap = (/** @type {Event} */ event) => {
            if (moving() && !(/** @type {Element} */ (event.target).closest('.bar'))) skip();
        };
        one(screen, '.stage').addEventListener('pointerdown', tap, {capture: true});
        this.#endings.push(() => one(screen, '.stage').removeEventListener('pointerdown', tap));
    }

    /** @param {KeyboardEvent} event */
    #keys(event) {
        if (event.ctrlKey || event.metaKey || event.altKey
            || document.querySelector('dialog[open]')) {
            return;
        }
        if (/** @type {Element} */ (event.target).matches?.('input, textarea, select')) return;
        if (event.key === ' ' && moving()) {
            event.preventDefault();
            skip();
        } else if (!settings.keys && event.key.length === 1) return; // for people who dictate
        else if (event.key === 'h' || event.key === 'H') void this.hint();
        else if (event.key === 'u' || event.key === 'U') void this.undo();
        else if (this.board.key(event.key)) event.preventDefault();
    }

    // ---- What happens ----

    /** The seat called 'you' in the story: the only human. */
    get cast() {
        const {humans, seats} = this.table;
        return {seats, me: humans.length === 1 ? humans[0] : -1};
    }

    /** @param {Happening} happening */
    #happen(happening) {
        // as it is now: when its turn comes, more may have happened
        const story = [...this.table.happenings];
        this.#busy++; // at once: a change that is told meanwhile must not draw how it ends
        this.#look ??= this.#past(happening.before);
        this.#queue = this.#queue.then(async () => {
            this.board.unpoint();
            this.#hinted?.remove();
            this.screen.classList.add('moving');
            try {
                const open = happening.event === undefined && happening.after.sealed.length > 0;
                const said = open ? [] : await sentences(this.table.game, happening, this.cast);
                if (happening.event === 'back') this.#lines = await this.#retell(story);
                else if (said.length > 0) this.#lines.push(this.board.tells ? [] : said);
                this.#said = said;
                this.#tellLast();
                const aside = this.table.humans.length === 1
                    ? kindOf(this.table.game).aside?.(happening.events, this.table.mine)
                    : ''; // nobody else listens
                if (!this.board.tells) announce([...said, aside].filter(Boolean).join(' '));
                this.#look = this.#past(happening.after);
                await this.board.happen(happening);
                if (this.board.tells && said.length > 0) this.told(said.length);
            } finally {
                if (--this.#busy === 0) this.#look = undefined;
                this.screen.classList.remove('moving');
            }
        }).catch((error) => {
            console.error(error);
            this.board.show();
        });
        return this.#queue;
    }

    /** @type {string[]} */
    #said = [];
    /** A board that shows several things one after the other has them told as they come.
     *  @param {number} count how many of the last sentences may be known now
     *  @param {number} [_first] the first of those that belong to what is shown now */
    told(count, _first) {
        const line = this.#lines.at(-1);
        if (!line || line.length >= count || line.length >= this.#said.length) return;
        for (const text of this.#said.slice(line.length, count)) {
            line.push(text);
            announce(text);
        }
        this.#tellLast();
    }

    /** The whole story again, in its turn. */
    #tellAgain() {
        const story = [...this.table.happenings];
        this.#queue = this.#queue.then(async () => {
            this.#lines = await this.#retell(story);
            this.#draw();
        }).catch((error) => console.error(error));
        return this.#queue;
    }

    /** The whole story in words, after a takeback or at a continued game.
     *  @param {import('./events.mjs').Told[]} story */
    async #retell(story) {
        const lines = [];
        for (const happening of story) {
            const said = await sentences(this.table.game, happening, this.cast);
            if (said.length > 0) lines.push(said);
        }
        return lines;
    }

    async begin() {
        await this.#tellAgain();
        void painted().then(() => { // the board first, then the chances
            this.#begun = true;
            if (!this.table.closed) this.#chances();
        });
        if (this.#hidesSomething && this.table.humans.length > 1) void this.#pass();
        return this;
    }

    /** Must players at one screen not see what others see? */
    get #hidesSomething() {
        return kindOf(this.table.game).hides(this.table.look);
    }

    /** Covers everything until the next player is there. */
    #pass() {
        if (!this.#hidesSomething || this.table.over) {
            this.board.show();
            return Promise.resolve();
        }
        const {table} = this, name = table.seats[table.mine].name;
        const cover = make(html`<div class="cover" role="dialog" aria-modal="true"
            aria-labelledby="cover-title">
            <div>
                <span class="frog">${portrait(table.game, table.mine, table.options)}</span>
                <h2 id="cover-title">${t('PASS_TO', name)}</h2>
                <p>${t('PASS_HELP')}</p>
                <button class="btn">${t('PASS_READY', name)}</button>
            </div>
        </div>`);
        this.screen.setAttribute('inert', '');
        this.screen.hidden = true;
        document.body.append(cover);
        announce(t('PASS_TO', name));
        const button = one(cover, 'button');
        button.focus();
        return new Promise((done) => {
            const leave = () => {
                this.screen.removeAttribute('inert');
                this.screen.hidden = false;
                cover.remove();
                this.board.show();
                this.#draw();
                done(undefined);
            };
            button.addEventListener('click', leave);
            this.#endings.push(() => cover.remove());
        });
    }

    // ---- Drawing ----

    #draw() {
        const {table, screen} = this, {look} = table;
        if (this.#busy > 0) return; // it is drawn when everything has been shown
        this.board.show();
        one(screen, '.sub').textContent = this.#where();
        const soundButton = one(screen, '.sound');
        patch(soundButton, icon(settings.sound ? 'sound' : 'quiet'));
        soundButton.setAttribute('aria-label', t(settings.sound ? 'SOUND_OFF' : 'SOUND_ON'));
        const mine = look.turn.includes(table.mine) && !table.over;
        const human = this.#plays;
        button(one(screen, '.hint'), mine && human && (table.local || !table.rated));
        button(one(screen, '.undo'), table.undoable() > 0);
        one(screen, '.acts .draw').hidden =
            table.over || !human || look.offer === null || look.offer === table.mine;
        one(screen, '.acts .resign').hidden = table.over || !human;
        one(screen, '.acts').classList.toggle('over', table.over);
        one(screen, '.acts').hidden = (table.over || !human) && table.undoable() === 0;
        one(screen, '.acts .hint').hidden = table.over || !human;
        this.#tellLast();
        title(`${mine ? '● ' : ''}${TITLES[table.game]}, Pond`);
        if (mine && human) this.#refocus();
        const due = mine && human ? look.version : -1;
        const when = kindOf(table.game).where(look);
        // A round in which all choose at once may end before anyone sees that we had chosen.
        if (due >= 0 && (this.#due < 0 || (this.#when !== '' && this.#when !== when))) {
            announce(t('YOUR_TURN_SAID'));
        }
        [this.#due, this.#when] = [due, when];
        this.#help(due);
        if (!table.over) this.hands = undefined; // it was taken back
        if (table.over && !this.#over) this.#finish();
        this.#over = table.over;
        this.#chances();
    }

    #due = 0; // at least 0 while it is known to be our turn
    #when = ''; // the turn or round in which that was last looked at
    #helped = -1;
    /** A seat with hints gets one at every turn. @param {number} due the turn's version, or -1 */
    #help(due) {
        const {table} = this;
        if (due < 0 || due === this.#helped || !table.seats[table.mine]?.hints) return;
        this.#helped = due;
        void this.hint();
    }
    #keyed = false; // the last choice was made by key
    /** What was chosen by key may be gone or closed: the next choice begins where the last one
     *  was. */
    #refocus() {
        if (!this.#keyed || document.activeElement !== document.body) return;
        /** @type {HTMLElement | null} */ (this.screen.querySelector(
            '.tile.goal:enabled, .cardbtn:enabled, .hand .qcard:enabled, .can button:enabled'))
            ?.focus();
    }

    #begun = false; // the board has been seen
    #chances() {
        // once it is over nobody has chances
        if (!settings.chances || !this.board.chances || this.table.over) {
            this.board.chances?.(null);
            one(this.screen, '.chance').hidden = true;
        } else if (this.#begun) void this.#estimate();
    }

    #estimated = -1;
    async #estimate() {
        const {table} = this, {look} = table;
        if (table.over || table.thinking || look.version === this.#estimated
            || !this.board.chances) {
            return;
        }
        this.#estimated = look.version;
        const advice = await table.glance();
        if (!advice || this.table.closed || table.over) return;
        const words = this.board.chances(advice);
        const pill = one(this.screen, '.chance');
        pill.hidden = !words;
        pill.textContent = words;
        pill.title = t('SET_CHANCES_HELP');
    }

    #where() {
        const {look, over, game} = this.table;
        if (over) return t('OVER_SHORT');
        const odds = this.table.options.includes(`,${kindOf(game).handicap}=`)
            ? `, ${t('WITH_HANDICAP')}`
            : '';
        return `${kindOf(game).where(look)}, ${n('PLAYERS', look.seats)}${odds}${
            this.table.humans.length === 0 ? `. ${t('WATCHING')}` : ''}`;
    }

    #toldLast = ''; // the story as it was drawn last
    #tellLast() {
        const ol = one(this.screen, '.story ol');
        const lines = this.#lines.flatMap((said, i) => said.map((text) => ({text, i})));
        const from = Math.max(0, lines.length - 120);
        const story = lines.length === 0
            ? html`<li class="then">${t('STORY_EMPTY')}</li>`
            : html`${lines.slice(from).map(({text, i}) =>
                html`<li class="${i === this.#lines.length - 1 ? 'now' : 'then'}">${text}</li>`)}`;
        if (story.text === this.#toldLast) return; // to scroll to its end costs a layout
        this.#toldLast = story.text;
        patch(ol, story);
        requestAnimationFrame(() => {
            ol.scrollTop = ol.scrollHeight;
        });
        one(this.screen, '.lastline .grow').textContent = lines.at(-1)?.text ?? t('STORY_EMPTY');
    }

    async tellAll() {
        await dialog(html`
            <h2>${t('STORY')}</h2>
            <ol class="told">${this.#lines.flat().map((text) => html`<li>${text}</li>`)}</ol>
            <div class="row end"><button class="btn" value="close">${t('CLOSE')}</button></div>
        `, {classes: 'told'});
    }

    /** Is the viewer a player who has not resigned? */
    get #plays() {
        const {humans, mine, look} = this.table;
        return humans.includes(mine) && !look.resigned.includes(mine);
    }

    /** What stands under a name. @param {number} seat @param {string} [side] */
    about(seat, side = '') {
        const {table} = this, {look, seats} = table;
        const parts = side ? [side] : [];
        if (seats[seat].kind === 'computer') parts.push(t('ROBOT', seats[seat].level ?? 0));
        if (look.resigned.includes(seat))
            parts.push(t(table.timedOut(seat) ? 'TIMED_OUT' : 'RESIGNED'));
        else if (look.turn.includes(seat) && !table.over) {
            parts.push(t('TO_MOVE'));
        }
        return parts.join(', ');
    }

    /** The text beside a name: a rating, and the time left. @param {number} seat */
    beside(seat) {
        const {table} = this, left = table.left()[seat] ?? null, rating = table.rating(seat);
        return html`${rating ? ratingOf(rating) : ''}${
            left === null ? '' : clock(seat, left, table.look.turn.includes(seat) && !table.over)}`;
    }

    // ---- The end ----

    /** Who won and why, in words. */
    outcome() {
        const {table} = this, {result} = table.look;
        const winner = /^seat (\d)$/.exec(result ?? '');
        const {me} = this.cast;
        const why = reasonOf(table, me);
        if (result === 'draw') return {won: false, lost: false, seat: -1, text: t('DRAWN'), why};
        if (result === 'dummy') return {won: false, lost: true, seat: 2, text: t('DUMMY_WON'), why};
        const seat = winner ? Number(winner[1]) : -1;
        if (seat === me) return {won: true, lost: false, seat, text: t('YOU_WON'), why};
        return {won: false, lost: me >= 0, seat, text: t('WON', table.seats[seat]?.name ?? ''),
            why};
    }

    #finish() {
        const {won, lost, text, why} = this.outcome();
        sound(won ? 'won' : lost ? 'over' : 'won');
        announce(`${text}${/[.!?]$/.test(text) ? '' : '.'} ${why}`);
        // the server keeps it as well
        if (this.table.humans.length > 0) void this.#shelve().catch(() => {});
        if (kindOf(this.table.game).hands) void this.#openHands().catch(() => {});
    }

    /** What the game did to one's rating, in words; '' while that is not known. */
    rated = '';

    /** Everyone's cards once the game is over, by seat. @type {string[] | undefined} */
    hands;
    /** The cards of the round that comes next, by frog: known only of a game of the past.
     *  @type {Map<number, number> | undefined} */
    round;
    async #openHands() {
        const {table} = this, shown = await looks(await table.record());
        if (!table.over) return;
        this.hands = shown.at(-1)?.hands;
        if (this.#busy === 0) this.board.show();
    }

    /** Puts the end of the game where a board wants it. @param {HTMLElement} place */
    ending(place) {
        const {seat, text, why} = this.outcome(), {table} = this;
        const drawn = seat < 0;
        patch(place, html`<div class="ending">
            <span class="portrait">
                ${portrait(table.game, drawn ? table.mine % table.seats.length : seat,
                    table.options)}${drawn ? '' : piece('crown', 'crown')}
            </span>
            <div class="how"><h2>${text}</h2><p>${why}</p></div>
            ${this.rated ? html`<p class="rated">${this.rated}</p>` : ''}${this.#series()}${
                this.#wishes()}
            <div class="row">
                ${this.#rematchButton()}${hasScreen('review') ? html`<button
                    class="btn ${this.#others ? '' : 'soft'} review">
                    ${icon('chart')}${t('REVIEW')}
                </button>` : ''}
                <button class="btn soft save">${icon('share')}${t('SHARE')}</button>
            </div>
        </div>`);
        onPress(place, '.again', () => this.rematch());
        if (!table.local) onPress(place, '.no-more', () => this.#wish(() => table.noMore()));
        onPress(place, '.review', () => void this.review());
        onPress(place, '.save', () => void this.share());
    }

    /** Who would like another game at a table of the server: seats of people.
     *  @returns {number[]} */
    get #wanting() {
        if (this.table.local) return [];
        return this.table.state.seats.flatMap(
            (seat, i) => (seat.kind === 'person' && seat.again ? [i] : []));
    }
    /** What is known of a rematch, in words. */
    #wishes() {
        const {table} = this, wanting = this.#wanting, names =
            (/** @type {number[]} */ seats) => list(seats.map((seat) => table.seats[seat].name));
        if (wanting.length === 0) return '';
        const missing = table.seats.map((_, i) => i)
            .filter((i) => table.seats[i].kind === 'human' && !wanting.includes(i));
        return html`<p class="wish">${wanting.includes(table.mine)
            ? t('REMATCH_ASKED', names(missing))
            : n('REMATCH_WISH', wanting.length, names(wanting))}</p>`;
    }
    /** Is it someone else's game: one that is only watched, or an opened record? */
    get #others() {
        const {table} = this;
        return table.local
            ? table.script.record !== undefined && table.script.log.length === 0
            : table.humans.length === 0;
    }
    #rematchButton() {
        const {table} = this;
        if (this.#others) return '';
        if (this.#wanting.includes(table.mine)) {
            return html`<button class="btn soft no-more">
                ${icon('x')}${t('REMATCH_NO_MORE')}
            </button>`;
        }
        return html`<button class="btn again">${icon('again')}${t('REMATCH')}</button>`;
    }
    /** Says to the server that one would like another game, or no longer.
     *  @param {() => Promise<unknown>} say */
    #wish(say) {
        if (this.#wishing) return; // pressed twice
        this.#wishing = true;
        void say().catch((/** @type {Error} */ error) => toast(error.message)).finally(() => {
            this.#wishing = false;
            this.screen.querySelector('.wish')?.parentElement?.scrollIntoView({block: 'nearest'});
        });
    }
    #wishing = false;

    /** How the series stands, once there was more than one game. */
    #series() {
        const {table} = this, {seat} = this.outcome();
        const wins = table.seats.map((_, i) => (
            table.local ? table.score[i] + (i === seat ? 1 : 0) : table.state.seats[i]?.wins ?? 0));
        const games = table.local
            ? table.score.reduce((all, one) => all + one, 0) + 1
            : table.state.series.games;
        if (games < 2) return '';
        return html`<p class="series">
            <b>${t('SERIES', games)}</b> ${
                table.seats.map(({name}, i) => `${name} ${wins[i]}`).join(', ')}
        </p>`;
    }

    /** Puts a finished game of the server onto the shelf, where those of this device are.
     *  @returns {Promise<string>} its name there */
    async #shelve() {
        const {table} = this, {game, options, look} = table;
        if (table.local) {
            if (!find(table.id)) keep(table, true); // given up before anything was done
            return table.id;
        }
        const id = `${table.id}-${table.state.number}`; // a series is many games
        if (find(id)) return id;
        const seats = table.seats.map((seat, i) => ({...seat,
            kind: /** @type {'human' | 'computer'} */ (i === table.mine ? 'human' : 'computer'),
            ...(i === table.mine ? {person: 1} : {})}));
        const script = {game, options, seed: newSeed(), record: await table.record(), log: []};
        put({id, game, options, seats, script, when: Date.now(), result: look.result,
            reason: look.reason, score: [], ply: look.ply, mine: false, humans: 1,
            late: look.resigned.filter((seat) => table.timedOut(seat))});
        return id;
    }

    async review() {
        this.go(`#/review/${await this.#shelve()}`);
    }

    async rematch() {
        const {table} = this;
        if (!table.local) {
            this.#wish(() => table.again());
            return;
        }
        const next = await table.next();
        table.close();
        dispatchEvent(new CustomEvent('pond:play', {detail: next}));
    }

    // ---- What the player does ----

    /** Sends a choice to the table, unless the tutor finds it worth a second thought.
     *  @param {string} move @returns {Promise<boolean>} was it made? */
    async submit(move) {
        const {table} = this;
        if (!table.local) return this.#send(move);
        return this.#tried(async () => {
            if (settings.tutor && table.look.legal.length > 1
                && !(await this.#tutor(table, move))) {
                return false;
            }
            await table.submit(table.mine, move);
            return true;
        });
    }
    #sent = -1; // the version at which a choice is on its way to the server: no other is made there
    #waits = false; // for so long that the board says so
    /** @param {string} move */
    async #send(move) {
        const {table} = this, {version} = table.look;
        if (this.#sent === version) return false;
        this.#sent = version;
        const late = setTimeout(() => { // the line is lost, perhaps
            this.#waits = true;
            this.board.show();
            toast(t('SENT_SOON', moveWords(table.game, move)));
        }, SLOW_MS);
        const done = await this.#tried(() => table.submit(table.mine, move).then(() => true));
        clearTimeout(late);
        if (this.#sent === version) this.#sent = -1;
        if (this.#waits) {
            this.#waits = false;
            this.#draw();
        }
        return done;
    }
    /** Takes up a choice that is still sealed, to choose again: at a table of the server. */
    get withdraw() {
        const {table} = this;
        return table.local ? undefined : () => this.#tried(() => table.withdraw().then(() => true));
    }
    /** A refusal is shown. @param {() => Promise<boolean>} work */
    async #tried(work) {
        try {
            return await work();
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            toast(error.message);
            sound('no');
            return false;
        }
    }

    /** @param {import('./table.mjs').Table} table @param {string} move
     *  @returns {Promise<boolean>} go on with it? */
    async #tutor(table, move) {
        const judged = await table.judge(table.mine, move);
        if (!judged?.warns) return true;
        const answer = await dialog(html`
            <h2>${t('TUTOR_SURE')}</h2>
            <p>${t('TUTOR_LOSS', moveWords(this.table.game, move),
                percent(judged.known.best_value), percent(judged.known.value))}</p>
            <div class="row end">
                <button class="btn soft" value="play">${t('TUTOR_PLAY')}</button>
                <button class="btn soft" value="show">${t('TUTOR_SHOW')}</button>
                <button class="btn" value="think" autofocus>${t('TUTOR_THINK')}</button>
            </div>
        `);
        if (answer === 'show') await this.hint();
        return answer === 'play';
    }

    async hint() {
        const {table} = this;
        if (!table.look.turn.includes(table.mine) || table.over) return;
        const place = one(this.screen, '.hint');
        place.classList.add('thinking');
        const advice = await table.advice(table.mine).catch((error) => {
            toast(error.message);
            return null;
        });
        place.classList.remove('thinking');
        if (!advice) return;
        this.#showHint(advice);
        this.#estimated = -1; // more is known of the chances now
        this.#chances();
    }
    /** What the last hint said, until something happens. @type {HTMLElement | undefined} */
    #hinted;
    /** @param {import('./core.mjs').Advice} advice */
    #showHint(advice) {
        const {table} = this;
        table.hints++;
        const mixed = advice.choices.filter(({probability}) => probability > UNIT / 20);
        const choices = mixed.length > 1
            ? [...mixed].sort((a, b) => b.probability - a.probability)
            : advice.choices;
        this.board.point(choices);
        const best = choices[0];
        const value = (best.value ?? 0) / UNIT, sure = advice.exact && kindOf(table.game).armies
            ? sureWords(value, Math.ceil(advice.end / 2))
            : '';
        const text = sure
            ? t('HINT_SURE', moveWords(table.game, best.move), sure)
            : mixed.length > 1 ? t('HINT_MIX', mixed.slice(0, 3).map((choice) =>
                `${moveWords(table.game, choice.move)} ${percent(choice.probability / UNIT)}`)
                .join(', '))
            : t('HINT_BEST', moveWords(table.game, best.move),
                estimate(value, (best.error ?? 0) / UNIT));
        this.#hinted = toast(text);
        this.#lookAt('.arrow path, .tile.advised');
    }

    /** On a small screen what is pointed at may lie outside, or under the bar that says so.
     *  @param {string} selector */
    #lookAt(selector) {
        const marks = all(this.screen, selector).map((mark) => mark.getBoundingClientRect()),
            said = document.querySelector('.toast')?.getBoundingClientRect().bottom ?? 0;
        const top = Math.min(...marks.map((mark) => mark.top)),
            bottom = Math.max(...marks.map((mark) => mark.bottom));
        if (top < said) window.scrollBy(0, top - said);
        else if (bottom > innerHeight) window.scrollBy(0, bottom - innerHeight);
    }

    async undo() {
        if (this.table.undoable() === 0) return;
        try {
            await this.table.takeBack();
            if (!this.table.local && this.table.state.ask) toast(t('BACK_ASKED'));
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            toast(error.message);
        }
    }

    async resign() {
        if (await sure(t('RESIGN_SURE'), '', t('RESIGN'), t('PLAY_ON'))) {
            await this.table.resign(this.table.mine);
        }
    }

    async offerDraw() {
        const {table} = this, {look} = table;
        if (look.offer !== null && look.offer !== table.mine) {
            await table.acceptDraw(table.mine);
            return;
        }
        try {
            const accepted = await table.offerDraw(table.mine);
            if (!accepted) toast(t('DRAW_REFUSED'));
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            toast(error.message);
        }
    }

    async share() {
        const {exportDialog} = await import('./share.mjs'); // seldom needed
        await exportDialog(this.table, this.board.stage);
    }

    /** May everything about the game be shown: is it over, or your own with nothing hidden? */
    get #open() {
        const {game, over, local} = this.table;
        return over || (local && !kindOf(game).hands);
    }
    /** Anything may be tried on the analysis board. */
    async analyse() {
        const {table} = this, {analyse, namesOf} = await import('./analyses.mjs');
        this.go(analyse({record: await table.record(), position: await table.position(),
            names: namesOf(table.seats)}));
    }

    async menu() {
        const {table} = this;
        const human = this.#plays && !table.over, {armies, keys} = kindOf(table.game);
        const answer = await dialog(html`
            <h2>${TITLES[table.game]}</h2>
            <div class="menu-list short">
                ${human ? html`<button class="btn soft" value="hint">
                    ${icon('bulb')}${t('HINT')}
                </button>` : ''}
                ${table.undoable() > 0 ? html`<button class="btn soft"
                    value="undo">
                    ${icon('undo')}${t('UNDO')}
                </button>` : ''}
                ${human && armies ? html`<button class="btn soft" value="draw">
                    ${icon('draw')}${t('DRAW_OFFER')}
                </button>` : ''}
                ${human ? html`<button class="btn soft" value="resign">
                    ${icon('flag')}${t('RESIGN')}
                </button>` : ''}
                ${armies ? html`<button class="btn soft" value="threats"
                    aria-pressed="${settings.threats}">
                    ${icon('eye')}${t('SET_THREATS')}
                </button>` : ''}
                <button class="btn soft" value="share">${icon('share')}${t('SHARE')}</button>
                ${this.#open ? html`<button class="btn soft" value="analyse">
                    ${icon('chart')}${t('ANALYSE')}
                </button>` : ''}
                ${languages().filter((name) => name !== language()).map((name) =>
                    html`<button class="btn soft" value="lang-${name}" lang="${name}">
                        ${icon('globe')}${LANGUAGE_NAMES[name]}
                    </button>`)}
                <button class="btn soft" value="new">${icon('play')}${t('NEW_GAME')}</button>
            </div>
            <h3>${t('ELSEWHERE')}</h3>
            <div class="menu-list short">${PLACES.map(([hash, sign, word]) => html`<button
                class="btn soft" value="/${hash === 'rules' ? `rules/${table.game}` : hash}">
                ${icon(sign)}${t(hash ? word : 'HOME')}
            </button>`)}</div>
            <p class="s keys">${t('KEYS')} ${keys ? t(keys) : ''}</p>
            <div class="row end"><button class="btn" value="">${t('CLOSE')}</button></div>
        `, {classes: 'menu'});
        if (answer === 'hint') await this.hint();
        if (answer === 'undo') await this.undo();
        if (answer === 'draw') await this.offerDraw();
        if (answer === 'resign') await this.resign();
        if (answer === 'threats') set('threats', !settings.threats);
        if (answer === 'share') await this.share();
        if (answer === 'analyse') await this.analyse();
        if (answer.startsWith('/')) this.go(`#${answer}`);
        if (answer.startsWith('lang-')) set('language', answer.slice(5));
        if (answer === 'new') this.go(`#/setup/${table.game}`);
    }

    /** The screen goes, the table stays. */
    leave() {
        for (const end of this.#endings) end();
        for (const cover of all(document, '.cover')) cover.remove();
    }
    close() {
        this.leave();
        this.table.close();
    }
}

/** @param {HTMLElement} element @param {boolean} enabled */
function button(element, enabled) {
    /** @type {HTMLButtonElement} */ (element).disabled = !enabled;
}
