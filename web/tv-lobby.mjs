// tv-lobby.mjs: the big screen before the first game: a QR code, the code in words, who is here,
// and the first game. `drawNext` and `emblem` also serve the time between games.

import {fill, html, icon, make, one, patch, piece} from './dom.mjs';
import {KINDS, TITLES} from './kinds.mjs';
import {hop} from './motion.mjs';
import {frog, leafOf, whoPlays} from './night-line.mjs';
import {originFor, reachOf} from './reach.mjs';
import {needsTouch, onSound, play as sound} from './sound.mjs';
import {bound, t} from './words.mjs';

const MANY = 5, CROWD = 8; // people from whom on everyone is drawn smaller, and smaller still
const FULL = 16; // people at a night
const REACH_MS = 5000; // between two looks at the computer's own address

/** @typedef {import('./night-line.mjs').Night} Night */
/** @typedef {import('./night-line.mjs').Member & {number: number}} Member */

/** A code as it is read aloud: a word, and a number. @param {string} code */
export const spaced = (code) => `${code.slice(0, -2)} ${code.slice(-2)}`;

/** How latecomers get in. @param {string} code @param {import('./reach.mjs').Reach | null} reach */
export function late(code, reach) {
    const way = originFor(reach)?.replace(/^https?:\/\//, '');
    return html`<span class="late"><span>${t('NIGHT_LATE')}</span> ${
        way ? html`<span class="at">${way}/n</span> ` : ''}<b>${spaced(code)}</b></span>`;
}

/** A game as a small picture. @param {string} game */
export const emblem = (game) => (Object.hasOwn(KINDS, game) ? KINDS[game].scene() : html``);

export class Lobby {
    /** @param {Night} night @param {import('./reach.mjs').Reach | null} reach */
    constructor(night, reach) {
        this.night = night;
        this.reach = reach;
        this.root = make(html`<main class="tv-lobby">
            <section class="way">
                <div class="brand">${piece('wordmark')}<i></i><h1>${t('NIGHT')}</h1></div>
                <div class="plate"></div>
                <div class="how"></div>
                <p class="keys">${t('NIGHT_KEYS')}</p>
            </section>
            <section class="who">
                <h2 class="t0">${t('NIGHT_WHO')}</h2>
                <p class="easy">${t('NIGHT_EASY')}</p>
                <div class="lilies"></div>
                <div class="panel next"></div>
            </section>
        </main>`);
        void this.#plate();
        const follow = setInterval(() => this.#follow(follow), REACH_MS);
        const heard = onSound(() => this.root.isConnected ? this.#keys() : heard());
        this.#keys();
    }

    /** Says which key brings sound, until somebody has pressed one. */
    #keys() {
        one(this.root, '.keys').hidden = !needsTouch();
    }

    /** The computer may come to another network while the lobby is open.
     *  @param {ReturnType<typeof setInterval>} timer */
    async #follow(timer) {
        if (!this.root.isConnected) return clearInterval(timer);
        const before = originFor(this.reach), reach = await reachOf();
        if (!reach) return; // the server is away, or others know its address themselves
        this.reach = reach;
        if (originFor(reach) !== before) await this.#plate();
    }

    /** The code to scan, and the same in words; or what to check where no phone gets here. */
    async #plate() {
        const {code} = this.night.state, origin = originFor(this.reach),
            plate = one(this.root, '.plate');
        if (origin) await drawCode(plate, `${origin}/n/${code}`);
        else drawUnreached(plate, this.reach);
        const [before, after] = t('NIGHT_TYPE', '\n').split('\n');
        fill(one(this.root, '.how'), html`${origin ? html`<b>${t('NIGHT_SCAN')}</b>
            <p>${before}<b>${origin.replace(/^https?:\/\//, '')}/n</b>${after}</p>`
            : html`<p>${t('NIGHT_THEN_CODE')}</p>`}
            <div class="code" role="img" aria-label="${t('NIGHT_CODE_IS', spaced(code))}">${
                [...spaced(code)].map((sign) =>
                    sign === ' ' ? html`<i class="gap"></i>` : html`<i>${sign}</i>`)}</div>`);
    }

    draw() {
        const {present, state} = this.night, lilies = one(this.root, '.lilies');
        const known = new Set([...lilies.querySelectorAll('[data-member]')]
            .map((one) => /** @type {HTMLElement} */ (one).dataset.member));
        lilies.classList.toggle('many', present.length > MANY);
        lilies.classList.toggle('crowd', present.length > CROWD);
        const free = html`<div class="lily free">
            <span class="pad"></span>
            <b>${t('NIGHT_YOU_TOO')}</b>
            <span>${t('NIGHT_ROOM')}</span>
        </div>`;
        patch(lilies, html`${present.map((member) => html`<div class="lily"
            data-member="${member.number}">
            <span class="pad">${leafOf(member.frog)}</span>
            ${frog(member.frog)}
            <b>${member.name}</b>
            ${this.#about(member, state.next.seats.includes(member.number))}
        </div>`)}${present.length < FULL ? free : ''}`);
        for (const {number} of present) if (!known.has(String(number))) this.#arrives(number);
        drawNext(one(this.root, '.next'), this.night);
    }

    /** The caption under a frog. @param {Member} member @param {boolean} plays */
    #about({here, ready, number}, plays) {
        const [sign, word, good] = !here ? ['pause', 'NIGHT_AWAY', false]
            : !plays ? ['eye', 'NIGHT_WATCHES', true]
                : ready || number === this.night.state.lead ? ['check', 'NIGHT_READY', true]
                    : ['clock', 'NIGHT_NOT_READY', false];
        return html`<span class="${good ? 'good' : ''}">${icon(String(sign))}<span
            class="word">${t(String(word))}</span></span>`;
    }

    /** Somebody has come: their frog hops onto its leaf. @param {number} number */
    #arrives(number) {
        const element = this.root.querySelector(`[data-member="${number}"] .frog`);
        if (!element) return;
        sound('land');
        void hop(element, 0, -window.innerHeight / 6, {duration: 420, lift: 60});
    }
}

/** @param {HTMLElement} plate @param {string} address */
async function drawCode(plate, address) {
    const {qr, qrPath} = await import('./qr.mjs'), square = qr(address),
        drawn = square && qrPath(square);
    if (!drawn) return;
    fill(plate, html`<svg viewBox="0 0 ${drawn.width} ${drawn.width}" role="img"
        aria-label="${t('CODE_NAME', address)}" shape-rendering="crispEdges"><path
        d="${drawn.path}"/></svg>`);
}

/** @param {HTMLElement} plate @param {import('./reach.mjs').Reach | null} reach */
function drawUnreached(plate, reach) {
    const why = reach === null ? '' : reach.here // it listens to this computer alone
        ? html`<p>${t('NIGHT_UNREACHED_HELP')}</p><pre>./pond night</pre>`
        : html`<p>${t('NIGHT_NO_NETWORK')}</p>`;
    fill(plate, html`<div class="unreached"><b>${t('NIGHT_UNREACHED')}</b>${why}</div>`);
}

/** The game that comes next, and who plays it. @param {HTMLElement} place @param {Night} night */
function drawNext(place, night) {
    const {state} = night, {next, lead, played} = state;
    const plays = next.seats.filter((seat) => seat !== null)
        .map((seat) => ({...state.members[/** @type {number} */ (seat)], leads: seat === lead}));
    const set = plays.filter(({ready, leads}) => ready || leads).length;
    const starter =
        lead === null ? '' : html`<span>${icon('phone')}${t('NIGHT_STARTER', night.leader)}</span>`;
    const ready = html`<div class="row ready"><span class="frogs">${plays.map((one) =>
        one.ready || one.leads ? frog(one.frog) : html`<i></i>`)}</span><b>${
        t('NIGHT_READY_OF', set, plays.length)}</b></div>`;
    patch(place, html`<div class="water gm" data-game="${next.game}">${emblem(next.game)}</div>
        <div class="text"><div class="row"><span class="grow">${
            t(played === 0 ? 'NIGHT_FIRST_GAME' : 'NIGHT_NEXT_GAME')}</span>${starter}</div>
            <h3>${TITLES[next.game]}</h3>
            <p>${bound(whoPlays(night))}</p>${
            plays.length > 0 ? ready : ''}</div>`);
}
