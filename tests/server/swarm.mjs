// swarm.mjs: many players at many tables who never give up, and a checker over all they heard.
//
// Each player plays random moves of Rrib-bit at one table through whichever node it reaches. It
// reconnects when the connection is lost, and says again what it does not know to have arrived. At the
// end, what all of them heard must fit together: one event a version, in one order for everyone, and
// every acknowledged move in the record, once, and no other.

import {Client, PATIENCE_MS, key, sleep, until} from './client.mjs';

const LOST_MS = 10000; // an answer that has not come by then was lost in trouble: the question is put again

export class Player {
    constructor(swarm, table, seat) {
        Object.assign(this, {swarm, table, seat, key: key(), version: 0, doubt: null, turn: false});
        this.random = swarm.random;
    }

    /** Connects to some node and catches up; tries until it works. */
    async arrive() {
        const end = Date.now() + 2 * PATIENCE_MS;
        for (;;) {
            const port = this.swarm.port();
            try {
                this.client = await Client.open({port}, {key: this.key, name: `S${this.seat}`}, LOST_MS);
                if (this.client.welcome?.type === 'welcome' && await this.catchUp()) return;
                this.client.close();
            } catch {
                // Nobody there: somebody will be.
            }
            this.swarm.reconnects++;
            if (Date.now() > end) throw new Error(`no node answered for ${2 * PATIENCE_MS} ms`);
            await sleep(20 + 100 * this.random());
        }
    }

    async catchUp() {
        if (this.table.id === null) return true;
        const answer = await this.client.ask({type: 'watch', table: this.table.id,
            ...(this.version > 0 ? {version: this.version} : {})}, LOST_MS);
        return answer !== null && this.take(answer);
    }

    /** Notes what a message about the table says; false if it was something else. */
    take(message) {
        if (message.table !== this.table.id) return true;
        if (message.type === 'table') {
            this.version = message.version;
            this.now(message);
        } else if (message.type === 'missed') {
            for (const event of message.events) this.event(event);
            this.version = message.version;
            this.now(message.now);
        } else if (message.type === 'event') {
            if (message.version <= this.version) return true; // came before the whole table
            this.event(message);
            this.now(message.now);
        } else {
            return message.type !== 'error';
        }
        return true;
    }

    event(event) {
        if (event.version !== this.version + 1) {
            this.swarm.wrong(`S${this.seat} heard version ${event.version} after ${this.version}`);
        }
        this.version = event.version;
        this.table.heard(event.version, event.what);
    }

    now(now) {
        if (now.phase !== undefined) this.phase = now.phase;
        if (now.view) this.view = now.view;
        if (now.number !== undefined) this.number = now.number;
        if (Number.isInteger(now.you)) this.seat = now.you; // from game to game everyone moves up
    }

    /** One decision of ours, until we know what became of it. */
    async play() {
        const doubt = this.doubt ??= {
            version: this.version, move: this.view.legal[Math.floor(this.random() * this.view.legal.length)],
        };
        const answer = await this.client.ask({type: 'play', table: this.table.id, ...doubt}, LOST_MS);
        if (answer === null) return; // lost on the way; it is said again after we are back
        if (answer.type === 'event') {
            this.table.acknowledged(answer.version, this.seat, doubt.move);
            this.client.inbox.push(answer);
            this.client.inbox.sort((a, b) => (a.version ?? 0) - (b.version ?? 0));
        } else if (answer.type === 'ok' && answer.repeated) {
            this.table.acknowledged(answer.version, this.seat, doubt.move);
            this.swarm.repeated++;
        } else if (answer.code === 'store') {
            this.swarm.refused++; // it could not be saved, and has not happened: again, later
            await sleep(50);
            return;
        } else if (answer.code !== 'stale') {
            this.swarm.wrong(`${doubt.move}: ${JSON.stringify(answer)}`);
        }
        this.doubt = null;
    }

    async live() {
        while (!this.swarm.over || this.doubt !== null) {
            if (this.client.closed) {
                await this.arrive();
                continue;
            }
            for (const message of this.client.inbox.splice(0)) this.take(message);
            const turn = this.phase === 'playing' && this.view?.legal?.length > 0;
            if (this.doubt !== null || (turn && !this.swarm.over)) {
                await this.play();
                await sleep(this.swarm.pause_ms * this.random());
            } else {
                if (this.phase === 'over' && this.again !== this.number && !this.swarm.over) {
                    const answer = await this.client.ask({type: 'again', table: this.table.id, number: 'cd'}, LOST_MS);
                    if (answer?.type === 'event') {
                        this.again = this.number;
                        this.client.inbox.unshift(answer);
                        this.client.inbox.sort((a, b) => (a.version ?? 0) - (b.version ?? 0));
                    }
                }
                await sleep(2);
            }
        }
    }
}

class Table {
    constructor(swarm) {
        Object.assign(this, {swarm, id: null, log: new Map(), moves: new Map()});
        this.players = [0, 1].map((seat) => new Player(swarm, this, seat));
    }

    heard(version, what) {
        const text = JSON.stringify(what);
        const before = this.log.get(version);
        if (before !== undefined && before !== text) {
            this.swarm.wrong(`version ${version} is ${before} and ${text}`);
        }
        this.log.set(version, text);
    }

    acknowledged(version, seat, move) {
        const before = this.moves.get(version);
        if (before !== undefined && (before.seat !== seat || before.move !== move)) {
            this.swarm.wrong(`version ${version} is a move twice: ${before.move}, ${move}`);
        }
        this.moves.set(version, {seat, move});
    }

    async open() {
        const [first, second] = this.players;
        await first.arrive();
        const once = key().slice(0, 32);
        for (;;) {
            const made = await first.client.ask({type: 'create', game: 'rribbit', options: '', once,
                seats: ['me', 'open'], public: false, rated: false, clock: {kind: 'none'}}, LOST_MS);
            if (made?.type === 'table') {
                this.id = made.table;
                first.take(made);
                break;
            }
            if (first.client.closed) await first.arrive();
            await sleep(50);
        }
        for (;;) {
            await second.arrive();
            const joined = await second.client.ask({type: 'join', table: this.id, seat: 1}, LOST_MS);
            if (joined?.type === 'event') second.take(joined);
            if (joined?.type === 'event' || joined?.code === 'seat') break; // the latter: by the try before
        }
        for (const player of this.players) {
            if (!player.client.closed) player.client.send({type: 'number', table: this.id, number: 'ab'});
        }
    }

    /** Compares the record with what was acknowledged. */
    async check() {
        const [player] = this.players;
        const last = Math.max(...this.moves.keys());
        // A node hears of what another one wrote a moment later.
        for (let i = 0; i < 6000 && (player.version < last || player.client.closed); i++) {
            if (player.client.closed) await player.arrive();
            for (const message of player.client.inbox.splice(0)) player.take(message);
            await sleep(10);
        }
        let body = '';
        for (let number = 1; number <= player.number; number++) {
            let answer = null;
            for (let i = 0; i < 50 && answer?.type !== 'record'; i++) {
                if (player.client.closed) await player.arrive();
                answer = await player.client.ask({type: 'record', table: this.id, number}, LOST_MS);
            }
            body += (answer?.record ?? '').split('\n').filter((line) => !line.startsWith('[')).join(' ');
        }
        const bare = (move) => move.replace(/[+#!?]+$/, '');
        const recorded = body.split(/\s+/).filter((word) => /^[a-i][1-7][-x]/.test(word)).map(bare);
        const told = [...this.moves].sort(([a], [b]) => a - b).map(([, {move}]) => bare(move));
        if (recorded.join(' ') !== told.join(' ')) {
            const at = told.findIndex((move, i) => move !== recorded[i]);
            this.swarm.wrong(`table ${this.id}: recorded ${recorded.length} moves, acknowledged ${told.length}; ` +
                `from ${at} on ${recorded.slice(at, at + 5).join(' ')} and ${told.slice(at, at + 5).join(' ')}`);
        }
        for (const [version, {seat}] of this.moves) {
            const what = this.log.get(version);
            if (what !== undefined && JSON.parse(what).seat !== seat) {
                this.swarm.wrong(`version ${version} is told as ${what}, acknowledged to seat ${seat}`);
            }
        }
        return told.length;
    }
}

export class Swarm {
    /** @param {() => number} port where to connect next */
    constructor(port, {tables = 8, pause_ms = 20, seed = 1} = {}) {
        Object.assign(this, {port, pause_ms, over: false, reconnects: 0, repeated: 0, refused: 0, faults: []});
        let state = seed >>> 0;
        this.random = () => { // mulberry32: the same faults again with the same seed
            state = (state + 0x6d2b79f5) >>> 0;
            let mixed = Math.imul(state ^ state >>> 15, 1 | state);
            mixed = (mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed)) ^ mixed;
            return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
        };
        this.tables = Array.from({length: tables}, () => new Table(this));
    }

    /** How many moves were acknowledged so far. */
    get played() { return this.tables.reduce((sum, table) => sum + table.moves.size, 0); }

    /** Waits until more is played: trouble shall come in the middle of games, however slow the machine is. */
    async goOn() {
        const before = this.played;
        await until(() => this.played > before, 2 * PATIENCE_MS);
    }

    wrong(what) {
        this.faults.push(what);
        console.error(`wrong: ${what.slice(0, 500)}`);
    }

    async begin() {
        await Promise.all(this.tables.map((table) => table.open()));
        this.lives = this.tables.flatMap((table) => table.players).map((player) => player.live());
    }

    /** Lets everyone finish what is under way and compares; gives the number of moves. */
    async end() {
        this.over = true;
        await Promise.all(this.lives);
        let moves = 0;
        for (const table of this.tables) moves += await table.check();
        for (const table of this.tables) for (const player of table.players) player.client.close();
        return moves;
    }
}
