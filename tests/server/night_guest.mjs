// night_guest.mjs: who comes to a game night with a terminal is a guest like any other: learns who leads, who is ready and what
// comes next, can lead (start, choose, stop, hand it on), has a name, and knows when there is nothing but to watch.

import {Server, check, finish, key, pond, same, until} from './client.mjs';
import {device, sit} from './night_client.mjs';
import {Person, tmux} from './person.mjs';
import {spawn} from 'node:child_process';

const server = await new Server().start('--unlimited');
const open = async () => {
    const tv = await device(server), {code} = await tv.tell('open');
    return {tv, code, way: `http://127.0.0.1:${server.port}/n/${code}`};
};
/** Line by line. */
class Plain {
    constructor(way, folder, ...more) {
        this.said = '';
        this.ended = null;
        this.process = spawn(pond, ['join', way, '--plain', '--lang', 'en', ...more], {env: {...process.env, XDG_DATA_HOME: `${server.folder}/${folder}`}});
        this.process.stdout.on('data', (data) => { this.said += data; });
        this.process.on('close', (status) => { this.ended = status; });
    }
    type(line) { this.process.stdin.write(`${line}\n`); }
    /** What was said since the last time, once it has this. */
    async hears(pattern) {
        check(await until(() => pattern.test(this.said)), `${pattern}: ${this.said}`);
        const {said} = this;
        this.said = '';
        return said;
    }
}

// On the screen: the first one leads, is told so, and starts.
for (const [language, words] of Object.entries({
    en: {leads: /You lead tonight\. Next game: Quibbit! \(S starts it\)/, rribbit: /Next game: Rrib-bit \(S starts it\)/, stop: /Stop this game for everyone\?/, yes: 'y', follows: /Hugo leads tonight/, ready: /Hugo: 0 · ready · votes for Quibbles/, vote: /Play Quibbles next · 1 vote/, own: /Vote for Quibbles ✓/, over: /The game night is over/, waits: /Waiting for the others|lost the connection/, keys: /S: start the next game/, name: /You are called Zoé now/, plays: /Players: Leaden, Hugo/},
    fr: {leads: /Vous animez la soirée\. Prochaine partie\s: Quibbit! \(S la lance\)/, rribbit: /Prochaine partie\s: Rrib-bit \(S la lance\)/, stop: /Arrêter cette partie pour tous\s\?/, yes: 'o', follows: /Hugo anime la soirée/, ready: /Hugo\s?: 0 · c'est bon · vote pour Quibbles/, vote: /Jouer ensuite à Quibbles · 1 voix/, own: /Voter pour Quibbles ✓/, over: /La soirée est terminée/, waits: /En attente des autres|perdu la connexion/, keys: /S\s: lancer la prochaine partie/, name: /Vous vous appelez maintenant Zoé/, plays: /Vont jouer\s: Leadfr, Hugo/},
})) {
    const {tv, code, way} = await open();
    const lead = new Person(server, `Lead${language}`, way, language, [80, 24]);
    await lead.until(words.leads);
    const hugo = await device(server, {key: key()});
    await hugo.tell('join', {code, name: 'Hugo'});
    await hugo.tell('ready');
    await hugo.tell('vote', {game: 'quibbles'});
    await lead.until(words.ready);
    await lead.until(words.vote);
    check(words.plays.test(lead.screen()), `who will play: ${lead.screen()}`);
    lead.press('?');
    await lead.until(words.keys);
    lead.press('Escape');
    for (let i = 0; i < 5 && !/▶ (Play Rrib-bit next|Jouer ensuite à Rrib-bit)/.test(lead.screen()); i++) {
        const before = lead.screen();
        lead.press('Down');
        await until(() => lead.screen() !== before);
    }
    lead.press('Enter'); // before the first game, the leader's choice is no vote
    await lead.until(words.rribbit);
    await tv.sees((night) => night.next.game === 'rribbit', 'the game is chosen');
    lead.press('S');
    await sit(hugo);
    await until(() => hugo.table.phase === 'playing');
    await lead.until(/Rrib-bit · (turn|tour)/);
    lead.press('X');
    await lead.until(words.stop);
    lead.press('n');
    check(await until(() => !words.stop.test(lead.screen())), 'it can be left');
    same(tv.night.phase, 'playing', 'and nothing is stopped');
    lead.press('X');
    await lead.until(words.stop);
    lead.press(words.yes);
    await tv.sees((night) => night.phase === 'lobby' && night.stopped, 'the game is stopped');
    await lead.until(/The table is closed|La table est fermée/);
    lead.press('q');
    await lead.until(words.rribbit);

    // Another name, with a letter that is not in ASCII.
    lead.press('N');
    lead.type('Zoé');
    lead.press('Enter');
    await lead.until(words.name);
    await tv.sees((night) => night.members[0].name === 'Zoé', 'everyone sees it');

    // The lead goes to somebody else; the game begins, and the night ends while it is played.
    const spy = await lead.spy();
    await spy.ask({type: 'night', do: 'watch', code});
    await spy.ask({type: 'night', do: 'lead', member: 1});
    await lead.until(words.follows);
    lead.press('S'); // that does nothing now
    await hugo.tell('start');
    await lead.until(/Rrib-bit · (turn|tour)/);
    await hugo.tell('end');
    const shown = await lead.until(words.over);
    check(!words.waits.test(shown), `nothing of the game that nobody plays on: ${shown}`);
    lead.press('q');
    await lead.until(/ended 0/);
    spy.close();
    hugo.close();
    tv.close();
}

// Line by line, without a name: that is asked for, and a name given later counts.
{
    const {tv, code, way} = await open();
    let zoe = new Plain(way, 'zoe');
    await zoe.hears(/You are called \S.* here\. 'name Zoe' changes that\.\nYou lead tonight: type 'start' to play Quibbit!, or 'choose' with another game/);
    zoe.type('name Zora');
    await zoe.hears(/You are called Zora now\./);
    zoe.type('Q');
    check(await until(() => zoe.ended === 0), 'she goes');
    zoe = new Plain(way, 'zoe', '--name', 'Zoe');
    await tv.sees((night) => night.members[0].name === 'Zoe' && night.members[0].here, 'the name counts');
    await zoe.hears(/You lead tonight/);

    const hugo = await device(server, {key: key()}), ida = await device(server, {key: key()});
    await hugo.tell('join', {code, name: 'Hugo'});
    await ida.tell('join', {code, name: 'Ida'});
    zoe.type('help');
    await zoe.hears(/The leader can type: start, choose quibbles, stop/);
    zoe.type('ready');
    await zoe.hears(/You are ready\./);
    zoe.type('choose rribbit');
    await zoe.hears(/The next game is Rrib-bit\./);
    zoe.type('night');
    await zoe.hears(/Next game: Rrib-bit · Players: Zoe, Hugo · Watching, and playing after that: Ida\n[\s\S]* {2}Zoe: 0 · leads · ready\n {2}Hugo: 0\n {2}Ida: 0\n/);
    zoe.type('start');
    await tv.sees((night) => night.phase === 'playing', 'it begins');
    zoe.type('stop');
    await zoe.hears(/Stop this game for everyone\?/);
    zoe.type('y');
    await tv.sees((night) => night.phase === 'lobby' && night.stopped, 'it is stopped');
    zoe.type('leave');
    zoe.type('lead Nobody');
    await zoe.hears(/Nobody here is called Nobody\./);
    zoe.type('lead Ida');
    await zoe.hears(/Ida leads tonight/);
    zoe.type('start');
    await zoe.hears(/Only Ida can do that/);

    // She watches: Ida has not played yet, and then both others have.
    await ida.tell('choose', {game: 'quibbit'});
    await ida.tell('away', {on: false});
    await ida.tell('choose', {game: 'rribbit'});
    const late = new Plain(way, 'late', '--name', 'Late');
    await late.hears(/Ida leads tonight/);
    await ida.tell('start');
    await ida.sees((night) => night.phase === 'playing', 'the next begins');
    const {members} = ida.night, watches = members[0].seat === null ? zoe : late;
    await watches.hears(/You are watching this game\. You can play in the next one\./);
    await ida.tell('end');
    for (const one of [zoe, late]) check(await until(() => one.ended === 0), `the night is over: ${one.said}`);
    check(/The game night is over/.test(zoe.said + late.said), 'that is said');
}

tmux('kill-server');
await server.close();
finish();
