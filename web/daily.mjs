// daily.mjs: the puzzle of the day, by the date of this device.

import {ask} from './core.mjs';

/** @returns {Promise<{game: string, number: number, title: string}>} */
export async function puzzleOfDay() {
    const {game, numbers} = await ask('day', new Date().toLocaleDateString('sv-SE')); // 2026-11-15
    const {title} = await ask('exercise', game, 'puzzles', numbers[game]);
    return {game, number: numbers[game], title};
}
