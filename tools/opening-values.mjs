// opening-values.mjs: what `pond solve quibbit --all --json` found, as src/engines/quibbit/opening_values.h.
//
//   pond solve quibbit --all --dry --json | node tools/opening-values.mjs >src/engines/quibbit/opening_values.h
//
// Lines may come in any order, and rings may be missing: the engine searches there. A line has 12 tiles,
// and for each the answers behind and in front.

import {readFileSync} from 'node:fs';

const DUMMY_MOST = 255, TILES = 12;
const lines = readFileSync(0, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));
const found = new Map(lines.map((ring) => [ring.layout, ring]));

// All rings in the order of layouts.c.
const orders = ['RGY', 'RYG', 'YRG', 'GRY', 'GYR', 'YGR'];
const rings = orders.slice(0, 3).flatMap((first) => orders.flatMap((second) => orders.map((third) =>
    `~${first}*${second}*${third}`)));

const UNKNOWN = -32768;
const pad = (row) => [...row, ...Array(2 * TILES - row.length).fill(0)];
const values = (ring) => ring === undefined ? [UNKNOWN] :
    ring.tiles.flatMap(({back, front}) => [back, front]).map((value) => Math.round(1e4 * value));
const dummies = (ring) => ring === undefined ? [0] :
    ring.tiles.flatMap((tile) => [tile.dummy_back, tile.dummy_front])
        .map((share) => Math.min(DUMMY_MOST, Math.round(1e3 * share)));

// FNV-1a over values and shares in turn, as openings.c computes it.
function hash() {
    let hash = 0xcbf29ce484222325n;
    const add = (number) => {
        hash = (hash ^ BigInt(number)) * 0x100000001b3n & 0xffffffffffffffffn;
    };
    for (const layout of rings) {
        const ring = found.get(layout), shares = pad(dummies(ring));
        for (const [at, value] of pad(values(ring)).entries()) {
            add(value & 0xffff);
            add(shares[at]);
        }
    }
    return hash.toString(16);
}

function table(type, name, numbers) {
    console.log(`static const ${type} ${name}[QUIBBIT_LAYOUTS][2 * QUIBBIT_RING] = {`);
    for (const layout of rings) {
        const row = numbers(found.get(layout)), half = [row.slice(0, TILES), row.slice(TILES)];
        const lines = half.filter(({length}) => length > 0).map((part) => part.join(', '));
        console.log(`    // ${layout}\n    {${lines.join(',\n     ')}},`);
    }
    console.log('};');
}

for (const {layout, tiles} of lines) {
    if (!rings.includes(layout) || tiles.length !== TILES) throw new Error(`what is ${layout}?`);
}
console.log(`/* opening_values.h: the values of openings by ring, tile and answer (behind, in front), in
 * ten-thousandths, and the dummy's shares in thousandths. Written by tools/opening-values.mjs; see
 * openings.h. */
// clang-format off
#define OPENING_RINGS ${found.size} /* known; the others have OPENING_UNKNOWN first */
#define OPENING_UNKNOWN (${UNKNOWN})
#define OPENING_HASH 0x${hash()}u /* of all numbers below */`);
table('int16_t', 'opening_value', values);
table('uint8_t', 'opening_dummy', dummies);
console.log('// clang-format on');
