import { locate, positionsOf, type Position } from '../definition/positions.ts';
import { keysOfPath } from '../validate/issue.ts';

/**
 * Where values stand in a JSON text, by their paths (`steps[1].data.message`); of a missing one, its parent. The text must be JSON,
 * whatever it says.
 */
export function positionsOfPaths(text: string, paths: readonly string[]): Position[] {
  return positionsOf(text, locate(text, paths.map(keysOfPath)));
}
