import { expect, test } from 'vitest';
import { readTime } from './read-time.ts';

test.each([
  ['9', '09:00'],
  ['21h', '21:00'],
  ['21h30', '21:30'],
  ['21 h 30', '21:30'],
  ['9:30', '09:30'],
  ['930', '09:30'],
  ['0930', '09:30'],
  ['00:00', '00:00'],
  ['23:59', '23:59'],
])('[EDT15] %s is the time %s', (text, time) => {
  expect(readTime(text)).toBe(time);
});

test.each(['', '24:00', '9:60', 'amanhã', '9:3', '12345', '-1', '9 PM'])('[EDT15] %j is no time', (text) => {
  expect(readTime(text)).toBeUndefined();
});
