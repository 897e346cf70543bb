// wire.mjs: the server's HTTP on raw sockets: handshakes and requests that are not quite right, limits,
// clients that are slow. conformance.mjs is about WebSocket, garbage.mjs about nonsense.

import {connect} from 'node:net';
import {networkInterfaces} from 'node:os';
import {Client, Server, check, finish, frame, get, handshake, key, raw, same, sleep, until} from './client.mjs';

const server = await new Server().start('--unlimited');
const {port} = server;

// The handshake.
const status = async (bytes) => Number((await raw(port, bytes, (answer) => answer.includes('\r\n\r\n'))).toString('latin1').split(' ')[1] ?? 0);
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

// Whom a client thinks that it talks to: a stranger's name that was made to lead here is refused, with a sentence.
for (const [wanted, name] of [[200, 'localhost'], [200, '127.0.0.1:1'], [200, '192.168.1.7'], [200, '[fe80::1]:7878'], [200, 'laptop'], [200, 'Laptop.local:80'],
    [421, 'evil.example'], [421, 'evil.example:7878'], [421, '127.0.0.1.evil.example'], [421, 'local.evil.example']]) {
    same(await status(Buffer.from(`GET /healthz HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`)), wanted, `called ${name}`);
}
same(await status(shake([[/Host.*\r\n/, 'Host: evil.example\r\nOrigin: http://evil.example\r\n']])), 421, 'a page whose name was made to lead here');
{
    const named = await new Server().start('--hostname', 'pond.example,frogs.example', '--origin', 'https://other.example');
    for (const [wanted, name] of [[200, 'pond.example'], [200, 'FROGS.example:443'], [200, 'other.example'], [421, 'evil.example']]) {
        const answer = (await raw(named.port, `GET /healthz HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`)).toString();
        same(Number(answer.split(' ')[1]), wanted, `a server with names, called ${name}`);
        if (wanted === 421) check(answer.includes('--hostname'), 'it says what to do');
    }
    await named.close();
}

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
// An answer to HEAD has no body, whatever it says.
for (const [bytes, wanted] of [['HEAD / HTTP/1.1\r\nHost : x\r\n\r\n', 400], ['HEAD / HTTP/1.1\r\n\r\n', 400], [`HEAD /nothing HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, 404],
    [`HEAD /ws HTTP/1.1\r\n${host}\r\n`, 426], ['HEAD / HTTP/1.1\r\nHost: evil.example\r\n\r\n', 421], [`HEAD / HTTP/1.1\r\n${host}Expect: x\r\n\r\n`, 417]]) {
    const answer = (await raw(port, bytes)).toString('latin1');
    same([Number(answer.split(' ')[1]), answer.slice(answer.indexOf('\r\n\r\n') + 4)], [wanted, ''], `no body: ${JSON.stringify(bytes)}`);
}
const two_at_once = (await raw(port, `GET /healthz HTTP/1.1\r\n${host}\r\nGET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)).toString();
same(two_at_once.split('HTTP/1.1 200').length, 3, 'two requests at once');
const headers = (await get(port, '/')).headers;
for (const header of ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'cross-origin-opener-policy', 'permissions-policy']) {
    check(headers[header], `${header} is there`);
}
check(!headers['content-security-policy'].includes('unsafe-inline'), 'nothing inline');
// What a browser takes over https and on its own machine alone is not sent where it would complain.
for (const [isolated, lines] of [
    [true, 'Host: localhost:7878\r\n'], [true, 'Host: 127.0.0.1\r\n'], [true, 'Host: 127.1.2.3:99\r\n'], [true, 'Host: [::1]:7878\r\n'], [true, 'Host: LOCALHOST\r\n'],
    [true, 'Host: pond.local\r\nX-Forwarded-For: 192.0.2.7\r\n'], [false, 'Host: 192.0.2.2:7878\r\n'], [false, 'Host: pond.local:7878\r\n'],
    [false, 'Host: 127.evil.example\r\n'], [false, 'Host: localhost.evil.example:80\r\n'], [false, 'Host: [::2]\r\n'],
]) {
    for (const path of ['/', '/healthz', '/nothing', '/app.mjs']) {
        const answer = (await raw(port, `GET ${path} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`)).toString('latin1');
        same(/^Cross-Origin-Opener-Policy: same-origin\r$/m.test(answer), isolated && path !== '/app.mjs', `${path}: opener policy for ${lines}`);
        check(/^Content-Security-Policy: /m.test(answer) && /^Cross-Origin-Embedder-Policy: require-corp\r$/m.test(answer), `${path}: the others for ${lines}`);
    }
}

// How others reach the server is told at its own machine, and nowhere else.
{
    const reach = async (lines, at = port, address = '127.0.0.1') => {
        const answer = (await raw(at, `GET /reach.json HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`, undefined, address)).toString('latin1');
        return !/^HTTP\/1.1 200 /.test(answer) ? null : JSON.parse(answer.split('\r\n\r\n')[1]);
    };
    same(JSON.stringify(await reach(`Host: 127.0.0.1:${port}\r\n`)), JSON.stringify({here: true, port, addresses: []}), 'for itself alone');
    same(await reach('Host: 192.0.2.2\r\n'), null, 'by another name');
    same(await reach('Host: localhost\r\nX-Forwarded-For: 127.0.0.1\r\n'), null, 'through a proxy');
    const house = await Object.assign(new Server(), {address: '0.0.0.0'}).start();
    const others = Object.values(networkInterfaces()).flat().filter(({internal, family}) => !internal && family === 'IPv4').map(({address}) => address);
    const told = await reach('Host: localhost:1\r\n', house.port);
    same(JSON.stringify({...told, addresses: [...told.addresses].sort()}), JSON.stringify({here: false, port: house.port, addresses: others.slice(0, 8).sort()}), 'for the house');
    if (others.length > 0) same(await reach('Host: localhost\r\n', house.port, others[0]), null, 'from elsewhere, whatever it calls it');
    await house.close();
    const proxied = await new Server().start('--proxy');
    same(await reach('Host: localhost\r\n', proxied.port), null, 'a server behind a proxy');
    await proxied.close();
}

// Files that are asked for at once and taken slowly: all of them come, however many, also to a client that says no
// more. One that takes none of them is closed in the end, with all that waits for it.
const WASM = (await get(port, '/play.wasm')).body;
const files = (count) => `GET /play.wasm HTTP/1.1\r\n${host}\r\n`.repeat(count - 1) + `GET /play.wasm HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;
function asked(bytes) {
    const socket = connect({port, host: '127.0.0.1', allowHalfOpen: true});
    socket.on('error', () => {});
    socket.pause();
    socket.write(bytes);
    return socket;
}
const stuck = [...Array(10)].map(() => asked(files(12)));
for (const [count, mute] of [[12, true], [60, false]]) {
    const socket = asked(files(count));
    if (mute) socket.end();
    await sleep(200);
    const parts = [];
    socket.on('data', (data) => parts.push(data));
    await new Promise((resolve) => { socket.on('end', resolve).on('close', resolve).resume(); });
    socket.destroy();
    const answer = Buffer.concat(parts);
    let whole = 0;
    for (let at = answer.indexOf('\r\n\r\n'); at >= 0; at = answer.indexOf('\r\n\r\n', at + 4 + WASM.length)) {
        whole += answer.subarray(at + 4, at + 4 + WASM.length).equals(WASM);
    }
    same(whole, count, `files asked for at once${mute ? ' by one that says no more' : ''}`);
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
    const sessions = async () => /pond_sessions (\d+)/.exec((await get(port, '/metrics')).body.toString())?.[1];
    check(await until(async () => await sessions() === '0'), `the slow one is gone: ${await sessions()}`);
    slow.destroy();
}
const connections = async () => /pond_connections (\d+)/.exec((await get(port, '/metrics')).body.toString())?.[1];
check(await until(async () => await connections() === '1'), `those who take nothing are gone: ${await connections()}`);
for (const socket of stuck) socket.destroy();

// A server that stops does not wait for those who have nothing under way, but for a request that has begun.
{
    const idle = asked(`GET /healthz HTTP/1.1\r\n${host}\r\n`), late = asked('GET /healthz HTT');
    const heard = {idle: '', late: ''};
    const ended = new Promise((resolve) => { idle.on('end', resolve); });
    idle.on('data', (data) => { heard.idle += data; });
    late.on('data', (data) => { heard.late += data; });
    idle.resume();
    late.resume();
    check(await until(() => heard.idle.endsWith('ok\n')), 'the first request is answered');
    const stopped = server.close();
    await ended;
    idle.destroy();
    late.write(`P/1.1\r\n${host}\r\n`);
    check(await until(() => heard.late.startsWith('HTTP/1.1 503 ')), `the last one, too: ${heard.late}`);
    late.destroy();
    same(await stopped, {code: 0, signal: null}, 'it ends well');
}

// Limits by address: a school that opens the page at once is served; more than that is cut off.
{
    const limited = await new Server().start();
    const sockets = [];
    const open = (hear) => {
        const socket = connect(limited.port, '127.0.0.1');
        socket.on('error', () => {});
        socket.on('close', () => { socket.gone = true; });
        socket.on('data', hear);
        sockets.push(socket);
        return socket;
    };
    let served = 0;
    for (let i = 0; i < 40 * 6; i++) { // forty browsers, six connections each
        let heard = '';
        open((data) => {
            if (heard === '' && /^HTTP\/1.1 200 /.test(String(data))) served++;
            heard += data;
        }).write('GET /app.mjs HTTP/1.1\r\nHost: pond\r\n\r\n');
    }
    check(await until(() => served === 240), `files for forty browsers: ${served}`);
    for (let i = 0; i < 500; i++) open(() => {});
    const count = () => sockets.filter((socket) => !socket.gone).length;
    await until(() => count() <= 512);
    await sleep(200); // no more are cut off than that
    check(count() >= 470 && count() <= 512, `connections of one address: ${count()}`);
    for (const socket of sockets) socket.destroy();
    await limited.close();
}
finish();
