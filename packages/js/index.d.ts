/** Pond for node and browsers. Every name of a game, an option, a move and a position is notation: docs/notation.md. */

export type GameName = 'quibbit' | 'quibbles' | 'rribbit' | (string & {});
export type Language = 'en' | 'fr';
/** The seat of one who plays no seat. */
export const SPECTATOR: 6;

/** What the rules refuse: the message is a sentence for the player, with the ruling's number. */
export class Refusal extends Error {
    /** The line of the record that was refused; 0 where it is not about a record. */
    readonly line: number;
}

export interface Option {
    name: string; kind: 'choice' | 'number' | 'text'; choices: string[]; min?: number; max?: number;
    written?: string; default: string | null; help: string;
}
export interface Game { game: GameName; title: string; seats: [number, number]; options: Option[] }

export interface Frog {
    color: 'red' | 'green' | 'yellow' | 'blue'; dummy: boolean; out: boolean;
    progress: number | null; tile: number | null; cards: number[];
    /** By card: the tile that it would lead to if nobody leapt before. */
    lands: number[];
}
export interface QuibbitBoard {
    round: number; tiles: string[]; frogs: Frog[]; crown: number | null; front: number | null;
    back: number | null; to_lap: number | null;
}
export interface QuibblesBoard {
    seat: number; phase: 'act' | 'stash'; display: number[]; hand: number[]; pile: number;
    discards: number[]; goal: number;
    seats: {collection: number[]; total: number; cards: number; seen: number[]}[];
}
export interface RribbitBoard {
    side: number; light: string[]; dark: string[]; rows: string[][]; count: [number, number] | null;
    threats: {captures: string[]; rows: string[]};
}
export interface Boards { quibbit: QuibbitBoard; quibbles: QuibblesBoard; rribbit: RribbitBoard }
export type BoardOf<G extends GameName> = G extends keyof Boards ? Boards[G] : Boards[keyof Boards];

/** What a seat, or a spectator, may see. Nothing else ever gets into it. */
export interface View<G extends GameName = GameName> {
    game: G; options: string; seats: number; seat: number; version: number; ply: number; turns: number;
    /** The seats that must decide now. */
    turn: number[];
    /** The seats that have chosen already, in secret. */
    sealed: number[];
    resigned: number[]; offer: number | null; last: string | null;
    /** The position as this observer knows it, for people; what is drawn is in `board`. */
    pos: string;
    hand: string | null; chosen: string | null;
    board: BoardOf<G>;
    /** The moves of this seat. */
    legal: string[];
    result: string | null; reason: string | null;
}

/** What happened: a kind, whom it concerns, and the arguments that its row in `Pond.kinds` names. An argument
 *  that the seat may not know is null. Seats are numbers from 0; in a `turn`, 7 is chance. */
export interface Event { kind: string; seat?: number; [argument: string]: unknown }
/** What one entry of the log did. `seat` is null if chance did it. */
export interface Entry { seat: number | null; ply: number; events: Event[] }

/** A kind of events. */
export interface Kind {
    arguments: string[];
    /** null: there is nothing to say. Otherwise sentences about somebody, {0}, and to that player, where {1}, {2}, … are
     *  the arguments; then both again for an event whose argument of `without` has another value than here. */
    said: string[] | null;
    without?: Record<string, unknown>;
    /** By argument: how people read its values. */
    words: Record<string, Record<string, string>>;
}

export interface State {
    game: GameName; options: string; position: string; turn: number[];
    legal: Record<number, string[]>; result: string | null; reason: string | null;
}
/** A line of `pond replay --json`. */
export interface Ply {
    ply: number; move: string | null; pos: string; full: string; turn: number[];
    legal: Record<string, string[]>; result: string | null; reason: string | null;
}

/** What a player would do. Chances are from 0 to 1. */
export interface Advice {
    move: string;
    choices: {move: string; probability: number; value?: number; error?: number}[];
    win: number[]; draw: number; dummy: number; nodes: number; depth: number; exact: boolean;
    /** Plies to the end, where it is proven. */
    end: number | null;
}
/** The truth about a position: the chance of each seat to win, and plies to the end, null for a draw. */
export interface Exact { win: number[]; draw: number; distance: number | null }

export interface MatchSettings {
    /** As notation, 'players=3,lap=leader', or as an object, {players: 3, lap: 'leader'}. */
    options?: string | Record<string, string | number>;
    seed?: string; position?: string;
}

export interface Match<G extends GameName = GameName> {
    readonly game: G;
    readonly options: string;
    readonly seats: number;
    /** What draws its chance. A record that goes on here draws from a new seed, so its record does not prove the deal. */
    readonly seed: string;
    /** Makes a move; throws a Refusal and changes nothing where the rules forbid it. */
    play(seat: number, move: string): this;
    resign(seat: number): this;
    offerDraw(seat: number): this;
    acceptDraw(seat: number): this;
    takeBack(seat: number, decisions?: number): this;
    /** Throws a Refusal that says why a move is not allowed. */
    check(seat: number, move: string): void;
    /** A match of its own that goes on from here. */
    copy(): Match<G>;
    /** Gives its memory back; a match that is forgotten does so by itself, later. */
    close(): void;

    view(seat?: number): View<G>;
    legal(seat: number): string[];
    readonly turn: number[];
    readonly over: boolean;
    readonly result: {result: string; reason: string} | null;
    /** The complete position, secrets included. */
    readonly position: string;
    /** The complete position with the legal moves of every seat that must decide. */
    readonly state: State;
    /** What the entries of the log did, from number `from` on, as a seat may know it. */
    entries(seat?: number, from?: number): Entry[];
    /** An event as a sentence in `Pond.language`, or null if there is nothing to say about it: "Ada leaps from b1 to c3."
     *  Seats without a name are "Player 1", …; `you` is the seat of the reader: "You leap from b1 to c3." */
    tell(event: Event, settings?: {names?: string[]; you?: number}): string | null;
    /** The record, complete or as a seat may see it. */
    record(settings?: {hiddenFrom?: number}): string;

    /** What a player would do: "level:0" to "level:6", "random", "engine:nodes=500". It sees its seat's view alone.
     *  Its random choices come from `seed`, by default derived from the match's own. `nodes` limits its effort. */
    think(seat: number, player?: string, limits?: {nodes?: number; seed?: number}): Advice;
    /** Only the move. */
    choose(seat: number, player?: string, limits?: {nodes?: number; seed?: number}): string;
    /** What tablebases know, or null. `Pond.loadTables` brings them. */
    exact(): Exact | null;
}

export interface Pond {
    /** Of sentences: refusals, options, events. One that is not known becomes English. */
    language: Language;
    games(): Game[];
    /** A game's table of events: by kind the names of its arguments, and its sentences. */
    kinds(game: GameName): Record<string, Kind>;
    match<G extends GameName>(game: G, settings?: MatchSettings): Match<G>;
    /** Reads and checks records; every one becomes a match that can be gone on with. */
    read(text: string): Match[];
    replay(record: string): Ply[];
    /** Did the generator draw what a record tells? */
    verify(record: string): {seed: string; drawn: boolean};
    /** Brings the endings of Rrib-bit for some options: up to five frogs. Returns how many tables were new. */
    loadTables(rules?: {turn?: 'single' | 'chain'; win?: 'row' | 'row-or-seven'}, packed?: Uint8Array): Promise<number>;
}

/** Compiles the core: play.wasm beside this module, unless bytes or a module are given. */
export function load(source?: BufferSource | WebAssembly.Module): Promise<Pond>;
