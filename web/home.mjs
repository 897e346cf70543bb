// home.mjs: the first screen: three games shown as what they are, each a small scene that moves.

import {games} from './core.mjs';
import {all, at, dialog, fill, html, icon, make, one, painted, piece, style} from './dom.mjs';
import {FIRST, KINDS, TITLES, TOGETHER} from './kinds.mjs';
import {portrait, ripples} from './look.mjs';
import {hasScreen, PLACES} from './screens.mjs';
import {settings, set} from './settings-store.mjs';
import {shelf} from './shelf.mjs';
import {day, language, LANGUAGE_NAMES, languages, n, t} from './words.mjs';

/** The bar with the wordmark that most screens have. @param {string} current */
export function top(current) {
    const dark = document.documentElement.dataset.theme === 'dusk';
    const links = [['', 'PLAY'], ['together', 'TOGETHER'], ['learn', 'LEARN'],
        ['puzzles', 'PUZZLES'], ['analysis', 'ANALYSIS'], ['rules', 'RULES'], ['games', 'MY_GAMES']]
        .filter(([name]) => hasScreen(name));
    const bar = make(html`<header class="top">
        <a class="wm" href="#/" aria-label="Pond">${piece('wordmark')}</a>
        <nav aria-label="${t('MAIN_MENU')}">${links.map(([hash, word]) => html`<a href="#/${hash}"
            ${current === hash ? html`aria-current="page"` : ''}>
            ${t(word)}
        </a>`)}</nav>
        <span class="grow"></span>
        <button class="ib theme" aria-label="${t(dark ? 'THEME_MORNING' : 'THEME_DUSK')}">${
            icon(dark ? 'day' : 'moon')}</button>
        <a class="ib" href="#/settings" aria-label="${t('SETTINGS')}">${icon('gear')}</a>
        <label class="btn quiet small lang">
            ${icon('globe')}
            <span class="unseen">${t('LANGUAGE')}</span>
            <select>${languages().map((name) => html`<option value="${name}"
                ${name === language() ? 'selected' : ''} lang="${name}">
                ${LANGUAGE_NAMES[name]}
            </option>`)}</select>
        </label>
    </header>`);
    one(bar, '.theme').addEventListener('click', () => set('theme', dark ? 'morning' : 'dusk'));
    one(bar, 'select').addEventListener('change',
        (event) => set('language', /** @type {HTMLSelectElement} */ (event.target).value));
    return bar;
}

const TABS = PLACES.slice(0, 4);

/** The tabs at the bottom of a phone; the last one shows all the rest. @param {string} current */
export function tabs(current) {
    const bar = make(html`<nav class="tabs" aria-label="${t('MAIN_MENU')}">
        ${TABS.map(([hash, sign, word]) => html`<a href="#/${hash}"
            ${current === hash ? html`aria-current="page"` : ''}>
            ${icon(sign)}
            <span>${t(word)}</span>
        </a>`)}
        <button aria-haspopup="dialog" ${PLACES.slice(TABS.length)
            .some(([hash]) => hash === current) ? html`aria-current="true"` : ''}>
            ${icon('menu')}
            <span>${t('MORE')}</span>
        </button>
    </nav>`);
    one(bar, 'button').addEventListener('click', async () => {
        const answer = await dialog(html`
            <h2>${t('MORE')}</h2>
            <div class="menu-list short">${PLACES.slice(TABS.length).map(([hash, sign, word]) =>
                html`<button class="btn soft" value="${hash}">
                    ${icon(sign)}${t(word)}
                </button>`)}</div>
            <div class="row end"><button class="btn" value="">${t('CLOSE')}</button></div>
        `, {classes: 'menu'});
        if (answer) location.hash = `#/${answer}`;
    });
    return bar;
}

/** A game on this screen. @param {string} game @param {string} who plays it
 *  @param {import('./dom.mjs').Markup | string} [what] it is
 *  @param {import('./dom.mjs').Markup | string} [more] what you can do besides playing */
function tile(game, who, what = '', more = '') {
    const title = TITLES[game];
    return html`<article class="panel game" data-game="${game}">
        <a class="water pic" href="#/play/${game}" tabindex="-1" aria-hidden="true"></a>
        <div class="tx">
            <div class="row head">
                <h2>${title}</h2>
                <span class="grow"></span>
                <span class="xs">${who}</span>
            </div>
            <p>${what}</p>
            <div class="row">
                <a class="btn small grow" href="#/play/${game}"
                    aria-label="${t('PLAY_GAME', title)}">
                    ${t('PLAY_NOW')}
                </a>
                <a class="btn soft small" href="#/setup/${game}"
                    aria-label="${t('OPTIONS_OF', title)}">
                    ${t('OPTIONS')}
                </a>
                ${more}
            </div>
        </div>
    </article>`;
}

/** What opens the screen: the quickest ways to a game. */
const hero = () => html`<section class="water hero">
    ${ripples()}
    <div class="tx">
        <h1>${t('HERO')}</h1>
        <p>${t('HERO_MORE')}</p>
        <div class="row">
            <a class="btn" href="#/play/${settings.last.game ?? FIRST}">
                ${icon('play')}${t('PLAY_NOW')}
            </a>
            <a class="btn soft" href="#/together">
                ${icon('people')}${t('WITH_FRIENDS')}
            </a>
            <a class="btn soft"
                href="#/setup/${settings.last.game ?? TOGETHER}/friends">
                ${t('ONE_SCREEN')}
            </a>
        </div>
    </div>
    <svg class="scene" viewBox="0 0 600 276" preserveAspectRatio="xMaxYMax meet"
        aria-hidden="true"></svg>
</section>`;

/** A game that the page has pictures of. @param {string} game */
function known(game) {
    const {who, what, editions} = KINDS[game];
    const others = Object.entries(editions ?? {}).map(([name, {title}]) =>
        html` <a href="#/setup/${game}/${name}">${title}</a>`);
    return tile(game, t(who), html`${t(what)}${others}`,
        html`<a class="btn soft small friends" href="#/learn/${game}"
            aria-label="${t('LEARN_GAME', TITLES[game])}">${t('LEARN')}</a>`);
}

/** Another place to go. @param {string} hash @param {string} sign @param {string} title
 *  @param {string} help @param {string} [classes] of what helps */
const more = (hash, sign, title, help, classes = '') => html`<a
    class="panel card-link" href="#/${hash}">
    <span class="dot">${icon(sign)}</span>
    <span class="grow"><b>${title}</b><br><span class="s ${classes}">${help}</span></span>
    ${icon('right')}
</a>`;

/** @type {import('./screens.mjs').Show} */
export async function show(host) {
    const address = location.hash;
    const going = shelf().find(({result}) => result === null);
    const page = make(html`<div>
        <main class="home">
            ${hero()}
            <section class="games" aria-label="${t('GAMES')}">
                ${Object.keys(KINDS).map(known)}
            </section>
            <section class="more">
                ${going
                    ? more(`play/id/${going.id}`, 'play', t('LAST_GAME'),
                        `${TITLES[going.game]}, ${day(going.when)}`)
                    : ''} ${more('learn', 'book', t('LEARN_FAST'), t('LEARN_FAST_HELP'))} ${more(
                        'puzzles/today', 'puzzle', t('PUZZLE_OF_DAY'), t('PUZZLE_OF_DAY_HELP'),
                        'day')} ${more('night', 'people', t('NIGHT'), t('NIGHT_HELP'))} ${
                            more('together', 'people', t('OPEN_TABLES'), t('OPEN_TABLES_HELP'))} ${
                                more('analysis', 'chart', t('ANALYSIS'), t('ANALYSIS_CARD'))} ${
                                    more('games', 'clock', t('MY_GAMES'), t('MY_GAMES_HELP'))}
            </section>
        </main>
    </div>`);
    page.prepend(top(''));
    page.append(tabs(''));
    host.replaceChildren(page);
    scrollTo(0, 0);
    // words and buttons come first, then one drawing after the other
    for (const [where, scene] of scenes()) {
        await painted();
        if (!page.isConnected || location.hash !== address) return; // somebody was quick
        fill(one(page, where), scene);
    }
    for (const frog of all(page, '.look-right')) style(frog, {'--lx': '4px', '--ly': '-3px'});
    for (const frog of all(page, '.look-left')) style(frog, {'--lx': '-4px', '--ly': '-3px'});
    void games().then((list) => { // games that the page has no picture of: frogs that play them
        for (const {game, seats: [least, most]} of
            list.filter(({game}) => !Object.hasOwn(KINDS, game))) {
            const other = make(
                tile(game, least === most ? n('PLAYERS', most) : t('GAMES_SEATS', least, most)));
            const frogs =
                Array.from({length: Math.min(most, 3)}, (_, seat) => portrait(game, seat, ''));
            fill(one(other, '.pic'), html`<span class="frogs">${frogs}</span>`);
            one(page, '.games').append(other);
        }
    }).catch(() => {}); // the screen is there without it
    void import('./daily.mjs').then(async ({puzzleOfDay}) => {
        const {game, title} = await puzzleOfDay();
        one(page, '.day').textContent = `${TITLES[game]}${t('COLON')}${title}`;
    }).catch(() => {}); // "a new one every day" is true, too
    let unheard = () => {}, stop = () => {}, left = false;
    void import('./today.mjs').then(({moveToday}) => {
        if (!left) stop = moveToday(page);
    });
    void import('./waits.mjs').then(({waits, waitingList}) => {
        if (left) return;
        const waiting = () => {
            page.querySelector('.waits')?.remove();
            const lines = waitingList();
            if (lines) one(page, '.hero').after(lines);
        };
        waiting();
        waits.addEventListener('change', waiting);
        unheard = () => waits.removeEventListener('change', waiting);
    });
    return () => {
        left = true;
        stop();
        unheard();
    };
}

// ---- The scenes ----

/** A leaf seen from the side, with room for a frog. @param {string} id @param {string} colour
 *  @param {number} x @param {number} y @param {number} w */
const flat = (id, colour, x, y, w) => html`<g transform="translate(${x} ${y}) scale(1 .46)"
    class="leaf ${colour}">
    <svg width="${w}" height="${w}"><use href="#${id}" width="100%" height="100%"/></svg>
</g>`;

const HERO = html`${flat('leaf', 'blue', 8, 184, 150)}${flat('flower', '', 176, 200, 124)}${
    flat('leaf', 'red', 306, 174, 164)}${flat('leaf', 'yellow', 476, 202, 108)}
    <path d="M90 168Q112 64 184 76T238 216" fill="none" stroke="var(--ink)" stroke-opacity=".5"
        stroke-width="3" stroke-linecap="round" stroke-dasharray="1 11"/>
    <g class="frog look-right">${at('frog', 'blue', 34, 136, 98)}</g>
    <g class="frog look-left">${at('frog', 'red', 332, 118, 112)}</g>
    ${at('crown', 'crown', 358, 89, 60, 45)}
    <g class="frog">${at('frog-leap', 'yellow', 494, 176, 72)}</g>
    <g class="hopper">${at('frog-hop', 'green', 130, 28, 108)}</g>
    <g class="fly">${at('bug', 'grey', 496, 44, 60)}</g>`;

/** Where each is, and how it is drawn. */
const scenes = () => /** @type {const} */ ([['.hero .scene', HERO], ...Object.entries(KINDS)
    .map(([game, {scene}]) => /** @type {const} */ ([`[data-game="${game}"] .pic`, scene()]))]);
