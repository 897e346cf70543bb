// settings-store.mjs: what a player has chosen for this device, kept in the browser.

import {store, stored} from './device.mjs';

/** @typedef {{language: string, theme: 'system' | 'morning' | 'dusk', motion: 'system' | 'full'
 *  | 'slow' | 'fast' | 'off', sound: boolean, letters: boolean, tutor: boolean, chances:
 *  boolean, seen: boolean, threats: boolean, notify: boolean, buzz: boolean, awake: boolean,
 *  keys: boolean, name: string, level: Record<string, number>, analysis: AnalysisSettings,
 *  last: {game?: string, people?: string[], names?: string[], table?: {game?: string}, [game:
 *  string]: unknown}}} Settings */
/** The analysis board: does the engine think; are its best moves and threats drawn, exact values
 *  marked, all hands shown, chance rolled at once; what a phone shows; and whose games the explorer
 *  counts.
 *  @typedef {{engine: boolean, best: boolean, threats: boolean, exact: boolean, open: boolean,
 *  rolls: boolean, part: string, games: string}} AnalysisSettings */
/** How a game was last set up.
 *  @typedef {{seats?: string, players?: number, options?: Record<string, string>, open?:
 *  boolean}} Last */

const KEY = 'pond.settings';

/** @returns {Settings} */
const standard = () => ({
    language: '', theme: 'system', motion: 'system', sound: true, letters: false, tutor: false,
    chances: true, seen: true, threats: false, notify: false, buzz: true, awake: true, keys: true,
    name: '', level: {}, last: {},
    analysis: {engine: true, best: true, threats: false, exact: true, open: false, rolls: false,
        part: 'lines', games: 'engine'},
});

/** @type {Settings} */
export const settings = {...standard(), ...stored(KEY, {})};

// Another window has changed something: to keep what this one read at its start would undo that
// with the next change here, and greet the server with a name that is no longer this person's.
globalThis.addEventListener?.('storage', ({key}) => {
    if (key === KEY) Object.assign(settings, stored(KEY, {}));
});

/** @type {Set<(name: string) => void>} */
const listeners = new Set();

/** @template {keyof Settings} K @param {K} name @param {Settings[K]} value */
export function set(name, value) {
    settings[name] = value;
    store(KEY, settings); // or else it holds until the page is closed
    for (const listener of [...listeners]) listener(name);
}

/** @param {(name: string) => void} listener @returns {() => void} to stop listening */
export function onChange(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
}
