// together.mjs: playing with others through the server: open tables, a table of one's own with a link
// to share, waiting for the others, playing, watching, set phrases.

import {games, Refusal} from './core.mjs';
import {all, announce, dialog, fill, html, icon, make, one, patch, toast} from './dom.mjs';
import {FarTable} from './far-table.mjs';
import {tabs, top} from './home.mjs';
import {line, randomHex} from './line.mjs';
import {portrait, TITLES} from './look.mjs';
import {Desk} from './play.mjs';
import {showVerdict} from './proof.mjs';
import {set, settings} from './settings-store.mjs';
import {list, n, t} from './words.mjs';

/** @type {Promise<Record<string, string>> | undefined} */
let phrases;
const phrasesOf = () => {
    phrases ??= fetch(`/words.json?lang=${document.documentElement.lang}`).then((answer) => answer.json()).then((words) => words.phrases ?? {});
    return phrases;
};

const CLOCKS = /** @type {[string, any][]} */ ([
    ['CLOCK_NONE', {kind: 'none'}], ['CLOCK_MOVE', {kind: 'move', ms: 60000}], ['CLOCK_GAME', {kind: 'game', ms: 600000, more_ms: 5000}], ['CLOCK_DAYS', {kind: 'days', ms: 259200000}],
]);

/** @param {any} table one line of a list */
const row = (table) => html`<a class="panel card-link" data-table="${table.table}" href="#/together/${table.table}"><span class="dot">${portrait(table.game, 0, table.options)}</span><span class="grow"><b>${TITLES[table.game]}</b>${table.waits ? html` <span class="pill good">${t('YOUR_TURN')}</span>` : ''}<br><span class="s">${list(table.seats.map((/** @type {any} */ seat) => seat.name ?? t('OPEN_SEAT')))}</span></span><span class="btn soft small">${t(table.phase === 'open' ? 'JOIN' : table.you === undefined ? 'WATCH' : 'GO_ON')}</span></a>`;

// ---- Who you are ----

/** Refusals are told, not thrown. @template T @param {() => Promise<T>} work @returns {Promise<T | null>} */
async function tried(work) {
    try {
        return await work();
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        toast(error.message);
        return null;
    }
}

async function codeMake() {
    const answer = await tried(() => line.ask({type: 'recovery'}));
    if (answer) await dialog(html`<h2>${t('CODE_YOURS')}</h2><p class="bigcode"><b>${answer.code}</b></p><p class="s">${t('CODE_ONCE')}</p><div class="row end"><button class="btn" value="" autofocus>${t('CLOSE')}</button></div>`);
}

async function codeUse() {
    const asked = dialog(html`<h2>${t('CODE_HAVE')}</h2><div class="field"><label for="code"><b>${t('CODE_YOURS')}</b></label><input id="code" type="text" maxlength="40" autocomplete="off" autofocus></div><div class="row end"><button class="btn" value="use">${t('CODE_USE')}</button><button class="btn soft" value="">${t('CLOSE')}</button></div>`);
    const input = /** @type {HTMLInputElement} */ (one(document.body, 'dialog[open] #code')); // it keeps its value when it is gone
    if (await asked !== 'use' || !input.value.trim()) return;
    const welcome = await tried(() => line.ask({type: 'recover', code: input.value.trim()}));
    if (!welcome) return;
    set('name', welcome.you.name);
    toast(t('CODE_DONE', welcome.you.name));
}

/** @param {string} game */
async function leaders(game) {
    const answer = await tried(() => line.ask({type: 'leaders', game}));
    if (answer) await dialog(html`<h2>${t('LEADERS')}${t('COLON')}${TITLES[game]}</h2>${answer.players.length ? html`<ol>${answer.players.slice(0, 20).map((/** @type {any} */ one) => html`<li><b>${one.name}</b> ${Math.round(one.rating)}</li>`)}</ol>` : html`<p class="s">${t('LEADERS_NONE')}</p>`}<div class="row end"><button class="btn" value="" autofocus>${t('CLOSE')}</button></div>`);
}

// ---- The lobby ----

/** @param {HTMLElement} host @param {(hash: string) => void} go */
async function lobby(host, go) {
    const page = make(html`<div><main class="narrow"><h1>${t('TOGETHER')}</h1><p class="why state" role="status">${t('CONNECTING')}</p>
        <form class="panel make"><h2>${t('NEW_TABLE')}</h2><div class="field"><b id="t-game">${t('GAMES')}</b><fieldset class="choices" aria-labelledby="t-game">${Object.entries(TITLES).map(([name, title], i) => html`<label><input type="radio" name="game" value="${name}" ${i === 0 ? 'checked' : ''}><span>${title}</span></label>`)}</fieldset></div>
            <div class="field"><b id="t-players">${t('HOW_MANY')}</b><fieldset class="choices players" aria-labelledby="t-players"></fieldset></div>
            <div class="field"><b id="t-clock">${t('CLOCK')}</b><fieldset class="choices" aria-labelledby="t-clock">${CLOCKS.map(([word], i) => html`<label><input type="radio" name="clock" value="${i}" ${i === 0 ? 'checked' : ''}><span>${t(word)}</span></label>`)}</fieldset></div>
            <label class="switch"><input type="checkbox" role="switch" name="public"><b>${t('TABLE_PUBLIC')}</b></label>
            <label class="switch"><input type="checkbox" role="switch" name="rated"><b>${t('TABLE_RATED')}</b></label>
            <div class="field"><label for="who"><b>${t('YOUR_NAME')}</b></label><input id="who" type="text" maxlength="24" autocomplete="nickname" value="${settings.name}"></div>
            <button class="btn wide">${icon('people')}${t('MAKE_TABLE')}</button></form>
        <section class="mine"></section><section class="lobby"></section>
        <section class="panel"><h2>${t('YOU_HERE')}</h2><p class="s">${t('CODE_HELP')}</p><div class="row"><button class="btn soft small code">${t('CODE_MAKE')}</button><button class="btn soft small recover">${t('CODE_HAVE')}</button><button class="btn soft small leaders">${t('LEADERS')}</button></div></section></main></div>`);
    page.prepend(top('together'));
    page.append(tabs('together'));
    host.replaceChildren(page);
    const all_games = await games();
    const form = /** @type {HTMLFormElement} */ (one(page, 'form'));
    const counts = () => {
        const game = String(new FormData(form).get('game'));
        const [least, most] = all_games.find((one) => one.game === game)?.seats ?? [2, 2];
        fill(one(page, '.players'), html`${Array.from({length: most - least + 1}, (_, i) => html`<label><input type="radio" name="players" value="${least + i}" ${i === 0 ? 'checked' : ''}><span>${least + i}</span></label>`)}`);
    };
    counts();
    for (const input of all(page, '[name="game"]')) input.addEventListener('change', counts);
    form.addEventListener('submit', async (event) => {
        event.preventDefault();
        const data = new FormData(form), game = String(data.get('game')), players = Number(data.get('players'));
        const name = String(/** @type {HTMLInputElement} */ (one(page, '#who')).value).trim();
        try {
            if (name && name !== settings.name) {
                set('name', name);
                await line.ask({type: 'name', name});
            }
            const answer = await line.ask({type: 'create', game, options: game === 'rribbit' ? '' : `players=${players}`, seats: ['me', ...Array(players - 1).fill('open')],
                public: data.get('public') === 'on', rated: data.get('rated') === 'on', clock: CLOCKS[Number(data.get('clock'))][1], once: randomHex(12)});
            go(`#/together/${answer.table}`);
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            toast(error.message);
        }
    });
    one(page, '.code').addEventListener('click', () => void codeMake());
    one(page, '.recover').addEventListener('click', () => void codeUse());
    one(page, '.leaders').addEventListener('click', () => void leaders(String(new FormData(form).get('game'))));
    const state = one(page, '.state');
    /** @param {any} detail */
    const draw = (detail) => {
        const box = detail.type === 'mine' ? one(page, '.mine') : one(page, '.lobby');
        patch(box, html`<h2>${t(detail.type === 'mine' ? 'MY_TABLES' : 'OPEN_TABLES')}</h2><div class="tables">${detail.tables.length ? detail.tables.map(row) : html`<p class="s">${t('NO_TABLES')}</p>`}</div>`);
    };
    const hear = (/** @type {any} */ {detail}) => {
        if (detail.type === 'lobby' || detail.type === 'mine') draw(detail);
    };
    const opened = () => {
        state.textContent = '';
        void line.ask({type: 'lobby'}).catch(() => {});
        void line.ask({type: 'mine'}).catch(() => {});
    };
    const lost = () => {
        state.textContent = t('SERVER_AWAY');
    };
    line.addEventListener('message', hear);
    line.addEventListener('open', opened);
    line.addEventListener('lost', lost);
    line.addEventListener('trouble', lost);
    line.connect();
    if (line.open) opened();
    return () => {
        line.removeEventListener('message', hear);
        line.removeEventListener('open', opened);
        line.removeEventListener('lost', lost);
        line.removeEventListener('trouble', lost);
        if (line.open) void line.ask({type: 'lobby', off: true}).catch(() => {});
    };
}

// ---- A table ----

/** @param {HTMLElement} host @param {FarTable} table @param {() => Promise<void>} join */
function waiting(host, table, join) {
    const {state} = table;
    const invite = state.invite ? `?invite=${state.invite}` : '';
    const address = `${location.origin}/t/${table.id}${invite}`;
    const seated = state.you !== null && state.you !== undefined;
    const page = make(html`<div><main class="narrow"><h1>${TITLES[table.game]}</h1><section class="panel"><h2>${t(state.phase === 'over' ? 'TABLE_CLOSED' : 'WAITING')}</h2>${table.seats.map((seat, i) => html`<div class="seatrow"><span class="frog">${portrait(table.game, i, table.options)}</span><span>${seat.name}</span></div>`)}
        ${seated ? html`<div class="field"><label for="link"><b>${t('SHARE_LINK')}</b></label><input id="link" type="text" readonly value="${address}"><button class="btn copy">${icon('share')}${t('COPY_LINK')}</button></div>` : state.phase === 'open' ? html`<button class="btn wide join">${icon('people')}${t('JOIN')}</button>` : ''}</section></main></div>`);
    page.prepend(top('together'));
    page.append(tabs('together'));
    page.querySelector('.copy')?.addEventListener('click', async () => {
        try {
            await navigator.clipboard.writeText(address);
            toast(t('COPIED'));
        } catch {
            /** @type {HTMLInputElement} */ (one(page, '#link')).select();
        }
    });
    page.querySelector('.join')?.addEventListener('click', () => void join());
    host.replaceChildren(page);
}

/** @param {number} ms */
const time = (ms) => (ms > 86400000 ? n('DAYS', Math.ceil(ms / 86400000)) : `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`);

/** @param {HTMLElement} host @param {string} id @param {string} invite @param {(hash: string) => void} go */
async function seat(host, id, invite, go) {
    const table = new FarTable(await line.ask({type: 'watch', table: id}));
    Object.assign(globalThis, {pondTable: table}); // for tests and the curious
    /** @type {Desk | undefined} */
    let desk;
    const join = async () => {
        try {
            await line.ask({type: 'join', table: id, ...(invite ? {invite} : {})});
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            toast(error.message);
        }
    };
    const play = async () => {
        desk?.leave();
        desk = await new Desk(host, /** @type {any} */ (table), go).begin();
        extras(desk, table);
    };
    const draw = () => {
        if (table.look === null) waiting(host, table, join);
        else if (!desk) void play();
    };
    table.addEventListener('change', draw);
    table.addEventListener('restart', () => void play());
    table.addEventListener('say', async (/** @type {any} */ {detail}) => {
        const words = await phrasesOf(), name = table.seats[detail.seat]?.name ?? '';
        toast(`${name}${t('COLON')}${words[detail.phrase] ?? detail.phrase}`);
        announce(`${name}${t('COLON')}${words[detail.phrase] ?? detail.phrase}`);
    });
    table.addEventListener('what', async (/** @type {any} */ {detail}) => {
        const name = table.seats[detail.seat]?.name ?? '';
        if (detail.kind === 'away') toast(t('AWAY', name));
        if (detail.kind === 'here' || detail.kind === 'back') toast(t('HERE', name));
        if (detail.kind === 'ask' && detail.seat !== table.mine && table.humans.length === 1) {
            const answer = await dialog(html`<h2>${t('ASKS_BACK', name)}</h2><div class="row end"><button class="btn soft" value="refuse">${t('REFUSE')}</button><button class="btn" value="agree" autofocus>${t('AGREE')}</button></div>`);
            await line.ask({type: answer === 'agree' ? 'agree' : 'refuse', table: id}).catch(() => {});
        }
    });
    const lost = () => toast(t('SERVER_AWAY')), back = () => toast(t('SERVER_BACK'));
    line.addEventListener('lost', lost);
    line.addEventListener('open', back);
    if (table.look !== null) await table.recall();
    draw();
    if (invite && table.phase === 'open' && table.humans.length === 0) await join();
    return () => {
        line.removeEventListener('lost', lost);
        line.removeEventListener('open', back);
        if (desk) desk.close();
        else table.close();
    };
}

/** Clocks and phrases beside the game. @param {Desk} desk @param {FarTable} table */
function extras(desk, table) {
    const clocks = make(html`<span class="clocks" role="timer"></span>`);
    one(desk.screen, '.bar .title').after(clocks);
    const tick = setInterval(() => {
        if (!desk.screen.isConnected) clearInterval(tick);
        const left = table.left();
        patch(clocks, html`${left.map((/** @type {number | null} */ ms, /** @type {number} */ i) => (ms === null ? '' : html`<span class="pill ${table.look.turn.includes(i) ? 'good' : ''} ${ms < 20000 ? 'bad' : ''}">${table.seats[i].name} ${time(ms)}</span>`))}`);
    }, 500);
    if (table.humans.length === 0) return;
    const stand = make(html`<span class="stand"></span>`);
    clocks.after(stand);
    const wait = setInterval(() => {
        if (!desk.screen.isConnected) clearInterval(wait);
        const gone = table.over ? -1 : table.state.seats.findIndex((/** @type {any} */ seat, /** @type {number} */ i) => i !== table.mine && seat.kind === 'person' && seat.away_until && seat.away_until < Date.now());
        if (stand.dataset.seat === String(gone)) return;
        stand.dataset.seat = String(gone);
        fill(stand, gone < 0 ? html`` : html`<button class="btn soft small">${t('SUBSTITUTE', table.seats[gone].name)}</button>`);
        stand.querySelector('button')?.addEventListener('click', () => void tried(() => line.ask({type: 'substitute', table: table.id, seat: gone})));
    }, 1000);
    proof(desk, table);
    const speak = make(html`<button class="ib" aria-label="${t('SAY')}">${icon('people')}</button>`);
    one(desk.screen, '.bar .menu').before(speak);
    speak.addEventListener('click', async () => {
        const words = await phrasesOf();
        const answer = await dialog(html`<h2>${t('SAY')}</h2><div class="menu-list">${Object.entries(words).map(([name, text]) => html`<button class="btn soft" value="${name}">${text}</button>`)}</div><div class="row end"><button class="btn" value="">${t('CLOSE')}</button></div>`, {classes: 'menu'});
        if (answer) await table.say(answer).catch((error) => toast(error.message));
    });
}

/** Once the game is over: says whether the deal was the one promised. @param {Desk} desk @param {FarTable} table */
function proof(desk, table) {
    if (table.game === 'rribbit') return; // nothing is dealt there
    const look = async () => {
        if (!table.over) return;
        table.removeEventListener('change', look);
        const found = await table.fair().catch(() => null);
        if (found && desk.screen.isConnected) showVerdict(desk.screen, found.verdict, found);
    };
    table.addEventListener('change', look);
    void look();
}

/** @type {import('./screens.mjs').Show} */
export async function show(host, [id = '', invite = ''], go) {
    if (!id) return lobby(host, go);
    try {
        return await seat(host, id, invite, go);
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        host.replaceChildren(make(html`<main class="panel lonely"><h1>${t('LINK_BAD')}</h1><p>${error.message}</p><p><a class="btn" href="#/together">${t('TOGETHER')}</a></p></main>`));
    }
}
