// dom.mjs: making elements. Nothing here knows a game.
//
// `html` is for markup with values in it: they are escaped unless they are markup themselves. The
// page's policy allows no style attributes, so what varies is set by `style` afterwards.

/** Markup that needs no escaping. */
export class Markup {
    /** @param {string} text */
    constructor(text) {
        this.text = text;
    }
}

const ESCAPES = /** @type {Record<string, string>} */ (
    {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;'});
/** @param {unknown} value @returns {string} */
function flat(value) {
    if (value instanceof Markup) return value.text;
    if (Array.isArray(value)) return value.map(flat).join('');
    if (value === null || value === undefined || value === false) return '';
    return String(value).replace(/[&<>"']/g, (sign) => ESCAPES[sign]);
}

// false is a value there: without it a switch that is off would not be a switch
// As in JSX, a line break beside a tag is layout: no blank on the page.
const dense = (/** @type {string} */ part) =>
    part.replace(/>\s*\n\s*/g, '>').replace(/\s*\n\s*</g, '<');
/** The parts of each piece of markup without their layout.
 *  @type {WeakMap<TemplateStringsArray, string[]>} */
const known = new WeakMap();

const STATE = /aria-[a-z]+="$/;

/** @param {TemplateStringsArray} parts @param {unknown[]} values */
export function html(parts, ...values) {
    let texts = known.get(parts);
    if (!texts) known.set(parts, texts = parts.map(dense));
    const value = (/** @type {number} */ i) =>
        flat(values[i] === false && STATE.test(parts[i]) ? 'false' : values[i]);
    return new Markup(texts.reduce((text, part, i) => text + value(i - 1) + part));
}

/** Puts markup into an element. @template {Element} E @param {E} element @param {Markup} markup */
export function fill(element, markup) {
    element.innerHTML = markup.text;
    return element;
}

/** What makes an element the same as one that is there already: its name, its first class, its
 *  data. @param {Node} node */
function identity(node) {
    if (!(node instanceof Element)) return node.nodeName;
    const data = node.getAttributeNames().filter((name) => name.startsWith('data-'))
        .map((name) => `${name}=${node.getAttribute(name)}`).join();
    return `${node.nodeName} ${node.id} ${node.classList[0] ?? ''} ${data}`;
}

/** Forgets what a press did, and what was ticked. @param {Element} element */
function forget(element) {
    if (!(element instanceof HTMLElement || element instanceof SVGElement)) return;
    element.onclick = element.onchange = null;
    if (element instanceof HTMLInputElement) element.checked = element.defaultChecked;
}

/** Takes over text or attributes, and forgets what a press did. @param {Node} kept
 *  @param {Node} wanted */
function become(kept, wanted) {
    if (!(kept instanceof Element) || !(wanted instanceof Element)) {
        if (kept.nodeValue !== wanted.nodeValue) kept.nodeValue = wanted.nodeValue;
        return;
    }
    if (kept.isEqualNode(wanted)) { // most are, and the browser compares them faster
        for (const element of [kept, ...kept.querySelectorAll('*')]) forget(element);
        return;
    }
    for (const {name} of [...kept.attributes]) {
        if (!wanted.hasAttribute(name)) {
            kept.removeAttribute(name);
        }
    }
    for (const {name, value} of wanted.attributes) {
        if (kept.getAttribute(name) !== value) {
            kept.setAttribute(name, value);
        }
    }
    forget(kept);
    renew(kept, wanted);
}

/** @param {Element} now @param {Element} next */
function renew(now, next) {
    const coming = [...next.childNodes].map((node) => ({node, is: identity(node)}));
    /** @type {Map<string, number>} */
    const wanted = new Map();
    for (const {is} of coming) wanted.set(is, (wanted.get(is) ?? 0) + 1);
    const left = [];
    for (const node of [...now.childNodes]) {
        const is = identity(node), count = wanted.get(is) ?? 0;
        wanted.set(is, count - 1);
        if (count < 1) node.remove();
        else left.push({node, is});
    }
    for (const {node, is} of coming) {
        const found = left.findIndex((one) => one.is === is), at = left[0]?.node ?? null;
        if (found < 0) {
            now.insertBefore(node, at);
            continue;
        }
        const [{node: kept}] = left.splice(found, 1);
        if (kept !== at) now.insertBefore(kept, at);
        become(kept, node);
    }
}

/** Like `fill`, but what was there and is still there stays the same element: a button under a
 *  finger keeps its press, the focus stays, and what moves goes on moving. What a press does is
 *  said again after it, by `onPress`. @template {Element} E @param {E} element
 *  @param {Markup} markup */
export function patch(element, markup) {
    const next = /** @type {Element} */ (element.cloneNode(false));
    next.innerHTML = markup.text;
    renew(element, next);
    return element;
}

/** Says what a press does, in place of what it did, for whatever is found.
 *  @param {ParentNode} root @param {string} selector
 *  @param {(element: HTMLElement) => void} work */
export function onPress(root, selector, work) {
    for (const element of all(root, selector)) element.onclick = () => work(element);
}

/** The one element that some markup describes. @param {Markup} markup @returns {HTMLElement} */
export function make(markup) {
    const template = document.createElement('template');
    template.innerHTML = markup.text.trim();
    return /** @type {HTMLElement} */ (template.content.firstElementChild);
}

/** @param {ParentNode} root @param {string} selector @returns {HTMLElement} */
export function one(root, selector) {
    const found = root.querySelector(selector);
    if (!found) throw new Error(`no ${selector}`);
    return /** @type {HTMLElement} */ (found);
}

/** @param {ParentNode} root @param {string} selector @returns {HTMLElement[]} */
export const all = (root, selector) => [...root.querySelectorAll(selector)].map(
    (element) => /** @type {HTMLElement} */ (element));

/** Sets styles and variables: `style(el, {left: '4px', '--lx': '3px'})`.
 *  @param {Element} element @param {Record<string, string | number>} values */
export function style(element, values) {
    const target = /** @type {HTMLElement} */ (element).style;
    for (const [name, value] of Object.entries(values)) {
        target.setProperty(name, String(value));
    }
}

/** Sets an attribute where it is another one. @param {Element} element @param {string} name
 *  @param {string} value */
export function attribute(element, name, value) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** A drawn piece (pieces.svg). @param {string} id @param {string} [classes]
 *  @param {string} [box] */
export const piece = (id, classes = '', box = '') => html`<svg
    class="piece ${classes}"${box ? html` viewBox="${box}"` : ''} aria-hidden="true">
    <use href="#${id}" width="${box ? 60 : '100%'}" height="${box ? 60 : '100%'}"/>
</svg>`;

/** A piece somewhere in a drawing. @param {string} id @param {string} classes @param {number} x
 *  @param {number} y @param {number} w @param {number} [h] */
export const at = (id, classes, x, y, w, h = w) => html`<svg class="${classes}" x="${x}" y="${y}"
    width="${w}" height="${h}">
    <use href="#${id}" width="100%" height="100%"/>
</svg>`;

const ICONS = /** @type {Record<string, string>} */ ({
    back: 'M15 5 8 12l7 7', menu: 'M5 7h14M5 12h14M5 17h14',
    book: 'M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1Zm0 0v14',
    sound: 'M4 10v4h4l5 4V6L8 10ZM17 9a4 4 0 0 1 0 6',
    quiet: 'M4 10v4h4l5 4V6L8 10ZM17 10l4 4M21 10l-4 4',
    gear: 'M4 7h8M18 7h2M15 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM4 17h2M12 17h8'
        + 'M9 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
    globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18',
    moon: 'M19 14A8 8 0 0 1 10 4a8 8 0 1 0 9 10Z',
    day: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4'
        + 'M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19',
    bulb: 'M9 18h6M10 21h4M8.5 15C6 13 5.5 10 6.5 8a6 6 0 0 1 11 0c1 2 .5 5-2 7Z',
    flag: 'M6 21V4h11l-2 4 2 4H6',
    hand: 'M8 13V6.5a1.5 1.5 0 0 1 3 0V11m0-6a1.5 1.5 0 0 1 3 0v6m0-5a1.5 1.5 0 0 1 3 0v6m0-3'
        + 'a1.5 1.5 0 0 1 3 0V15a6 6 0 0 1-6 6h-2c-2 0-3.5-1-4.5-3L5 14a1.6 1.6 0 0 1 3-1',
    undo: 'M9 7 4 12l5 5M4 12h10a5 5 0 0 1 5 5v1', check: 'M5 12.5 10 17.5 19 7',
    x: 'M7 7l10 10M17 7 7 17',
    people: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 20c0-4 3-6 6-6s6 2 6 6'
        + 'M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3 2.8 3 5.5',
    play: 'M8 5v14l11-7Z', puzzle: 'M4 8h5a2.5 2.5 0 1 1 5 0h6v5a2.5 2.5 0 1 0 0 5v3H4Z',
    right: 'M9 5l7 7-7 7',
    down: 'M6 9l6 6 6-6', again: 'M20 12a8 8 0 1 1-3-6.2M20 3v5h-5',
    list: 'M8 6h12M8 12h12M8 18h12M4 6h.1M4 12h.1M4 18h.1',
    pen: 'M4 20l1-5L16 4l4 4L9 19ZM14 6l4 4',
    eye: 'M2 12c4-7 16-7 20 0-4 7-16 7-20 0ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
    clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3 2',
    share: 'M12 15V4M8 7.5 12 3.5 16 7.5M6 12H5v8h14v-8h-1', save: 'M12 4v11M8 11l4 4 4-4M5 20h14',
    draw: 'M5 9h14M5 15h14',
    phone: 'M7 2.5h10v19H7ZM11 18.5h2', lock: 'M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
    up: 'M12 20V5M6 11l6-6 6 6',
    pause: 'M9 6v12M15 6v12', talk: 'M4 5h16v11H10l-5 4v-4H4Z',
    open: 'M4 6h5l2 2h9v11H4Z',
    code: 'M4 4h6v6H4ZM14 4h6v6h-6ZM4 14h6v6H4ZM14 14h2v2M20 14v2M18 18h2v2M14 20h2',
    horn: 'M4 10v4h3l9 5V5L7 10ZM19 10a3 3 0 0 1 0 4', chart: 'M4 19h16M5 15l4-5 4 3 6-8',
    trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13', first: 'M7 5v14M18 5l-8 7 8 7Z',
    more: 'M5 12h.1M12 12h.1M19 12h.1', pencil: 'M4 20l1-5L16 4l4 4L9 19Z',
});
/** @param {string} name @param {string} [classes] */
export const icon = (name, classes = '') => html`<svg class="ic ${classes}" viewBox="0 0 24 24"
    aria-hidden="true">
    <path d="${ICONS[name]}"/>
</svg>`;

/** Once what was drawn until now is on the screen; where nobody looks there is nothing to wait
 *  for. */
export const painted = () => new Promise((done) => {
    if (document.hidden) setTimeout(done);
    else requestAnimationFrame(() => setTimeout(done));
});

/** @param {number} ms */
export const wait = (ms) => new Promise((done) => setTimeout(done, ms));

const TOGETHER_MS = 150; // screen readers lose or reorder what comes one by one within a moment
/** @type {string[]} */
let toSay = [];
/** Says something to people who listen instead of looking. @param {string} text */
export function announce(text) {
    if (!text || toSay.push(text) > 1) return;
    setTimeout(() => {
        const room = document.getElementById('live'), line = document.createElement('p');
        line.textContent = toSay.join(' ');
        toSay = [];
        room?.append(line);
        while (room && room.childElementCount > 8) room.firstElementChild?.remove();
    }, TOGETHER_MS);
}

let titled = 'Pond', waiting = 0;
const showTitle = () => {
    document.title = waiting > 0 ? `(${waiting}) ${titled}` : titled;
};
/** The title of the window. @param {string} text */
export function title(text) {
    titled = text;
    showTitle();
}
/** So many games wait elsewhere: a number before the title. @param {number} count */
export function badge(count) {
    waiting = count;
    showTitle();
}

/** Waits for the styles that a screen brings with it. @param {string} sheet */
export function dress(sheet) {
    if (document.querySelector(`link[href="${sheet}"]`)) return Promise.resolve();
    const link = Object.assign(document.createElement('link'), {rel: 'stylesheet', href: sheet});
    document.head.append(link);
    return new Promise((done) => {
        link.onload = link.onerror = done;
    });
}

/** A question in a dialog: resolves to the value of the button, '' when it was closed, or left
 *  behind for another screen. @param {Markup} body @param {{classes?: string}} [more]
 *  @returns {Promise<string>} */
export function dialog(body, {classes = ''} = {}) {
    const box = /** @type {HTMLDialogElement} */ (
        make(html`<dialog class="${classes}"><form method="dialog">${body}</form></dialog>`));
    box.setAttribute('aria-label', box.querySelector('h2')?.textContent ?? '');
    document.body.append(box);
    return new Promise((done) => {
        box.addEventListener('click', (event) => {
            if (event.target === box) box.close('');
        });
        const left = () => box.close('');
        addEventListener('hashchange', left);
        box.addEventListener('close', () => {
            removeEventListener('hashchange', left);
            box.remove();
            done(box.returnValue);
        });
        box.showModal();
    });
}

/** A short message at the edge of the window that goes by itself. @param {string} text */
export function toast(text) {
    for (const old of document.querySelectorAll('.toast')) old.remove();
    const box = make(html`<div class="toast" aria-hidden="true">${text}</div>`);
    document.body.append(box);
    announce(text);
    setTimeout(() => box.remove(), Math.max(2500, text.length * 70));
    return box;
}
