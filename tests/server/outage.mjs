// outage.mjs: no game is decided by an outage. The real server loses its file, its disk or its database for longer
// than anyone has on the clock; afterwards everyone plays on with the time they had. tests/outage_test.c does the
// same to random games, without waiting.
//
//   node tests/server/outage.mjs             SQLite: the file is moved away; the disk is full
//   node tests/server/outage.mjs postgres    the database stops; a node dies, and its people are away (needs
//                                            POND_TEST_POSTGRES, which tools/postgres sets)

import {spawnSync} from 'node:child_process';
import {renameSync} from 'node:fs';
import {Client, Server, check, finish, get, key, same, sleep, until} from './client.mjs';

const CLOCK_MS = 8000, AWAY_MS = 9500;

/** Two people at a rated table with a short time for each decision; the first is to move. */
async function table(server) {
    const people = [];
    for (const name of ['Ada', 'Ben']) people.push(await Client.open(server, {key: key(), name}));
    const {table: id} = await people[0].ask({type: 'create', game: 'rribbit', seats: ['me', 'open'], rated: true, clock: {kind: 'move', ms: CLOCK_MS}});
    await people[1].ask({type: 'join', table: id});
    for (const one of people) await one.ask({type: 'number', table: id, number: '1'});
    const {version} = await people[0].await((m) => m.what?.kind === 'start');
    return {id, people, version, play: (seat, version, move) => people[seat].ask({type: 'play', table: id, version, move})};
}
const version = async ({id, people}) => (await people[0].ask({type: 'watch', table: id})).version;
const lost = ({people}) => people.some((one) => one.inbox.some((m) => m.what?.kind === 'time'));

/** Three tables: someone thinks; someone has just moved; someone answers while the store is away. */
async function waits(name, server, leaves, returns) {
    const tables = await Promise.all([table(server), table(server), table(server)]);
    const [thinks, moves, answers] = tables;
    await answers.play(0, answers.version, 'b1-c3');
    const asked = await version(answers);
    leaves();
    const moved = moves.play(0, moves.version, 'b1-c3'); // this server knows of the outage by now, or soon
    check(await thinks.people[0].await((m) => m.type === 'paused') !== null, `${name}: they are told`);
    const answered = answers.play(1, asked, 'h7-g5');
    await sleep(AWAY_MS);
    returns();
    same((await moved)?.what?.kind, 'move', `${name}: the move is taken`);
    same((await answered)?.what?.kind, 'move', `${name}: so is the answer`);
    const resume = await thinks.people[0].await((m) => m.what?.kind === 'resume');
    check(resume?.now.left_ms[0] > 0, `${name}: who thinks hears what is left`);
    const played = await Promise.all([
        version(thinks).then((at) => thinks.play(0, at, 'b1-c3')),
        version(moves).then((at) => moves.play(1, at, 'h7-g5')),
        version(answers).then((at) => answers.play(0, at, 'c1-d3')),
    ]);
    same(played.map((answer) => answer?.what?.kind), ['move', 'move', 'move'], `${name}: all play on`);
    same(tables.map(lost), [false, false, false], `${name}: nobody has lost on time`);
    for (const {people} of tables) for (const one of people) one.close();
}

async function file() {
    const server = await new Server().start();
    const games = `${server.folder}/games.sqlite`;
    await waits('file', server, () => renameSync(games, `${games}.elsewhere`), () => renameSync(`${games}.elsewhere`, games));
    await server.close();
}

/** A move that cannot be saved is refused at once, and costs no time. */
async function disk() {
    const server = new Server();
    server.before = ['sh', '-c', 'trap "" XFSZ; exec "$@"', 'sh']; // such a write fails instead of raising a signal
    await server.start();
    const limit = (bytes) => same(spawnSync('prlimit', ['--pid', `${server.process.pid}`, `--fsize=${bytes}:unlimited`]).status, 0, 'prlimit');
    const one = await table(server);
    limit(0);
    same((await one.play(0, one.version, 'b1-c3')).code, 'store', 'disk: the move is refused');
    await sleep(AWAY_MS);
    same((await one.play(0, one.version, 'b1-c3')).code, 'store', 'disk: still');
    limit('unlimited');
    let answer = null;
    await until(async () => (answer = await one.play(0, one.version, 'b1-c3')).code !== 'store');
    same(answer?.what?.kind, 'move', 'disk: it is taken once there is room');
    same(lost(one), false, 'disk: nobody has lost on time');
    await server.close();
}

async function postgres() {
    const server = new Server();
    server.store = process.env.POND_TEST_POSTGRES;
    await server.start();
    const sh = (command) => spawnSync('sh', ['-c', command], {stdio: 'ignore'});
    const [stop, start] = [() => sh(process.env.POND_PG_STOP), () => sh(process.env.POND_PG_START)];
    // Nobody is here and nobody asks for anything: /healthz knows all the same.
    const health = (wanted) => until(async () => (await get(server.port, '/healthz')).status === wanted);
    check(await health(200), 'database: an idle node is well');
    stop();
    check(await health(503), 'database: an idle node notices that it is away');
    start();
    check(await health(200), 'database: and that it is back');
    await waits('database', server, stop, start);
    await server.close();
}

/** Two people at two nodes: nobody is away while both live; when one dies, its people are. */
async function nodes() {
    const hosts = [new Server(), new Server()], people = [];
    for (const host of hosts) {
        host.store = process.env.POND_TEST_POSTGRES;
        await host.start();
        people.push(await Client.open(host, {key: key(), name: `At ${people.length}`}));
    }
    const [ada, ben] = people;
    const {table} = await ada.ask({type: 'create', game: 'rribbit', seats: ['me', 'open']});
    await ben.ask({type: 'join', table});
    for (const one of people) await one.ask({type: 'number', table, number: '1'});
    for (const one of people) await one.await((m) => m.what?.kind === 'start');
    await sleep(14000); // longer than anyone is waited for
    const spurious = people.flatMap((one) => one.inbox.filter((m) => ['away', 'here'].includes(m.what?.kind)));
    same(spurious, [], 'nodes: both are there, and nobody says otherwise');
    await hosts[1].stop('SIGKILL');
    const away = await ada.await((m) => m.what?.kind === 'away');
    same(away?.what.seat, 1, 'nodes: the people of a dead node are away');
    const back = await Client.open(hosts[0], {key: key(), name: 'Guest'});
    same((await back.ask({type: 'watch', table})).seats.map((seat) => seat.here), [true, false], 'nodes: for guests as well');
    for (const one of [ada, back]) one.close();
    await hosts[0].close();
}

if (process.argv[2] === 'postgres') {
    await nodes();
    await postgres();
} else await Promise.all([file(), spawnSync('prlimit', ['--version']).status === 0 ? disk() : null]);
finish();
