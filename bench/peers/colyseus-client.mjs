// colyseus-client.mjs: plays many games of two at a colyseus server, each seat leaping as soon as it hears
// of the other's leap, or a given number of milliseconds later. Prints how many leaps the server confirmed.
//
//   node colyseus-client.mjs PORT GAMES SECONDS WARM PACE told|patches|at-once
import { Client } from '@colyseus/sdk';
import { leap } from './frogs.mjs';

const [port, matches, seconds, warm, pace] = process.argv.slice(2, 7).map(Number);
const told = process.argv[7] === 'told'; // else by patches
let moves = 0;
let over = false;

const OPENING = 8; // games at once

/** A room; asked for again where the HTTP connection that was kept open has just been closed.
 *  @param {() => Promise<any>} ask */
async function seated(ask) {
    for (let tries = 0;; tries++) {
        try {
            return await ask();
        } catch (error) {
            if (tries === 5) throw error;
        }
    }
}

async function open() {
    const client = new Client(`ws://localhost:${port}`);
    let id = '';
    for (const seat of [0, 1]) {
        const room = await seated(() => (seat === 0 ? client.create('frogs') : client.joinById(id)));
        id = room.roomId;
        let heard = 0; // leaps of both seats
        const leapNow = () => {
            if (!over) room.send('leap', leap(seat, Math.floor(heard / 2)));
        };
        const go = () => {
            if (heard % 2 !== seat) return;
            if (pace > 0) setTimeout(leapNow, pace);
            else leapNow();
        };
        const hear = (turn) => {
            if (turn === heard) return;
            if (seat === 0) moves += turn - heard;
            heard = turn;
            go();
        };
        room.onMessage('start', () => { if (seat === 0) go(); });
        room.onMessage('no', () => { throw new Error('the server refused a leap'); });
        if (told) room.onMessage('leap', () => hear(heard + 1));
        else room.onStateChange((state) => hear(state.turn));
    }
}

for (let i = 0; i < matches; i += OPENING) {
    await Promise.all(Array.from({ length: Math.min(OPENING, matches - i) }, open));
}
await new Promise((done) => setTimeout(done, warm * 1000));
process.stdout.write(`begin ${moves}\n`);
await new Promise((done) => setTimeout(done, seconds * 1000));
process.stdout.write(`end ${moves}\n`);
over = true;
process.exit(0);
