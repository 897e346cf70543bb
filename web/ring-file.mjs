// ring-file.mjs: the files in which a solved ring is kept on this device: the browser's own for
// this page (the origin private file system), which only secure pages have.

/** @typedef {{read: (into: Uint8Array, where: {at: number}) => number,
 *   write: (bytes: Uint8Array, where: {at: number}) => number, truncate: (size: number) => void,
 *   getSize: () => number, flush: () => void, close: () => void}} Handle */

/** What the compiler's list of the browser's interfaces does not have everywhere.
 *  @typedef {FileSystemDirectoryHandle & {keys: () => AsyncIterable<string>}} Folder */
/** @typedef {FileSystemFileHandle & {createSyncAccessHandle: () => Promise<Handle>}} File */

/** @param {boolean} create @returns {Promise<Folder>} */
async function folder(create) {
    const top = await navigator.storage.getDirectory();
    return /** @type {Folder} */ (await top.getDirectoryHandle('rings', {create}));
}

/** A ring's file, to read and write in a Worker; null where there is none.
 *  @param {string} name @param {boolean} create @returns {Promise<Handle | null>} */
export async function ringFile(name, create) {
    try {
        const file = await (await folder(create)).getFileHandle(name, {create});
        return await /** @type {File} */ (file).createSyncAccessHandle();
    } catch { // there is none, or another page of ours has it, or the browser has no files
        return null;
    }
}

/** Is a ring kept? @param {string} name @returns {Promise<boolean>} */
export async function isKept(name) {
    try {
        const file = await (await (await folder(false)).getFileHandle(name)).getFile();
        return file.size > 0;
    } catch {
        return false;
    }
}

/** Deletes the files of all rings but those that stay. @param {(name: string) => boolean} stays */
export async function clearRings(stays) {
    try {
        const all = await folder(false), names = [];
        for await (const name of all.keys()) names.push(name);
        for (const name of names) if (!stays(name)) await all.removeEntry(name);
    } catch { // there are none
    }
}
