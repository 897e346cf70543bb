// firefox-driver.mjs: Firefox through its own remote protocol (Marionette): JSON over a socket. `Page` has what the
// hands of driver.mjs ask of a page.

import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {PATIENCE_MS} from './driver.mjs';

const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

/** One connection: `call` sends a command and waits for its answer. @param {import('node:net').Socket} socket */
function marionette(socket) {
    const waiting = new Map();
    let bytes = Buffer.alloc(0), last = 0, greeted;
    const hello = new Promise((done) => { greeted = done; });
    socket.on('data', (more) => {
        bytes = Buffer.concat([bytes, more]);
        for (;;) {
            const colon = bytes.indexOf(':'), length = Number(bytes.subarray(0, colon));
            if (colon < 0 || bytes.length < colon + 1 + length) return;
            const message = JSON.parse(bytes.subarray(colon + 1, colon + 1 + length));
            bytes = bytes.subarray(colon + 1 + length);
            if (!Array.isArray(message)) greeted(message);
            else waiting.get(message[1])?.(message);
        }
    });
    const call = (name, parameters = {}) => new Promise((done, fail) => {
        const text = JSON.stringify([0, ++last, name, parameters]);
        waiting.set(last, ([, id, error, result]) => {
            waiting.delete(id);
            if (error) fail(new Error(`${name}: ${error.error}: ${error.message}`));
            else done(result);
        });
        socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
    return {hello, call};
}

export async function until(what, work) {
    for (const end = Date.now() + PATIENCE_MS; ;) {
        const found = await work();
        if (found) return found;
        if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
        await pause(50);
    }
}

/** Starts Firefox, without a window unless there is a display; the port that it listens to is in its profile.
 *  @param {{display?: string, env?: Record<string, string>}} [where] */
export async function launch({display, env = {}} = {}) {
    const profile = mkdtempSync(join(tmpdir(), 'pond-firefox-'));
    writeFileSync(join(profile, 'user.js'), ['"marionette.port", 0', '"intl.accept_languages", "en"', '"browser.shell.checkDefaultBrowser", false',
        '"datareporting.policy.dataSubmissionEnabled", false', '"app.update.enabled", false', '"network.captive-portal-service.enabled", false', ...(display ? ['"accessibility.force_disabled", -1'] : [])]
        .map((pref) => `user_pref(${pref});\n`).join(''));
    const child = spawn(FIREFOX, [...(display ? [] : ['--headless']), '--no-remote', '--marionette', '--width', '1280', '--height', '800', '--profile', profile],
        {env: {...process.env, HOME: profile, ...(display ? {DISPLAY: display} : {MOZ_HEADLESS: '1'}), ...env}, stdio: 'ignore'});
    const port = await until('Firefox', () => {
        assert.equal(child.exitCode, null, 'Firefox ended');
        try {
            return Number(readFileSync(join(profile, 'MarionetteActivePort'), 'utf8'));
        } catch {
            return 0;
        }
    });
    const socket = connect(port, '127.0.0.1'), {hello, call} = marionette(socket);
    await hello;
    await call('WebDriver:NewSession', {capabilities: {alwaysMatch: {timeouts: {script: PATIENCE_MS, pageLoad: PATIENCE_MS}}}});
    return {call, stop: async () => {
        const ended = new Promise((done) => child.once('exit', done));
        child.kill();
        await ended;
        socket.destroy();
        rmSync(profile, {recursive: true, force: true, maxRetries: 20, retryDelay: 100});
    }};
}

/** What the hands of driver.mjs need of a page. */
export class Page {
    #call;
    constructor(call) { this.#call = call; }
    waitForTimeout = pause;
    goto = (url) => this.#call('WebDriver:Navigate', {url});
    reload = () => this.#call('WebDriver:Refresh');
    async evaluate(work, argument) {
        const {value} = await this.#call('WebDriver:ExecuteScript', {script: `return (${work})(...arguments);`, args: [argument ?? null]});
        return value;
    }
    waitForFunction = (work, argument) => until(String(work), () => this.evaluate(`async (argument) => Boolean(await (${work})(argument))`, argument));

    /** @param {string} selector @param {'first' | 'last'} which */
    locator(selector, which = 'first') {
        const at = which === 'first' ? 0 : -1;
        return {
            first: () => this.locator(selector, 'first'),
            last: () => this.locator(selector, 'last'),
            count: () => this.evaluate((css) => document.querySelectorAll(css).length, selector),
            isVisible: () => this.evaluate((css) => Boolean(document.querySelector(css)?.getClientRects().length), selector),
            click: ({position} = {}) => this.#click(selector, at, position ?? null),
        };
    }
    /** Presses what is there, enabled, and not under something else. */
    async #click(selector, at, position) {
        const {x, y} = await until(selector, () => this.evaluate(([css, index, inside]) => {
            const element = [...document.querySelectorAll(css)].at(index);
            if (!element || element.disabled) return null;
            element.scrollIntoView({block: 'nearest', inline: 'nearest'});
            const {left, top, width, height} = element.getBoundingClientRect();
            const spot = {x: Math.round(left + (inside?.x ?? width / 2)), y: Math.round(top + (inside?.y ?? height / 2))};
            const hit = document.elementFromPoint(spot.x, spot.y);
            return hit && (element.contains(hit) || hit.contains(element)) ? spot : null;
        }, [selector, at, position]));
        const actions = [{type: 'pointerMove', x, y, duration: 0}, {type: 'pointerDown', button: 0}, {type: 'pointerUp', button: 0}];
        await this.#call('WebDriver:PerformActions', {actions: [{type: 'pointer', id: 'mouse', parameters: {pointerType: 'mouse'}, actions}]});
    }
}
