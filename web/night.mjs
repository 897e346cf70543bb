// night.mjs: a phone at a game night: comes in (night-join.mjs); then it is a hand. What everyone
// may see is on the big screen; the phone shows what is secret, what you can do now and, for the
// leader, the next game (night-lobby.mjs).

import {awake} from './awake.mjs';
import {loadBoards} from './boards.mjs';
import {askLeader, claimPanel, onClaim, orphans, succession, waitingPanel} from './claims.mjs';
import {games, SPECTATOR} from './core.mjs';
import {sentences} from './events.mjs';
import {FirstTime} from './first-time.mjs';
import {announce, html, icon, make, onPress, one, patch, title, toast} from './dom.mjs';
import {line} from './line.mjs';
import {kindOf, TITLES} from './kinds.mjs';
import {Held} from './night-held.mjs';
import {comeIn} from './night-join.mjs';
import {called, dress, frog, Night, winnerOf} from './night-line.mjs';
import {outcome, PhoneLobby, standings, takeText} from './night-lobby.mjs';
import {links, phrases, speak} from './night-meanwhile.mjs';
import {menu} from './night-menu.mjs';
import {buzz, tried} from './night-tried.mjs';
import {Party} from './pass.mjs';
import {Desk} from './play.mjs';
import {hush} from './sound.mjs';
import {list, n, t} from './words.mjs';

const AWAITED_MS = 60000; // for whom the game has waited that long, a robot can play
const SOON_MS = 50; // after the lead has got free
const FACE_DOWN = 150; // degrees by which a phone is turned that lies on its face

/** What a hand of a game's own may do.
 *  @typedef {{submit: (move: string) => Promise<boolean>, again: () => Promise<boolean>,
 *   redraw: () => void, phrases: (place: HTMLElement) => void,
 *   links: (place: HTMLElement, ...more: import('./night-meanwhile.mjs').Link[]) => void,
 *   say: (text: string) => void, frogOf: (seat: number) => string,
 *   isAway: (seat: number) => boolean}} HandHelp */
/** @typedef {import('./night-line.mjs').NightTable} NightTable */
/** @typedef {new (main: HTMLElement, table: NightTable, help: HandHelp) => {draw: () => void}}
 *   HandClass */
/** @typedef {import('./table.mjs').Happening} Happening */

/** Who sits where, with your own name too. @param {NightTable} table */
const namesAt = (table) => table.state.seats.map(({player}) => player?.name ?? '');

/** What was waited for has an event of its own. @template T @param {EventTarget} teller
 *  @param {string} type @param {(detail: T) => void} work */
const on = (teller, type, work) =>
    teller.addEventListener(type, (event) => work(/** @type {CustomEvent<T>} */ (event).detail));

/** Who has won, in words. @param {NightTable} table */
function wonBy({look, game, mine, seats}) {
    const seat = winnerOf(look), name = TITLES[game];
    if (seat === null) return look.result === 'dummy' ? t('DUMMY_WON') : t('NIGHT_DREW', name);
    return seat === mine ? t('NIGHT_YOU_WON', name) : t('NIGHT_WON', seats[seat].name, name);
}

/** The frame of a phone's screen: who one is, what can be said, the menu. */
const frame = () => html`<div class="hand-night"><header class="bar"><span
    class="me row"></span><span class="grow"></span><span class="others row"></span><button
    class="ib say" aria-label="${t('NIGHT_SAY')}">${icon('talk')}</button><button class="ib menu"
    aria-label="${t('MENU')}">${icon('menu')}</button></header>
    <p class="stand trouble" role="status" hidden>${t('NIGHT_LOST')}</p>
    <div class="stand absent" role="status" hidden></div><main></main><section
    class="panel claim-ask" aria-label="${t('NIGHT_MENU_PEOPLE')}" hidden></section></div>`;

class Hand {
    /** @type {NightTable | null} */
    #table = null;
    /** @type {Desk | null} */
    #desk = null;
    /** The game's own hand, where it has one. @type {{draw: () => void} | null} */
    #own = null;
    #due = false;
    #when = ''; // the turn or round in which that was last looked at
    #covered = false;
    #drawing = Promise.resolve();
    #closed = false;
    /** Does this person lead, as far as was told? @type {boolean | null} */
    #leads = null;
    /** What the big screen says, for those who do not see it. */
    #said = '';
    #rules = new FirstTime('');
    /** One's number at the night, while one had one. */
    #number = -1;
    /** Our seat when we came to the table. */
    #mine = SPECTATOR;
    /** Who sat where before the table's latest event. @type {string[]} */
    #names = [];
    /** The ply that the table waits for, since when, and until that is too long. */
    #waits = {ply: -1, since: 0, timer: 0};
    /** Until the lead can be taken from somebody who is away. */
    #leadTimer = 0;
    /** Has this person left of their own accord? */
    #leaves = false;
    /** What this phone shows, by a name. */
    #screen = '';
    /** How many seats there are at most in the game, if people have all of them. */
    #seats = 0;
    /** Who has won the game that is just over, in words. */
    #winner = '';

    /** @param {Night} night @param {(hash: string) => void} go
     *  @param {Party} party who else holds this phone */
    constructor(night, go, party) {
        this.night = night;
        this.go = go;
        this.party = party;
        this.root = make(frame());
        this.main = one(this.root, 'main');
        this.held = new Held(night, () => this.#table, () => void this.draw());
        this.lobby = new PhoneLobby(this.main, night, () => void this.draw());
        onPress(this.root, '.menu', () => void menu(this.#holder));
        onPress(this.root, '.say', () => void speak(night));
        night.addEventListener('change', () => this.draw());
        night.addEventListener('lost', () => this.#sign(true));
        night.addEventListener('back', () => this.#sign(false));
        this.hide = () => {
            if (document.hidden) this.#cover();
        };
        this.tilt = (/** @type {DeviceOrientationEvent} */ {beta}) => {
            if (beta !== null && Math.abs(beta) > FACE_DOWN) this.#cover();
        };
        document.addEventListener('visibilitychange', this.hide);
        addEventListener('deviceorientation', this.tilt);
    }

    /** What the menu has to know. */
    get #holder() {
        const {night, party} = this;
        return {
            night, party, game: this.#game, idleLeader: this.#idleLeader,
            awaited: (/** @type {number} */ seat) => this.#awaited(seat),
            leave: () => { this.#leaves = true; },
        };
    }

    /** @param {boolean} lost */
    #sign(lost) {
        one(this.root, '.stand.trouble').hidden = !lost;
    }

    /** What is secret is covered until it is asked for. */
    #cover() {
        const {look = null, humans = [], game = ''} = this.#table ?? {};
        if (this.#covered || humans.length === 0 || !look || !kindOf(game).hides(look)) return;
        this.#covered = true;
        this.root.classList.add('covered');
        const cover = make(html`<section class="hand-cover" role="dialog" aria-modal="true"
            aria-labelledby="cover-title"><h2 id="cover-title">${t('NIGHT_COVERED')}</h2><button
            class="btn wide big">${icon('eye')}${t('NIGHT_UNCOVER')}</button></section>`);
        this.root.append(cover);
        onPress(cover, 'button', () => {
            this.#covered = false;
            this.root.classList.remove('covered');
            cover.remove();
        });
    }

    draw() {
        this.#drawing = this.#drawing.then(() => this.#draw())
            .catch((error) => console.error(error));
        return this.#drawing;
    }

    async #draw() {
        const {night} = this, {state, me} = night;
        if (this.#closed) return;
        if (!me && this.party.leave(this)) return;
        if (!me || state.phase === 'ended') {
            this.#leaveTable();
            this.#head();
            this.#turnTo('over');
            this.#over(!me);
            return;
        }
        this.#number = state.you ?? this.#number;
        if (this.#leads === false && night.leads) toast(t('NIGHT_LEAD_NOW'));
        this.#leads = night.leads;
        this.#head();
        if (askLeader(one(this.root, '.claim-ask'), night, (work) => void tried(work))) buzz();
        if (state.phase === 'playing' && state.table) {
            if (this.#table?.id !== state.table) await this.#sit(state.table);
            else this.#playing();
            return;
        }
        if (this.held.on && !state.stopped) return; // the end is being shown
        this.#leaveTable();
        this.#head();
        this.#turnTo('lobby');
        if (me.away) this.#out();
        else this.lobby.draw(this.#winner);
    }

    /** Has this person something to decide? */
    get due() {
        return this.#due;
    }
    /** This hand is on the screen now. */
    shown() {
        Object.assign(globalThis, {pondNight: this.night, pondTable: this.#table}); // for tests
        void this.draw();
    }

    /** The game that is played, or the next one. */
    get #game() {
        return this.#table?.game ?? this.night.state.next.game;
    }

    /** Your frog, or your army's frog where armies play.
     *  @param {import('./night-line.mjs').Member} me */
    #colour({frog: own, seat}) {
        const armies = this.#table && kindOf(this.#table.game).armies && seat !== null;
        return armies ? ['light', 'dark'][seat] ?? own : own;
    }

    #head() {
        const {state, me} = this.night;
        if (!me) {
            patch(one(this.root, '.me'), html``);
            return;
        }
        const others = this.party.people.filter((one) => one !== this && one.night.me);
        // beside the frogs of others there is no room for more than one word
        const where = state.phase === 'playing' && state.table && others.length === 0
            ? [TITLES[this.#game]] : [];
        const place = this.#due ? t('NIGHT_DUE') : n('NIGHT_YOUR_PLACE', me.points);
        patch(one(this.root, '.me'), html`${frog(this.#colour(me))}<span>${called(me.name)}<br><span
            class="s">${[...where, place].join(', ')}</span></span>`);
        patch(one(this.root, '.others'), html`${
            others.map(({night: {line: {place}, me: who}}) => html`<button class="ib"
            data-place="${place}" aria-label="${t('NIGHT_PASS_TO', who?.name ?? '')}">${
            frog(who?.frog ?? 'green')}</button>`)}`);
        onPress(this.root, '.others .ib', ({dataset}) => {
            const other = others.find(({night}) => night.line.place === dataset.place);
            if (other) this.party.pass(other);
        });
        title(t('NIGHT'));
    }

    // ---- Not in a game ----

    /** @param {boolean} gone has one left, rather than the night ended? */
    #over(gone) {
        const {state, leader} = this.night;
        const moved = gone && state.members[this.#number]?.gone === false; // to another phone
        const removed = gone && !this.#leaves && !moved;
        const how = !gone ? t('NIGHT_OVER') : moved ? t('NIGHT_MOVED')
            : removed && leader ? t('NIGHT_REMOVED_BY', leader) : t('NIGHT_REMOVED');
        one(this.root, '.claim-ask').hidden = true;
        patch(this.main, html`<h1>${how}</h1>${removed ? html`<section
            class="panel why-removed"><p>${t('NIGHT_REMOVED_WHY')}</p><p>${
            t('NIGHT_REMOVED_THEN')}</p></section>` : ''}<section
            class="panel">${standings(this.night)}</section><p class="s">${
            t('NIGHT_POINTS_RULE')}</p><div class="foot">${removed ? html`<a class="btn soft wide"
            href="#/tv">${t('NIGHT_OPEN')}</a>` : ''}<a class="btn wide big" href="#/">${
            t('HOME')}</a></div>`);
    }

    /** Has left for a moment, with no seat that a robot would have to keep. */
    #out() {
        const {night} = this, told = night.state.phase === 'lobby' && night.state.played > 0;
        patch(this.main, html`${told ? outcome(night, this.#winner) : ''}<section
            class="panel lookup"><h1>${t('NIGHT_STEPPED_OUT')}</h1><p>${
            t('NIGHT_OUT_LOBBY')}</p><button class="btn wide big return">${
            t('NIGHT_COME_BACK')}</button></section>`);
        onPress(this.main, '.return', () => void this.#return());
    }

    /** For a latecomer, or one player too many: what to do meanwhile. */
    #watching() {
        const {night, main} = this;
        const why = this.#seats === 0 ? t('NIGHT_NEXT_TIME')
            : t('NIGHT_SEATS_TAKEN', TITLES[this.#game], this.#seats, list(this.#names));
        patch(main, html`<section class="panel lookup">${icon('eye')}<h1>${
            t('NIGHT_WATCH_SCREEN')}</h1><p>${why}</p></section>${this.#places()}${
            this.#said ? html`<section class="panel said" aria-label="${t('NIGHT_ON_SCREEN')}"><p>${
                this.#said}</p></section>` : ''}<section class="phrases"></section><section
            class="panel links"></section>`);
        onClaim(main, orphans(night.state),
            (member) => void tried(() => night.tell('claim', {member})),
            () => void tried(() => night.tell('withdraw')));
        void phrases(one(main, '.phrases'), night);
        this.#links(one(main, '.links'), []);
    }
    /** Seats that a spectator could take over; or the number that the leader compares. */
    #places() {
        const {state} = this.night, own = state.claims.find(({by}) => by === state.you);
        return own ? waitingPanel(state, own)
            : claimPanel(orphans(state), t(orphans(state).some(({gone}) => gone)
                ? 'NIGHT_SEAT_LEFT' : 'NIGHT_SEAT_FREE'), 'NIGHT_SEAT_TAKE');
    }
    /** @param {HTMLElement} place @param {import('./night-meanwhile.mjs').Link[]} more */
    #links(place, more) {
        links(place, this.night, this.#game, this.#table, more);
    }

    // ---- In a game ----

    #leaveTable() {
        if (this.#table?.over) this.#winner = wonBy(this.#table);
        this.held.end();
        this.#leaveBoard();
        this.#own = null;
        this.#table?.close();
        this.#table = null;
        this.#due = false;
        clearTimeout(this.#waits.timer);
        clearTimeout(this.#leadTimer);
        one(this.root, '.absent').hidden = true;
        this.root.classList.remove('playing');
        if (this.#covered) one(this.root, '.hand-cover button').click();
    }

    /** @param {string} id */
    async #sit(id) {
        this.#leaveTable();
        this.#winner = '';
        const table = await this.night.sit(id), own = await (table && kindOf(table.game).hand?.());
        if (!table) return;
        const most = (await games()).find(({game}) => game === table.game)?.seats[1] ?? 0;
        const people = table.state.seats.filter(({kind}) => kind === 'person').length;
        this.#seats = people === most ? most : 0;
        this.#table = table;
        const plays = own && table.humans.length > 0;
        this.#own = plays ? new own(this.main, table, this.#help(table)) : null;
        this.root.classList.add('playing');
        this.#said = '';
        this.#mine = table.mine;
        this.#names = namesAt(table);
        on(table, 'happening', (/** @type {{happening: Happening}} */ {happening}) => {
            this.held.hold(table.game, happening);
            void this.#tell(happening);
        });
        on(table, 'what', (/** @type {import('./line.mjs').What} */ what) =>
            this.#succession(what));
        on(table, 'trouble', (/** @type {Error} */ error) => toast(error?.message ?? ''));
        table.addEventListener('change', () => this.#playing());
        table.addEventListener('restart', () => this.#playing());
        if (this.party.shows(this)) Object.assign(globalThis, {pondTable: table}); // for tests
        this.#playing();
    }

    /** @param {NightTable} table @returns {HandHelp} */
    #help(table) {
        const {night} = this;
        return {
            submit: (move) => tried(() => table.submit(table.mine, move)),
            again: () => tried(() => table.withdraw()),
            say: announce,
            redraw: () => this.#playing(),
            phrases: (place) => void phrases(place, night),
            links: (place, ...more) => this.#links(place, more),
            frogOf: (seat) => night.state.members.find((one) => one.seat === seat)?.frog ?? '',
            isAway: (seat) => !table.state.seats[seat]?.computer
                && night.state.members.some((one) => one.seat === seat && !one.here),
        };
    }

    /** Says what the big screen shows; a board says it itself. @param {Happening} happening */
    async #tell(happening) {
        const table = this.#table, {event, after, events} = happening;
        if (!table || (event === undefined && after.sealed.length > 0)) return;
        const rule = this.night.state.next.first_time ? this.#rules.with(table.game, events) : '';
        const said = await sentences(table.game, happening, {seats: table.seats, me: table.mine});
        this.#said = [...said, rule].filter(Boolean).join(' ');
        if (!this.#desk && this.party.shows(this)) announce(this.#said);
        if (this.night.me?.seat === null) this.#playing();
    }

    /** Says that a seat has gone over. @param {import('./line.mjs').What} what */
    #succession({kind, seat}) {
        const former = this.#names[seat];
        this.#names = this.#table ? namesAt(this.#table) : [];
        if (kind !== 'succeed' || !this.party.shows(this)) return;
        announce(succession(former, this.#names[seat]));
    }

    #playing() {
        const table = this.#table;
        if (!table || this.#closed || table.closed) return;
        if (table.mine !== this.#mine) { // this phone has a seat now: that is another screen
            this.#mine = table.mine;
            this.#drawing = this.#drawing.then(() => this.#sit(table.id))
                .catch((error) => console.error(error));
            return;
        }
        this.#head();
        this.#await(table);
        if (this.night.me?.seat === null || table.humans.length === 0) {
            this.#turnTo('watch');
            if (this.night.me?.away) this.#out();
            else this.#watching();
        } else if (table.look === null) {
            this.#watchScreen('');
        } else if (this.held.on) {
            this.#lookUp();
        } else this.#hand(table);
    }

    /** The person's own part in the game. @param {NightTable} table */
    #hand(table) {
        const robot = Boolean(table.state.seats[table.mine]?.computer);
        const when = kindOf(table.game).where(table.look);
        const mine = table.look.turn.includes(table.mine) && !table.over && !robot;
        if (mine && (!this.#due || this.#when !== when)) { // a round may end before anyone sees it
            buzz();
            if (this.party.shows(this)) announce(t('YOUR_TURN_SAID'));
        }
        [this.#due, this.#when] = [mine, when];
        this.#head();
        this.#turnTo(mine ? 'turn' : 'wait');
        this.party.changed();
        if (!this.party.shows(this)) return; // drawn when it is
        if (robot) this.#replaced();
        else if (this.#own) this.#own.draw();
        else this.#board(table);
    }

    /** Another screen begins at its top. @param {string} which */
    #turnTo(which) {
        this.root.classList.toggle('over', which === 'over');
        if (which === this.#screen || !this.party.shows(this)) return;
        this.#screen = which;
        scrollTo(0, 0);
    }

    /** Something is shown that everyone should see. */
    #lookUp() {
        this.#turnTo('held');
        this.#due = false;
        this.party.changed();
        if (this.party.shows(this)) this.#watchScreen('held');
    }
    /** @param {string} classes */
    #watchScreen(classes) {
        patch(this.main, html`<section class="panel lookup ${classes}">${icon('eye')}<h1>${
            t('NIGHT_WATCH_SCREEN')}</h1></section>`);
    }

    /** A robot plays for somebody who is away. */
    #replaced() {
        this.#leaveBoard();
        const {away} = this.night.me ?? {};
        const waits = this.#table?.state.seats.every(({computer}) => computer);
        const what = waits ? t('NIGHT_OUT_WAITS') : away ? t('NIGHT_OUT_PLAYING') : '';
        patch(this.main, html`<section class="panel lookup"><h1>${
            t(away ? 'NIGHT_STEPPED_OUT' : 'NIGHT_ROBOT_PLAYS')}</h1>${
            what ? html`<p>${what}</p>` : ''}<button
            class="btn wide big return">${
            t(away ? 'NIGHT_COME_BACK' : 'SEAT_BACK')}</button></section>`);
        onPress(this.main, '.return', () => void this.#return());
    }

    #leaveBoard() {
        this.#desk?.leave();
        this.#desk = null;
        this.root.querySelector('.board-place')?.remove();
        this.main.hidden = false;
    }

    /** The same board as anywhere, under our own line. @param {NightTable} table */
    #board(table) {
        if (this.#desk) return;
        const place = make(html`<div class="board-place"></div>`);
        this.main.hidden = true; // the board has a main of its own
        this.main.after(place);
        this.#desk = new Desk(place, table, this.go);
        one(place, 'main').prepend(make(html`<h1 class="unseen">${TITLES[table.game]}</h1>`));
        void this.#desk.begin();
        if (table.look !== null) void table.recall(); // what others have played before
    }

    /** Back from where one was for a moment; the robot leaves the seat. */
    async #return() {
        const {night} = this, table = this.#table;
        if (night.me?.away) await tried(() => night.tell('away', {on: false}));
        if (!table || !table.state.seats[table.mine]?.computer) return;
        await tried(() => table.line.ask({type: 'back', table: table.id}));
    }

    // ---- Somebody who does not come ----

    /** Looks whom the table waits for, now and once that is too long. @param {NightTable} table */
    #await(table) {
        const ply = table.look?.ply ?? -1;
        if (ply !== this.#waits.ply) {
            clearTimeout(this.#waits.timer);
            const timer = setTimeout(() => this.#absent(), AWAITED_MS);
            this.#waits = {ply, since: this.night.line.now(), timer};
        }
        this.#absent();
    }

    /** Does everyone wait for this seat, and has for a while? @param {number} seat */
    #awaited(seat) {
        return Boolean(this.#table?.look?.turn.includes(seat))
            && this.night.line.now() - this.#waits.since >= AWAITED_MS;
    }

    /** Does everyone wait for a leader who does nothing, or is the leader's phone off? Then anyone
     *  may let a robot play. */
    get #idleLeader() {
        const {state, leads} = this.night;
        const lead = state.lead === null ? null : state.members[state.lead];
        return !leads && state.phase === 'playing' && lead !== null && lead.seat !== null
            && (this.#awaited(lead.seat) || (!lead.here && this.night.mayLead));
    }

    /** Who keeps everyone waiting, for those who can do something about it. */
    #absent() {
        const {night} = this, {state} = night, {look, state: at} = this.#table ?? {};
        const place = one(this.root, '.absent');
        const waited = !look || look.result !== null ? [] : night.present.filter(({seat, number}) =>
            seat !== null && number !== state.you && look.turn.includes(seat)
                && !at?.seats[seat]?.computer);
        const who = waited.find(({here}) => !here)
            ?? (this.#due ? undefined : waited.find(({seat}) => this.#awaited(seat ?? -1)));
        const may = who && (night.leads || (this.#idleLeader && who.number === state.lead));
        const takes = who && !may && !this.#due && night.mayLead;
        this.#awaitLead();
        place.hidden = !may && !takes;
        if (!may && !takes) return;
        const all = !this.#due && waited.every(({number}) => number === who.number);
        const why = all ? 'NIGHT_WAITS_FOR' : who.here ? 'NIGHT_THINKS' : 'NIGHT_NOT_HERE';
        patch(place, html`<p>${t(why, who.name)}</p><button class="btn soft small">${
            takes ? takeText(night) : t('NIGHT_REPLACE', who.name)}</button>`);
        const {number: member} = who;
        onPress(place, 'button', () => void tried(() => (takes
            ? night.tell('lead', {member: state.you}) : night.tell('replace', {member}))));
    }

    /** Looks again once the lead of somebody who is off is free. */
    #awaitLead() {
        const {night} = this, {lead_from: from} = night.state;
        clearTimeout(this.#leadTimer);
        if (from === null || night.mayLead || night.leads) return;
        this.#leadTimer = setTimeout(() => this.#absent(), from - night.line.now() + SOON_MS);
    }

    close() {
        this.#closed = true;
        this.lobby.close();
        document.removeEventListener('visibilitychange', this.hide);
        removeEventListener('deviceorientation', this.tilt);
        this.#leaveTable();
    }
}

/** @type {import('./screens.mjs').Show} */
export async function show(host, [code = ''], go) {
    await Promise.all([dress(), loadBoards()]);
    title(t('NIGHT'));
    line.connect();
    const night = new Night();
    const party = new Party(host, (place, all) => new Hand(place, go, all));
    let left = false;
    const sleep = awake();
    hush(true); // the big screen is heard
    void comeIn(host, night, code).then(() => {
        if (left) return;
        history.replaceState(null, '', `#/night/${night.state.code}`);
        party.add(night);
        void party.recall(night.state.code);
    });
    Object.assign(globalThis, {pondNight: night}); // for tests and the curious
    return () => {
        left = true;
        hush(false);
        sleep();
        party.close();
        night.close();
    };
}
