// night-lobby.mjs: a phone between the games of a night: the vote, what the leader sets, who is
// here, how the last game ended, and the score.

import {games} from './core.mjs';
import {dialog, html, icon, onPress, patch, piece} from './dom.mjs';
import {KINDS, TITLES} from './kinds.mjs';
import {LEVELS} from './levels.mjs';
import {frog, tied, whoPlays} from './night-line.mjs';
import {cancelRow, tried} from './night-tried.mjs';
import {field, nameOf, optionsText} from './options.mjs';
import {n, t} from './words.mjs';

const ROBOTS = [0, 1, 2, 3];
const SEATED = ['players', 'colors', 'first']; // options that follow from who sits where
const SOON_MS = 50; // after the lead has got free

/** @typedef {import('./night-line.mjs').Night} Night */
/** @typedef {import('./night-line.mjs').Member} Member */
/** @typedef {import('./night-line.mjs').NightState['next']} Next */

/** What a button says that takes the lead: for the first time, or back from somebody who stood in.
 *  @param {Night} night */
export function takeText({state, leader}) {
    if (state.lead === null) return t('NIGHT_LEAD_FREE');
    return t(state.stands_in_for === state.you ? 'NIGHT_LEAD_AGAIN' : 'NIGHT_TAKE_LEAD', leader);
}

/** The score of the night. @param {Night} night */
export const standings = ({standings: all}) => html`<ol class="standings">${
    all.map(({frog: colour, name, crowns, points}) => html`<li class="row">${frog(colour)}<b
        class="grow">${name}</b>${crowns > 0 ? html`<span class="s">${crowns} ${
        piece('crown', 'crown')}</span>` : ''}<b>${points}</b></li>`)}</ol>`;

/** How the last game ended.
 *  @param {Night} night @param {string} winner in words, where that is known */
export function outcome({state}, winner) {
    const {games: played, stopped, members, you} = state, last = played.at(-1);
    const won = last && last.winner !== null ? last.winner : -1;
    const text = stopped ? t('NIGHT_STOPPED') : winner ? winner : !last || won < 0 ? ''
        : won === you ? t('NIGHT_YOU_WON', TITLES[last.game])
            : t('NIGHT_WON', members[won].name, TITLES[last.game]);
    const face = stopped || won < 0 ? '' : frog(members[won].frog);
    return text ? html`<p class="outcome">${face}<b>${text}</b></p>` : '';
}

// ---- What the leader sets ----

/** @template {string | number} Value @param {string} id @param {string} word
 *  @param {Value[]} values @param {Value} value @param {(value: Value) => string} [say] */
const choice = (id, word, values, value, say = String) => html`<div class="row"><label class="grow"
    for="${id}"><b>${t(word)}</b></label><select id="${id}">${values.map((one) => html`<option
    value="${one}" ${one === value ? 'selected' : ''}>${say(one)}</option>`)}</select></div>`;

/** How many robots play, if that is not what was asked for. @param {Next} next */
function robotsText({robots, seats}) {
    const play = seats.filter((seat) => seat === null).length;
    if (play === robots || seats.length === play) return '';
    if (play > robots) return n('NIGHT_ROBOTS_MORE', play);
    return play === 0 ? t('NIGHT_ROBOTS_NONE', seats.length)
        : n('NIGHT_ROBOTS_LESS', play, seats.length);
}

/** The options that the leader has changed, in words. @param {Next} next */
const changed = ({game, options}) => options.split(',').filter(Boolean)
    .map((part) => part.split('='))
    .map(([name, value]) => `${nameOf(game, name)}${t('COLON')}${nameOf(game, name, value)}`)
    .join(', ');

/** The game, where a touch on it is a vote; robots, their level, the game's options, whether rules
 *  are explained. @param {Next} next @param {boolean} first */
function leadPanel(next, first) {
    const level = Number(next.level.split(':')[1]), text = robotsText(next);
    const robots = choice('robots', 'NIGHT_ROBOTS', ROBOTS, next.robots);
    const game = first ? ''
        : choice('game', 'NIGHT_NEXT_GAME', Object.keys(KINDS), next.game, (one) => TITLES[one]);
    return html`<section class="panel lead">${game}${robots}${
        text ? html`<p class="s robots-text" role="status">${text}</p>` : ''}${
        choice('level', 'NIGHT_ROBOT_LEVEL', LEVELS, level)}
        <p class="s" id="level-text">${t(`LEVEL_HELP_${level}`)}</p>
        <label class="switch"><input type="checkbox" role="switch" id="first-time" ${
            next.first_time ? 'checked' : ''}><b>${t('NIGHT_FIRST_TIME')}</b></label>
        <button class="btn soft wide options">${icon('gear')}${
            t('NIGHT_OPTIONS', TITLES[next.game])}</button>${
            next.options ? html`<p class="s">${changed(next)}</p>` : ''}</section>`;
}

/** The options of the next game, from its own table. @param {Night} night */
async function chooseOptions(night) {
    const {game, options: text} = night.state.next;
    const info = (await games()).find((one) => one.game === game);
    if (!info) return;
    const options = info.options.filter(({name, kind}) =>
        !SEATED.includes(name) && kind !== 'text' && kind !== 'seats');
    const now = new Map(text.split(',')
        .map((part) => /** @type {[string, string]} */ (part.split('='))));
    const asked = dialog(html`<h2>${t('NIGHT_OPTIONS', TITLES[game])}</h2>${
        options.map((option) => field(game, option, now.get(option.name)))}${
        cancelRow('set', t('NIGHT_OPTIONS_SET'))}`, {classes: 'night-options long'});
    const form = /** @type {HTMLFormElement} */ (
        document.querySelector('dialog.night-options form'));
    if (await asked !== 'set') return;
    await tried(() => night.tell('choose', {game, options: optionsText(form, options, 0)}));
}

/** @param {HTMLElement} main @param {Night} night */
function leadListen(main, night) {
    const choose = (/** @type {object} */ more) => void tried(() => {
        const {game, options} = night.state.next;
        return night.tell('choose', {game, options, ...more});
    });
    const value = (/** @type {string} */ id) =>
        /** @type {HTMLInputElement} */ (main.querySelector(id));
    if (!value('#robots')) return;
    const game = value('#game');
    if (game) game.onchange = () => void tried(() => night.tell('choose', {game: game.value}));
    value('#robots').onchange = () => choose({robots: Number(value('#robots').value)});
    value('#level').onchange = () => choose({level: `level:${value('#level').value}`});
    value('#first-time').onchange = () => choose({first_time: value('#first-time').checked});
    onPress(main, '.options', () => void chooseOptions(night));
}

// ---- The vote, and who is here ----

/** A game: what was voted for has a sign, what comes next says so.
 *  @param {Night} night @param {string} game */
function voteButton({state, present}, game) {
    const {title, who} = KINDS[game], votes = present.filter(({vote}) => vote === game).length;
    const own = state.you !== null && state.members[state.you].vote === game;
    const on = state.next.game === game;
    return html`<button class="vote ${own ? 'own' : ''}" data-game="${game}"
        aria-pressed="${own}"><b>${title}${on ? html` <span class="pill next-one">${
        t('NIGHT_NEXT_GAME')}</span>` : ''}</b><span class="s">${
        votes ? n('NIGHT_VOTES', votes) : t(who)}</span>${own ? icon('check') : ''}</button>`;
}

/** Has the next game too few seats for all? @param {Night} night */
export const someWatch = ({state: {next}, present}) =>
    present.some(({here, number}) => here && !next.seats.includes(number));

/** @param {Night} night */
const peoplePanel = ({state, present}) => html`<section class="panel people"><h2 class="h3">${
    t('NIGHT_PEOPLE')}</h2>${present.map(({number, frog: colour, name, here, ready}) => html`<div
    class="row" data-member="${number}">${frog(colour)}<b class="grow">${name}</b><span class="s">${
    [number === state.lead ? t('NIGHT_LEADS') : '',
        !here ? t('NIGHT_AWAY') : ready ? t('NIGHT_READY') : ''].filter(Boolean).join(', ')
}</span></div>`)}</section>`;

/** What this person does before the game begins. @param {Night} night @param {Member} me */
function foot(night, me) {
    const {state, leads, mayLead, leader} = night, {lead, next} = state;
    if (leads) {
        return html`<button class="btn wide big start">${
            t('NIGHT_START_GAME', TITLES[next.game])}</button>`;
    }
    if (mayLead) return html`<button class="btn wide big take">${takeText(night)}</button>`;
    const waits = lead !== null && !state.members[lead].here;
    const what = t(waits ? 'NIGHT_LEAD_SOON' : 'NIGHT_WAIT_START', leader);
    return html`<p class="s centre">${what}</p><button
        class="btn wide big ready ${me.ready ? 'soft' : ''}">${
        t(me.ready ? 'NIGHT_NOT_YET' : 'NIGHT_I_AM_READY')}</button>`;
}

export class PhoneLobby {
    /** Until the lead can be taken from somebody who is away. */
    #leadTimer = 0;

    /** @param {HTMLElement} main @param {Night} night @param {() => void} redraw */
    constructor(main, night, redraw) {
        this.main = main;
        this.night = night;
        this.redraw = redraw;
    }

    /** @param {string} winner of the last game, in words */
    draw(winner) {
        const {night, main} = this, {state, leads, leader} = night, first = state.played === 0;
        const me = /** @type {Member} */ (night.me);
        const title = first ? t(leads ? 'NIGHT_YOU_LEAD' : 'NIGHT_LEADER', leader)
            : t('NIGHT_WHAT_NEXT');
        const score = first ? '' : html`<section class="panel"><h2 class="h3">${
            n('NIGHT_TONIGHT', state.played)}</h2>${standings(night)}</section>`;
        patch(main, html`${first ? '' : outcome(night, winner)}<h1>${title}</h1>
            <section class="panel"><h2 class="h3">${t('NIGHT_VOTE')}</h2><div class="votes">${
                Object.keys(KINDS).map((game) => voteButton(night, game))}</div>${
                tied(night) ? html`<p class="s tied">${t('NIGHT_TIED')}</p>` : ''}${
                someWatch(night) ? html`<p class="s plays">${whoPlays(night)}</p>` : ''}</section>
            ${leads ? leadPanel(state.next, first) : ''}${score}${peoplePanel(night)}
            <div class="foot">${foot(night, me)}</div>`);
        const deed = () => (leads && (first || this.#voted) ? 'choose' : 'vote');
        onPress(main, '.vote', ({dataset: {game}}) => void tried(() => night.tell(deed(), {game})));
        onPress(main, '.start', () => void tried(() => night.tell('start')));
        onPress(main, '.take', () => void tried(() => night.tell('lead', {member: state.you})));
        onPress(main, '.ready', () => void tried(() => night.tell('ready', {on: !me.ready})));
        leadListen(main, night);
        this.#await();
    }

    /** Draws again once the lead can be taken. */
    #await() {
        const {night} = this, {lead, members, lead_from: from} = night.state;
        clearTimeout(this.#leadTimer);
        if (lead === null || members[lead].here || from === null || night.mayLead) return;
        this.#leadTimer = setTimeout(this.redraw, from - night.line.now() + SOON_MS);
    }

    /** Is the vote closed? Then the leader alone may choose another game. */
    get #voted() {
        const until = this.night.state.vote_until;
        return until !== null && this.night.line.now() >= until;
    }

    close() {
        clearTimeout(this.#leadTimer);
    }
}
