// What the platform sends, with invented persons, and what each body says. The shapes are those of the documents that README.md names.
import { createHmac } from 'node:crypto';
import type { EventData } from '@retoma/commerce';
import type { ShopReport } from '../../connector.ts';
import type { ConnectorFixture, ConnectorSamples } from '../../testing/connector-samples.ts';
import { checkoutJson, orderJson, type ShopCheckout, type ShopOrder } from './bodies.ts';

const shop = 789;
const address = 'https://www.loja-nuvem.example';
const placedAt = Date.parse('2026-03-12T17:05:00Z');
const later = (minutes: number): number => placedAt + minutes * 60_000;
const iso = (minutes: number): string => new Date(later(minutes)).toISOString();

const order: ShopOrder = {
  id: 871254203,
  shop,
  storefront: 'store',
  token: 'b872a1befbcde5aaf0517ecbcc910f5dc005350e',
  method: 'pix',
  total: '189.90',
  name: 'Maria Silva',
  email: 'maria@cliente.example',
  phone: '+5511987654321',
  createdAt: placedAt,
  updatedAt: later(1),
  paymentStatus: 'pending',
  status: 'open',
  paidAt: null,
  cancelledAt: null,
  shippedAt: null,
  trackingCode: null,
};

const checkout: ShopCheckout = {
  id: 411335234,
  shop,
  token: 'd0e589b2ba4fef1a4155dc071c253df1',
  total: '290.35',
  name: 'João Conceição',
  email: 'joao@cliente.example',
  phone: '(11) 98765-4321',
  createdAt: placedAt,
  updatedAt: later(20),
  completedAt: null,
  listedAt: later(120),
};

const item = (cents: number) => ({
  title: 'Camiseta Azul (M)',
  quantity: 1,
  unit_price: cents,
  image: 'https://cdn.loja.example/camiseta-1024-1024.jpg',
  sku: 'CAM-AZ-M',
  variant: 'Azul, M',
  product_id: '111334785',
});
const street = {
  zipcode: '01305000',
  street: 'Rua Augusta',
  number: '100',
  neighborhood: 'Consolação',
  city: 'São Paulo',
  state: 'São Paulo',
};

/** The data that every report of `order` has. */
const orderData = (member: object = {}) => ({
  order: {
    id: '871254203',
    number: '54303',
    status: 'pending',
    payment_method: 'pix',
    currency: 'BRL' as const,
    total: 18990,
    subtotal: 18990,
    discount: 0,
    created_at: iso(0),
    items: [item(18990)],
    ...member,
  },
  payment: { provider: 'Nuvem Pago' },
  customer: {
    name: 'Maria Silva',
    email: 'maria@cliente.example',
    phone: '+5511987654321',
    document: '52998224725',
  },
  shipping: {
    name: 'Correios - PAC',
    price: 0,
    turnaround_min_days: 3,
    turnaround_max_days: 7,
    address: { ...street, complement: 'ap. 12' },
  },
  browser: {
    ip: '203.0.113.9',
    name: 'Chrome',
    os: 'Android',
    device: 'mobile',
    utms: { source: 'instagram', campaign: 'natal' },
  },
});

const cartToken = order.token;
const said = (
  meaning: string,
  type: 'pix.generated' | 'boleto.generated' | 'payment.confirmed' | 'tracking_code_updated',
  occurred_at: string,
  data: EventData,
): ShopReport => ({
  kind: 'event',
  event: { id: `nuvemshop:789:order:871254203:${meaning}`, type, occurred_at, data },
  cartToken,
});
const changed = (occurredAt: string, member: object): ShopReport => ({
  kind: 'order',
  id: '871254203',
  occurredAt,
  data: orderData(member),
  cartToken,
});

const ofOrder = (
  name: string,
  members: object,
  reports: readonly ShopReport[],
  more: object = {},
): ConnectorFixture => ({
  name,
  kind: 'order',
  body: JSON.stringify({ ...orderJson({ ...order, ...members }), ...more }),
  reports,
});
const ofCheckout = (
  name: string,
  members: object,
  reports: readonly ShopReport[],
  more: object = {},
): ConnectorFixture => ({
  name,
  kind: 'cart',
  body: JSON.stringify({ ...checkoutJson({ ...checkout, ...members }), ...more }),
  reports,
});

const page = `${address}/checkout/v3/success/871254203/${order.token}`;
const paid = { paymentStatus: 'paid', paidAt: later(9), updatedAt: later(10) };
const shipped = { ...paid, shippedAt: later(90), updatedAt: later(95) };
const abandoned: ShopReport = {
  kind: 'event',
  event: {
    id: 'nuvemshop:789:checkout:411335234:abandoned',
    type: 'cart.abandoned',
    occurred_at: iso(20),
    data: {
      cart: {
        token: checkout.token,
        total: 29035,
        subtotal: 29035,
        discount: 0,
        url: `${address}/checkout/v3/order/proxy/411335234/${checkout.token}`,
        items: [item(29035)],
      },
      customer: {
        name: 'João Conceição',
        email: 'joao@cliente.example',
        phone: '+5511987654321',
        document: '52998224725',
      },
      shipping: {
        name: 'Correios - PAC',
        price: 0,
        turnaround_min_days: 0,
        turnaround_max_days: 0,
        address: street,
      },
    },
  },
};

const fixtures: readonly ConnectorFixture[] = [
  ofOrder('an order by PIX that waits', {}, [
    said('pix', 'pix.generated', iso(0), {
      ...orderData(),
      payment: { provider: 'Nuvem Pago', pix: { url: page } },
    }),
  ]),
  ofOrder('an order by boleto that waits', { method: 'boleto' }, [
    said('boleto', 'boleto.generated', iso(0), {
      ...orderData({ payment_method: 'boleto' }),
      payment: { provider: 'Nuvem Pago', boleto: { url: page } },
    }),
  ]),
  ofOrder(
    'PIX by a method of the shop',
    { method: 'custom' },
    [
      said('pix', 'pix.generated', iso(0), {
        ...orderData(),
        payment: { provider: 'Pix com 5% de desconto', pix: { url: page } },
      }),
    ],
    { gateway_name: 'Pix com 5% de desconto' },
  ),
  ofOrder('an order by card that waits', { method: 'credit_card' }, [
    changed(iso(1), { payment_method: 'credit_card' }),
  ]),
  ofOrder('an authorized card', { method: 'credit_card', paymentStatus: 'authorized' }, [
    changed(iso(1), { payment_method: 'credit_card', status: 'processing' }),
  ]),
  ofOrder('a paid order', paid, [said('paid', 'payment.confirmed', iso(9), orderData({ status: 'paid' }))]),
  ofOrder('a paid order that is archived', { ...paid, status: 'closed' }, [
    said('paid', 'payment.confirmed', iso(9), orderData({ status: 'paid' })),
  ]),
  ofOrder('an order with its tracking code', { ...shipped, trackingCode: 'AA123456785BR' }, [
    said('paid', 'payment.confirmed', iso(9), orderData({ status: 'paid' })),
    said('tracking:AA123456785BR', 'tracking_code_updated', iso(90), {
      ...orderData({ status: 'paid' }),
      tracking: { code: 'AA123456785BR' },
    }),
  ]),
  ofOrder(
    'the codes of two fulfilments',
    shipped,
    [
      said('paid', 'payment.confirmed', iso(9), orderData({ status: 'paid' })),
      ...['AA123456785BR', 'BB123456785BR'].map((code) =>
        said(`tracking:${code}`, 'tracking_code_updated', iso(90), {
          ...orderData({ status: 'paid' }),
          tracking: { code, url: `https://rastreio.example/${code}`, carrier: 'Correios' },
        }),
      ),
    ],
    {
      fulfillments: ['AA123456785BR', 'BB123456785BR', null].map((code) => ({
        id: '01FHZXHK8PTP9FVK99Z66GXASS',
        status: 'DISPATCHED',
        tracking_info: code && { code, url: `https://rastreio.example/${code}` },
        shipping: { type: 'ship', carrier: { name: 'Correios', code: 'correios' } },
      })),
    },
  ),
  ofOrder('a cancelled order', { status: 'cancelled', cancelledAt: later(60), updatedAt: later(61) }, [
    changed(iso(60), { status: 'cancelled' }),
  ]),
  ofOrder('a refunded order', { ...paid, paymentStatus: 'refunded' }, [changed(iso(10), { status: 'cancelled' })]),
  ofOrder('a voided payment', { paymentStatus: 'voided' }, [changed(iso(1), { status: 'cancelled' })]),
  ofOrder('a payment in part', { paymentStatus: 'partially_paid' }, [changed(iso(1), { status: undefined })]),
  ofOrder('a paid order of Mercado Libre', { ...paid, storefront: 'meli' }, [changed(iso(10), { status: 'paid' })]),
  ofOrder('an order in pesos', {}, [], { currency: 'ARS' }),
  ofOrder('an order of another shop', { shop: 790 }, []),
  ofCheckout('an abandoned checkout', {}, [abandoned]),
  ofCheckout('a checkout that was completed', { completedAt: later(30) }, []),
  ofCheckout('a checkout of nobody', { name: '', email: '', phone: '' }, [], {
    shipping_phone: '',
    billing_phone: null,
  }),
];

const thin = (event: string, rest: object = { id: 871254203 }): string =>
  JSON.stringify({ store_id: shop, event, ...rest });
const customer = { id: 1, email: 'maria@cliente.example', phone: '+5511987654321', identification: '52998224725' };
const person = { email: customer.email, phone: customer.phone, document: customer.identification };

/** What the suite of connectors reads. */
export const samples: ConnectorSamples = {
  secrets: {
    webhookSecret: 'k'.repeat(48),
    credentials: { accessToken: '61181d08b7e328d256736hdcb671c3ce50b8af5', address },
    app: { id: '4321', secret: 's3gredo&do;app<1>' },
    shop: String(shop),
  },
  otherShop: '790',
  fixtures,
  deliveries: [
    {
      name: 'an order that changed',
      topic: 'order/updated',
      body: thin('order/updated'),
      verified: { outcome: 'event', topic: 'order/updated', deliveryId: null, subject: 'order 871254203' },
    },
    {
      name: 'a product that changed',
      topic: 'product/updated',
      body: thin('product/updated'),
      verified: { outcome: 'ignored' },
    },
    ...(['uninstalled', 'suspended', 'resumed'] as const).map((stage) => ({
      name: `the app was ${stage}`,
      topic: `app/${stage}`,
      body: thin(`app/${stage}`, { id: 4321 }),
      verified: { outcome: stage },
    })),
    {
      name: 'the shop asks to erase what came from it',
      topic: 'store/redact',
      body: JSON.stringify({ store_id: shop }),
      verified: { outcome: 'privacy', request: { kind: 'erase-shop' } },
    },
    {
      name: 'a shopper asks to be erased',
      topic: 'customers/redact',
      body: JSON.stringify({ store_id: shop, customer, orders_to_redact: [213, 3415] }),
      verified: { outcome: 'privacy', request: { kind: 'erase-person', ...person } },
    },
    {
      name: 'a shopper asks for their data',
      topic: 'customers/data_request',
      body: JSON.stringify({
        store_id: shop,
        customer,
        orders_requested: [213],
        checkouts_requested: [214],
        drafts_orders_requested: [10],
        data_request: { id: 456 },
      }),
      verified: { outcome: 'privacy', request: { kind: 'export-person', ...person } },
    },
  ],
  sign: (_topic, body, { app }) => ({
    'x-linkedstore-hmac-sha256': createHmac('sha256', app?.secret ?? '')
      .update(body)
      .digest('hex'),
  }),
  signature: { header: 'x-linkedstore-hmac-sha256', encoding: 'hex' },
};

/** An order as the platform writes it, for tests that change it. */
export const sampleOrder = orderJson(order);
