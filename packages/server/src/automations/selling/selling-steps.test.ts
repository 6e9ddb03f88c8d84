import { describe, expect, test } from 'vitest';
import { channelStep, paymentSteps, progressOf, type PaymentFacts } from './selling-steps.ts';

const pix = { provider: 'pix', supports: ['pix'] as const };
const all = { provider: 'all', supports: ['pix', 'boleto', 'card'] as const };
const other = { provider: 'other', supports: ['pix', 'boleto', 'card'] as const };
const stateOf = (providers: readonly PaymentFacts[]) => paymentSteps(providers).map(({ state }) => state);
const account = { verified: true, hasError: false };

describe('[COM45] the providers of a store', () => {
  test('without accounts, those are missing that bring a method; a second one for it is optional', () => {
    const none = [pix, all, other].map((one) => ({ ...one, account: null }));
    expect(stateOf(none)).toEqual(['missing', 'missing', 'optional']);
  });

  test('a method that an account takes needs no other provider', () => {
    const taken = { ...all, account: { ...account, methods: all.supports } };
    expect(stateOf([{ ...pix, account: null }, taken, { ...other, account: null }])).toEqual([
      'optional',
      'done',
      'optional',
    ]);
  });

  test('an account is done if its provider accepted it and it takes a method', () => {
    const of = (one: Partial<NonNullable<PaymentFacts['account']>>): PaymentFacts => ({
      ...pix,
      account: { ...account, methods: ['pix'], ...one },
    });
    expect(stateOf([of({})])).toEqual(['done']);
    expect(stateOf([of({ verified: false })])).toEqual(['unverified']);
    expect(stateOf([of({ hasError: true })])).toEqual(['unverified']);
    expect(stateOf([of({ methods: [] })])).toEqual(['optional']);
  });
});

test('[COM45] a channel is done if it reaches people; SMS is asked for once an automation sends it', () => {
  const step = (channel: 'whatsapp' | 'sms', automations: number, isSimulated?: boolean, works = true) =>
    channelStep({ channel, automations, connection: isSimulated === undefined ? null : { isSimulated, works } });
  expect(step('whatsapp', 0)).toBe('missing');
  expect(step('whatsapp', 0, true)).toBe('simulated');
  expect(step('whatsapp', 0, false)).toBe('done');
  expect(step('whatsapp', 0, false, false)).toBe('unverified');
  expect(step('sms', 0)).toBe('optional');
  expect(step('sms', 0, true)).toBe('optional');
  expect(step('sms', 1, true)).toBe('simulated');
  expect(step('sms', 1)).toBe('missing');
});

test('[COM45] what is optional is not counted', () => {
  expect(progressOf(['done', 'missing', 'optional', 'unverified', 'simulated', 'done'])).toEqual({
    ready: 2,
    total: 5,
  });
});
