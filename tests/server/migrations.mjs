// migrations.mjs: a store of every schema there ever was (tests/data/store) is brought up to date with all that is in it, and
// then has the very schema that a new store has.
//
//   node tests/server/migrations.mjs             SQLite
//   node tests/server/migrations.mjs postgres    PostgreSQL (needs POND_TEST_POSTGRES, which tools/postgres sets)
//
// A change of the schema comes with one more file there, and changes none of the others.

import {execFileSync, spawnSync} from 'node:child_process';
import {readFileSync, readdirSync, rmSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {Client, Server, check, finish, get, key, lacks, same} from './client.mjs';

const folder = fileURLToPath(new URL('../data/store', import.meta.url));
const TABLE = 'nns9fteqvw7k6qtp', CODE = 'va10-jn59-rh8f-ff5f-dv84';
const DAYS = 'daysdaysdaysdays'; // a table of people who play by turns: it is listed though nobody has been there for a day
const turns = (dump) => `INSERT INTO tables(number, id) VALUES(1000, '${DAYS}');
INSERT INTO lists(number, game, options, clock, seats, phase, listed, rated, updated, waits) VALUES(1000, 'rribbit', 'turn=single', '{"kind":"days","ms":86400000}',
'[{"name":"Ada"},{"open":true}]', 0, 1, 0, ${Date.now() - 24 * 3600 * 1000}, 0);
${readFileSync(dump, 'utf8').includes('ADD COLUMN days') ? 'UPDATE lists SET days = 1 WHERE number = 1000;' : ''}`;
const record = readFileSync(`${folder}/games.pond`, 'utf8');

// Python has SQLite in its library.
const python = (code, ...words) => execFileSync('python3', ['-c', `import sqlite3, sys\nd = sqlite3.connect(sys.argv[1])\n${code}`, ...words], {encoding: 'utf8'});
const sqlite = {
    make: (server, dump) => python('d.executescript(open(sys.argv[2]).read() + sys.argv[3])', server.store.slice(7), dump, turns(dump)),
    schema: (server) => python(`
for table, in d.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall():
    print(table, d.execute(f'PRAGMA table_info({table})').fetchall())
for row in d.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name"): print(row)
print(d.execute('PRAGMA user_version').fetchall(), d.execute('PRAGMA integrity_check').fetchall())`, server.store.slice(7)),
};
const psql = (...words) => execFileSync('psql', ['-qAt', '-v', 'ON_ERROR_STOP=1', process.env.POND_TEST_POSTGRES, ...words],
    {encoding: 'utf8', env: {...process.env, PGOPTIONS: '-c client_min_messages=warning'}});
const postgres = {
    make: (server, dump) => psql('-f', dump, '-c', 'SET search_path = pond', '-c', turns(dump)),
    schema: () => psql('-c', `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns WHERE table_schema = 'pond' ORDER BY 1, 2`,
        '-c', `SELECT indexdef FROM pg_indexes WHERE schemaname = 'pond' ORDER BY 1`, '-c', 'SELECT version FROM pond.schema_version'),
};

// All that was kept is there: a person by key, with a name and a rating; the games; a recovery code.
async function there(server, name) {
    const ada = await Client.open(server, {key: 'a1'.repeat(32)});
    same(ada.welcome.you.name, 'Ada', `${name}: who holds the key`);
    const {tables} = await ada.ask({type: 'mine'});
    same(tables.map(({table, phase, you}) => [table, phase, you]), [[TABLE, 'over', 0]], `${name}: whose games these are`);
    const {ratings} = await ada.ask({type: 'history', game: 'rribbit'});
    same(ratings?.map(({table, score}) => [table, score]), [[TABLE, 1]], `${name}: what they did to the rating`);
    const lobby = await ada.ask({type: 'lobby'});
    same(lobby.tables.map(({table}) => table), [DAYS], `${name}: what is listed`);
    const shown = (await get(server.port, `/record/${TABLE}`)).body.toString();
    check(record.includes(shown.trim()) && shown.length > 300, `${name}: the record: ${shown}`);
    const device = await Client.open(server, {key: key()});
    same((await device.ask({type: 'recover', code: CODE})).you?.name, 'Ada', `${name}: the recovery code`);
    same((await device.ask({type: 'create', game: 'rribbit', seats: ['me', 'open']})).type, 'table', `${name}: a new table`);
    for (const client of [ada, device]) client.close();
}

async function migrate(kind, ways) {
    const open = () => Object.assign(new Server(), kind === 'postgres' ? {store: process.env.POND_TEST_POSTGRES} : {});
    const fresh = await open().start();
    await fresh.stop();
    const wanted = ways.schema(fresh);
    rmSync(fresh.folder, {recursive: true});
    const dumps = readdirSync(folder).filter((name) => name.startsWith(kind)).sort();
    check(dumps.length >= 3, `${kind}: ${dumps.length} schemas`);
    for (const name of dumps) {
        const server = open();
        ways.make(server, `${folder}/${name}`);
        await server.start();
        await there(server, name);
        await server.stop();
        same(ways.schema(server), wanted, `${name}: the schema`);
        rmSync(server.folder, {recursive: true});
    }
}

const kind = process.argv[2] ?? 'sqlite', tool = kind === 'postgres' ? 'psql' : 'python3';
if (spawnSync(tool, ['--version']).status !== 0) lacks(tool);
else await migrate(kind, kind === 'postgres' ? postgres : sqlite);
finish();
