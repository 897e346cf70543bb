// puzzles.mjs: the screen of puzzles; everything is in learn.mjs.

import {screenOf} from './learn.mjs';

export const show = screenOf('puzzles');
