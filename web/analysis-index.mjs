// analysis-index.mjs: the ways into the analysis board: a game from its beginning, an analysis of
// this device, and a text: a record, a position or a link.

import {analyse, analyses, keptAnalysis, removeAnalysis} from './analyses.mjs';
import {ask, games, Refusal} from './core.mjs';
import {all, html, icon, make, one, title} from './dom.mjs';
import {recordOf} from './editor-text.mjs';
import {tabs, top} from './home.mjs';
import {kindOf, TITLES} from './kinds.mjs';
import {portrait, sure} from './look.mjs';
import {hasScreen} from './screens.mjs';
import {day, n, t} from './words.mjs';

const BYTES_MAX = 1 << 20;

/** The address that a link leads to here. @param {string} link */
const addressHere = (link) => link.replace(/^#\/open\//, '#/analysis/at/')
    .replace(/^#\/play\/at\/(\w+)\/([^/]*)\/[^/]*\//, '#/analysis/$1/$2/');

/** The address that a text leads to; throws a Refusal. @param {string} text */
async function addressOf(text) {
    const link = /#\/(?:analysis|open|play\/at)\/\S+/.exec(text)?.[0], whole = text.trim();
    if (link) return addressHere(link);
    if (text.length > BYTES_MAX) throw new Refusal(t('RECORD_LONG'));
    const record = recordOf(text.trimStart());
    if (record) {
        await ask('treeRead', record, 'x');
        return analyse({record});
    }
    const {game, options} = await ask('find', whole);
    await ask('treeBegin', game, options, 'x', whole);
    return analyse({game, options, position: whole});
}

/** @param {{game: string}} one */
const beginMarkup = ({game}) => html`<a class="btn" href="${
    analyse({game, options: kindOf(game).start?.options ?? ''})}">${icon('chart')}${
    TITLES[game]}</a>`;

const textForm = () => html`<form class="panel"><div class="field"><label for="text"><b>${
    t('ANALYSIS_TEXT')}</b></label><textarea id="text" rows="4" spellcheck="false"
    autocomplete="off"></textarea></div><div class="field"><label for="file"><b>${
    t('OPEN_FILE')}</b></label><input id="file" type="file" accept=".pond,.txt,text/plain"></div><p
    class="why" role="alert"></p><button class="btn">${icon('open')}${t('OPEN')}</button></form>`;

/** Which one it is, in words. @param {import('./analyses.mjs').Kept} one */
const called = ({game, when, moves}) =>
    `${TITLES[game] ?? game}, ${n('MOVES', moves)}, ${day(when)}`;

/** @param {import('./analyses.mjs').Kept} one */
function keptMarkup(one) {
    const {id, game, options, when, moves} = one;
    /** @param {string} word */
    const name = (word) => `${t(word)}${t('COLON')}${called(one)}`;
    return html`<article class="panel kept"><span class="frog">${
        portrait(game, 0, options)}</span><div class="grow"><b>${TITLES[game] ?? game}</b>, ${
        n('MOVES', moves)}<div class="s">${day(when)}</div></div><a class="btn small"
        href="#/analysis/id/${id}" aria-label="${name('GO_ON')}">${t('GO_ON')}</a><button
        class="ib" data-id="${id}" aria-label="${name('THROW_AWAY')}">${
        icon('trash')}</button></article>`;
}

/** Deletes one, if that is meant. @param {string | undefined} id
 *  @returns {Promise<boolean>} whether it is gone */
async function thrownAway(id) {
    const one = keptAnalysis(id ?? '');
    if (one && !await sure(n('DELETE_SURE', one.moves), called(one), t('THROW_AWAY'))) return false;
    removeAnalysis(id ?? '');
    return true;
}

/** Opens what is pasted or chosen. @param {Element} page @param {(hash: string) => void} go */
function listen(page, go) {
    const area = /** @type {HTMLTextAreaElement} */ (one(page, 'textarea'));
    const why = one(page, '.why');
    const open = async () => {
        try {
            why.textContent = '';
            go(await addressOf(area.value));
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            const {line, message} = error;
            why.textContent = line > 0 ? t('RECORD_LINE', line, message) : message;
        }
    };
    one(page, '#file').addEventListener('change', async ({target}) => {
        const [file] = /** @type {HTMLInputElement} */ (target).files ?? [];
        if (!file) return;
        area.value = file.size > BYTES_MAX ? '' : await file.text();
        if (file.size > BYTES_MAX) why.textContent = t('RECORD_LONG');
        else await open();
    });
    one(page, 'form').addEventListener('submit', (event) => {
        event.preventDefault();
        void open();
    });
}

/** @param {HTMLElement} host @param {(hash: string) => void} go */
export async function index(host, go) {
    const kept = analyses(), list = await games();
    const page = make(html`<div><main class="narrow"><h1>${t('ANALYSIS')}</h1><p>${
        t('ANALYSIS_HELP')}</p><div class="row wrap">${list.map(beginMarkup)}${
        hasScreen('editor') ? html`<a class="btn soft" href="#/editor">${
            t('EDIT_POSITION')}</a>` : ''}</div>${textForm()}${
        kept.length > 0 ? html`<h2>${t('ANALYSES_KEPT')}</h2>` : ''}${
        kept.map(keptMarkup)}</main></div>`);
    page.prepend(top('analysis'));
    page.append(tabs('analysis'));
    host.replaceChildren(page);
    title(`${t('ANALYSIS')}, Pond`);
    listen(page, go);
    for (const [i, button] of all(page, '[data-id]').entries()) {
        button.addEventListener('click', async () => {
            if (!await thrownAway(button.dataset.id)) return;
            await index(host, go);
            const left = all(host, '[data-id]'); // the focus goes to the next one
            (left[i] ?? left.at(-1) ?? one(host, 'textarea')).focus();
        });
    }
}
