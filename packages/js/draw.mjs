// draw.mjs: a view as one self-contained SVG: the page's own pieces, laid out for any size.

import {PAD, padShapes, RADIUS, tileAt} from './ground.mjs';
import {COLOURS, PIECES, STYLE, WORDS} from './look.mjs'; // from web/, by pack.mjs

const ESCAPES = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};
const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => ESCAPES[sign]);

/** Draws a piece in a box. */
const piece = (id, x, y, width, height, classes = '') =>
    `<g class="${escaped(classes)}"><use href="#${escaped(id)}" x="${x}" y="${y}" width="${width}" height="${height}"/></g>`;
const text = (x, y, size, words, anchor = 'middle', classes = 'ink') =>
    `<text class="${classes}" x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}">${escaped(words)}</text>`;

// ---- Rrib-bit ----

function rribbit({board, last, seat}) {
    const flip = seat === 1, at = ([file, rank]) => {
        const x = 'abcdefghi'.indexOf(file), y = 7 - Number(rank);
        return flip ? [8 - x, 6 - y] : [x, y];
    };
    const pads = Array.from({length: 7}, (_, y) => Array.from({length: 9}, (_, x) => (flip ? 'ihgfedcba' : 'abcdefghi')[x] + (flip ? y + 1 : 7 - y)));
    const on = (pad, size, id, classes) => {
        const [x, y] = at(pad), rest = (PAD - size) / 2;
        return piece(id, x * PAD + rest, y * PAD + rest, size, size, classes);
    };
    const marked = last && /[-x]/.test(last) ? last.replace(/[+#]$/, '').split(/[-x]/) : [];
    const parts = [
        `<rect class="water" x="-26" y="-8" width="574" height="452" rx="16"/>`,
        ...padShapes(pads).map(({name, path}) => `<path class="${name}" d="${path}"/>`),
        `<rect class="arena" x="${3 * PAD}" y="${2 * PAD}" width="${3 * PAD}" height="${3 * PAD}" rx="12"/>`,
        ...[...new Set(board.rows.flat())].map((pad) => `<rect class="glow" x="${at(pad)[0] * PAD + 3}" y="${at(pad)[1] * PAD + 3}" width="54" height="54" rx="11"/>`),
        ...[marked[0], marked.at(-1)].filter(Boolean).map((pad) => on(pad, 58, 'last', '')),
        ...board.light.map((pad) => on(pad, 52, 'frog-light', 'light')), ...board.dark.map((pad) => on(pad, 52, 'frog-dark', 'dark')),
        ...pads.map(([pad], y) => text(-13, y * PAD + 35, 14, pad[1])), ...pads[6].map((pad, x) => text(x * PAD + 30, 437, 14, pad[0])),
    ];
    return {box: [-26, -8, 574, 452], parts};
}

// ---- Quibbit ----

const TILE = 15.3, FROG = 11;

function quibbit({board}, words, nameOf) {
    const {tiles, frogs, crown} = board, parts = [`<rect class="water" width="100" height="${104 + 10 * frogs.length}" rx="4"/>`];
    tiles.forEach((kind, tile) => {
        const {x, y, turn} = tileAt(tile, tiles.length), id = kind === 'flower' ? 'flower' : kind === 'water' ? 'ripple' : 'leaf';
        parts.push(`<g transform="rotate(${id === 'ripple' ? 0 : turn} ${x} ${y})" class="leaf ${id === 'leaf' ? escaped(kind) : ''}"><use href="#${id}" x="${x - TILE / 2}" y="${y - TILE / 2}" width="${TILE}" height="${TILE}"/></g>`);
        const inner = tileAt(tile, tiles.length, RADIUS - 9.4);
        parts.push(text(inner.x, inner.y + 0.9, 2.4, tile));
    });
    frogs.forEach(({color, progress}, seat) => {
        if (progress === null) return;
        const {x, y} = tileAt(progress % tiles.length, tiles.length, RADIUS - 2);
        parts.push(piece('frog', x - FROG / 2, y - FROG / 2, FROG, FROG, color));
        if (seat === crown) parts.push(piece('crown', x - 2.8, y - 7.6, 5.6, 4.2));
    });
    frogs.forEach(({color, dummy, out, cards}, seat) => {
        const y = 102 + 10 * seat;
        parts.push(piece(out ? 'frog-sad' : 'frog', 4, y, 8, 8, color), text(14, y + 5.4, 3.4, dummy ? words.DUMMY : nameOf(seat), 'start'));
        cards.forEach((card, i) => parts.push(piece(`mcard-${card}`, 60 + 7 * i, y - 0.4, 6, 8.4, color)));
    });
    return {box: [0, 0, 100, 104 + 10 * frogs.length], parts};
}

// ---- Quibbles ----

const CARD = [30, 42];
const cards = (ids, x, y, step = 34) => ids.map((id, i) => piece(id, x + step * i, y, ...CARD));

function quibbles({board, seat}, words, nameOf) {
    const {display, hand, pile, discards, seats} = board, height = 84 + 74 * seats.length;
    const parts = [
        `<rect class="water" width="480" height="${height}" rx="14"/>`, text(14, 24, 11, words.DISPLAY, 'start'), ...cards(display.map((value) => `q${value}`), 14, 30, Math.min(34, 300 / display.length)),
        text(362, 24, 10, `${words.PILE} ${pile}`), ...(pile > 0 ? [piece('q-back', 347, 30, ...CARD)] : []),
        text(436, 24, 10, `${words.DISCARD} ${discards.length}`), ...(discards.length > 0 ? [piece(`q${discards.at(-1)}`, 421, 30, ...CARD)] : []),
    ];
    seats.forEach(({collection, total, cards: count, seen}, i) => {
        const y = 84 + 74 * i, own = i === seat && hand.length === count;
        const most = Math.min(count, 99);
        const held = own ? hand.map((value) => `q${value}`) : Array.from({length: most}, (_, k) => (k < most - seen.length ? 'q-back' : `q${seen[k - most + seen.length]}`));
        parts.push(`<rect class="panel" x="8" y="${y}" width="464" height="68" rx="10"/>`, text(16, y + 15, 11, `${nameOf(i)}: ${total}/${board.goal}`, 'start', 'ink strong'),
            ...cards(collection.map((value) => `q${value}`), 16, y + 21), ...cards(held, 240, y + 21, Math.min(34, 190 / Math.max(1, held.length - 1))));
    });
    return {box: [0, 0, 480, height], parts};
}

/** Any other game: its position in words. */
const plain = ({pos}) => {
    const lines = pos.match(/.{1,60}( |$)/g) ?? [pos];
    return {box: [0, 0, 480, 24 + 18 * lines.length], parts: [`<rect class="water" width="480" height="${24 + 18 * lines.length}" rx="14"/>`, ...lines.map((line, i) => text(14, 26 + 18 * i, 12, line, 'start'))]};
};

const DRAWN = {rribbit, quibbit, quibbles};

// ---- In words, for those who cannot see it ----

const filled = (words, value) => words.replace('{0}', String(value));

const TOLD = {
    rribbit: ({board}, words) => [
        ...[['LIGHT', board.light], ['DARK', board.dark]].map(([army, pads]) => words[army] + words.COLON + pads.join(', ')),
        `${words[board.side === 0 ? 'LIGHT' : 'DARK']} ${words.TO_MOVE}`,
    ],
    quibbit: ({board: {tiles, frogs, crown}}, words, nameOf) => [
        ...tiles.map((kind, tile) => filled(words.TILE, tile) + words.COLON + words[`TILE_${kind.toUpperCase()}`]),
        ...frogs.map(({dummy, out, progress, cards}, seat) => (dummy ? words.DUMMY : nameOf(seat)) + words.COLON + [
            ...(out ? [words.OUT] : progress === null ? [] : [filled(words.TILE, progress % tiles.length)]),
            ...(seat === crown && progress !== null ? [words.TILE_CROWN] : []), filled(words.HAND_HAS, cards.join(', ')),
        ].join('; ')),
    ],
    quibbles: ({board: {display, hand, pile, discards, seats, goal}, seat}, words, nameOf) => [
        words.DISPLAY + words.COLON + display.join(', '), words.PILE + words.COLON + pile, words.DISCARD + words.COLON + discards.length,
        ...seats.map(({collection, total, cards: count, seen}, i) => {
            const known = i === seat && hand.length === count ? hand : seen;
            return `${nameOf(i)}, ${total}/${goal}${words.COLON}${collection.join(', ')}; ${filled(words.HAND_HAS, count)}${known.length > 0 ? ` (${known.join(', ')})` : ''}`;
        }),
    ],
};
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1).trimEnd()}.`;
const described = (view, words, nameOf) => TOLD[view.game]?.(view, words, nameOf).map(sentence).join(' ') ?? view.pos;

/** The symbols that a drawing uses, with those that they use. @param {string} markup */
function symbolsOf(markup) {
    const found = new Map();
    const add = (part) => {
        for (const [, id] of part.matchAll(/href="#([\w-]+)"/g)) {
            if (found.has(id) || !PIECES[id]) continue;
            found.set(id, PIECES[id]);
            add(PIECES[id]);
        }
    };
    add(markup);
    return [...found.values()].join('');
}

/** The inside of a board. A view may come from anywhere, so it is checked by drawing it. */
function boardOf(view, words, nameOf) {
    try {
        return {...(DRAWN[view.game] ?? plain)(view, words, nameOf), label: described(view, words, nameOf)};
    } catch {
        throw new TypeError(`the view has no board of ${view.game} that can be drawn`);
    }
}

/** The inside of a drawing, its symbols, how large it is, and what it shows in words; `draw` and the element wrap it. */
export function drawing(view, {language = 'en', names = []} = {}) {
    if (typeof view?.game !== 'string' || typeof view.pos !== 'string') {
        throw new TypeError('a view is what match.view(seat) gives');
    }
    if (!Array.isArray(names)) throw new TypeError('the names must be an array, by seat');
    const words = WORDS[language] ?? WORDS.en, nameOf = (seat) => names[seat] ?? words.PLAYER.replace('{0}', String(seat + 1));
    const {box, parts, label} = boardOf(view, words, nameOf), markup = parts.join('');
    return {box, label, markup, symbols: symbolsOf(markup)};
}

export function draw(view, settings = {}) {
    const {theme = 'morning'} = settings ?? {};
    const {box, label, markup, symbols} = drawing(view, settings ?? {});
    const dusk = theme === 'dusk' ? COLOURS.dusk : theme === 'system' ? `@media (prefers-color-scheme: dark) {${COLOURS.dusk}}` : '';
    return `<svg xmlns="http://www.w3.org/2000/svg" class="pond" viewBox="${box.join(' ')}" role="img" aria-label="${escaped(label)}"><style>${COLOURS.morning}${dusk}${STYLE}</style>${symbols}${markup}</svg>`;
}
