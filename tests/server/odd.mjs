// odd.mjs: connections that go wrong in every way that a socket can, with and without TLS: cut in the middle of anything,
// reset, half closed, dribbled, stalled, sent twice what was asked for once, never read, or not TLS after all. Whatever
// they do: the game of two honest people goes on, every connection and every file handle is given back, and what was asked
// for before one side was closed is still answered.
//
//   node tests/server/odd.mjs [SECONDS]     5 in ./test; SEED=N repeats the choices

import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {readdirSync, readFileSync} from 'node:fs';
import {connect} from 'node:net';
import {connect as connectSecure} from 'node:tls';
import {Client, Server, check, finish, frame, handshake, key, lacks, same, sleep, until} from './client.mjs';

const SECONDS = Number(process.argv[2] ?? 5), SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
const AT_ONCE = 40, MEMORY_MOST = 96e6;
if (spawnSync('openssl', ['version']).status !== 0) {
    lacks('openssl');
    finish();
}

let count = 0;
const below = (most) => createHash('sha256').update(`${SEED} ${count++}`).digest().readUInt32BE() % most;
const pick = (list) => list[below(list.length)];

// ---- What is said ----

const JUNK = ['', '\u0000', '{', '[[[[', '{"type":"hello","id":1,"key":""}', `{"type":"hello","name":"${'\u{1F438}'.repeat(900)}"}`, '"'.repeat(4000), 'x'.repeat(4097)];
const hello = () => JSON.stringify({type: 'hello', id: 1, key: below(2) ? key() : undefined, name: pick(['Odd', '\u05d3\u05d5\u05d3', 'a'.repeat(25), 'MiIa', 'www odd']), lang: pick(['en', 'fr', 'xx'])});
const says = () => pick([
    () => hello(), () => pick(JUNK),
    () => JSON.stringify({type: 'create', id: 2, game: pick(['rribbit', 'quibbit', 'quibbles', 'chess']), seats: pick([['me', 'open'], ['me', 'level:6'], ['open', 'open', 'open'], []]), public: below(2) === 0}),
    () => JSON.stringify({type: 'night', id: 3, do: pick(['open', 'join', 'watch', 'start', 'end', 'fly']), code: pick(['NEWT47', '', 'x'.repeat(99)]), name: 'Odd'}),
    () => JSON.stringify({type: 'host', id: 4, do: pick(['enter', 'overview', 'names']), token: 'f'.repeat(pick([0, 64, 65, 4000]))}),
    () => JSON.stringify({type: pick(['lobby', 'mine', 'leaders', 'record', 'watch', 'ping', 'recovery', 'devices']), id: 5, table: pick(['', 'k3v9w1x5m7z0q2r4', '../..']), game: 'rribbit'}),
])();
const request = (port) => pick([
    `GET ${pick(['/', '/healthz', '/metrics', '/play.wasm', '/words.json?lang=fr', '/record/k3v9w1x5m7z0q2r4', '/tables/rribbit-single-row.bin', '/nothing'])} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
    `HEAD /play.wasm HTTP/1.0\r\n\r\n`, `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\nhello`, 'POST / HTTP/1.1\r\nHost: x\r\n\r\n',
]);
const frames = () => Array.from({length: below(8)}, () => pick([
    () => frame(1, says()), () => frame(1, says(), {fin: false}), () => frame(0, says()), () => frame(9, 'x'.repeat(below(125))), () => frame(10, ''),
    () => frame(8, Buffer.from(pick([[3, 232], [3], [0, 0], []]))), () => frame(2, 'binary'), () => frame(1, says(), {mask: false}), () => Buffer.from([0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
])());
function conversation(port) {
    const bytes = below(2) ? [request(port), ...(below(3) ? [] : [request(port), request(port)])].map((one) => Buffer.from(one, 'latin1'))
        : [Buffer.from(handshake(port)), frame(1, hello()), ...frames()];
    const all = Buffer.concat(bytes);
    return below(2) ? all : all.subarray(0, below(all.length + 1)); // all of it, or cut anywhere
}

// ---- How it ends ----

const ENDS = {
    half: (socket) => socket.end(),
    reset: ({under}) => (under.resetAndDestroy ?? under.destroy).call(under),
    cut: (socket) => socket.destroy(),
    stall: async (socket) => { await sleep(below(300)); socket.destroy(); },
    twice: (socket, bytes) => { socket.write(bytes); socket.end(bytes); },
    garbage: (socket) => { (socket.under ?? socket).write(Buffer.from(Array.from({length: 200}, () => below(256)))); socket.end(); },
    leave: () => {}, // the server ends it, or the end of this test does
};
const ended = Object.fromEntries(Object.keys(ENDS).map((name) => [name, 0]));
const open = new Set();

/** One connection from its beginning to its odd end. @param {Server} server */
async function odd(server) {
    const under = connect({port: server.port, host: '127.0.0.1', localAddress: `127.0.0.${10 + below(40)}`, allowHalfOpen: below(2) === 0});
    const socket = server.secure && below(5) > 0 ? connectSecure({socket: under, rejectUnauthorized: false}) : under;
    socket.under = under;
    for (const one of new Set([under, socket])) one.on('error', () => {});
    open.add(socket);
    under.on('close', () => open.delete(socket));
    if (below(4) === 0) under.pause(); // reads nothing
    else socket.on('data', () => {});
    const bytes = conversation(server.port), chop = pick([0, 0, 1, 7, 100]), name = pick(Object.keys(ENDS));
    if (below(6) === 0) under.destroy(); // before anything
    if (chop) {
        for (let at = 0; at < bytes.length && at < 40 * chop && !socket.destroyed; at += chop) {
            socket.write(bytes.subarray(at, at + chop));
            if (below(3) === 0) await sleep(1);
        }
    } else socket.write(bytes);
    if (below(2)) await sleep(below(20));
    ended[name]++;
    await ENDS[name](socket, bytes);
}

// ---- Honest people meanwhile ----

const MOVES = ['b1-c3', 'b7-c5', 'c3-b1', 'c5-b7'];
async function pair(server) {
    const people = [await Client.open(server, {key: key(), name: 'Ada'}), await Client.open(server, {key: key(), name: 'Ben'})];
    const {table} = await people[0].ask({type: 'create', game: 'rribbit', options: 'endgame=0,repetition=0', seats: ['me', 'open'], clock: {kind: 'move', ms: 60000}});
    await people[1].ask({type: 'join', table});
    for (const one of people) await one.ask({type: 'number', table, number: '1'});
    const {version} = await people[0].await((m) => m.what?.kind === 'start');
    return {people, table, version, ply: 0};
}
async function playOn(game, goesOn) {
    while (goesOn()) {
        const answer = await game.people[game.ply % 2].ask({type: 'play', table: game.table, version: game.version, move: MOVES[game.ply % 4]});
        same(answer?.type, 'event', 'a move of the honest pair');
        if (answer?.type !== 'event') return;
        [game.version, game.ply] = [answer.version, game.ply + 1];
        await sleep(25);
    }
}

// ---- What was asked for before one side closed is answered ----

async function askedAndClosed(server) {
    const place = {port: server.port, host: '127.0.0.1', allowHalfOpen: true, rejectUnauthorized: false};
    const socket = server.secure ? connectSecure(place) : connect(place);
    const pieces = [];
    socket.on('error', () => {}).on('data', (data) => pieces.push(data));
    const closed = new Promise((resolve) => socket.on('close', resolve).on('end', resolve));
    socket.end(`GET /tables/rribbit-single-row.bin HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAccept-Encoding: identity\r\n\r\n`);
    await closed;
    const all = Buffer.concat(pieces), head = all.indexOf('\r\n\r\n');
    const length = Number(/Content-Length: (\d+)/i.exec(all.subarray(0, head).toString('latin1'))?.[1]);
    same(all.length - head - 4, length, `a whole file after a half close${server.secure ? ' by TLS' : ''}`);
}

// ---- All of it, with and without TLS ----

const handles = (server) => readdirSync(`/proc/${server.process.pid}/fd`).length;
const memory = (server) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8'))[1]) * 1024;

async function storm(server, ...more) {
    await server.start(...more);
    const kind = server.secure ? 'TLS' : 'plain', game = await pair(server);
    await askedAndClosed(server);
    const before = await until(() => handles(server)), end = Date.now() + SECONDS * 500, first = memory(server);
    let number = 0;
    const playing = playOn(game, () => Date.now() < end);
    const strange = async () => { for (; Date.now() < end; number++) await odd(server); };
    await Promise.all([playing, ...Array.from({length: AT_ONCE}, strange)]);
    for (const socket of open) (socket.under ?? socket).destroy();
    await playOn(game, () => game.ply % 4 !== 0); // and once more, when all is over
    check(await until(() => handles(server) <= before), `${kind}: ${handles(server)} files are open, ${before} were before`);
    const grown = memory(server) - first;
    if (!process.env.SANITIZE) check(grown < MEMORY_MOST, `${kind}: ${(grown / 1e6).toFixed(0)} MB more`);
    console.log(`${kind}: ${number} odd connections, ${game.ply} honest moves, ${(grown / 1e6).toFixed(1)} MB more, seed ${SEED}`);
    check(number > 20 && game.ply > 0, `${kind}: something happened`);
    for (const one of game.people) one.close();
    same(await server.close(), {code: 0, signal: null}, `${kind}: the end`);
}

await storm(new Server());
const secure = new Server();
secure.secure = true;
spawnSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=localhost',
    '-keyout', `${secure.folder}/key.pem`, '-out', `${secure.folder}/cert.pem`]);
await storm(secure, '--tls', `${secure.folder}/cert.pem,${secure.folder}/key.pem`);
console.log(Object.entries(ended).map(([name, times]) => `${name} ${times}`).join(', '));
finish();
