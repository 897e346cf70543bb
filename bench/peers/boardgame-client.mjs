// boardgame-client.mjs: plays many games of two at a boardgame.io server, each seat moving as soon as it
// sees that it is its turn, or a given number of milliseconds later. Prints how many moves were made.
//
//   node boardgame-client.mjs PORT GAMES SECONDS WARM PACE
import { createRequire } from 'node:module';
import { legal, leap, start } from './frogs.mjs';

const require = createRequire(import.meta.url);
const { Client } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');
const [port, matches, seconds, warm, pace] = process.argv.slice(2).map(Number);
const address = `http://localhost:${port}`;

// The same rules as the server's; without them the client has nothing to send.
const game = {
    name: 'frogs',
    setup: () => ({ pads: start() }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: {
        leap: ({ G, playerID }, from, to) => {
            if (!legal(G.pads, Number(playerID), from, to)) return 'INVALID_MOVE';
            G.pads[from] = 0;
            G.pads[to] = Number(playerID) + 1;
        },
    },
};

let over = false;
let go = false;
const turns = []; // of every match, as seat 1 hears of them from the server

/** One seat of a match; resolves when the server has told it where the match stands. */
function sit(match, seat) {
    return new Promise((seated) => {
        const client = Client({
            game, numPlayers: 2, matchID: `m${match}`, playerID: String(seat),
            multiplayer: SocketIO({ server: address }), debug: false,
        });
        let moved = 0; // the turn it last moved in
        const look = (state) => {
            if (state === null || !state.isConnected) return;
            seated(look);
            if (!go || over || Number(state.ctx.currentPlayer) !== seat) return;
            if (state.ctx.turn <= moved) return;
            moved = state.ctx.turn;
            turns[match] = moved;
            const move = () => { if (!over) client.moves.leap(...leap(seat, Math.floor((moved - 1) / 2))); };
            if (pace > 0) setTimeout(move, pace);
            else setImmediate(move);
        };
        client.subscribe(look);
        client.start();
        starters.push(() => look(client.getState()));
    });
}

const starters = [];
for (let i = 0; i < matches; i++) {
    await sit(i, 0);
    await sit(i, 1);
}
go = true;
for (const begin of starters) begin();
const total = () => turns.reduce((sum, turn) => sum + turn, 0);
await new Promise((done) => setTimeout(done, warm * 1000));
process.stdout.write(`begin ${total()}\n`);
await new Promise((done) => setTimeout(done, seconds * 1000));
process.stdout.write(`end ${total()}\n`);
over = true;
process.exit(0);
