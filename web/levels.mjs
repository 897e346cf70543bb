// levels.mjs: how strong the computer's levels are: what was measured (docs/levels.md, which the
// build turns into levels.json), in words.

import {percent, t} from './words.mjs';

export const LEVELS = [0, 1, 2, 3, 4, 5, 6];

/** @type {Promise<Record<string, number[]>> | undefined} */
let scores;
function load() {
    scores ??= fetch('/levels.json').then((answer) => answer.json()).catch(() => {
        scores = undefined; // another time; a level can be chosen without it
        return {};
    });
    return scores;
}

/** What a level is like, and how it does against the one below at a table of so many.
 * @param {string} game @param {number} level @param {number} players */
export async function levelWords(game, level, players) {
    const several = players > 2;
    const what = t(`LEVEL_HELP_${level}`),
        score = (await load())[several ? `${game}-${players}` : game]?.[level];
    if (!score) return what;
    return `${what} ${several
        ? t('LEVEL_SHARE', players, percent(score / 1000), level - 1, percent(1 / players))
        : t('LEVEL_SCORE', Math.round(score / 100), level - 1, percent(score / 1000))}`;
}
