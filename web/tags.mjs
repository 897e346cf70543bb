// tags.mjs: a record as it leaves the page: what the core writes, with the date and the names that
// only the page knows, in the order of docs/notation.md.

import {settings} from './settings-store.mjs';

/** @typedef {{seats: import('./table.mjs').Seat[], script: import('./core.mjs').Script, began?:
 *  number}} Told */

/** @param {string} name @param {string} value */
const tag = (name, value) =>
    `[${name} "${value.replace(/[\u0000-\u001f\u007f]/g, '?').replace(/["\\]/g, '\\$&')}"]\n`;

/** The player in a seat, as a server names them: a person's name, where it is known, or a level.
 *  @param {import('./table.mjs').Seat} seat */
const nameOf = ({kind, level, name, person}) => (kind === 'computer' && level !== undefined
    ? `level:${level}`
    : person === undefined ? name
    : person === 1 ? settings.name
    : '');

/** @param {string} text what the core wrote @param {Told} told */
export function withTags(text, {seats, script: {record, log}, began}) {
    if (record && log.length === 0) return record; // as it was opened
    const own = [began ? tag('Date', `${new Date(began).toISOString().slice(0, 19)}Z`) : '',
        ...seats.map((seat, i) => (nameOf(seat) ? tag(`Seat${i}`, nameOf(seat)) : ''))].join('');
    // What was opened and gone on with was not drawn from one seed.
    const drawn = record ? text.replace(/^\[Seed .*\n/m, '') : text;
    return drawn.replace(/^(\[Game .*\n\[Options .*\n(?:\[Seed .*\n)?)/, (head) => head + own);
}
