// service-worker.mjs: the page without a network: everything it needs is kept on the first visit.
//
// A file is always asked for first, so that a new version is seen at once; the server answers most
// of that with 'unchanged'. What is kept is used when there is no answer. Tables of the server
// (/ws, /record) are never kept.

const KEPT = 'pond-1';
const FILES = [
    '/', '/style.css', '/boards.css', '/pieces.svg', '/icon.svg', '/icon-64.png', '/pond.webmanifest', '/play.wasm',
    '/levels.json', '/words.en.json', '/words.fr.json', '/wasm/pond.mjs', '/wasm/play.mjs', '/worker.mjs',
    ...['app', 'board-quibbit', 'board-quibbles', 'board-rribbit', 'boards', 'core', 'daily', 'dom', 'drag', 'fair', 'far-table', 'film', 'games', 'gif', 'home', 'learn', 'levels', 'line', 'link',
        'look', 'motion', 'moves', 'new-table', 'nowhere', 'open', 'options', 'past', 'picture', 'play', 'play-screen', 'proof', 'puzzles', 'qr', 'review', 'rules', 'screens', 'settings', 'settings-store',
        'setup', 'share', 'shelf', 'sound', 'story', 'table', 'tags', 'today', 'together', 'waits', 'words'].map((name) => `/${name}.mjs`),
    ...['quibbit', 'quibbles', 'rribbit'].flatMap((game) => ['en', 'fr'].map((tag) => `/rules/${game}.${tag}.md`)),
];
const worker = /** @type {any} */ (self);

worker.addEventListener('install', (/** @type {any} */ event) => {
    event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)).then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
    event.waitUntil(caches.keys()
        .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
        .then(() => worker.clients.claim()));
});

/** @param {Request} request */
async function answer(request) {
    const kept = await caches.open(KEPT);
    const page = request.mode === 'navigate' ? '/' : request;
    try {
        const fresh = await fetch(request);
        if (fresh.ok && request.mode !== 'navigate') void kept.put(request, fresh.clone());
        return fresh;
    } catch (error) {
        const found = await kept.match(page);
        if (found) return found;
        throw error;
    }
}

worker.addEventListener('fetch', (/** @type {any} */ event) => {
    const {pathname, origin} = new URL(event.request.url);
    if (event.request.method !== 'GET' || origin !== location.origin) return;
    if (/^\/(ws|record|metrics|healthz|reach\.json)(\/|$)/.test(pathname)) return;
    event.respondWith(answer(event.request));
});

// A notice was touched: back to the table that it is about.
worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
    event.notification.close();
    const {hash} = event.notification.data ?? {hash: ''};
    event.waitUntil(worker.clients.matchAll({type: 'window'}).then(async (/** @type {any[]} */ [page]) => {
        if (!page) return worker.clients.openWindow(`/${hash}`);
        await page.focus();
        return page.postMessage({hash});
    }));
});
