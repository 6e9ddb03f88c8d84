import { expect, test } from 'vitest';
import { proveWebhooks } from './webhooks.ts';

// The short, seeded version of `npm run prove -- webhooks`.
test('[WHK4][WHK12] every event arrives, in the order of its order, under kill -9 of workers and receiver', async () => {
  const kills = { workers: 1, receiver: 1 };
  const proof = await proveWebhooks({ deliveries: 400, stores: 4, kills, timed: 3, seed: 1 });
  const { missing, invalid, outOfOrder, left, sent, delay } = proof;
  expect({ missing, invalid, outOfOrder, left }).toEqual({ missing: [], invalid: 0, outOfOrder: [], left: 0 });
  expect(sent).toBeGreaterThanOrEqual(400);
  expect(proof.received).toBeGreaterThan(sent * 1.2);
  expect(proof.kills).toBe(2);
  // The deliveries beside the hanging endpoint were made while it hung.
  expect(delay.timed).toBe(3);
  expect(delay.hung).toBeGreaterThan(0);
}, 600_000);
