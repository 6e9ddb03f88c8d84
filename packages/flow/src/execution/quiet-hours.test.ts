import { describe, expect, test } from 'vitest';
import type { QuietHours } from '../definition/flow.ts';
import { nextOpening } from './quiet-hours.ts';

const zone = 'America/Sao_Paulo';
const opening = (quiet: QuietHours, now: string, timeZone = zone): string =>
  new Date(nextOpening(quiet, Date.parse(now), timeZone)).toISOString();

describe('[RUN18] quiet hours', () => {
  const night: QuietHours = { from: '21:00', to: '09:00' };

  test.each([
    ['2026-01-05T20:59:59-03:00', '2026-01-05T23:59:59.000Z'],
    ['2026-01-05T21:00:00-03:00', '2026-01-06T12:00:00.000Z'],
    ['2026-01-06T03:30:12-03:00', '2026-01-06T12:00:00.000Z'],
    ['2026-01-06T09:00:00-03:00', '2026-01-06T12:00:00.000Z'],
  ])('[RUN18] over midnight: %s → %s', (now, expected) => expect(opening(night, now)).toBe(expected));

  test('[RUN18] within a day', () => {
    expect(opening({ from: '12:00', to: '14:00' }, '2026-01-05T13:59:00-03:00')).toBe('2026-01-05T17:00:00.000Z');
    expect(opening({ from: '12:00', to: '14:00' }, '2026-01-05T14:00:00-03:00')).toBe('2026-01-05T17:00:00.000Z');
  });

  test('[RUN18] days are those on which the quiet time begins', () => {
    const sundayNight: QuietHours = { ...night, days: [0] };
    expect(opening(sundayNight, '2026-01-05T03:00:00-03:00')).toBe('2026-01-05T12:00:00.000Z');
    expect(opening(sundayNight, '2026-01-05T22:00:00-03:00')).toBe('2026-01-06T01:00:00.000Z');
  });

  test('[RUN18] adjacent quiet times are one: no Saturday, no Sunday', () => {
    const weekend: QuietHours = { from: '00:00', to: '00:00', days: [6, 0] };
    expect(opening(weekend, '2026-01-10T10:00:00-03:00')).toBe('2026-01-12T03:00:00.000Z');
  });

  test('[RUN18] equal start and end are not quiet', () => {
    expect(opening({ from: '08:00', to: '08:00' }, '2026-01-10T10:00:00-03:00')).toBe('2026-01-10T13:00:00.000Z');
  });

  test('[RUN18] use the store’s time zone; America/Sao_Paulo if that is invalid', () => {
    expect(opening(night, '2026-01-05T21:30:00-03:00', 'America/Manaus')).toBe('2026-01-06T00:30:00.000Z');
    expect(opening(night, '2026-01-05T21:30:00-03:00', 'Mars/Olympus')).toBe('2026-01-06T12:00:00.000Z');
  });

  test('[RUN18] end at their hour, even if the clock is set back during the night', () => {
    // New York, 1 November 2026: 02:00 becomes 01:00.
    const at = opening({ from: '21:00', to: '09:00' }, '2026-11-01T03:00:00Z', 'America/New_York');
    expect(at).toBe('2026-11-01T14:00:00.000Z');
  });
});
