/** Entries of one page of a list. */
export const pageSize = 50;
