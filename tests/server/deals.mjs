// deals.mjs: fair deals: numbers are promised before any is shown; what is missing or given up is in the record, and
// `pond verify` says what was proven.

import {spawnSync} from 'node:child_process';
import {createHash, randomBytes} from 'node:crypto';
import {Client, Server, check, finish, get, key, pond, same} from './client.mjs';

const server = await new Server().start();
const hash = (text) => createHash('sha256').update(text).digest('hex');
const fresh = () => randomBytes(16).toString('hex');
const players = [await Client.open(server, {key: key(), name: 'Ada'}), await Client.open(server, {key: key(), name: 'Ben'})];
const [ada, ben] = players;

const kind = (what) => (one) => one.what?.kind === what;
async function full(seats = ['me', 'open']) {
    for (const one of players) one.inbox = [];
    const {table} = await ada.ask({type: 'create', game: 'quibbles', options: '', seats, public: false});
    await ben.ask({type: 'join', table});
    return table;
}
const promise = (client, table, number) => client.ask({type: 'promise', table, promise: hash(number)});
const show = (client, table, number) => client.ask({type: 'number', table, number});
async function ended(table) {
    await ben.ask({type: 'resign', table});
    return (await get(server.port, `/record/${table}`)).body.toString();
}
const tag = (record, name) => new RegExp(`^\\[${name} "(.*)"\\]$`, 'm').exec(record)?.[1];
function verify(record) {
    const words = spawnSync(pond, ['verify', '-', '--lang', 'en'], {input: record}), json = spawnSync(pond, ['verify', '-', '--json'], {input: record});
    return {...JSON.parse(json.stdout.toString()), status: words.status, text: words.stdout.toString()};
}

// ---- Everyone promises, then everyone shows ----

let table = await full(), numbers = [fresh(), fresh()];
let told = await promise(ada, table, numbers[0]);
same([told.what, told.now.reveal, told.now.seats.map((seat) => seat.promise)], [{kind: 'promise', seat: 0}, false, [hash(numbers[0]), null]], 'a promise is for all to see');
check(!JSON.stringify(told).includes(numbers[0]), 'the number is not');
same((await show(ada, table, numbers[0])).code, 'phase', 'no number is shown before all have promised');
same((await promise(ada, table, fresh())).code, 'phase', 'a promise is not changed');
same((await ben.ask({type: 'promise', table, promise: 'xyz'})).code, 'field', 'a promise is a hash');
told = await promise(ben, table, numbers[1]);
same(told.now.reveal, true, 'now numbers are shown');
same((await show(ada, table, fresh())).code, 'field', 'another number than the promised one is refused');
await show(ada, table, numbers[0]);
same((await show(ben, table, numbers[1])).what?.kind, 'number', 'the last number');
check(await ada.await(kind('start')), 'the game begins at once');
let record = await ended(table), said = verify(record);
same([0, 1].map((seat) => [tag(record, `Number${seat}`), tag(record, `Promise${seat}`)]), numbers.map((one) => [one, hash(one)]), 'both are in the record');
same([said.status, said.proven, said.numbers, said.promised, said.missing, said.aborts], [0, true, [0, 1], [0, 1], [], 0], 'verified');
check(said.text.includes('Promised before any number was shown: Ada, Ben.'), said.text);
const other = fresh();
said = verify(record.replace(numbers[0], other));
same([said.status, said.ok], [1, false], 'another number in the record');
check(said.text.includes('differs from the one that was promised'), said.text);

// ---- A rematch ----

for (const one of players) one.inbox = [];
numbers = [fresh(), fresh()];
await until_commit();
async function until_commit() {
    for (;;) {
        const now = await ada.ask({type: 'watch', table});
        if (now.commit !== tag(record, 'Commitment')) return;
    }
}
same((await ada.ask({type: 'again', table, promise: hash(numbers[0])})).now.reveal, false, 'one wants another game');
same((await show(ada, table, numbers[0])).code, 'phase', 'not before the other has promised');
same((await ben.ask({type: 'again', table, promise: hash(numbers[1])})).now.reveal, true, 'both do');
await show(ada, table, numbers[0]);
await show(ben, table, numbers[1]);
check(await ada.await(kind('start')), 'it begins');
record = await ended(table);
said = verify(record);
same([said.status, said.promised], [0, [0, 1]], 'the rematch is proven as well');
same(tag(record, 'Number1'), numbers[0], 'seats moved up, and numbers with them');

// ---- A number that is promised and never shown ----

table = await full();
numbers = [fresh(), fresh()];
await promise(ada, table, numbers[0]);
await promise(ben, table, numbers[1]);
await show(ada, table, numbers[0]);
check(await ada.await(kind('start')), 'nobody waits for ever');
record = await ended(table);
said = verify(record);
same([tag(record, 'Number1'), tag(record, 'Promise1')], ['', hash(numbers[1])], 'the record tells');
same([said.status, said.proven, said.missing], [0, true, [1]], 'verified');
check(said.text.includes('Promised but never shown, so not in the deal: Ben.'), said.text);

// ---- One who promises nothing ----

table = await full();
await promise(ada, table, numbers[0]);
check(await ada.await(kind('reveal')), 'promises have their time');
same((await promise(ben, table, numbers[1])).code, 'phase', 'and no more');
await show(ada, table, numbers[0]);
check(await ada.await(kind('start')), 'it begins');
said = verify(await ended(table));
same([said.status, said.numbers, said.promised], [0, [0], [0]], 'with one number');

// ---- Nobody gives a number ----

table = await full();
check(await ada.await(kind('start')), 'it begins without them, after a while');
record = await ended(table);
said = verify(record);
same([said.status, said.ok, said.proven, said.numbers, said.promised, said.missing], [3, true, false, [], [], []], 'nothing is wrong, and nothing is proven');
check(said.text.includes('the server alone chose this deal'), said.text);

// ---- Somebody leaves after promises ----

table = await full();
numbers = [fresh(), fresh(), fresh()];
await promise(ben, table, numbers[1]);
await promise(ada, table, numbers[0]);
await show(ada, table, numbers[0]);
told = await ben.ask({type: 'leave', table});
same(told.now.seats.map((seat) => [seat.promise, seat.given]), [[null, false], [null, false]], 'what was shown is worth nothing any more');
await ben.ask({type: 'join', table});
numbers = [fresh(), fresh()];
await promise(ada, table, numbers[0]);
await promise(ben, table, numbers[1]);
await show(ada, table, numbers[0]);
await show(ben, table, numbers[1]);
check(await ada.await(kind('start')), 'it begins');
record = await ended(table);
said = verify(record);
same([tag(record, 'Aborts'), said.status, said.aborts], ['1', 0, 1], 'the record counts what was given up');

// ---- Clients of the first version ----

table = await full();
await show(ada, table, 'ab');
await show(ben, table, 'cd');
check(await ada.await(kind('start')), 'numbers without promises still count');
record = await ended(table);
said = verify(record);
same([tag(record, 'Promise0'), said.status, said.proven, said.numbers, said.promised], [undefined, 0, true, [0, 1], []], 'and are told apart');
table = await full(); // one of each
await promise(ada, table, numbers[0]);
same((await show(ben, table, 'cd')).now.reveal, true, 'who shows a number at once keeps nobody waiting');
await show(ada, table, numbers[0]);
check(await ada.await(kind('start')), 'they play together');

await server.close();
finish();
