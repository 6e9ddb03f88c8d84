import { paymentAccountSetLastError, paymentAccountSetVerified } from '../../db/queries/orders/payment-accounts.ts';
import type { PaymentRow } from '../../db/queries/orders/payments.ts';
import type { KnownPayment, PaymentProvider } from '../../payments/provider.ts';
import { paymentAccountOf, type StoredAccount } from '../../integrations/payments/connect.ts';
import type { OrderParts } from '../order-deps.ts';

/** The timeouts of requests to a provider, in milliseconds. No connection is held meanwhile. */
export const timeoutMs = { create: 15_000, find: 10_000, cancel: 15_000, refund: 20_000 } as const;

/** A store's payment account and its provider. */
export type Contract = {
  readonly account: StoredAccount;
  readonly provider: PaymentProvider;
};

/** The contract of an account; undefined: the account is deleted, or this release has no such provider. */
export async function contractOf(parts: OrderParts, accountId: string): Promise<Contract | undefined> {
  const account = await paymentAccountOf(parts, accountId);
  const provider = account && parts.payments[account.provider];
  return provider && { account, provider };
}

/** A payment's identity for requests to its provider. Throws for a manual payment, which has no provider. */
export function knownTo({ paymentId, providerId, method }: PaymentRow): KnownPayment {
  if (method === 'manual') throw new Error('a payment by hand has no provider');
  return { paymentId, providerId, method };
}

/** COM15: outcomes which prove that the provider accepts the account. */
const accepting: ReadonlySet<string> = new Set(['made', 'found', 'refunded']);

/**
 * Sends a request to a provider and records errors of the account. `unanswered`: the result of a timeout, and of an exception, which is a
 * bug in the provider's adapter.
 */
export async function askProvider<Answer extends { readonly outcome: string; readonly reason?: string }>(
  { db, log, clock }: Pick<OrderParts, 'db' | 'log' | 'clock'>,
  { accountId, sealed, isVerified }: StoredAccount,
  ms: number,
  ask: (signal: AbortSignal) => Promise<Answer>,
  unanswered: Answer,
): Promise<Answer> {
  const answer = await withTimeout(ms, ask, unanswered, (error) =>
    log.error({ err: error, accountId }, 'provider failed'),
  );
  if (answer.outcome === 'broken') {
    log.warn({ accountId, reason: answer.reason }, 'payment account is broken');
    await paymentAccountSetLastError(db, accountId, answer.reason?.slice(0, 200) ?? null);
  } else if (answer !== unanswered && answer.outcome !== 'later') {
    await paymentAccountSetLastError(db, accountId, null);
    if (!isVerified && accepting.has(answer.outcome)) {
      await paymentAccountSetVerified(db, { accountId, credentials: sealed }, clock());
    }
  }
  return answer;
}

/** Stops waiting at the timeout, even if the provider's adapter ignores the signal. */
async function withTimeout<Answer>(
  ms: number,
  ask: (signal: AbortSignal) => Promise<Answer>,
  unanswered: Answer,
  onError: (error: unknown) => void,
): Promise<Answer> {
  const ends = new AbortController();
  const asking = (async () => ask(ends.signal))().catch((error: unknown) => {
    if (!ends.signal.aborted) onError(error);
    return unanswered;
  });
  let timer: NodeJS.Timeout | undefined;
  const isTimedOut = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => {
      ends.abort();
      resolve(unanswered);
    }, ms);
  });
  try {
    return await Promise.race([asking, isTimedOut]);
  } finally {
    clearTimeout(timer);
  }
}
