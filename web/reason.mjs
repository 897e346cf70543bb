// reason.mjs: why a game is over, in words.

import {t} from './words.mjs';

/** @typedef {{seats: {name: string}[], timedOut: (seat: number) => boolean,
 *  look: {reason: string | null, resigned: number[]}}} Ended */

/** @param {Ended} table @param {number} me the seat that is 'you', or -1 */
export function reasonOf(table, me) {
    const {reason, resigned} = table.look, {seats} = table;
    if (reason !== 'resigned') {
        return t(`REASON_${(reason ?? '').replace(/-/g, '_').toUpperCase()}`);
    }
    if (resigned.includes(me)) {
        return t(table.timedOut(me) ? 'REASON_TIME_YOU' : 'REASON_RESIGNED_YOU');
    }
    const late = resigned.find((seat) => table.timedOut(seat));
    return late === undefined
        ? t('REASON_RESIGNED', resigned.map((seat) => seats[seat].name).join(', '))
        : t('REASON_TIME', seats[late].name);
}
