// Written by `npm run write-docs` from the contract of the API. Money is an integer number of cents; instants are ISO 8601 in UTC.

/** AdvanceTestClockBody of the API. */
export type AdvanceTestClockBody = {
  /** Minutes that pass at once. */
  advanceMinutes: number;
};

/** A boleto waits for payment. */
export type BoletoGeneratedEvent = {
  type: 'boleto.generated';
  /** When it happened, in UTC. */
  timestamp: string;
  /** ID of the store. */
  store: string;
  /** Version of the bodies. */
  version: '2026-11-29';
  /** Only in test mode, or for a test delivery. */
  test?: true;
  data: OrderEventData;
};

/** BoletoGeneratedReport of the API. */
export type BoletoGeneratedReport = {
  /** Your unique ID of the event; a repeated ID is ignored; 1 to 200 characters. */
  id: string;
  type: 'boleto.generated';
  /** When the event happened, not when it is sent. */
  occurred_at: string;
  data: EventData & {
    order: EventOrder;
  } & ({
    payment: {
      boleto: {
        line: string;
      };
    };
  } | {
    payment: {
      boleto: {
        url: string;
      };
    };
  });
};

/** Cart of the API. */
export type Cart = {
  /** 1 to 100. */
  items: CartItem[];
  /** Your unique ID of this cart; never reuse it for another cart; 1 to 200 characters. */
  token?: string | null | undefined;
  /** BRL, also if absent. */
  currency?: 'BRL' | null | undefined;
  /** Subtotal that you computed; a different subtotal causes a warning. */
  subtotalPrice?: number | null | undefined;
  /** Total that you computed; a different total causes a warning. */
  totalPrice?: number | null | undefined;
  /** Discount on the cart; used if discounts is absent. */
  totalDiscount?: number | null | undefined;
  /** Whether the cart requires shipping; true if absent. */
  requiresShipping?: boolean | null | undefined;
  discounts?: Discount[] | null | undefined;
  /** Your own data, stored with the cart; at most 16384 bytes of JSON. */
  metadata?: Record<string, unknown> | null | undefined;
};

/** A checkout was left without an order. */
export type CartAbandonedEvent = {
  type: 'cart.abandoned';
  /** When it happened, in UTC. */
  timestamp: string;
  /** ID of the store. */
  store: string;
  /** Version of the bodies. */
  version: '2026-11-29';
  /** Only in test mode, or for a test delivery. */
  test?: true;
  data: LeadEventData;
};

/** CartAbandonedReport of the API. */
export type CartAbandonedReport = {
  /** Your unique ID of the event; a repeated ID is ignored; 1 to 200 characters. */
  id: string;
  type: 'cart.abandoned';
  /** When the event happened, not when it is sent. */
  occurred_at: string;
  data: EventData & ({
    customer: {
      email: string;
    };
  } | {
    customer: {
      phone: string;
    };
  } | {
    lead: {
      email: string;
    };
  } | {
    lead: {
      phone: string;
    };
  }) & ({
    checkout_id: string;
  } | {
    cart: EventCart;
  });
};

/** CartEventData of the API. */
export type CartEventData = {
  checkout_id?: string | null;
  cart?: {
    token?: string | null;
    /** Total, in cents. */
    total?: number | null;
    /** Sum of all lines, in cents. */
    subtotal?: number | null;
    /** Discount, in cents. */
    discount?: number | null;
    /** URL to resume the purchase. */
    url?: string | null;
    items?: EventItem[] | null;
  } | null;
};

/** CartItem of the API. */
export type CartItem = {
  /** Product name shown to the shopper; 1 to 500 characters. */
  title: string;
  /** Quantity. */
  quantity: number;
  /** Unit price, in cents. */
  unitPrice: number;
  /** Absolute http or https URL of an image; at most 2000 characters. */
  image: string;
  /** Your ID of the product. */
  externalProductId?: string | null | undefined;
  /** Your ID of the variant. */
  externalVariantId?: string | null | undefined;
  /** Stock keeping unit. */
  sku?: string | null | undefined;
  /** URL of the product page. */
  url?: string | null | undefined;
  /** Brand or seller. */
  vendor?: string | null | undefined;
  /** Product type. */
  productType?: string | null | undefined;
  /** Product description; at most 5000 characters. */
  description?: string | null | undefined;
  /** Unit price before a discount, shown struck through. */
  originalUnitPrice?: number | null | undefined;
  /** Unit price after a discount; charged instead of unitPrice. */
  discountedUnitPrice?: number | null | undefined;
  /** Line total that you computed; a different total causes a warning. */
  linePrice?: number | null | undefined;
  /** Line total before a discount, shown struck through. */
  originalLinePrice?: number | null | undefined;
  /** Discount on the line; used if discountedUnitPrice is absent. */
  totalDiscount?: number | null | undefined;
  /** Whether the item requires shipping. */
  requiresShipping?: boolean | null | undefined;
  /** Weight of one unit with packaging, in grams; 0 if unknown. */
  weight?: number | null | undefined;
  /** Width of one unit with packaging, in centimetres; 0 if unknown. */
  width?: number | null | undefined;
  /** Height of one unit with packaging, in centimetres; 0 if unknown. */
  height?: number | null | undefined;
  /** Length of one unit with packaging, in centimetres; 0 if unknown. */
  length?: number | null | undefined;
  /** Selected options, such as size and colour; at most 20. */
  options?: {
    name: string;
    value: string;
  }[] | null | undefined;
  /** Your own data, stored with the item; at most 16384 bytes of JSON. */
  metadata?: Record<string, unknown> | null | undefined;
};

/** CartReport of the API. */
export type CartReport = {
  cart: ReportedCart;
  /** Contact data of the shopper; an e-mail or a phone is required. */
  customer?: {
    /** Full name. */
    name?: string | null | undefined;
    /** E-mail address. */
    email?: string | null | undefined;
    /** Phone number. */
    phone?: string | null | undefined;
    /** CPF or CNPJ. */
    document?: string | null | undefined;
  } | null | undefined;
  /** URL to resume the purchase, used only if it is on the website in the store settings; at most 2000 characters. */
  url?: string | null | undefined;
  /** The shopper agreed to messages about this cart. */
  consent: true;
};

/** CartReported of the API. */
export type CartReported = Done;

/** Checkout of the API. */
export type Checkout = {
  /** ID of the checkout. */
  checkoutId: string;
  /** Payment link. */
  checkoutUrl: string;
  /** ID of the store. */
  storeId: string;
  /** Token of the cart. */
  cartToken: string;
  state: 'open' | 'abandoned' | 'ordered' | 'paid' | 'expired';
  /** Null until the shopper has chosen a payment method. */
  paymentStatus: string | null;
  currency: 'BRL';
  /** Sum of all lines, in cents. */
  subtotal: number;
  /** Discount on the cart, in cents. */
  discount: number;
  /** Amount due before shipping, in cents. */
  total: number;
  /** Lines of the cart. */
  items: PurchaseItem[];
  customer: Contact;
  /** Where the purchase is delivered; null: not known yet. */
  address: DeliveryAddress | null;
  /** Null until the shopper has chosen a payment method. */
  order: CheckoutOrder | null;
  /** The last requested first. */
  payments: Payment[];
  /** Whether the cart was signed by your server. */
  signed: boolean;
  /** When the checkout was created. */
  createdAt: string;
  /** From when on it may expire; null: it has an order under way, was paid, or has expired. */
  expiresAt: string | null;
  /** Whether the store is live: false while no real money moves. */
  livemode: boolean;
  /** Metadata of the request. */
  metadata: Record<string, unknown> | null;
};

/** CheckoutChanged of the API. */
export type CheckoutChanged = {
  /** ID of the checkout. */
  checkoutId: string;
  /** Payment link. */
  checkoutUrl: string;
  state: 'open' | 'abandoned' | 'ordered' | 'paid' | 'expired';
  /** Sum of all lines, in cents. */
  subtotal: number;
  /** Discount on the cart, in cents. */
  discount: number;
  /** Amount due before shipping, in cents. */
  total: number;
  /** Whether the store is live: false while no real money moves. */
  livemode: boolean;
};

/** CheckoutContact of the API. */
export type CheckoutContact = {
  /** Name. */
  name: string | null;
  /** E-mail address. */
  email: string | null;
  /** Phone number. */
  phone: string | null;
};

/** CheckoutCreated of the API. */
export type CheckoutCreated = {
  /** ID of the checkout. */
  checkoutId: string;
  /** Payment link; redirect the shopper here. */
  checkoutUrl: string;
  /** ID of the store of the API key. */
  storeId: string;
  /** cart.token, or a generated token that starts with ext_. */
  cartToken: string;
  /** Present if an amount that you sent differs, a discount is ignored or a redirect URL is not used. */
  warnings?: CheckoutWarning[];
};

/** A checkout can no longer be paid. */
export type CheckoutExpiredEvent = {
  type: 'checkout.expired';
  /** When it happened, in UTC. */
  timestamp: string;
  /** ID of the store. */
  store: string;
  /** Version of the bodies. */
  version: '2026-11-29';
  /** Only in test mode, or for a test delivery. */
  test?: true;
  data: CartEventData;
};

/** CheckoutOrder of the API. */
export type CheckoutOrder = {
  /** ID of the order; your own ID if you reported the order. */
  id: string;
  /** Order number shown to the shopper. */
  number: string | null;
  status: 'pending' | 'processing' | 'paid' | 'failed' | 'cancelled';
  /** pix, boleto, credit_card, or free. */
  paymentMethod: string | null;
  /** Shipping price, in cents. */
  shipping: number | null;
  /** Amount due including shipping, in cents. */
  total: number | null;
  /** When the payment was confirmed. */
  paidAt: string | null;
  /** Whether it was paid after the payment code expired or the order was cancelled. */
  paidLate: boolean;
  /** Reasons to review the order before you ship it; empty if there are none. */
  attention: ('PAID_TWICE' | 'PAID_NOT_WANTED' | 'UNDERPAID' | 'OVERPAID' | 'PAID_LATE' | 'CHARGED_BACK' | 'PARTLY_REFUNDED' | 'UNSIGNED_PRICE' | 'ADDRESS_CHANGED')[];
};

/** CheckoutPage of the API. */
export type CheckoutPage = {
  /** Newest first. A page of a filter or search may hold fewer entries than its limit, even none. */
  data: ListedCheckout[];
  /** Whether to ask for the next page. */
  hasMore: boolean;
  nextCursor: string | null;
};

/** CheckoutRequest of the API. */
export type CheckoutRequest = {
  cart: Cart;
  /** Contact data of the shopper, prefilled on the payment page. */
  customer?: {
    /** Full name. */
    name?: string | null | undefined;
    /** E-mail address. */
    email?: string | null | undefined;
    /** Phone number. */
    phone?: string | null | undefined;
    /** CPF or CNPJ. */
    document?: string | null | undefined;
  } | null | undefined;
  /** Without x-cart-signature, only URLs of the website in the store settings are used. */
  redirect?: {
    /** URL after a successful payment. {CHECKOUT_ID} is replaced. The query gets checkout_id, checkout_status (open, abandoned, ordered, paid or expired), t (Unix time in seconds) and signature: the hex HMAC-SHA-256 of "return.<t>.<checkout_id>.<checkout_status>" with a secret key; several are joined by commas. */
    successUrl?: string | null | undefined;
    /** URL to return to the cart. {CHECKOUT_ID} is replaced. The query gets checkout_id, checkout_status (open, abandoned, ordered, paid or expired), t (Unix time in seconds) and signature: the hex HMAC-SHA-256 of "return.<t>.<checkout_id>.<checkout_status>" with a secret key; several are joined by commas. */
    cancelUrl?: string | null | undefined;
  } | null | undefined;
  /** Your own data, stored with the checkout. */
  metadata?: Record<string, unknown> | null | undefined;
};

/** CheckoutUpdated of the API. */
export type CheckoutUpdated = {
  /** ID of the checkout. */
  checkoutId: string;
  /** Payment link. */
  checkoutUrl: string;
  state: 'open' | 'abandoned' | 'ordered' | 'paid' | 'expired';
  /** Sum of all lines, in cents. */
  subtotal: number;
  /** Discount on the cart, in cents. */
  discount: number;
  /** Amount due before shipping, in cents. */
  total: number;
  /** Whether the store is live: false while no real money moves. */
  livemode: boolean;
  /** Present if an amount that you sent differs or a discount is ignored. */
  warnings?: CheckoutWarning[];
};

/** CheckoutWarning of the API. */
export type CheckoutWarning = {
  code: 'SUBTOTAL_MISMATCH' | 'TOTAL_MISMATCH' | 'DISCOUNT_MISMATCH' | 'DISCOUNT_IGNORED' | 'LINE_PRICE_MISMATCH' | 'REDIRECT_NOT_USED';
  /** Field of the request. */
  path: string;
  /** Amount that you sent, in cents. */
  sent?: number;
  /** Computed amount, which is charged, in cents. */
  computed?: number;
  /** Explanation in English. */
  message: string;
};

/** Contact of the API. */
export type Contact = {
  /** Name. */
  name: string | null;
  /** E-mail address. */
  email: string | null;
  /** Phone number. */
  phone: string | null;
  /** CPF or CNPJ. */
  document: string | null;
};

/** CreateWebhookBody of the API. */
export type CreateWebhookBody = {
  /** https URL that receives the events by POST; 1 to 2000 characters. */
  url: string;
  /** A note for people; 1 to 200 characters. */
  description?: string | null | undefined;
  /** Events that it receives; null: all, also those of later releases; 1 to 11. */
  types?: ('lead.created' | 'cart.abandoned' | 'checkout.expired' | 'order.created' | 'pix.generated' | 'boleto.generated' | 'payment.confirmed' | 'payment.failed' | 'payment.refunded' | 'order.cancelled' | 'tracking_code_updated')[] | null | undefined;
  /** Whether bodies have IDs and states only, and no personal data. */
  thin?: boolean | undefined;
};

/** DeliveryAddress of the API. */
export type DeliveryAddress = {
  /** CEP. */
  zipcode: string | null;
  /** Street. */
  street: string | null;
  /** Number. */
  number: string | null;
  /** Complement. */
  complement: string | null;
  /** Neighborhood. */
  neighborhood: string | null;
  /** City. */
  city: string | null;
  /** Two letters. */
  state: string | null;
};

/** Discount of the API. */
export type Discount = {
  /** Name shown to the shopper. */
  title?: string | null | undefined;
  type?: 'percentage' | 'fixed' | 'shipping' | null | undefined;
  /** percentage: 0 to 100; fixed: cents. */
  value?: number | null | undefined;
  /** Discount in cents; computed from type and value if absent. */
  amount?: number | null | undefined;
};

/** Done of the API. */
export type Done = Record<string, unknown>;

/** EventCart of the API. */
export type EventCart = {
  /** Your unique ID of this cart; 1 to 200 characters. */
  token?: string | null | undefined;
  /** Total, in cents. */
  total?: number | null | undefined;
  /** Sum of all lines, in cents. */
  subtotal?: number | null | undefined;
  /** Discount, in cents. */
  discount?: number | null | undefined;
  /** URL to resume the purchase; at most 2000 characters. */
  url?: string | null | undefined;
  /** at most 100. */
  items?: EventItem[] | null | undefined;
};

/** EventCustomer of the API. */
export type EventCustomer = {
  /** Your ID of the customer; at most 500 characters. */
  id?: string | null | undefined;
  /** Full name; at most 500 characters. */
  name?: string | null | undefined;
  /** E-mail address; at most 500 characters. */
  email?: string | null | undefined;
  /** Phone number, preferably with country code; at most 500 characters. */
  phone?: string | null | undefined;
  /** CPF or CNPJ; at most 500 characters. */
  document?: string | null | undefined;
};

/** EventData of the API. */
export type EventData = {
  /** ID of the Retoma checkout; 1 to 200 characters. */
  checkout_id?: string | null | undefined;
  order?: EventOrder | null | undefined;
  payment?: EventPayment | null | undefined;
  customer?: EventCustomer | null | undefined;
  shipping?: EventShipping | null | undefined;
  lead?: EventLead | null | undefined;
  cart?: EventCart | null | undefined;
  checkout?: {
    /** Your ID of the checkout; at most 500 characters. */
    id?: string | null | undefined;
    /** URL to resume the purchase; at most 2000 characters. */
    url?: string | null | undefined;
  } | null | undefined;
  /** ip, name, os, referrer, utms. */
  browser?: Record<string, unknown> | null | undefined;
  tracking?: EventTracking | null | undefined;
};

/** EventItem of the API. */
export type EventItem = {
  /** Name of the product; 1 to 500 characters. */
  title: string;
  /** Quantity. */
  quantity: number;
  /** Unit price, in cents. */
  unit_price?: number | null;
  /** Line total after discounts, in cents, if it differs from unit_price times quantity. */
  total?: number | null;
  /** Absolute http or https URL of an image. */
  image?: string | null;
  /** URL of the product page. */
  url?: string | null;
  /** Stock keeping unit. */
  sku?: string | null;
  /** Selected options. */
  variant?: string | null;
  /** Brand or seller. */
  vendor?: string | null;
  /** Your ID of the product. */
  product_id?: string | null;
};

/** EventLead of the API. */
export type EventLead = {
  /** Your ID of the lead; at most 500 characters. */
  id?: string | null | undefined;
  /** Full name; at most 500 characters. */
  name?: string | null | undefined;
  /** E-mail address; at most 500 characters. */
  email?: string | null | undefined;
  /** Phone number, preferably with country code; at most 500 characters. */
  phone?: string | null | undefined;
  /** CPF or CNPJ; at most 500 characters. */
  document?: string | null | undefined;
};

/** EventOrder of the API. */
export type EventOrder = {
  /** Your ID of the order; events with the same ID update the same order; 1 to 200 characters. */
  id: string;
  /** Order number shown to the shopper; 1 to 100 characters. */
  number?: string | null | undefined;
  /** Payment status, such as paid, approved, waiting, refused or refunded; 1 to 100 characters. */
  status?: string | null | undefined;
  /** pix, boleto, credit_card, …; 1 to 50 characters. */
  payment_method?: string | null | undefined;
  currency?: 'BRL' | undefined;
  /** Sum of all lines, in cents. */
  subtotal?: number | null | undefined;
  /** Discount, in cents. */
  discount?: number | null | undefined;
  /** Amount due, in cents. */
  total?: number | null | undefined;
  /** When the order was created. */
  created_at?: string | null | undefined;
  /** at most 100. */
  items?: EventItem[] | null | undefined;
};

/** EventPayment of the API. */
export type EventPayment = {
  /** ID of the payment at its provider; 1 to 200 characters. */
  id?: string | null | undefined;
  /** Payment provider; at most 500 characters. */
  provider?: string | null | undefined;
  pix?: {
    /** PIX code to copy and paste; 1 to 1000 characters. */
    payload?: string | null | undefined;
    /** URL of a page that shows the PIX code, where the code itself is not known; at most 2000 characters. */
    url?: string | null | undefined;
    /** PIX transaction ID (txid); at most 500 characters. */
    txid?: string | null | undefined;
    /** Expiry time. */
    expires_at?: string | null | undefined;
  } | null | undefined;
  boleto?: {
    /** Digitable line (linha digitável); at most 500 characters. */
    line?: string | null | undefined;
    /** Barcode; at most 500 characters. */
    barcode?: string | null | undefined;
    /** URL of the boleto page or PDF; at most 2000 characters. */
    url?: string | null | undefined;
    /** Due time. */
    expires_at?: string | null | undefined;
  } | null | undefined;
  card?: {
    /** Brand; at most 500 characters. */
    brand?: string | null | undefined;
    /** Last four digits; at most 4 characters. */
    last_digits?: string | null | undefined;
  } | null | undefined;
  /** Reason for the refusal; at most 500 characters. */
  refusal_reason?: string | null | undefined;
};

/** EventShipping of the API. */
export type EventShipping = {
  /** Name of the shipping option; at most 500 characters. */
  name?: string | null | undefined;
  /** Carrier; at most 500 characters. */
  carrier?: string | null | undefined;
  /** Shipping price, in cents; 0 for free shipping. */
  price?: number | null | undefined;
  /** Whether the price is agreed with the shopper later. */
  to_be_agreed?: boolean | null | undefined;
  /** Minimum delivery time, in days. */
  turnaround_min_days?: number | null | undefined;
  /** Maximum delivery time, in days. */
  turnaround_max_days?: number | null | undefined;
  /** Shipping address. */
  address?: Record<string, unknown> | null | undefined;
};

/** EventTaken of the API. */
export type EventTaken = {
  /** ID of the event; for a duplicate, the ID of the first. */
  eventId: string;
  /** Whether the event was received before; nothing has changed then. */
  duplicate: boolean;
  /** Present if a field has no effect. */
  warnings?: EventWarning[];
};

/** EventTracking of the API. */
export type EventTracking = {
  /** Tracking code; 1 to 200 characters. */
  code?: string | null | undefined;
  /** Tracking URL; at most 2000 characters. */
  url?: string | null | undefined;
  /** Carrier; at most 500 characters. */
  carrier?: string | null | undefined;
  /** Shipment status; at most 500 characters. */
  status?: string | null | undefined;
};

/** EventWarning of the API. */
export type EventWarning = {
  code: 'PIX_CODE_UNREADABLE' | 'ORDER_STATUS_UNKNOWN';
  /** Field of the event. */
  path: string;
  /** Explanation in English. */
  message: string;
};

/** Issue of the API. */
export type Issue = {
  /** Path, such as cart.items[0].image. */
  path: string;
  /** JSON Pointer, such as /cart/items/0/image. */
  pointer: string;
  code: 'required' | 'wrong_type' | 'blank' | 'invalid_characters' | 'too_long' | 'too_small' | 'too_big' | 'too_few' | 'too_many' | 'too_large' | 'invalid_value' | 'invalid_url' | 'invalid_instant' | 'unknown_member' | 'required_one_of' | 'total_too_big' | 'too_deep' | 'invalid_json' | 'unsupported_media_type' | 'unsupported_content_encoding' | 'body_too_large' | 'wrong_signature' | 'stale_signature' | 'used_signature' | 'invalid_header' | 'malformed_request' | 'malformed_address' | 'wrong_host' | 'wrong_framing' | 'headers_too_large' | 'too_slow';
  /** What is wrong and what is accepted. */
  message: string;
};

/** A shopper is known by e-mail or phone. */
export type LeadCreatedEvent = {
  type: 'lead.created';
  /** When it happened, in UTC. */
  timestamp: string;
  /** ID of the store. */
  store: string;
  /** Version of the bodies. */
  version: '2026-11-29';
  /** Only in test mode, or for a test delivery. */
  test?: true;
  data: LeadEventData;
};

/** LeadCreatedReport of the API. */
export type LeadCreatedReport = {
  /** Your unique ID of the event; a repeated ID is ignored; 1 to 200 characters. */
  id: string;
  type: 'lead.created';
  /** When the event happened, not when it is sent. */
  occurred_at: string;
  data: EventData & ({
    customer: {
      email: string;
    };
  } | {
    customer: {
      phone: string;
    };
  } | {
    lead: {
      email: string;
    };
  } | {
    lead: {
      phone: string;
    };
  });
};

/** LeadEventData of the API. */
export type LeadEventData = {
  checkout_id?: string | null;
  cart?: {
    token?: string | null;
    /** Total, in cents. */
    total?: number | null;
    /** Sum of all lines, in cents. */
    subtotal?: number | null;
    /** Discount, in cents. */
    discount?: number | null;
    /** URL to resume the purchase. */
    url?: string | null;
    items?: EventItem[] | null;
  } | null;
  lead?: {
    /** Your ID of the lead. */
    id?: string | null;
    /** Full name. */
    name?: string | null;
    /** E-mail address. */
    email?: string | null;
    /** Phone number, preferably with country code. */
    phone?: string | null;
    /** CPF or CNPJ. */
    document?: string | null;
  } | null;
  customer?: {
    /** Your ID of the customer. */
    id?: string | null;
    /** Full name. */
    name?: string | null;
    /** E-mail address. */
    email?: string | null;
    /** Phone number, preferably with country code. */
    phone?: string | null;
    /** CPF or CNPJ. */
    document?: string | null;
  } | null;
};

/** ListCheckoutsQuery of the API. */
export type ListCheckoutsQuery = {
  /** Entries of a page, 20 unless given. */
  limit?: number | undefined;
  /** nextCursor of the page before. */
  cursor?: string | undefined;
  state?: 'open' | 'abandoned' | 'ordered' | 'paid' | 'expired' | undefined;
  /** Only checkouts created at this instant or later. */
  createdFrom?: string | undefined;
  /** Only checkouts created before this instant. */
  createdTo?: string | undefined;
  /** An e-mail address or a phone, of any age; part of a name or address among the newest checkouts; at most 200 characters. */
  search?: string | undefined;
};

/** ListedCheckout of the API. */
export type ListedCheckout = {
  /** ID of the checkout. */
  checkoutId: string;
  /** Payment link. */
  checkoutUrl: string;
  state: 'open' | 'abandoned' | 'ordered' | 'paid' | 'expired';
  /** When the checkout was created. */
  createdAt: string;
  /** Amount due, in cents. */
  total: number;
  customer: CheckoutContact;
  abandonedAt: string | null;
  orderId: string | null;
};

/** ListMetatagsQuery of the API. */
export type ListMetatagsQuery = {
  /** Event that starts the automation. */
  triggerType: 'pix.generated' | 'payment.confirmed' | 'payment.failed' | 'boleto.generated' | 'cart.abandoned' | 'lead.created' | 'tracking_code_updated';
};

/** ListOrdersQuery of the API. */
export type ListOrdersQuery = {
  /** Entries of a page, 20 unless given. */
  limit?: number | undefined;
  /** nextCursor of the page before. */
  cursor?: string | undefined;
  status?: 'pending' | 'processing' | 'paid' | 'failed' | 'cancelled' | undefined;
  /** Only orders that arrived at this instant or later. */
  createdFrom?: string | undefined;
  /** Only orders that arrived before this instant. */
  createdTo?: string | undefined;
  /** An order number, your own ID, an e-mail address or a phone, of any age; parts of them among the newest orders; at most 200 characters. */
  search?: string | undefined;
};

/** ListWebhookMessagesQuery of the API. */
export type ListWebhookMessagesQuery = {
  /** Entries of a page, 20 unless given. */
  limit?: number | undefined;
  /** nextCursor of the page before. */
  cursor?: string | undefined;
  type?: 'lead.created' | 'cart.abandoned' | 'checkout.expired' | 'order.created' | 'pix.generated' | 'boleto.generated' | 'payment.confirmed' | 'payment.failed' | 'payment.refunded' | 'order.cancelled' | 'tracking_code_updated' | 'ping' | undefined;
  state?: 'pending' | 'delivered' | 'failed' | 'cancelled' | undefined;
  /** Number or ID of an order, or ID of a checkout; 1 to 100 characters. */
  order?: string | undefined;
};

/** MarkOrderPaidBody of the API. */
export type MarkOrderPaidBody = {
  /** Amount received; what is missing unless given, in cents. */
  amount?: number | undefined;
};

/** Metatag of the API. */
export type Metatag = {
  /** Name between the braces, such as order.total. */
  name: string;
  /** Part before the first dot. */
  category: string | null;
  /** Part after the first dot. */
  field: string;
  /** Format of the value: text, money, date, integer, url, list, html. */
  type: string;
  /** Meaning, in Portuguese. */
  description: string;
  /** Example value. */
  example: string;
  /** Channels that support it. */
  channels: ('whatsapp' | 'email' | 'sms')[];
  status: 'active' | 'legacy' | 'planned' | 'deprecated';
  /** Whether it holds personal data that rarely belongs in a message. */
  sensitive: boolean;
  /** Replacement of a legacy metatag. */
  replacement?: string | null;
};

/** MetatagList of the API. */
export type MetatagList = {
  triggerType: 'pix.generated' | 'payment.confirmed' | 'payment.failed' | 'boleto.generated' | 'cart.abandoned' | 'lead.created' | 'tracking_code_updated';
  /** Whether messages of this trigger are validated against the list. */
  validated: boolean;
  /** Number of active metatags. */
  total: number;
  metatags: Metatag[];
};

/** Order of the API. */
export type Order = {
  /** ID of the order. */
  orderId: string;
  /** Your own ID, if you reported the order. */
  externalId: string | null;
  /** Order number shown to the shopper. */
  number: string | null;
  /** ID of its checkout; null: your store reported the order. */
  checkoutId: string | null;
  status: 'pending' | 'processing' | 'paid' | 'failed' | 'cancelled';
  total: number | null;
  /** Amount received, less what was given back, in cents. */
  received: number;
  /** Amount given back, in cents. */
  refunded: number;
  /** Reasons to review the order before you ship it. */
  attention: ('PAID_TWICE' | 'PAID_NOT_WANTED' | 'UNDERPAID' | 'OVERPAID' | 'PAID_LATE' | 'CHARGED_BACK' | 'PARTLY_REFUNDED' | 'UNSIGNED_PRICE' | 'ADDRESS_CHANGED')[];
  paidAt: string | null;
  tracking: Tracking | null;
  /** Whether the store is live: false while no real money moves. */
  livemode: boolean;
  /** When it was placed. */
  createdAt: string;
  currency: 'BRL';
  /** pix, boleto, credit_card, or free. */
  paymentMethod: string | null;
  subtotal: number | null;
  discount: number | null;
  shipping: number | null;
  /** Whether it was paid after the payment code expired or the order was cancelled. */
  paidLate: boolean;
  customer: Contact;
  address: DeliveryAddress | null;
  items: PurchaseItem[];
  /** The last requested first. */
  payments: Payment[];
  /** Oldest first. */
  refunds: Refund[];
};

/** An order was cancelled, or all its money given back. */
export type OrderCancelledEvent = {
  type: 'order.cancelled';
  /** When it happened, in UTC. */
  timestamp: string;
  /** ID of the store. */
  store: string;
  /** Version of the bodies. */
  version: '2026-11-29';
  /** Only in test mode, or for a test delivery. */
  test?: true;
  data: OrderEventData;
};

/** OrderChanged of the API. */
export type OrderChanged = {
  order: OrderState;
};

/** An order was placed. */
export type OrderCreatedEvent = {
  type: 'order.created';
  /** When it happened, in UTC. */
  timestamp: string;
  /** ID of the store. */
  store: string;
  /** Version of the bodies. */
  version: '2026-11-29';
  /** Only in test mode, or for a test delivery. */
  test?: true;
  data: OrderEventData;
};

/** OrderEventData of the API. */
export type OrderEventData = {
  checkout_id?: string | null;
  order: {
    /** Your ID of the order; events with the same ID update the same order; 1 to 200 characters. */
    id: string;
    number?: string | null;
    status?: string | null;
    payment_method?: string | null;
    currency?: 'BRL';
    /** Sum of all lines, in cents. */
    subtotal?: number | null;
    /** Discount, in cents. */
    discount?: number | null;
    /** Amount due, in cents. */
    total?: number | null;
    /** When the order was created. */
    created_at?: string | null;
    items?: EventItem[] | null;
  };
  payment?: {
    id?: string | null;
    /** Payment provider. */
    provider?: string | null;
    pix?: {
      /** PIX code to copy and paste. */
      payload?: string | null;
      /** URL of a page that shows the PIX code, where the code itself is not known. */
      url?: string | null;
      /** PIX transaction ID (txid). */
      txid?: string | null;
      /** Expiry time. */
      expires_at?: string | null;
    } | null;
    boleto?: {
      /** Digitable line (linha digitável). */
      line?: string | null;
      /** Barcode. */
      barcode?: string | null;
      /** URL of the boleto page or PDF. */
      url?: string | null;
      /** Due time. */
      expires_at?: string | null;
    } | null;
    card?: {
      /** Brand. */
      brand?: string | null;
      /** Last four digits. */
      last_digits?: string | null;
    } | null;
    /** Reason for the refusal. */
    refusal_reason?: string | null;
  } | null;
  customer?: {
    /** Your ID of the customer. */
    id?: string | null;
    /** Full name. */
    name?: string | null;
    /** E-mail address. */
    email?: string | null;
    /** Phone number, preferably with country code. */
    phone?: string | null;
    /** CPF or CNPJ. */
    document?: string | null;
  } | null;
  shipping?: {
    /** Name of the shipping option. */
    name?: string | null;
    /** Carrier. */
    carrier?: string | null;
    /** Shipping price, in cents; 0 for free shipping. */
    price?: number | null;
    /** Whether the price is agreed with the shopper later. */
    to_be_agreed?: boolean | null;
    /** Minimum delivery time, in days. */
    turnaround_min_days?: number | null;
    /** Maximum delivery time, in days. */
    turnaround_max_days?: number | null;
    /** Shipping address. */
    address?: Record<string, unknown> | null;
  } | null;
  tracking?: {
    code?: string | null;
    /** Tracking URL. */
    url?: string | null;
    /** Carrier. */
    carrier?: string | null;
    /** Shipment status. */
    status?: string | null;
  } | null;
};

/** OrderFound of the API. */
export type OrderFound = {
  order: Order;
};

/** OrderPage of the API. */
export type OrderPage = {
  /** Newest first. A page of a filter or search may hold fewer entries than its limit, even none. */
  data: Order[];
  /** Whether to ask for the next page. */
  hasMore: boolean;
  nextCursor: string | null;
};

/** OrderState of the API. */
export type OrderState = {
  /** ID of the order. */
  orderId: string;
  /** Your own ID, if you reported the order. */
  externalId: string | null;
  /** Order number shown to the shopper. */
  number: string | null;
  /** ID of its checkout; null: your store reported the order. */
  checkoutId: string | null;
  status: 'pending' | 'processing' | 'paid' | 'failed' | 'cancelled';
  total: number | null;
  /** Amount received, less what was given back, in cents. */
  received: number;
  /** Amount given back, in cents. */
  refunded: number;
  /** Reasons to review the order before you ship it. */
  attention: ('PAID_TWICE' | 'PAID_NOT_WANTED' | 'UNDERPAID' | 'OVERPAID' | 'PAID_LATE' | 'CHARGED_BACK' | 'PARTLY_REFUNDED' | 'UNSIGNED_PRICE' | 'ADDRESS_CHANGED')[];
  paidAt: string | null;
  tracking: Tracking | null;
  /** Whether the store is live: false while no real money moves. */
  livemode: boolean;
};

/** Payment of the API. */
export type Payment = {
  /** ID of the payment. */
  paymentId: string;
  /** manual: your store recorded it. */
  method: 'pix' | 'boleto' | 'card' | 'manual';
  /** Payment provider. */
  provider: string;
  state: 'creating' | 'pending' | 'processing' | 'expired' | 'cancelled' | 'failed' | 'paid' | 'partially_refunded' | 'refunded' | 'charged_back';
  /** Amount requested, in cents. */
  amount: number;
  paid: number | null;
  /** Part of it that was given back, in cents. */
  refunded: number;
  /** Why it failed: a code. */
  reason: string | null;
  /** Instalments of a card. */
  installments: number | null;
  /** Last digits of a card. */
  lastDigits: string | null;
  /** When it was requested. */
  createdAt: string;
  expiresAt: string | null;
};

/** An order is paid. */
export type PaymentConfirmedEvent = {
  type: 'payment.confirmed';
  /** When it happened, in UTC. */
  timestamp: string;
  /** ID of the store. */
  store: string;
  /** Version of the bodies. */
  version: '2026-11-29';
  /** Only in test mode, or for a test delivery. */
  test?: true;
  data: OrderEventData;
};

/** PaymentConfirmedReport of the API. */
export type PaymentConfirmedReport = {
  /** Your unique ID of the event; a repeated ID is ignored; 1 to 200 characters. */
  id: string;
  type: 'payment.confirmed';
  /** When the event happened, not when it is sent. */
  occurred_at: string;
  data: EventData & {
    order: EventOrder;
  };
};

/** A payment was refused. */
export type PaymentFailedEvent = {
  type: 'payment.failed';
  /** When it happened, in UTC. */
  timestamp: string;
  /** ID of the store. */
  store: string;
  /** Version of the bodies. */
  version: '2026-11-29';
  /** Only in test mode, or for a test delivery. */
  test?: true;
  data: OrderEventData;
};

/** PaymentFailedReport of the API. */
export type PaymentFailedReport = {
  /** Your unique ID of the event; a repeated ID is ignored; 1 to 200 characters. */
  id: string;
  type: 'payment.failed';
  /** When the event happened, not when it is sent. */
  occurred_at: string;
  data: EventData & {
    order: EventOrder;
  };
};

/** Money was given back, in full or in part. */
export type PaymentRefundedEvent = {
  type: 'payment.refunded';
  /** When it happened, in UTC. */
  timestamp: string;
  /** ID of the store. */
  store: string;
  /** Version of the bodies. */
  version: '2026-11-29';
  /** Only in test mode, or for a test delivery. */
  test?: true;
  data: RefundEventData;
};

/** PingData of the API. */
export type PingData = {
  /** ID of the endpoint. */
  webhook_id: string;
};

/** A test of the endpoint. */
export type PingEvent = {
  type: 'ping';
  /** When it happened, in UTC. */
  timestamp: string;
  /** ID of the store. */
  store: string;
  /** Version of the bodies. */
  version: '2026-11-29';
  /** Only in test mode, or for a test delivery. */
  test?: true;
  data: PingData;
};

/** A PIX code waits for payment. */
export type PixGeneratedEvent = {
  type: 'pix.generated';
  /** When it happened, in UTC. */
  timestamp: string;
  /** ID of the store. */
  store: string;
  /** Version of the bodies. */
  version: '2026-11-29';
  /** Only in test mode, or for a test delivery. */
  test?: true;
  data: OrderEventData;
};

/** PixGeneratedReport of the API. */
export type PixGeneratedReport = {
  /** Your unique ID of the event; a repeated ID is ignored; 1 to 200 characters. */
  id: string;
  type: 'pix.generated';
  /** When the event happened, not when it is sent. */
  occurred_at: string;
  data: EventData & {
    order: EventOrder;
  } & ({
    payment: {
      pix: {
        payload: string;
      };
    };
  } | {
    payment: {
      pix: {
        url: string;
      };
    };
  });
};

/** PurchaseItem of the API. */
export type PurchaseItem = {
  /** Product name. */
  title: string;
  /** Quantity. */
  quantity: number;
  unitPrice: number | null;
  total: number | null;
  /** Stock keeping unit. */
  sku: string | null;
  /** Your ID of the product. */
  productId: string | null;
  /** URL of an image. */
  image: string | null;
};

/** Refund of the API. */
export type Refund = {
  /** ID of the refund. */
  refundId: string;
  /** ID of the payment; null: no payment recorded the money. */
  paymentId: string | null;
  /** Amount, in cents. */
  amount: number;
  state: 'requested' | 'done' | 'failed';
  /** Who requested it. */
  source: 'member' | 'api' | 'command_line' | 'provider';
  cause: 'changed_mind' | 'out_of_stock' | 'defective' | 'paid_twice' | 'other' | null;
  /** Pieces that it is for; null: an amount. */
  items: {
    /** Index in items of the order. */
    index: number;
    quantity: number;
  }[] | null;
  /** Whether the shipping is with them. */
  shipping: boolean;
  /** When it was requested. */
  requestedAt: string;
  settledAt: string | null;
};

/** RefundEventData of the API. */
export type RefundEventData = {
  checkout_id?: string | null;
  order: {
    /** Your ID of the order; events with the same ID update the same order; 1 to 200 characters. */
    id: string;
    number?: string | null;
    status?: string | null;
    payment_method?: string | null;
    currency?: 'BRL';
    /** Sum of all lines, in cents. */
    subtotal?: number | null;
    /** Discount, in cents. */
    discount?: number | null;
    /** Amount due, in cents. */
    total?: number | null;
    /** When the order was created. */
    created_at?: string | null;
    items?: EventItem[] | null;
  };
  payment?: {
    id?: string | null;
    /** Payment provider. */
    provider?: string | null;
    pix?: {
      /** PIX code to copy and paste. */
      payload?: string | null;
      /** URL of a page that shows the PIX code, where the code itself is not known. */
      url?: string | null;
      /** PIX transaction ID (txid). */
      txid?: string | null;
      /** Expiry time. */
      expires_at?: string | null;
    } | null;
    boleto?: {
      /** Digitable line (linha digitável). */
      line?: string | null;
      /** Barcode. */
      barcode?: string | null;
      /** URL of the boleto page or PDF. */
      url?: string | null;
      /** Due time. */
      expires_at?: string | null;
    } | null;
    card?: {
      /** Brand. */
      brand?: string | null;
      /** Last four digits. */
      last_digits?: string | null;
    } | null;
    /** Reason for the refusal. */
    refusal_reason?: string | null;
  } | null;
  customer?: {
    /** Your ID of the customer. */
    id?: string | null;
    /** Full name. */
    name?: string | null;
    /** E-mail address. */
    email?: string | null;
    /** Phone number, preferably with country code. */
    phone?: string | null;
    /** CPF or CNPJ. */
    document?: string | null;
  } | null;
  shipping?: {
    /** Name of the shipping option. */
    name?: string | null;
    /** Carrier. */
    carrier?: string | null;
    /** Shipping price, in cents; 0 for free shipping. */
    price?: number | null;
    /** Whether the price is agreed with the shopper later. */
    to_be_agreed?: boolean | null;
    /** Minimum delivery time, in days. */
    turnaround_min_days?: number | null;
    /** Maximum delivery time, in days. */
    turnaround_max_days?: number | null;
    /** Shipping address. */
    address?: Record<string, unknown> | null;
  } | null;
  tracking?: {
    code?: string | null;
    /** Tracking URL. */
    url?: string | null;
    /** Carrier. */
    carrier?: string | null;
    /** Shipment status. */
    status?: string | null;
  } | null;
  refund: {
    /** ID of the refund. */
    id: string;
    /** ID of its payment. */
    payment_id?: string | null;
    /** What was given back, in cents. */
    amount: number;
    /** Who gave it back: member, command_line, api, or provider: directly there. */
    source?: string;
    /** Why. */
    cause?: string | null;
    /** When the provider confirmed it. */
    settled_at?: string;
  };
};

/** RefundOrderBody of the API. */
export type RefundOrderBody = {
  /** Amount to give back; with items, what you computed for them; everything that is left unless given, in cents. */
  amount?: number | undefined;
  /** Give back what was paid for these pieces; 1 to 1000. */
  items?: {
    /** Index in items of the order. */
    index: number;
    /** Pieces. */
    quantity: number;
  }[] | undefined;
  /** Give back what was paid for the shipping. */
  shipping?: boolean | undefined;
  /** Only this payment; at most 36 characters. */
  paymentId?: string | undefined;
  /** You gave the money back yourself: it is recorded, and no provider is called. */
  alreadyReturned?: boolean | undefined;
  cause?: 'changed_mind' | 'out_of_stock' | 'defective' | 'paid_twice' | 'other' | undefined;
};

/** ReplayWebhookBody of the API. */
export type ReplayWebhookBody = {
  /** Messages of this instant or later. */
  since: string;
};

/** ReportedCart of the API. */
export type ReportedCart = {
  /** Empty: the shopper emptied the cart or bought it; at most 100. */
  items: CartItem[];
  /** Your unique ID of this cart; never reuse it for another cart; 1 to 200 characters. */
  token: string;
  /** BRL, also if absent. */
  currency?: 'BRL' | null | undefined;
  /** Subtotal that you computed; a different subtotal causes a warning. */
  subtotalPrice?: number | null | undefined;
  /** Total that you computed; a different total causes a warning. */
  totalPrice?: number | null | undefined;
  /** Discount on the cart; used if discounts is absent. */
  totalDiscount?: number | null | undefined;
  /** Whether the cart requires shipping; true if absent. */
  requiresShipping?: boolean | null | undefined;
  discounts?: Discount[] | null | undefined;
  /** Your own data, stored with the cart; at most 16384 bytes of JSON. */
  metadata?: Record<string, unknown> | null | undefined;
};

/** StoreEvent of the API. */
export type StoreEvent = PixGeneratedReport | PaymentConfirmedReport | PaymentFailedReport | BoletoGeneratedReport | CartAbandonedReport | LeadCreatedReport | TrackingCodeUpdatedReport;

/** TestClockAdvanced of the API. */
export type TestClockAdvanced = Done;

/** TestWebhookBody of the API. */
export type TestWebhookBody = {
  /** Event whose example is sent; ping unless given. */
  type?: 'lead.created' | 'cart.abandoned' | 'checkout.expired' | 'order.created' | 'pix.generated' | 'boleto.generated' | 'payment.confirmed' | 'payment.failed' | 'payment.refunded' | 'order.cancelled' | 'tracking_code_updated' | 'ping' | undefined;
};

/** Tracking of the API. */
export type Tracking = {
  /** Tracking code. */
  code: string | null;
  /** URL of the tracking page. */
  url: string | null;
  /** Carrier. */
  carrier: string | null;
  /** Status of the shipment. */
  status: string | null;
};

/** A shipment has a tracking code. */
export type TrackingCodeUpdatedEvent = {
  type: 'tracking_code_updated';
  /** When it happened, in UTC. */
  timestamp: string;
  /** ID of the store. */
  store: string;
  /** Version of the bodies. */
  version: '2026-11-29';
  /** Only in test mode, or for a test delivery. */
  test?: true;
  data: OrderEventData;
};

/** TrackingCodeUpdatedReport of the API. */
export type TrackingCodeUpdatedReport = {
  /** Your unique ID of the event; a repeated ID is ignored; 1 to 200 characters. */
  id: string;
  type: 'tracking_code_updated';
  /** When the event happened, not when it is sent. */
  occurred_at: string;
  data: EventData & {
    order: EventOrder;
  } & {
    tracking: {
      code: string;
    };
  };
};

/** TrackOrderBody of the API. */
export type TrackOrderBody = {
  /** Tracking code; 1 to 200 characters. */
  code: string;
  /** URL of the tracking page; at most 2000 characters. */
  url?: string | undefined;
  /** Carrier; at most 200 characters. */
  carrier?: string | undefined;
  /** Status of the shipment; at most 200 characters. */
  status?: string | undefined;
};

/** UpdateWebhookBody of the API. */
export type UpdateWebhookBody = {
  /** https URL that receives the events by POST; 1 to 2000 characters. */
  url?: string | undefined;
  /** A note for people; 1 to 200 characters. */
  description?: string | null | undefined;
  /** Events that it receives; null: all, also those of later releases; 1 to 11. */
  types?: ('lead.created' | 'cart.abandoned' | 'checkout.expired' | 'order.created' | 'pix.generated' | 'boleto.generated' | 'payment.confirmed' | 'payment.failed' | 'payment.refunded' | 'order.cancelled' | 'tracking_code_updated')[] | null | undefined;
  /** Whether bodies have IDs and states only, and no personal data. */
  thin?: boolean | undefined;
  /** false disables it; true enables it again, and a ping is sent first. */
  enabled?: boolean | undefined;
};

/** Webhook of the API. */
export type Webhook = {
  /** ID of the webhook. */
  webhookId: string;
  /** URL that receives the events. */
  url: string;
  description: string | null;
  /** Events that it receives; null: all. */
  types: ('lead.created' | 'cart.abandoned' | 'checkout.expired' | 'order.created' | 'pix.generated' | 'boleto.generated' | 'payment.confirmed' | 'payment.failed' | 'payment.refunded' | 'order.cancelled' | 'tracking_code_updated')[] | null;
  /** Whether bodies have IDs and states only. */
  thin: boolean;
  enabled: boolean;
  /** Why it is disabled: by the store, without a success for 5 days, or it responded 410. */
  reason: 'owner' | 'failing' | 'gone' | null;
  /** Since when it is enabled or disabled. */
  stateAt: string;
  previousSecretEndsAt: string | null;
  /** When it was created. */
  createdAt: string;
  lastSuccessAt: string | null;
  failingSince: string | null;
  /** Why the last attempt failed; null: it succeeded. */
  lastError: string | null;
  /** Messages that wait, counted up to 1,000. */
  pending: number;
  /** Messages of 30 days that were given up or cancelled, counted up to 1,000. */
  missed: number;
};

/** WebhookAttempt of the API. */
export type WebhookAttempt = {
  /** When it began. */
  at: string;
  /** How long it took, in milliseconds. */
  durationMs: number;
  /** HTTP status of the response; null: there was none. */
  status: number | null;
  /** First kilobyte of the response. */
  response: string | null;
  /** Why it failed; null: it succeeded. */
  error: string | null;
};

/** WebhookDeleted of the API. */
export type WebhookDeleted = Done;

/** The body of a webhook. */
export type WebhookEvent = LeadCreatedEvent | CartAbandonedEvent | CheckoutExpiredEvent | OrderCreatedEvent | PixGeneratedEvent | BoletoGeneratedEvent | PaymentConfirmedEvent | PaymentFailedEvent | PaymentRefundedEvent | OrderCancelledEvent | TrackingCodeUpdatedEvent | PingEvent;

/** WebhookFound of the API. */
export type WebhookFound = {
  webhook: Webhook;
};

/** WebhookList of the API. */
export type WebhookList = {
  /** All webhooks, the oldest first. */
  data: Webhook[];
};

/** WebhookMessage of the API. */
export type WebhookMessage = {
  /** ID of the message, as in the header webhook-id: msg_…. */
  messageId: string;
  type: 'lead.created' | 'cart.abandoned' | 'checkout.expired' | 'order.created' | 'pix.generated' | 'boleto.generated' | 'payment.confirmed' | 'payment.failed' | 'payment.refunded' | 'order.cancelled' | 'tracking_code_updated' | 'ping';
  /** failed: given up; cancelled: the webhook was disabled. */
  state: 'pending' | 'delivered' | 'failed' | 'cancelled';
  /** Attempts since it was written or sent again. */
  attempts: number;
  nextAttemptAt: string | null;
  /** When it was written. */
  createdAt: string;
};

/** WebhookMessageDetails of the API. */
export type WebhookMessageDetails = {
  /** ID of the message, as in the header webhook-id: msg_…. */
  messageId: string;
  type: 'lead.created' | 'cart.abandoned' | 'checkout.expired' | 'order.created' | 'pix.generated' | 'boleto.generated' | 'payment.confirmed' | 'payment.failed' | 'payment.refunded' | 'order.cancelled' | 'tracking_code_updated' | 'ping';
  /** failed: given up; cancelled: the webhook was disabled. */
  state: 'pending' | 'delivered' | 'failed' | 'cancelled';
  /** Attempts since it was written or sent again. */
  attempts: number;
  nextAttemptAt: string | null;
  /** When it was written. */
  createdAt: string;
  /** The bytes that are signed and sent; null: erased with the data of its shopper. */
  body: string | null;
  /** Newest first, at most 100. */
  attemptList: WebhookAttempt[];
};

/** WebhookMessageFound of the API. */
export type WebhookMessageFound = {
  message: WebhookMessageDetails;
};

/** WebhookMessagePage of the API. */
export type WebhookMessagePage = {
  /** Newest first. */
  data: WebhookMessage[];
  /** Whether to ask for the next page. */
  hasMore: boolean;
  /** cursor of the next page. */
  nextCursor: string | null;
};

/** WebhookMessageQueued of the API. */
export type WebhookMessageQueued = {
  /** ID of the message, as in the header webhook-id: msg_…. */
  messageId: string;
};

/** WebhookReplayed of the API. */
export type WebhookReplayed = {
  /** Messages that are sent again. */
  replayed: number;
};

/** WebhookWithSecret of the API. */
export type WebhookWithSecret = {
  webhook: Webhook;
  /** Signing secret by Standard Webhooks; it is shown only in this response. */
  secret: string;
};

/** A code of the API's errors. */
export type ContractErrorCode = 'INVALID_PAYLOAD' | 'MISSING_API_KEY' | 'INVALID_API_KEY' | 'INVALID_SIGNATURE' | 'STORE_INACTIVE' | 'UNSIGNED_CART' | 'WRONG_KEY_KIND' | 'MISSING_SCOPE' | 'STORE_NOT_FOUND' | 'CHECKOUT_NOT_FOUND' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'IDEMPOTENCY_IN_PROGRESS' | 'IDEMPOTENCY_KEY_REUSED' | 'RATE_LIMITED' | 'INTERNAL_ERROR' | 'ORDER_PAID' | 'ORDER_CANCELLED' | 'NOT_PAID' | 'MANUAL_REFUND_REQUIRED' | 'REFUND_REFUSED' | 'REFUND_IN_PROGRESS' | 'REFUND_CHANGED' | 'REFUND_TOO_HIGH' | 'PROVIDER_UNAVAILABLE' | 'INVALID_TRACKING' | 'WEBHOOK_NOT_FOUND' | 'MESSAGE_NOT_FOUND' | 'WRONG_WEBHOOK_URL' | 'TOO_MANY_WEBHOOKS' | 'WEBHOOK_DISABLED' | 'MESSAGE_PENDING' | 'MESSAGE_ERASED' | 'EXAMPLE_STORE' | 'ORDER_NOT_FOUND' | 'PAYMENT_NOT_FOUND' | 'CHECKOUT_NOT_OPEN' | 'NOT_TEST_MODE' | 'INVALID_TRIGGER';
