// share.mjs: a game leaves the page: as a link, a record, or a picture of the board.

import {dialog, html, icon, toast} from './dom.mjs';
import {positionLink, recordLink} from './link.mjs';
import {t} from './words.mjs';

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** @param {string} text */
async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        toast(t('COPIED'));
    } catch {
        await dialog(html`<h2>${t('COPY_THIS')}</h2><textarea rows="4" readonly>${text}</textarea><div class="row end"><button class="btn" value="">${t('CLOSE')}</button></div>`);
    }
}

/** What a drawing needs besides its shapes: presentation that style sheets gave it. */
const KEPT = ['fill', 'stroke', 'stroke-width', 'opacity', 'display', 'color', 'transform', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'fill-opacity', 'stroke-opacity', 'visibility', 'font', 'text-anchor'];

/** Copies a drawing with its computed look, `use` resolved. @param {Element} source @returns {Element} */
function frozen(source) {
    if (source instanceof SVGUseElement) {
        const id = source.getAttribute('href') ?? '';
        const target = document.querySelector(id);
        const group = document.createElementNS('http://www.w3.org/2000/svg', target instanceof SVGSymbolElement ? 'svg' : 'g');
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
        } else if (source.getAttribute('transform')) group.setAttribute('transform', source.getAttribute('transform') ?? '');
        return group;
    }
    return /** @type {Element} */ (source.cloneNode(false));
}

/** A drawing of every piece of a board where it stands, as one SVG. The pieces are put into a
 *  hidden place one by one, so that their colours can be read from the page.
 *  @param {HTMLElement} stage */
export function boardSvg(stage) {
    const frame = stage.getBoundingClientRect();
    const sheet = document.createElement('div');
    sheet.className = 'unseen';
    document.body.append(sheet);
    /** @param {Element} source @param {Element} parent live copy whose computed style is read
     *  @returns {Element} */
    const resolve = (source, parent) => {
        const live = frozen(source);
        parent.append(live);
        const target = source instanceof SVGUseElement ? document.querySelector(source.getAttribute('href') ?? '') : source;
        const children = source instanceof SVGUseElement && !(target instanceof SVGSymbolElement) ? (target ? [target] : []) : [...(target?.children ?? [])];
        if (live instanceof SVGElement && source instanceof SVGUseElement && source.getAttribute('color')) live.setAttribute('color', source.getAttribute('color') ?? '');
        for (const child of children) resolve(child, live);
        return live;
    };
    /** @param {Element} live */
    const bake = (live) => {
        const computed = getComputedStyle(live);
        const values = KEPT.map((name) => [name, computed.getPropertyValue(name)]).filter(([, value]) => value && value !== 'none 0s ease 0s');
        for (const child of [...live.children]) bake(child);
        for (const [name, value] of values) {
            if (name === 'display' && value !== 'none') continue;
            if (name === 'transform' && (value === 'none' || live.hasAttribute('transform'))) continue;
            live.setAttribute(name, value);
        }
        live.removeAttribute('class');
        live.removeAttribute('id');
        if (computed.display === 'none') live.remove();
    };
    const parts = [];
    const background = getComputedStyle(document.documentElement);
    parts.push(`<rect width="${frame.width}" height="${frame.height}" rx="24" fill="${background.getPropertyValue('--w1')}"/>`);
    for (const frog of stage.querySelectorAll('.blink')) frog.classList.remove('blink');
    /** What is drawn by style sheets alone: the light under a row, the frame of the arena.
     *  @param {string} selector */
    const boxes = (selector) => [...stage.querySelectorAll(selector)].map((element) => {
        const box = element.getBoundingClientRect(), look = getComputedStyle(element);
        const framed = look.borderTopStyle === 'solid';
        return `<rect x="${box.left - frame.left}" y="${box.top - frame.top}" width="${box.width}" height="${box.height}" rx="12" fill="${framed ? 'none' : look.backgroundColor}" stroke="${framed ? look.borderTopColor : 'none'}" stroke-width="3"/>`;
    });
    const drawings = [...stage.querySelectorAll('svg.piece')].filter((drawing) => drawing.getClientRects().length > 0);
    const order = (/** @type {Element} */ drawing) => (drawing.closest('.crown') ? 3 : drawing.closest('.frog, .ring') ? 2 : drawing.closest('.mark') ? 1 : 0);
    drawings.sort((a, b) => order(a) - order(b));
    let ground = true;
    for (const drawing of drawings) {
        if (ground && order(drawing) > 0) {
            parts.push(...boxes('.glow'), ...boxes('.arena'));
            ground = false;
        }
        const holder = document.createElement('div');
        for (let up = drawing.parentElement; up && up !== stage; up = up.parentElement) holder.className += ` ${up.className}`;
        holder.className = `${holder.className} ${drawing.getAttribute('class') ?? ''}`.replace(/\bpiece\b/g, '');
        sheet.append(holder);
        const live = resolve(drawing, holder);
        const box = drawing.getBoundingClientRect();
        const turned = /** @type {HTMLElement | null} */ (drawing.closest('.turned'));
        const turn = turned ? /rotate\(([-\d.]+)deg\)/.exec(turned.style.transform)?.[1] : undefined;
        const own = /** @type {HTMLElement} */ (drawing.parentElement ?? drawing);
        const width = turned ? own.clientWidth : box.width, height = turned ? own.clientHeight : box.height;
        const x = box.left + box.width / 2 - width / 2 - frame.left, y = box.top + box.height / 2 - height / 2 - frame.top;
        const first = live.firstElementChild;
        bake(live);
        if (first) {
            for (const [name, value] of [['width', width], ['height', height]]) if (!first.getAttribute('viewBox') || first === live.firstElementChild) first.setAttribute(String(name), String(value));
        }
        parts.push(`<g transform="translate(${x} ${y})${turn ? ` rotate(${turn} ${width / 2} ${height / 2})` : ''}">${live.innerHTML}</g>`);
        holder.remove();
    }
    sheet.remove();
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${frame.width} ${frame.height}" width="${frame.width}" height="${frame.height}">${parts.join('\n')}</svg>`;
}

/** @param {string} text @param {HTMLElement} stage @returns {Promise<Blob>} */
async function png(text, stage) {
    const {width, height} = stage.getBoundingClientRect();
    const image = new Image(width, height);
    image.src = URL.createObjectURL(new Blob([text], {type: 'image/svg+xml'}));
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), {width: width * 2, height: height * 2});
    canvas.getContext('2d')?.drawImage(image, 0, 0, width * 2, height * 2);
    URL.revokeObjectURL(image.src);
    return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('png'))), 'image/png'));
}

/** @param {import('./table.mjs').Table} table @param {HTMLElement} whole */
export async function exportDialog(table, whole) {
    const stage = /** @type {HTMLElement} */ (whole.querySelector('.pads') ?? whole);
    const hidden = table.game === 'quibbles' && !table.over; // the others' hands are not for sharing
    const answer = await dialog(html`<h2>${t('SHARE')}</h2><div class="menu-list">
        ${hidden ? '' : html`<button class="btn soft" value="game">${icon('share')}${t('SHARE_GAME')}</button><button class="btn soft" value="position">${icon('share')}${t('SHARE_POSITION')}</button>`}
        <button class="btn soft" value="record">${icon('save')}${t('SAVE_RECORD')}</button>
        <button class="btn soft" value="svg">${icon('save')}${t('SAVE_SVG')}</button><button class="btn soft" value="png">${icon('save')}${t('SAVE_PNG')}</button></div>
        <div class="row end"><button class="btn" value="">${t('CLOSE')}</button></div>`, {classes: 'menu'});
    const name = `${table.game}-${new Date().toISOString().slice(0, 10)}`;
    if (answer === 'game') await copy(await recordLink(await table.record()));
    if (answer === 'position') await copy(positionLink(table.game, table.options, await table.position()));
    if (answer === 'record') download(new Blob([await table.record()], {type: 'text/plain'}), `${name}.pond`);
    if (answer === 'svg') download(new Blob([boardSvg(stage)], {type: 'image/svg+xml'}), `${name}.svg`);
    if (answer === 'png') download(await png(boardSvg(stage), stage), `${name}.png`);
}
