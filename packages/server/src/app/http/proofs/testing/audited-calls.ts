import { randomUUID } from 'node:crypto';
import { unaudited } from '../../../../members/audit/testing/unaudited.ts';
import { inviteMember, openInvitations } from '../../../../members/account/invitations.ts';
import { saveAutomation } from '../../../../automations/definitions/save-automation.ts';
import { account as evolutionAccount } from '../../../../providers/channels/whatsapp/evolution/testing/account.ts';
import { startEvolution } from '../../../../providers/channels/whatsapp/evolution/testing/evolution-server.ts';
import { account as ga4Account } from '../../../../providers/ads/ga4/testing/account.ts';
import { connectPaymentAccount } from '../../../../providers/connections/payments/connect.ts';
import { recordPayment } from '../../../../shop/orders/payments/record-payment.ts';
import {
  automate,
  buyOnPage,
  engineOf,
  orderOf,
  otto,
  sendEvent,
  settle,
  zelia,
} from '../../../../privacy/testing/full-purchase.ts';
import { openExampleStore } from '../../../example-store/open-example-store.ts';
import { membershipSet } from '../../../../members/queries/memberships.ts';
import { openStore } from '../../../../stores/create-store.ts';
import { createCoupon } from '../../../../shop/prices/manage-coupons.ts';
import { setOrderBump } from '../../../../shop/prices/manage-order-bump.ts';
import type { PlatformServer } from '../../../../shop/connectors/testing/platform-server.ts';
import { openShopServer } from '../../../../shop/connectors/woocommerce/testing/shop-server.ts';
import { createEndpoint } from '../../../../shop/webhooks/manage-endpoints.ts';
import { sendTest } from '../../../../shop/webhooks/read-messages.ts';
import { webhookDepsOf } from '../../../../shop/webhooks/webhook-deps.ts';
import { createKey } from '../../../../stores/manage-stores.ts';
import { noFreightSettings } from '../../../../stores/queries/freight-settings.ts';
import { connectFreightAccount } from '../../../../providers/connections/freight/connect.ts';
import { addShippingOption } from '../../../../stores/shipping-options.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../../../../testing/test-service.ts';
import type { Activity } from '../../../../http/audit-actions.ts';
import type { PanelCall, PanelContract } from '../../../../panel-contract.ts';
import { newUser, PanelBrowser, password, type Answered } from '../../panel/testing/browser.ts';
import { newId } from '../../../../base/ids.ts';
import type { PanelEndpoint } from '../../../../http/endpoint.ts';

const ga4 = { destination: 'ga4', ...ga4Account };

/** The endpoints whose calls are audited. */
export type AuditedCall = {
  [Call in PanelCall]: PanelContract[Call] extends { audit: readonly Activity[] } ? Call : never;
}[PanelCall];

/** A store with members, runs and a phone, for calls that succeed. */
export type AuditedStore = {
  readonly service: TestService;
  readonly owner: PanelBrowser;
  readonly reader: PanelBrowser;
  readonly ownerId: string;
  /** The other owner. */
  readonly partnerId: string;
  readonly readerId: string;
  readonly gateway: Awaited<ReturnType<typeof startEvolution>>;
  /** A shop at a platform. */
  readonly shop: PlatformServer;
  readonly stop: () => Promise<void>;
};

/** Starts the service with such a store. */
export async function startAuditedStore(options: TestServiceOptions = {}): Promise<AuditedStore> {
  const gateway = await startEvolution();
  const app = { id: '', secret: '' };
  const shop = await openShopServer({ now: Date.now(), app, appAddress: () => '', allowHttp: true });
  const hosts = shop.hosts.map((host) => `${host}=${shop.url}`).join();
  const settings = { RATE_LIMIT_PER_SECOND: '0', ALLOW_PRIVATE_ADDRESSES: 'true', PLATFORM_HOSTS: hosts };
  const service = await startTestService(settings, options);
  const ownerId = await newUser(service, 'dona@loja.example', 'owner');
  const partnerId = await newUser(service, 'socia@loja.example', 'owner');
  const readerId = await newUser(service, 'leitor@loja.example', 'reader');
  const [owner, reader] = [new PanelBrowser(service), new PanelBrowser(service)];
  // AUT10: who confirms a change has been an owner for a day.
  service.pass(24 * 60 * 60_000);
  await owner.post('/sign-in', { email: 'dona@loja.example', password });
  await reader.post('/sign-in', { email: 'leitor@loja.example', password });
  await automate(service, service.storeId);
  await buyOnPage(service, zelia);
  await sendEvent(service, service.secretKey, 'pix.generated', orderOf(zelia, 'Z-1'));
  await settle(engineOf(service));
  const stop = async (): Promise<void> => {
    await service.stop();
    await gateway.stop();
    await shop.close();
  };
  return { service, owner, reader, ownerId, partnerId, readerId, gateway, shop, stop };
}

/** What a call sends beside the store: parameters of its path, its query, and its body. */
export type PreparedCall = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
};

/** Sends a call. Ids that are not prepared are new ones, which name nothing. */
export function callEndpoint(
  { service }: AuditedStore,
  browser: PanelBrowser,
  { method, path }: PanelEndpoint,
  { params, query, body }: PreparedCall,
): Promise<Answered> {
  const all: Record<string, string> = { storeId: service.storeId, ...params };
  const address = path.slice('/panel/api'.length).replace(/:(\w+)/g, (_, name: string) => all[name] ?? newId());
  if (method !== 'GET') return browser.send(method, address, body ?? {});
  return browser.get(query ? `${address}?${new URLSearchParams(query)}` : address);
}

type Prepare = (store: AuditedStore) => Promise<PreparedCall>;

/** Prepares a call that succeeds once, with objects of its own. An audited endpoint that is not here does not compile. */
export const auditedCalls: Record<AuditedCall, Prepare> = {
  createAutomation: sending({ source: { kind: 'scratch', triggerEvent: 'pix.generated', name: 'Nova' } }),
  publishAutomation: async (store) => ({ ...(await automation(store)), body: { revision: 1 } }),
  switchAutomation: async (store) => ({ ...(await automation(store, true)), body: { active: false } }),
  duplicateAutomation: async (store) => ({ ...(await automation(store)), body: { name: 'Cópia' } }),
  deleteAutomation: (store) => automation(store),
  connectChannel: sending({ provider: 'sandbox', perMinute: null }, { channel: 'sms' }),
  disconnectChannel: async ({ owner, service }) => {
    await owner.post(`/stores/${service.storeId}/channels/sms`, { provider: 'sandbox', perMinute: null });
    return { params: { channel: 'sms' } };
  },
  connectShop: (store) => Promise.resolve({ body: shopRequest(store) }),
  disconnectShop: async (store) => {
    const { body } = await store.owner.post(`/stores/${store.service.storeId}/shop-connections`, shopRequest(store));
    return { params: { shopConnectionId: body['connectionId'] as string } };
  },
  removePhone: async ({ owner, service, gateway }) => {
    gateway.phone.isPaired = true;
    const settings = { baseUrl: gateway.url, ...evolutionAccount.settings };
    const { apiKey } = evolutionAccount.credentials;
    const request = { provider: 'evolution', perMinute: null, settings, credentials: { apiKey } };
    await owner.post(`/stores/${service.storeId}/channels/whatsapp`, request);
    return {};
  },
  advanceTestClock: async ({ owner, service }) => {
    const { body } = await owner.post(`/stores/${service.storeId}/test-store`);
    return { params: { storeId: String(body['testStoreId']) }, body: { minutes: 60 } };
  },
  createKey: sending({ kind: 'secret' }),
  rotateKey: async (store) => ({ ...(await key(store)), body: { endOldNow: false } }),
  endKey: (store) => key(store),
  createPaymentLink: sending({
    items: [{ title: 'Caneca', quantity: 1, unitPrice: 3900 }],
    requiresShipping: false,
    customer: {},
  }),
  seeOrderContact: async (store) => ({ ...(await order(store)), body: { field: 'phone' } }),
  markOrderPaid: (store) => order(store),
  acceptOrder: (store) => order(store, 100),
  requestRest: (store) => order(store, 100),
  cancelOrder: (store) => order(store),
  refundOrder: async (store) => ({ ...(await order(store, 'all')), body: { isReturned: true } }),
  importTracking: async (store) => {
    const { params } = await order(store);
    return { body: { text: `pedido,codigo\n${params.orderId},BR${randomUUID()}`, apply: true } };
  },
  trackOrder: async (store) => ({ ...(await order(store)), body: { code: 'BR1' } }),
  connectPaymentAccount: sending({ provider: 'sandbox', methods: ['pix'], move: 'pix' }),
  confirmPaymentChange: (store) => pendingChange(store, store.partnerId),
  cancelPaymentChange: (store) => pendingChange(store, store.ownerId),
  setLive: sending({ live: false }),
  removePaymentMethod: async ({ owner, service }) => {
    await owner.post(`/stores/${service.storeId}/payment-accounts`, { provider: 'sandbox', methods: ['boleto'] });
    return { params: { method: 'boleto' } };
  },
  connectDestination: sending({ ...ga4, saveAnyway: true }),
  switchDestination: async ({ owner, service }) => {
    await owner.post(`/stores/${service.storeId}/conversion-destinations`, { ...ga4, saveAnyway: true });
    return {
      params: { destination: ga4.destination },
      body: { active: true, sendsItems: false, legalBasis: 'consentimento' },
    };
  },
  changeFreight: sending({ ...noFreightSettings, origin: '30130000' }),
  connectFreightAccount: sending({
    provider: 'frenet',
    settings: {},
    credentials: { token: 'a-token-of-tests' },
    saveAnyway: true,
  }),
  removeFreightAccount: async ({ service: { context, storeId } }) => {
    const request = { provider: 'frenet', credentials: { token: 'a-token-of-tests' }, saveAnyway: true };
    const set = await connectFreightAccount(context, storeId, request, AbortSignal.timeout(5_000), unaudited);
    if (!set.ok) throw new Error(set.code);
    return { params: { accountId: set.accountId } };
  },
  setPaymentFallback: async ({ owner, service }) => {
    await owner.post(`/stores/${service.storeId}/payment-accounts`, { provider: 'sandbox', methods: ['boleto'] });
    return { params: { method: 'boleto' }, body: { provider: null } };
  },
  createShippingOption: sending({ ...shipping('Sedex') }),
  retireShippingOption: async ({ service: { context, storeId } }) => ({
    params: (await addShippingOption(context.db, storeId, shipping('PAC'), unaudited))!,
  }),
  changePriceRules: sending({ methodDiscounts: [], installments: null, minimumOrder: 0 }),
  createCoupon: () => Promise.resolve({ body: coupon() }),
  endCoupon: async ({ service: { context, storeId } }) => ({
    params: (await createCoupon(context.db, storeId, coupon(), unaudited))!,
  }),
  setOrderBump: sending(orderBump()),
  endOrderBump: async ({ service: { context, storeId } }) => {
    await setOrderBump(context.db, storeId, orderBump(), unaudited);
    return {};
  },
  createWebhook: sending(endpoint()),
  changeWebhook: async (store) => ({ ...(await webhook(store)), body: { enabled: false } }),
  deleteWebhook: (store) => webhook(store),
  rotateWebhookSecret: (store) => webhook(store),
  seeWebhookBody: (store) => webhookMessage(store),
  replayWebhookMessage: (store) => webhookMessage(store),
  replayWebhook: async (store) => ({ ...(await webhookMessage(store)), body: { since: '2020-01-01T00:00:00Z' } }),
  seeRunPerson: async (store) => ({ params: { runId: await runOf(store) } }),
  operateRuns: async (store) => ({ body: { kind: 'cancel', of: { runIds: [await runOf(store)] } } }),
  resendMessage: async (store) => ({
    params: { runId: await runOf(store) },
    body: { message: 'steps[0]#1', requestId: randomUUID() },
  }),
  exportRuns: sending(),
  exportMessages: sending(),
  exportOrders: sending(),
  exportContacts: sending(),
  readCustomer: async (store) => ({ query: { runId: await runOf(store) } }),
  changeConsent: sending({ contact: zelia.email, channel: 'email', state: 'withdrawn' }),
  releaseContacts: async ({ service: { context, storeId } }) => {
    await context.db.query(
      `insert into held_contacts (held_id, store_id, email_key, release_at, expires_at) values ($1, $2, 'x', 'infinity', 'infinity')`,
      [randomUUID(), storeId],
    );
    return {};
  },
  changeStoreSettings: () => Promise.resolve({ body: { name: `Loja ${randomUUID()}` } }),
  changeDomain: () => Promise.resolve({ body: { hostname: `${randomUUID()}.loja.example` } }),
  deleteStore: async ({ service: { context }, ownerId, readerId }) => {
    const { storeId } = await openStore(context, ownerId, 'Loja a apagar');
    await membershipSet(context.db, { storeId, userId: readerId, role: 'reader', by: null, at: context.clock() });
    return { params: { storeId }, body: { name: 'Loja a apagar' } };
  },
  deleteExampleStore: async ({ service: { context }, ownerId, readerId }) => {
    const { storeId } = await openExampleStore(context, ownerId);
    await membershipSet(context.db, { storeId, userId: readerId, role: 'reader', by: null, at: context.clock() });
    return { params: { storeId } };
  },
  changeTeamRules: sending({ requireSecondFactor: false, supportRefundLimit: 100 }),
  withdrawInvitation: async ({ service: { context, storeId }, ownerId: by }) => {
    const email = `${randomUUID()}@loja.example`;
    await inviteMember(context, { storeId, email, by, role: 'reader' }, () => Promise.resolve(), unaudited);
    const { invitationId } = (await openInvitations(context, storeId)).find((one) => one.email === email)!;
    return { params: { invitationId } };
  },
  grantMember: async ({ service }) => {
    const email = `${randomUUID()}@loja.example`;
    await newUser(service, email, 'reader');
    return { body: { email, role: 'support' } };
  },
  revokeMember: async ({ service }) => ({
    params: { userId: await newUser(service, `${randomUUID()}@loja.example`, 'reader') },
  }),
  findPeople: sending({ email: zelia.email }),
  exportPerson: sending({ email: zelia.email }),
  erasePerson: sending({ email: 'ninguem@cliente.example' }),
};

/** A call that needs no preparation. */
function sending(body?: object, params: Record<string, string> = {}): Prepare {
  return () => Promise.resolve({ params, ...(body && { body }) });
}

function shipping(name: string) {
  return { name, carrier: null, price: 100, turnaroundMinDays: null, turnaroundMaxDays: null, freeAbove: null };
}

function coupon() {
  const limits = { startsAt: null, endsAt: null, maxUses: null, maxUsesPerPerson: null, minimum: 0 };
  const code = randomUUID().replaceAll('-', '');
  return { code, reduction: null, freeShipping: true, ...limits, products: [], firstPurchaseOnly: false };
}

function orderBump() {
  const members = { description: null, image: null, sku: null, originalPrice: null, requiresShipping: false };
  return { title: 'Embalagem para presente', price: 990, ...members, products: [] };
}

function endpoint() {
  return { url: 'https://erp.loja.example/retoma', description: null, types: null, thin: false };
}

/** Connects the shop with keys that its owner made. */
const shopRequest = ({ shop }: AuditedStore) => ({ platform: 'woocommerce', method: 1, input: shop.formInput(1) });

async function webhook({ service: { context, storeId } }: AuditedStore) {
  // A store has at most 10.
  await context.db.query(`update webhook_endpoints set state = 'deleted', reason = null`);
  const made = await createEndpoint(webhookDepsOf(context), storeId, endpoint(), unaudited);
  if (!made.ok) throw new Error(made.code);
  return { params: { webhookId: made.endpoint.endpointId } };
}

/** A message that was given up. */
async function webhookMessage(store: AuditedStore) {
  const { context, storeId } = store.service;
  const { params } = await webhook(store);
  const sent = await sendTest(webhookDepsOf(context), storeId, params.webhookId, 'ping');
  if (!sent.ok) throw new Error(sent.code);
  await context.db.query(
    `update webhook_messages set state = 'failed', next_attempt_at = null, settled_at = now() where message_id = $1`,
    [sent.messageId],
  );
  return { params: { ...params, messageId: sent.messageId } };
}

async function automation({ service: { context, storeId } }: AuditedStore, publish = false) {
  const flow = { name: 'Esperar', trigger_event: 'pix.generated', steps: [{ type: 'delay', minutes: 30 }] };
  const request = { storeId, text: JSON.stringify(flow), publish };
  const saved = await saveAutomation({ db: context.db, mode: 'off' }, request, unaudited);
  if (!saved.ok) throw new Error(saved.code);
  return { params: { automationId: saved.automation.automationId } };
}

async function key({ service: { context, storeId } }: AuditedStore) {
  const made = (await createKey(context.db, context.keys, storeId, 'secret', unaudited))!;
  return { params: { keyId: made.keyId } };
}

/** An order with an open PIX, or with a payment of which so much has arrived, in cents. */
async function order({ service }: AuditedStore, received: number | 'all' | null = null) {
  const { context } = service;
  const checkoutId = await buyOnPage(service, otto, 'pix-unpaid');
  const { rows } = await context.db.query<{ orderId: string; paymentId: string; amount: number }>(
    `select order_id as "orderId", payment_id as "paymentId", amount_cents::int as amount
     from payments join orders using (order_id) where checkout_id = $1`,
    [checkoutId],
  );
  const { orderId, paymentId, amount } = rows[0]!;
  const paid = received === 'all' ? amount : received;
  if (paid !== null) await recordPayment(context, paymentId, { state: 'paid', at: context.clock(), paid });
  return { params: { orderId } };
}

/** A pending change of the account that gets the money, requested by a user. */
async function pendingChange(store: AuditedStore, userId: string) {
  const { context, storeId } = store.service;
  const signal = AbortSignal.timeout(10_000);
  const connect = (key: string) => {
    const settings = { key, name: 'Aurora', city: 'Recife' };
    const request = { provider: 'pix-key', settings, methods: [], move: 'pix' } as const;
    return connectPaymentAccount(context, storeId, request, signal, unaudited, userId);
  };
  await connect('um@loja.example');
  await context.db.query(
    `update payments set account_id = (select account_id from payment_accounts where provider = 'pix-key')
     where state = 'paid' and account_id is not null`,
  );
  await connect(`${randomUUID()}@loja.example`);
  const { rows } = await context.db.query<{ changeId: string }>(
    'select change_id as "changeId" from pending_payment_changes where store_id = $1',
    [storeId],
  );
  return { params: rows[0]! };
}

async function runOf({ service: { context, storeId } }: AuditedStore): Promise<string> {
  const { rows } = await context.db.query<{ runId: string }>(
    'select run_id as "runId" from runs where store_id = $1 limit 1',
    [storeId],
  );
  return rows[0]!.runId;
}
