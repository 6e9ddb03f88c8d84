import fc from 'fast-check';
import { describeMinutes } from './duration.ts';
import { expect, test } from 'vitest';
import { parseDuration } from './parse-duration.ts';
import { parseWait } from './parse-wait.ts';

test.each([
  ['12h', 720],
  ['90 min', 90],
  ['1 dia', 1_440],
  ['1h30', 90],
  ['1 dia e 2 horas', 1_560],
])('[EDT12] a duration is parsed: %s', (text, minutes) => {
  expect(parseWait(text, 1)).toEqual({ duration: { minutes, isPlain: false }, beyond: undefined });
});

test.each([
  'Amanhã',
  'hoje às 18:00',
  'até segunda',
  'sexta-feira',
  'meio-dia',
  'tomorrow at 9am',
  'amanhã às 25h',
  'amanhã cedo às 9h',
  'on Monday',
  'until noon',
])('[EDT12] a time of day is not a wait, and its number is not one: %s', (text) => {
  expect(parseWait(text, 60)).toEqual({ duration: undefined, beyond: 'clock' });
});

test.each([
  ['amanhã às 9h', { time: '09:00', nextDay: true }],
  ['Amanhã, 9h30', { time: '09:30', nextDay: true }],
  ['até as 18h', { time: '18:00' }],
  ['10:30', { time: '10:30' }],
  ['9h do dia seguinte', undefined],
  ['até as 9h do dia seguinte', { time: '09:00', nextDay: true }],
  ['terça ou quinta às 10h', { time: '10:00', days: [2, 4] }],
  ['até segunda-feira, 8:15', { time: '08:15', days: [1] }],
  ['on Sunday at 9:00', { time: '09:00', days: [0] }],
  ['tomorrow at 9:00', { time: '09:00', nextDay: true }],
])('[EDT12] a time of day is understood: %s', (text, until) => {
  expect(parseWait(text, 60).until).toEqual(until);
});

test.each([
  ['1 dia, só em dia útil', 1_440],
  ['2 dias úteis', 2_880],
  ['12h somente em dias úteis', 720],
  ['1 dia útil', 1_440],
  ['3 business days', 4_320],
  ['1 day, only on weekdays', 1_440],
])('[EDT12] of working days the duration is kept, and they are reported: %s', (text, minutes) => {
  expect(parseWait(text, 1)).toEqual({ duration: { minutes, isPlain: false }, beyond: 'workdays' });
});

test('[EDT12] every duration is a wait, and no text makes the parser throw', () => {
  const unit = fc.constantFrom(1, 60, 1_440);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_080 }), fc.constantFrom('pt-BR', 'en'), unit, (minutes, locale, each) => {
      const text = describeMinutes(minutes, locale);
      expect(parseWait(text, each)).toEqual({ duration: parseDuration(text, each), beyond: undefined });
    }),
    { seed: 7 },
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), unit, (text, each) => {
      const minutes = parseWait(text, each).duration?.minutes ?? 0;
      expect(Number.isSafeInteger(minutes) && minutes >= 0).toBe(true);
    }),
    { seed: 7, numRuns: 500 },
  );
});
