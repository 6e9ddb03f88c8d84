// Orders and checkouts of the local shop, as webhooks and as the GraphQL API write them (../README.md).

/** An address of a shopper. */
export type ShopAddress = {
  readonly name: string;
  readonly phone: string | null;
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly provinceCode: string | null;
  readonly zip: string | null;
};

/** A shopper with an account or without. */
export type ShopCustomer = {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
};

/** A line of an order or a checkout. `price`: in reais. */
export type ShopLine = {
  readonly id: string;
  readonly title: string;
  readonly variantTitle: string | null;
  readonly vendor: string | null;
  readonly sku: string | null;
  readonly quantity: number;
  readonly price: string;
};

/** A shipment of an order. */
export type ShopFulfillment = {
  readonly status: 'success' | 'cancelled' | 'open';
  readonly createdAt: number;
  readonly company: string | null;
  readonly tracking: readonly { readonly number: string; readonly url: string | null }[];
};

/** An order. Instants are milliseconds since 1970, written in whole seconds; amounts are texts in reais. */
export type ShopOrder = {
  readonly id: string;
  readonly number: number;
  readonly currency: string;
  readonly test: boolean;
  readonly sourceName: string | null;
  readonly createdAt: number;
  readonly checkoutToken: string | null;
  readonly gateways: readonly string[];
  readonly email: string | null;
  readonly phone: string | null;
  readonly customer: ShopCustomer | null;
  readonly shippingAddress: ShopAddress | null;
  readonly billingAddress: ShopAddress | null;
  readonly lines: readonly ShopLine[];
  readonly shippingLines: readonly { readonly title: string; readonly price: string }[];
  readonly total: string;
  readonly discounts: string;
  currentTotal: string;
  updatedAt: number;
  cancelledAt: number | null;
  paidAt: number | null;
  financialStatus: string;
  fulfillments: readonly ShopFulfillment[];
};

/** A checkout with contact data. */
export type ShopCheckout = {
  readonly id: string;
  readonly token: string;
  readonly customer: ShopCustomer | null;
  readonly shippingAddress: ShopAddress | null;
  readonly lines: readonly ShopLine[];
  readonly total: string;
  readonly updatedAt: number;
  completedAt: number | null;
};

/** REST writes the shop's offset. */
const restInstant = (at: number): string => `${new Date(at - 3 * 3_600_000).toISOString().slice(0, 19)}-03:00`;
const graphqlInstant = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;
const orNull = <T, R>(value: T | null, write: (value: T) => R): R | null => (value === null ? null : write(value));

const statusUrl = (shop: string, { id }: ShopOrder): string =>
  `https://${shop}/54838000/orders/${id}/authenticate?key=6f2d`;

const restAddress = ({ provinceCode, ...rest }: ShopAddress) => ({
  ...rest,
  first_name: rest.name.split(' ')[0],
  last_name: rest.name.split(' ').slice(1).join(' '),
  company: null,
  province: provinceCode,
  province_code: provinceCode,
  country: 'Brazil',
  country_code: 'BR',
  latitude: null,
  longitude: null,
});

const restCustomer = ({ id, firstName, lastName, email, phone }: ShopCustomer) => ({
  id: BigInt(id),
  first_name: firstName,
  last_name: lastName,
  email,
  phone,
  state: 'disabled',
  verified_email: true,
  tax_exempt: false,
  currency: 'BRL',
  admin_graphql_api_id: `gid://shopify/Customer/${id}`,
});

const restLine = ({ id, title, variantTitle, vendor, sku, quantity, price }: ShopLine) => ({
  id: BigInt(id),
  admin_graphql_api_id: `gid://shopify/LineItem/${id}`,
  current_quantity: quantity,
  name: variantTitle === null ? title : `${title} - ${variantTitle}`,
  price,
  properties: [],
  quantity,
  sku,
  title,
  variant_title: variantTitle,
  vendor,
});

/** An order as the body of a webhook; `jsonText` writes it. */
export const restOrder = (shop: string, order: ShopOrder) => ({
  id: BigInt(order.id),
  admin_graphql_api_id: `gid://shopify/Order/${order.id}`,
  browser_ip: '203.0.113.7',
  buyer_accepts_marketing: false,
  cancel_reason: order.cancelledAt === null ? null : 'customer',
  cancelled_at: orNull(order.cancelledAt, restInstant),
  cart_token: null,
  checkout_token: order.checkoutToken,
  closed_at: null,
  confirmed: true,
  contact_email: order.email,
  created_at: restInstant(order.createdAt),
  currency: order.currency,
  current_total_discounts: order.discounts,
  current_total_price: order.currentTotal,
  email: order.email ?? '',
  financial_status: order.financialStatus,
  fulfillment_status: order.fulfillments.length > 0 ? 'fulfilled' : null,
  name: `#${order.number}`,
  note_attributes: [],
  number: order.number,
  order_status_url: statusUrl(shop, order),
  payment_gateway_names: order.gateways,
  phone: order.phone,
  presentment_currency: order.currency,
  processed_at: restInstant(order.createdAt),
  source_name: order.sourceName,
  test: order.test,
  total_discounts: order.discounts,
  total_price: order.total,
  updated_at: restInstant(order.updatedAt),
  billing_address: orNull(order.billingAddress, restAddress),
  customer: orNull(order.customer, restCustomer),
  fulfillments: order.fulfillments.map(({ status, createdAt, company, tracking }, index) => ({
    id: BigInt(`${order.id}${index}`),
    order_id: BigInt(order.id),
    status,
    created_at: restInstant(createdAt),
    updated_at: restInstant(order.updatedAt),
    tracking_company: company,
    tracking_number: tracking[0]?.number ?? null,
    tracking_numbers: tracking.map(({ number }) => number),
    tracking_url: tracking[0]?.url ?? null,
    tracking_urls: tracking.map(({ url }) => url),
  })),
  line_items: order.lines.map(restLine),
  refunds: [],
  shipping_address: orNull(order.shippingAddress, restAddress),
  shipping_lines: order.shippingLines.map(({ title, price }) => ({
    code: title,
    title,
    price,
    discounted_price: price,
    is_removed: false,
  })),
});

/** GraphQL's decimals have no zeros that say nothing: `189.9`. */
const moneyBag = (amount: string, currencyCode: string) => {
  const money = {
    amount: String(Number(amount)).includes('.') ? String(Number(amount)) : `${Number(amount)}.0`,
    currencyCode,
  };
  return { shopMoney: money, presentmentMoney: money };
};

const nodeAddress = (address: ShopAddress) => ({ ...address, company: null, country: 'Brazil', countryCodeV2: 'BR' });

const nodeCustomer = ({ id, firstName, lastName, email, phone }: ShopCustomer) => ({
  id: `gid://shopify/Customer/${id}`,
  legacyResourceId: id,
  firstName,
  lastName,
  defaultEmailAddress: orNull(email, (emailAddress) => ({ emailAddress })),
  defaultPhoneNumber: orNull(phone, (phoneNumber) => ({ phoneNumber })),
});

const nodeLine = (line: ShopLine, currency: string) => ({
  id: `gid://shopify/LineItem/${line.id}`,
  title: line.title,
  variantTitle: line.variantTitle,
  vendor: line.vendor,
  sku: line.sku,
  quantity: line.quantity,
  originalUnitPriceSet: moneyBag(line.price, currency),
  image: { url: `https://cdn.shopify.com/${line.id}.png` },
});

const cut = <T>(list: readonly T[], { first }: { readonly first?: unknown }): readonly T[] =>
  list.slice(0, Number(first ?? list.length));

type Args = { readonly first?: unknown };

/** An order of the GraphQL API. Members that take arguments are functions. */
export const orderNode = (shop: string, order: ShopOrder) => ({
  id: `gid://shopify/Order/${order.id}`,
  legacyResourceId: order.id,
  name: `#${order.number}`,
  currencyCode: order.currency,
  test: order.test,
  sourceName: order.sourceName,
  createdAt: graphqlInstant(order.createdAt),
  updatedAt: graphqlInstant(order.updatedAt),
  processedAt: graphqlInstant(order.createdAt),
  cancelledAt: orNull(order.cancelledAt, graphqlInstant),
  displayFinancialStatus: order.financialStatus.toUpperCase(),
  paymentGatewayNames: order.gateways,
  statusPageUrl: statusUrl(shop, order),
  checkoutToken: order.checkoutToken,
  cartToken: null,
  email: order.email,
  phone: order.phone,
  currentTotalPriceSet: moneyBag(order.currentTotal, order.currency),
  totalPriceSet: moneyBag(order.total, order.currency),
  totalDiscountsSet: moneyBag(order.discounts, order.currency),
  customer: orNull(order.customer, nodeCustomer),
  shippingAddress: orNull(order.shippingAddress, nodeAddress),
  billingAddress: orNull(order.billingAddress, nodeAddress),
  lineItems: (args: Args) => ({ nodes: cut(order.lines, args).map((line) => nodeLine(line, order.currency)) }),
  shippingLines: (args: Args) => ({
    nodes: cut(order.shippingLines, args).map(({ title, price }) => ({
      title,
      discountedPriceSet: moneyBag(price, order.currency),
    })),
  }),
  fulfillments: (args: Args) =>
    cut(order.fulfillments, args).map(({ status, createdAt, company, tracking }) => ({
      status: status.toUpperCase(),
      createdAt: graphqlInstant(createdAt),
      trackingInfo: (inner: Args) => cut(tracking, inner).map((one) => ({ ...one, company })),
    })),
  transactions: (args: Args) => cut(transactionsOf(order), args),
});

const transactionsOf = ({ createdAt, paidAt }: ShopOrder) => [
  ...(paidAt === createdAt ? [] : [{ kind: 'SALE', status: 'PENDING', processedAt: graphqlInstant(createdAt) }]),
  ...(paidAt === null ? [] : [{ kind: 'SALE', status: 'SUCCESS', processedAt: graphqlInstant(paidAt) }]),
];

/** A checkout of the GraphQL API. */
export const checkoutNode = (shop: string, checkout: ShopCheckout) => ({
  id: `gid://shopify/AbandonedCheckout/${checkout.id}`,
  completedAt: orNull(checkout.completedAt, graphqlInstant),
  updatedAt: graphqlInstant(checkout.updatedAt),
  abandonedCheckoutUrl: `https://${shop}/54838000/checkouts/ac/${checkout.token}/recover?key=1a2b`,
  totalPriceSet: moneyBag(checkout.total, 'BRL'),
  totalDiscountSet: moneyBag('0', 'BRL'),
  totalLineItemsPriceSet: moneyBag(checkout.total, 'BRL'),
  customer: orNull(checkout.customer, nodeCustomer),
  shippingAddress: orNull(checkout.shippingAddress, nodeAddress),
  billingAddress: null,
  lineItems: (args: Args) => ({ nodes: cut(checkout.lines, args).map((line) => nodeLine(line, 'BRL')) }),
});
