import { isNestedWithin, isRaw } from '../members/raw.ts';
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
