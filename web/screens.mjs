// screens.mjs: the table of screens. A screen is a module with `show(host, path, go)`, loaded when
// it is first needed; it may return a function that is called when it is left.

/** @typedef {(host: HTMLElement, path: string[], go: (hash: string) => void) =>
 *   void | (() => void) | Promise<void | (() => void)>} Show */

/** @type {Record<string, () => Promise<{show: Show}>>} */
export const SCREENS = {
    '': () => import('./home.mjs'),
    play: () => import('./play-screen.mjs'),
    setup: () => import('./setup.mjs'),
    learn: () => import('./learn.mjs'),
    puzzles: () => import('./puzzles.mjs'),
    review: () => import('./review.mjs'),
    analysis: () => import('./analysis.mjs'),
    together: () => import('./together.mjs'),
    rules: () => import('./rules.mjs'),
    games: () => import('./games.mjs'),
    open: () => import('./open.mjs'),
    editor: () => import('./editor.mjs'),
    training: () => import('./training.mjs'),
    settings: () => import('./settings.mjs'),
    night: () => import('./night.mjs'),
    tv: () => import('./tv.mjs'),
    host: () => import('./host.mjs'),
    nowhere: () => import('./nowhere.mjs'),
};

/** Where you can go from anywhere: address, icon, word. */
export const PLACES = /** @type {const} */ ([['', 'play', 'PLAY'],
    ['together', 'people', 'TOGETHER'], ['learn', 'book', 'LEARN'],
    ['puzzles', 'puzzle', 'PUZZLES'], ['analysis', 'chart', 'ANALYSIS'], ['rules', 'list', 'RULES'],
    ['games', 'clock', 'MY_GAMES'], ['open', 'open', 'OPEN_RECORD'],
    ['settings', 'gear', 'SETTINGS']]);

/** Is there such a screen? Links to it are only shown then. @param {string} name */
export const hasScreen = (name) => Object.hasOwn(SCREENS, name);
