// boards.mjs: which board belongs to which game.

import {QuibbitBoard} from './board-quibbit.mjs';
import {QuibblesBoard} from './board-quibbles.mjs';
import {RribbitBoard} from './board-rribbit.mjs';

const BOARDS = /** @type {Record<string, new (desk: any) => import('./play.mjs').Board>} */ (
    /** @type {any} */ ({quibbit: QuibbitBoard, quibbles: QuibblesBoard, rribbit: RribbitBoard}));

/** A board for a desk. @param {any} desk */
export const boardOf = (desk) => new BOARDS[desk.table.game](desk);
