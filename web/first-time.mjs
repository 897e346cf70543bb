// first-time.mjs: rules for people who play for the first time: each is said once a night, when it first matters. Which rule that
// is follows from the library's events; the sentences are in the catalogue.

import {t} from './words.mjs';

/** @typedef {import('./events.mjs').Event} Event */
/** A rule: its name in the catalogue, and what the sentence is filled with where it applies.
 *  @typedef {[string, (events: Event[]) => (string | number)[] | boolean]} Rule */

const KEPT = 'pond.rules';

/** @param {string} kind @returns {(events: Event[]) => boolean} */
const some = (kind) => (events) => events.some((one) => one.kind === kind);
/** The first card that two frogs have played. @param {Event[]} events */
function tie(events) {
    const cards = events.filter(({kind}) => kind === 'show').map(({card}) => card), twice = cards.find((card, i) => cards.indexOf(card) < i);
    return twice === undefined ? false : [twice];
}

/** The rarer a rule matters, the earlier it stands: of several, one is said. @type {Record<string, Rule[]>} */
const RULES = {
    quibbit: [['LAP', some('lap')], ['OUT', some('out')], ['TIE', tie], ['JUMP', (events) => events.some(({kind, over}) => kind === 'leap' && over?.length > 0)],
        ['LOST', some('lost')], ['BACK', some('back')], ['CROWN', some('crown')], ['ORDER', some('leap')]],
    quibbles: [['REDEAL', some('redeal')], ['RESHUFFLE', some('reshuffle')], ['CLEAR', some('clear')], ['STASH', some('stash')], ['COMBINE', some('combine')],
        ['SPLIT', some('split')], ['LAY', some('lay')], ['REFILL', some('refill')]],
    rribbit: [['ROW', some('row')], ['CAPTURE', some('capture')], ['LEAP', some('leap')]],
};

export class FirstTime {
    /** @type {Set<string>} */
    #said = new Set();

    /** @param {string} code the night; '' where nothing is kept over a reload */
    constructor(code) {
        this.code = code;
        try {
            const {code: at, said} = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
            if (code && at === code) this.#said = new Set(said);
        } catch {
            // Damaged or forbidden: rules are said again.
        }
    }

    /** @param {string} name @param {(string | number)[]} [values] */
    #say(name, values = []) {
        this.#said.add(name);
        try {
            if (this.code) localStorage.setItem(KEPT, JSON.stringify({code: this.code, said: [...this.#said]}));
        } catch {
            // As above.
        }
        return t(name, ...values);
    }

    /** The rule that matters with what has just happened; '' where all were said. @param {string} game @param {Event[]} events */
    with(game, events) {
        for (const [name, applies] of RULES[game] ?? []) {
            const key = `RULE_${game.toUpperCase()}_${name}`, values = !this.#said.has(key) && applies(events);
            if (values) return this.#say(key, values === true ? [] : values);
        }
        return '';
    }

    /** The rule that matters before anything has happened. @param {string} game @param {import('./core.mjs').Look} look */
    before(game, look) {
        if (game !== 'quibbit') return '';
        const key = look.board.round === 0 ? 'RULE_QUIBBIT_PLACE' : 'RULE_QUIBBIT_CHOOSE';
        return this.#said.has(key) ? '' : this.#say(key);
    }
}
