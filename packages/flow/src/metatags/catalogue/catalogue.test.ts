import { expect, test } from 'vitest';
import { triggers, type Trigger } from '../../members/trigger.ts';
import { metatagCategories, metatagNamed, metatags } from './index.ts';
import type { MetatagType } from './row.ts';

/** The names that the specification lists for each trigger. */
const specified: Partial<Record<Trigger, string>> = {
  'pix.generated':
    'customer.name customer.email customer.phone order.id order.total order.pix_code order.url_pix_gerado ' +
    'order.payment_method order.items order.items.first.name order.domain store.name store.domain shipping.name ' +
    'shipping.turnaround shipping.price order.pix_qr_code order.status lead.name',
  'payment.confirmed':
    'customer.name order.id order.total order.payment_method shipping.turnaround shipping.carrier store.name order.status',
  'cart.abandoned':
    'lead.name lead.email lead.phone lead.url_checkout cart.total cart.items cart.url_checkout cart.abandonedAt ' +
    'checkout.url order.url_checkout store.name',
  tracking_code_updated:
    'tracking.code tracking.url tracking.carrier tracking.status order.tracking_code order.tracking_url customer.name ' +
    'order.id shipping.name',
};

const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name);
const activeFor = (trigger: Trigger): string[] =>
  names(metatags.filter((metatag) => metatag.status === 'active' && metatag.triggers.includes(trigger)));

test.each(triggers)('[DEF9] the catalogue of %s holds what the specification names', (trigger) => {
  expect(activeFor(trigger)).toEqual(expect.arrayContaining(specified[trigger]?.split(' ') ?? []));
});

test('[DEF9] no metatag that collects a payment is active for a paid order or a tracking code', () => {
  const forbidden = new Set(['order.pix_code', 'order.url_pix_gerado', 'order.pix_qr_code', 'cart.url_checkout']);
  for (const trigger of ['payment.confirmed', 'tracking_code_updated'] as const) {
    expect(activeFor(trigger).filter((name) => forbidden.has(name))).toEqual([]);
  }
  expect(activeFor('cart.abandoned').filter((name) => /pix|customer\./.test(name))).toEqual([]);
});

test('[DEF9] each name once, each found by its name', () => {
  expect(new Set(names(metatags)).size).toBe(metatags.length);
  expect(metatags.every((metatag) => metatagNamed(metatag.name) === metatag)).toBe(true);
  expect(metatagNamed('Order.id')).toBeUndefined();
  expect(new Set(metatags.map(({ category }) => category))).toEqual(new Set([...metatagCategories, null]));
});

test('[DEF9] legacy, sensitive and e-mail only are exactly these', () => {
  const having = (has: (metatag: (typeof metatags)[number]) => boolean): string[] => names(metatags.filter(has)).sort();
  expect(having(({ status }) => status === 'legacy')).toEqual([
    'current_year',
    'payment.expiration_time',
    'payment.pix_code',
  ]);
  expect(having(({ sensitivity }) => sensitivity === 'sensitive')).toEqual([
    'browser.ip',
    'customer.birth_date',
    'customer.document',
    'lead.document',
    'order.attention',
    'order.card_last_digits',
  ]);
  expect(having(({ channels }) => !channels.includes('sms'))).toEqual([
    'cart.items_html',
    'order.items_html',
    'order.pix_qr_code',
  ]);
});

test('[DEF9] aliases and replacements refer to active metatags', () => {
  const targets = metatags.flatMap(({ aliasOf, replacement }) => aliasOf ?? replacement ?? []);
  expect(targets.sort()).toEqual(['checkout.url', 'order.pix_code', 'tracking.code', 'tracking.url']);
  expect(targets.every((name) => metatagNamed(name)?.status === 'active')).toBe(true);
});

const shapes: Record<MetatagType, RegExp> = {
  text: /^[^{}]+$/,
  money: /^R\$ (\d{1,3}\.)*\d{1,3},\d\d$/,
  date: /^\d\d\/\d\d\/\d{4} \d\d:\d\d$/,
  integer: /^\d+$/,
  url: /^https:\/\/[a-z.]+/,
  list: /^[^{}]+, [^{}]+$/,
  html: /^<.*>$/,
};

test('[TAG1] every example has the format of its type', () => {
  expect(metatags.filter(({ type, example }) => !shapes[type].test(example))).toEqual([]);
});

test('every metatag has a different description in each language', () => {
  for (const locale of ['pt-BR', 'en'] as const) {
    expect(metatags.every(({ description }) => description[locale].length > 2)).toBe(true);
  }
  expect(metatags.filter(({ description }) => description['pt-BR'] === description.en)).toEqual([]);
});

test('[TAG1] no field has the name of a member of Object.prototype, which render relies on', () => {
  expect(metatags.filter(({ field, category }) => field in {} || (category ?? '') in {})).toEqual([]);
});
