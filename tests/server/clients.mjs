// clients.mjs: other programs at a table: the two example bots, and `pond join` with a server that goes
// away in the middle.

import {spawn} from 'node:child_process';
import {Client, PATIENCE_MS, Server, check, finish, key, pond, same, sleep} from './client.mjs';

const build = process.env.BUILD ?? 'build/release';
const server = await new Server().start();

function run(command, words, env = {}) {
    const child = spawn(command, words, {env: {...process.env, ...env}});
    const one = {child, out: '', err: ''};
    child.stdout.on('data', (data) => { one.out += data; });
    child.stderr.on('data', (data) => { one.err += data; });
    process.on('exit', () => child.kill('SIGKILL'));
    one.ended = new Promise((resolve) => child.on('exit', (code) => resolve(code)));
    one.until = async (pattern, ms = PATIENCE_MS) => {
        for (const end = Date.now() + ms; Date.now() < end; await sleep(10)) {
            if (pattern.test(one.out)) return true;
        }
        check(false, `${command} says ${pattern}: ${one.out} ${one.err}`);
        return false;
    };
    return one;
}

// The bots play each other, in each game.
for (const [game, options] of [['quibbit', 'players=2'], ['rribbit', 'endgame=5'], ['quibbles', 'players=2']]) {
    const maker = await Client.open(server, {key: key(), name: 'Maker'});
    const {table} = await maker.ask({type: 'create', game, options, seats: ['open', 'open'], public: true});
    const c = run(`${build}/example_bot`, ['127.0.0.1', `${server.port}`, table, '7']);
    const js = run(process.execPath, ['--experimental-websocket', '--no-warnings', 'examples/bot.mjs', `http://127.0.0.1:${server.port}`, table]);
    let moves = 0;
    for (;;) {
        const event = await maker.await((m) => m.type === 'event');
        if (event === null) { check(false, `${game}: the bots play: ${c.err} ${js.err} ${js.out}`); break; }
        if (event.what.kind === 'move') moves++;
        if (event.now.phase === 'over' || moves > 150) break;
    }
    check(moves > 5, `${game}: ${moves} moves`);
    c.child.kill();
    js.child.kill();
    maker.close();
}

// A person in a terminal, in French, against a socket; the server restarts meanwhile.
{
    const other = await Client.open(server, {key: key(), name: 'Ben'});
    let t = await other.ask({type: 'create', game: 'rribbit', seats: ['open', 'me'], public: true});
    await other.ask({type: 'number', table: t.table, number: '1'});
    const person = run(pond, ['join', `http://127.0.0.1:${server.port}/t/${t.table}`, '--name', 'Zoë', '--lang', 'fr'],
        {XDG_DATA_HOME: server.folder});
    await person.until(/À vous\./);
    check(/a b c {3}d e f/.test(person.out), 'the board is drawn');
    person.child.stdin.write('b1-b2\n');
    await person.until(/cavalier/);
    person.child.stdin.write('b1-c3\n');
    const moved = await other.await((m) => m.what?.move === 'b1-c3');
    check(moved?.now.view.legal.length > 0, 'a move from the terminal');
    await other.ask({type: 'play', table: t.table, version: moved.version, move: 'h7-g5'});
    await person.until(/Ben : h7-g5/);
    const {port} = server;
    await server.stop('SIGKILL');
    await person.until(/La connexion est perdue/);
    await server.startAt(port);
    person.child.stdin.write('moves\n');
    await person.until(/a1-b3/);
    person.child.stdin.write('quit\n');
    same(await person.ended, 0, 'quits');
    const nobody = run(pond, ['join', 'http://127.0.0.1:1/', '--lang', 'en'], {XDG_DATA_HOME: server.folder});
    same(await nobody.ended, 1, 'no server');
    check(/there is no play server/.test(nobody.err), 'and it says so');
}
await server.close();
finish();
