// How lists and the search compare texts: without case, accents and, in phones, punctuation.

// With capitals, which `lower` leaves in a database of the C locale.
const accented = 'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ';
const plain = 'aaaaaeeeeiiiiooooouuuucnaaaaaeeeeiiiiooooouuuucn';

/** SQL of a text in lower case without accents. The index `orders_name` contains exactly this expression. */
export const foldedSql = (text: string): string => `translate(lower(${text}), '${accented}', '${plain}')`;

/** A text as `foldedSql` has it. */
export const fold = (text: string): string =>
  text.toLowerCase().replace(/[^\u0000-\u007f]/g, (letter) => plain[accented.indexOf(letter)] ?? letter);

/** The digits of a search that may be part of a phone number, else null. */
export function phoneDigitsIn(search: string | undefined): string | null {
  const digits = search?.replace(/\D/g, '') ?? '';
  return digits.length >= 4 && !/[a-z@]/i.test(search!) ? digits : null;
}
