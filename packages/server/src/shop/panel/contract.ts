// Requests and responses of the endpoints of checkouts, orders, leads, the sandbox's inbox and the home page. Money in cents.
import {
  limits as checkoutLimits,
  orderAttentions,
  refundCauses,
  paymentStates,
  trackingCsvLimits,
  trackingCsvRefusals,
  type TrackingCsvRefusal,
} from '@retoma/commerce';
import { triggers } from '@retoma/flow';
import { z } from 'zod';
import { localizedText } from '../../providers/connections/form-field.ts';
import { saleKind } from '../orders/present/sales.ts';
import { done, type PanelEndpoint } from '../../http/endpoint.ts';

const instant = z.iso.datetime();
const cents = z.int();
const checkoutState = z.enum(['open', 'abandoned', 'ordered', 'paid', 'expired']);
const orderStatus = z.enum(['pending', 'processing', 'paid', 'failed', 'cancelled']);
const attention = z.enum(orderAttentions);
const method = z.enum(['pix', 'boleto', 'card', 'manual']);
const paymentState = z.enum(paymentStates);
const eventType = z.enum(triggers);

/** The known contact data of a shopper; masked for members who may not see it. */
const person = z.object({ name: z.string().nullable(), email: z.string().nullable(), phone: z.string().nullable() });

/** A line of a cart. `picture`: a URL. An order of a store's own system may have no prices. */
const item = z.object({
  title: z.string(),
  quantity: z.number(),
  unitPrice: cents.nullable(),
  /** Price of the line after its discount (CHK5). */
  total: cents.nullable(),
  /** COM30: whether it is the order bump. */
  isBump: z.boolean(),
  sku: z.string().nullable(),
  picture: z.string().nullable(),
  options: z.array(z.string()),
});

/** COM27 to COM29: parts of a price. `discount` includes those of the coupon and of the method. */
const priceParts = {
  /** `code` null: it is not known any more. A coupon for free shipping alone has an `amount` of 0. */
  coupon: z.object({ code: z.string().nullable(), amount: cents }).nullable(),
  methodDiscount: z.object({ method: z.enum(['pix', 'boleto', 'card']).nullable(), amount: cents }).nullable(),
  interest: cents,
};

/** Shipping: an option with its price (0: free), `later`: still to be chosen, or `agreed`: to be agreed with the store (COM12). */
const freight = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chosen'), name: z.string().nullable(), price: cents }),
  z.object({ kind: z.literal('later') }),
  z.object({ kind: z.literal('agreed') }),
]);

/** An event and the runs that it started. */
const happened = z.object({
  eventId: z.uuid(),
  type: eventType,
  at: instant,
  runs: z.array(z.object({ runId: z.uuid(), automation: z.string(), status: z.string() })),
});

const listedCheckout = z.object({
  checkoutId: z.uuid(),
  createdAt: instant,
  state: checkoutState,
  total: cents,
  /** Title of the cart's first line, and number of lines. */
  title: z.string(),
  lines: z.int(),
  person,
  /** COM1: since when an e-mail or a phone is known. */
  capturedAt: instant.nullable(),
  /** COM3: when it counted as abandoned, and when it will. */
  abandonedAt: instant.nullable(),
  abandonsAt: instant.nullable(),
  orderId: z.uuid().nullable(),
  orderNumber: z.string().nullable(),
});

const listedOrder = z.object({
  orderId: z.uuid(),
  number: z.string().nullable(),
  createdAt: instant,
  status: orderStatus,
  paymentMethod: z.string().nullable(),
  total: cents.nullable(),
  person,
  paidAt: instant.nullable(),
  attention: z.array(attention),
  /** COM46: what was given back of its money. */
  returned: cents,
  /** COM41: where its money came from; null: it is not a sale. */
  sale: saleKind.nullable(),
});

const payment = z.object({
  paymentId: z.uuid(),
  method,
  provider: z.string(),
  /** The provider's label for store owners; null: none, the store confirms the payment by hand. */
  providerLabel: localizedText.nullable(),
  isSimulated: z.boolean(),
  state: paymentState,
  /** Why it failed: a code of packages/commerce/src/payment/refusals.ts. */
  reason: z.string().nullable(),
  amount: cents,
  /** The amount received; null: none. */
  paid: cents.nullable(),
  /** The part of it that was refunded, and the part that can still be (COM46). */
  refunded: cents,
  refundable: cents,
  /** Of a card: the number of instalments and the last digits, as far as they are known. */
  installments: z.int().nullable(),
  lastDigits: z.string().nullable(),
  /** Its cancellation was requested, but the provider has not cancelled it yet. */
  isEnding: z.boolean(),
  createdAt: instant,
  stateAt: instant,
  expiresAt: instant.nullable(),
});

/** A file with the most characters, if each has three bytes. */
const trackingImportBytes = 3 * trackingCsvLimits.chars;
const trackingRefusal = z.enum(Object.keys(trackingCsvRefusals) as TrackingCsvRefusal[]);

const tracking = z.object({
  code: z.string().nullable(),
  url: z.string().nullable(),
  carrier: z.string().nullable(),
  status: z.string().nullable(),
});

/** COM46: pieces of lines of an order, by index, and whether its shipping is with them. */
const refundedLines = z.strictObject({
  lines: z.array(z.strictObject({ line: z.int().min(0), quantity: z.int().min(1) })).max(1_000),
  shipping: z.boolean(),
});

/** COM46. `paymentId` null: no payment recorded the money. `by`: the member or the key; null: none, or the command line. */
const refund = z.object({
  refundId: z.uuid(),
  requestId: z.uuid(),
  paymentId: z.uuid().nullable(),
  amount: cents,
  state: z.enum(['requested', 'done', 'failed']),
  source: z.enum(['member', 'api', 'command_line', 'provider']),
  by: z.string().nullable(),
  lines: refundedLines.nullable(),
  cause: z.enum(refundCauses).nullable(),
  requestedAt: instant,
  settledAt: instant.nullable(),
});

/** What a member, a key or the command line did to an order. `by` null: the command line. */
const orderAction = z.object({
  action: z.enum(['order_paid', 'order_accepted', 'order_rest_requested', 'order_cancelled', 'order_tracked']),
  by: z.string().nullable(),
  at: instant,
});

/** AUT5: the contact data that a member may see one at a time. */
const hiddenField = z.enum(['phone', 'email', 'document']);

const order = listedOrder.extend({
  /** CPF or CNPJ, masked. */
  document: z.string().nullable(),
  /** What of it is masked and may be shown to this member. */
  hidden: z.array(hiddenField),
  checkoutId: z.uuid().nullable(),
  /** Its id in the store's own system; null: it was ordered on our payment page. */
  externalId: z.string().nullable(),
  subtotal: cents.nullable(),
  discount: cents.nullable(),
  ...priceParts,
  /** Null: nothing is shipped, or the store's own system gave no price. */
  freight: freight.nullable(),
  /** COM46. `paid`: what the shopper paid for the line; `returned`: how many pieces were given back. */
  items: z.array(item.extend({ paid: cents, returned: z.int() })),
  /** COM46: what was paid for the shipping, and whether it was given back. */
  shippingPaid: cents,
  shippingReturned: z.boolean(),
  /** Lines of the delivery address; empty for members who may not see it. */
  address: z.array(z.string()),
  payments: z.array(payment),
  /** Oldest first. */
  refunds: z.array(refund),
  actions: z.array(orderAction),
  /** AUT5: what this member may refund in 24 hours, and what is left of it; null: everything. */
  refundLimit: z.object({ limit: cents, left: cents }).nullable(),
  /** COM7a: the amount received over all payments, and the missing amount. */
  received: cents,
  missing: cents,
  /** COM7a: the amount that a member or the store's own system accepted as the full price; null: neither decided. */
  accepted: cents.nullable(),
  /** Whether the order can be accepted with the amount received. */
  acceptable: z.boolean(),
  tracking: tracking.nullable(),
  events: z.array(happened),
  /** CHK11: whether the store's server signed the cart; null: the order has no checkout of ours. */
  signed: z.boolean().nullable(),
});

const page = { search: z.string().max(200).optional(), before: z.uuid().optional() };
/** `before` of the next page; null: there is none. */
const next = z.uuid().nullable();
/** How far back the search went, if the page is not full because of that; else null. */
const reached = z.iso.datetime().nullable();
/** `days`: orders of the last days. `method`: `card` is every kind of card. */
const orderFilter = z.object({
  ...page,
  status: orderStatus.optional(),
  method: z.enum(['pix', 'boleto', 'card']).optional(),
  days: z.coerce.number().int().min(1).max(400).optional(),
});
const store = '/panel/api/stores/:storeId';
const oneOrder = `${store}/orders/:orderId` as const;

/** The endpoints of checkouts, orders, leads, the sandbox's inbox and the home page. */
export const ordersContract = {
  /** The newest checkouts. `search`: part of a name, an e-mail or a phone; ignored for members who may not see these. */
  listCheckouts: {
    method: 'GET',
    path: `${store}/checkouts`,
    access: 'view',
    query: z.object({ ...page, state: checkoutState.optional() }),
    answer: done.extend({ checkouts: z.array(listedCheckout), next, reached }),
  },
  /** A checkout whose prices a member sets (CHK11). A part of the customer that is not known is left out. */
  createPaymentLink: {
    method: 'POST',
    path: `${store}/checkouts`,
    access: 'changeOrders',
    audit: ['payment_link_created'],
    unprotected:
      'Members who sell by chat make links all day; the entry names the checkout, and its order shows the price.',
    body: z.strictObject({
      items: z
        .array(
          z.strictObject({
            title: z.string().max(checkoutLimits.title),
            quantity: z.int(),
            unitPrice: cents,
          }),
        )
        .max(checkoutLimits.items.max),
      requiresShipping: z.boolean(),
      customer: z.strictObject({
        name: z.string().max(200).optional(),
        email: z.string().max(320).optional(),
        phone: z.string().max(40).optional(),
      }),
    }),
    bodyLimit: 256 * 1024,
    answer: done.extend({ checkoutId: z.uuid() }),
  },
  readCheckout: {
    method: 'GET',
    path: `${store}/checkouts/:checkoutId`,
    access: 'view',
    answer: done.extend({
      checkout: listedCheckout.extend({
        link: z.url(),
        subtotal: cents,
        discount: cents,
        ...priceParts,
        /** Null: nothing is shipped. */
        freight: freight.nullable(),
        signed: z.boolean(),
        items: z.array(item),
        address: z.array(z.string()),
        activeAt: instant.nullable(),
        /** Where the shopper came from: name of the browser, referrer, campaign. */
        origin: z.object({
          browser: z.string().nullable(),
          referrer: z.string().nullable(),
          utms: z.array(z.string()),
        }),
        events: z.array(happened),
      }),
    }),
  },
  /** The newest orders. `search`: part of the number, or of the shopper's data. */
  listOrders: {
    method: 'GET',
    path: `${store}/orders`,
    access: 'view',
    query: orderFilter,
    /** `messages`: how many have left about it. */
    answer: done.extend({ orders: z.array(listedOrder.extend({ messages: z.int() })), next, reached }),
  },
  exportOrders: {
    method: 'GET',
    path: `${store}/orders/export`,
    access: 'seeShoppers',
    audit: ['orders_exported'],
    recent: true,
    query: orderFilter,
    /** At most 10,000 orders, as CSV. */
    answer: done.extend({ csv: z.string() }),
  },
  readOrder: { method: 'GET', path: oneOrder, access: 'view', answer: done.extend({ order }) },
  /** One contact of the order's shopper, unmasked; null: it is not known. */
  seeOrderContact: {
    method: 'POST',
    path: `${oneOrder}/contact`,
    access: 'seeShoppers',
    audit: ['shopper_seen'],
    body: z.strictObject({ field: hiddenField }),
    answer: done.extend({ value: z.string().nullable() }),
  },
  /** `amount`: the amount received, if it is not the requested one. */
  markOrderPaid: {
    method: 'POST',
    path: `${oneOrder}/paid`,
    access: 'changeOrders',
    audit: ['order_paid'],
    recent: true,
    body: z.strictObject({ amount: z.int().min(1).optional() }),
  },
  /** COM7a: accepts what was received as the full price: too little, money of a cancelled order, or nothing for a free unsigned cart. */
  acceptOrder: {
    method: 'POST',
    path: `${oneOrder}/accept`,
    access: 'changeOrders',
    audit: ['order_accepted'],
    recent: true,
  },
  /** COM7a: makes a PIX or boleto code for the missing amount. `link`: the page where the shopper pays it. */
  requestRest: {
    method: 'POST',
    path: `${oneOrder}/rest`,
    access: 'changeOrders',
    audit: ['order_rest_requested'],
    unprotected: 'It only asks the shopper for what is missing.',
    answer: done.extend({ link: z.url() }),
  },
  cancelOrder: {
    method: 'POST',
    path: `${oneOrder}/cancel`,
    access: 'changeOrders',
    audit: ['order_cancelled'],
    unprotected: 'It gives away neither goods nor money: a refund is another endpoint.',
  },
  /**
   * COM46. `paymentId`: only this payment. `isReturned`: it was refunded outside Retoma, and no provider is called. `requestId`: of one
   * click, so that its repetition is the same refund. `amount`: absent: all that is left; with `lines`, what the member saw for them.
   */
  refundOrder: {
    method: 'POST',
    path: `${oneOrder}/refund`,
    access: 'changeOrders',
    audit: ['order_refunded'],
    recent: true,
    body: z.strictObject({
      paymentId: z.uuid().optional(),
      isReturned: z.boolean(),
      requestId: z.uuid().optional(),
      amount: z.int().min(1).optional(),
      lines: refundedLines.optional(),
      cause: z.enum(refundCauses).optional(),
    }),
  },
  /** Tracking codes as CSV. Without `apply` nothing is written. `refused`: why the file was refused. `issue`: why a row is left out. */
  importTracking: {
    method: 'POST',
    path: `${store}/tracking-import`,
    access: 'changeOrders',
    audit: ['order_tracked'],
    unprotected: 'A tracking code moves neither goods nor money.',
    body: z.strictObject({ text: z.string(), apply: z.boolean() }),
    bodyLimit: trackingImportBytes,
    answer: done.extend({
      refused: trackingRefusal.nullable(),
      rows: z.array(
        z.object({
          line: z.int(),
          order: z.string(),
          tracking: z.object({
            code: z.string(),
            url: z.string().optional(),
            carrier: z.string().optional(),
            status: z.string().optional(),
          }),
          issue: trackingRefusal.nullable(),
          changed: z.boolean(),
        }),
      ),
    }),
  },
  trackOrder: {
    method: 'POST',
    path: `${oneOrder}/tracking`,
    access: 'changeOrders',
    audit: ['order_tracked'],
    unprotected: 'A tracking code moves neither goods nor money.',
    body: z.strictObject({
      code: z.string().max(200),
      url: z.string().max(2000).optional(),
      carrier: z.string().max(200).optional(),
      status: z.string().max(200).optional(),
    }),
  },
  /** Makes a fictitious purchase with PIX, only if no message of it can reach a real person. */
  makeTestPurchase: {
    method: 'POST',
    path: '/panel/api/stores/:storeId/test-purchase',
    access: 'changeOrders',
    unaudited: 'A fictitious purchase moves no money and concerns no shopper.',
    answer: done.extend({ orderId: z.uuid() }),
  },
} as const satisfies Record<string, PanelEndpoint>;
