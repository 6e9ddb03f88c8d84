// Resources as shops send them, with invented persons, and what each must report (CON2).
import type { EventData, EventType, StoreEvent } from '@retoma/commerce';
import type { ShopReport } from '../../connector.ts';
import type { ConnectorFixture, ConnectorSamples, SampleDelivery } from '../../testing/connector-samples.ts';
import { phpJson } from './php-json.ts';
import { signatureOf } from './webhook-queue.ts';

const shop = 'https://loja.example';

/** A PIX code that is valid; it pays nobody. */
const pixCode =
  '00020126470014br.gov.bcb.pix0125pagamentos@exemplo.com.br5204000053039865406189.905802BR5911Loja Aurora6009Sao Paulo62140510PEDIDO10426304B52A';

/** An order with everything that a shop in Brazil usually sends. */
const order = {
  id: 1042,
  parent_id: 0,
  number: 'A-1042',
  status: 'processing',
  currency: 'BRL',
  created_via: 'checkout',
  date_created: '2026-03-12T13:40:00',
  date_created_gmt: '2026-03-12T16:40:00',
  date_modified: '2026-03-12T14:11:05',
  date_modified_gmt: '2026-03-12T17:11:05',
  discount_total: '10.00',
  discount_tax: '0.00',
  shipping_total: '19.90',
  shipping_tax: '0.00',
  total: '189.90',
  total_tax: '0.00',
  customer_id: 7,
  billing: {
    first_name: 'Joana',
    last_name: 'Conceição',
    address_1: 'Rua das Laranjeiras',
    address_2: 'Apto 12',
    city: 'São Paulo',
    state: 'SP',
    postcode: '01310-100',
    email: 'joana@exemplo.com.br',
    phone: '(11) 3456-7890',
    cellphone: '(11) 98765-4321',
    number: '120',
    neighborhood: 'Bela Vista',
    persontype: 'F',
    cpf: '52998224725',
    cnpj: '',
  },
  shipping: {
    first_name: 'Joana',
    last_name: 'Conceição',
    address_1: 'Rua das Laranjeiras',
    address_2: 'Apto 12',
    city: 'São Paulo',
    state: 'SP',
    postcode: '01310-100',
    number: '120',
    neighborhood: 'Bela Vista',
    phone: '',
  },
  payment_method: 'woo-mercado-pago-custom',
  payment_method_title: 'Cartão de crédito',
  transaction_id: '77001234',
  date_paid: '2026-03-12T14:11:00',
  date_paid_gmt: '2026-03-12T17:11:00',
  meta_data: [{ id: 1, key: '_billing_cellphone', value: '(11) 98765-4321' }] as unknown[],
  line_items: [
    {
      id: 5,
      name: 'Camiseta “Aurora” — azul',
      product_id: 77,
      variation_id: 78,
      quantity: 2,
      subtotal: '180.00',
      subtotal_tax: '0.00',
      total: '170.00',
      total_tax: '0.00',
      sku: 'CAM-AZ-M',
      price: 85,
      image: { id: '9', src: 'https://loja.example/wp-content/uploads/azul.jpg' },
      meta_data: [
        { id: 1, key: 'pa_tamanho', value: 'm', display_key: 'Tamanho', display_value: 'M' },
        { id: 2, key: '_reduced_stock', value: '2', display_key: '_reduced_stock', display_value: '2' },
      ],
    },
  ],
  shipping_lines: [{ id: 6, method_title: 'PAC', method_id: 'correios', total: '19.90' }],
  payment_url: 'https://loja.example/finalizar-compra/order-pay/1042/?pay_for_order=true&key=wc_order_Ab12',
};

const createdAt = '2026-03-12T16:40:00.000Z';
const modifiedAt = '2026-03-12T17:11:05.000Z';
const paidAt = '2026-03-12T17:11:00.000Z';

const amounts = { total: 18_990, subtotal: 18_000, discount: 1_000 };
const items = [
  {
    title: 'Camiseta “Aurora” — azul',
    quantity: 2,
    total: 17_000,
    unit_price: 8_500,
    sku: 'CAM-AZ-M',
    product_id: '77',
    image: 'https://loja.example/wp-content/uploads/azul.jpg',
    variant: 'Tamanho: M',
  },
];
const customer = {
  id: '7',
  name: 'Joana Conceição',
  email: 'joana@exemplo.com.br',
  phone: '+5511987654321',
  document: '52998224725',
};

/** The data of a report of `order`. */
const reported = (status: string | undefined, method: string, payment: NonNullable<EventData['payment']>) => ({
  order: {
    id: '1042',
    number: 'A-1042',
    payment_method: method,
    currency: 'BRL' as const,
    ...amounts,
    created_at: createdAt,
    items,
    ...(status !== undefined && { status }),
  },
  payment,
  customer,
  shipping: {
    name: 'PAC',
    price: 1_990,
    address: {
      zipcode: '01310-100',
      street: 'Rua das Laranjeiras',
      number: '120',
      complement: 'Apto 12',
      neighborhood: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
    },
  },
});

const card = { id: '77001234', provider: 'Cartão de crédito' };
const cardData = (status: string | undefined) => reported(status, 'credit_card', card);

const event = (meaning: string, type: EventType, occurredAt: string, data: object): ShopReport => ({
  kind: 'event',
  event: { id: `woocommerce:${shop}:${meaning}`, type, occurred_at: occurredAt, data } as StoreEvent,
});
const state = (data: ReturnType<typeof reported>, occurredAt = modifiedAt): ShopReport => ({
  kind: 'order',
  id: '1042',
  occurredAt,
  data,
});

/** A waiting order: nothing is paid yet. */
const waiting = (method: string, title: string, meta: unknown[], status = 'on-hold') => ({
  ...order,
  status,
  payment_method: method,
  payment_method_title: title,
  transaction_id: '',
  date_paid: null,
  date_paid_gmt: null,
  meta_data: meta,
});

const receivedPage = 'https://loja.example/finalizar-compra/order-received/1042/?key=wc_order_Ab12';
const line = '34191.79001 01043.510047 91020.150008 5 91270000018990';

const draft = { ...waiting('', '', [], 'checkout-draft'), created_via: 'store-api' };
const account = {
  id: 31,
  date_created_gmt: '2026-03-12T16:00:00',
  email: 'rui@exemplo.com.br',
  first_name: 'Rui',
  last_name: 'Prado',
  role: 'customer',
  billing: { first_name: '', last_name: '', email: '', phone: '21 99876-5432' },
};

const paid = event('order:1042:paid', 'payment.confirmed', paidAt, cardData('paid'));

const fixture = (
  name: string,
  json: object,
  reports: readonly ShopReport[],
  kind: ConnectorFixture['kind'] = 'order',
) => ({
  name,
  kind,
  body: phpJson(json),
  reports,
});

const pixData = (pix: { payload: string } | { url: string }, provider = 'Pix') =>
  reported('pending', 'pix', { provider, pix });
const pixEvent = (shortHash: string, data: object) =>
  event(`order:1042:pix:${shortHash}`, 'pix.generated', createdAt, data);
const boletoEvent = (shortHash: string, boleto: { line?: string; url?: string }) =>
  event(
    `order:1042:boleto:${shortHash}`,
    'boleto.generated',
    createdAt,
    reported('pending', 'boleto', { provider: 'Boleto', boleto }),
  );
const pixHash = 'zZmUvtu8jQraMIgw';
const pixByPage = pixEvent('NmAxWprz3yVdjxmr', pixData({ url: receivedPage }, 'Pagar com PIX'));

const pagarme = JSON.stringify({
  charges: [{ transactions: [{ postData: { line, url: 'https://boletos.example/1042' } }] }],
});

const fixtures: readonly ConnectorFixture[] = [
  fixture('a paid order', order, [paid]),
  fixture('an order that a plugin gave another status after it was paid', { ...order, status: 'em-separacao' }, [paid]),
  fixture('an order with a status of a plugin, unpaid', { ...order, status: 'em-separacao', date_paid_gmt: null }, [
    state(cardData(undefined)),
  ]),
  fixture(
    'a shipped order',
    { ...order, status: 'completed', meta_data: [{ id: 4, key: '_correios_tracking_code', value: 'AB123456785BR' }] },
    [
      paid,
      event('order:1042:shipped:VX-mqN5FtO6h8FeN', 'tracking_code_updated', modifiedAt, {
        ...cardData('paid'),
        tracking: { code: 'AB123456785BR', carrier: 'Correios' },
      }),
    ],
  ),
  fixture(
    'a parcel of Shipment Tracking',
    {
      ...order,
      meta_data: [
        {
          key: '_wc_shipment_tracking_items',
          value: [
            {
              tracking_number: 'JT0000000001',
              tracking_provider: '',
              custom_tracking_provider: 'J&T',
              custom_tracking_link: 'https://rastreio.example/JT0000000001',
            },
          ],
        },
      ],
    },
    [
      paid,
      event('order:1042:shipped:VtF0rf2lg8KphRfR', 'tracking_code_updated', modifiedAt, {
        ...cardData('paid'),
        tracking: { code: 'JT0000000001', carrier: 'J&T', url: 'https://rastreio.example/JT0000000001' },
      }),
    ],
  ),
  fixture('a failed payment', { ...order, status: 'failed', date_paid_gmt: null }, [
    event('order:1042:failed:B0KGbX9zvFisUIXc', 'payment.failed', modifiedAt, cardData('failed')),
  ]),
  fixture('a cancelled order', { ...order, status: 'cancelled', date_paid_gmt: null }, [state(cardData('cancelled'))]),
  fixture('a refunded order', { ...order, status: 'refunded' }, [state(cardData('cancelled'))]),
  fixture('an order in the trash', { ...order, status: 'trash' }, [state(cardData('cancelled'))]),
  fixture(
    'a PIX of a known gateway',
    waiting('woo-mercado-pago-pix', 'Pix', [{ key: 'mp_pix_qr_code', value: pixCode }]),
    [pixEvent(pixHash, pixData({ payload: pixCode }))],
  ),
  fixture('a PIX whose gateway has not written its code yet', waiting('woo-mercado-pago-pix', 'Pix', []), [
    state(reported('pending', 'pix', { provider: 'Pix' })),
  ]),
  fixture(
    'a PIX of an unknown gateway that writes its code',
    waiting('banco_aurora', 'Pagar com PIX', [
      { key: '_aurora', value: JSON.stringify({ charge: { qr: { text: `${pixCode}\n` } } }) },
    ]),
    [pixEvent(pixHash, pixData({ payload: pixCode }, 'Pagar com PIX'))],
  ),
  fixture(
    'a PIX of an unknown gateway with a wrong checksum',
    waiting('banco_aurora', 'Pagar com PIX', [{ key: '_aurora', value: `${pixCode.slice(0, -1)}B` }]),
    [pixByPage],
  ),
  fixture('a PIX of an unknown gateway', waiting('banco_aurora', 'Pagar com PIX', [], 'pending'), [pixByPage]),
  fixture(
    'a boleto with its line',
    waiting('woo-pagarme-payments-billet', 'Boleto', [{ key: '_pagarme_response_data', value: pagarme }]),
    [boletoEvent('5oF_RkqNmDsJ9qsP', { line, url: 'https://boletos.example/1042' })],
  ),
  fixture(
    'a boleto with its address',
    waiting('woo-mercado-pago-ticket', 'Boleto', [
      { key: '_transaction_details_ticket', value: 'https://boletos.example/1042/boleto.pdf' },
    ]),
    [boletoEvent('-5QRdcbEAF19549K', { url: 'https://boletos.example/1042/boleto.pdf' })],
  ),
  fixture('an order that is paid on delivery', waiting('cod', 'Na entrega', [], 'processing'), [
    state(reported('pending', 'cod', { provider: 'Na entrega' })),
  ]),
  fixture('an order in dollars', { ...order, currency: 'USD' }, []),
  fixture('a draft is no order', draft, []),
  fixture('an order of the checkout in blocks', { ...order, created_via: 'store-api' }, [
    { ...paid, cartToken: 'draft:1042' },
  ]),
  fixture(
    'a cart',
    draft,
    [
      event('cart:1042:abandoned', 'cart.abandoned', modifiedAt, {
        cart: { token: 'draft:1042', url: order.payment_url, ...amounts, items },
        customer,
      }),
    ],
    'cart',
  ),
  fixture('a cart of nobody', { ...draft, billing: {}, shipping: {} }, [], 'cart'),
  fixture('a cart that became an order', order, [], 'cart'),
  fixture(
    'a new account',
    account,
    [
      event('customer:31:created', 'lead.created', '2026-03-12T16:00:00.000Z', {
        lead: { id: '31', name: 'Rui Prado', email: 'rui@exemplo.com.br', phone: '+5521998765432' },
      }),
    ],
    'customer',
  ),
  fixture('an account that is delivered as an order', account, []),
  fixture('an order that is delivered as an account', order, [], 'customer'),
  fixture('an account of the staff', { ...account, role: 'shop_manager' }, [], 'customer'),
];

const delivery = (name: string, topic: string, json: object, outcome: 'event' | 'ignored'): SampleDelivery => ({
  name,
  topic,
  body: phpJson(json),
  verified: outcome === 'event' ? { outcome, topic, deliveryId: null } : { outcome },
});

/** What the suite of connectors runs with. */
export const samples: ConnectorSamples = {
  secrets: {
    webhookSecret: 'b3'.repeat(24),
    app: null,
    shop,
    credentials: { key: `ck_${'a1'.repeat(20)}`, secret: `cs_${'b2'.repeat(20)}`, place: 'header' },
  },
  otherShop: 'https://outra.example',
  fixtures,
  deliveries: [
    delivery('a changed order', 'order.updated', order, 'event'),
    delivery('a deleted order', 'order.deleted', { id: 1042 }, 'event'),
    delivery('a new account', 'customer.created', account, 'event'),
    delivery('a changed product', 'product.updated', { id: 77 }, 'ignored'),
    {
      name: 'a ping',
      topic: '',
      body: 'webhook_id=12',
      verified: { outcome: 'ping' },
      unsigned: { 'content-type': 'application/x-www-form-urlencoded' },
    },
  ],
  sign: (topic, body, secrets) => ({
    'content-type': 'application/json',
    'x-wc-webhook-source': `${secrets.shop}/`,
    'x-wc-webhook-topic': topic,
    'x-wc-webhook-resource': topic.split('.')[0]!,
    'x-wc-webhook-event': topic.split('.')[1]!,
    'x-wc-webhook-signature': signatureOf(body, secrets.webhookSecret),
    'x-wc-webhook-id': '12',
    'x-wc-webhook-delivery-id': 'd41d8cd98f00b204e9800998ecf8427e',
  }),
  signature: { header: 'x-wc-webhook-signature', encoding: 'base64' },
};
