// ahead_nodes.mjs: somebody who knows more than the node they are at. Two players walk between two nodes on one PostgreSQL
// at random; each hears the other's answers by another way (a second tab, a friend on the phone), and moves or watches at
// once, before the node has heard of it. No right move is stale, and nobody is shown an older game than they know.
//
//   tools/postgres node tests/server/ahead_nodes.mjs [MOVES] [SEED]

import {Client, Server, check, finish, key, same, until} from './client.mjs';

const moves = Number(process.argv[2] ?? 120);
let seed = Number(process.argv[3] ?? Date.now() % 1e9);
console.log(`seed ${seed}`);
const dice = (sides) => (seed = (seed * 48271) % 0x7fffffff) % sides;

const store = process.env.POND_TEST_POSTGRES;
const node = () => Object.assign(new Server(), {store}).start('--unlimited');
const nodes = [await node(), await node()];
const people = await Promise.all(['Ada', 'Ben'].map(async (name, seat) => {
    const hello = {key: key(), name}, tabs = [];
    tabs[seat] = await Client.open(nodes[seat], hello);
    return {hello, at: seat, tabs};
}));
const [ada, ben] = people;
const {table} = await ada.tabs[0].ask({type: 'create', game: 'rribbit', options: 'repetition=0', seats: ['me', 'open']});
same((await ben.tabs[1].ask({type: 'join', table})).type, 'event', 'a table over two nodes');
for (const [seat, {tabs, hello}] of people.entries()) tabs[1 - seat] = await Client.open(nodes[1 - seat], hello);

const look = (tab) => tab.ask({type: 'watch', table});
for (const {tabs} of people) {
    for (const tab of tabs) check(await until(async () => (await look(tab)).phase === 'playing'), 'the game begins');
}
let {version} = await look(ada.tabs[0]), looks = 0;
const away = [['b1-c3', 'b7-c5'], ['c3-b1', 'c5-b7']]; // there and back
for (let i = 0; i < moves; i++) {
    const person = people[i % 2];
    if (dice(3) === 0) person.at = 1 - person.at;
    let tab = person.tabs[person.at];
    if (dice(4) === 0) { // comes back through either node
        tab.close();
        tab = person.tabs[person.at] = await Client.open(nodes[person.at], person.hello);
        const seen = await tab.ask({type: 'watch', table, version});
        const newest = seen.type === 'missed' ? seen.events.at(-1)?.version ?? version : seen.version;
        check(newest >= version, `shown ${newest}, but ${version} was known: ${JSON.stringify(seen).slice(0, 200)}`);
        looks++;
    }
    const told = await tab.ask({type: 'play', table, version, move: away[Math.floor(i / 2) % 2][i % 2]});
    same(told.type, 'event', `move ${i} at node ${person.at}: ${JSON.stringify(told).slice(0, 200)}`);
    if (told.type !== 'event') break;
    version = told.version;
}
console.log(`${moves} moves, ${looks} looks`);
for (const one of nodes) await one.close();
finish();
