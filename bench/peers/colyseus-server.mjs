// colyseus-server.mjs: the game of frogs.mjs in a colyseus room: checked by the room, the state kept in a
// schema and sent as patches, as colyseus would have it.
//
//   node colyseus-server.mjs PORT told|patches|at-once
//
// `told`: each leap is told to both at once as well; `patches`: they see it in the next patch, of which there are 20 a
// second; `at-once`: there is no such clock, and every leap is followed by its patch.
import { createServer } from 'node:http';
import { Room, Server } from '@colyseus/core';
import { ArraySchema, Schema, defineTypes } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { legal, start } from './frogs.mjs';

const [, , port, how] = process.argv;

class State extends Schema {
    constructor() {
        super();
        this.pads = new ArraySchema(...start());
        this.turn = 0;
    }
}
defineTypes(State, { pads: ['number'], turn: 'number' });

class Frogs extends Room {
    maxClients = 2;

    onCreate() {
        this.state = new State();
        if (how === 'at-once') this.setPatchRate(3600000); // without any, a faster clock would run
        this.onMessage('leap', (client, [from, to]) => {
            const seat = this.clients.indexOf(client);
            const { state } = this;
            if (state.turn % 2 !== seat || !legal(state.pads, seat, from, to)) {
                client.send('no');
                return;
            }
            state.pads[from] = 0;
            state.pads[to] = seat + 1;
            state.turn++;
            if (how === 'told') this.broadcast('leap', [from, to]);
            if (how === 'at-once') this.broadcastPatch();
        });
    }

    onJoin() {
        if (this.clients.length === 2) this.broadcast('start', 0);
    }
}

const server = new Server({ greet: false, transport: new WebSocketTransport({ server: createServer() }) });
server.define('frogs', Frogs);
await server.listen(Number(port));
process.stdout.write('ready\n');
