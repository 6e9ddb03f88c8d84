import { expect, test } from 'vitest';
import { isInstant } from './instant.ts';

test.each([
  '2026-03-12T17:05:00Z',
  '2026-03-12T17:05:00.123456Z',
  '2026-03-12T17:05-03:00',
  '2028-02-29T00:00:00+14:00',
])('[COM6] %s is an instant', (text) => expect(isInstant(text)).toBe(true));

test.each([
  '',
  '2026-03-12',
  '2026-03-12T17:05:00',
  '2026-03-12 17:05:00Z',
  '2026-02-30T00:00:00Z',
  '2027-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-03-12T25:05:00Z',
  '1999-12-31T23:59:59Z',
  '9999-12-31T23:59:59Z',
  '+012026-03-12T17:05:00Z',
  'yesterday',
])('[COM6] %j is not', (text) => expect(isInstant(text)).toBe(false));
