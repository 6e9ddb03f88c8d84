/** Members of unknown origin: JSON that a store sent, or what was made of it. */
export type Fields = { readonly [member: string]: unknown };

const none: Fields = Object.freeze({});

/** An object unchanged; undefined for everything else. */
export function fieldsIn(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : none;
}

/** A stored JSON text's object; nothing where there is no text. */
export const fieldsInText = (text: string | null | undefined): Fields => (text ? fieldsIn(JSON.parse(text)) : none);

/** Whether there is anything to show. */
export const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** The members of both; where both have one, that of `above`, unless there is nothing in it. */
export function overlay(below: Fields, above: Fields): Fields {
  if (above === none) return below;
  if (below === none) return above;
  const merged: Record<string, unknown> = { ...below };
  for (const member of Object.keys(above)) {
    // JSON may have a member of this name, which an assignment would take for the prototype.
    if (isFilled(above[member]) && member !== '__proto__') merged[member] = above[member];
  }
  return merged;
}

/** A category with these members, or null where none of them is filled. */
export function unlessEmpty(fields: Fields): Fields | null {
  for (const member of Object.keys(fields)) if (isFilled(fields[member])) return fields;
  return null;
}

/** `utm_source` also as `utmSource`, as the metatags of leads, carts, checkouts and shipments are written. */
export function camelCased(fields: Fields): Fields {
  let renamed: Record<string, unknown> | undefined;
  for (const member of Object.keys(fields)) {
    if (!member.includes('_', 1)) continue;
    renamed ??= { ...fields };
    renamed[member.replace(/(?<=[a-z])_([a-z])/g, (_, letter: string) => letter.toUpperCase())] ??= fields[member];
  }
  return renamed ?? fields;
}

/** Text without the spaces around it; '' for what is no text. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** A whole number, such as an amount in cents; undefined otherwise. */
export const integerIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;

/** The texts that are not empty, one after the other. */
export const joined = (separator: string, ...texts: readonly unknown[]): string =>
  texts
    .map((text) => (typeof text === 'number' ? String(text) : textIn(text)))
    .filter((text) => text !== '')
    .join(separator);
