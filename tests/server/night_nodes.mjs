// night_nodes.mjs: a game night over two nodes on one PostgreSQL: each hears what happens at the other, one of them dies in
// the middle of a game, and the night goes on.
//
//   tools/postgres node tests/server/night_nodes.mjs

import {Client, Server, check, finish, key, same, until} from './client.mjs';

const store = process.env.POND_TEST_POSTGRES;
const node = () => Object.assign(new Server(), {store}).start();
const first = await node(), second = await node();

async function device(server, hello) {
    const client = await Client.open(server, hello);
    const take = client.take.bind(client);
    client.take = (one) => {
        if (one.opcode === 1) {
            const message = JSON.parse(one.payload.toString());
            if (message.type === 'night') client.night = message;
            if (message.type === 'table') client.table = message;
            if (message.type === 'event' && message.table === client.table?.table) Object.assign(client.table, message.now, {version: message.version});
        }
        take(one);
    };
    client.tell = (what, more = {}) => client.ask({type: 'night', do: what, ...more});
    client.sees = async (question, what) => check(await until(() => client.night && question(client.night)), `${what}: ${JSON.stringify(client.night)}`);
    return client;
}

const tv = await device(first, {}), {code} = await tv.tell('open');
const keys = [key(), key()];
const ada = await device(first, {key: keys[0]});
let ben = await device(second, {key: keys[1]});
same((await ada.tell('join', {code, name: 'Ada'})).you, 0, 'one at the first node');
same((await ben.tell('join', {code, name: 'Ben'})).you, 1, 'one at the second');
await tv.sees((night) => night.members.length === 2, 'the screen hears of both');

await ada.tell('choose', {game: 'rribbit'});
await ben.sees((night) => night.next.game === 'rribbit', 'what the leader chose');
await ada.tell('start');
await ben.sees((night) => night.phase === 'playing', 'the game begins for both');
const {table} = ada.night;
for (const one of [tv, ada, ben]) check(await until(async () => (await one.ask({type: 'watch', table})).type === 'table'), 'at the table');
check(await until(() => ada.table.phase === 'playing' && ben.table.phase === 'playing'), 'it is played');
same([ada.table.you, ben.table.you, tv.table.you], [0, 1, null], 'everyone in their place');
same((await ada.ask({type: 'play', table, version: ada.table.version, move: 'b1-c3'})).type, 'event', 'a move at one node');
check(await until(() => ben.table.view.last === 'b1-c3'), 'is heard at the other');

// The second node dies; Ben comes back through the first one.
await second.stop('SIGKILL');
ben = await device(first, {key: keys[1]});
same((await ben.tell('join', {code})).you, 1, 'he is who he was');
same((await ben.ask({type: 'watch', table})).you, 1, 'and sits where he sat');
await ben.ask({type: 'resign', table});
await tv.sees((night) => night.phase === 'lobby' && night.played === 1, 'the result is taken over once');
same(tv.night.members.map((one) => [one.name, one.points, one.crowns]), [['Ada', 1, 1], ['Ben', 0, 0]], 'the score');

await first.close();
finish();
