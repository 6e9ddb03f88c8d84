import { unaudited } from '../../../packages/server/src/members/audit/testing/unaudited.ts';
import { acceptOrder } from '../../../packages/server/src/shop/orders/accept-order.ts';
import { cancelOrder } from '../../../packages/server/src/shop/orders/cancel-order.ts';
import { markPaid } from '../../../packages/server/src/shop/orders/mark-paid.ts';
import { refundOrder } from '../../../packages/server/src/shop/orders/payments/refund-order.ts';
import { requestRest } from '../../../packages/server/src/shop/orders/payments/request-rest.ts';
import type { Shop } from './shop.ts';

/** An action on a random order of a shop. */
export type Step = (shop: Shop, random: () => number) => Promise<unknown>;

const oneOf = <T>(all: readonly T[], random: () => number): T => all[Math.floor(random() * all.length)]!;

/** Submits the first form of the page: shopper, address and shipping. */
export const details: Step = (shop, random) =>
  shop.post(`/pay/${oneOf(shop.checkouts, random)}/data`, {
    email: 'marina@exemplo.com.br',
    name: 'Marina Souza',
    document: '529.982.247-25',
    phone: '(11) 98765-4321',
    zipcode: '01310-100',
    street: 'Avenida Paulista',
    number: String(1 + Math.floor(random() * 3)),
    complement: '',
    neighborhood: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
    shipping: oneOf(shop.options, random),
  });

/** Submits the second form: how to pay. */
export const choose: Step = (shop, random) =>
  shop.post(
    `/pay/${oneOf(shop.checkouts, random)}/pay`,
    random() < 0.8
      ? { method: 'pix' }
      : random() < 0.7
        ? { method: 'card', provider: 'mercadopago', token: oneOf(cards, random), installments: '1', brand: 'visa' }
        : { method: 'card', provider: 'stripe', token: oneOf(otherCards, random), installments: '1', brand: 'visa' },
  );

/** COM40: the first provider is down for new payments, before or after it makes them; or it works again. */
const breakDown: Step = async ({ bank }, random) => {
  const failure = oneOf([429, 429, 403, 'cut', 'cut-after', 503, undefined, undefined] as const, random);
  bank.fail(failure === undefined ? undefined : (url) => (url.endsWith('/v1/orders') ? failure : undefined));
};

/** Test cards of the fallback: accepted, in review, in a challenge, and declined. */
const otherCards = ['pm_card_visa', 'pm_card_waits', 'pm_card_threeDSecure2Required', 'pm_card_visa_chargeDeclined'];

/** Test cards of the provider: approved, in review, in a challenge, and refused. */
const cards = ['APRO', 'CONT', 'CHAL', 'OTHE'];

/**
 * A shopper pays a code, however old, and the provider reports it, perhaps twice or late. A payment may be faster than its cancellation.
 */
const pay: Step = async (shop, random) => {
  const open = ['action_required', 'processing'];
  const payable = random() < 0.5 ? open : [...open, 'canceled'];
  const found = shop.bank.all().filter(({ status }) => payable.includes(status));
  if (found.length === 0) return;
  const { id } = oneOf(found, random);
  shop.bank.pay(id);
  await shop.notify(id, random() < 0.3);
  if (random() < 0.5) await shop.notify(id, random() < 0.3);
};

/** A shopper pays at the fallback, and it reports that in time or late. */
const payOther: Step = async (shop, random) => {
  const open = shop.other.all().filter(({ status }) => status === 'requires_action' || status === 'processing');
  if (open.length === 0) return;
  const { id } = oneOf(open, random);
  shop.other.pay(id);
  await shop.notify(id, random() < 0.3);
};

/**
 * A shopper pays a code that should no longer be paid: its order was cancelled or paid, or its total has changed. Returns the code's id, and
 * undefined if there is none.
 */
export const payUnwanted: Step = async (shop, random) => {
  const { rows } = await shop.db.query<{ id: string }>(
    `select payment_id as id from payments where cancel_requested_at is not null and state in ('pending', 'cancelled')`,
  );
  const unwanted = new Set(rows.map(({ id }) => id));
  const open = shop.bank
    .all()
    .filter(
      ({ status, external_reference: reference }) =>
        (status === 'action_required' || status === 'canceled') && unwanted.has(String(reference)),
    );
  if (open.length === 0) return undefined;
  const { id } = oneOf(open, random);
  shop.bank.pay(id);
  await shop.notify(id, random() < 0.3);
  return id;
};

/** Sends a webhook about any earlier payment. */
const notify: Step = async (shop, random) => {
  const all = shop.bank.all();
  if (all.length > 0) await shop.notify(oneOf(all, random).id, random() < 0.2);
};

async function orderOf({ db, checkouts }: Shop, random: () => number): Promise<string | undefined> {
  const { rows } = await db.query<{ orderId: string }>(
    'select order_id as "orderId" from orders where checkout_id = $1',
    [oneOf(checkouts, random)],
  );
  return rows[0]?.orderId;
}

/** An owner's action on a random order. */
const owner =
  (act: (shop: Shop, orderId: string) => Promise<{ ok: boolean }>, noted?: 'decisions' | 'cancelled'): Step =>
  async (shop, random) => {
    const orderId = await orderOf(shop, random);
    if (orderId === undefined) return;
    const { ok } = await act(shop, orderId);
    if (ok && noted) shop[noted].add(orderId);
  };

/** An owner cancels an order. */
export const cancel = owner(
  ({ parts, storeId }, orderId) => cancelOrder(parts, storeId, orderId, unaudited),
  'cancelled',
);
const mark = owner(
  ({ parts, storeId }, orderId) => markPaid(parts, storeId, orderId, undefined, unaudited),
  'decisions',
);
/** An owner accepts the amount received as full payment. */
export const accept = owner(
  ({ parts, storeId }, orderId) => acceptOrder(parts, storeId, orderId, unaudited),
  'decisions',
);
const rest = owner(({ parts, storeId }, orderId) => requestRest(parts, storeId, orderId, unaudited));
const refund = owner(({ parts, storeId }, orderId) => refundOrder(parts, storeId, orderId, { isReturned: false }));

/** An owner gives a part of an order back, which is a decision about what is left. It is recorded before, since a service may finish it. */
const refundPart: Step = async (shop, random) => {
  const orderId = await orderOf(shop, random);
  if (orderId === undefined) return;
  shop.decisions.add(orderId);
  const amount = 1 + Math.floor(random() * 3_000);
  await refundOrder(shop.parts, shop.storeId, orderId, { isReturned: false, amount });
};

/**
 * The store's own system reports an order as paid. The decision is recorded before the report is sent, since the process that stores it may
 * be killed.
 */
export const outside: Step = async (shop, random) => {
  const { rows } = await shop.db.query<{ orderId: string; checkoutId: string }>(
    'select order_id as "orderId", checkout_id as "checkoutId" from orders where checkout_id = $1',
    [oneOf(shop.checkouts, random)],
  );
  const [found] = rows;
  if (!found) return;
  shop.decisions.add(found.orderId);
  const order = { id: `ext-${found.orderId}`, status: 'paid' };
  await shop.report({ type: 'payment.confirmed', data: { checkout_id: found.checkoutId, order } });
};

const steps: readonly (readonly [weight: number, step: Step])[] = [
  [9, details],
  [9, choose],
  [3, pay],
  [3, payOther],
  [5, breakDown],
  [3, payUnwanted],
  [3, notify],
  [2, cancel],
  [1, mark],
  [1, accept],
  [1, rest],
  [1, refund],
  [2, refundPart],
  [1, outside],
];
const weights = steps.reduce((sum, [weight]) => sum + weight, 0);

/** A random step, chosen by weight. */
export function stepOf(random: () => number): Step {
  let left = random() * weights;
  return steps.find(([weight]) => (left -= weight) < 0)![1];
}
