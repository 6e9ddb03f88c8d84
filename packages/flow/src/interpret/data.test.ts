import { describe, expect, test } from 'vitest';
import { fixedFields } from '../conditions/fields.ts';
import { recipientOf, resolveIn, withValue, type RunData } from './data.ts';

const data: RunData = {
  order: { status: 'PAID', payment_method: 'PIX', total: 12990, pix_code: '000201' },
  event: { amount: 500 },
  customer: { email: 'ana@example.com', state: 'SP' },
  lead: { isCompleted: true },
  tracking: { status: 'posted', code: 'A1', url: 'https://t', carrier: 'C' },
  shipping: { name: 'PAC', carrier: 'Correios' },
  browser: { ip: '127.0.0.1', utms: { source: 'instagram' } },
};

describe('condition fields', () => {
  const resolve = resolveIn(data);

  test('[DEF5] every field of the fixed list resolves', () => {
    expect(fixedFields.filter((field) => resolve(field) == null)).toEqual([]);
  });

  test('[DEF5] the payment status and method are in lower case, and the amount is the event’s', () => {
    expect(
      ['payment_status', 'payment_method', 'order.payment_method', 'amount'].map((field) => resolve(field as 'amount')),
    ).toEqual(['paid', 'pix', 'PIX', 500]);
  });

  test('[DEF5] open namespaces and nested fields resolve', () => {
    expect([resolve('customer.state'), resolve('lead.isCompleted'), resolve('browser.utms.source')]).toEqual([
      'SP',
      true,
      'instagram',
    ]);
  });

  test('[DEF5] a missing or unknown field has no value', () => {
    const strange = ['customer.phone', 'customer.constructor', 'order.status', 'status', '__proto__', 'customer'];
    expect(strange.map((field) => resolve(field as 'amount')).filter((value) => value != null)).toEqual([]);
    expect(resolveIn({ customer: null })('customer.email')).toBeUndefined();
  });
});

describe('[RUN11] the recipient', () => {
  test('[RUN11] is the customer, then the lead; a blank value is skipped', () => {
    const both: RunData = {
      customer: { phone: ' ', email: 'c@x.example' },
      lead: { phone: ' +5511 ', email: 'l@x.example' },
    };
    expect([recipientOf('whatsapp', both), recipientOf('sms', both), recipientOf('email', both)]).toEqual([
      '+5511',
      '+5511',
      'c@x.example',
    ]);
    expect(recipientOf('email', { lead: { email: null } })).toBeNull();
    const pasted: RunData = {
      customer: { email: '\u200b', phone: '\u202a+55 11 98765\u20114321\u202c' },
      lead: { email: 'Ana <ana@b.example\u200b>' },
    };
    expect([recipientOf('sms', pasted), recipientOf('email', pasted)]).toEqual(['+55 11 98765-4321', 'ana@b.example']);
    expect(recipientOf('email', (name) => (name === 'lead.email' ? 'l@x.example' : ''))).toBe('l@x.example');
  });
});

test('[SEM11] a value is set in a copy, also under a hostile name', () => {
  const before = { a: { b: 1, c: [1, { d: 2 }] }, e: {} };
  const changed = withValue(before, ['a', 'c', '1', 'd'], 3);
  expect(changed).toEqual({ a: { b: 1, c: [1, { d: 3 }] }, e: {} });
  expect(before.a.c[1]).toEqual({ d: 2 });
  expect(changed.e).toBe(before.e);
  expect(withValue(['a'], ['length'], 5)).toEqual({ length: 5 });
  expect(withValue({ items: [] }, ['items', 'first', 'name'], 'x')).toEqual({ items: { first: { name: 'x' } } });
  withValue({}, ['__proto__', 'polluted'], true);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
