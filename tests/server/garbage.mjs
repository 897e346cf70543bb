// garbage.mjs: a flood of messages that make no sense, while people play on.
//
//     node tests/server/garbage.mjs [MESSAGES [SEED]]     20,000 in ./test; 1,000,000 is the long form
//
// Several sockets send JSON of wrong kinds, mangled messages, enormous numbers, nestings, text that is no
// UTF-8, frames that are none, half frames followed by silence, and requests that are not quite HTTP.
// Meanwhile two people play one game after the other. Held: whatever can be answered is answered, once
// each; what breaks the rules of WebSocket is closed; the games go on, end and are verified; the server's
// memory stays where it was; afterwards it is well and nobody is left over.

import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {connect} from 'node:net';
import {Worker, isMainThread, parentPort, workerData} from 'node:worker_threads';
import {Client, Server, check, finish, frame, frames, get, handshake, key, pond, same, sleep} from './client.mjs';

const THREADS = 2, SOCKETS = 8; // sockets of each thread
const BATCH = 25; // messages before their answers are awaited: the server lets 32 wait
const SILENT_MAX = 20; // half frames that wait for the rest, by thread

// ---- What is sent ----

let state = 1;
const below = (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * limit);
};
const any = (list) => list[below(list.length)];
const bytes = (length) => Buffer.from(Array.from({length}, () => below(256)));
const letters = (length) => Array.from({length}, () => String.fromCharCode(32 + below(95))).join('');

const TYPES = ['play', 'watch', 'create', 'join', 'number', 'leave', 'unwatch', 'resign', 'offer', 'accept', 'decline', 'takeback',
    'agree', 'refuse', 'say', 'hint', 'again', 'substitute', 'back', 'record', 'hello', 'name', 'recover', 'ping', 'mine',
    'leaders', 'history', 'dance', '', '__proto__', 'type'];
const MEMBERS = ['table', 'version', 'move', 'game', 'options', 'seats', 'public', 'rated', 'clock', 'once', 'seat', 'invite', 'number',
    'count', 'phrase', 'code', 'name', 'key', 'lang', 'legal', 'player', 'off', 'id', 'constructor'];
const NUMBERS = ['0', '-0', '-1', '1', '1e99', '-1e308', '9223372036854775807', '9223372036854775808', '1.5', '0.0000001', '4294967296',
    '1'.repeat(300), '2147483648', '1e-400', '7'];
const STRINGS = ['""', '"0123456789abcdef"', '"../../etc/passwd"', '"\\u0000"', '"\\ud800"', '"\\ud83d\\udc38"', '"Ω🐸"', '"rribbit"', '"me"',
    '"%s%n"', '"\'; drop table event; --"', '"b1-c3"', '"level:999"'];

function value(depth = 0) {
    switch (below(depth > 2 ? 5 : 8)) {
    case 0: return any(NUMBERS);
    case 1: return any(STRINGS);
    case 2: return any(['null', 'true', 'false']);
    case 3: return JSON.stringify(letters(below(60)));
    case 4: return `"${'x'.repeat(below(3000))}"`;
    case 5: return `[${Array.from({length: below(6)}, () => value(depth + 1)).join()}]`;
    case 6: return `{${Array.from({length: below(4)}, (_, i) => `"${i}${any(MEMBERS)}":${value(depth + 1)}`).join()}}`;
    default: return `{"kind":${value(depth + 1)},"ms":${value(depth + 1)}}`;
    }
}

// JSON objects of the right outline with members of any kind.
function outlined() {
    const members = new Map([['type', JSON.stringify(any(TYPES))]]);
    for (let i = below(6); i > 0; i--) members.set(any(MEMBERS), value());
    return `{${[...members].map(([name, one]) => `"${name}":${one}`).join()}}`;
}
const mangled = () => {
    const text = [...'{"type":"play","id":7,"table":"0123456789abcdef","version":5,"move":"b1-c3"}'];
    for (let i = 1 + below(4); i > 0; i--) text[below(text.length)] = any([...letters(8), '']);
    return text.join('');
};
const nested = () => any(['[', '{"a":', '[{"type":']).repeat(1 + below(600)) + any(['', '1', ']]]]']);
const FIXED = ['[]', '1', 'null', '{}', '{"type":7}', '{"type":"play"}', '{"type":"play","table":7}', '{"type":"hello","key":"x"}',
    '{"type":"hello","key":null,"name":"\\u0000"}', '{"type":"watch","table":"../../../../etc"}',
    '{"type":"play","table":"0123456789abcdef","version":1e99,"move":"x"}', `{"type":"${'a'.repeat(4000)}"}`, '['.repeat(2000),
    '{"id":-1,"type":"ping"}', '{"id":"x","type":"ping"}'];
const TEXTS = [() => any(FIXED), outlined, outlined, outlined, outlined, mangled, mangled, nested, () => letters(below(400)), value,
    () => `{"type":${any(NUMBERS)},"id":${any(NUMBERS)}}`, () => '{"type":"ping","type":"ping"}', () => `{"type":"lobby","off":${any(NUMBERS)}}`, () => ' '.repeat(below(4000))];
function text() { // no longer than a message may be: what is longer stands below
    for (;;) {
        const one = any(TEXTS)();
        if (Buffer.byteLength(one) <= 4096) return one;
    }
}

// What ends a connection: by the rules of frames, or by the server's limits.
const BREAKS = [
    () => frame(1, Buffer.concat([Buffer.from('{"type":"'), Buffer.from([0xc0, 0x80 + below(64), 0xff])])),
    () => frame(below(16), bytes(below(100)), {fin: below(2) === 0, rsv: 1 + below(7)}),
    () => frame(any([3, 4, 5, 6, 7, 11, 12, 13, 14, 15]), bytes(below(20))),
    () => frame(1, 'not masked', {mask: false}),
    () => frame(2, bytes(below(1000))),
    () => frame(1, 'x'.repeat(4097 + below(60000))),
    () => Buffer.from([0x81, 0xff, below(128), ...bytes(7), ...bytes(4)]), // says that it is enormous
    () => frame(9, bytes(126)),
    () => Buffer.concat([frame(1, 'a', {fin: false}), frame(1, 'b')]),
    () => frame(0, bytes(below(50))),
    () => frame(8, bytes(1)),
    () => Buffer.concat([Buffer.from([0x83 + below(5)]), bytes(60 + below(2000))]),
];
const REQUESTS = [
    () => bytes(10 + below(3000)),
    () => `${letters(below(30))}\r\n\r\n`,
    () => `GET /${letters(below(300)).replaceAll(' ', '')} HTTP/1.1\r\nHost: x\r\n\r\n`,
    () => `GET / HTTP/${any(['1.1', '1.0', '2.0', '9', 'x'])}\r\n${Array.from({length: below(100)}, () => `${letters(below(20))}: ${letters(below(200))}\r\n`).join('')}\r\n`,
    () => `${any(['POST', 'PUT', 'get', 'X'.repeat(below(9000))])} /ws HTTP/1.1\r\nHost: x\r\nContent-Length: ${any(NUMBERS)}\r\n\r\n`,
    () => 'GET / HTTP/1.1\r\nHost: x\r\n'.repeat(1 + below(500)),
    () => `GET /record/${letters(16).replaceAll(' ', '')} HTTP/1.1\r\nHost: x\r\n\r\n`,
];

// ---- Those who send it ----

// A socket that can be sent frames; `answers` counts the texts that came back.
class Sender {
    open(port) {
        let heard = Buffer.alloc(0), upgraded = false;
        this.answers = 0;
        this.gone = false;
        this.socket = connect(port, '127.0.0.1');
        this.changed = () => {};
        return new Promise((resolve) => {
            this.socket.on('error', () => {});
            this.socket.on('close', () => { this.gone = true; resolve(this); this.changed(); });
            this.socket.on('connect', () => this.socket.write(handshake(port)));
            this.socket.on('data', (data) => {
                heard = heard.length ? Buffer.concat([heard, data]) : data;
                if (!upgraded) {
                    const end = heard.indexOf('\r\n\r\n');
                    if (end < 0) return;
                    upgraded = true;
                    heard = heard.subarray(end + 4);
                    resolve(this);
                }
                const {list, rest} = frames(heard);
                heard = rest;
                for (const one of list) {
                    if (one.opcode === 1) this.answers++;
                    if (one.opcode === 9) this.socket.write(frame(10, one.payload));
                    if (one.opcode === 8) this.socket.end();
                }
                this.changed();
            });
        });
    }
    // Until that many answers are there, or the socket is gone.
    async until(answers) {
        const end = Date.now() + 60000;
        while (!this.gone && this.answers < answers && Date.now() < end) {
            await new Promise((resolve) => {
                const timer = setTimeout(resolve, 1000);
                this.changed = () => { clearTimeout(timer); resolve(); };
            });
        }
        return this.answers >= answers;
    }
}

async function sender(port, share, counts, silent) {
    const open = async () => {
        const one = await new Sender().open(port);
        if (below(3) === 0) return one; // says no hello
        one.socket.write(frame(1, JSON.stringify({type: 'hello', key: bytes(32).toString('hex')})));
        if (!await one.until(1)) counts.unanswered.push('hello');
        return one;
    };
    let socket = await open();
    for (let sent = 0; sent < share;) {
        if (below(8) === 0) { // a connection that speaks no HTTP
            const other = connect(port, '127.0.0.1');
            other.on('error', () => {});
            other.on('connect', () => other.end(any(REQUESTS)()));
            await new Promise((resolve) => other.on('close', resolve).resume());
            counts.requests++;
            sent++;
        }
        const batch = Array.from({length: Math.min(BATCH, share - sent)}, text);
        const wanted = socket.answers + batch.length;
        socket.socket.write(Buffer.concat(batch.map((text) => frame(1, text))));
        if (!await socket.until(wanted)) {
            counts.unanswered.push(`${wanted - socket.answers} of ${batch.length}: ${batch.map((text) => text.slice(0, 60)).join('  ')}`);
        }
        counts.messages += batch.length;
        sent += batch.length;
        const choice = below(4);
        if (choice === 0 || socket.gone) { // something that breaks the connection
            if (!socket.gone) socket.socket.write(any(BREAKS)());
            const end = Date.now() + 60000;
            while (!socket.gone && Date.now() < end) await socket.until(Infinity);
            if (!socket.gone) counts.unanswered.push('a broken frame is closed');
            counts.frames++;
            sent++;
            socket = await open();
        } else if (choice === 1 && silent.length < SILENT_MAX) { // half a frame, and then nothing
            const whole = frame(1, letters(200));
            socket.socket.write(whole.subarray(0, 1 + below(whole.length - 1)));
            silent.push(socket);
            counts.halves++;
            sent++;
            socket = await open();
        }
    }
    socket.socket.destroy();
}

if (!isMainThread) {
    const {port, share, seed} = workerData;
    state = seed;
    const counts = {messages: 0, frames: 0, halves: 0, requests: 0, unanswered: []}, silent = [];
    await Promise.all(Array.from({length: SOCKETS}, () => sender(port, Math.ceil(share / SOCKETS), counts, silent)));
    for (const one of silent) one.socket.destroy();
    parentPort.postMessage(counts);
} else {
    await main(Number(process.argv[2] ?? 20000), Number(process.argv[3] ?? 1));
}

// ---- Those who play ----

// One game after the other until `ended()`, the last one to its end as well.
async function games(server, ended) {
    const figures = {games: 0, moves: 0, slowest: 0};
    do {
        const [a, b] = [await Client.open(server, {key: key(), name: 'Ada'}), await Client.open(server, {key: key(), name: 'Ben'})];
        const {table} = await a.ask({type: 'create', game: 'rribbit', options: 'endgame=5', seats: ['me', 'open']});
        await b.ask({type: 'join', table});
        await a.ask({type: 'number', table, number: 'a'});
        await b.ask({type: 'number', table, number: 'b'});
        const players = [a, b];
        let now = await a.await((m) => m.what?.kind === 'start');
        for (let choice = 1; now?.now && now.now.phase !== 'over' && choice < 5000; choice++) {
            const seat = now.now.view.turn[0], legal = (await players[seat].ask({type: 'watch', table}))?.view.legal ?? [];
            const begun = performance.now();
            now = await players[seat].ask({type: 'play', table, version: now.version, move: legal[choice * 7919 % legal.length]});
            figures.slowest = Math.max(figures.slowest, performance.now() - begun);
            if (now?.type !== 'event') break;
            figures.moves++;
        }
        check(now?.now?.phase === 'over', `the game goes on: ${JSON.stringify(now)?.slice(0, 200)}`);
        figures.games++;
        writeFileSync(`${server.folder}/record`, (await a.ask({type: 'record', table}))?.record ?? '');
        try { execFileSync(pond, ['verify', `${server.folder}/record`]); } catch { check(false, 'the record is verified'); }
        for (const one of players) one.close();
        if (now?.now?.phase !== 'over') break;
    } while (!ended());
    return figures;
}

async function main(wanted, seed) {
    const server = await new Server().start('--unlimited');
    let running = THREADS;
    server.ended.then((how) => check(running === 0, `the server stays up: ${JSON.stringify(how)}`));
    const kilobytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8'))[1]);
    const sanitized = /lib[al]san|__asan/.test(readFileSync(`/proc/${server.process.pid}/maps`, 'utf8'));
    const before = kilobytes('VmRSS'), begun = Date.now();
    const totals = {messages: 0, frames: 0, halves: 0, requests: 0, unanswered: []};
    const workers = Array.from({length: THREADS}, (_, i) => new Promise((resolve, reject) => {
        const worker = new Worker(new URL(import.meta.url), {workerData: {port: server.port, share: wanted / THREADS, seed: seed * 1000 + i}});
        worker.on('message', (counts) => {
            for (const name of Object.keys(totals)) totals[name] = Array.isArray(totals[name]) ? [...totals[name], ...counts[name]] : totals[name] + counts[name];
        });
        worker.on('error', reject);
        worker.on('exit', () => { running--; resolve(); });
    }));
    const played = await games(server, () => running === 0);
    await Promise.all(workers);
    same(totals.unanswered.slice(0, 3), [], 'every message is answered, every broken frame closed');
    check(totals.messages + totals.frames + totals.halves + totals.requests >= wanted, 'all of it was sent');
    const peak = kilobytes('VmHWM');
    check(peak - before < (sanitized ? 1 << 20 : 65536), `memory grew from ${before} to ${peak} kB`);
    const health = await get(server.port, '/healthz');
    same([health.status, health.body.toString()], [200, 'ok\n'], 'health afterwards');
    for (let i = 0; i < 100; i++) { // the last sockets are swept within a second
        const metrics = (await get(server.port, '/metrics')).body.toString();
        server.sessions = /^pond_sessions (\d+)/m.exec(metrics)?.[1];
        if (server.sessions === '0') break;
        await sleep(100);
    }
    same(server.sessions, '0', 'nobody is left over');
    const after = kilobytes('VmRSS');
    same((await server.close()).code, 0, 'it ends well');
    console.log(JSON.stringify({...totals, unanswered: totals.unanswered.length, seconds: (Date.now() - begun) / 1000,
        games: played.games, moves: played.moves, slowest_move_ms: Math.round(played.slowest),
        memory_kb: {before, peak, after}}));
    finish();
}
