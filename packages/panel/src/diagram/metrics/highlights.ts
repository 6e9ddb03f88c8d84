/** The meaning of a mark: how a step differs from another version, or what happened to it in a run or a test. */
export type MarkTone = 'added' | 'changed' | 'removed' | 'passed' | 'dimmed' | 'error' | 'warning' | 'todo';

/** A highlight: `badge` is in the corner of the card (`+`, `2`), `note` replaces its last line. */
export type Highlight = { tone: MarkTone; badge?: string; note?: string };

/** Marks by the id of their step; `trigger-0` is the trigger. */
export type Highlights = Readonly<Record<string, Highlight>>;
