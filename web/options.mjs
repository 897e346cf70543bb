// options.mjs: the options of a game as a form, made from the core's own table of them, with its help;
// nothing about them is known here. For setting up a game and for tables of the server.

import {html} from './dom.mjs';
import {has, t} from './words.mjs';

/** @typedef {import('./core.mjs').Option} Option */

/** A word for an option or one of its values, or the name itself. @param {string} game @param {string} name @param {string} [value] */
export function nameOf(game, name, value) {
    const parts = value === undefined ? [name] : [name, value];
    const key = `OPT_${[game, ...parts].join('_').replace(/-/g, '_').toUpperCase()}`;
    const common = `OPT_${parts.join('_').replace(/-/g, '_').toUpperCase()}`;
    return has(key) ? t(key) : has(common) ? t(common) : value ?? name;
}

/** @param {string} name @param {string} value @param {string} label @param {boolean} checked @param {string} [spoken] */
export const radio = (name, value, label, checked, spoken) => html`<label><input type="radio" name="${name}" value="${value}" ${checked ? 'checked' : ''} ${spoken ? html`aria-label="${spoken}"` : ''}><span>${label}</span></label>`;

/** @param {string} game @param {Option} option @param {string} [saved] */
export function field(game, option, saved) {
    const {name, kind, choices, help} = option;
    const standard = option.default ?? '';
    const value = saved ?? standard;
    const known = choices.includes(value);
    const title = nameOf(game, name);
    if (kind === 'number') {
        return html`<div class="field"><label for="opt-${name}"><b>${title}</b></label><span class="s" id="help-${name}">${help}</span><input id="opt-${name}" type="number" name="${name}" min="${choices.includes('0') ? 0 : option.min ?? 0}" max="${option.max ?? 999}" value="${value}" aria-describedby="help-${name}"></div>`;
    }
    const radios = (standard === '' ? ['', ...choices] : choices).map((one) => radio(name, one, one === '' ? t('OPT_USUAL') : nameOf(game, name, one), known ? one === value : one === standard));
    const own = kind === 'text' ? html`<input type="text" name="own-${name}" value="${known || value === standard ? '' : value}" placeholder="${has(`OPT_${name.toUpperCase()}_WRITTEN`) ? t(`OPT_${name.toUpperCase()}_WRITTEN`) : option.written ?? ''}" aria-label="${t('OPT_OWN', title)}" autocomplete="off">` : '';
    return html`<div class="field"><b id="opt-${name}">${title}</b><span class="s" id="help-${name}">${help}</span><fieldset class="choices" aria-labelledby="opt-${name}" aria-describedby="help-${name}">${radios}</fieldset>${own}</div>`;
}

/** What was chosen in a form, as the core writes options. @param {HTMLFormElement | null} form
 *  @param {Option[]} options @param {number} seats */
export function optionsText(form, options, seats) {
    const parts = options.some(({name}) => name === 'players') ? [`players=${seats}`] : [];
    if (!form) return parts.join(',');
    const data = new FormData(form);
    for (const {name} of options) {
        const own = String(data.get(`own-${name}`) ?? '').trim(), value = own || String(data.get(name) ?? '');
        if (name !== 'players' && value) parts.push(`${name}=${value}`);
    }
    return parts.join(',');
}

/** The options that differ from what is usual, in words: for lists. @param {string} game @param {string} text
 *  @param {Option[]} options */
export const unusual = (game, text, options) => text.split(',').map((part) => part.split('=')).filter(([name, value]) => {
    const option = options.find((one) => one.name === name);
    return option && name !== 'players' && option.kind === 'choice' && option.default !== null && value !== option.default;
}).map(([name, value]) => nameOf(game, name, value));
