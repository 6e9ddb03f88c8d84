import { once } from 'node:events';
import type { PaymentRefusal } from '@retoma/commerce';
import {
  paymentAccountSetDown,
  paymentAccountSetLastError,
  paymentAccountSetVerified,
} from '../../../providers/payments/queries/payment-accounts.ts';
import type { PaymentRow } from '../queries/payments.ts';
import type {
  CreateResult,
  KnownPayment,
  PaymentProvider,
  ProviderUpdate,
} from '../../../providers/payments/provider.ts';
import type { ProviderAccount, StoredAccount } from '../../../providers/connections/payments/load-account.ts';
import type { OrderDeps } from '../order-deps.ts';
import type { ReportedPayment } from '../order-rules.ts';

/** The timeouts of requests to a provider, in milliseconds. No connection is held meanwhile. */
export const timeoutMs = { create: 15_000, find: 10_000, cancel: 15_000, refund: 20_000 } as const;

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
  { db, log, clock }: Pick<OrderDeps, 'db' | 'log' | 'clock'>,
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
  db: OrderDeps['db'],
  accountId: string,
  outcome: string,
  now: number,
): Promise<void> {
  if (outcome === 'made' || outcome === 'refused') return void failures.delete(accountId);
  const until = countFailure(accountId, now);
  if (until !== undefined) await paymentAccountSetDown(db, accountId, until);
}

const minute = 60_000;

/** COM40: the failures within a minute after which an account counts as down for a minute, for all processes. Each counts its own. */
const limit = 3;

/** The instants of an account's latest failures, milliseconds since 1970. An account that works has none. */
const failures = new Map<string, readonly number[]>();

/** Counts a failure of an account; returns until when it counts as down, or undefined if it does not yet. */
function countFailure(accountId: string, now: number): number | undefined {
  const recent = [...(failures.get(accountId) ?? []), now].filter((at) => at > now - minute);
  if (recent.length < limit) {
    failures.set(accountId, recent);
    return undefined;
  }
  failures.delete(accountId);
  return now + minute;
}

/** The longest address of a bank's page that is shown. */
const maxAddress = 2_000;

/** A payment that a provider made or found. COM39: its challenge is offered for the provider's time from now on. */
export function reportOf(
  { providerId, update }: { readonly providerId: string; readonly update: ProviderUpdate },
  { challenge }: Pick<PaymentProvider, 'challenge'>,
  now: number,
): ReportedPayment {
  const { challengeUrl, ...rest } = update;
  if (!challenge || !challengeUrl || challengeUrl.length > maxAddress) return { ...rest, providerId };
  return { ...rest, providerId, challenge: { url: challengeUrl, until: now + challenge.minutes * 60_000 } };
}

const failed = (reason: PaymentRefusal, at: number): ReportedPayment => ({ state: 'failed', at, reason });

/**
 * The payment update in a provider's result; undefined: the result is unknown. If the provider was unreachable or the account is broken,
 * the payment failed, and the shopper may try again.
 */
export function updateFromCreateResult(
  charged: CreateResult,
  provider: Pick<PaymentProvider, 'challenge'>,
  now: number,
): ReportedPayment | undefined {
  switch (charged.outcome) {
    case 'made':
      return reportOf(charged, provider, now);
    case 'refused':
      return failed(charged.reason, now);
    case 'broken':
    case 'later':
      return { ...failed('unavailable', now), neverMade: true };
    case 'uncertain':
      return undefined;
  }
}
