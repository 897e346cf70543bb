// tls.mjs: `pond serve --tls`: a real certificate, games by wss, large files, `pond join`, a certificate that is
// renewed while people play, and clear sentences for files that will not do.

import {spawn, spawnSync} from 'node:child_process';
import {copyFileSync, writeFileSync} from 'node:fs';
import {get as getPlain} from 'node:http';
import {get as getSecure} from 'node:https';
import {connect} from 'node:tls';
import {Client, Server, check, finish, key, lacks, pond, raw, same, until} from './client.mjs';
import {bot, modules} from './modules.mjs';

if (!modules) lacks('ws');
if (spawnSync('openssl', ['version']).status !== 0) lacks('openssl');
if (!modules || spawnSync('openssl', ['version']).status !== 0) finish();

const server = new Server(), {folder} = server;
// Makes NAME.pem and NAME.key: who trusts the one believes the server.
function certify(name, ...kind) {
    const made = spawnSync('openssl', ['req', '-x509', '-newkey', ...kind, '-nodes', '-days', '2', '-subj', `/CN=${name}`,
        '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-keyout', `${folder}/${name}.key`, '-out', `${folder}/${name}.pem`], {encoding: 'utf8'});
    same(made.status, 0, `a certificate: ${made.stderr}`);
}
certify('first', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1');
certify('second', 'rsa:2048');
const install = (name, keyName = name) => {
    copyFileSync(`${folder}/${name}.pem`, `${folder}/cert.pem`);
    copyFileSync(`${folder}/${keyName}.key`, `${folder}/key.pem`);
};
install('first');
server.secure = true;
server.errors = 'pipe';
await server.start('--tls', `${folder}/cert.pem,${folder}/key.pem`);
let said = '';
server.process.stderr.on('data', (data) => { said += data; });

// ---- Files that will not do ----

const refused = (files) => spawnSync(pond, ['serve', '--listen', '127.0.0.1:0', '--store', `sqlite:${folder}/other.sqlite`, '--lang', 'en', '--tls', files],
    {encoding: 'utf8', timeout: 60000});
writeFileSync(`${folder}/empty`, '');
for (const [files, code, why] of [[`${folder}/cert.pem`, 2, /needs a certificate and its key/], [`${folder}/none,${folder}/key.pem`, 1, /Can't read .*none: no such file/],
    [`${folder}/empty,${folder}/key.pem`, 1, /empty contains no certificate/], [`${folder}/cert.pem,${folder}/empty`, 1, /empty contains no private key/],
    [`${folder}/first.pem,${folder}/second.key`, 1, /second.key isn't the key/], [`${folder}/second.pem,${folder}/first.key`, 1, /first.key isn't the key/]]) {
    const {status, stderr} = refused(files);
    check(status === code && why.test(stderr), `--tls ${files}: ${status} ${stderr}`);
}

// ---- The host needs no certificate ----

const host = (...words) => spawnSync(pond, ['host', ...words, '--store', server.store, '--lang', 'en'], {encoding: 'utf8', timeout: 60000});
check(/People online/.test(host('overview').stdout), `pond host: ${host('overview').stderr}`);
check(host('link').stdout.includes(`https://127.0.0.1:${server.port}/host#`), `pond host link: ${host('link').stdout}`);

// A host who has named the server is shown that name: the certificate is for it alone.
{
    const named = Object.assign(new Server(), {folder, store: `sqlite:${folder}/named.sqlite`});
    await named.start('--tls', `${folder}/cert.pem,${folder}/key.pem`, '--hostname', 'pond.example,frogs.example');
    const linked = () => spawnSync(pond, ['host', 'link', '--store', named.store, '--lang', 'en'], {encoding: 'utf8', timeout: 60000}).stdout;
    same(named.said, `Pond is open at https://pond.example:${named.port}/`, 'all that it says of where it is');
    check(linked().includes(`https://pond.example:${named.port}/host#`), `pond host link: ${linked()}`);
    await named.stop();
    // Behind a proxy the public address is the page's origin.
    await named.start('--proxy', '--origin', 'https://pond.example');
    same(named.said, 'Pond is open at https://pond.example/', 'the same behind a proxy');
    check(linked().includes('https://pond.example/host#'), `pond host link: ${linked()}`);
    await named.stop();
}

// ---- Files, whole, and what is not TLS ----

const fetchAll = (get, port, path) => new Promise((resolve) => {
    get({host: '127.0.0.1', port, path, rejectUnauthorized: false}, (answer) => {
        const pieces = [];
        answer.on('data', (data) => pieces.push(data)).on('end', () => resolve(Buffer.concat(pieces)));
    }).on('error', () => resolve(null));
});
const plain = await new Server().start();
for (const path of ['/', '/play.wasm', '/tables/rribbit-single-row.bin', '/healthz']) {
    const [one, other] = [await fetchAll(getSecure, server.port, path), await fetchAll(getPlain, plain.port, path)];
    check(one && one.length > 0 && one.equals(other), `${path} by TLS: ${one?.length} bytes of ${other?.length}`);
}
await plain.close();
same((await raw(server.port, `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`)).toString('latin1').includes('200'), false, 'HTTP without TLS');
for (let i = 0; i < 20; i++) await raw(server.port, Buffer.from(Array.from({length: 300}, () => Math.random() * 256)));

// ---- A game ----

const maker = await Client.open(server, {key: key(), name: 'Maker'});
const {table} = await maker.ask({type: 'create', game: 'quibbit', options: 'players=2', seats: ['open', 'open']});
const ended = [1, 2].map(() => {
    const player = bot([`https://127.0.0.1:${server.port}`, table], {stdio: ['ignore', 'inherit', 'inherit'],
        env: {...process.env, NODE_EXTRA_CA_CERTS: `${folder}/first.pem`}});
    process.on('exit', () => player.kill());
    return new Promise((resolve) => player.on('exit', resolve));
});
same(await Promise.all(ended), [0, 0], 'a whole game by wss');

// ---- In the terminal ----

function join(trusted) {
    const child = spawn(pond, ['join', `wss://localhost:${server.port}`, '--plain', '--lang', 'en'],
        {env: {...process.env, XDG_DATA_HOME: folder, SSL_CERT_FILE: trusted}, stdio: ['pipe', 'pipe', 'pipe']});
    process.on('exit', () => child.kill());
    child.text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => { child.text += data; });
    child.done = new Promise((resolve) => child.on('exit', resolve));
    return child;
}
const joined = join(`${folder}/first.pem`);
check(await until(() => joined.text.includes('Tables (')), `pond join by wss: ${joined.text}`);
joined.stdin.end('quit\n');
same(await joined.done, 0, 'and it leaves');
const wary = join(`${folder}/second.pem`);
same(await wary.done, 1, 'a server that is not trusted');
check(/can't prove who it is: self-signed certificate/.test(wary.text), `it says why: ${wary.text}`);

// ---- Renewal ----

const shown = () => new Promise((resolve) => {
    const socket = connect({port: server.port, host: '127.0.0.1', rejectUnauthorized: false}, () => {
        resolve(socket.getPeerCertificate().subject.CN);
        socket.destroy();
    });
    socket.on('error', () => resolve(null));
});
same(await shown(), 'first', 'the certificate');
install('second');
server.process.kill('SIGHUP');
check(await until(() => said.includes('The certificate was read again.')), `renewed: ${said}`);
same(await shown(), 'second', 'the certificate after SIGHUP');
install('first', 'second');
server.process.kill('SIGHUP');
check(await until(() => said.includes('The previous certificate stays in use.')), `not renewed: ${said}`);
check(/key.pem isn.t the key to that certificate/.test(said), `and why: ${said}`);
same(await shown(), 'second', 'the certificate after a bad renewal');
same((await maker.ask({type: 'create', game: 'rribbit', seats: ['open', 'open']}))?.type, 'table', 'who was there is still there');
maker.close();
same(await server.close(), {code: 0, signal: null}, 'the end');
finish();
