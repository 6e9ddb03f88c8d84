/** A text of the outside world as a column stores it: without NUL and halves of surrogate pairs, of at most `max` UTF-16 units. */
export const truncateForColumn = (text: string, max: number): string =>
  text.replaceAll('\0', '').toWellFormed().slice(0, max);
