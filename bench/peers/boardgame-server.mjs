// boardgame-server.mjs: the game of frogs.mjs on boardgame.io's own server, with its store in memory.
import { createRequire } from 'node:module';
import { legal, start } from './frogs.mjs';

const require = createRequire(import.meta.url);
const { Server } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

export const game = {
    name: 'frogs',
    setup: () => ({ pads: start() }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: {
        leap: ({ G, playerID }, from, to) => {
            const seat = Number(playerID);
            if (!legal(G.pads, seat, from, to)) return INVALID_MOVE;
            G.pads[from] = 0;
            G.pads[to] = seat + 1;
        },
    },
};

const server = Server({ games: [game], origins: [/localhost/] });
await server.run(Number(process.argv[2]), () => process.stdout.write('ready\n'));
