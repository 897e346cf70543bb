import type {Match, View} from './index.d.ts';

/** `<pond-board game="rribbit" options="turn=chain" position="…" seat="1" theme="dusk" lang="fr">`:
 *  draws a position, or what a seat sees of it. */
export class PondBoard extends HTMLElement {
    /** Draws a match instead of the attributes; call `refresh` after a move. */
    match: Match | null;
    /** Draws exactly this. */
    view: View | null;
    refresh(): Promise<void>;
}
/** What its events hold in `detail`. */
export interface PondBoardEvents { drawn: CustomEvent<View>; refused: CustomEvent<Error> }
declare global {
    interface HTMLElementTagNameMap { 'pond-board': PondBoard }
}
