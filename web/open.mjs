// open.mjs: a record is opened: from a file, from pasted text, or from the address itself.

import {lookOf, Refusal, replay} from './core.mjs';
import {html, icon, make, one} from './dom.mjs';
import {tabs, top} from './home.mjs';
import {recordFromLink} from './link.mjs';
import {newSeed, seatsOf, Table} from './table.mjs';
import {keep} from './shelf.mjs';
import {t} from './words.mjs';

const BYTES_MAX = 1 << 20;

/** Reads a record and makes a table of it, kept on this device. @param {string} record */
async function tableOf(record) {
    if (record.length > BYTES_MAX) throw new Refusal(t('RECORD_LONG'));
    const look = await lookOf(record);
    await replay(record);
    const seats = seatsOf(Array(look.seats).fill('human'));
    for (const [, seat, name] of record.matchAll(/^\[Seat(\d) "((?:[^"\\]|\\.)*)"\]/gm)) {
        const place = seats[Number(seat)];
        if (place && name) delete place.person;
        if (place && name) {
            place.name = name.replace(/\\(.)/g, '$1')
                .replace(/^level:(\d)$/, (_, level) => t('ROBOT_NAME', level)).slice(0, 24);
        }
    }
    return new Table({game: look.game, options: look.options, seats, record, seed: newSeed()});
}

/** @type {import('./screens.mjs').Show} */
export async function show(host, [packed = ''], go) {
    const page = make(html`<div>
        <main class="narrow">
            <h1>${t('OPEN_RECORD')}</h1>
            <form class="panel">
                <p>${t('OPEN_HELP')}</p>
                <div class="field">
                    <label for="file"><b>${t('OPEN_FILE')}</b></label>
                    <input id="file" type="file" accept=".pond,.txt,text/plain">
                </div>
                <div class="field">
                    <label for="text"><b>${t('OPEN_PASTE')}</b></label>
                    <textarea id="text" rows="10" spellcheck="false" autocomplete="off"></textarea>
                </div>
                <p class="why" role="alert"></p>
                <button class="btn">${icon('open')}${t('OPEN')}</button>
            </form>
        </main>
    </div>`);
    page.prepend(top('games'));
    page.append(tabs('games'));
    host.replaceChildren(page);
    const area = /** @type {HTMLTextAreaElement} */ (one(page, 'textarea')),
        why = one(page, '.why');
    /** @param {string} record */
    const open = async (record) => {
        try {
            why.textContent = '';
            const table = await tableOf(record);
            table.script.log = [];
            await table.begin();
            keep(table, true,
                Date.parse(/^\[Date "([^"]*)"\]/m.exec(record)?.[1] ?? '') || undefined);
            go(`#/play/id/${table.id}`);
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            why.textContent =
                error.line > 0 ? t('RECORD_LINE', error.line, error.message) : error.message;
        }
    };
    one(page, '#file').addEventListener('change', async (event) => {
        const [file] = /** @type {HTMLInputElement} */ (event.target).files ?? [];
        if (!file) return;
        if (file.size > BYTES_MAX) why.textContent = t('RECORD_LONG');
        else {
            area.value = await file.text();
            await open(area.value);
        }
    });
    one(page, 'form').addEventListener('submit', (event) => {
        event.preventDefault();
        void open(area.value);
    });
    if (packed) {
        try {
            area.value = await recordFromLink(packed);
            await open(area.value);
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            why.textContent = error.message;
        }
    }
}
