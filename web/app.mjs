// app.mjs: starts the page: settings, messages, pieces; then shows the screen that the address
// names.
//
// The address is `#/screen/more`; screens.mjs has the table.

import {warm} from './core.mjs';
import {html, fill, make, painted, toast, title} from './dom.mjs';
import {blink} from './motion.mjs';
import {SCREENS} from './screens.mjs';
import {onChange, set, settings} from './settings-store.mjs';
import {speak, t} from './words.mjs';

let host = /** @type {HTMLElement} */ (document.getElementById('app'));
/** @type {(() => void) | void} */
let leave;
let showing = 0, drawing = false;

/** Which screen this is. The big screen's address is a path, so that people can read and type
 *  it. */
function address() {
    const night = location.hash ? null : /^\/tv\/([\w-]+)$/.exec(location.pathname);
    return night ? `#/tv/${night[1]}` : location.hash;
}

/** @param {string} hash */
function go(hash) {
    if (location.hash === hash) void show();
    else location.hash = hash;
}

/** The screen of an address, and the rest of it. @param {string} hash */
function screenOf(hash) {
    try {
        const [name, ...path] = decodeURIComponent(hash.replace(/^#\/?/, '')).split('/');
        return {load: Object.hasOwn(SCREENS, name) ? SCREENS[name] : SCREENS.nowhere, path};
    } catch { // a stray percent sign
        return {load: SCREENS.nowhere, path: []};
    }
}

/** A screen that was left before it had drawn itself goes on where nobody sees it. */
function part() {
    const next = /** @type {HTMLElement} */ (host.cloneNode(false));
    next.append(...host.childNodes);
    host.replaceWith(next);
    host = next;
}

async function show() {
    const number = ++showing;
    if (drawing) part();
    drawing = false;
    const {load, path} = screenOf(address());
    try {
        const screen = await load();
        if (number !== showing) return;
        leave?.();
        leave = undefined;
        title('Pond');
        drawing = true;
        const left = await screen.show(host, path, go);
        if (number !== showing) return void left?.();
        drawing = false;
        leave = left;
        scrollTo(0, 0);
        if (number > 1) arrive();
        document.body.dataset.at = address();
    } catch (error) {
        if (number !== showing) return; // it failed where nobody sees it
        console.error(error);
        drawing = false;
        broken();
    }
}

/** A new screen: screen readers and the keyboard start at its title. */
function arrive() {
    const heading = host.querySelector('h1');
    if (!(heading instanceof HTMLElement) || host.contains(document.activeElement)
        || document.querySelector('dialog[open], .cover')) {
        return;
    }
    heading.tabIndex = -1;
    heading.focus({preventScroll: true});
}

/** An unexpected failure: say so, and offer the way home. */
function broken() {
    host.replaceChildren(make(html`<main class="panel lonely">
        <h1>${t('BROKEN_TITLE')}</h1>
        <p>${t('BROKEN_HELP')}</p>
        <p><a class="btn" href="#/">${t('HOME')}</a></p>
    </main>`));
}

// ---- What the settings change ----

function theme() {
    const dark = settings.theme === 'dusk'
        || (settings.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
    const root = document.documentElement;
    root.dataset.theme = dark ? 'dusk' : 'morning';
    root.toggleAttribute('data-letters', settings.letters);
    root.toggleAttribute('data-still', settings.motion === 'off');
}

/** The link past the menus, first on every screen. */
function nameSkipLink() {
    const past = /** @type {HTMLElement} */ (document.getElementById('past'));
    past.textContent = t('SKIP_LINK');
    return past;
}

/** @param {string} name */
async function changed(name) {
    theme();
    if (name === 'language') {
        await speak();
        nameSkipLink();
        await show();
    }
}

/** Keeps the page for times without a network, and takes a new build over where nothing can be
 *  lost: on the home screen. */
async function renew() {
    const {serviceWorker} = navigator;
    let controlled = serviceWorker.controller !== null; // by the first build this page has known
    const home = () => screenOf(address()).load === SCREENS[''];
    serviceWorker.addEventListener('controllerchange', () => {
        if (controlled) location.reload();
        controlled = true;
    });
    const kept =
        await serviceWorker.register('/service-worker.mjs', {type: 'module'}).catch(() => null);
    const look = () => home() && kept?.waiting?.postMessage('switch');
    kept?.addEventListener('updatefound', () => {
        const coming = kept.installing;
        coming?.addEventListener('statechange', () => coming.state === 'installed' && look());
    });
    addEventListener('hashchange', look);
    look();
}

/** Fetches what a first game needs, before it is asked for. */
function firstGame() {
    void warm().catch(() => {});
    void SCREENS.play().catch(() => {});
}

async function begin() {
    theme();
    const table = /^\/t\/([\w-]+)/.exec(location.pathname); // the link of a table of the server
    if (table) {
        history.replaceState(null, '',
            `/#/together/${table[1]}/${new URLSearchParams(location.search).get('invite') ?? ''}`);
    }
    // game night: the big screen, a phone
    const night = /^\/(tv|n)(?:\/([\w-]+))?\/?$/.exec(location.pathname);
    if (night) {
        history.replaceState(null, '',
            `/#/${night[1] === 'tv' ? 'tv' : 'night'}/${night[2] ?? ''}`);
    }
    // the one-time link of the server's host: its code is not an address
    if (location.pathname === '/host') {
        if (/^#[0-9a-f]{64}$/.test(location.hash)) {
            try {
                sessionStorage.setItem('pond.host', location.hash.slice(1));
            } catch { /* the screen says so */ }
        }
        history.replaceState(null, '', '/#/host');
    }
    const {load} = screenOf(location.hash);
    const atHome = load === SCREENS[''];
    if (!atHome) void warm().catch(() => {}); // in its own thread, while the rest comes
    const [, pieces] = await Promise.all([
        speak(),
        fetch('/pieces.svg').then((answer) => answer.text()),
        load(),
    ]);
    const drawings = /** @type {HTMLElement} */ (document.getElementById('pieces'));
    drawings.innerHTML = pieces;
    nameSkipLink().addEventListener('click', (event) => {
        event.preventDefault(); // the address is the screen's
        const main = document.querySelector('main');
        if (!main) return;
        main.tabIndex = -1;
        main.focus();
    });
    onChange(changed);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', theme);
    addEventListener('hashchange', show);
    document.addEventListener('keydown', (event) => {
        if (!settings.keys || event.key.toLowerCase() !== 'm' || event.ctrlKey || event.metaKey
            || event.altKey || event.repeat) {
            return;
        }
        if (/** @type {Element} */ (event.target).matches?.('input, textarea, select')
            || document.querySelector('dialog[open]')) {
            return;
        }
        set('sound', !settings.sound);
        toast(t(settings.sound ? 'SOUND_IS_ON' : 'SOUND_IS_OFF'));
    });
    blink();
    if (atHome) firstGame(); // comes while the screen is drawn
    await show();
    document.body.dataset.ready = '';
    setTimeout(() => void import('./waits.mjs').then(({waits}) => waits.begin()), 500);
    if (!atHome) void painted().then(firstGame);
    if ('serviceWorker' in navigator) {
        navigator.serviceWorker.addEventListener('message',
            ({data}) => data?.hash && go(data.hash));
        void renew();
    }
}

addEventListener('unhandledrejection', ({reason}) => {
    if (reason instanceof Error && reason.constructor.name === 'Ended') return;
    toast(t('TROUBLE', reason?.message ?? ''));
});

begin().catch((error) => {
    console.error(error);
    fill(host, html`<main class="panel lonely">
        <h1>Pond</h1>
        <p>
            The page could not be loaded: ${error.message}. Please try again. / La page n’a pas pu
            être chargée. Veuillez réessayer.
        </p>
    </main>`);
});

