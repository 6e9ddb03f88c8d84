import type { Key } from '../members/report.ts';

/** A position in a text. Both count from 1; columns are in UTF-16 units, as in editors. */
export type Position = { line: number; column: number };

/** A tree of searched values: `here` are the indexes of requests for this value, `inside` those for its members. */
type Wanted = { here: number[]; inside: Map<Key, Wanted> };

/**
 * Finds the offsets of values in a JSON text, for each list of keys: that of the value or, if it is missing, of the deepest existing object
 * or list on the way. Only issues need positions, so a valid text is never scanned. Of duplicate names the last counts, as in JSON.parse.
 * The text must be JSON.
 */
export function locate(text: string, wanted: readonly (readonly Key[])[]): number[] {
  const offsets = wanted.map(() => 0);
  const root: Wanted = { here: [], inside: new Map() };
  for (const [index, keys] of wanted.entries()) {
    let target = root;
    for (const key of keys) {
      const next = target.inside.get(key) ?? { here: [], inside: new Map<Key, Wanted>() };
      target.inside.set(key, next);
      target = next;
    }
    target.here.push(index);
  }
  visit(text, skipSpace(text, 0), root, offsets);
  return offsets;
}

/**
 * Records the offset `at` for every list of keys that ends there, then visits the members; returns the offset after the value. Recursion is
 * no deeper than the keys.
 */
function visit(text: string, at: number, wanted: Wanted, offsets: number[]): number {
  note(wanted, at, offsets);
  const open = text[at];
  if (wanted.inside.size === 0 || (open !== '{' && open !== '[')) return skipValue(text, at);
  at = skipSpace(text, at + 1);
  for (let index = 0; text[at] !== '}' && text[at] !== ']'; index++) {
    let key: Key = index;
    if (open === '{') {
      const end = skipString(text, at);
      key = memberPath(text, at, end);
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    const inside = wanted.inside.get(key);
    at = skipSpace(text, inside ? visit(text, at, inside, offsets) : skipValue(text, at));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return at + 1;
}

function note(wanted: Wanted, at: number, offsets: number[]): void {
  for (const index of wanted.here) offsets[index] = at;
  for (const inside of wanted.inside.values()) note(inside, at, offsets);
}

function memberPath(text: string, start: number, end: number): string {
  const key = text.slice(start + 1, end - 1);
  return key.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : key;
}

function skipString(text: string, at: number): number {
  let end = text.indexOf('"', at + 1);
  for (;;) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return end + 1;
    end = text.indexOf('"', end + 1);
  }
}

function skipValue(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first === 0x22) return skipString(text, at);
  if (first !== 0x7b && first !== 0x5b) return skipWord(text, at);
  // A loop over code units, since it scans most of the text: a regular expression takes three times as long.
  for (let depth = 0; ;) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) {
      at = skipString(text, at);
      continue;
    }
    at++;
    if (unit === 0x7b || unit === 0x5b) depth++;
    else if ((unit === 0x7d || unit === 0x5d) && --depth === 0) return at;
  }
}

const wordEnd = /[,\]}\s]|$/g;

/** The offset after a number, true, false or null. */
function skipWord(text: string, at: number): number {
  wordEnd.lastIndex = at;
  return wordEnd.exec(text)!.index;
}

function skipSpace(text: string, at: number): number {
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return at;
    at++;
  }
}

/** Converts offsets of a text to lines and columns, in the same order. A line ends with LF, CR LF or CR. */
export function positionsOf(text: string, offsets: readonly number[]): Position[] {
  const order = offsets.map((_, index) => index).sort((a, b) => offsets[a]! - offsets[b]!);
  const positions: Position[] = [];
  const nextLine = text.includes('\r') ? afterAnyLineEnd : afterNewline;
  let line = 1;
  let start = 0;
  let next = nextLine(text, 0);
  for (const index of order) {
    const offset = offsets[index]!;
    while (next <= offset) {
      line++;
      start = next;
      next = nextLine(text, start);
    }
    positions[index] = { line, column: offset - start + 1 };
  }
  return positions;
}

/** The offset of the line after `from`; Infinity after the last line. */
function afterNewline(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? Infinity : end + 1;
}

const lineEnd = /\r\n?|\n/g;

function afterAnyLineEnd(text: string, from: number): number {
  lineEnd.lastIndex = from;
  return lineEnd.test(text) ? lineEnd.lastIndex : Infinity;
}
