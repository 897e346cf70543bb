// reason.mjs: why a game is over, in words.

import {t} from './words.mjs';

/** @param {import('./play.mjs').Table} table @param {number} me the seat that is 'you', or -1 */
export function reasonOf(table, me) {
    const {reason, resigned} = table.look;
    if (reason !== 'resigned') {
        return t(`REASON_${(reason ?? '').replace(/-/g, '_').toUpperCase()}`);
    }
    if (resigned.includes(me)) {
        return t(table.timedOut(me) ? 'REASON_TIME_YOU' : 'REASON_RESIGNED_YOU');
    }
    const late = resigned.find((seat) => table.timedOut(seat));
    return late === undefined ? t('REASON_RESIGNED') : t('REASON_TIME', table.seats[late].name);
}
