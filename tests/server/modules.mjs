// modules.mjs: what the tests of the play server take from npm: `ws`, a WebSocket client that is not ours.

import {spawn, spawnSync} from 'node:child_process';

const top = new URL('../../', import.meta.url).pathname;
const {status} = spawnSync(`${top}tools/modules`, ['server'], {stdio: ['ignore', 'inherit', 'inherit']});

// The folder that holds them, or null if npm could not bring them.
export const modules = status === 0 ? `${top}build/clients` : null;

// Starts examples/bot.mjs, which finds its WebSocket there where node has none.
export function bot(words, {env = process.env, ...more} = {}) {
    const place = {NODE_PATH: `${modules}/node_modules`};
    return spawn(process.execPath, [`${top}examples/bot.mjs`, ...words], {...more, env: {...env, ...place}});
}
