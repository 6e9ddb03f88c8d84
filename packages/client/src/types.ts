// Types of requests and responses. Every price is an integer number of cents.

/** One line of the cart. */
export type CartItem = {
  /** 1 to 500 characters. */
  title: string;
  /** 1 to 999. */
  quantity: number;
  /** Price of one unit. */
  unitPrice: number;
  /** Absolute http or https URL of an image. */
  image: string;
  externalProductId?: string | undefined;
  externalVariantId?: string | undefined;
  sku?: string | undefined;
  url?: string | undefined;
  vendor?: string | undefined;
  productType?: string | undefined;
  /** At most 5,000 characters. */
  description?: string | undefined;
  /** Price of one unit before a discount; only shown, struck through. */
  originalUnitPrice?: number | undefined;
  /** Price of one unit after a discount; charged instead of `unitPrice`. */
  discountedUnitPrice?: number | undefined;
  /** Your own line total; if it differs from the computed one, the response has a warning. */
  linePrice?: number | undefined;
  /** Line total before a discount; only shown, struck through. */
  originalLinePrice?: number | undefined;
  /** Discount on the whole line; used if `discountedUnitPrice` is absent. */
  totalDiscount?: number | undefined;
  requiresShipping?: boolean | undefined;
  /** Weight of one unit with packaging, in grams. With `width`, `height` and `length` carriers quote the freight; without, the store's own box counts. */
  weight?: number | undefined;
  /** Centimetres. */
  width?: number | undefined;
  height?: number | undefined;
  length?: number | undefined;
  /** At most 20, such as size and colour. */
  options?: { name: string; value: string }[] | undefined;
  /** At most 16 KB of JSON. */
  metadata?: Record<string, unknown> | undefined;
};

/** A discount on the whole cart: `amount`, or if absent computed from `type` and `value`. */
export type Discount = {
  title?: string | undefined;
  type?: 'percentage' | 'fixed' | 'shipping' | undefined;
  /** percentage: 0 to 100; fixed: cents. */
  value?: number | undefined;
  amount?: number | undefined;
};

/** The cart. */
export type Cart = {
  /** 1 to 100. */
  items: CartItem[];
  /** Identifies this cart of one shopper; at most 200 characters, never used for another cart. By default the service generates it. */
  token?: string | undefined;
  currency?: 'BRL' | undefined;
  /** Your own totals; if they differ from the computed ones, the response has a warning. */
  subtotalPrice?: number | undefined;
  totalPrice?: number | undefined;
  /** Also the discount itself if there are no `discounts`. */
  totalDiscount?: number | undefined;
  /** By default true. */
  requiresShipping?: boolean | undefined;
  discounts?: Discount[] | undefined;
  /** At most 16 KB of JSON. */
  metadata?: Record<string, unknown> | undefined;
};

/** The shopper's contact data, as far as you have it. */
export type Customer = {
  name?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  /** CPF or CNPJ. */
  document?: string | null | undefined;
};

/** Absolute http or https addresses of your own site. */
export type Redirect = {
  /** The address to which the shopper goes after payment. */
  successUrl?: string | null | undefined;
  /** The address of the link "back to the store". */
  cancelUrl?: string | null | undefined;
};

/** The body of a request that creates a checkout. */
export type CheckoutRequest = {
  cart: Cart;
  customer?: Customer | undefined;
  redirect?: Redirect | undefined;
  metadata?: Record<string, unknown> | undefined;
};

/** A value that was not used: a price that differs from the computed one, or a URL outside the store's site. */
export type CheckoutWarning = {
  code:
    | 'SUBTOTAL_MISMATCH'
    | 'TOTAL_MISMATCH'
    | 'DISCOUNT_MISMATCH'
    | 'DISCOUNT_IGNORED'
    | 'LINE_PRICE_MISMATCH'
    | 'REDIRECT_NOT_USED';
  path: string;
  /** Of a price, in cents. */
  sent?: number;
  computed?: number;
  message: string;
};

/** A created checkout. Redirect the shopper to `checkoutUrl`. */
export type CheckoutCreated = {
  checkoutId: string;
  checkoutUrl: string;
  storeId: string;
  cartToken: string;
  /** Empty if every value was used. */
  warnings: CheckoutWarning[];
};

/** A checkout, as your server reads it before shipping. */
export type Checkout = {
  checkoutId: string;
  checkoutUrl: string;
  storeId: string;
  cartToken: string;
  state: 'open' | 'abandoned' | 'ordered' | 'paid' | 'expired';
  /** Null until the shopper has chosen a payment method. */
  paymentStatus: 'pending' | 'processing' | 'paid' | 'failed' | 'cancelled' | null;
  currency: 'BRL';
  subtotal: number;
  discount: number;
  /** Without shipping. */
  total: number;
  /** The order; null until the shopper has chosen a payment method. */
  order: CheckoutOrder | null;
  /** Whether a server signed the prices with its secret key. */
  signed: boolean;
  /** ISO 8601, UTC. */
  createdAt: string;
  metadata: Record<string, unknown> | null;
};

/** The order of a checkout. Amounts in cents. */
export type CheckoutOrder = {
  /** Your order id, if one of your events reported the order. */
  id: string;
  /** The number that the shopper sees. */
  number: string | null;
  /** `pix`, `boleto`, `credit_card` or `free`. */
  paymentMethod: string | null;
  shipping: number | null;
  /** Including shipping. */
  total: number | null;
  /** ISO 8601, UTC. */
  paidAt: string | null;
  /** Whether it was paid after the code expired or the order was cancelled. */
  paidLate: boolean;
  /** Why you must check the order before shipping, such as `UNSIGNED_PRICE`; empty if there is no reason. */
  attention: string[];
};

/** One violation in the request: `cart.items[0].image`, its JSON Pointer, a stable code, and what would be accepted. */
export type Issue = { path: string; pointer: string; code: string; message: string };

/** Why a call failed: the documented codes, and three for requests that got no response of the service. */
export type ErrorCode =
  | 'INVALID_PAYLOAD'
  | 'MISSING_API_KEY'
  | 'INVALID_API_KEY'
  | 'INVALID_SIGNATURE'
  | 'STORE_INACTIVE'
  | 'UNSIGNED_CART'
  | 'WRONG_KEY_KIND'
  | 'STORE_NOT_FOUND'
  | 'CHECKOUT_NOT_FOUND'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'RATE_LIMITED'
  | 'INTERNAL_ERROR'
  | 'NETWORK_ERROR'
  | 'TIMEOUT'
  | 'INVALID_RESPONSE';
