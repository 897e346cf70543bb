// peer.mjs: a player who talks through an independent WebSocket: npm's `ws` or a browser's
// own. Both have the same interface, so one player does for both.
//
//     node tests/server/peer.mjs MODULE ws://HOST:PORT/ws TABLE SEED     with `ws` from that folder
//
// It sits down, plays any legal move until the game is over, checks what it hears on the way, and says
// at the end what came of it.

const AT_ONCE = 90, PAUSE_MS = 60; // a socket may send 100 messages at once, then 20 a second

export function play(Socket, address, table, seed) {
    let held = null, moves = 0, others = 0, played = -1, asked = false, state = seed >>> 0;
    const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
    const digits = (count) => Array.from({length: count}, () => Math.floor(16 * random()).toString(16)).join('');
    const wrong = [];
    return new Promise((resolve) => {
        const socket = new Socket(address);
        let said = 0;
        const send = (message) => { if (socket.readyState === Socket.OPEN) socket.send(JSON.stringify(message)); };
        const say = (message) => (++said > AT_ONCE ? setTimeout(send, PAUSE_MS, message) : send(message));
        const done = () => resolve({moves, others, wrong, result: held?.over?.result ?? null});
        socket.onopen = () => say({type: 'hello', key: digits(64), name: `Peer ${seed}`});
        socket.onerror = (event) => wrong.push(`the socket: ${event.message ?? 'error'}`);
        socket.onclose = (event) => {
            if (event.code !== 1000) wrong.push(`the server closes: ${event.code}`);
            done();
        };
        socket.onmessage = ({data}) => {
            const message = JSON.parse(data);
            if (message.type === 'welcome') say({type: 'join', table});
            if (message.type === 'error') {
                wrong.push(`${message.code}: ${message.text}`);
                socket.close(1000); // nobody would play on
            }
            if (message.type === 'event') hear(message);
        };
        const hear = (message) => {
            if (held && message.version !== held.version + 1) wrong.push(`${message.version} after ${held.version}`);
            held = {...held, ...message, ...message.now};
            const {what, you, phase, view} = held;
            if (what.kind === 'move' && what.seat !== you) {
                others++;
                if (view.sealed.includes(what.seat) && 'move' in what) wrong.push('a sealed choice was told');
            }
            if (phase === 'over') {
                socket.close(1000);
            } else if (phase !== 'playing') {
                if (!asked) say({type: 'number', table, number: digits(16)});
                asked = true;
            } else if (view.seat === you && view.legal.length > 0 && played !== view.ply) {
                played = view.ply;
                moves++;
                say({type: 'play', table, version: held.version, move: view.legal[Math.floor(random() * view.legal.length)]});
            }
        };
    });
}

if (globalThis.process?.argv[1]?.endsWith('peer.mjs')) {
    const [modules, address, table, seed] = process.argv.slice(2);
    const {createRequire} = await import('node:module');
    const {WebSocket} = createRequire(`${modules}/x.cjs`)('ws');
    console.log(JSON.stringify(await play(WebSocket, address, table, Number(seed))));
}
