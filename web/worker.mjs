// worker.mjs: the core in a Worker of its own: takes calls by message, answers in order.
//
// There are two of these (core.mjs): one keeps the tables and always answers at once, the other
// thinks and may be ended at any moment. The first message brings the compiled module.

import {Play} from './wasm/play.mjs';

/** @type {Promise<any> | undefined} */
let ready;

/** @param {MessageEvent} event */
async function answer({data}) {
    if (data.module) {
        ready = Play.from(data.module);
        return;
    }
    const {id, name, args, language} = data;
    try {
        const play = /** @type {any} */ (await ready);
        play.language = language;
        postMessage({id, value: play[name](...args)});
    } catch (error) {
        const {name: kind, message, line} = /** @type {any} */ (error);
        postMessage({id, error: {kind, message, line: line ?? 0}});
    }
}

addEventListener('message', answer);
