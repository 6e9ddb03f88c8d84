// Polls providers for the state of payments, so that a lost webhook does not delay a shopper.
//
// INV1. A payment is claimed by moving its `poll_at` ahead in a separate statement. No connection is held during the request to the
//     provider. If the process dies, the payment is polled again when the claim expires.
// INV2. The next poll is written only if `poll_at` was not changed meanwhile: a webhook is never lost.
// INV3. A payment that may be missing at its provider (a process died, a response was lost) is looked up first. If the provider has
//     none, it is created again under the same id, the provider's idempotency key. A card, whose token is gone, and a payment that
//     is to be cancelled are never created again.
// INV4. A payment that is to be cancelled (COM7a) is cancelled at its provider repeatedly until it has an end state. If the provider
//     cannot cancel, its code is no longer shown, and money that still arrives is late.
import type { Clock } from '../../../base/clock.ts';
import { orderBuyerSince, orderFind } from '../queries/orders.ts';
import {
  paymentClaim,
  paymentExpedite,
  paymentSchedule,
  type PaymentChoice,
  type PaymentRow,
} from '../queries/payments.ts';
import { storeFind } from '../../../stores/queries/stores.ts';
import { loadProviderAccount, type ProviderAccount } from '../../../providers/connections/payments/load-account.ts';
import { callProvider, reportOf, timeoutMs, toKnownPayment, updateFromCreateResult } from './call-provider.ts';
import { toPaymentRequest } from './payment-request.ts';
import type { OrderDeps } from '../order-deps.ts';
import type { ReportedPayment } from '../order-rules.ts';
import { recordPayment } from './record-payment.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The duration of a claim, in milliseconds (INV1): longer than a lookup and a second creation. */
const claimMs = minute;
/**
 * After this time a payment that its provider does not have was never made: its request has ended. A payment by code then fails; a card
 * payment fails only if its provider reports that it has none.
 */
const creationTimeoutMs = 10 * minute;

/**
 * Polls the payments that are due, or those of `ids` that are due, all at once. Returns how many it polled. `loaded`: their account, if it
 * is loaded already.
 */
export async function pollPayments(deps: OrderDeps, choice: PaymentChoice, loaded?: ProviderAccount): Promise<number> {
  const now = deps.clock();
  const claimed = await paymentClaim(deps.db, choice, now, now + claimMs);
  await Promise.all(claimed.map((payment) => pollOne(deps, payment, loaded)));
  return claimed.length;
}

/** Polls a payment now, whatever its schedule: a webhook or a member reported a change. */
export async function pollNow(deps: OrderDeps, paymentIds: readonly string[]): Promise<void> {
  await paymentExpedite(deps.db, paymentIds, deps.clock());
  await pollPayments(deps, { ids: paymentIds });
}

/** Polls those of these payments that are due in the background. The result resolves after that and does not reject. */
export const pollInBackground = (
  deps: OrderDeps,
  paymentIds: readonly string[],
  loaded?: ProviderAccount,
): Promise<unknown> =>
  pollPayments(deps, { ids: paymentIds }, loaded).catch((error: unknown) =>
    deps.log.error({ err: error, paymentIds }, 'payment status checks failed'),
  );

/** Polls one payment. An error does not delay the others; the claim of this payment then expires. */
async function pollOne(deps: OrderDeps, payment: PaymentRow, loaded?: ProviderAccount): Promise<void> {
  try {
    await poll(deps, payment, loaded);
  } catch (error) {
    deps.log.error({ err: error, paymentId: payment.paymentId }, 'payment status check failed');
  }
}

async function poll(deps: OrderDeps, payment: PaymentRow, loaded?: ProviderAccount): Promise<void> {
  const { accountId } = payment;
  if (accountId === null) return;
  const providerAccount = loaded?.account.accountId === accountId ? loaded : await loadProviderAccount(deps, accountId);
  const reported = providerAccount && (await lookUpPayment(deps, providerAccount, payment));
  await recordProviderResult(deps, payment, reported, providerAccount?.provider.hasWebhooks ?? false);
}

/** Looks up a payment's state at its provider; undefined: there is nothing to record. */
async function lookUpPayment(
  deps: OrderDeps,
  providerAccount: ProviderAccount,
  payment: PaymentRow,
): Promise<ReportedPayment | undefined> {
  const isUnwanted = payment.cancelRequestedAt !== null;
  if (!isUnwanted && isUnconfirmed(payment, deps.clock())) {
    const update = await cancelAtProvider(deps, providerAccount, payment);
    if (update) return update.state === 'cancelled' ? { ...update, state: 'failed', reason: 'not_confirmed' } : update;
  }
  if (isUnwanted && (payment.state === 'pending' || payment.state === 'processing')) {
    const update = await cancelAtProvider(deps, providerAccount, payment);
    if (update) return update;
  }
  if (!providerAccount.provider.hasWebhooks && payment.state !== 'creating') return undefined;
  const response = await callProvider(deps, providerAccount, 'find', toKnownPayment(payment));
  if (response.outcome === 'found') return reportOf(response, providerAccount.provider, deps.clock());
  if (payment.state !== 'creating') return undefined;
  if (response.outcome === 'unknown') {
    return isUnwanted ? cancelledIfNeverCreated(payment, deps.clock) : createAgain(deps, providerAccount, payment);
  }
  return failIfTimedOut(payment, deps.clock);
}

/** COM39: whether the time of a challenge is over: the payment is cancelled, so that the shopper can pay in another way. */
const isUnconfirmed = ({ state, challengeUntil }: PaymentRow, now: number): boolean =>
  state === 'processing' && challengeUntil !== null && challengeUntil <= now;

/** INV4. Cancels a payment at its provider. Undefined: the result is unknown, so the payment is looked up; it may have been paid first. */
async function cancelAtProvider(
  deps: OrderDeps,
  providerAccount: ProviderAccount,
  payment: PaymentRow,
): Promise<ReportedPayment | undefined> {
  const cancelled = await callProvider(deps, providerAccount, 'cancel', toKnownPayment(payment));
  if (cancelled.outcome === 'found') return reportOf(cancelled, providerAccount.provider, deps.clock());
  const isEnd = cancelled.outcome === 'unsupported' || cancelled.outcome === 'unknown';
  return isEnd ? { state: 'cancelled', at: deps.clock() } : undefined;
}

/** INV4. The provider does not have the payment: it is cancelled once the first request can no longer be in progress; else undefined. */
function cancelledIfNeverCreated({ createdAt, method }: PaymentRow, clock: Clock): ReportedPayment | undefined {
  const now = clock();
  const isOver = now - createdAt >= (method === 'card' ? creationTimeoutMs : 2 * timeoutMs.create);
  return isOver ? { state: 'cancelled', at: now } : undefined;
}

/** INV3. Creates a payment again. A code that would already be expired is not created. */
async function createAgain(
  deps: OrderDeps,
  providerAccount: ProviderAccount,
  payment: PaymentRow,
): Promise<ReportedPayment | undefined> {
  const { db, clock, baseUrl } = deps;
  const { storeId, orderId, method, expiresAt } = payment;
  const now = clock();
  if (method === 'card') {
    return now - payment.createdAt < creationTimeoutMs
      ? undefined
      : { state: 'failed', at: now, reason: 'unavailable' };
  }
  if (expiresAt !== null && expiresAt <= now) return { state: 'expired', at: expiresAt };
  const [order, store] = [await orderFind(db, storeId, orderId), await storeFind(db, storeId)];
  if (!order || !store) return { state: 'failed', at: now, reason: 'unavailable' };
  const customerSince = await orderBuyerSince(db, storeId, orderId);
  const known = { storeName: store.name, baseUrl, card: null, customerSince };
  const request = toPaymentRequest(payment, order, { ...known, now });
  const charged = await callProvider(deps, providerAccount, 'create', request);
  return updateFromCreateResult(charged, providerAccount.provider, clock()) ?? failIfTimedOut(payment, clock);
}

/** A code without a response for `creationTimeoutMs` was never shown, so it fails; a card may still have been charged: undefined. */
function failIfTimedOut({ method, createdAt }: PaymentRow, clock: Clock): ReportedPayment | undefined {
  const now = clock();
  const isOver = method !== 'card' && now - createdAt >= creationTimeoutMs;
  return isOver ? { state: 'failed', at: now, reason: 'unavailable' } : undefined;
}

/**
 * Records a provider's result for a payment, if there is one, and when to poll next. `payment`: the row at the start of the request; a
 * poll that was scheduled since then is kept. `hasWebhooks`: of the provider. True: more is expected of the payment, and a webhook
 * scheduled a poll meanwhile.
 */
export async function recordProviderResult(
  deps: Pick<OrderDeps, 'db' | 'clock'>,
  payment: PaymentRow,
  reported: ReportedPayment | undefined,
  hasWebhooks: boolean,
): Promise<boolean> {
  const { db, clock } = deps;
  const known = (reported && (await recordPayment(deps, payment.paymentId, reported))) ?? payment;
  const now = await expire(deps, known);
  const next = nextPoll(now, hasWebhooks, clock());
  return !(await paymentSchedule(db, payment.paymentId, payment.pollAt, next)) && next !== null;
}

/** COM7: a pending code expires by the clock, even if its provider does not report it. */
async function expire(deps: Pick<OrderDeps, 'db' | 'clock'>, payment: PaymentRow): Promise<PaymentRow> {
  const { state, expiresAt, paymentId } = payment;
  const isOver = state === 'pending' && expiresAt !== null && expiresAt <= deps.clock();
  return (isOver && (await recordPayment(deps, paymentId, { state: 'expired', at: expiresAt }))) || payment;
}

/** How long an expired code is still polled for late money: boletos take days to clear. */
const lateMoney = 7 * day;

const between = (min: number, value: number, max: number): number => Math.min(max, Math.max(min, value));

/**
 * When to poll a payment next, milliseconds since 1970; null: never, though webhooks are still handled. The older the payment, the longer
 * the interval. `hasWebhooks`: whether the provider reports changes; without webhooks a pending code is only checked at its expiry.
 */
export function nextPoll(
  payment: Pick<PaymentRow, 'state' | 'createdAt' | 'expiresAt' | 'cancelRequestedAt' | 'challengeUntil'>,
  hasWebhooks: boolean,
  now: number,
): number | null {
  const { state, createdAt, expiresAt, cancelRequestedAt, challengeUntil } = payment;
  const age = now - createdAt;
  // COM7a: cancelling an open code is tried again.
  if (cancelRequestedAt !== null && (state === 'pending' || state === 'processing')) {
    return now + between(second, (now - cancelRequestedAt) / 2, hour);
  }
  switch (state) {
    case 'creating':
      return now + between(10 * second, age / 2, hour);
    case 'pending':
    case 'processing': {
      const usual = now + between(30 * second, age / 5, hour);
      // COM39: soon after the end of a challenge.
      const later = challengeUntil === null ? usual : Math.min(usual, Math.max(challengeUntil, now + 30 * second));
      if (expiresAt === null || expiresAt <= now) return hasWebhooks ? later : null;
      return hasWebhooks ? Math.min(later, expiresAt) : expiresAt;
    }
    case 'expired': {
      const end = (expiresAt ?? createdAt) + lateMoney;
      return hasWebhooks && now < end ? Math.min(now + 6 * hour, end) : null;
    }
    case 'failed':
    case 'cancelled':
    case 'paid':
    case 'partially_refunded':
    case 'refunded':
    case 'charged_back':
      return null;
  }
}
