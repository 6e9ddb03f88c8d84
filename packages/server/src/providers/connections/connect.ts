// How a store connects an account of any kind: the connection of a channel, an account for payments, freight or conversions.
//
// INV1. No database connection is held during the call to the provider.
// INV2. What the provider accepted is what is stored, even if the stored account changed during the call.
// INV3. What refuses an account whatever its provider says is checked before the call, and again in the transaction that stores it.
import { openCredentials } from '../../base/crypto/open-credentials.ts';
import { seal } from '../../base/crypto/seal.ts';
import type { Database, Queryable } from '../../base/postgres/pool.ts';
import { storeFind, type StoreRow } from '../../stores/queries/stores.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { newId } from '../../base/ids.ts';
import type { SettingsForm } from '../../base/settings-form.ts';
import { checkForm } from './check-form.ts';

/** The dependencies of connecting. `credentialsKey`: `deriveKey(secret, 'credentials')`. */
export type ConnectDeps = { readonly db: Database; readonly credentialsKey: Buffer };

/** A request to connect. Omitted settings or credentials are kept. */
export type ConnectRequest = {
  readonly settings?: unknown;
  readonly credentials?: unknown;
  /** Members that `credentials` omits are kept too, and those set to null are deleted. Otherwise `credentials` is complete. */
  readonly keepsCredentials?: boolean;
  /** Stores the account as not verified, without calling the provider. */
  readonly saveAnyway?: boolean | undefined;
};

/** Why an account is not stored. `issues`: the invalid members and why, in English, without the input. `reason`: the provider's. */
export type ConnectRefused<Code extends string, Reason = string> = {
  readonly ok: false;
  readonly code: Code;
  readonly issues: readonly string[];
  readonly reason?: Reason;
};

/** The refusals of every kind of account. */
export type ConnectRefusal =
  'STORE_NOT_FOUND' | 'EXAMPLE_STORE' | 'TEST_STORE' | 'WRONG_SETTINGS' | 'WRONG_CREDENTIALS';

/** The refusals by a provider, or because it could not be asked. */
export type ProviderRefusal = 'CREDENTIALS_REFUSED' | 'PROVIDER_UNREACHABLE';

type Credentials = Readonly<Record<string, unknown>>;

type AccountForm = { readonly settings: Readonly<Record<string, unknown>>; readonly credentials: Credentials };

/** An account as its table stores it, with its credentials sealed under its id. */
type SealedRow = { readonly settings: Readonly<Record<string, unknown>>; readonly credentials: Buffer | null };

/** An account whose form is valid. `before`: the stored one; `isSame`: it has the same settings and credentials. */
export type CheckedAccount<Row> = AccountForm & {
  readonly id: string;
  readonly store: StoreRow;
  readonly before: Row | undefined;
  readonly isSame: boolean;
};

/** How accounts of a kind are checked and stored. */
export type AccountStorage<Row extends SealedRow, Verified, Code extends string = never> = {
  readonly form: SettingsForm;
  /** AUT16: an example store may connect it, because it reaches no one. */
  readonly isSimulated: boolean;
  /** The store's account at the provider. Called in a transaction. */
  readonly find: (client: Queryable, storeId: string) => Promise<Row | undefined>;
  readonly idOf: (row: Row) => string;
  /** Adds what the service itself keeps among the credentials. `stored`: the stored ones, empty for a new account. */
  readonly completeCredentials?: (credentials: unknown, stored: Credentials) => unknown;
  /** Locks what `blocked` reads, in the transaction that stores the account. */
  readonly lock?: (client: Queryable, storeId: string) => Promise<unknown>;
  /** Why the account is refused whatever its provider says; undefined: it is not. */
  readonly blocked?: (
    client: Queryable,
    account: CheckedAccount<Row>,
  ) => Promise<ConnectRefused<Code, never> | undefined>;
  /** Writes the account, and audits it. `verified`: what the provider said; null: it was not asked. */
  readonly write: (
    client: Queryable,
    account: CheckedAccount<Row> & { readonly sealed: Buffer },
    verified: Verified | null,
  ) => Promise<void>;
};

/** What differs between the kinds of accounts. */
export type AccountKind<Row extends SealedRow, Verified, Code extends string = never, Reason = string> = AccountStorage<
  Row,
  Verified,
  Code
> & {
  /** Asks the provider. */
  readonly verify: (
    account: CheckedAccount<Row>,
    signal: AbortSignal,
  ) => Promise<{ readonly ok: true; readonly verified: Verified } | ConnectRefused<Code | ProviderRefusal, Reason>>;
};

/** An account to store, or that is stored. */
export type VerifiedAccount<Row, Verified> = {
  readonly ok: true;
  readonly account: CheckedAccount<Row>;
  readonly verified: Verified | null;
};

/** COM15: creates or changes a store's account, after its provider accepted it. */
export async function connectAccount<Row extends SealedRow, Verified, Code extends string, Reason>(
  deps: ConnectDeps,
  storeId: string,
  request: ConnectRequest,
  kind: AccountKind<Row, Verified, Code, Reason>,
  signal: AbortSignal,
): Promise<VerifiedAccount<Row, Verified> | ConnectRefused<Code | ConnectRefusal | ProviderRefusal, Reason>> {
  const verified = await verifyAccount(deps, storeId, request, kind, signal);
  return verified.ok ? storeAccount(deps, storeId, verified.account, kind, verified.verified) : verified;
}

/** Checks an account and asks its provider, without storing it. */
export async function verifyAccount<Row extends SealedRow, Verified, Code extends string, Reason>(
  deps: ConnectDeps,
  storeId: string,
  request: ConnectRequest,
  kind: AccountKind<Row, Verified, Code, Reason>,
  signal: AbortSignal,
): Promise<VerifiedAccount<Row, Verified> | ConnectRefused<Code | ConnectRefusal | ProviderRefusal, Reason>> {
  const checked = await inTransaction(deps.db, (client) => checkAccount(deps, client, storeId, request, kind));
  if (!checked.ok || request.saveAnyway) return checked;
  const answer = await kind.verify(checked.account, signal);
  return answer.ok ? { ...checked, verified: answer.verified } : answer;
}

/** Stores an account. A store has one account at each provider, which keeps its id. */
export const storeAccount = <Row extends SealedRow, Verified, Code extends string>(
  deps: ConnectDeps,
  storeId: string,
  { settings, credentials }: Pick<ConnectRequest, 'settings' | 'credentials'>,
  kind: AccountStorage<Row, Verified, Code>,
  verified: Verified | null,
): Promise<VerifiedAccount<Row, Verified> | ConnectRefused<Code | ConnectRefusal, never>> =>
  inTransaction(deps.db, async (client) => {
    await kind.lock?.(client, storeId);
    const checked = await checkAccount(deps, client, storeId, { settings, credentials }, kind);
    if (!checked.ok) return checked;
    const { account } = checked;
    await kind.write(
      client,
      { ...account, sealed: seal(deps.credentialsKey, account.id, account.credentials) },
      verified,
    );
    return { ok: true, account, verified };
  });

async function checkAccount<Row extends SealedRow, Verified, Code extends string>(
  { credentialsKey }: ConnectDeps,
  client: Queryable,
  storeId: string,
  request: ConnectRequest,
  kind: AccountStorage<Row, Verified, Code>,
): Promise<VerifiedAccount<Row, never> | ConnectRefused<Code | ConnectRefusal, never>> {
  const store = await storeFind(client, storeId);
  if (!store) return { ok: false, code: 'STORE_NOT_FOUND', issues: [] };
  if (store.exampleOf !== null && !kind.isSimulated) return { ok: false, code: 'EXAMPLE_STORE', issues: [] };
  if (store.testOf !== null && !kind.isSimulated) return { ok: false, code: 'TEST_STORE', issues: [] };
  const before = await kind.find(client, storeId);
  const id = before ? kind.idOf(before) : newId(storeId);
  const stored = before && {
    settings: before.settings,
    credentials: openCredentials(credentialsKey, id, before.credentials),
  };
  const checked = checkForm(
    kind.form,
    { settings: request.settings, credentials: credentialsOf(request, stored, kind) },
    stored,
  );
  if (!checked.ok) return checked;
  const { settings, credentials, isSame } = checked;
  const account = { id, store, before, settings, credentials, isSame };
  return (await kind.blocked?.(client, account)) ?? { ok: true, account, verified: null };
}

/** The complete credentials of a request; undefined: the stored ones. */
function credentialsOf(
  { credentials, keepsCredentials }: ConnectRequest,
  stored: AccountForm | undefined,
  { completeCredentials }: { readonly completeCredentials?: (credentials: unknown, stored: Credentials) => unknown },
): unknown {
  const before = stored?.credentials ?? {};
  const provided = keepsCredentials ? mergeCredentials(before, credentials as Credentials | undefined) : credentials;
  return completeCredentials ? completeCredentials(provided ?? before, before) : provided;
}

/** Undefined: there are no new ones. */
function mergeCredentials(stored: Credentials, provided: Credentials | undefined): Credentials | undefined {
  if (!provided || Object.keys(provided).length === 0) return undefined;
  return Object.fromEntries(Object.entries({ ...stored, ...provided }).filter(([, value]) => value !== null));
}
