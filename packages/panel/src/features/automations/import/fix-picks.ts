/** Fixes that the user ticked or unticked, by key; the others keep their default. */
export type Picks = Readonly<Record<string, boolean>>;
