import type {View} from './index.d.ts';

export interface DrawSettings {
    theme?: 'morning' | 'dusk' | 'system';
    language?: 'en' | 'fr';
    /** Names of the players, by seat. */
    names?: string[];
}
/** A view as a self-contained SVG. */
export function draw(view: View, settings?: DrawSettings): string;
