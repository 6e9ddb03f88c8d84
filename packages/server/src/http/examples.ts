// Examples of responses, published as OpenAPI. They are one purchase of one store. A test checks each against its schema.
import type { z } from 'zod';
import type { CheckoutCreated, EventIngested, MetatagList } from './responses.ts';

type Example<Schema extends z.ZodType> = Omit<z.input<Schema>, 'success'>;

/** A created checkout. */
export const createdExample = {
  checkoutId: '01a1fe5c-f845-7707-aa7c-8133869df714',
  checkoutUrl: 'https://pay.loja.example/pay/01a1fe5c-f845-7707-aa7c-8133869df714',
  storeId: '01a1fe5c-f681-7db6-ad98-25cadada4d87',
  cartToken: 'ext_2OX6TLzuk2Hj8IpQ88syQ2rC',
} satisfies Example<typeof CheckoutCreated>;

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
