// joined.mjs: `pond join` in a real terminal (tmux): a table is made in the lobby, others come by its
// address, whole games of every kind are played by keys against sockets and computers, in both
// languages; a lost server, questions, phrases, another game; the terminal is left as it was.

import {spawnSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {Client, Server, check, finish, key, pond, same, sleep, until} from './client.mjs';
import {Person, tmux} from './person.mjs';

const server = await new Server().start('--unlimited'); // its own looks are many
const address = () => `http://127.0.0.1:${server.port}/`;

// Plays a table to its end: the people by keys, the clients by messages. `view` is each seat's.
async function playOut(table, people, most = 400) {
    const seats = [];
    for (const one of people) seats.push({person: one, client: one instanceof Person ? await one.spy() : one});
    for (const seat of seats) seat.held = await seat.client.ask({type: 'watch', table});
    let decisions = 0;
    for (; decisions < most; decisions++) {
        for (const seat of seats) {
            seat.held = await seat.client.ask({type: 'watch', table});
            seat.client.inbox.length = 0;
        }
        if (seats[0].held.phase === 'over') break;
        const seat = seats.find((one) => one.held.view.legal.length > 0);
        if (!seat) { await sleep(20); continue; }
        const {legal} = seat.held.view, move = legal[decisions * 7919 % legal.length];
        if (seat.person instanceof Person) {
            await seat.person.enter(move);
            check(await seat.client.await((m) => m.version > seat.held.version, 20000) !== null, `${move} is taken: ${seat.person.screen()}`);
        } else {
            await seat.client.ask({type: 'play', table, version: seat.held.version, move});
        }
    }
    const {phase, over} = seats[0].held;
    for (const seat of seats) if (seat.person instanceof Person) seat.client.close();
    return {phase, over, decisions};
}

// Ada makes a table in the lobby; Ben comes by its address, in French, and both choose in secret.
const ada = new Person(server, 'Ada', address(), 'en', [80, 24]);
await ada.until(/Tables at 127\.0\.0\.1/);
await ada.until(/Nobody is waiting/);
ada.press('Enter');
const waiting = await ada.until(/Send this link[\s\S]*\/t\/[0-9a-z]{16}[\s\S]*2: free/);
const table = /\/t\/([0-9a-z]{16})/.exec(waiting)[1];
const ben = new Person(server, 'Ben', `${address()}t/${table}`, 'fr', [120, 40]);
await ben.until(/Quibbit! · Au tour d.Ada/);
await ada.until(/Quibbit! · Your turn/);
check(/Ben/.test(ada.screen()) && /R {2}You/.test(ada.screen()), `the others are named: ${ada.screen()}`);
await ada.enter('@3');
await ben.until(/À vous de jouer/);
await ben.enter('front');
await ada.until(/Your turn/);
await ada.enter('4');
await ada.until(/You have chosen\./);
await ben.until(/Ada a choisi\./);
check(!/Ada : 4|R4/.test(ben.screen()), 'nobody sees what');
ben.press('P');
await ben.until(/Dire quelque chose/);
ben.press('Down', 'Enter');
await ada.until(/Ben says: Good luck!/);

// The power of the server goes off and comes back: both go on where they were.
const {port} = server;
await server.stop('SIGKILL');
await ada.until(/Connection lost/);
await server.startAt(port, '--unlimited');
await ada.until(/Reconnected/);
await ben.until(/Connexion rétablie/);
let ended = await playOut(table, [ada, ben]);
same(ended.phase, 'over', `a whole game of Quibbit: ${JSON.stringify(ended)}`);
await ada.until(/(You won|Ben won|The dummy won|A draw): /);
await ben.until(/(Vous avez gagné|Ada a gagné|Le joueur fictif a gagné|Partie nulle) : /);
// Once more, with the score.
ada.press('N');
await ben.until(/Ada veut une autre partie/);
ben.press('N');
await ada.until(/Ben \d · You \d/);
await ben.until(/Vous \d · Ada \d/); // a key that is pressed before is nobody's
// Giving up is asked for.
ben.press('G');
await ben.until(/Abandonner cette partie \?/);
ben.press('n');
ben.press('G');
await ben.until(/Abandonner cette partie \?/);
ben.press('o');
await ada.until(/You won: last one in the game/);
ada.press('S');
await ada.until(/Saved to\s+\/\S/);
ben.press('Q');
await ben.until(/Tables sur 127\.0\.0\.1/);

// Against others by sockets: Rrib-bit with a clock, Quibbles with a computer that ends it.
for (const [game, options, clock, seats] of [['rribbit', 'endgame=5,start=DDD6/9/9/9/9/9/6LLL', {kind: 'game', ms: 3600000, more_ms: 0}, ['open', 'me']],
    ['quibbles', 'players=3', {kind: 'none'}, ['open', 'me', 'greedy']]]) {
    const other = await Client.open(server, {key: key(), name: 'Cleo'});
    const made = await other.ask({type: 'create', game, options, clock, seats, public: true});
    await other.ask({type: 'number', table: made.table, number: '1'});
    await ben.until(/Prendre place : .*Cleo/);
    ben.press('Home');
    for (let i = 0; i < 30 && !/▶ Prendre place : .*Cleo/.test(ben.screen()); i++) {
        ben.press('Down');
        await sleep(60);
    }
    ben.press('Enter');
    await ben.until(/^ (Rrib-bit|Quibbles) · .*(À vous de jouer|Au tour de|En attente des autres)/, 'the game'); // anyone may begin
    if (clock.kind === 'game') await ben.until(/Vous \d+:\d\d/, 'a clock');
    ended = await playOut(made.table, [ben, other], 1200);
    same(ended.phase, 'over', `a whole game of ${game}: ${JSON.stringify(ended)}`);
    await ben.until(/(Vous avez gagné|.* a gagné|Partie nulle) : /);
    const record = await other.ask({type: 'record', table: made.table});
    writeFileSync(`${server.folder}/record`, record.record);
    same(spawnSync(pond, ['verify', `${server.folder}/record`]).status, 0, `${game}: verified`);
    ben.press('Q');
    await ben.until(/Tables sur 127\.0\.0\.1/);
    other.close();
}

// Who one is on several devices: a code for the phone, which is then signed out; and the phone's code.
ada.press('Q');
await ada.until(/Tables at/);
ada.press('Up'); // the last item
await ada.until(/▶ Your devices/);
ada.press('Enter');
await ada.until(/pond join \(this device\)[\s\S]*Get a code[\s\S]*I have a code/);
ada.press('Down', 'Enter');
const {1: code} = /Your code: ([0-9a-z-]{24})/.exec(await ada.until(/Your code: [0-9a-z-]{24}/)) ?? [];
const phone = await Client.open(server, {key: key(), device: 'A phone'});
same((await phone.ask({type: 'recover', code}))?.you?.name, 'Ada', 'the code is good');
check(await until(async () => (await phone.ask({type: 'devices'})).devices.every((one) => one.name)), 'both have names');
ada.press('Escape');
await ada.until(/▶ Your devices/);
ada.press('Enter');
let devices = await ada.until(/A phone \(last seen \d{4}-\d\d-\d\d\)[\s\S]*Get a code/);
for (let i = 0; i < 5 && !/▶ A phone/.test(devices); i++) {
    ada.press('Up');
    await sleep(100);
    devices = ada.screen();
}
ada.press('Enter');
await ada.until(/Sign out 'A phone'\?/);
ada.press('n');
await ada.until(/^(?![\s\S]*Sign out 'A phone'\?)/);
check(phone.closed === null, 'not without a yes');
ada.press('Enter');
await ada.until(/Sign out 'A phone'\?/);
ada.press('y');
await ada.until(/Signed out\./);
check(await until(() => phone.closed) !== null, 'the phone is signed out');
await ada.until(/^(?![\s\S]*A phone \()[\s\S]*Get a code/);
const other = await Client.open(server, {key: key(), name: 'Dora'});
const dora = (await other.ask({type: 'recovery'})).code;
for (let i = 0; i < 5 && !/▶ I have a code/.test(ada.screen()); i++) {
    ada.press('Down');
    await sleep(100);
}
ada.press('Enter');
await ada.until(/Type the code that the other device shows:/);
ada.type(`${dora}x`);
ada.press('BSpace', 'Enter');
await ada.until(/Welcome back, Dora/);
ada.press('Escape');
await ada.until(/Tables at/);
other.close();

// The end: the terminals are as they were.
ben.press('Q');
await ben.until(/ended 0/);
ada.press('Escape');
await ada.until(/ended 0/);
for (const one of [ada, ben]) {
    same(readFileSync(`${one.folder}/after`, 'utf8'), readFileSync(`${one.folder}/before`, 'utf8'), `${one.name}: the terminal as it was`);
}
tmux('kill-server');
await server.close();
finish();
