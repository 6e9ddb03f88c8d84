import type { Audit } from '../audit/audit-actions.ts';
import { openCredentials, mergeCredentials } from '../crypto/open-credentials.ts';
import { seal } from '../crypto/seal.ts';
import type { Database } from '../db/pool.ts';
import {
  destinationFind,
  destinationList,
  destinationSetLastError,
  destinationSwitch,
  destinationUpsert,
  type DestinationRow,
} from '../db/queries/conversions/destinations.ts';
import { storeFind } from '../db/queries/stores/stores.ts';
import { inTransaction } from '../db/transaction.ts';
import { checkForm } from '../integrations/check-form.ts';
import type { Clock } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import type { Answer } from './destination.ts';
import { destinationOf, isDestination, type Destinations } from './index.ts';
import { accountError } from './reasons.ts';

/** The dependencies of this file's functions. `credentialsKey`: `deriveKey(secret, 'credentials')`. */
export type DestinationsParts = { db: Database; clock: Clock; credentialsKey: Buffer; destinations: Destinations };

/** Audits changes of destinations. */
export type AuditDestinations = Audit<'conversions_changed' | 'conversions_saved_unverified'>;

/** A request to connect an account. Omitted members are kept; a credential that is null is deleted. */
export type DestinationRequest = {
  destination: string;
  settings?: Readonly<Record<string, unknown>> | undefined;
  credentials?: Readonly<Record<string, unknown>> | undefined;
  /** Stores the account as not verified, without calling the destination. */
  saveAnyway?: boolean | undefined;
};

/** Why an account is not stored. `issues`: the invalid members and why, in English, without the input. `answer`: what the destination said. */
export type DestinationRefused =
  | { ok: false; code: 'WRONG_SETTINGS' | 'WRONG_CREDENTIALS'; issues: readonly string[] }
  | { ok: false; code: 'CREDENTIALS_REFUSED' | 'PROVIDER_UNREACHABLE'; answer: Answer }
  | { ok: false; code: 'STORE_NOT_FOUND' | 'EXAMPLE_STORE' | 'UNKNOWN_PROVIDER' };

/**
 * COM38: creates or changes a store's account at a destination, after the destination accepted a made-up event in its own test mode. No
 * connection is held during the call. A new account is off.
 */
export async function connectDestination(
  { db, clock, credentialsKey, destinations }: DestinationsParts,
  storeId: string,
  { destination, settings, credentials, saveAnyway = false }: DestinationRequest,
  signal: AbortSignal,
  audit: AuditDestinations,
): Promise<{ ok: true; verified: boolean } | DestinationRefused> {
  if (!isDestination(destination)) return { ok: false, code: 'UNKNOWN_PROVIDER' };
  const store = await storeFind(db, storeId);
  if (!store) return { ok: false, code: 'STORE_NOT_FOUND' };
  if (store.exampleOf !== null) return { ok: false, code: 'EXAMPLE_STORE' };
  const before = await destinationFind(db, storeId, destination);
  const stored = before && { settings: before.settings, credentials: unsealed(credentialsKey, before) };
  const merged = mergeCredentials(stored?.credentials ?? {}, credentials);
  const checked = checkForm(destinationOf(destination).form, { settings, credentials: merged }, stored);
  if (!checked.ok) return checked;
  const account = { settings: checked.settings, credentials: checked.credentials };
  const verified = saveAnyway ? undefined : await destinations[destination].verify(account, signal);
  if (verified && verified.outcome !== 'ok') {
    const { outcome, ...answer } = verified;
    return { ok: false, code: outcome === 'refused' ? 'CREDENTIALS_REFUSED' : 'PROVIDER_UNREACHABLE', answer };
  }
  await inTransaction(db, async (client) => {
    const destinationId = before?.destinationId ?? newId(storeId);
    await destinationUpsert(client, {
      destinationId,
      storeId,
      destination,
      settings: account.settings,
      credentials: seal(credentialsKey, destinationId, account.credentials),
      events: [...destinationOf(destination).sends],
      verifiedAt: verified ? new Date(clock()) : null,
    });
    const action = verified ? 'conversions_changed' : 'conversions_saved_unverified';
    await audit(client, { storeId, action, detail: destination });
  });
  return { ok: true, verified: verified !== undefined };
}

/** COM38: tests a stored account, and notes whether it works. Undefined: there is none. */
export async function testDestination(
  { db, credentialsKey, destinations }: DestinationsParts,
  storeId: string,
  destination: string,
  signal: AbortSignal,
): Promise<{ isWorking: boolean; answer: Answer | null } | undefined> {
  const row = isDestination(destination) ? await destinationFind(db, storeId, destination) : undefined;
  if (!row || !isDestination(destination)) return undefined;
  const account = { settings: row.settings, credentials: unsealed(credentialsKey, row) };
  const verified = await destinations[destination].verify(account, signal);
  if (verified.outcome === 'unreachable') return { isWorking: false, answer: verified };
  const isWorking = verified.outcome === 'ok';
  await destinationSetLastError(db, storeId, destination, isWorking ? null : accountError(verified.code));
  return { isWorking, answer: isWorking ? null : verified };
}

/** A request to switch an account. `legalBasis`: what the owner states; needed to switch it on. */
export type SwitchRequest = { active: boolean; sendsItems: boolean; legalBasis: string | null };

/**
 * COM38: switches an account on or off; what is queued for one that is off is not sent. The legal basis that the owner states is audited.
 * False: there is no such account, or it has no basis.
 */
export const switchDestination = (
  { db }: Pick<DestinationsParts, 'db'>,
  storeId: string,
  destination: string,
  { active, sendsItems, legalBasis }: SwitchRequest,
  audit: Audit<'conversions_changed'>,
): Promise<boolean> =>
  inTransaction(db, async (client) => {
    const row = await destinationFind(client, storeId, destination);
    if (!row || (active && (legalBasis ?? row.legalBasis) === null)) return false;
    await destinationSwitch(client, { storeId, destination, active, sendsItems, legalBasis });
    const detail = active ? `+ ${destination}: ${legalBasis ?? row.legalBasis}` : `- ${destination}`;
    await audit(client, { storeId, action: 'conversions_changed', detail });
    return true;
  });

/** An account without its secrets. `storedCredentials`: the names of the stored credentials. */
export type StoreDestination = Omit<DestinationRow, 'credentials'> & { readonly storedCredentials: readonly string[] };

/** The accounts of a store, oldest first. */
export async function storeDestinations(
  { db, credentialsKey }: Pick<DestinationsParts, 'db' | 'credentialsKey'>,
  storeId: string,
): Promise<StoreDestination[]> {
  const rows = await destinationList(db, storeId);
  return rows.map(({ credentials, ...row }) => ({
    ...row,
    storedCredentials: Object.keys(openCredentials(credentialsKey, row.destinationId, credentials)),
  }));
}

const unsealed = (key: Buffer, { destinationId, credentials }: DestinationRow): Record<string, unknown> =>
  openCredentials(key, destinationId, credentials);
