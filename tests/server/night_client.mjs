// night_client.mjs: a device at a game night, for tests and bench/night.mjs: it keeps the last night, the table as it stands, and
// every text that came.

import {createHash, randomBytes} from 'node:crypto';
import {Client, Table, check, until} from './client.mjs';

/** Connects and says hello. @returns {Promise<Client>} with `night`, `table`, `texts`, `tell` and `sees` */
export async function device(server, hello = {}, where = {}) {
    const client = await Client.open(server, {board: true, ...hello}, undefined, where);
    const table = new Table(client), take = client.take.bind(client);
    client.texts = [];
    client.take = (one) => {
        if (one.opcode === 1) {
            const text = one.payload.toString(), message = JSON.parse(text);
            client.texts.push(text);
            if (message.type === 'night') client.night = message;
            if (message.type === 'table') client.table = table;
            if (message.table === table.table || message.type === 'table') table.take(message);
            client.heard?.(message);
        }
        take(one);
    };
    client.tell = (what, more = {}) => client.ask({type: 'night', do: what, ...more});
    client.sees = (question, what) => until(() => client.night && question(client.night)).then((yes) => check(yes, `${what}: ${JSON.stringify(client.night)}`));
    return client;
}

/** Goes to the table of the current game. */
export async function watch(client) {
    await client.sees((night) => night.phase === 'playing' && night.table, 'a game begins');
    await until(async () => (await client.ask({type: 'watch', table: client.night.table})).type === 'table');
}

/** Sits down there, with a number for its deal. */
export async function sit(client) {
    await watch(client);
    const {table} = client.night;
    await until(() => client.table.phase !== 'open');
    if (client.table.you === null) return;
    const number = randomBytes(8).toString('hex');
    await client.ask({type: 'promise', table, promise: createHash('sha256').update(number).digest('hex')});
    await until(() => client.table.reveal || client.table.phase === 'playing');
    await client.ask({type: 'number', table, number});
}
