// trouble.mjs: what befalls the real server: its file is moved, deleted or emptied under it, its disk fills
// up, its terminal is closed; and a backup that is damaged. Nothing is acknowledged that would be lost, and everyone
// is told.

import {spawnSync} from 'node:child_process';
import {copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, truncateSync, unlinkSync, writeFileSync} from 'node:fs';
import {Client, Server, check, finish, get, key, lacks, pond, same, until} from './client.mjs';

const health = async (server) => {
    const {status, body} = await get(server.port, '/healthz');
    return `${status} ${body.toString().trim()}`;
};
const said = (server) => readFileSync(`${server.folder}/log`, 'utf8').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line));

// A table of two with a few moves.
async function table(server) {
    const people = [];
    for (const name of ['Ada', 'Ben']) people.push(await Client.open(server, {key: key(), name}));
    const made = await people[0].ask({type: 'create', game: 'rribbit', seats: ['me', 'open']});
    await people[1].ask({type: 'join', table: made.table});
    for (const one of people) await one.ask({type: 'number', table: made.table, number: '1'});
    await people[0].await((m) => m.what?.kind === 'start');
    return {people, id: made.table, version: async () => (await people[0].ask({type: 'watch', table: made.table})).version};
}

// The file is taken away while a game is on: moves wait, everyone is told, and nothing was acknowledged that is not
// in the file when it is back. What was deleted stays away.
for (const [what, takeAway, putBack] of [
    ['moved', (file) => renameSync(file, `${file}.elsewhere`), (file) => renameSync(`${file}.elsewhere`, file)],
    ['its log moved', (file) => renameSync(`${file}-wal`, `${file}.log`), (file) => renameSync(`${file}.log`, `${file}-wal`)],
    ['replaced', (file) => { renameSync(file, `${file}.elsewhere`); copyFileSync(`${file}.elsewhere`, file); }, (file) => renameSync(`${file}.elsewhere`, file)],
    ['deleted', (file) => unlinkSync(file), null],
    ['emptied', (file) => truncateSync(file, 100), null],
]) {
    const server = await new Server().start('--log', '/dev/null');
    await server.stop();
    const log = `${server.folder}/log`;
    await server.start('--log', log);
    const file = `${server.folder}/games.sqlite`;
    const {people: [ada, ben], id, version} = await table(server);
    await ada.ask({type: 'play', table: id, version: await version(), move: 'b1-c3'});
    same(await health(server), '200 ok', `${what}: all is well before`);
    takeAway(file);
    // An idle server finds out, too.
    check(await until(async () => await health(server) === '503 store'), `${what}: /healthz says so: ${await health(server)}`);
    check(await ada.await((m) => m.type === 'paused') !== null && await ben.await((m) => m.type === 'paused') !== null, `${what}: the players are told`);
    check(said(server).some((line) => line.what === 'store' && line.down === 1), `${what}: so is the log`);
    ben.send({type: 'play', id: 9000, table: id, version: await version(), move: 'h7-g5'});
    // Two rounds: in the second the loop has surely read the move as well, which was there before the first.
    for (const _ of [1, 2]) same((await ada.ask({type: 'ping'})).type, 'pong', `${what}: the server is there`);
    check(!ben.inbox.some((m) => m.id === 9000), `${what}: no move is acknowledged`);
    if (putBack) {
        putBack(file);
        check(await ben.await((m) => m.id === 9000 && m.type === 'event') !== null, `${what}: the move is taken once it is back`);
        check(await ada.await((m) => m.type === 'resumed') !== null, `${what}: and all are told`);
        same(await health(server), '200 ok', `${what}: well again`);
        same((await server.stop()).code, 0, `${what}: ends well`);
        await server.start();
        const again = await Client.open(server, {key: key(), name: 'Cleo'});
        same((await again.ask({type: 'watch', table: id})).view.last, 'h7-g5', `${what}: everything acknowledged is there`);
        again.close();
        await server.close();
    } else {
        const ended = await server.stop();
        check(ended.code === 1, `${what}: it does not say that all is saved: ${JSON.stringify(ended)}`);
        check(!ben.inbox.some((m) => m.id === 9000 && m.type === 'event'), `${what}: and never acknowledged`);
        rmSync(server.folder, {recursive: true, force: true});
    }
}

// The disk is full (no file may grow any more): what cannot be saved is refused with a sentence, /healthz says so as
// long as it lasts, and it goes on by itself; nobody has to try.
if (spawnSync('prlimit', ['--version']).status === 0) {
    const server = new Server();
    server.before = ['sh', '-c', 'trap "" XFSZ; exec "$@"', 'sh']; // such a write fails instead of raising a signal
    await server.start('--log', `${server.folder}/log`);
    const {people: [ada], id, version} = await table(server);
    const before = await version();
    const limit = (bytes) => same(spawnSync('prlimit', ['--pid', `${server.process.pid}`, `--fsize=${bytes}:unlimited`]).status, 0, 'prlimit');
    limit(statSync(`${server.folder}/games.sqlite-wal`).size);
    let refused = null;
    for (const [from, to] of [['b1', 'c3'], ['b1', 'c3']]) refused = await ada.ask({type: 'play', table: id, version: before, move: `${from}-${to}`});
    same([refused.type, refused.code], ['error', 'store'], 'a full disk: refused');
    same(await health(server), '503 store', 'a full disk: /healthz');
    check(said(server).some((line) => line.what === 'store' && line.failing === 1), 'a full disk: the log');
    limit('unlimited');
    check(await until(async () => await health(server) === '200 ok'), 'a full disk: well again, though nobody asked');
    const taken = await ada.ask({type: 'play', table: id, version: before, move: 'b1-c3'});
    same([taken.type, taken.version], ['event', before + 1], 'a full disk: the same move is taken then');
    await server.close();
} else {
    lacks('prlimit');
}

// A backup that is damaged is refused with a sentence that names the file and what is wrong; nothing is left behind.
{
    const server = await new Server().start();
    for (let i = 0; i < 4; i++) await table(server);
    const run = (language, ...words) => spawnSync(pond, [...words, '--lang', language], {encoding: 'utf8'});
    const copy = `${server.folder}/copy.sqlite`, place = `${server.folder}/again.sqlite`;
    same(run('en', 'backup', copy, '--store', server.store).status, 0, 'a backup');
    const whole = readFileSync(copy);
    const spoilt = {
        empty: Buffer.alloc(0), cut: whole.subarray(0, Math.floor(whole.length / 2)), 'cut in a page': whole.subarray(0, 5000),
        'zeros in the middle': Buffer.concat([whole.subarray(0, 8192), Buffer.alloc(8192), whole.subarray(16384)]),
        noise: Buffer.from('this is no database at all, but some text\n'.repeat(300)),
        'another database': null, missing: null,
    };
    for (const [what, bytes] of Object.entries(spoilt)) {
        const file = `${server.folder}/spoilt.sqlite`;
        rmSync(file, {force: true});
        if (bytes !== null) writeFileSync(file, bytes);
        if (what === 'another database') {
            const {status} = spawnSync('python3', ['-c', `import sqlite3; c = sqlite3.connect(${JSON.stringify(file)}); c.execute("CREATE TABLE a(b)"); c.commit()`]);
            if (status !== 0) {
                lacks('python3');
                continue;
            }
        }
        for (const [language, sentence] of [['en', /^pond: .*spoilt\.sqlite was not restored: [^:]*(damaged|not a Pond database|no such file)[^:]*\.\n$/i],
            ['fr', /^pond: .*spoilt\.sqlite n'a pas été restauré : [^:]*(endommagé|n'est pas une base de données Pond|ce fichier n'existe pas)[^:]*\.\n$/i]]) {
            const {status, stderr} = run(language, 'restore', file, '--store', `sqlite:${place}`);
            check(status === 1 && sentence.test(stderr), `${what}: a sentence: ${status} ${stderr}`);
            check(!existsSync(place) && !existsSync(`${place}.part`), `${what}: nothing is left behind`);
        }
    }
    await server.close();
}

// A closed terminal (SIGHUP) ends it as gracefully as SIGTERM and SIGINT.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    const server = await new Server().start();
    const {people: [ada], id, version} = await table(server);
    const played = await ada.ask({type: 'play', table: id, version: await version(), move: 'b1-c3'});
    let out = '';
    server.process.stdout.on('data', (data) => { out += data; });
    const ended = await server.stop(signal);
    same(ended, {code: 0, signal: null}, `${signal}: ends by itself`);
    check(await ada.await((m) => m.type === 'bye') !== null, `${signal}: clients are told`);
    same(ada.closed?.code, 1001, `${signal}: closed with 1001`);
    check(await until(() => out.includes('Everything is saved.')), `${signal}: the host is told: ${out}`);
    await server.start();
    const again = await Client.open(server, {key: key()});
    same((await again.ask({type: 'watch', table: id})).version, played.version, `${signal}: it is all there`);
    again.close();
    await server.close();
}

finish();
