// analysis.mjs: the analysis board in Chromium: how long after a move the first line of the engine is seen, the longest
// task of the page meanwhile, and memory over a long session of moves and branches.
//
//   TOP=$PWD POND=build/release/pond node bench/analysis.mjs [MOVES]

import {launch, serve, visit} from '../tests/page/driver.mjs';

const MOVES = Number(process.argv[2] ?? 500), RATE = Number(process.env.SLOWED ?? 1);
const server = await serve(), browser = await launch('--js-flags=--expose-gc', '--enable-precise-memory-info');
const page = await visit(browser, server.address, {settings: {motion: 'off'}});
const devtools = await page.context().newCDPSession(page);
await devtools.send('Performance.setTimeDomain', {timeDomain: 'threadTicks'}).catch(() => {});
await devtools.send('Performance.enable');
/** Seconds that the page's own thread has worked. */
const worked = async () => (await devtools.send('Performance.getMetrics')).metrics.find(({name}) => name === 'TaskDuration').value;
if (RATE > 1) await devtools.send('Emulation.setCPUThrottlingRate', {rate: RATE});
await page.open('analysis/rribbit');
await page.waitForSelector('.found-line');
const heap = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize;
};

/** Moves at random, going back now and then; for each move the time until a line is seen. */
const session = (count) => page.evaluate(async (moves) => {
    const board = globalThis.pondAnalysis, waits = [], tasks = [];
    const watch = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({duration}) => duration)));
    watch.observe({type: 'longtask'});
    for (let i = 0; i < moves; i++) {
        if (board.look.result !== null || Math.random() < .2) {
            const {node} = board.nodes[Math.floor(Math.random() * board.nodes.length)];
            await board.step(node);
            if (board.look.result !== null) continue;
        }
        const {legal} = board.look, begun = performance.now();
        await board.play(board.mine, legal[Math.floor(Math.random() * legal.length)]);
        if (board.look.result !== null) continue;
        await new Promise((done) => {
            const look = () => (document.querySelector('.found-line, .proven') ? done() : setTimeout(look, 2));
            look();
        });
        waits.push(performance.now() - begun);
    }
    watch.disconnect();
    return {waits: waits.sort((a, b) => a - b), tasks, nodes: board.nodes.length};
}, count);

/** The tasks of the page's own thread in a trace, longest first, in milliseconds of processor time: on a busy machine the
 *  clock says little. */
function tasksOf(trace) {
    const {traceEvents} = JSON.parse(trace.toString());
    const main = traceEvents.filter(({name, args}) => name === 'thread_name' && args.name === 'CrRendererMain').map(({pid, tid}) => `${pid} ${tid}`);
    return traceEvents.filter(({name, pid, tid, tdur}) => name.endsWith('RunTask') && tdur && main.includes(`${pid} ${tid}`)).map(({tdur}) => tdur / 1000).sort((a, b) => b - a);
}

await session(20);
const before = await heap();
await browser.startTracing(page, {categories: ['toplevel']});
const began = await worked(), {waits, tasks, nodes} = await session(MOVES), spent = await worked() - began;
const processor = tasksOf(await browser.stopTracing()), after = await heap();
const at = (part) => Math.round(waits[Math.floor(part * (waits.length - 1))]);
console.log(`first line after a move: ${at(.5)} ms in the middle, ${at(.95)} ms of twenty the slowest; ${MOVES} moves, ${nodes} nodes`);
console.log(`long tasks: ${tasks.length}, the longest ${Math.round(Math.max(0, ...tasks))} ms`);
console.log(`by processor time: the longest ${(processor[0] ?? 0).toFixed(1)} ms, over 50 ms: ${processor.filter((ms) => ms > 50).length} of ${processor.length}`);
console.log(`the page's thread: ${(1000 * spent / MOVES).toFixed(1)} ms of processor time per move`);
console.log(`memory: ${(before / 1e6).toFixed(1)} MB before, ${(after / 1e6).toFixed(1)} MB after`);
await browser.close();
await server.stop();
