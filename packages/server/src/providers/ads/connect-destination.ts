import type { Audit } from '../../http/audit-actions.ts';
import { openCredentials } from '../../base/crypto/open-credentials.ts';
import type { Database } from '../../base/postgres/pool.ts';
import {
  destinationFind,
  destinationList,
  destinationSetLastError,
  destinationSwitch,
  destinationUpsert,
  type DestinationRow,
} from './queries/destinations.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import {
  connectAccount,
  type AccountKind,
  type ConnectRefusal,
  type ConnectRefused,
  type ProviderRefusal,
} from '../connections/connect.ts';
import type { Clock } from '../../base/clock.ts';
import type { Answer } from './destination.ts';
import { destinationOf, isDestination, type DestinationName, type Destinations } from './index.ts';
import { accountError } from './reasons.ts';

/** The dependencies of this file's functions. `credentialsKey`: `deriveKey(secret, 'credentials')`. */
export type DestinationAccountDeps = { db: Database; clock: Clock; credentialsKey: Buffer; destinations: Destinations };

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

/** Why an account is not stored. `reason`: what the destination said. */
export type DestinationRefused = ConnectRefused<ConnectRefusal | ProviderRefusal | 'UNKNOWN_PROVIDER', Answer>;

/**
 * COM38: creates or changes a store's account at a destination, after the destination accepted a made-up event in its own test mode. A new
 * account is off.
 */
export async function connectDestination(
  deps: DestinationAccountDeps,
  storeId: string,
  request: DestinationRequest,
  signal: AbortSignal,
  audit: AuditDestinations,
): Promise<{ ok: true; verified: boolean } | DestinationRefused> {
  const { destination } = request;
  if (!isDestination(destination)) return { ok: false, code: 'UNKNOWN_PROVIDER', issues: [] };
  const kind = destinationKind(deps, destination, audit);
  const connected = await connectAccount(deps, storeId, { ...request, keepsCredentials: true }, kind, signal);
  return connected.ok ? { ok: true, verified: connected.verified !== null } : connected;
}

const destinationKind = (
  { clock, destinations }: DestinationAccountDeps,
  destination: DestinationName,
  audit: AuditDestinations,
): AccountKind<DestinationRow, 'accepted', never, Answer> => ({
  form: destinationOf(destination).form,
  isSimulated: false,
  find: (client, storeId) => destinationFind(client, storeId, destination),
  idOf: ({ destinationId }) => destinationId,
  async verify({ settings, credentials }, signal) {
    const verified = await destinations[destination].verify({ settings, credentials }, signal);
    if (verified.outcome === 'ok') return { ok: true, verified: 'accepted' };
    const { outcome, ...reason } = verified;
    const code = outcome === 'refused' ? 'CREDENTIALS_REFUSED' : 'PROVIDER_UNREACHABLE';
    return { ok: false, code, issues: [], reason };
  },
  async write(client, { id: destinationId, store: { storeId }, settings, sealed: credentials }, verified) {
    await destinationUpsert(client, {
      destinationId,
      storeId,
      destination,
      settings,
      credentials,
      events: [...destinationOf(destination).sends],
      verifiedAt: verified ? new Date(clock()) : null,
    });
    const action = verified ? 'conversions_changed' : 'conversions_saved_unverified';
    await audit(client, { storeId, action, detail: destination });
  },
});

/** COM38: tests a stored account, and notes whether it works. Undefined: there is none. */
export async function testDestination(
  { db, credentialsKey, destinations }: DestinationAccountDeps,
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
  { db }: Pick<DestinationAccountDeps, 'db'>,
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
  { db, credentialsKey }: Pick<DestinationAccountDeps, 'db' | 'credentialsKey'>,
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
