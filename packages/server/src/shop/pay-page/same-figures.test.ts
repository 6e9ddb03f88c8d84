// The payment page, the panel and messages show the same figures of a purchase: its freight, its lines and its total.
import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { freightText, type Freight } from '@retoma/commerce';
import { compileTemplate, render } from '@retoma/flow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changePriceRules } from '../prices/change-price-rules.ts';
import { createCoupon } from '../prices/manage-coupons.ts';
import { setOrderBump } from '../prices/manage-order-bump.ts';
import { runRecordsRead } from '../../automations/engine/queries/run-records.ts';
import { buildRunData } from '../../automations/run-data/run-data.ts';
import { addShippingOption, retireShippingOption } from '../../stores/shipping-options.ts';
import { storeOfTest } from '../../testing/checkouts.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../../app/http/panel/testing/browser.ts';
import { marina, paulista, shopperAt } from './testing/shopper.ts';

let service: TestService;
let shopper: ReturnType<typeof shopperAt>;
let panel: PanelBrowser;
beforeAll(async () => {
  service = await startTestService();
  shopper = shopperAt(service);
  await shopper.offer('pix');
  await newUser(service, 'dona@loja.example', 'owner');
  panel = new PanelBrowser(service);
  await panel.post('/sign-in', { email: 'dona@loja.example', password });
});
afterAll(() => service.stop());

const image = 'https://loja.example/c.png';
const items = [
  { title: 'Camiseta', quantity: 2, unitPrice: 4990, totalDiscount: 980, image },
  { title: 'Caneca', quantity: 1, unitPrice: 3900, image },
];
const pac = { name: 'PAC', carrier: 'Correios', turnaroundMinDays: 5, turnaroundMaxDays: 8 };

/** The texts of a message about the newest order. */
async function messageOf(text: string): Promise<string> {
  const { db, clock } = service.context;
  const { rows } = await db.query<{ id: string }>(
    `select event_id as id from events where type = 'pix.generated' order by event_id desc limit 1`,
  );
  const [records] = await runRecordsRead(db, [rows[0]!.id]);
  const context = { store: await storeOfTest(service), baseUrl: service.baseUrl, now: clock() };
  return render(compileTemplate(text, 'html'), buildRunData(records!, context), { baseUrl: service.baseUrl });
}

type DisplayedFigures = {
  freight: Freight | null;
  subtotal: number;
  total: number;
  items: { total: number }[];
  orderId?: string;
  discount: number;
  coupon: object | null;
  methodDiscount: object | null;
  interest: number;
};
const panelShows = async (path: string, member: string): Promise<DisplayedFigures> =>
  (await panel.get(`/stores/${service.storeId}${path}`)).body[member] as DisplayedFigures;

const freights = [
  ['a price', { price: 1990, freeAbove: null }, true, 'R$ 19,90', 'R$ 148,90'],
  ['free', { price: 1990, freeAbove: 10_000 }, true, 'Grátis', 'R$ 129,00'],
  ['to be agreed', null, true, 'a combinar com a loja', 'R$ 129,00'],
  ['of nothing that is shipped', null, false, '', 'R$ 129,00'],
] as const;

test.each(freights)(
  '[COM12] freight %s has the same text everywhere, and so do lines and total',
  async (_, option, isShipped, text, total) => {
    const { db } = service.context;
    const added = option && (await addShippingOption(db, service.storeId, { ...pac, ...option }, unaudited));
    const path = await shopper.create({ cart: { items, requiresShipping: isShipped } });
    await shopper.submit(`${path}/data`, { ...marina, ...(isShipped && paulista) });
    const row = text && (option ? `Frete · PAC ${text}` : `Frete ${text}`);
    const totals = ['Subtotal R$ 129,00', row, `Total ${total}`].filter(Boolean).join(' ');

    // Before an order exists.
    expect((await shopper.open(path)).text).toContain(totals);
    const { freight: offered, ...checkout } = await panelShows(`/checkouts/${path.slice('/pay/'.length)}`, 'checkout');
    expect(offered ? freightText(offered) : '').toBe(text);

    const paying = await shopper.submit(`${path}/pay`, { method: 'pix' });
    // The shown values stay, even if the store changes its options.
    if (added) await retireShippingOption(db, service.storeId, added.shippingOptionId, unaudited);
    expect((await shopper.open(path)).text).toContain(totals);
    expect(paying.text).toContain(`Pague ${total} com PIX`);
    const { orderId } = await panelShows(`/checkouts/${path.slice('/pay/'.length)}`, 'checkout');
    const order = await panelShows(`/orders/${orderId}`, 'order');
    expect(order.freight ? freightText(order.freight) : '').toBe(text);
    expect([order.subtotal, order.total]).toEqual([checkout.subtotal, checkout.total]);
    for (const { items } of [order, checkout]) expect(items.map((item) => item.total)).toEqual([9000, 3900]);

    const metatags = '{{shipping.price}}|{{order.subtotal}}|{{order.total}}';
    expect(await messageOf(metatags)).toBe(`${text}|R$ 129,00|${total}`);
    expect(await messageOf('{{order.items_html}}')).toMatch(/2x Camiseta<.*>R\$ 90,00<.*1x Caneca<.*>R\$ 39,00</);
  },
);

test('[COM27] a coupon, an order bump and a discount for PIX are the same parts of one total everywhere', async () => {
  const { db } = service.context;
  const { storeId } = service;
  const pix = { method: 'pix', reduction: { kind: 'percent', hundredths: 500 }, minimum: 0, maximum: null } as const;
  await changePriceRules(db, storeId, { methodDiscounts: [pix], installments: null, minimumOrder: 0 }, unaudited);
  const limits = { startsAt: null, endsAt: null, maxUses: null, maxUsesPerPerson: null, minimum: 0 };
  const tenth = { kind: 'percent', hundredths: 1000 } as const;
  const coupon = {
    code: 'DEZ',
    reduction: tenth,
    freeShipping: false,
    ...limits,
    products: [],
    firstPurchaseOnly: false,
  };
  await createCoupon(db, storeId, coupon, unaudited);
  const gift = { title: 'Presente', description: null, image: null, sku: null, price: 990, originalPrice: null };
  const { bumpId } = await setOrderBump(db, storeId, { ...gift, requiresShipping: false, products: [] }, unaudited);

  const path = await shopper.create({ cart: { items, requiresShipping: false } });
  const checkoutId = path.slice('/pay/'.length);
  await shopper.submit(`${path}/data`, marina);
  await shopper.submit(`${path}/coupon`, { coupon: 'dez' });
  await shopper.submit(`${path}/bump`, { bump: bumpId });
  const goods = { subtotal: 13_890, coupon: { code: 'DEZ', amount: 1290 }, interest: 0 };
  const before = await panelShows(`/checkouts/${checkoutId}`, 'checkout');
  expect(before).toMatchObject({ ...goods, discount: 1290, methodDiscount: null, total: 12_600 });

  const paying = await shopper.submit(`${path}/pay`, { method: 'pix' });
  expect(paying.text).toContain('Pague R$ 119,70 com PIX');
  expect(paying.text).toMatch(/Subtotal R\$ 138,90 Cupom DEZ −R\$ 12,90 Desconto no PIX −R\$ 6,30 Total R\$ 119,70/);
  const after = await panelShows(`/checkouts/${checkoutId}`, 'checkout');
  const order = await panelShows(`/orders/${after.orderId}`, 'order');
  for (const figures of [after, order]) {
    expect(figures).toMatchObject({ ...goods, discount: 1920, methodDiscount: { method: 'pix', amount: 630 } });
    expect(figures.total).toBe(figures.subtotal - figures.discount);
    expect(figures.items).toMatchObject([{ isBump: false }, { isBump: false }, { title: 'Presente', isBump: true }]);
    expect(figures.items.reduce((sum, { total }) => sum + total, 0)).toBe(figures.subtotal);
  }
  expect(await messageOf('{{order.subtotal}}|{{order.total}}')).toBe('R$ 138,90|R$ 119,70');
});
