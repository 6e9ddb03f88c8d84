// Bodies in the shape of Shopify's webhooks, with invented persons, and the reports that they must give.
import { createHmac } from 'node:crypto';
import type { EventData } from '@retoma/commerce';
import type { ShopReport } from '../../connector.ts';
import type { ConnectorFixture, ConnectorSamples, SampleDelivery } from '../../testing/connector-samples.ts';
import { jsonText } from './json-text.ts';

/** The shop of the fixtures. */
export const shop = 'aurora-modas.myshopify.com';

const prefix = `shopify:${shop}:order:820982911946154508`;
const page = `https://${shop}/54838000/orders/9f0c4a1b7d2e4f6a8c3b5d7e9f1a2b4c/authenticate?key=6f2d`;

const address = {
  first_name: 'Maria',
  last_name: 'Conceição',
  name: 'Maria Conceição',
  company: null,
  phone: '(11) 98765-4321',
  address1: 'Rua das Laranjeiras, \u2060120',
  address2: 'Apto 31, \u2060Bela Vista',
  city: 'São Paulo',
  province: 'São Paulo',
  province_code: 'SP',
  country: 'Brazil',
  country_code: 'BR',
  zip: '01310-100',
  latitude: null,
  longitude: null,
};

const inReais = (amount: string) => ({
  shop_money: { amount, currency_code: 'BRL' },
  presentment_money: { amount, currency_code: 'BRL' },
});

/** An order that waits for its PIX, as `orders/create` has it. */
export const order = {
  id: 820982911946154508n,
  admin_graphql_api_id: 'gid://shopify/Order/820982911946154508',
  app_id: 580111,
  browser_ip: '203.0.113.7',
  buyer_accepts_marketing: true,
  cancel_reason: null,
  cancelled_at: null as string | null,
  cart_token: 'Z2NwLXNvdXRoYW1lcmljYS1lYXN0MTowMUo',
  checkout_token: '68778783ad298f1c80c3bafcddeea02f' as string | null,
  client_details: { browser_ip: '203.0.113.7', user_agent: 'Mozilla/5.0' },
  closed_at: null,
  confirmed: true,
  contact_email: 'maria@cliente.example' as string | null,
  created_at: '2026-11-29T05:43:38-03:00',
  currency: 'BRL',
  current_total_discounts: '10.00',
  current_total_price: '189.90',
  current_total_price_set: inReais('189.90'),
  customer_locale: 'pt-BR',
  discount_codes: [{ code: 'OLA10', amount: '10.00', type: 'fixed_amount' }],
  email: 'maria@cliente.example' as string | null,
  financial_status: 'pending',
  fulfillment_status: null as string | null,
  landing_site: '/?utm_source=instagram',
  name: '#1016',
  note: null,
  note_attributes: [],
  number: 16,
  order_number: 1016,
  order_status_url: page as string | null,
  payment_gateway_names: ['Mercado Pago - Pix'],
  phone: null as string | null,
  presentment_currency: 'BRL',
  processed_at: '2026-11-29T05:43:37-03:00',
  referring_site: null,
  source_name: 'web',
  subtotal_price: '170.00',
  taxes_included: true,
  test: false,
  token: '9f0c4a1b7d2e4f6a8c3b5d7e9f1a2b4c',
  total_discounts: '10.00',
  total_line_items_price: '180.00',
  total_price: '189.90',
  total_price_set: inReais('189.90'),
  updated_at: '2026-11-29T05:43:40-03:00',
  user_id: null,
  billing_address: address as Partial<typeof address> | null,
  customer: {
    id: 115310627314723954n,
    first_name: 'Maria',
    last_name: 'Conceição',
    email: 'maria@cliente.example',
    phone: null,
    state: 'disabled',
    tax_exempt: false,
    currency: 'BRL',
  } as Record<string, unknown> | null,
  fulfillments: [] as object[],
  line_items: [
    {
      id: 487817672276298554n,
      admin_graphql_api_id: 'gid://shopify/LineItem/487817672276298554',
      current_quantity: 2,
      name: 'Camiseta Azul - M',
      price: '90.00',
      price_set: inReais('90.00'),
      product_id: 788032119674292922n,
      quantity: 2,
      sku: 'CAM-AZ-M',
      title: 'Camiseta Azul',
      variant_title: 'M',
      vendor: 'Aurora',
      properties: [],
    },
  ],
  refunds: [],
  shipping_address: address as Partial<typeof address> | null,
  shipping_lines: [
    {
      id: 271878346596884015n,
      code: 'PAC',
      title: 'PAC',
      price: '19.90',
      discounted_price: '19.90',
      is_removed: false,
    },
  ],
};

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

const checkout = {
  id: 411335234n,
  currency: 'BRL',
  completed_at: null as string | null,
  updated_at: '2026-11-29T08:00:00Z',
  abandoned_checkout_url: `https://${shop}/54838000/checkouts/ac/68778783ad298f1c80c3bafcddeea02f/recover?key=1a2b`,
  total_price: '189.90',
  total_discounts: '0.0',
  total_line_items_price: '170.0',
  customer: order.customer,
  shipping_address: address as Partial<typeof address> | null,
  billing_address: null,
  line_items: [
    {
      title: 'Camiseta Azul',
      variant_title: 'M',
      sku: 'CAM-AZ-M',
      quantity: 1,
      price: '170.0',
      image_url: 'https://cdn.shopify.com/a.png',
    },
  ],
};

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
