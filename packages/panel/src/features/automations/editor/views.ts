/** The views of the document. */
export const views = ['diagram', 'list', 'json'] as const;

/** A view of the document. */
export type View = (typeof views)[number];
