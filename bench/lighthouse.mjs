// lighthouse.mjs: runs Lighthouse over the page's screens and prints a table. Called by tools/lighthouse.

import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {BROWSER, chromium, playOut, serve} from '../tests/page/driver.mjs';

const {TOP} = process.env;
const require = createRequire(`${TOP}/build/lighthouse/x.cjs`);
const {default: lighthouse} = await import(require.resolve('lighthouse'));
const LEAST = 95;
const PORT = Number(process.env.PORT ?? 7990);
const KINDS = ['performance', 'accessibility', 'best-practices'];
const SCREENS = {
    home: '', quibbit: 'play/quibbit', quibbles: 'play/quibbles', rribbit: 'play/rribbit', learn: 'learn', puzzles: 'puzzles',
    lobby: 'together', settings: 'settings', review: 'review/',
};

const wanted = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'pond-lighthouse-'));
const server = await serve(PORT);
const browser = await chromium.launchPersistentContext(folder, {
    executablePath: BROWSER,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', `--remote-debugging-port=${PORT + 1}`],
});

/** A game that was played, for the review. @returns {Promise<string>} its address */
async function play() {
    const page = await browser.newPage();
    await page.addInitScript(() => localStorage.setItem('pond.settings', JSON.stringify({motion: 'off', sound: false, level: {rribbit: 1}})));
    await page.goto(`${server.address}#/play/rribbit`);
    await playOut(page);
    await page.locator('.ending .review').click();
    await page.waitForFunction(() => location.hash.startsWith('#/review/'));
    const hash = await page.evaluate(() => location.hash.slice(2));
    await page.close();
    return hash;
}

const reports = `${TOP}/build/lighthouse/reports`;
mkdirSync(reports, {recursive: true});
let low = 0;
console.log(`${'screen'.padEnd(10)}  performance  accessibility  best practices   first paint  largest paint  blocked  shifted`);
try {
    for (const [name, at] of Object.entries(SCREENS)) {
        if (wanted.length > 0 && !wanted.includes(name)) continue;
        const hash = name === 'review' ? await play() : at;
        const {lhr, report} = await lighthouse(`${server.address}#/${hash}`, {
            port: PORT + 1, output: 'html', logLevel: 'error', onlyCategories: KINDS, disableStorageReset: name === 'review',
        });
        writeFileSync(`${reports}/${name}.html`, report);
        const scores = KINDS.map((kind) => Math.round(lhr.categories[kind].score * 100));
        low += scores.filter((score) => score < LEAST).length;
        const value = (id) => (lhr.audits[id].displayValue ?? '?').replace(/\s/g, ' ');
        console.log(`${name.padEnd(10)}  ${scores.map((score, i) => String(score).padStart([11, 13, 14][i])).join('  ')}   ${
            value('first-contentful-paint').padStart(11)}  ${value('largest-contentful-paint').padStart(13)}  ${value('total-blocking-time').padStart(7)}  ${value('cumulative-layout-shift').padStart(7)}`);
        const weights = KINDS.flatMap((kind) => lhr.categories[kind].auditRefs.filter(({weight}) => weight > 0));
        for (const {id} of weights) {
            const {score, title} = lhr.audits[id];
            if (score !== null && score < .9) console.log(`            ${id}: ${title} (${Math.round(score * 100)})`);
        }
    }
} finally {
    await browser.close();
    await server.stop();
    rmSync(folder, {recursive: true, force: true});
}
process.exitCode = low > 0 ? 1 : 0;
