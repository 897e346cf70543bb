// games.mjs: the games on this device: continue, view or delete one.

import {all, html, icon, make} from './dom.mjs';
import {tabs, top} from './home.mjs';
import {TITLES} from './kinds.mjs';
import {portrait, sure} from './look.mjs';
import {clear, remove, shelf} from './shelf.mjs';
import {day, list, t} from './words.mjs';

/** How a kept game stands. @param {import('./shelf.mjs').Kept} kept */
function state({result, seats, mine}) {
    if (result === null) return t(mine ? 'YOUR_TURN' : 'GOES_ON');
    const winner = /^seat (\d)$/.exec(result);
    if (result === 'draw') return t('DRAWN');
    if (result === 'dummy') return t('DUMMY_WON');
    const seat = winner ? seats[Number(winner[1])] : undefined;
    const alone = seats.filter(({kind}) => kind === 'human').length === 1;
    return seat?.kind === 'human' && alone ? t('YOU_WON') : t('WON', seat?.name ?? '');
}

/** @type {import('./screens.mjs').Show} */
export function show(host, _path, go) {
    const games = shelf();
    const page = make(html`<div>
        <main class="narrow">
            <h1>${t('MY_GAMES')}</h1>
            ${games.length === 0
                ? html`<p class="panel">${t('NO_GAMES')}</p>`
                : games.map((kept) => html`<article class="panel kept">
                    <span class="frog">${portrait(kept.game, 0, kept.options)}</span>
                    <div class="grow">
                        <b>${TITLES[kept.game]}</b>, ${state(kept)}
                        <div class="s">
                            ${list(kept.seats.map(({name}) => name))}, ${day(kept.when)}
                        </div>
                    </div>
                    <a class="btn ${kept.result === null ? '' : 'soft'} small"
                        href="#/play/id/${kept.id}">${
                            t(kept.result === null ? 'GO_ON' : 'LOOK_AT')}</a>
                    ${kept.ply > 1 ? html`<a class="btn soft small" href="#/review/${kept.id}">
                        ${t('REVIEW')}
                    </a>` : ''}
                    <button class="ib" data-id="${kept.id}" aria-label="${t('THROW_AWAY')}${
                        t('COLON')}${TITLES[kept.game]}, ${day(kept.when)}">
                        ${icon('trash')}
                    </button>
                </article>`)}
            <div class="row wrap">
                <a class="btn soft" href="#/open">${icon('open')}${t('OPEN_RECORD')}</a>
                ${games.length > 1 ? html`<button class="btn quiet all">${t('THROW_ALL')}</button>`
                    : ''}
            </div>
        </main>
    </div>`);
    page.prepend(top('games'));
    page.append(tabs('games'));
    for (const button of all(page, '[data-id]')) {
        button.addEventListener('click', async () => {
            if (!await sure(String(button.getAttribute('aria-label')), '', t('THROW_AWAY'))) return;
            remove(String(button.dataset.id));
            void show(host, [], go);
        });
    }
    page.querySelector('.all')?.addEventListener('click', async () => {
        if (!await sure(t('THROW_ALL_SURE'), '', t('THROW_ALL'))) return;
        clear();
        void show(host, [], go);
    });
    host.replaceChildren(page);
}
