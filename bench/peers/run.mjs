// run.mjs: validated moves for each CPU-second of the server: boardgame.io, colyseus and ours, one after
// the other in one run. `npm install --omit=optional` in this folder comes first.
//
//   node bench/peers/run.mjs [--matches 200] [--games 500] [--pace 1500] [--seconds 5] [--warm 2] [--rounds 3]
//       [--port 7990] [PEER...]
//
// Two settings, a table of each. In the first, `matches` games go on as fast as they can: a player moves as soon as it
// hears of the other's move, so as many moves are on their way as there are games. In the second, `games` games go on as
// people play: a player moves `pace` milliseconds after it has heard. `--matches 0` or `--games 0` leaves one out. (More
// games than 500 are hard to open at colyseus: it looks at every room 20 times a second, and then forgets who has a seat.)
//
// Each server is one process; each client opens the games, says `begin N` and `end N` with the moves
// that the server has taken so far, and the server's CPU time (user and system, all its threads) is
// read at both moments. In every game two players sit, each on a WebSocket of its own. A move
// is one message in and one to each of the two players. Theirs is checked as a leap of a frog
// (frogs.mjs) in a game without end, and kept in memory; ours is checked by all the rules, in games that
// end and begin again, and is on disk before anyone hears of it. Rounds take turns, and the median counts.
// `warm` is how many seconds theirs play before, for JavaScript's compiler; longer on a busy machine.
//
// colyseus is there three times: as `colyseus` the room tells each leap to both at once, and its state follows as patches
// (20 a second at most, its own rate); as `colyseus-patches` the patches are all there is, and players move when they see
// one, which is how its documentation would have it; as `colyseus-at-once` the clock of the patches is put off and each
// leap sends one, which is what someone would do who knows it well.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '');
const pond = process.env.POND ?? join(here, '../../build/release/pond');
const { values: set, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        matches: { type: 'string', default: '200' },
        games: { type: 'string', default: '500' },
        pace: { type: 'string', default: '1500' },
        seconds: { type: 'string', default: '5' },
        warm: { type: 'string', default: '2' },
        rounds: { type: 'string', default: '3' },
        port: { type: 'string', default: '7990' },
    },
});

const SETTINGS = [
    { name: `${set.matches} games, each move at once`, games: set.matches, pace: '0' },
    { name: `${set.games} games, each move after ${set.pace} ms`, games: set.games, pace: set.pace },
].filter(({ games }) => Number(games) > 0);

const node = (script, ...words) => ['node', join(here, script), ...words];
const colyseus = (how) => (port, { games, pace }) => ({
    server: node('colyseus-server.mjs', port, how),
    client: node('colyseus-client.mjs', port, games, set.seconds, set.warm, pace, how),
});
const PEERS = {
    'boardgame.io': (port, { games, pace }) => ({
        server: node('boardgame-server.mjs', port),
        client: node('boardgame-client.mjs', port, games, set.seconds, set.warm, pace),
    }),
    colyseus: colyseus('told'),
    'colyseus-patches': colyseus('patches'),
    'colyseus-at-once': colyseus('at-once'),
    pond: (port, { games, pace }, folder) => ({
        server: [pond, 'serve', '--listen', `127.0.0.1:${port}`, '--store', `sqlite:${join(folder, 'store')}`,
            '--unlimited'],
        client: [pond, 'load', `http://127.0.0.1:${port}`, '--tables', games, '--pause', pace, '--seconds', set.seconds,
            '--game', 'rribbit', '--marks'],
    }),
};

/** User and system time of a process, all its threads, in seconds: to the nanosecond where the kernel tells it so. */
function cpuSeconds(pid) {
    try {
        const threads = readdirSync(`/proc/${pid}/task`).map((id) => readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8'));
        return threads.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1e9;
    } catch { // no such file, or a thread has just ended
    }
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
}

function started(command, child) {
    return new Promise((done, fail) => {
        child.once('exit', (code) => fail(new Error(`${command.join(' ')} ended with ${code}`)));
        createInterface({ input: child.stdout }).once('line', done);
    });
}

async function measure(name, setting, port) {
    const folder = mkdtempSync(join(tmpdir(), 'peers-'));
    const { server, client } = PEERS[name](String(port), setting, folder);
    const host = spawn(server[0], server.slice(1), { stdio: ['ignore', 'pipe', 'ignore'] });
    await started(server, host);
    host.removeAllListeners('exit');
    const players = spawn(client[0], client.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
    const marks = {};
    for await (const line of createInterface({ input: players.stdout })) {
        const [word, count] = line.split(' ');
        if (word === 'begin' || word === 'end') {
            marks[word] = { moves: Number(count), cpu: cpuSeconds(host.pid) };
        }
    }
    host.kill();
    rmSync(folder, { recursive: true, force: true });
    if (marks.end === undefined) throw new Error(`${name}: no figures`);
    const moves = marks.end.moves - marks.begin.moves;
    const cpu = marks.end.cpu - marks.begin.cpu;
    return { name, moves, cpu, rate: moves / cpu };
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

const names = positionals.length > 0 ? positionals : Object.keys(PEERS);
let port = Number(set.port);
const tables = [];
for (const setting of SETTINGS) {
    process.stdout.write(`${setting.name}\n`);
    const rates = Object.fromEntries(names.map((name) => [name, []]));
    for (let round = 0; round < Number(set.rounds); round++) {
        for (const name of names) {
            const { moves, cpu, rate } = await measure(name, setting, port++);
            rates[name].push(rate);
            process.stdout.write(`${name.padEnd(17)} ${String(moves).padStart(8)} moves  ` +
                `${cpu.toFixed(2).padStart(6)} CPU-s  ${Math.round(rate).toString().padStart(7)} moves/CPU-s\n`);
        }
    }
    tables.push({ setting, rates });
}
for (const { setting, rates } of tables) {
    process.stdout.write(`\n${setting.name}: medians\n`);
    for (const name of names) {
        const rate = median(rates[name]);
        const ratio = name === 'pond' || rates.pond === undefined ? '' : `  pond is ${(median(rates.pond) / rate).toFixed(1)} times`;
        process.stdout.write(`${name.padEnd(17)} ${Math.round(rate).toString().padStart(7)} moves/CPU-s${ratio}\n`);
    }
}
