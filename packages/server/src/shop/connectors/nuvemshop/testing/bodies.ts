// Bodies as the platform writes them: numbers for ids, texts for amounts and quantities, and both of its shapes of an instant.

/** An order in the shop. Instants: milliseconds since 1970. */
export type ShopOrder = {
  readonly id: number;
  readonly shop: number;
  readonly storefront: 'store' | 'meli' | 'api' | 'form';
  readonly token: string;
  readonly method: string;
  readonly total: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly createdAt: number;
  updatedAt: number;
  paymentStatus: string;
  status: 'open' | 'closed' | 'cancelled';
  paidAt: number | null;
  cancelledAt: number | null;
  shippedAt: number | null;
  trackingCode: string | null;
};

/** An abandoned checkout. `listedAt`: when the platform lists it. */
export type ShopCheckout = Pick<
  ShopOrder,
  'id' | 'shop' | 'token' | 'total' | 'name' | 'email' | 'phone' | 'createdAt' | 'updatedAt'
> & { readonly listedAt: number; completedAt: number | null };

/** `2021-05-12T19:08:06+0000`: the offset has no colon. */
export const platformInstant = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}+0000`;

const instantOrNull = (at: number | null): string | null => (at === null ? null : platformInstant(at));

const product = (total: string, quantity: string | number) => ({
  id: 1069053829,
  depth: '2.00',
  height: '20.00',
  name: 'Camiseta Azul (M)',
  price: total,
  compare_at_price: total,
  product_id: 111334785,
  image: {
    id: 277896749,
    product_id: 111334785,
    src: 'https://cdn.loja.example/camiseta-1024-1024.jpg',
    position: 1,
    alt: [],
  },
  quantity,
  free_shipping: false,
  weight: '0.30',
  width: '34.00',
  variant_id: '426215948',
  variant_values: ['Azul', 'M'],
  properties: [],
  sku: 'CAM-AZ-M',
  barcode: null,
});

/** The body of `GET /orders/{id}`. */
export function orderJson(order: ShopOrder): Record<string, unknown> {
  const date = new Date(order.createdAt).toISOString().slice(0, 19).replace('T', ' ');
  return {
    id: order.id,
    token: order.token,
    store_id: String(order.shop),
    contact_email: order.email,
    contact_name: order.name,
    contact_phone: order.phone,
    contact_identification: '52998224725',
    shipping_min_days: 3,
    shipping_max_days: 7,
    billing_name: order.name,
    billing_phone: order.phone,
    billing_address: 'Rua Augusta',
    billing_number: '100',
    billing_floor: '',
    billing_locality: 'Consolação',
    billing_zipcode: '01305000',
    billing_city: 'São Paulo',
    billing_province: 'São Paulo',
    billing_country: 'BR',
    shipping_cost_owner: '20.00',
    shipping_cost_customer: '0.00',
    coupon: [],
    subtotal: order.total,
    discount: '0.00',
    total: order.total,
    total_usd: '0.00',
    checkout_enabled: true,
    weight: '0.300',
    currency: 'BRL',
    language: 'pt',
    gateway: 'nuvem-pago',
    gateway_id: null,
    gateway_name: 'Nuvem Pago',
    shipping: 'correios',
    shipping_option: 'Correios - PAC',
    shipping_tracking_number: order.trackingCode,
    shipping_tracking_url: null,
    shipping_pickup_type: 'ship',
    extra: {},
    storefront: order.storefront,
    note: '',
    created_at: platformInstant(order.createdAt),
    updated_at: platformInstant(order.updatedAt),
    completed_at: { date: `${date}.000000`, timezone_type: 3, timezone: 'UTC' },
    next_action: 'waiting_ipn',
    payment_details: { method: order.method, credit_card_company: null, installments: '1' },
    attributes: [],
    products: [product(order.total, '1')],
    fulfillments: null,
    number: 100 + (order.id % 100_000),
    cancel_reason: null,
    owner_note: null,
    cancelled_at: instantOrNull(order.cancelledAt),
    closed_at: null,
    read_at: null,
    status: order.status,
    payment_status: order.paymentStatus,
    gateway_link: null,
    shipping_carrier_name: null,
    shipping_address: {
      address: 'Rua Augusta',
      city: 'São Paulo',
      country: 'BR',
      default: false,
      floor: 'ap. 12',
      id: 0,
      locality: 'Consolação',
      name: order.name,
      number: '100',
      phone: order.phone,
      province: 'São Paulo',
      zipcode: '01305000',
      customs: null,
    },
    shipping_status: order.shippedAt === null ? 'unpacked' : 'fulfilled',
    shipped_at: instantOrNull(order.shippedAt),
    paid_at: instantOrNull(order.paidAt),
    landing_url: 'https://www.loja-nuvem.example/?utm_source=instagram&utm_campaign=natal',
    client_details: { browser_ip: '203.0.113.9', user_agent: 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile' },
    app_id: null,
  };
}

/** An element of `GET /checkouts`. */
export const checkoutJson = (checkout: ShopCheckout): Record<string, unknown> => ({
  id: checkout.id,
  token: checkout.token,
  store_id: checkout.shop,
  abandoned_checkout_url: `https://www.loja-nuvem.example/checkout/v3/order/proxy/${checkout.id}/${checkout.token}`,
  contact_email: checkout.email,
  contact_name: checkout.name,
  contact_phone: checkout.phone,
  contact_identification: '52998224725',
  shipping_name: checkout.name,
  shipping_phone: checkout.phone,
  shipping_address: 'Rua Augusta',
  shipping_number: '100',
  shipping_floor: '',
  shipping_locality: 'Consolação',
  shipping_zipcode: '01305000',
  shipping_city: 'São Paulo',
  shipping_province: 'São Paulo',
  shipping_country: 'BR',
  shipping_min_days: 0,
  shipping_max_days: 0,
  shipping_cost_owner: '0.00',
  shipping_cost_customer: '0.00',
  coupon: [],
  subtotal: checkout.total,
  discount: '0.00',
  total: checkout.total,
  currency: 'BRL',
  language: 'pt',
  gateway: null,
  gateway_id: null,
  shipping: 'correios',
  shipping_option: 'Correios - PAC',
  storefront: 'store',
  note: null,
  created_at: platformInstant(checkout.createdAt),
  updated_at: platformInstant(checkout.updatedAt),
  completed_at: instantOrNull(checkout.completedAt),
  next_action: 'noop',
  payment_details: { method: null, credit_card_company: null, installments: 1 },
  attributes: [],
  products: [product(checkout.total, 1)],
});
