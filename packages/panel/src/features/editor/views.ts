/** The views of the document. */
export const views = ['diagram', 'list', 'json'] as const;

/** A way to look at the document. */
export type View = (typeof views)[number];
