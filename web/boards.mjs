// boards.mjs: the boards that are here. A board is fetched with the first game that is played on
// it.

import {games} from './core.mjs';
import {kindOf, TITLES} from './kinds.mjs';

/** What boards ask of their host: the play screen, an exercise, a game of the past.
 *  @typedef {Pick<import('./play.mjs').Desk, 'cast' | 'about' | 'beside' | 'told' | 'ending' |
 *  'submit'> & {table: Shown, hands?: string[], round?: Map<number, number>, withdraw?: () =>
 *  Promise<boolean>, landed?: (frog: number, card: number, kept: boolean) => void, moment?:
 *  (events: import('./events.mjs').Event[]) => Promise<void>, byHand?: boolean, anew?: boolean}}
 *  Desk `moment`: what is seen now of a round that is shown; `byHand`: nothing is chosen without a
 *  press; `anew`: what was refused is given up */
/** @typedef {Pick<import('./table.mjs').Table, 'game' | 'options' | 'seats' | 'mine' | 'look' |
 *  'humans' | 'whyNot' | 'timedOut'> & Partial<Pick<import('./table.mjs').Table,
 *  'happenings'>>} Shown */
/** @typedef {new (desk: Desk) => import('./play.mjs').Board} BoardClass */

/** @type {Record<string, BoardClass>} */
const loaded = {};

/** Has to be waited for before `boardOf`. @param {string} game */
export async function loadBoard(game) {
    loaded[game] ??= await kindOf(game).board();
    if (!Object.hasOwn(TITLES, game)) await games(); // now it is known what it is called
}
/** Before it is known which game it will be. */
export const loadBoards = async () => Promise.all((await games()).map(({game}) => loadBoard(game)));

/** A board for a desk. @param {Desk} desk */
export const boardOf = (desk) => new loaded[desk.table.game](desk);
