// words.mjs: the page's messages, in the chosen language.
//
// The words come from the catalogue that the programs share (include/pond/words), one file per
// language. `t('TURN_OF', name)` fills in `{0}`, `{1}`..; `{0:card|cards}` chooses by number, and
// `{d'0}` is "d'Anna" or "de Bob".

import {LANGUAGE_NAMES} from './languages.mjs';
import {settings} from './settings-store.mjs';

const ELIDED = /^[aeiouàâäéèêëîïôöùûü]\p{L}/iu;
/** @type {Record<string, string>} */
let words = {};
let current = 'en';

export const language = () => current;
export {LANGUAGE_NAMES};
export const languages = () => Object.keys(LANGUAGE_NAMES);

/** The first language of the browser that we speak. */
function languageOfBrowser() {
    for (const tag of navigator.languages ?? []) {
        const short = tag.slice(0, 2).toLowerCase();
        if (LANGUAGE_NAMES[short]) return short;
    }
    return 'en';
}

/** The language that was chosen, or else the browser's. */
const chosen = () => settings.language || languageOfBrowser();

/** @param {string} name @returns {Promise<Record<string, string>>} */
async function fetched(name) {
    const answer = await fetch(`/words.${name}.json`);
    if (!answer.ok) throw new Error(`words.${name}.json: ${answer.status}`);
    return answer.json();
}

/** The first words are asked for at once: index.html runs this module before the others are there.
 *  @type {{name: string, coming: Promise<Record<string, string>>} | null} */
let first = {name: chosen(), coming: fetched(chosen())};
first.coming.catch(() => {}); // `speak` says so

/** From now on everything is said in the language that was chosen. */
export async function speak() {
    const name = chosen(), coming = first?.name === name ? first.coming : fetched(name);
    first = null;
    words = await coming;
    current = name;
    document.documentElement.lang = name;
}

/** How the language that is shown writes lists, numbers and plurals: to find that out takes much
 *  longer than to write one. @type {Map<string, object>} */
const manners = new Map();
/** @template {object} M @param {string} what @param {() => M} find @returns {M} */
function known(what, find) {
    const name = `${current} ${what}`, manner = manners.get(name) ?? find();
    manners.set(name, manner);
    return /** @type {M} */ (manner);
}
const plurals = () => known('plural', () => new Intl.PluralRules(current));

/** A message with its arguments filled in.
 *  @param {string} key @param {(string | number)[]} values */
export function t(key, ...values) {
    const text = words[key];
    if (text === undefined) throw new Error(`no word ${key}`);
    return filled(text, values);
}

/** Hebrew, Arabic and other scripts from right to left: a name in them must not turn round what
 *  stands beside it. */
const RIGHT_TO_LEFT =
    /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const isolated = (/** @type {string} */ value) =>
    (RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value);

/** The same for a sentence that the core has. @param {string} text
 *  @param {(string | number)[]} values */
export function filled(text, values) {
    return text.replace(/\{([a-z]*)'?(\d)(?::([^|}]*)\|([^}]*))?\}/g,
        (_, of, i, single, plural) => {
            const value = String(values[Number(i)] ?? '');
            if (plural !== undefined) {
                return plurals().select(Number(value)) === 'one' ? single : plural;
            }
            // pads are not words: de a1
            return (of && `${of}${ELIDED.test(value) ? "'" : 'e '}`) + isolated(value);
        });
}

/** A message that counts. @param {string} key @param {number} count
 *  @param {(string | number)[]} more */
export const n = (key, count, ...more) => t(key, count, ...more);

/** In French signs stay on the line of their word; our own catalogue comes with such spaces
 *  already. @param {string} text */
export const bound =
    (text) => (current === 'fr' ? text.replace(/ (?=[:;!?%»])|(?<=«) /g, '\u00a0') : text);

/** A sentence of the core: frogs have letters in the terminal, and here only if the setting is on.
 *  @param {string} text */
export const asShown =
    (text) => bound(settings.letters ? text : text.replace(/ \((?:\p{Ll}+ )?[A-Za-z]\)/gu, ''));

/** Is there such a word? @param {string} key */
export const has = (key) => words[key] !== undefined;

/** A number in the language that is shown. @param {number} value
 *  @param {Intl.NumberFormatOptions} [how] */
export const number = (value, how) =>
    known(`number ${JSON.stringify(how)}`, () => new Intl.NumberFormat(current, how)).format(value);

/** @param {number} part of 1 */
export const percent = (part) => number(part, {style: 'percent', maximumFractionDigits: 0});

/** With how far off it may be, 19 times out of 20: "63% ± 3%".
 *  @param {number} part of 1 @param {number} error its standard error */
export const estimate = (part, error) =>
    error < 0.005 ? percent(part) : `${percent(part)} ± ${percent(2 * error)}`;

/** With its sign. @param {number} part of 1 */
export const signed = (part) =>
    number(part, {style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero'});

/** "5 minutes". @param {number} count @param {'second' | 'minute' | 'day'} what */
export const unit = (count, what) =>
    number(count, {style: 'unit', unit: what, unitDisplay: 'long'});

/** "+12" or "−3". @param {number} value */
export const change = (value) =>
    number(value, {signDisplay: 'exceptZero', maximumFractionDigits: 0});

/** "a, b and c". @param {string[]} items */
export const list = (items) =>
    known('list', () => new Intl.ListFormat(current, {type: 'conjunction'})).format(items);

/** @param {number | Date} when */
export const day = (when) =>
    new Intl.DateTimeFormat(globalThis.navigator?.languages?.find((one) => one.startsWith(current))
        ?? current, {dateStyle: 'medium', timeStyle: 'short'}).format(when);
