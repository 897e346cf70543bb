// devices.mjs: who one is on several devices: ids are the server's own, devices are listed, one of them is signed out.

import {createHash} from 'node:crypto';
import {Client, Server, check, finish, key, same, until} from './client.mjs';

const server = await new Server().start();
const keys = [key(), key(), key()];
const hello = (i, more = {}) => Client.open(server, {key: keys[i], device: `Device ${i}`, ...more});

// ---- Ids ----

const first = await hello(0, {name: 'Ada'}), window = await hello(0);
same(window.welcome.you.id, first.welcome.you.id, 'two windows of a new device are one person');
const hashed = (text) => [...createHash('sha256').update(text).digest()].map((byte) => 'abcdefghijklmnopqrstuvwxyz0123456789'[byte % 36]).join('');
check(!hashed(keys[0]).startsWith(first.welcome.you.id), 'the id does not follow from the key');
first.close();
window.close();
const newcomer = await Client.open(server, {key: key(), device: 'A new one'});
same((await newcomer.ask({type: 'devices'})).devices.map((one) => [one.name, one.this, one.seen > 0]), [['A new one', true, true]], 'of whom nothing is kept yet');
newcomer.close();
let ids = new Set();
for (let i = 0; i < 3; i++) {
    const again = await Client.open(server, {key: keys[2]});
    ids.add(again.welcome.you.id);
    again.close();
    await until(async () => true);
}
check(ids.size >= 2, 'nothing of a passer-by is kept, not even the id');
let ada = await hello(0, {name: 'Ada'});
same((await ada.ask({type: 'name', name: 'Ada L.'})).type, 'ok', 'a name is kept');
const id = ada.welcome.you.id;
const nameless = await Client.open(server, {key: keys[0]});
check(await until(async () => (await nameless.ask({type: 'devices'}))?.devices?.[0].name === 'Device 0', 3000), 'a newcomer with a name has a device');
nameless.close();
ada.close();
ada = await hello(0);
same([ada.welcome.you.id, ada.welcome.you.name], [id, 'Ada L.'], 'and the id with it');

// ---- Devices ----

const others = [];
for (const i of [1, 2]) {
    const {code} = await ada.ask({type: 'recovery'});
    const other = await hello(i);
    same((await other.ask({type: 'recover', code})).you, {id, name: 'Ada L.'}, `device ${i} is Ada, whatever it was called`);
    const called = async () => (await ada.ask({type: 'devices'}))?.devices?.some((one) => one.name === `Device ${i}`);
    check(await until(called, 3000), `device ${i} is called so from then on`);
    other.close();
    others.push(await hello(i));
}
const listed = async () => (await ada.ask({type: 'devices'})).devices;
let devices;
check(await until(async () => (devices = await listed()).every((one) => one.name !== '')), 'all have names');
same(devices.map(({name, this: here}) => [name, here]).sort(), [['Device 0', true], ['Device 1', false], ['Device 2', false]], 'the devices');
check(devices.every((one) => Math.abs(one.seen - Date.now()) < 3600000), 'when they were seen');
// Nobody plays against their own other device, least of all for a rating.
const {table} = await ada.ask({type: 'create', game: 'rribbit', seats: ['me', 'open'], rated: true, clock: {kind: 'game', ms: 600000, more_ms: 0}});
const twice = await others[1].ask({type: 'join', table});
same([twice.type, twice.you, twice.phase], ['table', 0, 'open'], 'another device of the same person has the same seat');
same((await ada.ask({type: 'revoke', device: 'ffffffffffffffff'})).code, 'code', 'no such device');
same((await ada.ask({type: 'revoke', device: devices.find((one) => one.this).device})).code, 'code', 'not this one');
same((await ada.ask({type: 'revoke', device: devices.find((one) => one.name === 'Device 1').device})).count, 1, 'one is signed out');
await until(() => others[0].closed);
same(others[0].closed?.code, 1001, 'at once');
check(others[1].closed === null, 'the other one stays');
same((await listed()).map((one) => one.name).sort(), ['Device 0', 'Device 2'], 'it is not listed any more');
same((await Client.open(server, {key: keys[2]})).welcome.you.id, id, 'a program that gives no name of the device');
same((await ada.ask({type: 'name', name: 'Ada M.'})).type, 'ok', 'what comes before a name that was kept is kept as well');
same((await listed()).map((one) => one.name).sort(), ['Device 0', 'Device 2'], 'leaves the one that is known');
const somebody = await hello(1);
check(somebody.welcome.you.id !== id, 'it is somebody new');
same((await somebody.ask({type: 'devices'})).devices.map((one) => one.name), ['Device 1'], 'with a list of its own');
same((await ada.ask({type: 'revoke'})).count, 1, 'all the others');
same((await listed()).length, 1, 'one is left');
same((await Client.open(server, {key: key(), device: 'x'.repeat(25)})).welcome.code, 'field', 'a device has a short name');
same((await Client.open(server, {key: key(), device: 'a\u200bb'})).welcome.code, 'field', 'that can be seen');

await server.close();
finish();
