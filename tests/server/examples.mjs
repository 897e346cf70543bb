// examples.mjs: the games of examples/games on a play server: whole games by `pond join --plain` against
// the computer and against a socket, which nobody taught these games to.

import {spawn} from 'node:child_process';

process.env.POND = `${process.env.BUILD}/pond_examples`;
const {Client, Server, check, finish, key, pond, same, until} = await import('./client.mjs');
const server = await new Server().start('--unlimited');

/** `pond join` line by line. */
class Joined {
    constructor(name) {
        this.said = ''; // and not read yet
        this.story = ''; // all of it
        this.child = spawn(pond, ['join', `http://127.0.0.1:${server.port}/`, '--plain', '--name', name],
            {env: {...process.env, XDG_DATA_HOME: `${server.folder}/${name}`, LC_ALL: 'C.UTF-8'}, stdio: ['pipe', 'pipe', 'inherit']});
        this.turns = 0; // how often it was told to decide
        this.child.stdout.on('data', (bytes) => { this.said += bytes; this.story += bytes; });
        this.ended = new Promise((done) => this.child.once('exit', done));
    }
    type(line) { this.child.stdin.write(`${line}\n`); }
    /** Waits for words that were not read before. @param {RegExp} words */
    async hears(words) {
        const found = await until(() => words.exec(this.said));
        check(found, `${words} is said: ${this.said}`);
        const end = found ? found.index + found[0].length : 0;
        this.turns += this.said.slice(0, end).split('Your turn').length - 1;
        this.said = this.said.slice(end);
        return found;
    }
}

/** Plays to the end with the first of the moves that `moves` lists; the client, if there is one, plays the
 *  first that its view lists. Every decision is asked for once. How many it took. */
async function playOut(joined, client, table) {
    joined.turns = 0;
    for (let decisions = 0; decisions < 60; decisions++) {
        const due = await joined.hears(/Your turn|won: |A draw: /);
        if (!due || due[0] !== 'Your turn') {
            same(joined.turns, decisions, 'it is said once for each decision');
            return decisions;
        }
        joined.type('moves');
        const listed = await joined.hears(/^([a-d]?[1-9](?: +[a-d]?[1-9])*)$/m);
        const before = client ? (await client.ask({type: 'watch', table})).version : 0;
        joined.type(listed?.[1].split(' ')[0] ?? '');
        if (client) await replies(client, table, before);
    }
    return -1;
}

/** The client plays until the other one has to decide again, who has just decided. */
async function replies(client, table, before) {
    for (let version = before;;) {
        const held = await until(async () => {
            const now = await client.ask({type: 'watch', table});
            return now.version > version && (now.phase === 'over' || now.view.turn.length > 0) ? now : null;
        });
        if (!held || held.phase === 'over' || held.view.legal.length === 0) return;
        await client.ask({type: 'play', table, version: held.version, move: held.view.legal[0]});
        if (held.view.turn.includes(0)) return;
        version = held.version;
    }
}

for (const game of ['goofspiel', 'tricks']) {
    const ada = new Joined(`Ada-${game}`);
    await ada.hears(/Tables/);
    ada.type(`new ${game} level:1`);
    check(await playOut(ada) > 2, `${game} is played to its end against the computer`);
    ada.type('leave');
    await ada.hears(/Tables/);

    // Against another client, which sees only what is its to see.
    ada.type(`new ${game}`);
    const [, table] = await ada.hears(/\/t\/([0-9a-z]{16})/) ?? [];
    const client = await Client.open(server, {key: key(), name: 'Ben'});
    same((await client.ask({type: 'join', table})).type, 'event', 'a seat is free');
    await client.ask({type: 'number', table, number: '1'});
    check(await playOut(ada, client, table) > 2, `${game} is played to its end with others`);
    const held = await client.ask({type: 'watch', table});
    same(held.phase, 'over', 'it is over for both');
    same(held.over?.reason, 'points', 'and says why');
    // What the other one had in hand is known only from what the server tells.
    const told = (words) => ada.story.split('\n').filter((line) => words.test(line)).length;
    same(told(/^Ben plays (?:[1-9]|[a-d][1-4])\.$/), told(/^You play /) / 2, `${game}: each card of the other is told`);
    check(told(game === 'tricks' ? / takes? the trick: / : / scores? /) > 2, `${game}: so is what came of it`);
    ada.type('leave');
    await ada.hears(/Tables/);

    // Options are honoured, or refused with a sentence.
    ada.type(`new ${game} speed=9`);
    await ada.hears(/'speed'/);
    ada.type(game === 'tricks' ? `new ${game} 9` : `new ${game} cards=99`);
    await ada.hears(/'(?:players|cards)'/);
    const before = ada.story.length;
    ada.type(game === 'tricks' ? `new ${game} 3 level:1` : `new ${game} 3 cards=4 level:1`);
    check(await playOut(ada) >= (game === 'tricks' ? 5 : 4), `${game} for three`);
    if (game === 'goofspiel') same(ada.story.slice(before).match(/^You play /mg)?.length, 4, 'with four cards');
    ada.type('quit');
    same(await ada.ended, 0, 'leaves');
    client.close();
}
await server.stop();
finish();
