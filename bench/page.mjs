// page.mjs: what the page costs, measured in a real Chromium against the real program:
//
//     node bench/page.mjs [visit] [motion] [think] [memory[=GAMES]]      all without a name
//
// visit   bytes of the first visit, and how soon a press of 'play now' is answered by a board, with
//         the processor slowed down four times
// motion  frames during hops, turning cards and captures, from the browser's own trace
// think   the longest task of the page's thread while the strongest level thinks
// tasks   the longest tasks of the page's thread on a phone whose processor is four times slower
// memory  what is held after many games in one page, everything collected
//
// `tools/page-tests words` once before installs what drives the browser. Where the machine is busy,
// times of processor (`cpu`) say more than times of the clock.

import {fileURLToPath} from 'node:url';

process.env.TOP ??= fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
process.env.POND ??= `${process.env.TOP}/build/release/pond`;
const {counted, doMove, launch, myTurn, serve, visit} = await import('../tests/page/driver.mjs');
const {readFileSync} = await import('node:fs');

const wanted = process.argv.slice(2);
const server = await serve(Number(process.env.PORT ?? 7980)), browser = await launch();
const row = (what, value, goal = '') => console.log(`${what.padEnd(58)} ${String(value).padStart(14)}   ${goal}`);
const round = (value, digits = 0) => value.toFixed(digits);
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

// ---- The first visit ----

/** When the first board stands after 'play now' was pressed as soon as it was there. */
async function first(slower) {
    const page = await visit(browser, server.address, {size: 'phone', settings: {}, serviceWorkers: 'block'});
    const session = await page.context().newCDPSession(page);
    const fetched = counted(page);
    await session.send('Emulation.setCPUThrottlingRate', {rate: slower});
    await page.addInitScript(() => {
        const times = globalThis.times = {};
        const ended = globalThis.ended = Promise.withResolvers();
        const look = () => {
            const play = document.querySelector('.hero .btn');
            if (play && times.offered === undefined) {
                times.offered = performance.now();
                play.click();
            }
            if (!times.board && document.querySelector('.pads.live .pad.own')) {
                times.board = -1;
                requestAnimationFrame(() => setTimeout(() => {
                    times.board = performance.now(); // drawn
                    ended.resolve(times);
                }));
            }
            if (!(times.board > 0)) requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
    });
    await session.send('Performance.enable', {timeDomain: 'threadTicks'});
    // Asked of the browser itself: what drives it would bring a large script of its own into the page.
    await session.send('Page.enable');
    const loaded = new Promise((done) => session.once('Page.loadEventFired', done));
    await session.send('Page.navigate', {url: server.address});
    await loaded;
    const {result: {value: times}} = await session.send('Runtime.evaluate', {expression: 'ended.promise', awaitPromise: true, returnByValue: true});
    const {metrics} = await session.send('Performance.getMetrics');
    const bytes = await fetched();
    await page.context().close();
    return {...times, bytes, cpu: metrics.find(({name}) => name === 'TaskDuration').value * 1000};
}

async function visits() {
    for (const slower of [1, 4]) {
        const runs = [];
        for (let i = 0; i < 5; i++) runs.push(await first(slower));
        const how = slower > 1 ? `, processor ${slower}x slower` : '';
        row(`'play now' is there${how}`, `${round(median(runs.map(({offered}) => offered)))} ms`);
        row(`pressed then, the board stands and can be played${how}`, `${round(median(runs.map(({board}) => board)))} ms`, slower > 1 ? '1000 ms' : '');
        row(`   the quickest of five${how}`, `${round(Math.min(...runs.map(({board}) => board)))} ms`);
        row(`   processor time of the page's thread for it${how}`, `${round(median(runs.map(({cpu}) => cpu)))} ms`);
        if (slower > 1) row('bytes up to there', runs[0].bytes, '350000 in all');
    }
}

// ---- The trace ----

/** Records what the browser does while `work` is done. */
async function traced(work) {
    const session = await browser.newBrowserCDPSession();
    const events = [];
    session.on('Tracing.dataCollected', ({value}) => events.push(...value));
    await session.send('Tracing.start', {transferMode: 'ReportEvents', traceConfig: {includedCategories:
        ['devtools.timeline', 'devtools.timeline.frame', 'disabled-by-default-devtools.timeline.frame', 'cc', 'benchmark', 'toplevel', 'blink.user_timing'], excludedCategories: ['*']}});
    const result = await work();
    const ended = new Promise((done) => session.once('Tracing.tracingComplete', done));
    await session.send('Tracing.end');
    await ended;
    await session.detach();
    return {events, result};
}

/** Tasks of the page's own thread, which has put a mark into the trace: other threads of this name draw the browser's own windows. */
function tasksOf(events) {
    const {pid, tid} = events.find(({name, cat}) => name === 'pond:here' && cat.includes('user_timing'));
    return events.filter(({name, ph, pid: process, tid: thread}) => /RunTask$/.test(name) && ph === 'X' && process === pid && thread === tid);
}

/** What most of a task's processor time went into. */
function parts({pid, tid, ts, dur = 0, tdur = 0}, events) {
    const within = events.filter((one) => one.ph === 'X' && one.pid === pid && one.tid === tid && one.ts >= ts && one.ts + (one.dur ?? 0) <= ts + dur
        && (one.tdur ?? 0) > tdur / 4 && !/RunTask$/.test(one.name));
    return [...new Set(within.map(({name, args}) => [name, args?.data?.functionName, args?.data?.url?.split('/').pop()].filter(Boolean).join(' ')))].slice(0, 6).join(', ');
}

/** Marks each animation of the page as a measure, so that it appears in the trace. */
const markAnimations = () => {
    const {animate} = Element.prototype;
    Element.prototype.animate = function marked(frames, options) {
        const animation = animate.call(this, frames, options), from = performance.now();
        const moves = Array.isArray(frames) && frames.some((frame) => 'transform' in frame || 'opacity' in frame);
        if (moves) animation.finished.then(() => performance.measure('pond:moving', {start: from, end: performance.now()}), () => {});
        return animation;
    };
};

/** Windows in which something moved, put together, in microseconds of the trace. */
function windows(events) {
    const spans = [];
    for (const {name, cat, ph, ts, id2, id} of events) {
        if (name !== 'pond:moving' || !cat.includes('user_timing')) continue;
        const key = id2?.local ?? id;
        if (ph === 'b') spans.push({key, from: ts, to: Infinity});
        if (ph === 'e') Object.assign(spans.find((span) => span.key === key && span.to === Infinity) ?? {}, {to: ts});
    }
    spans.sort((a, b) => a.from - b.from);
    const joined = [];
    for (const {from, to} of spans) {
        const last = joined.at(-1);
        if (last && from <= last.to) last.to = Math.max(last.to, to);
        else joined.push({from, to});
    }
    return joined;
}

function frames(what, events) {
    const moving = windows(events);
    const within = (ts) => moving.some(({from, to}) => ts >= from && ts <= to);
    const length = moving.reduce((sum, {from, to}) => sum + to - from, 0) / 1000;
    // How each frame of the page ended, as the compositor itself reports it.
    const names = new Map(events.filter(({name}) => name === 'thread_name').map(({pid, tid, args}) => [`${pid} ${tid}`, args.name]));
    const reports = events.filter(({name, ph, args, pid, tid}) => name === 'PipelineReporter' && ph === 'b' && args?.frame_reporter && names.get(`${pid} ${tid}`) === 'Compositor');
    const states = new Map();
    for (const {ts, args: {frame_reporter: report}} of reports) {
        if (!within(ts)) continue;
        const dropped = report.state === 'STATE_DROPPED' && report.affects_smoothness !== false;
        const state = report.state === 'STATE_DROPPED' ? (dropped ? 'dropped' : 'not needed') : report.state === 'STATE_NO_UPDATE_DESIRED' ? 'not needed' : 'drawn';
        states.set(state, (states.get(state) ?? 0) + 1);
    }
    const drawn = states.get('drawn') ?? 0, dropped = states.get('dropped') ?? 0;
    row(`${what}: frames drawn in ${round(length)} ms of movement`, `${drawn} (${round(drawn / length * 1000, 1)}/s)`, '60/s');
    row(`${what}: frames dropped`, `${dropped} (${round(100 * dropped / (drawn + dropped || 1), 1)} %)`);
    // What a frame costs each thread, in its own processor time.
    for (const thread of ['CrRendererMain', 'Compositor', 'VizCompositorThread']) {
        const tasks = events.filter(({name, ph, pid, tid, ts}) => /RunTask$/.test(name) && ph === 'X' && names.get(`${pid} ${tid}`) === thread && within(ts));
        const cpu = tasks.reduce((sum, {tdur = 0}) => sum + tdur, 0) / 1000;
        row(`   cpu for a sixtieth of a second, ${thread}`, `${round(cpu / length * 1000 / 60, 2)} ms`, '16.7 ms');
    }
    return {drawn, dropped, length};
}

async function motion() {
    const scenes = {
        'hops and turning cards (Quibbit)': {at: 'play/at/quibbit/players=4,colors=GBRY/h222/*GRBY~GYRB*BGYR_G47:12345,B52:2345,R49:1235,Y48:2345_B_-_6', game: 'quibbit', moves: ['4', '5', '3']},
        'leaps and captures (Rrib-bit)': {at: 'play/at/rribbit/turn=single,win=row/h2/2D5D.1D4D2.9.3DDD3.7L1.2L2LL2.1L2L4_l_-', game: 'rribbit', moves: ['c2xd4']},
        'cards that fly (Quibbles)': {at: 'play/quibbles/h222/players=4,first=0/pond7', game: 'quibbles', moves: [null, null]},
    };
    for (const size of ['desktop', 'phone']) {
        for (const [name, {at, game, moves}] of Object.entries(scenes)) {
            const page = await visit(browser, server.address, {size, settings: {chances: false}, serviceWorkers: 'block'});
            await page.addInitScript(markAnimations);
            await page.open(at);
            const {events} = await traced(async () => {
                for (const planned of moves) {
                    const {look, over} = await myTurn(page);
                    if (over) break;
                    const splits = look.legal.filter((move) => /^\d=/.test(move)).sort((a, b) => b.length - a.length);
                    const move = planned && look.legal.some((legal) => legal.replace(/[+#]$/, '') === planned) ? planned : splits[0] ?? look.legal[0];
                    await doMove(page, game, move);
                    await page.waitForFunction((version) => globalThis.pondTable.look.version > version, look.version);
                    await myTurn(page);
                }
                await page.waitForTimeout(500);
            });
            frames(`${name}, ${size}`, events);
            await page.context().close();
        }
    }
}

// ---- While the engine thinks ----

async function think() {
    for (const [game, level] of [['rribbit', 6], ['quibbit', 6], ['quibbles', 6]]) {
        const page = await visit(browser, server.address, {settings: {chances: true}, serviceWorkers: 'block'});
        await page.open(`play/${game}/h${String(level).repeat(game === 'rribbit' ? 1 : 2)}${game === 'quibbles' ? '/players=3,first=0' : game === 'quibbit' ? '/players=3' : ''}`);
        await myTurn(page);
        await page.evaluate(() => {
            globalThis.blocks = [];
            new PerformanceObserver((list) => globalThis.blocks.push(...list.getEntries().map(({duration}) => duration))).observe({type: 'longtask'});
        });
        const {events} = await traced(async () => {
            await page.evaluate(() => void performance.mark('pond:here'));
            for (let turn = 0; turn < 3; turn++) {
                const {look, over} = await myTurn(page);
                if (over) break;
                await doMove(page, game, look.legal.find((move) => move[0] === '+') ?? look.legal[0]);
                await page.waitForFunction((version) => globalThis.pondTable.look.version > version, look.version);
                await myTurn(page);
            }
        });
        const blocks = await page.evaluate(() => globalThis.blocks);
        const tasks = tasksOf(events);
        row(`${game}, level ${level}: longest task of the page, by the clock`, `${round(Math.max(...tasks.map(({dur}) => dur)) / 1000, 1)} ms`, '50 ms');
        const worst = tasks.reduce((one, other) => ((other.tdur ?? 0) > (one.tdur ?? 0) ? other : one));
        row('   the longest in processor time', `${round((worst.tdur ?? 0) / 1000, 1)} ms`, '50 ms');
        console.log(`      ${parts(worst, events)}`);
        row('   long tasks as the page sees them', blocks.length ? blocks.map((ms) => `${round(ms)} ms`).join(' ') : 'none');
        await page.context().close();
    }
}

// ---- Long tasks on a slow phone ----

/** The longest tasks while `work` is done, by the clock and by processor time, which a busy machine lengthens less. */
async function longest(what, work) {
    const {events} = await traced(work);
    const tasks = tasksOf(events).sort((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0)), most = (of) => Math.max(...tasks.map((task) => task[of] ?? 0)) / 1000;
    const over = tasks.filter(({tdur = 0}) => tdur > 100000).length;
    row(`${what}: longest task, processor time; by the clock`, `${round(most('tdur'))}; ${round(most('dur'))} ms`, '100 ms');
    row('   of so many tasks, over 100 ms of processor time', `${tasks.length}; ${over}`, '0');
    console.log(`      ${parts(tasks[0], events)}`);
}

async function slowPhone() {
    const scenes = {rribbit: 'h2', quibbit: 'h222/players=4', quibbles: 'h22/players=3,first=0'};
    for (const [game, at] of Object.entries(scenes)) {
        if (process.env.ONLY && process.env.ONLY !== game) continue;
        const page = await visit(browser, server.address, {size: 'phone', settings: {}, serviceWorkers: 'block'});
        await page.addInitScript(() => void performance.mark('pond:here'));
        const session = await page.context().newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', {rate: 4});
        await longest(`home (before ${game})`, () => page.open(''));
        const here = () => page.evaluate(() => void performance.mark('pond:here'));
        await longest(`${game}: begin`, async () => {
            await here();
            await page.open(`play/${game}/${at}`);
            await myTurn(page);
        });
        await longest(`${game}: four turns`, async () => {
            await here();
            for (let turn = 0; turn < 4; turn++) {
                const {look, over} = await myTurn(page);
                if (over) break;
                await doMove(page, game, look.legal.find((move) => move[0] === '+') ?? look.legal[0]);
                await page.waitForFunction((version) => globalThis.pondTable.look.version > version, look.version);
            }
            await myTurn(page);
        });
        await page.evaluate(() => globalThis.pondTable.resign(globalThis.pondTable.mine));
        await page.waitForSelector('.ending .review');
        await longest(`${game}: review`, async () => {
            await here();
            await page.locator('.ending .review').click();
            await page.waitForFunction(() => location.hash.startsWith('#/review/') && !document.querySelector('.graph .progress')?.textContent.includes('analysed'));
        });
        await page.context().close();
    }
}

// ---- Memory ----

/** What a page and its workers hold, everything collected. */
async function held(page, session, workers) {
    await session.send('HeapProfiler.collectGarbage');
    const {usedSize} = await session.send('Runtime.getHeapUsage');
    const {nodes, jsEventListeners} = await session.send('Memory.getDOMCounters');
    let inWorkers = 0, buffers = 0;
    for (const worker of workers.values()) {
        await worker('HeapProfiler.collectGarbage').catch(() => {});
        const usage = await worker('Runtime.getHeapUsage').catch(() => ({usedSize: 0, backingStorageSize: 0}));
        inWorkers += usage.usedSize;
        buffers += usage.backingStorageSize ?? 0;
    }
    const root = await browser.newBrowserCDPSession();
    const {processInfo} = await root.send('SystemInfo.getProcessInfo');
    await root.detach();
    const resident = processInfo.filter(({type}) => type === 'renderer').reduce((sum, {id}) => {
        const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [0, 0];
        return sum + Number(kb);
    }, 0);
    return {heap: usedSize, nodes, listeners: jsEventListeners, workers: workers.size, inWorkers, buffers, resident: resident * 1024};
}

/** Sessions of the workers of a page, as they come and go. */
async function workersOf(session) {
    const workers = new Map(), waiting = new Map();
    let number = 0;
    session.on('Target.attachedToTarget', ({sessionId, targetInfo}) => {
        if (targetInfo.type !== 'worker') return;
        workers.set(sessionId, (method, params = {}) => new Promise((done, fail) => {
            const id = ++number;
            waiting.set(id, {done, fail});
            session.send('Target.sendMessageToTarget', {sessionId, message: JSON.stringify({id, method, params})}).catch(fail);
        }));
    });
    session.on('Target.detachedFromTarget', ({sessionId}) => workers.delete(sessionId));
    session.on('Target.receivedMessageFromTarget', ({message}) => {
        const {id, result, error} = JSON.parse(message);
        if (error) waiting.get(id)?.fail(new Error(error.message));
        else waiting.get(id)?.done(result);
        waiting.delete(id);
    });
    await session.send('Target.setAutoAttach', {autoAttach: true, waitForDebuggerOnStart: false, flatten: false});
    return workers;
}

/** Computers play whole games; a person presses 'again', goes home, begins another. */
async function memory(count) {
    const page = await visit(browser, server.address, {settings: {motion: 'off', chances: false, level: {rribbit: 1, quibbit: 1, quibbles: 1}}});
    const session = await page.context().newCDPSession(page);
    const workers = await workersOf(session);
    const games = ['rribbit/11', 'quibbit/1111/players=4', 'quibbles/111/players=3'];
    // Only plain questions to the page: what drives a browser keeps elements that it has pressed or waited for.
    const until = async (/** @type {string} */ text) => {
        while (!(await page.evaluate(text))) await page.waitForTimeout(30);
    };
    const open = async (/** @type {string} */ hash) => {
        await page.evaluate((to) => {
            globalThis.pondTable = null;
            location.hash = to;
        }, `#/${hash}`);
        await until(`document.querySelector('${hash ? '.play' : '.hero'}') !== null`);
    };
    await page.goto(server.address);
    await until("document.querySelector('.hero') !== null");
    const play = async (number) => {
        if (number % 4 === 0 || !(await page.evaluate("document.querySelector('.ending .again') !== null"))) {
            await open('');
            await open(`play/${games[Math.floor(number / 4) % 3]}`);
        } else {
            await page.evaluate(() => {
                globalThis.pondTable = null;
                document.querySelector('.ending .again').click();
            });
        }
        await until("Boolean(globalThis.pondTable?.over && document.querySelector('.ending'))");
    };
    const say = (when, now) => console.log(`${when.padEnd(12)} page ${round(now.heap / 1e6, 2)} MB, ${now.nodes} nodes, ${now.listeners} listeners; ${now.workers} workers ${round(now.inWorkers / 1e6, 2)} MB, buffers ${round(now.buffers / 1e6, 2)} MB; resident ${round(now.resident / 1e6)} MB`);
    const SETTLED_MS = 12000; // movements of the home screens that were left end by themselves within it
    const WARM = 12; // each game four times, so that everything is loaded and compiled
    for (let i = 0; i < WARM; i++) await play(i);
    await open('');
    await page.waitForTimeout(SETTLED_MS);
    const before = await held(page, session, workers);
    say(`${WARM} games`, before);
    let after = before;
    for (let i = 0; i < count; i++) {
        await play(WARM + i);
        if ((i + 1) % 25 === 0 || i + 1 === count) {
            await open('');
            await page.waitForTimeout(SETTLED_MS);
            after = await held(page, session, workers);
            say(`+ ${i + 1}`, after);
        }
    }
    row(`heap of the page and its workers after ${count} more games`, `${round((after.heap + after.inWorkers - before.heap - before.inWorkers) / 1e3)} kB`, 'flat');
    row('   elements and listeners more', `${after.nodes - before.nodes}, ${after.listeners - before.listeners}`, '0, 0');
    await page.context().close();
}

const all = {visit: visits, motion, think, tasks: slowPhone, memory: () => memory(100)};
for (const [name, work] of Object.entries(all)) {
    const asked = wanted.find((one) => one.split('=')[0] === name);
    if (wanted.length > 0 && !asked) continue;
    console.log(`-- ${name}`);
    if (asked?.includes('=')) await memory(Number(asked.split('=')[1]));
    else await work();
}
await browser.close();
await server.stop();
