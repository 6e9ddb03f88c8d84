import type { PaymentMethod, PaymentRefusal, SandboxCard } from '@retoma/commerce';
import type { Freight } from '@retoma/commerce/freight';
import type { Cents } from '@retoma/commerce/money';
import type { PersonIssue } from '@retoma/commerce/person';

/** The seller. Anything but the name may be unknown. */
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
  /** `#rrggbb`: the colour of buttons and links, made readable where it is not. */
  accent?: string | undefined;
  /** Of boxes and buttons; absent: soft. */
  corners?: 'square' | 'round' | undefined;
};

/** One line of the summary. */
export type ItemView = {
  title: string;
  quantity: number;
  image: string;
  /** What one costs. */
  unitPrice: Cents;
  originalUnitPrice?: Cents | undefined;
  /** What the line costs (CHK5). */
  lineTotal: Cents;
  originalLineTotal?: Cents | undefined;
  options: readonly { name: string; value: string }[];
};

/** A discount on the cart, as positive cents. */
export type DiscountView = { title: string; amount: Cents };

/** Everything that the page of a checkout shows. Instants in milliseconds since 1970. */
export type CheckoutView = {
  checkoutId: string;
  store: StoreView;
  items: readonly ItemView[];
  subtotal: Cents;
  discounts: readonly DiscountView[];
  /** The discount that counts: the sum of `discounts`, or less where that is more than the subtotal (CHK5). */
  discount: Cents;
  /** Null if nothing is shipped. */
  shipping: Freight | null;
  total: Cents;
  /** Where "back to the store" leads: the request's cancelUrl. The store's own address where absent. */
  backUrl?: string | undefined;
  /** Where to go once it is paid. */
  successUrl?: string | undefined;
  /** The server's time: the shopper's clock may be wrong. */
  now: number;
  timeZone: string;
  /** A sandbox payment; the page says so. */
  pretended: boolean;
  /** Identifies this state of the purchase: an open page reloads when the server reports another. */
  stateKey: string;
  state: StateView;
};

/** The state of the page. One file of `views/` for each kind. */
export type StateView =
  | DetailsView
  | MethodView
  | PixView
  | PixExpiredView
  | BoletoView
  | ProcessingView
  | PaidView
  | { kind: 'cancelled'; orderNumber: string | null }
  | { kind: 'no-method' };

/** The fields of the first step, as they are named in the form. */
export const detailFields = [
  'email',
  'name',
  'document',
  'phone',
  'zipcode',
  'street',
  'number',
  'complement',
  'neighborhood',
  'city',
  'state',
  'shipping',
] as const;

/** A field of the first step. */
export type DetailField = (typeof detailFields)[number];

/** A refused field, or one that needs confirmation: codes of `commerce/person`, and some of the page. */
export type FieldIssue =
  | PersonIssue
  | { field: 'name'; code: 'name_one_word' }
  | { field: 'shipping'; code: 'shipping_missing' | 'shipping_gone' };

/** A shipping option. */
export type ShippingOptionView = {
  id: string;
  name: string;
  price: Cents;
  days: { min: number | null; max: number | null };
};

/** The first step: who buys, and where to. */
export type DetailsView = {
  kind: 'details';
  /** What was typed, or is known. */
  typed: Partial<Record<DetailField, string>>;
  /** Whether some of it is masked, because this browser did not enter it. */
  masked?: boolean;
  documentKind: 'cpf' | 'cnpj';
  issues: readonly FieldIssue[];
  /** The purpose of the address: delivery, or the boleto that the bank prints; null: none is needed. */
  address: 'delivery' | 'boleto' | null;
  options: readonly ShippingOptionView[];
  /** A name of one word that the page asked about once; the same name is accepted now. */
  confirmedName?: string | undefined;
};

/** The card form: the provider's own fields, or the sandbox's test cards. */
export type CardView =
  | { provider: 'mercadopago'; publicKey: string; installments: number; document: string | null }
  | { provider: 'sandbox'; cards: readonly { token: string; outcome: SandboxCard }[]; installments: readonly number[] };

/** The second step: how to pay. */
export type MethodView = {
  kind: 'method';
  methods: readonly PaymentMethod[];
  chosen: PaymentMethod;
  /** The card's fields: only once Card is chosen. */
  card: CardView | null;
  /** Who buys and where to, to look over. */
  person: { name: string | null; email: string | null; address: string | null };
  /** Whether the first step can still be changed. */
  editable: boolean;
  /** Why the previous attempt failed. */
  refused: { method: PaymentMethod; reason: PaymentRefusal } | null;
};

/** A QR symbol: modules on a side, without its quiet zone, and the path that fills the dark ones. */
export type QrView = { size: number; path: string };

/** A PIX code that waits for its money. */
export type PixView = {
  kind: 'pix';
  code: string;
  qr: QrView;
  amount: Cents;
  expiresAt: number | null;
  orderNumber: string | null;
  /** The recipient that the bank shows. */
  receiver: { name: string; document: string | null } | null;
  /** The store confirms by hand: no provider reports the money. */
  byHand: boolean;
  otherMethods: boolean;
  /** Where the sandbox pretends to be a bank. */
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

/** A boleto that waits for its money. */
export type BoletoView = {
  kind: 'boleto';
  /** 47 digits. */
  line: string;
  /** 44 digits; null if only the line can be shown. */
  barcode: string | null;
  amount: Cents;
  dueAt: number | null;
  orderNumber: string | null;
  /** The provider's own document. */
  pdf: string | null;
  /** PIX is faster, if the store accepts it. */
  pix: boolean;
  otherMethods: boolean;
  simulator?: string | undefined;
};

/** Waiting: the bank reviews the payment, or the code is being created. */
export type ProcessingView = {
  kind: 'processing';
  making: boolean;
  simulator?: string | undefined;
  /** COM7a: less came than the total. `pix`: whether a PIX of the rest may be made. */
  rest?: { received: Cents; missing: Cents; pix: boolean } | undefined;
};

/** Paid, also when the link is opened again. */
export type PaidView = {
  kind: 'paid';
  amount: Cents;
  method: PaymentMethod | 'free' | null;
  at: number | null;
  orderNumber: string | null;
  /** COM7: the store must look whether it can still deliver. */
  late: boolean;
  delivery: Pick<ShippingOptionView, 'name' | 'days'> | null;
};

/** Why there is nothing to pay. */
export type NoticeKind = 'unknown-link' | 'store-inactive' | 'service-fault' | 'expired' | 'too-many' | 'too-large';

/** A page that says why there is nothing to pay; it shows the store's name if the store is known. */
export type NoticeView = {
  kind: NoticeKind;
  store?: StoreView | undefined;
  backUrl?: string | undefined;
  /** Shown with a fault, for the shopper to pass on. */
  requestId?: string | undefined;
};

/** What the sandbox offers to do with a payment, in the bank's place. */
export type SimulatorView = {
  paymentId: string;
  method: PaymentMethod;
  amount: Cents;
  state: 'pending' | 'processing' | 'paid' | 'failed' | 'expired' | 'cancelled' | 'refunded';
  /** Something was pressed that could not happen any more. */
  unchanged: boolean;
  /** The payment page it belongs to. */
  payPage: string;
};
