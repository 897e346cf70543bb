// today.mjs: the small scenes of the home screen in motion: a frog hops, a fan of cards opens, a
// frog completes a row. Still where motion is reduced, and when nobody looks.

import {all} from './dom.mjs';
import {run, speed} from './motion.mjs';

/** An arc as frames. @param {number} dx @param {number} dy @param {number} lift */
const arc = (dx, dy, lift) => Array.from({length: 13}, (_, i) => {
    const part = i / 12, high = 4 * part * (1 - part);
    return {transform: `translate(${dx * part}px,${dy * part - lift * high}px)`};
});

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
        if (frog) await run(frog, [...arc(0, 8, 22)], {duration: 1600, easing: 'ease-in-out', direction: 'alternate', iterations: 2});
    }, 400);
    void loop(async () => {
        const [fly] = parts('.hero .fly');
        if (fly) await run(fly, [{transform: 'none'}, {transform: 'translate(-14px,8px)'}, {transform: 'translate(6px,14px)'}, {transform: 'none'}], {duration: 3200, easing: 'ease-in-out'});
    }, 200);
    void loop(async () => {
        const [frog] = parts('[data-game="quibbit"] .hopper');
        if (!frog) return;
        await run(frog, arc(77, 14, 10), {duration: 700, fill: 'both'});
        await new Promise((done) => setTimeout(done, 900));
        await run(frog, arc(77, 14, 10).reverse(), {duration: 700, fill: 'both'});
    }, 1500);
    void loop(async () => { // the 6 is split into 4 + 2: they come up together
        const cards = parts('[data-game="quibbles"] .card'), high = (/** @type {number} */ y) => [{transform: 'none'}, {transform: `translateY(-${y}px)`, offset: .2}, {transform: `translateY(-${y}px)`, offset: .8}, {transform: 'none'}];
        const lift = (/** @type {number} */ i, /** @type {number} */ y, /** @type {number} */ delay) => cards[i] ? run(cards[i], high(y), {duration: 1900 - delay, delay}) : Promise.resolve();
        await Promise.all([lift(2, 22, 0), lift(3, 15, 450), lift(4, 15, 450)]);
    }, 1800);
    void loop(async () => {
        const [frog] = parts('[data-game="rribbit"] .knight'), [glows] = parts('[data-game="rribbit"] .glows');
        if (!frog || !glows) return;
        const lit = run(glows, [{opacity: 0}, {opacity: 0, offset: .42}, {opacity: 1, offset: .5}, {opacity: .6, offset: .75}, {opacity: 1}], {duration: 1900});
        await run(frog, arc(-49, 98, 30).reverse(), {duration: 700});
        await lit;
    }, 2600);
    return () => {
        going = false;
    };
}
