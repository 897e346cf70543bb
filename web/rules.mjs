// rules.mjs: the rules of a game as a page, from the same texts that the program prints.

import {kindOf, KINDS, TITLES} from './kinds.mjs';
import {games} from './core.mjs';
import {html, icon, make} from './dom.mjs';
import {tabs, top} from './home.mjs';
import {portrait} from './look.mjs';
import {nowhere} from './nowhere.mjs';
import {PLACES} from './screens.mjs';
import {bound, language, t} from './words.mjs';

/** Marks inside a line: bold, code, emphasis. @param {string} text */
const inline = (text) => text.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*)/).map((part) => {
    if (part.startsWith('**')) return html`<b>${part.slice(2, -2)}</b>`;
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`;
    if (part.length > 2 && part.startsWith('*') && part.endsWith('*')) {
        return html`<em>${part.slice(1, -1)}</em>`;
    }
    return part;
});

/** The little of Markdown that the rules use. @param {string} text */
export function markdown(text) {
    const blocks = [];
    const lines = text.split('\n');
    for (let i = 0; i < lines.length;) {
        const line = lines[i];
        const take = (/** @type {(line: string) => boolean} */ more) => {
            const taken = [];
            while (i < lines.length && more(lines[i])) taken.push(lines[i++]);
            return taken;
        };
        const heading = /^(#+) (.*)/.exec(line);
        if (line.trim() === '') i++;
        else if (heading) {
            i++;
            const body = inline(heading[2]);
            blocks.push(heading[1].length === 1
                ? html`<h1>${body}</h1>`
                : heading[1].length === 2 ? html`<h2>${body}</h2>`
                : html`<h3>${body}</h3>`);
        } else if (line.startsWith('```')) {
            i++;
            const code = take((one) => !one.startsWith('```'));
            i++;
            blocks.push(html`<pre tabindex="0">${code.join('\n')}</pre>`);
        } else if (line.startsWith('    ')) { // a drawing
            blocks.push(html`<pre tabindex="0">${take((one) => one.startsWith('    '))
                .map((one) => one.slice(4)).join('\n')}</pre>`);
        } else if (/^\|/.test(line)) {
            const rows = take((one) => one.startsWith('|'))
                .filter((one) => !/^\|[-| :]+\|$/.test(one))
                .map((one) => one.slice(1, -1).split('|').map((cell) => inline(cell.trim())));
            blocks.push(html`<div class="tablebox" tabindex="0">
                <table>
                    <thead><tr>${rows[0].map((cell) => html`<th>${cell}</th>`)}</tr></thead>
                    <tbody>${rows.slice(1).map((row) =>
                        html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
                </table>
            </div>`);
        } else if (/^(- |\d+\. )/.test(line)) {
            const ordered = /^\d/.test(line);
            const items = take(
                (one) => one.trim() !== '' && (/^(- |\d+\. )/.test(one) || /^\s+\S/.test(one)))
                .reduce((/** @type {string[]} */ all, one) => {
                    if (/^(- |\d+\. )/.test(one)) all.push(one.replace(/^(- |\d+\. )/, ''));
                    else all[all.length - 1] += ` ${one.trim()}`;
                    return all;
                }, []);
            const list = items.map((item) => html`<li>${inline(item)}</li>`);
            blocks.push(ordered ? html`<ol>${list}</ol>` : html`<ul>${list}</ul>`);
        } else {
            blocks.push(html`<p>${inline(
                take((one) => one.trim() !== '' && !/^(#|```|\||- )/.test(one)).join(' '))}</p>`);
        }
    }
    return html`${blocks}`;
}

/** @type {import('./screens.mjs').Show} */
export async function show(host, [game = '']) {
    const known = Object.hasOwn(KINDS, game) || (await games()).some((one) => one.game === game);
    if (game && !known) {
        nowhere(host, t('NO_SUCH_PLACE'), PLACES);
        return;
    }
    const page = make(html`<div>
        <main class="narrow">${known
            ? html`
                <div class="row wrap">
                    <a class="btn small" href="#/play/${game}">${icon('play')}${t('PLAY_NOW')}</a>
                    <a class="btn soft small" href="#/rules">${icon('book')}${t('ALL_RULES')}</a>
                </div>
                <article class="panel prose" lang="${language()}">${await rulesOf(game)}</article>
            `
            : html`
                <h1>${t('RULES')}</h1>
                ${Object.entries(KINDS).map(([name, {title, what}], i) => html`<a
                    class="panel card-link" href="#/rules/${name}">
                    <span class="dot">${portrait(name, kindOf(name).armies ? 0 : i, '')}</span>
                    <span class="grow"><b>${title}</b><br><span class="s">${t(what)}</span></span>
                    ${icon('right')}
                </a>`)}`}</main>
    </div>`);
    page.prepend(top('rules'));
    page.append(tabs('rules'));
    host.replaceChildren(page);
}

/** The rules of a game, in the language of the page. @param {string} game */
export const rulesOf = async (game) => markdown(await text(game));

/** The last section of every rules page: options and notation as programs write them. */
const FOR_PROGRAMS = /\n## (?![^]*\n## )[^]*/;

/** @param {string} game */
async function text(game) {
    const answer = await fetch(`/rules/${game}.${language()}.md`);
    if (answer.status === 404) return t('RULES_NONE', TITLES[game]);
    if (!answer.ok) return t('RULES_MISSING');
    const rules = (await answer.text()).replace(FOR_PROGRAMS, '');
    return rules.split('\n').map((line) => (line.startsWith('    ') ? line : bound(line)))
        .join('\n'); // drawings and records are as they are
}
