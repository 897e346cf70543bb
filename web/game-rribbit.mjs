// game-rribbit.mjs: what the page knows about Rrib-bit besides its board (kinds.mjs says what that
// may be).

import {at, html} from './dom.mjs';
import {arc, run} from './motion.mjs';
import {list, t} from './words.mjs';

/** The pads of a move: `b1xc3xe4+`. @param {string} move */
export const padsOf = (move) => move.replace(/[+#]$/, '').split(/[-x]/);

const PAD = 49, LEFT = -147, TOP = -49; // of the scene
const FROGS = [[2, 0, 'light'], [3, 0, 'light'], [2, 1, 'dark'], [5, 0, 'dark'], [0, 1, 'dark']];

/** What a seat sees.
 *  @typedef {{side: number, light: string[], dark: string[], rows: string[][], count: [number,
 *  number] | null, threats: {captures: string[], rows: string[]}}} View */

/** @type {import('./kinds.mjs').Kind} */
export const rribbit = {
    title: 'Rrib-bit', who: 'RRIBBIT_WHO', what: 'RRIBBIT_WHAT', keys: 'KEYS_RRIBBIT',
    rules: [['ROW', 'row'], ['CAPTURE', 'capture'], ['LEAP', 'leap']],
    board: () => import('./board-rribbit.mjs').then(({RribbitBoard}) => RribbitBoard),
    editor: () => import('./editor-rribbit.mjs').then(({editing}) => editing),
    tv: () => import('./tv-rribbit.mjs').then(({tv}) => tv),
    start: {options: '', seats: 2},
    hint: 'engine:hash=16', nodes: 400000, glance: 60000,
    panel: () => import('./analysis-panels.mjs').then(({exactPanel}) => exactPanel),
    live: {first: 4000, most: 3e7},
    armies: true, handicap: 'handicap', hands: false, hides: () => false,
    where: (look) => t('TURN', Math.floor(look.turns / 2) + 1), frames: 6,
    tables: (options) => `rribbit-${/turn=chain/.test(options) ? 'chain' : 'single'}-${
        /win=row-or/.test(options) ? 'seven' : 'row'}`,
    words(move) {
        const pads = padsOf(move);
        return move.includes('x')
            ? t('MOVE_TAKE', pads[0], list(pads.slice(1)))
            : t('MOVE_HOP', pads[0], pads[1]);
    },
    scene: () => html`<svg class="scene" viewBox="-160 -75 320 150" aria-hidden="true">
        ${Array.from({length: 12}, (_, i) => {
            const x = i % 6, y = Math.floor(i / 6), shade = (x + y) % 2 ? 'pad-dark' : 'pad-light';
            return at(x > 1 && x < 5 ? 'pad-arena' : shade, '', LEFT + x * PAD, TOP + y * PAD, PAD);
        })}
        <rect x="-50" y="-50" width="149" height="100" rx="11" fill="none" stroke="var(--frame)"
            stroke-width="2.5"/>
        <g class="glows">${[-47, 2, 51]
            .map((x) => html`<rect x="${x}" y="-47" width="43" height="43" rx="8"/>`)}</g>
        ${FROGS.map(([x, y, army]) => html`<g class="frog">
            ${at(`frog-${army}`, '', LEFT + Number(x) * PAD + 4, TOP + Number(y) * PAD + 3, 42)}
        </g>`)}
        <g class="knight frog">${at('frog-light', '', 53, -46, 42)}</g>
    </svg>`,
    rest: 2600,
    async move(parts) { // a frog completes a row
        const [frog] = parts('.knight'), [glows] = parts('.glows');
        if (!frog || !glows) return;
        const lit = run(glows, [{opacity: 0}, {opacity: 0, offset: .42}, {opacity: 1, offset: .5},
            {opacity: .6, offset: .75}, {opacity: 1}], {duration: 1900});
        await run(frog, arc(-49, 98, 30).reverse(), {duration: 700});
        await lit;
    },
};
