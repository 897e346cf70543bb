// tv-rribbit.mjs: Rrib-bit on the big screen: a row for each army, with the frogs that are left.

import {html, piece} from './dom.mjs';
import {called, frog} from './night-line.mjs';
import {t} from './words.mjs';

const FROGS = 9;

/** A player's frog has the colour of the army here, whatever it is elsewhere: people move what they
 *  see. @type {import('./tv-table.mjs').TvKind} */
export const tv = {
    row({look, seat, name, away}) {
        const side = seat === 0 ? 'light' : 'dark', left = look.board[side].length,
            now = look.turn.includes(seat) && look.result === null;
        return html`<div class="pl ${now ? 'now' : ''}" data-seat="${seat}">
            ${frog(side)}
            <div class="who">
                ${called(name)}
                <span>
                    ${t(seat === 0 ? 'NIGHT_PLAYS_LIGHT' : 'NIGHT_PLAYS_DARK')}${
                        away ? `, ${away}` : now ? `, ${t('NIGHT_TO_MOVE')}` : ''}
                </span>
                <div class="tray">${Array.from({length: FROGS}, (_, i) =>
                    (i < left ? html`<span>${piece(`frog-${side}`)}</span>` : html`<i></i>`))}</div>
            </div>
        </div>`;
    },
};
