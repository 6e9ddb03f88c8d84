import { demoPixCode } from '../../packages/server/src/app/commands/demo/demo-pix.ts';
import { tenItems } from '../checkout/cart.ts';

/** A contact with a unique phone, so that a reply matches one message. `serial`: below 100 million. */
const hashContact = (serial: number) => ({
  name: 'Marina Souza',
  email: `marina.${serial}@cliente.example`,
  document: '52998224725',
  phone: `+55119${String(serial).padStart(8, '0')}`,
});

const items = tenItems.cart.items.slice(0, 4);

/** The body of a checkout request: four items, a customer, nothing to be shipped. */
export const checkoutBody = (serial: number): string =>
  JSON.stringify({
    cart: { token: `load-cart-${serial}`, requiresShipping: false, items },
    customer: hashContact(serial),
  });

/** The body of an event for a generated PIX; an order's event always has the same id. */
export function pixBody(order: string, serial: number): string {
  const total = 18_990;
  return JSON.stringify({
    id: `${order}-pix`,
    type: 'pix.generated',
    occurred_at: new Date().toISOString(),
    data: {
      order: { id: order, number: order, total, items: [{ title: 'Camiseta Azul', quantity: 2, unit_price: 9_495 }] },
      payment: { pix: { payload: demoPixCode(order, total) } },
      customer: hashContact(serial),
    },
  });
}

/** The body of the event that the order was paid. */
export const paidBody = (order: string): string =>
  JSON.stringify({
    id: `${order}-paid`,
    type: 'payment.confirmed',
    occurred_at: new Date().toISOString(),
    data: { order: { id: order } },
  });
