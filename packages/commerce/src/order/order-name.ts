/**
 * COM6: the id or number of an order as it is stored and looked for: letters with accents in Unicode's composed form, since systems send
 * either form. Never longer than the text.
 */
export function orderName(text: string): string {
  const composed = text.normalize('NFC');
  return composed.length > text.length ? text : composed;
}
