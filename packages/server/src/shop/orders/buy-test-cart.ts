import { createCheckout, type CheckoutCreation } from '../checkouts/create-checkout.ts';
import { connectionListActive } from '../../providers/queries/connections.ts';
import { paymentAccountStatuses } from '../../providers/payments/queries/payment-accounts.ts';
import type { StoreRow } from '../../stores/queries/stores.ts';
import { isSimulated } from '../../providers/channels/index.ts';
import { simulatedProviderNames } from '../../providers/payments/index.ts';
import { placeOrder, type PlaceOrderDeps } from './place-order.ts';

/** The result. */
export type TestPurchase =
  { ok: true; orderId: string } | { ok: false; code: 'TEST_PURCHASE_UNSAFE' | 'STORE_INACTIVE' };

/** A made-up person with a valid document. */
const customer = {
  name: 'Marina Exemplo',
  email: 'marina@cliente.example',
  phone: '+5511987654321',
  document: '52998224725',
};

/**
 * Buys a cart of demo products with PIX, as a shopper would, so that a new owner sees the result. Refused unless payments and every
 * channel use the sandbox, so that no message reaches a person.
 */
export async function buyTestCart(deps: PlaceOrderDeps & CheckoutCreation, store: StoreRow): Promise<TestPurchase> {
  const { storeId } = store;
  const accounts = await paymentAccountStatuses(deps.db, storeId);
  const simulated: readonly string[] = simulatedProviderNames;
  const isSimulatedPayment = accounts.some(
    ({ provider, methods }) => simulated.includes(provider) && methods.includes('pix'),
  );
  const connections = await connectionListActive(deps.db, [storeId]);
  if (store.live || !isSimulatedPayment || !connections.every(isSimulated)) {
    return { ok: false, code: 'TEST_PURCHASE_UNSAFE' };
  }
  if (!store.active) return { ok: false, code: 'STORE_INACTIVE' };
  const created = await createCheckout(deps, {
    store,
    raw: testCart(deps.baseUrl),
    signature: undefined,
    idempotencyKey: undefined,
  });
  if (!created.ok) throw new Error(`cannot create the cart of the test purchase: ${created.code}`);
  const { checkoutId } = created;
  const placed = await placeOrder(deps, { store, checkoutId, method: 'pix', card: null });
  if (!placed.ok) throw new Error(`cannot place the test purchase: ${placed.code}`);
  return { ok: true, orderId: placed.orderId };
}

function testCart(baseUrl: string): Buffer {
  const item = (title: string, picture: string, quantity: number, unitPrice: number) => ({
    title,
    quantity,
    unitPrice,
    image: `${baseUrl}/public/demo/${picture}.svg`,
  });
  const items = [item('Camiseta Retoma', 'camiseta', 2, 4990), item('Caneca', 'caneca', 1, 3900)];
  return Buffer.from(JSON.stringify({ cart: { items, requiresShipping: false }, customer }));
}
