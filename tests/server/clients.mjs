// clients.mjs: other programs at a table: the two example bots, and `pond join` with a server that goes
// away in the middle.

import {spawn} from 'node:child_process';
import {Client, PATIENCE_MS, Server, check, finish, key, lacks, pond, same, sleep, until} from './client.mjs';
import {bot, modules} from './modules.mjs';

const build = process.env.BUILD ?? 'build/release';
const server = await new Server().start();

process.setMaxListeners(50);
const run = (command, words, env = {}) => hear(command, spawn(command, words, {env: {...process.env, ...env}}));
function hear(command, child) {
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
if (!modules) lacks('ws');
for (const [game, options] of modules ? [['quibbit', 'players=2'], ['rribbit', 'endgame=5'], ['quibbles', 'players=2']] : []) {
    const maker = await Client.open(server, {key: key(), name: 'Maker'});
    const {table} = await maker.ask({type: 'create', game, options, seats: ['open', 'open'], public: true});
    const c = run(`${build}/example_bot`, ['127.0.0.1', `${server.port}`, table, '7']);
    const js = hear('bot.mjs', bot([`http://127.0.0.1:${server.port}`, table]));
    let moves = 0, shown = [];
    for (;;) {
        const event = await maker.await((m) => m.type === 'event');
        if (event?.what.kind === 'start') same(shown, [0, 1], `${game}: both numbers were promised, and shown`);
        if (event?.what.kind === 'number') shown = [...shown, event.what.seat].sort();
        if (event?.what.kind === 'number') check(event.now.seats[event.what.seat].promise !== null, `${game}: promised first`);
        if (event === null) { check(false, `${game}: the bots play: ${c.err} ${js.err} ${js.out}`); break; }
        if (event.what.kind === 'move') moves++;
        if (event.now.phase === 'over' || moves > 150) break;
    }
    check(moves > 5, `${game}: ${moves} moves`);
    c.child.kill();
    js.child.kill();
    maker.close();
}

// A person line by line, in French, against a socket; the server restarts meanwhile.
{
    const benKey = key();
    const other = await Client.open(server, {key: benKey, name: 'Ben'});
    let t = await other.ask({type: 'create', game: 'rribbit', seats: ['open', 'me'], public: true, clock: {kind: 'game', ms: 600000, more_ms: 0}});
    await other.ask({type: 'number', table: t.table, number: '1'});
    const person = run(pond, ['join', `http://127.0.0.1:${server.port}/t/${t.table}`, '--name', 'Zoë', '--lang', 'fr'],
        {XDG_DATA_HOME: server.folder});
    const type = (line) => person.child.stdin.write(`${line}\n`);
    await person.until(/À vous\./);
    check(/1 {2}o_o {2}o_o {2}o_o {3}o_o/.test(person.out), 'the board is drawn');
    check(/Vous 10:00 · Ben 10:00/.test(person.out), `the clocks are told: ${person.out}`);
    type('b1-b2');
    await person.until(/cavalier/);
    type('b1-c3');
    const moved = await other.await((m) => m.what?.move === 'b1-c3');
    check(moved?.now.view.legal.length > 0, 'a move from the terminal');
    await person.until(/Vous sautez de b1 en c3[\s\S]*o_o[\s\S]*Au tour de Ben/); // the board is there when others play, too
    await other.ask({type: 'say', table: t.table, phrase: 'nice'});
    await person.until(/Ben dit : Joli coup !/);
    await other.ask({type: 'play', table: t.table, version: moved.version, move: 'h7-g5'});
    await person.until(/Ben saute de h7 en g5/);
    const {port} = server;
    await server.stop('SIGKILL');
    await person.until(/Connexion perdue/);
    await server.startAt(port);
    await person.until(/Connexion rétablie/);
    type('coups');
    await person.until(/a1-b3/);
    type('montrer');
    await person.until(/Claires \(Vous\) : a1/);
    // Others ask, and get answers in your own words.
    const back = await Client.open(server, {key: benKey, name: 'Ben'});
    await back.ask({type: 'watch', table: t.table});
    await back.ask({type: 'takeback', table: t.table});
    await person.until(/Ben demande à reprendre un coup : « oui » ou « non » \?/);
    type('non');
    check(await back.await((m) => m.what?.kind === 'refuse'), 'refused');
    await person.until(/Vous refusez\./);
    await back.ask({type: 'offer', table: t.table});
    await person.until(/Ben propose la nulle : « oui » ou « non » \?/);
    type('non');
    check(await back.await((m) => m.what?.kind === 'decline'), 'declined');
    // Resigning asks for confirmation, and everyone learns who resigned.
    type('abandon');
    await person.until(/Abandonner cette partie \?/);
    type('n');
    await person.until(/La partie continue\./);
    type('abandon');
    type('o');
    await person.until(/Ben a gagné : vous avez abandonné\./);
    type('encore');
    await person.until(/Vous demandez une autre partie\./);
    await back.ask({type: 'again', table: t.table, number: '7'});
    await person.until(/Au tour de Ben[\s\S]*$/);
    type('sortir');
    await person.until(/Continuer Rrib-bit · Ben, Zoë/);
    type('nouvelle quibbles level:1');
    await person.until(/Étalage|À vous\.[^Z]*$/);
    type('quitter');
    same(await person.ended, 0, 'quits');
    check(!/\b(sit|here|resign|open|start|move)\b/.test(person.out.replace(/[lL]evel:\d/g, '')), `no word of the protocol is left: ${person.out}`);
    // Those who look on have no seat, and no words for one.
    const watcher = run(pond, ['join', `http://127.0.0.1:${server.port}/t/${t.table}`, '--lang', 'en'], {XDG_DATA_HOME: `${server.folder}/other`});
    await watcher.until(/No seat is free\.[\s\S]*Ben to play/);
    watcher.child.stdin.end();
    same(await watcher.ended, 0, 'ends with its input');
    const gone = run(pond, ['join', `http://127.0.0.1:${server.port}/t/0123456789abcdef`, '--lang', 'en'], {XDG_DATA_HOME: server.folder});
    same(await gone.ended, 1, 'no such table');
    check(/There is no such table\./.test(gone.out), 'and it says so');
    // Commands from a pipe: each waits for what the one before has led to, and the end for all of them.
    const piped = run(pond, ['join', `http://127.0.0.1:${server.port}/`, '--lang', 'en'], {XDG_DATA_HOME: `${server.folder}/piped`});
    piped.child.stdin.end('new rribbit level:1\nb1-b2\nb1-c3\nresign\ny'); // the last line lacks its end
    same(await piped.ended, 0, 'a pipe: ends well');
    for (const said of [/chess knight/, /You leap from b1 to c3/, /You resign|you resigned/i]) check(said.test(piped.out), `a pipe: ${said}: ${piped.out}`);
    const waiting = run(pond, ['join', `http://127.0.0.1:${server.port}/`, '--lang', 'en'], {XDG_DATA_HOME: `${server.folder}/piped`});
    waiting.child.stdin.end('new rribbit\n');
    same(await waiting.ended, 0, 'a pipe: a table to wait at');
    check(/\/t\/[0-9a-z]{16}/.test(waiting.out), `a pipe: the address of the table: ${waiting.out}`);
    back.close();
    const nobody = run(pond, ['join', 'http://127.0.0.1:1/', '--lang', 'en'], {XDG_DATA_HOME: server.folder});
    same(await nobody.ended, 1, 'no server');
    check(/there is no play server/.test(nobody.err), 'and it says so');
}
// Who one is on several devices: a code makes another device the same person, and one of them is signed out.
{
    const begin = (name, ...more) => {
        const one = run(pond, ['join', `http://127.0.0.1:${server.port}/`, ...more], {XDG_DATA_HOME: `${server.folder}/${name}`});
        one.type = (line) => one.child.stdin.write(`${line}\n`);
        return one;
    };
    const ada = begin('ada', '--name', 'Ada', '--lang', 'en');
    await ada.until(/Tables \(/);
    ada.type('code');
    await ada.until(/Your code: [0-9a-z-]{24}\. It works once\./);
    const code = /Your code: ([0-9a-z-]{24})/.exec(ada.out)[1];
    const phone = await Client.open(server, {key: key(), device: 'A phone'});
    same((await phone.ask({type: 'recover', code})).you?.name, 'Ada', 'the code is good');
    check(await until(async () => (await phone.ask({type: 'devices'})).devices.every((one) => one.name)), 'both have names');
    ada.type('code aaaa-aaaa-aaaa-aaaa-aaaa');
    await ada.until(/Unknown recovery code/);
    ada.type('signout'); // which one?
    await ada.until(/Your devices\n(\d\. .*\n){2}'signout 2' signs out one of these/);
    check(/\d\. pond join \(this device\)\n/.test(ada.out), `this device: ${ada.out}`);
    ada.type(`signout ${/(\d)\. A phone \(last seen \d{4}-\d\d-\d\d\)/.exec(ada.out)?.[1]}`);
    await ada.until(/Signed out\.\nYour devices\n1\. pond join \(this device\)\n'/);
    check(await until(() => phone.closed) !== null, 'the phone is signed out');
    ada.type('signout all');
    await ada.until(/You have no other devices here\./);
    ada.out = '';
    ada.type('code');
    await ada.until(/Your code: [0-9a-z-]{24}/);
    const laptop = begin('laptop', '--name', 'Laptop', '--lang', 'fr');
    await laptop.until(/Tables \(/);
    laptop.type(`code ${/Your code: ([0-9a-z-]{24})/.exec(ada.out)[1]}`);
    await laptop.until(/Bon retour parmi nous, Ada/);
    laptop.type('appareils');
    await laptop.until(/Vos appareils\n(\d\. .*\n){2}«.déconnecter 2.»/u);
    check(/pond join \(vu le \d{4}-\d\d-\d\d\)/.test(laptop.out) && /pond join \(cet appareil\)/.test(laptop.out), `this device in French: ${laptop.out}`);
    // The name that a program was started with does not rename who one has become, when the line is lost.
    const {port} = server;
    await server.stop('SIGKILL');
    await laptop.until(/Connexion perdue/);
    await server.startAt(port);
    await laptop.until(/Connexion rétablie/);
    laptop.out = '';
    laptop.type('nouvelle rribbit');
    await laptop.until(/Vous êtes à la table [0-9a-z]{16}/);
    const spectator = await Client.open(server, {});
    const made = await spectator.ask({type: 'watch', table: /à la table ([0-9a-z]{16})/.exec(laptop.out)[1]});
    same(made.seats[0].player?.name, 'Ada', 'the name stays');
    for (const one of [ada, laptop]) {
        one.type('quit');
        same(await one.ended, 0, 'quits');
    }
}
await server.close();
finish();
