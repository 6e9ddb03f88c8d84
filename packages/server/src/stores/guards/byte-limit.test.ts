import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { limits as checkoutLimits } from '@retoma/commerce';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey, createStore } from '../manage-stores.ts';
import { smallCart, startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ STORE_MEGABYTES_PER_DAY: '40' });
  // The exchange with other processes would add the time that passes to the fixed one.
  await service.context.sharedLimits.stop();
  const now = Date.now();
  service.context.clock = () => now;
});
afterAll(() => service.stop());

/** A cart of about `bytes` bytes. */
const cartOf = (bytes: number) => {
  const [item] = smallCart.cart.items;
  return JSON.stringify({ cart: { items: [item] } }) + ' '.repeat(bytes);
};

/** Creates a key of another new store. */
async function newKey(): Promise<string> {
  const { storeId } = await createStore(service.context.db, 'Loja');
  return (await createKey(service.context.db, service.context.keys, storeId, 'checkout', unaudited))!.key;
}

describe('[CHK9] bytes', () => {
  test('a key has 20 MB a minute, checked before the body is read; another key is not affected', async () => {
    const key = await newKey();
    const post = (body: string) => service.post(body, { 'x-api-key': key });
    const statuses: number[] = [];
    for (let count = 0; count < 4; count++) statuses.push((await post(cartOf(6_000_000))).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
    expect((await post(cartOf(0))).status).toBe(201);
    const refused = await post(cartOf(6_000_000));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } });
    expect((await service.post(cartOf(6_000_000), { 'x-api-key': await newKey() })).status).toBe(201);
  });

  test('a single cart within the body limit is always accepted', async () => {
    const { length } = cartOf(0);
    const cart = cartOf(checkoutLimits.bodyBytes - length);
    expect((await service.post(cart, { 'x-api-key': await newKey() })).status).toBe(201);
  });

  test('a body without a length is counted after reading', async () => {
    const key = await newKey();
    const post = (bytes: number) =>
      fetch(`${service.baseUrl}/stores/external/checkout`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: new Blob([cartOf(bytes)]).stream(),
        duplex: 'half',
      } as RequestInit);
    const statuses: number[] = [];
    for (let count = 0; count < 4; count++) statuses.push((await post(6_000_000)).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
  });

  test('all keys of a store together have a daily quota', async () => {
    const { db, keys } = service.context;
    const { storeId } = await createStore(db, 'Loja');
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++) {
      const { key } = (await createKey(db, keys, storeId, 'checkout', unaudited))!;
      // The notification of the new key may come later than the request.
      service.context.directory.forget(storeId);
      statuses.push((await service.post(cartOf(8_000_000), { 'x-api-key': key })).status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 429, 429]);
  });
});
