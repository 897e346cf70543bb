// night_places.mjs: a phone that is lost at a game night, by real sockets: the same person goes on with another phone, or somebody
// who watches plays on; the leader or the big screen agrees first; nobody else ever sees the hand.

import {Server, check, finish, key, same, until} from './client.mjs';
import {device as deviceAt, sit, watch} from './night_client.mjs';

const server = await new Server().start();
const device = (hello, where) => deviceAt(server, hello, where);
const secret = (text) => /"(hand|chosen)":("|\[\d)/.test(text);

const tv = await device({}), {code, screen} = await tv.tell('open');
async function phone(name, own = key()) {
    const client = await device({key: own});
    client.own = own;
    await client.tell('join', {code, name});
    return client;
}
/** Somebody with a new phone, who has come as far as the name. */
async function stranger(where) {
    const own = key(), client = await device({key: own}, where);
    client.own = own;
    await client.tell('watch', {code});
    return client;
}
const numbers = (client) => client.night.claims.map(({number}) => number);
const claim = (client, member) => client.tell('claim', {member});
/** A claim that the one who decides sees, too. */
async function claimed(client, member, decider) {
    const answer = await claim(client, member);
    same(answer.claims.map((one) => one.member), [member], `a claim: ${JSON.stringify(answer)}`);
    const [{number}] = answer.claims;
    await decider.sees((night) => night.claims.some((one) => one.number === number), 'whoever decides sees the same number');
    return number;
}
const away = (client, member) => client.sees((night) => !night.members[member].here, 'that phone is off');
/** The seat at the table as a device sees it. */
const takes = async (client, seat) => {
    check(await until(() => client.table?.you === seat && client.table.view?.hand !== undefined), `has seat ${seat}: ${JSON.stringify(client.night)}`);
    return client.table.view.hand;
};

// ---- A game with hidden hands: Lea leads, Ada and Ben play, Cleo comes late ----

const lea = await phone('Lea'), ada = await phone('Ada'), ben = await phone('Ben');
await lea.tell('choose', {game: 'quibbles'});
await lea.tell('start');
await Promise.all([lea, ada, ben].map(sit));
await watch(tv);
const cleo = await phone('Cleo');
await watch(cleo);
await until(() => [lea, ada, ben].every((one) => one.table.phase === 'playing'));
const hand = ada.table.view.hand, {table} = lea.night;
check(hand && hand.length > 0, `Ada has cards: ${hand}`);

// ---- The same person with another phone ----

const tablet = await stranger();
same((await claim(tablet, 1)).code, 'phase', 'nobody claims the place of a phone that is here');
same((await claim(tablet, 9)).code, 'night', 'nor of nobody');
same((await claim(ben, 1)).code, 'phase', 'whoever has a seat wants no other');
same((await tv.tell('claim', {member: 1})).code, 'hello', 'a screen has no key, so it can never sit');
ada.close();
await away(lea, 1);
const number = await claimed(tablet, 1, lea);
same((await claim(tablet, 1)).claims, [{member: 1, by: null, number}], 'asking twice is asking once');
await tv.sees((night) => night.claims.length === 1, 'the screen that opened the night knows');
same([ben, cleo].map(numbers), [[], []], 'nobody else does');
for (const other of [ben, cleo, tablet]) same((await other.tell('grant', {number})).code, other === tablet ? 'night' : 'lead', 'only the leader agrees');
same((await lea.tell('grant', {number: number === 99 ? 98 : number + 1})).code, 'night', 'there is no such claim');
const early = await tablet.ask({type: 'watch', table});
check(early.you === null && early.view.hand === null, 'until then she watches like anyone');
const granted = await lea.tell('grant', {number});
same([granted.members.length, granted.members[1].name, granted.claims], [4, 'Ada', []], 'Ada is who she was');
await tablet.sees((night) => night.you === 1 && night.members[1].here && night.members[1].seat === 1, 'with her name and her seat');
same(await takes(tablet, 1), hand, 'and with her cards');
check(await until(() => tv.texts.some((text) => text.includes('"kind":"succeed","seat":1'))), 'everyone is told');
const first = await device({key: ada.own});
await first.tell('watch', {code});
same([first.night.you, (await first.ask({type: 'watch', table})).view.hand], [null, null], 'the phone of before sees what a spectator sees');
same((await first.ask({type: 'play', table, version: tablet.table.version, move: '+1'})).code, 'seat', 'and does nothing there');

// ---- A spectator plays on ----

const bens = ben.table.view.hand;
ben.close();
await away(lea, 2);
same((await claim(cleo, 0)).code, 'phase', 'not for Lea, who is here');
const other = await claimed(cleo, 2, lea);
same(lea.night.claims, [{member: 2, by: 3, number: other}], 'the leader sees who it is');
await lea.tell('grant', {number: other});
await cleo.sees((night) => night.members[3].seat === 2 && night.members[2].seat === null, 'Cleo plays, Ben does not');
same(await takes(cleo, 2), bens, 'with the cards of that seat');
same(cleo.table.seats[2].player.name, 'Cleo', 'in her own name');
const back = await phone('Ben', ben.own);
await watch(back);
same([back.night.you, back.night.members[2].seat, back.table.you, back.table.view.hand], [2, null, null, null], 'Ben is here again, and watches');
check(![tv, first, back].some((one) => one.texts.some(secret)), 'no cards to anyone else');

// ---- A guest who means harm; the leader's own phone ----

const stranger1 = await stranger({from: '127.0.0.31'});
tablet.close();
await away(lea, 1);
const wrong = await claimed(stranger1, 1, lea);
await lea.tell('grant', {number: wrong, on: false});
await stranger1.sees((night) => night.claims.length === 0, 'turned down');
same((await claim(stranger1, 1)).code, 'removed', 'once is enough');
let limited = 0;
for (let i = 0; i < 12 && limited === 0; i++) limited = (await claim(await stranger({from: '127.0.0.31'}), 1)).code === 'limit' ? i + 1 : 0;
check(limited > 0 && limited <= 5, `other keys at that address do not help for long: ${limited}`);
for (const one of lea.night.claims) await lea.tell('grant', {number: one.number, on: false});


// ---- Claims that nobody answers leave room for others, and go with those who made them ----

const crowd = [], from = '127.0.0.33';
for (let i = 0; i < 3; i++) crowd.push(await stranger({from}));
for (const one of crowd.slice(0, 2)) await claimed(one, 1, lea);
same((await claim(crowd[2], 1)).code, 'limit', 'one address has two claims at a time');
await crowd[1].tell('withdraw');
await lea.sees((night) => night.claims.length === 1, 'a claim is taken back');
same((await crowd[1].tell('withdraw')).claims, [], 'twice is no harm');
await claimed(crowd[2], 1, lea);
const friend = await stranger({from: '127.0.0.34'});
await claimed(friend, 1, lea);
for (const one of crowd) one.close();
await lea.sees((night) => night.claims.length === 1, 'a phone that hangs up no longer asks');
same((await friend.tell('watch', {code})).claims.length, 1, 'one that is connected still does');
await friend.tell('withdraw');
const patient = await stranger({from});
await claimed(patient, 1, lea);
patient.close();
const returned = await device({key: patient.own}, {from});
same((await returned.tell('watch', {code})).claims.length, 1, 'a phone that is back at once has its claim');
await lea.sees((night) => night.claims.length === 1, 'the leader is still asked');
await lea.tell('grant', {number: lea.night.claims[0].number, on: false});

const leas = lea.table.view.hand, late = await stranger({from: '127.0.0.32'});
lea.close();
await away(cleo, 0);
const hers = await claimed(late, 0, tv);
same((await cleo.tell('grant', {number: hers})).code, 'lead', 'Cleo does not lead');
const second = await device({});
await second.tell('watch', {code});
same([second.night.claims, (await second.tell('grant', {number: hers})).code], [[], 'night'], 'another screen does not decide');

// The server is killed as soon as it has agreed: the seat goes over all the same.
await tv.tell('grant', {number: hers});
await server.stop('SIGKILL');
await server.startAt(server.port);
const again = await device({});
same((await again.tell('watch', {code, screen})).lead, 0, 'the night is there');
const found = await device({key: late.own}), lost = await device({key: lea.own});
for (const one of [found, lost]) {
    await one.tell('watch', {code});
    await watch(one);
}
same(await takes(found, 0), leas, 'Lea has her cards');
same([found.night.you, found.night.lead], [0, 0], 'and leads');
check(await until(() => lost.table.you === null && lost.table.view.hand === null), 'the phone of before has no seat');
await until(() => lost.table.version === found.table.version);
check(!lost.texts.some(secret), 'and hears nothing of it');

await server.close();
finish();
