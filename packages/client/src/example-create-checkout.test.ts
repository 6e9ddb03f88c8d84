// A first look at the package: a page creates a checkout from its cart, a server signs one and reads it, and a refusal has a code.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Retoma, RetomaError, type Cart } from './index.ts';
import { liveKey, secretKey, startCheckoutServer, type CheckoutServer } from './testing/checkout-server.ts';

const cart: Cart = {
  items: [{ title: 'Camiseta', quantity: 2, unitPrice: 4990, image: 'https://loja.example/camiseta.png' }],
};

let service: CheckoutServer;
beforeAll(async () => {
  service = await startCheckoutServer();
});
afterAll(() => service.close());

test('[CHK4] a page sends its cart and opens the address that it gets', async () => {
  const retoma = new Retoma({ baseUrl: service.baseUrl, apiKey: liveKey });
  const { checkoutId, checkoutUrl } = await retoma.createCheckout(cart);
  expect(checkoutUrl).toBe(`${service.baseUrl}/pay/${checkoutId}`);
});

test('[CHK11] a server signs the cart, and reads the checkout before it ships', async () => {
  const retoma = new Retoma({ baseUrl: service.baseUrl, apiKey: liveKey, secretKey });
  const { checkoutId } = await retoma.createCheckout({ cart, metadata: { campaign: 'maio' } });
  expect(await retoma.readCheckout(checkoutId)).toMatchObject({ signed: true, state: 'open', total: 9980 });
});

test('[CHK3] a refused cart throws an error with its code and every violation', async () => {
  const retoma = new Retoma({ baseUrl: service.baseUrl, apiKey: liveKey });
  const error: unknown = await retoma.createCheckout({ items: [] }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RetomaError);
  expect(error).toMatchObject({ status: 400, code: 'INVALID_PAYLOAD', issues: [{ path: 'cart.items' }] });
});
