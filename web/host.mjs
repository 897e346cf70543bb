// host.mjs: the page of whoever hosts the server: how it goes, what to tell everyone, people, tables, limits, backups.
//
// A one-time link (`pond host link`) opens it: `/host#CODE`. For the code the server gives a token that lasts for this tab.

import {Refusal} from './core.mjs';
import {FIRST, TITLES} from './kinds.mjs';
import {dialog, html, icon, make, one, patch, piece, toast, title} from './dom.mjs';
import {line} from './line.mjs';
import {portrait} from './look.mjs';
import {day, language, list, n, percent, t} from './words.mjs';

const TOKEN = 'pond.host', EVERY_MS = 5000, SPARKS = 24;

/** @typedef {{at: number, people: number, tables: number, moves: number, cpu: number, memory: number}} Spark */
/** @type {Spark[]} */
const sparks = [];

const number = (/** @type {number} */ value, digits = 0) => value.toLocaleString(language(), {maximumFractionDigits: digits});
const bytes = (/** @type {number} */ value) => (value >= 1e9 ? t('GIGABYTES', number(value / 1e9, 1)) : t('MEGABYTES', number(Math.ceil(value / 1e6))));
const hour = (/** @type {number} */ when) => new Date(when).toLocaleTimeString(language(), {hour: 'numeric', minute: '2-digit'});
const moment = (/** @type {number} */ when) => `${day(when)}, ${hour(when)}`;

/** Refusals are told, not thrown. @param {any} message @returns {Promise<any>} null where it was refused */
async function ask(message) {
    try {
        return await line.ask({type: 'host', ...message});
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

/** Why this page may not come in; '' where it may. */
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
    const points = values.map((value, i) => `${(i * 94) / (values.length - 1) + 1},${24 - ((value - low) * 20) / (high - low)}`);
    return html`<svg class="spark" viewBox="0 0 96 28" aria-hidden="true"><polyline points="${points.join(' ')}"/></svg>`;
}

/** @param {number} part of 1 */
const gauge = (part) => html`<svg class="gauge" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="all" width="100" height="6" rx="3"/><rect class="part" width="${Math.max(1, Math.min(100, part * 100))}" height="6" rx="3"/></svg>`;

/** People over the day. @param {any} now */
function curve(now) {
    const samples = /** @type {number[][]} */ (now.samples), last = {people: now.people, at: now.at};
    const values = [...samples.map(([people]) => people), last.people], most = Math.max(...values, 4);
    const x = (/** @type {number} */ i) => 34 + (i * 440) / Math.max(1, values.length - 1), y = (/** @type {number} */ value) => 150 - (value * 130) / most;
    const points = values.map((value, i) => `${x(i)},${y(value)}`), from = now.sampled - (samples.length - 1) * now.sample_ms;
    return html`<svg class="day" viewBox="0 0 480 176" role="img" aria-label="${t('HOST_CURVE', number(Math.max(...values)))}">${[most, Math.round(most / 2)].map((value) => html`<line x1="34" x2="474" y1="${y(value)}" y2="${y(value)}"/><text x="28" y="${y(value) + 4}" text-anchor="end">${number(value)}</text>`)}
        <polygon points="34,150 ${points.join(' ')} ${x(values.length - 1)},150"/><polyline points="${points.join(' ')}"/><circle cx="${x(values.length - 1)}" cy="${y(last.people)}" r="5"/>
        ${samples.length ? html`<text x="34" y="170">${hour(from)}</text>` : ''}<text x="474" y="170" text-anchor="end">${hour(now.at)}</text></svg>`;
}

/** @param {string} name @param {string} value @param {string} more @param {any} drawing @param {any} below */
const tile = (name, value, more, drawing, below = '') => html`<div class="panel tile"><span class="s">${name}</span><b class="figure">${value}</b>${drawing}<span class="xs">${more}</span>${below}</div>`;

/** @param {any} now */
function tiles(now) {
    const before = sparks.at(-2), last = /** @type {Spark} */ (sparks.at(-1)), seconds = before ? Math.max(.1, (last.at - before.at) / 1000) : 1;
    const rates = sparks.slice(1).map((one, i) => (one.moves - sparks[i].moves) / Math.max(.1, (one.at - sparks[i].at) / 1000));
    const loads = sparks.slice(1).map((one, i) => (one.cpu - sparks[i].cpu) / Math.max(100, one.at - sparks[i].at));
    const load = before ? (last.cpu - before.cpu) / (seconds * 1000) : now.cpu_ms / Math.max(1, now.at - now.started);
    return html`${tile(t('HOST_PEOPLE'), number(now.people), t('HOST_OF_CONNECTIONS', number(now.connections_max)), spark(sparks.map((one) => one.people)), gauge(now.connections / now.connections_max))}
        ${tile(t('HOST_TABLES'), number(last.tables), n('HOST_WAITING', now.open), spark(sparks.map((one) => one.tables)))}
        ${tile(t('HOST_MOVES'), number(rates.at(-1) ?? 0, 1), t('HOST_MOVES_ALL', number(now.moves)), spark(rates))}
        ${tile(t('HOST_PROCESSOR'), percent(load), n('HOST_OF_CORES', now.cores), spark(loads), gauge(load))}
        ${tile(t('HOST_MEMORY'), bytes(now.memory), t('HOST_OF_MEMORY', bytes(now.memory_max)), spark(sparks.map((one) => one.memory)), gauge(now.memory / now.memory_max))}`;
}

/** @param {any} now */
function tablesNow(now) {
    const most = Math.max(1, ...Object.values(now.playing));
    return html`<h2>${t('HOST_TABLES_NOW')}</h2>${Object.entries(now.playing).map(([game, count]) => html`<div class="share"><span class="row">${portrait(game, 0, '')}<span class="grow">${TITLES[game]}</span><b>${number(count)}</b></span>${gauge(count / most)}</div>`)}
        <p class="row s"><span class="grow">${n('HOST_ROBOTS', now.robots)}</span><span>${n('HOST_WATCH', now.watchers)}</span></p><button class="btn soft small wide all-tables">${t('HOST_SEE_TABLES')}</button>`;
}

/** @param {string} sign @param {string} name @param {string} text */
const fact = (sign, name, text) => html`<li class="row">${icon(sign)}<span class="grow"><b>${name}</b><br><span class="s">${text}</span></span></li>`;

/** @param {any} now */
function server(now) {
    const refused = /** @type {[string, number][]} */ (Object.entries(now.refused)).sort((a, b) => b[1] - a[1]);
    const sum = refused.reduce((all_of_them, [, count]) => all_of_them + count, 0);
    return html`<h2>${t('HOST_SERVER')}</h2><ul class="facts">${fact('save', t('HOST_STORE'), t(!now.saves ? 'HOST_STORE_AWAY' : now.shared ? 'HOST_STORE_SHARED' : 'HOST_STORE_FILE'))}
        ${now.disk ? fact('open', t('HOST_DISK'), t('HOST_DISK_OF', percent(1 - now.disk_free / now.disk), bytes(now.disk))) : ''}
        ${fact('flag', t('HOST_REFUSED'), sum ? t('HOST_REFUSED_MOST', number(sum), refused[0][0]) : t('HOST_REFUSED_NONE'))}
        ${fact('clock', t('HOST_LONGEST'), t('HOST_LONGEST_MS', number(now.longest_ms)))}
        ${fact('list', t('HOST_FILES'), t('HOST_FILES_OF', number(now.files), number(now.files_max)))}</ul>`;
}

/** @param {any[]} limits */
const limitRows = (limits) => html`<h2>${t('HOST_LIMITS')}</h2>${limits.map(({name, value, least, most}) => html`<div class="row limit"><label class="grow" for="limit-${name}">${t(`HOST_LIMIT_${name.toUpperCase()}`)}</label><input id="limit-${name}" type="number" min="${least}" max="${most}" value="${value}" data-limit="${name}"></div>`)}`;

// ---- People and tables ----

/** @param {any} person @param {() => void} again */
async function manage(person, again) {
    const asked = dialog(html`<h2>${person.name}</h2><p class="s">${person.id}${person.seen ? html`<br>${t('HOST_SEEN', moment(person.seen))}` : ''}</p>
        <div class="field"><label for="new-name"><b>${t('HOST_RENAME')}</b></label><input id="new-name" type="text" maxlength="24" value="${person.name}"></div>
        <div class="row wrap"><button class="btn soft small" value="rename">${t('HOST_RENAME')}</button><button class="btn soft small" value="${person.muted ? 'unmute' : 'mute'}">${t(person.muted ? 'HOST_UNMUTE' : 'HOST_MUTE')}</button><button class="btn soft small" value="${person.banned ? 'unban' : 'ban'}">${t(person.banned ? 'HOST_UNBAN' : 'HOST_BAN')}</button><button class="btn soft small" value="export">${t('HOST_EXPORT')}</button><button class="btn soft small" value="erase">${t('HOST_ERASE')}</button></div>
        <div class="row end"><button class="btn" value="" autofocus>${t('CLOSE')}</button></div>`);
    const input = /** @type {HTMLInputElement} */ (one(document.body, 'dialog[open] #new-name')), what = await asked;
    if (!what) return;
    if (what === 'erase' && await dialog(html`<h2>${t('HOST_ERASE')}${t('COLON')}${person.name}</h2><p>${t('HOST_ERASE_HELP')}</p><div class="row end"><button class="btn" value="yes">${t('HOST_ERASE')}</button><button class="btn soft" value="" autofocus>${t('CLOSE')}</button></div>`) !== 'yes') return;
    const answer = await ask({do: what, person: person.id, ...(what === 'rename' ? {name: input.value.trim()} : {})});
    if (!answer) return;
    if (what === 'export') {
        const link = /** @type {HTMLAnchorElement} */ (make(html`<a download="${person.id}.json"></a>`));
        link.href = URL.createObjectURL(new Blob([JSON.stringify(answer, null, 2)], {type: 'application/json'}));
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    } else toast(t('HOST_DONE'));
    again();
}

async function manageTables() {
    const answer = await ask({do: 'tables'});
    if (!answer) return;
    const rows = /** @type {any[]} */ (answer.tables);
    const what = await dialog(html`<h2>${t('HOST_TABLES_NOW')}</h2>${rows.length === 0 ? html`<p class="s">${t('NO_TABLES')}</p>` : rows.map((row) => html`<div class="row limit"><span class="grow"><b>${TITLES[row.game]}</b> <span class="s">${list(row.seats.map((/** @type {string} */ name) => name || '…'))}</span></span>${row.phase === 'over' ? (row.rated ? html`<button class="btn soft small" value="void ${row.table}">${t('HOST_VOID')}</button>` : '') : html`<button class="btn soft small" value="close ${row.table}">${t('HOST_CLOSE')}</button>`}</div>`)}
        <div class="row end"><button class="btn" value="" autofocus>${t('CLOSE')}</button></div>`);
    if (!what) return;
    const [deed, table] = what.split(' ');
    if (await ask({do: deed, table})) toast(t('HOST_DONE'));
}

/** @param {any} person */
const personRow = (person) => html`<div class="row limit">${portrait(FIRST, 0, '')}<span class="grow"><b>${person.name}</b>${person.here ? html` <span class="pill good">${t('HOST_HERE')}</span>` : ''}${person.banned ? html` <span class="pill bad">${t('HOST_BANNED')}</span>` : ''}${person.muted ? html` <span class="pill">${t('HOST_MUTED')}</span>` : ''}<br><span class="s">${person.seen ? moment(person.seen) : person.id}</span></span><button class="btn soft small" data-person="${person.id}" aria-label="${t('HOST_MANAGE')}${t('COLON')}${person.name}">${t('HOST_MANAGE')}</button></div>`;

// ---- The screen ----

const shell = () => make(html`<div class="host"><header class="bar"><a class="wm" href="#/" aria-label="${t('HOME')}">${piece('wordmark')}</a><span class="sep"></span><h1 class="title">${t('HOST_TITLE')}</h1><span class="s grow">${location.host}</span><span class="pill good health"></span><span class="s about"></span></header>
    <main><p class="why state" role="status">${t('CONNECTING')}</p><div class="hosting" hidden>
    <section class="tiles" aria-label="${t('HOST_NOW')}"></section>
    <section class="panel today"></section><section class="panel tables-now"></section>
    <section class="panel tell"><h2>${t('HOST_TELL')}</h2><label class="unseen" for="tell">${t('HOST_TELL')}</label><textarea id="tell" rows="2" maxlength="250" placeholder="${t('HOST_TELL_EXAMPLE')}"></textarea>
        <fieldset class="choices" aria-label="${t('HOST_TELL_HOW_LONG')}">${[['60', 'HOST_TELL_HOUR'], ['720', 'HOST_TELL_DAY'], ['0', 'HOST_TELL_ALWAYS']].map(([value, word], i) => html`<label><input type="radio" name="minutes" value="${value}" ${i === 0 ? 'checked' : ''}><span>${t(word)}</span></label>`)}</fieldset>
        <div class="row wrap"><button class="btn announce grow">${icon('horn')}${t('HOST_ANNOUNCE')}</button><button class="btn soft silence">${t('HOST_SILENCE')}</button></div>
        <label class="switch"><input type="checkbox" role="switch" name="maintenance" aria-describedby="help-maintenance"><b>${t('HOST_MAINTENANCE')}</b></label><span class="s" id="help-maintenance">${t('HOST_MAINTENANCE_HELP')}</span></section>
    <section class="panel people"><h2>${t('HOST_PEOPLE_LIST')}</h2><label class="unseen" for="seek">${t('HOST_SEEK')}</label><input id="seek" type="text" placeholder="${t('HOST_SEEK')}" autocomplete="off"><div class="found"></div></section>
    <section class="panel backups"></section><section class="panel server"></section><section class="panel limits"></section>
    <section class="panel audit"></section></div></main></div>`);

/** @type {import('./screens.mjs').Show} */
export async function show(host) {
    const page = shell(), state = one(page, '.state'), hosting = one(page, '.hosting');
    let left = false, busy = false, limitsDrawn = '';
    /** @type {any[]} */
    let people = [];
    host.replaceChildren(page);
    title(t('HOST_TITLE'));
    const refuse = (/** @type {string} */ why) => {
        hosting.hidden = true;
        state.textContent = why;
    };
    const look = async () => {
        if (busy || left || hosting.hidden) return;
        busy = true;
        try {
            const now = await ask({do: 'overview'});
            if (!now || left) return;
            const playing = Object.values(now.playing).reduce((sum, count) => sum + count, 0);
            sparks.push({at: now.at, people: now.people, tables: playing, moves: now.moves, cpu: now.cpu_ms, memory: now.memory});
            if (sparks.length > SPARKS) sparks.shift();
            patch(one(page, '.tiles'), tiles(now));
            patch(one(page, '.today'), html`<h2>${t('HOST_TODAY')}</h2>${curve(now)}`);
            patch(one(page, '.tables-now'), tablesNow(now));
            patch(one(page, '.server'), server(now));
            one(page, '.health').textContent = t(now.saves ? 'HOST_WELL' : 'HOST_STORE_AWAY');
            one(page, '.health').className = `pill health ${now.saves ? 'good' : 'bad'}`;
            one(page, '.about').textContent = t('HOST_UP', now.server, n('DAYS', Math.floor((now.at - now.started) / 86400000)));
            /** @type {HTMLInputElement} */ (one(page, '[name="maintenance"]')).checked = now.maintenance;
            const limits = JSON.stringify(now.limits);
            if (limits !== limitsDrawn) patch(one(page, '.limits'), limitRows(now.limits));
            limitsDrawn = limits;
        } finally {
            busy = false;
        }
    };
    const seek = async () => {
        const answer = await ask({do: 'people', text: /** @type {HTMLInputElement} */ (one(page, '#seek')).value.trim()});
        if (!answer || left) return;
        people = answer.people;
        patch(one(page, '.found'), people.length ? html`${people.slice(0, 8).map(personRow)}` : html`<p class="s">${t('HOST_NOBODY')}</p>`);
    };
    const backups = async () => {
        const answer = await ask({do: 'backups'});
        if (left) return;
        patch(one(page, '.backups'), html`<h2>${t('HOST_BACKUPS')}</h2>${!answer ? html`<p class="s">${t('HOST_BACKUPS_ELSEWHERE')}</p>` : html`${answer.backups.length ? '' : html`<p class="s">${t('HOST_BACKUPS_NONE')}</p>`}${answer.backups.slice(0, 5).map((/** @type {any} */ file) => html`<div class="row limit">${icon('check')}<span class="grow">${moment(file.at)}</span><span class="s">${bytes(file.bytes)}</span><button class="btn soft small" data-check="${file.name}" aria-label="${t('HOST_CHECK')}${t('COLON')}${moment(file.at)}">${t('HOST_CHECK')}</button></div>`)}<button class="btn soft wide back-up">${icon('save')}${t('HOST_BACK_UP')}</button>`}`);
    };
    const audit = async () => {
        const answer = await ask({do: 'audit'});
        if (answer && !left) patch(one(page, '.audit'), html`<h2>${t('HOST_AUDIT')}</h2>${answer.audit.length ? html`<ol class="log">${answer.audit.slice(0, 12).map((/** @type {any} */ row) => html`<li><span class="s">${moment(row.at)}</span> ${row.what}</li>`)}</ol>` : html`<p class="s">${t('HOST_AUDIT_NONE')}</p>`}`);
    };
    /** Does something, says so, and shows what it changed. @param {any} message */
    const act = async (message) => {
        const answer = await ask(message);
        if (answer) toast(t('HOST_DONE'));
        await Promise.all([look(), audit()]);
        return answer;
    };
    const come = async () => {
        const why = await enter();
        if (left) return;
        if (why) {
            refuse(why);
            return;
        }
        state.textContent = '';
        hosting.hidden = false;
        await Promise.all([look(), seek(), backups(), audit()]);
        page.dataset.ready = '';
    };
    const tell = /** @type {HTMLTextAreaElement} */ (one(page, '#tell'));
    one(page, '.announce').addEventListener('click', () => {
        const minutes = Number(/** @type {HTMLInputElement} */ (one(page, '[name="minutes"]:checked')).value);
        if (tell.value.trim()) void act({do: 'announce', text: tell.value.trim().replace(/\s+/g, ' '), minutes});
        else tell.focus();
    });
    one(page, '.silence').addEventListener('click', () => void act({do: 'announce', text: ''}));
    one(page, '[name="maintenance"]').addEventListener('change', ({target}) => void act({do: 'maintenance', on: /** @type {HTMLInputElement} */ (target).checked}));
    one(page, '#seek').addEventListener('input', () => void seek());
    one(page, '.limits').addEventListener('change', async ({target}) => {
        const input = /** @type {HTMLInputElement} */ (target);
        const answer = await act({do: 'limit', name: input.dataset.limit, value: Math.round(Number(input.value))});
        if (!answer) input.value = input.defaultValue;
    });
    page.addEventListener('click', async ({target}) => {
        const button = /** @type {HTMLElement} */ (/** @type {Element} */ (target).closest('button'));
        if (!button) return;
        const person = people.find(({id}) => id === button.dataset.person);
        if (person) await manage(person, () => void Promise.all([seek(), audit()]));
        if (button.matches('.all-tables')) await manageTables().then(() => Promise.all([look(), audit()]));
        if (button.matches('.back-up')) {
            const answer = await ask({do: 'backup'});
            if (answer) toast(answer.backups.fine ? t('HOST_BACKED_UP', answer.backups.name) : answer.backups.why);
            await Promise.all([backups(), audit()]);
        }
        if (button.dataset.check) {
            const answer = await ask({do: 'check', name: button.dataset.check});
            if (answer) toast(answer.backups.fine ? t('HOST_WHOLE', answer.backups.name) : answer.backups.why);
        }
    });
    line.addEventListener('open', come);
    line.connect();
    if (line.open) void come();
    const timer = setInterval(() => void look(), EVERY_MS);
    return () => {
        left = true;
        clearInterval(timer);
        line.removeEventListener('open', come);
    };
}
