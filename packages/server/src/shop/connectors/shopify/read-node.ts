// A node of the GraphQL API in the shape that webhooks and the REST API give the same resource, so that both are translated alike (CON2).
import { listAt, textAt, valueAt } from '../read-json.ts';

/** An `Order` as the body of a webhook, with `paid_at`, which webhooks lack. */
export const orderFromNode = (node: unknown): unknown => ({
  id: textAt(node, 'legacyResourceId'),
  name: textAt(node, 'name'),
  currency: textAt(node, 'currencyCode'),
  test: valueAt(node, 'test'),
  source_name: textAt(node, 'sourceName'),
  created_at: textAt(node, 'createdAt'),
  updated_at: textAt(node, 'updatedAt'),
  cancelled_at: textAt(node, 'cancelledAt'),
  paid_at: paidAt(node),
  financial_status: textAt(node, 'displayFinancialStatus')?.toLowerCase(),
  current_total_price: shopMoney(node, 'currentTotalPriceSet'),
  total_price: shopMoney(node, 'totalPriceSet'),
  total_discounts: shopMoney(node, 'totalDiscountsSet'),
  payment_gateway_names: valueAt(node, 'paymentGatewayNames'),
  order_status_url: textAt(node, 'statusPageUrl'),
  checkout_token: textAt(node, 'checkoutToken'),
  cart_token: textAt(node, 'cartToken'),
  email: textAt(node, 'email'),
  phone: textAt(node, 'phone'),
  customer: customer(valueAt(node, 'customer')),
  shipping_address: address(valueAt(node, 'shippingAddress')),
  billing_address: address(valueAt(node, 'billingAddress')),
  line_items: listAt(node, 'lineItems', 'nodes').map(orderLine),
  shipping_lines: listAt(node, 'shippingLines', 'nodes').map((line) => ({
    title: textAt(line, 'title'),
    discounted_price: shopMoney(line, 'discountedPriceSet'),
  })),
  fulfillments: listAt(node, 'fulfillments').map((fulfillment) => ({
    status: textAt(fulfillment, 'status')?.toLowerCase(),
    created_at: textAt(fulfillment, 'createdAt'),
    tracking_company: textAt(fulfillment, 'trackingInfo', 0, 'company'),
    tracking_numbers: listAt(fulfillment, 'trackingInfo').map((info) => valueAt(info, 'number')),
    tracking_urls: listAt(fulfillment, 'trackingInfo').map((info) => valueAt(info, 'url')),
  })),
});

/** An `AbandonedCheckout` as the REST API gives it. */
export const checkoutFromNode = (node: unknown): unknown => ({
  id: legacyId(textAt(node, 'id')),
  currency: textAt(node, 'totalPriceSet', 'shopMoney', 'currencyCode'),
  completed_at: textAt(node, 'completedAt'),
  updated_at: textAt(node, 'updatedAt'),
  abandoned_checkout_url: textAt(node, 'abandonedCheckoutUrl'),
  total_price: shopMoney(node, 'totalPriceSet'),
  total_discounts: shopMoney(node, 'totalDiscountSet'),
  total_line_items_price: shopMoney(node, 'totalLineItemsPriceSet'),
  customer: customer(valueAt(node, 'customer')),
  shipping_address: address(valueAt(node, 'shippingAddress')),
  billing_address: address(valueAt(node, 'billingAddress')),
  line_items: listAt(node, 'lineItems', 'nodes').map((line) => ({
    ...orderLine(line),
    image_url: textAt(line, 'image', 'url'),
  })),
});

/** When the last payment of the order succeeded; undefined: none did. */
function paidAt(node: unknown): string | undefined {
  const payments = listAt(node, 'transactions').filter(
    (one) =>
      ['SALE', 'CAPTURE'].includes(textAt(one, 'kind') ?? '') &&
      textAt(one, 'status') === 'SUCCESS' &&
      textAt(one, 'processedAt') !== undefined,
  );
  return payments
    .map((one) => textAt(one, 'processedAt')!)
    .sort()
    .at(-1);
}

const shopMoney = (node: unknown, name: string): string | undefined => textAt(node, name, 'shopMoney', 'amount');

const orderLine = (line: unknown) => ({
  title: textAt(line, 'title'),
  variant_title: textAt(line, 'variantTitle'),
  vendor: textAt(line, 'vendor'),
  sku: textAt(line, 'sku'),
  quantity: textAt(line, 'quantity'),
  price: shopMoney(line, 'originalUnitPriceSet'),
});

const customer = (node: unknown) => ({
  id: textAt(node, 'legacyResourceId'),
  first_name: textAt(node, 'firstName'),
  last_name: textAt(node, 'lastName'),
  email: textAt(node, 'defaultEmailAddress', 'emailAddress'),
  phone: textAt(node, 'defaultPhoneNumber', 'phoneNumber'),
});

const address = (node: unknown) => ({
  name: textAt(node, 'name'),
  phone: textAt(node, 'phone'),
  company: textAt(node, 'company'),
  address1: textAt(node, 'address1'),
  address2: textAt(node, 'address2'),
  city: textAt(node, 'city'),
  province_code: textAt(node, 'provinceCode'),
  zip: textAt(node, 'zip'),
});

/** The number at the end of a global id: `gid://shopify/AbandonedCheckout/7` → `7`. */
const legacyId = (gid: string | undefined): string | undefined => gid?.split('/').at(-1);
