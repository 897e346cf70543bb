// sound.mjs: small sounds, made here: a few tones each, no file. Off by a key (M) or a setting.

import {onChange, settings} from './settings-store.mjs';

/** @type {AudioContext | undefined} */
let audio;
/** @type {Set<() => void>} */
const waiting = new Set(); // for the sounds to be ready

const SOON_MS = 300; // a page that is never idle makes ready for sounds then

/** Sounds are only allowed after the first touch; making ready for them must not hold it up. */
function ready() {
    if (!settings.sound || audio) return;
    const idle =
        globalThis.requestIdleCallback ?? ((/** @type {() => void} */ work) => setTimeout(work));
    idle(() => {
        audio ??= new AudioContext();
        for (const work of [...waiting]) work();
    }, {timeout: SOON_MS});
}
addEventListener('pointerup', ready);
addEventListener('keyup', ready);

/** Would sounds be heard, if only somebody touched the page or pressed a key? A touch before this
 *  module came does not count: nothing was made ready then. */
export const needsTouch = () => settings.sound && !audio;
/** Calls when that may have changed. @param {() => void} work @returns {() => void} to stop it */
export function onSound(work) {
    const stop = onChange(work);
    waiting.add(work);
    return () => {
        stop();
        waiting.delete(work);
    };
}

/** @param {{from: number, to?: number, length: number, at?: number, loud?: number, kind?:
 *  OscillatorType}} tone */
function tone({from, to = from, length, at = 0, loud = 0.12, kind = 'sine'}) {
    if (!settings.sound || !audio) return;
    if (audio.state === 'suspended') void audio.resume();
    const start = audio.currentTime + at;
    const voice = new OscillatorNode(audio, {type: kind, frequency: from});
    const volume = new GainNode(audio, {gain: 0});
    voice.frequency.setValueAtTime(from, start);
    voice.frequency.exponentialRampToValueAtTime(to, start + length);
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(loud, start + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    voice.connect(volume).connect(audio.destination);
    voice.start(start);
    voice.stop(start + length + 0.02);
}

/** What each sound is made of. */
const SOUNDS = {
    hop: () => tone({from: 210, to: 420, length: 0.12, loud: 0.1}),
    land: () => tone({from: 190, to: 110, length: 0.09, loud: 0.1, kind: 'triangle'}),
    take: () => {
        tone({from: 320, to: 120, length: 0.16, kind: 'triangle'});
        tone({from: 620, to: 900, length: 0.08, at: 0.06, loud: 0.05});
    },
    card: () => tone({from: 900, to: 500, length: 0.05, loud: 0.05, kind: 'triangle'}),
    turn: () => tone({from: 520, to: 760, length: 0.07, loud: 0.05, kind: 'triangle'}),
    lost: () => tone({from: 300, to: 150, length: 0.25, loud: 0.08}),
    crown: () =>
        [660, 880].forEach((note, i) => tone({from: note, length: 0.14, at: i * 0.09, loud: 0.07})),
    row: () => [300, 300].forEach((note, i) => tone(
        {from: note, to: note * 0.9, length: 0.16, at: i * 0.2, loud: 0.12, kind: 'triangle'})),
    no: () => tone({from: 170, to: 130, length: 0.12, loud: 0.08, kind: 'triangle'}),
    won: () => [523, 659, 784, 1047]
        .forEach((note, i) => tone({from: note, length: 0.22, at: i * 0.11, loud: 0.08})),
    over: () => [440, 370, 294]
        .forEach((note, i) => tone({from: note, length: 0.26, at: i * 0.15, loud: 0.08})),
};

let hushed = false;
/** Nothing is heard for a while, whatever happens. @param {boolean} on */
export const hush = (on) => {
    hushed = on;
};
/** @param {keyof typeof SOUNDS} name */
export const play = (name) => {
    if (!hushed) SOUNDS[name]();
};
