// page-server.mjs: serves the page from the sources during development:
//
//     node tools/page-server.mjs [PORT]
//
// What people use is `pond serve`, which carries all of this in itself.

import {createServer} from 'node:http';
import {existsSync, readFileSync, statSync} from 'node:fs';
import {dirname, extname, join, normalize} from 'node:path';
import {fileURLToPath} from 'node:url';

const top = join(dirname(fileURLToPath(import.meta.url)), '..');
const port = Number(process.argv[2] ?? 7950);
const TYPES = {
    '.html': 'text/html; charset=utf-8', '.css': 'text/css; charset=utf-8',
    '.mjs': 'text/javascript; charset=utf-8', '.json': 'application/json',
    '.svg': 'image/svg+xml', '.png': 'image/png', '.wasm': 'application/wasm',
    '.md': 'text/markdown; charset=utf-8', '.webmanifest': 'application/manifest+json',
};
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// Where a path of the page comes from.
function find(path) {
    const name = normalize(path).replace(/^\/+/, '') || 'index.html';
    const places = [join(top, 'web', name), join(top, 'build/release/web', name)];
    if (name.startsWith('wasm/')) places.push(join(top, 'src', name));
    if (name.startsWith('rules/')) places.push(join(top, 'docs', name));
    return places.find((place) => existsSync(place) && statSync(place).isFile());
}

createServer((request, response) => {
    const file = find(new URL(request.url, 'http://x').pathname);
    if (!file) {
        response.writeHead(404).end();
        return;
    }
    response.writeHead(200, {
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': POLICY, 'cache-control': 'no-cache',
    });
    response.end(readFileSync(file));
}).listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/`));
