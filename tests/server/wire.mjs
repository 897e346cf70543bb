// wire.mjs: the server's HTTP and WebSocket on raw sockets: cases after the list of Autobahn's suite,
// requests that are not quite right, limits, clients that are slow, silent or talk garbage.

import {connect} from 'node:net';
import {randomBytes} from 'node:crypto';
import {Client, Server, check, finish, frame, frames, get, handshake, key, raw, same, sleep} from './client.mjs';

const server = await new Server().start('--unlimited');
const {port} = server;

// Upgrades, sends the pieces one after the other, and gives the frames that came back.
async function talk(pieces, {ms = 3000, chop = 0, wait = 0} = {}) {
    return new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1');
        let bytes = Buffer.alloc(0), upgraded = false;
        const done = (ended) => {
            clearTimeout(timer);
            socket.destroy();
            resolve({...frames(bytes), ended});
        };
        const timer = setTimeout(() => done(false), ms);
        socket.setNoDelay(true);
        socket.on('connect', () => socket.write(handshake(port)));
        socket.on('error', () => {});
        socket.on('close', () => done(true));
        socket.on('data', async (data) => {
            bytes = Buffer.concat([bytes, data]);
            if (upgraded) return;
            const end = bytes.indexOf('\r\n\r\n');
            if (end < 0) return;
            upgraded = true;
            bytes = bytes.subarray(end + 4);
            for (const piece of pieces) {
                if (chop === 0) socket.write(piece);
                else {
                    for (let at = 0; at < piece.length; at += chop) {
                        socket.write(piece.subarray(at, at + chop));
                        await new Promise(setImmediate);
                    }
                }
                if (wait) await sleep(wait);
            }
            socket.write(frame(9, 'last'));
            socket.write(frame(8, Buffer.from([3, 232])));
        });
    });
}

const closeCode = (answer) => {
    const close = answer.list.find((one) => one.opcode === 8);
    return close ? (close.payload.length ? close.payload.readUInt16BE(0) : 1005) : null;
};
const texts = (answer) => answer.list.filter((one) => one.opcode === 1).map((one) => JSON.parse(one.payload));
const pongs = (answer) => answer.list.filter((one) => one.opcode === 10).map((one) => one.payload.toString('latin1'));

// expect CODE NAME PIECES: the server closes with that code.
async function closes(code, name, pieces, options) {
    const answer = await talk(pieces, options);
    same(closeCode(answer), code, name);
    check(answer.ended, `${name}: the connection ends`);
    return answer;
}
const ping = '{"type":"ping","id":1}';
async function answersPing(name, pieces, options) {
    const answer = await closes(1000, name, pieces, options);
    check(texts(answer).some((one) => one.type === 'pong' && one.id === 1), `${name}: answered`);
}

// 1: messages of every length that counts.
for (const length of [22, 125, 126, 127, 128, 4096]) {
    const text = ping.padEnd(length, ' ');
    await answersPing(`text of ${length}`, [frame(1, text)]);
    await answersPing(`text of ${length}, byte by byte`, [frame(1, text)], {chop: length > 1000 ? 997 : 1});
}
same(texts(await talk([frame(1, '')]))[0]?.code, 'json', 'an empty message');
await closes(1009, 'a message that is too long', [frame(1, 'x'.repeat(4097))]);
await closes(1009, 'one that claims to be', [Buffer.from([0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 3, 4])]);
await closes(1003, 'binary', [frame(2, 'abc')]);

// 2: pings.
for (const payload of ['', 'hello', '\x00\xff\xfe', 'p'.repeat(125)]) {
    const data = Buffer.from(payload, 'latin1');
    same(pongs(await talk([frame(9, data)]))[0], payload, 'a ping is answered');
}
same(pongs(await talk(Array.from({length: 10}, (_, i) => frame(9, `${i}`)))).join(), '0,1,2,3,4,5,6,7,8,9,last', 'ten pings');
await closes(1002, 'a long ping', [frame(9, 'p'.repeat(126))]);
await closes(1000, 'a pong unasked', [frame(10, 'x')]);

// 3, 4: reserved bits and opcodes.
for (let rsv = 1; rsv <= 7; rsv++) {
    await closes(1002, `reserved bits ${rsv}`, [frame(1, ping, {rsv})]);
    await closes(1002, `reserved bits ${rsv} of a ping`, [frame(9, '', {rsv})]);
}
for (const opcode of [3, 4, 5, 6, 7, 11, 12, 13, 14, 15]) {
    await closes(1002, `opcode ${opcode}`, [frame(opcode, '')]);
}
await closes(1002, 'not masked', [frame(1, ping, {mask: false})]);
await closes(1002, 'a length longer than need be', [Buffer.from([0x81, 0xfe, 0, 1, 1, 2, 3, 4, 0])]);
await closes(1002, 'and another', [Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0, 0, 9, 1, 2, 3, 4])]);
await closes(1002, 'a length with its highest bit', [Buffer.from([0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 9])]);

// 5: pieces.
const [one, two, three] = [ping.slice(0, 5), ping.slice(5, 9), ping.slice(9)];
const pieces = [frame(1, one, {fin: false}), frame(0, two, {fin: false}), frame(0, three)];
await answersPing('in pieces', pieces);
await answersPing('in pieces, byte by byte', pieces, {chop: 1});
const between = await closes(1000, 'a ping between', [pieces[0], frame(9, 'mid'), pieces[1], pieces[2]]);
check(pongs(between)[0] === 'mid' && texts(between)[0]?.type === 'pong', 'a ping between pieces');
await closes(1002, 'a ping in pieces', [frame(9, 'a', {fin: false}), frame(0, 'b')]);
await closes(1002, 'a piece of nothing', [frame(0, 'b')]);
await closes(1002, 'a piece of nothing that goes on', [frame(0, 'b', {fin: false})]);
await closes(1002, 'a message in a message', [pieces[0], frame(1, ping)]);
await closes(1009, 'pieces that are too much', Array.from({length: 50}, (_, i) => frame(i ? 0 : 1, 'x'.repeat(100), {fin: false})));
await closes(1000, 'empty pieces', [frame(1, '', {fin: false}), frame(0, '', {fin: false}), frame(0, '')]);

// 6: UTF-8.
const name = Buffer.from('{"type":"Κόσμε 🐸"}');
same(texts(await talk([frame(1, name)]))[0]?.code, 'type', 'letters of all kinds');
const cut = [...name].map((byte, i) => frame(i ? 0 : 1, Buffer.from([byte]), {fin: i === name.length - 1}));
same(texts(await talk(cut))[0]?.code, 'type', 'cut within letters');
for (const bad of [[0xff], [0xc0, 0xaf], [0xe0, 0x80, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xce], [0xf0, 0x9f, 0x90],
    [0x80], [0xf8, 0x88, 0x80, 0x80, 0x80], [0xed, 0xbf, 0xbf]]) {
    await closes(1007, `bad text ${bad}`, [frame(1, Buffer.from(bad))]);
    await closes(1007, `bad text ${bad} in pieces`, [frame(1, 'x', {fin: false}), frame(0, Buffer.from(bad))]);
}

// 7: closing.
const closing = (code, reason = '') => frame(8, Buffer.concat([Buffer.from([code >> 8, code & 255]), Buffer.from(reason)]));
for (const code of [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999]) {
    await closes(code, `close ${code}`, [closing(code, 'bye')]);
}
for (const code of [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535]) {
    await closes(1002, `close ${code}`, [closing(code)]);
}
await closes(1005, 'close without a code', [frame(8, '')]);
await closes(1002, 'close with half a code', [frame(8, Buffer.from([3]))]);
await closes(1002, 'close with a bad reason', [closing(1000, Buffer.from([0xff, 0xfe]))]);
await closes(1002, 'a long close', [closing(1000, 'x'.repeat(124))]);
const after = await closes(1000, 'after a close', [closing(1000), frame(1, ping)]);
same(texts(after).length, 0, 'nothing after a close');

// The handshake.
const status = async (bytes) => Number((await raw(port, bytes, 250)).toString('latin1').split(' ')[1] ?? 0);
const shake = (changes) => {
    let text = handshake(port);
    for (const [from, to] of changes) text = text.replace(from, to);
    return text;
};
const upgrades = [
    [101, []], [101, [['websocket', 'WebSocket']]], [404, [['/ws', '/wss']]], [426, [['Upgrade: websocket\r\n', '']]],
    [426, [['Version: 13', 'Version: 8']]], [400, [['Key: dGhl', 'Key: d']]], [400, [['GET', 'GE T']]], [426, [['GET', 'HEAD']]],
    [405, [['GET', 'POST']]], [400, [[/Sec-WebSocket-Key.*\r\n/, '']]], [403, [['Host:', 'Origin: http://evil.example\r\nHost:']]],
    [101, [['Host:', `Origin: http://127.0.0.1:${port}\r\nHost:`]]], [403, [['Host:', 'Origin: null\r\nHost:']]],
    [400, [[/Host.*\r\n/, '']]], [400, [['Host:', 'Host: a\r\nHost:']]],
];
for (const [wanted, changes] of upgrades) same(await status(shake(changes)), wanted, `handshake ${changes}`);

// Requests that are not quite right.
const host = `Host: x\r\n`;
const requests = [
    [200, `GET / HTTP/1.1\r\n${host}\r\n`], [200, `HEAD / HTTP/1.1\r\n${host}\r\n`], [200, 'GET / HTTP/1.0\r\n\r\n'],
    [400, `GET / HTTP/1.1\n${host}\n`], [400, `GET  / HTTP/1.1\r\n${host}\r\n`], [400, `GET / HTTP/1.1\r\n${host} folded\r\n\r\n`],
    [400, `GET / HTTP/1.1\r\nHost : x\r\n\r\n`], [400, `GET / HTTP/1.1\r\n${host}X: a\x00b\r\n\r\n`], [400, `\r\n\r\n`],
    [400, `GET / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`], [413, `GET / HTTP/1.1\r\n${host}Content-Length: 5\r\n\r\nhello`],
    [505, `GET / HTTP/2.0\r\n${host}\r\n`], [400, `GET http://x/ HTTP/1.1\r\n${host}\r\n`], [400, `GET /\x80 HTTP/1.1\r\n${host}\r\n`],
    [431, `GET / HTTP/1.1\r\n${host}X: ${'y'.repeat(9000)}\r\n\r\n`], [431, `GET / HTTP/1.1\r\n${host}${'X: y\r\n'.repeat(100)}\r\n`],
    [405, `DELETE / HTTP/1.1\r\n${host}\r\n`], [404, `GET /nothing HTTP/1.1\r\n${host}\r\n`], [404, `GET /record/x HTTP/1.1\r\n${host}\r\n`],
    [404, `GET /record/0123456789abcdef HTTP/1.1\r\n${host}\r\n`], [417, `GET / HTTP/1.1\r\n${host}Expect: 100-continue\r\n\r\n`],
];
for (const [wanted, bytes] of requests) same(await status(Buffer.from(bytes, 'latin1')), wanted, JSON.stringify(bytes).slice(0, 90));
const two_at_once = (await raw(port, `GET /healthz HTTP/1.1\r\n${host}\r\nGET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, 3000)).toString();
same(two_at_once.split('HTTP/1.1 200').length, 3, 'two requests at once');
const headers = (await get(port, '/')).headers;
for (const header of ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'cross-origin-opener-policy']) {
    check(headers[header], `${header} is there`);
}
check(!headers['content-security-policy'].includes('unsafe-inline'), 'nothing inline');

// Garbage, while someone plays on.
{
    const player = await Client.open(server, {key: key(), name: 'Ada'});
    const t = await player.ask({type: 'create', game: 'rribbit', seats: ['me', 'random']});
    await player.ask({type: 'number', table: t.table, number: '1'});
    await player.await((m) => m.what?.kind === 'start');
    const jobs = [];
    for (let i = 0; i < 30; i++) {
        jobs.push(raw(port, randomBytes(20000), 300));
        jobs.push(talk([Buffer.concat(Array.from({length: 50}, () => frame(1, randomBytes(40).toString('latin1').replace(/[\x80-\xff]/g, '?'))))], {ms: 1500}));
        jobs.push(talk([randomBytes(500)], {ms: 500}));
    }
    const junk = ['[]', '1', 'null', '{}', '{"type":7}', '{"type":"play"}', '{"type":"play","table":7}', '{"type":"hello","key":"x"}',
        '{"type":"hello","key":null,"name":"\\u0000"}', '{"type":"watch","table":"../../../../etc"}', '{"type":"play","table":"0123456789abcdef","version":1e99,"move":"x"}',
        `{"type":"${'a'.repeat(4000)}"}`, `${'['.repeat(2000)}`, '{"type":"ping","type":"ping"}', '{"id":-1,"type":"ping"}', '{"id":"x","type":"ping"}'];
    const talker = await talk(junk.map((text) => frame(1, text)), {ms: 3000});
    check(texts(talker).length === junk.length, `every message has an answer: ${texts(talker).length} of ${junk.length}`);
    await Promise.all(jobs);
    const view = await player.ask({type: 'watch', table: t.table});
    const moved = await player.ask({type: 'play', table: t.table, version: view.version, move: view.view.legal[0]});
    check(moved.type === 'event', 'the game goes on');
    player.close();
}

// A client that does not read is cut off; others do not notice.
{
    const maker = await Client.open(server, {key: key(), name: 'Ada'});
    const {table} = await maker.ask({type: 'create', game: 'rribbit', seats: ['me', 'greedy']});
    maker.close();
    const slow = connect(port, '127.0.0.1');
    await new Promise((resolve) => slow.on('connect', resolve));
    slow.on('error', () => {});
    let cut = false;
    slow.on('close', () => { cut = true; });
    slow.write(handshake(port));
    slow.pause();
    slow.write(frame(1, '{"type":"hello"}'));
    const chunk = Buffer.concat([...Array(300)].map(() => frame(1, `{"type":"watch","table":"${table}"}`)));
    for (let i = 0; i < 60 && !cut && !slow.destroyed; i++) {
        slow.write(chunk);
        if (i % 10 === 0) await sleep(20);
    }
    await sleep(400);
    const metrics = (await get(port, '/metrics')).body.toString();
    same(/pond_sessions (\d+)/.exec(metrics)?.[1], '0', 'the slow one is gone');
    slow.destroy();
}

await server.close();

// Limits by address: connections at once.
{
    const limited = await new Server().start();
    const sockets = [];
    for (let i = 0; i < 100; i++) {
        const socket = connect(limited.port, '127.0.0.1');
        socket.on('error', () => {});
        socket.on('close', () => { socket.gone = true; });
        sockets.push(socket);
    }
    await sleep(500);
    const open = sockets.filter((socket) => !socket.gone).length;
    check(open >= 50 && open <= 64, `connections of one address: ${open}`);
    for (const socket of sockets) socket.destroy();
    await limited.close();
}
finish();
