// today.mjs: the small scenes of the home screen in motion: a frog hops, a fan of cards opens, a
// frog completes a row. They stand still if motion is reduced, and while nobody is looking.

import {all} from './dom.mjs';
import {KINDS} from './kinds.mjs';
import {arc, run, speed} from './motion.mjs';

/** @param {HTMLElement} page @returns {() => void} stops it */
export function moveToday(page) {
    let going = true;
    const loop = async (/** @type {() => Promise<unknown>} */ work, /** @type {number} */ rest) => {
        while (going) {
            await new Promise((done) => setTimeout(done, rest));
            if (!going || document.hidden || speed() === 0) continue;
            await work();
        }
    };
    /** @param {string} selector */
    const parts = (selector) => all(page, selector);
    void loop(async () => {
        const [frog] = parts('.hero .hopper');
        if (frog) {
            await run(frog, [...arc(0, 8, 22)],
                {duration: 1600, easing: 'ease-in-out', direction: 'alternate', iterations: 2});
        }
    }, 400);
    void loop(async () => {
        const [fly] = parts('.hero .fly');
        if (fly) {
            await run(fly, [{transform: 'none'}, {transform: 'translate(-14px,8px)'},
                {transform: 'translate(6px,14px)'}, {transform: 'none'}],
                {duration: 3200, easing: 'ease-in-out'});
        }
    }, 200);
    for (const [game, {move, rest}] of Object.entries(KINDS)) {
        void loop(() => move((selector) => parts(`[data-game="${game}"] ${selector}`)), rest);
    }
    return () => {
        going = false;
    };
}
