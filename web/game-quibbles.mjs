// game-quibbles.mjs: what the page knows about Quibbles besides its board (kinds.mjs says what that
// may be).

import {at, html} from './dom.mjs';
import {run} from './motion.mjs';
import {list, t} from './words.mjs';

/** "3 + 3". @param {string} digits */
export const sum = (digits) => [...digits].join(' + ');

const CARDS = [1, 3, 6, 4, 2];

/** What a seat sees.
 *  @typedef {{seat: number, phase: 'act' | 'stash', display: number[], hand: number[], pile:
 *  number, discards: number[], goal: number, seats: {collection: number[], total: number,
 *  cards: number, seen: number[]}[]}} View */

/** @type {import('./kinds.mjs').Kind} */
export const quibbles = {
    title: 'Quibbles', who: 'QUIBBLES_WHO', what: 'QUIBBLES_WHAT', keys: 'KEYS_QUIBBLES',
    rules: [['REDEAL', 'redeal'], ['RESHUFFLE', 'reshuffle'], ['CLEAR', 'clear'],
        ['STASH', 'stash'], ['COMBINE', 'combine'], ['SPLIT', 'split'], ['LAY', 'lay'],
        ['REFILL', 'refill']],
    opening: (look) => (look.turns === 0 ? 'TURN' : ''),
    board: () => import('./board-quibbles.mjs').then(({QuibblesBoard}) => QuibblesBoard),
    editor: () => import('./editor-quibbles.mjs').then(({editing}) => editing),
    tv: () => import('./tv-quibbles.mjs').then(({tv}) => tv),
    hand: () => import('./hand-quibbles.mjs').then(({QuibblesHand}) => QuibblesHand),
    start: {options: 'players=2', seats: 2},
    hint: 'engine:memory=16', nodes: 4000, glance: 600,
    panel: () => import('./analysis-quibbles.mjs').then(({cardsPanel}) => cardsPanel),
    live: {first: 300, most: 4e4},
    hands: true, hides: () => true, where: (look) => t('TURN', look.turns + 1),
    frames: 8, handicap: 'headstart',
    aside(events, me) {
        const cards = events.filter(
            ({kind, seat, card}) => kind === 'drawn' && seat === me && Number.isInteger(card));
        return cards.length > 0 ? t('YOU_DREW', list(cards.map(({card}) => String(card)))) : '';
    },
    words(move) {
        if (move === 'pass') return t('MOVE_PASS');
        if (move === '-') return t('MOVE_NO_STASH');
        if (move[0] === '+') return t('MOVE_DRAW', move[1]);
        if (move[0] === '!') {
            return move.length > 2
                ? t('MOVE_STASH_FOR', move[1], move[3])
                : t('MOVE_STASH', move[1]);
        }
        const [played, taken] = move.split('=');
        return played.length === 1 ? t('MOVE_SPLIT', played, list(taken.split(',').map(sum)))
            : t('MOVE_COMBINE', sum(played), list([...taken]));
    },
    scene: () => html`<svg class="scene" viewBox="-160 -75 320 150" aria-hidden="true">${CARDS.map(
        (value, i) => html`<g class="card" data-i="${i}">
            <g transform="translate(${(i - 2) * 52} ${Math.abs(i - 2) ** 2 * 4}) rotate(${
                (i - 2) * 9} 0 20)">
                ${at(`q${value}`, '', -34, -34, 67, 94)}
            </g>
        </g>`)}</svg>`,
    rest: 1800,
    async move(parts) { // the 6 is split into 4 + 2: they come up together
        const cards = parts('.card');
        const lift = (/** @type {number} */ i, /** @type {number} */ y,
            /** @type {number} */ delay) => {
            const high = {transform: `translateY(-${y}px)`}, low = {transform: 'none'};
            const frames = [low, {...high, offset: .2}, {...high, offset: .8}, low];
            return cards[i]
                ? run(cards[i], frames, {duration: 1900 - delay, delay})
                : Promise.resolve();
        };
        await Promise.all([lift(2, 22, 0), lift(3, 15, 450), lift(4, 15, 450)]);
    },
};
