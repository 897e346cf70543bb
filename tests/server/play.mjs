// play.mjs: whole games by real sockets: every game, random clients and computers, restarts, comings
// and goings; what is recorded is right, and nobody is told what is not theirs.

import {execFileSync, spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {Client, PATIENCE_MS, Server, Table, check, finish, get, key, pond, same, sleep} from './client.mjs';

const server = await new Server().start();

// Opens a table of random players and plays it to its end (or `turns` decisions of each).
async function play(game, options, seats, {decisions = 400, restart = 0, again = false} = {}) {
    const keys = seats.map(() => key());
    const open = (seat) => Client.open(server, {key: keys[seat], name: `Player ${seat}`});
    const persons = seats.map((kind, seat) => kind === 'person' ? seat : -1).filter((seat) => seat >= 0);
    const clients = new Map();
    for (const seat of persons) clients.set(seat, await open(seat));
    const first = persons[0];
    const made = await clients.get(first).ask({type: 'create', game, options,
        seats: seats.map((kind, seat) => seat === first ? 'me' : kind === 'person' ? 'open' : kind)});
    check(made.type === 'table', `${game}: made: ${JSON.stringify(made)}`);
    const id = made.table;
    for (const seat of persons.slice(1)) {
        const joined = await clients.get(seat).ask({type: 'join', table: id, seat});
        check(joined.what?.kind === 'sit', `${game}: joined: ${JSON.stringify(joined)}`);
    }
    const tables = new Map();
    for (const seat of persons) {
        const client = clients.get(seat);
        await client.ask({type: 'number', table: id, number: '0123456789abcdef'.slice(seat)});
        tables.set(seat, new Table(client));
        tables.get(seat).take(await client.ask({type: 'watch', table: id}));
    }
    let made_moves = 0, restarts = 0, moved = Date.now();
    for (;;) {
        // Everybody first hears what there is to hear.
        let waiting = null;
        for (const seat of persons) {
            const table = tables.get(seat), client = clients.get(seat);
            for (const message of client.inbox.splice(0)) {
                if (message.table !== id || !message.version) continue;
                if (message.version <= table.version) continue; // came before the whole view
                check(message.type !== 'event' || message.version === table.version + 1,
                    `${game}: in order: ${message.version} after ${table.version}`);
                table.take(message);
                moved = Date.now();
            }
            if (table.phase === 'playing' && table.view.legal.length > 0) waiting = seat;
        }
        const one = tables.get(first);
        if (one.phase === 'over' || made_moves >= decisions) break;
        if (waiting === null) {
            if (Date.now() - moved > PATIENCE_MS) {
                check(false, `${game}: stands still at ${one.version}: ${JSON.stringify(one.view)}`);
                break;
            }
            await sleep(1);
            continue;
        }
        const table = tables.get(waiting), client = clients.get(waiting);
        const legal = table.view.legal, made_for = table.version;
        const move = legal[(made_moves * 7919) % legal.length];
        const answer = await client.ask({type: 'play', table: id, version: made_for, move});
        check(answer.type === 'event' && answer.what.kind === 'move', `${game}: ${move}: ${JSON.stringify(answer)}`);
        if (answer.type !== 'event') break;
        client.inbox.push(answer);
        client.inbox.sort((x, y) => (x.version ?? 0) - (y.version ?? 0));
        made_moves++;
        if (restart && made_moves % restart === 0 && restarts < 2) {
            // The power goes off; what was acknowledged is there afterwards.
            restarts++;
            const version = answer.version;
            await server.stop('SIGKILL');
            await server.start();
            for (const seat of persons) {
                const back = await open(seat);
                clients.set(seat, back);
                const held = tables.get(seat);
                held.client = back;
                const missed = await back.ask({type: 'watch', table: id, version: held.version});
                check(missed.version >= version, `${game}: nothing lost: ${missed.version} of ${version}`);
                held.take(missed);
            }
            const repeat = await clients.get(waiting).ask({type: 'play', table: id, version: made_for, move});
            check(repeat.repeated === true, `${game}: a move again: ${JSON.stringify(repeat)}`);
        }
    }
    const over = tables.get(first).phase === 'over';
    if (!over) {
        for (const seat of persons) {
            await clients.get(seat).ask({type: 'resign', table: id});
        }
    }
    const record = await clients.get(first).ask({type: 'record', table: id});
    writeFileSync(`${server.folder}/record`, record.record);
    try {
        execFileSync(pond, ['check', `${server.folder}/record`]);
        if (record.record.includes('[Secret "')) execFileSync(pond, ['verify', `${server.folder}/record`]);
        else check(!over, `${game}: a finished game has its proof`);
    } catch (error) {
        check(false, `${game}: the record is right:\n${record.record}\n${error.stderr}`);
    }
    if (again) await playAgain(game, id, persons, clients);
    for (const client of clients.values()) client.close();
    return {id, over, made_moves};
}

// The next game of the series: everyone moves up one seat, and the score is kept.
async function playAgain(game, id, persons, clients) {
    const before = await clients.get(persons[0]).ask({type: 'watch', table: id});
    for (const seat of persons) {
        const client = clients.get(seat);
        const answer = await client.ask({type: 'again', table: id, number: 'ff'});
        check(answer.what?.kind === 'again', `${game}: again: ${JSON.stringify(answer)}`);
    }
    const start = await clients.get(persons[0]).await((m) => m.what?.kind === 'start' && m.now.number === 2);
    check(start !== null && start.now.phase === 'playing', `${game}: the second game begins`);
    same(start.now.seats.map((seat) => seat.player?.id), [...before.seats.slice(1), before.seats[0]].map((seat) => seat.player?.id),
        `${game}: everyone moves up`);
    check(start.now.series.games === 1, `${game}: one game is counted`);
    const old = await clients.get(persons[0]).ask({type: 'record', table: id, number: 1});
    check(old.record?.includes('[Secret "'), `${game}: the first game's record is still there`);
}

const two = ['person', 'person'];
let result = await play('rribbit', '', two, {decisions: 60, restart: 20, again: true});
check(result.made_moves > 50, 'rribbit went on');
result = await play('quibbit', 'players=2', two, {restart: 8, again: true});
check(result.over, 'quibbit ended');
await play('quibbit', 'players=4,edition=king-frog', ['person', 'greedy', 'person', 'random'], {});
await play('quibbles', 'players=3', ['person', 'person', 'person'], {decisions: 120, restart: 30});
await play('quibbles', 'players=2,variant=first-game', ['random', 'person'], {decisions: 60});
await play('rribbit', 'turn=chain', ['person', 'level:1'], {decisions: 12});

// Sealed choices: others hear that a choice was made, never which; the round is turned over at once.
{
    const a = await Client.open(server, {key: key(), name: 'Ada'});
    const b = await Client.open(server, {key: key(), name: 'Ben'});
    const w = await Client.open(server, {lang: 'fr'});
    const {table} = await a.ask({type: 'create', game: 'quibbit', options: 'players=2,layout=*RGY*GYR~YRG', seats: ['me', 'open']});
    await b.ask({type: 'join', table});
    await w.ask({type: 'watch', table});
    await a.ask({type: 'number', table, number: '1'});
    await b.ask({type: 'number', table, number: '2'});
    const start = await a.await((m) => m.what?.kind === 'start');
    const placed = await a.ask({type: 'play', table, version: start.version, move: '@3'});
    const round = await b.ask({type: 'play', table, version: placed.version, move: 'front'});
    check(round.now.view.turn.length === 2, 'both choose');
    await a.await((m) => m.version === round.version);
    const chosen = await a.ask({type: 'play', table, version: round.version, move: '4'});
    check(chosen.now.view.chosen === '4' && !('move' in chosen.what), 'one knows what one chose');
    for (const other of [b, w]) {
        const heard = await other.await((m) => m.version === chosen.version);
        same(heard.what, {kind: 'move', seat: 0}, 'others hear that a choice was made');
        check(heard.now.view.chosen === null && heard.now.view.sealed.includes(0), 'and not which');
    }
    // Made for the version before the other's choice: still the same decision.
    const second = await b.ask({type: 'play', table, version: round.version, move: '2'});
    check(second.type === 'event' && /^R4 G2 y\d$/.test(second.now.view.last), `turned over: ${JSON.stringify(second)}`);
    const late = await a.ask({type: 'play', table, version: round.version, move: '4'});
    check(late.repeated === true, 'the same choice again is recognised');
    const other = await a.ask({type: 'play', table, version: round.version, move: '5'});
    check(other.code === 'stale', 'another choice for that round is too late');
    const spectator = await w.ask({type: 'play', table, version: second.version, move: '1'});
    check(spectator.code === 'hello', 'a spectator without a key does not play');
    for (const client of [a, b, w]) client.close();
}

// Identity: names, recovery, lists, invitations.
{
    const mine = key();
    const a = await Client.open(server, {key: mine, name: 'Zoë'});
    const t = await a.ask({type: 'create', game: 'quibbles', options: '', seats: ['me', 'invited'], once: 'word', rated: true, clock: {kind: 'move', ms: 600000}});
    const twice = await a.ask({type: 'create', game: 'quibbles', options: '', seats: ['me', 'invited'], once: 'word', rated: true, clock: {kind: 'move', ms: 600000}});
    check(twice.table === t.table && twice.version === 1, 'made once');
    const b = await Client.open(server, {key: key(), name: 'Bob'});
    same((await b.ask({type: 'join', table: t.table})).code, 'seat', 'not invited');
    same((await b.ask({type: 'join', table: t.table, invite: 'wrong!'})).code, 'seat', 'wrongly invited');
    const joined = await b.ask({type: 'join', table: t.table, invite: t.invite});
    check(joined.what?.kind === 'sit' && joined.now.you === 1, 'invited');
    const {code} = await a.ask({type: 'recovery'});
    const c = await Client.open(server, {key: key(), name: 'New device'});
    same((await c.ask({type: 'recover', code: code.replace(/^./, code[0] === '0' ? '1' : '0')})).code, 'code', 'a wrong code');
    const back = await c.ask({type: 'recover', code: code.toUpperCase()});
    check(back.you?.id === a.welcome.you.id && back.you.name === 'Zoë', `recovered: ${JSON.stringify(back)}`);
    same((await c.ask({type: 'recover', code})).code, 'code', 'a code works once');
    const list = await c.ask({type: 'mine'});
    check(list.tables.some((one) => one.table === t.table && one.you === 0), 'the tables came along');
    const d = await Client.open(server, {key: mine});
    check(d.welcome.you.id === a.welcome.you.id && d.welcome.you.name === 'Zoë', 'the key still works');
    // A rated game: the winner gains what the loser loses.
    await a.ask({type: 'number', table: t.table, number: '1'});
    await b.ask({type: 'number', table: t.table, number: '2'});
    await a.await((m) => m.what?.kind === 'start');
    same((await a.ask({type: 'hint', table: t.table})).code, 'phase', 'no hints in a rated game');
    for (let i = 0; i < 4; i++) { // both have played before one gives up
        const now = await a.ask({type: 'watch', table: t.table}), player = [a, b][now.view.turn[0]];
        const {view, version} = await player.ask({type: 'watch', table: t.table});
        same((await player.ask({type: 'play', table: t.table, version, move: view.legal[0]}))?.what?.kind, 'move', 'played');
    }
    await b.ask({type: 'resign', table: t.table});
    const won = await a.ask({type: 'history', game: 'quibbles'});
    const lost = await b.ask({type: 'history', game: 'quibbles'});
    check(won.ratings[0]?.rating === 1662 && lost.ratings[0]?.rating === 1338, `rated: ${JSON.stringify([won, lost])}`);
    check(won.ratings[0].score === 1 && lost.ratings[0].score === 0, 'with the score');
    for (const client of [a, b, c, d]) client.close();
}

// What a host does: a backup while the server runs, another server from it, all records, all proofs.
{
    const run = (...words) => spawnSync(pond, [...words, '--lang', 'en'], {encoding: 'utf8', maxBuffer: 1 << 26});
    const copy = `${server.folder}/copy.sqlite`, again = `sqlite:${server.folder}/again.sqlite`;
    same(run('backup', copy, '--store', server.store).status, 0, 'backup');
    check(/already exists/.test(run('backup', copy, '--store', server.store).stderr), 'a backup overwrites nothing');
    same(run('restore', copy, '--store', again).status, 0, 'restore');
    const foreign = run('restore', `${server.folder}/record`, '--store', `${again}2`);
    check(foreign.status === 1 && /not a Pond database/.test(foreign.stderr), `only a backup is restored: ${foreign.status} ${foreign.stderr}`);
    const exported = run('export', '--store', again);
    const before = run('export', '--store', server.store);
    check(exported.stdout === before.stdout && exported.stdout.includes('[Game "quibbles"]'), 'the same games');
    writeFileSync(`${server.folder}/all`, exported.stdout);
    same(run('check', `${server.folder}/all`).status, 0, 'all records are right');
    const verified = run('verify', `${server.folder}/all`, '--json');
    const lines = verified.stdout.trim().split('\n').map((line) => JSON.parse(line));
    check(verified.status === 0 && lines.length > 5 && lines.every((line) => line.ok && line.committed), 'all deals are fair');
    // Whatever is changed in a record shows.
    const one = exported.stdout.split('\n\n[Game').map((text, i) => i ? `[Game${text}` : text).find((text) => text.includes('[Game "quibbles"]') && text.includes('\n2. '));
    const broken = {
        'Commitment "': 'match the commitment', 'Secret "': 'match the commitment', 'Number0 "': 'not give this seed',
        'Seed "': 'not give this seed',
    };
    for (const [tag, sentence] of Object.entries(broken)) {
        const at = one.search(tag === 'Number0 "' ? /Number\d "[0-9a-f]/ : tag) + tag.length;
        writeFileSync(`${server.folder}/one`, one.slice(0, at) + (one[at] === '0' ? '1' : '0') + one.slice(at + 1) + '\n');
        const found = run('verify', `${server.folder}/one`);
        check(found.status === 1 && found.stdout.includes(sentence), `${tag}: ${found.stdout}${found.stderr}`);
    }
    // Another deal with the same proof: two hidden cards of the first hands are exchanged.
    const setup = /\[Setup "(\S+) (\S+) (\S+) /.exec(one);
    writeFileSync(`${server.folder}/one`, `${one.slice(0, one.indexOf('\n1. '))}\nunfinished\n`.replace(setup[0],
        `[Setup "${setup[1]} ${setup[3]} ${setup[2]} `).replace(/\[Result.*\n\[Reason.*\n/, ''));
    const other = run('verify', `${server.folder}/one`);
    check(other.status === 1 && other.stdout.includes('do not follow'), `another deal: ${other.stdout}${other.stderr}`);
}

// A deal without anybody's number is not proven, and that is said.
{
    const a = await Client.open(server, {key: key(), name: 'Ada'}), b = await Client.open(server, {key: key(), name: 'Ben'});
    for (const [gives, status, words] of [[false, 3, /not proven/], [true, 0, /proven.*came from: Ben\./]]) {
        const {table} = await a.ask({type: 'create', game: 'quibbles', seats: ['me', 'open']});
        await b.ask({type: 'join', table});
        if (gives) await b.ask({type: 'number', table, number: '12'});
        await a.await((m) => m.what?.kind === 'start' && m.table === table);
        await a.ask({type: 'resign', table});
        writeFileSync(`${server.folder}/one`, (await a.ask({type: 'record', table})).record);
        const found = spawnSync(pond, ['verify', `${server.folder}/one`, '--lang', 'en'], {encoding: 'utf8'});
        check(found.status === status && words.test(found.stdout), `numbers: ${found.status} ${found.stdout}`);
    }
    for (const client of [a, b]) client.close();
}

const health = await get(server.port, '/healthz');
same([health.status, health.body.toString()], [200, 'ok\n'], 'health');
const words = JSON.parse((await get(server.port, '/words.json?lang=fr')).body);
check(words.lang === 'fr' && words.phrases.hello === 'Bonjour\u00a0!', 'words');
const page = await get(server.port, '/t/0123456789abcdef');
check(page.status === 200 && page.headers['content-security-policy'].includes("'wasm-unsafe-eval'"), 'the page');
same((await get(server.port, '/', {'If-None-Match': page.headers.etag})).status, 304, 'validated');
same((await get(server.port, '/../etc/passwd')).status, 404, 'nothing else');

// A graceful end: clients are told.
const last = await Client.open(server, {key: key()});
const ended = server.close();
check((await last.await((m) => m.type === 'bye')) !== null, 'told');
same((await ended).code, 0, 'ended');
check(last.closed?.code === 1001, 'closed with 1001');
finish();
