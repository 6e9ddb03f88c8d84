import { limits } from '../definition/limits.ts';
import type { Key, Raw, Report } from './report.ts';
import { closest } from './suggest.ts';

// Each check returns 1 if the member is present and 0 if it is absent, so that a step can count its known members. Only if the counts
// differ are unknown members searched for, which keeps the check of a valid definition cheap.

/** Checks a nested list of steps. It is passed to the step kinds, which do not import each other. */
export type CheckSteps = (report: Report, value: unknown, key: Key, required: boolean) => 0 | 1;

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

/** Checks an integer and its limits. */
export function checkInteger(
  report: Report,
  value: unknown,
  key: Key,
  range: { min: number; max: number },
  required = false,
): 0 | 1 {
  if (value === undefined) return missing(report, key, required);
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    const suggestion = typeof value === 'string' && /^\d{1,6}$/.test(value.trim()) ? String(Number(value)) : undefined;
    report.add('WRONG_TYPE', key, { expected: 'integer', got: value }, suggestion);
  } else if (value < range.min || value > range.max) {
    report.add('OUT_OF_RANGE', key, { min: range.min, max: range.max, got: value });
  }
  return 1;
}

/** Checks a text; a text of spaces does not count as filled. Lengths count code points. */
export function checkText(
  report: Report,
  value: unknown,
  key: Key,
  { required = false, filled = false, min = 0, max = Infinity } = {},
): 0 | 1 {
  if (value === undefined) return missing(report, key, required);
  if (typeof value !== 'string') report.add('WRONG_TYPE', key, { expected: 'text', got: value });
  else if ((filled || required) && value.trim() === '') report.add('EMPTY', key);
  else if (value.length > max && lengthOf(value) > max) report.add('TOO_LONG', key, { max, length: lengthOf(value) });
  else if (min > 0 && value.length < min * 2 && lengthOf(value) < min) {
    report.add('TOO_SHORT', key, { min, length: lengthOf(value) });
  }
  return 1;
}

/** Checks a boolean. */
export function checkBoolean(report: Report, value: unknown, key: Key): 0 | 1 {
  if (value === undefined) return 0;
  if (typeof value !== 'boolean') {
    const suggestion =
      value === 'true' || value === 1 ? 'true' : value === 'false' || value === 0 ? 'false' : undefined;
    report.add('WRONG_TYPE', key, { expected: 'boolean', got: value }, suggestion);
  }
  return 1;
}

/** Checks a word of a closed list. */
export function checkWord(
  report: Report,
  value: unknown,
  key: Key,
  accepted: readonly string[],
  required = false,
): 0 | 1 {
  if (value === undefined) return missing(report, key, required);
  if (typeof value !== 'string') report.add('WRONG_TYPE', key, { expected: 'text', got: value });
  else if (!accepted.includes(value))
    report.add('INVALID_VALUE', key, { got: value, accepted }, closest(value, accepted));
  return 1;
}

/** Checks that an object is not empty; the report's position is the object. Missing members are reported in addition. */
export function checkFilled(report: Report, raw: Raw): void {
  for (const member in raw) if (Object.hasOwn(raw, member)) return;
  report.add('EMPTY');
}

/** Checks an object; `check` runs with the report's position at the object. */
export function checkObject(
  report: Report,
  value: unknown,
  key: Key,
  required: boolean,
  check: (value: Raw, report: Report) => void,
): 0 | 1 {
  if (value === undefined) return missing(report, key, required);
  if (!isRaw(value)) report.add('WRONG_TYPE', key, { expected: 'object', got: value });
  else {
    report.keys.push(key);
    check(value, report);
    report.keys.pop();
  }
  return 1;
}

/** Checks a list; `check` runs for each entry with the report's position at the entry. `filled`: the list must not be empty. */
export function checkList(
  report: Report,
  value: unknown,
  key: Key,
  { required = false, filled = false },
  check: (entry: unknown, report: Report) => void,
): 0 | 1 {
  if (value === undefined) return missing(report, key, required);
  if (!Array.isArray(value)) report.add('WRONG_TYPE', key, { expected: 'list', got: value });
  else if (value.length === 0) {
    if (filled) report.add('EMPTY', key);
  } else {
    report.keys.push(key);
    for (let index = 0; index < value.length; index++) {
      report.keys.push(index);
      check(value[index], report);
      report.keys.pop();
    }
    report.keys.pop();
  }
  return 1;
}

function missing(report: Report, key: Key, required: boolean): 0 {
  if (required) report.add('REQUIRED', key);
  return 0;
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
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limits.unknownDepth) {
      report.add('TOO_DEEP', key, { max: limits.unknownDepth });
      return true;
    }
    const inside = level.flatMap((entry) => (typeof entry === 'object' && entry !== null ? Object.values(entry) : []));
    level = [...new Set(inside)];
  }
  return false;
}
