// words.mjs: what the page says, in the language that was chosen.
//
// The words come from the catalogue that the programs share (include/pond/words/page.def), one file
// a language. `t('TURN_OF', name)` fills in `{0}`, `{1}`..; `n('CARDS', 3)` takes CARDS_ONE or
// CARDS_MANY as the language counts.

import {settings} from './settings-store.mjs';

const LANGUAGES = ['en', 'fr'];
/** @type {Record<string, string>} */
let words = {};
let current = 'en';

export const language = () => current;
export const languages = () => LANGUAGES;
export const LANGUAGE_NAMES = /** @type {Record<string, string>} */ ({en: 'English', fr: 'Français'});

/** The first language of the browser that we speak. */
function languageOfBrowser() {
    for (const tag of navigator.languages ?? []) {
        const short = tag.slice(0, 2).toLowerCase();
        if (LANGUAGES.includes(short)) return short;
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

/** A sentence with its places filled in; French 'de' before a name that begins with a vowel is d' (pads have no such names: de a1).
 *  @param {string} key @param {(string | number)[]} values */
export function t(key, ...values) {
    const text = words[key];
    if (text === undefined) throw new Error(`no word ${key}`);
    return filled(text, values);
}

/** The same for a sentence that the core has. @param {string} text @param {(string | number)[]} values */
export function filled(text, values) {
    return text.replace(/( de )?\{(\d)\}/g, (_, of = '', i) => {
        const value = String(values[Number(i)] ?? '');
        return `${of && current === 'fr' && /^[aeiouàâäéèêëîïôöùûü]\p{L}/iu.test(value) ? " d'" : of}${value}`;
    });
}

/** A sentence that counts. @param {string} key @param {number} count @param {(string | number)[]} more */
export function n(key, count, ...more) {
    const one = new Intl.PluralRules(current).select(count) === 'one';
    return t(`${key}_${one ? 'ONE' : 'MANY'}`, count, ...more);
}

/** In French signs stay on the line of their word; our own catalogue comes with such spaces already. @param {string} text */
export const bound = (text) => (current === 'fr' ? text.replace(/ (?=[:;!?%»])|(?<=«) /g, '\u00a0') : text);

/** A sentence of the core: frogs have letters in the terminal, here only for whoever wants them. @param {string} text */
export const asShown = (text) => bound(settings.letters ? text : text.replace(/ \((?:(?:small|petit) )?[A-Za-z]\)/g, ''));

/** Is there such a word? @param {string} key */
export const has = (key) => words[key] !== undefined;

/** @param {number} part of 1 */
export const percent = (part) =>
    new Intl.NumberFormat(current, {style: 'percent', maximumFractionDigits: 0}).format(part);

/** With its sign. @param {number} part of 1 */
export const signed = (part) =>
    new Intl.NumberFormat(current, {style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero'}).format(part);

/** "5 minutes". @param {number} count @param {'second' | 'minute' | 'day'} what */
export const unit = (count, what) =>
    new Intl.NumberFormat(current, {style: 'unit', unit: what, unitDisplay: 'long'}).format(count);

/** "+12" or "−3". @param {number} value */
export const change = (value) =>
    new Intl.NumberFormat(current, {signDisplay: 'exceptZero', maximumFractionDigits: 0}).format(value);

/** "a, b and c". @param {string[]} items */
export const list = (items) => new Intl.ListFormat(current, {type: 'conjunction'}).format(items);

/** @param {number | Date} when */
export const day = (when) =>
    new Intl.DateTimeFormat(current, {dateStyle: 'medium', timeStyle: 'short'}).format(when);
