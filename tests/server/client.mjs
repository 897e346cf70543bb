// client.mjs: a server under test and clients of it, on raw sockets, for the tests of the play server.
//
// Nothing here is shared with the server: frames are made and read by hand, so that a mistake of the
// one does not hide in the other.

import {spawn} from 'node:child_process';
import {createHash, randomBytes} from 'node:crypto';
import {connect} from 'node:net';
import {connect as connectSecure} from 'node:tls';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

export const pond = process.env.POND ?? 'build/release/pond';

let failures = 0;
export function check(condition, what) {
    if (condition) return;
    failures++;
    console.error(`wrong: ${what}`);
}
export function same(got, wanted, what) {
    check(JSON.stringify(got) === JSON.stringify(wanted),
        `${what}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`);
}
// A tool is not here, so that part of a test is left out; then the test counts as skipped (77, as cmake/tests.cmake
// says). ./test installs every tool, so there it counts as failed.
let lacking = 0;
export function lacks(tool) {
    lacking++;
    console.log(`${tool} is not here: not everything is tried`);
}
export function finish() {
    if (failures > 0) console.error(`${failures} wrong`);
    process.exit(failures > 0 ? 1 : lacking > 0 ? 77 : 0);
}
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// How long anything is waited for that must come: a slow, busy machine is not a failure.
export const PATIENCE_MS = 60000;

// Asks again and again until the answer is yes, or patience ends; gives the last answer.
export async function until(question, ms = PATIENCE_MS) {
    for (const end = Date.now() + ms;; await sleep(20)) {
        const answer = await question();
        if (answer || Date.now() >= end) return answer;
    }
}

// ---- The schema of the messages ----

const schema = JSON.parse(readFileSync(new URL('../../docs/protocol.schema.json', import.meta.url)));

// Why a value does not fit a schema (the words of JSON Schema that ours uses), or null.
export function misfit(value, wanted, path = '') {
    if (wanted.$ref) return misfit(value, schema.$defs[wanted.$ref.slice(8)], path);
    if (wanted.anyOf) {
        const reasons = wanted.anyOf.map((one) => misfit(value, one, path));
        if (reasons.includes(null)) return null;
        return reasons.sort((x, y) => y.length - x.length)[0]; // the one that came furthest
    }
    if ('const' in wanted) return value === wanted.const ? null : `${path}: not ${wanted.const}`;
    if (wanted.enum) return wanted.enum.includes(value) ? null : `${path}: ${value}`;
    const kind = value === null ? 'null' : Array.isArray(value) ? 'array'
        : Number.isInteger(value) && wanted.type === 'integer' ? 'integer' : typeof value;
    if (wanted.type && kind !== wanted.type) return `${path}: ${kind} instead of ${wanted.type}`;
    if (wanted.pattern && !new RegExp(wanted.pattern).test(value)) return `${path}: ${value}`;
    if (wanted.minLength && value.length < wanted.minLength) return `${path}: too short`;
    if (wanted.maxLength && value.length > wanted.maxLength) return `${path}: too long`;
    if (value < wanted.minimum || value > wanted.maximum) return `${path}: ${value}`;
    if (wanted.items) {
        return value.map((one, i) => misfit(one, wanted.items, `${path}.${i}`)).find((why) => why) ?? null;
    }
    for (const name of wanted.required ?? []) if (!(name in value)) return `${path}.${name}: missing`;
    for (const [name, one] of Object.entries(wanted.properties ? value : {})) {
        const why = wanted.properties[name] ? misfit(one, wanted.properties[name], `${path}.${name}`)
            : wanted.additionalProperties === false ? `${path}.${name}: unknown` : null;
        if (why) return why;
    }
    return null;
}
export const misfitClient = (message) => misfit(message, schema.$defs.client);
export const misfitServer = (message) => misfit(message, schema.$defs.server);

// Whatever happens here, no server is left behind.
const children = new Set();
process.on('exit', () => { for (const child of children) child.kill('SIGKILL'); });

// Starts `pond serve` on a free port with a store of its own.
export class Server {
    constructor() {
        this.folder = mkdtempSync(join(tmpdir(), 'pond-server-'));
        this.store = `sqlite:${this.folder}/games.sqlite`;
        this.before = []; // words before the command
        this.address = '127.0.0.1'; // that it listens at
        this.secure = false; // with TLS
        this.errors = 'inherit'; // where its standard error goes
    }
    start(...more) { return this.startAt(0, ...more); }
    async startAt(port, ...more) {
        const words = [...this.before, pond, 'serve', '--listen', `${this.address}:${port}`, '--store', this.store, '--lang', 'en', ...more];
        this.process = spawn(words[0], words.slice(1), {stdio: ['ignore', 'pipe', this.errors], env: {...process.env, ...this.environment}});
        children.add(this.process);
        this.ended = new Promise((resolve) => this.process.on('exit',
            (code, signal) => resolve({code, signal})));
        let out = '';
        await new Promise((resolve, reject) => {
            this.process.stdout.on('data', (data) => {
                out += data;
                const [, said] = /^([^]*)\nPress Ctrl\+C/.exec(out) ?? [];
                if (said) {
                    this.said = said;
                    this.port = Number(/:(\d+)\//.exec(said)?.[1]); // none in a public address
                    resolve();
                }
            });
            this.process.on('exit', () => reject(new Error('the server ended')));
        });
        return this;
    }
    async stop(signal = 'SIGTERM') {
        this.process.kill(signal);
        return this.ended;
    }
    async close() {
        const ended = await this.stop();
        rmSync(this.folder, {recursive: true, force: true});
        return ended;
    }
}

// Sends bytes and gives everything that comes back until the connection ends or it is enough.
export function raw(port, bytes, enough = () => false, address = '127.0.0.1') {
    return new Promise((resolve) => {
        const socket = connect(port, address);
        let answer = Buffer.alloc(0);
        const done = () => {
            clearTimeout(timer);
            socket.destroy();
            resolve(answer);
        };
        const timer = setTimeout(done, PATIENCE_MS);
        socket.on('connect', () => socket.write(bytes));
        socket.on('data', (data) => {
            answer = Buffer.concat([answer, data]);
            if (enough(answer)) done();
        });
        socket.on('close', done);
        socket.on('error', done);
    });
}

export async function get(port, path, headers = {}) {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const answer = (await raw(port, `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
        `Connection: close\r\n${lines}\r\n`)).toString('latin1');
    const end = answer.indexOf('\r\n\r\n');
    const head = answer.slice(0, end).split('\r\n');
    return {
        status: Number(head[0].split(' ')[1]),
        headers: Object.fromEntries(head.slice(1).map((line) => {
            const colon = line.indexOf(':');
            return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
        })),
        body: Buffer.from(answer.slice(end + 4), 'latin1'),
    };
}

export function frame(opcode, payload, {fin = true, mask = true, rsv = 0} = {}) {
    const data = Buffer.from(payload);
    const first = (fin ? 0x80 : 0) | rsv << 4 | opcode;
    const bit = mask ? 0x80 : 0;
    let header;
    if (data.length < 126) header = Buffer.from([first, bit | data.length]);
    else if (data.length < 65536) {
        header = Buffer.from([first, bit | 126, data.length >> 8, data.length & 255]);
    } else {
        header = Buffer.alloc(10);
        header[0] = first;
        header[1] = bit | 127;
        header.writeBigUInt64BE(BigInt(data.length), 2);
    }
    if (!mask) return Buffer.concat([header, data]);
    const key = randomBytes(4);
    const masked = Buffer.from(data.map((byte, i) => byte ^ key[i & 3]));
    return Buffer.concat([header, key, masked]);
}

export function frames(bytes) {
    const list = [];
    let at = 0;
    while (bytes.length - at >= 2) {
        let length = bytes[at + 1] & 127, header = 2;
        if (bytes.length - at < {126: 4, 127: 10}[length]) break; // the length is not all there yet
        if (length === 126) [length, header] = [bytes.readUInt16BE(at + 2), 4];
        else if (length === 127) [length, header] = [Number(bytes.readBigUInt64BE(at + 2)), 10];
        if (bytes.length - at < header + length) break;
        list.push({fin: bytes[at] >> 7, opcode: bytes[at] & 15,
            payload: bytes.subarray(at + header, at + header + length)});
        at += header + length;
    }
    return {list, rest: bytes.subarray(at)};
}

export function handshake(port, path = '/ws', more = '') {
    return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\n` +
        'Connection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
        `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`;
}

// Upgrades, sends the pieces one after the other (in chunks of `chop` bytes, with pauses of `wait` ms), then a
// ping and a close; gives the frames that came back.
export function talk(port, pieces, {ms = PATIENCE_MS, chop = 0, wait = 0, more = ''} = {}) {
    return new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1');
        let bytes = Buffer.alloc(0), upgraded = false, head = '';
        const done = (ended) => {
            clearTimeout(timer);
            socket.destroy();
            resolve({...frames(bytes), ended, head});
        };
        const timer = setTimeout(() => done(false), ms);
        socket.setNoDelay(true);
        socket.on('connect', () => socket.write(handshake(port, '/ws', more)));
        socket.on('error', () => {});
        socket.on('close', () => done(true));
        socket.on('data', async (data) => {
            bytes = Buffer.concat([bytes, data]);
            if (upgraded) return;
            const end = bytes.indexOf('\r\n\r\n');
            if (end < 0) return;
            upgraded = true;
            head = bytes.subarray(0, end).toString('latin1');
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

export const closeCode = (answer) => {
    const close = answer.list.find((one) => one.opcode === 8);
    return close ? (close.payload.length ? close.payload.readUInt16BE(0) : 1005) : null;
};
export const texts = (answer) => answer.list.filter((one) => one.opcode === 1).map((one) => JSON.parse(one.payload));
export const pongs = (answer) => answer.list.filter((one) => one.opcode === 10).map((one) => one.payload.toString('latin1'));

// A client that sends and awaits JSON messages.
export class Client {
    static async open(server, hello = null, ms = PATIENCE_MS, {from = undefined, more = ''} = {}) {
        const client = new Client();
        client.port = server.port;
        client.from = from; // an address of this machine
        client.more = more; // headers
        client.secure = server.secure;
        await client.connect();
        if (hello) client.welcome = await client.ask({type: 'hello', ...hello}, ms);
        return client;
    }
    connect() {
        this.inbox = [];
        this.waiting = [];
        this.closed = null;
        this.id = 100;
        let bytes = Buffer.alloc(0), upgraded = false;
        const place = {port: this.port, host: '127.0.0.1', localAddress: this.from};
        this.socket = this.secure ? connectSecure({...place, rejectUnauthorized: false}) : connect(place);
        return new Promise((resolve, reject) => {
            this.socket.on('error', () => {});
            this.socket.on('close', () => {
                this.closed ??= {code: 1006};
                for (const one of this.waiting.splice(0)) one.resolve(null);
                reject(new Error('closed'));
            });
            this.socket.on(this.secure ? 'secureConnect' : 'connect', () => this.socket.write(handshake(this.port, '/ws', this.more)));
            this.socket.on('data', (data) => {
                bytes = Buffer.concat([bytes, data]);
                if (!upgraded) {
                    const end = bytes.indexOf('\r\n\r\n');
                    if (end < 0) return;
                    const accept = createHash('sha1').update('dGhlIHNhbXBsZSBub25jZQ==' +
                        '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
                    if (!bytes.toString('latin1').includes(accept)) reject(new Error('no upgrade'));
                    bytes = bytes.subarray(end + 4);
                    upgraded = true;
                    resolve();
                }
                const {list, rest} = frames(bytes);
                bytes = rest;
                for (const one of list) this.take(one);
            });
        });
    }
    take(one) {
        if (one.opcode === 9) this.socket.write(frame(10, one.payload));
        if (one.opcode === 8) this.closed = {code: one.payload.length ? one.payload.readUInt16BE(0) : 1005};
        if (one.opcode !== 1) return;
        const message = JSON.parse(one.payload.toString());
        this.last = message;
        const why = misfitServer(message);
        check(why === null, `the schema: ${why}: ${one.payload.toString().slice(0, 300)}`);
        const index = this.waiting.findIndex((wanted) => wanted.fits(message));
        if (index < 0) this.inbox.push(message);
        else this.waiting.splice(index, 1)[0].resolve(message);
    }
    send(message) {
        this.socket.write(frame(1, typeof message === 'string' ? message : JSON.stringify(message)));
    }
    // The first message that fits, of those that came and those to come; null after `ms`.
    await(fits, ms = PATIENCE_MS) {
        const index = this.inbox.findIndex(fits);
        if (index >= 0) return Promise.resolve(this.inbox.splice(index, 1)[0]);
        return new Promise((resolve) => {
            const one = {fits, resolve};
            const timer = setTimeout(() => {
                this.waiting = this.waiting.filter((other) => other !== one);
                resolve(null);
            }, ms);
            one.resolve = (message) => {
                clearTimeout(timer);
                resolve(message);
            };
            this.waiting.push(one);
        });
    }
    ask(message, ms = PATIENCE_MS) {
        const id = message.id ?? this.id++;
        this.send({...message, id});
        return this.await((answer) => answer.id === id, ms);
    }
    close() { this.socket.destroy(); }
}

export const key = () => randomBytes(32).toString('hex');

// Holds a table as the messages about it tell it.
export class Table {
    constructor(client) { this.client = client; }
    take(message) {
        if (message.type === 'table') Object.assign(this, message);
        if (message.type === 'event' || message.type === 'missed') {
            const {left_ms, ...now} = message.now;
            Object.assign(this, now, {version: message.version});
            if (left_ms) left_ms.forEach((left, seat) => { this.seats[seat].left_ms = left; });
        }
        return message;
    }
}
