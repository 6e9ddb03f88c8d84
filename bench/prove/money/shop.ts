import { unaudited } from '../../../packages/server/src/members/audit/testing/unaudited.ts';
import { signCart } from '../../../packages/client/src/index.ts';
import { openPool, type Database } from '../../../packages/server/src/base/postgres/pool.ts';
import { shippingOptionInsert } from '../../../packages/server/src/stores/queries/shipping-options.ts';
import { newId } from '../../../packages/server/src/base/ids.ts';
import { openLog } from '../../../packages/server/src/base/log/log.ts';
import type { PlaceOrderDeps } from '../../../packages/server/src/shop/orders/place-order.ts';
import { providersOf } from '../../../packages/server/src/app/providers.ts';
import type { MercadopagoServer } from '../../../packages/server/src/providers/payments/mercadopago/testing/mercadopago-server.ts';
import { contactSecret } from '../../../packages/server/src/base/crypto/contact-hash.ts';
import { account as stripeAccount } from '../../../packages/server/src/providers/payments/stripe/testing/account.ts';
import type { StripeServer } from '../../../packages/server/src/providers/payments/stripe/testing/stripe-server.ts';
import { credentialsKey } from '../../../packages/server/src/base/crypto/seal.ts';
import { ApiKeys } from '../../../packages/server/src/stores/api-key.ts';
import { createKey, createStore } from '../../../packages/server/src/stores/manage-stores.ts';
import { setPaymentAccount } from '../../../packages/server/src/providers/connections/testing/set-unverified.ts';

/** The secret of all services of the proof. */
export const secret = 'a secret for proofs of thirty-two characters';

/** A store with two shipping methods, its checkouts, and facts that the database does not record. */
export type Shop = {
  readonly db: Database;
  readonly bank: MercadopagoServer;
  /** The provider of the fallback (COM40). */
  readonly other: StripeServer;
  readonly parts: PlaceOrderDeps;
  readonly storeId: string;
  readonly checkouts: readonly string[];
  readonly options: readonly string[];
  /** The orders with a decision of an owner. */
  readonly decisions: Set<string>;
  /** The orders that an owner cancelled. */
  readonly cancelled: Set<string>;
  /** Sends an event as the store's own system does. */
  report: (event: object) => Promise<void>;
  /** Sends a form of the payment page to one of the services. */
  post: (path: string, form: Record<string, string>) => Promise<number>;
  /** Sends the webhook of a payment of the provider, now or at the end. */
  notify: (id: string, isLate: boolean) => Promise<void>;
  deliverLate: () => Promise<void>;
  close: () => Promise<void>;
};

const item = { title: 'Camiseta', quantity: 1, unitPrice: 4990, image: 'https://loja.example/c.png' };

/** Opens a shop with `count` signed checkouts of one item each. */
export async function openShop(
  database: string,
  { bank, other }: Pick<Shop, 'bank' | 'other'>,
  ports: readonly number[],
  orders: number,
): Promise<Shop> {
  const db = openPool(database, 6, () => {});
  const clock = (): number => Date.now();
  const keys = new ApiKeys(secret);
  const { storeId } = await createStore(db, 'Loja');
  const { key } = (await createKey(db, keys, storeId, 'checkout', unaudited))!;
  const { key: serverKey } = (await createKey(db, keys, storeId, 'secret', unaudited))!;
  const payments = providersOf(
    { allowPrivateAddresses: true, providerSettings: { MERCADOPAGO_URL: bank.url, STRIPE_URL: other.url } },
    db,
    clock,
  );
  const parts: PlaceOrderDeps = {
    db,
    clock,
    log: openLog('silent'),
    payments,
    credentialsKey: credentialsKey(secret),
    contactSecret: contactSecret(secret),
    baseUrl: `http://127.0.0.1:${ports[0]}`,
  };
  const set = await setPaymentAccount(
    parts,
    storeId,
    {
      provider: 'mercadopago',
      methods: ['pix', 'card'],
      settings: { publicKey: 'APP_USR-4b1f9b2c-7d55-4f9a-9a35-6f0c0a2b1c3d' },
      credentials: bank.credentials,
    },
    unaudited,
  );
  if (!set.ok) throw new Error(JSON.stringify(set));
  const fallback = await setPaymentAccount(
    parts,
    storeId,
    { provider: 'stripe', ...stripeAccount, methods: [] },
    unaudited,
  );
  if (!fallback.ok) throw new Error(JSON.stringify(fallback));
  await db.query('update payment_methods set fallback_account_id = $1', [fallback.accountId]);
  const options = [newId(), newId()];
  for (const [index, price] of [100, 9000].entries()) {
    const days = { turnaroundMinDays: 1, turnaroundMaxDays: 5, freeAbove: null };
    const option = { shippingOptionId: options[index]!, storeId, name: `Frete ${price}`, carrier: null, price };
    await shippingOptionInsert(db, { ...option, ...days });
  }
  const create = async (): Promise<string> => {
    const body = JSON.stringify({ cart: { items: [item] } });
    const signature = await signCart(body, serverKey);
    const answer = await fetch(`http://127.0.0.1:${ports[0]}/stores/external/checkout`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key, 'x-cart-signature': signature },
      body,
    });
    if (answer.status !== 201) throw new Error(`no checkout: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { checkoutId: string }).checkoutId;
  };
  const checkouts = await Promise.all(Array.from({ length: orders }, create));
  let turn = 0;
  const base = (): string => `http://127.0.0.1:${ports[turn++ % ports.length]}`;
  const late: string[] = [];
  const send = async (id: string): Promise<void> => {
    const isOther = id.startsWith('pi_');
    const { headers, query, body } = isOther ? other.webhook(other.intent(id)) : bank.webhook(id);
    const address = `${base()}/webhooks/payments/${isOther ? fallback.accountId : set.accountId}?${new URLSearchParams(query as Record<string, string>)}`;
    await fetch(address, { method: 'POST', headers: headers as Record<string, string>, body: new Uint8Array(body) });
  };
  return {
    db,
    bank,
    other,
    parts,
    storeId,
    checkouts,
    options,
    decisions: new Set(),
    cancelled: new Set(),
    async report(event) {
      await fetch(`${base()}/stores/external/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': serverKey },
        body: JSON.stringify({ id: newId(), occurred_at: new Date().toISOString(), ...event }),
      });
    },
    async post(path, form) {
      const answer = await fetch(base() + path, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(form),
        signal: AbortSignal.timeout(20_000),
      });
      await answer.arrayBuffer();
      return answer.status;
    },
    async notify(id, isLate) {
      if (isLate) late.push(id);
      else await send(id);
    },
    async deliverLate() {
      for (const id of [...late, ...late]) await send(id).catch(() => {});
    },
    close: () => db.end(),
  };
}
