// faults.mjs: whatever breaks, every acknowledged move is there, once, in order.
//
//   node tests/server/faults.mjs                 each of them shortly, as ./test does
//   node tests/server/faults.mjs kill 200        `kill -9` at random moments, that many times
//   node tests/server/faults.mjs names 200       the same while people change their names
//   node tests/server/faults.mjs disk 20         writes that fail, that many times
//   node tests/server/faults.mjs nodes 60        three nodes on one PostgreSQL: nodes are killed, the
//                                                database restarts, networks fail, that many times
//
// The last needs POND_TEST_POSTGRES (tools/postgres sets it). SEED repeats a run's choices.

import {execFileSync, spawn, spawnSync} from 'node:child_process';
import {statSync} from 'node:fs';
import {Client, Server, check, finish, key, pond, sleep} from './client.mjs';
import {Proxy} from './proxy.mjs';
import {Swarm} from './swarm.mjs';

const seed = Number(process.env.SEED ?? Date.now() % 1000000);

/** The server of client.mjs, on a port that it keeps. */
class Host extends Server {
    async start() {
        const listen = this.port === undefined ? '127.0.0.1:0' : `127.0.0.1:${this.port}`;
        // Writes beyond a limit fail, which is what `disk` is about, instead of ending the process.
        this.process = spawn('sh', ['-c', 'trap "" XFSZ; exec "$@"', 'sh', pond, 'serve', '--listen', listen,
            '--store', this.store, '--lang', 'en', '--unlimited'], {stdio: ['ignore', 'pipe', 'ignore']});
        this.ended = new Promise((done) => this.process.on('exit', (code, signal) => {
            check(signal === null || signal === 'SIGKILL', `a server ended by ${signal}`);
            done();
        }));
        let out = '';
        await new Promise((done) => {
            this.process.stdout.on('data', (data) => {
                out += data;
                const match = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(out);
                if (match) {
                    this.port = Number(match[1]);
                    done();
                }
            });
            this.process.on('exit', done); // a node may start while the database is away, and give up
        });
        return this;
    }

    get alive() { return this.process.exitCode === null && this.process.signalCode === null; }
}

function report(what, moves, swarm, count) {
    console.log(`${what}: ${count}, ${moves} moves acknowledged, ${swarm.reconnects} reconnections tried, ` +
        `${swarm.repeated} answered as repeated, ${swarm.refused} refused, seed ${seed}`);
    check(swarm.faults.length === 0, `${what}: ${swarm.faults.length} faults`);
    check(moves > 0, `${what}: something was played`);
}

async function kill(times) {
    const host = await new Host().start();
    const swarm = new Swarm(() => host.port, {tables: 6, pause_ms: 5, seed});
    await swarm.begin();
    for (let i = 0; i < times; i++) {
        await swarm.goOn();
        await sleep(200 * swarm.random());
        await host.stop('SIGKILL');
        await host.start();
    }
    const moves = await swarm.end();
    report('kill', moves, swarm, `${times} times`);
    await host.close();
}

/** A name that was answered with `ok` is the person's name, whatever happens to the server in the next moment. */
async function names(times) {
    const host = await new Host().start();
    const people = [...Array(6)].map(() => ({key: key(), name: null, doubt: null}));
    let count = 0, changes = 0;
    // Changes the name until the line is lost; what was asked last may or may not have arrived.
    const rename = async (one) => {
        for (;;) {
            one.doubt = `N${count++}`;
            if ((await one.client.ask({type: 'name', name: one.doubt}))?.type !== 'ok') return;
            [one.name, one.doubt] = [one.doubt, null];
            changes++;
            one.changed();
        }
    };
    for (let i = 0; i <= times; i++) {
        for (const one of people) {
            one.client = await Client.open(host, {key: one.key});
            const {name} = one.client.welcome.you;
            check(one.name === null || name === one.name || name === one.doubt,
                `names: ${one.name} was acknowledged, ${one.doubt} perhaps on its way, ${name} is there`);
            if (one.name !== null) one.name = name;
        }
        if (i === times) break;
        const changed = new Promise((resolve) => { for (const one of people) one.changed = resolve; });
        const all = people.map(rename);
        await changed;
        for (const end = Date.now() + 30 * (i % 8); Date.now() < end;) await sleep(1);
        await host.stop('SIGKILL'); // at once after the first, or a little later
        await Promise.all(all);
        await host.start();
    }
    for (const one of people) one.client.close();
    console.log(`names: ${times} times, ${changes} names acknowledged`);
    await host.close();
}

async function disk(times) {
    const host = await new Host().start();
    const swarm = new Swarm(() => host.port, {tables: 4, pause_ms: 5, seed});
    await swarm.begin();
    const limit = (bytes) => execFileSync('prlimit', ['--pid', String(host.process.pid), `--fsize=${bytes}:unlimited`]);
    for (let i = 0; i < times; i++) {
        await swarm.goOn();
        await sleep(200 * swarm.random());
        const refused = swarm.refused;
        const size = statSync(`${host.folder}/games.sqlite-wal`).size;
        limit(size); // the log may not grow by a byte
        for (let j = 0; j < 30 && swarm.refused === refused; j++) await sleep(10);
        // A log that was written back begins again at its front and need not grow: then nothing at all.
        if (swarm.refused === refused) limit(0);
        for (let j = 0; j < 6000 && swarm.refused === refused; j++) await sleep(10);
        check(swarm.refused > refused, 'disk: a move was refused');
        limit('unlimited');
        check(host.alive, 'disk: the server goes on');
    }
    const moves = await swarm.end();
    report('disk', moves, swarm, `${times} times`);
    await host.close();
}

/** What may go wrong with three nodes; each takes a moment and is over when it returns. */
const troubles = {
    async node({hosts, pick}) {
        const host = pick(hosts);
        await host.stop('SIGKILL');
        await sleep(200);
        await host.start();
    },
    async database() {
        const sh = (command) => spawnSync('sh', ['-c', command], {stdio: 'ignore'});
        sh(process.env.POND_PG_STOP);
        await sleep(300);
        sh(process.env.POND_PG_START);
    },
    async cut({proxies, pick}) { pick(proxies).cut(); },
    async half({proxies, pick}) { pick(proxies).cut(true); },
    async delay({proxies, pick}) {
        const proxy = pick(proxies);
        proxy.delay_ms = 100;
        await sleep(600);
        proxy.delay_ms = 0;
    },
    async stall({proxies, pick}) {
        const proxy = pick(proxies);
        proxy.stalled = true;
        await sleep(700);
        proxy.stalled = false;
    },
    async chop({proxies, pick}) {
        const proxy = pick(proxies);
        proxy.chop = true;
        await sleep(400);
        proxy.chop = false;
    },
};

/** Someone who sits down with a computer, plays a move, and is gone again, perhaps for longer than a game waits. Nobody
 * looks at the table then, while its nodes ask the store who moves the computer, and whether anyone is there. */
async function wander(swarm, port, number) {
    const mine = {key: key(), name: `W${number}`}, tables = [];
    for (let visits = 0; !swarm.over; visits++) {
        const client = await Client.open({port: port()}, mine, 2000).catch(() => null);
        const old = tables.length > 0 && swarm.random() < 0.5 ? tables[Math.floor(swarm.random() * tables.length)] : null;
        const seen = old === null ? await client?.ask({type: 'create', game: 'rribbit', seats: ['me', 'level:1']}, 2000)
            : await client?.ask({type: 'watch', table: old}, 2000);
        if (seen?.type === 'table' && old === null) tables.push(seen.table);
        if (seen?.view?.legal?.length > 0) await client.ask({type: 'play', table: seen.table, version: seen.version, move: seen.view.legal[0]}, 2000);
        await sleep(100 * swarm.random());
        client?.close();
        const until = Date.now() + (visits % 8 === 7 ? 12000 : 200 * swarm.random());
        while (!swarm.over && Date.now() < until) await sleep(20);
    }
}

async function nodes(times) {
    const where = new URL(process.env.POND_TEST_POSTGRES);
    const hosts = [], proxies = [];
    for (let i = 0; i < 3; i++) {
        const proxy = await new Proxy(Number(where.port)).start(); // each node's way to the database
        const host = new Host();
        host.store = `postgres://${where.username}@127.0.0.1:${proxy.port}${where.pathname}`;
        await host.start();
        hosts.push(host);
        proxies.push(proxy);
    }
    for (const host of hosts) proxies.push(await new Proxy(host.port).start()); // and its clients' way to it
    const fronts = proxies.slice(3);
    let next = 0;
    const swarm = new Swarm(() => fronts[next++ % fronts.length].port, {tables: 8, pause_ms: 20, seed});
    const pick = (list) => list[Math.floor(swarm.random() * list.length)];
    await swarm.begin();
    const wanderers = [0, 1, 2].map((number) => wander(swarm, () => pick(fronts).port, number));
    const names = Object.keys(troubles);
    for (let count = 0; count < times; count++) {
        await sleep(300 + 500 * swarm.random());
        await troubles[names[count % names.length]]({hosts, proxies, pick});
        for (const host of hosts) if (!host.alive) await host.start();
    }
    await swarm.goOn();
    const moves = await swarm.end();
    report('nodes', moves, swarm, `${times} troubles`);
    await Promise.all(wanderers);
    for (const proxy of proxies) proxy.close();
    for (const host of hosts) await host.close();
}

const [what, amount] = process.argv.slice(2);
const kinds = {kill: [kill, 8], names: [names, 8], disk: [disk, 3], nodes: [nodes, 8]};
for (const [name, [run, short]] of Object.entries(kinds)) {
    if (what !== undefined && what !== name) continue;
    if (name === 'nodes' && process.env.POND_TEST_POSTGRES === undefined) continue;
    await run(Number(amount ?? short));
}
finish();
