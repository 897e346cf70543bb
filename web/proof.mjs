// proof.mjs: the verdict on a deal (fair.mjs), beside the title of a game: one short
// sentence that opens to show every step.

import {announce, dialog, html, make, one} from './dom.mjs';
import {kindOf} from './kinds.mjs';
import {t} from './words.mjs';

/** What is worked out, in this order; a verdict names the first that does not fit. */
const STEPS = /** @type {const} */ (['promise', 'commit', 'number', 'seed', 'broken', 'draws']);
/** Nothing is wrong, and the sentence that says so. */
const GOOD = /** @type {Record<string, string>} */ ({fine: 'DEAL_FAIR', uncounted: 'DEAL_UNCOUNTED',
    alone: 'DEAL_ALONE', 'seed-only': 'DEAL_SEED_ONLY'});

/** @param {string} name */
const word = (name) => t(`PROOF_${name.replace('-', '_').toUpperCase()}`);

/** @param {HTMLElement} screen @param {string} game @param {import('./fair.mjs').Verdict} verdict
 *  @param {{seen?: boolean, added?: boolean}} [about] was the promise seen here before the
 *  deal, and was a number of this page's taken? */
export function showVerdict(screen, game, verdict, {seen = false, added = false} = {}) {
    const good = verdict in GOOD, proven = verdict !== 'alone';
    // where chance has no part nothing is dealt
    if (verdict === 'none' || (good && kindOf(game).armies)) return;
    const text = t(GOOD[verdict] ?? 'DEAL_WRONG');
    screen.querySelector('.deal')?.remove();
    const pill = make(html`<button class="pill deal ${good ? proven ? 'good' : '' : 'bad'}"
        aria-label="${text}">
        ${good ? proven ? '✓' : '–' : '??'} <span>${text}</span>
    </button>`);
    one(screen, '.bar .title').after(pill);
    announce(text);
    const steps = verdict === 'seed-only'
        ? ['draws']
        : STEPS.filter((step) => (step === 'promise'
            ? seen
            : step === 'broken' ? verdict === 'broken'
            : step !== 'number' || added));
    pill.addEventListener('click', () => {
        let known = true;
        void dialog(html`
            <h2>${text}</h2>
            <ul class="proof">${verdict === 'damaged'
                ? html`<li><span class="sg b">??</span> ${word('damaged')}</li>`
                : steps.map((step) => {
                    const bad = verdict === step, line = html`<li>
                        <span class="sg ${bad ? 'b' : known ? 'g' : ''}">${
                            bad ? '??' : known ? '✓' : '–'}</span> ${
                                bad ? t(`PROOF_${step.toUpperCase()}_NOT`) : word(step)}
                    </li>`;
                    if (bad) known = false;
                    return line;
                })}</ul>
            ${good && verdict !== 'fine' ? html`<p class="s">${word(verdict)}</p>` : ''}
            <div class="row end"><button class="btn" value="" autofocus>${t('CLOSE')}</button></div>
        `);
    });
}
