// picture.mjs: a board as a self-contained picture: every drawn piece with the look that style
// sheets gave it, where it is on the page. For pictures (SVG, PNG) and for the frames of a film.

import {html, make, one} from './dom.mjs';

/** What a drawing needs besides its shapes: presentation that style sheets gave it. */
const KEPT = ['fill', 'stroke', 'stroke-width', 'opacity', 'display', 'color', 'transform',
    'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'fill-opacity', 'stroke-opacity',
    'visibility', 'font', 'text-anchor'];

/** Copies a drawing with its computed look, `use` resolved. @param {Element} source
 *  @returns {Element} */
function frozen(source) {
    if (source instanceof SVGUseElement) {
        const id = source.getAttribute('href') ?? '';
        const target = document.querySelector(id);
        const group = document.createElementNS('http://www.w3.org/2000/svg',
            target instanceof SVGSymbolElement ? 'svg' : 'g');
        if (target instanceof SVGSymbolElement) {
            for (const name of ['x', 'y', 'width', 'height']) {
                const value = source.getAttribute(name);
                if (value) group.setAttribute(name, value);
            }
            for (const name of ['viewBox', 'preserveAspectRatio', 'overflow']) {
                const value = target.getAttribute(name);
                if (value) group.setAttribute(name, value);
            }
            if (!target.getAttribute('overflow')) group.setAttribute('overflow', 'visible');
        } else if (source.getAttribute('transform')) {
            group.setAttribute('transform', source.getAttribute('transform') ?? '');
        }
        return group;
    }
    return /** @type {Element} */ (source.cloneNode(false));
}

/** Puts a copy of a drawing into a parent, piece by piece. @param {Element} source
 *  @param {Element} parent where the computed style of the copy can be read @returns {Element} */
function resolve(source, parent) {
    const live = frozen(source);
    parent.append(live);
    const target = source instanceof SVGUseElement
        ? document.querySelector(source.getAttribute('href') ?? '')
        : source;
    const children = source instanceof SVGUseElement && !(target instanceof SVGSymbolElement)
        ? (target ? [target] : [])
        : [...(target?.children ?? [])];
    if (live instanceof SVGElement && source instanceof SVGUseElement
        && source.getAttribute('color')) {
        live.setAttribute('color', source.getAttribute('color') ?? '');
    }
    for (const child of children) resolve(child, live);
    return live;
}

/** Writes what style sheets say into the drawing itself. @param {Element} live */
function bake(live) {
    const computed = getComputedStyle(live);
    const values = KEPT.map((name) => [name, computed.getPropertyValue(name)])
        .filter(([, value]) => value && value !== 'none 0s ease 0s');
    for (const child of [...live.children]) bake(child);
    for (const [name, value] of values) {
        if (name === 'display' && value !== 'none') continue;
        if (name === 'transform' && (value === 'none' || live.hasAttribute('transform'))) continue;
        live.setAttribute(name, value);
    }
    live.removeAttribute('class');
    live.removeAttribute('id');
    if (computed.display === 'none') live.remove();
}

/** The drawings of a board that are seen, in the order in which they lie.
 *  @param {HTMLElement} stage @returns {SVGElement[]} */
export function drawingsOf(stage) {
    for (const frog of stage.querySelectorAll('.blink')) frog.classList.remove('blink');
    const drawings = [...stage.querySelectorAll('svg.piece, .ring21 svg')]
        .filter((drawing) => drawing.getClientRects().length > 0);
    drawings.sort((a, b) => layerOf(a) - layerOf(b));
    return /** @type {SVGElement[]} */ (drawings);
}
/** What lies on what. @param {Element} drawing */
export const layerOf = (drawing) => (drawing.closest('.crown')
    ? 3
    : drawing.closest('.frog, .ring') ? 2
    : drawing.closest('.mark') ? 1
    : 0);

/** The classes that colour a drawing, its own and those around it. @param {Element} drawing
 *  @param {HTMLElement} stage */
export function classesOf(drawing, stage) {
    let classes = '';
    for (let up = drawing.parentElement; up && up !== stage; up = up.parentElement) classes +=
        ` ${up.className}`;
    return `${classes} ${drawing.getAttribute('class') ?? ''}`.replace(/\bpiece\b/g, '');
}

/** Where a drawing is on the board, and how it is turned. @param {Element} drawing
 *  @param {DOMRect} frame */
export function placeOf(drawing, frame) {
    const box = drawing.getBoundingClientRect();
    const turned = /** @type {HTMLElement | null} */ (drawing.closest('.turned'));
    const turn =
        Number(turned ? /rotate\(([-\d.]+)deg\)/.exec(turned.style.transform)?.[1] ?? 0 : 0);
    const own = /** @type {HTMLElement} */ (drawing.parentElement ?? drawing);
    const width = turned ? own.clientWidth : box.width,
        height = turned ? own.clientHeight : box.height;
    return {x: box.left + box.width / 2 - width / 2 - frame.left,
        y: box.top + box.height / 2 - height / 2 - frame.top, width, height, turn};
}

/** A hidden place where colours are read. @template T @param {(sheet: HTMLElement) => T} work
 *  @returns {T} */
export function onSheet(work) {
    const sheet = document.createElement('div');
    sheet.className = 'unseen';
    document.body.append(sheet);
    try {
        return work(sheet);
    } finally {
        sheet.remove();
    }
}

/** The markup of a drawing that needs nothing else. @param {Element} drawing
 *  @param {string} classes @param {HTMLElement} sheet @param {number} width
 *  @param {number} height */
export function markupOf(drawing, classes, sheet, width, height) {
    const holder = document.createElement('div');
    holder.className = classes;
    sheet.append(holder);
    const live = resolve(drawing, holder), first = live.firstElementChild;
    bake(live);
    if (first) {
        for (const [name, value] of [['width', width], ['height', height]]) {
            if (!first.getAttribute('viewBox') || first === live.firstElementChild) {
                first.setAttribute(String(name), String(value));
            }
        }
    }
    holder.remove();
    const box = drawing.getAttribute('viewBox'); // drawn right there, not a piece that is used
    return box && !(first instanceof SVGSVGElement)
        ? `<svg viewBox="${box}" width="${width}" height="${height}">${live.innerHTML}</svg>`
        : live.innerHTML;
}

/** What style sheets alone draw; a border of this style makes it an outline.
 *  @param {HTMLElement} stage @param {DOMRect} frame @param {string[]} selectors
 *  @param {string} border */
const styledOf = (stage, frame, selectors, border) => selectors
    .flatMap((selector) => [...stage.querySelectorAll(selector)]).map((element) => {
        const box = element.getBoundingClientRect(), look = getComputedStyle(element),
            outline = look.borderTopStyle === border;
        return {x: box.left - frame.left, y: box.top - frame.top, width: box.width,
            height: box.height, fill: outline ? 'none' : look.backgroundColor,
            stroke: outline ? look.borderTopColor : 'none'};
    });

/** The light under a row, the frame of the arena. @param {HTMLElement} stage
 *  @param {DOMRect} frame */
export const boxesOf = (stage, frame) => styledOf(stage, frame, ['.glow', '.arena'], 'solid');

/** The panels that things lie on, and places that are empty. @param {HTMLElement} stage
 *  @param {DOMRect} frame */
export const panelsOf = (stage, frame) =>
    styledOf(stage, frame, ['.opp, .own', '.slots > i, .pile .none'], 'dashed')
        .filter(({width}) => width > 0)
        .map((panel) => ({...panel, empty: panel.fill === 'none'}));

/** What is written on a board, besides what is drawn; of these only what stands first. */
const WRITTEN = '.opp .head .nm, .opp .head .xs, .ring21 b, .pile > span:not(.none), '
    + '.hand .count, .middle h2, .shown .who, .own h2, .own .titles p';
const FIRST_ONLY = '.ring21 b, .shown .who, .own h2';

/** Names may be longer than their place. */
const NAMES = '.opp .head .nm, .shown .who, .own h2', NAME_PX_MIN = 8;
/** A size in which a line is no wider than its place. @param {string} text @param {number} size
 *  @param {CSSStyleDeclaration} look @param {number} room */
function sizeFor(text, size, look, room) {
    const paint = new OffscreenCanvas(1, 1).getContext('2d');
    if (!paint) return size;
    paint.font = `${look.fontWeight} ${size}px ${look.fontFamily}`;
    const {width} = paint.measureText(text);
    return width > room ? Math.max(NAME_PX_MIN, size * room / width) : size;
}

/** The words on a board: what, where (the middle of the line), how. @param {HTMLElement} stage
 *  @param {DOMRect} frame @param {Map<string, string>} [instead] other words for some of them */
export const wordsOf = (stage, frame, instead) => [...stage.querySelectorAll(WRITTEN)].flatMap((
    element) => {
    const said = (
        (element.matches(FIRST_ONLY) ? element.firstChild?.textContent : element.textContent) ?? '')
        .replace(/\s+/g, ' ').trim();
    const text = instead?.get(said) ?? said;
    const ring = element.closest('.ring21'),
        {left, top, width, height} = (ring ?? element).getBoundingClientRect();
    if (!text || width === 0) return [];
    const look = getComputedStyle(element), line = parseFloat(look.fontSize);
    const room = element.closest('.shown > div')?.clientWidth ?? width;
    const size = element.matches(NAMES) ? sizeFor(text, line, look, room) : line;
    const middle = look.textAlign === 'center' || look.display === 'grid'
        || element.closest('.ring21, .pile, .group') !== null;
    return [{text, middle, size, bold: Number(look.fontWeight) > 500, colour: look.color,
        x: left - frame.left + (middle ? width / 2 : 0),
        y: top - frame.top + (ring ? height : Math.min(height, line * 1.3)) / 2}];
});

const ESCAPES =
    /** @type {Record<string, string>} */ ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'});
/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]);

/** A drawing of every piece of a board where it stands, as one SVG. @param {HTMLElement} stage
 *  @param {Map<string, string>} [instead] */
const boardSvg = (stage, instead) => onSheet((sheet) => {
    const frame = stage.getBoundingClientRect(), look = getComputedStyle(document.documentElement);
    const parts = [`<rect width="${frame.width}" height="${frame.height}" rx="24" fill="${
        look.getPropertyValue('--w1')}"/>`, ...panelsOf(stage, frame).map(
            ({x, y, width, height, fill, stroke, empty}) => `<rect x="${x}" y="${y}" width="${
                width}" height="${height}" rx="${empty ? 6 : 16}" fill="${fill}"${empty
                    ? ` stroke="${stroke}" stroke-opacity=".5" stroke-dasharray="4 3"`
                    : ''}/>`)];
    let ground = true;
    for (const drawing of drawingsOf(stage)) {
        if (ground && layerOf(drawing) > 0) {
            parts.push(...boxesOf(stage, frame).map((box) => `<rect x="${box.x}" y="${
                box.y}" width="${box.width}" height="${box.height}" rx="12" fill="${
                    box.fill}" stroke="${box.stroke}" stroke-width="3"/>`));
            ground = false;
        }
        const {x, y, width, height, turn} = placeOf(drawing, frame);
        const markup = markupOf(drawing, classesOf(drawing, stage), sheet, width, height);
        parts.push(`<g transform="translate(${x} ${y})${
            turn ? ` rotate(${turn} ${width / 2} ${height / 2})` : ''}">${markup}</g>`);
    }
    const font = escaped(look.fontFamily);
    parts.push(...wordsOf(stage, frame, instead).map(({text, middle, size, bold, colour, x, y}) =>
        `<text x="${x}" y="${y}" dominant-baseline="central"${
            middle ? ' text-anchor="middle"' : ''} font-family="${font}" font-size="${size}"${
                bold ? ' font-weight="700"' : ''} fill="${colour}">${escaped(text)}</text>`));
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${frame.width} ${
        frame.height}" width="${frame.width}" height="${frame.height}">${parts.join('\n')}</svg>`;
});

/** A picture of a board that stands alone, and how large it is. A board may lie over the whole
 *  screen of a phone, so a copy of it is laid out in a room that is not seen.
 *  @param {HTMLElement} whole the board
 *  @param {Map<string, string>} [instead] of what is written there */
export function pictureOf(whole, instead) {
    const {width, height} = whole.getBoundingClientRect(),
        pads = /** @type {HTMLElement | null} */ (whole.querySelector('.pads'));
    if (pads) return {svg: boardSvg(pads), width: pads.clientWidth, height: pads.clientHeight};
    const play = whole.closest('.play'), own = play?.querySelector('.own:not([hidden])');
    const game = [...play?.classList ?? []].find((name) => name.startsWith('game-'));
    if (!whole.matches('.qb')) return {svg: boardSvg(whole, instead), width, height};
    const room = make(html`<div class="filmroom" aria-hidden="true" inert>
        <div class="play ${game ?? ''} review"><section class="stage"></section></div>
    </div>`), stage = one(room, '.stage');
    stage.append(whole.cloneNode(true), ...(own ? [own.cloneNode(true)] : []));
    document.body.append(room);
    try {
        const svg = boardSvg(stage, instead);
        return {svg, width: stage.clientWidth, height: stage.clientHeight};
    } finally {
        room.remove();
    }
}
