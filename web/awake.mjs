// awake.mjs: keeps the screen of a device awake while it is at a game night.
//
// Browsers have a lock for that, but only on safe addresses (https, or the computer itself). In the
// house, over plain http, a small film does it: browsers do not let a screen go dark while one is
// being played. Each of them has its own idea of what a film is. Chromium and Firefox take any
// stream that is in sight; Safari takes only one with a sound track that is not muted and does not
// loop. So it is the stream of a canvas with a silent sound track, which never ends, and it is
// muted wherever that does no harm. Films begin with a touch, and so does Safari's lock.

import {make, html} from './dom.mjs';
import {onChange, settings} from './settings-store.mjs';

const FRAME_MS = 1000;
const TOUCHES = ['pointerup', 'keyup'];
const SAFARI = 'GestureEvent' in globalThis; // nobody else has it

/** A stream without an end: a canvas that is repainted now and then, and silence.
 *  @returns {{stream: MediaStream, end: () => void}} */
function endless() {
    const canvas = Object.assign(document.createElement('canvas'), {width: 16, height: 16});
    const paint = canvas.getContext('2d'), stream = canvas.captureStream();
    const sound = SAFARI ? new AudioContext() : null;
    let frame = 0;
    const draw = () => {
        if (paint) paint.fillStyle = frame++ % 2 === 0 ? '#000' : '#010101';
        paint?.fillRect(0, 0, 16, 16);
    };
    draw();
    const timer = setInterval(draw, FRAME_MS);
    for (const track of sound?.createMediaStreamDestination().stream.getTracks() ?? []) {
        stream.addTrack(track);
    }
    return {stream, end: () => {
        clearInterval(timer);
        for (const track of stream.getTracks()) track.stop();
        void sound?.close();
    }};
}

/** Plays the film. @returns {{video: HTMLVideoElement, end: () => void}} */
function film() {
    const {stream, end} = endless();
    const video = /** @type {HTMLVideoElement} */ (make(
        html`<video class="awake" playsinline tabindex="-1" aria-hidden="true"></video>`));
    Object.assign(video, {muted: !SAFARI, srcObject: stream});
    document.body.append(video);
    void video.play().catch(() => {}); // the next touch tries again
    return {video, end: () => {
        video.pause();
        video.remove();
        end();
    }};
}

/** Keeps the screen awake where the browser allows it and the device's owner wants it.
 *  @returns {() => void} to let it sleep */
export function awake() {
    /** @type {WakeLockSentinel | undefined} */
    let lock;
    /** @type {ReturnType<typeof film> | undefined} */
    let played;
    let here = true, begun = false; // begun: by a touch
    const wanted = () => here && settings.awake && !document.hidden;
    const release = () => {
        void lock?.release().catch(() => {});
        played?.end();
        lock = played = undefined;
    };
    const ask = async () => {
        const asked = await navigator.wakeLock.request('screen').catch(() => undefined);
        lock = asked ?? lock;
        if (!here || !settings.awake) release(); // meanwhile one has left
    };
    const show = () => {
        if (played && !played.video.paused) return;
        played?.end();
        played = film();
    };
    const touched = () => {
        begun = true;
        if (!wanted()) return;
        if (!navigator.wakeLock) show();
        else if (!lock) void ask();
    };
    const look = () => {
        if (!wanted()) release(); // browsers let go of a hidden page by themselves
        else if (navigator.wakeLock) void ask();
        else if (begun) show();
    };
    const deaf = onChange((name) => {
        if (name !== 'awake') return;
        if (settings.awake) touched();
        else release();
    });
    document.addEventListener('visibilitychange', look);
    for (const touch of TOUCHES) document.addEventListener(touch, touched);
    look();
    return () => {
        here = false;
        release();
        deaf();
        document.removeEventListener('visibilitychange', look);
        for (const touch of TOUCHES) document.removeEventListener(touch, touched);
    };
}
