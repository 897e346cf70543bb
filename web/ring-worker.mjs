// ring-worker.mjs: solves a ring, for a game of two, in a Worker (src/wasm/ring), and then says
// what positions on it are worth. A whole ring is kept on the device, where the browser has files
// for pages, and opened from there the next time; it then needs hardly any memory.

import {clearRings, ringFile} from './ring-file.mjs';

const CELL_BYTES = 8, CHUNK_BYTES = 2 ** 25, TELL = .01; // each percent of the work is told

/** @type {Record<string, CallableFunction> & {memory: WebAssembly.Memory}} */
let ring;
let told = 0;
/** The file of a ring that was kept. @type {import('./ring-file.mjs').Handle | null} */
let file = null;

async function begin() {
    const env = {
        progress: (/** @type {number} */ done) => {
            if (done - told < TELL) return;
            told = done;
            postMessage({done});
        },
        read: (/** @type {number} */ cell, /** @type {number} */ into) => {
            const place = new Uint8Array(ring.memory.buffer, into, CELL_BYTES);
            file?.read(place, {at: cell * CELL_BYTES});
        },
    };
    const {instance} = await WebAssembly.instantiateStreaming(fetch('/ring.wasm'), {env});
    ring = /** @type {typeof ring} */ (/** @type {unknown} */ (instance.exports));
}

/** Writes a text for the module. @param {string} text @returns {number} its length */
function put(text) {
    const bytes = new TextEncoder().encode(text);
    new Uint8Array(ring.memory.buffer, ring.ring_in(), bytes.length).set(bytes);
    return bytes.length;
}

/** Opens what was kept of a ring; false where there is nothing. @param {string} kept
 *  @param {string} text @returns {Promise<boolean>} */
async function openKept(kept, text) {
    file = await ringFile(kept, false);
    if (!file) return false;
    if (ring.ring_open(put(text)) === file.getSize()) return true;
    file.close(); // it was not written to its end
    file = null;
    return false;
}

/** Keeps the cells, a piece at a time, so that questions are answered meanwhile. One ring takes
 *  1.1 GB, so those that were kept before go. @param {string} kept */
async function keep(kept) {
    await clearRings((name) => name === kept);
    const out = await ringFile(kept, true);
    const start = ring.ring_cells() >>> 0, length = ring.ring_cells_length() >>> 0;
    if (!out) return;
    try {
        out.truncate(0);
        for (let at = 0; at < length; at += CHUNK_BYTES) {
            const size = Math.min(CHUNK_BYTES, length - at);
            out.write(new Uint8Array(ring.memory.buffer, start + at, size), {at});
            await new Promise((done) => setTimeout(done));
        }
        out.flush();
        postMessage({kept: true});
    } catch { // the disk is full, or the browser allows no more
        out.truncate(0);
    } finally {
        out.close();
    }
}

addEventListener('message', async ({data: {id, options, position, kept, open}}) => {
    if (options !== undefined) {
        const text = `${options}\0${position}`;
        await begin();
        if (open) {
            const opened = await openKept(kept, text);
            if (!opened) await clearRings(() => false);
            postMessage(opened ? {solved: true} : {gone: true});
            return;
        }
        const solved = ring.ring_solve(put(text)) === 0;
        postMessage({solved});
        if (solved && kept) await keep(kept);
        return;
    }
    const known = ring.ring_probe(put(position)) === 1;
    const bytes = new Uint8Array(ring.memory.buffer, ring.ring_out(), ring.ring_out_length());
    postMessage({id, truth: known ? JSON.parse(new TextDecoder().decode(bytes)) : null});
});
