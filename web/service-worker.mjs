// service-worker.mjs: the page without a network: everything it needs is kept on the first visit.
//
// One build of the page is one cache, named by the build's hash: it is filled as a whole, answers
// every request for a file of the page, and gives way as a whole. A new build waits until the page
// asks for it (app.mjs), which it does where no game is on the screen and no other window is open;
// so nobody ever plays with files of two builds. Tables of the server (/ws, /record) are never
// kept.

const BUILD = 'dev'; // the build writes its hash here (cmake/web_files.cmake)
const KEPT = `pond-${BUILD}`;
const FILES = ['/']; // and lists all files of the page here

/** What a service worker has that a page has not; browsers' types come for one or the other.
 *  @typedef {{focus: () => Promise<unknown>, postMessage: (message: object) => void}} Client */
/** @typedef {{claim: () => Promise<void>, matchAll: (which: object) => Promise<Client[]>,
 *   openWindow: (address: string) => Promise<unknown>}} Clients */
/** @typedef {MessageEvent & {waitUntil: (work: Promise<unknown>) => void, request: Request,
 *   respondWith: (answer: Promise<Response>) => void, notification: Notification}} WorkerEvent */
/** @typedef {{clients: Clients, skipWaiting: () => Promise<void>,
 *   addEventListener: (type: string, listener: (event: WorkerEvent) => void) => void}} Worker */
const worker = /** @type {Worker} */ (/** @type {unknown} */ (self));

/** Fetches all files, and makes sure that they are of this build: a host may change it in
 *  between. */
async function fill() {
    const kept = await caches.open(KEPT);
    await kept.addAll(FILES.map((path) => new Request(path, {cache: 'no-cache'})));
    const now = await (await fetch('/service-worker.mjs', {cache: 'no-store'})).text();
    if (!now.includes(`'${BUILD}'`)) {
        await caches.delete(KEPT);
        throw new Error('another build by now');
    }
}
worker.addEventListener('install', (event) => event.waitUntil(fill()));

worker.addEventListener('activate', (event) => {
    event.waitUntil(caches.keys().then((names) =>
        Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
        .then(() => worker.clients.claim()));
});

// The page is where nothing can be lost: the new build takes over, unless another window is in the
// middle of something.
worker.addEventListener('message', (event) => {
    if (event.data !== 'switch') return;
    event.waitUntil(worker.clients.matchAll({type: 'window', includeUncontrolled: true})
        .then((windows) => (windows.length > 1 ? undefined : worker.skipWaiting())));
});

/** What is kept comes first, so that a slow line is not felt; what is not of the page's files is
 *  asked for. @param {Request} request @param {string} pathname */
async function answer(request, pathname) {
    const kept = await caches.open(KEPT), page = request.mode === 'navigate' ? '/' : request;
    const own = request.mode === 'navigate' || FILES.includes(pathname);
    const found = own && BUILD !== 'dev' ? await kept.match(page) : undefined;
    if (found) return found;
    try {
        const fresh = await fetch(request);
        if (fresh.ok && !own) void kept.put(request, fresh.clone());
        return fresh;
    } catch (error) {
        const old = await kept.match(page);
        if (old) return old;
        throw error;
    }
}

worker.addEventListener('fetch', (event) => {
    const {pathname, origin} = new URL(event.request.url);
    if (event.request.method !== 'GET' || origin !== location.origin) return;
    if (/^\/(ws|record|metrics|healthz|reach\.json|service-worker\.mjs)(\/|$)/.test(pathname)) {
        return;
    }
    event.respondWith(answer(event.request, pathname));
});

// A notice was touched: back to the table that it is about.
worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const {hash} = event.notification.data ?? {hash: ''};
    event.waitUntil(worker.clients.matchAll({type: 'window'}).then(async ([page]) => {
        if (!page) return worker.clients.openWindow(`/${hash}`);
        await page.focus();
        return page.postMessage({hash});
    }));
});
