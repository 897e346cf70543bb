// story.mjs: what happened, in words: one or more sentences for everything that is done at a table.

import * as core from './core.mjs';
import {padsOf} from './moves.mjs';
import {list, t} from './words.mjs';

/** @typedef {import('./table.mjs').Happening} Happening */
/** @typedef {{seats: import('./table.mjs').Seat[], me: number}} Cast  who is who; `me` is 'you', or -1 */

/** The sentence about a seat: KEY with its name, or KEY_YOU. @param {Cast} cast @param {string} key
 *  @param {number} seat @param {(string | number)[]} values */
const tell = ({seats, me}, key, seat, ...values) =>
    seat === me ? t(`${key}_YOU`, '', ...values) : t(key, seats[seat]?.name ?? t('DUMMY'), ...values);

/** "3 + 3". @param {string} digits */
export const sum = (digits) => [...digits].join(' + ');

/** @param {Happening} happening @param {Cast} cast @returns {Promise<string[]>} */
export async function storyOf(happening, cast) {
    const {event, seat, after, before} = happening;
    if (event === 'time') return [tell(cast, 'STORY_TIME', seat)];
    if (event === 'resign') return [tell(cast, 'STORY_RESIGN', seat)];
    if (event === 'offer') return [tell(cast, 'STORY_OFFER', seat)];
    if (event === 'accept') return [tell(cast, 'STORY_ACCEPT', seat)];
    if (event === 'back') return [tell(cast, 'STORY_BACK', seat)];
    if (after.game === 'rribbit') return [rribbit(happening, cast)];
    if (after.game === 'quibbles') return quibbles(happening, cast);
    const {move} = happening;
    if (/^(@|front|back)/.test(move)) return [tell(cast, 'STORY_PLACE', seat)];
    return quibbit(await core.hops(after.options, before.pos, move), happening, cast);
}

/** @param {Happening} happening @param {Cast} cast */
function rribbit({move, seat}, cast) {
    const pads = padsOf(move), row = move.endsWith('+') ? ` ${t('STORY_ROW')}` : '';
    if (!move.includes('x')) return tell(cast, 'STORY_HOP', seat, pads[0], pads[1]) + row;
    if (pads.length > 2) return tell(cast, 'STORY_CHAIN', seat, pads[0], list(pads.slice(1))) + row;
    return tell(cast, cast.me >= 0 && seat !== cast.me ? 'STORY_TAKE_YOURS' : 'STORY_TAKE', seat, pads[0], pads[1]) + row;
}

/** The frogs of a position, as parsed by board-quibbit. @param {string} pos */
const frogsOf = (pos) => pos.split(' ')[1].split(',').map((text) => ({
    colour: text[0], out: text[1] === '-', dummy: text[0] !== text[0].toUpperCase()}));

/** @param {core.Hop} hop @param {string} pos @param {Cast} cast @param {number[]} over */
export function hopSentence(hop, pos, cast, over) {
    const [layout] = pos.split(' '), frogs = frogsOf(pos);
    const sign = layout[hop.to % layout.length], own = sign === frogs[hop.frog].colour.toUpperCase();
    const ground = sign === '*' ? t('ON_FLOWER') : sign === '~' ? t('ON_WATER')
        : own ? tell(cast, 'ON_OWN', hop.frog) : t(`ON_${sign}`);
    const names = over.map((frog) => (frog === cast.me ? t('OVER_YOU') : cast.seats[frog]?.name ?? t('DUMMY_INSIDE')));
    const jumped = names.length ? ` ${t('OVER', list(names))}` : '';
    const fate = frogs[hop.frog].dummy ? '' : hop.back ? t('CARD_BACK', hop.card) : t('CARD_LOST', hop.card);
    return `${tell(cast, 'STORY_LEAP', hop.frog, hop.card, jumped, ground)}${fate ? t('COLON') + fate : ''}.`;
}

/** The frogs that a hop jumps over. @param {core.Hop} hop @param {Map<number, number>} progress @param {number} tiles */
export const jumped = (hop, progress, tiles) => [...progress].filter(([frog, at]) => {
    const ahead = (((at - hop.from) % tiles) + tiles) % tiles;
    return frog !== hop.frog && ahead > 0 && ahead < hop.to - hop.from;
}).map(([frog]) => frog);

/** @param {string} pos @returns {Map<number, number>} progress by frog */
export const progressOf = (pos) => new Map(pos.split(' ')[1].split(',')
    .map((text, i) => /** @type {[number, number]} */ ([i, parseInt(text.slice(1), 10)]))
    .filter(([, at]) => !Number.isNaN(at)));

/** @param {core.Hop[]} hops @param {Happening} happening @param {Cast} cast */
function quibbit(hops, {before, after}, cast) {
    const progress = progressOf(before.pos), tiles = before.pos.split(' ')[0].length;
    const said = hops.map((hop) => {
        const sentence = hopSentence(hop, before.pos, cast, jumped(hop, progress, tiles));
        progress.set(hop.frog, hop.to);
        return sentence;
    });
    const crown = (/** @type {string} */ pos) => pos.split(' ')[2];
    if (crown(after.pos) !== crown(before.pos) && after.result === null) {
        const seat = frogsOf(after.pos).findIndex(({colour}) => colour.toUpperCase() === crown(after.pos));
        said.push(tell(cast, 'STORY_CROWN', seat));
    }
    const were = frogsOf(before.pos);
    frogsOf(after.pos).forEach(({out}, seat) => {
        if (out && !were[seat].out) said.push(tell(cast, 'STORY_OUT', seat));
    });
    return said;
}

/** @param {Happening} happening @param {Cast} cast */
function quibbles({move, seat, after}, cast) {
    const total = (/** @type {string} */ pos) => [...pos.split(' ')[1].split('/')[seat].replace('-', '')]
        .reduce((all, digit) => all + Number(digit), 0);
    if (move === '-') return [];
    if (move === 'pass') return [tell(cast, 'STORY_PASS', seat)];
    if (move[0] === '+') return [tell(cast, 'STORY_DRAW', seat, move[1])];
    if (move[0] === '!') return [tell(cast, 'STORY_STASH', seat, move[1], total(after.pos))];
    const [played, taken] = move.split('=');
    if (played.length === 1) return [tell(cast, 'STORY_SPLIT', seat, played, list(taken.split(',').map(sum)))];
    return [tell(cast, 'STORY_COMBINE', seat, sum(played), sum(taken))];
}
