import { expect, test } from 'vitest';
import { failureRemedy } from './failure-remedy.ts';

test.each([
  ['DISCONNECTED', 'connection'],
  ['TEMPLATE_REFUSED', 'automation'],
  ['CANNOT_RECEIVE', 'messages'],
  ['a scenario’s own', 'messages'],
  ['toString', 'messages'],
])('[COM47] messages that failed with %s are put right at: %s', (reason, remedy) => {
  expect(failureRemedy(reason)).toBe(remedy);
});
