// night.mjs: a phone at a game night: comes in with the code, a name and a frog; then it is a hand. What everyone may see
// is on the big screen; the phone shows what is secret, what you can do now and, for the leader, the next game.

import {awake} from './awake.mjs';
import {loadBoards} from './boards.mjs';
import {absent, askLeader, claimPanel, onClaim, orphans, succession, waitingPanel} from './claims.mjs';
import {games, Refusal, SPECTATOR} from './core.mjs';
import {sentences} from './events.mjs';
import {FirstTime} from './first-time.mjs';
import {all, announce, dialog, html, icon, make, onPress, one, patch, piece, title, toast} from './dom.mjs';
import {LEVELS} from './levels.mjs';
import {line} from './line.mjs';
import {kindOf, KINDS, TITLES} from './kinds.mjs';
import {dress, FACES, FROGS, frog, Night, NightTable, phrasesOf, winnerOf} from './night-line.mjs';
import {field, nameOf, optionsText} from './options.mjs';
import {Party} from './pass.mjs';
import {Desk} from './play.mjs';
import {set, settings} from './settings-store.mjs';
import {hush} from './sound.mjs';
import {language, languages, LANGUAGE_NAMES, n, t} from './words.mjs';

const PHRASES = ['nice', 'close', 'thinking', 'well-played', 'wow', 'ribbit', 'oops', 'lucky'], TOLD = 12;
const ROBOTS = [0, 1, 2, 3], SEATED = ['players', 'colors', 'first']; // options that follow from who sits where
const AWAITED_MS = 60000; // for whom the game has waited that long, a robot can play
const CROWD = 3; // people who can be removed together
const SHOW_MS = 20000; // the longest that a phone waits for the big screen
const CODE = /^[A-Za-z]{4,6} ?-?[0-9OILoil]{2}$/;

/** What a hand of a game's own may do. @typedef {{submit: (move: string) => Promise<boolean>, again: () => Promise<boolean>,
 *   redraw: () => void, phrases: (place: HTMLElement) => void, links: (place: HTMLElement, ...more: Link[]) => void, say: (text: string) => void, frogOf: (seat: number) => string}} HandHelp */
/** Something to look at while others think: an icon, what it is called, what it does. @typedef {[string, string, () => void]} Link */
/** @typedef {new (main: HTMLElement, table: NightTable, help: HandHelp) => {draw: () => void}} HandClass */

/** Why the server refuses it; empty if it does not. @param {() => Promise<unknown>} work */
async function refusal(work) {
    try {
        await work();
        return '';
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return error.message;
    }
}

/** Refusals are shown, not thrown. @param {() => Promise<unknown>} work */
async function tried(work) {
    const why = await refusal(work);
    if (!why) return true;
    toast(why);
    announce(why);
    return false;
}

/** Who sits where, with your own name too. @param {NightTable} table */
const namesAt = (table) => table.state.seats.map(({player}) => player?.name ?? '');

/** Some browsers tell how a phone lies only if they are asked after a touch. */
const MOTION = /** @type {{requestPermission?: () => Promise<string>} | undefined} */ (
    /** @type {unknown} */ (globalThis.DeviceOrientationEvent));
const MOTION_ASKS = Boolean(MOTION?.requestPermission);

/** A touch that is felt, where it is wanted. */
function buzz() {
    if (settings.buzz && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(80); // browsers allow it after a touch
}

// ---- Coming in ----

/** Every device has its own language. */
const languageField = () => html`<label class="btn quiet small lang">${icon('globe')}<span class="unseen">${t('LANGUAGE')}</span><select>${
    languages().map((name) => html`<option value="${name}" ${name === language() ? 'selected' : ''} lang="${name}">${LANGUAGE_NAMES[name]}</option>`)}</select></label>`;

/** The code, and whether there is a night with it.
 *  @param {string} code @param {string} trouble @param {import('./night-line.mjs').NightState | null} state */
function codePanel(code, trouble, state) {
    const here = state?.members.filter((member) => !member.gone && member.here).length ?? 0;
    const leader = state && state.lead !== null ? state.members[state.lead].name : '';
    const found = !state ? '' : leader ? n('NIGHT_OF', here, leader) : t('NIGHT_EMPTY');
    return html`<section class="panel"><label for="night-code"><b>${t('NIGHT_CODE')}</b></label>
        <div class="row"><input id="night-code" class="grow" name="code" maxlength="10" autocomplete="off"
            autocapitalize="characters" spellcheck="false" placeholder="NEWT 47" value="${code}"
            aria-describedby="code-state">${
            state ? '' : html`<button class="btn soft" type="submit">${t('NIGHT_CODE_CHECK')}</button>`}</div>
        <p id="code-state" class="s ${state && !trouble ? 'good' : 'why'}" role="status">${trouble || found}</p></section>`;
}

/** A frog that can be chosen. @param {string} colour @param {boolean} chosen @param {string | undefined} owner */
const frogField = (colour, chosen, owner) => html`<label class="fg ${owner ? 'gone' : ''}"><input type="radio"
    name="frog" value="${colour}" ${chosen ? 'checked' : ''} ${owner ? 'disabled' : ''}>${frog(colour)}<span>${
    owner ?? t(chosen ? 'NIGHT_YOURS' : 'NIGHT_FREE')}</span></label>`;

/** A name and a frog. @param {string} name @param {string} chosen @param {(colour: string) => string | undefined} taken */
const whoPanel = (name, chosen, taken) => html`<section class="panel">
    <label for="night-name"><b>${t('YOUR_NAME')}</b></label>
    <input id="night-name" name="name" maxlength="24" autocomplete="nickname" value="${name}" required>
    <fieldset><legend><b>${t('NIGHT_YOUR_FROG')}</b></legend>
        <div class="frogs">${FROGS.map((colour) => frogField(colour, colour === chosen, taken(colour)))}</div>
    </fieldset></section><p class="s centre">${t('NIGHT_SEEN')}</p>
    <button class="btn wide big" type="submit">${name ? t('NIGHT_JOIN_AS', name) : t('JOIN')}</button>`;

/** Joins by the name that this device has from now on. @param {Night} night @param {string} code @param {string} name @param {string} colour */
function join(night, code, name, colour) {
    if (name) set('name', name);
    return tried(() => night.enter({do: 'join', code, ...(name ? {name} : {}), frog: colour}));
}

/** Asks for code, name and frog. @param {HTMLElement} host @param {Night} night @param {string} given the code of the link */
async function comeIn(host, night, given) {
    let code = given.toUpperCase(), name = settings.name, chosen = '', trouble = '', claims = false, withdrawn = false;
    /** @type {import('./night-line.mjs').NightState | null} */
    let state = null;
    const page = make(html`<main class="hand-in"><header class="row">${piece('wordmark')}<span class="grow"></span>${languageField()}</header><h1>${t('NIGHT_HOP_IN')}</h1><form></form>${given ? '' : html`<p class="or"><a class="btn soft wide" href="#/tv">${t('NIGHT_OPEN')}</a></p>`}</main>`);
    const form = /** @type {HTMLFormElement} */ (one(page, 'form'));
    one(page, '.lang select').addEventListener('change', ({target}) => set('language', /** @type {HTMLSelectElement} */ (target).value));
    host.replaceChildren(page);
    const taken = (/** @type {string} */ colour) => state?.members.find((one, i) => !one.gone && one.frog === colour && i !== state?.you)?.name;
    const draw = () => {
        const free = FROGS.filter((colour) => !taken(colour));
        if (!free.includes(chosen)) chosen = free[0] ?? FROGS[0];
        const [claim] = state?.claims ?? [], lost = state ? absent(state) : [];
        if (claim) trouble = '';
        else if (claims) trouble = withdrawn ? '' : t('NIGHT_CLAIM_OVER');
        if (!claim) withdrawn = false;
        claims = claim !== undefined;
        patch(form, html`${codePanel(code, trouble, state)}${!state ? '' : claim ? waitingPanel(state, claim) : html`${whoPanel(name, chosen, taken)}${claimPanel(lost, t('NIGHT_CLAIM'), 'NIGHT_CLAIM_ME')}`}`);
        onClaim(form, lost, (member) => void ask(member), () => {
            withdrawn = true;
            void tried(() => night.tell('withdraw'));
        });
    };
    const ask = async (/** @type {number} */ member) => {
        trouble = await refusal(() => night.tell('claim', {member}));
        if (trouble) draw();
        if (trouble) scrollTo(0, 0);
    };
    const check = async () => {
        trouble = await refusal(async () => {
            state = await night.enter({do: 'watch', code});
            code = state.code;
        });
        if (trouble) state = null;
        draw();
    };
    night.addEventListener('change', () => {
        if (!page.isConnected || !state) return;
        state = night.state;
        if (claims && state.you !== null) page.dispatchEvent(new Event('agreed'));
        else draw();
    });
    form.addEventListener('input', ({target}) => {
        const {name: which, value} = /** @type {HTMLInputElement} */ (target);
        if (which === 'name') {
            name = value;
            const button = form.querySelector('.big');
            if (button) button.textContent = name.trim() ? t('NIGHT_JOIN_AS', name.trim()) : t('JOIN');
        }
        if (which === 'frog') chosen = value;
        if (which === 'frog') draw();
        if (which !== 'code') return;
        code = value;
        if (state) {
            state = null;
            draw();
        }
        if (CODE.test(code.trim())) void check();
    });
    draw();
    if (code) await check();
    return new Promise((/** @type {(value?: unknown) => void} */ done) => {
        form.addEventListener('submit', async (event) => {
            event.preventDefault();
            if (!state) await check();
            else if (!claims && await join(night, code, name.trim(), chosen)) done();
        });
        page.addEventListener('agreed', () => done());
        if (state?.you !== null && state?.you !== undefined) void tried(() => night.enter({do: 'join', code})).then((fine) => fine && done()); // was here before
    });
}

// ---- The hand ----

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
    /** What the big screen says, for those who do not see it. */
    #said = '';
    #rules = new FirstTime('');
    /** One's number at the night, while one had one. */
    #number = -1;
    /** Our seat when we came to the table. */
    #mine = SPECTATOR;
    /** Who sat where before the table's latest event. @type {string[]} */
    #names = [];
    /** The ply that the table waits for, and since when. */
    #waits = {ply: -1, since: 0};
    /** Has this person left of their own accord? */
    #leaves = false;
    /** Until the lead can be taken from somebody who is away. */
    #leadTimer = 0;
    /** What this phone shows, by a name. */
    #screen = '';
    /** Does a big screen tell what it has shown? */
    #screenTells = false;
    /** The version of the table that the big screen is still showing; 0: none. */
    #held = 0;
    #heldTimer = 0;
    /** Who has won the game that is just over, in words. */
    #winner = '';

    /** @param {Night} night @param {(hash: string) => void} go @param {Party} party who else holds this phone */
    constructor(night, go, party) {
        this.night = night;
        this.go = go;
        this.party = party;
        this.root = make(html`<div class="hand-night"><header class="bar"><span class="me row"></span><span class="grow"></span><span class="others row"></span><button class="ib say" aria-label="${t('NIGHT_SAY')}">${icon('talk')}</button><button class="ib menu" aria-label="${t('MENU')}">${icon('menu')}</button></header><p class="stand trouble" role="status" hidden>${t('NIGHT_LOST')}</p><main></main><section class="panel claim-ask" aria-label="${t('NIGHT_MENU_PEOPLE')}" hidden></section></div>`);
        this.main = one(this.root, 'main');
        onPress(this.root, '.menu', () => void this.#menu());
        onPress(this.root, '.say', () => void this.#speak());
        night.addEventListener('change', () => this.draw());
        night.addEventListener('shown', (event) => {
            const {table, version} = /** @type {CustomEvent<{table: string, version: number}>} */ (event).detail;
            this.#screenTells = true;
            if (table === this.#table?.id && version >= this.#held) this.#release();
        });
        night.addEventListener('lost', () => this.#sign(true));
        night.addEventListener('back', () => this.#sign(false));
        this.hide = () => {
            if (document.hidden) this.#cover();
        };
        this.tilt = (/** @type {DeviceOrientationEvent} */ {beta}) => {
            if (beta !== null && Math.abs(beta) > 150) this.#cover(); // laid face down
        };
        document.addEventListener('visibilitychange', this.hide);
        addEventListener('deviceorientation', this.tilt);
    }

    /** @param {boolean} lost */
    #sign(lost) {
        one(this.root, '.stand').hidden = !lost;
    }

    /** What is secret is covered until it is asked for. */
    #cover() {
        if (this.#covered || !this.#table || this.#table.humans.length === 0 || !this.#table.look || !kindOf(this.#table.game).hides(this.#table.look)) return;
        this.#covered = true;
        this.root.classList.add('covered');
        const cover = make(html`<section class="hand-cover" role="dialog" aria-modal="true" aria-labelledby="cover-title"><h2 id="cover-title">${t('NIGHT_COVERED')}</h2><button class="btn wide big">${icon('eye')}${t('NIGHT_UNCOVER')}</button></section>`);
        this.root.append(cover);
        onPress(cover, 'button', () => {
            this.#covered = false;
            this.root.classList.remove('covered');
            cover.remove();
        });
    }

    draw() {
        this.#drawing = this.#drawing.then(() => this.#draw()).catch((error) => console.error(error));
        return this.#drawing;
    }

    async #draw() {
        const {night} = this, {state, me} = night;
        if (this.#closed) return;
        if (!me && this.party.leave(this)) return;
        if (!me || state.phase === 'ended') {
            this.#leaveTable();
            this.#turnTo('over');
            this.#over(!me);
            return;
        }
        this.#number = state.you ?? this.#number;
        this.#head();
        if (askLeader(one(this.root, '.claim-ask'), night, (work) => void tried(work))) buzz();
        if (state.phase === 'playing' && state.table) {
            if (this.#table?.id !== state.table) await this.#sit(state.table);
            else this.#playing();
            return;
        }
        if (this.#held > 0 && !state.stopped) return; // the end is being shown
        this.#leaveTable();
        this.#turnTo('lobby');
        if (me.away) this.#out();
        else this.#lobby();
    }

    /** Everyone looks up while the big screen shows something, if there is one that tells when it has.
     *  @param {import('./table.mjs').Happening} happening */
    #hold({after, events}) {
        if (!this.#screenTells || !kindOf(this.#game).reveals?.(events)) return;
        this.#held = after.version;
        clearTimeout(this.#heldTimer);
        this.#heldTimer = setTimeout(() => {
            this.#screenTells = false; // it was closed, perhaps
            this.#release();
        }, SHOW_MS);
    }
    #release() {
        if (this.#held === 0) return;
        this.#held = 0;
        clearTimeout(this.#heldTimer);
        void this.draw();
    }

    /** Has this person something to decide? */
    get due() {
        return this.#due;
    }
    /** This hand is on the screen now. */
    shown() {
        Object.assign(globalThis, {pondNight: this.night, pondTable: this.#table}); // for tests and the curious
        void this.draw();
    }

    /** The game that is played, or the next one. */
    get #game() {
        return this.#table?.game ?? this.night.state.next.game;
    }

    /** Your frog, or your army's frog where armies play. @param {import('./night-line.mjs').Member} me */
    #colour({frog: own, seat}) {
        const armies = this.#table && kindOf(this.#table.game).armies && seat !== null;
        return armies ? ['light', 'dark'][seat] ?? own : own;
    }

    #head() {
        const {state, me} = this.night;
        if (!me) return;
        const where = state.phase === 'playing' && state.table ? [TITLES[this.#game]] : [];
        const place = this.#due ? t('NIGHT_DUE') : n('NIGHT_YOUR_PLACE', me.points);
        patch(one(this.root, '.me'), html`${frog(this.#colour(me))}<span><b>${me.name}</b><br><span class="s">${[...where, place].join(', ')}</span></span>`);
        const others = this.party.people.filter((one) => one !== this && one.night.me);
        patch(one(this.root, '.others'), html`${others.map(({night}) => html`<button class="ib" data-place="${night.line.place}" aria-label="${t('NIGHT_PASS_TO', night.me?.name ?? '')}">${frog(night.me?.frog ?? 'green')}</button>`)}`);
        onPress(this.root, '.others .ib', ({dataset}) => {
            const other = others.find(({night}) => night.line.place === dataset.place);
            if (other) this.party.pass(other);
        });
        title(t('NIGHT'));
    }

    // ---- Between games ----

    /** What only the leader sets: robots, their level, the game's options, whether rules are explained.
     *  @param {import('./night-line.mjs').NightState['next']} next */
    #lead(next) {
        const choice = (/** @type {string} */ id, /** @type {string} */ word, /** @type {number[]} */ values, /** @type {number} */ value) => html`<div class="row"><label class="grow" for="${id}"><b>${t(word)}</b></label><select id="${id}">${values.map((one) => html`<option value="${one}" ${one === value ? 'selected' : ''}>${one}</option>`)}</select></div>`;
        return html`<section class="panel lead">${choice('robots', 'NIGHT_ROBOTS', ROBOTS, next.robots)}${choice('level', 'NIGHT_ROBOT_LEVEL', LEVELS, Number(next.level.split(':')[1]))}
            <label class="switch"><input type="checkbox" role="switch" id="first-time" ${next.first_time ? 'checked' : ''}><b>${t('NIGHT_FIRST_TIME')}</b></label>
            <button class="btn soft wide options">${icon('gear')}${t('NIGHT_OPTIONS', TITLES[next.game])}</button>${next.options ? html`<p class="s">${this.#changed(next)}</p>` : ''}</section>`;
    }
    #leadListen() {
        const {night} = this, next = () => night.state.next, choose = (/** @type {object} */ more) => void tried(() => night.tell('choose', {game: next().game, options: next().options, ...more}));
        const value = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (this.main.querySelector(id));
        if (!value('#robots')) return;
        value('#robots').onchange = () => choose({robots: Number(value('#robots').value)});
        value('#level').onchange = () => choose({level: `level:${value('#level').value}`});
        value('#first-time').onchange = () => choose({first_time: value('#first-time').checked});
        onPress(this.main, '.options', () => void this.#options());
    }
    /** The options of the next game, from its own table. */
    async #options() {
        const {night} = this, {game, options: text} = night.state.next, info = (await games()).find((one) => one.game === game);
        if (!info) return;
        const options = info.options.filter(({name, kind}) => !SEATED.includes(name) && kind !== 'text' && kind !== 'seats');
        const now = new Map(text.split(',').map((part) => /** @type {[string, string]} */ (part.split('='))));
        const asked = dialog(html`<h2>${t('NIGHT_OPTIONS', TITLES[game])}</h2>${options.map((option) => field(game, option, now.get(option.name)))}<div class="row end"><button class="btn soft" value="" formnovalidate>${t('CANCEL')}</button><button class="btn" value="set">${t('NIGHT_OPTIONS_SET')}</button></div>`, {classes: 'night-options long'});
        const form = /** @type {HTMLFormElement} */ (document.querySelector('dialog.night-options form'));
        if (await asked === 'set') await tried(() => night.tell('choose', {game, options: optionsText(form, options, 0)}));
    }
    /** The options that the leader has changed, in words. @param {import('./night-line.mjs').NightState['next']} next */
    #changed({game, options}) {
        return options.split(',').filter(Boolean).map((part) => part.split('=')).map(([name, value]) => `${nameOf(game, name)}${t('COLON')}${nameOf(game, name, value)}`).join(', ');
    }

    #lobby() {
        const {night} = this, {state, present, leads} = night, {next} = state, me = /** @type {import('./night-line.mjs').Member} */ (night.me);
        const lead = state.lead === null ? null : state.members[state.lead], first = state.played === 0, waits = lead !== null && !lead.here;
        const votes = (/** @type {string} */ game) => present.filter(({vote}) => vote === game).length;
        patch(this.main, html`${first ? '' : this.#outcome()}<h1>${first ? t(leads ? 'NIGHT_YOU_LEAD' : 'NIGHT_LEADER', night.leader) : t('NIGHT_WHAT_NEXT')}</h1>
            <section class="panel"><h2 class="h3">${t('NIGHT_VOTE')}</h2><div class="votes">${Object.entries(KINDS).map(([game, {title: name, who}]) => html`<button class="vote ${next.game === game ? 'on' : ''}" data-game="${game}" aria-pressed="${me.vote === game}"><b>${name}</b><span class="s">${votes(game) ? n('NIGHT_VOTES', votes(game)) : t(who)}</span>${me.vote === game ? icon('check') : ''}</button>`)}</div></section>
            ${leads ? this.#lead(next) : ''}
            ${first ? '' : html`<section class="panel"><h2 class="h3">${n('NIGHT_TONIGHT', state.played)}</h2>${this.#standings()}</section>`}
            <section class="panel people"><h2 class="h3">${t('NIGHT_PEOPLE')}</h2>${present.map((member) => html`<div class="row" data-member="${member.number}">${frog(member.frog)}<b class="grow">${member.name}</b><span class="s">${[member.number === state.lead ? t('NIGHT_LEADS') : '', !member.here ? t('NIGHT_AWAY') : member.ready ? t('NIGHT_READY') : ''].filter(Boolean).join(', ')}</span></div>`)}</section>
            <div class="foot">${leads ? html`<button class="btn wide big start">${t('NIGHT_START_GAME', TITLES[next.game])}</button>`
                : night.mayLead ? html`<button class="btn wide big take">${this.#takeText()}</button>`
                    : html`<p class="s centre">${t(waits ? 'NIGHT_LEAD_SOON' : 'NIGHT_WAIT_START', night.leader)}</p><button class="btn wide big ready ${me.ready ? 'soft' : ''}">${t(me.ready ? 'NIGHT_NOT_YET' : 'NIGHT_I_AM_READY')}</button>`}</div>`);
        onPress(this.main, '.vote', ({dataset}) => void tried(() => night.tell(leads && (first || this.#voted) ? 'choose' : 'vote', {game: dataset.game})));
        onPress(this.main, '.start', () => void tried(() => night.tell('start')));
        onPress(this.main, '.take', () => void tried(() => night.tell('lead', {member: state.you})));
        onPress(this.main, '.ready', () => void tried(() => night.tell('ready', {on: !me.ready})));
        this.#leadListen();
        clearTimeout(this.#leadTimer);
        if (waits && state.lead_from !== null && !night.mayLead) this.#leadTimer = setTimeout(() => void this.draw(), state.lead_from - night.line.now() + 50);
    }
    /** What a button says that takes the lead: for the first time, or back from somebody who stood in. */
    #takeText() {
        const {state, leader} = this.night;
        return state.lead === null ? t('NIGHT_LEAD_FREE') : t(state.stands_in_for === state.you ? 'NIGHT_LEAD_AGAIN' : 'NIGHT_TAKE_LEAD', leader);
    }

    /** Is the vote closed? Then the leader alone may choose another game. */
    get #voted() {
        const until = this.night.state.vote_until;
        return until !== null && this.night.line.now() >= until;
    }

    /** How the last game ended. */
    #outcome() {
        const {games, stopped, members, you} = this.night.state, last = games.at(-1);
        const won = last && last.winner !== null ? last.winner : -1;
        const text = stopped ? t('NIGHT_STOPPED') : this.#winner ? this.#winner : !last || won < 0 ? ''
            : won === you ? t('NIGHT_YOU_WON', TITLES[last.game]) : t('NIGHT_WON', members[won].name, TITLES[last.game]);
        return text ? html`<p class="outcome">${stopped || won < 0 ? '' : frog(members[won].frog)}<b>${text}</b></p>` : '';
    }

    #standings() {
        return html`<ol class="standings">${this.night.standings.map((member) => html`<li class="row">${frog(member.frog)}<b class="grow">${member.name}</b>${member.crowns > 0 ? html`<span class="s">${member.crowns} ${piece('crown', 'crown')}</span>` : ''}<b>${member.points}</b></li>`)}</ol>`;
    }

    /** @param {boolean} gone has one left, rather than the night ended? */
    #over(gone) {
        const moved = gone && this.night.state.members[this.#number]?.gone === false; // another phone has this place now
        const how = !gone ? t('NIGHT_OVER') : moved ? t('NIGHT_MOVED') : this.#leaves || !this.night.leader ? t('NIGHT_REMOVED') : t('NIGHT_REMOVED_BY', this.night.leader);
        const removed = gone && !this.#leaves && !moved;
        one(this.root, '.claim-ask').hidden = true;
        patch(this.main, html`<h1>${how}</h1>${removed ? html`<section class="panel why-removed"><p>${t('NIGHT_REMOVED_WHY')}</p><p>${t('NIGHT_REMOVED_THEN')}</p></section>` : ''}<section class="panel">${this.#standings()}</section><p class="s">${t('NIGHT_POINTS_RULE')}</p><div class="foot">${removed ? html`<a class="btn soft wide" href="#/tv">${t('NIGHT_OPEN')}</a>` : ''}<a class="btn wide big" href="#/">${t('HOME')}</a></div>`);
    }

    /** Has left for a moment, with no seat that a robot would have to keep. */
    #out() {
        patch(this.main, html`<section class="panel lookup"><h1>${t('NIGHT_STEPPED_OUT')}</h1><p>${t('NIGHT_OUT_LOBBY')}</p><button class="btn wide big return">${t('NIGHT_COME_BACK')}</button></section>`);
        onPress(this.main, '.return', () => void this.#return());
    }

    /** For a latecomer, or one player too many: what to do meanwhile. */
    #watching() {
        patch(this.main, html`<section class="panel lookup">${icon('eye')}<h1>${t('NIGHT_WATCH_SCREEN')}</h1><p>${t('NIGHT_NEXT_TIME')}</p></section>${this.#places()}${this.#said ? html`<section class="panel said" aria-label="${t('NIGHT_ON_SCREEN')}"><p>${this.#said}</p></section>` : ''}<section class="phrases"></section><section class="panel links"></section>`);
        onClaim(this.main, orphans(this.night.state), (member) => void tried(() => this.night.tell('claim', {member})), () => void tried(() => this.night.tell('withdraw')));
        void this.#phrases(one(this.main, '.phrases'));
        this.#links(one(this.main, '.links'));
    }
    /** Seats that a spectator could take over; or the number that the leader compares. */
    #places() {
        const {state} = this.night, own = state.claims.find(({by}) => by === state.you);
        return own ? waitingPanel(state, own) : claimPanel(orphans(state), t('NIGHT_SEAT_FREE'), 'NIGHT_SEAT_TAKE');
    }

    // ---- In a game ----

    #leaveTable() {
        if (this.#table?.over) this.#winner = this.#wonBy(this.#table);
        this.#held = 0;
        clearTimeout(this.#heldTimer);
        this.#leaveBoard();
        this.#own = null;
        this.#table?.close();
        this.#table = null;
        this.#due = false;
        this.root.classList.remove('playing');
        if (this.#covered) one(this.root, '.hand-cover button').click();
    }

    /** Who has won. @param {NightTable} table */
    #wonBy({look, game, mine, seats}) {
        const seat = winnerOf(look), name = TITLES[game];
        if (seat === null) return look.result === 'dummy' ? t('DUMMY_WON') : t('NIGHT_DREW', name);
        return seat === mine ? t('NIGHT_YOU_WON', name) : t('NIGHT_WON', seats[seat].name, name);
    }

    /** @param {string} id */
    async #sit(id) {
        this.#leaveTable();
        this.#winner = '';
        const table = await this.night.sit(id), own = await (table && kindOf(table.game).hand?.());
        if (!table) return;
        this.#table = table;
        this.#own = own && table.humans.length > 0 ? new own(this.main, table, {
            submit: (move) => tried(() => table.submit(table.mine, move)), again: () => tried(() => table.withdraw()), say: announce, redraw: () => this.#playing(),
            phrases: (place) => void this.#phrases(place), links: (place, ...more) => this.#links(place, ...more), frogOf: (seat) => this.night.state.members.find((one) => one.seat === seat)?.frog ?? '',
        }) : null;
        this.root.classList.add('playing');
        this.#said = '';
        table.addEventListener('happening', (event) => {
            const {happening} = /** @type {CustomEvent<{happening: import('./table.mjs').Happening}>} */ (event).detail;
            this.#hold(happening);
            void this.#tell(happening);
        });
        this.#mine = table.mine;
        this.#names = namesAt(table);
        table.addEventListener('what', (event) => this.#succession(/** @type {CustomEvent<import('./line.mjs').What>} */ (event).detail));
        table.addEventListener('change', () => this.#playing());
        table.addEventListener('restart', () => this.#playing());
        table.addEventListener('trouble', (event) => toast(/** @type {CustomEvent<Error>} */ (event).detail?.message ?? ''));
        if (this.party.shows(this)) Object.assign(globalThis, {pondTable: table}); // for tests and the curious
        this.#playing();
    }

    /** Says what the big screen shows; a board says it itself. @param {import('./table.mjs').Happening} happening */
    async #tell(happening) {
        const table = this.#table;
        if (!table || (happening.event === undefined && happening.after.sealed.length > 0)) return;
        const rule = this.night.state.next.first_time ? this.#rules.with(table.game, happening.events) : '';
        this.#said = [...await sentences(table.game, happening, {seats: table.seats, me: table.mine}), rule].filter(Boolean).join(' ');
        if (!this.#desk && this.party.shows(this)) announce(this.#said);
        if (this.night.me?.seat === null) this.#playing();
    }

    /** Says that a seat has gone over. @param {import('./line.mjs').What} what */
    #succession({kind, seat}) {
        const former = this.#names[seat];
        this.#names = this.#table ? namesAt(this.#table) : [];
        if (kind === 'succeed' && this.party.shows(this)) announce(succession(former, this.#names[seat]));
    }

    #playing() {
        const table = this.#table;
        if (!table || this.#closed || table.closed) return;
        if (table.mine !== this.#mine) { // this phone has a seat now: that is another screen
            this.#mine = table.mine;
            this.#drawing = this.#drawing.then(() => this.#sit(table.id)).catch((error) => console.error(error));
            return;
        }
        this.#head();
        if (table.look && table.look.ply !== this.#waits.ply) this.#waits = {ply: table.look.ply, since: this.night.line.now()};
        if (this.night.me?.seat === null || table.humans.length === 0) {
            this.#turnTo('watch');
            if (this.night.me?.away) this.#out();
            else this.#watching();
            return;
        }
        if (table.look === null) {
            patch(this.main, html`<section class="panel lookup">${icon('eye')}<h1>${t('NIGHT_WATCH_SCREEN')}</h1></section>`);
            return;
        }
        if (this.#held > 0) {
            this.#lookUp();
            return;
        }
        const mine = table.look.turn.includes(table.mine) && !table.over && !table.state.seats[table.mine]?.computer;
        const when = kindOf(table.game).where(table.look);
        if (mine && (!this.#due || this.#when !== when)) { // a round may end before anyone sees that one had chosen
            buzz();
            if (this.party.shows(this)) announce(t('YOUR_TURN_SAID'));
        }
        [this.#due, this.#when] = [mine, when];
        this.#head();
        this.#turnTo(mine ? 'turn' : 'wait');
        this.party.changed();
        if (!this.party.shows(this)) return; // drawn when it is
        if (table.state.seats[table.mine]?.computer) this.#replaced();
        else if (this.#own) this.#own.draw();
        else this.#board(table);
    }

    /** Another screen begins at its top. @param {string} which */
    #turnTo(which) {
        if (which === this.#screen || !this.party.shows(this)) return;
        this.#screen = which;
        scrollTo(0, 0);
    }

    /** Something is shown that everyone should see. */
    #lookUp() {
        this.#turnTo('held');
        this.#due = false;
        this.party.changed();
        if (!this.party.shows(this)) return;
        patch(this.main, html`<section class="panel lookup held">${icon('eye')}<h1>${
            t('NIGHT_WATCH_SCREEN')}</h1></section>`);
    }

    /** A robot plays for somebody who is away. */
    #replaced() {
        this.#leaveBoard();
        const {away} = this.night.me ?? {};
        patch(this.main, html`<section class="panel lookup"><h1>${t(away ? 'NIGHT_STEPPED_OUT' : 'NIGHT_ROBOT_PLAYS')}</h1>${away ? html`<p>${t('NIGHT_OUT_PLAYING')}</p>` : ''}<button class="btn wide big return">${t(away ? 'NIGHT_COME_BACK' : 'SEAT_BACK')}</button></section>`);
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
    }

    /** @param {HTMLElement} place */
    async #phrases(place) {
        const words = await phrasesOf();
        const colour = this.night.me?.frog ?? 'green';
        patch(place, html`<h2 class="h3">${t('NIGHT_SAY')}</h2><div class="faces">${Object.entries(FACES).map(([name, how]) => html`<button class="btn soft" data-phrase="${name}" aria-label="${t(`NIGHT_FACE_${name.toUpperCase()}`)}">${frog(colour, how)}</button>`)}</div><div class="row wrap">${PHRASES.filter((name) => words[name]).map((name) => html`<button class="btn soft small" data-phrase="${name}">${words[name]}</button>`)}</div>`);
        onPress(place, '[data-phrase]', ({dataset}) => void tried(() => this.night.tell('say', {phrase: dataset.phrase})));
    }

    /** What to look at meanwhile, and a way to leave for a moment. @param {HTMLElement} place @param {Link[]} more */
    #links(place, ...more) {
        /** @type {Link[]} */
        const links = [...more, ['book', t('NIGHT_RULES', TITLES[this.#game]), () => void this.#readRules()], ['list', t('NIGHT_PLAYED'), () => void this.#played()], ['clock', t('NIGHT_STEP_OUT'), () => void tried(() => this.night.tell('away'))]];
        patch(place, html`${links.map(([sign, name], i) => html`<button class="link" data-link="${i}">${icon(sign)}<span class="grow">${name}</span>${icon('right', 'small')}</button>`)}`);
        onPress(place, '.link', ({dataset}) => links[Number(dataset.link)][2]());
    }

    /** What has been played so far, as everyone may know it. */
    async #played() {
        const table = this.#table;
        if (!table?.look) return;
        await table.recall();
        const cast = {seats: table.seats, me: table.mine}, kind = await kindOf(table.game).tv?.();
        const told = await Promise.all(table.happenings.slice(-TOLD).reverse().map((one) => sentences(table.game, one, cast)));
        await dialog(html`<h2>${t('NIGHT_PLAYED')}</h2>${kind?.gone?.(table.look, cast.seats.map(({name}) => name)) ?? ''}<h3 class="h3">${t('NIGHT_SO_FAR')}</h3>${
            told.length === 0 ? html`<p>${t('NIGHT_PLAYED_NONE')}</p>` : html`<ul class="told" tabindex="0" aria-label="${t('NIGHT_SO_FAR')}">${told.map((said) => html`<li>${said.join(' ')}</li>`)}</ul>`}<div class="row end"><button class="btn" value="" autofocus>${t('CLOSE')}</button></div>`, {classes: 'played long'});
    }

    /** Back from where one was for a moment; the robot leaves the seat. */
    async #return() {
        if (this.night.me?.away) await tried(() => this.night.tell('away', {on: false}));
        const table = this.#table;
        if (table && table.state.seats[table.mine]?.computer) await tried(() => table.line.ask({type: 'back', table: table.id}));
    }

    async #speak() {
        const words = await phrasesOf();
        const answer = await dialog(html`<h2>${t('NIGHT_SAY')}</h2><div class="phrases">${Object.entries(words).map(([name, text]) => html`<button class="btn soft" value="${name}">${text}</button>`)}</div><div class="row end"><button class="btn" value="">${t('CLOSE')}</button></div>`, {classes: 'menu'});
        if (answer) await tried(() => this.night.tell('say', {phrase: answer}));
    }

    /** The rules of the game that is played, or of the next one. */
    async #readRules() {
        const {rulesOf} = await import('./rules.mjs');
        await dialog(html`<article class="prose" tabindex="0" autofocus lang="${language()}">${await rulesOf(this.#game)}</article><div class="row end"><button class="btn" value="">${t('CLOSE')}</button></div>`, {classes: 'menu long'});
    }

    /** Asks before what cannot be taken back. @param {string} question @param {string} help @param {string} answer */
    async #sure(question, help, answer) {
        return await dialog(html`<h2>${question}</h2>${help ? html`<p>${help}</p>` : ''}<div class="row end"><button class="btn soft" value="" autofocus>${t('CANCEL')}</button><button class="btn" value="yes">${answer}</button></div>`, {classes: 'sure'}) === 'yes';
    }

    /** Does everyone wait for this seat, and has for a while? @param {number} seat */
    #awaited(seat) {
        return this.#table?.look?.turn.includes(seat) && this.night.line.now() - this.#waits.since >= AWAITED_MS;
    }

    /** Does everyone wait for a leader who does nothing? Then anyone may let a robot play. */
    get #idleLeader() {
        const {state, leads} = this.night, lead = state.lead === null ? null : state.members[state.lead];
        return !leads && state.phase === 'playing' && lead?.seat !== null && lead && this.#awaited(lead.seat);
    }

    /** Many guests may have come who play no part: those who are not playing are ticked. */
    async #removeMany() {
        const {night} = this, {state, present} = night, others = present.filter(({number}) => number !== state.you);
        const idle = (/** @type {typeof others[0]} */ {number, seat}) => (state.phase === 'playing' ? seat === null : state.games.length > 0 && state.games.every(({points}) => typeof points[number] !== 'number'));
        const asked = dialog(html`<h2>${t('NIGHT_REMOVE_MANY')}</h2><p>${t('NIGHT_REMOVE_MANY_HELP')}</p><label class="switch"><input type="checkbox" role="switch" name="all"><b>${t('NIGHT_REMOVE_ALL')}</b></label>${others.map((one) => html`<label class="switch"><input type="checkbox" name="member" value="${one.number}" ${idle(one) ? 'checked' : ''}><b>${one.name}</b></label>`)}<div class="row end"><button class="btn soft" value="" autofocus>${t('CANCEL')}</button><button class="btn" value="yes">${t('NIGHT_REMOVE_THEM')}</button></div>`, {classes: 'remove-many long'});
        const box = one(document.body, 'dialog.remove-many'), boxes = () => /** @type {HTMLInputElement[]} */ (all(box, '[name="member"]'));
        one(box, '[name="all"]').onchange = ({target}) => {
            for (const each of boxes()) each.checked = /** @type {HTMLInputElement} */ (target).checked;
        };
        if (await asked !== 'yes') return;
        for (const {value} of boxes().filter(({checked}) => checked)) await tried(() => night.tell('remove', {member: Number(value)}));
    }

    /** What the menu offers, in groups: the game, the people, the night; what cannot be taken back is the last of each. */
    #choices() {
        const {night} = this, {state, present, leads} = night, playing = state.phase === 'playing', others = present.filter(({number}) => number !== state.you);
        const choice = (/** @type {string} */ value, /** @type {string} */ text, /** @type {string} */ sign = '') => html`<button class="btn soft" value="${value}">${sign ? icon(sign) : ''}${text}</button>`;
        const final = (/** @type {string} */ value, /** @type {string} */ text) => html`<button class="btn soft final" value="${value}"><b class="sign" aria-hidden="true">!</b>${text}</button>`;
        const group = (/** @type {string} */ name, /** @type {import('./dom.mjs').Markup[]} */ ...parts) => html`<h3 class="h3">${name}</h3><div class="menu-list">${parts}</div>`;
        const people = html`${others.map(({number, name, seat, here}) => html`${choice(`lead ${number}`, t('NIGHT_GIVE_LEAD', name))}${playing && seat !== null && (!here || this.#awaited(seat)) ? choice(`replace ${number}`, t('NIGHT_REPLACE', name)) : ''}`)}`;
        const none = html``;
        return html`${group(playing ? t('NIGHT_MENU_GAME') : t('NIGHT_NEXT_GAME'), choice('rules', t('NIGHT_RULES', TITLES[this.#game]), 'book'), night.me?.away ? none : choice('away', t('NIGHT_STEP_OUT'), 'clock'), this.#idleLeader ? choice(`replace ${state.lead}`, t('NIGHT_REPLACE', night.leader)) : none, leads && playing ? final('stop', t('NIGHT_STOP')) : none)}
            ${leads && others.length > 0 ? group(t('NIGHT_MENU_PEOPLE'), people, others.length >= CROWD ? final('remove-many', t('NIGHT_REMOVE_MANY')) : none, html`${others.map(({number, name}) => final(`remove ${number}`, t('NIGHT_REMOVE', name)))}`) : ''}
            ${group(t('NIGHT'), night.mayLead ? choice(`lead ${state.you}`, this.#takeText(), 'people') : none, this.party.full ? none : choice('pass', t('NIGHT_PASS_ADD'), 'people'), html`<button class="btn soft" value="buzz" aria-pressed="${settings.buzz}">${t('NIGHT_BUZZ')} ${settings.buzz ? icon('check') : ''}</button>`, html`<button class="btn soft" value="awake" aria-pressed="${settings.awake}">${t('NIGHT_KEEP_AWAKE')} ${settings.awake ? icon('check') : ''}</button>`, MOTION_ASKS ? choice('lie', t('NIGHT_LIE')) : none, html`${languages().filter((name) => name !== language()).map((name) => html`<button class="btn soft" value="language ${name}" lang="${name}">${icon('globe')}${LANGUAGE_NAMES[name]}</button>`)}`, choice('leave', t('NIGHT_LEAVE')), leads ? final('end', t('NIGHT_END')) : none)}`;
    }

    async #menu() {
        const {night} = this, answer = await dialog(html`<h2>${t('MENU')}</h2>${this.#choices()}<div class="row end"><button class="btn" value="">${t('CLOSE')}</button></div>`, {classes: 'menu long'});
        const [what, member] = answer.split(' '), name = night.state.members[Number(member)]?.name ?? '';
        if (what === 'buzz') set('buzz', !settings.buzz);
        else if (what === 'awake') set('awake', !settings.awake);
        else if (what === 'lie') await MOTION?.requestPermission?.();
        else if (what === 'language') set('language', member); // this screen is then shown again
        else if (what === 'rules') await this.#readRules();
        else if (what === 'pass') await tried(() => this.party.ask());
        else if (what === 'remove-many') await this.#removeMany();
        else if (what === 'lead' && night.leads && !await this.#sure(t('NIGHT_GIVE_LEAD_SURE', name), t('NIGHT_GIVE_LEAD_HELP', name), t('NIGHT_GIVE_LEAD', name))) return;
        else if (what === 'end' && !await this.#sure(t('NIGHT_END_SURE'), '', t('NIGHT_END'))) return;
        else if (what === 'stop' && !await this.#sure(t('NIGHT_STOP_SURE', TITLES[this.#game]), t('NIGHT_STOP_HELP'), t('NIGHT_STOP'))) return;
        else if (what === 'remove' && !await this.#sure(t('NIGHT_REMOVE_SURE', name), t('NIGHT_REMOVE_HELP', name), t('NIGHT_REMOVE', name))) return;
        else if (what) {
            this.#leaves = what === 'leave';
            await tried(() => night.tell(what, member === undefined ? {} : {member: Number(member)}));
        }
    }

    close() {
        this.#closed = true;
        clearTimeout(this.#leadTimer);
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
