// muddle.mjs: several people and a host do anything at random over TLS while the server is killed now and then: tables, deals
// with numbers that are withheld, broken off or sent twice, names, devices, bans, limits, certificates, connections that
// never say a word.
//
//   node tests/server/muddle.mjs [SECONDS]     8 in ./test; SEED=N repeats the choices
//
// Afterwards: what everyone was told fits together and is still there; what each client knows is what a fresh one is shown;
// nobody was sent anybody's secret; the audit log has all that the host did; `pond verify` accuses nobody.

import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {copyFileSync, readFileSync} from 'node:fs';
import {connect as connectPlain} from 'node:net';
import {Client, Server, Table, check, finish, get, key, lacks, pond, same, sleep, until} from './client.mjs';

const SECONDS = Number(process.argv[2] ?? 8), SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
const PEOPLE = 5, DEVICES = 3, WAIT_MS = 4000; // for an answer that a killed server never gives
if (spawnSync('openssl', ['version']).status !== 0) {
    lacks('openssl');
    finish();
}

// ---- Chance ----

/** Numbers from the seed, a series of their own for each name. @param {string} name */
function dice(name) {
    let count = 0;
    const below = (most) => createHash('sha256').update(`${SEED} ${name} ${count++}`).digest().readUInt32BE() % most;
    return {below, pick: (list) => list[below(list.length)], number: () => createHash('md5').update(`${SEED} ${name} ${count++}`).digest('hex')};
}
const hash = (text) => createHash('sha256').update(text).digest('hex');

// ---- What was told ----

const events = new Map(); // 'table version': what happened
const versions = new Map(); // table: the latest that anyone has heard of
const heard = []; // {by, text}: everything that anyone was sent
const counts = {events: 0, deeds: 0, kills: 0, answers: 0, refused: 0, sneaks: 0};

function note(table, version, what) {
    const place = `${table} ${version}`, text = JSON.stringify(what);
    if (events.has(place)) same(text, events.get(place), `one event at ${place}`);
    else counts.events++;
    events.set(place, text);
    versions.set(table, Math.max(version, versions.get(table) ?? 0));
}
const take = Client.prototype.take;
Client.prototype.take = function taken(one) {
    if (one.opcode === 1) {
        const text = one.payload.toString(), message = JSON.parse(text);
        heard.push({client: this, text});
        if (message.type === 'event') note(message.table, message.version, message.what);
        if (message.type === 'missed') for (const {version, what} of message.events) note(message.table, version, what);
        if (message.table && ['table', 'event', 'missed'].includes(message.type)) {
            this.tables ??= new Map();
            if (message.type === 'table' || !this.tables.has(message.table)) this.tables.set(message.table, new Table(this));
            if (message.type === 'table' || this.tables.get(message.table).seats) this.tables.get(message.table).take(message);
        }
    }
    return take.call(this, one);
};

// ---- The server ----

const server = new Server(), {folder} = server;
for (const name of ['first', 'second']) {
    spawnSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', `/CN=${name}`,
        '-keyout', `${folder}/${name}.key`, '-out', `${folder}/${name}.pem`]);
}
const install = (certificate, secret = certificate) => {
    copyFileSync(`${folder}/${certificate}.pem`, `${folder}/cert.pem`);
    copyFileSync(`${folder}/${secret}.key`, `${folder}/key.pem`);
};
install('first');
Object.assign(server, {secure: true, errors: 'ignore'});
const tls = ['--tls', `${folder}/cert.pem,${folder}/key.pem`];
await server.start(...tls);
const {port} = server;
let over = false, starts = false;

/** A connection, however long it takes; null at the end. @param {object} hello */
async function come(hello) {
    while (!over) {
        try {
            const client = await Client.open(server, null);
            client.welcome = await client.ask({type: 'hello', ...hello}, WAIT_MS);
            if (client.welcome) return client;
            client.close();
        } catch { /* it is being started again */ }
        await sleep(50);
    }
    return null;
}

async function kill(chance) {
    while (!over) {
        await sleep(1500 + chance.below(2500));
        if (over) return;
        starts = true; // nobody changes its files meanwhile
        await server.stop('SIGKILL');
        counts.kills++;
        install('first');
        await server.startAt(port, ...tls);
        starts = false;
    }
}

/** New certificates, good and bad, and connections that stop half-way through what they have to say. */
async function disturb(chance) {
    const hello = Buffer.from('16030100a5010000a10303', 'hex');
    while (!over) {
        await sleep(100 + chance.below(300));
        const what = chance.below(4);
        if (what === 0 && !starts) {
            install(chance.pick(['first', 'second']), chance.pick(['first', 'second']));
            server.process.kill('SIGHUP');
        } else {
            const socket = connectPlain(port, '127.0.0.1').on('error', () => {});
            socket.write(what === 1 ? hello : what === 2 ? 'GET / HTTP/1.1\r\n' : hello.subarray(0, chance.below(11)));
            if (chance.below(2)) setTimeout(() => socket.destroy(), chance.below(1000));
            socket.unref();
        }
    }
}

// ---- People ----

const open = []; // tables that were made
const deals = []; // {table, seat, game, number, promise, commit}: numbers that were taken
const secrets = []; // {text, who}: whose business a text is

class Person {
    constructor(i) {
        this.i = i;
        this.chance = dice(`person ${i}`);
        this.keys = [...Array(DEVICES)].map((_, k) => hash(`${SEED} key ${i} ${k}`));
        this.owned = new Set([0]); // devices that are this person,
        this.perhaps = new Set(); // and those of which it is not known: the server died
        this.names = []; // {name, from, until}: until when it was not known to be written
        for (const text of this.keys) secrets.push({text, who: null});
        this.mine = new Map(); // table: the number that was promised for it
    }
    hello(device) { return {key: this.keys[device], device: `Device ${device}`}; }
    async connect() {
        this.client = await come(this.hello(0));
        if (!this.client) return false;
        this.client.who = this;
        if (this.client.welcome.code === 'banned') {
            this.client.close();
            await this.sneak();
            await sleep(100);
            return false;
        }
        this.id ??= this.client.welcome.you.id;
        same(this.client.welcome.you.id, this.id, `person ${this.i} is the same`);
        for (const table of this.chance.below(2) ? [...this.mine.keys()].slice(-3) : []) await this.ask({type: 'watch', table});
        return true;
    }
    /** An answer, or null if none came: then nobody knows. */
    async ask(message) {
        const answer = await this.client.ask(message, WAIT_MS);
        if (answer) counts.answers++;
        if (answer?.type === 'error') counts.refused++;
        if (message.type === 'leave' && answer?.type === 'ok') this.client.tables.delete(message.table); // it is not watched any more
        return answer;
    }
    async live() {
        while (!over && !await this.connect());
        await this.rename('Someone');
        while (!over) {
            if (this.client?.closed !== null && !await this.connect()) continue;
            await this.act();
            await sleep(40 + this.chance.below(50)); // within the limits
        }
    }
    act() {
        const {chance} = this, what = chance.below(100);
        if (what < 8) return this.create();
        if (what < 20) return this.join();
        if (what < 75) return this.play();
        if (what < 79) return this.rename(`Frog ${chance.below(100)}`);
        if (what < 82) return this.ask({type: 'devices'});
        if (what < 86) return this.addDevice();
        if (what < 89) return this.revoke();
        if (what < 92) return this.client.close();
        return this.ask(chance.pick([{type: 'mine'}, {type: 'lobby'}, {type: 'history', game: 'quibbit'}, {type: 'host', do: 'overview'}]));
    }
    async create() {
        const game = this.chance.pick(['quibbit', 'quibbles', 'rribbit']), shown = this.chance.below(2) === 1;
        const made = await this.ask({type: 'create', game, options: game === 'quibbit' ? 'players=2' : '', seats: ['me', this.chance.pick(['open', 'invited'])],
            public: shown, rated: this.chance.below(2) === 1, clock: {kind: 'days', ms: 86400000}});
        if (made?.type !== 'table') return;
        this.mine.set(made.table, null);
        open.push({table: made.table, invite: made.invite});
        secrets.push({text: made.invite, table: made.table});
    }
    async join() {
        if (open.length === 0) return;
        const {table, invite} = this.chance.pick(open.slice(-4));
        const seen = await this.ask({type: this.chance.below(3) ? 'join' : 'watch', table, ...this.chance.below(4) ? {invite} : {}});
        if (seen?.type !== 'error') this.mine.set(table, this.mine.get(table) ?? null);
    }
    /** Something that fits the table as far as this client knows, or nearly. */
    async play() {
        const at = this.chance.pick([...this.client.tables?.values() ?? []].filter((one) => one.seats && one.you >= 0 && one.you !== null && one.over?.by !== 'closed'));
        if (!at) return this.join();
        const {table, phase, version, you, view} = at, {chance} = this;
        if (phase === 'open') {
            if (chance.below(12) === 0) await this.ask({type: 'leave', table});
        } else if (phase === 'ready') await this.deal(at, at.seats[you], 'promise');
        else if (phase === 'playing') {
            const move = view?.legal?.length ? chance.pick(view.legal) : null, what = chance.below(12);
            if (what === 0) await this.ask({type: 'resign', table});
            else if (what === 1) await this.ask({type: 'say', table, phrase: 'hello'});
            else if (move) await this.twice({type: 'play', table, version, move});
        } else await this.deal(at, at.seats[you], 'again');
    }
    /** Promises a number and shows it; or keeps it, leaves, sends it twice, shows another. */
    async deal({table, commit, number: game, reveal, phase, you}, seat, type) {
        const {chance} = this, next = phase === 'over' ? game + 1 : game || 1;
        if (chance.below(8) === 0) return;
        if (chance.below(10) === 0) return this.ask({type: 'leave', table});
        if (!seat.promise && !seat.given && !seat.again) {
            const number = chance.number();
            this.mine.set(table, number);
            secrets.push({text: number, who: this, table});
            return this.twice({type, table, promise: hash(number)});
        }
        const number = this.mine.get(table);
        if (!reveal || seat.given || !number || hash(number) !== seat.promise) return;
        const told = await this.twice({type: 'number', table, number: chance.below(6) ? number : chance.number()});
        if (told?.what?.kind === 'number') deals.push({table, game: next, number, commit, by: this.id, version: told.version});
    }
    /** A double click, now and then: the first answer. */
    async twice(message) {
        if (this.chance.below(3)) return this.ask(message);
        return (await Promise.all([this.ask(message), this.ask(message)]))[0];
    }
    async rename(name) {
        const one = {name, from: performance.now(), until: Infinity};
        this.names.push(one);
        const answer = await this.ask({type: 'name', name});
        if (answer?.type === 'ok') one.until = performance.now();
        if (answer?.type === 'error') this.names.splice(this.names.indexOf(one), 1);
    }
    async addDevice() {
        const device = 1 + this.chance.below(DEVICES - 1), code = (await this.ask({type: 'recovery'}))?.code;
        if (!code) return;
        secrets.push({text: code, who: this});
        this.kept = this.chance.below(2) ? code : null; // for worse times
        if (this.kept) return;
        const other = await come(this.hello(device));
        if (!other) return;
        other.who = this;
        this.perhaps.add(device);
        const answer = await other.ask({type: 'recover', code}, WAIT_MS);
        if (answer) this.perhaps.delete(device);
        if (answer?.type === 'welcome') {
            same(answer.you.id, this.id, 'a device with the code is the person');
            this.owned.add(device);
        }
        other.close();
    }
    /** Banned, and known to be: another device with a code from before comes no further. */
    async sneak() {
        const code = this.kept, ban = state.get(`ban ${this.id}`), device = 1 + this.chance.below(DEVICES - 1);
        if (!code || ban?.length !== 1 || !ban[0]) return;
        const other = await come(this.hello(device));
        if (!other) return;
        other.who = this;
        this.kept = null;
        this.perhaps.add(device);
        const answer = await other.ask({type: 'recover', code}, WAIT_MS);
        if (answer) this.perhaps.delete(device);
        if (answer?.type === 'welcome' || answer?.code === 'banned') this.owned.add(device);
        other.close();
        await sleep(300); // the host may hear a little later that somebody may come back
        counts.sneaks += answer?.code === 'banned' ? 1 : 0;
        check(answer?.type !== 'welcome' || state.get(`ban ${this.id}`) !== ban, `person ${this.i} came round a ban`);
    }
    async revoke() {
        const list = (await this.ask({type: 'devices'}))?.devices;
        const numberOf = (one) => Number(/^Device (\d)$/.exec(one.name)?.[1] ?? -1); // one that never came back has no name
        const device = list?.find((one) => !one.this && this.owned.has(numberOf(one)));
        if (!device) return;
        const number = numberOf(device);
        this.perhaps.add(number);
        const answer = await this.ask({type: 'revoke', device: device.device});
        if (answer) this.perhaps.delete(number);
        if (answer?.type === 'revoked' && answer.count === 1) this.owned.delete(number);
    }
}

// ---- The host ----

const deeds = []; // what the audit log says of each, in order
const state = new Map(); // what: the values that it may have
async function host(people, chance) {
    let client = null;
    while (!over) {
        await sleep(80 + chance.below(120));
        if (!client || client.closed !== null) {
            client = await come({});
            const [, token] = readFileSync(`${folder}/games.sqlite.host`, 'utf8').trim().split(' ');
            secrets.push({text: token, who: null});
            if ((await client?.ask({type: 'host', do: 'enter', token}, WAIT_MS))?.do !== 'enter') client?.close();
            continue;
        }
        await deed(client, chance, chance.pick(people));
    }
}
async function deed(client, chance, person) {
    const table = open.length ? chance.pick(open).table : '0000000000000000', value = 1 + chance.below(40), on = chance.below(3) === 0, {id} = person;
    if (!id) return;
    const [message, text, key, now] = chance.pick([
        [{do: 'mute', person: id}, `mute ${id}`, `mute ${id}`, true], [{do: 'unmute', person: id}, `unmute ${id}`, `mute ${id}`, false],
        [{do: 'unmute', person: id}, `unmute ${id}`, `mute ${id}`, false],
        [{do: 'ban', person: id, text: 'why'}, `ban ${id}: why`, `ban ${id}`, true],
        ...Array(3).fill([{do: 'unban', person: id}, `unban ${id}`, `ban ${id}`, false]),
        [{do: 'limit', name: 'public', value}, `limit public ${value}`, 'limit', value],
        [{do: 'maintenance', on}, `maintenance ${on ? 'on' : 'off'}`, 'maintenance', on],
        [{do: 'maintenance', on: false}, 'maintenance off', 'maintenance', false],
        [{do: 'announce', text: `Notice ${value}`}, `announce Notice ${value}`, 'notice', `Notice ${value}`],
        [{do: 'rename', person: id, name: `Host's ${value}`}, `rename ${id}`, null, null],
        [{do: 'close', table}, `close ${table}`, null, null], [{do: 'void', table}, `void ${table}`, null, null],
        [{do: 'export', person: id}, `export ${id}`, null, null], [{do: 'people', text: 'r'}, null, null, null], [{do: 'tables'}, null, null, null],
        [{do: 'nightly', hour: value % 24}, `nightly ${value % 24}`, null, null], [{do: 'names'}, null, null, null], [{do: 'keep', person: id}, `keep the name of ${id}`, null, null],
        [{do: 'link'}, 'link', null, null], [{do: 'backup'}, 'backup', null, null]]);
    const renamed = message.do === 'rename' ? {name: message.name, from: performance.now(), until: Infinity} : null;
    if (renamed) person.names.push(renamed);
    const answer = await client.ask({type: 'host', ...message}, WAIT_MS), done = answer && answer.type !== 'error';
    counts.deeds += done ? 1 : 0;
    if (renamed && done) renamed.until = performance.now();
    if (renamed && answer && !done) person.names.splice(person.names.indexOf(renamed), 1);
    if (text && done) deeds.push(text);
    if (key && (done || !answer)) state.set(key, done ? [now] : [...state.get(key) ?? [undefined], now]);
}

// ---- What must hold ----

/** Every connected client knows what a fresh client is shown. */
async function checkViews(people) {
    let compared = 0;
    const bare = ({version, phase, number, rated, commit, reveal, seats, you, series, ask, over: end, view}) => ({version, phase, number, rated, commit, reveal, you, series, ask, end, view,
        seats: seats.map(({kind, player, computer, promise, given, again, wins}) => ({kind, id: player?.id, name: player?.name, computer, promise, given, again, wins}))});
    for (const person of people) {
        if (person.client?.closed !== null) continue; // the last one may not have come back in time
        const fresh = await Client.open(server, person.hello(0), WAIT_MS);
        fresh.who = person;
        for (const [table, known] of person.client.tables ?? []) {
            const seen = await fresh.ask({type: 'watch', table});
            if (seen.type !== 'table' || !known.seats) continue;
            await until(() => person.client.tables.get(table).version === fresh.tables.get(table).version, 5000);
            const [one, other] = [bare(person.client.tables.get(table)), bare(fresh.tables.get(table))];
            for (const name of Object.keys(other)) same(one[name], other[name], `person ${person.i} knows of table ${table}: ${name}`);
            compared++;
        }
        fresh.close();
    }
    return compared;
}

/** Nothing that was told is lost. */
async function checkLog(watcher) {
    for (const [table, version] of versions) {
        const seen = await watcher.ask({type: 'watch', table});
        check(seen.version >= version, `table ${table} is at ${seen.version}, and ${version} was told`);
        const missed = await watcher.ask({type: 'watch', table, version: Math.max(1, seen.version - 20)}); // compared as it is heard
        check(['missed', 'table'].includes(missed.type), `table ${table}: what was missed`);
        await watcher.ask({type: 'unwatch', table});
    }
}

/** Names and devices are what they were last said to be. */
async function checkPeople(people) {
    for (const person of people) {
        const names = person.names.filter((one) => !person.names.some((other) => other.from > one.until && other.until < Infinity)).map((one) => one.name);
        for (let device = 0; device < DEVICES; device++) {
            const client = await Client.open(server, person.hello(device), WAIT_MS), {welcome} = client;
            client.who = person;
            if (!person.perhaps.has(device)) {
                same(welcome.you.id === person.id, person.owned.has(device), `device ${device} of person ${person.i}`);
            }
            if (device === 0) check(names.includes(welcome.you.name), `${welcome.you.name} is one of ${names}`);
            client.close();
        }
    }
}

/** Texts that are some people's business were sent to nobody else. */
function checkSecrets() {
    for (const {text, who, table} of secrets) {
        for (const one of heard) {
            if (!one.text.includes(text)) continue;
            const {type, invite} = JSON.parse(one.text), own = who !== undefined && who !== null && one.client.who === who;
            const seated = who === undefined && (invite === text || one.text.includes(`"you":0`) || one.text.includes(`"you":1`));
            check(own || seated || type === 'record', `${table ?? ''} a secret was told: ${one.text.slice(0, 200)}`);
        }
    }
}

/** Every deal that is over is found in order, with the numbers that were taken. */
async function checkDeals(client) {
    let verified = 0;
    for (const table of versions.keys()) {
        for (let game = 1; game <= 20; game++) {
            const {record, code} = await client.ask({type: 'record', table, number: game});
            if (code !== undefined || !/^\[Secret "[0-9a-f]+"\]$/m.test(record)) break;
            const {status, stdout} = spawnSync(pond, ['verify', '-', '--lang', 'en'], {input: record, encoding: 'utf8'});
            check(status === 0 || status === 3, `pond verify of ${table} ${game}: ${stdout}`);
            for (const deal of deals.filter((one) => one.table === table && one.commit && record.includes(one.commit))) {
                const dropped = [...events].some(([place, what]) => { // a deal that somebody broke off later
                    const [where, version] = place.split(' ');
                    return where === table && Number(version) > deal.version && what.includes('"leave"');
                });
                check(dropped || record.includes(deal.number), `${table} ${game} has the number ${deal.number}`);
            }
            const secret = /^\[Secret "([0-9a-f]+)"\]$/m.exec(record)[1];
            for (const one of heard) check(!one.text.includes(secret) || one.text.startsWith('{"type":"record"'), 'a secret of a deal is in records alone');
            verified++;
        }
    }
    return verified;
}

async function checkAudit() {
    const client = await Client.open(server, {});
    const [, token] = readFileSync(`${folder}/games.sqlite.host`, 'utf8').trim().split(' ');
    await client.ask({type: 'host', do: 'enter', token});
    const {audit} = await client.ask({type: 'host', do: 'audit'});
    const newest = deeds.slice(-60); // it shows 100, among them some that were never answered
    for (const text of new Set(newest)) {
        const [there, done] = [audit.filter((one) => one.what === text).length, newest.filter((one) => one === text).length];
        check(there >= done, `the audit log has ${text} ${there} times instead of ${done}`);
    }
    const limits = state.get('limit') ?? [undefined], rests = state.get('maintenance') ?? [false];
    const fits = (known, value) => known.includes(value) || known.includes(undefined);
    let overview, limit;
    await until(async () => { // a server that has just started reads its notes first
        overview = await client.ask({type: 'host', do: 'overview'});
        limit = overview.limits.find((one) => one.name === 'public').value;
        return fits(limits, limit) && fits(rests, overview.maintenance);
    }, 5000);
    check(fits(limits, limit), `the limit is ${limit} of ${limits}`);
    check(fits(rests, overview.maintenance), `maintenance: ${overview.maintenance} of ${rests}`);
    return client;
}

// ---- A muddle ----

const people = [...Array(PEOPLE)].map((_, i) => new Person(i));
const all = [...people.map((person) => person.live()), host(people, dice('host')), kill(dice('kill')), disturb(dice('disturb'))];
setTimeout(() => { over = true; }, SECONDS * 1000);
await Promise.all(all);
over = false;
const hostClient = await checkAudit();
for (const person of people) { // bans hold, and are lifted so that the rest can be looked at
    const banned = (await Client.open(server, person.hello(0), WAIT_MS)).welcome.code === 'banned', known = state.get(`ban ${person.id}`) ?? [false];
    check(known.includes(banned) || known.includes(undefined), `person ${person.i} is banned: ${banned} of ${known}`);
    await hostClient.ask({type: 'host', do: 'unban', person: person.id});
    await until(async () => (await Client.open(server, person.hello(0), WAIT_MS)).welcome.type === 'welcome', 5000);
}
const compared = await checkViews(people);
await server.stop('SIGKILL');
install('first');
await server.startAt(port, ...tls, '--unlimited'); // looking at everything takes many requests
await checkPeople(people);
const watcher = await Client.open(server, {});
await checkLog(watcher);
const verified = await checkDeals(watcher);
checkSecrets();
over = true;
console.log(`seed ${SEED}: ${counts.answers} answers (${counts.refused} refusals), ${counts.events} events at ${versions.size} tables, ${counts.deeds} deeds of the host, ` +
    `${counts.kills} kills, ${compared} views compared, ${verified} deals verified of which ${deals.length} numbers, ${counts.sneaks} ways round a ban`);
check(counts.events > 10 && counts.kills > 0 && counts.deeds > 0, 'something happened');
await server.close();
finish();
