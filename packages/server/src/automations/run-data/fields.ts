import type { ActiveField, MetatagCategory } from '@retoma/flow';

/** Unchecked members: JSON from a store, or data derived from it. */
export type Fields = { readonly [member: string]: unknown };

/** The members of a category, those of its active metatags among them: a metatag without a value does not compile. */
export type CategoryFields<Category extends MetatagCategory> = Fields & {
  readonly [Field in ActiveField<Category>]: unknown;
};

/** The members that a type names, unlike those of its index signature. */
type Named<Type> = keyof { [Member in keyof Type as string extends Member ? never : Member]: unknown };
type Overlaid<Below, Above> = Fields & { readonly [Member in Named<Below> | Named<Above>]: unknown };

const none: Fields = Object.freeze({});

/** An object unchanged; no members for everything else. */
export function fieldsIn(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : none;
}

/** The object of a stored JSON text; no members if there is no text. */
export const fieldsInText = (text: string | null | undefined): Fields => (text ? fieldsIn(JSON.parse(text)) : none);

/** Whether a value is neither missing nor empty. */
export const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Merges the members of both; `above` wins, unless its member is empty. */
export function overlay<Below extends Fields, Above extends Fields>(below: Below, above: Above): Overlaid<Below, Above>;
export function overlay(below: Fields, above: Fields): Fields {
  if (above === none) return below;
  if (below === none) return above;
  const merged: Record<string, unknown> = { ...below };
  for (const member of Object.keys(above)) {
    // JSON may contain this name, and an assignment would set the prototype.
    if (isFilled(above[member]) && member !== '__proto__') merged[member] = above[member];
  }
  return merged;
}

/** These members, or null if all of them are empty. */
export function unlessEmpty<Found extends Fields>(fields: Found): Found | null {
  for (const member of Object.keys(fields)) if (isFilled(fields[member])) return fields;
  return null;
}

/** Adds `utmSource` for `utm_source`: metatags of leads, carts, checkouts and shipments use camel case. */
export function camelCased(fields: Fields): Fields {
  let renamed: Record<string, unknown> | undefined;
  for (const member of Object.keys(fields)) {
    if (!member.includes('_', 1)) continue;
    renamed ??= { ...fields };
    renamed[member.replace(/(?<=[a-z])_([a-z])/g, (_, letter: string) => letter.toUpperCase())] ??= fields[member];
  }
  return renamed ?? fields;
}

/** The trimmed text; '' for anything else. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** A whole number, such as an amount in cents; undefined otherwise. */
export const integerIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;

/** Joins the texts that are not empty. */
export const joined = (separator: string, ...texts: readonly unknown[]): string =>
  texts
    .map((text) => (typeof text === 'number' ? String(text) : textIn(text)))
    .filter((text) => text !== '')
    .join(separator);
