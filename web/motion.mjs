// motion.mjs: how things move: hops along an arc, turning cards, flights. See docs/page.md.
//
// Everything is an animation of the browser's own (transforms, so that it costs the page nothing),
// is known here while it runs, and can be finished at once by `skip`. A thing is first put where it
// will be; the animation shows where it came from.

import {settings} from './settings-store.mjs';

const EASE = 'cubic-bezier(.2,.7,.3,1)';
/** @type {Set<Animation>} */
const running = new Set();
let skipping = 0, paced = 1;

const reduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
/** How fast things move: 0 is not at all. */
export function speed() {
    const chosen = settings.motion;
    if (chosen === 'off' || (chosen === 'system' && reduced())) return 0;
    return paced * (chosen === 'slow' ? 0.5 : chosen === 'fast' ? 2 : 1);
}
/** From now on everything moves at this part of the chosen speed. @param {number} part */
export function pace(part) {
    paced = part;
}

/** Finishes whatever moves, and what would follow it at once. */
export function skip() {
    skipping = performance.now();
    for (const animation of [...running]) animation.finish();
}

export const moving = () => running.size > 0;

// ---- For a film: time goes on only when it is told to ----

/** @type {Set<Animation> | null} */
let filmed = null;

/** From now on movements stand still until `tick`; false: they run by themselves again.
 *  @param {boolean} on */
export function film(on) {
    for (const animation of filmed ?? []) animation.cancel();
    filmed = on ? new Set() : null;
}
/** So many milliseconds go by. */
export function tick(/** @type {number} */ ms) {
    for (const animation of [...filmed ?? []]) {
        const now = Number(animation.currentTime ?? 0) + ms;
        if (now >= Number(animation.effect?.getComputedTiming().endTime ?? 0)) animation.finish();
        else animation.currentTime = now;
    }
}
/** What moves in the film at this moment. */
export const filmedNow = () =>
    [...filmed ?? []].map((animation) => /** @type {KeyframeEffect} */ (animation.effect).target);

// ---- Moving ----

/** @param {Element} element @param {Keyframe[]} frames
 *  @param {KeyframeAnimationOptions & {duration: number}} options */
export async function run(element, frames, options) {
    if (filmed) {
        if (!element.isConnected) return;
        const animation = element.animate(frames, {easing: EASE, fill: 'backwards', ...options}),
            own = filmed;
        animation.pause();
        own.add(animation);
        await animation.finished.catch(() => {});
        own.delete(animation);
        return;
    }
    const rate = speed();
    if (rate === 0 || performance.now() - skipping < 400 || !element.isConnected) return;
    const {duration, delay = 0} = options;
    const animation = element.animate(frames, {easing: EASE, fill: 'backwards', ...options,
        duration: duration / rate, delay: delay / rate});
    running.add(animation);
    try {
        await animation.finished;
    } catch {
        // The element was taken away in the middle: that is an end, too.
    } finally {
        running.delete(animation);
    }
}

/** Waits as long as a movement would take. @param {number} ms */
export function pause(ms) {
    if (!filmed && (speed() === 0 || performance.now() - skipping < 400)) return Promise.resolve();
    return run(document.body, [{}, {}], {duration: ms});
}

/** Where an element is drawn. @param {Element} element */
export function centre(element) {
    const {left, top, width, height} = element.getBoundingClientRect();
    return {x: left + width / 2, y: top + height / 2};
}

/** A hop to where the element is now, from a place `dx`, `dy` away, `lift` pixels high.
 *  @param {Element} element @param {number} dx @param {number} dy
 *  @param {{duration?: number, lift?: number, grow?: number, bend?: {x: number, y: number}}}
 *  [how] */
export function hop(element, dx, dy,
    {duration = 220, lift = 30, grow = 1.24, bend = {x: 0, y: 0}} = {}) {
    const STEPS = 12;
    const frames = [];
    for (let i = 0; i <= STEPS; i++) {
        const part = i / STEPS, arc = 4 * part * (1 - part);
        const x = dx * (1 - part) + bend.x * arc, y = dy * (1 - part) + bend.y * arc - lift * arc;
        frames.push({transform: `translate(${x}px,${y}px) scale(${1 + (grow - 1) * arc})`});
    }
    return run(element, frames, {duration, easing: 'cubic-bezier(.35,.2,.4,1)'});
}

/** The small squash after landing. @param {Element} element */
export const land = (element) => run(element,
    [{transform: 'scale(1)'}, {transform: 'scale(1.04,.94)'}, {transform: 'scale(1)'}],
    {duration: 130});

/** Moves to where the element is now, straight. @param {Element} element @param {number} dx
 *  @param {number} dy @param {{duration?: number, delay?: number, scale?: number}} [how] */
export const slide = (element, dx, dy, {duration = 260, delay = 0, scale = 1} = {}) => run(element,
    [{transform: `translate(${dx}px,${dy}px) scale(${scale})`}, {transform: 'none'}],
    {duration, delay});

/** Slides an element in from where another one is. @param {Element} element
 *  @param {Element | null} from @param {{duration?: number, delay?: number}} [how] */
export function slideFrom(element, from, how = {}) {
    if (!from) return appear(element, how);
    const a = centre(from), b = centre(element);
    return slide(element, a.x - b.x, a.y - b.y, how);
}

/** Turns a card: `turn` is called when it stands on edge. @param {Element} element
 *  @param {() => void} turn @param {number} [delay] */
export async function flip(element, turn, delay = 0) {
    await run(element, [{transform: 'rotateY(0)'}, {transform: 'rotateY(90deg)'}],
        {duration: 110, delay, easing: 'ease-in'});
    turn();
    await run(element, [{transform: 'rotateY(90deg)'}, {transform: 'rotateY(0)'}],
        {duration: 110, easing: 'ease-out'});
}

/** @param {Element} element @param {{duration?: number, delay?: number}} [how] */
export const appear = (element, {duration = 160, delay = 0} = {}) => run(element,
    [{opacity: 0, transform: 'scale(.9)'}, {opacity: 1, transform: 'none'}], {duration, delay});

/** @param {Element} element @param {{duration?: number, delay?: number}} [how] */
export async function vanish(element, {duration = 160, delay = 0} = {}) {
    await run(element, [{opacity: 1, transform: 'none'}, {opacity: 0, transform: 'scale(.8)'}],
        {duration, delay});
    element.remove();
}

/** Says no. @param {Element} element */
export const shake = (element) => run(element,
    [0, -5, 4, -2, 0].map((x) => ({transform: `translateX(${x}px)`})), {duration: 220});

// ---- Blinking ----

let blinking = false;
/** Frogs blink now and then, each on its own clock. */
export function blink() {
    if (blinking) return;
    blinking = true;
    const next = () => setTimeout(() => {
        next();
        if (document.hidden || speed() === 0) return;
        const frogs = document.querySelectorAll('.frog:not(.sad)');
        const frog = /** @type {HTMLElement | undefined} */ (
            frogs[Math.floor(Math.random() * frogs.length)]);
        if (!frog) return;
        frog.classList.add('blink');
        setTimeout(() => frog.classList.remove('blink'), 120);
    }, 700 + Math.random() * 900);
    next();
}

/** An arc as frames. @param {number} dx @param {number} dy @param {number} lift */
export const arc = (dx, dy, lift) => Array.from({length: 13}, (_, i) => {
    const part = i / 12, high = 4 * part * (1 - part);
    return {transform: `translate(${dx * part}px,${dy * part - lift * high}px)`};
});
