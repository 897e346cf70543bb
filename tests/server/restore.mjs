// restore.mjs: a backup whose pages are whole but whose contents were changed is refused, in words, and nothing is left behind.

import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {check, finish, lacks, pond, same} from './client.mjs';

const dumps = fileURLToPath(new URL('../data/store', import.meta.url));
if (spawnSync('python3', ['--version']).status !== 0) {
    lacks('python3'); // which has SQLite in its library
    finish();
}
const folder = mkdtempSync(join(tmpdir(), 'pond-restore-'));
process.on('exit', () => rmSync(folder, {recursive: true, force: true}));
const [file, place] = [`${folder}/backup.sqlite`, `${folder}/games.sqlite`];
function restore(dump, change, language = 'en') {
    for (const one of [file, place]) rmSync(one, {force: true});
    execFileSync('python3', ['-c', 'import sqlite3, sys\nd = sqlite3.connect(sys.argv[1])\nd.executescript(open(sys.argv[2]).read() + sys.argv[3])',
        file, `${dumps}/${dump}`, change]);
    return spawnSync(pond, ['restore', file, '--store', `sqlite:${place}`, '--lang', language], {encoding: 'utf8', timeout: 60000});
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
        same(readdirSync(folder), ['backup.sqlite'], `${change} nothing is left behind`);
    }
}
finish();
