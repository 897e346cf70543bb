// worker.mjs: the core in a Worker of its own: takes calls by message, answers in order.
//
// There are several of these (core.mjs): one keeps the tables and always answers at once, others
// think and may be ended at any moment. The first message says which module, and brings it where
// another has compiled it; if not, it is compiled here, while the rest is fetched, and sent back
// for others. A message with a stack makes this a helper of the Worker with the same memory.

/** @type {{file: string, module?: WebAssembly.Module, memory?: WebAssembly.Memory}} */
let given = {file: '/play.wasm'};
/** @typedef {import('./wasm/play.mjs').Play} Play */
/** @type {Promise<Play> | undefined} */
let ready;

async function begin() {
    const {file, memory} = given,
        coming = given.module ?? WebAssembly.compileStreaming(fetch(file));
    const [module, {Play}] = await Promise.all([coming, import('./wasm/play.mjs')]);
    if (!given.module) postMessage({module});
    given.module = module;
    return /** @type {Promise<Play>} */ (Play.from(module, memory));
}

/** @param {MessageEvent} event */
async function answer({data}) {
    const {id, name, args, language, stack} = data;
    if (id === undefined) given = data;
    ready ??= begin().catch((error) => {
        ready = undefined; // the next call tries again
        throw error;
    });
    try {
        const play = await /** @type {Promise<Play>} */ (ready);
        const calls = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (play));
        if (stack !== undefined) play.help(stack);
        if (id === undefined) return;
        play.language = language;
        const work = /** @type {(...args: unknown[]) => unknown} */ (calls[name]);
        postMessage({id, value: work.apply(play, args)});
    } catch (error) {
        const {name: kind, message, line} = /** @type {Error & {line?: number}} */ (error);
        postMessage({id, error: {kind, message, line: line ?? 0}});
    }
}

addEventListener('message', answer);
