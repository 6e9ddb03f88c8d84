import { isRaw } from '../members/raw.ts';
import type { Flow } from './flow.ts';
import { limits } from '../members/limits.ts';

/**
 * Parses the text of a draft: any JSON object, finished or not, within the limits of length and depth. Its content is not checked; views
 * read it through `readableFlow` (EDT9). Undefined for any other text.
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

/** Whether a value nests at most so many levels. Works level by level, so that deep nesting cannot exhaust the stack. */
function isNestedWithin(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return false;
    level = level.flatMap((entry) => (typeof entry === 'object' && entry !== null ? Object.values(entry) : []));
  }
  return true;
}
