// worker.mjs: the core in a Worker of its own: takes calls by message, answers in order.
//
// There are two of these (core.mjs): one keeps the tables and always answers at once, the other
// thinks and may be ended at any moment. The first message brings the compiled module, or nothing:
// then it is compiled here, while the rest is fetched, and sent back for others.

/** @type {WebAssembly.Module | undefined} */
let module;
/** @type {Promise<unknown> | undefined} */
let ready;

async function begin() {
    const given = module !== undefined;
    const [code, {Play}] = await Promise.all([module ?? WebAssembly.compileStreaming(fetch('/play.wasm')), import('./wasm/play.mjs')]);
    module = code;
    if (!given) postMessage({module});
    return Play.from(module);
}

/** @param {MessageEvent} event */
async function answer({data}) {
    const {id, name, args, language} = data;
    if (id === undefined) module = data.module;
    ready ??= begin().catch((error) => {
        ready = undefined; // the next call tries again
        throw error;
    });
    try {
        const play = /** @type {Record<string, unknown>} */ (await ready);
        if (id === undefined) return;
        play.language = language;
        postMessage({id, value: /** @type {(...args: unknown[]) => unknown} */ (play[name]).apply(play, args)});
    } catch (error) {
        const {name: kind, message, line} = /** @type {Error & {line?: number}} */ (error);
        postMessage({id, error: {kind, message, line: line ?? 0}});
    }
}

addEventListener('message', answer);
