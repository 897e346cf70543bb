// ground.mjs: where pads and tiles lie and how they are drawn, as plain text: for the boards of the
// page and for pictures made without one.

const FILES = 'abcdefghi', LEAF =
    'm11 1h38a10 10 0 0 1 10 10v38a10 10 0 0 1-10 10h-38a10 10 0 0 1-10-10v-38a10 10 0 0 1 10-10z',
    VEIN = 'm10 50q4-22 38-38';
export const PAD = 60; // the width of a pad in these drawings

/** How a pad looks. @param {string} pad */
export function kindOf(pad) {
    const file = FILES.indexOf(pad[0]), rank = Number(pad[1]), dark = (file + rank) % 2 === 1;
    if (file > 2 && file < 6 && rank > 2 && rank < 6) return dark ? 'shade' : 'arena';
    return dark ? 'dark' : 'light';
}

/** All pads as a few shapes: a class and a path each. @param {string[][]} pads line by line
 *  @returns {{name: string, path: string}[]} */
export function padShapes(pads) {
    const kinds =
        /** @type {Record<string, string[]>} */ ({light: [], dark: [], arena: [], shade: []});
    pads.forEach((line, y) => line.forEach((pad, x) => {
        const kind = kindOf(pad);
        if (kind === 'shade') kinds.arena.push(`M${x * PAD} ${y * PAD}`); // and a shadow on it
        kinds[kind].push(`M${x * PAD} ${y * PAD}`);
    }));
    return Object.entries(kinds).flatMap(([kind, at]) => [
        {name: `${kind}-pads`, path: at.map((place) => place + LEAF).join('')},
        ...(kind === 'shade'
            ? []
            : [{name: `${kind}-veins`, path: at.map((place) => place + VEIN).join('')}]),
    ]);
}

export const RADIUS = 40.5; // of the ring, in hundredths of the board

/** Where a tile of the ring lies, and how it is turned. @param {number} tile
 *  @param {number} tiles in the ring @param {number} [radius] in hundredths of the board */
export function tileAt(tile, tiles, radius = RADIUS) {
    const turn = 180 + ((tile - 4) * 360) / tiles, angle = (turn * Math.PI) / 180;
    return {x: 50 + radius * Math.sin(angle), y: 50 - radius * Math.cos(angle), turn};
}

/** Where the signs of leaps lie: each in the corner of its goal that the leap points to, so that it
 *  hides no arrow's head; in another one where a sign lies already.
 *  @param {{from: {x: number, y: number}, to: {x: number, y: number}, w: number}[]} leaps from pad
 *  to pad, and half the width of the sign
 *  @param {{width: number, height: number, columns: number, rows: number, r: number}} board its
 *  size, and half the height of a sign */
export function signPlaces(leaps, {width, height, columns, rows, r}) {
    /** @type {{x: number, y: number, w: number}[]} */
    const taken = [];
    const free = (/** @type {typeof taken[0]} */ one) => taken.every((two) =>
        Math.abs(one.x - two.x) >= one.w + two.w || Math.abs(one.y - two.y) >= 2 * r);
    for (const {from, to, w} of leaps) {
        const left = to.x < from.x, low = to.y > from.y;
        const corners = [[left, low], [left, !low], [!left, low], [!left, !low]].map(([l, b]) => ({
            x: Math.min(width - w, Math.max(w, (to.x + (l ? .16 : .84)) * width / columns)),
            y: Math.min(height - r, Math.max(r, (to.y + (b ? .88 : .12)) * height / rows)), w}));
        taken.push(corners.find(free) ?? corners[0]);
    }
    return taken;
}
