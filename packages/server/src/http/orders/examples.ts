// Examples of responses about orders, of the purchase in ../examples.ts. A test checks each against its schema.
import type { z } from 'zod';
import { createdExample } from '../examples.ts';
import type { Checkout, CheckoutChanged, CheckoutUpdated } from './checkout-responses.ts';
import type { CheckoutPage, OrderChanged, OrderFound, OrderPage } from './responses.ts';

type Example<Schema extends z.ZodType> = Omit<z.input<Schema>, 'success'>;

const changed = {
  orderId: '01a1fe60-1b2c-7d3e-8f40-5a6b7c8d9e0f',
  externalId: null,
  number: '1042',
  checkoutId: '01a1fe5c-f845-7707-aa7c-8133869df714',
  status: 'paid',
  total: 15870,
  received: 15870,
  refunded: 0,
  attention: [],
  paidAt: '2026-03-12T17:11:00.000Z',
  tracking: null,
  livemode: true,
} as const;

const order: z.input<typeof OrderFound>['order'] = {
  ...changed,
  attention: [],
  createdAt: '2026-03-12T17:05:00.000Z',
  currency: 'BRL',
  paymentMethod: 'pix',
  subtotal: 13880,
  discount: 0,
  shipping: 1990,
  paidLate: false,
  customer: { name: 'Ana Souza', email: 'ana@example.com', phone: '+5511987654321', document: '11144477735' },
  address: {
    zipcode: '01310-100',
    street: 'Avenida Paulista',
    number: '1000',
    complement: null,
    neighborhood: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
  },
  items: [
    {
      title: 'Camiseta Retoma',
      quantity: 2,
      unitPrice: 4990,
      total: 9980,
      sku: null,
      productId: null,
      image: 'https://loja.example/camiseta.png',
    },
    {
      title: 'Caneca',
      quantity: 1,
      unitPrice: 3900,
      total: 3900,
      sku: null,
      productId: null,
      image: 'https://loja.example/caneca.png',
    },
  ],
  payments: [
    {
      paymentId: '01a1fe60-1b30-7a11-9c22-3d4e5f607182',
      method: 'pix',
      provider: 'asaas',
      state: 'paid',
      amount: 15870,
      paid: 15870,
      refunded: 0,
      reason: null,
      installments: null,
      lastDigits: null,
      createdAt: '2026-03-12T17:05:00.000Z',
      expiresAt: '2026-03-13T17:05:00.000Z',
    },
  ],
  refunds: [],
};

/** One order. */
export const orderExample: Example<typeof OrderFound> = { order };

/** The only page of orders. */
export const ordersExample: Example<typeof OrderPage> = { data: [order], hasMore: false, nextCursor: null };

/** An order after a change. */
export const orderChangedExample: Example<typeof OrderChanged> = { order: { ...changed, attention: [] } };

/** An order of which a part was given back. */
export const refundedExample: Example<typeof OrderChanged> = {
  order: { ...changed, received: 10880, refunded: 4990, attention: ['PARTLY_REFUNDED'] },
};

/** An order that was cancelled before it was paid. */
export const cancelledExample: Example<typeof OrderChanged> = {
  order: { ...changed, status: 'cancelled', received: 0, attention: [], paidAt: null },
};

/** An order that was sent. */
export const trackedExample: Example<typeof OrderChanged> = {
  order: {
    ...changed,
    attention: [],
    tracking: {
      code: 'NM123456789BR',
      url: 'https://rastreamento.correios.com.br/',
      carrier: 'Correios',
      status: null,
    },
  },
};

/** The only page of checkouts. */
export const checkoutsExample: Example<typeof CheckoutPage> = {
  data: [
    {
      checkoutId: changed.checkoutId,
      checkoutUrl: 'https://pay.loja.example/pay/01a1fe5c-f845-7707-aa7c-8133869df714',
      state: 'paid',
      createdAt: '2026-03-12T17:02:00.000Z',
      total: 15870,
      customer: { name: 'Ana Souza', email: 'ana@example.com', phone: '+5511987654321' },
      abandonedAt: null,
      orderId: changed.orderId,
    },
  ],
  hasMore: false,
  nextCursor: null,
};

/** A checkout whose order is paid. */
export const checkoutExample: Example<typeof Checkout> = {
  ...createdExample,
  state: 'paid',
  paymentStatus: 'paid',
  currency: 'BRL',
  subtotal: 13880,
  discount: 0,
  total: 13880,
  items: order.items,
  customer: order.customer,
  address: order.address,
  order: {
    id: changed.orderId,
    number: changed.number,
    status: 'paid',
    paymentMethod: 'pix',
    shipping: 1990,
    total: changed.total,
    paidAt: changed.paidAt,
    paidLate: false,
    attention: [],
  },
  payments: order.payments,
  signed: true,
  createdAt: '2026-03-12T17:02:00.000Z',
  expiresAt: null,
  livemode: true,
  metadata: null,
};

/** A checkout that was ended. */
export const checkoutExpiredExample: Example<typeof CheckoutChanged> = {
  checkoutId: createdExample.checkoutId,
  checkoutUrl: createdExample.checkoutUrl,
  state: 'expired',
  subtotal: 13880,
  discount: 0,
  total: 13880,
  livemode: true,
};

/** A checkout whose cart was replaced by three mugs. */
export const checkoutUpdatedExample: Example<typeof CheckoutUpdated> = {
  ...checkoutExpiredExample,
  state: 'open',
  subtotal: 11700,
  total: 11700,
};
