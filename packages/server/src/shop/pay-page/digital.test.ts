import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { marina, mugs, shopperAt } from './testing/shopper.ts';

let service: TestService;
let shopper: ReturnType<typeof shopperAt>;
beforeAll(async () => {
  service = await startTestService();
  shopper = shopperAt(service);
  await shopper.offer('pix', 'boleto', 'card');
});
afterAll(() => service.stop());

const item = { title: 'Curso', quantity: 1, unitPrice: 9900, image: 'https://loja.example/c.png' };
const carts = {
  'the cart says so': mugs().cart,
  'each item says so': {
    items: [
      { ...item, requiresShipping: false },
      { ...item, requiresShipping: false },
    ],
  },
};
/** What a page says of a delivery. */
const aboutDelivery = /\b(CEP|Entrega|Frete|entregamos|endereço)\b/;

describe.each(Object.entries(carts))('a purchase that is not shipped, since %s', (_why, cart) => {
  test('[COM12] no page asks for an address or speaks of a delivery, from the first step to the paid order', async () => {
    const path = await shopper.create({ cart });
    const pages = [
      await shopper.open(path),
      await shopper.post(`${path}/data`, { ...marina, document: '1' }),
      await shopper.submit(`${path}/data`, marina),
      await shopper.open(`${path}?method=card`),
      await shopper.submit(`${path}/pay`, { method: 'pix' }),
    ];
    await shopper.actAsBank(pages.at(-1)!, 'pay');
    pages.push(await shopper.open(path));
    expect(pages.at(-1)!.text).toContain('Pagamento confirmado');
    for (const { text } of pages) expect(text).not.toMatch(aboutDelivery);
    const { rows } = await service.context.db.query(
      'select shipping, shipping_cents from orders where checkout_id = $1',
      [path.slice(5)],
    );
    expect(rows).toEqual([{ shipping: null, shipping_cents: null }]);
  });

  test('[COM13] a boleto that needs no address asks for none either', async () => {
    const path = await shopper.create({ cart });
    await shopper.post(`${path}/data`, marina);
    const boleto = await shopper.submit(`${path}/pay`, { method: 'boleto' });
    await shopper.actAsBank(boleto, 'pay');
    const paid = await shopper.open(path);
    expect(paid.text).toContain('Pagamento confirmado');
    for (const { text } of [boleto, paid]) expect(text).not.toMatch(aboutDelivery);
  });
});
