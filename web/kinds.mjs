// kinds.mjs: the games that the page knows by name, one row each: its board, its words, its
// picture. A game without a row is played like any other, by its list of moves, with the engine for
// any game.

import {quibbit} from './game-quibbit.mjs';
import {quibbles} from './game-quibbles.mjs';
import {rribbit} from './game-rribbit.mjs';
import {t} from './words.mjs';

/** @typedef {import('./core.mjs').Look} Look */
/** What a seat sees: the members are those of the game; null if a game has no view as data.
 *  @typedef {import('./game-quibbit.mjs').View & import('./game-quibbles.mjs').View
 *    & import('./game-rribbit.mjs').View} Views */
/** A rule: its name in the catalogue, and the kind of event with which it matters, or a function
 *  that tells whether it does.
 *  @typedef {[string, string | ((events: import('./events.mjs').Event[]) => boolean)]} Rule */
/** How a game is played: every game has this. @typedef {object} Play
 *  @property {() => Promise<import('./boards.mjs').BoardClass>} board
 *  @property {string} hint the engine that gives hints
 *  @property {number} nodes how much it looks at
 *  @property {string} [quick] who looks at the chances, where that must be quicker than a hint
 *  @property {number} glance how much it looks at for the bar of chances
 *  @property {{first: number, most: number}} [live] the analysis board: how much its engine looks
 *  at first, and at most
 *  @property {() => Promise<(box: HTMLElement, board: import('./analysis-panels.mjs').Board,
 *  known: import('./analyst.mjs').Known | null) => void>} [panel] what stands beside its analysis
 *  board
 *  @property {(look: Look) => boolean} hides must players at one screen not see what others see?
 *  @property {(look: Look) => string} where the round or turn, in words
 *  @property {number} frames of a film per line of a record
 *  @property {{options: string, seats: number}} [start] the game that one click begins
 *  @property {boolean} [armies] two armies, light and dark, take turns, and nothing is dealt
 *  @property {boolean} [hands] are hands hidden until the game is over? Unknown: whatever `hides`
 *  says
 *  @property {(options: string, seats: number) => string} [next] what else changes for the next
 *  game of a series @property {string} [handicap] the option that has a digit per seat
 *  @property {string} [frogs] the seats' colours, unless an option says so
 *  @property {(options: string) => string} [tables] the file of its tablebases
 *  @property {string} [keys] the sentence about its keys
 *  @property {Record<string, {title: string, options: Record<string, string>}>} [editions] by
 *  name: editions that people know by a title of their own
 *  @property {() => Promise<import('./editor.mjs').Editing>} [editor] how its positions are made
 *  by hand
 *  @property {() => Promise<import('./tv-table.mjs').TvKind>} [tv] what it has of its own on the
 *  big screen of a game night
 *  @property {() => Promise<import('./night.mjs').HandClass>} [hand] and on a phone there; without
 *  it, its board
 *  @property {(events: import('./events.mjs').Event[]) => boolean} [reveals] is this a show that
 *  everyone should watch on the big screen before going on?
 *  @property {Rule[]} [rules] what is said to people who play for the first time; of several, the
 *  first is said: first what one cannot play without, then what seldom matters
 *  @property {(look: Look) => string} [opening] and what before anything has happened; '' later
 *  @property {(events: import('./events.mjs').Event[], me: number) => string} [aside] what only a
 *  listener must be told: others see it
 *  @property {(move: string) => string} [words] a move in a few words; without it, as it is
 *  written */
/** A game that is offered to people.
 *  @typedef {Play & {title: string, who: string, what: string, start: {options: string, seats:
 *  number}, scene: () => import('./dom.mjs').Markup, rest: number, move: (parts: (selector:
 *  string) => HTMLElement[]) => Promise<unknown>}} Kind */

/** @type {Record<string, Kind>} */
export const KINDS = {quibbit, quibbles, rribbit};

/** What games are called; those without a row by what the core says (core.mjs).
 *  @type {Record<string, string>} */
export const TITLES =
    Object.fromEntries(Object.entries(KINDS).map(([game, {title}]) => [game, title]));

/** The game that somebody plays who has chosen none, and the one for several people at one
 *  screen. */
export const FIRST = 'rribbit', TOGETHER = 'quibbit';

/** @type {Play} */
const ANY = {
    board: () => import('./board-any.mjs').then(({AnyBoard}) => AnyBoard),
    hint: 'engine', nodes: 2000, glance: 300,
    hides: (look) => Boolean(look.hand) || look.turn.length > 1 || look.sealed.length > 0,
    where: (look) => t('TURN', look.turns + 1), frames: 8,
};

/** @param {string} game @returns {Play} */
export const kindOf = (game) => (Object.hasOwn(KINDS, game) ? KINDS[game] : ANY);
