// notice.mjs: what the host of the server wants everyone to know, above every screen.

import {announce, html, icon, make} from './dom.mjs';
import {t} from './words.mjs';

let closed = ''; // the last one that was put away

/** @param {{text: string, maintenance: boolean}} notice an empty one takes it away */
export function showNotice({text, maintenance}) {
    document.querySelector('.notice')?.remove();
    const words = [text, maintenance ? t('MAINTENANCE') : ''].filter(Boolean).join(' ');
    if (!words || words === closed) return;
    const box = make(html`<aside class="notice" aria-label="${t('NOTICE')}">
        ${icon('horn')}
        <span class="grow">${words}</span>
        <button class="ib" aria-label="${t('CLOSE')}">${icon('x')}</button>
    </aside>`);
    box.querySelector('button')?.addEventListener('click', () => {
        closed = words;
        box.remove();
    });
    document.body.prepend(box);
    announce(words);
}
