// boards.mjs: which board belongs to which game. A board is fetched with the first game that is played on it.

/** What boards ask of whoever shows them: the play screen, an exercise, a game of the past.
 *  @typedef {Pick<import('./play.mjs').Desk, 'cast' | 'about' | 'beside' | 'told' | 'ending' | 'submit'>
 *   & {table: Shown, hands?: string[], round?: Map<number, number>}} Desk */
/** @typedef {Pick<import('./table.mjs').Table, 'game' | 'options' | 'seats' | 'mine' | 'look' | 'humans' | 'whyNot' | 'timedOut'>} Shown */
/** @typedef {new (desk: Desk) => import('./play.mjs').Board} BoardClass */

const BOARDS = /** @type {Record<string, () => Promise<BoardClass>>} */ ({
    quibbit: () => import('./board-quibbit.mjs').then(({QuibbitBoard}) => QuibbitBoard),
    quibbles: () => import('./board-quibbles.mjs').then(({QuibblesBoard}) => QuibblesBoard),
    rribbit: () => import('./board-rribbit.mjs').then(({RribbitBoard}) => RribbitBoard),
});
/** @type {Record<string, BoardClass>} */
const loaded = {};

/** Has to be waited for before `boardOf`. @param {string} game */
export async function loadBoard(game) {
    loaded[game] ??= await BOARDS[game]?.();
}
/** Before it is known which game it will be. */
export const loadBoards = () => Promise.all(Object.keys(BOARDS).map(loadBoard));

/** A board for a desk. @param {Desk} desk */
export const boardOf = (desk) => new loaded[desk.table.game](desk);
