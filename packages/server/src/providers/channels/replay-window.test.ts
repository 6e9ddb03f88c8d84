import { describe, expect, test } from 'vitest';
import { fresh, reportedInstant } from './replay-window.ts';
import type { ChannelUpdate } from './provider.ts';

const now = Date.parse('2026-03-10T15:00:00Z');
const week = 7 * 24 * 60 * 60_000;
const at = (at: number): ChannelUpdate => ({ kind: 'connection', open: true, at });

describe('fresh', () => {
  test('stale updates, future updates and updates without an instant are dropped, and observed', () => {
    const updates = [now - week - 1, now - week, now, now + 10 * 60_000, now + 10 * 60_000 + 1, NaN].map(at);
    const wrong = (shape: string) => ({ kind: 'observation', code: 'wrong_time', shape });
    expect(fresh(updates, now)).toEqual([
      wrong('connection-old'),
      ...updates.slice(1, 4),
      wrong('connection-ahead'),
      wrong('connection-absent'),
    ]);
  });

  test('a status in the future counts as of now, and is observed', () => {
    const status = { kind: 'status', message: { providerId: '1' }, status: 'read' } as const;
    const wrong = (shape: string) => ({ kind: 'observation', code: 'wrong_time', shape });
    expect(
      fresh(
        [
          { ...status, at: now + week },
          { ...status, at: now - week - 1 },
        ],
        now,
      ),
    ).toEqual([{ ...status, at: now }, wrong('status-ahead'), wrong('status-old')]);
  });
});

describe('instantOf', () => {
  test.each([
    [1_773_335_100, 1_773_335_100_000],
    ['1773335100', 1_773_335_100_000],
    [1_773_335_100_123, 1_773_335_100_123],
    ['1773335100123', 1_773_335_100_123],
    [0, NaN],
    [-1, NaN],
    [Infinity, Infinity],
    ['', NaN],
    ['amanhã', NaN],
    [null, NaN],
    [{}, NaN],
    [{ low: 1_773_335_100, high: 0, unsigned: true }, 1_773_335_100_000],
    [{ low: -525_523_045, high: 412, unsigned: false }, 412 * 2 ** 32 + 3_769_444_251],
  ])('%s is %s', (value, instant) => {
    expect(reportedInstant(value)).toBe(instant);
  });
});
