// qr.mjs: a short text as a QR code (ISO/IEC 18004), for a table's link to be opened by the camera
// of a phone in the same room. Bytes only, correction level M, versions 1 to 6: up to 106 bytes.

const QUIET = 4; // light modules that belong around a code

/** By version: bytes of correction a block, blocks, bytes of data a block. */
const VERSIONS = [[10, 1, 16], [16, 1, 28], [26, 1, 44], [18, 2, 32], [24, 2, 43], [16, 4, 27]];
const HEAD_BITS = 12; // four for the mode, eight for the length

// ---- The field of 256 elements, x⁸ + x⁴ + x³ + x² + 1 ----

const EXP = new Uint8Array(512), LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
    EXP[i] = EXP[i + 255] = x;
    LOG[x] = i;
    x = (x << 1) ^ (x & 0x80 ? 0x11d : 0);
}
/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

/** The bytes that correct a block. @param {number[]} data @param {number} count
 *  @returns {number[]} */
function correction(data, count) {
    let generator = [1];
    for (let i = 0; i < count; i++) generator =
        [...generator, 0].map((factor, k) => factor ^ times(generator[k - 1] ?? 0, EXP[i]));
    const rest = [...data, ...Array(count).fill(0)];
    data.forEach((_, i) => {
        const factor = rest[i];
        generator.forEach((coefficient, k) => {
            rest[i + k] ^= times(coefficient, factor);
        });
    });
    return rest.slice(data.length);
}

/** Everything that is written, block after block mixed, as bytes. @param {Uint8Array} bytes
 *  @param {number} version */
function codewords(bytes, version) {
    const [extra, blocks, each] = VERSIONS[version - 1], room = blocks * each;
    let bits = `0100${bytes.length.toString(2).padStart(8, '0')}${
        Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')}`;
    bits += '0'.repeat(Math.min(4, room * 8 - bits.length));
    bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
    const data = (bits.match(/.{8}/g) ?? []).map((text) => parseInt(text, 2));
    for (let i = 0; data.length < room; i++) data.push(i % 2 ? 0x11 : 0xec);
    const parts = Array.from({length: blocks}, (_, i) => data.slice(i * each, (i + 1) * each));
    const checks = parts.map((part) => correction(part, extra));
    const mixed = (/** @type {number[][]} */ lines) =>
        lines[0].flatMap((_, k) => lines.map((line) => line[k]));
    return [...mixed(parts), ...mixed(checks)];
}

// ---- The square ----

const MASKS = /** @type {((x: number, y: number) => boolean)[]} */ ([
    (x, y) => (x + y) % 2 === 0, (_, y) => y % 2 === 0, (x) => x % 3 === 0,
    (x, y) => (x + y) % 3 === 0,
    (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
    (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
    (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
    (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]);

/** The patterns that are the same in every code of a version; null: free for data.
 *  @param {number} version @returns {(boolean | null)[][]} by line */
function patterns(version) {
    const size = 17 + 4 * version;
    const square = Array.from({length: size},
        () => /** @type {(boolean | null)[]} */ (Array(size).fill(null)));
    const put = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ dark) => {
        if (square[y]?.[x] !== undefined) square[y][x] = dark;
    };
    // finders, each with a light rim
    for (const [left, top] of [[0, 0], [size - 7, 0], [0, size - 7]]) {
        for (let y = -1; y < 8; y++) for (let x = -1; x < 8; x++) {
            const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3));
            put(left + x, top + y, ring !== 2 && ring !== 4);
        }
    }
    for (let i = 8; i < size - 8; i++) square[6][i] = square[i][6] = i % 2 === 0; // the two rulers
    if (version > 1) {
        for (let y = -2; y < 3; y++) for (let x = -2; x < 3; x++) put(size - 7 + x, size - 7 + y,
            Math.max(Math.abs(x), Math.abs(y)) !== 1);
    }
    for (let i = 0; i < 9; i++) { // kept free for the format
        if (square[8][i] === null) square[8][i] = false;
        if (square[i][8] === null) square[i][8] = false;
        if (i < 8) square[8][size - 1 - i] = square[size - 1 - i][8] = false;
    }
    square[size - 8][8] = true;
    return square;
}

/** Level M and the mask, twice beside the finders. @param {(boolean | null)[][]} square
 *  @param {number} mask */
function putFormat(square, mask) {
    let rest = mask << 10;
    for (let i = 14; i >= 10; i--) if (rest & (1 << i)) rest ^= 0x537 << (i - 10);
    const bits = ((mask << 10) | rest) ^ 0x5412, {length} = square;
    for (let i = 0; i < 15; i++) {
        const dark = ((bits >> i) & 1) === 1;
        // Down the first finder's right side, then left along its foot; and once more at the other
        // two.
        square[i < 6 ? i : i < 8 ? i + 1 : 8][i < 8 ? 8 : i < 9 ? 7 : 14 - i] = dark;
        if (i < 8) square[8][length - 1 - i] = dark;
        else square[length - 15 + i][8] = dark;
    }
}

/** Bytes go up and down in lines of two from the right. @param {(boolean | null)[][]} fixed
 *  @param {number[]} bytes @param {number} mask */
function filled(fixed, bytes, mask) {
    const {length} = fixed, square = fixed.map((line) => [...line]);
    let at = 0;
    for (let right = length - 1, up = true; right > 0; right -= 2, up = !up) {
        if (right === 6) right = 5; // the ruler
        for (let i = 0; i < length; i++) for (const x of [right, right - 1]) {
            const y = up ? length - 1 - i : i;
            if (fixed[y][x] !== null) continue;
            const bit = ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
            square[y][x] = (bit === 1) !== MASKS[mask](x, y);
            at++;
        }
    }
    putFormat(square, mask);
    return /** @type {boolean[][]} */ (square);
}

/** How hard a square is to read. @param {boolean[][]} square */
function penalty(square) {
    const {length} = square, lines = [...square,
        ...square.map((_, x) => square.map((line) => line[x]))]
        .map((line) => line.map(Number).join(''));
    let sum = 0;
    for (const line of lines) {
        for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
        for (const sign of ['10111010000', '00001011101']) {
            for (let at = line.indexOf(sign); at >= 0; at = line.indexOf(sign, at + 1)) sum += 40;
        }
    }
    for (let y = 1; y < length; y++) for (let x = 1; x < length; x++) {
        if (square[y][x] === square[y][x - 1] && square[y][x] === square[y - 1][x]
            && square[y][x] === square[y - 1][x - 1]) {
            sum += 3;
        }
    }
    const dark = square.flat().filter(Boolean).length / (length * length);
    return sum + 10 * Math.floor(Math.abs(dark - .5) * 20);
}

/** The modules of a code, true: dark, line by line; null: the text is too long.
 *  @param {string} text @param {number} [mask] without it, the one that is easiest to read
 *  @returns {boolean[][] | null} */
export function qr(text, mask) {
    const bytes = new TextEncoder().encode(text);
    const version = VERSIONS.findIndex(
        ([, blocks, each]) => blocks * each * 8 >= HEAD_BITS + 8 * bytes.length) + 1;
    if (version === 0) return null;
    const fixed = patterns(version), words = codewords(bytes, version);
    if (mask !== undefined) return filled(fixed, words, mask);
    return MASKS.map((_, i) => filled(fixed, words, i))
        .reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}

/** The same as one path of an SVG, and the width of its box with the light rim.
 *  @param {boolean[][]} square */
export const qrPath = (square) => ({
    width: square.length + 2 * QUIET,
    path: square.flatMap((line, y) =>
        line.flatMap((dark, x) => (dark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : []))).join(''),
});
