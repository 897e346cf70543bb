// analysis-index.mjs: the ways into the analysis board: a game from its beginning, an analysis of
// this device, and a text: a record, a position or a link.

import {analyse, analyses, removeAnalysis} from './analyses.mjs';
import {ask, games, Refusal} from './core.mjs';
import {all, html, icon, make, one, title} from './dom.mjs';
import {tabs, top} from './home.mjs';
import {kindOf, TITLES} from './kinds.mjs';
import {portrait} from './look.mjs';
import {hasScreen} from './screens.mjs';
import {day, n, t} from './words.mjs';

const BYTES_MAX = 1 << 20;

/** The address that a text leads to; throws a Refusal. @param {string} text */
export async function addressOf(text) {
    const link = /#\/(?:analysis|open|play\/at)\/\S+/.exec(text)?.[0];
    if (link) return link.replace(/^#\/open\//, '#/analysis/at/').replace(/^#\/play\/at\/(\w+)\/([^/]*)\/[^/]*\//, '#/analysis/$1/$2/');
    if (text.length > BYTES_MAX) throw new Refusal(t('RECORD_LONG'));
    if (/^\s*\[/.test(text)) {
        await ask('treeRead', text, 'x');
        return analyse({record: text});
    }
    const whole = text.trim();
    for (const {game, options: known} of whole ? await games() : []) { // the core knows which game it is of
        const counts = known.find(({name}) => name === 'players')?.choices ?? [];
        for (const options of counts.length > 0 ? counts.map((count) => `players=${count}`) : ['']) {
            const fits = await ask('treeBegin', game, options, 'x', whole).then(() => true, () => false);
            if (fits) return analyse({game, options, position: whole});
        }
    }
    throw new Refusal(t('TEXT_UNKNOWN'));
}

/** @param {HTMLElement} host @param {(hash: string) => void} go */
export async function index(host, go) {
    const kept = analyses(), list = await games();
    const page = make(html`<div><main class="narrow"><h1>${t('ANALYSIS')}</h1><p>${t('ANALYSIS_HELP')}</p>
        <div class="row wrap">${list.map(({game}) => html`<a class="btn" href="${analyse({game, options: kindOf(game).start?.options ?? ''})}">${icon('chart')}${TITLES[game]}</a>`)}${hasScreen('editor') ? html`<a class="btn soft" href="#/editor">${t('EDIT_POSITION')}</a>` : ''}</div>
        <form class="panel"><div class="field"><label for="text"><b>${t('ANALYSIS_TEXT')}</b></label><textarea id="text" rows="4" spellcheck="false" autocomplete="off"></textarea></div>
            <div class="field"><label for="file"><b>${t('OPEN_FILE')}</b></label><input id="file" type="file" accept=".pond,.txt,text/plain"></div><p class="why" role="alert"></p><button class="btn">${icon('open')}${t('OPEN')}</button></form>
        ${kept.length > 0 ? html`<h2>${t('ANALYSES_KEPT')}</h2>` : ''}${kept.map(({id, game, options, when, moves}) => html`<article class="panel kept"><span class="frog">${portrait(game, 0, options)}</span><div class="grow"><b>${TITLES[game] ?? game}</b>, ${n('MOVES', moves)}<div class="s">${day(when)}</div></div><a class="btn small" href="#/analysis/id/${id}">${t('GO_ON')}</a><button class="ib" data-id="${id}" aria-label="${t('THROW_AWAY')}">${icon('trash')}</button></article>`)}</main></div>`);
    page.prepend(top('analysis'));
    page.append(tabs('analysis'));
    host.replaceChildren(page);
    title(`${t('ANALYSIS')}, Pond`);
    const area = /** @type {HTMLTextAreaElement} */ (one(page, 'textarea')), why = one(page, '.why');
    const open = async () => {
        try {
            why.textContent = '';
            go(await addressOf(area.value));
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            why.textContent = error.line > 0 ? t('RECORD_LINE', error.line, error.message) : error.message;
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
    for (const button of all(page, '[data-id]')) {
        button.addEventListener('click', () => {
            removeAnalysis(String(button.dataset.id));
            void index(host, go);
        });
    }
}
