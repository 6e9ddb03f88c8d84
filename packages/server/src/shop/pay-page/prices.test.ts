// What a shopper sees of prices that depend on the method, a coupon, instalments and an order bump, without JavaScript.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { couponInsert } from '../prices/queries/coupons.ts';
import { orderBumpInsert } from '../prices/queries/order-bumps.ts';
import { priceRulesWrite } from '../prices/queries/price-rules.ts';
import { newId } from '../../base/ids.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { marina, mugs, shopperAt, valueOf, type Seen } from './testing/shopper.ts';

let service: TestService;
let shopper: ReturnType<typeof shopperAt>;
const bumpId = newId();
beforeAll(async () => {
  service = await startTestService();
  shopper = shopperAt(service);
  await shopper.offer('pix', 'card', 'boleto');
  const { storeId } = service;
  const { db } = service.context;
  await couponInsert(db, {
    couponId: newId(storeId),
    storeId,
    code: 'VOLTE10',
    reduction: { kind: 'percent', hundredths: 1_000 },
    freeShipping: false,
    startsAt: null,
    endsAt: null,
    maxUses: null,
    maxUsesPerPerson: 1,
    minimum: 0,
    products: [],
    firstPurchaseOnly: false,
  });
  const bump = { title: 'Meia <b>Aurora</b>', description: 'Combina com a caneca.', image: null, sku: null };
  await orderBumpInsert(db, {
    ...bump,
    bumpId,
    storeId,
    price: 1_990,
    originalPrice: 2_990,
    requiresShipping: false,
    products: [],
  });
});
afterAll(() => service.stop());
beforeEach(() => rules({ methodDiscounts: [pixDiscount] }));

const pixDiscount = {
  method: 'pix',
  reduction: { kind: 'percent', hundredths: 500 },
  minimum: 0,
  maximum: null,
} as const;
const rules = (changed: object): Promise<void> =>
  priceRulesWrite(service.context.db, service.storeId, {
    methodDiscounts: [],
    installments: null,
    minimumOrder: 0,
    ...changed,
  });

/** A new purchase of R$ 78,00, at its second step. */
async function atMethods(person: object = {}): Promise<{ path: string; seen: Seen }> {
  const path = await shopper.create(mugs());
  const seen = await shopper.submit(`${path}/data`, { ...marina, ...person });
  return { path, seen };
}

test('[COM27] the second step shows the price of each method, and charges that of the chosen one', async () => {
  const { path, seen } = await atMethods();
  expect(seen.text).toContain('R$ 74,10, com R$ 3,90 de desconto');
  expect(seen.text).toContain('Desconto no PIX −R$ 3,90 Total R$ 74,10');
  expect(seen.text).toContain('Gerar PIX de R$ 74,10');
  expect(seen.text).toContain('Gerar boleto de R$ 78,00');
  const prices = valueOf(seen, 'prices')!;
  const paying = await shopper.submit(`${path}/pay`, { method: 'pix', prices });
  expect(paying.text).toContain('Pague R$ 74,10 com PIX');
  expect(paying.text).toContain('Desconto no PIX −R$ 3,90 Total R$ 74,10');
});

test('[COM27] what one method makes free is not charged by another', async () => {
  for (const method of ['boleto', 'card'] as const) {
    await rules({ methodDiscounts: [{ ...pixDiscount, method, reduction: { kind: 'percent', hundredths: 10_000 } }] });
    const { path } = await atMethods();
    const free = await shopper.open(`${path}?method=${method}`);
    expect(free.text).toContain('Concluir pedido');
    expect(free.text).not.toContain('Gerar PIX');
    expect(valueOf(free, 'method')).toBe(method);
    const paid = await shopper.submit(`${path}/pay`, { method, prices: valueOf(free, 'prices')! });
    expect(paid.text).toContain('Total R$ 0,00');
  }
});

test('[COM27] a price that changed since the page was shown is not charged, and is shown', async () => {
  const { path, seen } = await atMethods();
  await rules({});
  const again = await shopper.submit(`${path}/pay`, { method: 'pix', prices: valueOf(seen, 'prices')! });
  expect(again.status).toBe(422);
  expect(again.text).toContain('O preço mudou Nada foi cobrado.');
  expect(again.text).toContain('Pagar R$ 78,00');
  expect((await shopper.submit(`${path}/pay`, { method: 'pix', prices: valueOf(again, 'prices')! })).text).toContain(
    'Pague R$ 78,00 com PIX',
  );
});

test('[COM27] goods below the minimum order cannot be paid, and the page says what is missing', async () => {
  await rules({ minimumOrder: 10_000 });
  const { path, seen } = await atMethods();
  expect(seen.text).toContain('O pedido mínimo é R$ 100,00 Faltam R$ 22,00 em produtos.');
  expect((await shopper.submit(`${path}/pay`, { method: 'pix' })).text).toContain('O pedido mínimo é R$ 100,00');
});

test('[COM28] a coupon is typed, applied, and taken out', async () => {
  const { path, seen } = await atMethods({
    email: 'ana@exemplo.com.br',
    phone: '(21) 98888-1111',
    document: '111.444.777-35',
  });
  expect(seen.text).toContain('Tem cupom?');
  const wrong = await shopper.submit(`${path}/coupon`, { coupon: 'NADA"><b>' });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain('Este cupom não existe. Confira se digitou certo.');
  expect(wrong.html).not.toContain('NADA"><b>');
  const applied = await shopper.submit(`${path}/coupon`, { coupon: ' volte10' });
  expect(applied.text).toContain('Cupom aplicado: VOLTE10');
  // 10% of 78.00, then 5% of 70.20.
  expect(applied.text).toContain('Cupom VOLTE10 −R$ 7,80 Desconto no PIX −R$ 3,51 Total R$ 66,69');
  const without = await shopper.submit(`${path}/coupon`, { coupon: '' });
  expect(without.text).toContain('Desconto no PIX −R$ 3,90 Total R$ 74,10');
});

test('[COM28] a coupon comes by the link, and is refused to a person who used it when the order is placed', async () => {
  const person = { email: 'bia@exemplo.com.br', phone: '(31) 98888-2222', document: '390.533.447-05' };
  const first = await atMethods(person);
  const linked = await shopper.open(`${first.path}?coupon=volte10`);
  expect(linked.text).toContain('Cupom aplicado: VOLTE10');
  expect((await shopper.submit(`${first.path}/pay`, { method: 'pix' })).text).toContain('Pague R$ 66,69 com PIX');
  const second = await atMethods(person);
  await shopper.open(`${second.path}?coupon=VOLTE10`);
  const refused = await shopper.submit(`${second.path}/pay`, { method: 'pix' });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Você já usou este cupom.');
  expect(refused.text).toContain('Total R$ 74,10');
});

test('[COM29] instalments with interest list their totals, and the chosen one is charged', async () => {
  await rules({ installments: { max: 12, interestFree: 3, monthlyHundredths: 299, smallest: 500 } });
  const { path, seen } = await atMethods();
  expect(seen.text).toContain('em até 3x sem juros, ou 7x');
  const card = await shopper.open(`${path}?method=card`);
  expect(card.text).toContain('3x de R$ 26,00 sem juros (total R$ 78,00)');
  expect(card.text).toContain('7x de R$ 12,51 com juros (total R$ 87,57)');
  expect(card.text).toContain('Pagar com cartão');
  const number = /data-number="([\d ]+)"/.exec(card.html)![1]!;
  const form = { method: 'card', token: number, installments: '7', prices: valueOf(card, 'prices')! };
  const paid = await shopper.submit(`${path}/pay`, form);
  expect(paid.text).toContain('Pagamento confirmado');
  expect(paid.text).toContain('Juros do parcelamento R$ 9,57 Total R$ 87,57');
});

test('[COM30] an order bump is added and removed by one press each, and is in the order', async () => {
  const { path, seen } = await atMethods();
  expect(seen.html).toContain('Meia &lt;b&gt;Aurora&lt;/b&gt;');
  expect(seen.text).toContain('Adicionar por R$ 19,90');
  const added = await shopper.submit(`${path}/bump`, { bump: bumpId });
  expect(added.text).toContain('Subtotal R$ 97,90 Desconto no PIX −R$ 4,90 Total R$ 93,00');
  expect((await shopper.submit(`${path}/bump`, { bump: '' })).text).toContain('Total R$ 74,10');
  await shopper.submit(`${path}/bump`, { bump: bumpId });
  const paying = await shopper.submit(`${path}/pay`, { method: 'pix' });
  expect(paying.text).toContain('Pague R$ 93,00 com PIX');
  expect(paying.html).toContain('Meia &lt;b&gt;Aurora&lt;/b&gt;');
});
