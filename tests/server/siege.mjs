// siege.mjs: the hostile person of attacks.mjs at full strength: 1,000 keys and 512 sockets at one address.
//
//   node tests/server/siege.mjs PORT TABLE MS NAME...    the attacks of these names at once, for so long; TABLE is an honest one

import {connect} from 'node:net';
import {fileURLToPath} from 'node:url';
import {Client, frame, key, sleep} from './client.mjs';

const HOSTILE = '127.0.0.66'; // on Linux every 127.x.y.z is this machine
const [port, watched, FULL_MS] = [Number(process.argv[2]), process.argv[3], Number(process.argv[4])];
const hostile = (hello) => Client.open({port}, hello, undefined, {from: HOSTILE});

// Opens sockets, as many as an address may have, each with a key of its own, and does something with each again and again;
// who is thrown out comes back with the next key.
async function besiege(sockets, act) {
    const end = Date.now() + FULL_MS, keys = [...Array(1000)].map(key);
    let next = 0, done = 0, thrown = 0;
    await Promise.all([...Array(sockets)].map(async () => {
        while (Date.now() < end) {
            let client;
            try {
                client = await hostile({key: keys[next++ % keys.length]});
                while (Date.now() < end && client.closed === null) {
                    await act(client);
                    done++;
                }
            } catch {
                await sleep(50); // turned away
            }
            thrown += client?.closed ? 1 : 0;
            client?.close();
        }
    }));
    return `${done} acts, ${thrown} times thrown out`;
}
const flood = (bytes) => async (client) => {
    client.socket.write(bytes);
    await sleep(20);
};
const request = (path, times) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times));
// A socket that only asks by HTTP, or connects and goes.
const rawAct = (bytes, ms) => () => new Promise((resolve) => {
    const socket = connect({port, host: '127.0.0.1', localAddress: HOSTILE}).on('error', resolve).on('close', resolve);
    if (bytes) socket.write(bytes);
    setTimeout(() => socket.destroy(), ms);
});
async function rawSiege(sockets, act) {
    const end = Date.now() + FULL_MS;
    let done = 0;
    await Promise.all([...Array(sockets)].map(async () => {
        for (; Date.now() < end; done++) {
            await act();
            await sleep(5);
        }
    }));
    return `${done} sockets`;
}

const sieges = {
    'messages without end': () => besiege(100, flood(Buffer.concat([...Array(20)].map(() => frame(1, '{"type":"ping"}'))))),
    'empty fragments': () => besiege(100, flood(Buffer.concat([frame(1, '', {fin: false}), ...Array(500).fill(frame(0, '', {fin: false}))]))),
    'nonsense': () => besiege(100, flood(frame(1, '{"type":"play","table":"x","version":{},"move":7}'))),
    'spectators of the honest table': () => besiege(512, async (client) => { await client.ask({type: 'watch', table: watched}, 5000); await sleep(200); }),
    'guessed invitations and codes': () => besiege(100, async (client) => { await client.ask({type: 'recover', code: 'aaaa-aaaa-aaaa-aaaa-aaaa'}, 5000); await sleep(20); }),
    'public tables': () => besiege(100, async (client) => { await client.ask({type: 'create', game: 'quibbles', seats: ['me', 'open', 'open'], public: true}, 5000); await sleep(20); }),
    'the lobby, watched': () => besiege(400, async (client) => { await client.ask({type: 'lobby'}, 5000); await sleep(100); }),
    'lists': () => besiege(100, async (client) => { await client.ask({type: ['leaders', 'mine', 'history', 'devices'][Math.floor(Math.random() * 4)], game: 'rribbit'}, 5000); await sleep(5); }),
    'computers that think': () => besiege(40, async (client) => { await client.ask({type: 'create', game: 'rribbit', seats: ['level:6', 'me']}, 5000); await sleep(100); }),
    'requests without end': () => rawSiege(100, rawAct(request('/words.json', 200), 200)),
    'records': () => rawSiege(200, rawAct(request(`/record/${watched}`, 20), 200)),
    'files that nobody reads': () => rawSiege(400, rawAct(request('/play.wasm', 8), 2000)),
    'connections': () => rawSiege(512, rawAct(null, 50)),
};
export const SIEGES = Object.keys(sieges);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const notes = await Promise.all(process.argv.slice(5).map((name) => sieges[name]()));
    console.log(notes.join('; '));
    process.exit(0);
}
