import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeMinutes } from './duration.ts';
import { parseDuration } from './parse-duration.ts';

test.each([
  ['12h', 720],
  ['12 h', 720],
  ['1 dia', 1_440],
  ['30 min', 30],
  ['30min.', 30],
  ['1h30', 90],
  ['1h 30min', 90],
  ['1 hora e 15 minutos', 75],
  ['1 dia, 2 horas e 5 minutos', 1_565],
  ['1,5 h', 90],
  ['0.5 dia', 720],
  ['1.440 min', 1_440],
  ['1,440 minutes', 1_440],
  ['2 Days', 2_880],
  ['1 hour and 10 minutes', 70],
  ['1 semana', 10_080],
  ['0 min', 0],
])('a time in everyday language is parsed: %s', (text, minutes) => {
  expect(parseDuration(text, 60)).toEqual({ minutes, isPlain: false });
});

test('a number alone has the selected unit', () => {
  expect(parseDuration('12', 1)).toEqual({ minutes: 12, isPlain: true });
  expect(parseDuration(' 12 ', 60)).toEqual({ minutes: 720, isPlain: true });
  expect(parseDuration('1,5', 60)).toEqual({ minutes: 90, isPlain: true });
  expect(parseDuration('0', 1_440)).toEqual({ minutes: 0, isPlain: true });
});

test.each(['', '  ', 'amanhã', '-5', '12 x', 'h', '1,5', '1 dia 2', '30 40 min', '1,2,3 h', '9'.repeat(60), '12h30x'])(
  'an unreadable text is not a time: %j',
  (text) => {
    expect(parseDuration(text, 1)).toBeUndefined();
  },
);

test('formatted times are read back, in both languages', () => {
  const written = fc.property(
    fc.integer({ min: 0, max: 10_080 }),
    fc.constantFrom('pt-BR', 'en'),
    (minutes, locale) => {
      expect(parseDuration(describeMinutes(minutes, locale), 1)?.minutes).toBe(minutes);
    },
  );
  fc.assert(written, { seed: 7 });
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (text) => {
      const minutes = parseDuration(text, 60)?.minutes ?? 0;
      expect(Number.isSafeInteger(minutes) && minutes >= 0).toBe(true);
    }),
    { seed: 7, numRuns: 500 },
  );
});
