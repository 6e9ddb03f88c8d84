import { paymentAccountSetLastError, paymentAccountSetVerified } from '../../db/queries/orders/payment-accounts.ts';
import type { PaymentRow } from '../../db/queries/orders/payments.ts';
import type { KnownPayment, PaymentProvider } from '../../payments/provider.ts';
import { paymentAccountOf, type StoredAccount } from '../../integrations/payments/connect.ts';
import type { OrderParts } from '../order-deps.ts';

/** How long a provider may take to answer, in milliseconds. No connection is held meanwhile. */
export const timeoutMs = { create: 15_000, find: 10_000, cancel: 15_000, refund: 20_000 } as const;

/** A store's account, with the name of its provider, and the provider. */
export type Contract = {
  readonly account: StoredAccount;
  readonly provider: PaymentProvider;
};

/** The contract that a payment is made under; undefined where its account is gone or this program has no such provider. */
export async function contractOf(parts: OrderParts, accountId: string): Promise<Contract | undefined> {
  const account = await paymentAccountOf(parts, accountId);
  const provider = account && parts.payments[account.provider];
  return provider && { account, provider };
}

/** A payment as its provider is asked about it. One that was paid by hand has none. */
export function knownTo({ paymentId, providerId, method }: PaymentRow): KnownPayment {
  if (method === 'manual') throw new Error('a payment by hand has no provider');
  return { paymentId, providerId, method };
}

/** COM15: outcomes that only an account which the provider accepts can have. */
const accepting: ReadonlySet<string> = new Set(['made', 'found', 'refunded']);

/**
 * Asks a provider something and records what troubles the account. `unanswered` is what to make of no answer in time, and
 * of an exception, which is a bug of the provider's.
 */
export async function askProvider<Answer extends { readonly outcome: string; readonly reason?: string }>(
  { db, log, clock }: Pick<OrderParts, 'db' | 'log' | 'clock'>,
  { accountId, sealed, isVerified }: StoredAccount,
  ms: number,
  ask: (signal: AbortSignal) => Promise<Answer>,
  unanswered: Answer,
): Promise<Answer> {
  const answer = await withTimeout(ms, ask, unanswered, (error) => log.error({ err: error, accountId }, 'provider failed'));
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

/** A provider that does not mind the signal is not waited for either. */
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
