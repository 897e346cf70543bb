// moves.mjs: a move in words, short: for hints, the tutor and lists of choices; and what is proven.

import {list, n, t} from './words.mjs';

/** "3 + 3". @param {string} digits */
export const sum = (digits) => [...digits].join(' + ');

/** The pads of a move of Rrib-bit: `b1xc3xe4+`. @param {string} move */
export const padsOf = (move) => move.replace(/[+#]$/, '').split(/[-x]/);

/** @param {string} game @param {string} move */
export function moveWords(game, move) {
    if (game === 'rribbit') {
        const pads = padsOf(move);
        return move.includes('x') ? t('MOVE_TAKE', pads[0], list(pads.slice(1))) : t('MOVE_HOP', pads[0], pads[1]);
    }
    if (game === 'quibbit') {
        if (move === 'front') return t('MOVE_FRONT');
        if (move === 'back') return t('MOVE_BACK');
        return move[0] === '@' ? t('MOVE_PLACE', move.slice(1)) : t('MOVE_CARD', move);
    }
    if (move === 'pass') return t('MOVE_PASS');
    if (move === '-') return t('MOVE_NO_STASH');
    if (move[0] === '+') return t('MOVE_DRAW', move[1]);
    if (move[0] === '!') return move.length > 2 ? t('MOVE_STASH_FOR', move[1], move[3]) : t('MOVE_STASH', move[1]);
    const [played, taken] = move.split('=');
    return played.length === 1 ? t('MOVE_SPLIT', played, list(taken.split(',').map(sum)))
        : t('MOVE_COMBINE', sum(played), sum(taken));
}

/** What is proven about a position of Rrib-bit, for the one to move; '' where it is not known in how
 *  many turns. @param {number} value of 1 @param {number} [turns] to the end */
export function sureWords(value, turns = 0) {
    if (value > .1 && value < .9) return t('SURE_DRAW');
    if (turns <= 0) return '';
    return value > .5 ? n('SURE_WIN', turns) : n('SURE_LOSS', turns);
}
