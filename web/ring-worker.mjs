// ring-worker.mjs: solves a ring, for a game of two, in a Worker (src/wasm/ring), and then says
// what positions on it are worth.

/** @type {Record<string, CallableFunction> & {memory: WebAssembly.Memory}} */
let ring;

async function begin() {
    const progress = (/** @type {number} */ done) => postMessage({done});
    const module = fetch('/ring.wasm'), imports = {env: {progress}};
    const {instance} = await WebAssembly.instantiateStreaming(module, imports);
    ring = /** @type {typeof ring} */ (/** @type {unknown} */ (instance.exports));
}

/** Writes a text for the module. @param {string} text @returns {number} its length */
function put(text) {
    const bytes = new TextEncoder().encode(text);
    new Uint8Array(ring.memory.buffer, ring.ring_in(), bytes.length).set(bytes);
    return bytes.length;
}

addEventListener('message', async ({data: {id, options, position}}) => {
    if (options !== undefined) {
        await begin();
        postMessage({solved: ring.ring_solve(put(`${options}\0${position}`)) === 0});
        return;
    }
    const known = ring.ring_probe(put(position)) === 1;
    const bytes = new Uint8Array(ring.memory.buffer, ring.ring_out(), ring.ring_out_length());
    postMessage({id, truth: known ? JSON.parse(new TextDecoder().decode(bytes)) : null});
});
