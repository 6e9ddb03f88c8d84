import { expect, test } from 'vitest';
import { codeExpiry } from './code-expiry.ts';

const life = { pixMinutes: 90, boletoDays: 3, timeZone: 'America/Sao_Paulo' };
const expiryOf = (method: 'pix' | 'boleto' | 'card', now: string, zone = life.timeZone): string | null => {
  const expiry = codeExpiry(method, Date.parse(now), { ...life, timeZone: zone });
  return expiry === null ? null : new Date(expiry).toISOString();
};

test('[COM7] a PIX expires after its minutes, a card never', () => {
  expect(expiryOf('pix', '2026-03-12T17:05:00Z')).toBe('2026-03-12T18:35:00.000Z');
  expect(expiryOf('card', '2026-03-12T17:05:00Z')).toBeNull();
});

test.each([
  ['2026-03-12T17:05:00Z', 'America/Sao_Paulo', '2026-03-16T02:59:59.000Z'],
  // In that zone it is still the evening before.
  ['2026-03-13T02:59:59Z', 'America/Sao_Paulo', '2026-03-16T02:59:59.000Z'],
  ['2026-03-13T03:00:00Z', 'America/Sao_Paulo', '2026-03-17T02:59:59.000Z'],
  ['2026-03-12T17:05:00Z', 'America/Noronha', '2026-03-16T01:59:59.000Z'],
  ['2026-12-30T12:00:00Z', 'UTC', '2027-01-02T23:59:59.000Z'],
  // The clock moves forward before the last day, and on the last day.
  ['2026-03-27T12:00:00Z', 'Europe/Lisbon', '2026-03-30T22:59:59.000Z'],
  ['2026-03-26T12:00:00Z', 'Europe/Lisbon', '2026-03-29T22:59:59.000Z'],
])('[COM7] a boleto of %s in %s is payable until the end of the third day: %s', (now, zone, end) => {
  expect(expiryOf('boleto', now, zone)).toBe(end);
});
