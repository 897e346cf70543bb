// play-screen.mjs: the addresses that lead to a table: #/play/GAME begins at once,
// #/play/GAME/seats/ options as set up, #/play/id/ID goes on with a kept game, #/play/at/… is a
// shared position.

import {kindOf} from './kinds.mjs';
import {loadBoard} from './boards.mjs';
import {games, Refusal} from './core.mjs';
import {Desk} from './play.mjs';
import {find} from './shelf.mjs';
import {settings} from './settings-store.mjs';
import {SEATS, seatKind, seatsOf, Table} from './table.mjs';
import {t} from './words.mjs';

/** The game that one click begins; null if there is no such game. @param {string} game */
async function startOf(game) {
    const {start} = kindOf(game);
    if (start) return start;
    const info = (await games()).find((one) => one.game === game);
    return info
        ? {options: '', seats:
            Number(info.options.find(({name}) => name === 'players')?.default ?? info.seats[0])}
        : null;
}

/** @param {string} game */
export const levelOf = (game) => settings.level[game] ?? 2;

/** @param {string} text */
function seatsFrom(text) {
    if (!SEATS.test(text)) throw new Refusal(t('LINK_SEATS'));
    return seatsOf([...text].map(seatKind));
}

/** @param {string[]} path @returns {Promise<Table | null>} */
async function tableFor(path) {
    const [what, ...more] = path;
    if (what === 'id') {
        const kept = find(more[0]);
        if (!kept) return null;
        const {script, ...rest} = kept;
        return new Table({...rest, ...script, log: script.log, seats: kept.seats});
    }
    if (what === 'at') return (await import('./link.mjs')).fromLink(more.join('/'));
    const standard = await startOf(what);
    if (!standard) return null;
    const seats = more[0]
        ? seatsFrom(more[0])
        : seatsOf(['human', ...Array(standard.seats - 1).fill(levelOf(what))]);
    // Where an address has no options: as many players as it has seats.
    const options = seats.length === standard.seats || kindOf(what).armies
        ? standard.options
        : `players=${seats.length}`;
    return new Table({game: what, options: more[1] ?? options, seats, seed: more[2]});
}

/** Says beside the title whether a record was dealt as promised. @param {string} game
 *  @param {string} record @param {() => HTMLElement | null} screen where it is still shown */
async function prove(game, record, screen) {
    const [{verify}, {showVerdict}] =
        await Promise.all([import('./fair.mjs'), import('./proof.mjs')]);
    const verdict = await verify(record), shown = screen();
    if (shown) showVerdict(shown, game, verdict);
}

/** @type {import('./screens.mjs').Show} */
export async function show(host, path, go) {
    /** @type {Desk | undefined} */
    let desk;
    let address = location.hash; // of this screen; once it is another one, somebody has gone on
    /** @param {Table} table */
    const sit = async (table) => {
        desk?.close();
        await Promise.all([table.begin(), loadBoard(table.game)]);
        if (table.look.seats !== table.seats.length) {
            throw new Refusal(t('LINK_SEATS_COUNT', table.look.seats, table.seats.length));
        }
        desk = await new Desk(host, table, go).begin();
        // From its first move on the game has an address of its own, so that a reload, another
        // language or a look at the rules comes back to it.
        table.addEventListener('change', () => {
            const own = `#/play/id/${table.id}`;
            if (table.closed || desk?.table !== table || location.hash !== address
                || address === own || !table.script.log.some(([what]) => what === 'move')) {
                return;
            }
            history.replaceState(null, '', own);
            address = own;
            document.body.dataset.at = own;
        });
        table.start();
        if (table.script.record) {
            void prove(table.game, table.script.record,
                () => (desk?.table === table ? desk.screen : null));
        }
        Object.assign(globalThis, {pondTable: table}); // for tests and the curious
    };
    const next = (/** @type {Event} */ event) =>
        void sit(/** @type {CustomEvent<import('./table.mjs').Table>} */ (event).detail);
    addEventListener('pond:play', next);
    try {
        const table = await tableFor(path);
        if (!table) throw new Refusal(t('NO_SUCH_GAME'));
        await sit(table);
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const {nowhere} = await import('./nowhere.mjs');
        nowhere(host, error.message, [['', 'play', 'HOME'], ['games', 'clock', 'MY_GAMES']]);
    }
    return () => {
        removeEventListener('pond:play', next);
        desk?.close();
    };
}
