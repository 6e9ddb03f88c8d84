import { expect, test } from 'vitest';
import { positionsOfPaths } from './places.ts';

test('a path has the position of its value, also in invalid flows; a missing value has its parent’s', () => {
  const text = '{\n  "steps": [\n    { "data": { "message": "Oi" } }\n  ]\n}';
  expect(positionsOfPaths(text, ['steps[0].data.message', 'steps[0].data.subject', 'name'])).toEqual([
    { line: 3, column: 28 },
    { line: 3, column: 15 },
    { line: 1, column: 1 },
  ]);
});
