// events.mjs: what happened, in words. The library tells it as events, here or on the server; which
// kinds there are and their sentences come from the game's table in the library.

import {ask} from './core.mjs';
import {asShown, filled, language, list, t} from './words.mjs';

/** What happened, as the library tells it: a kind, whom it concerns, and what its row names.
 *  @typedef {{kind: string, seat?: number, from: string | number, to: string | number, card:
 *  number, tile: number, over: number[], played: string, taken: string, given_up: string,
 *  total: number}} Event */
/** What an entry of the log did. `seat` is null if chance did it.
 *  @typedef {{seat: number | null, ply: number, events: Event[]}} Entry */
/** A decision, or what was said beside the board, with all that followed from it.
 *  @typedef {{seat: number, ply: number, event?: string, events: Event[]}} Told */
/** Who is who; `me` is 'you', or -1. @typedef {{seats: {name: string}[], me: number}} Cast */
/** The kinds of events. `said`: about somebody, to that player, and both again for where the
 *  argument of `without` has another value; `words`: how people read an argument's values.
 *  @typedef {{arguments: (keyof Event)[], said: string[] | null, without?: Partial<Event>, words:
 *  Record<string, Record<string, string>>}} Kind @typedef {Record<string, Kind>} Kinds */

/** The tables of games, by game and language. @type {Map<string, Promise<Kinds>>} */
const tables = new Map();

/** @param {string} game @returns {Promise<Kinds>} */
function kindsOf(game) {
    const name = `${game} ${language()}`, known = tables.get(name) ?? ask('events', game);
    tables.set(name, known);
    return known;
}

/** Entries besides moves, by the names the page uses. @type {Record<string, string>} */
const BESIDE = {resign: 'resign', offer: 'offer', accept: 'accept', takeback: 'back'};

/** Is this all that can be said about a choice while others still choose?
 *  @param {Event[]} events */
const isSealed = (events) => events.every(({kind}) => kind === 'choose' || kind === 'turn');

/** Entries of a log as decisions; what chance did belongs to the one before it, and where all
 *  choose at once the last choice tells the round. The setup is seen, not told.
 *  @param {Entry[]} entries @returns {Told[]} */
export function gathered(entries) {
    /** @type {Told[]} */
    const told = [];
    /** The last choice of a round that is still secret. @type {Told | null} */
    let sealed = null;
    for (const {seat, ply, events} of entries) {
        if (seat !== null && isSealed(events)) {
            sealed = {seat, ply, events: [...events]};
            continue;
        }
        if (seat !== null) {
            told.push({seat, ply, event: BESIDE[events[0].kind], events: [...events]});
        } else if (sealed) { // the dummy's card ends the round
            told.push({...sealed, events: [...sealed.events, ...events]});
        } else {
            told.at(-1)?.events.push(...events);
        }
        sealed = null;
    }
    return told;
}

/** All events of some entries. @param {Entry[]} entries */
export const eventsOf = (entries) => entries.flatMap(({events}) => events);

/** The sentences about some events, in their order. @param {string} game
 *  @param {{event?: string, seat: number, events: Event[]}} told @param {Cast} cast
 *  @returns {Promise<string[]>} */
export async function sentences(game, {event, seat, events}, {seats, me}) {
    const name = (/** @type {number} */ who) => seats[who]?.name ?? t('DUMMY');
    if (event === 'time') {
        return [seat === me ? t('REASON_TIME_YOU') : t('REASON_TIME', name(seat))];
    }
    const kinds = await kindsOf(game);
    return events.flatMap((one) => {
        const {arguments: names, said, without = {}, words} = kinds[one.kind];
        // null: it is not known here
        if (!said || names.some((key) => (one[key] ?? null) === null)) return [];
        const values = names.map((key) => {
            const value = one[key] ?? '';
            return Array.isArray(value)
                ? list(value.map((who) => (who === me
                    ? t('YOU').toLowerCase()
                    : seats[who]?.name ?? t('DUMMY').toLowerCase())))
                : words[key]?.[value] ?? String(value);
        });
        const detailed = Object.entries(without).some(
            ([key, nothing]) => String(one[ /** @type {keyof Event} */ (key)]) !== String(nothing));
        const about = one.seat === undefined ? '' : name(one.seat);
        return [filled(asShown(said[(one.seat === me ? 1 : 0) + (detailed ? 2 : 0)]),
            [about, ...values])];
    });
}

/** The cards of a round as they were turned over, by frog. @param {Event[]} events */
export const cardsShown = (events) =>
    new Map(events.filter(({kind}) => kind === 'show').map(({seat = -1, card}) => [seat, card]));
