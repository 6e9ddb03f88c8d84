import type { Trigger } from '@retoma/flow';
import type { CheckoutRecord, RunRecords, OrderRecord } from '../automations/engine/queries/run-records.ts';

// The purchase of the metatags' examples. No real order is due by PIX, boleto and card at once; this one is, so that one order serves every
// trigger.

const checkoutId = '3f0c9a52-7d1e-4b8a-9c55-1e2d3c4b5a69';
const storeId = '5a0d7c1c-2b5e-4a3b-9a57-7a2b4f0f3c11';

const address = {
  street: 'Praça da Sé',
  number: '100',
  complement: 'Apto 12',
  neighborhood: 'Sé',
  city: 'São Paulo',
  state: 'SP',
  zipcode: '01001-000',
  country: 'BR',
};
const person = {
  name: 'Maria Souza Lima',
  email: 'maria@cliente.example',
  phone: '+5511900000000',
  document: '123.456.789-09',
};
const customer = {
  ...person,
  id: 'c1f6a0b2-0f55-4c7e-8f0e-6f1f3f9f7d21',
  created_at: '2026-01-05T12:12:00Z',
  orders_count: 3,
  address,
};
const items = [
  {
    title: 'Camiseta Azul',
    quantity: 1,
    unit_price: 10_000,
    image: 'https://cdn.loja.example/camiseta.jpg',
    url: 'https://www.loja.example/p/camiseta',
    sku: 'CAM-AZ-M',
    variant: 'Azul / M',
    vendor: 'Marca Exemplo',
    product_id: '8812',
  },
  { title: 'Boné', quantity: 2, unit_price: 4000 },
];
const shipping = {
  name: 'PAC',
  carrier: 'Correios',
  price: 1990,
  turnaround_min_days: 5,
  turnaround_max_days: 8,
  estimated_date: '2026-03-21T02:59:00Z',
  address,
};
const payment = {
  provider: 'sandbox',
  transaction_id: 'E00000000202603121411abcdef12345',
  installments: 3,
  paid_amount: 18_990,
  refusal_reason: 'Saldo insuficiente',
  pix: {
    payload:
      '00020101021226700014br.gov.bcb.pix2548pix.psp.example/qr/v2/A1B2C3D4E5F6A7B8C9D0E1F2A3' +
      '5204000053039865406189.905802BR5912LOJA EXEMPLO6009SAO PAULO62070503***63046081',
    txid: 'A1B2C3D4E5F6A7B8C9D0E1F2A3',
    expires_at: '2026-03-13T17:05:45Z',
  },
  boleto: {
    line: '00190.00009 01234.567897 01234.567178 4 13860000018990',
    barcode: '00194138600000189900000001234567890123456717',
    url: `https://pay.loja.example/pay/${checkoutId}/boleto.pdf`,
    expires_at: '2026-03-16T02:59:00Z',
  },
  card: { brand: 'visa', last_digits: '4242' },
};
const reported = {
  order: {
    id: '9b2d6a1e-5c7f-4f0b-8a3d-2e1f0c9b8a77',
    number: '1042',
    status: 'waiting',
    payment_method: 'pix',
    currency: 'BRL',
    total: 18_990,
    subtotal: 18_000,
    discount: 1000,
    discount_title: 'PRIMEIRACOMPRA',
    attention: ['UNSIGNED_PRICE'],
    created_at: '2026-03-12T17:05:00-03:00',
    items,
  },
  payment,
  customer,
  shipping,
};
const lead = {
  id: 'e02c3a7d-1a64-4e7f-93cb-0b7f6a1d2c3e',
  utm_source: 'instagram',
  utm_medium: 'cpc',
  utm_campaign: 'outono',
  device_type: 'mobile',
  created_at: '2026-03-12T16:59:00Z',
};
const browser = {
  ip: '203.0.113.10',
  name: 'Chrome',
  os: 'Android',
  referrer: 'https://www.instagram.example/',
  utms: { source: 'instagram', medium: 'cpc', campaign: 'outono', content: 'video1', term: 'camiseta' },
};
const tracking = {
  code: 'AA123456785BR',
  previous_code: 'AA123456771BR',
  url: 'https://rastreio.transportadora.example/AA123456785BR',
  carrier: 'Correios',
  status: 'in_transit',
};
const redirect = {
  successUrl: 'https://www.loja.example/obrigado',
  cancelUrl: 'https://www.loja.example/carrinho',
};

const occurredAt: Record<Trigger, string> = {
  'pix.generated': '2026-03-12T17:05:00Z',
  'payment.confirmed': '2026-03-12T17:11:00Z',
  'payment.failed': '2026-03-12T17:07:00Z',
  'boleto.generated': '2026-03-12T17:05:00Z',
  'cart.abandoned': '2026-03-12T17:35:00Z',
  'lead.created': '2026-03-12T16:59:00Z',
  tracking_code_updated: '2026-03-14T13:20:00Z',
};

const statusAfter: Record<Trigger, string | null> = {
  'pix.generated': 'pending',
  'payment.confirmed': 'paid',
  'payment.failed': 'failed',
  'boleto.generated': 'pending',
  'cart.abandoned': null,
  'lead.created': null,
  tracking_code_updated: 'paid',
};

/** The data of an event about that order, without a cart or a checkout. */
export const storeEvent = (): object => structuredClone(reported);

/** Records that consist of an event with `data` only. */
export function emptyRecords(type: Trigger, data: unknown): RunRecords {
  const eventId = '0195a1b2-0000-7000-8000-000000000001';
  const instant = Date.parse(occurredAt[type]);
  const event = { eventId, storeId, type, orderId: null, checkoutId: null, occurredAt: instant };
  return { event: { ...event, data: JSON.stringify(data) }, order: null, checkout: null, shopper: null };
}

/** Records of an event, its order after the event, and Retoma's checkout. */
export function fullRecords(type: Trigger): RunRecords {
  const about = { lead, browser, cart: { last_activity_at: '2026-03-12T16:10:00Z' } };
  return {
    ...emptyRecords(type, { ...about, ...purchase(type) }),
    order: orderAfter(type),
    checkout: checkoutRecord(),
  };
}

/** The same with a checkout on the store's own pages, which the event contains. */
export function storesOwnCheckout(type: Trigger): RunRecords {
  const cart = {
    token: 'theirs-1',
    total: 18_990,
    subtotal: 18_000,
    discount: 1000,
    created_at: '2026-03-12T16:58:00Z',
    last_activity_at: '2026-03-12T16:10:00Z',
    url: 'https://www.loja.example/carrinho?recover=1',
    items,
  };
  const url = 'https://www.loja.example/checkout/17';
  const checkout = { id: '17', url, status: 'open', created_at: '2026-03-12T16:58:00Z', ...redirect };
  const about = { lead: { ...lead, ...person }, browser, cart, checkout };
  return { ...emptyRecords(type, { ...about, ...purchase(type) }), order: orderAfter(type) };
}

/** The order's data in an event of this type; null if there is no order yet. */
function purchase(type: Trigger): object | null {
  if (statusAfter[type] === null) return null;
  return type === 'tracking_code_updated' ? { ...reported, tracking } : reported;
}

function orderAfter(type: Trigger): OrderRecord | null {
  const status = statusAfter[type];
  if (status === null) return null;
  return {
    orderId: '0195a1b2-0000-7000-8000-000000000002',
    storeId,
    externalId: reported.order.id,
    checkoutId,
    number: '1042',
    status,
    paymentMethod: 'pix',
    currency: 'BRL',
    subtotal: 18_000,
    discount: 1000,
    shippingPrice: 1990,
    total: 18_990,
    customer: JSON.stringify(customer),
    items: JSON.stringify(items),
    shipping: JSON.stringify(shipping),
    payment: JSON.stringify(payment),
    tracking: type === 'tracking_code_updated' ? JSON.stringify(tracking) : null,
    ordersOfBuyer: 3,
    paidAt: status === 'paid' ? new Date('2026-03-12T17:11:00Z') : null,
    createdAt: new Date('2026-03-12T17:05:00Z'),
    updatedAt: new Date('2026-03-12T17:05:04Z'),
  };
}

function checkoutRecord(): CheckoutRecord {
  const cartItems = items.map(({ unit_price, ...item }) => ({ ...item, unitPrice: unit_price }));
  const cart = { items: cartItems, discounts: [{ title: 'PRIMEIRACOMPRA', amount: 1000 }] };
  return {
    checkoutId,
    cartToken: 'ext_7f3a9c10',
    state: 'open',
    subtotal: 18_000,
    discount: 1000,
    total: 18_990,
    signed: true,
    request: JSON.stringify({ cart, customer: person, redirect }),
    createdAt: new Date('2026-03-12T16:58:00Z'),
    capturedAt: null,
    abandonedAt: null,
  };
}
