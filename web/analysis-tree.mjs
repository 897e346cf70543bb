// analysis-tree.mjs: a tree of variations drawn as text: lines of moves, variations indented below
// the move that they replace, comments under them. Each move is a button.

import {CHANCE} from './core.mjs';
import {html, make} from './dom.mjs';
import {kindOf} from './kinds.mjs';
import {t} from './words.mjs';

/** A node as the core tells it, in the order in which a tree is written. The root has no move.
 *  @typedef {{node: number, parent?: number, depth?: number, seat?: number, number?: number,
 *   move?: string, mark?: string, comment?: string}} Node */

export const MARKS = ['!', '?', '!!', '??', '!?', '?!'];
const TONES = /** @type {Record<string, string>} */ (
    {'!': 'g', '!!': 'g', '!?': 'd', '?!': 'd', '?': 'b', '??': 'b'});
const DEPTH_MAX = 4; // that is drawn: a phone is narrow
const LINE_MAX = 30; // moves of a line, so that one more is soon drawn

/** The prefix of a move: its number, and whose it is if turns are long.
 *  @param {Node} node @param {Node | undefined} before on the same line @param {boolean} fresh the
 *  line begins @param {{armies: boolean, turns: boolean, names: string[]}} how */
function prefix({number = 0, seat = 0}, before, fresh, {armies, turns, names}) {
    if (armies) return seat === 0 ? `${number}.` : fresh ? `${number}. …` : '';
    const same = !fresh && before?.number === number;
    if (turns && seat !== CHANCE) {
        return same && before?.seat === seat ? '' : `${number}. ${names[seat] ?? ''}`;
    }
    return same || (turns && !fresh) ? '' : `${number}.`;
}

/** Nodes as lines: those that follow each other at the same depth. @param {Node[]} nodes */
function linesOf(nodes) {
    /** @type {{depth: number, nodes: Node[]}[]} */
    const lines = [];
    for (const node of nodes) {
        const depth = node.depth ?? 0, line = lines.at(-1), last = line?.nodes.at(-1);
        const goesOn = line && last && line.depth === depth && node.parent === last.node &&
            !last.comment && line.nodes.length < LINE_MAX;
        if (goesOn) line.nodes.push(node);
        else lines.push({depth, nodes: [node]});
    }
    return lines;
}

/** @param {Node} node @param {string} before */
const moveButton = ({node, move = '', mark = '', seat}, before) => html`<button class="mv ${
    seat === CHANCE ? 'drawn' : ''}" data-node="${node}">${
    before ? html`<span class="no">${before}</span> ` : ''}${move}${
    mark ? html` <b class="sg ${TONES[mark]}">${mark}</b>` : ''}</button>`;

/** The whole tree, line by line. @param {string} game @param {Node[]} nodes
 *  @param {string[]} names by seat */
function partsOf(game, nodes, names) {
    const {armies = false, hands = false} = kindOf(game), how = {armies, turns: hands, names};
    const [root, ...moves] = nodes, note = root?.comment;
    if (moves.length === 0 && !note) return [html`<p class="s">${t('TREE_EMPTY')}</p>`];
    const lines = linesOf(moves).map(({depth, nodes: line}) => html`<div class="ln" data-first="${
        line[0].node}" data-deep="${Math.min(depth, DEPTH_MAX)}">${line.map((node, i) =>
        moveButton(node, prefix(node, line[i - 1], i === 0, how)))}${
        line.at(-1)?.comment ? html`<p class="note">${line.at(-1)?.comment}</p>` : ''}</div>`);
    return note ? [html`<p class="note">${note}</p>`, ...lines] : lines;
}

/** What the lines that are drawn were made from. @type {WeakMap<Element, string>} */
const madeFrom = new WeakMap();

/** Draws a tree. Lines that have not changed stay as they are, so that it takes no longer where
 *  there are many. @param {Element} box @param {string} game @param {Node[]} nodes
 *  @param {string[]} names by seat */
export function drawTree(box, game, nodes, names) {
    const parts = partsOf(game, nodes, names), wanted = new Set(parts.map(({text}) => text));
    /** @type {Map<string, Element>} */
    const there = new Map();
    for (const line of [...box.children]) {
        const text = madeFrom.get(line) ?? '';
        if (wanted.has(text)) there.set(text, line);
        else line.remove();
    }
    let at = box.firstElementChild;
    for (const markup of parts) {
        const line = there.get(markup.text) ?? make(markup);
        madeFrom.set(line, markup.text);
        if (line === at) at = at.nextElementSibling;
        else box.insertBefore(line, at);
    }
}

/** How many nodes a node has below it, itself included. @param {Node[]} nodes
 *  @param {number} node */
export function sizeOf(nodes, node) {
    const below = new Set([node]);
    for (let more = true; more;) { // a variation may be written before what its move follows
        more = false;
        for (const {node: one, parent = -1} of nodes) {
            if (below.has(one) || !below.has(parent)) continue;
            below.add(one);
            more = true;
        }
    }
    return below.size;
}
