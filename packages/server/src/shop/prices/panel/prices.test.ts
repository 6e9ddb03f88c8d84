import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sales } from '../../orders/queries/sales.ts';
import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { createCoupon } from '../manage-coupons.ts';
import { createStore } from '../../../stores/manage-stores.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { marina, mugs, shopperAt } from '../../pay-page/testing/shopper.ts';
import { newUser, PanelBrowser, password } from '../../../app/http/panel/testing/browser.ts';

let service: TestService;
let browser: PanelBrowser;
let shopper: ReturnType<typeof shopperAt>;
let at: string;
beforeAll(async () => {
  service = await startTestService();
  shopper = shopperAt(service);
  await shopper.offer('pix');
  await newUser(service, 'dona@loja.example', 'owner');
  browser = new PanelBrowser(service);
  await browser.post('/sign-in', { email: 'dona@loja.example', password });
  at = `/stores/${service.storeId}`;
});
afterAll(() => service.stop());

const read = async <T>(path: string): Promise<T> => (await browser.get(`${at}${path}`)).body as T;
const change = (path: string, body: object = {}) => browser.post(`${at}${path}`, body);
const code = (path: string, body: object = {}) => browser.code(change(path, body));
const wrong = async (path: string, body: object): Promise<unknown> => (await change(path, body)).body['error'];

const limits = { startsAt: null, endsAt: null, maxUses: null, maxUsesPerPerson: null, minimum: 0 };
const coupon = (typed: string, members: object = {}) => ({
  code: typed,
  reduction: { kind: 'percent', hundredths: 1000 } as const,
  freeShipping: false,
  ...limits,
  products: [],
  firstPurchaseOnly: false,
  ...members,
});
type Coupons = {
  coupons: { couponId: string; code: string; active: boolean; uses: number; sales: Sales }[];
  next: string | null;
};

const bump = {
  title: 'Embalagem para presente',
  description: null,
  image: null,
  sku: null,
  price: 990,
  originalPrice: null,
  requiresShipping: false,
  products: [],
};
type Bumps = { bumps: { title: string; active: boolean; sales: Sales }[] };

/** Buys two mugs for R$ 78,00 by PIX, and pays. */
async function buy(choices: { coupon?: string; bump?: string }): Promise<void> {
  const path = await shopper.create(mugs());
  await shopper.submit(`${path}/data`, marina);
  for (const [name, value] of Object.entries(choices)) await shopper.submit(`${path}/${name}`, { [name]: value });
  const waiting = await shopper.submit(`${path}/pay`, { method: 'pix' });
  await shopper.actAsBank(waiting, 'pay');
  expect((await shopper.open(path)).text).toContain('Pagamento confirmado');
}

test('[COM27] price rules are read as they were written, and contradictions are refused', async () => {
  expect(await read('/price-rules')).toMatchObject({
    rules: { methodDiscounts: [], installments: null, minimumOrder: 0 },
  });
  const discount = { reduction: { kind: 'cents', cents: 500 }, minimum: 1000, maximum: null };
  const rules = {
    methodDiscounts: [
      { method: 'boleto', ...discount },
      { method: 'pix', reduction: { kind: 'percent', hundredths: 550 }, minimum: 0, maximum: 2000 },
    ],
    installments: { max: 12, interestFree: 3, monthlyHundredths: 299, smallest: 1000 },
    minimumOrder: 5000,
  };
  expect(await code('/price-rules', rules)).toBe(200);
  expect(await read('/price-rules')).toMatchObject({ rules });
  const twice = { ...rules, methodDiscounts: [rules.methodDiscounts[0], rules.methodDiscounts[0]] };
  expect(await wrong('/price-rules', twice)).toMatchObject({ details: { members: ['methodDiscounts'] } });
  const beyond = { ...rules, installments: { ...rules.installments, interestFree: 13 } };
  expect(await wrong('/price-rules', beyond)).toMatchObject({ details: { members: ['interestFree'] } });
  expect(await read('/price-rules')).toMatchObject({ rules });
  const none = { methodDiscounts: [], installments: null, minimumOrder: 0 };
  expect(await code('/price-rules', none)).toBe(200);
  expect(await read('/price-rules')).toMatchObject({ rules: none });
});

test('[COM28] a code belongs to one active coupon, and an ended coupon frees it', async () => {
  const { couponId } = (await change('/coupons', coupon('volta 10'))).body as { couponId: string };
  expect(await code('/coupons', coupon('VOLTA10'))).toBe('COUPON_CODE_TAKEN');
  const { storeId } = await createStore(service.context.db, 'Outra');
  const ofOther = await createCoupon(service.context.db, storeId, coupon('VOLTA10'), unaudited);
  expect(await code(`/coupons/${ofOther!.couponId}/end`)).toBe('NOT_FOUND');
  expect(await code(`/coupons/${couponId}/end`)).toBe(200);
  expect(await code(`/coupons/${couponId}/end`)).toBe('NOT_FOUND');
  expect(await code('/coupons', coupon('VOLTA10'))).toBe(200);
  const { coupons } = await read<Coupons>('/coupons');
  expect(coupons.map(({ code, active }) => [code, active])).toEqual([
    ['VOLTA10', true],
    ['VOLTA10', false],
  ]);
});

test('[COM28] of two coupons that are created at once with one code, one is refused', async () => {
  const made = await Promise.all([code('/coupons', coupon('CORRIDA')), code('/coupons', coupon('CORRIDA'))]);
  expect(made.map(String).sort()).toEqual(['200', 'COUPON_CODE_TAKEN']);
});

test('[COM28] a coupon that gives nothing, has no code or ends before it starts is refused', async () => {
  const members = async (body: object) => ((await wrong('/coupons', body)) as { details: object }).details;
  expect(await members(coupon('ação'))).toEqual({ members: ['code'] });
  expect(await members(coupon('NADA', { reduction: null }))).toEqual({ members: ['reduction'] });
  const period = { startsAt: '2026-11-27T03:00:00.000Z', endsAt: '2026-11-27T03:00:00.000Z' };
  expect(await members(coupon('ONTEM', period))).toEqual({ members: ['endsAt'] });
  expect(await code('/coupons', coupon('FRETE', { reduction: null, freeShipping: true }))).toBe(200);
});

test('[COM28] coupons have pages, with uses and the revenue of paid orders', async () => {
  expect(await code('/coupons', coupon('USADO'))).toBe(200);
  await buy({ coupon: 'usado' });
  const unpaid = await shopper.create(mugs());
  await shopper.submit(`${unpaid}/data`, marina);
  await shopper.submit(`${unpaid}/coupon`, { coupon: 'USADO' });
  await shopper.submit(`${unpaid}/pay`, { method: 'pix' });
  const { coupons: newest } = await read<Coupons>('/coupons');
  expect(newest[0]).toMatchObject({
    code: 'USADO',
    uses: 2,
    sales: { orders: 0, simulated: { orders: 1, cents: 7020 } },
  });
  for (let index = 0; index < 20; index++) expect(await code('/coupons', coupon(`P${index}`))).toBe(200);
  const { coupons, next } = await read<Coupons>('/coupons');
  expect(coupons.map((one) => one.code)).toEqual(Array.from({ length: 20 }, (_, index) => `P${19 - index}`));
  const older = await read<Coupons>(`/coupons?before=${next}`);
  expect(older.coupons[0]).toMatchObject({ code: 'USADO' });
  expect(older.next).toBeNull();
});

test('[COM30] one order bump is offered at a time, and each shows what it sold in 30 days', async () => {
  const first = (await change('/order-bumps', bump)).body as { bumpId: string };
  await buy({ bump: first.bumpId });
  const changed = await Promise.all(
    ['Refil', 'Garantia'].map((title) => code('/order-bumps', { ...bump, title, originalPrice: 1990 })),
  );
  expect(changed).toEqual([200, 200]);
  // Of concurrent changes, the last may have the smaller id, which is made before it waits for the other.
  const smaller = '00000000-0000-7000-8000-000000000001';
  await service.context.db.query('update order_bumps set bump_id = $1 where active', [smaller]);
  const { bumps } = await read<Bumps>('/order-bumps');
  expect(bumps.map(({ active }) => active)).toEqual([true, false, false]);
  expect(bumps[2]).toMatchObject({ title: bump.title, sales: { orders: 0, simulated: { orders: 1, cents: 990 } } });
  expect(await wrong('/order-bumps', { ...bump, originalPrice: 990, image: 'javascript:1' })).toMatchObject({
    details: { members: ['image', 'originalPrice'] },
  });
  expect(await code('/order-bumps/end')).toBe(200);
  expect(await code('/order-bumps/end')).toBe('NOT_FOUND');
  service.pass(31 * 24 * 60 * 60_000);
  browser = new PanelBrowser(service);
  await browser.post('/sign-in', { email: 'dona@loja.example', password });
  const later = await read<Bumps>('/order-bumps');
  expect(later.bumps.map(({ active, sales }) => [active, sales.simulated.orders])).toEqual([
    [false, 0],
    [false, 0],
    [false, 0],
  ]);
});
