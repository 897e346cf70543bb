// game-quibbit.mjs: what the page knows about Quibbit besides its board (kinds.mjs says what that
// may be).

import {at, html} from './dom.mjs';
import {arc, run} from './motion.mjs';
import {t} from './words.mjs';

const LEAVES =
    [['blue', -148, 18], ['red', -77, -4], ['', 0, -12], ['green', 77, -4], ['yellow', 148, 18]];

/** @typedef {{color: string, dummy: boolean, out: boolean, progress: number | null, tile: number
 *  | null, cards: number[], lands: number[]}} Frog */
/** What a seat sees.
 *  @typedef {{round: number, tiles: string[], frogs: Frog[], crown: number | null, front:
 *  number | null, back: number | null, to_lap: number | null}} View */

/** Have several frogs played the same card? @param {import('./events.mjs').Event[]} events */
function tie(events) {
    const cards = events.filter(({kind}) => kind === 'show').map(({card}) => card);
    return new Set(cards).size < cards.length;
}
/** Has a frog landed? @param {import('./events.mjs').Event[]} events */
const landed = (events) => events.some(({kind}) => kind === 'back' || kind === 'lost');
/** Has the crown moved after leaps? @param {import('./events.mjs').Event[]} events */
const crowned = (events) => landed(events) && events.some(({kind}) => kind === 'crown');
/** Has a frog leapt over another? @param {import('./events.mjs').Event[]} events */
const jump = (events) => events.some(({kind, over}) => kind === 'leap' && over?.length > 0);

/** @type {import('./kinds.mjs').Kind} */
export const quibbit = {
    title: 'Quibbit', who: 'QUIBBIT_WHO', what: 'QUIBBIT_WHAT', keys: 'KEYS_QUIBBIT',
    board: () => import('./board-quibbit.mjs').then(({QuibbitBoard}) => QuibbitBoard),
    editor: () => import('./editor-quibbit.mjs').then(({editing}) => editing),
    tv: () => import('./tv-quibbit.mjs').then(({tv}) => tv),
    hand: () => import('./hand-quibbit.mjs').then(({QuibbitHand}) => QuibbitHand),
    start: {options: 'players=4,colors=GBRY', seats: 4},
    editions: {'king-frog': {title: 'King Frog', options: {edition: 'king-frog'}}},
    hint: 'engine:memory=16,table=2', nodes: 150000,
    quick: 'engine:memory=16', glance: 20000,
    panel: () => import('./analysis-quibbit.mjs').then(({pairsPanel}) => pairsPanel),
    live: {first: 5000, most: 8e5},
    hands: false, hides: (look) => look.board.round > 0, // frogs are placed in the open
    where: (look) => (look.board.round > 0 ? t('ROUND', look.board.round) : t('PLACING')),
    frogs: 'RGYB', frames: 40, handicap: 'handicap',
    rules: [['LAP', 'lap'], ['LAND', landed], ['OUT', 'out'], ['TIE', tie], ['JUMP', jump],
        ['CROWN', crowned]],
    reveals: (events) => events.some(({kind}) => kind === 'leap'),
    opening: ({board: {round}}) => ['PLACE', 'CHOOSE'][round] ?? '',
    // Everyone keeps their frog when seats move up.
    next: (options, seats) => options.replace(/colors=([A-Z]+)/, (_, letters) =>
        `colors=${letters.slice(1, seats)}${letters[0]}${letters.slice(seats)}`),
    words(move) {
        if (move === 'front') return t('MOVE_FRONT');
        if (move === 'back') return t('MOVE_BACK');
        return move[0] === '@' ? t('MOVE_PLACE', move.slice(1)) : t('MOVE_CARD', move);
    },
    scene: () => html`<svg class="scene" viewBox="-195 -75 390 150"
        preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        ${LEAVES.map(([colour, x, y]) => html`<g class="leaf ${colour}"
            transform="translate(${x} ${Number(y) + 17}) rotate(${Number(x) / 5})">
            <svg x="-34" y="-34" width="68" height="68">
                <use href="#${colour ? 'leaf' : 'flower'}"/>
            </svg>
        </g>`)}
        <g class="frog">${at('frog', 'red', -102, -22, 51)}</g>
        ${at('crown', 'crown', -94, -40, 34, 26)}
        <g class="frog">${at('frog', 'yellow', 122, 4, 51)}</g>
        <g class="hopper">${at('frog-hop', 'green', -28, -66, 62)}</g>
    </svg>`,
    rest: 1500,
    async move(parts) { // a frog hops on and back
        const [frog] = parts('.hopper');
        if (!frog) return;
        await run(frog, arc(77, 14, 10), {duration: 700, fill: 'both'});
        await new Promise((done) => setTimeout(done, 900));
        await run(frog, arc(77, 14, 10).reverse(), {duration: 700, fill: 'both'});
    },
};
