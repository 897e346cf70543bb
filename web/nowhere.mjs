// nowhere.mjs: an address that leads nowhere: says so, says why, and offers the ways that exist.

import {html, icon, make} from './dom.mjs';
import {tabs, top} from './home.mjs';
import {PLACES} from './screens.mjs';
import {t} from './words.mjs';

/** @param {HTMLElement} host @param {string} why a sentence
 *  @param {readonly (readonly [string, string, string])[]} [ways] where to go instead: address,
 *  icon, word */
export function nowhere(host, why, ways = [['', 'play', 'HOME']]) {
    const page = make(html`<div>
        <main class="panel lonely">
            <h1>${t('LINK_BAD')}</h1>
            <p>${why}</p>
            <div class="menu-list short">${ways.map(([hash, sign, word], i) => html`<a
                class="btn ${i ? 'soft' : ''}" href="#/${hash}">
                ${icon(sign)}${t(word)}
            </a>`)}</div>
        </main>
    </div>`);
    page.prepend(top('-'));
    page.append(tabs('-'));
    host.replaceChildren(page);
}

/** @type {import('./screens.mjs').Show} */
export function show(host) {
    nowhere(host, t('NO_SUCH_PLACE'), PLACES);
}
