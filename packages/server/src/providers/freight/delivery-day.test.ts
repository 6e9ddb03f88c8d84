import { expect, test } from 'vitest';
import { deliveryDay } from './delivery-day.ts';

test.each([
  ['2026-11-27T15:00:00Z', 4, '2026-12-03'],
  // Christmas, New Year and two weekends
  ['2026-12-24T15:00:00Z', 5, '2027-01-04'],
  // Good Friday and Tiradentes move and do not move
  ['2027-03-25T15:00:00Z', 1, '2027-03-29'],
  ['2026-04-20T15:00:00Z', 1, '2026-04-22'],
  // Zumbi is a national holiday since 2024
  ['2026-11-19T15:00:00Z', 1, '2026-11-23'],
  // 23:30 in São Paulo, when the UTC day has changed
  ['2026-11-28T02:30:00Z', 1, '2026-11-30'],
])('[COM31] a payment at %s arrives after %i working days on %s', (at, days, day) => {
  expect(deliveryDay(days, Date.parse(at), 'America/Sao_Paulo')).toBe(day);
});

test('[COM31] an unknown time names no day, and carnival is a working day', () => {
  expect(deliveryDay(null, 0, 'America/Sao_Paulo')).toBeNull();
  expect(deliveryDay(1, Date.parse('2026-02-16T15:00:00Z'), 'America/Sao_Paulo')).toBe('2026-02-17');
});
