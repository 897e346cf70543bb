// tv-quibbit.mjs: Quibbit on the big screen: a row for each player, with the open hand and whether the card is sealed.

import {html, piece} from './dom.mjs';
import {frog} from './night-line.mjs';
import {t} from './words.mjs';

/** @param {number} card @param {boolean} has */
const bug = (card, has) => html`<svg class="piece" viewBox="0 0 44 44" aria-hidden="true"><use href="#bug-s${has ? '' : '-lost'}"/><g class="${has ? 'printed' : ''}"><use href="#n${card}" x="16" y="18" width="13" height="18"/></g></svg>`;

/** @type {import('./tv.mjs').TvKind} */
export const tv = {
    row({look, seat, name}) {
        const {board} = look, one = board.frogs[seat], chooses = look.turn.includes(seat) && look.result === null, sealed = look.sealed.includes(seat);
        const ahead = board.frogs.filter(({progress}) => progress !== null && one.progress !== null && progress > one.progress).length;
        const rank = one.out ? t('OUT') : board.round > 0 && one.progress !== null ? t(`RANK_${ahead + 1}`) : '', still = board.round > 0 && !one.out;
        return html`<div class="pl ${chooses ? 'now' : ''} ${one.out ? 'out' : ''}" data-seat="${seat}">${frog(one.color, one.out ? 'frog-sad' : 'frog')}${board.crown === seat ? piece('crown', 'crown') : ''}<div class="who"><div class="line"><b>${name}</b><span class="grow">${rank}</span><span class="state ${sealed ? 'good' : ''}">${!still ? '' : sealed ? t('NIGHT_SEALED') : chooses ? t('NIGHT_CHOOSES') : ''}</span></div>
            <div class="bugs ${one.color}" role="img" aria-label="${t('HAND_HAS', one.cards.join(' ') || '-')}">${[1, 2, 3, 4, 5].map((card) => bug(card, one.cards.includes(card)))}</div></div>
            <span class="mini">${!still ? '' : sealed ? piece('mcard-back', one.color) : chooses ? html`<i>?</i>` : ''}</span></div>`;
    },
};
