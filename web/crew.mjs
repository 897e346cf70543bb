// crew.mjs: Workers that search one position together, on one memory (src/wasm/play_threads.c). The
// first answers, the others help it, and a search can be stopped at once.
//
// Browsers share memory only in pages that are isolated from others (our server asks for that), and
// some have none to spare: then there is one Worker, as everywhere else.

import {Room} from './core.mjs';
import {KINDS} from './kinds.mjs';

const PAGE_BYTES = 65536, MEMORY_FIRST = 32 << 20, MEMORY_MOST = 512 << 20; // bytes
const THREADS_MAX = 4, CORES_FREE = 1;

/** How many threads a device has for a search: one core is left to the page, where there are more
 *  than two. @param {number} [cores] */
const threadsFor = (cores = navigator.hardwareConcurrency ?? 1) =>
    Math.max(Math.min(2, cores), Math.min(THREADS_MAX, cores - CORES_FREE));

/** Memory that Workers share; null if there is none. */
function sharedMemory() {
    try {
        return new WebAssembly.Memory({
            initial: MEMORY_FIRST / PAGE_BYTES, maximum: MEMORY_MOST / PAGE_BYTES, shared: true,
        });
    } catch {
        return null;
    }
}

/** The Workers that look at a game. @param {string} game @param {number} [threads]
 *  @returns {Room | Crew} */
export const crewFor = (game, threads = threadsFor()) =>
    (globalThis.crossOriginIsolated && Object.hasOwn(KINDS, game) ? new Crew(threads) : new Room());

export class Crew extends Room {
    /** @type {WebAssembly.Memory | null} */
    #memory = null;
    /** @type {Worker[]} */
    #helpers = [];
    #stopAt = 0; // the place of the byte that ends a search; 0: not known yet

    /** @param {number} threads */
    constructor(threads) {
        super();
        this.threads = threads;
    }

    /** @override */
    open() {
        const memory = sharedMemory();
        if (!memory) return super.open();
        this.#memory = memory;
        this.file = '/threads.wasm';
        queueMicrotask(() => void this.#enlist(memory));
        return this.hire({memory}, (data) => this.hear(data));
    }
    /** @param {WebAssembly.Memory} memory */
    async #enlist(memory) {
        try {
            this.#stopAt = await this.call('stopAt');
            for (let i = 1; i < this.threads; i++) {
                const stack = await this.call('helperStack');
                if (stack !== 0) this.#helpers.push(this.hire({memory, stack}));
            }
        } catch {
            // It was ended meanwhile.
        }
    }

    /** @param {number} value */
    #sign(value) {
        if (this.#stopAt === 0 || !this.#memory) return false;
        Atomics.store(new Uint8Array(this.#memory.buffer), this.#stopAt, value);
        return true;
    }
    /** Ends the current search, if there is one. @returns {boolean} could it? */
    stop() {
        return this.#sign(1);
    }
    /** Lets it search again, once the last search has ended. */
    go() {
        this.#sign(0);
    }

    /** @override */
    end(message = 'ended') {
        for (const helper of this.#helpers.splice(0)) helper.terminate();
        this.#memory = null; // what it holds is of no use to other Workers
        this.#stopAt = 0;
        super.end(message);
    }
}
