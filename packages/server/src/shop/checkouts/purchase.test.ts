import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../base/ids.ts';
import { placeOrder } from '../orders/place-order.ts';
import { changeStore, createStore } from '../../stores/manage-stores.ts';
import { setPaymentAccount } from '../../providers/connections/testing/set-unverified.ts';
import { removePaymentMethod } from '../../providers/connections/payments/connect.ts';
import { addShippingOption } from '../../stores/shipping-options.ts';
import { makeCheckout, maria, storeOfTest } from '../../testing/checkouts.ts';
import { smallCart, startTestService, type TestService } from '../../testing/test-service.ts';
import { noFreight } from './freight/freight-of-checkout.ts';
import { chooseShipping } from './choose-shipping.ts';
import { noPricing } from './purchase-price.ts';
import { chosenShipping, missingOf, payable, readPurchase, type Purchase } from './purchase.ts';
import { saveShopper } from './save-shopper.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const option = { carrier: 'Correios', turnaroundMinDays: 5, turnaroundMaxDays: 8, freeAbove: null };
const addOption = async (name: string, price: number, freeAbove: number | null = null): Promise<string> =>
  (await addShippingOption(service.context.db, service.storeId, { ...option, name, price, freeAbove }, unaudited))!
    .shippingOptionId;
beforeEach(() => service.context.db.query('update shipping_options set active = false'));

const read = async (checkoutId: string): Promise<Purchase> => (await readPurchase(service.context, checkoutId))!;
const digital = { cart: { ...smallCart.cart, requiresShipping: false } };

describe('a purchase', () => {
  test('of a new checkout is the cart, without a shopper or a payment', async () => {
    const checkoutId = await makeCheckout(service, digital);
    expect(await read(checkoutId)).toEqual({
      checkout: {
        checkoutId,
        storeId: service.storeId,
        cartToken: expect.stringMatching(/^ext_/) as string,
        state: 'open',
        subtotal: 9980,
        discount: 0,
        total: 9980,
        signed: false,
        request: digital,
        createdAt: expect.any(Date) as Date,
      },
      shopper: null,
      stored: null,
      entered: null,
      customer: {},
      order: null,
      payments: [],
      shippingOptions: [],
      freight: noFreight,
      methods: [],
      consents: [],
      codeChannels: [],
      advertises: false,
      pricing: noPricing,
    });
    for (const id of [newId(), 'x']) expect(await readPurchase(service.context, id)).toBeUndefined();
  });

  test('contains all data entered, offered and paid, read by two statements', async () => {
    const { context, storeId } = service;
    await setPaymentAccount(context, storeId, { provider: 'sandbox', methods: ['pix', 'card'] }, unaudited);
    const pac = await addOption('PAC', 1990);
    const sedex = await addOption('SEDEX', 3990, 9980);
    const stranger = await createStore(context.db, 'Outra');
    await addShippingOption(context.db, stranger.storeId, { ...option, name: 'Deles', price: 1 }, unaudited);
    const checkoutId = await makeCheckout(service, { customer: { name: 'Ana', phone: '11 9' } });
    const store = await storeOfTest(service);
    expect((await read(checkoutId)).customer).toEqual({ name: 'Ana', phone: '11 9' });
    await saveShopper(context, store, checkoutId, { ...maria, customer: { ...maria.customer, phone: '' } }, {});
    await chooseShipping(context, store, checkoutId, pac);
    const chosen = await read(checkoutId);
    expect(missingOf(chosen)).toEqual(['customer']);
    await saveShopper(context, store, checkoutId, { customer: maria.customer }, {});
    const placed = await placeOrder(context, { store, checkoutId, method: 'pix', card: null });
    const query = vi.fn(context.db.query.bind(context.db));
    const purchase = (await readPurchase({ ...context, db: { query } as never }, checkoutId))!;
    expect(query).toHaveBeenCalledTimes(2);
    expect(purchase).toMatchObject({
      checkout: { state: 'ordered' },
      shopper: { shippingOptionId: pac, address: maria.address, abandonAt: null },
      customer: { name: 'Maria Souza Lima', phone: '+5511987654321' },
      order: { status: 'pending', total: 11_970, shippingPrice: 1990, checkoutId },
      payments: [{ method: 'pix', state: 'pending', amount: 11_970 }],
      shippingOptions: [
        { shippingOptionId: sedex, name: 'SEDEX', price: 3990, cost: 0, freeAbove: 9980 },
        { shippingOptionId: pac, name: 'PAC', price: 1990, cost: 1990, turnaroundMinDays: 5, turnaroundMaxDays: 8 },
      ],
      methods: [
        { method: 'pix', provider: 'sandbox' },
        { method: 'card', provider: 'sandbox' },
      ],
    });
    expect(placed).toMatchObject({ ok: true, orderId: purchase.order!.orderId });
    expect(typeof purchase.payments[0]!.createdAt).toBe('number');
    for (const method of ['pix', 'card'] as const) await removePaymentMethod(context, storeId, method, unaudited);
    expect((await read(checkoutId)).methods).toEqual([]);
    await changeStore(context.db, storeId, { name: 'Loja Aurora' }, unaudited);
  });
});

describe('[COM12] the cost of a purchase', () => {
  test('is goods less discount plus the chosen shipping', async () => {
    const [pac] = [await addOption('PAC', 1990), await addOption('SEDEX', 3990)];
    const cart = { ...smallCart.cart, discounts: [{ title: 'x', type: 'fixed', value: 980 }] };
    const checkoutId = await makeCheckout(service, { cart });
    expect(payable(await read(checkoutId))).toMatchObject({ goods: 9980, discount: 980, shipping: 0, total: 9000 });
    await chooseShipping(service.context, await storeOfTest(service), checkoutId, pac);
    expect(payable(await read(checkoutId))).toMatchObject({
      goods: 9980,
      discount: 980,
      shipping: 1990,
      total: 10_990,
    });
    await service.context.db.query('update shipping_options set active = false where shipping_option_id = $1', [pac]);
    // One option is removed; the remaining one needs no choice.
    expect(chosenShipping(await read(checkoutId))).toMatchObject({ name: 'SEDEX' });
  });
});

describe('[COM12][COM13] missing data before a payment', () => {
  const report = async (checkoutId: string, order: object) =>
    saveShopper(service.context, await storeOfTest(service), checkoutId, order, {});

  test('is the customer, the address and the shipping', async () => {
    const pac = await addOption('PAC', 1990);
    await addOption('SEDEX', 3990);
    const checkoutId = await makeCheckout(service);
    const missing = async () => missingOf(await read(checkoutId));
    expect(await missing()).toEqual(['customer', 'address', 'shipping']);
    await report(checkoutId, { customer: maria.customer });
    expect(await missing()).toEqual(['address', 'shipping']);
    await report(checkoutId, { address: { ...maria.address, number: '' } });
    expect(await missing()).toEqual(['address', 'shipping']);
    await report(checkoutId, { address: { ...maria.address, complement: '' } });
    expect(await missing()).toEqual(['shipping']);
    await chooseShipping(service.context, await storeOfTest(service), checkoutId, pac);
    expect(await missing()).toEqual([]);
  });

  test('is nothing if the request has the customer, and nothing is shipped', async () => {
    await addOption('PAC', 1990);
    await addOption('SEDEX', 3990);
    expect(missingOf(await read(await makeCheckout(service, { ...digital, customer: maria.customer })))).toEqual([]);
    const wrong = { ...maria.customer, document: '111.111.111-11' };
    expect(missingOf(await read(await makeCheckout(service, { ...digital, customer: wrong })))).toEqual(['customer']);
  });

  test('is no shipping if the store has no options', async () => {
    const checkoutId = await makeCheckout(service, { customer: maria.customer });
    await report(checkoutId, maria);
    expect(missingOf(await read(checkoutId))).toEqual([]);
  });
});
