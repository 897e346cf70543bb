// bot.mjs: a player for the play server: it sits down at a table and plays any legal move.
//
//     node examples/bot.mjs http://127.0.0.1:7878 TABLE
//
// Without a table it makes one of Rrib-bit and waits for someone. docs/protocol.md has every message.
// Node has WebSocket from version 22 on; older ones take it from the package `ws` (npm install ws, or
// Debian's node-ws).

import {createHash} from 'node:crypto';
import {createRequire} from 'node:module';

const WebSocket = globalThis.WebSocket ?? createRequire(import.meta.url)('ws');
const [address, table] = process.argv.slice(2);
const socket = new WebSocket(`${address.replace(/^http/, 'ws').replace(/\/$/, '')}/ws`);
const random = (digits) => Array.from({length: digits}, () => Math.floor(16 * Math.random()).toString(16)).join('');
const say = (message) => socket.send(JSON.stringify(message));
const number = random(32); // our part of the deal: promised first, then shown
let held = null; // the table as the messages tell it

socket.onopen = () => say({type: 'hello', key: random(64), name: 'Bot in JavaScript'});
socket.onclose = () => process.exit(held?.over ? 0 : 1);
socket.onmessage = ({data}) => {
    const message = JSON.parse(data);
    if (message.type === 'welcome') {
        if (table) say({type: 'join', table});
        else say({type: 'create', game: 'rribbit', seats: ['me', 'open'], public: true});
    } else if (message.type === 'error') {
        console.error(message.text);
        socket.close();
    } else if (message.type === 'table' || message.type === 'event') {
        if (!held) console.log(`at ${address}/t/${message.table}`);
        held = {...held, ...message, ...message.now}; // what is different now replaces what was held
        take();
    }
};

function take() {
    const {you, seats, phase, view, version} = held;
    if (phase === 'over') {
        console.log(`${held.over.result ?? ''} ${held.over.reason ?? held.over.by}`);
        socket.close();
    } else if (phase !== 'playing') {
        const {promise, given} = seats[you];
        if (!promise && !held.promised) say({type: 'promise', table: held.table, promise: createHash('sha256').update(number).digest('hex')});
        if (promise && held.reveal && !given && !held.shown) say({type: 'number', table: held.table, number});
        held.promised = true;
        held.shown = Boolean(promise && held.reveal);
    } else if (view.legal.length > 0 && held.played !== view.ply) { // once, though others choose as well
        held.played = view.ply;
        const move = view.legal[Math.floor(Math.random() * view.legal.length)];
        say({type: 'play', table: held.table, version, move});
    }
}
