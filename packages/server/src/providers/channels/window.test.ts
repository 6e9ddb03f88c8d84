import { describe, expect, test } from 'vitest';
import { isWindowOpen } from './window.ts';

const hour = 60 * 60_000;
const now = Date.parse('2026-03-10T15:00:00Z');

describe('isWindowOpen', () => {
  test('is always open for providers without a window', () => {
    expect(isWindowOpen({ windowHours: null }, null, now)).toBe(true);
  });

  test('is open from the last message on, and closes before the very last minute', () => {
    const day = { windowHours: 24 };
    expect(isWindowOpen(day, null, now)).toBe(false);
    expect(isWindowOpen(day, now, now)).toBe(true);
    expect(isWindowOpen(day, now - 23 * hour, now)).toBe(true);
    expect(isWindowOpen(day, now - 24 * hour + 5 * 60_000 + 1, now)).toBe(true);
    expect(isWindowOpen(day, now - 24 * hour + 5 * 60_000, now)).toBe(false);
    expect(isWindowOpen(day, now - 25 * hour, now)).toBe(false);
  });
});
