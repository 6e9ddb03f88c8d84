import { expect, test } from 'vitest';
import { orderStatusOf } from './status-map.ts';

test.each([
  ['paid', 'paid approved completed invoiced CONCLUIDA'],
  ['pending', 'pending waiting on-hold ATIVA'],
  ['processing', 'processing in_process authorized'],
  ['failed', 'failed refused rejected'],
  ['cancelled', 'cancelled voided expired refunded charged_back'],
])('[COM4] maps other systems’ terms for %s, in any case', (status, terms) => {
  for (const word of terms.split(' ')) {
    expect([word, word.toUpperCase(), ` ${word.toLowerCase()} `].map(orderStatusOf)).toEqual([status, status, status]);
  }
});

test('[COM4] an unknown term has no status', () => {
  for (const word of ['', 'shipped', 'constructor', '__proto__']) expect(orderStatusOf(word)).toBeUndefined();
});
