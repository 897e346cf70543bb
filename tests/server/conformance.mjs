// conformance.mjs: WebSocket by the list of Autobahn's test suite, on raw sockets: each line has the
// number of its case there.
//
// Our server does not echo: where Autobahn expects an echo, here it gets a `ping` message and its `pong`. It
// takes texts of at most 4,096 bytes and no binary messages, so the cases with more bytes (1.1.6-8, 9.1, 9.2,
// parts of 9.3-9.6) end with 1009 and those with binary messages (1.2, 9.8) with 1003; both also run at the sizes
// that it takes. Compression (12, 13) is not offered, and not forced on it.

import {Server, check, closeCode, finish, frame, pongs, same, talk, texts} from './client.mjs';

const server = await new Server().start('--unlimited');
const {port} = server;
let cases = 0;

// The server closes with that code, and the connection ends.
async function closes(name, code, pieces, options) {
    cases++;
    const answer = await talk(port, pieces, options);
    same(closeCode(answer), code, name);
    check(answer.ended, `${name}: the connection ends`);
    return answer;
}
const bytes = (...list) => Buffer.from(list);
const message = (length = 22, id = 1) => `{"type":"ping","id":${id}}`.padEnd(length, ' ');
const answered = (answer) => texts(answer).filter((one) => one.type === 'pong').length;
// So many messages are answered, and it ends well.
async function echoes(name, count, pieces, options) {
    const answer = await closes(name, 1000, pieces, options);
    same(answered(answer), count, `${name}: answered`);
    return answer;
}
// The same pieces at once, one by one, and byte by byte: Autobahn has most of its cases three times.
async function everyWay(name, run) {
    for (const [how, options] of Object.entries({'at once': {}, 'frame by frame': {wait: 2}, 'byte by byte': {chop: 1}})) {
        await run(`${name}, ${how}`, options);
    }
}

// 1.1: texts of the lengths that count.
same(texts(await closes('1.1.1', 1000, [frame(1, '')]))[0]?.code, 'json', '1.1.1: an empty message');
for (const length of [125, 126, 127, 128, 4095, 4096]) {
    await echoes(`1.1.2-5: a text of ${length}`, 1, [frame(1, message(length))]);
    await echoes(`1.1.8: a text of ${length}, chopped`, 1, [frame(1, message(length))], {chop: length > 1000 ? 997 : 1});
}
for (const length of [4097, 65535, 65536]) await closes(`1.1.6-8: ${length}`, 1009, [frame(1, message(length))]);
for (const length of [0, 125, 126, 127, 128, 4096]) await closes(`1.2: binary of ${length}`, 1003, [frame(2, Buffer.alloc(length))]);

// 2: pings and pongs.
for (const [name, payload] of Object.entries({'2.1': bytes(), '2.2': Buffer.from('Hello, world!'), '2.3': bytes(0, 255, 254, 253, 252, 251, 0, 255),
    '2.4': Buffer.alloc(125, 254)})) {
    same(pongs(await closes(name, 1000, [frame(9, payload)]))[0], payload.toString('latin1'), `${name}: the same comes back`);
}
await closes('2.5: a ping of 126', 1002, [frame(9, Buffer.alloc(126, 254))]);
same(pongs(await closes('2.6', 1000, [frame(9, Buffer.alloc(125, 254))], {chop: 1}))[0]?.length, 125, '2.6: byte by byte');
same(pongs(await closes('2.7, 2.8', 1000, [frame(10, ''), frame(10, 'unasked')])), ['last'], '2.7, 2.8: pongs unasked');
same(pongs(await closes('2.9', 1000, [frame(10, 'unasked'), frame(9, 'ping')])), ['ping', 'last'], '2.9: a pong unasked, then a ping');
const ten = Array.from({length: 10}, (_, i) => frame(9, `payload-${i}`));
await everyWay('2.10, 2.11: ten pings', async (name, options) => {
    same(pongs(await closes(name, 1000, ten, options)).map((one) => one.slice(8)).join(''), '0123456789', name);
});

// 3: reserved bits, alone and after a message that is fine.
for (let rsv = 1; rsv <= 7; rsv++) {
    await closes(`3.1, 3.5: bits ${rsv}`, 1002, [frame(1, message(), {rsv})]);
    for (const opcode of [2, 8, 9, 10]) await closes(`3.5-7: bits ${rsv} of opcode ${opcode}`, 1002, [frame(opcode, '', {rsv})]);
    await everyWay(`3.2-4: bits ${rsv} behind a message`, async (name, options) => {
        const answer = await closes(name, 1002, [frame(1, message()), frame(1, message(), {rsv}), frame(9, 'late')], options);
        same([answered(answer), pongs(answer).length], [1, 0], `${name}: what came before is answered, what came after is not`);
    });
}

// 4: opcodes that there are not.
for (const opcode of [3, 4, 5, 6, 7, 11, 12, 13, 14, 15]) {
    const group = opcode < 8 ? '4.1' : '4.2';
    await closes(`${group}.1: opcode ${opcode}`, 1002, [frame(opcode, '')]);
    await closes(`${group}.2: opcode ${opcode} with something in it`, 1002, [frame(opcode, 'reserved')]);
    await everyWay(`${group}.3-5: opcode ${opcode} behind a message`, async (name, options) => {
        const answer = await closes(name, 1002, [frame(1, message()), frame(opcode, 'x'), frame(9, 'late')], options);
        same([answered(answer), pongs(answer).length], [1, 0], name);
    });
}

// 5: pieces.
const whole = message();
const [one, two, three] = [whole.slice(0, 5), whole.slice(5, 9), whole.slice(9)];
const begun = (text) => frame(1, text, {fin: false}), goesOn = (text) => frame(0, text, {fin: false}), last = (text) => frame(0, text);
const inTwo = [begun(one), last(two + three)];
await everyWay('5.1: a ping in pieces', (name, options) => closes(name, 1002, [frame(9, 'a', {fin: false}), last('b')], options));
await everyWay('5.2: a pong in pieces', (name, options) => closes(name, 1002, [frame(10, 'a', {fin: false}), last('b')], options));
await everyWay('5.3-5: a text in two pieces', (name, options) => echoes(name, 1, inTwo, options));
await everyWay('5.6-8: with a ping between', async (name, options) => {
    const answer = await echoes(name, 1, [inTwo[0], frame(9, 'mid'), inTwo[1]], options);
    check(answer.list[0].opcode === 10 && pongs(answer)[0] === 'mid', `${name}: the ping first`);
});
await everyWay('5.9-11: a last piece of nothing', async (name, options) => {
    same(answered(await closes(name, 1002, [last('non-continuation'), frame(1, message())], options)), 0, name);
});
await everyWay('5.12-14: a piece of nothing', async (name, options) => {
    same(answered(await closes(name, 1002, [goesOn('non-continuation'), frame(1, message())], options)), 0, name);
});
await everyWay('5.15: a message, and a piece of nothing behind it', async (name, options) => {
    same(answered(await closes(name, 1002, [...inTwo, goesOn('x'), frame(1, message())], options)), 1, name);
});
await everyWay('5.16', (name, options) => closes(name, 1002, [goesOn('a'), frame(1, message()), goesOn('b'), frame(1, message())], options));
await everyWay('5.17', (name, options) => closes(name, 1002, [last('a'), frame(1, message()), last('b'), frame(1, message())], options));
await everyWay('5.18: a message in a message', (name, options) => closes(name, 1002, [begun(one), frame(1, message())], options));
const five = [begun(one), goesOn(two), frame(9, 'first'), goesOn(''), goesOn(three.slice(0, 2)), frame(9, 'second'), last(three.slice(2))];
await everyWay('5.19, 5.20: five pieces and pings, slowly and at once', async (name, options) => {
    same(pongs(await echoes(name, 1, five, options)), ['first', 'second', 'last'], name);
});

// 6: UTF-8. A message that isn't JSON is answered with `json`, so it was read.
const read = async (name, pieces, options) => same(texts(await closes(name, 1000, pieces, options))[0]?.code, 'json', `${name}: read`);
const byByte = (data) => data.length < 2 ? [frame(1, data)]
    : [...data].map((byte, i) => frame(i ? 0 : 1, bytes(byte), {fin: i === data.length - 1}));
await read('6.1.1', [frame(1, '')]);
await read('6.1.2: three empty pieces', [begun(''), goesOn(''), last('')]);
await echoes('6.1.3: something in the middle one alone', 1, [begun(''), goesOn(message()), last('')]);
const greek = Buffer.from('Hello-µ@ßöäüàá-UTF-8!! κόσμε 🐸');
await everyWay('6.2.1', (name, options) => read(name, [frame(1, greek)], options));
await read('6.2.2: cut between letters', [begun(greek.subarray(0, 12)), last(greek.subarray(12))]);
await read('6.2.3, 6.2.4: cut within letters', byByte(greek));
const GOOD = { // 6.5-6.7, 6.9, 6.11, 6.22, 6.23: the first and last of each length, what is next to the surrogates, and odd ones
    '6.5': ['κόσμε', '\u{1f438}'], '6.6': ['κ', 'κό', 'κόσ', 'κόσμ'], '6.7': ['\u0000', '\u0080', '\u0800', '\u{10000}'],
    '6.9': ['\u007f', '\u07ff', '\uffff', '\u{10ffff}'], '6.11': ['\ud7ff', '\ue000', '\ufffd', '\u{10ffff}'],
    '6.22': ['\ufffe', '\uffff', ...Array.from({length: 16}, (_, i) => String.fromCodePoint((i + 1) * 0x10000 + 0xfffe, (i + 1) * 0x10000 + 0xffff))],
    '6.23': ['\ufff9', '\ufffa', '\ufffb', '\ufffc', '\ufffd'],
};
for (const [name, list] of Object.entries(GOOD)) {
    for (const text of list) {
        await read(`${name} ${JSON.stringify(text)}`, [frame(1, text)]);
        await read(`${name} ${JSON.stringify(text)}, byte by byte`, byByte(Buffer.from(text)));
    }
}
const BAD = {
    '6.3': [[0xce, 0xba, 0xe1, 0xbd, 0xb9, 0xcf, 0x83, 0xce, 0xbc, 0xce, 0xb5, 0xed, 0xa0, 0x80, 0x65, 0x64, 0x69, 0x74, 0x65, 0x64]],
    '6.6: cut off': [[0xce], [0xce, 0xba, 0xe1], [0xce, 0xba, 0xe1, 0xbd], [0xce, 0xba, 0xe1, 0xbd, 0xb9, 0xcf]],
    '6.8: five and six bytes': [[0xf8, 0x88, 0x80, 0x80, 0x80], [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80]],
    '6.10: beyond the last letter': [[0xf7, 0xbf, 0xbf, 0xbf], [0xfb, 0xbf, 0xbf, 0xbf, 0xbf], [0xfd, 0xbf, 0xbf, 0xbf, 0xbf, 0xbf]],
    '6.11.5': [[0xf4, 0x90, 0x80, 0x80]],
    '6.12: continuations alone': [[0x80], [0xbf], [0x80, 0xbf], [0x80, 0xbf, 0x80], [0x80, 0xbf, 0x80, 0xbf], Array.from({length: 64}, (_, i) => 0x80 + i)],
    '6.13: beginnings alone': [[0xc3, 0x20], [0xe1, 0x20], [0xf1, 0x20], [0xf8, 0x20], [0xfc, 0x20], Array.from({length: 64}, (_, i) => [0xc0 + i % 32, 0x20]).flat()],
    '6.14: the last byte is missing': [[0xc0], [0xe0, 0x80], [0xf0, 0x80, 0x80], [0xf8, 0x80, 0x80, 0x80], [0xdf], [0xef, 0xbf], [0xf7, 0xbf, 0xbf], [0xf0, 0x9f, 0x90]],
    '6.15': [[0xc0, 0xe0, 0x80, 0xf0, 0x80, 0x80, 0xf8, 0x80, 0x80, 0x80, 0xfc, 0x80, 0x80, 0x80, 0x80, 0xdf, 0xef, 0xbf]],
    '6.16: impossible bytes': [[0xfe], [0xff], [0xfe, 0xfe, 0xff, 0xff]],
    '6.17: longer than need be': [[0xc0, 0xaf], [0xe0, 0x80, 0xaf], [0xf0, 0x80, 0x80, 0xaf], [0xf8, 0x80, 0x80, 0x80, 0xaf], [0xfc, 0x80, 0x80, 0x80, 0x80, 0xaf]],
    '6.18': [[0xc1, 0xbf], [0xe0, 0x9f, 0xbf], [0xf0, 0x8f, 0xbf, 0xbf], [0xf8, 0x87, 0xbf, 0xbf, 0xbf], [0xfc, 0x83, 0xbf, 0xbf, 0xbf, 0xbf]],
    '6.19: zero, longer than need be': [[0xc0, 0x80], [0xe0, 0x80, 0x80], [0xf0, 0x80, 0x80, 0x80], [0xf8, 0x80, 0x80, 0x80, 0x80]],
    '6.20: surrogates': [[0xed, 0xa0, 0x80], [0xed, 0xad, 0xbf], [0xed, 0xae, 0x80], [0xed, 0xaf, 0xbf], [0xed, 0xb0, 0x80], [0xed, 0xbe, 0x80], [0xed, 0xbf, 0xbf]],
    '6.21: pairs of them': [[0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80], [0xed, 0xad, 0xbf, 0xed, 0xbf, 0xbf], [0xed, 0xaf, 0xbf, 0xed, 0xb0, 0x80]],
};
for (const [name, list] of Object.entries(BAD)) {
    for (const bad of list) {
        await closes(`${name} ${bad}`, 1007, [frame(1, bytes(...bad))]);
        await closes(`${name} ${bad}, byte by byte`, 1007, byByte(bytes(...bad)));
        await closes(`6.4: ${bad} in the second of three pieces`, 1007, [begun('κόσμε'), goesOn(bytes(...bad)), last('edited')]);
    }
}

// 7: closing.
const closing = (code, reason = '') => frame(8, Buffer.concat([bytes(code >> 8, code & 255), Buffer.from(reason)]));
await echoes('7.1.1', 1, [frame(1, message()), closing(1000)]);
await closes('7.1.2: two closes', 1000, [closing(1000), closing(1000)]);
same(pongs(await closes('7.1.3', 1000, [closing(1000), frame(9, 'late')])), [], '7.1.3: no pong after a close');
same(texts(await closes('7.1.4', 1000, [closing(1000), frame(1, message())])), [], '7.1.4: nothing after a close');
same(texts(await closes('7.1.5', 1000, [begun(one), closing(1000), last(two + three)])), [], '7.1.5: a close between pieces');
await echoes('7.1.6: a long message, a close, a ping', 1, [frame(1, message(4096)), closing(1000), frame(9, 'late')]);
await closes('7.3.1: no code', 1005, [frame(8, '')]);
await closes('7.3.2: half a code', 1002, [frame(8, bytes(3))]);
await closes('7.3.3', 1000, [closing(1000)]);
await closes('7.3.4: a reason', 1000, [closing(1000, 'Hello World!')]);
await closes('7.3.5: the longest reason', 1000, [closing(1000, '*'.repeat(123))]);
await closes('7.3.6: longer still', 1002, [closing(1000, '*'.repeat(124))]);
await closes('7.5.1: a reason that is no text', 1002, [closing(1000, bytes(0xce, 0xba, 0xed, 0xa0, 0x80))]);
for (const code of [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999]) await closes(`7.7: ${code}`, code, [closing(code)]);
for (const code of [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535]) await closes(`7.9, 7.13: ${code}`, 1002, [closing(code)]);

// 9: many, in many ways, up to what the server takes.
for (const size of [64, 256, 1024, 2048]) {
    const text = message(4096), parts = text.match(new RegExp(`.{${size}}`, 'g'));
    await echoes(`9.3: 4,096 bytes in pieces of ${size}`, 1, parts.map((part, i) => frame(i ? 0 : 1, part, {fin: i === parts.length - 1})));
    await echoes(`9.5: 4,096 bytes in chunks of ${size}`, 1, [frame(1, text)], {chop: size});
}
await closes('9.1: 64 KiB', 1009, [frame(1, message(65536))]);
await closes('9.1: it says that it has 16 MiB', 1009, [bytes(0x81, 0xff, 0, 0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 4)]);
await closes('9.3: 64 KiB in pieces of 64', 1009, Array.from({length: 1024}, (_, i) => frame(i ? 0 : 1, 'x'.repeat(64), {fin: i === 1023})));
for (const size of [22, 64, 256, 1024, 4096]) {
    const answer = await echoes(`9.7: a thousand messages of ${size}`, 1000, Array.from({length: 1000}, (_, i) => frame(1, message(size, i))));
    check(texts(answer).every((pong, i) => pong.id === i), `9.7: ${size}: in order`);
}

// 12, 13, and what Autobahn's client cannot send: masks, lengths.
for (const more of ['Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n', 'Sec-WebSocket-Protocol: chat, pond.1\r\n']) {
    const {head} = await echoes('12, 13: offers', 1, [frame(1, message())], {more});
    check(!/extensions/i.test(head), 'no extension is agreed to');
    same(/sec-websocket-protocol: (.*)/i.exec(head)?.[1], more.includes('chat') ? 'pond.1' : undefined, 'the subprotocol');
}
await closes('not masked', 1002, [frame(1, message(), {mask: false})]);
await closes('a length longer than need be', 1002, [bytes(0x81, 0xfe, 0, 1, 1, 2, 3, 4, 0)]);
await closes('and another', 1002, [bytes(0x81, 0xff, 0, 0, 0, 0, 0, 0, 0, 9, 1, 2, 3, 4)]);
await closes('a length with its highest bit', 1002, [bytes(0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 9)]);

console.log(`${cases} cases`);
await server.close();
finish();
