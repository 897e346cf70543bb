// visits.mjs: what a visit costs and survives: bytes of the first visit, no network, links, damaged
// records, pictures, and memory over many games.

import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {execFileSync} from 'node:child_process';
import {accessible, counted, doMove, fits, launch, myTurn, playOut, quiet, serve, visit} from './driver.mjs';

const FIRST_VISIT_MAX = 350_000;
const tests = [];
const test = (name, work) => tests.push({name, work});
let server = await serve();
const browser = await launch();
const still = {motion: 'off', chances: false, level: {rribbit: 1, quibbit: 1, quibbles: 1}};

test('the first visit is small, and everything comes with a validator', async () => {
    const page = await visit(browser, server.address, {serviceWorkers: 'block'});
    const fetched = counted(page), asked = [];
    page.context().on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.open('');
    for (const game of ['rribbit', 'quibbit', 'quibbles']) {
        await page.open(`play/${game}`);
        await myTurn(page);
    }
    const bytes = await fetched();
    assert.ok(bytes > 200_000 && bytes <= FIRST_VISIT_MAX, `${bytes} bytes`);
    assert.deepEqual(asked.filter((path) => /openings|explorer|analysis|editor|ring\.|threads/.test(path)), [], 'what only the analysis board needs');
    for (const path of ['', 'app.mjs', 'play.wasm', 'words.fr.json', 'rules/quibbles.en.md']) {
        const first = await fetch(server.address + path);
        assert.equal(first.status, 200, path);
        const again = await fetch(server.address + path, {headers: {'If-None-Match': first.headers.get('etag')}});
        assert.equal(again.status, 304, path);
        assert.ok(!first.headers.get('content-security-policy').includes('unsafe-inline'));
    }
    quiet(page);
    return `${bytes} bytes for the home screen and all three games`;
});

test('a bad link and a damaged record say what is wrong', async () => {
    const page = await visit(browser, server.address, {});
    await page.open('open/not*a-game');
    assert.match(await page.locator('.why').textContent(), /damaged/);
    for (const hash of ['play/id/nobody', 'play/nogame', 'play/at/rribbit', 'play/at/quibbit/players=9/h/x', 'nonsense', 'constructor', '%', 'learn/chess', 'puzzles/chess', 'rules/chess', 'setup/chess',
        'learn/rribbit/999', 'review/nobody']) {
        await page.open(hash);
        assert.match(await page.locator('main').textContent(), /This link doesn't work/, hash);
        assert.ok(await page.locator('main a.btn[href="#/"]').isVisible(), `${hash}: the way home`);
    }
    await page.open('nonsense');
    assert.match(await page.locator('main').textContent(), /nothing at this address.*mistyped/);
    await page.locator('main a', {hasText: 'Puzzles'}).click();
    await page.waitForSelector('.steps');
    const record = readFileSync(`${process.env.TOP}/tests/vectors/${firstVector('rribbit')}`, 'utf8');
    await page.open('open');
    await page.locator('textarea').fill(record.replace(/^1\. \S+/m, '1. a1-a2'));
    await page.locator('form button').click();
    await page.waitForFunction(() => document.querySelector('.why').textContent !== '');
    assert.match(await page.locator('.why').textContent(), /^Line \d+: /);
    await page.locator('textarea').fill(record);
    await page.locator('form button').click();
    await page.waitForSelector('.play');
    quiet(page);
});

test('a game as a link, and its picture', async () => {
    const page = await visit(browser, server.address, {settings: still, permissions: ['clipboard-read', 'clipboard-write']});
    await page.open('play/rribbit');
    await playOut(page);
    await page.locator('.ending .save').click();
    await page.locator('dialog [value="game"]').click();
    await page.waitForSelector('.toast');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(link.length < 2000, `${link.length} characters`);
    const position = await page.evaluate(() => globalThis.pondTable.look.pos);
    const other = await visit(browser, server.address, {});
    await other.goto(link);
    await other.waitForSelector('.ending');
    assert.equal(await other.evaluate(() => globalThis.pondTable.look.pos), position);
    await page.locator('.ending .save').click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('dialog [value="svg"]').click()]);
    const svg = readFileSync(await download.path(), 'utf8');
    assert.match(svg, /^<svg xmlns/);
    assert.ok(!svg.includes('var(--') && !svg.includes('<use'), 'the picture stands alone');
    // The same game as an animation: broken off once, then made, opened and looked at.
    await page.locator('.ending .save').click();
    await page.locator('dialog [value="gif"]').click();
    await page.locator('dialog [value="stop"]').click();
    await page.waitForFunction(() => !document.querySelector('.filmroom'));
    await page.locator('.ending .save').click();
    const [film] = await Promise.all([page.waitForEvent('download', {timeout: 120000}), page.locator('dialog [value="gif"]').click()]);
    assert.match(film.suggestedFilename(), /^rribbit-.*\.gif$/);
    const data = readFileSync(await film.path()), plies = await page.evaluate(() => globalThis.pondTable.look.ply);
    assert.equal(data.subarray(0, 6).toString(), 'GIF89a');
    const {frames, width, first, last} = await page.evaluate(async (text) => {
        const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
        const decoder = new ImageDecoder({data: bytes, type: 'image/gif'});
        await decoder.tracks.ready;
        await decoder.completed;
        const count = decoder.tracks.selectedTrack.frameCount;
        const paint = async (frameIndex) => {
            const {image} = await decoder.decode({frameIndex});
            const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight), context = canvas.getContext('2d');
            context.drawImage(image, 0, 0);
            const size = image.displayWidth / 9, frogs = [];
            for (let y = 0; y < 7; y++) for (let x = 0; x < 9; x++) frogs.push([...context.getImageData((x + .36) * size, (y + .6) * (image.displayHeight - 44) / 7, 1, 1).data].slice(0, 3));
            return {frogs, width: image.displayWidth};
        };
        const begin = await paint(0), end = await paint(count - 1);
        return {frames: count, width: begin.width, first: begin.frogs, last: end.frogs};
    }, data.toString('base64'));
    assert.equal(width, 480);
    assert.ok(frames > plies * 2, `${frames} frames for ${plies} moves: frogs move in between`);
    const light = ([r, g, b]) => r > 225 && g > 215 && b > 180 && r - b < 60 && r >= g && g > b;
    const rowOf = (pixels, y) => pixels.slice(y * 9, y * 9 + 9).filter(light).length;
    assert.equal(rowOf(first, 6), 9, 'nine light frogs at home in the first frame');
    assert.ok(rowOf(last, 6) < 9, 'not in the last one');
    quiet(page);
    await other.context().close();
    return `${data.length} bytes, ${frames} frames`;
});

/** Runs the program. */
const pond = (...args) => execFileSync(process.env.POND, args, {encoding: 'utf8'});

/** Saves something by the menu of a game. @returns the file's path */
async function saved(page, what) {
    await page.locator('.bar .menu').click();
    await page.locator('dialog [value="share"]').click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator(`dialog [value="${what}"]`).click()]);
    return file.path();
}

for (const [size, language] of [['desktop', 'en'], ['phone', 'fr']]) {
    test(`a picture of Quibbles says who, how many and how much, ${size}`, async () => {
        const page = await visit(browser, server.address, {size, language, settings: still});
        await page.open('play/quibbles/h111/players=4,first=0/pond7');
        await myTurn(page);
        const svg = readFileSync(await saved(page, 'svg'), 'utf8');
        const written = [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
        for (const text of ['Robin', 'Amara', 'Jules', ...(language === 'en' ? ['6 cards', 'Draw 125', 'Discard 0', 'Player 1\'s collection'] : ['6 cartes', 'Pioche 125', 'Défausse 0', 'Collection de Joueur 1'])]) assert.ok(written.includes(text), `${text} in ${written}`);
        assert.equal(written.filter((text) => text === '0').length, 4, 'everyone has a score');
        assert.ok(written.some((text) => /^\d × \d$/.test(text)), 'the hand is counted');
        const [, wide, high] = /^<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg);
        for (const [, x, y] of svg.matchAll(/<text x="([\d.-]+)" y="([\d.-]+)"/g)) assert.ok(x > 0 && y > 0 && Number(x) < wide && Number(y) < high, `${x}, ${y} is in the picture`);
        const png = readFileSync(await saved(page, 'png'));
        assert.ok(png.readUInt32BE(16) > 600 && png.readUInt32BE(20) > 600, 'large enough to be read');
        assert.equal(await page.locator('.filmroom').count(), 0);
        quiet(page);
    });
}

test('pictures, films and links name you as others do', async () => {
    const name = 'Bartholomäus von Teich', page = await visit(browser, server.address, {settings: {...still, name}, permissions: ['clipboard-read', 'clipboard-write']});
    await page.addInitScript(() => {
        globalThis.painted = [];
        const {fillText} = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype.fillText = function paint(text, ...more) {
            globalThis.painted.push(text);
            return fillText.call(this, text, ...more);
        };
    });
    for (const [at, called] of [['play/at/quibbit/players=4,colors=GBRY/h111/*GRBY~GYRB*BGYR_G47:1245,B52:234,R49:123,Y48:235_B_-_6', name], ['play/quibbles/h1/players=2,first=0/pond7', `${name}'s collection`]]) {
        await page.open(at);
        await myTurn(page);
        const svg = readFileSync(await saved(page, 'svg'), 'utf8');
        const written = [...svg.matchAll(/<text [^>]*font-size="([\d.]+)"[^>]*>([^<]*)<\/text>/g)].map(([, size, text]) => ({size: Number(size), text: text.replace('&#39;', "'")}));
        assert.ok(written.some(({text}) => text === called), written.map(({text}) => text).join());
        assert.deepEqual(written.filter(({text}) => /\byou/i.test(text)), []);
        if (called === name) assert.ok(written.find(({text}) => text === name).size < written.find(({text}) => text === 'Robin').size, 'a long name has the room of a short one');
    }
    await page.open('play/rribbit');
    await doMove(page, 'rribbit', 'e1-f3');
    await page.waitForFunction(() => globalThis.pondTable.look.ply >= 2);
    await myTurn(page);
    await page.evaluate(() => globalThis.pondTable.resign(0));
    await page.waitForSelector('.ending');
    await saved(page, 'gif');
    const captions = await page.evaluate(() => globalThis.painted);
    assert.ok(captions.some((text) => text.startsWith(`1. ${name} leaps from e1 to f3.`)), captions.join('; '));
    assert.deepEqual(captions.filter((text) => /\byou/i.test(text)), []);
    await page.locator('.ending .save').click();
    await page.locator('dialog [value="game"]').click();
    await page.waitForSelector('.toast');
    const other = await visit(browser, server.address, {});
    await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
    await other.waitForSelector('.ending');
    assert.match(await other.locator('.story').textContent(), new RegExp(`${name} leaps`));
    for (const one of [page, other]) quiet(one);
});

test('a record that was opened tells its story, its date and its names, and hides no hand', async () => {
    const page = await visit(browser, server.address, {settings: still});
    const [seats, plain] = [['Ada "the frog"', 'Ben', 'level:3'], readFileSync(`${process.env.TOP}/tests/vectors/quibbles-3.pond`, 'utf8')];
    const tags = `[Date "2024-02-29T18:30:00Z"]\n${seats.map((name, i) => `[Seat${i} "${name.replace(/"/g, '\\"')}"]\n`).join('')}`;
    const record = plain.replace(/^\[Seat.*\n/gm, '').replace(/^\[Setup/m, () => `${tags}[Setup`);
    await page.open('open');
    await page.locator('textarea').fill(record);
    await page.locator('form button').click();
    await page.waitForSelector('.ending');
    const story = await page.locator('.story li').allTextContents();
    assert.ok(story.length > 5 && story.every((line) => /^(Ada "the frog" |Ben |Robot 3 |Ten cards: |The discards are shuffled )/.test(line)), story.slice(0, 3).join());
    await page.waitForFunction(() => document.querySelectorAll('.opp .fan use').length > 0 && !document.querySelector('.opp .fan use[href="#q-back"]'));
    const cards = await page.locator('.opp').evaluateAll((all) => all.map((one) => [one.querySelector('.xs').textContent, one.querySelectorAll('.fan use').length]));
    for (const [words, count] of cards) assert.match(words, new RegExp(`^${count} cards?$`));
    assert.equal(await page.locator('.own h2').textContent(), 'Ada "the frog"\'s collection');
    assert.equal(readFileSync(await saved(page, 'record'), 'utf8'), record, 'it leaves as it came');
    await accessible(page, 'an opened record');
    await page.open('games');
    assert.match(await page.locator('.kept').textContent(), /Feb 29, 2024/);
    await page.locator('.kept .btn', {hasText: /^View$/}).click();
    await page.waitForSelector('.ending');
    await page.open('games');
    assert.match(await page.locator('.kept').textContent(), /Feb 29, 2024/, 'a look changes no date');
    await page.locator('.kept .btn', {hasText: 'Review'}).click();
    await page.waitForSelector('.review .fan');
    for (const step of ['first', '1', 'last']) {
        await page.locator(`[data-go="${step}"]`).click();
        await page.waitForFunction(() => !globalThis.pondReview.moves);
        assert.equal(await page.locator('.opp .fan use[href="#q-back"]').count(), 0, 'in a review all hands are open');
    }
    quiet(page);
});

test('a record from the page can be verified and replayed by the program', async () => {
    const page = await visit(browser, server.address, {settings: {...still, name: 'Ada \\ "A"'}});
    for (const [game, seats] of [['quibbles', 'h1/players=2,first=0'], ['quibbit', 'h1/players=2,colors=GRB'], ['rribbit', 'h1']]) {
        await page.open(`play/${game}/${seats}`);
        for (let i = 0; i < 3; i++) {
            const {look} = await myTurn(page);
            await doMove(page, game, look.legal.find((move) => move[0] === '+') ?? look.legal[0]);
            await page.waitForFunction((ply) => globalThis.pondTable.look.ply > ply, look.ply);
        }
        await myTurn(page);
        await page.evaluate(() => globalThis.pondTable.resign(0));
        await page.waitForSelector('.ending');
        const path = await saved(page, 'record'), text = readFileSync(path, 'utf8');
        assert.match(text, /^\[Game .*\n\[Options .*\n\[Seed "\w+"\]\n\[Date "\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"\]\n\[Seat0 "Ada \\\\ \\"A\\""\]\n\[Seat1 "level:1"\]\n/, game);
        assert.match(pond('verify', path), /seed/i);
        const last = JSON.parse(pond('replay', '--json', path).trimEnd().split('\n').at(-1));
        assert.equal(last.pos, await page.evaluate(() => globalThis.pondTable.look.pos), game);
        await page.open('games'); // and once more from the review
        await page.locator('.kept .btn', {hasText: 'Review'}).first().click();
        await page.locator('.bar .share').click();
        const [again] = await Promise.all([page.waitForEvent('download'), page.locator('dialog [value="record"]').click()]);
        assert.equal(readFileSync(await again.path(), 'utf8'), text, `${game}: the same from its review`);
    }
    quiet(page);
});

test('drawings in the rules are drawings', async () => {
    const page = await visit(browser, server.address, {size: 'phone'});
    await page.open('rules/rribbit');
    assert.match(await page.locator('pre').first().textContent(), /^7 {3}D D D D D D D D D\n6 {3}\. \. .*\n5 {3}\. \. \. \+ \+ \+ /);
    assert.doesNotMatch(await page.locator('article').textContent(), /For programs|turn=single\|chain/, 'options as programs write them are not for families');
    await accessible(page, 'rules with a drawing');
    await fits(page, 'rules with a drawing');
    quiet(page);
});

test('French signs stay with their word', async () => {
    const words = await (await fetch(`${server.address}words.fr.json`)).json();
    const broken = Object.entries(words).filter(([, text]) => / [:;!?%»]|« /.test(text)).map(([name]) => name);
    assert.deepEqual(broken, []);
    assert.match(words.WHO_PLAYS, /Qui joue\u00a0\?/);
});

/** The colours of an element as it is drawn, one for each field of a grid, so far from its middle, in parts of its smaller side.
 *  @returns {Promise<number[][][]>} lines of columns of red, green, blue */
async function coloursOf(page, selector, columns, rows, [right, below]) {
    const shot = (await page.locator(selector).first().screenshot()).toString('base64');
    return page.evaluate(async ([data, across, down, dx, dy]) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height), paint = canvas.getContext('2d');
        paint.drawImage(image, 0, 0);
        const width = image.width / across, height = image.height / down, side = Math.min(width, height);
        return Array.from({length: down}, (_, y) => Array.from({length: across}, (__, x) =>
            [...paint.getImageData((x + .5) * width + dx * side, (y + .5) * height + dy * side, 1, 1).data].slice(0, 3)));
    }, [shot, columns, rows, right, below]);
}

test('the boards are drawn where they should be (pixels)', async () => {
    const page = await visit(browser, server.address, {still: true});
    await page.open('play/at/rribbit/turn=single,win=row/h2/2D5D.1D4D2.9.3DDD3.7L1.2L2LL2.1L2L4_l_-');
    await myTurn(page);
    const belly = await coloursOf(page, '.pads', 9, 7, [0, .12]), beside = await coloursOf(page, '.pads', 9, 7, [-.36, 0]), edge = await coloursOf(page, '.pads', 9, 7, [-.43, 0]);
    const colours = {light: belly[5][2], dark: belly[1][1], arena: beside[2][3], row: edge[3][3]};
    const near = (one, other) => one.every((value, i) => Math.abs(value - other[i]) < 24);
    assert.ok(near(colours.light, [0xf4, 0xeb, 0xd0]) || near(colours.light, [0xff, 0xfd, 0xf4]), `light frog: ${colours.light}`);
    assert.ok(near(colours.dark, [0x3a, 0x4a, 0x5c]) || near(colours.dark, [0x84, 0x96, 0xa8]), `dark frog: ${colours.dark}`);
    assert.ok(near(colours.arena, [0xe8, 0xc3, 0xba]), `arena: ${colours.arena}`);
    assert.ok(near(colours.row, [0xff, 0xe0, 0x8a]), `row: ${colours.row}`);
    quiet(page);
});

test('the board of Rrib-bit is seen from one’s own side, upright and turned (pixels)', async () => {
    const FILES = 'abcdefghi', BODIES = {L: [0xf4, 0xeb, 0xd0], D: [0x3a, 0x4a, 0x5c]};
    // Where a pad has to be, in columns and lines from the upper left: your own first rank is nearest, or leftmost on a phone narrower than 360 px.
    const PLACES = {
        'desktop 0': (file, rank) => [file, 7 - rank], 'desktop 1': (file, rank) => [8 - file, rank - 1],
        'phone 0': (file, rank) => [file, 7 - rank], 'phone 1': (file, rank) => [8 - file, rank - 1],
        'small 0': (file, rank) => [rank - 1, file], 'small 1': (file, rank) => [7 - rank, 8 - file],
    };
    const positions = ['2D5D.1D4D2.9.3DDD3.7L1.2L2LL2.1L2L4_l_-', '2L5L.1L4L2.9.3LLL3.7D1.2D2DD2.1D2D4_d_-'];
    for (const [name, place] of Object.entries(PLACES)) {
        const [size, seat] = name.split(' '), [columns, rows] = size === 'small' ? [7, 9] : [9, 7];
        const page = await visit(browser, server.address, {still: true, size, settings: {chances: false}});
        await page.open(`play/at/rribbit/turn=single,win=row/${seat === '0' ? 'h2' : '2h'}/${positions[seat]}`);
        await myTurn(page);
        const expected = Array.from({length: rows}, () => Array(columns).fill('.'));
        positions[seat].split('_')[0].split('.').forEach((row, i) => [...row.replace(/\d/g, (count) => '.'.repeat(count))].forEach((sign, file) => {
            const [x, y] = place(file, 7 - i);
            expected[y][x] = sign;
        }));
        const colours = await coloursOf(page, '.pads', columns, rows, [-.185, .146]); // of a frog's body, beside its belly
        const near = (one, other) => one.every((value, i) => Math.abs(value - other[i]) < 10);
        const seen = colours.map((line) => line.map((colour) => Object.keys(BODIES).find((army) => near(colour, BODIES[army])) ?? '.').join(''));
        assert.deepEqual(seen, expected.map((line) => line.join('')), name);
        // The row that stands glows there, too, and a press on a pad means the one that is seen.
        const glows = await coloursOf(page, '.pads', columns, rows, [-.4, -.3]); // beside the frog, and within the glow's edge on pads of 42 px too
        for (const file of [3, 4, 5]) {
            const [x, y] = place(file, 4);
            assert.ok(near(glows[y][x], [0xff, 0xe0, 0x8a]), `${name}: row at ${FILES[file]}4: ${glows[y][x]}`);
        }
        const own = await page.evaluate(() => document.querySelector('.pad.own').dataset.pad);
        const [x, y] = place(FILES.indexOf(own[0]), Number(own[1]));
        const {width, height} = await page.locator('.pads').boundingBox();
        await page.locator('.pads').click({position: {x: ((x + .5) / columns) * width, y: ((y + .5) / rows) * height}});
        assert.equal(await page.evaluate(() => document.querySelector('.pad[aria-selected="true"]')?.dataset.pad), own, name);
        quiet(page);
        await page.context().close();
    }
});

test('letters stand in the place of marks where they are wanted (pixels)', async () => {
    const seen = [];
    for (const letters of [false, true]) {
        const page = await visit(browser, server.address, {still: true, settings: {chances: false, letters}});
        await page.open('play/quibbit/h222/players=4,colors=GBRY/pond7');
        await myTurn(page);
        await page.waitForFunction(() => document.fonts.status === 'loaded');
        seen.push((await coloursOf(page, '.tile:has(.red)', 60, 60, [0, 0])).flat().join('\n'));
        quiet(page);
        await page.context().close();
    }
    const lines = seen.map((text) => text.split('\n')), other = lines[0].filter((colour, i) => colour !== lines[1][i]).length;
    assert.ok(other > 5 && other < 600, `${other} of 3600 points of a leaf are another colour`); // the mark, not the leaf
});

test('the page goes on while the engine thinks', async () => {
    const page = await visit(browser, server.address, {settings: still});
    await page.open('play/rribbit/h6');
    await myTurn(page);
    await page.evaluate(() => {
        globalThis.frames = 0;
        const count = () => {
            if (globalThis.pondTable.look.ply === 1) globalThis.frames++; // it is the engine's turn
            requestAnimationFrame(count);
        };
        count();
    });
    await doMove(page, 'rribbit', 'e1-f3');
    await page.waitForFunction(() => globalThis.pondTable.look.ply >= 2);
    const frames = await page.evaluate(() => globalThis.frames);
    assert.ok(frames > 4, `${frames} frames are drawn while it thinks`);
    quiet(page);
});

test('memory stays flat over many games', async () => {
    const page = await visit(browser, server.address, {settings: still});
    const session = await page.context().newCDPSession(page);
    const heap = async () => {
        await session.send('HeapProfiler.collectGarbage');
        return (await session.send('Runtime.getHeapUsage')).usedSize;
    };
    const games = async (count) => {
        for (let i = 0; i < count; i++) {
            await page.open(`play/rribbit/11/start=left-wing/seed${i}`);
            await page.waitForFunction(() => globalThis.pondTable?.look.ply > 3);
            await page.open('');
        }
    };
    await games(3);
    const before = await heap();
    await games(12);
    const after = await heap();
    assert.ok(after - before < 3_000_000, `${before} to ${after}`);
    quiet(page);
    return `${before} bytes, then ${after}`;
});

test('everything works without a network once it was visited', async () => {
    const page = await visit(browser, server.address, {settings: still});
    await page.open('');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await server.stop();
    await page.open('settings');
    await page.reload();
    await page.waitForSelector('.field');
    for (const hash of ['setup/quibbit', 'rules/rribbit', 'games', 'open']) await page.open(hash);
    await page.open('play/quibbit');
    const look = await playOut(page);
    assert.notEqual(look.result, null);
});

function firstVector(game) {
    return readdirSync(`${process.env.TOP}/tests/vectors`).find((name) => name.includes(game) && name.endsWith('.pond'));
}

let failed = 0;
for (const {name, work} of tests.filter((one) => !process.argv[2] || one.name.includes(process.argv[2]))) {
    const start = Date.now();
    try {
        const said = await work();
        console.log(`ok      ${name} (${Date.now() - start} ms)${said ? `: ${said}` : ''}`);
    } catch (error) {
        failed++;
        console.log(`FAILED  ${name}\n${error.stack ?? error}`);
    }
    for (const context of browser.contexts()) await context.close();
}
await browser.close();
await server.stop().catch(() => {});
process.exit(failed > 0 ? 1 : 0);
