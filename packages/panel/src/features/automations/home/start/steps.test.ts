import { expect, test } from 'vitest';
import { stepsOf } from './steps.ts';

const none = {
  shop: false,
  automation: false,
  checkout: false,
  message: false,
  channel: false,
  payments: false,
  shipping: false,
  seller: false,
  sale: false,
};
const permissions = {
  owner: ['view', 'editAutomations', 'changeOrders', 'changeSettings'],
  editor: ['view', 'editAutomations'],
  support: ['view', 'changeOrders'],
  reader: ['view'],
};
const open = (role: keyof typeof permissions, done = none): string[] =>
  stepsOf(done, (one) => permissions[role].includes(one)).open.map(({ name }) => name);

test('[COM47] a new store’s steps are those that the member may do', () => {
  expect(open('owner')).toEqual(['automation', 'checkout', 'message', 'sell', 'sale']);
  expect(open('editor')).toEqual(['automation', 'message']);
  expect(open('support')).toEqual([]);
  expect(open('reader')).toEqual([]);
});

test('[COM47] selling is one step, done once channel, payments, shipping and seller are', () => {
  const most = { ...none, channel: true, payments: true, shipping: true };
  expect(open('owner', most)).toContain('sell');
  expect(open('owner', { ...most, seller: true })).not.toContain('sell');
});

test('[COM47] a store with a connected shop needs a channel and an automation', () => {
  const shop = { ...none, shop: true };
  expect(open('owner', shop)).toEqual(['channel', 'automation']);
  expect(open('editor', shop)).toEqual(['automation']);
  expect(open('owner', { ...shop, channel: true, automation: true })).toEqual([]);
});
