// colyseus-client.mjs: plays many games of two at a colyseus server, each seat leaping as soon as it hears
// of the other's leap. Prints how many leaps the server confirmed.
import { Client } from '@colyseus/sdk';
import { leap } from './frogs.mjs';

const [port, matches, seconds, warm] = process.argv.slice(2).map(Number);
let moves = 0;
let over = false;

async function open() {
    const client = new Client(`ws://localhost:${port}`);
    let id = '';
    for (const seat of [0, 1]) {
        const room = seat === 0 ? await client.create('frogs') : await client.joinById(id);
        id = room.roomId;
        let heard = 0; // leaps of both seats
        const go = () => {
            if (!over && heard % 2 === seat) room.send('leap', leap(seat, Math.floor(heard / 2)));
        };
        room.onMessage('start', () => { if (seat === 0) go(); });
        room.onMessage('no', () => { throw new Error('the server refused a leap'); });
        room.onMessage('leap', () => {
            heard++;
            if (seat === 0) moves++;
            go();
        });
    }
}

for (let i = 0; i < matches; i++) await open();
await new Promise((done) => setTimeout(done, warm * 1000));
process.stdout.write(`begin ${moves}\n`);
await new Promise((done) => setTimeout(done, seconds * 1000));
process.stdout.write(`end ${moves}\n`);
over = true;
process.exit(0);
