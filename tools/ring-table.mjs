// ring-table.mjs: what `pond solve quibbit --all --json` found, as the table and the sentences of docs/truth.md.
//
//   pond solve quibbit --all --json | node tools/ring-table.mjs

import {readFileSync} from 'node:fs';

const rings = readFileSync(0, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));
const signed = (value, digits = 3) => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(digits)}`;
const percent = (part, digits = 1) => `${(100 * part).toFixed(digits)} %`;
const worth = ({tiles}, tile) => Math.min(tiles[tile].back, tiles[tile].front);
const middle = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const range = (values, print) => `${print(Math.min(...values))} to ${print(Math.max(...values))}, median ${print(middle(values))}`;

console.log('| ring | value | best tile | worst tile | seat 1 in front | dummy wins | mixing |');
console.log('|---|---|---|---|---|---|---|');
for (const ring of rings) {
    const {layout, value, tiles, best, worst, mixed, states} = ring;
    const front = tiles.filter(({answer}) => answer === 'front').length;
    console.log(`| \`${layout}\` | ${signed(value)} | ${best} \`${layout[best]}\` | ${worst} \`${layout[worst]}\`, ${signed(worth(ring, worst))} | ` +
        `${front} of 12 | ${percent(tiles[best].dummy)} | ${percent(mixed / states)} |`);
}

const values = rings.map(({value}) => value);
const kinds = new Map();
for (const {layout, best} of rings) kinds.set(layout[best], (kinds.get(layout[best]) ?? 0) + 1);
console.log();
console.log(`- ${rings.length} rings; value for seat 0: ${range(values, signed)}; above 0 on ${values.filter((value) => value > 0).length}.`);
console.log(`- The worst tile: ${range(rings.map((ring) => worth(ring, ring.worst)), signed)}.`);
console.log(`- Best tile by what lies there: ${[...kinds].sort((a, b) => b[1] - a[1]).map(([kind, count]) => `\`${kind}\` ${count}`).join(', ')}.`);
console.log(`- The dummy's share of wins: ${range(rings.map(({tiles, best}) => tiles[best].dummy), percent)}.`);
console.log(`- States that need mixing: ${range(rings.map(({mixed, states}) => mixed / states), percent)}.`);
console.log(`- Certificates: at most ${Math.max(...rings.map(({certificate}) => certificate)).toPrecision(2)}.`);
