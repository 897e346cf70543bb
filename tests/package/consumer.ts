// consumer.ts: the package's types as a program uses them; compiled, not run.

import {draw} from 'pond-games/draw';
import 'pond-games/element';
import {load, Refusal, SPECTATOR, type Match, type Pond} from 'pond-games';

const pond: Pond = await load();
const match = pond.match('rribbit', {options: {turn: 'chain'}, seed: 'types'});
const frogs: string[] = match.view(0).board.light;
const hand: number[] = pond.match('quibbles').view(1).board.hand;
const tile: number | null = pond.match('quibbit').view(SPECTATOR).board.frogs[0].tile;
const {win, choices} = match.think(0, 'level:4', {nodes: 1000});
const best: string = choices.sort((one, other) => other.probability - one.probability)[0].move;
const matches: Match[] = pond.read(match.record({hiddenFrom: 1}));
const picture: string = draw(match.view(), {theme: 'dusk', names: ['Ada', 'Ben']});
const board = document.createElement('pond-board');
board.match = match;
await board.refresh();
try {
    match.play(0, best);
} catch (error) {
    if (error instanceof Refusal) console.log(error.message, error.line);
}
// @ts-expect-error: Quibbles has no tiles
pond.match('quibbles').view().board.tiles;
// @ts-expect-error: a seat is a number
match.play('0', best);
console.log(frogs, hand, tile, win, matches, picture, await pond.loadTables({turn: 'chain'}));
