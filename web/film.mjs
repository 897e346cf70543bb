// film.mjs: a whole game as an animated picture (GIF): the same board that you play on, drawn
// off screen, moved by a clock that advances frame by frame (motion.mjs), painted onto a canvas
// and written by a Worker (gif.mjs).

import {kindOf, TITLES} from './kinds.mjs';
import {boardOf, loadBoard} from './boards.mjs';
import {film as stopTime, filmedNow, tick} from './motion.mjs';
import {Past} from './past.mjs';
import {boxesOf, classesOf, drawingsOf, layerOf, markupOf, onSheet, panelsOf, placeOf,
    wordsOf} from './picture.mjs';
import {hush} from './sound.mjs';
import {sentences} from './events.mjs';
import {html, make, one, style} from './dom.mjs';

const WIDTH = 480, CAPTION = 44, FRAME_MS = 80, REST_MS = 560, LAST_MS = 3000;
const FRAMES_MAX = 1500;
/** How many frames a line takes at full length, about. */

/** Everything that waits has had its turn. */
const settle = () => new Promise((done) => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = () => {
        port1.close();
        setTimeout(done);
    };
    port2.postMessage(0);
});

/** Paints a board onto a canvas. Each drawing is made into a picture once. */
class Painter {
    /** @type {Map<string, HTMLImageElement>} */
    #pictures = new Map();

    /** @param {HTMLElement} stage @param {HTMLElement} frame */
    constructor(stage, frame) {
        this.stage = stage;
        this.frame = frame;
        const {width, height} = frame.getBoundingClientRect();
        this.scale = WIDTH / width;
        this.canvas = Object.assign(document.createElement('canvas'),
            {width: WIDTH, height: 2 * Math.round((height * this.scale + CAPTION) / 2)});
        this.paint = /** @type {CanvasRenderingContext2D} */ (
            this.canvas.getContext('2d', {willReadFrequently: true}));
        const look = getComputedStyle(document.documentElement);
        this.colours = {water: look.getPropertyValue('--w1'), page: look.getPropertyValue('--card'),
            ink: look.getPropertyValue('--ink')};
        this.font = look.fontFamily;
    }

    /** @param {SVGElement} drawing @param {string} key @param {string} classes
     *  @param {HTMLElement} sheet */
    async #picture(drawing, key, classes, sheet) {
        const box = drawing.parentElement ?? drawing, width = Math.max(box.clientWidth, 8),
            height = Math.max(box.clientHeight, 8);
        const markup = markupOf(drawing, classes, sheet, width, height);
        const image = new Image(), size = 2;
        // What reaches over its frame is not cut off: there is as much room again on every side.
        image.src = URL.createObjectURL(new Blob([`<svg xmlns="http://www.w3.org/2000/svg" width="${
            width * size * 2}" height="${height * size * 2}" viewBox="${-width / 2} ${
                -height / 2} ${width * 2} ${height * 2}">${markup}</svg>`],
            {type: 'image/svg+xml'}));
        this.#pictures.set(key, image);
        await image.decode();
        URL.revokeObjectURL(image.src);
    }

    /** How clear things are that come and go. @returns {Map<Element, number>} */
    #clear() {
        return new Map(filmedNow()
            .filter((element) => element !== null && this.stage.contains(element)).map((element) =>
                /** @type {[Element, number]} */ ([element,
                    Number(getComputedStyle(/** @type {Element} */ (element)).opacity)])));
    }

    /** @param {string} caption @returns {Promise<Uint8ClampedArray>} the pixels */
    async shoot(caption) {
        const {stage, paint, canvas, scale} = this, frame = this.frame.getBoundingClientRect();
        const drawings = drawingsOf(stage).map((drawing) => {
            const classes = classesOf(drawing, stage);
            return {drawing, classes, key: `${classes}|${drawing.innerHTML}`,
                place: placeOf(drawing, frame)};
        });
        const fresh = new Map(
            drawings.filter(({key}) => !this.#pictures.has(key)).map((one) => [one.key, one]));
        if (fresh.size > 0) {
            await onSheet((sheet) => Promise.all([...fresh.values()]
                .map(({drawing, key, classes}) => this.#picture(drawing, key, classes, sheet))));
        }
        const clear = this.#clear();
        paint.setTransform(1, 0, 0, 1, 0, 0);
        paint.fillStyle = this.colours.water;
        paint.fillRect(0, 0, canvas.width, canvas.height);
        paint.scale(scale, scale);
        this.#boxes(panelsOf(stage, frame));
        let ground = true;
        for (const {drawing, key, place: {x, y, width, height, turn}} of drawings) {
            if (ground && layerOf(drawing) > 0) {
                this.#boxes(boxesOf(stage, frame));
                ground = false;
            }
            paint.save();
            for (let up = drawing.parentElement; up && up !== stage; up =
                up.parentElement) paint.globalAlpha *= clear.get(up) ?? 1;
            paint.translate(x + width / 2, y + height / 2);
            paint.rotate((turn * Math.PI) / 180);
            const picture = this.#pictures.get(key);
            if (picture) paint.drawImage(picture, -width, -height, width * 2, height * 2);
            paint.restore();
        }
        this.#words(frame);
        this.#caption(caption);
        return paint.getImageData(0, 0, canvas.width, canvas.height).data;
    }

    /** @param {(ReturnType<typeof boxesOf>[number] & {empty?: boolean})[]} boxes */
    #boxes(boxes) {
        const {paint} = this;
        for (const {x, y, width, height, fill, stroke, empty = false} of boxes) {
            paint.beginPath();
            paint.roundRect(x, y, width, height, empty ? 6 : 10);
            paint.lineWidth = empty ? 1 : 3;
            paint.setLineDash(empty ? [4, 3] : []);
            if (fill !== 'none') {
                paint.fillStyle = fill;
                paint.fill();
            }
            if (stroke !== 'none') {
                paint.strokeStyle = stroke;
                paint.stroke();
            }
        }
    }
    /** @param {DOMRect} frame */
    #words(frame) {
        const {paint} = this;
        paint.textBaseline = 'middle';
        for (const {text, middle, size, bold, colour, x, y} of wordsOf(this.stage, frame)) {
            paint.fillStyle = colour;
            paint.font = `${bold ? 700 : 400} ${size}px ${this.font}`;
            paint.textAlign = middle ? 'center' : 'left';
            paint.fillText(text, x, y);
        }
    }
    /** @param {string} text */
    #caption(text) {
        const {paint, canvas} = this;
        paint.setTransform(1, 0, 0, 1, 0, 0);
        paint.fillStyle = this.colours.page;
        paint.fillRect(0, canvas.height - CAPTION, canvas.width, CAPTION);
        paint.fillStyle = this.colours.ink;
        paint.textAlign = 'left';
        paint.textBaseline = 'middle';
        for (let size = 17; size >= 10; size--) { // as large as one line has room for
            paint.font = `600 ${size}px ${this.font}`;
            if (paint.measureText(text).width <= WIDTH - 24) break;
        }
        paint.fillText(text, 12, canvas.height - CAPTION / 2, WIDTH - 24);
    }
}

/** The Worker that writes, and how far it is. */
class Writer {
    #worker = new Worker('/gif.mjs', {type: 'module'});
    /** @type {(() => void) | undefined} */
    #taken;
    /** @type {Promise<void>} */
    #last = Promise.resolve();
    frames = 0;

    /** @param {HTMLCanvasElement} canvas @param {Uint8ClampedArray[]} samples */
    constructor({width, height}, samples) {
        this.#worker.postMessage({begin: {width, height}, samples});
        this.#worker.addEventListener('message', ({data}) => data.taken && this.#taken?.());
    }
    /** @param {Uint8ClampedArray} pixels @param {number} ms */
    async add(pixels, ms) {
        await this.#last;
        this.frames++;
        this.#last = new Promise((done) => {
            this.#taken = done;
        });
        this.#worker.postMessage({pixels, ms}, [pixels.buffer]);
    }
    /** @returns {Promise<Blob>} */
    async end() {
        await this.#last;
        const file = new Promise((done) =>
            this.#worker.addEventListener('message', ({data}) => data.file && done(data.file)));
        this.#worker.postMessage({end: true});
        return new Blob([await file], {type: 'image/gif'});
    }
    close() {
        this.#worker.terminate();
    }
}

/** @param {import('./past.mjs').About} about @param {number} mine @param {string} record
 *  @param {{progress: (part: number) => void, signal: AbortSignal}} how
 *  @returns {Promise<Blob | null>} null: broken off */
export async function filmOf(about, mine, record, {progress, signal}) {
    const past = new Past(about, mine);
    past.humans = [];
    past.cast.me = -1; // its viewer is none of the players
    await Promise.all([past.read(record), loadBoard(about.game)]);
    const room = make(html`<div class="filmroom" aria-hidden="true" inert>
        <div class="play game-${about.game} review"><section class="stage"></section></div>
    </div>`);
    document.body.append(room);
    past.board = boardOf(past);
    const stage = one(room, '.stage');
    stage.append(past.board.stage);
    stage.append(...past.board.above.filter((panel) => panel.matches('.own')));
    /** @type {Writer | undefined} */
    let writer;
    stopTime(true);
    hush(true);
    try {
        past.put(0);
        const frame = stage.querySelector('.pads') ?? stage;
        style(room, {height: `${frame.getBoundingClientRect().height}px`});
        const painter = new Painter(stage, /** @type {HTMLElement} */ (frame)), {lines} = past,
            samples = [];
        for (const i of [0, Math.floor(lines.length / 2), lines.length - 1]) {
            past.put(i);
            samples.push(await painter.shoot(TITLES[about.game]));
        }
        writer = new Writer(painter.canvas, samples);
        past.put(0);
        await writer.add(await painter.shoot(TITLES[about.game]), REST_MS * 2);
        const step =
            FRAME_MS * Math.max(1, (lines.length * kindOf(about.game).frames) / FRAMES_MAX);
        for (let i = 1; i < lines.length && !signal.aborted; i++) {
            const said = await sentences(about.game, past.happeningTo(i), past.cast);
            let caption =
                `${i}. ${(past.board.tells ? said[0] : said.join(' ')) ?? lines[i].move ?? ''}`;
            past.told = (count) => { // a round is shown leap by leap
                caption = `${i}. ${said[count - 1] ?? ''}`;
            };
            let done = false;
            void past.advance().finally(() => {
                done = true;
            });
            await settle();
            while (!done && !signal.aborted) {
                if (filmedNow().length > 0) {
                    await writer.add(await painter.shoot(caption), FRAME_MS);
                }
                tick(step);
                await settle();
            }
            past.board.show();
            await writer.add(await painter.shoot(caption), REST_MS);
            if (i === lines.length - 1) {
                await writer.add(await painter.shoot(past.result()), LAST_MS);
            }
            progress(i / (lines.length - 1));
        }
        return signal.aborted ? null : await writer.end();
    } finally {
        stopTime(false);
        hush(false);
        writer?.close();
        room.remove();
    }
}
