import { isRaw } from '../validate/members.ts';
import type { Raw } from '../validate/report.ts';

/** A text; undefined if it is none. */
export const textOr = <T>(value: unknown, otherwise: T): string | T => (typeof value === 'string' ? value : otherwise);

/** A finite number; undefined if it is none. */
export const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** true or false; undefined if it is neither. */
export const booleanIn = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

/** An object with some of its members replaced, undefined ones dropped; the object itself if nothing changes. */
export function withMembers(raw: Raw, members: Raw): Raw {
  const changed = Object.keys(members).filter((member) => raw[member] !== members[member]);
  if (changed.length === 0) return raw;
  const defined = Object.entries({ ...raw, ...members }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined);
}

/** A list with each entry read; the list itself if nothing changes, undefined if it is none. Places stay. */
export function listIn<Entry>(
  value: unknown,
  read: (entry: unknown, index: number) => Entry,
): readonly Entry[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const entries: readonly unknown[] = value;
  const made = entries.map(read);
  return made.every((entry, index) => entry === entries[index]) ? (entries as readonly Entry[]) : made;
}

/** An object read; undefined if it is none. */
export const objectIn = <Made>(value: unknown, read: (raw: Raw) => Made): Made | undefined =>
  isRaw(value) ? read(value) : undefined;
