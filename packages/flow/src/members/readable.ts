import { isRaw } from './raw.ts';
import type { Raw } from './report.ts';

/** The value if it is a text, otherwise `otherwise`. */
export const textOr = <T>(value: unknown, otherwise: T): string | T => (typeof value === 'string' ? value : otherwise);

/** The value if it is a finite number, otherwise undefined. */
export const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** The value if it is true or false, otherwise undefined. */
export const booleanIn = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

/** An object with some members replaced and undefined ones dropped; the object itself if nothing changes. */
export function withMembers(raw: Raw, members: Raw): Raw {
  const changed = Object.keys(members).filter((member) => raw[member] !== members[member]);
  if (changed.length === 0) return raw;
  const defined = Object.entries({ ...raw, ...members }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined);
}

/**
 * A list with each entry converted by `read`; the list itself if nothing changes, undefined if the value is not a list. Indexes are kept.
 */
export function listIn<Entry>(
  value: unknown,
  read: (entry: unknown, index: number) => Entry,
): readonly Entry[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const entries: readonly unknown[] = value;
  const made = entries.map(read);
  return made.every((entry, index) => entry === entries[index]) ? (entries as readonly Entry[]) : made;
}

/** An object converted by `read`; undefined if the value is not an object. */
export const objectIn = <Made>(value: unknown, read: (raw: Raw) => Made): Made | undefined =>
  isRaw(value) ? read(value) : undefined;
