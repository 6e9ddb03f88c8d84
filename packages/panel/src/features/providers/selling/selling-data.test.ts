import { expect, test } from 'vitest';
import { canReceive, nextStep, type Selling } from './selling-data.ts';

const label = { 'pt-BR': 'Conta', en: 'Account' };
const by = { label, isSimulated: false, verified: true };
const account = {
  provider: 'pix',
  label,
  state: 'done',
  supports: ['pix'],
  reportsPayments: false,
  methods: ['pix'],
} as const;
const done = { state: 'done' } as const;
const ready = {
  live: false,
  accounts: [{ ...account, account: null }],
  methods: [{ method: 'pix', by }],
  channels: [{ channel: 'whatsapp', state: 'done', by: { ...by, isUnofficial: false }, automations: 1 }],
  sender: done,
  seller: done,
  freight: done,
  sale: { state: 'missing' },
} as unknown as Selling;
const next = (change: object): unknown => nextStep({ ...ready, ...change });

test('[COM45] first an account that receives money, then who is reached, then the store, then selling for real', () => {
  const simulated = [{ method: 'pix', by: { ...by, isSimulated: true } }];
  const missing = { state: 'missing' };
  const accounts = [{ ...account, state: 'missing', account: null }];
  const channels = [{ channel: 'whatsapp', state: 'simulated', by: null, automations: 0 }];
  const all = { accounts, methods: simulated, channels, sender: missing, seller: missing, freight: missing };
  expect(next(all)).toEqual({ account: 'pix' });
  expect(next({ ...all, methods: ready.methods })).toEqual({ channel: 'whatsapp' });
  expect(next({ sender: missing, seller: missing })).toEqual({ own: 'sender' });
  expect(next({ seller: missing, freight: missing })).toEqual({ own: 'seller' });
  expect(next({ freight: missing })).toEqual({ own: 'freight' });
  expect(next({})).toBe('live');
  expect(next({ live: true })).toEqual({ own: 'sale' });
  expect(next({ live: true, sale: { state: 'done' } })).toBeNull();
  expect([canReceive(ready), canReceive({ methods: simulated as Selling['methods'] })]).toEqual([true, false]);
});

test('[COM45] an account that its provider has not accepted comes first, and an optional step is never next', () => {
  const accounts = [
    { ...account, account: null },
    { ...account, provider: 'all', state: 'unverified', account: null },
  ];
  expect(next({ accounts })).toEqual({ account: 'all' });
  expect(next({ channels: [{ channel: 'sms', state: 'optional', by: null, automations: 0 }] })).toBe('live');
});
