// attacks.mjs: one hostile person with many keys and sockets at one address, and honest people elsewhere, who must not
// notice: none of their moves is refused, no clock of theirs falls, their computer answers.
//
//   node tests/server/attacks.mjs                  each attack shortly, as ./test does
//   node tests/server/attacks.mjs full [SECONDS]   1,000 keys and 512 sockets, each attack for so long (10), and all at once
//
// How long honest moves take, with and without an attack, is printed and not judged; at full strength also how much CPU
// time one turn of the server's loop takes at most, which is what a move may have to wait for.

import {execFileSync, spawn} from 'node:child_process';
import {connect} from 'node:net';
import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {Client, Server, check, finish, frame, get, handshake, key, same, sleep, until} from './client.mjs';
import {SIEGES} from './siege.mjs';

const full = process.argv[2] === 'full';
const FULL_MS = Number(process.argv[3] ?? 10) * 1000;
const HOSTILE = '127.0.0.66'; // on Linux every 127.x.y.z is this machine
const server = new Server(), turns = `${server.folder}/turns`;
if (full) { // how long the server's loop is busy at a time, in CPU time: the load of this machine makes no difference
    const library = `${server.folder}/turn_time.so`;
    execFileSync(process.env.CC ?? 'cc', ['-shared', '-fPIC', '-O1', '-o', library, fileURLToPath(new URL('./turn_time.c', import.meta.url))]);
    server.environment = {LD_PRELOAD: library, POND_TURN_TIME: turns};
}
await server.start();
const {port} = server;
const hostile = (hello = {key: key()}) => Client.open(server, hello, undefined, {from: HOSTILE});
const metric = async (name) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec((await get(port, '/metrics')).body.toString())?.[1]);
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8'))[1]) * 1024;

// Two clients at a table of Rrib-bit that has begun.
async function pair(one, other, more = {}) {
    const {table} = await one.ask({type: 'create', game: 'rribbit', options: 'endgame=0,repetition=0', seats: ['me', 'open'], ...more});
    await other.ask({type: 'join', table});
    await other.ask({type: 'watch', table});
    for (const client of [one, other]) await client.ask({type: 'number', table, number: '1'});
    const state = await until(async () => {
        const seen = await one.ask({type: 'watch', table});
        return seen.phase === 'playing' ? seen : null;
    });
    return {table, version: state.version, ply: 0};
}

// Frogs go there and back again.
const MOVES = ['b1-c3', 'b7-c5', 'c3-b1', 'c5-b7'];
async function move(clients, game) {
    const {table, version} = game;
    const answer = await clients[game.ply % 2].ask({type: 'play', table, version, move: MOVES[game.ply % 4]});
    if (answer?.type === 'event') [game.version, game.ply] = [answer.version, game.ply + 1];
    return answer;
}

// ---- Honest people ----

const [ada, ben, cleo] = await Promise.all(['Ada', 'Ben', 'Cleo'].map((name) => Client.open(server, {key: key(), name})));
const game = await pair(ada, ben, {clock: {kind: 'move', ms: 30000}});
const delays = [];
let over = false;
async function playOn() {
    while (!over) {
        const began = performance.now();
        const answer = await move([ada, ben], game);
        delays.push(performance.now() - began);
        same([answer?.type, answer?.what?.kind, answer?.text], ['event', 'move', undefined], 'a move of the honest pair');
        if (answer?.type !== 'event') return;
        await sleep(60);
    }
}
const playing = playOn();
// A computer's answers to an honest person, game after game.
const answers = [];
async function playComputer() {
    const mine = (seen) => (seen?.phase === 'over' || seen?.view?.turn?.includes(0) ? seen : null);
    while (!over) {
        const {table, type, text} = await cleo.ask({type: 'create', game: 'rribbit', seats: ['me', 'level:3']});
        same([type, text], ['table', undefined], 'a table with a computer');
        if (type !== 'table') return;
        await cleo.ask({type: 'number', table, number: '1'});
        let state = await until(async () => mine(await cleo.ask({type: 'watch', table})));
        while (!over && state?.phase === 'playing') {
            const began = performance.now();
            await cleo.ask({type: 'play', table, version: state.version, move: state.view.legal[0]});
            state = await until(async () => mine(await cleo.ask({type: 'watch', table})));
            answers.push(performance.now() - began);
            await sleep(700); // a person may make 20 tables a minute
        }
        if (state?.phase === 'playing') await cleo.ask({type: 'resign', table});
        await cleo.ask({type: 'unwatch', table});
    }
}

const quantile = (list, part) => [...list].sort((x, y) => x - y)[Math.floor(part * (list.length - 1))] ?? NaN;
async function attack(name, act) {
    const from = delays.length, began = performance.now();
    await act();
    const seen = delays.slice(from);
    console.log(`${name}: ${seen.length} honest moves, median ${quantile(seen, 0.5)?.toFixed(1)} ms, longest ${Math.max(...seen, 0).toFixed(1)} ms, ` +
        `${((performance.now() - began) / 1000).toFixed(1)} s, memory ${(memory() / 1e6).toFixed(0)} MB`);
}

// ---- At full strength ----

async function fullStrength() {
    // The attackers have a process of their own, so that their work does not hold up the honest people's.
    const siege = (...names) => new Promise((resolve) => {
        const child = spawn(process.execPath, [fileURLToPath(new URL('./siege.mjs', import.meta.url)), `${port}`, game.table, `${FULL_MS}`, ...names],
            {stdio: ['ignore', 'pipe', 'inherit']});
        let said = '';
        child.stdout.on('data', (data) => { said += data; });
        child.on('exit', (code) => {
            same(code, 0, `siege: ${names}`);
            resolve(said.trim());
        });
    });
    const computer = playComputer();
    const line = (name, from, first, note) => {
        const [seen, heard] = [delays.slice(from), answers.slice(first)];
        console.log(`${name.padEnd(32)} longest turn ${readFileSync(turns, 'utf8').trim()} ms of CPU; p50 ${quantile(seen, 0.5).toFixed(1)} ms, p99 ${quantile(seen, 0.99).toFixed(1)} ms of ${seen.length} honest moves; ` +
            `computer p50 ${quantile(heard, 0.5).toFixed(0)} ms, longest ${Math.max(...heard, 0).toFixed(0)} ms of ${heard.length}; memory ${(memory() / 1e6).toFixed(0)} MB; ${note}`);
    };
    const measure = async (name, act) => {
        const [from, first] = [delays.length, answers.length];
        writeFileSync(turns, '');
        line(name, from, first, await act());
    };
    await measure('no attack', async () => { await sleep(FULL_MS); return ''; });
    for (const name of SIEGES) await measure(name, () => siege(name));
    await measure('all at once', async () => { await siege(...SIEGES); return ''; });
    await measure('no attack again', async () => { await sleep(FULL_MS); return ''; });
    over = true;
    await Promise.all([playing, computer]);
    const state = await ada.ask({type: 'watch', table: game.table});
    same([state.phase, state.version], ['playing', game.version], 'the honest game goes on');
    await server.close();
    finish();
}
if (full) await fullStrength();

// ---- The hostile person ----

await attack('records of a long series', async () => {
    const clients = await Promise.all([hostile(), hostile()]);
    const long = await pair(...clients);
    for (let i = 0; i < 150; i++) {
        await move(clients, long);
        await sleep(10); // within the limits of a socket
    }
    const asked = [...Array(300)].map(() => get(port, `/record/${long.table}`));
    const answers = await Promise.all(asked);
    check(answers.every(({status}) => status === 200 || status === 429), `records: ${new Set(answers.map(({status}) => status))}`);
    for (const client of clients) client.close();
});

await attack('requests without end', async () => {
    const bytes = 'HEAD /words.json HTTP/1.1\r\nHost: x\r\n\r\nHEAD /metrics HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500);
    const sockets = [...Array(20)].map(() => {
        const socket = connect({port, host: '127.0.0.1', localAddress: HOSTILE});
        socket.heard = '';
        socket.on('error', () => {}).on('data', (data) => { socket.heard = (socket.heard + data).slice(-2000); }).on('close', () => { socket.gone = true; });
        socket.write(bytes);
        return socket;
    });
    check(await until(() => sockets.filter((socket) => socket.gone).length >= 15), 'most of them are closed');
    check(sockets.some((socket) => socket.heard.includes('429 Too Many Requests')), 'they hear why');
    for (const socket of sockets) socket.destroy();
    same((await get(port, '/words.json')).status, 200, 'others still get an answer');
});

await attack('tables and codes without end', async () => {
    const {code} = await cleo.ask({type: 'recovery'});
    const one = await hostile();
    let refused = 0;
    for (let i = 0; i < 60; i++) {
        const answer = await one.ask(i % 2 ? {type: 'create', game: 'rribbit', seats: ['open', 'open']} : {type: 'recover', code: 'aaaa-aaaa-aaaa-aaaa-aaaa'});
        refused += answer?.code === 'limit';
        if (answer?.type === 'table') await one.ask({type: 'unwatch', table: answer.table});
        await sleep(5);
    }
    check(refused > 10, `refused: ${refused}`);
    one.close();
    const device = await Client.open(server, {key: key()});
    same((await device.ask({type: 'recover', code})).type, 'welcome', 'a right code of someone else works');
    same((await device.ask({type: 'create', game: 'rribbit', seats: ['me', 'open']})).type, 'table', 'and so does making a table');
    device.close();
});

await attack('messages without end', async () => {
    const same_key = key();
    const clients = await Promise.all([...Array(12)].map(() => hostile({key: same_key})));
    for (let i = 0; i < 90; i++) for (const client of clients) client.send({type: 'ping'});
    check(await until(() => clients.some((client) => client.closed?.code === 1008)), 'one of them is closed');
    for (const client of clients) client.close();
});

await attack('empty fragments', async () => {
    const clients = await Promise.all([...Array(20)].map(() => hostile()));
    const pieces = Buffer.concat([frame(1, '', {fin: false}), ...Array(2000).fill(frame(0, '', {fin: false}))]);
    for (const client of clients) client.socket.write(pieces);
    check(await until(() => clients.every((client) => client.closed !== null)), 'all of them are closed');
    same(clients.filter((client) => client.closed?.code !== 1008).length, 0, 'for that reason');
});

await attack('computers that think', async () => {
    const clients = await Promise.all([...Array(4)].map(() => hostile()));
    for (const client of clients) {
        for (let i = 0; i < 15; i++) client.send({type: 'create', game: 'rribbit', seats: ['level:6', 'me']});
    }
    await until(async () => await metric('pond_thoughts_waiting') > 10, 20000);
    const {table} = await ben.ask({type: 'create', game: 'rribbit', seats: ['me', 'level:3']});
    await ben.ask({type: 'number', table, number: '1'});
    let state = await until(async () => {
        const seen = await ben.ask({type: 'watch', table});
        return seen.phase === 'playing' ? seen : null;
    });
    const waits = [];
    for (let i = 0; i < 3; i++) {
        const began = performance.now();
        await ben.ask({type: 'play', table, version: state.version, move: state.view.legal[0]});
        state = await until(async () => {
            const seen = await ben.ask({type: 'watch', table});
            return seen.view?.turn?.includes(0) ? seen : null;
        });
        waits.push(performance.now() - began);
    }
    check(state?.view?.ply === 6, `a level 3 has answered three times: ${state?.view?.ply}`);
    console.log(`an honest computer's answers: ${waits.map((wait) => `${wait.toFixed(0)} ms`).join(', ')}`);
    for (const client of clients) client.close();
    await ben.ask({type: 'resign', table});
});

await attack('files that nobody reads', async () => {
    const before = memory();
    const sockets = [...Array(300)].map(() => {
        const socket = connect({port, host: '127.0.0.1', localAddress: HOSTILE});
        socket.on('error', () => {}).pause();
        socket.write('GET /play.wasm HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(8));
        return socket;
    });
    check(await until(async () => await metric('pond_connections') > 200), 'they are connected');
    const more = memory() - before;
    if (!process.env.SANITIZE) check(more < 64e6, `300 readers who do not read take ${(more / 1e6).toFixed(0)} MB`); // sanitizers keep what was freed
    for (const socket of sockets) socket.destroy();
});

await attack('more sockets than an address may have', async () => {
    await until(async () => await metric('pond_connections') < 100);
    const sockets = [...Array(700)].map(() => connect({port, host: '127.0.0.1', localAddress: HOSTILE}).on('error', () => {}).on('close', function close() { this.gone = true; }));
    check(await until(() => sockets.filter((socket) => socket.gone).length >= 188), 'some are turned away');
    const other = await Client.open(server, {key: key(), name: 'Dora'});
    same((await other.ask({type: 'ping'})).type, 'pong', 'someone else comes in');
    other.close();
    for (const socket of sockets) socket.destroy();
});

over = true;
await playing;
const state = await ada.ask({type: 'watch', table: game.table});
same([state.phase, state.version], ['playing', game.version], 'the honest game goes on');
console.log(`${delays.length} honest moves, median ${quantile(delays, 0.5).toFixed(1)} ms, p99 ${quantile(delays, 0.99).toFixed(1)} ms`);
for (const client of [ada, ben, cleo]) client.close();
await server.close();

// ---- Behind a proxy ----

// The lobby cannot be filled by one address there, either: the proxy says who asks.
{
    const behind = await new Server().start('--proxy');
    const from = (address) => Client.open(behind, {key: key()}, undefined, {more: `X-Forwarded-For: 198.51.100.1, ${address}\r\n`});
    let made = 0, refused = 0;
    for (let i = 0; i < 10; i++) {
        const client = await from('192.0.2.66');
        for (let k = 0; k < 5; k++) {
            const answer = await client.ask({type: 'create', game: 'rribbit', seats: ['me', 'open'], public: true});
            made += answer.type === 'table';
            refused += answer.code === 'limit';
        }
    }
    same([made, refused], [40, 10], 'public tables of one address behind a proxy');
    const honest = await from('192.0.2.7');
    same((await honest.ask({type: 'create', game: 'rribbit', seats: ['me', 'open'], public: true})).type, 'table', 'one from elsewhere');
    const head = (lines) => new Promise((resolve) => {
        const socket = connect(behind.port, '127.0.0.1').on('error', () => resolve(0));
        socket.on('data', (data) => { resolve(Number(String(data).split(' ')[1])); socket.destroy(); });
        socket.write(handshake(behind.port, '/ws', lines));
    });
    same(await head('X-Forwarded-For: nobody\r\n'), 400, 'a malformed header');
    same(await head('X-Forwarded-For: 192.0.2.8\r\n'), 101, 'a good one');
    await behind.close();
}

// ---- Out of files ----

{
    const poor = new Server();
    poor.before = ['prlimit', '--nofile=80:80'];
    let there = true;
    try { execFileSync('prlimit', ['--version']); } catch { there = false; }
    if (there) {
        await poor.start();
        const sockets = [...Array(150)].map(() => connect(poor.port, '127.0.0.1').on('error', () => {}).on('close', function close() { this.gone = true; }));
        check(await until(() => sockets.filter((socket) => socket.gone).length >= 90), 'those beyond the limit of files are turned away');
        for (const socket of sockets) socket.destroy();
        const refused = await until(async () => /pond_files_refused_total (\d+)/.exec((await get(poor.port, '/metrics')).body.toString())?.[1]);
        check(Number(refused) >= 90, `and counted: ${refused}`);
        await poor.close();
    }
}
finish();
