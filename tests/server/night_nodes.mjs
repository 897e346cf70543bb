// night_nodes.mjs: a game night over two nodes on one PostgreSQL: each hears what happens at the other, one of them dies in
// the middle of a game, and the night goes on.
//
//   tools/postgres node tests/server/night_nodes.mjs

import {Server, check, finish, key, same, until} from './client.mjs';
import {device} from './night_client.mjs';

const store = process.env.POND_TEST_POSTGRES;
const node = () => Object.assign(new Server(), {store}).start();
const first = await node(), second = await node();

const tv = await device(first, {}), {code} = await tv.tell('open');
const keys = [key(), key()];
const ada = await device(first, {key: keys[0]});
let ben = await device(second, {key: keys[1]});
same((await ada.tell('join', {code, name: 'Ada'})).you, 0, 'one at the first node');
same((await ben.tell('join', {code, name: 'Ben'})).you, 1, 'one at the second');
await tv.sees((night) => night.members.length === 2, 'the screen hears of both');

// Each node knows who is at the other, and who has gone.
await tv.sees((night) => night.members.every(({here}) => here), 'both are here');
ben.close();
await tv.sees((night) => !night.members[1].here, 'who leaves the other node is away');
ben = await device(second, {key: keys[1]});
await ben.tell('join', {code});
await tv.sees((night) => night.members[1].here, 'and is back');
await ben.sees((night) => night.members[0].here, 'the other node knows of the first');

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

// The lead is not taken from somebody who is at another node; a person removed at one node has left both.
same((await ben.tell('lead', {member: 1})).code, 'lead', 'the leader is here, at the other node');
const cleo = await device(second, {key: key()});
same((await cleo.tell('join', {code, name: 'Cleo'})).you, 2, 'somebody else');
await ada.sees((night) => night.members[2]?.here, 'of whom the leader hears');
await ada.tell('remove', {member: 2});
await cleo.sees((night) => night.you === null, 'she is told at the other node');
same((await cleo.tell('join', {code})).code, 'removed', 'and does not come back there');

// Ben's phone is lost: another one asks for his place at the second node, and the leader at the first one agrees.
ben.close();
await ada.sees((night) => !night.members[1].here, 'his phone is off');
keys[1] = key();
ben = await device(second, {key: keys[1]});
await ben.tell('watch', {code});
const [{number}] = (await ben.tell('claim', {member: 1})).claims;
await ada.sees((night) => night.claims[0]?.number === number, 'the leader sees the number');
await ada.tell('grant', {number});
await ben.sees((night) => night.you === 1, 'it is Ben');
check(await until(async () => (await ben.ask({type: 'watch', table})).you === 1), 'with his seat');

// The second node dies; Ben comes back through the first one.
await second.stop('SIGKILL');
ben = await device(first, {key: keys[1]});
same((await ben.tell('join', {code})).you, 1, 'he is who he was');
same((await ben.ask({type: 'watch', table})).you, 1, 'and sits where he sat');
await ben.ask({type: 'resign', table});
await tv.sees((night) => night.phase === 'lobby' && night.played === 1, 'the result is taken over once');
same(tv.night.members.map((one) => [one.name, one.points, one.crowns]), [['Ada', 1, 1], ['Ben', 0, 0], ['Cleo', 0, 0]], 'the score');

await first.close();
finish();
