// Bodies of webhooks, and the reports that they must give.
import { createHmac } from 'node:crypto';
import type { EventData } from '@retoma/commerce';
import type { ShopReport } from '../../connector.ts';
import type { ConnectorFixture, ConnectorSamples, SampleDelivery } from '../../testing/connector-samples.ts';
import { checkout, order, page, shop } from './bodies.ts';
import { jsonText } from './json-text.ts';

const prefix = `shopify:${shop}:order:820982911946154508`;
type OrderJson = typeof order;

const data = {
  order: {
    id: '820982911946154508',
    number: '#1016',
    status: 'pending',
    payment_method: 'pix',
    currency: 'BRL',
    discount: 1000,
    total: 18990,
    created_at: '2026-11-29T08:43:38.000Z',
    items: [{ title: 'Camiseta Azul', quantity: 2, unit_price: 9000, sku: 'CAM-AZ-M', variant: 'M', vendor: 'Aurora' }],
  },
  payment: { provider: 'Mercado Pago - Pix', pix: { url: page } },
  customer: {
    id: '115310627314723954',
    name: 'Maria Conceição',
    email: 'maria@cliente.example',
    phone: '+5511987654321',
  },
  shipping: {
    name: 'PAC',
    price: 1990,
    address: {
      recipient: 'Maria Conceição',
      street: 'Rua das Laranjeiras, 120',
      complement: 'Apto 31, Bela Vista',
      city: 'São Paulo',
      state: 'SP',
      zipcode: '01310-100',
    },
  },
} satisfies EventData;

type Data = EventData & { readonly order: NonNullable<EventData['order']> };

const cartToken = '68778783ad298f1c80c3bafcddeea02f';
const withOrder = (change: object, rest: object = {}): Data => ({
  ...data,
  order: { ...data.order, ...change },
  ...rest,
});
const state = (status: string, occurredAt: string, changed: Data): ShopReport => ({
  kind: 'order',
  id: `${prefix}:${status}`,
  occurredAt,
  data: changed,
  cartToken,
});
const paidData = withOrder({ status: 'paid' });
const paidState = state('paid', '2026-11-29T12:10:00.000Z', paidData);

const ofOrder = (
  name: string,
  change: Partial<OrderJson> & Record<string, unknown>,
  reports: readonly ShopReport[],
): ConnectorFixture => ({
  name,
  kind: 'order',
  body: jsonText({ ...order, ...change }),
  reports,
});

const paid = { financial_status: 'paid', updated_at: '2026-11-29T09:10:00-03:00' };

const ofCheckout = (
  name: string,
  change: Partial<typeof checkout>,
  reports: readonly ShopReport[],
): ConnectorFixture => ({
  name,
  kind: 'cart',
  body: jsonText({ ...checkout, ...change }),
  reports,
});

const fixtures: readonly ConnectorFixture[] = [
  ofOrder('an order that waits for its PIX', {}, [
    {
      kind: 'event',
      event: { id: `${prefix}:pix`, type: 'pix.generated', occurred_at: '2026-11-29T08:43:38.000Z', data },
      cartToken,
    },
  ]),
  ofOrder('an order that waits for its boleto', { payment_gateway_names: ['Boleto Bancário'] }, [
    {
      kind: 'event',
      event: {
        id: `${prefix}:boleto`,
        type: 'boleto.generated',
        occurred_at: '2026-11-29T08:43:38.000Z',
        data: withOrder(
          { payment_method: 'boleto' },
          { payment: { provider: 'Boleto Bancário', boleto: { url: page } } },
        ),
      },
      cartToken,
    },
  ]),
  ofOrder('an order of a gateway with several methods', { payment_gateway_names: ['Mercado Pago'] }, [
    state('pending', '2026-11-29T08:43:38.000Z', {
      ...data,
      order: Object.fromEntries(
        Object.entries(data.order).filter(([name]) => name !== 'payment_method'),
      ) as typeof data.order,
      payment: { provider: 'Mercado Pago' },
    }),
  ]),
  ofOrder(
    'a card that is authorized',
    { financial_status: 'authorized', payment_gateway_names: ['Cartão de crédito'] },
    [
      state(
        'processing',
        '2026-11-29T08:43:40.000Z',
        withOrder(
          { status: 'processing', payment_method: 'credit_card' },
          { payment: { provider: 'Cartão de crédito' } },
        ),
      ),
    ],
  ),
  ofOrder('a paid order whose payment has an instant', { ...paid, paid_at: '2026-11-29T12:09:59Z' }, [
    {
      kind: 'event',
      event: {
        id: `${prefix}:paid`,
        type: 'payment.confirmed',
        occurred_at: '2026-11-29T12:09:59.000Z',
        data: paidData,
      },
      cartToken,
    },
  ]),
  ofOrder('a paid order whose payment has no instant', paid, [paidState]),
  ofOrder('a payment in part', { financial_status: 'partially_paid' }, [
    {
      kind: 'event',
      event: { id: `${prefix}:pix`, type: 'pix.generated', occurred_at: '2026-11-29T08:43:38.000Z', data },
      cartToken,
    },
  ]),
  ofOrder('a refund in part', { ...paid, financial_status: 'partially_refunded', current_total_price: '99.90' }, [
    state('paid', '2026-11-29T12:10:00.000Z', withOrder({ status: 'paid', total: 9990 })),
  ]),
  ofOrder('a refunded order', { ...paid, financial_status: 'refunded', current_total_price: '0.00' }, [
    state('cancelled', '2026-11-29T12:10:00.000Z', withOrder({ status: 'cancelled' })),
  ]),
  ofOrder('a cancelled order', { ...paid, cancelled_at: '2026-11-29T09:05:00-03:00' }, [
    state('cancelled', '2026-11-29T12:05:00.000Z', withOrder({ status: 'cancelled' })),
  ]),
  ofOrder(
    'two packages, and one that was cancelled',
    {
      ...paid,
      fulfillments: [
        {
          status: 'success',
          created_at: '2026-11-29T09:09:00-03:00',
          tracking_company: 'Correios',
          tracking_numbers: ['AA123456785BR', 'BB 1'],
          tracking_urls: ['https://rastreio.example/AA123456785BR'],
        },
        { status: 'cancelled', created_at: '2026-11-29T09:08:00-03:00', tracking_numbers: ['CC1'], tracking_urls: [] },
      ],
    },
    [
      paidState,
      ...[
        { code: 'AA123456785BR', url: 'https://rastreio.example/AA123456785BR', carrier: 'Correios' },
        { code: 'BB 1', carrier: 'Correios' },
      ].map((tracking): ShopReport => ({
        kind: 'event',
        event: {
          id: `${prefix}:tracking:${tracking.code.replace(' ', '')}`,
          type: 'tracking_code_updated',
          occurred_at: '2026-11-29T12:09:00.000Z',
          data: { ...paidData, tracking },
        },
      })),
    ],
  ),
  ofOrder(
    'a guest without a name, known by the address',
    { customer: null, email: null, contact_email: 'maria@cliente.example', shipping_address: null },
    [
      {
        kind: 'event',
        event: {
          id: `${prefix}:pix`,
          type: 'pix.generated',
          occurred_at: '2026-11-29T08:43:38.000Z',
          data: {
            ...data,
            customer: { name: 'Maria Conceição', email: 'maria@cliente.example', phone: '+5511987654321' },
            shipping: { name: 'PAC', price: 1990 },
          },
        },
        cartToken,
      },
    ],
  ),
  ofOrder('a word that Shopify does not document', { financial_status: 'in_orbit' }, [
    state('seen', '2026-11-29T08:43:40.000Z', {
      ...data,
      order: Object.fromEntries(Object.entries(data.order).filter(([name]) => name !== 'status')) as typeof data.order,
    }),
  ]),
  ofOrder('a test order', { test: true }, []),
  ofOrder('a sale at a counter', { source_name: 'pos' }, []),
  ofOrder('an order in dollars', { currency: 'USD' }, []),
  ofOrder(
    'members of other types',
    { id: 7n, line_items: 'x', customer: [1], fulfillments: [[], 7, null], created_at: 5 } as never,
    [],
  ),
  ofCheckout('an abandoned checkout', {}, [
    {
      kind: 'event',
      event: {
        id: `shopify:${shop}:checkout:411335234:abandoned`,
        type: 'cart.abandoned',
        occurred_at: '2026-11-29T08:00:00.000Z',
        data: {
          customer: data.customer,
          cart: {
            token: cartToken,
            total: 18990,
            subtotal: 17000,
            discount: 0,
            url: checkout.abandoned_checkout_url,
            items: [
              {
                title: 'Camiseta Azul',
                quantity: 1,
                unit_price: 17000,
                image: 'https://cdn.shopify.com/a.png',
                sku: 'CAM-AZ-M',
                variant: 'M',
              },
            ],
          },
        },
      },
    },
  ]),
  ofCheckout('a checkout that was completed', { completed_at: '2026-11-29T09:00:00Z' }, []),
  ofCheckout('a checkout of nobody', { customer: null, shipping_address: null }, []),
];

const webhookId = 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043';
const customer = { id: 191167, email: 'maria@cliente.example', phone: '+5511987654321' };
const about = (topic: string, name: string, body: object, verified: SampleDelivery['verified']): SampleDelivery => ({
  name,
  topic,
  body: jsonText(body),
  verified,
});

/** What the suite of connectors reads. */
export const samples: ConnectorSamples = {
  secrets: { webhookSecret: 'k'.repeat(48), credentials: {}, app: { id: 'a1b2', secret: 'shpss_4f5e6d' }, shop },
  otherShop: 'outra-loja.myshopify.com',
  fixtures,
  deliveries: [
    about('orders/create', 'an order', order, { outcome: 'event', topic: 'orders/create', deliveryId: webhookId }),
    about(
      'orders/paid',
      'a paid order',
      { ...order, ...paid },
      { outcome: 'event', topic: 'orders/paid', deliveryId: webhookId },
    ),
    about('products/update', 'a product', { id: 1 }, { outcome: 'ignored' }),
    about(
      'app/uninstalled',
      'the app was removed',
      { id: 548380009, myshopify_domain: shop },
      { outcome: 'uninstalled' },
    ),
    about('app/uninstalled', 'an order that is sent as a removal', order, { outcome: 'refused' }),
    about('shop/redact', 'an order that is sent as an erasure', order, { outcome: 'refused' }),
    about(
      'shop/redact',
      'the shop asks to erase what came from it',
      { shop_id: 954889, shop_domain: shop },
      {
        outcome: 'privacy',
        request: { kind: 'erase-shop' },
      },
    ),
    ...(['customers/redact', 'customers/data_request'] as const).map((topic) =>
      about(
        topic,
        `a person asks, by ${topic}`,
        { shop_id: 954889, shop_domain: shop, customer },
        {
          outcome: 'privacy',
          request: {
            kind: topic === 'customers/redact' ? 'erase-person' : 'export-person',
            email: customer.email,
            phone: customer.phone,
            document: null,
          },
        },
      ),
    ),
  ],
  sign: (topic, body, { app, shop: from }) => ({
    'x-shopify-topic': topic,
    'x-shopify-hmac-sha256': createHmac('sha256', app?.secret ?? '')
      .update(body)
      .digest('base64'),
    'x-shopify-shop-domain': from,
    'x-shopify-api-version': '2026-10',
    'x-shopify-webhook-id': webhookId,
    'x-shopify-event-id': '98880550-7158-44d4-b7cd-2c97c8a091b5',
    'x-shopify-triggered-at': '2026-11-29T08:43:40.123Z',
  }),
  signature: { header: 'x-shopify-hmac-sha256', encoding: 'base64' },
};
