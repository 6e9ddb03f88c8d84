import { expect, test } from 'vitest';
import { expirationOf } from './expiry.ts';

const now = Date.parse('2026-03-12T15:00:00Z');
const minute = 60_000;
const day = 24 * 60 * minute;

test('[COM7] an expiry is written in the format of Mercado Pago', () => {
  expect(expirationOf('pix', now + day, now)).toBe('2026-03-13T12:00:00.000-03:00');
  expect(expirationOf('boleto', Date.parse('2026-03-16T02:59:59.999Z'), now)).toBe('2026-03-15T23:59:59.999-03:00');
  expect(expirationOf('card', null, now)).toBeUndefined();
});

test.each([
  ['pix', 15 * minute, 31 * minute],
  ['pix', 60 * minute, 60 * minute],
  ['pix', 30 * day, 30 * day - minute],
  ['boleto', 60 * minute, day + minute],
  ['boleto', 60 * day, 30 * day - minute],
] as const)(
  '[COM7] a %s that should expire in %i ms expires in %i: the nearest accepted value',
  (method, requested, accepted) => {
    expect(Date.parse(expirationOf(method, now + requested, now)!) - now).toBe(accepted);
  },
);
