// drag.mjs: drag and drop by mouse, pen or finger. A drop does the same as pressing the thing and
// then its target; a drag that ends elsewhere does nothing.

import {style} from './dom.mjs';

const FAR_ENOUGH = 8; // pixels until a press is a drag

/** @param {HTMLElement} root @param {string} what what can be dragged
 *  @param {{goals: (element: HTMLElement) => Element[], drop: (element: HTMLElement, goal:
 *  HTMLElement) => void}} how */
export function draggable(root, what, {goals, drop}) {
    /** @type {{element: HTMLElement, x: number, y: number, id: number, goals: Element[], on:
     *  boolean} | null} */
    let held = null;
    /** @param {PointerEvent} event */
    const under = ({clientX, clientY}) => /** @type {HTMLElement | undefined} */ (held?.goals.find(
        (goal) => {
            const {left, right, top, bottom} = goal.getBoundingClientRect();
            return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
        }));
    const release = () => {
        if (!held) return;
        document.removeEventListener('pointermove', move);
        document.removeEventListener('pointerup', up);
        document.removeEventListener('pointercancel', release);
        held.element.classList.remove('dragged');
        style(held.element, {translate: ''});
        for (const goal of held.goals) goal.classList.remove('drop', 'onto');
        held = null;
    };
    // A quick hand is out of the root at once, so the whole page is listened to while something is
    // held.
    root.addEventListener('pointerdown', (event) => {
        release();
        const element =
            /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(what));
        if (!element || event.button !== 0 || element.matches(':disabled')) return;
        held = {element, x: event.clientX, y: event.clientY, id: event.pointerId, goals: [],
            on: false};
        document.addEventListener('pointermove', move);
        document.addEventListener('pointerup', up);
        document.addEventListener('pointercancel', release);
    });
    /** @param {PointerEvent} event */
    function move(event) {
        if (!held || event.pointerId !== held.id) return;
        const dx = event.clientX - held.x, dy = event.clientY - held.y;
        if (!held.on && Math.hypot(dx, dy) >= FAR_ENOUGH) {
            held.on = true;
            held.goals = goals(held.element);
            held.element.classList.add('dragged');
            for (const goal of held.goals) goal.classList.add('drop');
        }
        if (!held.on) return;
        style(held.element, {translate: `${dx}px ${dy}px`});
        const goal = under(event);
        for (const one of held.goals) one.classList.toggle('onto', one === goal);
    }
    /** @param {PointerEvent} event */
    function up(event) {
        if (!held || event.pointerId !== held.id) return;
        const {element, on} = held, goal = on ? under(event) : undefined;
        release();
        if (!on) return;
        // The press that ends a drag is not a press on what lies under it.
        const hush = (/** @type {Event} */ click) => {
            click.stopPropagation();
            click.preventDefault();
        };
        document.addEventListener('click', hush, {capture: true, once: true});
        setTimeout(() => document.removeEventListener('click', hush, {capture: true}), 0);
        if (goal) drop(element, goal);
    }
}
