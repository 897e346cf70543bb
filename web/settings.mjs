// settings.mjs: the settings screen: language, theme, motion, sound and playing aids.

import {all, html, make} from './dom.mjs';
import {tabs, top} from './home.mjs';
import {set, settings} from './settings-store.mjs';
import {language, LANGUAGE_NAMES, t} from './words.mjs';

const CHOICES = /** @type {const} */ ([
    {name: 'language', title: 'LANGUAGE', values: Object.entries(LANGUAGE_NAMES)},
    {name: 'theme', title: 'THEME',
        values: [['system', 'THEME_SYSTEM'], ['morning', 'THEME_MORNING'], ['dusk', 'THEME_DUSK']]},
    {name: 'motion', title: 'MOTION', values: [['system', 'THEME_SYSTEM'], ['full', 'MOTION_FULL'],
        ['slow', 'MOTION_SLOW'], ['fast', 'MOTION_FAST'], ['off', 'MOTION_OFF']]},
]);
const SWITCHES =
    /** @type {const} */ (['sound', 'letters', 'tutor', 'threats', 'chances', 'seen', 'keys']);

/** @type {import('./screens.mjs').Show} */
export function show(host) {
    const page = make(html`<div>
        <main class="narrow">
            <h1>${t('SETTINGS')}</h1>
            <section class="panel">${CHOICES.map(({name, title, values}) => {
                const now = name === 'language' ? language() : settings[name];
                return html`<div class="field">
                    <b id="set-${name}">${t(title)}</b>
                    <fieldset class="choices" aria-labelledby="set-${name}">${values.map(
                        ([value, word]) => html`<label>
                            <input type="radio" name="${name}" value="${value}"
                                ${value === now ? 'checked' : ''}>
                            <span ${name === 'language' ? html`lang="${value}"` : ''}>${
                                name === 'language' ? word : t(word)}</span>
                        </label>`)}</fieldset>
                </div>`;
            })}</section>
            <section class="panel">
                ${SWITCHES.map((name) => html`<div class="field">
                    <label class="switch">
                        <input type="checkbox" role="switch" name="${name}"
                            ${settings[name] ? 'checked' : ''} aria-describedby="help-${name}">
                        <b>${t(`SET_${name.toUpperCase()}`)}</b>
                    </label>
                    <span class="s" id="help-${name}">${t(`SET_${name.toUpperCase()}_HELP`)}</span>
                </div>`)}
                <div class="field">
                    <label for="name"><b>${t('YOUR_NAME')}</b></label>
                    <span class="s">${t('YOUR_NAME_HELP')}</span>
                    <input id="name" type="text" maxlength="24" autocomplete="nickname"
                        value="${settings.name}">
                </div>
            </section>
            <section class="panel">
                <h2>${t('DEVICES')}</h2>
                <p class="s">${t('DEVICES_HELP')}</p>
                <button class="btn soft small devices">${t('DEVICES_SHOW')}</button>
            </section>
            <p class="s">${t('ABOUT')}</p>
        </main>
    </div>`);
    page.prepend(top('settings'));
    page.append(tabs('settings'));
    for (const input of all(page, 'input')) {
        const field = /** @type {HTMLInputElement} */ (input);
        field.addEventListener('change', () => {
            if (field.id === 'name') set('name', field.value.trim());
            else set(/** @type {keyof typeof settings} */ (field.name),
                field.type === 'checkbox' ? field.checked : field.value);
        });
    }
    page.querySelector('.devices')
        ?.addEventListener('click', async () => (await import('./together.mjs')).devices());
    host.replaceChildren(page);
}
