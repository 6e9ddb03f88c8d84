import { isRaw } from '../validate/members.ts';
import type { Flow } from './flow.ts';
import { limits } from './limits.ts';

/**
 * The definition in a text that can be stored as a draft: any JSON object, finished or not, that is not longer and does not nest deeper than
 * a definition ever needs. What is in it was not checked: views read it by `readableFlow` (EDT9). Undefined for any other text.
 */
export function draftIn(text: string): Flow | undefined {
  if (text.length > limits.text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRaw(value) && isNestedWithin(value, limits.nesting) ? (value as unknown as Flow) : undefined;
  } catch {
    return undefined;
  }
}

/** Level by level: a text that nests without end must not exhaust the stack. */
function isNestedWithin(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return false;
    level = level.flatMap((entry) => (typeof entry === 'object' && entry !== null ? Object.values(entry) : []));
  }
  return true;
}
