import { freightAccountListDue, freightAccountSetLastError } from '../../freight/queries/freight-accounts.ts';
import { isFreightProvider } from '../../freight/index.ts';
import { renewSession, type FreightCallDeps } from './call-freight.ts';

/** The most accounts of one pass; the next one takes the others. */
const batch = 20;
/** How long a provider has to issue a token, in milliseconds. */
const callMs = 20_000;

/**
 * COM33: renews the tokens that would otherwise be forgotten, because no one buys. Returns how many. One whose refresh token is refused
 * is recorded for the owner and not tried again.
 */
export async function renewDueSessions(deps: FreightCallDeps, signal: AbortSignal): Promise<number> {
  const { db, clock, freight } = deps;
  let renewed = 0;
  for (const row of await freightAccountListDue(db, clock(), batch)) {
    if (signal.aborted || !isFreightProvider(row.provider)) continue;
    const ends = AbortSignal.any([signal, AbortSignal.timeout(callMs)]);
    const result = await renewSession(deps, row, freight[row.provider], ends);
    if (result.outcome === 'refused') await freightAccountSetLastError(db, row.accountId, result.reason);
    if (result.outcome === 'renewed') renewed++;
  }
  return renewed;
}
