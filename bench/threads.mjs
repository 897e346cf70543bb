// threads.mjs: how much more the engine of the analysis board looks at with several Workers: nodes per second in
// Chromium, one thread and several in turn, in one run.
//
//   TOP=$PWD POND=build/release/pond node bench/threads.mjs [THREADS] [ROUNDS] [GAME]

import {launch, serve, visit} from '../tests/page/driver.mjs';

const THREADS = Number(process.argv[2] ?? 2), ROUNDS = Number(process.argv[3] ?? 8), GAMES = process.argv[4] ? [process.argv[4]] : ['rribbit', 'quibbles'];
const NODES = {rribbit: 1.5e6, quibbles: 60000}, MOVES = {rribbit: ['b1-c3', 'h7-g5', 'e1-d3', 'b7-c5'], quibbles: []};
const server = await serve(), browser = await launch();
const page = await visit(browser, server.address);
await page.open();
if (!await page.evaluate(() => globalThis.crossOriginIsolated)) throw new Error('the page is not isolated: there are no threads');

for (const game of GAMES) {
    const rates = await page.evaluate(async ([name, threads, rounds, nodes, moves]) => {
        const {crewFor} = await import('/crew.mjs'), crews = [crewFor(name, 1), crewFor(name, threads)], found = [];
        for (const crew of crews) {
            await crew.call('begin', 0, name, '', 'bench', '');
            for (const [i, move] of moves.entries()) await crew.call('submit', 0, i % 2, move);
            const {turn: [seat]} = await crew.call('look', 0, 6);
            crew.seat = seat;
            await new Promise((done) => setTimeout(done, 300)); // helpers are on their way
            await crew.call('live', 0, seat, nodes / 20);
        }
        for (let i = 0; i < rounds; i++) {
            const pair = [];
            for (const crew of crews) {
                const begun = performance.now(), answer = await crew.call('live', 0, crew.seat, nodes);
                pair.push({rate: answer.nodes / (performance.now() - begun), depth: answer.depth});
            }
            found.push(pair);
        }
        for (const crew of crews) crew.end();
        return found;
    }, [game, THREADS, ROUNDS, NODES[game], MOVES[game]]);
    const ratios = rates.map(([one, more]) => more.rate / one.rate).sort((a, b) => a - b), middle = (list) => list.sort((a, b) => a - b)[list.length >> 1];
    console.log(`${game}: ${Math.round(middle(rates.map(([one]) => one.rate)))} thousand nodes per second with one thread, ${Math.round(middle(rates.map(([, more]) => more.rate)))} with ${
        THREADS}: ${ratios[ratios.length >> 1].toFixed(2)} times (${ratios[0].toFixed(2)} to ${ratios.at(-1).toFixed(2)}, ${ROUNDS} rounds)`);
}
await browser.close();
await server.stop();
