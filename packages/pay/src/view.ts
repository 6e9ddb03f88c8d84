import type { Cents } from '@retoma/commerce/money';

/** Who sells. Anything but the name may be unknown. */
export type StoreView = {
  name: string;
  legalName?: string | undefined;
  /** CNPJ or CPF, with or without punctuation. */
  document?: string | undefined;
  address?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  url?: string | undefined;
};

/** One line of the summary. */
export type ItemView = {
  title: string;
  quantity: number;
  image: string;
  /** What one costs. */
  unitPrice: Cents;
  originalUnitPrice?: Cents | undefined;
  /** What the line costs (A5). */
  lineTotal: Cents;
  originalLineTotal?: Cents | undefined;
  options: readonly { name: string; value: string }[];
};

/** A discount on the cart, as positive cents. */
export type DiscountView = { title: string; amount: Cents };

/** Everything that the page of an open checkout shows. */
export type CheckoutView = {
  store: StoreView;
  items: readonly ItemView[];
  subtotal: Cents;
  discounts: readonly DiscountView[];
  /** The discount that counts: the sum of `discounts`, or less where that is more than the subtotal (A5). */
  discount: Cents;
  total: Cents;
  requiresShipping: boolean;
  /** Where "back to the store" leads: the request's cancelUrl. The store's own address where absent. */
  backUrl?: string | undefined;
};

/** Why there is nothing to pay. */
export type NoticeKind = 'unknown-link' | 'store-inactive' | 'service-fault' | 'expired';

/** A page that says why there is nothing to pay; it keeps the store's name where the store is known. */
export type NoticeView = {
  kind: NoticeKind;
  store?: StoreView | undefined;
  backUrl?: string | undefined;
  /** Shown with a fault, for the shopper to pass on. */
  requestId?: string | undefined;
};
