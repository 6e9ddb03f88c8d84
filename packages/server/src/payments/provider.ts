import type { Cents, EventData, PaymentMethod, PaymentRefusal } from '@retoma/commerce';

/** What a shopper pays with, in the words in which an event tells of it (COM6): the PIX code, the boleto, the card's last digits. */
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
  /** Ours: the provider's idempotency key and external reference. The same for every attempt to ask for this payment. */
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
  /** Where the provider tells that something happened: our address for its webhooks. */
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
  /** What to pay with; absent where the provider tells nothing of it this time. */
  readonly details?: PaymentDetails;
};

/**
 * What came of asking for a payment:
 * - `made`: the provider has it, under its own id; `news` tells where it stands, which may be paid or failed already.
 * - `refused`: the provider did not take it, for a reason that the shopper can do something about.
 * - `broken`: the account itself: a wrong token, a missing permission. The owner must look at it.
 * - `later`: certainly not made: the provider is not there.
 * - `uncertain`: nobody can tell (a timeout after the request went out). `create` may be called again with the same charge.
 */
export type Charged =
  | { readonly outcome: 'made'; readonly providerId: string; readonly news: ProviderUpdate }
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

/** What came of asking about a payment. `unknown`: the provider has none of that id. */
export type LookupResult =
  | { readonly outcome: 'found'; readonly providerId: string; readonly news: ProviderUpdate }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'later'; readonly reason: string }
  | { readonly outcome: 'broken'; readonly reason: string };

/**
 * What came of asking for an open payment to be cancelled. `found`: what it is now, which is paid where the money was faster, and still
 * open where the provider keeps it. `unsupported`: the provider cannot, and the shopper may still pay.
 */
export type CancelResult = LookupResult | { readonly outcome: 'unsupported' };

/** What came of asking for the money to be given back. `unsupported`: the merchant does that elsewhere. */
export type Refunded =
  | { readonly outcome: 'refunded'; readonly at: number }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'unsupported' }
  | { readonly outcome: 'later'; readonly reason: string }
  | { readonly outcome: 'broken'; readonly reason: string };

/**
 * What came of asking whether an account works, which moves no money. `refused`: its credentials or settings are not right. `account`:
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
 * What a webhook says: which payments to ask about (never more: the truth is fetched), nothing of interest, or that it is not the
 * provider's.
 */
export type WebhookResult =
  | { readonly outcome: 'look'; readonly providerId: string }
  | { readonly outcome: 'nothing' }
  | { readonly outcome: 'forged' };

/**
 * One provider of payments. Nothing here touches the database or throws for what a provider may answer; an exception is a bug.
 * Every call ends by `signal`.
 */
export type PaymentProvider = {
  /** The ways of paying it can do. */
  readonly methods: readonly PaymentMethod[];
  /** What it must know of the payer, by way of paying. */
  readonly needs: { readonly [Method in PaymentMethod]?: readonly (keyof Payer)[] };
  /** Whether somebody outside tells us that it was paid; false: the merchant does (COM2, a store's own PIX key). */
  readonly hasWebhooks: boolean;
  /** COM15: whether the provider accepts the account's credentials. */
  verify(account: PaymentAccount, signal: AbortSignal): Promise<AccountVerified>;
  create(account: PaymentAccount, charge: PaymentRequest, signal: AbortSignal): Promise<Charged>;
  find(account: PaymentAccount, payment: KnownPayment, signal: AbortSignal): Promise<LookupResult>;
  /** COM7a: makes an open payment one that cannot be paid any more. */
  cancel(account: PaymentAccount, payment: KnownPayment, signal: AbortSignal): Promise<CancelResult>;
  refund(account: PaymentAccount, payment: KnownPayment, signal: AbortSignal): Promise<Refunded>;
  hear(account: PaymentAccount, notice: WebhookRequest): WebhookResult;
};
