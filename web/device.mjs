// device.mjs: what this device keeps for the page, as JSON (localStorage).
//
// Where it is forbidden, full or damaged nothing is kept, and the page goes on without.

/** @template T @param {string} key @param {T} otherwise where nothing is kept @returns {T} */
export function stored(key, otherwise) {
    try {
        return JSON.parse(localStorage.getItem(key) ?? 'null') ?? otherwise;
    } catch {
        return otherwise;
    }
}

/** @param {string} key @param {unknown} value @returns {boolean} whether it is kept now */
export function store(key, value) {
    try {
        localStorage.setItem(key, JSON.stringify(value));
        return true;
    } catch {
        return false;
    }
}

/** Keeps the first of a list: half as many, and half again, while there is no room.
 *  @template T @param {string} key @param {T[]} all @param {number} most
 *  @param {(kept: T[]) => unknown} [as] what is written of them
 *  @returns {boolean} whether any are kept now */
export function storeFirst(key, all, most, as = (kept) => kept) {
    for (let kept = all.slice(0, most); ; kept = kept.slice(0, Math.floor(kept.length / 2))) {
        if (store(key, as(kept))) return true;
        if (kept.length <= 1) return false;
    }
}
