// reach.mjs: how others reach the server that runs on this device.

/** Whether the page's address means this very device, so that nobody else could open a link to
 *  it. */
export const ONLY_HERE = /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

/** null if that is not known. @typedef {{here: boolean, port: number, addresses: string[]}} Reach
 *  @returns {Promise<Reach | null>} */
export async function reachOf() {
    if (!ONLY_HERE) return null;
    try {
        const answer = await fetch('/reach.json');
        return answer.ok ? await answer.json() : null;
    } catch {
        return null;
    }
}

/** Where others find this server; null if they cannot. @param {Reach | null} reach */
export function originFor(reach) {
    if (!ONLY_HERE) return location.origin;
    return reach && reach.addresses.length > 0
        ? `http://${reach.addresses[0]}:${reach.port}`
        : null;
}
