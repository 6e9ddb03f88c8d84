import type { Localized, Cents, EventData, PaymentMethod, PaymentRefusal } from '@retoma/commerce';
import type { CardForm, CardScript, InstallmentsView } from '@retoma/pay';
import type { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import type { CallOut } from '../../base/net/http-client.ts';
import type { SettingsForm, WhereToFind } from '../../base/settings-form.ts';
import type { SimulatedPayments } from './simulated-payments.ts';

/** The means of payment, in the format of events (COM6): PIX code, boleto, or the card's last digits. */
export type PaymentDetails = NonNullable<EventData['payment']>;

/** A store's account at a provider, with its unsealed credentials. Credentials leave the process only in requests to the provider. */
export type PaymentAccount = {
  readonly accountId: string;
  readonly storeId: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly credentials: Readonly<Record<string, unknown>>;
};

/** The payer. Any member may be unknown; `needs` lists those that a provider requires. `document`: only digits and capital letters. */
export type Payer = {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly document: string | null;
  readonly address: Readonly<Record<string, string>> | null;
};

/** An item of the order, as providers look at it for signs of fraud. `id`: the store's own id or SKU. */
export type PaymentItem = {
  readonly id: string | null;
  readonly title: string;
  readonly quantity: number;
  readonly unitPrice: Cents;
};

/** What the provider's card script made of a card, never the card itself. Everything comes from the browser, so nothing of it is certain. */
export type PaymentCard = {
  readonly token: string;
  readonly installments: number;
  readonly brand: string | null;
  /** The last four digits, for the shopper; null or absent: unknown. */
  readonly lastDigits?: string | null;
  /** The id under which the provider's script knows the device; null or absent: it gave none. */
  readonly deviceSession?: string | null;
};

/** A request to create a payment. Holds of the purchase what at least one provider documents, and no more. */
export type PaymentRequest = {
  /** Our id: the provider's idempotency key and external reference. The same for every attempt to create this payment. */
  readonly paymentId: string;
  readonly method: PaymentMethod;
  readonly amount: Cents;
  /** The order's number for the shopper, such as `1042`. */
  readonly orderNumber: string;
  readonly storeName: string;
  /** When a PIX code or boleto expires, milliseconds since 1970; null for a card. */
  readonly expiresAt: number | null;
  readonly payer: Payer;
  /** When the payer first paid an order of this store, milliseconds since 1970; null: never before. */
  readonly customerSince: number | null;
  readonly items: readonly PaymentItem[];
  /** Where the order is shipped to, in the form of `payer.address`; null: it is not shipped. */
  readonly shipping: Payer['address'];
  /** The output of the provider's card script in the browser. */
  readonly card: PaymentCard | null;
  /** Where the bank sends the browser back to after a confirmation on its own page (3-D Secure). */
  readonly returnUrl: string;
  /** The URL for the provider's webhooks. */
  readonly notifyUrl: string;
  /** The time of the request, milliseconds since 1970. */
  readonly now: number;
};

/** A payment's state at the provider. `at`: since when, milliseconds since 1970. */
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
  /** With `paid` and `partially_refunded`: the received amount. */
  readonly paid?: Cents;
  /** With `partially_refunded`: the refunded part. */
  readonly refunded?: Cents;
  /** With `failed`: the reason. */
  readonly reason?: PaymentRefusal;
  /** The code or card; absent: the provider returned none this time. */
  readonly details?: PaymentDetails;
  /** With `processing`: the bank's page on which the card holder must confirm the payment (3-D Secure); absent: there is none. */
  readonly challengeUrl?: string;
};

/** COM46: what a state says was given back; undefined: there is no money to give back. The whole: `Infinity`. */
export const returnedIn = ({ state, refunded }: ProviderUpdate): number | undefined => {
  if (state === 'refunded') return Infinity;
  if (state === 'paid') return 0;
  return state === 'partially_refunded' ? (refunded ?? 0) : undefined;
};

/**
 * The result of creating a payment:
 * - `made`: the provider has it, under its own id; `update` is its state, which may already be paid or failed.
 * - `refused`: the provider declined it, for a reason that the shopper can act on.
 * - `broken`: the account does not work (a wrong token, a missing permission): the owner must fix it.
 * - `later`: certainly not created: the provider is unreachable.
 * - `uncertain`: unknown (a timeout after the request was sent). `create` may be called again with the same request.
 */
export type CreateResult =
  | { readonly outcome: 'made'; readonly providerId: string; readonly update: ProviderUpdate }
  | { readonly outcome: 'refused'; readonly reason: PaymentRefusal }
  | { readonly outcome: 'broken'; readonly reason: string }
  | { readonly outcome: 'later'; readonly reason: string }
  | { readonly outcome: 'uncertain' };

/** The identity of a payment, for requests about it. `providerId` is null if it is not known. */
export type KnownPayment = {
  readonly paymentId: string;
  readonly providerId: string | null;
  readonly method: PaymentMethod;
};

/**
 * COM46: a request to give back `amount` of a payment. `refundId`: our id, the idempotency key. `before`: what had been given back of the
 * payment before: if that and the amount are given back already, the refund was made.
 */
export type PaymentRefund = KnownPayment & {
  readonly refundId: string;
  readonly amount: Cents;
  readonly before: Cents;
};

/** The result of a lookup. `unknown`: the provider has no such payment. */
export type LookupResult =
  | { readonly outcome: 'found'; readonly providerId: string; readonly update: ProviderUpdate }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'later'; readonly reason: string }
  | { readonly outcome: 'broken'; readonly reason: string };

/**
 * The result of a cancellation. `found`: the current state, which is paid if the money arrived first, and still open if the provider did
 * not cancel it. `unsupported`: the provider cannot cancel, and the shopper may still pay.
 */
export type CancelResult = LookupResult | { readonly outcome: 'unsupported' };

/** The result of a refund. `unsupported`: the merchant returns the money through the bank. */
export type RefundResult =
  | { readonly outcome: 'refunded'; readonly at: number }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'unsupported' }
  | { readonly outcome: 'later'; readonly reason: string }
  | { readonly outcome: 'broken'; readonly reason: string };

/**
 * The result of verifying an account, which moves no money. `refused`: its credentials or settings are invalid. `account`: its name at
 * the provider, or ''.
 */
export type AccountVerified =
  | { readonly outcome: 'ok'; readonly account: string }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'unreachable'; readonly reason: string };

/** A webhook request. `headers`: lower-case names; `body`: the raw bytes. */
export type WebhookRequest = {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  readonly now: number;
};

/**
 * The result of parsing a webhook: the payment to look up (its content is not trusted), nothing of interest, or that the provider did not
 * send it.
 */
export type WebhookResult =
  | { readonly outcome: 'changed'; readonly providerId: string }
  | { readonly outcome: 'ignored' }
  | { readonly outcome: 'invalid_signature' };

/**
 * The requests to a provider. They do not access the database and do not throw for any provider response; an exception is a bug. `signal`
 * aborts every call.
 */
type ProviderCalls = {
  /** COM15: whether the provider accepts the account's credentials. */
  verify(account: PaymentAccount, signal: AbortSignal): Promise<AccountVerified>;
  create(account: PaymentAccount, request: PaymentRequest, signal: AbortSignal): Promise<CreateResult>;
  find(account: PaymentAccount, payment: KnownPayment, signal: AbortSignal): Promise<LookupResult>;
  /** COM7a: cancels an open payment, so that it cannot be paid any more. */
  cancel(account: PaymentAccount, payment: KnownPayment, signal: AbortSignal): Promise<CancelResult>;
  refund(account: PaymentAccount, refund: PaymentRefund, signal: AbortSignal): Promise<RefundResult>;
  parseWebhook(account: PaymentAccount, webhook: WebhookRequest): WebhookResult;
  /**
   * COM14: the provider's id of the payment that a webhook names, signed or not. Present if genuine webhooks may lack a valid signature;
   * undefined: it names none.
   */
  namedPayment?(webhook: WebhookRequest): string | undefined;
};

/** The dependencies of the providers of one process. `settings`: values of the environment settings that providers declare. */
export type PaymentProviderDeps = {
  readonly callOut: CallOut;
  readonly settings: Readonly<Record<string, string>>;
  readonly simulatedPayments: SimulatedPayments;
  readonly clock: Clock;
};

/**
 * The purchase for which a card form is shown. `document`: the payer's CPF or CNPJ, or null if this browser must not see it.
 * `testNumber`: the test number that the page's query names.
 */
export type CardPurchase = {
  readonly total: Cents;
  readonly document: string | null;
  readonly testNumber?: string | null;
};

/** A payment provider: everything that differs between providers. One folder each, listed in registry.ts. */
export type ProviderDefinition = {
  /** The name for store owners. */
  readonly label: Localized;
  /** Whether no money moves, so that a live store cannot use it. */
  readonly isSimulated: boolean;
  /** The payment methods that it supports. */
  readonly methods: readonly PaymentMethod[];
  /** The payer's members that it requires, by payment method. */
  readonly needs: { readonly [Method in PaymentMethod]?: readonly (keyof Payer)[] };
  /** Whether the provider reports payments; false: the merchant marks them paid (COM2, a store's own PIX key). */
  readonly hasWebhooks: boolean;
  /** The environment settings that it needs: a schema with a description for each variable. */
  readonly environment?: Readonly<Record<string, z.ZodType<string>>>;
  readonly form: SettingsForm;
  readonly whereToFind?: WhereToFind;
  /** Where the owner pastes the webhook URL at the provider; absent: there is no URL to paste. */
  readonly setupHelp?: Localized;
  /** The instalments that its card form offers for an amount; absent: a card is charged at once. `settings`: those of the account. */
  readonly installments?: (settings: PaymentAccount['settings'], total: Cents) => InstallmentsView;
  /** The card form of the payment page; `settings`: those of the account. */
  readonly cardForm?: (settings: PaymentAccount['settings'], purchase: CardPurchase) => CardForm;
  /** The browser script of the card form, and what it loads. Present if there is a `cardForm`. */
  readonly cardScript?: CardScript;
  /** How the card holder reaches the bank's page of a 3-D Secure challenge, and for how long it is offered; absent: it makes none. */
  readonly challenge?: { readonly display: 'frame' | 'link'; readonly minutes: number };
  /** The path of the page on which a simulated payment is paid or refused by hand. */
  readonly simulatorPath?: (paymentId: string) => string;
  open(deps: PaymentProviderDeps): ProviderCalls;
};

/** A provider of a running process. */
export type PaymentProvider = ProviderDefinition & ProviderCalls;
