import { expect, test } from 'vitest';
import { longSubjects } from './commit-subjects.ts';

test('a subject of more than 72 characters is reported', () => {
  const [fits, long] = ['é'.repeat(72), 'x'.repeat(73)];
  expect(longSubjects(`${fits}\n${long}\nShort\n`)).toEqual([long]);
});
