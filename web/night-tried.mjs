// night-tried.mjs: what the phones of a game night ask of the server and of the phone itself:
// refusals are shown, a turn is felt.

import {Refusal} from './core.mjs';
import {html, toast} from './dom.mjs';
import {settings} from './settings-store.mjs';
import {t} from './words.mjs';

const BUZZ_MS = 80;

/** Why the server refuses it; empty if it does not. @param {() => Promise<unknown>} work */
export async function refusal(work) {
    try {
        await work();
        return '';
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return error.message;
    }
}

/** Refusals are shown, not thrown. @param {() => Promise<unknown>} work */
export async function tried(work) {
    const why = await refusal(work);
    if (!why) return true;
    toast(why);
    return false;
}

/** The end of a dialog that can be left as it was. @param {string} value @param {string} text */
export const cancelRow = (value, text) => html`<div class="row end"><button class="btn soft"
    value="" formnovalidate>${t('CANCEL')}</button><button class="btn" value="${value}">${
    text}</button></div>`;

/** A touch that is felt, where it is wanted; browsers allow it after a touch. */
export function buzz() {
    if (settings.buzz && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ_MS);
}
