// languages.d.mts: the module that the build makes from the catalogue: the languages' own names by
// tag.
export const LANGUAGE_NAMES: Record<string, string>;
