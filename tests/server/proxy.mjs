// proxy.mjs: a bad network between two programs of this machine: it delays, cuts, stalls and chops.

import {connect, createServer} from 'node:net';

export class Proxy {
    /** @param {number} target the port behind it */
    constructor(target) {
        Object.assign(this, {target, delay_ms: 0, chop: false, stalled: false, pairs: new Set()});
    }

    async start() {
        this.server = createServer({allowHalfOpen: true}, (near) => {
            const far = connect({port: this.target, host: '127.0.0.1', allowHalfOpen: true});
            const pair = {near, far};
            this.pairs.add(pair);
            const gone = () => {
                near.destroy();
                far.destroy();
                this.pairs.delete(pair);
            };
            this.pass(near, far);
            this.pass(far, near);
            for (const socket of [near, far]) socket.on('error', gone).on('close', gone).setNoDelay();
        });
        await new Promise((done) => this.server.listen(0, '127.0.0.1', done));
        this.port = this.server.address().port;
        return this;
    }

    /** Bytes keep their order however long they are held. */
    pass(from, to) {
        let last = Promise.resolve();
        const later = (action) => {
            const until = Date.now() + this.delay_ms;
            last = last.then(async () => {
                const wait = until - Date.now();
                if (wait > 0) await new Promise((done) => setTimeout(done, wait));
                while (this.stalled && !to.destroyed) await new Promise((done) => setTimeout(done, 5));
                if (!to.destroyed) action();
            });
        };
        from.on('data', (data) => {
            if (!this.chop) later(() => to.write(data));
            else for (const byte of data.subarray(0, 200)) later(() => to.write(Buffer.from([byte])));
            if (this.chop && data.length > 200) later(() => to.write(data.subarray(200)));
        });
        from.on('end', () => later(() => to.end()));
    }

    /** Ends all connections at once, or only one direction of them. */
    cut(half = false) {
        for (const {near, far} of this.pairs) {
            if (half) {
                far.end();
            } else {
                near.destroy();
                far.destroy();
            }
        }
    }

    close() {
        this.cut();
        this.server.close();
    }
}
