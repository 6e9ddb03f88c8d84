// Examples of responses, published as OpenAPI. They are one purchase of one store. A test checks each against its schema.
import type { z } from 'zod';
import type { Checkout, CheckoutCreated, EventIngested, MetatagList } from './responses.ts';

type Example<Schema extends z.ZodType> = Omit<z.input<Schema>, 'success'>;

const checkout = {
  checkoutId: '01a1fe5c-f845-7707-aa7c-8133869df714',
  checkoutUrl: 'https://pay.loja.example/pay/01a1fe5c-f845-7707-aa7c-8133869df714',
  storeId: '01a1fe5c-f681-7db6-ad98-25cadada4d87',
  cartToken: 'ext_2OX6TLzuk2Hj8IpQ88syQ2rC',
};

/** A created checkout. */
export const createdExample: Example<typeof CheckoutCreated> = checkout;

/** A checkout whose order is paid. */
export const checkoutExample: Example<typeof Checkout> = {
  ...checkout,
  state: 'paid',
  paymentStatus: 'paid',
  currency: 'BRL',
  subtotal: 13880,
  discount: 0,
  total: 13880,
  order: {
    id: '01a1fe60-1b2c-7d3e-8f40-5a6b7c8d9e0f',
    number: '1042',
    paymentMethod: 'pix',
    shipping: 1990,
    total: 15870,
    paidAt: '2026-03-12T17:11:00.000Z',
    paidLate: false,
    attention: [],
  },
  signed: true,
  createdAt: '2026-03-12T17:02:00.000Z',
  metadata: null,
};

/** An event that was stored. */
export const ingestedExample: Example<typeof EventIngested> = {
  eventId: '01a1fe66-2a53-7ce2-9a50-823188a33492',
  duplicate: false,
};

/** One of the metatags of a trigger. */
export const metatagsExample: Example<typeof MetatagList> = {
  triggerType: 'pix.generated',
  validated: true,
  total: 1,
  metatags: [
    {
      name: 'order.total',
      category: 'order',
      field: 'total',
      type: 'money',
      description: 'Valor total do pedido',
      example: 'R$ 189,90',
      channels: ['whatsapp', 'email', 'sms'],
      status: 'active',
      sensitive: false,
    },
  ],
};
