// analysis-tree.mjs: a tree of variations drawn as text: lines of moves, variations indented below
// the move that they replace, comments under them. Each move is a button.

import {CHANCE} from './core.mjs';
import {html, make} from './dom.mjs';
import {kindOf} from './kinds.mjs';
import {t} from './words.mjs';

/** A node as the core tells it, in the order in which a tree is written. The root has no move.
 *  @typedef {{node: number, parent?: number, depth?: number, seat?: number, number?: number,
 *   move?: string, mark?: string, comment?: string}} Node */

/** What a mark says, to those who listen: its message. */
const MARK_WORDS = /** @type {Record<string, string>} */ ({'!': 'MARK_GOOD', '?': 'MARK_BAD',
    '!!': 'MARK_GREAT', '??': 'MARK_BLUNDER', '!?': 'MARK_INTERESTING', '?!': 'MARK_DUBIOUS'});
export const MARKS = Object.keys(MARK_WORDS);
/** @param {string} mark */
export const markWords = (mark) => (MARK_WORDS[mark] ? t(MARK_WORDS[mark]) : '');
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

/** The number of the variation that each node is in; '' on the main line: 2.1 is the first that
 *  leaves variation 2. @param {Node[]} nodes
 *  @returns {Map<number, string>} */
export function variationsOf(nodes) {
    const all = new Map(nodes.map((one) => [one.node, one])), counts = new Map(), found = new Map();
    /** @param {Node | undefined} one @returns {string} */
    const of = (one) => {
        if (!one || found.has(one.node)) return found.get(one?.node) ?? '';
        const before = all.get(one.parent ?? -1), left = of(before);
        if ((one.depth ?? 0) <= (before?.depth ?? 0)) return name(one, left);
        const count = (counts.get(left) ?? 0) + 1;
        counts.set(left, count);
        return name(one, `${left}${left && '.'}${count}`);
    };
    /** @param {Node} one @param {string} variation */
    const name = (one, variation) => {
        found.set(one.node, variation);
        return variation;
    };
    for (const one of nodes) of(one);
    return found;
}

/** What eyes see of a node beside its move, in words: its mark and its variation.
 *  @param {Node} node @param {string} variation */
export const asideOf = ({mark = ''}, variation) =>
    [markWords(mark), variation && t('VARIATION', variation)].filter(Boolean);

/** @param {Node} node @param {string} before @param {string} variation */
function moveButton(node, before, variation) {
    const {move = '', mark = '', seat} = node;
    const aside = asideOf(node, variation).map((text) => `, ${text}`);
    return html`<button class="mv ${seat === CHANCE ? 'drawn' : ''}" data-node="${node.node}">${
        before ? html`<span class="no">${before}</span> ` : ''}${move}${
        mark ? html` <b class="sg ${TONES[mark]}" aria-hidden="true">${mark}</b>` : ''}${
        aside.length > 0 ? html`<span class="unseen">${aside}</span>` : ''}</button>`;
}

/** The whole tree, line by line. @param {string} game @param {Node[]} nodes
 *  @param {string[]} names by seat */
function partsOf(game, nodes, names) {
    const {armies = false, hands = false} = kindOf(game), how = {armies, turns: hands, names};
    const [root, ...moves] = nodes, note = root?.comment, variations = variationsOf(nodes);
    if (moves.length === 0 && !note) return [html`<p class="s">${t('TREE_EMPTY')}</p>`];
    const lines = linesOf(moves).map(({depth, nodes: line}) => html`<div class="ln" data-first="${
        line[0].node}" data-deep="${Math.min(depth, DEPTH_MAX)}">${line.map((node, i) =>
        moveButton(node, prefix(node, line[i - 1], i === 0, how),
            variations.get(node.node) ?? ''))}${
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
