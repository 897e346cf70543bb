// editor-text.mjs: what a pasted text is: a position, a record, a link to this page, or none of
// these.

import {ask, lookOf, Refusal} from './core.mjs';
import {KINDS, TITLES} from './kinds.mjs';
import {recordFromLink, recordLink} from './link.mjs';
import {n, t} from './words.mjs';

/** @typedef {{kind: 'position', game: string, options: string, position: string, hash: ''}
 *   | {kind: 'record', game: string, turns: number, hash: string} | {kind: 'link', hash: string}
 *   | {kind: 'nothing', why: string, hash: ''} | {kind: 'empty', hash: ''}} Found */

/** The part of an address after the server's name, if it belongs to this page. @param {string}
 *  text */
function linkOf(text) {
    const path = /^https?:\/\/[^\s/]+(\/[^\s]*)$/i.exec(text)?.[1] ?? (/^#\/[^\s]+$/.test(text)
        ? `/${text}` : '');
    if (path.startsWith('/#/')) return path.slice(1);
    const table = /^\/t\/([\w-]+)/.exec(path);
    return table ? `#/together/${table[1]}` : '';
}

/** The record that a text is, or '' if it is none. Moves alone are of the game that begins without
 *  a draw: those of others lead nowhere without what was drawn. @param {string} text */
export function recordOf(text) {
    if (text.startsWith('[')) return text;
    if (!/^1\.\s/.test(text)) return '';
    const game = Object.keys(KINDS).find((one) => KINDS[one].armies);
    return `[Game "${game}"]\n\n${text}${/[\d}]\W*$/.test(text) ? '\nunfinished' : ''}\n`;
}

/** @param {string} text @returns {Promise<Found>} */
export async function recognise(text) {
    const trimmed = text.trim(), link = linkOf(trimmed);
    if (!trimmed) return {kind: 'empty', hash: ''};
    try {
        if (link) {
            const packed = /^#\/(?:analysis\/at|open)\/([^/]+)/.exec(link)?.[1];
            if (packed) await recordFromLink(packed); // one that is damaged is refused
            return {kind: 'link', hash: link};
        }
        const record = recordOf(text.trimStart());
        if (!record) {
            const {game, options} = await ask('find', trimmed);
            return {kind: 'position', game, options, position: trimmed, hash: ''};
        }
        const look = await lookOf(record), packed = await recordLink(record);
        return {kind: 'record', game: look.game, turns: look.turns,
            hash: packed.slice(packed.indexOf('#'))};
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return {kind: 'nothing', why: error.line > 0 ? t('RECORD_LINE', error.line, error.message)
            : error.message, hash: ''};
    }
}

/** The same in words. @param {Found} found */
export function foundWords(found) {
    if (found.kind === 'position') return t('FOUND_POSITION', TITLES[found.game]);
    if (found.kind === 'record') return n('FOUND_RECORD', found.turns, TITLES[found.game]);
    return found.kind === 'link' ? t('FOUND_LINK') : found.kind === 'nothing' ? found.why : '';
}
