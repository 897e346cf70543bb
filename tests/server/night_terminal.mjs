// night_terminal.mjs: a game night in real terminals: between the games the screen says who is here and takes votes; one game
// after the other appears there; a card to stash is typed as a number; Q leaves the table, not the night; a wrong code ends it.

import {Server, check, finish, key, pond, same, until} from './client.mjs';
import {device, sit} from './night_client.mjs';
import {Person, tmux} from './person.mjs';
import {spawn} from 'node:child_process';

const server = await new Server().start('--unlimited');
const tv = await device(server), {code} = await tv.tell('open');
const hugo = await device(server, {key: key()});
await hugo.tell('join', {code, name: 'Hugo'});
const way = `http://127.0.0.1:${server.port}/n/${code}`;
const begin = async (game) => {
    await hugo.tell('choose', {game});
    await hugo.tell('start');
    await sit(hugo);
    await until(() => hugo.table.phase === 'playing');
};
const stop = async () => {
    await hugo.tell('stop');
    await hugo.sees((night) => night.phase === 'lobby', 'the game is given up');
};

for (const [language, words] of Object.entries({
    en: {night: /Game night [A-Z]+\d\d/, wait: /The game appears here when it begins/, voted: /You voted for Quibbles/, back: /Back to the game/, over: /The game night is over/},
    fr: {night: /Soirée de jeux [A-Z]+\d\d/, wait: /La partie s'affichera ici/, voted: /Vous avez voté pour Quibbles/, back: /Revenir à la partie/, over: /La soirée est terminée/},
})) {
    const tess = new Person(server, `Tess${language}`, way, language, [80, 24]);
    await tess.until(words.night);
    const shown = await tess.until(new RegExp(`Tess${language}\\s?: 0`));
    check(words.wait.test(shown) && /Hugo\s?: 0/.test(shown), `where one is, and with whom: ${shown}`);
    check(!/level|niveau|127\.0\.0\.1/.test(shown), `nothing of other tables: ${shown}`);

    // A vote; the next game appears by itself, and after it the one after that.
    tess.press('Down', 'Enter');
    await tess.until(words.voted);
    const place = () => tv.night.members.findIndex(({name}) => name === `Tess${language}`);
    await until(() => place() >= 0); // the terminal may know of the vote before the big screen has read of Tess
    const member = place();
    await hugo.sees((night) => night.members[member].vote === 'quibbles', 'the vote counts');
    await tess.until(/Quibbles ✓/);
    await begin('rribbit');
    await tess.until(/Rrib-bit[\s\S]*(take back|reprendre)/);
    check(!/(hint|conseil)/.test(tess.screen().split('\n').at(-2)), 'nobody has hints at a night');

    // What is said appears on the big screen.
    tess.press('P');
    await tess.until(/Say something|Dire quelque chose/);
    tess.press('Enter');
    check(await tv.await((one) => one.type === 'said' && one.member === member) !== null, 'it appears on the big screen');

    // Q leaves the table for the night; the game is one key away.
    tess.press('Q');
    await tess.until(words.back);
    tess.press('Enter');
    await tess.until(/Rrib-bit[\s\S]*(take back|reprendre)/);
    const before = hugo.table.table;
    await stop();
    await begin('quibbles');
    check(hugo.table.table !== before, 'another table');
    await tess.until(/Quibbles!? ·/);
    check(await until(() => hugo.table.seats.every(({player}) => player)), 'she sits there');

    // A turn of hers that lets her stash: by the card's number alone.
    const spy = await tess.spy(), table = hugo.table.table;
    const hers = () => spy.ask({type: 'watch', table});
    let stashed = false;
    for (let turns = 0; turns < 200 && !stashed; turns++) {
        const {view, version, phase} = await hers();
        if (phase === 'over') break;
        const stash = view.legal.find((move) => /^!\d$/.test(move));
        if (stash) {
            await tess.enter(stash[1]);
            stashed = await until(async () => (await hers()).view.last === stash);
            check(stashed, `${stash}: ${tess.screen()}`);
        }
        const one = view.legal.length > 0 ? spy : hugo, look = one === spy ? {view, version} : await hugo.ask({type: 'watch', table});
        const {legal} = look.view;
        if (legal.length === 0) continue;
        check(!/(Hugo|You|Vous)\s?: -\s/.test(tess.screen()), `who stashes nothing is not told in notation: ${tess.screen()}`);
        await one.ask({type: 'play', table, version: look.version, move: legal.find((move) => move.includes('=')) ?? legal[0]});
    }
    check(stashed, 'there was something to stash');
    await stop();

    // The night ends.
    tess.press('Q');
    await tess.until(words.wait);
    if (language === 'fr') {
        await hugo.tell('end');
        await tess.until(words.over);
    }
    tess.press('Q');
    await tess.until(/ended 0/);
    spy.close();
}

// Who comes first leads, also on the screen: chooses a game, and starts it.
const alone = (await tv.tell('open')).code, first = new Person(server, 'Zoe', way.replace(/[A-Z]+\d\d$/, alone), 'fr', [80, 24]);
await first.until(/Lancer Quibbit/);
first.press('Down', 'Down', 'Down', 'Enter');
await tv.sees((night) => night.next.game === 'rribbit', 'another game');
await first.until(/Lancer Rrib-bit/);
first.press('Up', 'Up', 'Up', 'Enter');
await tv.sees((night) => night.phase === 'playing', 'a game against a robot');
await first.until(/reprendre/);
first.press('Q');
await first.until(/Revenir à la partie/);
first.press('Q');
await first.until(/ended 0/);

// A wrong code: that is said, and the terminal is as it was.
const lost = new Person(server, 'Lost', way.replace(/[A-Z]+\d\d$/, 'NEWT00'), 'en', [80, 24]);
await lost.until(/No game night has that code\. Check the big screen\.\s*ended 1/);

// Line by line: what can be typed is said, a number stashes, a capital Q quits.
const other = (await tv.tell('open')).code, plain = spawn(pond, ['join', `http://127.0.0.1:${server.port}/n/${other}`, '--plain', '--name', 'Nora', '--lang', 'en'], {env: {...process.env, XDG_DATA_HOME: `${server.folder}/nora`}});
let said = '', ended = null;
plain.stdout.on('data', (data) => { said += data; });
plain.on('close', (status) => { ended = status; });
const types = (line) => plain.stdin.write(`${line}\n`);
check(await until(() => said.includes(`You are at game night ${other}`)), said);
await hugo.tell('join', {code: other, name: 'Hugo'});
await hugo.sees((night) => night.members.length === 2, 'Hugo comes');
await tv.sees((night) => night.lead === 0, 'she leads, and hands it on');
types('leave');
check(await until(() => said.split('You are at game night').length > 2), `where one is: ${said}`);
check(await until(() => /Points so far:\n {2}Nora: 0 · leads\n {2}Hugo: 0\n/.test(said)), `who has how many points: ${said}`);
types('help');
check(await until(() => said.includes("'vote quibbit'")), `and how to vote: ${said}`);
check(await until(() => said.includes("You lead tonight: type 'start' to play Quibbit")), `and that she leads: ${said}`);
types('vote rribbit');
await tv.sees((night) => night.next.game === 'rribbit', 'who leads chooses the first game');
check(await until(() => said.includes('The next game is Rrib-bit.')), `and knows: ${said}`);
types('start');
await tv.sees((night) => night.phase === 'playing' && night.next.game === 'rribbit', 'she starts it');
types('Q');
check(await until(() => ended !== null), `Q quits: ${said}`);
same(ended, 0, 'as it should');

tmux('kill-server');
await server.close();
finish();
