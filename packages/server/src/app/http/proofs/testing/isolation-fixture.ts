import { unaudited } from '../../../../members/audit/testing/unaudited.ts';
import { createUser } from '../../../../members/create-user.ts';
import { grantMembership } from '../../../../members/memberships.ts';
import { roles, type Role } from '../../../../http/roles.ts';
import {
  automate,
  buyOnPage,
  engineOf,
  orderOf,
  otto,
  settle,
  sendEvent,
} from '../../../../privacy/testing/full-purchase.ts';
import { createEndpoint } from '../../../../shop/webhooks/manage-endpoints.ts';
import { webhookDepsOf } from '../../../../shop/webhooks/webhook-deps.ts';
import { createKey, createStore } from '../../../../stores/manage-stores.ts';
import { startTestService, type TestService } from '../../../../testing/test-service.ts';
import { PanelBrowser, password } from '../../panel/testing/browser.ts';

/** The shopper of the other store. No example in a document has her data. */
const zuleika = {
  name: 'Zuleika Tavares',
  email: 'zuleika@cliente.example',
  phone: '+5547931842765',
  document: '286.255.878-87',
  street: 'Rua dos Jacarandás',
  ip: '203.0.113.78',
};

/** Texts that identify the other store or its shopper, in lower case. */
export const tracesOfOtherStore = [
  'zuleika',
  'tavares',
  '31842765',
  '3184-2765',
  '28625587887',
  '286.255',
  'jacarand',
  'quaresmeira',
];

/** The ids of one store, by the name of the path parameter. */
export type Ids = Readonly<Record<string, string>>;

/** A service with two stores that have data of every kind, and with members and keys of the second one. */
export type TwoStores = {
  readonly service: TestService;
  /** The other store: its shopper is Zuleika. */
  readonly other: Ids;
  /** The caller's store: its shopper is Otto. */
  readonly ours: Ids;
  readonly browsers: Readonly<Record<Role, PanelBrowser>>;
  readonly keys: { readonly checkout: string; readonly secret: string };
};

/** Starts the service, without rate limits. */
export async function startTwoStores(): Promise<TwoStores> {
  const service = await startTestService({ RATE_LIMIT_PER_SECOND: '0', ALLOW_PRIVATE_ADDRESSES: 'true' });
  const { context } = service;
  // The documents name the default store.
  await context.db.query("update stores set name = 'Loja Quaresmeira' where store_id = $1", [service.storeId]);
  await fill(service, zuleika, 'Z-1');
  const { storeId } = await createStore(context.db, 'Loja Própria');
  const keys = {
    checkout: (await createKey(context.db, context.keys, storeId, 'checkout', unaudited))!.key,
    secret: (await createKey(context.db, context.keys, storeId, 'secret', unaudited))!.key,
  };
  const post: TestService['post'] = (body) => service.post(body, { 'x-api-key': keys.checkout });
  await fill({ ...service, storeId, checkoutKey: keys.checkout, secretKey: keys.secret, post }, otto, 'O-1');
  await settle(engineOf(service));
  const browsers = {} as Record<Role, PanelBrowser>;
  await addPerson(service, service.storeId, 'dona@quaresmeira.example', 'owner');
  for (const role of roles) browsers[role] = await addPerson(service, storeId, `${role}@propria.example`, role);
  const [other, ours] = [await fixtureIds(service, service.storeId), await fixtureIds(service, storeId)];
  return { service, other, ours, browsers, keys };
}

async function fill(service: TestService, shopper: typeof otto, order: string): Promise<void> {
  const endpoint = { url: 'https://erp.loja.example/retoma', description: shopper.name };
  const made = await createEndpoint(webhookDepsOf(service.context), service.storeId, endpoint, unaudited);
  if (!made.ok) throw new Error(made.code);
  await automate(service, service.storeId);
  await buyOnPage(service, shopper);
  await sendEvent(service, service.secretKey, 'pix.generated', orderOf(shopper, order));
}

async function addPerson(service: TestService, storeId: string, email: string, role: Role): Promise<PanelBrowser> {
  await createUser(service.context.usersDb, email, password);
  await grantMembership(service.context, { storeId, email }, role, unaudited);
  const browser = new PanelBrowser(service);
  const { status } = await browser.post('/sign-in', { email, password });
  if (status !== 200) throw new Error(`${email} was not let in: ${status}`);
  return browser;
}

/** The ids of a store, by the name of the path parameter. Names without a row are left out. */
async function fixtureIds({ context }: TestService, storeId: string): Promise<Ids> {
  const { rows } = await context.db.query<Record<string, string | null>>(
    `select $1::uuid as "storeId",
       (select automation_id from automations where store_id = $1 order by 1 limit 1) as "automationId",
       (select run_id from runs where store_id = $1 order by 1 limit 1) as "runId",
       (select order_id from orders where store_id = $1 order by 1 limit 1) as "orderId",
       (select checkout_id from checkouts where store_id = $1 order by 1 limit 1) as "checkoutId",
       (select key_id from api_keys where store_id = $1 order by 1 limit 1) as "keyId",
       (select connection_id from connections where store_id = $1 order by 1 limit 1) as "connectionId",
       (select event_id from events where store_id = $1 order by 1 limit 1) as "eventId",
       (select account_id from payment_accounts where store_id = $1 order by 1 limit 1) as "accountId",
       (select payment_id from payments join orders using (order_id)
         where orders.store_id = $1 order by 1 limit 1) as "paymentId",
       (select endpoint_id from webhook_endpoints where store_id = $1) as "webhookId",
       (select message_id from webhook_messages where store_id = $1 order by 1 limit 1) as "messageId",
       (select user_id from memberships where store_id = $1 and role = 'owner' limit 1) as "userId"`,
    [storeId],
  );
  return Object.fromEntries(Object.entries(rows[0]!).filter((entry): entry is [string, string] => entry[1] !== null));
}
