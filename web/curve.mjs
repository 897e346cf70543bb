// curve.mjs: the chances of a game drawn: a curve turn by turn, and everyone's share at one moment.

import {html} from './dom.mjs';
import {colourOf} from './look.mjs';
import {list, percent, t} from './words.mjs';

const WIDTH = 408, EDGE = 8, AXIS = 20, LETTER = 8; // LETTER: how wide one is, about
const NAMES = 24; // above and below the field from 0 to 1: only the names stand there
const SIGN_ABOVE = 11, SIGN_BELOW = 22; // from a point to its sign
const FILLS = /** @type {Record<string, string>} */ ({red: '#C8404C', green: '#2F8F4E',
    yellow: '#E9B52B', blue: '#2D6CB5', grey: '#8A949C', light: '#F4EBD0', dark: '#3A4A5C'});

/** A point of the curve: the line it is at, the chance there, and a sign where a choice cost
 *  something.
 *  @typedef {{x: number, value: number, sign?: string, tone?: string, label?: string}} Point */

/** How bad a sign is. @param {Point} point */
const worse = ({sign}) => ['?!', '?', '??'].indexOf(sign ?? '');

/** The labels under the curve that have room beside each other; the one of the moment that is shown
 *  first. @param {{at: number, text: string, now: boolean}[]} labels */
function roomy(labels) {
    /** @type {{left: number, right: number, at: number, text: string, now: boolean, anchor:
     *  string}[]} */
    const kept = [];
    for (const label of [...labels].sort((a, b) => Number(b.now) - Number(a.now))) {
        const half = (label.text.length * LETTER) / 2;
        const at = Math.max(half, Math.min(WIDTH - half, label.at));
        const [left, right] = [at - half - 4, at + half + 4];
        if (kept.every((other) => right < other.left || left > other.right)) {
            kept.push({...label, at, left, right, anchor: 'middle'});
        }
    }
    return kept;
}

/** @param {{points: Point[], count: number, at: number, high: number, above: string, below:
 *  string, now: string, says: string}} curve `count` lines, of which `at` is shown; names above
 *  and below the curve; `now` what the shown one is called */
export function curve({points, count, at, high, above, below, now, says}) {
    const x = (/** @type {number} */ line) => EDGE + (line * (WIDTH - 2 * EDGE)) / count;
    const y = (/** @type {number} */ value) => NAMES + (1 - value) * (high - 2 * NAMES);
    const path = points.map(
        (point, i) => `${i ? 'L' : 'M'}${x(point.x).toFixed(1)} ${y(point.value).toFixed(1)}`)
        .join('');
    const area = points.length > 1
        ? `${path}L${x(points[points.length - 1].x)} ${y(0)}L${x(points[0].x)} ${y(0)}Z`
        : '';
    const marks = points.filter(({sign}) => sign);
    const labels = roomy([{at: x(at), text: now, now: true},
        {at: 0, text: t('CURVE_START'), now: false}, ...marks.filter(({x: line}) => line !== at)
            .map(({x: line, label = ''}) => ({at: x(line), text: label, now: false}))]
        .filter(({text}) => text !== ''));
    const signAt = (/** @type {Point} */ {x: line, value}) => ({
        x: Math.max(14, Math.min(WIDTH - 14, x(line))),
        y: y(value) + (y(value) < NAMES + SIGN_BELOW ? SIGN_BELOW : -SIGN_ABOVE),
    });
    /** Signs that have room, the worst first: `??` before `?` before `?!`.
     *  @type {Map<Point, {x: number, y: number}>} */
    const signs = new Map();
    for (const point of [...marks].sort((a, b) => worse(b) - worse(a))) {
        const here = signAt(point);
        const free = [...signs.values()]
            .every((other) => Math.abs(other.x - here.x) > 26 || Math.abs(other.y - here.y) > 20);
        if (free) signs.set(point, here);
    }
    return html`<svg viewBox="0 0 ${WIDTH} ${high + AXIS}" role="img" aria-label="${says}">
        <rect class="field" y="${y(1)}" width="${WIDTH}" height="${y(0) - y(1)}" rx="6"
            fill="#3A4A5C" opacity=".16"/>
        <path class="area" d="${area}" fill="#F4EBD0"/>
        <path d="M8 ${high / 2}H${WIDTH - 8}" stroke="var(--ink2)" stroke-dasharray="3 5"/>
        <text class="name" x="16" y="15">${above}</text>
        <text class="name below" x="16" y="${high - 7}">${below}</text>
        <path d="M${x(at)} ${NAMES}V${high - NAMES}" stroke="var(--bad)" stroke-width="2"
            stroke-dasharray="2 5" stroke-linecap="round"/>
        <path d="${path}" fill="none" stroke="var(--line-ink, #17302B)" stroke-width="2.5"
            stroke-linejoin="round"/>
        ${marks.map((point) => {
            const {tone = '', sign = '', x: line, value} = point, spot = signs.get(point);
            return html`<g class="mk-${tone}">
                <circle cx="${x(line)}" cy="${y(value)}" r="5.5"/>
                ${spot ? html`<text x="${spot.x}" y="${spot.y}" text-anchor="middle">${sign}</text>`
                    : ''}
            </g>`;
        })} ${labels.map(({at: middle, text, now: bold}) => html`<text
            class="axis ${bold ? 'now' : ''}" x="${middle}" y="${high + 16}" text-anchor="middle">
            ${text}
        </text>`)}
    </svg>`;
}

/** Chances in whole hundredths that add up as the chances do: 49 and 51 %, not 50 and 51.
 *  @param {number[]} chances */
export function hundredths(chances) {
    const low = chances.map((chance) => Math.floor(100 * chance)),
        rest = chances.map((chance, seat) => ({seat, rest: 100 * chance - low[seat]})),
        sum = (/** @type {number[]} */ list) => list.reduce((all, one) => all + one, 0);
    const missing = Math.round(100 * sum(chances)) - sum(low);
    for (const {seat} of rest.sort((a, b) => b.rest - a.rest).slice(0, missing)) low[seat]++;
    return low.map((part) => part / 100);
}

/** Everyone's chance as a bar: a share each. @param {string} game @param {string} options
 *  @param {{name: string}[]} seats @param {number[]} chances
 *  @param {string} [note] who sees it like that */
export function shares(game, options, seats, chances, note = '') {
    const total = Math.max(1e-9, chances.reduce((sum, chance) => sum + chance, 0));
    const whole = hundredths(seats.map((_, seat) => chances[seat] ?? 0));
    let left = 0;
    const parts = seats.map(({name}, seat) => {
        const wide = (100 * (chances[seat] ?? 0)) / total, from = left;
        left += wide;
        return {name, wide, from, fill: FILLS[colourOf(game, seat, options)],
            words: `${name} ${percent(whole[seat])}`};
    });
    const said = [list(parts.map(({words}) => words)), note].filter(Boolean).join('. ');
    return html`<div class="shares" role="img" aria-label="${said}">
        <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">${parts.map(
            ({from, wide, fill}) => html`<rect x="${from}" y="0" width="${Math.max(0, wide - .4)}"
                height="10" fill="${fill}"/>`)}</svg>
        <div class="names xs">${parts.map(({words, fill}) => html`<span>
            <svg viewBox="0 0 10 10" aria-hidden="true">
                <circle cx="5" cy="5" r="4.4" fill="${fill}"/>
            </svg>
            ${words}
        </span>`)}${note ? html`<span class="note">${note}</span>` : ''}</div>
    </div>`;
}
