// new-table.mjs: creating a table on the server: the game and its options, who sits where, the
// clock, who may find it, whether it is rated. One button creates it with the defaults.

import {Refusal} from './core.mjs';
import {all, fill, html, icon, make, one, toast} from './dom.mjs';
import {LEVELS, levelWords} from './levels.mjs';
import {line, randomHex} from './line.mjs';
import {TITLES} from './kinds.mjs';
import {portrait} from './look.mjs';
import {field, handicapFields, offerSeats, optionsText, radio} from './options.mjs';
import {set, settings} from './settings-store.mjs';
import {t, unit} from './words.mjs';

const SECOND = 1000, MINUTE = 60 * SECOND, DAY = 24 * 60 * MINUTE;
/** Kinds of clocks with the times that can be chosen; the second of them is proposed. */
const CLOCKS = /** @type {Record<string, {word: string, ms: number[], more?: number[]}>} */ ({
    none: {word: 'CLOCK_NONE', ms: []},
    move: {word: 'CLOCK_MOVE', ms: [30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE]},
    game: {word: 'CLOCK_GAME',
        ms: [3 * MINUTE, 10 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, 60 * MINUTE],
        more: [0, 5 * SECOND, 3 * SECOND, 10 * SECOND, 30 * SECOND]},
    days: {word: 'CLOCK_DAYS', ms: [DAY, 3 * DAY, 7 * DAY, 14 * DAY]},
});

/** A length of time in words. @param {number} ms */
const length = (ms) => (ms >= DAY
    ? unit(ms / DAY, 'day')
    : ms >= MINUTE ? unit(ms / MINUTE, 'minute')
    : unit(ms / SECOND, 'second'));

/** A table's clock in words, '' without one.
 *  @param {{kind: string, ms?: number, more_ms?: number}} clock */
export function clockWords({kind, ms = 0, more_ms: more = 0}) {
    if (kind === 'none' || !CLOCKS[kind]) return '';
    if (kind === 'game') {
        return more > 0 ? t('CLOCK_WITH_MORE', length(ms), length(more)) : length(ms);
    }
    return t('CLOCK_A_CHOICE', length(ms));
}

/** @param {string} name @param {number[]} times @param {string} word */
const times = (name, times, word) => html`<label class="time">
    <span>${word}</span>
    <select name="${name}">${[...times].sort((a, b) => a - b).map((ms) => html`<option value="${ms}"
        ${ms === times[1] ? 'selected' : ''}>${
            ms === 0 ? t('CLOCK_NO_MORE') : length(ms)}</option>`)}</select>
</label>`;

/** The form before anything is chosen. @param {import('./core.mjs').Game[]} games
 *  @param {import('./core.mjs').Game} info */
function blank(games, info) {
    return /** @type {HTMLFormElement} */ (make(html`<form class="panel make">
        <h2>${t('NEW_TABLE')}</h2>
        <div class="field">
            <b id="t-game">${t('WHICH_GAME')}</b>
            <fieldset class="choices" aria-labelledby="t-game">${games.map(
                ({game}) => radio('game', game, TITLES[game], game === info.game))}</fieldset>
        </div>
        <div class="field">
            <b id="t-players">${t('HOW_MANY')}</b>
            <fieldset class="choices howmany" aria-labelledby="t-players"></fieldset>
        </div>
        <div class="field">
            <b id="t-clock">${t('CLOCK')}</b>
            <fieldset class="choices" aria-labelledby="t-clock">${Object.entries(CLOCKS)
                .map(([kind, {word}]) => radio('clock', kind, t(word), kind === 'none'))}</fieldset>
            <div class="row wrap times"></div>
        </div>
        <label class="switch">
            <input type="checkbox" role="switch" name="public">
            <b>${t('TABLE_PUBLIC')}</b>
        </label>
        <label class="switch">
            <input type="checkbox" role="switch" name="rated" aria-describedby="t-rated">
            <b>${t('TABLE_RATED')}</b>
        </label>
        <span class="s" id="t-rated">${t('TABLE_RATED_HELP')}</span>
        <details>
            <summary>${icon('down', 'small')}${t('SEATS_AND_OPTIONS')}</summary>
            <div class="seats"></div>
            <div class="s levels"></div>
            <div class="options"></div>
        </details>
        <div class="field">
            <label for="who"><b>${t('YOUR_NAME')}</b></label>
            <input id="who" type="text" maxlength="24" autocomplete="nickname"
                value="${settings.name}">
        </div>
        <p class="why" role="alert"></p>
        <button class="btn wide">${icon('people')}${t('MAKE_TABLE')}</button>
    </form>`));
}

/** Makes the table that the form describes. @param {HTMLFormElement} form
 *  @param {import('./core.mjs').Game} info @param {string[]} seats
 *  @param {(hash: string) => void} go */
async function create(form, info, seats, go) {
    const data = new FormData(form), kind = String(data.get('clock'));
    const name = String(/** @type {HTMLInputElement} */ (one(form, '#who')).value).trim();
    const why = one(form, '.why');
    why.textContent = '';
    try {
        if (!name && data.get('rated') === 'on') throw new Refusal(t('NAME_FOR_RATED'));
        if (name && name !== settings.name) {
            set('name', name);
            await line.ask({type: 'name', name});
        }
        const clock = kind === 'none'
            ? {kind}
            : {kind, ms: Number(data.get('ms')),
                ...(data.has('more') ? {more_ms: Number(data.get('more'))} : {})};
        const answer = await line.ask({type: 'create', game: info.game,
            options: optionsText(form, info.options, seats.length), seats,
            public: data.get('public') === 'on', rated: data.get('rated') === 'on', clock,
            once: randomHex(12)});
        set('last', {...settings.last, table: {game: info.game}});
        go(`#/together/${answer.table}`);
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        why.textContent = error.message;
        toast(error.message);
    }
}

/** Who sits where. @param {import('./core.mjs').Game} info @param {string[]} seats */
function seatRows({game, options}, seats) {
    const kinds = [['me', t('YOU')], ['open', t('SEAT_OPEN')], ['invited', t('SEAT_INVITED')],
        ...LEVELS.map((level) => [`level:${level}`, t('LEVEL_NAME', level)])];
    return html`
        ${seats.map((kind, seat) => html`<div class="seatrow">
            <span class="frog">${portrait(game, seat, '')}</span>
            <label class="time">
                <span class="unseen">${t('PLAYER', seat + 1)}</span>
                <select name="seat${seat}">${kinds.map(([value, word]) =>
                    html`<option value="${value}" ${value === kind ? 'selected' : ''}>${
                        word}</option>`)}</select>
            </label>
            ${handicapFields(game, options, seat)}
        </div>`)}
        <p class="s">${t('SEATS_HELP')}</p>
    `;
}

/** A rated table has a clock: one choice brings the other along.
 *  @param {HTMLElement} form @param {() => void} drawTimes */
function bindRated(form, drawTimes) {
    const rated = /** @type {HTMLInputElement} */ (one(form, '[name="rated"]'));
    const withoutClock =
        /** @type {HTMLInputElement} */ (one(form, '[name="clock"][value="none"]'));
    for (const input of all(form, '[name="clock"]')) {
        input.addEventListener('change', () => {
            if (withoutClock.checked) rated.checked = false;
            drawTimes();
        });
    }
    rated.addEventListener('change', () => {
        if (!rated.checked || !withoutClock.checked) return;
        /** @type {HTMLInputElement} */ (one(form, '[name="clock"][value="game"]')).checked = true;
        drawTimes();
    });
}

/** The form. @param {import('./core.mjs').Game[]} games @param {(hash: string) => void} go */
export function newTable(games, go) {
    const saved = settings.last.table ?? {};
    let info = games.find((one) => one.game === (saved.game ?? games[0].game)) ?? games[0];
    let seats = ['me', 'open'];
    const form = blank(games, info);
    const describe = async () => {
        const levels = [...new Set(
            seats.flatMap((kind) => (kind.startsWith('level:') ? [Number(kind.slice(6))] : [])))]
            .sort();
        const words = await Promise.all(
            levels.map((level) => levelWords(info.game, level, seats.length)));
        fill(one(form, '.levels'), html`${words.map((text) => html`<p>${text}</p>`)}`);
    };
    const drawSeats = () => {
        offerSeats(form, seats.length);
        fill(one(form, '.seats'), seatRows(info, seats));
        for (const select of all(form, '.seats [name^="seat"]')) {
            select.addEventListener('change', () => {
                const {name, value} = /** @type {HTMLSelectElement} */ (select),
                    seat = Number(name.slice(4));
                // you can take only one seat
                if (value === 'me') seats = seats.map((kind) => (kind === 'me' ? 'open' : kind));
                seats[seat] = value;
                drawSeats();
                /** @type {HTMLElement} */ (one(form, `[name="${name}"]`)).focus();
            });
        }
        void describe();
    };
    const drawGame = () => {
        const [least, most] = info.seats;
        seats = ['me', ...Array(Math.max(least, 2) - 1).fill('open')];
        // nothing to choose
        /** @type {HTMLElement} */ (one(form, '.howmany').parentElement).hidden = least === most;
        fill(one(form, '.howmany'), html`${Array.from({length: most - least + 1}, (_, i) =>
            radio('players', String(least + i), String(least + i), least + i === seats.length))}`);
        fill(one(form, '.options'), html`${info.options.filter(
            ({name, kind}) => name !== 'players' && kind !== 'seats')
            .map((option) => field(info.game, option))}`);
        for (const input of all(form, '[name="players"]')) {
            input.addEventListener('change', () => {
                const count = Number(/** @type {HTMLInputElement} */ (input).value);
                seats = Array.from({length: count}, (_, i) => seats[i] ?? 'open');
                if (!seats.includes('me')) seats[0] = 'me';
                drawSeats();
            });
        }
        drawSeats();
    };
    const drawTimes = () => {
        const {ms, more} = CLOCKS[String(new FormData(form).get('clock'))];
        fill(one(form, '.times'), html`${ms.length ? times('ms', ms, t('CLOCK_TIME')) : ''}${
            more ? times('more', more, t('CLOCK_MORE')) : ''}`);
    };
    for (const input of all(form, '[name="game"]')) {
        input.addEventListener('change', () => {
            info = games.find(({game}) => game === /** @type {HTMLInputElement} */ (input).value)
                ?? info;
            drawGame();
        });
    }
    bindRated(form, drawTimes);
    drawGame();
    drawTimes();
    form.addEventListener('submit', (event) => {
        event.preventDefault();
        void create(form, info, seats, go);
    });
    return form;
}
