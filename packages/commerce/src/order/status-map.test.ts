import { expect, test } from 'vitest';
import { orderStatusOf } from './status-map.ts';

test.each([
  ['paid', 'paid approved completed invoiced CONCLUIDA concluída wc-completed pago paga aprovado disponível available'],
  ['pending', 'pending waiting on-hold ATIVA wc-on-hold wc-pending pendente aguardando_pagamento'],
  // WooCommerce calls a paid order so, other systems one in review; docs/events.md says what a WooCommerce shop sends.
  ['processing', 'processing in_process authorized wc-processing em_análise IN_ANALYSIS'],
  ['failed', 'failed refused rejected wc-failed recusado Declined negada'],
  ['cancelled', 'cancelled voided expired refunded charged_back wc-refunded wc-cancelled estornado devolvida'],
])('[COM4] maps other systems’ terms for %s, in any case', (status, terms) => {
  for (const word of terms.split(' ')) {
    expect([word, word.toUpperCase(), ` ${word.toLowerCase()} `].map(orderStatusOf)).toEqual([status, status, status]);
  }
});

test('[COM4] spaces, underscores and hyphens of a term are alike', () => {
  for (const word of ['Em análise', 'em-analise', 'EM_ANA\u0301LISE']) expect(orderStatusOf(word)).toBe('processing');
});

test('[COM4] an unknown term has no status', () => {
  for (const word of [
    '',
    'shipped',
    'wc-',
    'wc-shipped',
    'unpaid',
    'não pago',
    'partially_refunded',
    'constructor',
    '__proto__',
  ])
    expect(orderStatusOf(word)).toBeUndefined();
});
