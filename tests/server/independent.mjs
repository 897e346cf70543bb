// independent.mjs: clients that are not ours play whole games: npm's `ws`, Python's `websockets` and
// Chromium, each at one table of every game, then all at one; what they play is recorded, and every
// deal is verified.
//
// What cannot be had here (no network, no Chromium) is left out, and said.

import {execFileSync, spawn, spawnSync} from 'node:child_process';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {Client, Server, check, finish, get, key, lacks, pond, same} from './client.mjs';
import {modules} from './modules.mjs';

const here = new URL('.', import.meta.url).pathname;

const python = ['/usr/bin/python3', 'python3'].find((one) => spawnSync(one, ['-c', 'import websockets']).status === 0);
const chromium = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((one) => one && existsSync(one));

// A page of our own with nothing but the player on it; it writes the result back.
const results = new Map();
const pages = createServer((request, response) => {
    const {pathname, searchParams} = new URL(request.url, 'http://localhost');
    if (pathname === '/peer.mjs') {
        response.writeHead(200, {'Content-Type': 'text/javascript'}).end(readFileSync(`${here}peer.mjs`));
    } else if (pathname === '/done') {
        results.get(searchParams.get('seed'))?.(JSON.parse(searchParams.get('result')));
        response.end();
    } else {
        response.writeHead(200, {'Content-Type': 'text/html'}).end(`<!DOCTYPE html><meta charset="utf-8"><script type="module">
            import {play} from './peer.mjs';
            const wanted = new URLSearchParams(location.search);
            const result = await play(WebSocket, wanted.get('address'), wanted.get('table'), Number(wanted.get('seed')));
            await fetch('/done?' + new URLSearchParams({seed: wanted.get('seed'), result: JSON.stringify(result)}));
        </script>`);
    }
});
await new Promise((resolve) => pages.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${pages.address().port}`;
const server = await new Server().start('--origin', origin);
const address = `ws://127.0.0.1:${server.port}/ws`;

// Each child has a group of its own: Debian's Chromium is a shell script, and what it starts would outlive it.
const children = [];
function end(child) {
    try { process.kill(-child.pid, 'SIGKILL'); } catch { /* it has ended */ }
}
process.on('exit', () => children.forEach(end));

function run(command, words) {
    const child = spawn(command, words, {stdio: ['ignore', 'pipe', 'inherit'], detached: true});
    children.push(child);
    let out = '';
    child.stdout.on('data', (data) => { out += data; });
    return new Promise((resolve) => child.on('close', () => {
        try { resolve(JSON.parse(out)); } catch { resolve({wrong: [`${command} says: ${out}`]}); }
    }));
}

function browse(table, seed) {
    const place = `${origin}/?${new URLSearchParams({address, table, seed})}`;
    const done = new Promise((resolve) => results.set(`${seed}`, resolve));
    const child = spawn(chromium, ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking',
        '--disable-component-update', '--disable-sync', `--user-data-dir=${server.folder}/chromium-${seed}`, '--remote-debugging-port=0', place],
    {stdio: 'ignore', detached: true});
    children.push(child);
    child.on('exit', () => results.get(`${seed}`)({wrong: ['Chromium ended']}));
    return done.then((result) => { end(child); return result; });
}

const peers = {
    ws: modules && ((table, seed) => run(process.execPath, [`${here}peer.mjs`, modules, address, table, seed])),
    python: python && ((table, seed) => run(python, [`${here}peer.py`, address, table, seed])),
    chromium: chromium && browse,
};

// Two of ours besides: a computer that brings the game to an end, and one who watches it.
let seed = 0;
async function game(name, options, players) {
    const maker = await Client.open(server, {key: key(), name: 'Maker'});
    const seats = [...players.map(() => 'open'), ...name === 'rribbit' && players.length > 1 ? [] : ['greedy']];
    const made = await maker.ask({type: 'create', game: name, options, seats});
    check(made.type === 'table', `${name}: ${JSON.stringify(made)}`);
    const ends = players.map((player) => player(made.table, `${++seed}`));
    const broken = ends.map((result) => result.then((end) => (end.wrong.length > 0 ? [end] : new Promise(() => {}))));
    for (const [i, result] of (await Promise.race([Promise.all(ends), ...broken])).entries()) { // the others would wait forever
        same(result.wrong, [], `${name}, player ${i}`);
        check(result.moves > 0 && result.others > 0, `${name}, player ${i}: ${JSON.stringify(result)}`);
        check(/^(seat \d|draw|dummy)$/.test(result.result), `${name}: played to its end: ${JSON.stringify(result)}`);
    }
    const record = (await get(server.port, `/record/${made.table}`)).body.toString();
    writeFileSync(`${server.folder}/record`, record);
    try {
        const [line] = execFileSync(pond, ['verify', '--json', `${server.folder}/record`], {encoding: 'utf8'}).split('\n');
        const verified = JSON.parse(line);
        check(verified.ok && verified.committed, `${name}: the deal is verified: ${line}`);
    } catch (error) {
        check(false, `${name}: the record is right: ${error.stdout} ${error.stderr}\n${record}`);
    }
    maker.close();
}

for (const peer of Object.values(peers).filter(Boolean)) {
    await game('quibbit', 'players=3', [peer, peer]); // everybody chooses in secret
    await game('quibbles', 'players=2', [peer]);
    await game('rribbit', 'endgame=5', [peer]);
}
const all = Object.values(peers).filter(Boolean);
if (all.length > 1) await game('quibbit', `players=${all.length + 1}`, all);

children.forEach(end);
pages.close();
await server.close();
for (const name of Object.keys(peers).filter((name) => !peers[name])) lacks(name);
finish();
