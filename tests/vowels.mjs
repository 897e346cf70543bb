// vowels.mjs: Vo, a language that nobody speaks: English with its vowels doubled, "Yoouur tuurn". Whatever is still said in
// English has not gone through the catalogue. Used by third_language.mjs and page/language.mjs.

export const TAG = 'vo', NAME = 'Voowels';

/** @param {string} text */
export const doubled = (text) => text.replace(/[aeiouAEIOU]/g, (vowel) => vowel + vowel.toLowerCase());

/** A message in Vo: its places and its signs stay. @param {string} text */
export const message = (text) => text.replace(/\{(\d):([^|}]*)\|([^}]*)\}|\{[^}]*\}|\\.|[^{\\]+/g, (piece, at, one, many) =>
    (at !== undefined ? `{${at}:${doubled(one)}|${doubled(many)}}` : /^[{\\]/.test(piece) ? piece : doubled(piece)));
