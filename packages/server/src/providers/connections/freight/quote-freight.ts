// COM32: quotes of all carriers of a store, under one deadline.
import { createHash } from 'node:crypto';
import { quoteSubject, type QuotedService } from '@retoma/commerce';
import {
  freightAccountListWithQuotes,
  freightAccountSetLastError,
  type QuotableAccount,
} from '../../freight/queries/freight-accounts.ts';
import { freightQuoteUpsertMany, type FreightQuoteRow } from '../../freight/queries/freight-quotes.ts';
import type { FreightService, QuoteRequest } from '../../freight/provider.ts';
import { callFreight, type FreightAnswer, type FreightCallDeps } from './call-freight.ts';
import type { CarrierCircuits } from './carrier-circuits.ts';

/** The dependencies of quotes. `quoteDeadlineMs`: how long all carriers have together. */
export type QuotingDeps = FreightCallDeps & {
  readonly carrierCircuits: CarrierCircuits;
  readonly quoteDeadlineMs: number;
};

const minute = 60_000;
/** How long a good quote, and a refusal, are used again, and for how long a good one stands in for a carrier that fails. */
const [freshMs, refusalMs, earlierMs] = [15 * minute, minute, 24 * 60 * minute];

/** The result for one account. `answer`: how it answered now; `cached`: it was not asked. */
export type CarrierResult = {
  readonly accountId: string;
  readonly provider: string;
  readonly services: readonly QuotedService[];
  readonly answer: FreightAnswer | { readonly outcome: 'cached' | 'not_asked' };
};

/** The SHA-256 of what a quote is for. */
export const subjectOf = ({ parcel, from, to }: QuoteRequest): Buffer =>
  createHash('sha256')
    .update(quoteSubject(parcel, from, to))
    .digest();

/**
 * Quotes of the accounts of a store: fresh ones from the database, the others from their providers. `mayAsk` is called once if a provider is to
 * be asked; false: none is. Never throws for a provider.
 */
export async function quoteFreight(
  deps: QuotingDeps,
  storeId: string,
  request: QuoteRequest,
  mayAsk: () => boolean = () => true,
): Promise<CarrierResult[]> {
  const { db, clock } = deps;
  const subject = subjectOf(request);
  const accounts = await freightAccountListWithQuotes(db, storeId, subject);
  const signal = AbortSignal.timeout(deps.quoteDeadlineMs);
  const isAllowed = accounts.every((account) => isFresh(account, clock())) || mayAsk();
  const results = await Promise.all(
    accounts.map((account) => quoteOf(deps, account, isAllowed ? request : undefined, signal)),
  );
  const at = clock();
  const rows = results.flatMap(({ accountId, answer, services }): FreightQuoteRow[] => {
    if (answer.outcome !== 'quoted' && answer.outcome !== 'refused') return [];
    return [{ accountId, storeId, subject, services: services.length > 0 ? services : null, quotedAt: at }];
  });
  if (rows.length > 0) await freightQuoteUpsertMany(db, rows);
  for (const { accountId, answer } of results) {
    const error = answer.outcome === 'refused' ? answer.reason.slice(0, 200) : null;
    const before = accounts.find((account) => account.accountId === accountId)!.lastError;
    const isAnswered = answer.outcome === 'quoted' || answer.outcome === 'refused';
    if (isAnswered && error !== before) await freightAccountSetLastError(db, accountId, error);
  }
  return results;
}

async function quoteOf(
  deps: QuotingDeps,
  account: QuotableAccount,
  request: QuoteRequest | undefined,
  signal: AbortSignal,
): Promise<CarrierResult> {
  const { accountId, provider, quotedAt } = account;
  const { carrierCircuits: circuits, clock } = deps;
  const now = clock();
  const earlier = servicesOf(account);
  const age = quotedAt === null ? Infinity : now - quotedAt;
  const result = (services: readonly QuotedService[], answer: CarrierResult['answer']): CarrierResult => ({
    accountId,
    provider,
    services,
    answer,
  });
  if (isFresh(account, now)) return result(earlier, { outcome: 'cached' });
  const lastGood = age < earlierMs ? earlier.map((one) => ({ ...one, isEarlier: true })) : [];
  if (!request || circuits.isOpen(accountId, now)) return result(lastGood, { outcome: 'not_asked' });
  const answer = await callFreight(deps, account, request, signal);
  if (answer.outcome === 'failed') {
    circuits.fail(accountId, clock());
    return result(lastGood, answer);
  }
  circuits.succeed(accountId);
  const services = answer.outcome === 'quoted' ? answer.services : [];
  return result(
    services.map((service) => quotedService(account, service, clock())),
    answer,
  );
}

const servicesOf = ({ services }: QuotableAccount): QuotedService[] => (services ?? []) as QuotedService[];

/** Whether the stored quote of an account is used again without asking. */
const isFresh = (account: QuotableAccount, now: number): boolean =>
  account.quotedAt !== null && now - account.quotedAt < (servicesOf(account).length > 0 ? freshMs : refusalMs);

const quotedService = ({ accountId, provider }: QuotableAccount, one: FreightService, at: number): QuotedService => ({
  offerId: offerIdOf(accountId, one),
  provider,
  service: one.service,
  name: one.name,
  carrier: one.carrier,
  price: one.price,
  minDays: one.minDays,
  maxDays: one.maxDays,
  at,
  isEarlier: false,
});

/** An id of the account's service at this price and in this time, in the form of a UUID of version 8. */
function offerIdOf(accountId: string, { service, price, minDays, maxDays }: FreightService): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([accountId, service, price, minDays, maxDays]))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
