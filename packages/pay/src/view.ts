import type { CouponRefusal, InstallmentOption, PaymentMethod, PaymentRefusal } from '@retoma/commerce';
import type { Freight } from '@retoma/commerce/freight';
import type { Cents } from '@retoma/commerce/money';
import type { PersonIssue } from '@retoma/commerce/person';

/** The seller. All data except the name may be absent. */
export type StoreView = {
  name: string;
  legalName?: string | undefined;
  /** CNPJ or CPF, with or without punctuation. */
  document?: string | undefined;
  address?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  url?: string | undefined;
  returnsUrl?: string | undefined;
  /** The text of the link; absent: the default text. */
  returnsText?: string | undefined;
  privacyUrl?: string | undefined;
  privacyText?: string | undefined;
  logo?: string | undefined;
  /** `#rrggbb`: the colour of buttons and links; unreadable colours are adjusted. */
  accent?: string | undefined;
  /** Shape of boxes and buttons; absent: soft. */
  corners?: 'square' | 'round' | undefined;
};

/** One line of the summary. */
export type ItemView = {
  title: string;
  quantity: number;
  image: string;
  /** Price of one unit. */
  unitPrice: Cents;
  originalUnitPrice?: Cents | undefined;
  /** Price of the line (CHK5). */
  lineTotal: Cents;
  originalLineTotal?: Cents | undefined;
  options: readonly { name: string; value: string }[];
};

/** What is taken off the goods, as positive cents: by the cart, by a coupon (COM28), or by the payment method (COM27). */
export type DiscountView = { amount: Cents } & (
  { kind: 'cart'; title: string } | { kind: 'coupon'; couponCode: string } | { kind: 'method'; method: PaymentMethod }
);

/** COM27: what a purchase costs, paid one way. */
export type PriceView = {
  discounts: readonly DiscountView[];
  /** The applied discount: the sum of `discounts`, but of the cart's at most the subtotal (CHK5). */
  discount: Cents;
  /** COM29: the interest of instalments. */
  interest: Cents;
  total: Cents;
};

/** Everything that the page of a checkout shows. Instants in milliseconds since 1970. */
export type CheckoutView = PriceView & {
  checkoutId: string;
  store: StoreView;
  items: readonly ItemView[];
  subtotal: Cents;
  /** Null if nothing needs shipping. */
  shipping: Freight | null;
  /** The address of the link "back to the store": the request's cancelUrl; absent: the store's own address. */
  backUrl?: string | undefined;
  /** The address to go to after payment. */
  successUrl?: string | undefined;
  /** The server's time: the shopper's clock may be wrong. */
  now: number;
  timeZone: string;
  /** Whether the payment is in the sandbox; the page then says so. */
  pretended: boolean;
  /** Identifies this state of the purchase: an open page reloads when the server reports another key. */
  stateKey: string;
  state: StateView;
};

/** The state of the page. One file of `views/` for each kind. */
export type StateView =
  | DetailsView
  | ReturningView
  | MethodView
  | PixView
  | PixExpiredView
  | BoletoView
  | ProcessingView
  | PaidView
  | CancelledView
  | { kind: 'no-method' }
  | BelowMinimumView;

/** COM27: the goods cost less than the store's minimum order. */
export type BelowMinimumView = { kind: 'below-minimum'; minimum: Cents; missing: Cents };

/** A field of the first step, by its name in the form. */
export type DetailField =
  | 'email'
  | 'name'
  | 'document'
  | 'phone'
  | 'zipcode'
  | 'street'
  | 'number'
  | 'complement'
  | 'neighborhood'
  | 'city'
  | 'state'
  | 'shipping';

/** A refused field, or one that needs confirmation: codes of `commerce/person`, and some of the page. */
export type FieldIssue =
  | PersonIssue
  | { field: 'name'; code: 'name_one_word' }
  | { field: 'shipping'; code: 'shipping_missing' | 'shipping_gone' };

/** A shipping option. `fullPrice`: struck through if it is more than `price`. */
export type ShippingOptionView = {
  id: string;
  name: string;
  price: Cents;
  fullPrice?: Cents;
  /** Working days. */
  days: { min: number | null; max: number | null };
  /** The day, as `2026-12-03`, on which it has arrived if it is paid today; null: unknown. */
  arrivesBy?: string | null;
  /** Where and when the order is collected; null: it is delivered. */
  pickup?: { address: string; hours: string } | null;
};

/** The payment methods of a purchase. */
export type OfferedMethods = {
  /** In the order of the page; empty if there is nothing to pay. */
  methods: readonly PaymentMethod[];
  /** Null: a card is not among the methods, or is charged at once. */
  installments: InstallmentsView | null;
};

/** The most instalments of a card, at least 2, and up to how many are certainly free of interest; 0: it is not known. */
export type InstallmentsView = { max: number; interestFree: number };

/** COM36: something that the shopper may agree to. `advertising`: that the store's advertising platforms learn of the purchase. */
export type ConsentView = { purpose: 'marketing' | 'advertising'; granted: boolean };

/** The first step: contact data and address. */
export type DetailsView = {
  kind: 'details';
  /** What the second step will offer. */
  offered: OfferedMethods;
  /** Values to show: typed in the form, or stored. */
  typed: Partial<Record<DetailField, string>>;
  /** Whether some values are masked, because another browser entered them. */
  masked?: boolean;
  documentKind: 'cpf' | 'cnpj';
  issues: readonly FieldIssue[];
  /** Why an address is needed: for delivery, or for the boleto that the bank prints; null: it is not needed. */
  address: 'delivery' | 'boleto' | null;
  options: readonly ShippingOptionView[];
  /** Whether the options depend on the CEP, so that the script asks for them once it is complete. */
  freightNeedsZipcode?: boolean;
  /** A one-word name that the page has already questioned; the same name is accepted now. */
  confirmedName?: string | undefined;
  /** What is asked, each by itself. */
  consents: readonly ConsentView[];
  /** Whether a shopper who bought before may get the data with a code. */
  offersCode: boolean;
};

/** COM35: getting the data of an earlier purchase with a one-time code. */
export type ReturningView = {
  kind: 'returning';
  step: 'contact' | 'code';
  /** The value of the contact field. */
  contact: string;
  /** What codes can be sent to. */
  by: 'email' | 'phone' | 'both';
  problem: 'contact' | 'wrong' | 'expired' | 'limit' | null;
};

/** The browser script of a provider's card fields. docs/threat-model.md lists all scripts of the page. */
export type CardScript = {
  /** Its built file: `<provider>-card-fields.js`, of `payments/<provider>/page/card-fields.ts`. */
  readonly file: string;
  /** Origins whose scripts it loads, origins that these connect to, and origins of their frames. */
  readonly foreign: readonly string[];
  readonly connect: readonly string[];
  readonly frame: readonly string[];
};

/** The card form: fields that a provider hosts in frames, or fields of our own page that take test numbers only. */
export type CardForm =
  | {
      readonly kind: 'hosted-fields';
      readonly script: CardScript;
      /** The data for the script. */
      readonly data: Readonly<Record<string, string | number | null>>;
      /** Whether the shopper types the card holder's document. */
      readonly asksDocument: boolean;
      /** Whether the script offers instalments; false: the card is charged at once. */
      readonly hasInstallments: boolean;
      /** Who receives what is typed. */
      readonly recipientText: { readonly 'pt-BR': string; readonly en: string };
    }
  | {
      readonly kind: 'test-numbers';
      /** The form works without it. */
      readonly script: CardScript;
      readonly cards: readonly TestCard[];
      /** The test number to fill in; null: the fields are empty. */
      readonly chosen: string | null;
      readonly asksDocument: boolean;
      readonly installments: readonly number[];
    };

/** A test number of 16 digits, and its outcome: paid, paid after some seconds, in review, or refused for that reason. */
export type TestCard = { readonly number: string; readonly outcome: 'accepted' | 'slow' | 'review' | PaymentRefusal };

/** The second step: choice of the payment method. */
export type MethodView = OfferedMethods & {
  kind: 'method';
  chosen: PaymentMethod;
  /** COM27: the price by method, if they differ; null: every method costs the same. */
  prices: Readonly<Partial<Record<PaymentMethod, PriceView>>> | null;
  /** COM27: a key of the prices that are shown, which the form sends back. */
  pricesKey: string;
  /** COM24: a key of the data with which the purchase is paid, which the form sends back. */
  dataKey: string;
  /** COM24: whether the order has an open payment with the data of another shopper. */
  anotherOrder: boolean;
  /** COM24: why nothing was placed: the data changed since the page was shown, or the open payment has those of another shopper. */
  changed?: 'data' | 'another' | null;
  /** COM29: the instalments of the store's own rule; null: they are the provider's. */
  divided: readonly InstallmentOption[] | null;
  /** COM28: the coupon; null: the store has none. */
  coupon: CouponView | null;
  /** COM30: the order bump; null: none is offered. */
  bump: BumpView | null;
  /** COM27: whether the price changed since the page was shown. */
  hasNewPrice?: boolean;
  /** The card fields; null until Card is chosen. */
  card: CardForm | null;
  /** COM40: the provider of the card fields; `isFallback`: the store's other one, since the first one is down. */
  cardAccount?: { provider: string; isFallback: boolean };
  /** Contact data and address, for review. */
  person: { name: string | null; email: string | null; address: string | null };
  /** Whether the first step can still be changed. */
  editable: boolean;
  /** COM7: whether an earlier code of this order can still be paid, so that the page waits for updates. */
  awaitsEarlierCode: boolean;
  /** Why the previous attempt failed. */
  refused: { method: PaymentMethod; reason: PaymentRefusal } | null;
};

/** COM28: the coupon field. `entered`: a valid one that is applied. `refused`: why the typed one is not. */
export type CouponView = { entered: string | null; refused: (CouponRefusal & { couponCode: string }) | null };

/** COM30: the order bump. */
export type BumpView = {
  bumpId: string;
  title: string;
  description: string | null;
  image: string | null;
  price: Cents;
  originalPrice: Cents | null;
  isAccepted: boolean;
};

/** A QR symbol: modules per side without the quiet zone, and the path of the dark modules. */
export type QrView = { size: number; path: string };

/** A PIX code that is not paid yet. */
export type PixView = {
  kind: 'pix';
  code: string;
  qr: QrView;
  amount: Cents;
  expiresAt: number | null;
  orderNumber: string | null;
  /** The recipient that the bank shows. */
  receiver: { name: string; document: string | null } | null;
  /** Whether the store confirms payments by hand, since no provider reports them. */
  byHand: boolean;
  otherMethods: boolean;
  /** The address of the page where the sandbox simulates the bank. */
  simulator?: string | undefined;
};

/** A PIX code that expired unpaid. */
export type PixExpiredView = {
  kind: 'pix-expired';
  amount: Cents;
  expiredAt: number;
  otherMethods: boolean;
  simulator?: string | undefined;
};

/** A boleto that is not paid yet. */
export type BoletoView = {
  kind: 'boleto';
  /** 47 digits. */
  line: string;
  /** 44 digits; null if only the typeable line is available. */
  barcode: string | null;
  amount: Cents;
  dueAt: number | null;
  orderNumber: string | null;
  /** The address of the provider's PDF. */
  pdf: string | null;
  /** Whether the store also accepts PIX, which is faster. */
  pix: boolean;
  otherMethods: boolean;
  simulator?: string | undefined;
};

/** Waiting: the bank reviews the payment, or the code is being created. */
export type ProcessingView = {
  kind: 'processing';
  making: boolean;
  simulator?: string | undefined;
  /** COM39: the bank's page on which the card holder confirms the payment: in a frame of this page, or behind a link. */
  challenge?: { url: string; display: 'frame' | 'link' } | undefined;
  /** COM7a: less than the total was received. `pix`: whether a PIX for the rest is possible. */
  rest?: { received: Cents; missing: Cents; pix: boolean } | undefined;
};

/** Paid; also shown whenever the link is opened again, as the order's status. */
export type PaidView = {
  kind: 'paid';
  amount: Cents;
  /** The part of it that was refunded. */
  refunded: Cents;
  method: PaymentMethod | 'free' | null;
  at: number | null;
  orderNumber: string | null;
  /** COM7: the money came late, so the store must check whether it can still deliver. */
  late: boolean;
  /** The shopper's e-mail, masked in a browser that did not enter it (COM24); null: unknown or erased. */
  email: string | null;
  /** Null: nothing is shipped. */
  delivery: DeliveryView | null;
};

/** The delivery of a paid order. */
export type DeliveryView = {
  /** Null: agreed with the store. */
  option: Pick<ShippingOptionView, 'name' | 'days'> | null;
  /** In one line, masked in a browser that did not enter it; null: unknown or erased. */
  address: string | null;
  stage: 'preparing' | 'sent' | 'out-for-delivery' | 'delivered' | 'returned';
  /** The tracking code, with the carrier's name and page if they are known; null: none yet. */
  tracking: { code: string; carrier: string | null; url: string | null } | null;
};

/** A cancelled order. `refunded`: what was given back, if it was paid. */
export type CancelledView = { kind: 'cancelled'; orderNumber: string | null; refunded: Cents };

/** Why there is nothing to pay. */
export type NoticeKind = 'unknown-link' | 'store-inactive' | 'service-fault' | 'expired' | 'too-many' | 'too-large';

/** A page that says why there is nothing to pay; it shows the store's name if the store is known. */
export type NoticeView = {
  kind: NoticeKind;
  store?: StoreView | undefined;
  backUrl?: string | undefined;
  /** Shown after an internal error, for the shopper to send to the store. */
  requestId?: string | undefined;
};

/** The page on which the sandbox offers outcomes of a payment, instead of a bank. */
export type SimulatorView = {
  /** The path of the page itself. */
  path: string;
  method: PaymentMethod;
  amount: Cents;
  state: 'pending' | 'processing' | 'paid' | 'failed' | 'expired' | 'cancelled' | 'refunded';
  /** Whether the pressed button had no effect, because the payment had already changed. */
  unchanged: boolean;
  /** The address of the payment page. */
  payPage: string;
};
