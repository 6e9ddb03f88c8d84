import { describe, expect, test } from 'vitest';
import { isPeriod, lastDays, reportPeriod, startOfLastDays } from './report-period.ts';

const zone = 'America/Sao_Paulo';
const now = Date.parse('2026-11-28T14:20:00Z');
const iso = (edges: readonly number[]): string[] => edges.map((at) => new Date(at).toISOString());

describe('[COM41] the period of a report', () => {
  test('30 days are 30 buckets, today included, and the period before ends at the same hour', () => {
    const period = reportPeriod(lastDays(30, now, zone), now, zone);
    expect(period).toMatchObject({ unit: 'day', isCut: true });
    expect(period.current).toMatchObject({ from: '2026-10-30', to: '2026-11-28' });
    expect(period.before).toMatchObject({ from: '2026-09-30', to: '2026-10-29' });
    expect(period.current.edges).toHaveLength(31);
    expect(period.before.edges).toHaveLength(31);
    expect(iso(period.current.edges.slice(-2))).toEqual(['2026-11-28T03:00:00.000Z', '2026-11-28T14:20:00.001Z']);
    expect(iso(period.before.edges.slice(-2))).toEqual(['2026-10-29T03:00:00.000Z', '2026-10-29T14:20:00.001Z']);
    expect(startOfLastDays(30, now, zone)).toBe(period.current.edges[0]);
  });

  test('one day has hours, and is compared with the same weekday of the week before', () => {
    const period = reportPeriod(lastDays(1, now, zone), now, zone);
    expect(period).toMatchObject({ unit: 'hour', before: { from: '2026-11-21', to: '2026-11-21' } });
    expect(period.current.edges).toHaveLength(13);
    expect(iso(period.before.edges.slice(-1))).toEqual(['2026-11-21T14:20:00.001Z']);
  });

  test('a period that is over ends at midnight, as does the one before', () => {
    const period = reportPeriod({ from: '2026-11-01', to: '2026-11-07' }, now, zone);
    expect(period).toMatchObject({ isCut: false, before: { from: '2026-10-25', to: '2026-10-31' } });
    expect(iso(period.current.edges.slice(-1))).toEqual(['2026-11-08T03:00:00.000Z']);
    expect(period.before.edges.at(-1)).toBe(period.current.edges[0]);
  });

  test('a day whose midnight the clock skips begins at its first instant', () => {
    const period = reportPeriod({ from: '2018-11-03', to: '2018-11-05' }, now, zone);
    expect(iso(period.current.edges)).toEqual([
      '2018-11-03T03:00:00.000Z',
      '2018-11-04T03:00:00.000Z',
      '2018-11-05T02:00:00.000Z',
      '2018-11-06T02:00:00.000Z',
    ]);
  });

  test('is refused if it is in the future, reversed, or has too many days', () => {
    const is = (from: string, to: string): boolean => isPeriod({ from, to }, now, zone);
    expect(is('2026-11-28', '2026-11-28')).toBe(true);
    expect(is('2026-11-28', '2026-11-29')).toBe(false);
    expect(is('2026-11-28', '2026-11-27')).toBe(false);
    expect(is('2026-08-29', '2026-11-28')).toBe(true);
    expect(is('2026-08-28', '2026-11-28')).toBe(false);
  });
});
