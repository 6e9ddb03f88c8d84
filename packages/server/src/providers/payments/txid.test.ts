import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { txidOf } from './txid.ts';

test.each([
  ['1042', /^1042P[0-9A-Z]{12}$/],
  ['#PED-2026/0001042-BR', /^PED202600010P[0-9A-Z]{12}$/],
  ['', /^P[0-9A-Z]{12}$/],
])('[COM9] the txid of order %j begins with its number and fits', (number, form) => {
  const txid = txidOf(number, newId());
  expect(txid).toMatch(form);
  expect(txid.length).toBeLessThanOrEqual(25);
});

test('[COM9] a payment has one txid, and two payments of one order have different ones', () => {
  const [one, other] = [newId(), newId()];
  expect(txidOf('1042', one)).toBe(txidOf('1042', one));
  expect(txidOf('1042', one)).not.toBe(txidOf('1042', other));
  const greatest = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  expect(txidOf('1'.repeat(50), greatest)).toHaveLength(25);
});
