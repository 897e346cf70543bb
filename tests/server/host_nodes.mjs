// host_nodes.mjs: what a host does at one node holds at the other: two nodes on one PostgreSQL.
//
//   tools/postgres node tests/server/host_nodes.mjs

import {execFile} from 'node:child_process';
import {Client, Server, check, finish, key, pond, same, sleep, until} from './client.mjs';

const store = process.env.POND_TEST_POSTGRES;
async function node() {
    const server = Object.assign(new Server(), {store});
    server.environment = {XDG_DATA_HOME: server.folder};
    return server.start();
}
const first = await node(), second = await node();

function command(server, ...words) {
    return new Promise((resolve) => execFile(pond, ['host', ...words, '--store', store, '--lang', 'en'], {env: {...process.env, ...server.environment}},
        (error, out, err) => resolve({code: error?.code ?? 0, out, err})));
}
async function fine(server, ...words) {
    const ended = await command(server, ...words);
    same([ended.code, ended.err], [0, ''], `pond host ${words.join(' ')}`);
}

// Nodes look at each other's notes every few seconds; who asked all the time would be sent away.
const soon = (question) => until(async () => await question() || (await sleep(400), false));
async function welcome(server, hello) {
    const client = await Client.open(server, hello);
    client.close();
    return client.welcome;
}

const keys = {ada: key(), ben: key()};
const ada = await Client.open(first, {key: keys.ada, name: 'Ada'});
let ben = await Client.open(second, {key: keys.ben, name: 'Ben'});
const {id} = ben.welcome.you;
const {table} = await ada.ask({type: 'create', game: 'rribbit', seats: ['me', 'open']});
same((await ben.ask({type: 'join', table})).type, 'event', 'a table over two nodes');
await ben.ask({type: 'watch', table});

// ---- Everyone hears an announcement, and no node begins a game during maintenance ----

await fine(first, 'announce', 'Back soon.');
for (const client of [ada, ben]) same((await client.await((one) => one.type === 'notice')).text, 'Back soon.', 'announced');
await fine(second, 'announce', '');
for (const client of [ada, ben]) same((await client.await((one) => one.type === 'notice')).text, '', 'taken back at the other node');
await fine(second, 'maintenance', 'on');
for (const client of [ada, ben]) same((await client.await((one) => one.type === 'notice')).maintenance, true, 'maintenance');
for (const client of [ada, ben]) same((await client.ask({type: 'create', game: 'rribbit', seats: ['me', 'open']})).code, 'maintenance', 'no new game');
await fine(first, 'maintenance', 'off');
for (const client of [ada, ben]) same((await client.await((one) => one.type === 'notice')).maintenance, false, 'games begin again');

// ---- Limits ----

await fine(first, 'limit', 'public', '1');
const listed = {type: 'create', game: 'rribbit', seats: ['me', 'open'], public: true};
const overview = async (server) => JSON.parse((await command(server, 'overview', '--json')).out);
const limit = async () => (await overview(second)).limits.find((one) => one.name === 'public').value;
same(await soon(async () => await limit() === 1), true, 'a limit');
same((await ben.ask(listed)).type, 'table', 'one public table');
same((await ben.ask(listed)).code, 'limit', 'not two, at the other node');

// ---- People ----

const say = () => ben.ask({type: 'say', table, phrase: 'hello'});
await fine(first, 'mute', id);
check(await soon(async () => (await say()).code === 'muted'), 'muted at the other node');
await fine(second, 'unmute', id);
check(await soon(async () => (await say()).code !== 'muted'), 'and not any more');

await fine(first, 'ban', id, 'swears');
await until(() => ben.closed);
check(ben.closed !== null, 'a banned person is sent away from the other node');
for (const server of [first, second]) same((await welcome(server, {key: keys.ben})).code, 'banned', 'and comes in nowhere');
await second.stop();
await second.start();
check(await soon(async () => (await welcome(second, {key: keys.ben})).code === 'banned'), 'also after a restart');
await fine(second, 'unban', id);
for (const server of [first, second]) {
    check(await soon(async () => (await welcome(server, {key: keys.ben})).you?.id === id), 'and may come back everywhere');
}

ben = await Client.open(second, {key: keys.ben});
await ben.ask({type: 'watch', table});
await fine(first, 'rename', id, 'Benjamin');
await until(() => ben.closed);
check(ben.closed !== null, 'somebody with another name comes in again');
ben = await Client.open(second, {key: keys.ben});
same(ben.welcome.you.name, 'Benjamin', 'a new name at the other node');
same((await ben.ask({type: 'watch', table})).seats.map((one) => one.player?.name), ['Ada', 'Benjamin'], 'at its tables as well');

// ---- Tables ----

const cleo = await Client.open(second, {key: key(), name: 'Cleo'});
await cleo.ask({type: 'watch', table});
await fine(first, 'close', table);
same((await cleo.await((one) => one.what?.kind === 'close')).now.over, {by: 'closed'}, 'a table is closed for those at the other node');

await first.close();
await second.close();
finish();
