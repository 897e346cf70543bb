// night-held.mjs: a phone waits until the big screen has shown what everyone should see together:
// the cards that are turned over, the end of a game.

import {kindOf} from './kinds.mjs';

const SHOW_MS = 20000; // the longest that a phone waits

export class Held {
    /** The version of the table that the big screen is still showing; 0: none. */
    #version = 0;
    #timer = 0;
    /** Does a big screen tell what it has shown? */
    #told = false;

    /** @param {import('./night-line.mjs').Night} night
     *  @param {() => import('./night-line.mjs').NightTable | null} table
     *  @param {() => void} released what happens then */
    constructor(night, table, released) {
        this.released = released;
        night.addEventListener('shown', (event) => {
            const {detail} = /** @type {CustomEvent<{table: string, version: number}>} */ (event);
            this.#told = true;
            if (detail.table === table()?.id && detail.version >= this.#version) this.#release();
        });
    }

    get on() {
        return this.#version > 0;
    }

    /** Everyone looks up while the big screen shows something, if there is one that tells when it
     *  has. @param {string} game @param {import('./table.mjs').Happening} happening */
    hold(game, {after, events}) {
        if (!this.#told || !kindOf(game).reveals?.(events)) return;
        this.#version = after.version;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => {
            this.#told = false; // it was closed, perhaps
            this.#release();
        }, SHOW_MS);
    }

    #release() {
        if (!this.on) return;
        this.end();
        this.released();
    }

    /** There is nothing to wait for any more. */
    end() {
        this.#version = 0;
        clearTimeout(this.#timer);
    }
}
