import type { Cents, EventData, PaymentMethod, PaymentRefusal } from '@retoma/commerce';

/** What a shopper pays with, in the format of events (COM6): the PIX code, the boleto, the card's last digits. */
export type PaymentDetails = NonNullable<EventData['payment']>;

/** A store's contract with a provider. `credentials` were sealed at rest; they never leave the process but to the provider. */
export type PaymentAccount = {
  readonly accountId: string;
  readonly storeId: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly credentials: Readonly<Record<string, unknown>>;
};

/** Who pays. Anything may be unknown; a provider says which of it it needs (`needs`). `document`: digits and capitals alone. */
export type Payer = {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly document: string | null;
  readonly address: Readonly<Record<string, string>> | null;
};

/** A payment to be made. */
export type PaymentRequest = {
  /** Ours: the provider's idempotency key and external reference. The same for every attempt to create this payment. */
  readonly paymentId: string;
  readonly method: PaymentMethod;
  readonly amount: Cents;
  /** What the shopper knows the order by, such as `1042`. */
  readonly orderNumber: string;
  readonly storeName: string;
  /** When a PIX code or boleto expires, milliseconds since 1970; null for a card. */
  readonly expiresAt: number | null;
  readonly payer: Payer;
  /** What the provider's own script made of the card in the browser. Never the card itself. */
  readonly card: { readonly token: string; readonly installments: number; readonly brand: string | null } | null;
  /** Our address for the provider's webhooks. */
  readonly notifyUrl: string;
  /** The instant of the request. */
  readonly now: number;
};

/** What the provider says became of a payment, and when (milliseconds since 1970). */
export type ProviderUpdate = {
  readonly state:
    | 'pending'
    | 'processing'
    | 'paid'
    | 'failed'
    | 'expired'
    | 'cancelled'
    | 'partially_refunded'
    | 'refunded'
    | 'charged_back';
  readonly at: number;
  /** With `paid` and `partially_refunded`: what arrived. */
  readonly paid?: Cents;
  /** With `partially_refunded`: what of it was given back. */
  readonly refunded?: Cents;
  /** With `failed`: why. */
  readonly reason?: PaymentRefusal;
  /** What to pay with; absent if the provider gives none this time. */
  readonly details?: PaymentDetails;
};

/**
 * The result of creating a payment:
 * - `made`: the provider has it, under its own id; `update` is its state, which may be paid or failed already.
 * - `refused`: the provider declined it, for a reason that the shopper can act on.
 * - `broken`: the account itself: a wrong token, a missing permission. The owner must look at it.
 * - `later`: certainly not made: the provider is unreachable.
 * - `uncertain`: unknown (a timeout after the request was sent). `create` may be called again with the same request.
 */
export type CreateResult =
  | { readonly outcome: 'made'; readonly providerId: string; readonly update: ProviderUpdate }
  | { readonly outcome: 'refused'; readonly reason: PaymentRefusal }
  | { readonly outcome: 'broken'; readonly reason: string }
  | { readonly outcome: 'later'; readonly reason: string }
  | { readonly outcome: 'uncertain' };

/** A payment as we know it, to ask the provider about. `providerId` is null where we never learnt it. */
export type KnownPayment = {
  readonly paymentId: string;
  readonly providerId: string | null;
  readonly method: PaymentMethod;
};

/** The result of a lookup. `unknown`: the provider has none of that id. */
export type LookupResult =
  | { readonly outcome: 'found'; readonly providerId: string; readonly update: ProviderUpdate }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'later'; readonly reason: string }
  | { readonly outcome: 'broken'; readonly reason: string };

/**
 * The result of a cancellation. `found`: what it is now, which is paid where the money was faster, and still
 * open where the provider keeps it. `unsupported`: the provider cannot, and the shopper may still pay.
 */
export type CancelResult = LookupResult | { readonly outcome: 'unsupported' };

/** The result of a refund. `unsupported`: the merchant returns the money at the bank. */
export type RefundResult =
  | { readonly outcome: 'refunded'; readonly at: number }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'unsupported' }
  | { readonly outcome: 'later'; readonly reason: string }
  | { readonly outcome: 'broken'; readonly reason: string };

/**
 * The result of verifying an account, which moves no money. `refused`: its credentials or settings are not right. `account`:
 * what its provider calls it, '' where it has no name.
 */
export type AccountVerified =
  | { readonly outcome: 'ok'; readonly account: string }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'unreachable'; readonly reason: string };

/** A webhook as it came. `headers` in lower case; `body` is the bytes. */
export type WebhookRequest = {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  readonly now: number;
};

/**
 * The result of parsing a webhook: the payment to look up (its content is not trusted), nothing of interest, or that it is not the
 * provider's.
 */
export type WebhookResult =
  | { readonly outcome: 'changed'; readonly providerId: string }
  | { readonly outcome: 'ignored' }
  | { readonly outcome: 'invalid_signature' };

/**
 * One provider of payments. Nothing here touches the database or throws for what a provider may answer; an exception is a bug.
 * Every call ends by `signal`.
 */
export type PaymentProvider = {
  /** The payment methods that it supports. */
  readonly methods: readonly PaymentMethod[];
  /** What it requires of the payer, by payment method. */
  readonly needs: { readonly [Method in PaymentMethod]?: readonly (keyof Payer)[] };
  /** Whether the provider reports payments; false: the merchant does (COM2, a store's own PIX key). */
  readonly hasWebhooks: boolean;
  /** COM15: whether the provider accepts the account's credentials. */
  verify(account: PaymentAccount, signal: AbortSignal): Promise<AccountVerified>;
  create(account: PaymentAccount, request: PaymentRequest, signal: AbortSignal): Promise<CreateResult>;
  find(account: PaymentAccount, payment: KnownPayment, signal: AbortSignal): Promise<LookupResult>;
  /** COM7a: makes an open payment one that cannot be paid any more. */
  cancel(account: PaymentAccount, payment: KnownPayment, signal: AbortSignal): Promise<CancelResult>;
  refund(account: PaymentAccount, payment: KnownPayment, signal: AbortSignal): Promise<RefundResult>;
  parseWebhook(account: PaymentAccount, webhook: WebhookRequest): WebhookResult;
};
