// setup.mjs: setting up a game: who sits where, and every option the core has, with its
// help. The form is made from the core's own table of options; nothing about them is known here.

import {checkOptions, games, Refusal} from './core.mjs';
import {all, fill, html, icon, make, one} from './dom.mjs';
import {tabs, top} from './home.mjs';
import {portrait} from './look.mjs';
import {LEVELS, levelWords} from './levels.mjs';
import {nowhere} from './nowhere.mjs';
import {field, handicapFields, offerSeats, optionsText, radio} from './options.mjs';
import {FIRST, kindOf, TITLES} from './kinds.mjs';
import {levelOf} from './play-screen.mjs';
import {PLACES} from './screens.mjs';
import {set, settings} from './settings-store.mjs';
import {ROBOTS} from './table.mjs';
import {t} from './words.mjs';

const LETTERS_MAX = 24; // of a name

/** What the people are called, in their order; '' for those who have given no name. A name that
 *  reads like another's gets a number, as at a table of the server (src/server/name.h).
 *  @param {string[]} seats @param {string[]} names by seat */
function namesApart(seats, names) {
    const {compare} = new Intl.Collator('en', {sensitivity: 'base', ignorePunctuation: true});
    const people = seats.flatMap((kind, seat) => (/\d/.test(kind) ? [] : [names[seat] ?? '']));
    const given = people.map((name, i) => name || (i === 0 ? settings.name : ''));
    const taken = [...ROBOTS.slice(0, seats.length - people.length),
        ...given.flatMap((name, i) => (name ? [] : [t('PLAYER', i + 1)]))];
    return given.map((name) => {
        let own = name;
        for (let number = 2; name && taken.some((one) => compare(one, own) === 0); number++) {
            own = `${[...name].slice(0, LETTERS_MAX - 4).join('').trim()} (${number})`;
        }
        taken.push(own);
        return own;
    });
}

/** Begins the game that was set up, and remembers it for the next time. @param {HTMLElement} page
 *  @param {import('./core.mjs').Game} info
 *  @param {string[]} seats `h`, `c` with hints, or the level @param {string[]} names
 *  @param {(hash: string) => void} go */
async function begin(page, info, seats, names, go) {
    const text = optionsText(page.querySelector('form'), info.options, seats.length),
        why = one(page, '.why');
    try {
        await checkOptions(info.game, text);
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        why.textContent = error.message;
        why.scrollIntoView({block: 'center'});
        return;
    }
    const chosen = Object.fromEntries(
        info.options.map(({name}) => [name, new RegExp(`(?:^|,)${name}=([^,]*)`).exec(text)?.[1]]));
    const levels = seats.filter((kind) => /\d/.test(kind)).map(Number);
    if (levels.length > 0) set('level', {...settings.level, [info.game]: Math.max(...levels)});
    set('last', {...settings.last, people: names, names: namesApart(seats, names),
        game: info.game, [info.game]: {seats: seats.join(''), players: seats.length,
            options: chosen,
            open: /** @type {HTMLDetailsElement} */ (one(page, 'details.all')).open}});
    const seed = /** @type {HTMLInputElement | null} */ (page.querySelector('#seed'))?.value.trim();
    go(`#/play/${info.game}/${seats.join('')}/${encodeURIComponent(text)}${
        seed ? `/${encodeURIComponent(seed)}` : ''}`);
}

/** A game and its editions to choose from, where it has any. @param {string} game
 *  @param {string} how */
function editions(game, how) {
    const others =
        Object.entries(kindOf(game).editions ?? {}).map(([name, {title}]) => [name, title]);
    if (how === 'friends' || others.length === 0) return '';
    return html`<div class="row wrap">${[['', TITLES[game]], ...others].map(([name, title]) =>
        html`<a class="btn soft small" href="#/setup/${game}${name && `/${name}`}"
            ${name === how ? html`aria-current="page"` : ''}>
            ${title}
        </a>`)}</div>`;
}

/** Handicaps and hints by seat. What was chosen stays while seats come and go.
 *  @param {HTMLElement} page @param {import('./core.mjs').Game} info @param {string[]} seats
 *  @param {string[]} names @param {Set<number>} helped seats with a hint at every turn
 *  @param {Record<string, string | undefined>} preset */
function drawOdds(page, info, seats, names, helped, preset) {
    const form = page.querySelector('form'), chosen = {...preset},
        options = optionsText(form, info.options, seats.length);
    for (const {name, kind} of info.options) {
        if (kind === 'seats' && form?.querySelector(`[name="${name}0"]`)) {
            chosen[name] = Array.from({length: 9},
                (_, seat) => new FormData(form).get(`${name}${seat}`) ?? '0').join('');
        }
    }
    fill(one(page, '.odds div'), html`${seats.map((kind, seat) => html`<div class="seatrow">
        <span class="frog">${portrait(info.game, seat, options)}</span>
        <div class="row wrap">
            <b>${(kind === 'h' && names[seat]) || t('PLAYER', seat + 1)}</b>
            ${handicapFields(info.game, info.options, seat, chosen)}${kind === 'h' ? html`<label
                class="switch">
                <input type="checkbox" role="switch" data-helped="${seat}"
                    ${helped.has(seat) ? 'checked' : ''}>
                <span>${t('HINTS_ON')}</span>
            </label>` : ''}
        </div>
    </div>`)}`);
    for (const input of all(page, '[data-helped]')) {
        input.addEventListener('change', () => {
            const seat = Number(input.dataset.helped);
            if (!helped.delete(seat)) helped.add(seat);
        });
    }
}

/** The screen before anything is drawn that changes.
 *  @param {import('./core.mjs').Game} info
 *  @param {import('./core.mjs').Game[]} others games to change to @param {string} how
 *  @param {import('./settings-store.mjs').Last} saved @param {Record<string, string>} preset */
function screen(info, others, how, saved, preset) {
    const odds = /c/.test(saved.seats ?? '')
        || info.options.some(({name, kind}) => kind === 'seats' && preset[name]);
    const own = info.options.filter(({name, kind}) => name !== 'players' && kind !== 'seats');
    return html`<div>
        <main class="narrow">
            <h1>${t('SET_UP', kindOf(info.game).editions?.[how]?.title ?? TITLES[info.game])}</h1>
            ${others.length > 0 ? html`<div class="row wrap">${others.map(({game}) =>
                html`<a class="btn soft small" href="#/setup/${game}/friends"
                    ${game === info.game ? html`aria-current="page"` : ''}>
                    ${TITLES[game]}
                </a>`)}</div>` : ''}
            ${editions(info.game, how)}
            <form class="setup">
                <section class="panel who"></section>
                <section class="panel">
                    <details class="odds" ${odds ? 'open' : ''}>
                        <summary>${icon('down', 'small')}${t('HANDICAPS')}</summary>
                        <div></div>
                        <p class="s">${t('HANDICAPS_HELP')}</p>
                    </details>
                </section>
                <section class="panel">
                    <details class="all" ${saved.open ? 'open' : ''}>
                        <summary>${icon('down', 'small')}${t('ALL_OPTIONS')}</summary>
                        ${own.map((option) => field(info.game, option, preset[option.name]))}
                        ${kindOf(info.game).armies ? '' : html`<div class="field">
                            <label for="seed"><b>${t('SEED')}</b></label>
                            <span class="s">${t('SEED_HELP')}</span>
                            <input id="seed" type="text" name="seed" maxlength="64"
                                autocomplete="off">
                        </div>`}
                    </details>
                </section>
                <p class="why" role="alert"></p>
                <div class="row wrap">
                    <button class="btn grow">${icon('play')}${t('PLAY_NOW')}</button>
                    <a class="btn soft" href="#/rules/${info.game}">${icon('book')}${t('RULES')}</a>
                </div>
            </form>
        </main>
    </div>`;
}

/** Who plays: how many, and each a person or a level.
 *  @param {import('./core.mjs').Game} info @param {string[]} seats @param {string[]} names
 *  @param {string} options */
function seatRows(info, seats, names, options) {
    const players = info.options.find(({name}) => name === 'players');
    const people = seats.filter((kind) => kind === 'h').length;
    return html`
        <h2>${t('WHO_PLAYS')}</h2>
        ${players ? html`<fieldset class="choices" aria-label="${t('HOW_MANY')}">${
            players.choices.map((value) =>
                radio('players', value, value, String(seats.length) === value))}</fieldset>` : ''}
        ${seats.map((kind, seat) => html`<div class="seatrow">
            <span class="frog">${portrait(info.game, seat, options)}</span>
            <fieldset class="choices">
                <legend class="unseen">${t('PLAYER', seat + 1)}</legend>
                ${radio(`seat${seat}`, 'h', t(seat === 0 && people === 1 ? 'YOU' : 'HUMAN'),
                    kind === 'h')}
                <span class="plain s" aria-hidden="true">${t('ROBOT_WORD')}</span>
                <span class="rungs">${LEVELS.map((level) => radio(`seat${seat}`, String(level),
                    String(level), kind === String(level), t('LEVEL_NAME', level)))}</span>
            </fieldset>
            ${kind === 'h' && people > 1 ? html`<input class="called" type="text" autocomplete="off"
                maxlength="${LETTERS_MAX}" data-seat="${seat}" value="${names[seat] ?? ''}"
                placeholder="${t('PLAYER', seat + 1)}"
                aria-label="${t('NAME_OF_SEAT', seat + 1)}">` : ''}
        </div>`)}
        <div class="s levels"></div>
    `;
}

/** @type {import('./screens.mjs').Show} */
export async function show(host, [game = FIRST, how = ''], go) {
    const all_games = await games();
    const info = all_games.find((one) => one.game === game);
    if (!info) {
        nowhere(host, t('NO_SUCH_PLACE'), PLACES);
        return;
    }
    const saved =
        /** @type {import('./settings-store.mjs').Last} */ (settings.last[info.game] ?? {});
    const edition = kindOf(info.game).editions?.[how];
    const preset = {...saved.options, ...edition?.options};
    const [least] = info.seats;
    const players = info.options.find(({name}) => name === 'players');
    const count = how === 'friends'
        ? Math.max(2, least)
        : Number(saved.players ?? players?.default ?? kindOf(info.game).start?.seats ?? 2);
    /** @type {string[]} `h` or the level */
    let seats = how === 'friends'
        ? Array(count).fill('h')
        : saved.seats ? [...saved.seats.replace(/c/g, 'h')]
        : ['h', ...Array(Math.max(count, kindOf(info.game).start?.seats ?? 0) - 1)
            .fill(String(levelOf(info.game)))];
    const helped =
        new Set([...saved.seats ?? ''].flatMap((kind, seat) => (kind === 'c' ? [seat] : [])));
    /** Names of the people, by seat. @type {string[]} */
    const names = [...(settings.last.people ?? [settings.name])];

    const page = make(screen(info, how === 'friends' ? all_games : [], how, saved, preset));
    page.prepend(top('-'));
    page.append(tabs('-'));
    const who = one(page, '.who');
    /** What the chosen levels are like. */
    const describe = async () => {
        const levels = [...new Set(seats.filter((kind) => kind !== 'h').map(Number))].sort();
        const words =
            await Promise.all(levels.map((level) => levelWords(info.game, level, seats.length)));
        const place = who.querySelector('.levels');
        if (place) fill(place, html`${words.map((text) => html`<p>${text}</p>`)}`);
    };
    const drawSeats = () => {
        offerSeats(page, seats.length);
        fill(who, seatRows(info, seats, names, options()));
        void describe();
        drawOdds(page, info, seats, names, helped, preset);
        for (const input of all(who, 'input.called')) {
            input.addEventListener('input', () => {
                names[Number(input.dataset.seat)] =
                    /** @type {HTMLInputElement} */ (input).value.trim();
            });
        }
        for (const input of all(who, 'input:not(.called)')) {
            input.addEventListener('change', () => {
                const {name, value} = /** @type {HTMLInputElement} */ (input);
                const newcomer = how === 'friends' ? 'h' : String(levelOf(info.game));
                if (name !== 'players') seats[Number(name.slice(4))] = value;
                else seats = Array.from({length: Number(value)}, (_, i) => seats[i] ?? newcomer);
                drawSeats();
                /** @type {HTMLElement | null} */ (
                    who.querySelector(`[name="${name}"][value="${value}"]`))?.focus();
            });
        }
    };
    const options = () => optionsText(page.querySelector('form'), info.options, seats.length);
    drawSeats();
    one(page, 'details.all').addEventListener('change', drawSeats); // frogs may have other colours
    host.replaceChildren(page);
    one(page, 'form').addEventListener('submit', (event) => {
        event.preventDefault();
        void begin(page, info,
            seats.map((kind, seat) => (kind === 'h' && helped.has(seat) ? 'c' : kind)), names, go);
    });
}
