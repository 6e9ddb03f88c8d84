import { acceptOrder } from '../../../packages/server/src/orders/accept-order.ts';
import { cancelOrder } from '../../../packages/server/src/orders/cancel-order.ts';
import { markPaid } from '../../../packages/server/src/orders/mark-paid.ts';
import { refundOrder } from '../../../packages/server/src/orders/refund-order.ts';
import { requestRest } from '../../../packages/server/src/orders/request-rest.ts';
import type { Shop } from './shop.ts';

/** One thing that happens to a random order of a shop. */
type Step = (shop: Shop, random: () => number) => Promise<unknown>;

const oneOf = <T>(all: readonly T[], random: () => number): T => all[Math.floor(random() * all.length)]!;

/** The first step of the page: who buys, where it goes, and how. */
const details: Step = (shop, random) =>
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

const choose: Step = (shop, random) =>
  shop.post(
    `/pay/${oneOf(shop.checkouts, random)}/pay`,
    random() < 0.8
      ? { method: 'pix' }
      : { method: 'card', token: oneOf(cards, random), installments: '1', brand: 'visa' },
  );

/** Cards of the provider that are accepted, looked at, and refused. */
const cards = ['APRO', 'CONT', 'OTHE'];

/**
 * A code is paid, however old it is, and the provider reports it, perhaps twice, perhaps late. Money that was on its way is faster than
 * some cancellations.
 */
const pay: Step = async (shop, random) => {
  const payable = random() < 0.5 ? ['pending', 'in_process'] : ['pending', 'in_process', 'cancelled'];
  const open = shop.bank.all().filter(({ status }) => payable.includes(status));
  if (open.length === 0) return;
  const id = String(oneOf(open, random).id);
  shop.bank.change(id, { status: 'approved', status_detail: 'accredited' });
  await shop.notify(id, random() < 0.3);
  if (random() < 0.5) await shop.notify(id, random() < 0.3);
};

/** A webhook of anything that ever was. */
const notify: Step = async (shop, random) => {
  const all = shop.bank.all();
  if (all.length > 0) await shop.notify(String(oneOf(all, random).id), random() < 0.2);
};

async function orderOf({ db, checkouts }: Shop, random: () => number): Promise<string | undefined> {
  const { rows } = await db.query<{ orderId: string }>(
    'select order_id as "orderId" from orders where checkout_id = $1',
    [oneOf(checkouts, random)],
  );
  return rows[0]?.orderId;
}

/** What an owner does to an order. */
const owner =
  (act: (shop: Shop, orderId: string) => Promise<{ ok: boolean }>, decides: boolean): Step =>
  async (shop, random) => {
    const orderId = await orderOf(shop, random);
    if (orderId === undefined) return;
    const { ok } = await act(shop, orderId);
    if (ok && decides) shop.decisions.add(orderId);
  };

const cancel = owner(({ parts, storeId }, orderId) => cancelOrder(parts, storeId, orderId), false);
const mark = owner(({ parts, storeId }, orderId) => markPaid(parts, storeId, orderId), true);
const accept = owner(({ parts, storeId }, orderId) => acceptOrder(parts, storeId, orderId), true);
const rest = owner(({ parts, storeId }, orderId) => requestRest(parts, storeId, orderId), false);
const refund = owner(
  ({ parts, storeId }, orderId) => refundOrder(parts, storeId, orderId, { elsewhere: false }),
  false,
);

const steps: readonly (readonly [weight: number, step: Step])[] = [
  [7, details],
  [8, choose],
  [6, pay],
  [3, notify],
  [1, cancel],
  [1, mark],
  [1, accept],
  [1, rest],
  [1, refund],
];
const weights = steps.reduce((sum, [weight]) => sum + weight, 0);

/** A random one. */
export function stepOf(random: () => number): Step {
  let left = random() * weights;
  return steps.find(([weight]) => (left -= weight) < 0)![1];
}
