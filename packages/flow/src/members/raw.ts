import { limits } from './limits.ts';
import type { Key, Raw, Report } from './report.ts';
import { closest } from './closest.ts';

/** Whether a value is a JSON object. */
export function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The length of a text in Unicode code points. */
export function lengthOf(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit <= 0xdbff && at + 1 < text.length && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at++;
    length++;
  }
  return length;
}

/**
 * Warns of unknown members if the object has more than the `counted` known ones (DEF1). Their values must not nest without bound (DEF2).
 */
export function checkUnknown(
  report: Report,
  raw: Raw,
  counted: number,
  known: ReadonlySet<string>,
  extra?: string,
): void {
  const present = Object.keys(raw);
  if (present.length === counted) return;
  for (const member of present) {
    if (known.has(member) || member === extra || raw[member] === undefined) continue;
    if (checkUnknownDepth(report, raw[member], member)) continue;
    const free = report.isFull ? [] : [...known].filter((name) => !Object.hasOwn(raw, name));
    report.add('UNKNOWN_MEMBER', member, {}, closest(member, free));
  }
}

/** DEF2: an unknown value may nest 32 levels; true if it nests deeper, which is reported. */
export function checkUnknownDepth(report: Report, value: unknown, key: Key): boolean {
  const isTooDeep = !isNestedWithin(value, limits.unknownDepth);
  if (isTooDeep) report.add('TOO_DEEP', key, { max: limits.unknownDepth });
  return isTooDeep;
}

/** Whether a value nests at most so many levels. Works level by level, so that deep nesting cannot exhaust the stack. */
export function isNestedWithin(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return false;
    const inside = level.flatMap((entry) => (typeof entry === 'object' && entry !== null ? Object.values(entry) : []));
    level = [...new Set(inside)];
  }
  return true;
}
