// share.mjs: a game leaves the page: as a link, a record, or a picture of the board.

import {kindOf} from './kinds.mjs';
import {dialog, html, icon, toast} from './dom.mjs';
import {positionLink, recordLink} from './link.mjs';
import {pictureOf} from './picture.mjs';
import {settings} from './settings-store.mjs';
import {t} from './words.mjs';

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** To the clipboard, or shown to be copied by hand where the browser has none for us.
 *  @param {string} text */
export async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        toast(t('COPIED'));
    } catch {
        await dialog(html`
            <h2>${t('COPY_THIS')}</h2>
            <textarea rows="4" readonly>${text}</textarea>
            <div class="row end"><button class="btn" value="">${t('CLOSE')}</button></div>
        `);
    }
}

/** @param {ReturnType<typeof pictureOf>} picture @returns {Promise<Blob>} */
export async function png({svg, width, height}) {
    const image = new Image(width, height);
    image.src = URL.createObjectURL(new Blob([svg], {type: 'image/svg+xml'}));
    await image.decode();
    const canvas =
        Object.assign(document.createElement('canvas'), {width: width * 2, height: height * 2});
    canvas.getContext('2d')?.drawImage(image, 0, 0, width * 2, height * 2);
    URL.revokeObjectURL(image.src);
    return new Promise((done, fail) =>
        canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('png'))), 'image/png'));
}

/** Makes a film of the game while one waits; it can be broken off.
 *  @param {Sharing} table @param {string} record @returns {Promise<Blob | null>} */
async function animation(table, record) {
    const {filmOf} = await import('./film.mjs');
    const stop = new AbortController();
    const asked = dialog(html`
        <h2 id="film">${t('FILM_MAKING')}</h2>
        <progress max="1" value="0" aria-labelledby="film"></progress>
        <div class="row end"><button class="btn soft" value="stop">${t('CANCEL')}</button></div>
    `);
    const box = /** @type {HTMLDialogElement} */ (document.querySelector('dialog[open]'));
    void asked.then(() => stop.abort());
    const bar = /** @type {HTMLProgressElement} */ (box.querySelector('progress'));
    const mine = table.mine < table.seats.length ? table.mine : 0;
    const about = {game: table.game, options: table.options, seats: seatsForOthers(table)};
    try {
        return await filmOf(about, mine, record, {signal: stop.signal, progress: (part) => {
            bar.value = part;
        }});
    } finally {
        box.close('');
    }
}

/** The seats as others read of them: whoever shares is no 'you' to them. @param {Sharing} table
 *  @returns {import('./table.mjs').Seat[]} */
function seatsForOthers({seats}) {
    const alone = seats.filter(({kind}) => kind === 'human').length === 1;
    return seats.map((seat, i) => {
        const own = seat.called
            ?? (alone && seat.person ? settings.name || t('PLAYER', i + 1) : seat.name);
        return {...seat, name: own};
    });
}

/** What a picture of the board says instead of what is written there. @param {Sharing} table
 *  @returns {Map<string, string>} */
function wordsForOthers(table) {
    const {name} = seatsForOthers(table)[table.mine] ?? {};
    return new Map(name && table.seats[table.mine].name === t('YOU')
        ? [[t('YOU'), name], [t('YOUR_COLLECTION'), t('COLLECTION_OF', name)]]
        : []);
}

/** What can be shared: a table, or a game of the past.
 *  @typedef {{game: string, options: string, seats: import('./table.mjs').Seat[], mine: number,
 *  over: boolean, local: boolean, look: import('./core.mjs').Look, record: () =>
 *  Promise<string>, position: () => Promise<string>}} Sharing */

/** @param {Sharing} table @param {HTMLElement} board */
export async function exportDialog(table, board) {
    const {hands, hides} = kindOf(table.game);
    // the others' hands are not for sharing
    const hidden = (hands ?? hides(table.look)) && !table.over;
    const answer = await dialog(html`
        <h2>${t('SHARE')}</h2>
        <div class="menu-list">
            ${hidden
                ? ''
                : html`
                    <button class="btn soft" value="game">
                        ${icon('share')}${t('SHARE_GAME')}
                    </button>
                    <button class="btn soft" value="position">
                        ${icon('share')}${t('SHARE_POSITION')}
                    </button>
                `}
            <button class="btn soft" value="record">${icon('save')}${t('SAVE_RECORD')}</button>
            <button class="btn soft" value="svg">${icon('save')}${t('SAVE_SVG')}</button>
            <button class="btn soft" value="png">${icon('save')}${t('SAVE_PNG')}</button>
            ${hidden && !table.local
                ? ''
                : html`<button class="btn soft" value="gif">
                    ${icon('play')}${t('SAVE_GIF')}
                </button>`}
        </div>
        <div class="row end"><button class="btn" value="">${t('CLOSE')}</button></div>
    `, {classes: 'menu'});
    const picture = () => pictureOf(board, wordsForOthers(table));
    const name = `${table.game}-${new Date().toISOString().slice(0, 10)}`;
    if (answer === 'game') await copy(await recordLink(await table.record()));
    if (answer === 'position') {
        await copy(positionLink(table.game, table.options, await table.position()));
    }
    if (answer === 'record') {
        download(new Blob([await table.record()], {type: 'text/plain'}), `${name}.pond`);
    }
    if (answer === 'svg') {
        download(new Blob([picture().svg], {type: 'image/svg+xml'}), `${name}.svg`);
    }
    if (answer === 'gif') {
        const file = await animation(table, await table.record());
        if (file) download(file, `${name}.gif`);
    }
    if (answer === 'png') download(await png(picture()), `${name}.png`);
}
