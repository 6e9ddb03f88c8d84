import { once } from 'node:events';
import {
  paymentAccountSetDown,
  paymentAccountSetLastError,
  paymentAccountSetVerified,
} from '../../db/queries/orders/payment-accounts.ts';
import type { PaymentRow } from '../../db/queries/orders/payments.ts';
import type { KnownPayment, PaymentProvider } from '../../payments/provider.ts';
import { paymentAccountOf, type StoredAccount } from '../../integrations/payments/connect.ts';
import type { OrderParts } from '../order-deps.ts';
import { countFailure, forgetFailures } from './account-failures.ts';

/** The timeouts of requests to a provider, in milliseconds. No connection is held meanwhile. */
export const timeoutMs = { create: 15_000, find: 10_000, cancel: 15_000, refund: 20_000 } as const;

/** A store's payment account and its provider. */
export type ProviderAccount = {
  readonly account: StoredAccount;
  readonly provider: PaymentProvider;
  /** COM40: the id of the other account of the payment method; absent or null: there is none. */
  readonly otherId?: string | null | undefined;
};

/** Loads an account and its provider; undefined: the account is deleted, or this release has no such provider. */
export async function loadProviderAccount(parts: OrderParts, accountId: string): Promise<ProviderAccount | undefined> {
  const account = await paymentAccountOf(parts, accountId);
  const provider = account && parts.payments[account.provider];
  return provider && { account, provider };
}

/** A payment's identity for requests to its provider. Throws for a manual payment, which has no provider. */
export function toKnownPayment({ paymentId, providerId, method }: PaymentRow): KnownPayment {
  if (method === 'manual') throw new Error('a manual payment has no provider');
  return { paymentId, providerId, method };
}

/** A request about one payment. */
type Call = keyof typeof timeoutMs;
type Answer<Kind extends Call> = Awaited<ReturnType<PaymentProvider[Kind]>>;
type Ask<Kind extends Call> = (
  account: StoredAccount,
  request: Parameters<PaymentProvider[Kind]>[1],
  signal: AbortSignal,
) => Promise<Answer<Kind>>;

const timedOut = { outcome: 'later', reason: 'TIMEOUT' } as const;

/** The results of a timeout, and of an exception, which is a bug in the provider's adapter. */
const unanswered: { readonly [Kind in Call]: Answer<Kind> } = {
  create: { outcome: 'uncertain' },
  find: timedOut,
  cancel: timedOut,
  refund: timedOut,
};

/** COM15: outcomes which prove that the provider accepts the account. */
const accepting: ReadonlySet<string> = new Set(['made', 'found', 'refunded']);

/** Sends a request to a provider and records errors of the account. */
export async function callProvider<Kind extends Call>(
  { db, log, clock }: Pick<OrderParts, 'db' | 'log' | 'clock'>,
  { account, provider }: ProviderAccount,
  kind: Kind,
  request: Parameters<PaymentProvider[Kind]>[1],
): Promise<Answer<Kind>> {
  const { accountId, sealed, isVerified } = account;
  const ends = AbortSignal.timeout(timeoutMs[kind]);
  const asking = (async () => (provider[kind] as Ask<Kind>)(account, request, ends))().catch((error: unknown) => {
    if (!ends.aborted) log.error({ err: error, accountId }, 'payment provider call failed');
    return unanswered[kind];
  });
  // Stops waiting at the timeout, even if the provider's adapter ignores the signal.
  const answer = await Promise.race([asking, once(ends, 'abort').then(() => unanswered[kind])]);
  const { outcome, reason }: { outcome: string; reason?: string } = answer;
  if (outcome === 'broken') {
    log.warn({ accountId, reason }, 'payment account rejected by its provider');
    await paymentAccountSetLastError(db, accountId, reason?.slice(0, 200) ?? null);
  } else if (answer !== unanswered[kind] && outcome !== 'later') {
    await paymentAccountSetLastError(db, accountId, null);
    if (!isVerified && accepting.has(outcome)) {
      await paymentAccountSetVerified(db, { accountId, credentials: sealed }, clock());
    }
  }
  if (kind === 'create') await countCreationFailure(db, accountId, outcome, clock());
  return answer;
}

/** COM40: counts a failed creation of a payment, so that an account that is down is found; a response ends the count. */
async function countCreationFailure(
  db: OrderParts['db'],
  accountId: string,
  outcome: string,
  now: number,
): Promise<void> {
  if (outcome === 'made' || outcome === 'refused') return forgetFailures(accountId);
  const until = countFailure(accountId, now);
  if (until !== undefined) await paymentAccountSetDown(db, accountId, until);
}
