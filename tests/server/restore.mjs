// restore.mjs: a backup is restored only where nothing else is, and only if it is whole: damaged ones, leftovers of another
// store and running servers are refused, in words. What isn't a store of ours is never changed.

import {execFileSync, spawnSync} from 'node:child_process';
import {chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {Client, Server, check, finish, key, lacks, pond, same} from './client.mjs';

const dumps = fileURLToPath(new URL('../data/store', import.meta.url));
if (spawnSync('python3', ['--version']).status !== 0) {
    lacks('python3'); // which has SQLite in its library
    finish();
}
const folder = mkdtempSync(join(tmpdir(), 'pond-restore-'));
process.on('exit', () => rmSync(folder, {recursive: true, force: true}));
const [file, place] = [`${folder}/backup.sqlite`, `${folder}/games.sqlite`];
const script = (name, text) => execFileSync('python3', ['-c', 'import sqlite3, sys\nd = sqlite3.connect(sys.argv[1])\nd.executescript(sys.stdin.read())', name], {input: text});
const run = (language, ...words) => spawnSync(pond, [...words, '--lang', language], {encoding: 'utf8', timeout: 60000});
function restore(dump, change, language = 'en') {
    for (const one of [file, place]) rmSync(one, {force: true});
    script(file, readFileSync(`${dumps}/${dump}`, 'utf8') + change);
    return run(language, 'restore', file, '--store', `sqlite:${place}`);
}

const known = readdirSync(dumps).filter((name) => name.startsWith('sqlite')).sort();
for (const dump of known) {
    const {status, stderr} = restore(dump, '');
    check(status === 0 && existsSync(place), `${dump} as it was: ${status} ${stderr}`);
}
for (const change of [
    'CREATE TRIGGER more AFTER INSERT ON events BEGIN DELETE FROM keys; END;',
    'CREATE VIEW other AS SELECT * FROM keys;',
    'UPDATE heads SET version = version + 1;',
    'UPDATE heads SET last = 3;',
    'DELETE FROM events WHERE version = 5;',
    'DELETE FROM events WHERE version = 1;',
    'UPDATE events SET earlier = 2 WHERE version = 9;',
    'UPDATE events SET version = 90 WHERE version = 9;',
    "INSERT INTO events(number, version, earlier, at, text) VALUES(1, 2, 1, 1, 'sit 1 0 x 1500 350 Eve');",
    "INSERT INTO events(number, version, earlier, at, text) VALUES(7, 1, 0, 1, 'create');",
    "UPDATE events SET text = 'resign 0' || char(10) WHERE version = 18;",
    `UPDATE lists SET seats = '[],"type":"table"';`,
    `UPDATE lists SET clock = '7';`,
    "UPDATE ratings SET rating = 9e99;",
    "UPDATE ratings SET rating = 'high';",
    "UPDATE keys SET hash = 'short' WHERE person = (SELECT min(person) FROM keys);",
    "UPDATE codes SET hash = x'00';",
]) {
    for (const [language, sentence] of [['en', /was not restored: .*don't fit together/], ['fr', /n'a pas été restauré\s: .*ne concorde pas/]]) {
        const {status, stderr} = restore(known.at(-1), change, language);
        check(status === 1 && sentence.test(stderr), `${change} ${status} ${stderr}`);
        same(readdirSync(folder), ['backup.sqlite', 'games.sqlite.lock'], `${change} nothing but the lock is left behind`);
    }
}

// ---- A newer store ----

for (const [language, sentence] of [['en', /newer version of Pond/], ['fr', /version plus récente de Pond/]]) {
    const {status, stderr} = restore(known.at(-1), 'PRAGMA user_version = 99;', language);
    check(status === 1 && sentence.test(stderr), `a newer backup: ${status} ${stderr}`);
    const started = run(language, 'serve', '--listen', '127.0.0.1:0', '--store', `sqlite:${file}`);
    check(started.status === 1 && sentence.test(started.stderr), `a newer store: ${started.status} ${started.stderr}`);
}

// ---- A store that was deleted under its server, which has left its log ----

const server = await new Server().start();
const allPrivate = () => {
    for (const name of readdirSync(server.folder).filter((one) => one !== 'log')) same(statSync(`${server.folder}/${name}`).mode & 0o777, 0o600, `${name}: only for its owner`);
};
check(existsSync(`${server.folder}/games.sqlite`), 'a new store');
allPrivate();
const [games, saved] = [`${server.folder}/games.sqlite`, `${server.folder}/saved.sqlite`];
const ada = await Client.open(server, {key: key(), name: 'Ada'});
const made = await ada.ask({type: 'create', game: 'rribbit', seats: ['me', 'open']});
same(run('en', 'backup', saved, '--store', server.store).status, 0, 'a backup');
for (let i = 0; i < 20; i++) await ada.ask({type: 'create', game: 'quibbit', seats: ['me', 'open']});
for (const [language, sentence] of [['en', /a server is using .*stop it first/], ['fr', /un serveur utilise .*arrêtez-le/]]) {
    const {status, stderr} = run(language, 'restore', saved, '--store', server.store);
    check(status === 1 && sentence.test(stderr), `under a server: ${status} ${stderr}`);
}
await server.stop('SIGKILL');
rmSync(games);
check(existsSync(`${games}-wal`), 'the log is left');
for (const [language, sentence] of [['en', /saved\.sqlite was not restored: .*-wal.*move it away/], ['fr', /saved\.sqlite n'a pas été restauré.*-wal.*déplacez-le/]]) {
    const {status, stderr} = run(language, 'restore', saved, '--store', server.store);
    check(status === 1 && sentence.test(stderr), `beside a log: ${status} ${stderr}`);
    check(!existsSync(games), 'nothing is restored beside a log');
}
for (const end of ['-wal', '-shm']) rmSync(`${games}${end}`, {force: true});
same(run('en', 'restore', saved, '--store', server.store).status, 0, 'without the log');
await server.start();
const again = await Client.open(server, {key: key()});
same((await again.ask({type: 'watch', table: made.table})).type, 'table', 'what the backup had is there');

// ---- Who may read it, and who may write to it ----

allPrivate();
await server.stop();
// Root may write to any file; somebody else tries.
const nobody = process.getuid() === 0 ? {uid: 65534, gid: 65534} : {};
chmodSync(games, 0o444);
if (nobody.uid) for (const name of ['.', ...readdirSync(server.folder)]) chownSync(`${server.folder}/${name}`, nobody.uid, nobody.gid);
for (const [language, sentence] of [['en', /can't be written to/], ['fr', /impossible d'écrire/]]) {
    const {status, stderr} = spawnSync(pond, ['serve', '--listen', '127.0.0.1:0', '--store', server.store, '--lang', language], {encoding: 'utf8', timeout: 60000, ...nobody});
    check(status === 1 && sentence.test(stderr), `a file that can't be written to: ${status} ${stderr}`);
}
// A host restores as root: the file is for the service's user, as its folder is.
if (nobody.uid) {
    for (const name of readdirSync(server.folder).filter((one) => one.startsWith('games'))) rmSync(`${server.folder}/${name}`);
    same(run('en', 'restore', saved, '--store', server.store).status, 0, 'restored by root');
    for (const name of readdirSync(server.folder).filter((one) => one.startsWith('games'))) same(statSync(`${server.folder}/${name}`).uid, nobody.uid, `${name} is the service's`);
    server.before = ['setpriv', '--reuid', `${nobody.uid}`, '--regid', `${nobody.gid}`, '--clear-groups'];
    await server.start();
    const theirs = await Client.open(server, {key: key()});
    same((await theirs.ask({type: 'watch', table: made.table})).type, 'table', 'which plays on');
    await server.stop();
}
rmSync(server.folder, {recursive: true, force: true});

// ---- Files of other programs ----

for (const [what, text] of [['no version', 'CREATE TABLE songs(name);'], ['a version', 'CREATE TABLE songs(name); PRAGMA user_version = 2;'], ['no database', null]]) {
    const other = `${folder}/songs.sqlite`;
    rmSync(other, {force: true});
    if (text === null) writeFileSync(other, 'Some text that is not a database at all.\n'.repeat(100));
    else script(other, text);
    const before = readFileSync(other);
    for (const [language, sentence] of [['en', /songs\.sqlite: not a Pond database\.\n$/], ['fr', /songs\.sqlite\s: ce n'est pas une base de données Pond\.\n$/]]) {
        for (const words of [['serve', '--listen', '127.0.0.1:0'], ['export']]) {
            const {status, stderr} = run(language, ...words, '--store', `sqlite:${other}`);
            check(status === 1 && sentence.test(stderr), `${what}: ${words[0]}: ${status} ${stderr}`);
            check(readFileSync(other).equals(before), `${what}: ${words[0]}: it is as it was`);
        }
    }
    check(!readdirSync(folder).some((name) => /songs\.sqlite-/.test(name)), `${what}: no log appears`);
}
finish();
