// first-time.mjs: rules for people who play for the first time: each is said once a night, when it
// first matters. Which rule that is follows from the library's events; the sentences are in the
// catalogue.

import {store, stored} from './device.mjs';
import {kindOf} from './kinds.mjs';
import {t} from './words.mjs';

/** @typedef {import('./events.mjs').Event} Event */

const KEPT = 'pond.rules';

export class FirstTime {
    /** @type {Set<string>} */
    #said = new Set();

    /** @param {string} code the night; '' if nothing survives a reload */
    constructor(code) {
        this.code = code;
        const {code: at, said} = stored(KEPT, {code: '', said: []});
        if (code && at === code && Array.isArray(said)) this.#said = new Set(said);
    }

    /** @param {string} name */
    #say(name) {
        this.#said.add(name);
        // or else rules are said again
        if (this.code) store(KEPT, {code: this.code, said: [...this.#said]});
        return t(name);
    }

    /** The rule that matters with what has just happened; '' if all were said. @param {string} game
     *  @param {Event[]} events */
    with(game, events) {
        for (const [name, applies] of kindOf(game).rules ?? []) {
            const key = `RULE_${game.toUpperCase()}_${name}`;
            if (this.#said.has(key)) continue;
            const matters = typeof applies === 'string'
                ? events.some(({kind}) => kind === applies)
                : applies(events);
            if (matters) return this.#say(key);
        }
        return '';
    }

    /** The aim of the game; '' if it was said, or the game is one without words of its own.
     *  @param {string} game */
    aim(game) {
        const key = `RULE_${game.toUpperCase()}_AIM`;
        return !kindOf(game).rules || this.#said.has(key) ? '' : this.#say(key);
    }

    /** The rule that matters before anything has happened. @param {string} game
     *  @param {import('./core.mjs').Look} look */
    before(game, look) {
        const name = kindOf(game).opening?.(look), key = `RULE_${game.toUpperCase()}_${name}`;
        return !name || this.#said.has(key) ? '' : this.#say(key);
    }
}
