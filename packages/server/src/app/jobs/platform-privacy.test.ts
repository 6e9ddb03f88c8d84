import { afterAll, beforeAll, expect, test } from 'vitest';
import { seal } from '../../base/crypto/seal.ts';
import { newId } from '../../base/ids.ts';
import { erasePerson } from '../../privacy/erase-person.ts';
import { unaudited } from '../../members/audit/testing/unaudited.ts';
import type { PrivacyRequest } from '../../shop/connectors/connector.ts';
import { platformConnectionEnd } from '../../shop/connectors/queries/connections.ts';
import { platformDeliveryInsert } from '../../shop/connectors/queries/deliveries.ts';
import { startConnectedStore, type ConnectedStore } from '../../shop/connectors/testing/connected-shop.ts';
import { openShopServer, type WooServer } from '../../shop/connectors/woocommerce/testing/shop-server.ts';
import { rowsWith } from '../../testing/rows-with.ts';
import { answerPlatformRequests, type PlatformPrivacyDeps } from './platform-privacy.ts';

let shop: WooServer;
let store: ConnectedStore;
let connectionId: string;
let deps: PlatformPrivacyDeps;

const [ana, bia, caio] = ['Ana', 'Bia', 'Caio'].map((name, index) => ({
  method: 'pix' as const,
  total: '50.00',
  name: `${name} Quaresmeira`,
  email: `${name.toLowerCase()}@quaresmeira.example`,
  phone: `(11) 98765-432${index}`,
})) as [Person, Person, Person];
type Person = { method: 'pix'; total: string; name: string; email: string; phone: string };

beforeAll(async () => {
  const now = Date.now() - 3_600_000;
  shop = await openShopServer({ now, app: { id: '', secret: '' }, appAddress: () => '', allowHttp: true });
  store = await startConnectedStore(shop);
  connectionId = await store.connect('woocommerce', 1);
  deps = { ...store.deps, contactSecret: store.service.context.contactSecret };
  for (const person of [ana, bia, caio]) await shop.pay(await shop.place(person));
  await store.settle();
});
afterAll(async () => {
  await store.stop();
  await shop.close();
});

async function ask(request: PrivacyRequest): Promise<number> {
  const deliveryId = newId(store.storeId);
  const body = seal(deps.credentialsKey, deliveryId, Buffer.from(JSON.stringify(request)).toString('base64'));
  const receivedAt = deps.clock();
  const delivery = {
    deliveryId,
    connectionId,
    storeId: store.storeId,
    key: deliveryId,
    named: false,
    topic: 'privacy',
    body,
  };
  await platformDeliveryInsert(deps.db, { ...delivery, receivedAt });
  await store.settle();
  return answerPlatformRequests(deps, 5);
}
const naming = (person: Person): Promise<string[]> => rowsWith(deps.db, [person.email, person.phone.slice(-9)]);

test('[CON10] a platform’s request about a person erases them, and nobody else', async () => {
  expect(await naming(ana)).not.toEqual([]);
  const others = await naming(bia);
  expect(await ask({ kind: 'erase-person', email: ana.email, phone: null, document: null })).toBe(1);
  expect(await naming(ana)).toEqual([]);
  expect(await naming(bia)).toEqual(others);
  expect(await answerPlatformRequests(deps, 5)).toBe(0);
});

test('[CON10] owners learn that a person asked for their data', async () => {
  await ask({ kind: 'export-person', email: bia.email, phone: null, document: null });
  expect(await store.rows(`select detail from audit_log where action = 'shop_data_requested'`)).toMatchObject([
    { detail: expect.stringContaining('woocommerce: ') as string },
  ]);
});

test('[COM8] an erasure deletes the deliveries that wait', async () => {
  await shop.pay(await shop.place(ana));
  expect(await store.rows('select from platform_deliveries where body is not null')).not.toEqual([]);
  const request = { storeId: store.storeId, person: { email: ana.email }, by: 'cli' };
  expect(await erasePerson(deps, request, unaudited)).toMatchObject({ ok: true, finished: true });
  expect(await store.rows('select from platform_deliveries where body is not null')).toEqual([]);
});

test('[CON10] the end of a shop erases everybody who came from it, also after it was disconnected', async () => {
  await platformConnectionEnd(deps.db, connectionId, 'disconnected', deps.clock());
  expect(await ask({ kind: 'erase-shop' })).toBe(1);
  expect([await naming(bia), await naming(caio)]).toEqual([[], []]);
  expect(await store.service.count('orders')).toBe(3);
});
