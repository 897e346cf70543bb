// host.mjs: the host's page: how the server is doing, announcements, people, tables,
// limits, backups.
//
// A one-time link (`pond host link`) opens it: `/host#CODE`. For the code the server gives a token
// that lasts for this tab.

import {Refusal} from './core.mjs';
import {dialog, html, icon, make, one, patch, piece, toast, title} from './dom.mjs';
import {FIRST, TITLES} from './kinds.mjs';
import {line} from './line.mjs';
import {portrait, sure} from './look.mjs';
import {day, language, list, n, percent, t} from './words.mjs';

const TOKEN = 'pond.host', EVERY_MS = 5000, SPARKS = 24;
const DAY_MS = 24 * 60 * 60 * 1000;

/** @typedef {{at: number, people: number, tables: number, moves: number, cpu: number,
 *   memory: number}} Spark */
/** What the server says of itself. `samples` has the people of each span of `sample_ms`.
 *  @typedef {object} Overview
 *  @property {string} server @property {number} at @property {number} started
 *  @property {number} people @property {number} connections @property {number} connections_max
 *  @property {Record<string, number>} playing by game @property {number} open
 *  @property {number} robots @property {number} watchers @property {number} moves
 *  @property {number} cpu_ms @property {number} cores
 *  @property {number} memory @property {number} memory_max
 *  @property {number} disk @property {number} disk_free
 *  @property {number} files @property {number} files_max @property {number} longest_ms
 *  @property {boolean} saves @property {boolean} shared
 *  @property {number} backup when the last one was made
 *  @property {Record<string, number>} refused by reason
 *  @property {number[][]} samples @property {number} sampled @property {number} sample_ms
 *  @property {number | null} nightly the hour of backups @property {string} nightly_failed
 *  @property {boolean} maintenance @property {Limit[]} limits */
/** @typedef {{name: string, value: number, least: number, most: number}} Limit */
/** @typedef {{id: string, name: string, seen: number, here: boolean, banned: boolean,
 *   muted: boolean}} Person */
/** @typedef {{id: string, name: string, why: 'host' | 'address' | 'alike'}} Doubt */
/** Seats are names where the table is in memory, else as lists have them.
 *  @typedef {{table: string, game: string, seats: (string | {name?: string, computer?: string})[],
 *   phase: string, rated: boolean, updated: number}} Row */
/** Whether a backup was made, or is whole.
 *  @typedef {{fine: boolean, name: string, why: string}} Checked */
/** Answers, by what was to be done; others say nothing.
 *  @typedef {{overview: Overview, people: {people: Person[]}, tables: {tables: Row[]},
 *   backups: {backups: {name: string, at: number, bytes: number}[]}, backup: {backups: Checked},
 *   check: {backups: Checked}, names: {names: Doubt[]},
 *   audit: {audit: {at: number, what: string}[]}}} Answers */
/** @template {string} D @typedef {D extends keyof Answers ? Answers[D] : object} Answer */
/** @typedef {import('./dom.mjs').Markup | string} Drawn */

/** @type {Spark[]} */
const sparks = [];

const number = (/** @type {number} */ value, digits = 0) =>
    value.toLocaleString(language(), {maximumFractionDigits: digits});
const bytes = (/** @type {number} */ value) => (value >= 1e9
    ? t('GIGABYTES', number(value / 1e9, 1)) : t('MEGABYTES', number(Math.ceil(value / 1e6))));
const hour = (/** @type {number} */ when) =>
    new Date(when).toLocaleTimeString(language(), {hour: 'numeric', minute: '2-digit'});
const moment = (/** @type {number} */ when) => day(when);

/** Refusals are shown, not thrown.
 *  @template {string} D @param {{do: D, [name: string]: unknown}} message
 *  @returns {Promise<Answer<D> | null>} null if it was refused */
async function ask(message) {
    try {
        const answer = /** @type {unknown} */ (await line.ask({type: 'host', ...message}));
        return /** @type {Answer<D>} */ (answer);
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        toast(error.message);
        return null;
    }
}

// ---- Coming in ----

const token = {
    get: () => {
        try { return sessionStorage.getItem(TOKEN) ?? ''; } catch { return kept; }
    },
    /** @param {string} value */
    set: (value) => {
        kept = value;
        try { sessionStorage.setItem(TOKEN, value); } catch { /* it lasts as long as the page */ }
    },
};
let kept = '';

/** Why this page may not come in; '' if it may. */
async function enter() {
    const shown = token.get();
    if (!shown) return t('HOST_NO_LINK');
    try {
        const answer = await line.ask({type: 'host', do: 'enter', token: shown});
        if (answer.token) token.set(answer.token);
        return '';
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return error.message;
    }
}

// ---- Drawings ----

/** @param {number[]} values */
function spark(values) {
    if (values.length < 2) return '';
    const low = Math.min(...values), high = Math.max(...values, low + 1e-9);
    const x = (/** @type {number} */ i) => (i * 94) / (values.length - 1) + 1;
    const points = values.map((value, i) => `${x(i)},${24 - ((value - low) * 20) / (high - low)}`);
    return html`<svg class="spark" viewBox="0 0 96 28" aria-hidden="true"><polyline
        points="${points.join(' ')}"/></svg>`;
}

/** @param {number} part of 1 */
const gauge = (part) => html`<svg class="gauge" viewBox="0 0 100 6" preserveAspectRatio="none"
    aria-hidden="true"><rect class="all" width="100" height="6" rx="3"/><rect class="part"
    width="${Math.max(1, Math.min(100, part * 100))}" height="6" rx="3"/></svg>`;

/** People over the day. @param {Overview} now */
function curve(now) {
    const {samples} = now, values = [...samples.map(([people]) => people), now.people];
    const most = Math.max(...values, 4), end = values.length - 1;
    const x = (/** @type {number} */ i) => 34 + (i * 440) / Math.max(1, end);
    const y = (/** @type {number} */ value) => 150 - (value * 130) / most;
    const points = values.map((value, i) => `${x(i)},${y(value)}`).join(' ');
    const from = now.sampled - (samples.length - 1) * now.sample_ms;
    // The last backup, if it was made in that time.
    const made = 34 + (440 * (now.backup - from)) / (now.at - from);
    const backup = !now.shared && now.backup > from && made <= 474 ? html`<line class="made"
        x1="${made}" x2="${made}" y1="138" y2="150"/><text class="made"
        x="${Math.min(440, Math.max(60, made))}" y="134" text-anchor="middle">${
        t('HOST_BACKUP_MARK')}</text>` : '';
    const level = (/** @type {number} */ value) => html`<line x1="34" x2="474" y1="${y(value)}"
        y2="${y(value)}"/><text x="28" y="${y(value) + 4}" text-anchor="end">${
        number(value)}</text>`;
    return html`<svg class="day" viewBox="0 0 480 176" role="img"
        aria-label="${t('HOST_CURVE', number(Math.max(...values)))}">
        ${[most, Math.round(most / 2)].map(level)}
        <polygon points="34,150 ${points} ${x(end)},150"/><polyline points="${points}"/>
        <circle cx="${x(end)}" cy="${y(now.people)}" r="5"/>${backup}
        ${samples.length ? html`<text x="34" y="170">${hour(from)}</text>` : ''}
        <text x="474" y="170" text-anchor="end">${hour(now.at)}</text></svg>`;
}

/** @param {string} name @param {string} value @param {string} more
 *  @param {Drawn} drawing @param {Drawn} below */
const tile = (name, value, more, drawing, below = '') => html`<div class="panel tile"><span
    class="s">${name}</span><b class="figure">${value}</b>${drawing}<span
    class="xs">${more}</span>${below}</div>`;

/** By span between two looks, what a count grew per millisecond. @param {'moves' | 'cpu'} what */
const rates = (what) => sparks.slice(1).map((one, i) =>
    (one[what] - sparks[i][what]) / Math.max(100, one.at - sparks[i].at));

/** @param {Overview} now */
function tiles(now) {
    const moves = rates('moves').map((rate) => rate * 1000), loads = rates('cpu');
    const load = loads.at(-1) ?? now.cpu_ms / Math.max(1, now.at - now.started);
    const drawn = (/** @type {'people' | 'tables' | 'memory'} */ what) =>
        spark(sparks.map((one) => one[what]));
    const tables = sparks.at(-1)?.tables ?? 0;
    return html`${tile(t('HOST_PEOPLE'), number(now.people),
        t('HOST_OF_CONNECTIONS', number(now.connections_max)), drawn('people'),
        gauge(now.connections / now.connections_max))}
        ${tile(t('HOST_TABLES'), number(tables), n('HOST_WAITING', now.open), drawn('tables'))}
        ${tile(t('HOST_MOVES'), number(moves.at(-1) ?? 0, 1),
        t('HOST_MOVES_ALL', number(now.moves)), spark(moves))}
        ${tile(t('HOST_PROCESSOR'), percent(load),
            now.cores === 1 ? t('HOST_OF_ONE_CORE') : t('HOST_OF_CORES', now.cores), spark(loads),
        gauge(load))}
        ${tile(t('HOST_MEMORY'), bytes(now.memory), t('HOST_OF_MEMORY', bytes(now.memory_max)),
        drawn('memory'), gauge(now.memory / now.memory_max))}`;
}

/** @param {Overview} now */
function tablesNow(now) {
    const most = Math.max(1, ...Object.values(now.playing));
    const share = (/** @type {[string, number]} */ [game, count]) => html`<div class="share">
        <span class="row">${portrait(game, 0, '')}<span class="grow">${TITLES[game]}</span><b>${
        number(count)}</b></span>${gauge(count / most)}</div>`;
    return html`<h2>${t('HOST_TABLES_NOW')}</h2>
        ${Object.entries(now.playing).map(share)}
        <p class="row s"><span class="grow">${n('HOST_ROBOTS', now.robots)}</span><span>${
        n('HOST_WATCH', now.watchers)}</span></p>
        <button class="btn soft small wide all-tables">${t('HOST_SEE_TABLES')}</button>`;
}

/** @param {string} sign @param {string} name @param {string} text */
const fact = (sign, name, text) => html`<li class="row">${icon(sign)}<span class="grow"><b>${
    name}</b><br><span class="s">${text}</span></span></li>`;

/** @param {Overview} now */
function server(now) {
    const refused = Object.entries(now.refused).sort((a, b) => b[1] - a[1]);
    const sum = refused.reduce((whole, [, count]) => whole + count, 0);
    const kind = now.shared ? 'HOST_STORE_SHARED' : 'HOST_STORE_FILE';
    const disk = () => t('HOST_DISK_OF', percent(1 - now.disk_free / now.disk), bytes(now.disk));
    return html`<h2>${t('HOST_SERVER')}</h2><ul class="facts">
        ${fact('save', t('HOST_STORE'), t(now.saves ? kind : 'HOST_STORE_AWAY'))}
        ${now.disk ? fact('open', t('HOST_DISK'), disk()) : ''}
        ${fact('flag', t('HOST_REFUSED'),
        sum ? t('HOST_REFUSED_MOST', number(sum), refused[0][0]) : t('HOST_REFUSED_NONE'))}
        ${fact('clock', t('HOST_LONGEST'), t('HOST_LONGEST_MS', number(now.longest_ms)))}
        ${fact('list', t('HOST_FILES'),
        t('HOST_FILES_OF', number(now.files), number(now.files_max)))}</ul>`;
}

/** @param {Limit} limit */
const limitRow = ({name, value, least, most}) => html`<div class="row limit"><label class="grow"
    for="limit-${name}">${t(`HOST_LIMIT_${name.toUpperCase()}`)}</label><input id="limit-${name}"
    type="number" min="${least}" max="${most}" value="${value}" data-limit="${name}"></div>`;

// ---- People and tables ----

/** @param {string} value @param {string} word */
const deed = (value, word) =>
    html`<button class="btn soft small" value="${value}">${t(word)}</button>`;
/** The last row of a dialog. */
const closing = () => html`<div class="row end"><button class="btn" value=""
    autofocus>${t('CLOSE')}</button></div>`;

/** @param {Person} person */
const sureToErase = (person) => sure(`${t('HOST_ERASE')}${t('COLON')}${person.name}`,
    t('HOST_ERASE_HELP'), t('HOST_ERASE'));

/** @param {string} name @param {object} what */
function saveFile(name, what) {
    const link = /** @type {HTMLAnchorElement} */ (make(html`<a download="${name}"></a>`));
    const file = new Blob([JSON.stringify(what, null, 2)], {type: 'application/json'});
    link.href = URL.createObjectURL(file);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** @param {Person} person @param {() => void} again */
async function manage(person, again) {
    const {id, name, seen, muted, banned} = person;
    const asked = dialog(html`<h2>${name}</h2><p class="s">${id}${
        seen ? html`<br>${t('HOST_SEEN', moment(seen))}` : ''}</p>
        <div class="field"><label for="new-name"><b>${t('HOST_RENAME')}</b></label>
        <input id="new-name" type="text" maxlength="24" value="${name}"></div>
        <div class="row wrap">${deed('rename', 'HOST_RENAME')}${deed('tables', 'HOST_TABLES_OF')}
        ${muted ? deed('unmute', 'HOST_UNMUTE') : deed('mute', 'HOST_MUTE')}
        ${banned ? deed('unban', 'HOST_UNBAN') : deed('ban', 'HOST_BAN')}
        ${deed('export', 'HOST_EXPORT')}${deed('erase', 'HOST_ERASE')}</div>${closing()}`);
    const input = /** @type {HTMLInputElement} */ (one(document.body, 'dialog[open] #new-name'));
    const what = await asked;
    if (what === 'tables') {
        await manageTables(person);
        again();
        return;
    }
    if (!what || (what === 'erase' && !await sureToErase(person))) return;
    const renamed = what === 'rename' ? {name: input.value.trim()} : {};
    const answer = await ask({do: what, person: id, ...renamed});
    if (!answer) return;
    if (what === 'export') saveFile(`${id}.json`, answer);
    else toast(t('HOST_DONE'));
    again();
}

/** @param {Row} row */
const whoSits = ({seats}) => list(seats.map((seat) =>
    (typeof seat === 'string' ? seat : seat.name ?? seat.computer) || '…'));

/** @param {Row} row */
function tableRow(row) {
    const {game, phase, rated, table, updated} = row, over = phase === 'over';
    return html`<div class="row limit"><span class="grow"><b>${TITLES[game]}</b> <span class="s">${
        whoSits(row)}${over ? html`<br>${moment(updated)}` : ''}</span></span>${
        !over ? deed(`close ${table}`, 'HOST_CLOSE')
        : rated ? deed(`void ${table}`, 'HOST_VOID') : ''}</div>`;
}

/** The tables in use, or the latest of one person. @param {Person} [person] */
async function manageTables(person) {
    const answer = await ask(person ? {do: 'tables', person: person.id} : {do: 'tables'});
    if (!answer) return;
    const {tables} = answer;
    const what = await dialog(html`<h2>${person?.name ?? t('HOST_TABLES_NOW')}</h2>
        ${tables.length ? tables.map(tableRow) : html`<p class="s">${t('NO_TABLES')}</p>`}
        ${closing()}`);
    const [todo, id] = what.split(' '), row = tables.find(({table}) => table === id);
    if (!row) return;
    const word = t(todo === 'close' ? 'HOST_CLOSE' : 'HOST_VOID');
    if (!await sure(`${word}${t('COLON')}${TITLES[row.game]}`, whoSits(row), word)) return;
    if (await ask({do: todo, table: id})) toast(t('HOST_DONE'));
}

/** @param {Person} person */
const personRow = ({id, name, here, banned, muted, seen}) => html`<div class="row limit">
    ${portrait(FIRST, 0, '')}
    <span class="grow">
        <b>${name}</b> ${here ? html`<span class="pill good">${t('HOST_HERE')}</span>` : ''}
        ${banned ? html`<span class="pill bad">${t('HOST_BANNED')}</span>` : ''}
        ${muted ? html`<span class="pill">${t('HOST_MUTED')}</span>` : ''}<br>
        <span class="s">${seen ? moment(seen) : id}</span>
    </span>
    <button class="btn soft small" data-person="${id}"
        aria-label="${t('HOST_MANAGE')}${t('COLON')}${name}">${t('HOST_MANAGE')}</button>
</div>`;

/** A name that could mislead others. @param {Doubt} doubt */
const nameRow = ({id, name, why}) => html`<div class="row limit name">${portrait(FIRST, 0, '')}<span
    class="grow"><b>${name}</b><br><span class="s">${t(`HOST_NAME_${why.toUpperCase()}`)}</span>
    </span><button class="btn soft small" data-keep="${id}"
    aria-label="${t('HOST_KEEP')}${t('COLON')}${name}">${t('HOST_KEEP')}</button><button
    class="btn soft small" data-rename="${id}"
    aria-label="${t('HOST_ANOTHER')}${t('COLON')}${name}">${t('HOST_ANOTHER')}</button></div>`;

/** When a backup is made by itself. @param {Overview} now */
function nightly({nightly: chosen, nightly_failed: why}) {
    const hours = [...Array(24).keys()].map((h) => html`<option value="${h}" ${
        h === chosen ? 'selected' : ''}>${hour(new Date(2000, 0, 1, h).getTime())}</option>`);
    return html`<div class="row limit"><label class="grow" for="nightly">${
        t('HOST_NIGHTLY')}</label><select id="nightly"><option value="-1" ${
        chosen === null ? 'selected' : ''}>${t('HOST_NIGHTLY_OFF')}</option>${hours}</select></div>
        ${why ? html`<p class="why">${t('HOST_NIGHTLY_FAILED', why)}</p>` : ''}`;
}

/** Nights without a backup, between two that have one. The names have the server's dates.
 *  @param {Answers['backups']['backups']} files the latest first @returns {Map<string, string[]>}
 *      by the name of the backup that follows */
function nightsMissed(files) {
    const nights = files.flatMap(({name}) => {
        const found = /-(\d{4})(\d\d)(\d\d)-\d{6}-night\./.exec(name);
        return found ? [{name, at: Date.UTC(+found[1], +found[2] - 1, +found[3])}] : [];
    });
    return new Map(nights.slice(1).map((before, i) => {
        const {name, at} = nights[i], missed = Math.round((at - before.at) / DAY_MS) - 1;
        return [name, [...Array(Math.max(0, missed)).keys()].map((k) =>
            new Date(at - (k + 1) * DAY_MS).toLocaleDateString(language(),
                {dateStyle: 'medium', timeZone: 'UTC'}))];
    }));
}

/** @param {Answers['backups'] | null} answer */
function backupRows(answer) {
    if (!answer) return html`<p class="s">${t('HOST_BACKUPS_ELSEWHERE')}</p>`;
    const missed = nightsMissed(answer.backups);
    const rows = answer.backups.flatMap((file) => [html`<div class="row limit">
        ${icon('check')}<span class="grow">${moment(file.at)}</span><span class="s">${
        bytes(file.bytes)}</span><button class="btn soft small" data-check="${file.name}"
        aria-label="${t('HOST_CHECK')}${t('COLON')}${moment(file.at)}">${
        t('HOST_CHECK')}</button></div>`, ...(missed.get(file.name) ?? []).map((night) =>
        html`<div class="row limit missed"><span class="grow">${night}</span><span
        class="pill bad">${t('HOST_BACKUP_MISSED')}</span></div>`)]).slice(0, 5);
    return html`${rows.length ? rows : html`<p class="s">${t('HOST_BACKUPS_NONE')}</p>`}<button
        class="btn soft wide back-up">${icon('save')}${t('HOST_BACK_UP')}</button>`;
}

/** @param {Answers['audit']['audit']} rows */
const auditRows = (rows) => (rows.length === 0 ? html`<p class="s">${t('HOST_AUDIT_NONE')}</p>`
    : html`<ol class="log">${rows.slice(0, 12).map(({at, what}) => html`<li><span
    class="s">${moment(at)}</span> ${what}</li>`)}</ol>`);

// ---- The screen ----

const SPANS = [['60', 'HOST_TELL_HOUR'], ['720', 'HOST_TELL_DAY'], ['0', 'HOST_TELL_ALWAYS']];

const telling = () => html`<section class="panel tell"><h2>${t('HOST_TELL')}</h2>
    <label class="unseen" for="tell">${t('HOST_TELL')}</label>
    <textarea id="tell" rows="2" maxlength="250" placeholder="${t('HOST_TELL_EXAMPLE')}"></textarea>
    <fieldset class="choices" aria-label="${t('HOST_TELL_HOW_LONG')}">
    ${SPANS.map(([value, word], i) => html`<label><input type="radio" name="minutes"
    value="${value}" ${i === 0 ? 'checked' : ''}><span>${t(word)}</span></label>`)}</fieldset>
    <div class="row wrap"><button class="btn announce grow">${icon('horn')}${
    t('HOST_ANNOUNCE')}</button><button class="btn soft silence">${t('HOST_SILENCE')}</button></div>
    <label class="switch"><input type="checkbox" role="switch" name="maintenance"
    aria-describedby="help-maintenance"><b>${t('HOST_MAINTENANCE')}</b></label><span class="s"
    id="help-maintenance">${t('HOST_MAINTENANCE_HELP')}</span></section>`;

const shell = () => make(html`<div class="host"><header class="bar"><a class="wm" href="#/"
    aria-label="${t('HOME')}">${piece('wordmark')}</a><span class="sep"></span><h1 class="title">${
    t('HOST_TITLE')}</h1><span class="s grow">${location.host}</span><span
    class="pill good health"></span><span class="s about"></span></header>
    <main><p class="why state" role="status">${t('CONNECTING')}</p><div class="hosting" hidden>
    <section class="tiles" aria-label="${t('HOST_NOW')}"></section>
    <section class="panel today"></section><section class="panel tables-now"></section>${telling()}
    <section class="panel people"><h2>${t('HOST_PEOPLE_LIST')}</h2>
    <label class="unseen" for="seek">${t('HOST_SEEK')}</label>
    <input id="seek" type="text" placeholder="${t('HOST_SEEK')}" autocomplete="off">
    <div class="found"></div></section>
    <section class="panel names" hidden></section>
    <section class="panel backups"><div class="nights"></div><div class="files"></div></section>
    <section class="panel server"></section>
    <section class="panel limits"></section><section class="panel audit"></section>
    </div></main></div>`);

/** The screen and what it shows, while it is open. */
class Host {
    page = shell();
    left = false;
    #busy = false;
    #limits = '';
    #nightly = '';
    /** @type {Person[]} */
    #people = [];

    /** @template {HTMLElement} [T=HTMLInputElement] @param {string} name */
    #field(name) {
        return /** @type {T} */ (one(this.page, name));
    }
    /** @param {string} where @param {import('./dom.mjs').Markup} markup */
    #put(where, markup) {
        if (!this.left) patch(one(this.page, where), markup);
    }

    /** How the server is. */
    async look() {
        if (this.#busy || this.left || one(this.page, '.hosting').hidden) return;
        this.#busy = true;
        try {
            const now = await ask({do: 'overview'});
            if (now && !this.left) this.#draw(now);
        } finally {
            this.#busy = false;
        }
    }
    /** @param {Overview} now */
    #draw(now) {
        const {at, people, moves, cpu_ms: cpu, memory} = now, health = one(this.page, '.health');
        const tables = Object.values(now.playing).reduce((sum, count) => sum + count, 0);
        sparks.push({at, people, tables, moves, cpu, memory});
        if (sparks.length > SPARKS) sparks.shift();
        this.#put('.tiles', tiles(now));
        this.#put('.today', html`<h2>${t('HOST_TODAY')}</h2>${curve(now)}`);
        this.#put('.tables-now', tablesNow(now));
        this.#put('.server', server(now));
        health.textContent = t(now.saves ? 'HOST_WELL' : 'HOST_STORE_AWAY');
        health.className = `pill health ${now.saves ? 'good' : 'bad'}`;
        const days = n('DAYS', Math.floor((at - now.started) / DAY_MS));
        one(this.page, '.about').textContent = t('HOST_UP', now.server, days);
        this.#field('[name="maintenance"]').checked = now.maintenance;
        const limits = JSON.stringify(now.limits); // drawn again if they differ: one may be typed
        if (limits !== this.#limits) {
            this.#put('.limits', html`<h2>${t('HOST_LIMITS')}</h2>${now.limits.map(limitRow)}`);
        }
        this.#limits = limits;
        const nights = JSON.stringify([now.nightly, now.nightly_failed]); // likewise
        if (nights !== this.#nightly) {
            this.#put('.nights', html`<h2>${t('HOST_BACKUPS')}</h2>${
                now.shared ? '' : nightly(now)}`);
        }
        this.#nightly = nights;
    }
    async names() {
        const answer = await ask({do: 'names'});
        if (!answer) return;
        const {names} = answer;
        one(this.page, '.names').hidden = names.length === 0;
        this.#put('.names', html`<h2>${t('HOST_NAMES')} <span class="pill">${
            number(names.length)}</span></h2><p class="s">${t('HOST_NAMES_HELP')}</p>${
            names.slice(0, 8).map(nameRow)}`);
    }
    async seek() {
        const answer = await ask({do: 'people', text: this.#field('#seek').value.trim()});
        if (!answer) return;
        this.#people = answer.people;
        this.#put('.found', this.#people.length ? html`${this.#people.slice(0, 8).map(personRow)}`
            : html`<p class="s">${t('HOST_NOBODY')}</p>`);
    }
    async backups() {
        const answer = await ask({do: 'backups'});
        this.#put('.files', backupRows(answer));
    }
    async audit() {
        const answer = await ask({do: 'audit'});
        if (!answer) return;
        this.#put('.audit', html`<h2>${t('HOST_AUDIT')}</h2>${auditRows(answer.audit)}`);
    }

    /** Does something, says so, and shows what it changed.
     *  @param {{do: string, [name: string]: unknown}} message */
    async act(message) {
        const answer = await ask(message);
        if (answer) toast(t('HOST_DONE'));
        await Promise.all([this.look(), this.audit()]);
        return answer;
    }

    async come() {
        const why = await enter(), hosting = one(this.page, '.hosting');
        if (this.left) return;
        hosting.hidden = why !== '';
        one(this.page, '.state').textContent = why;
        if (why) return;
        await Promise.all(
            [this.look(), this.seek(), this.names(), this.backups(), this.audit()]);
        this.page.dataset.ready = '';
    }

    listen() {
        const {page} = this, tell = /** @type {HTMLTextAreaElement} */ (one(page, '#tell'));
        one(page, '.announce').addEventListener('click', () => {
            const minutes = Number(this.#field('[name="minutes"]:checked').value);
            const text = tell.value.trim().replace(/\s+/g, ' ');
            if (text) void this.act({do: 'announce', text, minutes});
            else tell.focus();
        });
        const silence = () => void this.act({do: 'announce', text: ''});
        one(page, '.silence').addEventListener('click', silence);
        const maintenance = this.#field('[name="maintenance"]');
        maintenance.addEventListener('change', () =>
            void this.act({do: 'maintenance', on: maintenance.checked}));
        one(page, '#seek').addEventListener('input', () => void this.seek());
        one(page, '.limits').addEventListener('change', async ({target}) => {
            const input = /** @type {HTMLInputElement} */ (target);
            const value = Math.round(Number(input.value));
            const answer = await this.act({do: 'limit', name: input.dataset.limit, value});
            if (!answer) input.value = input.defaultValue;
        });
        one(page, '.backups').addEventListener('change', ({target}) => {
            const hours = Number(/** @type {HTMLSelectElement} */ (target).value);
            void this.act({do: 'nightly', hour: hours});
        });
        page.addEventListener('click', ({target}) => {
            const button = /** @type {Element} */ (target).closest('button');
            if (button) void this.#press(button);
        });
    }
    /** @param {HTMLButtonElement} button */
    async #press(button) {
        const person = this.#people.find(({id}) => id === button.dataset.person);
        if (person) await manage(person, () => void Promise.all([this.seek(), this.audit()]));
        if (button.matches('.all-tables')) {
            await manageTables();
            await Promise.all([this.look(), this.audit()]);
        }
        if (button.matches('.back-up')) {
            sayChecked('HOST_BACKED_UP', await ask({do: 'backup'}));
            await Promise.all([this.backups(), this.audit()]);
        }
        const {keep, rename} = button.dataset, whom = keep ?? rename;
        if (whom) {
            await this.act({do: keep ? 'keep' : 'rename', person: whom});
            await Promise.all([this.names(), this.seek()]);
        }
        const name = button.dataset.check;
        if (name) sayChecked('HOST_WHOLE', await ask({do: 'check', name}));
    }
}

/** @param {'HOST_BACKED_UP' | 'HOST_WHOLE'} word @param {{backups: Checked} | null} answer */
function sayChecked(word, answer) {
    if (answer) toast(answer.backups.fine ? t(word, answer.backups.name) : answer.backups.why);
}

/** @type {import('./screens.mjs').Show} */
export async function show(place) {
    const host = new Host(), come = () => void host.come();
    place.replaceChildren(host.page);
    title(t('HOST_TITLE'));
    host.listen();
    line.addEventListener('open', come);
    line.connect();
    if (line.open) come();
    const timer = setInterval(() => void host.look(), EVERY_MS);
    return () => {
        host.left = true;
        clearInterval(timer);
        line.removeEventListener('open', come);
    };
}
