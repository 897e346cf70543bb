// host.mjs: what a host does with `pond host` and the message `host`, on a running server.

import {execFile, execFileSync} from 'node:child_process';
import {chmodSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {Client, Server, check, finish, get, key, pond, same, until} from './client.mjs';

const server = await new Server().start();
const file = `${server.folder}/games.sqlite.host`;
const token = readFileSync(file, 'utf8').trim().split(' ')[1];

// ---- The command ----

function spoken(language, ...words) {
    return new Promise((resolve) => execFile(pond, ['host', ...words, '--store', server.store, '--lang', language],
        (error, out, err) => resolve({code: error?.code ?? 0, out, err})));
}
const command = (...words) => spoken('en', ...words);
async function fine(...words) {
    const ended = await command(...words);
    check(ended.code === 0, `pond host ${words.join(' ')}: ${ended.code} ${ended.err}`);
    return ended.out;
}
async function refused(code, sentence, ...words) {
    const ended = await command(...words);
    same(ended.code, code, `pond host ${words.join(' ')}`);
    check(ended.err.includes(sentence), `pond host ${words.join(' ')}: ${ended.err}`);
}
const json = async (...words) => JSON.parse(await fine(...words, '--json'));

// ---- Only the host ----

same(statSync(file).mode & 0o777, 0o600, 'who may read the token');
const keys = {ada: key(), ben: key()};
let ada = await Client.open(server, {key: keys.ada, name: 'Ada'}), ben = await Client.open(server, {key: keys.ben, name: 'Ben'});
const ids = {ada: ada.welcome.you.id, ben: ben.welcome.you.id};
same((await ada.ask({type: 'host', do: 'overview'})).code, 'host', 'a player is no host');
same((await ada.ask({type: 'host', do: 'enter', token: 'a'.repeat(64)})).code, 'host', 'a wrong token');
const code = (await json('link')).code;
const first = await Client.open(server, {}), second = await Client.open(server, {});
const page = await first.ask({type: 'host', do: 'enter', token: code});
check(/^[0-9a-f]{64}$/.test(page.token), 'a page has a token of its own');
same((await second.ask({type: 'host', do: 'enter', token: code})).code, 'host', 'a link works once');
same((await second.ask({type: 'host', do: 'enter', token: page.token})).do, 'enter', 'a page comes back');
same((await second.ask({type: 'host', do: 'fly'})).code, 'field', 'an unknown deed');
await refused(2, 'unknown action', 'fly');
await refused(2, 'Usage', 'ban');
await refused(2, 'on|off', 'maintenance', 'perhaps');
await refused(1, 'no such person', 'ban', '../..');

// ---- A rated game, seen and voided ----

async function game(rated, seats = ['me', 'open']) {
    const made = await ada.ask({type: 'create', game: 'rribbit', options: '', seats, public: true, rated, clock: {kind: 'game', ms: 600000, more_ms: 0}});
    if (!made.table) return made;
    await ben.ask({type: 'join', table: made.table});
    for (const one of [ada, ben]) await one.ask({type: 'number', table: made.table, number: 'ab'});
    const start = await ada.await((one) => one.what?.kind === 'start' && one.table === made.table);
    await ben.await((one) => one.what?.kind === 'start' && one.table === made.table);
    return {table: made.table, version: start.version};
}
async function moves(table, version, list) {
    for (let i = 0; i < list.length; i++) {
        const told = await (i % 2 ? ben : ada).ask({type: 'play', table, version: version + i, move: list[i]});
        same(told.type, 'event', `${list[i]}: ${told.text ?? ''}`);
    }
}
const rated = await game(true);
await moves(rated.table, rated.version, ['b1-c3', 'b7-c5', 'h1-g3', 'h7-g5']);
await ben.ask({type: 'resign', table: rated.table});
const rating = async (client) => (await client.ask({type: 'history', game: 'rribbit'})).ratings;
check((await rating(ada))[0].rating > 1500, 'a rated game was won');
await refused(2, '--yes', 'void', rated.table);
same((await json('void', rated.table, '--yes')).persons, 2, 'void for both');
same(await rating(ada), [], 'as if it had not been');
await refused(1, 'no rated result', 'void', rated.table, '--yes');

// ---- What it looks like ----

const open = await game(false);
const overview = await json('overview');
same(overview.playing.rribbit, 1, 'a table in play');
same(overview.people, 2, 'Ada and Ben, but neither the host nor its page');
check(overview.moves >= 4 && overview.refused.host >= 3 && overview.files > 5 && overview.memory > 1e6 && overview.disk > overview.disk_free, 'figures');
const people = (await json('people', 'ad')).people;
same(people.map((one) => [one.id, one.name, one.here]), [[ids.ada, 'Ada', true]], 'people by a part of their name');
check((await json('tables')).tables.some((one) => one.table === open.table && one.phase === 'playing' && one.seats.includes('Ben')), 'tables');
check((await json('storage')).persons >= 2, 'storage');
const metrics = (await get(server.port, '/metrics')).body.toString();
for (const name of ['pond_refusals_total{code="host"} ', 'pond_write_ms_bucket{le="+Inf"} ', 'pond_store_waiting ', 'pond_files ', 'pond_loop_gap_ms ']) {
    check(metrics.includes(`\n${name}`), `metrics: ${name}`);
}
check(!metrics.includes('pond_backup_age_seconds '), 'no backup has an age');

// ---- Announcements and maintenance ----

await fine('announce', 'Back at 3:05 – soon.', '--minutes', '5');
const notice = await ben.await((one) => one.type === 'notice');
same([notice.text, notice.maintenance], ['Back at 3:05 – soon.', false], 'everyone hears it');
check(notice.until > Date.now(), 'and until when');
await refused(1, 'visible', 'announce', 'a\u202eb');
await refused(1, '280', 'announce', 'x'.repeat(281));
await fine('maintenance', 'on');
same((await ben.await((one) => one.type === 'notice')).maintenance, true, 'maintenance');
same((await game(false)).code, 'maintenance', 'no new game begins');
await moves(open.table, open.version, ['b1-c3']); // but one goes on
const late = await Client.open(server, {});
same((await late.await((one) => one.type === 'notice')).text, 'Back at 3:05 – soon.', 'who comes later hears it');

// ---- Limits, and all of it after a restart ----

await refused(1, '1-100', 'limit', 'public', '1000');
await refused(1, 'no limit called', 'limit', 'frogs', '1');
await fine('limit', 'public', '1');
await server.stop();
check(!existsSync(file), 'the token goes with the server');
await refused(1, 'no play server of yours', 'overview');
await server.start();
[ada, ben] = [await Client.open(server, {key: keys.ada}), await Client.open(server, {key: keys.ben})];
check(await until(async () => (await json('overview')).maintenance), 'it still rests');
same((await json('overview')).limits.find((one) => one.name === 'public').value, 1, 'limits stay');
await fine('maintenance', 'off');
await fine('announce', '');
const listed = {type: 'create', game: 'rribbit', options: '', seats: ['me', 'open'], public: true};
same((await ada.ask(listed)).type, 'table', 'one public table');
same((await ada.ask(listed)).code, 'limit', 'not two');
await fine('limit', 'public', '5');
same((await ada.ask(listed)).type, 'table', 'but two again');

// A limit that is too low for the host too does not lock them out.
await fine('limit', 'connections', '1');
const comesIn = async () => (await get(server.port, '/healthz').catch(() => null))?.status === 200;
check(await until(async () => !await comesIn()), 'others from this address are turned away');
await fine('limit', 'connections', '512');
check(await until(comesIn), 'and come in again');

// ---- People ----

await ben.ask({type: 'watch', table: open.table});
await fine('mute', ids.ben);
same((await ben.ask({type: 'say', table: open.table, phrase: 'hello'})).code, 'muted', 'a muted person says nothing');
await fine('unmute', ids.ben);
same((await ben.ask({type: 'say', table: open.table, phrase: 'hello'})).type, 'event', 'and talks again');
const {code: returns} = await ben.ask({type: 'recovery'});
await fine('ban', ids.ben, 'swears');
await until(() => ben.closed);
check(ben.closed !== null, 'a banned person is sent away');
same((await Client.open(server, {key: keys.ben})).welcome.code, 'banned', 'and stays away');
const detour = await Client.open(server, {key: key(), name: 'Somebody else'});
same((await detour.ask({type: 'recover', code: returns})).code, 'banned', 'a recovery code leads nobody round a ban');
check(await until(() => detour.closed !== null), 'those who try are sent away');
await fine('unban', ids.ben);
ben = await Client.open(server, {key: keys.ben});
same(ben.welcome.you?.name, 'Ben', 'and may come back');
await refused(1, '24 visible', 'rename', ids.ben, 'x'.repeat(25));
await refused(1, 'no such person', 'rename', 'zzzzzzzzzzzzzzzz', 'Nobody');
await ada.ask({type: 'watch', table: open.table});
await fine('rename', ids.ben, 'Benjamin');
await until(() => ben.closed);
same((await ada.await((one) => one.type === 'table' && one.id === undefined))?.seats[1].player.name, 'Benjamin', 'those who watch hear of it');
ben = await Client.open(server, {key: keys.ben, name: 'Ben'}); // pages greet with the name they remember
same(ben.welcome.you.name, 'Benjamin', 'renamed, whatever the page remembers');
same((await ben.ask({type: 'name', name: 'Ben'})).code, 'field', 'the name that was taken away stays away');
same((await ben.ask({type: 'name', name: 'Bennie'})).type, 'ok', 'any other will do');
same((await ben.ask({type: 'name', name: 'Benjamin'})).type, 'ok', 'as will this one');
same((await ben.ask({type: 'watch', table: open.table})).seats.map((one) => one.player?.name), ['Ada', 'Benjamin'], 'at tables as well');

// ---- Names that could mislead ----

const named = async () => (await json('names')).names.map(({id, name, why}) => [id, name, why]);
const oneNamed = () => until(async () => (await named()).length === 1); // a name is noted just after it was given
same(await named(), [], 'no name to look at');
same((await ben.ask({type: 'name', name: 'Pond Admin'})).type, 'ok', 'nobody is refused such a name');
await oneNamed();
same(await named(), [[ids.ben, 'Pond Admin', 'host']], 'but the host can look at it');
check((await fine('names')).includes('Pond Admin: could pass for the host'), 'and reads why');
await fine('keep', ids.ben);
same(await named(), [], 'it is fine');
await ben.ask({type: 'name', name: 'Pond Admin'});
same(await named(), [], 'and stays so');
await ben.ask({type: 'name', name: 'frogs.com'});
await oneNamed();
same(await named(), [[ids.ben, 'frogs.com', 'address']], 'another one');
await fine('rename', ids.ben);
await until(() => ben.closed);
ben = await Client.open(server, {key: keys.ben, name: 'frogs.com'});
check(/^Frog \d{4}$/.test(ben.welcome.you.name), `asked for another: ${ben.welcome.you.name}`);
same(await named(), [], 'none to look at');
const stranger = await Client.open(server, {key: key(), name: 'www frogs4u'});
await stranger.ask({type: 'create', game: 'rribbit', seats: ['me', 'open']});
await oneNamed();
same((await named()).map(([, name, why]) => [name, why]), [['www frogs4u', 'address']], 'somebody new');
await fine('erase', stranger.welcome.you.id, '--yes');
same(await named(), [], 'erased with the person');
await fine('rename', ids.ben, 'Benjamin');
await until(() => ben.closed);
ben = await Client.open(server, {key: keys.ben});
await ada.ask({type: 'watch', table: open.table});
await ben.ask({type: 'watch', table: open.table});

// ---- Tables ----

ada.inbox = [];
await fine('close', open.table);
same((await ben.await((one) => one.what?.kind === 'close')).now.over, {by: 'closed'}, 'a table is closed in the middle of a game');
await refused(1, "can't do that now", 'close', open.table);
await refused(1, 'no such table', 'close', 'zzzzzzzzzzzzzzzz');

// What is not in memory is found by its people.
for (const [whom, id] of Object.entries(ids)) {
    const {tables} = await json('tables', id), row = tables.find((one) => one.table === rated.table);
    check(row?.phase === 'over' && row.rated, `the rated game is among those of ${whom}: ${JSON.stringify(row)}`);
}
// A new name reaches tables that nobody has open a moment after it was given.
check(await until(async () => (await fine('tables', ids.ben)).includes(`${rated.table}  rribbit   over     Ada - Benjamin`)), 'and printed');
same((await json('tables', 'zzzzzzzzzzzzzzzz')).tables, [], 'nobody has none');

// ---- Backups ----

const made = (await json('backup')).backups;
check(made.fine && made.bytes > 10000, 'a backup is made');
const folder = `${server.folder}/backups`;
same(readdirSync(folder), [made.name], 'beside the store');
same([statSync(folder).mode & 0o777, statSync(`${folder}/${made.name}`).mode & 0o777], [0o700, 0o600], 'for its owner alone');
same((await json('backups')).backups.map((one) => one.name), [made.name], 'it is listed');
same((await json('check', made.name)).backups.fine, true, 'it is whole');
const more = (await Promise.all([1, 2, 3].map(() => json('backup')))).map((one) => one.backups);
check(more.every((one) => one.fine), `several backups in one second: ${JSON.stringify(more)}`);
same(new Set([made, ...more].map((one) => one.name)).size, 4, 'each has a name of its own');
const bytes = readFileSync(`${folder}/${made.name}`);
writeFileSync(`${folder}/games-broken.sqlite`, Buffer.concat([bytes.subarray(0, 4096), bytes.subarray(4096).map((byte) => byte ^ 255)]));
await refused(1, "didn't work", 'check', 'games-broken.sqlite');
await refused(1, 'no such backup', 'check', '../games.sqlite');
check((await spoken('fr', 'check', '../games.sqlite')).err.includes("cette sauvegarde n'existe pas"), 'also in French');
check((await spoken('fr', 'check', 'games-broken.sqlite')).err.includes('le fichier est endommagé'), 'and what is wrong with one');
// More than fit into a list, in no order: the newest are listed, newest first, and the others stay.
const crowd = Array.from({length: 130}, (_, i) => `games-1999${String(1000 + (i * 37) % 130)}-000000.sqlite`);
for (const name of crowd) writeFileSync(`${folder}/${name}`, '');
const newest = readdirSync(folder).filter((name) => name.endsWith('.sqlite')).sort().reverse().slice(0, 100);
same((await json('backups')).backups.map((one) => one.name), newest, 'the newest hundred of many backups');
for (const name of crowd) rmSync(`${folder}/${name}`); // would fail if one had gone
check(/\npond_backup_age_seconds \d/.test((await get(server.port, '/metrics')).body.toString()), 'its age is a metric');

await refused(2, '0-23|off', 'nightly', '24');
await refused(2, '0-23|off', 'nightly', 'soon');
const nights = () => readdirSync(folder).filter((name) => name.endsWith('-night.sqlite'));
// By the server's clock it is made when the hour has come, also where the server was away then.
const later = (new Date().getHours() + 2) % 24;
await fine('nightly', `${later}`);
check((await fine()).includes(`every night at ${later}:00`), 'the hour is shown');
same(nights(), [], 'not before its hour');
for (let i = 0; i < 16; i++) writeFileSync(`${folder}/games-200001${10 + i}-030000-night.sqlite`, bytes);
const jump = `${server.folder}/jump`, library = `${server.folder}/wall_clock.so`;
writeFileSync(jump, `${3 * 3600000}`);
execFileSync(process.env.CC ?? 'cc', ['-shared', '-fPIC', '-O1', '-o', library, new URL('wall_clock.c', import.meta.url).pathname]);
process.env.POND_WALL_CLOCK = jump;
server.environment = {LD_PRELOAD: library, ASAN_OPTIONS: `${process.env.ASAN_OPTIONS ?? ''}:verify_asan_link_order=0`};
await server.stop();
await server.start();
const tonight = await until(() => nights().find((name) => !name.startsWith('games-2000')));
check(tonight !== undefined, 'made in the night');
check(await until(() => nights().length === 14), `the latest 14 stay: ${nights()}`);
same((await json('check', tonight)).backups.fine, true, 'it is whole');
await server.stop();
// One that fails says why, in the language of the host who asks.
renameSync(folder, `${folder}.away`);
writeFileSync(folder, '');
writeFileSync(jump, `${27 * 3600000}`);
await server.start();
check(await until(async () => (await json()).nightly_failed !== ''), 'the next night, one fails');
check((await fine()).includes("nightly backup failed: the file or its directory can't be written to"), `why: ${await fine()}`);
const french = await spoken('fr'), now = await spoken('fr', 'backup');
check(/La dernière sauvegarde de nuit a échoué.: impossible d'écrire/.test(french.out), `why, in French: ${french.out}`);
check(now.code === 1 && now.err.includes("impossible d'écrire"), `one now, in French: ${now.err}`);
rmSync(folder);
renameSync(`${folder}.away`, folder);
await server.stop();
server.environment = {};
await server.start();
same(nights().length, 14, 'once a night');
await fine('nightly', 'off');
same((await json()).nightly, null, 'no more of them');
ada = await Client.open(server, {key: keys.ada});
ben = await Client.open(server, {key: keys.ben});

// ---- A person's data ----

const data = JSON.parse(await fine('export', ids.ben));
same([data.name, data.devices.length], ['Benjamin', 2], 'exported, with the device that came by a code');
check(data.tables.some((one) => one.table === open.table) && data.events.length >= 2, 'with tables and events');
await refused(2, '--yes', 'erase', ids.ben);
same((await ben.ask(listed)).type, 'table', 'a public table of theirs');
const recordOf = async (table) => (await get(server.port, `/record/${table}?game=1`)).body.toString();
check((await recordOf(rated.table)).includes('Benjamin'), 'in a record, which the server keeps in memory from now on');
await fine('erase', ids.ben, '--yes');
await until(() => ben.closed);
check(!(await recordOf(rated.table)).includes('Benjamin'), 'not in that memory either');
await refused(1, 'no such person', 'export', ids.ben);
const nobody = await Client.open(server, {key: keys.ben});
check(nobody.welcome.you.id !== ids.ben || nobody.welcome.you.name !== 'Benjamin', 'somebody new');
same((await ada.ask({type: 'watch', table: open.table})).seats.map((one) => one.player?.name), ['Ada', 'Frog'], 'no name is left at tables');
await server.stop();
const left = Buffer.concat(['games.sqlite', 'games.sqlite-wal'].filter((name) => existsSync(`${server.folder}/${name}`)).map((name) => readFileSync(`${server.folder}/${name}`)));
await server.start();
check(left.length > 0, 'a store');
const after = await json('people', 'Benjamin');
same(after.people, [], 'nor in the store');
ada = await Client.open(server, {key: keys.ada});
for (const list of ['lobby', 'mine']) {
    const rows = JSON.stringify(await ada.ask({type: list}));
    check(rows.includes('"seats"') && !rows.includes('Benjamin'), `nor in the list ${list}: ${rows.slice(0, 300)}`);
}
const record = (await get(server.port, `/record/${open.table}`)).body.toString();
check(!record.includes('Benjamin'), 'nor in records');

// ---- What was done ----

const audit = (await json('audit')).audit.map((one) => one.what);
for (const what of ['link', `void ${rated.table}`, 'announce Back at 3:05 – soon.', 'maintenance on', 'limit public 1', `mute ${ids.ben}`, `ban ${ids.ben}: swears`,
    `rename ${ids.ben}`, `close ${open.table}`, 'backup', `nightly ${later}`, 'nightly backup', 'nightly off', `keep the name of ${ids.ben}`, `export ${ids.ben}`, `erase ${ids.ben}`]) {
    check(audit.includes(what), `the audit log has: ${what}`);
}

// ---- The store's address in a file ----

const address = `${server.folder}/address`;
writeFileSync(address, `${server.store}\n`);
chmodSync(address, 0o644);
const read = (words) => new Promise((resolve) => execFile(pond, words, (error, out, err) => resolve({code: error?.code ?? 0, out, err})));
let ended = await read(['host', 'overview', '--database-file', address, '--lang', 'en']);
check(ended.code === 1 && ended.err.includes('chmod 600'), `others could read it: ${ended.err}`);
chmodSync(address, 0o600);
ended = await read(['host', 'overview', '--database-file', address, '--lang', 'en']);
same(ended.code, 0, `an address from a file: ${ended.err}`);
writeFileSync(address, '');
ended = await read(['host', 'overview', '--database-file', address, '--lang', 'en']);
check(ended.code === 1 && ended.err.includes('first line'), `an empty file: ${ended.err}`);

await server.close();
finish();
