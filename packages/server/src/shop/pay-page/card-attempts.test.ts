import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { sandboxNumberOf } from '../../providers/payments/sandbox/cards.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createKey, createStore } from '../../stores/manage-stores.ts';
import { setPaymentAccount } from '../../providers/connections/testing/set-unverified.ts';
import { smallCart, startTestService, type TestService } from '../../testing/test-service.ts';
import { marina } from './testing/shopper.ts';

const minute = 60_000;
let service: TestService;
let storeId: string;
let key: string;
let addresses = 0;

beforeAll(async () => {
  service = await startTestService({ NEW_CONTACTS_PER_HOUR: '0', NEW_CONTACTS_PER_DAY: '0' });
});
afterAll(() => service.stop());

beforeEach(async () => {
  const { db, keys } = service.context;
  ({ storeId } = await createStore(db, 'Loja'));
  key = (await createKey(db, keys, storeId, 'checkout', unaudited))!.key;
  await setPaymentAccount(
    service.context,
    storeId,
    { provider: 'sandbox', methods: ['pix', 'boleto', 'card'] },
    unaudited,
  );
  service.pass(48 * 60 * minute);
});

const newNetwork = (): string => `198.51.100.${++addresses}`;

/** A checkout with complete details. */
async function ready(): Promise<string> {
  const customer = { ...marina, phone: '+5511987654321' };
  const request = { cart: { ...smallCart.cart, requiresShipping: false }, customer };
  const created = await service.post(request, { 'x-api-key': key });
  return `/pay/${((await created.json()) as { checkoutId: string }).checkoutId}`;
}

const submit = (remoteAddress: string, url: string, form: Record<string, string>) =>
  service.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'pt-BR' },
    payload: new URLSearchParams(form).toString(),
    remoteAddress,
  });

/** Tries a card at a new checkout; returns whether the bank was called. */
async function tryCard(
  remoteAddress: string,
  card: Parameters<typeof sandboxNumberOf>[0] = 'declined',
): Promise<boolean> {
  const path = await ready();
  const form = { method: 'card', token: sandboxNumberOf(card), installments: '1' };
  return (await submit(remoteAddress, `${path}/pay`, form)).statusCode === 303;
}

const pageAt = async (remoteAddress: string): Promise<string> =>
  (await service.app.inject({ url: await ready(), remoteAddress })).body;

describe('[COM23] refused cards', () => {
  test('five from one network in ten minutes leave only PIX for that network, immediately and on the page', async () => {
    const network = newNetwork();
    expect(await pageAt(network)).toContain('value="card"');
    const tried: boolean[] = [];
    for (let count = 0; count < 7; count++) tried.push(await tryCard(network));
    expect(tried).toEqual([true, true, true, true, true, false, false]);
    const page = await pageAt(network);
    expect(page).not.toContain('value="card"');
    expect(page).not.toContain('value="boleto"');
    expect(page).toContain('value="pix"');
    const path = await ready();
    const refused = await submit(network, `${path}/pay`, { method: 'card', token: sandboxNumberOf('declined') });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).not.toContain('value="card"');
    expect((await submit(network, `${path}/pay`, { method: 'pix' })).statusCode).toBe(303);
    expect(await tryCard(newNetwork())).toBe(true);
    service.pass(11 * minute);
    expect(await tryCard(network)).toBe(true);
  });

  test('concurrent attempts are counted too', async () => {
    const network = newNetwork();
    const tried = await Promise.all(Array.from({ length: 20 }, () => tryCard(network)));
    expect(tried.filter(Boolean).length).toBeLessThanOrEqual(5);
  });

  test('at most twenty from one network in a day', async () => {
    const network = newNetwork();
    let requests = 0;
    for (let count = 0; count < 30; count++, service.pass(15 * minute)) if (await tryCard(network)) requests++;
    expect(requests).toBe(20);
  });

  test('accepted cards do not count', async () => {
    const network = newNetwork();
    for (let count = 0; count < 8; count++) expect(await tryCard(network, 'accepted')).toBe(true);
  });

  test('a store with mostly refused cards offers only PIX, for all networks', async () => {
    let requests = 0;
    for (let count = 0; count < 60; count++) if (await tryCard(newNetwork())) requests++;
    expect(requests).toBe(50);
    expect(await pageAt(newNetwork())).not.toContain('value="card"');
    service.pass(61 * minute);
    expect(await tryCard(newNetwork())).toBe(true);
  });
});
