// person.mjs: somebody in a real terminal (tmux) at a play server: keys go in, the screen comes out. For joined.mjs and
// night_terminal.mjs.
//
// A test knows what may be played because it can hold the same key on a socket of its own (`spy`).

import {execFileSync, spawnSync} from 'node:child_process';
import {mkdirSync, readFileSync} from 'node:fs';
import {createHash} from 'node:crypto';
import {Client, PATIENCE_MS, check, finish, lacks, pond, sleep} from './client.mjs';

if (spawnSync('tmux', ['-V']).status !== 0) {
    lacks('tmux');
    finish();
}
const socket = `pond-person-${process.pid}`;
export const tmux = (...words) => execFileSync('tmux', ['-L', socket, '-f', '/dev/null', ...words], {encoding: 'utf8'});
process.on('exit', () => spawnSync('tmux', ['-L', socket, 'kill-server'], {stdio: 'ignore'}));

export class Person {
    constructor(server, name, place, language, size) {
        this.server = server;
        this.name = name;
        this.folder = `${server.folder}/${name}`;
        mkdirSync(this.folder, {recursive: true});
        tmux('new-session', '-d', '-s', name, '-x', `${size[0]}`, '-y', `${size[1]}`,
            `stty -g >${this.folder}/before; XDG_DATA_HOME=${this.folder} LC_ALL=C.UTF-8 TERM=screen-256color ${pond} join ${place} ` +
            `--name ${name} --lang ${language} --fast; code=$?; stty -g >${this.folder}/after; echo "ended $code"; exec sleep 600`);
    }
    screen() { return tmux('capture-pane', '-p', '-t', this.name); }
    press(...keys) { tmux('send-keys', '-t', this.name, ...keys); }
    type(text) { tmux('send-keys', '-t', this.name, '-l', text); }
    async until(pattern, what = `${pattern}`) {
        let shown = '';
        for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(30)) {
            shown = this.screen();
            if (pattern.test(shown)) return shown;
        }
        check(false, `${this.name}: ${what}:\n${shown}`);
        return shown;
    }
    // Types a move and checks that it appears: what is pressed before the screen knows whose turn it
    // is is nobody's.
    async enter(move) {
        for (let tries = 0; tries < 20; tries++) {
            this.type(move);
            for (const end = Date.now() + 1000; Date.now() < end; await sleep(15)) {
                if (!this.screen().split('\n').some((line) => line.trim() === `> ${move}`)) continue;
                this.press('Enter');
                return;
            }
            this.press('Escape');
            await sleep(100);
        }
        check(false, `${move} can be typed: ${this.screen()}`);
    }
    // A second socket of the same person.
    async spy() { // a server is told a key of its own, made from the device's
        const own = `${readFileSync(`${this.folder}/pond/key`, 'utf8')} 127.0.0.1:${this.server.port}`;
        return Client.open(this.server, {key: createHash('sha256').update(own).digest('hex')});
    }
}
