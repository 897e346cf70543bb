// night_random.mjs: a game night driven at random by several sockets: people come, leave, vote, lead, choose, choose again, fall
// asleep and come back, and the server is killed. After each trouble every device sees what a fresh one sees, and what the big
// screen has heard is what a spectator has heard, byte for byte.
//
//   node tests/server/night_random.mjs [SEED [STEPS]]

import {Server, check, finish, key, same, until} from './client.mjs';
import {device} from './night_client.mjs';

const seed = Number(process.argv[2] ?? 18), STEPS = Number(process.argv[3] ?? 260);
let word = seed;
function below(count) { // xorshift: the same choices with the same seed
    word ^= word << 13;
    word ^= word >>> 17;
    word ^= word << 5;
    return (word >>> 0) % count;
}
const pick = (list) => list[below(list.length)];
const GAMES = ['quibbit', 'quibbles', 'rribbit'];

const server = await new Server().start('--unlimited');
const people = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'].map((name) => ({name, key: key(), client: null}));
const played = new Map(GAMES.map((game) => [game, 0])), done = new Map();
let tv = await device(server), spectator = null, code = (await tv.tell('open')).code;

const awake = () => people.filter(({client}) => client);
const alive = (night) => ({...night, at: 0, id: 0, you: 0, screen: 0, claims: 0});
const stands = (table) => ({view: table.view, phase: table.phase, version: table.version, you: table.you});

/** Goes to the table, if there is one and for as long as there is. */
async function attend(client) {
    const goes = () => client.night.phase === 'playing';
    await until(async () => !goes() || (await client.ask({type: 'watch', table: client.night.table})).type === 'table');
    await until(() => !goes() || client.table.phase !== 'open');
    if (!goes() || client.table.you === null) return;
    await client.ask({type: 'number', table: client.table.table, number: '00ff'}); // refused where it was given before
}

async function wake(person) {
    person.client = await device(server, {key: person.key});
    const answer = await person.client.tell('join', {code, name: person.name});
    if (answer.type === 'night') await attend(person.client);
    return answer;
}
function sleep(person) {
    person.client.close();
    person.client = null;
}

/** The big screen and a spectator at the table of the night. */
async function screens() {
    if (tv.night.phase !== 'playing' || tv.table?.table === tv.night.table) return;
    spectator?.close();
    spectator = await device(server);
    await spectator.tell('watch', {code});
    await Promise.all([attend(tv), attend(spectator)]);
}

/** What both have heard of a table, by version. */
function heard(client) {
    const events = new Map();
    for (const text of client.texts) {
        const found = /^\{"type":"event",.*?"version":(\d+)/.exec(text);
        if (found && text.includes(client.table?.table)) events.set(Number(found[1]), text);
    }
    return events;
}
const secret = (text) => /"(hand|chosen)":("|\[\d)/.test(text);
let compared = 0;
function bytesAlike(where) {
    if (!spectator?.table || tv.table?.table !== spectator.table.table) return;
    const [one, other] = [heard(tv), heard(spectator)];
    for (const [version, text] of one) {
        if (!other.has(version)) continue;
        same(text, other.get(version), `${where}: the big screen hears what a spectator hears`);
        compared += text.length;
    }
    check(!tv.texts.some(secret), `${where}: nothing private: ${tv.texts.find(secret)?.slice(0, 3000)}`);
    check(!tv.texts.some((text) => /"you":\d/.test(text)), `${where}: it sits nowhere`);
}

/** Everyone sees what somebody who has just come sees. */
async function alike(where) {
    const fresh = await device(server);
    await fresh.tell('watch', {code});
    const settled = async (client, what) => {
        const fine = await until(() => JSON.stringify(alive(client.night)) === JSON.stringify(alive(fresh.night)));
        check(fine, `${where}: ${what}: ${JSON.stringify(client.night)} is not ${JSON.stringify(fresh.night)}`);
    };
    await settled(tv, 'the big screen');
    for (const {name, client} of awake()) await settled(client, name);
    if (fresh.night.phase === 'playing') {
        await screens();
        for (const person of awake()) {
            if (person.client.table?.table !== fresh.night.table) continue;
            const again = await device(server, {key: person.key});
            await again.ask({type: 'watch', table: fresh.night.table});
            const fine = await until(() => JSON.stringify(stands(person.client.table)) === JSON.stringify(stands(again.table)));
            check(fine, `${where}: ${person.name}: ${JSON.stringify(stands(person.client.table))} is not ${JSON.stringify(stands(again.table))}`);
            again.close();
        }
    }
    bytesAlike(where);
    fresh.close();
}

async function killed() {
    await server.stop('SIGKILL');
    await server.startAt(server.port, '--unlimited');
    const up = awake();
    for (const person of up) person.client.close();
    tv.close();
    tv = await device(server);
    await tv.tell('watch', {code});
    for (const person of up) await wake(person);
}

/** Somebody chooses, or takes the choice up. */
async function play() {
    const ready = awake().filter(({client}) => client.table?.phase === 'playing' && client.table.you !== null && client.table.table === tv.night.table && client.night.you !== null);
    const sealed = ready.filter(({client: {table}}) => table.view.sealed.includes(table.you));
    if (sealed.length > 0 && below(2) === 0) {
        const {client} = pick(sealed), {table, version} = client.table;
        const answer = await client.ask({type: 'withdraw', table, version});
        check(answer.type === 'event' || ['phase', 'stale'].includes(answer.code), `taken up: ${JSON.stringify(answer)}`);
        if (answer.type === 'event') done.set('withdraw', (done.get('withdraw') ?? 0) + 1);
        return;
    }
    const due = ready.filter(({client}) => client.table.view.legal.length > 0);
    if (due.length === 0) return;
    const {client} = pick(due), {table, version, view, about} = client.table;
    const answer = await client.ask({type: 'play', table, version, move: pick(view.legal)});
    check(['event', 'ok'].includes(answer.type) || ['stale', 'illegal', 'phase'].includes(answer.code), `a move: ${JSON.stringify(answer)}`);
    if (answer.type === 'event') played.set(about.game, played.get(about.game) + 1);
}

/** Those for whom a robot plays sit down again. */
async function back() {
    for (const {client} of awake()) {
        const {table} = client;
        if (table?.phase === 'playing' && table.you !== null && table.seats[table.you].computer) await client.ask({type: 'back', table: table.table});
    }
}

const lead = () => awake().find(({client}) => client.night?.lead !== null && client.night?.lead === client.night?.you);
let next = 0, deep = 0;
/** The leader begins the next game, or gives a long one up, so that all three are played. */
async function onwards() {
    if (awake().length === 0) await wake(pick(people));
    const {lead: leads, members} = awake()[0].client.night; // its phone may be asleep: nobody else can lead for a while
    const asleep = leads === null ? undefined : people.find(({name, client}) => !client && name === members[leads].name);
    if (asleep) await wake(asleep);
    const leader = lead();
    if (!leader) return;
    const {client} = leader;
    if (client.night.phase === 'playing') {
        if (++deep > 4) await client.tell('stop');
        return;
    }
    deep = 0;
    await client.tell('choose', {game: GAMES[next++ % GAMES.length], robots: below(2), first_time: below(2) === 0});
    const answer = await client.tell('start');
    if (answer.type !== 'night') return;
    await screens();
    await Promise.all(awake().map(async (person) => {
        await until(() => person.client.night.version >= answer.version);
        await attend(person.client);
    }));
}

/** The phone of somebody who sleeps is lost: another one takes its place, or a spectator takes the seat, if the leader agrees.
 *  What the phone of before then sees is what anyone sees. */
async function lost() {
    const leader = lead(), gone = people.filter(({client}) => !client);
    if (!leader || gone.length === 0) return;
    const person = pick(gone), members = leader.client.night.members, member = members.findIndex(({name}) => name === person.name);
    const idle = awake().find(({client}) => client.night.you !== null && client.night.members[client.night.you].seat === null);
    const by = idle && below(2) === 0 ? idle : {key: key(), client: null};
    if (by !== idle) {
        by.client = await device(server, {key: by.key});
        await by.client.tell('watch', {code});
    }
    const answer = await by.client.tell('claim', {member: Math.max(member, 0)}), number = answer.claims?.[0]?.number;
    if (number && below(4) === 0) {
        same((await by.client.tell('withdraw')).claims, [], 'it is taken back');
        same((await leader.client.tell('grant', {number})).code, 'night', 'nobody can agree to it any more');
        done.set('taken back', (done.get('taken back') ?? 0) + 1);
        if (by !== idle) by.client.close();
        await alike('taken back');
        return;
    }
    const on = below(4) > 0, granted = number && await leader.client.tell('grant', {number, on});
    if (granted?.type !== 'night' || !on) {
        if (by !== idle) by.client.close();
        return;
    }
    done.set('succeed', (done.get('succeed') ?? 0) + 1);
    if (by !== idle) {
        const former = await device(server, {key: person.key});
        Object.assign(person, by);
        check(await until(() => by.client.night.you === member), `it is ${person.name} now: ${JSON.stringify(by.client.night)}`);
        await attend(by.client);
        if (by.client.night.phase === 'playing') {
            check(await until(async () => (await former.ask({type: 'watch', table: by.client.night.table})).you === null), 'the phone of before has no seat');
            check(!former.texts.some((text) => secret(text) && !/"you":\d/.test(text)), 'and sees nothing');
        }
        former.close();
    }
    await alike('another phone');
}

const DEEDS = [
    ...Array(30).fill(['play', play]), ...Array(4).fill(['on', onwards]), ...Array(3).fill(['back', back]),
    ['come', async () => { const gone = people.filter(({client}) => !client); if (gone.length > 0) { await wake(pick(gone)); await alike('come'); } }],
    ['sleep', async () => { if (awake().length > 1) { sleep(pick(awake())); await alike('sleep'); } }],
    ['leave', async () => { if (awake().length > 2) await pick(awake()).client.tell('leave'); }],
    ['vote', async () => { if (awake().length > 0) await pick(awake()).client.tell('vote', {game: pick(GAMES)}); }],
    ['away', async () => { if (awake().length > 0) await pick(awake()).client.tell('away', {on: below(3) === 0}); }],
    ['say', async () => { if (awake().length > 0) await pick(awake()).client.tell('say', {phrase: 'wow'}); }],
    ['hand on', async () => { const leader = lead(); if (leader) await leader.client.tell('lead', {member: below(people.length)}); }],
    ['replace', async () => { const leader = lead(); if (leader) await leader.client.tell('replace', {member: below(people.length)}); }],
    ...Array(2).fill(['lost', lost]),
    ['screen', async () => { tv.close(); tv = await device(server); await tv.tell('watch', {code}); await alike('screen'); }],
];

for (const person of people.slice(0, 4)) await wake(person);
await onwards();
const enough = () => GAMES.every((game) => played.get(game) > 3) && done.get('withdraw') > 0 && done.get('succeed') > 0 && done.get('taken back') > 0 && compared > 10000;
for (let step = 0; step < STEPS || (!enough() && step < 10 * STEPS); step++) {
    const [name, deed] = step % 60 === 59 ? ['kill', async () => { await killed(); await alike('kill'); }] : pick(DEEDS);
    done.set(name, (done.get(name) ?? 0) + 1);
    await deed();
    if (tv.night.phase === 'lobby') await onwards();
}
await alike('the end');
check(enough(), `all of it happened with seed ${seed}: ${JSON.stringify([[...played], [...done]])}, ${compared} bytes`);
await server.close();
finish();
