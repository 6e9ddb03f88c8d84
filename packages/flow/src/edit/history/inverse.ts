import type { Flow } from '../../definition/flow.ts';
import { isRaw } from '../../members/raw.ts';
import type { Raw } from '../../members/report.ts';
import { changeAt, type Keys } from '../locate.ts';
import { refuse, type Refusal } from '../operation-codes.ts';

// The inverse of an operation is computed from both flows: which value to put at which path so that the second flow becomes the first
// again, byte by byte, including the order of members. The flows share all objects that the operation did not change, so the comparison
// stops at identical objects, and an inverse is as small as the change.

/** A value to restore at one path, some entries of a list there, or the members of an object with their order. */
type Restoration =
  | { at: Keys; value: unknown }
  | { at: Keys; from: number; remove: number; entries: readonly unknown[] }
  | { at: Keys; order: readonly string[]; members: Raw };

/** The inverse of a change (EDT2). Plain JSON; it fits only the flow that the change produced. */
export type Inverse = readonly Restoration[];

/** Returns what restores `before` from `after`; empty if they are equal. */
export function inverseOf(before: Flow, after: Flow): Inverse {
  const restorations: Restoration[] = [];
  compare(after, before, [], restorations);
  return restorations;
}

/** Undoes a change: returns the flow before it, and the inverse that redoes it. Refused if the flow is not the one the change produced. */
export function applyInverse(flow: Flow, inverse: Inverse): { ok: true; flow: Flow; inverse: Inverse } | Refusal {
  let restored: Flow | undefined = flow;
  let stale = false;
  for (const restoration of inverse) {
    restored = changeAt(restored, restoration.at, (part) => {
      const value = restore(part, restoration);
      stale ||= value === undefined;
      return value;
    });
    if (stale || restored === undefined) return refuse('STALE_INVERSE');
  }
  return { ok: true, flow: restored, inverse: inverseOf(flow, restored) };
}

function compare(from: unknown, to: unknown, at: Keys, found: Restoration[]): void {
  if (from === to) return;
  if (Array.isArray(from) && Array.isArray(to)) compareLists(from, to, at, found);
  else if (isRaw(from) && isRaw(to)) compareObjects(from, to, at, found);
  else found.push({ at, value: to });
}

function compareLists(from: readonly unknown[], to: readonly unknown[], at: Keys, found: Restoration[]): void {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start++;
  let end = 0;
  while (end < shorter - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  const [remove, add] = [from.length - start - end, to.length - start - end];
  if (remove === 1 && add === 1) compare(from[start], to[start], [...at, start], found);
  else if (remove + add > 0) found.push({ at, from: start, remove, entries: to.slice(start, start + add) });
}

function compareObjects(from: Raw, to: Raw, at: Keys, found: Restoration[]): void {
  const [had, wanted] = [Object.keys(from), Object.keys(to)];
  for (const member of wanted) {
    if (Object.hasOwn(from, member)) compare(from[member], to[member], [...at, member], found);
  }
  if (had.length === wanted.length && had.every((member, index) => member === wanted[index])) return;
  const missing = wanted.filter((member) => !Object.hasOwn(from, member));
  const members = Object.fromEntries(missing.map((member) => [member, to[member]]));
  found.push({ at, order: wanted, members });
}

/** The restored part; undefined, which JSON cannot contain, if the part is not what the change had left. */
function restore(part: unknown, restoration: Restoration): unknown {
  if ('value' in restoration) return restoration.value;
  if ('entries' in restoration) {
    const { from, remove, entries } = restoration;
    return Array.isArray(part) && part.length >= from + remove ? part.toSpliced(from, remove, ...entries) : undefined;
  }
  if (!isRaw(part)) return undefined;
  const { order, members } = restoration;
  if (!order.every((member) => Object.hasOwn(part, member) || Object.hasOwn(members, member))) return undefined;
  return Object.fromEntries(
    order.map((member) => [member, Object.hasOwn(members, member) ? members[member] : part[member]]),
  );
}
