// Resources as the platform sends them, with invented persons, and what each must report (CON2).
import type { ShopReport } from '../../connector.ts';
import type { ConnectorFixture, ConnectorSamples, SampleDelivery } from '../../testing/connector-samples.ts';
import { cartJson, orderJson, type ShopOrder } from './bodies.ts';
import { signatureOf } from './shop-server.ts';

const shop = 'lojaaurora';
const base: ShopOrder = {
  id: 1042,
  method: 'credit_card',
  total: '189.90',
  name: 'Joana Conceição',
  email: 'joana@exemplo.com.br',
  phone: '(11) 98765-4321',
  cartToken: '60c61140-9dc7-11ee-9a01',
  createdAt: Date.parse('2026-03-12T16:40:00Z'),
  updatedAt: Date.parse('2026-03-12T17:11:05Z'),
  status: 'waiting_payment',
  paidAt: null,
  trackingCode: null,
};
const paid = { status: 'paid', paidAt: Date.parse('2026-03-12T17:11:00Z') } as const;

const createdAt = '2026-03-12T16:40:00.000Z';
const updatedAt = '2026-03-12T17:11:05.000Z';
const pixCode =
  '00020126410014br.gov.bcb.pix0119loja@exemplo.com.br5204000053039865406189.905802BR5911Loja Aurora6009Sao Paulo62140510PEDIDO10426304BD55';
const line = '23791.22928 60013.377209 91000.046903 2 95700000013629';

const items = [{ title: 'Camiseta azul M', quantity: 1, unit_price: 18_990, sku: 'CAM-AZ-M', product_id: '22194035' }];
const person = {
  id: '1044',
  name: 'Joana Conceição',
  email: 'joana@exemplo.com.br',
  phone: '+5511987654321',
  document: '52998224725',
};

const orderData = (status: string | undefined, method: string | undefined, payment: object = {}) => ({
  order: {
    id: '1042',
    number: '739383001042',
    ...(status !== undefined && { status }),
    ...(method !== undefined && { payment_method: method }),
    currency: 'BRL' as const,
    subtotal: 18_990,
    discount: 0,
    total: 18_990,
    created_at: createdAt,
    items,
  },
  payment: { id: '1045', ...payment },
  customer: person,
  shipping: {
    name: 'PAC',
    price: 0,
    address: { zipcode: '01310100', street: 'Rua das Laranjeiras', number: '120', city: 'São Paulo', state: 'SP' },
  },
});

const cartToken = base.cartToken;
const event = (type: string, meaning: string, occurred_at: string, data: object): ShopReport =>
  ({
    kind: 'event',
    event: { id: `yampi:${shop}:order:1042:${meaning}`, type, occurred_at, data },
    cartToken,
  }) as ShopReport;
const state = (data: ReturnType<typeof orderData>): ShopReport => ({
  kind: 'order',
  id: '1042',
  occurredAt: updatedAt,
  data,
  cartToken,
});

const orderFixture = (name: string, change: Partial<ShopOrder>, reports: readonly ShopReport[]): ConnectorFixture => ({
  name,
  kind: 'order',
  body: JSON.stringify(orderJson({ ...base, ...change })),
  reports,
});

const shippedData = {
  ...orderData('paid', 'credit_card'),
  tracking: { code: 'AA123456785BR', url: 'https://rastreio.example/AA123456785BR' },
};
const boleto = { line, url: 'https://boletos.example/1042.pdf' };
const cart = { id: 1042, token: 'ab12-cd34', total: '189.90', name: base.name, email: base.email, phone: base.phone };

const fixtures: readonly ConnectorFixture[] = [
  orderFixture('a card that waits', {}, [state(orderData('pending', 'credit_card'))]),
  orderFixture('a PIX with its code', { method: 'pix' }, [
    event(
      'pix.generated',
      'pix:XRzmMcJZpin5kMDE',
      createdAt,
      orderData('pending', 'pix', { pix: { payload: pixCode } }),
    ),
  ]),
  orderFixture('a boleto', { method: 'boleto' }, [
    event('boleto.generated', 'boleto:wXQsupsJ8QxhJdZQ', createdAt, orderData('pending', 'boleto', { boleto })),
  ]),
  orderFixture('a paid order', paid, [
    event('payment.confirmed', 'paid', '2026-03-12T17:11:00.000Z', orderData('paid', 'credit_card')),
  ]),
  orderFixture('a refused payment', { status: 'refused' }, [
    event('payment.failed', 'failed:1045', updatedAt, orderData('failed', 'credit_card')),
  ]),
  orderFixture('a cancelled order', { status: 'cancelled' }, [state(orderData('cancelled', 'credit_card'))]),
  orderFixture('a shipped order', { ...paid, status: 'on_carriage', trackingCode: 'AA123456785BR' }, [
    event('payment.confirmed', 'paid', '2026-03-12T17:11:00.000Z', orderData('paid', 'credit_card')),
    event('tracking_code_updated', 'shipped:aGCGdyYxMPNLPtnL', updatedAt, shippedData),
  ]),
  {
    name: 'a status that is unknown',
    kind: 'order',
    body: JSON.stringify({ ...orderJson(base), status: { data: { alias: 'in_the_air' } } }),
    reports: [state(orderData(undefined, 'credit_card'))],
  },
  {
    name: 'an abandoned cart',
    kind: 'cart',
    body: JSON.stringify(cartJson({ ...cart, at: base.updatedAt })),
    reports: [
      {
        kind: 'event',
        event: {
          id: `yampi:${shop}:cart:ab12-cd34:abandoned`,
          type: 'cart.abandoned',
          occurred_at: updatedAt,
          data: {
            lead: person,
            cart: {
              token: 'ab12-cd34',
              subtotal: 18_990,
              discount: 0,
              total: 18_990,
              url: 'https://seguro.loja.example/cart?token=ab12-cd34',
              items,
            },
          },
        },
      },
    ],
  },
  {
    name: 'a cart without contact data',
    kind: 'cart',
    body: JSON.stringify({ ...cartJson({ ...cart, at: base.updatedAt }), tracking_data: {}, customer: { data: [] } }),
    reports: [],
  },
];

const body = (topic: string, alias = shop): string =>
  JSON.stringify({
    event: topic,
    time: '2026-03-12 14:11:05',
    merchant: { id: 1, alias },
    resource: orderJson({ ...base, ...paid }),
  });
const delivery = (topic: string, verified: SampleDelivery['verified']): SampleDelivery => ({
  name: topic,
  topic,
  body: body(topic),
  verified,
});

/** What the suite needs. */
export const samples: ConnectorSamples = {
  secrets: { webhookSecret: 'q'.repeat(48), credentials: {}, app: null, shop },
  otherShop: 'outraloja',
  fixtures,
  deliveries: [
    ...['order.created', 'order.paid', 'order.status.updated'].map((topic) =>
      delivery(topic, { outcome: 'event', topic, deliveryId: null }),
    ),
    delivery('order.invoice.created', { outcome: 'ignored' }),
  ],
  sign: (_topic, bytes, { webhookSecret }) => ({ 'x-yampi-hmac-sha256': signatureOf(bytes, webhookSecret) }),
  signature: { header: 'x-yampi-hmac-sha256', encoding: 'base64' },
};
