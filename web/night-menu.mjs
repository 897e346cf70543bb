// night-menu.mjs: the menu of a phone at a game night: this game, the people, the night, this
// phone. What cannot be taken back is the last of its list, and is asked for.

import {all, dialog, html, icon, one} from './dom.mjs';
import {TITLES} from './kinds.mjs';
import {join, whoFields} from './night-join.mjs';
import {takeText} from './night-lobby.mjs';
import {readRules} from './night-meanwhile.mjs';
import {sure} from './look.mjs';
import {cancelRow, tried} from './night-tried.mjs';
import {set, settings} from './settings-store.mjs';
import {language, languages, LANGUAGE_NAMES, t} from './words.mjs';

const CROWD = 3; // people who can be removed together

/** Some browsers tell how a phone lies only if they are asked after a touch. */
const MOTION = /** @type {{requestPermission?: () => Promise<string>} | undefined} */ (
    /** @type {unknown} */ (globalThis.DeviceOrientationEvent));

/** @typedef {import('./night-line.mjs').Night} Night */
/** @typedef {import('./dom.mjs').Markup} Markup */
/** What the menu has to know of the phone: the game that is played or comes next, who else holds
 *  it, whom everyone waits for, and that its person leaves of their own accord.
 *  @typedef {{night: Night, game: string, party: import('./pass.mjs').Party,
 *   awaited: (seat: number) => boolean, idleLeader: boolean, leave: () => void}} Holder */

/** @param {string} value @param {string} text @param {string} [sign] */
const choice = (value, text, sign = '') => html`<button class="btn soft" value="${value}">${
    sign ? icon(sign) : ''}${text}</button>`;
/** What cannot be taken back. @param {string} value @param {string} text */
const final = (value, text) => html`<button class="btn soft final" value="${value}"><b class="sign"
    aria-hidden="true">!</b>${text}</button>`;
/** @param {string} value @param {string} text @param {boolean} on */
const toggle = (value, text, on) => html`<button class="btn soft" value="${value}"
    aria-pressed="${on}">${text} ${on ? icon('check') : ''}</button>`;
/** @param {string} name @param {Markup[]} parts */
const group = (name, ...parts) =>
    html`<h3 class="h3">${name}</h3><div class="menu-list">${parts}</div>`;
const none = html``;

/** @param {string} title @param {Markup} choices */
const ask = (title, choices) => dialog(html`<h2>${title}</h2>${choices}<div class="row end"><button
    class="btn" value="">${t('CLOSE')}</button></div>`, {classes: 'menu long'});

/** Everyone but the person who holds the phone. @param {Night} night */
const othersOf = ({state, present}) => present.filter(({number}) => number !== state.you);

/** The first list. @param {Holder} holder */
function choices({night, game, party, idleLeader}) {
    const {state, leads, me} = night, playing = state.phase === 'playing';
    const others = othersOf(night).length > 0;
    return html`${group(playing ? t('NIGHT_MENU_GAME') : t('NIGHT_NEXT_GAME'),
        choice('rules', t('NIGHT_RULES', TITLES[game]), 'book'),
        me?.away ? none : choice('away', t('NIGHT_STEP_OUT'), 'clock'),
        idleLeader ? choice(`replace ${state.lead}`, t('NIGHT_REPLACE', night.leader)) : none,
        leads && playing ? final('stop', t('NIGHT_STOP')) : none)}${group(t('NIGHT'),
        leads && others ? choice('people', t('NIGHT_MENU_PEOPLE'), 'people') : none,
        night.mayLead ? choice(`lead ${state.you}`, takeText(night), 'people') : none,
        playing ? none : choice('name', t('NIGHT_RENAME'), 'pen'),
        choice('phone', t('NIGHT_MENU_PHONE'), 'phone'),
        party.full ? none : choice('pass', t('NIGHT_PASS_ADD'), 'people'),
        final('leave', t('NIGHT_LEAVE')), leads ? final('end', t('NIGHT_END')) : none)}`;
}

/** Whom the leader means. @param {Night} night */
function people(night) {
    const others = othersOf(night);
    return ask(t('NIGHT_MENU_PEOPLE'), html`<div class="menu-list">${others.map(({number, name}) =>
        choice(`person ${number}`, name))}${others.length < CROWD ? none
        : final('remove-many', t('NIGHT_REMOVE_MANY'))}</div>`);
}

/** What the leader may do for somebody. @param {Holder} holder @param {number} number */
function person({night, awaited}, number) {
    const {name, seat, here} = night.state.members[number];
    const late = night.state.phase === 'playing' && seat !== null && (!here || awaited(seat));
    return ask(name, html`<div class="menu-list">${
        choice(`lead ${number}`, t('NIGHT_GIVE_LEAD', name))}${
        late ? choice(`replace ${number}`, t('NIGHT_REPLACE', name)) : none}${
        final(`remove ${number}`, t('NIGHT_REMOVE', name))}</div>`);
}

/** What this phone does, and its language. */
function phone() {
    const others = languages().filter((name) => name !== language());
    return ask(t('NIGHT_MENU_PHONE'), html`<div class="menu-list">${
        toggle('buzz', t('NIGHT_BUZZ'), settings.buzz)}${
        toggle('awake', t('NIGHT_KEEP_AWAKE'), settings.awake)}${
        MOTION?.requestPermission ? choice('lie', t('NIGHT_LIE')) : none}${
        others.map((name) => html`<button class="btn soft" value="language ${name}"
            lang="${name}">${icon('globe')}${LANGUAGE_NAMES[name]}</button>`)}</div>`);
}

/** Another name, or another frog. @param {Night} night */
async function rename(night) {
    const {state, me} = night;
    if (!me) return;
    const asked = dialog(html`<h2>${t('NIGHT_RENAME')}</h2><div class="fields">${
        whoFields(me.name, me.frog, state)}</div>${
        cancelRow('set', t('NIGHT_RENAME_SET'))}`, {classes: 'rename long'});
    const box = one(document.body, 'dialog.rename');
    const name = /** @type {HTMLInputElement} */ (one(box, '#night-name'));
    if (await asked !== 'set') return;
    const chosen = /** @type {HTMLInputElement} */ (one(box, '[name="frog"]:checked'));
    await join(night, state.code, name.value.trim(), chosen.value);
}

/** Many guests may have come who play no part: those who are not playing are ticked.
 *  @param {Night} night */
async function removeMany(night) {
    const {phase, games} = night.state;
    const idle = (/** @type {{number: number, seat: number | null}} */ {number, seat}) =>
        (phase === 'playing' ? seat === null
            : games.length > 0 && games.every(({points}) => typeof points[number] !== 'number'));
    const asked = dialog(html`<h2>${t('NIGHT_REMOVE_MANY')}</h2><p>${
        t('NIGHT_REMOVE_MANY_HELP')}</p>
        <label class="switch"><input type="checkbox" role="switch" name="all"><b>${
            t('NIGHT_REMOVE_ALL')}</b></label>${othersOf(night).map((other) => html`<label
            class="switch"><input type="checkbox" name="member" value="${other.number}" ${
            idle(other) ? 'checked' : ''}><b>${other.name}</b></label>`)}${
        cancelRow('yes', t('NIGHT_REMOVE_THEM'))}`, {classes: 'remove-many long'});
    const box = one(document.body, 'dialog.remove-many');
    const boxes = () => /** @type {HTMLInputElement[]} */ (all(box, '[name="member"]'));
    one(box, '[name="all"]').onchange = ({target}) => {
        const {checked} = /** @type {HTMLInputElement} */ (target);
        for (const each of boxes()) each.checked = checked;
    };
    if (await asked !== 'yes') return;
    for (const {value} of boxes().filter(({checked}) => checked)) {
        await tried(() => night.tell('remove', {member: Number(value)}));
    }
}

/** Questions before what cannot be taken back: the question, what it means, and the answer.
 *  @type {Record<string,
 *   (name: string, game: string, playing: boolean) => [string, string, string]>} */
const QUESTIONS = {
    lead: (name) => [t('NIGHT_GIVE_LEAD_SURE', name), t('NIGHT_GIVE_LEAD_HELP', name),
        t('NIGHT_GIVE_LEAD', name)],
    remove: (name) => [t('NIGHT_REMOVE_SURE', name), t('NIGHT_REMOVE_HELP', name),
        t('NIGHT_REMOVE', name)],
    stop: (_name, game) => [t('NIGHT_STOP_SURE', TITLES[game]), t('NIGHT_STOP_HELP'),
        t('NIGHT_STOP')],
    leave: (_name, _game, playing) => [t('NIGHT_LEAVE_SURE'),
        t(playing ? 'NIGHT_LEAVE_PLAYING' : 'NIGHT_LEAVE_HELP'), t('NIGHT_LEAVE')],
    end: () => [t('NIGHT_END_SURE'), '', t('NIGHT_END')],
};

/** What a phone or its person does by itself. @param {Holder} holder
 *  @returns {Record<string, (more: string) => unknown>} */
const own = ({night, game, party}) => ({
    '': () => {},
    buzz: () => set('buzz', !settings.buzz),
    awake: () => set('awake', !settings.awake),
    lie: () => MOTION?.requestPermission?.(),
    language: (name) => set('language', name), // this screen is then shown again
    rules: () => readRules(game),
    pass: () => tried(() => party.ask()),
    name: () => rename(night),
    'remove-many': () => removeMany(night),
});

/** @param {Holder} holder */
export async function menu(holder) {
    const {night, game} = holder;
    let answer = await ask(t('MENU'), choices(holder));
    if (answer === 'people') answer = await people(night);
    if (answer === 'phone') answer = await phone();
    if (answer.startsWith('person ')) answer = await person(holder, Number(answer.split(' ')[1]));
    const [what, more] = answer.split(' '), deed = own(holder)[what];
    if (deed) {
        await deed(more);
        return;
    }
    const playing = night.state.phase === 'playing' && night.me?.seat !== null;
    const asks = what !== 'lead' || night.leads ? QUESTIONS[what] : undefined;
    const name = night.state.members[Number(more)]?.name ?? '';
    if (asks && !await sure(...asks(name, game, playing))) return;
    if (what === 'leave') holder.leave();
    await tried(() => night.tell(what, more === undefined ? {} : {member: Number(more)}));
}
