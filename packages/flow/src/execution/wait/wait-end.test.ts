import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Until } from '../../steps/delay/members.ts';
import { localTime, weekdayOf } from '../zone.ts';
import { defaultBusinessHours, nextBusinessInstant, type BusinessHours } from './business-hours.ts';
import { isNationalHoliday } from './national-holidays.ts';
import { waitEnd, type WaitRule } from './wait-end.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const saoPaulo = { timeZone: 'America/Sao_Paulo', businessHours: defaultBusinessHours };

/** The end of a wait that begins at a local time of São Paulo. */
const endOf = (rule: Partial<WaitRule>, now: string): string =>
  new Date(waitEnd({ minutes: 60, ...rule }, Date.parse(`${now}-03:00`), saoPaulo) - 180 * minute)
    .toISOString()
    .slice(0, 16);

describe('[RUN22] a wait until a time of day', () => {
  test.each<[string, Until, string, string]>([
    ['today if it is to come', { time: '09:00' }, '2026-11-28T08:59', '2026-11-28T09:00'],
    ['tomorrow if it is now', { time: '09:00' }, '2026-11-28T09:00', '2026-11-29T09:00'],
    ['tomorrow if that is said', { time: '09:00', nextDay: true }, '2026-11-28T00:10', '2026-11-29T09:00'],
    [
      'tomorrow from the last minute of a month',
      { time: '09:00', nextDay: true },
      '2026-12-31T23:59',
      '2027-01-01T09:00',
    ],
    ['not before the least wait', { time: '09:00', atLeast: 120 }, '2026-11-28T07:01', '2026-11-29T09:00'],
    ['exactly after the least wait', { time: '09:00', atLeast: 120 }, '2026-11-28T07:00', '2026-11-28T09:00'],
    ['on a day of the week', { time: '10:00', days: [2, 4] }, '2026-11-28T11:20', '2026-12-01T10:00'],
    ['on the same weekday next week', { time: '10:00', days: [2] }, '2026-12-01T10:01', '2026-12-08T10:00'],
    ['on 29 February', { time: '00:00' }, '2028-02-28T12:00', '2028-02-29T00:00'],
  ])('%s', (_, until, now, end) => expect(endOf({ until }, now)).toBe(end));
});

describe('[RUN22] only in business hours', () => {
  const businessHours = true;
  test.each<[string, Partial<WaitRule>, string, string]>([
    ['a span that ends on a weekend', { minutes: 720 }, '2026-11-28T11:20', '2026-11-30T08:00'],
    ['a span that ends within them', { minutes: 60 }, '2026-11-27T11:20', '2026-11-27T12:20'],
    ['a span that ends when they close', { minutes: 60 }, '2026-11-27T17:00', '2026-11-30T08:00'],
    ['a time on a weekend', { until: { time: '09:00' } }, '2026-11-28T11:20', '2026-11-30T09:00'],
    ['a time outside of them', { until: { time: '20:00' } }, '2026-11-27T11:20', '2026-11-30T08:00'],
    ['a day that never has them', { until: { time: '09:00', days: [0] } }, '2026-11-27T11:20', '2026-11-30T08:00'],
    ['Christmas', { minutes: 1440 }, '2026-12-24T10:00', '2026-12-28T08:00'],
    ['Good Friday', { until: { time: '10:00' } }, '2027-03-25T12:00', '2027-03-29T10:00'],
  ])('%s', (_, rule, now, end) => expect(endOf({ ...rule, businessHours }, now)).toBe(end));

  test('national holidays', () => {
    const holidays = (year: number): string[] => {
      const first = Date.UTC(year, 0, 1) / day;
      const days = Array.from({ length: 365 }, (_, index) => first + index).filter(isNationalHoliday);
      return days.map((one) => new Date(one * day).toISOString().slice(5, 10));
    };
    expect(holidays(2026)).toEqual([
      '01-01',
      '04-03',
      '04-21',
      '05-01',
      '09-07',
      '10-12',
      '11-02',
      '11-15',
      '11-20',
      '12-25',
    ]);
    expect(holidays(2027)).toContain('03-26');
    expect(holidays(2030)).toContain('04-19');
  });
});

describe('[RUN22] where the clock is set forward and back', () => {
  const inNewYork = (rule: Partial<WaitRule>, now: string): string => {
    const clock = { ...saoPaulo, timeZone: 'America/New_York' };
    return new Date(waitEnd({ minutes: 60, ...rule }, Date.parse(now), clock)).toISOString();
  };
  test('a time that is left out comes as much later', () => {
    expect(inNewYork({ until: { time: '02:30' } }, '2026-03-08T06:00:00Z')).toBe('2026-03-08T07:30:00.000Z');
  });
  test('of a time that comes twice it is the first', () => {
    expect(inNewYork({ until: { time: '01:30' } }, '2026-11-01T05:00:00Z')).toBe('2026-11-01T05:30:00.000Z');
    expect(inNewYork({ until: { time: '01:30' } }, '2026-11-01T05:31:00Z')).toBe('2026-11-02T06:30:00.000Z');
  });
  test('nine o’clock stays nine o’clock', () => {
    expect(inNewYork({ until: { time: '09:00' } }, '2026-03-07T20:00:00Z')).toBe('2026-03-08T13:00:00.000Z');
    expect(inNewYork({ until: { time: '09:00' } }, '2026-10-31T20:00:00Z')).toBe('2026-11-01T14:00:00.000Z');
  });
});

const time = fc.integer({ min: 0, max: 1439 }).map((at) => new Date(at * minute).toISOString().slice(11, 16));
const weekdays = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 });
const rule = fc.record(
  {
    minutes: fc.integer({ min: 1, max: 10_080 }),
    until: fc.record(
      { time, days: weekdays, atLeast: fc.integer({ min: 1, max: 10_080 }), nextDay: fc.boolean() },
      { requiredKeys: ['time'] },
    ),
    businessHours: fc.boolean(),
  },
  { requiredKeys: ['minutes'] },
) as fc.Arbitrary<WaitRule>;
const hours: fc.Arbitrary<BusinessHours> = fc
  .record({ from: time, to: time, days: weekdays })
  .filter(({ from, to }) => from < to);
const zone = fc.constantFrom(
  'America/Sao_Paulo',
  'America/New_York',
  'Europe/Lisbon',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Cairo',
);
/** Any second of thirty years, and the seconds around the changes of the clock in New York. */
const instant = fc.oneof(
  fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2050, 0) }),
  fc
    .constantFrom(Date.UTC(2026, 2, 8, 7), Date.UTC(2026, 10, 1, 6))
    .chain((at) => fc.integer({ min: at - day, max: at + day })),
);

describe('[RUN22] for every wait, zone and instant', () => {
  const law = (
    check: (one: { wait: WaitRule; now: number; timeZone: string; businessHours: BusinessHours; end: number }) => void,
  ) =>
    fc.assert(
      fc.property(rule, instant, zone, hours, (wait, now, timeZone, businessHours) => {
        check({ wait, now, timeZone, businessHours, end: waitEnd(wait, now, { timeZone, businessHours }) });
      }),
      { numRuns: 1500 },
    );

  test('it ends later than it begins, and not before its least', () => {
    law(({ wait, now, end }) => {
      expect(end).toBeGreaterThan(now);
      expect(end - now).toBeGreaterThanOrEqual((wait.until ? (wait.until.atLeast ?? 0) : wait.minutes) * minute);
    });
  });

  test('it ends in business hours if that is asked', () => {
    law(({ wait, end, timeZone, businessHours: hours }) => {
      if (!wait.businessHours) return;
      const { day, minutes } = localTime(end, timeZone);
      const clock = new Date(minutes * minute).toISOString().slice(11, 16);
      expect(hours.days).toContain(weekdayOf(day));
      expect(isNationalHoliday(day)).toBe(false);
      // Where the clock is set forward over the opening, it opens as much later.
      expect([clock >= hours.from, clock < hours.to]).toEqual([true, true]);
      expect(nextBusinessInstant(hours, end, timeZone)).toBe(end);
    });
  });

  test('it shows its time on the clock, on one of its days, and no such time was before it', () => {
    law(({ wait: { until, businessHours }, now, end, timeZone }) => {
      if (!until || businessHours) return;
      const { day, minutes } = localTime(end, timeZone);
      if (until.nextDay) expect(day).toBeGreaterThan(localTime(now, timeZone).day);
      if (until.days) expect(until.days).toContain(weekdayOf(day));
      const shown = new Date(minutes * minute).toISOString().slice(11, 16);
      // A time that is left out is shown up to an hour later.
      if (shown !== until.time) expect([shown > until.time, isChanged(end, timeZone)]).toEqual([true, true]);
    });
  });

  test('who comes later never goes on earlier', () => {
    law(({ wait, now, timeZone, businessHours, end }) => {
      const later = waitEnd(wait, now + 7 * minute, { timeZone, businessHours });
      expect(later).toBeGreaterThanOrEqual(end);
    });
  });
});

/** Whether the clock of a zone is changed in the three hours before an instant. */
const isChanged = (at: number, timeZone: string): boolean => {
  const [one, other] = [localTime(at - 180 * minute, timeZone), localTime(at, timeZone)];
  return (other.day - one.day) * 1440 + other.minutes - one.minutes !== 180;
};
