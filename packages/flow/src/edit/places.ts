import { locate, positionsOf, type Position } from '../definition/positions.ts';
import { keysOfPath } from '../validate/issue.ts';

/**
 * The positions of values in a JSON text, by their paths (`steps[1].data.message`); for a missing value, its parent's. The text must be
 * JSON; it need not be a valid flow.
 */
export function positionsOfPaths(text: string, paths: readonly string[]): Position[] {
  return positionsOf(text, locate(text, paths.map(keysOfPath)));
}
