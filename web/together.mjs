// together.mjs: playing with others through the server: open tables, a table of your own with a
// link to share, waiting for the others, playing, watching, set phrases.

import {kindOf, TITLES} from './kinds.mjs';
import {loadBoards} from './boards.mjs';
import {games, Refusal} from './core.mjs';
import {all, announce, dialog, html, icon, make, onPress, one, patch, toast} from './dom.mjs';
import {FarTable, RATING_NEW, RD_SETTLED} from './far-table.mjs';
import {tabs, top} from './home.mjs';
import {line} from './line.mjs';
import {clockClass, portrait, ratingOf, timeLeft} from './look.mjs';
import {clockWords, newTable} from './new-table.mjs';
import {nowhere} from './nowhere.mjs';
import {unusual} from './options.mjs';
import {Desk} from './play.mjs';
import {showVerdict} from './proof.mjs';
import {ONLY_HERE, originFor, reachOf} from './reach.mjs';
import {set, settings} from './settings-store.mjs';
import {canNotify, nameOfSeat, notifies, notify, setNotify} from './waits.mjs';
import {change, day, list, n, t} from './words.mjs';

/** @typedef {import('./line.mjs').Listed} Listed */
/** @type {Promise<Record<string, string>> | undefined} */
let phrases;
const phrasesOf = () => {
    phrases ??= fetch(`/words.json?lang=${document.documentElement.lang}`)
        .then((answer) => answer.json()).then((words) => words.phrases ?? {});
    return phrases;
};

/** @param {import('./line.mjs').Listed} table one line of a list
 *  @param {import('./core.mjs').Game[]} all_games */
function row(table, all_games) {
    const {game, options, clock, rated, seats, waits, phase, you} = table;
    const about = [
        ...unusual(game, options, all_games.find((one) => one.game === game)?.options ?? []),
        clockWords(clock ?? {kind: 'none'}), rated ? t('RATED') : ''].filter(Boolean);
    return html`<a class="panel card-link" href="#/together/${table.table}">
        <span class="dot">${portrait(game, 0, options)}</span>
        <span class="grow">
            <b>${TITLES[game]}</b>
            ${waits ? html` <span class="pill good">${t('YOUR_TURN')}</span>` : ''}${
                phase === 'over' ? html` <span class="pill">${t('OVER_SHORT')}</span>` : ''}<br>
            <span class="s">
                ${list(seats.map(nameOfSeat))}${about.length ? html`<br>${about.join(', ')}` : ''}
            </span>
        </span>
        <span class="btn soft small">${t(phase === 'open' && you === undefined
            ? 'JOIN'
            : you === undefined ? 'WATCH'
            : phase === 'over' ? 'LOOK_AT'
            : 'GO_ON')}</span>
    </a>`;
}

// ---- Who you are ----

/** Refusals are shown, not thrown. @template T @param {() => Promise<T>} work
 *  @returns {Promise<T | null>} */
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
    if (answer) {
        await dialog(html`
            <h2>${t('CODE_YOURS')}</h2>
            <p class="bigcode"><b>${answer.code}</b></p>
            <p class="s">${t('CODE_ONCE')}</p>
            <div class="row end"><button class="btn" value="" autofocus>${t('CLOSE')}</button></div>
        `);
    }
}

/** People who arrive by a link give a name once.
 *  @returns {Promise<boolean>} to play, not to watch? */
async function nameAsked() {
    if (settings.name) return true;
    const asked = dialog(html`
        <h2>${t('COME_IN')}</h2>
        <div class="field">
            <label for="called"><b>${t('YOUR_NAME')}</b></label>
            <input id="called" type="text" maxlength="24" autocomplete="nickname"
                value="${line.you?.name ?? ''}" autofocus>
        </div>
        <div class="row end">
            <button class="btn" value="play">${t('SIT_HERE')}</button>
            <button class="btn soft" value="watch">${t('WATCH')}</button>
        </div>
    `);
    // it keeps its value when it is gone
    const input = /** @type {HTMLInputElement} */ (one(document.body, 'dialog[open] #called'));
    input.select();
    if (await asked !== 'play') return false;
    const name = input.value.trim();
    if (name && await tried(() => line.ask({type: 'name', name}))) set('name', name);
    return true;
}

async function codeUse() {
    const asked = dialog(html`
        <h2>${t('CODE_HAVE')}</h2>
        <div class="field">
            <label for="code"><b>${t('CODE_YOURS')}</b></label>
            <input id="code" type="text" maxlength="40" autocomplete="off" autofocus>
        </div>
        <div class="row end">
            <button class="btn" value="use">${t('CODE_USE')}</button>
            <button class="btn soft" value="">${t('CLOSE')}</button>
        </div>
    `);
    // it keeps its value when it is gone
    const input = /** @type {HTMLInputElement} */ (one(document.body, 'dialog[open] #code'));
    if (await asked !== 'use' || !input.value.trim()) return;
    const welcome = await tried(() => line.ask({type: 'recover', code: input.value.trim()})),
        name = line.you?.name ?? '';
    if (!welcome) return;
    set('name', name);
    for (const field of all(document, '#who')) /** @type {HTMLInputElement} */ (field).value = name;
    void line.ask({type: 'mine'}).catch(() => {});
    toast(t('CODE_DONE', name));
}

/** The devices that are this person: one may be lost, and is signed out. */
export async function devices() {
    const known = await tried(() => line.ask({type: 'devices'}));
    if (!known) return;
    const {devices: rows} = known;
    const what = await dialog(html`
        <h2>${t('DEVICES')}</h2>
        <p>${t('REVOKE_HELP')}</p>
        ${rows.map((row) => html`<div class="row limit">
            <span class="grow">
                <b>${row.name || t('DEVICE_UNNAMED')}</b><br>
                <span class="s">${
                    row.this ? t('DEVICE_THIS') : row.seen ? day(row.seen) : ''}</span>
            </span>
            ${row.this
                ? ''
                : html`<button class="btn soft small" value="${row.device}"
                    aria-label="${t('DEVICE_OUT')}${t('COLON')}${row.name || t('DEVICE_UNNAMED')}">
                    ${t('DEVICE_OUT')}
                </button>`}
        </div>`)}
        <div class="row end">
            ${rows.length > 2 ? html`<button class="btn soft" value="all">${t('REVOKE')}</button>`
                : ''}
            <button class="btn" value="" autofocus>${t('CLOSE')}</button>
        </div>
    `);
    if (!what) return;
    const answer =
        await tried(() => line.ask({type: 'revoke', ...(what === 'all' ? {} : {device: what})}));
    if (answer) toast(answer.count > 0 ? t('REVOKE_DONE') : t('REVOKE_NONE'));
}

/** @param {string} game */
async function leaders(game) {
    const answer = await tried(() => line.ask({type: 'leaders', game}));
    if (answer) {
        await dialog(html`
            <h2>${t('LEADERS')}${t('COLON')}${TITLES[game]}</h2>
            ${answer.players.length
                ? html`<ol>${answer.players.slice(0, 20).map(
                    (one) => html`<li><b>${one.name}</b> ${Math.round(one.rating)}</li>`)}</ol>`
                : html`<p class="s">${t('LEADERS_NONE')}</p>`}
            <div class="row end"><button class="btn" value="" autofocus>${t('CLOSE')}</button></div>
        `);
    }
}

const HISTORY_MAX = 100; // games that the server tells of
/** Your rating over time as a line. @param {{rating: number}[]} ratings the newest first */
function curve(ratings) {
    const first = ratings.length < HISTORY_MAX ? [RATING_NEW] : []; // before the first game
    const values = [...ratings.map(({rating}) => rating), ...first].reverse(),
        width = 320, height = 90, edge = 8;
    const low = Math.min(...values), high = Math.max(...values, low + 1);
    const points = values.map((value, i) => `${
        edge + (i * (width - 2 * edge)) / Math.max(1, values.length - 1)},${
            height - edge - ((value - low) * (height - 2 * edge)) / (high - low)}`);
    return html`<svg class="rating-curve" viewBox="0 0 ${width} ${height}" role="img"
        aria-label="${t('RATING_CURVE', Math.round(low), Math.round(high))}">
        <polyline points="${points.join(' ')}"/>
        ${points.map((point) => {
            const [x, y] = point.split(',');
            return html`<circle cx="${x}" cy="${y}" r="3"/>`;
        })}
    </svg>`;
}
/** Your rated games on this server, and what they did to your rating. @param {string} game */
async function myRatings(game) {
    const answer = await tried(() => line.ask({type: 'history', game}));
    if (!answer) return;
    const {ratings} = answer;
    const score = (/** @type {number} */ points) =>
        t(points === 1 ? 'SCORE_WON' : points === 0 ? 'SCORE_LOST' : 'SCORE_DRAWN');
    const go = await dialog(html`
        <h2>${t('MY_RATING')}${t('COLON')}${TITLES[game]}</h2>
        ${ratings.length === 0
            ? html`<p class="s">${t('MY_RATING_NONE')}</p>`
            : html`
                <p><b>${ratingOf({rating: ratings[0].rating,
                    settled: ratings[0].rd <= RD_SETTLED})}</b></p>
                ${curve(ratings)}
                <div class="menu-list">${ratings.slice(0, 20).map(
                    ({at, rating, table, score: points}, i) => html`<button class="btn soft small"
                        value="${table}">
                        ${score(points)}${t('COLON')}<b>${Math.round(rating)}</b> (${
                            change(rating - (ratings[i + 1]?.rating ?? RATING_NEW))})
                        <span class="s">${day(at)}</span>
                    </button>`)}</div>
            `}
        <div class="row end"><button class="btn" value="" autofocus>${t('CLOSE')}</button></div>
    `, {classes: 'ratings'});
    if (go) location.hash = `#/together/${go}`;
}

// ---- The lobby ----

/** The lobby after a change: what is new or different replaces what was there. Tables where someone
 *  waits come first, then games; of both, those where people are there, the newest first.
 *  @param {Listed[]} tables @param {{tables: Listed[], gone: string[]}} change */
function listed(tables, change) {
    const others = new Set([...change.gone, ...change.tables.map(({table}) => table)]);
    const rank = (/** @type {Listed} */ {phase, clock}) =>
        Number(phase !== 'open') * 2 + Number(clock.kind === 'days');
    return [...change.tables, ...tables.filter(({table}) => !others.has(table))]
        .sort((a, b) => rank(a) - rank(b) || b.updated - a.updated);
}

/** The lobby before anything is known of it. */
const lobbyScreen = () => html`<div>
    <main class="narrow">
        <h1>${t('TOGETHER')}</h1>
        <section class="mine"></section>
        <div class="now">
            <p class="why state" role="status">${t('CONNECTING')}</p>
            <section class="lobby"></section>
        </div>
        <div class="form"></div>
        <section class="panel">
            <h2>${t('YOU_HERE')}</h2>
            <p class="s">${t('CODE_HELP')}</p>
            <div class="row wrap">
                <button class="btn soft small code">${t('CODE_MAKE')}</button>
                <button class="btn soft small recover">${t('CODE_HAVE')}</button>
                <button class="btn soft small revoke">${t('DEVICES')}</button>
                <button class="btn soft small ratings">${t('MY_RATING')}</button>
                <button class="btn soft small leaders">${t('LEADERS')}</button>
            </div>
            ${canNotify() ? html`
                <label class="switch">
                    <input type="checkbox" role="switch" name="notify"
                        ${notifies() ? 'checked' : ''} aria-describedby="help-notify">
                    <b>${t('SET_NOTIFY')}</b>
                </label>
                <span class="s" id="help-notify">${t('SET_NOTIFY_HELP')}</span>
            ` : ''}
        </section>
    </main>
</div>`;

/** @param {HTMLElement} host @param {(hash: string) => void} go */
async function lobby(host, go) {
    // before anything is shown, so that nothing moves down
    const all_games = await games(), form = newTable(all_games, go);
    const page = make(lobbyScreen());
    page.prepend(top('together'));
    page.append(tabs('together'));
    one(page, '.form').replaceWith(form);
    host.replaceChildren(page);
    const notice = /** @type {HTMLInputElement | null} */ (page.querySelector('[name="notify"]'));
    notice?.addEventListener('change', async () => {
        notice.checked = await setNotify(notice.checked);
    });
    one(page, '.code').addEventListener('click', () => void codeMake());
    one(page, '.recover').addEventListener('click', () => void codeUse());
    one(page, '.revoke').addEventListener('click', () => void devices());
    one(page, '.ratings')
        .addEventListener('click', () => void myRatings(String(new FormData(form).get('game'))));
    one(page, '.leaders')
        .addEventListener('click', () => void leaders(String(new FormData(form).get('game'))));
    const state = one(page, '.state');
    /** @type {Listed[] | null} */
    let known = null; // the lobby as it was told
    /** @param {{type: string, tables: Listed[]}} detail */
    const draw = (detail) => {
        const mine = detail.type === 'mine', box = one(page, mine ? '.mine' : '.lobby');
        const tables =
            // those that wait come first
            [...detail.tables].sort((a, b) => Number(b.waits ?? false) - Number(a.waits ?? false));
        if (mine && tables.length === 0) patch(box, html``);
        else patch(box, html`
            <h2>${t(mine ? 'MY_TABLES' : 'OPEN_TABLES')}</h2>
            <div class="tables">${tables.length
                ? tables.map((one) => row(one, all_games))
                : html`<p class="s none">${t('NO_TABLES')}</p>`}</div>
        `);
    };
    const hear = (/** @type {Event} */ event) => {
        const {detail} = /** @type {CustomEvent<import('./line.mjs').Message>} */ (event);
        if (detail.type === 'lobby') known = detail.tables;
        if (detail.type === 'lobby' || detail.type === 'mine') draw(detail);
        if (detail.type === 'lobby_change' && known) {
            draw({type: 'lobby', tables: known = listed(known, detail)});
        }
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

/** What is to be known about a link before it is given to others.
 *  @param {import('./reach.mjs').Reach | null} reach */
function aboutLink(reach) {
    if (!ONLY_HERE) return '';
    if (!reach) return html`<p class="s">${t('SHARE_LINK_HERE')}</p>`;
    if (reach.here) {
        return html`
            <p class="s">${t('SHARE_ONLY_HERE')}</p>
            <pre class="command" tabindex="0">./pond serve --listen 0.0.0.0:${reach.port}</pre>
        `;
    }
    if (reach.addresses.length === 0) return html`<p class="s">${t('SHARE_NO_NETWORK')}</p>`;
    const [, ...more] = reach.addresses.map((address) => `http://${address}:${reach.port}/`);
    return html`<p class="s">
        ${t('SHARE_HOUSE')}${more.length ? ` ${t('SHARE_HOUSE_MORE', list(more))}` : ''}
    </p>`;
}

/** The link as a code that the camera of a phone in the same room reads. @param {string} address */
async function showCode(address) {
    const {qr, qrPath} = await import('./qr.mjs'), square = qr(address);
    const code = square && qrPath(square);
    await dialog(html`
        <h2>${t('CODE_SCAN')}</h2>
        ${code ? html`<svg viewBox="0 0 ${code.width} ${code.width}" role="img"
            aria-label="${t('CODE_NAME', address)}" shape-rendering="crispEdges">
            <rect width="100%" height="100%" fill="#fff"/>
            <path d="${code.path}" fill="#000"/>
        </svg>` : ''}
        <p class="s link">${address}</p>
        <div class="row end"><button class="btn" value="" autofocus>${t('CLOSE')}</button></div>
    `, {classes: 'scan'});
}

/** @param {HTMLElement} host @param {FarTable} table @param {string} invited the code of the link
 *  @param {import('./reach.mjs').Reach | null} reach
 *  @param {(seat?: number) => Promise<void>} join */
function waiting(host, table, invited, reach, join) {
    const {state} = table;
    const invite = state.invite ? `?invite=${state.invite}` : '';
    // can others come at all?
    const away = originFor(reach), open = away !== null, origin = away ?? location.origin;
    const address = `${origin}/t/${table.id}${invite}`;
    const seated = state.you !== null && state.you !== undefined;
    const about = [clockWords(state.about.clock),
        t(state.about.public ? 'TABLE_PUBLIC' : 'TABLE_PRIVATE'),
        state.about.rated ? t('RATED') : ''].filter(Boolean);
    const free = (/** @type {import('./line.mjs').FarSeat} */ seat) => state.phase === 'open'
        && !seated && (seat.kind === 'open' || (seat.kind === 'invited' && invited));
    const page = make(html`<div>
        <main class="narrow">
            <h1>${TITLES[table.game]}</h1>
            <section class="panel">
                <h2>${t(state.phase === 'over' ? 'TABLE_CLOSED' : 'WAITING')}</h2>
                <p class="s">${about.join(' · ')}</p>
                ${table.seats.map((seat, i) => html`<div class="seatrow">
                    <span class="frog">${portrait(table.game, i, table.options)}</span>
                    <div class="row">
                        <span class="grow">
                            ${seat.name}${state.seats[i].kind === 'invited'
                                ? html` <span class="s">(${t('SEAT_INVITED')})</span>` : ''}
                        </span>
                        ${free(state.seats[i]) ? html`<button class="btn small join"
                            data-seat="${i}">
                            ${t('SIT_HERE')}
                        </button>` : ''}
                    </div>
                </div>`)} ${seated ? html`<div class="field">
                    <label for="link"><b>${t(open ? 'SHARE_LINK' : 'TABLE_LINK')}</b></label>
                    <input id="link" type="text" readonly value="${address}">
                    ${aboutLink(reach)}
                    <div class="row wrap">
                        <button class="btn copy">${icon('share')}${t('COPY_LINK')}</button>
                        ${!open
                            ? ''
                            : html`<button class="btn soft scan">
                                ${icon('code')}${t('SHOW_CODE')}
                            </button>`}
                        <button class="btn soft leave">${t('LEAVE_TABLE')}</button>
                    </div>
                </div>` : ''}
            </section>
        </main>
    </div>`);
    page.prepend(top('together'));
    page.append(tabs('together'));
    page.querySelector('.leave')?.addEventListener('click', async () => {
        await tried(() => line.ask({type: 'leave', table: table.id}));
        location.hash = '#/together';
    });
    page.querySelector('.copy')?.addEventListener('click',
        () => void import('./share.mjs').then(({copy}) => copy(address)));
    page.querySelector('.scan')?.addEventListener('click', () => void showCode(address));
    for (const button of all(page, '.join')) {
        button.addEventListener('click', async () => {
            if (await nameAsked()) await join(Number(button.dataset.seat));
        });
    }
    host.replaceChildren(page);
}

/** Tells what somebody at the table did, and asks where an answer is wanted.
 *  @param {FarTable} table @param {import('./line.mjs').What} detail */
async function tell(table, detail) {
    const name = table.seats[detail.seat]?.name ?? '';
    if (detail.kind === 'away' && detail.seat !== table.mine) toast(t('AWAY', name));
    if ((detail.kind === 'here' || detail.kind === 'back') && detail.seat !== table.mine) {
        toast(t('HERE', name));
    }
    if (detail.kind === 'takeback' && table.state.about.rated) toast(t('NO_LONGER_RATED'));
    // it is on the end card as well
    if (table.over && detail.seat !== table.mine
        && (detail.kind === 'again' || detail.kind === 'leave')) {
        if (detail.kind === 'leave') toast(t('REMATCH_GONE', name));
        announce(
            detail.kind === 'again' ? n('REMATCH_WISH', 1, name) : t('REMATCH_GONE', name));
    }
    if (detail.kind === 'refuse' && detail.seat !== table.mine && table.humans.length === 1) {
        toast(t('BACK_REFUSED'));
    }
    if (detail.kind === 'offer' && detail.seat !== table.mine && table.humans.length === 1) {
        const answer = await dialog(html`
            <h2>${t('ASKS_DRAW', name)}</h2>
            <div class="row end">
                <button class="btn soft" value="decline" autofocus>${t('PLAY_ON')}</button>
                <button class="btn" value="accept">${t('DRAW_ACCEPT')}</button>
            </div>
        `);
        if (answer && !table.over) await line.ask({type: answer, table: table.id}).catch(() => {});
    }
    if (detail.kind === 'decline' && detail.seat !== table.mine) toast(t('DRAW_REFUSED'));
    if (detail.kind === 'ask' && detail.seat !== table.mine && table.humans.length === 1) {
        const answer = await dialog(html`
            <h2>${t('ASKS_BACK', name)}</h2>
            ${table.rated ? html`<p>${t('BACK_UNRATES')}</p>` : ''}
            <div class="row end">
                <button class="btn soft" value="refuse">${t('REFUSE')}</button>
                <button class="btn" value="agree" autofocus>${t('AGREE')}</button>
            </div>
        `);
        await line.ask({type: answer === 'agree' ? 'agree' : 'refuse', table: table.id})
            .catch(() => {});
    }
}

/** @param {HTMLElement} host @param {string} id @param {string} invite
 *  @param {(hash: string) => void} go */
async function seat(host, id, invite, go) {
    // so that nothing is missed between what is heard of the table and its board
    const [reach] = await Promise.all([reachOf(), loadBoards()]);
    const table = new FarTable(await line.ask({type: 'watch', table: id}));
    Object.assign(globalThis, {pondTable: table}); // for tests and the curious
    /** @type {Desk | undefined} */
    let desk;
    const join = async (/** @type {number} */ seat = -1) => {
        try {
            await line.ask({type: 'join', table: id, ...(invite ? {invite} : {}),
                ...(seat >= 0 ? {seat} : {})});
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            toast(error.message);
        }
    };
    const play = async () => {
        for (const box of all(document, 'dialog.scan')) { // they are here
            /** @type {HTMLDialogElement} */ (box).close('');
        }
        desk?.leave();
        desk = new Desk(host, table, go);
        extras(desk, table);
        await desk.begin();
    };
    const draw = () => {
        if (table.look === null) waiting(host, table, invite, reach, join);
        else if (!desk) void play();
    };
    table.addEventListener('change', draw);
    table.addEventListener('restart', () => void play());
    let due = true; // is it known that it is our turn?
    table.addEventListener('change', () => {
        const now = !table.over && (table.look?.turn.includes(table.mine) ?? false);
        if (now && !due) {
            void notify(TITLES[table.game],
                list(table.seats.filter((_, i) => i !== table.mine).map(({name}) => name)), id);
        }
        due = now;
    });
    table.addEventListener('say', async (event) => {
        const {detail} = /** @type {CustomEvent<import('./line.mjs').What>} */ (event);
        const words = await phrasesOf(), name = table.seats[detail.seat]?.name ?? '';
        toast(`${name}${t('COLON')}${words[detail.phrase] ?? detail.phrase}`);
        announce(`${name}${t('COLON')}${words[detail.phrase] ?? detail.phrase}`);
    });
    table.addEventListener('what', (event) => void tell(table,
        /** @type {CustomEvent<import('./line.mjs').What>} */ (event).detail));
    const unheard = lineSigns(host);
    if (table.look !== null) await table.recall();
    draw();
    if (invite && table.phase === 'open' && table.humans.length === 0 && await nameAsked()) {
        await join();
    }
    return () => {
        unheard();
        if (desk) desk.close();
        else table.close();
    };
}

/** Says for as long as it is so that there is no connection, or that the server cannot save what is
 *  played. @param {HTMLElement} host @returns {() => void} to stop listening */
function lineSigns(host) {
    const sign = make(html`<p class="stand trouble" role="status"></p>`);
    /** @param {string} text */
    const say = (text) => {
        sign.textContent = text;
        host.querySelector('.bar')?.after(sign);
    };
    const lost = () => {
        toast(t('SERVER_AWAY'));
        say(t('LINE_LOST'));
    };
    const back = () => {
        if (sign.isConnected) toast(t('SERVER_BACK'));
        sign.remove();
    };
    const hear = (/** @type {Event} */ event) => {
        const {type} = /** @type {CustomEvent<import('./line.mjs').Message>} */ (event).detail;
        if (type === 'paused') say(t('SERVER_PAUSED'));
        if (type === 'resumed') back();
        if (type === 'bye') say(t('SERVER_RESTARTS'));
    };
    line.addEventListener('lost', lost);
    line.addEventListener('open', back);
    line.addEventListener('message', hear);
    return () => {
        line.removeEventListener('lost', lost);
        line.removeEventListener('open', back);
        line.removeEventListener('message', hear);
    };
}

/** Every clock on the screen, as it stands now. @param {HTMLElement} screen
 *  @param {FarTable} table */
function tick(screen, table) {
    const left = table.left();
    for (const clock of all(screen, '.clock')) {
        const seat = Number(clock.dataset.seat), ms = left[seat] ?? 0, text = timeLeft(ms);
        if (clock.textContent !== text) clock.textContent = text;
        clock.className = clockClass(ms, table.look.turn.includes(seat) && !table.over);
    }
}

/** Clocks and phrases beside the game. @param {Desk} desk @param {FarTable} table */
function extras(desk, table) {
    const ticking = setInterval(() => {
        if (!desk.screen.isConnected) clearInterval(ticking);
        else tick(desk.screen, table);
    }, 500);
    if (table.humans.length === 0) return;
    standIn(desk, table);
    proof(desk, table);
    rated(desk, table);
    const speak =
        make(html`<button class="ib" aria-label="${t('SAY')}">${icon('people')}</button>`);
    one(desk.screen, '.bar .menu').before(speak);
    speak.addEventListener('click', async () => {
        const words = await phrasesOf();
        const answer = await dialog(html`
            <h2>${t('SAY')}</h2>
            <div class="phrases">${Object.entries(words).map(([name, text]) =>
                html`<button class="btn soft" value="${name}">${text}</button>`)}</div>
            <div class="row end"><button class="btn" value="">${t('CLOSE')}</button></div>
        `, {classes: 'menu'});
        if (answer) await table.say(answer).catch((error) => toast(error.message));
    });
}

/** When somebody is gone: how long they may come back, then a button that lets a computer play for
 *  them. One's own seat can be had back at any time. All of it by the server's clock.
 *  @param {Desk} desk @param {FarTable} table */
function standIn(desk, table) {
    const stand = make(html`<div class="stand"></div>`);
    one(desk.screen, '.bar').after(stand);
    const look = () => {
        const {mine} = table, seats =
            /** @type {{kind: string, computer: string | null, away_until: number | null}[]} */ (
                table.state.seats);
        const gone = table.over
            ? -1
            : seats.findIndex((seat, i) => seat.kind === 'person'
                && (i === mine ? seat.computer : !seat.computer && seat.away_until));
        if (gone < 0) {
            patch(stand, html``);
            return;
        }
        const left_s =
            gone === mine ? 0 : Math.ceil(((seats[gone].away_until ?? 0) - line.now()) / 1000),
            {name} = table.seats[gone];
        patch(stand, left_s > 0
            ? html`<span>${n('AWAY_LEFT', left_s, name)}</span>`
            : html`<button class="btn soft small">${
                gone === mine ? t('SEAT_BACK') : t('SUBSTITUTE', name)}</button>`);
        onPress(stand, 'button', () => void tried(() => line.ask(gone === mine
            ? {type: 'back', table: table.id}
            : {type: 'substitute', table: table.id, seat: gone})));
    };
    const looking = setInterval(() => {
        if (!desk.screen.isConnected) clearInterval(looking);
        else look();
    }, 1000);
    look();
}

/** Once a rated game is over: what it did to one's rating. @param {Desk} desk
 *  @param {FarTable} table */
function rated(desk, table) {
    const look = async () => {
        if (!table.over) return;
        table.removeEventListener('change', look);
        const found = await table.ratingChange().catch(() => null);
        if (!found || !desk.screen.isConnected) return;
        desk.rated = t('RATING_NOW', Math.round(found.rating), change(found.change));
        announce(desk.rated);
        table.dispatchEvent(new Event('change'));
    };
    table.addEventListener('change', look);
    void look();
}

/** Once the game is over: says whether the deal was the one promised. @param {Desk} desk
 *  @param {FarTable} table */
function proof(desk, table) {
    if (kindOf(table.game).armies) return; // nothing is dealt there
    const look = async () => {
        if (!table.over) return;
        table.removeEventListener('change', look);
        const found = await table.fair().catch(() => null);
        if (found && desk.screen.isConnected) {
            showVerdict(desk.screen, table.game, found.verdict, found);
        }
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
        nowhere(host, error.message, [['together', 'people', 'TOGETHER'], ['', 'play', 'HOME']]);
    }
}
