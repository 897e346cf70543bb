// qr.mjs: codes of every length and every mask, read by a decoder that somebody else wrote.

import assert from 'node:assert/strict';
import {readQr} from './driver.mjs';

const {qr, qrPath} = await import(`${process.env.TOP}/web/qr.mjs`);
const BYTES_MAX = 106, MASKS = [undefined, 0, 1, 2, 3, 4, 5, 6, 7], DOT = 3, QUIET = 4;

/** The code as a camera would see it, a few dots wrong. */
function picture(square, wrong = 0) {
    const width = (square.length + 2 * QUIET) * DOT, pixels = new Uint8ClampedArray(width * width * 4).fill(255);
    square.forEach((line, y) => line.forEach((dark, x) => {
        const flipped = wrong > 0 && x > 8 && y > 8 && x < square.length - 9 && y < square.length - 9 && (x * 31 + y * 17) % wrong === 0;
        if (dark === flipped) return;
        for (let i = 0; i < DOT * DOT; i++) {
            const at = 4 * (((y + QUIET) * DOT + Math.floor(i / DOT)) * width + (x + QUIET) * DOT + (i % DOT));
            pixels[at] = pixels[at + 1] = pixels[at + 2] = 0;
        }
    }));
    return [pixels, width, width];
}

let codes = 0;
for (let length = 1; length <= BYTES_MAX; length++) {
    for (const mask of MASKS) {
        const text = Array.from({length}, (_, i) => String.fromCharCode(33 + ((i * 7 + length * 3 + (mask ?? 9)) % 90))).join('');
        assert.equal(readQr(...picture(qr(text, mask)))?.data, text, `${length} bytes, mask ${mask}`);
        codes++;
    }
}
assert.equal(qr('x'.repeat(BYTES_MAX + 1)), null, 'too long is said');
const link = 'http://192.168.100.200:7878/t/k3v9w1x5m7z0q2r4?invite=h5d8s2';
assert.equal(readQr(...picture(qr(link), 23))?.data, link, 'some dots may be wrong');
assert.equal(readQr(...picture(qr('Étang, 21 \u{1f438}')))?.data, 'Étang, 21 \u{1f438}', 'bytes of UTF-8');
const square = qr(link), {width, path} = qrPath(square);
assert.equal(width, square.length + 2 * QUIET);
assert.equal(path.match(/M/g).length, square.flat().filter(Boolean).length, 'a dot for each dark module');
console.log(`${codes} codes`);
