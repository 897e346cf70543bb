// explorer.mjs: what a server tells of the games that were played on it: nothing unless its host has opted in; then
// counts of finished games at public tables, and of no others; kept over a restart.

import {spawnSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {Client, Server, check, finish, get, key, pond, same, until} from './client.mjs';

const server = new Server(), file = join(server.folder, 'played.pondplay');

// ---- A host who has not opted in ----

await server.start();
const closed = await get(server.port, '/explorer.bin');
same([closed.status, closed.body.length], [204, 0], 'nothing is shared unless the host says so');
await server.stop();

// ---- One who has ----

writeFileSync(file, 'not a collection');
const wrong = spawnSync(pond, ['serve', '--listen', '127.0.0.1:0', '--store', server.store, '--explorer', file, '--lang', 'en']);
check(wrong.status !== 0 && wrong.stderr.toString().includes('not a collection of games'), `a file that is something else: ${wrong.stderr}`);
same(readFileSync(file, 'utf8'), 'not a collection', 'it is left as it is');
writeFileSync(file, '');
const empty = spawnSync(pond, ['serve', '--listen', '127.0.0.1:0', '--store', server.store, '--explorer', file]);
check(empty.status !== 0, 'an empty file is no collection either');

const path = join(server.folder, 'new.pondplay');
await server.start('--explorer', path, '--unlimited');
const players = [await Client.open(server, {key: key(), name: 'Ada Private'}), await Client.open(server, {key: key(), name: 'Ben Private'})];
const [ada, ben] = players;

/** Plays moves at a new table; a loser resigns, or the game stays as it is. */
async function play(open, moves, loser) {
    for (const one of players) one.inbox = [];
    const {table} = await ada.ask({type: 'create', game: 'rribbit', options: '', seats: ['me', 'open'], public: open});
    await ben.ask({type: 'join', table});
    await until(async () => (await ada.ask({type: 'watch', table})).phase === 'playing');
    for (const [i, move] of moves.entries()) {
        const {version} = await players[i % 2].ask({type: 'watch', table});
        const told = await players[i % 2].ask({type: 'play', table, version, move});
        check(told.type !== 'error', `${move}: ${JSON.stringify(told)}`);
    }
    if (loser !== null) await players[loser].ask({type: 'resign', table});
    return table;
}

await play(true, ['b1-c3', 'h7-g5'], 1);
await play(true, ['b1-c3', 'a7-b5'], 0);
await play(false, ['e1-d3', 'a7-b5'], 1); // by invitation only
await play(true, ['a1-b3', 'c7-d5'], null); // not over
const night = await play(false, ['d1-c3'], null); // neither

/** The collection as `pond explore` reads it. */
async function asked(moves = '') {
    const {status, headers, body} = await get(server.port, '/explorer.bin');
    same([status, headers['content-type']], [200, 'application/octet-stream'], 'it is shared');
    for (const word of ['Ada', 'Ben', 'Private', night]) check(!body.includes(word), `${word} is in it`);
    writeFileSync(join(server.folder, 'got'), body);
    const told = spawnSync(pond, ['explore', 'rribbit', '--collection', join(server.folder, 'got'), '--nodes', '1', '--json'], {input: `moves ${moves}\n`, env: {...process.env, XDG_DATA_HOME: server.folder}});
    return {games: body.readUInt32LE(20), played: JSON.parse(told.stdout.toString()).played.file};
}
let told = await until(async () => {
    const now = await asked();
    return now.games === 2 && now;
});
same(told.played, [{seat: 0, move: 'b1-c3', wins: 1, draws: 0, losses: 1}], 'two games count, and neither the private nor the unfinished ones');
same((await asked('b1-c3')).played.map(({move, wins, losses}) => [move, wins, losses]).sort(), [['a7-b5', 1, 0], ['h7-g5', 0, 1]], 'and what was answered');

// ---- It lasts, and goes on ----

await server.stop();
same(readFileSync(path).readUInt32LE(20), 2, 'the file has both');
await server.start('--explorer', path, '--unlimited');
same((await asked()).games, 2, 'after a restart');
for (const [i, name] of ['Ada Private', 'Ben Private'].entries()) players[i] = await Client.open(server, {key: key(), name});
same((await asked()).games, 2, 'tables that are opened again are not counted again');
await server.close();
finish();
