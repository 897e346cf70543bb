// hostile.mjs: `pond join` at a server that means harm: it sends commands for the terminal in every text,
// names a table like a way through our files, and keeps the key that it was told.
//
// The server is ours and says only what the test needs; frames are made by hand.

import {spawn} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, mkdtempSync, readFileSync, readdirSync, rmSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {check, finish, pond, same, until} from './client.mjs';

const ESCAPE = '\u001b]52;c;aGFybQ==\u0007\u001b[2J\u009b31m\u0090x\u007f\r';
const folder = mkdtempSync(join(tmpdir(), 'pond-hostile-'));

function frame(text) {
    const body = Buffer.from(text), head = body.length < 126 ? [0x81, body.length] : [0x81, 126, body.length >> 8, body.length & 255];
    return Buffer.concat([Buffer.from(head), body]);
}

// The text of a masked frame of the client, which is short.
function unframed(bytes) {
    const small = bytes[1] & 127, at = small === 126 ? 4 : 2, length = small === 126 ? bytes.readUInt16BE(2) : small;
    return Buffer.from(bytes.subarray(at + 4, at + 4 + length).map((byte, i) => byte ^ bytes[at + i % 4])).toString();
}

// A server that answers every hello with these messages; its keys are what it was told.
async function hostile(messages, kept = null) {
    const keys = [];
    const server = createServer();
    server.on('upgrade', (request, socket) => {
        const accept = kept ?? createHash('sha1').update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
        socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: pond.1\r\n\r\n`);
        socket.once('data', (bytes) => {
            keys.push(JSON.parse(unframed(bytes)).key);
            for (const message of messages) socket.write(frame(JSON.stringify(message)));
            socket.on('data', (more) => { // it seems alive, whatever it is asked
                if (socket.writable) for (let i = 0; i < more.length; i += 20) socket.write(frame('{"type":"pong"}'));
            });
        });
        socket.on('error', () => {});
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    return {keys, port: server.address().port, close: () => server.close()};
}

// `pond join` with pipes; what it said until `enough` is seen, then it is left.
async function joined(port, enough) {
    const child = spawn(pond, ['join', `http://127.0.0.1:${port}/`, '--lang', 'en'], {env: {...process.env, XDG_DATA_HOME: folder}});
    let said = '';
    child.stdout.on('data', (data) => { said += data; });
    child.stderr.on('data', (data) => { said += data; });
    check(await until(() => enough.test(said)), `${enough} was said: ${JSON.stringify(said)}`);
    child.stdin.end('quit\n');
    await new Promise((done) => child.on('exit', done));
    return said;
}

const welcome = {type: 'welcome', id: 1, you: {id: 'qz3m8a0kd1f5h7tw', name: `Ada${ESCAPE}`}, server: `pond${ESCAPE}`, at: 1};
const table = {table: 'k3v9w1x5m7z0q2r4', game: 'rribbit', options: '', phase: 'open', rated: false, clock: {kind: 'none'},
    seats: [{name: `Mallory${ESCAPE}`}, {open: true}], updated: 1};

const first = await hostile([welcome, {type: 'lobby', tables: [table]}, {type: 'mine', tables: []},
    {type: 'lobby_change', gone: [7, 'none'], tables: [null, 'x', {}, {...table, table: 'b3v9w1x5m7z0q2r4', clock: 3, seats: [{name: `Trudy${ESCAPE}`}, {open: true}]}]}, {type: 'error', code: 'x', text: `Sorry${ESCAPE}`}]);
const said = await joined(first.port, /^(?=[\s\S]*Mallory)(?=[\s\S]*Trudy)(?=[\s\S]*Sorry)/);
check(!/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/.test(said), `no command reaches the terminal: ${JSON.stringify(said)}`);

const seat = (name) => ({kind: 'person', player: {id: 'a', name}, computer: null, here: true, away_until: null, left_ms: null, given: true, again: false, wins: 0});
const second = await hostile([welcome, {type: 'table', table: '../../escaped', version: 1, at: 1, about: {game: 'rribbit', options: '', public: true, rated: false, clock: {kind: 'none'}},
    phase: 'open', number: 1, commit: '', seats: [seat('Ada'), seat('Eve')], you: 0, invite: null, series: {games: 0, draws: 0, dummy: 0}, ask: null, over: null, view: null},
{type: 'record', table: '../../escaped', number: 1, record: '[Game "rribbit"]\n'}, {type: 'error', code: 'x', text: 'Enough.'}]);
await joined(second.port, /Enough\./);
const files = readdirSync(folder, {recursive: true}).map(String);
check(!files.some((name) => name.includes('escaped')) && !existsSync(join(folder, '..', 'escaped-1.pond')), `a table's name leads nowhere: ${files}`);

const own = readFileSync(join(folder, 'pond', 'key'), 'utf8');
same([first.keys.length, second.keys.length], [1, 1], 'each was told a key');
check(/^[0-9a-f]{64}$/.test(first.keys[0]), 'it is a key');
check(first.keys[0] !== second.keys[0] && ![...first.keys, ...second.keys].includes(own), 'each its own, and none the device\'s');

// One that answers a request which was not ours: an answer that was kept from another time.
const third = await hostile([welcome], 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
const refused = spawn(pond, ['join', `http://127.0.0.1:${third.port}/`, '--lang', 'en'], {env: {...process.env, XDG_DATA_HOME: folder}});
let complaint = '';
refused.stderr.on('data', (data) => { complaint += data; });
same(await new Promise((done) => refused.on('exit', done)), 1, 'an accept that does not fit the key is no agreement');
check(/there is no play server/.test(complaint) && third.keys.length === 0, `and it is told no key: ${complaint}`);

first.close();
second.close();
third.close();
rmSync(folder, {recursive: true, force: true});
finish();
