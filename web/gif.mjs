// gif.mjs: writes an animated GIF, in a Worker of its own: frames come as pixels one after the
// other, the file goes back at the end. Only what differs from the frame before is written.
//
// Messages in: {begin: {width, height}, samples: [pixels…]}, {pixels, ms}, {end: true}. Out:
// {taken} after each frame, so that the painter never runs far ahead, and {file} at the end.

const COLOURS = 255, CLEAR = 255; // the last colour is 'as before'
const CODES_MAX = 4096;

/** Bytes that grow. */
class Bytes {
    #room = new Uint8Array(1 << 16);
    length = 0;
    /** @param {number} count */
    #more(count) {
        if (this.length + count <= this.#room.length) return;
        const larger = new Uint8Array(Math.max(this.#room.length * 2, this.length + count));
        larger.set(this.#room);
        this.#room = larger;
    }
    /** @param {number[]} values */
    put(...values) {
        this.#more(values.length);
        for (const value of values) this.#room[this.length++] = value;
    }
    /** @param {number} value */
    put16(value) {
        this.put(value & 255, value >> 8);
    }
    /** @param {ArrayLike<number>} values */
    add(values) {
        this.#more(values.length);
        this.#room.set(values, this.length);
        this.length += values.length;
    }
    /** @param {number} at @param {number} value */
    set16(at, value) {
        this.#room[at] = value & 255;
        this.#room[at + 1] = value >> 8;
    }
    whole() {
        return this.#room.slice(0, this.length);
    }
}

// ---- Colours ----

/** A colour in fifteen bits. @param {number} r @param {number} g @param {number} b */
const short = (r, g, b) => ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);

/** At most that many colours for these pictures, by cutting the fullest box in two again and again.
 *  @param {Uint8ClampedArray[]} samples @returns {number[][]} */
function paletteOf(samples) {
    const counts = new Map(), sums = new Map();
    for (const pixels of samples) {
        for (let i = 0; i < pixels.length; i += 4) {
            const key = short(pixels[i], pixels[i + 1], pixels[i + 2]),
                sum = sums.get(key) ?? [0, 0, 0];
            counts.set(key, (counts.get(key) ?? 0) + 1);
            for (let k = 0; k < 3; k++) sum[k] += pixels[i + k];
            sums.set(key, sum);
        }
    }
    const points = [...counts].map(([key, count]) => ({count, at:
        /** @type {number[]} */ (sums.get(key)).map((/** @type {number} */ sum) => sum / count)}));
    /** @param {typeof points} box */
    const spread = (box) => {
        const sides = [0, 1, 2].map(
            (k) => Math.max(...box.map(({at}) => at[k])) - Math.min(...box.map(({at}) => at[k])));
        const side = sides.indexOf(Math.max(...sides));
        return {box, side,
            worth: sides[side] * Math.sqrt(box.reduce((all, {count}) => all + count, 0))};
    };
    const boxes = [spread(points)];
    while (boxes.length < COLOURS) {
        const most = boxes.reduce(
            (best, one, i) => (one.box.length > 1 && one.worth > boxes[best].worth ? i : best), 0);
        const {box, side} = boxes[most];
        if (box.length < 2) break;
        box.sort((a, b) => a.at[side] - b.at[side]);
        const half = box.reduce((all, {count}) => all + count, 0) / 2;
        let seen = 0, cut = 1;
        while (cut < box.length - 1 && (seen += box[cut - 1].count) < half) cut++;
        boxes.splice(most, 1, spread(box.slice(0, cut)), spread(box.slice(cut)));
    }
    return boxes.map(({box}) => {
        const count = box.reduce((all, one) => all + one.count, 0);
        return [0, 1, 2].map(
            (k) => Math.round(box.reduce((all, one) => all + one.at[k] * one.count, 0) / count));
    });
}

// ---- Codes ----

/** LZW as GIF wants it: codes that grow in length, in blocks of at most 255 bytes.
 *  @param {Uint8Array} indices @param {Bytes} out */
function compress(indices, out) {
    const CLEAR_CODE = 256, END_CODE = 257;
    const block = new Uint8Array(255);
    let filled = 0, bits = 0, held = 0, size = 9, next = 258;
    /** @type {Map<number, number>} */
    let known = new Map();
    const flush = () => {
        if (filled === 0) return;
        out.put(filled);
        out.add(block.subarray(0, filled));
        filled = 0;
    };
    /** @param {number} code */
    const write = (code) => {
        held |= code << bits;
        bits += size;
        while (bits >= 8) {
            block[filled++] = held & 255;
            held >>>= 8;
            bits -= 8;
            if (filled === 255) flush();
        }
    };
    out.put(8);
    write(CLEAR_CODE);
    let string = indices[0];
    for (let i = 1; i < indices.length; i++) {
        const key = (string << 8) | indices[i], code = known.get(key);
        if (code !== undefined) {
            string = code;
            continue;
        }
        write(string);
        if (next < CODES_MAX) {
            known.set(key, next);
            if (next === 1 << size && size < 12) size++;
            next++;
        } else {
            write(CLEAR_CODE);
            known = new Map();
            size = 9;
            next = 258;
        }
        string = indices[i];
    }
    write(string);
    if (next === 1 << size && size < 12) size++;
    write(END_CODE);
    if (bits > 0) block[filled++] = held & 255;
    flush();
    out.put(0);
}

// ---- The file ----

class Gif {
    /** @param {number} width @param {number} height @param {Uint8ClampedArray[]} samples */
    constructor(width, height, samples) {
        this.width = width;
        this.height = height;
        this.palette = paletteOf(samples);
        this.nearest = new Int16Array(1 << 15).fill(-1);
        /** @type {Uint8Array | null} */
        this.before = null;
        this.out = new Bytes();
        this.delayAt = 0; // where the time of the last frame is written
        this.delay = 0;
        this.out.add(new TextEncoder().encode('GIF89a'));
        this.out.put16(width);
        this.out.put16(height);
        this.out.put(0xf7, 0, 0); // a table of 256 colours for all frames
        for (let i = 0; i < 256; i++) this.out.put(...(this.palette[i] ?? [0, 0, 0]));
        this.out.put(0x21, 0xff, 11);
        this.out.add(new TextEncoder().encode('NETSCAPE2.0'));
        this.out.put(3, 1, 0, 0, 0); // again and again
    }

    /** @param {number} r @param {number} g @param {number} b */
    #index(r, g, b) {
        const key = short(r, g, b);
        if (this.nearest[key] >= 0) return this.nearest[key];
        let best = 0, least = Infinity;
        this.palette.forEach(([pr, pg, pb], i) => {
            const far = (pr - r) ** 2 * 2 + (pg - g) ** 2 * 4 + (pb - b) ** 2 * 3;
            if (far < least) [least, best] = [far, i];
        });
        this.nearest[key] = best;
        return best;
    }

    /** @param {Uint8ClampedArray} pixels @param {number} ms */
    frame(pixels, ms) {
        const {width, height, before} = this, now = new Uint8Array(width * height);
        let left = width, right = -1, top = height, bottom = -1;
        for (let i = 0, p = 0; i < now.length; i++, p += 4) {
            now[i] = this.#index(pixels[p], pixels[p + 1], pixels[p + 2]);
            if (before && before[i] === now[i]) continue;
            const x = i % width, y = (i - x) / width;
            if (x < left) left = x;
            if (x > right) right = x;
            if (y < top) top = y;
            bottom = y;
        }
        if (right < 0) { // nothing is new: the frame before stays longer
            this.#hold(ms);
            return;
        }
        const wide = right - left + 1, high = bottom - top + 1, part = new Uint8Array(wide * high);
        for (let y = 0, k = 0; y < high; y++) {
            for (let x = 0, i = (top + y) * width + left; x < wide; x++ , i++ , k++) part[k] =
                before && before[i] === now[i] ? CLEAR : now[i];
        }
        this.out.put(0x21, 0xf9, 4, before ? 0x05 : 0x04);
        this.delayAt = this.out.length;
        this.delay = 0;
        this.out.put(0, 0, CLEAR, 0);
        this.#hold(ms);
        this.out.put(0x2c);
        for (const value of [left, top, wide, high]) this.out.put16(value);
        this.out.put(0);
        compress(part, this.out);
        this.before = now;
    }
    /** @param {number} ms */
    #hold(ms) {
        this.delay += Math.round(ms / 10);
        this.out.set16(this.delayAt, Math.min(65535, this.delay));
    }
    end() {
        this.out.put(0x3b);
        return this.out.whole();
    }
}

/** @type {Gif | undefined} */
let gif;
addEventListener('message', ({data}) => {
    if (data.begin) gif = new Gif(data.begin.width, data.begin.height, data.samples);
    else if (data.pixels) {
        gif?.frame(data.pixels, data.ms);
        postMessage({taken: true});
    } else if (data.end) postMessage({file: gif?.end()});
});
