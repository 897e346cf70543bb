// proxied.mjs: docs/hosting/nginx.conf as it stands (but for name, ports and certificate) in front of a real server: nginx
// takes it, and a game is played through TLS.
//
// Where nginx is not installed (package nginx-light) there is nothing to try.

import {spawn, spawnSync} from 'node:child_process';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {request} from 'node:https';
import {createServer} from 'node:net';
import {connect as connectTls} from 'node:tls';
import {Client, Server, check, finish, handshake, key, lacks, same, sleep} from './client.mjs';
import {bot, modules} from './modules.mjs';

const nginx = ['nginx', '/usr/sbin/nginx'].find((one) => spawnSync(one, ['-v']).status === 0);
if (!nginx) lacks('nginx');
if (spawnSync('openssl', ['version']).status !== 0) lacks('openssl');
if (!modules) lacks('ws');
if (!nginx || !modules || spawnSync('openssl', ['version']).status !== 0) finish();

async function freePort() {
    const listener = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => listener.on('listening', resolve));
    const {port} = listener.address();
    await new Promise((resolve) => listener.close(resolve));
    return port;
}
const server = await new Server().start('--proxy');
const {folder} = server, plain = await freePort(), secure = await freePort();
const made = spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=pond.example',
    '-keyout', `${folder}/privkey.pem`, '-out', `${folder}/fullchain.pem`], {encoding: 'utf8'});
same(made.status, 0, `a certificate: ${made.stderr}`);

// Every change must find its place, so that the document and this test go together.
let site = readFileSync(new URL('../../docs/hosting/nginx.conf', import.meta.url), 'utf8');
for (const [from, to] of [[/127\.0\.0\.1:7878/, `127.0.0.1:${server.port}`], [/listen 80;/, `listen 127.0.0.1:${plain};`],
    [/ *listen \[::\]:80;\n/, ''], [/listen 443 ssl http2;/, `listen 127.0.0.1:${secure} ssl http2;`], [/ *listen \[::\]:443 ssl http2;\n/, ''],
    [/\/etc\/letsencrypt\/live\/pond\.example\/fullchain\.pem/, `${folder}/fullchain.pem`],
    [/\/etc\/letsencrypt\/live\/pond\.example\/privkey\.pem/, `${folder}/privkey.pem`]]) {
    check(from.test(site), `docs/hosting/nginx.conf has ${from}`);
    site = site.replace(from, to);
}
mkdirSync(`${folder}/nginx`);
writeFileSync(`${folder}/site.conf`, site);
writeFileSync(`${folder}/nginx.conf`, `daemon off;\npid ${folder}/nginx/pid;\nerror_log stderr;\nevents {}\nhttp {\n    access_log off;\n` +
    ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `    ${name}_temp_path ${folder}/nginx/${name};\n`).join('') +
    `    include ${folder}/site.conf;\n}\n`);
const words = ['-p', `${folder}/nginx`, '-c', `${folder}/nginx.conf`, '-e', 'stderr'];
const tested = spawnSync(nginx, ['-t', ...words], {encoding: 'utf8'});
check(tested.status === 0, `nginx -t: ${tested.stderr}`);

const proxy = spawn(nginx, words, {stdio: ['ignore', 'inherit', 'inherit']});
process.on('exit', () => proxy.kill('SIGTERM'));
const ended = new Promise((resolve) => proxy.on('exit', resolve));

const fetchSecure = (path) => new Promise((resolve) => {
    request({host: '127.0.0.1', port: secure, path, rejectUnauthorized: false, headers: {Host: 'pond.example'}}, (answer) => {
        let body = '';
        answer.on('data', (data) => { body += data; }).on('end', () => resolve({status: answer.statusCode, headers: answer.headers, body}));
    }).on('error', () => resolve(null)).end();
});
let health = null;
for (let i = 0; i < 100 && health === null; i++) {
    health = await fetchSecure('/healthz');
    if (health === null) await sleep(100);
}
same([health?.status, health?.body], [200, 'ok\n'], 'the server behind the proxy');
const page = await fetchSecure('/');
check(page.status === 200 && page.headers['strict-transport-security'] && page.headers['content-security-policy'], 'the page, with strict headers');
const moved = await fetch(`http://127.0.0.1:${plain}/t/x`, {redirect: 'manual'});
check(moved.status === 301 && moved.headers.get('location').startsWith('https://'), 'plain HTTP is sent on to TLS');

// Browsers say where their page comes from: the proxy's own address, and no other.
const shake = (origin) => new Promise((resolve) => {
    const socket = connectTls({port: secure, host: '127.0.0.1', rejectUnauthorized: false}, () => {
        socket.write(handshake(secure, '/ws', `Origin: ${origin}\r\n`));
    });
    socket.on('data', (data) => { resolve(Number(data.toString('latin1').split(' ')[1])); socket.destroy(); });
    socket.on('error', () => resolve(0));
});
same(await shake(`https://127.0.0.1:${secure}`), 101, 'our own page');
same(await shake('https://evil.example'), 403, 'another page');

// The example bot comes through TLS, the other player straight in.
const maker = await Client.open(server, {key: key(), name: 'Maker'});
const {table} = await maker.ask({type: 'create', game: 'quibbit', options: 'players=3', seats: ['open', 'open', 'greedy']});
const bots = [1, 2].map(() => bot([`https://127.0.0.1:${secure}`, table],
    {stdio: ['ignore', 'inherit', 'inherit'], env: {...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0'}}));
process.on('exit', () => { for (const bot of bots) bot.kill(); });
const codes = await Promise.all(bots.map((bot) => new Promise((resolve) => bot.on('exit', resolve))));
same(codes, [0, 0], 'a whole game through TLS');
const record = await fetchSecure(`/record/${table}`);
check(/\[Result "seat \d"\]|\[Result "draw"\]/.test(record.body), `its record: ${record.body}`);

maker.close();
proxy.kill('SIGTERM');
await ended;
await server.close();
finish();
