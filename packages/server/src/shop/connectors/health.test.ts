import { expect, test } from 'vitest';
import { healthOf } from './health.ts';
import type { ListedConnection } from './queries/connections.ts';

const minute = 60_000;
const now = Date.UTC(2026, 10, 29, 12);
const ago = (minutes: number): number => now - minutes * minute;

const working: ListedConnection = {
  connectionId: '',
  storeId: '',
  platform: 'loja',
  shop: 'https://loja.example',
  name: 'Loja',
  state: 'connected',
  stateAt: ago(900),
  secrets: Buffer.alloc(0),
  credentials: Buffer.alloc(0),
  renewAt: null,
  connectedAt: ago(900),
  resumeAt: null,
  failures: 0,
  failingSince: null,
  lastFailure: null,
  fastUntil: null,
  lastDeliveryAt: ago(10),
  webhooksAt: ago(4),
  repairedAt: null,
  readAt: ago(4),
  historyRead: 3,
  historyTotal: 3,
  historyDoneAt: ago(890),
};

const code = (change: Partial<ListedConnection>): [string, number | null] => {
  const { code: found, since } = healthOf({ ...working, ...change }, { now, everyMs: 5 * minute });
  return [found, since];
};

test('[CON12] a connection is one code, with the instant that it counts from', () => {
  expect(code({})).toEqual(['working', ago(10)]);
  expect(code({ historyDoneAt: null, connectedAt: ago(1) })).toEqual(['reading', ago(1)]);
  expect(code({ lastDeliveryAt: ago(181) })).toEqual(['quiet', ago(181)]);
  expect(code({ lastDeliveryAt: null })).toEqual(['quiet', null]);
  expect(code({ lastDeliveryAt: null, connectedAt: ago(20) })).toEqual(['working', null]);
  expect(code({ failingSince: ago(6) })).toEqual(['unreachable', ago(6)]);
  expect(code({ failingSince: ago(4) })).toEqual(['working', ago(10)]);
  for (const state of ['reconnect', 'suspended', 'uninstalled'] as const)
    expect(code({ state, stateAt: ago(5), failingSince: ago(99) })).toEqual([state, ago(5)]);
});

test('[CON12] lag, webhooks, and how often orders are polled', () => {
  const of = (change: Partial<ListedConnection>): ReturnType<typeof healthOf> =>
    healthOf({ ...working, ...change }, { now, everyMs: 5 * minute });
  expect(of({})).toMatchObject({ lagMs: 4 * minute, hasWebhooks: true, everyMinutes: 5 });
  expect(of({ readAt: null, webhooksAt: null })).toMatchObject({ lagMs: null, hasWebhooks: false });
  expect(of({ fastUntil: now + minute })).toMatchObject({ everyMinutes: 1 });
  expect(of({ fastUntil: ago(1) })).toMatchObject({ everyMinutes: 5 });
});
