// protocol_doc.mjs: replays every line of docs/protocol.md against the program.
//
// A line `A> {…}` is sent; a line `A< {…}` must arrive: with every member that it shows. Ids, times
// and the like differ; those of the document are translated into the real ones.

import {readFileSync} from 'node:fs';
import {Client, Server, check, finish, misfitClient} from './client.mjs';

const text = readFileSync('docs/protocol.md', 'utf8');
const lines = [...text.matchAll(/```talk\n([\s\S]*?)```/g)].flatMap((block) => block[1].trim().split('\n'));

const VARIES = new Set(['at', 'created', 'updated', 'commit', 'invite', 'code:recovery', 'code:night', 'left_ms', 'seen', 'server']);
const real = new Map(); // the document's ids, as they are here

function fits(shown, got, key, type) {
    if (VARIES.has(key) || VARIES.has(`${key}:${type}`)) return typeof shown === typeof got || shown === null || Array.isArray(shown);
    if (typeof shown === 'string' && /^[0-9a-z]{16}$/.test(shown)) {
        return real.has(shown) ? real.get(shown) === got : /^[0-9a-z]{16}$/.test(got);
    }
    if (typeof shown === 'string' && shown.endsWith('…')) return String(got).startsWith(shown.slice(0, -1));
    if (Array.isArray(shown)) {
        return Array.isArray(got) && shown.length === got.length &&
            shown.every((one, i) => fits(one, got[i], key, type));
    }
    if (shown !== null && typeof shown === 'object') {
        return got !== null && typeof got === 'object' &&
            Object.keys(shown).every((name) => name in got && fits(shown[name], got[name], name, type));
    }
    return shown === got;
}

function learn(shown, got) {
    if (typeof shown === 'string' && /^([0-9a-z]{16}|[A-Z]{4,6}[0-9]{2})$/.test(shown)) real.set(shown, got);
    else if (shown !== null && typeof shown === 'object') {
        for (const name of Object.keys(shown)) learn(shown[name], got[name]);
    }
}

function translate(value) {
    if (typeof value === 'string') return real.get(value) ?? value;
    if (Array.isArray(value)) return value.map(translate);
    if (value !== null && typeof value === 'object') {
        return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, translate(one)]));
    }
    return value;
}

const server = await new Server().start();
const clients = {A: await Client.open(server), B: await Client.open(server)};
for (const line of lines) {
    const shown = JSON.parse(line.slice(2));
    const client = clients[line[0]];
    if (line[1] === '>') {
        if (shown.type !== 'dance') check(misfitClient(shown) === null, `the schema: ${misfitClient(shown)}: ${line}`);
        client.send(translate(shown));
        continue;
    }
    const got = await client.await((message) => message.type === shown.type &&
        fits(shown, message, '', shown.type));
    check(got !== null, `docs/protocol.md: ${line}\n  the last message was ${JSON.stringify(client.last)}`);
    if (got === null) break;
    learn(shown, got);
}
check(lines.length > 50, 'the document has its examples');
await server.close();
finish();
