import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import type { PaymentMethod } from '@retoma/commerce';
import type { OrderRow } from '../queries/orders.ts';
import type { PaymentRow } from '../queries/payments.ts';
import { storeFind } from '../../../stores/queries/stores.ts';
import type { WebhookRequest, ProviderUpdate } from '../../../providers/payments/provider.ts';
import { setPaymentAccount } from '../../../providers/connections/testing/set-unverified.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { readPurchase, type Purchase } from '../../checkouts/purchase.ts';
import { pollNow } from '../payments/poll-payments.ts';
import { placeOrder, type Placed, type PlaceOrderDeps } from '../place-order.ts';
import { handlePaymentWebhook, type PaymentWebhookOutcome } from '../payments/payment-webhook.ts';
import { providerIdOf, scriptedProvider, type ScriptedProvider } from './scripted-provider.ts';

/** A shopper whose data passes every validation. */
export const maria = {
  name: 'Maria Souza Lima',
  email: 'maria@cliente.example',
  phone: '+5511987654321',
  document: '12345678909',
};

type TestRow = Record<string, unknown>;

/** A store with a scripted payment provider. The clock only moves with `pass`. */
export type TestOrders = {
  service: TestService;
  deps: PlaceOrderDeps;
  provider: ScriptedProvider;
  storeId: string;
  accountId: string;
  now: () => number;
  /** Moves the clock forward, in milliseconds. */
  pass: (ms: number) => void;
  /** Creates a checkout with one item of `cents`, without shipping, and returns its id. */
  checkout: (cents?: number, request?: object) => Promise<string>;
  place: (checkoutId: string, method?: PaymentMethod) => Promise<Placed>;
  /** Places an order and returns the id of its payment. */
  pay: (checkoutId: string, method?: PaymentMethod) => Promise<string>;
  purchase: (checkoutId: string) => Promise<Purchase & { order: OrderRow }>;
  payment: (paymentId: string) => Promise<PaymentRow>;
  /** Changes a payment at its provider, and polls it. */
  becomes: (paymentId: string, update: Omit<ProviderUpdate, 'at'> & { at?: number }) => Promise<void>;
  webhook: (paymentId: string, signature?: string) => Promise<PaymentWebhookOutcome>;
  /** The events of a checkout, such as `pix.generated`, in the order in which they were written; `-` before one that starts no runs. */
  events: (checkoutId: string) => Promise<string[]>;
  rows: (sql: string, ...values: unknown[]) => Promise<TestRow[]>;
  stop: () => Promise<void>;
};

/** Starts the service with this store. */
export async function startTestOrders(): Promise<TestOrders> {
  const service = await startTestService();
  const { storeId, context } = service;
  const provider = scriptedProvider();
  let now = Date.parse('2026-03-12T17:05:00Z');
  const deps: PlaceOrderDeps = { ...context, clock: () => now, payments: { ...context.payments, sandbox: provider } };
  const methods = ['pix', 'boleto', 'card'] as const;
  const set = await setPaymentAccount(context, storeId, { provider: 'sandbox', methods }, unaudited);
  if (!set.ok) throw new Error(set.code);
  const { accountId } = set;
  const rows: TestOrders['rows'] = async (sql, ...values) => (await context.db.query<TestRow>(sql, values)).rows;
  const place: TestOrders['place'] = async (checkoutId, method = 'pix') => {
    const card = method === 'card' ? { token: 'a token', installments: 1, brand: 'visa' } : null;
    return placeOrder(deps, { store: (await storeFind(context.db, storeId))!, checkoutId, method, card });
  };
  const purchase: TestOrders['purchase'] = async (checkoutId) =>
    (await readPurchase(context, checkoutId)) as Purchase & { order: OrderRow };
  return {
    service,
    deps,
    provider,
    storeId,
    accountId,
    now: () => now,
    pass: (ms) => void (now += ms),
    place,
    purchase,
    rows,
    async checkout(cents = 9980, request = {}) {
      const item = { title: 'Camiseta', quantity: 1, unitPrice: cents, image: 'https://loja.example/c.png' };
      const cart = { items: [item], requiresShipping: false };
      const answer = await service.post({ cart, customer: maria, ...request });
      return ((await answer.json()) as { checkoutId: string }).checkoutId;
    },
    async pay(checkoutId, method) {
      const placed = await place(checkoutId, method);
      if (!placed.ok || placed.paymentId === null) throw new Error(JSON.stringify(placed));
      return placed.paymentId;
    },
    async payment(paymentId) {
      const [row] = await rows(
        'select checkout_id from payments join orders using (order_id) where payment_id = $1',
        paymentId,
      );
      const { payments } = await purchase(row!['checkout_id'] as string);
      return payments.find((payment) => payment.paymentId === paymentId)!;
    },
    async becomes(paymentId, update) {
      provider.updates.set(paymentId, { at: now, ...update });
      await pollNow(deps, [paymentId]);
    },
    webhook(paymentId, signature = 'right') {
      const query = { id: providerIdOf(paymentId) };
      const webhook: WebhookRequest = { headers: { 'x-signature': signature }, query, body: Buffer.alloc(0), now };
      return handlePaymentWebhook(deps, accountId, webhook);
    },
    async events(checkoutId) {
      const found = await rows(
        `select type, exists (select from event_queue q where q.event_id = e.event_id) as queued
         from events e where checkout_id = $1 and type <> 'lead.created' order by recorded_at`,
        checkoutId,
      );
      return found.map(({ type, queued }) => (queued ? '' : '-') + String(type));
    },
    stop: () => service.stop(),
  };
}
