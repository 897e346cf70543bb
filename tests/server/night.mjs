// night.mjs: game nights by real sockets: phones, big screens, latecomers, lost leaders, guessed codes, a server that is
// killed in the reveal; and that a big screen hears nothing but what any spectator hears.

import {execFileSync, spawn} from 'node:child_process';
import {get} from 'node:http';
import {createServer} from 'node:net';
import {networkInterfaces} from 'node:os';
import {qr} from '../../web/qr.mjs';
import {Server, check, finish, key, pond, same, until} from './client.mjs';
import {device as deviceAt, sit} from './night_client.mjs';

const server = await new Server().start();

const device = (hello, where) => deviceAt(server, hello, where);
const keys = new Map();
async function phone(name, code, more = {}) {
    if (!keys.has(name)) keys.set(name, key());
    const client = await device({key: keys.get(name)});
    client.joined = await client.tell('join', {code, name, ...more});
    return client;
}
const screen = async (code) => {
    const client = await device({});
    client.joined = await client.tell('watch', {code});
    return client;
};
const names = (night) => night.members.filter((one) => !one.gone).map((one) => one.name);

// Everyone plays, by any legal move, until `enough`.
async function play(phones, enough = (table) => table.phase === 'over') {
    for (let moves = 0; moves < 3000; moves++) {
        const done = await until(() => phones.some((one) => enough(one.table)) ||
            phones.find((one) => one.table.phase === 'playing' && one.table.view.legal.length > 0));
        check(done, 'the game goes on');
        if (!done || done === true) return;
        const {legal} = done.table.view, {table, version} = done.table;
        const answer = await done.ask({type: 'play', table, version, move: legal[Math.floor(Math.random() * legal.length)]});
        check(answer.type === 'event' || answer.code === 'stale', `a move: ${JSON.stringify(answer)}`);
    }
}

// ---- A night ----

const tv = await device({});
const opened = await tv.tell('open');
const {code} = opened;
check(/^[A-Z]{4,6}[0-9]{2}$/.test(code), `a code to shout: ${code}`);
same([opened.phase, opened.members, opened.you, opened.lead, opened.table], ['lobby', [], null, null, null], 'nobody is here');
same((await tv.tell('join', {code})).code, 'hello', 'a screen has no key, so it can never sit');
same((await tv.tell('start')).code, 'hello', 'nor lead');

const ines = await phone('Ines', code.toLowerCase(), {frog: 'blue'});
same([ines.joined.you, ines.joined.lead, ines.joined.members[0].frog], [0, 0, 'blue'], 'the first leads');
const otto = await phone('Otto', `${code.slice(0, 4)} ${code.slice(4)}`, {frog: 'blue'});
same([otto.joined.you, otto.joined.members[1].frog], [1, 'red'], 'a frog that is taken');
const mila = await phone('Mila', code);
await tv.sees((night) => names(night).join() === 'Ines,Otto,Mila' && night.members.every((one) => one.here), 'the screen shows them');
check(!tv.texts.some((text) => [...keys.values()].some((one) => text.includes(one))), 'no keys');

// Two phones with the same name.
const twin = await phone('Twin', code, {name: 'Otto'});
same(twin.joined.members[3].name, 'Otto (2)', 'two phones with the same name');
same((await twin.tell('join', {code, name: 'Jules', frog: 'light'})).members[3], {...twin.joined.members[3], name: 'Jules', frog: 'light'}, 'another name and frog');
const jules = twin;

// Only the leader decides.
same((await otto.tell('start')).code, 'lead', 'only the leader starts');
same((await otto.tell('lead', {member: 1})).code, 'lead', 'the lead is not taken from who is here');
same((await otto.tell('remove', {member: 0})).code, 'lead', 'nor is the leader removed');
same((await ines.tell('choose', {game: 'chess'})).code, 'options', 'no such game');
same((await ines.tell('choose', {game: 'quibbit', options: 'players=2'})).code, 'field', 'how many play follows from who is here');
same((await ines.tell('choose', {game: 'quibbit', level: 'hal'})).code, 'options', 'no such robot');
same((await ines.tell('remove', {member: 9})).code, 'night', 'nobody');
await otto.tell('ready');
await tv.sees((night) => night.members[1].ready, 'ready');
same((await tv.tell('watch', {code})).next, {game: 'quibbit', options: '', robots: 0, level: 'level:2', first_time: false, seats: [0, 1, 2, 3]}, 'what comes next');

// ---- A game: what the screen hears is what any spectator hears ----

await ines.tell('choose', {game: 'quibbit', first_time: true});
await ines.tell('start');
const watcher = await device({});
const spectate = async (client) => {
    await until(async () => (await client.ask({type: 'watch', table: ines.night.table})).type === 'table');
};
await Promise.all([spectate(tv), spectate(watcher)]);
const players = [ines, otto, mila, jules];
await Promise.all(players.map(sit));
await play(players, (table) => table.phase === 'playing' && table.view.board.round >= 1);

// Joining in the middle of a round: watches, and plays in the next game.
const noor = await phone('Noor', code, {frog: 'green'});
same([noor.joined.phase, noor.joined.members[4].seat], ['playing', null], 'a latecomer watches');
await sit(noor);
same(noor.table.you, null, 'she has no seat');
same((await noor.tell('say', {phrase: 'wow'})).type, 'ok', 'a latecomer says something');
same((await tv.await((one) => one.type === 'said')).member, 4, 'which the screen shows');
same((await noor.tell('say', {phrase: 'wow'})).code, 'limit', 'not twice at once');
same((await noor.tell('say', {phrase: 'you fool'})).code, 'field', 'set phrases only');

// A second screen, and the first one closed in the middle of a game.
const second = await screen(code);
same(second.joined.table, tv.night.table, 'a second screen');
await spectate(second);
second.close();
const {ply: left} = tv.table.view;
await play(players, (table) => table.view.ply > left);
const third = await screen(code);
await spectate(third);
check(await until(() => JSON.stringify(third.table.view) === JSON.stringify(tv.table.view)), 'a screen that is opened again shows the game as it is now');

// ---- The server is killed in the reveal ----

// All but one have chosen; the last choice is on its way, and the server is killed as soon as anyone hears of it.
await play(players, (table) => table.view.turn.length === 1 && table.view.sealed.length === 3);
const last = players.find((one) => one.table.view.turn.includes(one.table.you));
const sealed = players.filter((one) => one !== last);
check(sealed.every((one) => one.table.view.chosen !== null), 'they know what they chose');
check(tv.table.view.chosen === null && tv.table.view.hand === null, 'the screen does not');
// One of them has second thoughts: nobody learns what it was.
const [doubts] = sealed, withdraw = (version) => doubts.ask({type: 'withdraw', table: doubts.table.table, version});
same((await last.ask({type: 'withdraw', table: last.table.table, version: last.table.version})).code, 'phase', 'who has not chosen has nothing to withdraw');
same((await withdraw(1)).code, 'stale', 'only the choice that one knows of');
same((await withdraw(doubts.table.version)).what.kind, 'withdraw', 'a choice is withdrawn');
check(await until(() => !tv.table.view.sealed.includes(doubts.table.you)), 'the screen sees that');
check(doubts.table.view.chosen === null && doubts.table.view.legal.length > 0, 'and it can be made again');
same((await doubts.ask({type: 'play', table: doubts.table.table, version: doubts.table.version - 1, move: doubts.table.view.legal[0]})).code, 'stale', 'an old message is not the new choice');
await doubts.ask({type: 'play', table: doubts.table.table, version: doubts.table.version, move: doubts.table.view.legal.at(-1)});
check(await until(() => tv.table.view.sealed.length === 3), 'all but one again');
const {round} = tv.table.view.board;
last.send({type: 'play', id: 5, table: last.table.table, version: last.table.version, move: last.table.view.legal[0]});
await until(() => watcher.table.view.board.round > round || watcher.table.phase === 'over');
const before = JSON.stringify(watcher.table.view);
await server.stop('SIGKILL');

// Whatever the screen has heard about the table, a spectator has heard, byte for byte.
const about = (client) => client.texts.filter((text) => /^\{"type":"(event|missed)"/.test(text));
const [heard, common] = [about(tv), about(watcher)];
const from = heard.indexOf(common.find((text) => heard.includes(text))), to = common.indexOf(heard[from]);
const length = Math.min(heard.length - from, common.length - to);
check(length > 10, `they heard much: ${length}`);
same(heard.slice(from, from + length), common.slice(to, to + length), 'the screen hears what a spectator hears');
check(![...heard, ...common].some((text) => /"(hand|chosen)":[^n]/.test(text)), 'nothing private');
for (const client of [...players, noor, tv, third, watcher]) client.close();

await server.startAt(server.port);
const again = async (name) => { const client = await phone(name, code, {name: undefined}); await client.ask({type: 'watch', table: client.night.table}); return client; };
let group = [];
for (const name of ['Ines', 'Otto', 'Mila', 'Twin', 'Noor']) group.push(await again(name));
same(group.map((one) => one.joined.you), [0, 1, 2, 3, 4], 'all are who they were');
same(group.map((one) => one.table.you), [0, 1, 2, 3, null], 'and sit where they sat');
const tv2 = await screen(code);
same(tv2.joined.members.map((one) => [one.name, one.frog]), [['Ines', 'blue'], ['Otto', 'red'], ['Mila', 'green'], ['Jules', 'light'], ['Noor', 'yellow']], 'the night is all there');
await spectate(tv2);
same(JSON.stringify({...tv2.table.view, version: 0}), JSON.stringify({...JSON.parse(before), version: 0}), 'the table is where it was');

// ---- The leader leaves, someone is away, someone is removed ----

let [l0, l1, l2, l3, l4] = group;
same((await l0.tell('lead', {member: 2})).lead, 2, 'the lead is handed on');
same((await l0.tell('replace', {member: 1})).code, 'lead', 'who led does not any more');
l1.close();
await l2.sees((night) => !night.members[1].here, 'Otto has gone');
const replaced = await l2.tell('replace', {member: 1});
check(['event', 'ok'].includes(replaced.type), `a robot plays for him: ${JSON.stringify(replaced)}`);
same((await l2.tell('replace', {member: 4})).code, 'phase', 'Noor does not play');
same((await l2.tell('remove', {member: 3})).members[3].gone, true, 'Jules is removed');
same((await l3.tell('join', {code})).code, 'removed', 'and does not come back');
same((await l3.ask({type: 'back', table: l3.table.table})).code, 'removed', 'not at the table either');
await until(() => l0.table.seats[3].computer !== null);
same(l0.table.seats.map((seat) => seat.computer), [null, 'level:2', null, 'level:2'], 'robots play on');
l1 = await again('Otto');
await l1.ask({type: 'back', table: l1.table.table});
await until(() => l0.table.seats[1].computer === null);
check(l0.table.seats[1].computer === null, 'Otto is back in his seat');

// Somebody has to leave for a moment: everyone sees it at once, a robot plays, and the next game is planned without them.
const out = await l1.tell('away');
same([out.members[1].away, out.members[1].here, out.next.seats.includes(1)], [true, false, false], 'Otto is away, though his phone is on');
await tv2.sees((night) => night.members[1].away, 'which the screen shows');
check(await until(() => l0.table.seats[1].computer !== null), 'a robot plays without waiting');
same((await l1.ask({type: 'back', table: l1.table.table})).code, 'phase', 'who is away says so before sitting down');
await l1.tell('away', {on: false});
await l1.ask({type: 'back', table: l1.table.table});
check(await until(() => l0.table.seats[1].computer === null && l0.night.members[1].here), 'and then he is back');
l2.close();
await l0.sees((night) => !night.members[2].here && night.lead_from > night.at, 'the leader is lost, perhaps for a moment');
same((await l4.tell('lead', {member: 4})).code, 'limit', 'nobody takes the lead so soon');
l2 = await again('Mila');
await l2.sees((night) => night.lead === 2 && night.lead_from === null, 'and she still leads');
same((await l2.tell('replace', {member: 1})).code, 'phase', 'a robot plays for nobody who is here');
same((await l2.tell('lead', {member: 4})).lead, 4, 'until she hands the lead on');

group = [l0, l1, l2];
await play(group);
await tv2.sees((night) => night.phase === 'lobby' && night.played === 1, 'the result is taken over');
const {games, members} = tv2.night;
same([games.length, games[0].game, games[0].points.length, games[0].points[4]], [1, 'quibbit', 5, null], 'one game, which Noor watched');
same(members.map((one) => one.points), games[0].points.map((one) => one ?? 0), 'the score');
check(games[0].winner === null || (games[0].points[games[0].winner] === 3 && members[games[0].winner].crowns === 1), 'three points and a crown for a win');

// ---- Votes, robots, all but one leave ----

await l0.tell('vote', {game: 'quibbles'});
await l1.tell('vote', {game: 'quibbles'});
same((await l2.tell('vote', {game: 'rribbit'})).next.game, 'quibbles', 'most want Quibbles');
await l4.tell('start');
await Promise.all([l0, l1, l2, l4].map(sit));
same(tv2.night.members.map((one) => one.seat), [3, 0, 1, null, 2], 'all four play, and another one sits first');
same((await l4.tell('start')).code, 'phase', 'one game at a time');
await play([l0, l1, l2, l4], (table) => table.view?.turns >= 3 || table.phase === 'over');
for (const one of [l0, l2, l4]) await one.tell('leave');
await l1.sees((night) => night.lead === 1 && names(night).join() === 'Otto', 'one is left, and leads');
await play([l1]);
await l1.sees((night) => night.phase === 'lobby' && night.played === 2, 'the game ends with robots');
await l1.tell('choose', {game: 'rribbit'});
same((await l1.tell('start')).members[1].seat, 0, 'alone against a robot');
await sit(l1);
same(l1.table.seats.map((seat) => seat.kind), ['person', 'computer'], 'at Rrib-bit');
const stopped = await l1.tell('stop');
check(stopped.type === 'event' && stopped.now.phase === 'over', 'the game is given up');
await tv2.sees((night) => night.phase === 'lobby' && night.played === 2, 'and counts for nothing');
const back = await phone('Ines', code, {name: undefined});
same([back.joined.you, back.joined.members[0].points], [0, members[0].points + (tv2.night.games[1].points[0] ?? 0)], 'who comes back has her points');

// ---- The end; codes ----

same((await l1.tell('end')).phase, 'ended', 'the night is over');
await tv2.sees((night) => night.phase === 'ended', 'on the screen, too');
same((await (await device({})).tell('watch', {code})).code, 'code', 'its code is none any more');
same((await (await device({key: key()})).tell('say', {phrase: 'wow'})).code, 'night', 'at no night');

// Codes guessed at 100 a second: a person has a few, an address some more, and then everyone at that address waits; others do not.
const other = await device({});
const {code: good} = await other.tell('open');
const guess = async (client, what) => {
    const answers = [];
    for (let i = 0; i < 45; i++) answers.push((await client.tell(what, {code: `ZZZZ${10 + i}`})).code);
    check(answers.at(-1) === 'limit', `then it waits: ${answers}`);
    return answers.filter((one) => one === 'code').length;
};
const tried = await guess(await device({key: key()}, {from: '127.0.0.9'}), 'join');
check(tried >= 3 && tried <= 10, `a person guesses: ${tried}`);
same((await (await device({key: key()}, {from: '127.0.0.9'})).tell('join', {code: good})).type, 'night', 'the others in the house still come in');
const more = await guess(await device({}, {from: '127.0.0.9'}), 'watch');
check(more >= 10 && more <= 40, `an address guesses: ${more}`);
same((await (await device({key: key()}, {from: '127.0.0.9'})).tell('join', {code: good})).code, 'limit', 'then not even a right code tells anything');
same((await (await device({key: key()}, {from: '127.0.0.10'})).tell('join', {code: good})).type, 'night', 'another address does not wait');

// ---- Everyone goes to a table as soon as they hear of it ----

for (const more of [{do: 'choose', game: 'rribbit'}, {do: 'join', frog: 'blue'}, {do: 'vote', game: 'rribbit'}, {do: 'leave'}]) {
    const screen = await device({}), {code: haste} = await screen.tell('open'), seats = [];
    for (const name of ['Ann', 'Bo', 'Cy']) seats.push(await phone(`${name} ${more.do}`, haste));
    const answers = [screen, ...seats.slice(1)].map((one) => new Promise((answered) => {
        one.heard = ({type, table}) => {
            if (type !== 'night' || !table) return;
            one.heard = undefined;
            answered(one.ask({type: 'watch', table}));
        };
    }));
    void seats[0].tell('start');
    await seats[0].tell(more.do, {...more, ...(more.do === 'join' ? {code: haste, name: 'Anna'} : {})});
    for (const answer of answers) same((await answer).type, 'table', `it is there, although the leader says ${more.do}`);
    for (const one of [screen, ...seats]) one.close();
}

// ---- In the terminal ----

const den = await device({});
const house = (await den.tell('open')).code, hugo = await phone('Hugo', house);
const tess = spawn(pond, ['join', `http://127.0.0.1:${server.port}/n/${house}`, '--plain', '--name', 'Tess', '--lang', 'en'], {env: {...process.env, XDG_DATA_HOME: server.folder}});
let said = '';
tess.stdout.on('data', (data) => { said += data; });
await hugo.sees((night) => names(night).join() === 'Hugo,Tess', 'a terminal comes in');
check(await until(() => said.includes(`You are at game night ${house}`)), `and knows where it is: ${said}`);
tess.stdin.write('hint\nsay wow\nback\nagain\n');
check(await until(() => said.split('You are not at a table.').length === 4), `nothing of that ends it: ${said}`);
same((await den.await((one) => one.type === 'said'))?.phrase, 'wow', 'what she says appears on the big screen');
await hugo.tell('choose', {game: 'rribbit'});
await hugo.tell('start');
await sit(hugo);
await until(() => hugo.table.phase === 'playing');
await hugo.ask({type: 'play', table: hugo.table.table, version: hugo.table.version, move: 'b1-c3'});
check(await until(() => /b1/.test(said)), `it hears of a move: ${said}`);
tess.stdin.write('b7-c5\n');
check(await until(() => hugo.table.view.last === 'b7-c5'), `and makes one: ${JSON.stringify(hugo.table.view)} ${said}`);

// It chooses in secret, takes the choice up again, and chooses another card.
await hugo.tell('stop');
await hugo.sees((night) => night.phase === 'lobby', 'that game is given up');
await hugo.tell('choose', {game: 'quibbit'});
await hugo.tell('start');
await sit(hugo);
const hers = hugo.table.you === 0 ? 1 : 0, shows = () => hugo.table.view;
const plays = (move) => hugo.ask({type: 'play', table: hugo.table.table, version: hugo.table.version, move});
await until(() => hugo.table.phase === 'playing');
for (let frogs = 0; frogs < 2; frogs++) {
    const ply = shows().ply;
    if (shows().turn.includes(hers)) tess.stdin.write(shows().board.front === null ? '@0\n' : 'front\n');
    else await plays(shows().legal[0]);
    check(await until(() => shows().ply > ply), `a frog is placed: ${said.slice(-400)}`);
}
await until(() => shows().board.round === 1);
tess.stdin.write('3\n');
check(await until(() => shows().sealed.includes(hers)), `she has chosen: ${said.slice(-400)}`);
tess.stdin.write('undo\n');
check(await until(() => !shows().sealed.includes(hers)), `and takes it up: ${said.slice(-400)}`);
tess.stdin.write('2\n');
check(await until(() => shows().sealed.includes(hers)), `to choose again: ${said.slice(-400)}`);
await plays(shows().legal[0]);
check(await until(() => shows().board.round === 2), 'the round is turned over');
check(hugo.texts.some((text) => text.includes('"kind":"show"') && new RegExp(`"kind":"show","seat":${hers},"card":2`).test(text)), 'with the second card');

// A game that ends says how to go on; a vote counts, and a wrong one is explained.
await hugo.tell('stop');
await hugo.sees((night) => night.phase === 'lobby', 'the game is given up');
tess.stdin.write('vote chess\n');
check(await until(() => /chess/.test(said)), `there is no such game: ${said.slice(-400)}`);
tess.stdin.write('vote quibbles\n');
await hugo.sees((night) => night.members[1].vote === 'quibbles', 'the vote counts');
check(await until(() => said.includes('You voted for Quibbles.')), `and she knows: ${said.slice(-400)}`);
tess.kill();

// A wrong code is told, and nothing else happens.
const lost = spawn(pond, ['join', `http://127.0.0.1:${server.port}/n/NEWT00`, '--plain', '--lang', 'en'], {env: {...process.env, XDG_DATA_HOME: server.folder}});
let why = '', ended = false;
lost.stdout.on('data', (data) => { why += data; });
lost.on('close', () => { ended = true; });
check(await until(() => ended), `it ends: ${why}`);
same([lost.exitCode, why.trim()], [1, 'No game night has that code. Check the big screen.'], 'and says why');

// `pond night` for this machine alone says so, and what to leave out.
const inside = spawn('script', ['-qec', `${pond} night --listen 127.0.0.1:0 --store sqlite::memory: --lang en`, '/dev/null'], {env: {...process.env, DISPLAY: '', WAYLAND_DISPLAY: ''}});
let within = '';
inside.stdout.on('data', (data) => { within += data; });
check(await until(() => within.includes('Ctrl+C')), within);
check(within.includes('this computer only. Start it again without --listen.'), within);
inside.kill('SIGTERM');

// Another program may have the port that Pond would take.
const stranger = createServer((socket) => {
    socket.on('error', () => {}); // pond join hangs up as soon as it sees that this isn't Pond
    socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
}).listen(7878, '127.0.0.1');
await new Promise((done) => stranger.once('listening', done).once('error', done));

// `pond night` prints where phones go, and a code that says the same. It listens where its help says.
const evening = spawn('script', ['-qec', `${pond} night --store sqlite::memory: --lang en`, '/dev/null'], {env: {...process.env, DISPLAY: '', WAYLAND_DISPLAY: ''}});
let printed = '';
evening.stdout.on('data', (data) => { printed += data; });
check(await until(() => printed.includes('Ctrl+C')), printed);
const shownAt = /big screen: (http:\/\/127\.0\.0\.1:\d+)\/tv/.exec(printed)?.[1];
same((await (await fetch(`${shownAt}/reach.json`)).json()).here, false, 'not for this machine alone');
// A big screen at the server's own machine is always at 127.0.0.1, where it knows its night; others stay where they are.
const {port: shownPort} = new URL(shownAt);
const leads = (to, host, path = '/tv') => new Promise((done) => {
    get({host: to, port: shownPort, path, headers: {host}}, (answer) => { answer.resume(); done([answer.statusCode, answer.headers.location]); });
});
same(await leads('127.0.0.1', `localhost:${shownPort}`), [302, `http://127.0.0.1:${shownPort}/tv`], 'by another name');
same(await leads('127.0.0.1', 'localhost:9000'), [302, 'http://127.0.0.1:9000/tv'], 'by the port of a tunnel');
for (const [host, path] of [[`127.0.0.1:${shownPort}`], ['192.0.2.7'], ['pond.local'], [`localhost:${shownPort}`, '/tv/NEWT47'], [`localhost:${shownPort}`, '/n']]) {
    same(await leads('127.0.0.1', host, path), [200, undefined], `${host} ${path}`);
}
const own = Object.values(networkInterfaces()).flat().find(({family, internal}) => family === 'IPv4' && !internal)?.address;
if (own) same(await leads(own, `${own}:${shownPort}`), [302, `http://127.0.0.1:${shownPort}/tv`], 'by the address that phones use');
if (own) same((await leads(own, 'pond.local'))[0], 200, 'a name may be a proxy');

// With the code alone, a terminal here finds it, whatever its port.
const wall = await deviceAt({port: Number(new URL(shownAt).port)});
const bare = (await wall.tell('open')).code;
const nora = spawn(pond, ['join', bare, '--plain', '--name', 'Nora', '--lang', 'en'], {env: {...process.env, XDG_DATA_HOME: server.folder}});
await wall.sees((night) => names(night).join() === 'Nora', 'a terminal finds the night by its code');
nora.kill();
stranger.close();
wall.close();
check(/'pond night' on\s+0\.0\.0\.0/.test(execFileSync(pond, ['night', '--help', '--lang', 'en']).toString()), 'as its help says');
const modules = printed.split('\n').filter((line) => line.startsWith('\x1b[30;107m')).map((line) => line.replace(/\x1b\[[0-9;]*m|\r/g, ''));
const way = /http:\/\/\S+\/n\b/.exec(printed)?.[0];
if (way) { // where this machine has a network
    const lines = modules.flatMap((line) => ['▀█', '▄█'].map((signs) => [...line].map((sign) => signs.includes(sign))));
    const square = lines.slice(4, lines.length - 4).map((line) => line.slice(4, -4));
    same(square.slice(0, square[0].length).map((line) => line.map(Number).join('')), qr(way).map((line) => line.map(Number).join('')), 'the terminal draws the code that the page draws');
}
evening.kill();

// Nights are stored beside tables, but are not tables.
await server.stop();
const exported = execFileSync(pond, ['export', '--store', server.store]).toString();
same([...exported.matchAll(/^\[Game "(.*)"\]$/mg)].map((one) => one[1]).sort(), ['quibbit', 'quibbles'], 'the games that were played to their ends');
await server.close();
finish();
