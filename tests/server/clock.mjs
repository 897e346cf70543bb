// clock.mjs: the machine's wall clock jumps by hours, forward and back, while the server runs and between
// two starts. The program is the real one, with a wall clock of ours (wall_clock.c) in front of it.
// tests/hall_time_test.c does the same to every kind of clock, without waiting for any.

import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {Client, PATIENCE_MS, Server, check, finish, key, same, sleep} from './client.mjs';

const HOUR = 3600000, LIMIT = 2 * HOUR;
const server = new Server();
const file = `${server.folder}/jump`, library = `${server.folder}/wall_clock.so`;
const jump = (ms) => writeFileSync(file, `${ms}`);
jump(0);
execFileSync(process.env.CC ?? 'cc', ['-shared', '-fPIC', '-O1', '-o', library, new URL('wall_clock.c', import.meta.url).pathname]);
process.env.POND_WALL_CLOCK = file;
server.environment = {LD_PRELOAD: library, ASAN_OPTIONS: `${process.env.ASAN_OPTIONS ?? ''}:verify_asan_link_order=0`};
await server.start();

const keys = [key(), key()];
let people = [];
const come = async () => { people = await Promise.all(keys.map((one) => Client.open(server, {key: one}))); };
await come();
const [a, b] = people;
same(Math.abs(a.welcome.at - Date.now()) < HOUR, true, 'the wall clock at the start');
const {table} = await a.ask({type: 'create', game: 'rribbit', seats: ['me', 'open'], clock: {kind: 'game', ms: LIMIT, more_ms: 0}});
await b.ask({type: 'join', table});
for (const one of people) await one.ask({type: 'number', table, number: '1'});
await a.await((m) => m.what?.kind === 'start');

// What the clock says has nothing to do with the wall's: at most so much less as has really passed.
let begun = performance.now(), before = LIMIT, at = 0;
async function look(name) {
    const seen = await people[0].ask({type: 'watch', table});
    const passed = performance.now() - begun + 1000;
    same(seen.phase, 'playing', `${name}: nobody has lost on time`);
    const left = seen.seats[0].left_ms;
    check(left <= before && left >= LIMIT - passed, `${name}: ${left} ms are left, ${before} before, ${passed} at most have passed`);
    check(seen.at >= at, `${name}: the time told never goes back`);
    [before, at] = [left, seen.at];
    return seen;
}
await look('before');
for (const hours of [5, -5, 24 * 30, -24 * 30, 0]) {
    jump(hours * HOUR);
    await sleep(250); // a few ticks
    await look(`${hours} hours`);
}
// It still runs, and moves are taken.
for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    const was = before;
    await sleep(20);
    if ((await look('on')).seats[0].left_ms < was) break;
}

// The server goes down, and the clock is another one when it comes back.
for (const hours of [5, -5, -24 * 30, 24 * 30]) {
    await server.stop('SIGKILL');
    jump(hours * HOUR);
    await server.start();
    await come();
    [before, at] = [LIMIT, 0]; // what passed since the last event is given back, and the wall clock is read again
    const seen = await look(`started again, ${hours} hours`);
    let said;
    for (const end = Date.now() + PATIENCE_MS; said?.type !== 'event' && Date.now() < end; await sleep(100)) {
        said = await people[0].ask({type: 'say', table, phrase: 'hello'}); // one every two seconds
    }
    same(said.type, 'event', `${hours} hours: said`);
    const was = seen.seats[0].left_ms;
    let left = was;
    for (const end = Date.now() + PATIENCE_MS; left >= was && Date.now() < end; await sleep(20)) {
        left = (await people[0].ask({type: 'watch', table})).seats[0].left_ms;
    }
    check(left < was, `${hours} hours: the clock goes on`);
}
const seen = await people[0].ask({type: 'watch', table});
check((await people[0].ask({type: 'play', table, version: seen.version, move: 'b1-c3'})).type === 'event', 'a move');
same((await server.close()).code, 0, 'ended');
finish();
