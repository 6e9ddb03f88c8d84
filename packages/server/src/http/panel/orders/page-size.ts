/** Entries of one answer of a list. */
export const pageSize = 50;
