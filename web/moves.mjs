// moves.mjs: a move in words, short: for hints, the tutor and lists of choices; and what is proven.

import {kindOf} from './kinds.mjs';
import {n, t} from './words.mjs';

/** A game that has no words for its moves shows them as they are written. @param {string} game
 *  @param {string} move */
export const moveWords = (game, move) => kindOf(game).words?.(move) ?? move;

/** What is proven about a position, for the side to move; '' if it is not known in how
 *  many turns. @param {number} value of 1 @param {number} [turns] to the end */
export function sureWords(value, turns = 0) {
    if (value > .1 && value < .9) return t('SURE_DRAW');
    if (turns <= 0) return '';
    return value > .5 ? n('SURE_WIN', turns) : n('SURE_LOSS', turns);
}
