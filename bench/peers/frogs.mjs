// frogs.mjs: the game that the peers play: Rrib-bit's board, turns and leaps, as a JavaScript server
// would check them. It has no end, so a game can have any length.

export const WIDTH = 9;
export const HEIGHT = 7;

/** @returns {number[]} 1 a frog of seat 0, 2 of seat 1, 0 none. */
export function start() {
    const pads = new Array(WIDTH * HEIGHT).fill(0);
    for (let x = 0; x < WIDTH; x++) {
        pads[x] = 1;
        pads[(HEIGHT - 1) * WIDTH + x] = 2;
    }
    return pads;
}

/** May `seat` leap from one pad to the other?
 * @param {ArrayLike<number>} pads
 * @param {number} seat @param {number} from @param {number} to */
export function legal(pads, seat, from, to) {
    if (!Number.isInteger(from) || !Number.isInteger(to)) return false;
    if (from < 0 || to < 0 || from >= pads.length || to >= pads.length) return false;
    const dx = Math.abs((from % WIDTH) - (to % WIDTH));
    const dy = Math.abs(Math.floor(from / WIDTH) - Math.floor(to / WIDTH));
    return dx * dy === 2 && pads[from] === seat + 1 && pads[to] !== seat + 1;
}

/** The leap that a player of the benchmark makes: one frog, out and back again.
 * @param {number} seat @param {number} turn how many leaps the seat has made */
export function leap(seat, turn) {
    const home = seat === 0 ? 1 : (HEIGHT - 1) * WIDTH + 1;
    const away = seat === 0 ? 2 * WIDTH + 2 : (HEIGHT - 3) * WIDTH + 2;
    return turn % 2 === 0 ? [home, away] : [away, home];
}
