// options.mjs: the options of a game as a form, made from the core's own table of them, with its
// help; nothing about them is known here. For setting up a game and for tables of the server.

import {all, html} from './dom.mjs';
import {has, t} from './words.mjs';

/** @typedef {import('./core.mjs').Option} Option */

/** A word for an option or one of its values, or the name itself. @param {string} game
 *  @param {string} name @param {string} [value] */
export function nameOf(game, name, value) {
    const parts = value === undefined ? [name] : [name, value];
    const key = `OPT_${[game, ...parts].join('_').replace(/-/g, '_').toUpperCase()}`;
    const common = `OPT_${parts.join('_').replace(/-/g, '_').toUpperCase()}`;
    return has(key) ? t(key) : has(common) ? t(common) : value ?? name;
}

/** What an option is about: in the page's own words, or in the core's, which speaks to programmers,
 *  too. @param {string} game @param {Option} option */
const helpOf = (game, {name, help}) => [`OPT_${game}_${name}_HELP`, `OPT_${name}_HELP`]
    .map((key) => key.toUpperCase()).filter(has).map((key) => t(key))[0] ?? help;

/** @param {string} name @param {string} value @param {string} label @param {boolean} checked
 *  @param {string} [spoken] */
export const radio = (name, value, label, checked, spoken) => html`<label>
    <input type="radio" name="${name}" value="${value}" ${checked ? 'checked' : ''}
        ${spoken ? html`aria-label="${spoken}"` : ''}>
    <span>${label}</span>
</label>`;

/** @param {string} game @param {Option} option @param {string} [saved] */
export function field(game, option, saved) {
    const {name, kind, choices} = option, help = helpOf(game, option);
    const standard = option.default ?? '';
    const value = saved ?? standard;
    const known = choices.includes(value);
    const title = nameOf(game, name);
    if (kind === 'number') {
        return html`<div class="field">
            <label for="opt-${name}"><b>${title}</b></label>
            <span class="s" id="help-${name}">${help}</span>
            <input id="opt-${name}" type="number" name="${name}"
                min="${choices.includes('0') ? 0 : option.min ?? 0}" max="${option.max ?? 999}"
                value="${value}" aria-describedby="help-${name}">
        </div>`;
    }
    const radios = (standard === '' ? ['', ...choices] : choices).map((one) => radio(name, one,
        one === '' ? t('OPT_USUAL') : nameOf(game, name, one),
        known ? one === value : one === standard));
    const own = kind === 'text' ? html`<input type="text" name="own-${name}"
        value="${known || value === standard ? '' : value}" placeholder="${has(
            `OPT_${name.toUpperCase()}_WRITTEN`)
            ? t(`OPT_${name.toUpperCase()}_WRITTEN`)
            : option.written ?? ''}" aria-label="${t('OPT_OWN', title)}" autocomplete="off">` : '';
    return html`<div class="field">
        <b id="opt-${name}">${title}</b>
        <span class="s" id="help-${name}">${help}</span>
        <fieldset class="choices" aria-labelledby="opt-${name}" aria-describedby="help-${name}">
            ${radios}
        </fieldset>
        ${own}
    </div>`;
}

/** The handicap of a seat in words. @param {string} game @param {string} name
 *  @param {number} digit */
function handicapWords(game, name, digit) {
    const key = `OPT_${game}_${name}_SOME`.toUpperCase();
    return digit === 0 ? t('HANDICAP_NONE') : has(key) ? t(key, digit) : String(digit);
}

/** Handicaps to choose, for one seat. @param {string} game @param {Option[]} options
 *  @param {number} seat @param {Record<string, string | undefined>} [saved] */
export const handicapFields = (game, options, seat, saved = {}) => html`${options.filter(
    ({kind}) => kind === 'seats').map(({name, max = 0}) => html`<label class="time">
        <span class="unseen">${nameOf(game, name)}, ${t('PLAYER', seat + 1)}</span>
        <select name="${name}${seat}">${Array.from({length: max + 1}, (_, digit) => html`<option
            value="${digit}" ${String(digit) === saved[name]?.[seat] ? 'selected' : ''}>
            ${handicapWords(game, name, digit)}
        </option>`)}</select>
    </label>`)}`;

/** Only players that there are can go first. @param {Element} form
 *  @param {number} seats */
export function offerSeats(form, seats) {
    const [any, ...players] =
        /** @type {HTMLInputElement[]} */ (all(form, '[name="first"]'));
    for (const [seat, input] of players.entries()) {
        const gone = seat >= seats;
        if (gone && input.checked) any.checked = true;
        /** @type {HTMLElement} */ (input.parentElement).hidden = gone;
    }
}

/** What was chosen in a form, as the core writes options. @param {HTMLFormElement | null} form
 *  @param {Option[]} options @param {number} seats */
export function optionsText(form, options, seats) {
    const parts = options.some(({name}) => name === 'players') ? [`players=${seats}`] : [];
    if (!form) return parts.join(',');
    const data = new FormData(form);
    for (const {name, kind} of options) {
        const digits = kind === 'seats'
            ? Array.from({length: seats}, (_, seat) => data.get(`${name}${seat}`) ?? '0').join('')
            : '';
        if (/[1-9]/.test(digits)) parts.push(`${name}=${digits}`);
        const own = String(data.get(`own-${name}`) ?? '').trim(),
            value = own || String(data.get(name) ?? '');
        if (name !== 'players' && value) parts.push(`${name}=${value}`);
    }
    return parts.join(',');
}

/** The options that differ from what is usual, in words: for lists. @param {string} game
 *  @param {string} text @param {Option[]} options */
export const unusual = (game, text, options) => text.split(',').map((part) => part.split('='))
    .filter(([name, value]) => {
        const option = options.find((one) => one.name === name);
        return option && name !== 'players' && (option.kind === 'choice' || option.kind === 'seats')
            && option.default !== null && value !== option.default;
    }).map(([name, value]) => (options.find((one) => one.name === name)?.kind === 'seats'
        ? nameOf(game, name)
        : nameOf(game, name, value)));
