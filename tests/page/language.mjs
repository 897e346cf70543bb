// language.mjs: the page in a language that nobody speaks (vowels.mjs). The list of languages and the messages are all it
// needs, and no screen shows a word of English that is not in the catalogue.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {NAME, TAG, doubled, message} from '../vowels.mjs';
import {launch, quiet, serve, visit} from './driver.mjs';

const server = await serve(), browser = await launch();
const page = await visit(browser, server.address, {serviceWorkers: 'block'});
const asText = async (path) => (await fetch(`${server.address}${path}`)).text();
const words = Object.fromEntries(Object.entries(JSON.parse(await asText('words.en.json'))).map(([name, text]) => [name, message(text)]));
const languages = (await asText('languages.mjs')).replace('};', `, ${TAG}: '${NAME}'};`);
await page.route('**/languages.mjs', (route) => route.fulfill({contentType: 'text/javascript', body: languages}));
await page.route(`**/words.${TAG}.json`, (route) => route.fulfill({json: words}));
await page.route(`**/rules/*.${TAG}.md`, async (route) => route.fulfill({contentType: 'text/markdown', body: doubled(await asText(new URL(route.request().url()).pathname.slice(1).replace(`.${TAG}.`, '.en.')))}));

// What the core says is English here: it was built without this language (third_language.mjs builds it again).
const core = new Set(Object.values(JSON.parse(await asText('words.json?lang=en')).words));
const puzzles = readFileSync(`${process.env.TOP}/include/pond/words/en/puzzle.def`, 'utf8');
const titles = [...puzzles.matchAll(/_TITLE, "(.*)"/g)].map(([, title]) => title);
assert.ok(titles.length > 5, 'titles of puzzles');
const withoutTitle = (text) => titles.reduce((left, title) => left.replace(title, ''), text);

// Names are the same in every language, and so is how an option is written (<rows>); ages, dates and units come from the browser, which speaks English then.
const NAMES = /<[a-z]+>|Quibbit|Quibbles|Rrib-bit|Pond|King Frog|English|Français/g;

/** Words on the screen, and those that are read aloud, that are not Vo. */
const foreign = () => page.evaluate(() => {
    const texts = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) if (!node.parentElement?.closest('script, style, [lang]:not(html)')) texts.push(node.data);
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '');
    }
    return texts;
}).then((texts) => texts.filter((text) => !core.has(text.trim())).flatMap((text) => (withoutTitle(text).replace(NAMES, '').match(/\p{L}{3,}/gu) ?? []).filter((word) =>
    /[aeiou]/i.test(word) && /[aeiou]/i.test(word.replace(/([aeiou])\1/gi, ''))).map((word) => `${word}: ${text.trim()}`)));

try {
    await page.open('settings');
    await page.locator(`input[name="language"][value="${TAG}"]`).locator('..').click();
    await page.waitForFunction((tag) => document.documentElement.lang === tag, TAG);
    for (const screen of ['settings', '', 'setup/rribbit', 'setup/quibbit', 'setup/quibbles', 'rules/rribbit', 'rules/quibbit', 'games', 'open', 'together', 'nowhere']) {
        await page.open(screen);
        assert.ok(await page.evaluate(() => document.body.innerText.length) > 40, `#/${screen} is there`);
        assert.deepEqual(await foreign(), [], `#/${screen}`);
    }
    quiet(page);
    console.log('ok a third language');
} finally {
    await browser.close();
    await server.stop();
}
