import type { Cents, Localized, Parcel } from '@retoma/commerce';
import type { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import type { CallOut } from '../../base/net/http-client.ts';
import type { SettingsForm, WhereToFind } from '../../base/settings-form.ts';

/** A store's account at a freight provider, with its unsealed credentials, which leave the process only in requests to the provider. */
export type FreightAccount = {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly credentials: Readonly<Record<string, unknown>>;
};

/**
 * The token by which an account calls its provider's API. `expiresAt`: it is replaced from then on. `renewAt`: it is replaced from then
 * on even if no one asks for a quote, because otherwise the provider would forget the account; null: never. Milliseconds since 1970.
 */
export type FreightSession = {
  readonly token: string;
  /** The token by which the next one is requested; null: the credentials are enough. */
  readonly refreshToken: string | null;
  readonly expiresAt: number;
  readonly renewAt: number | null;
};

/** What is asked: CEPs of 8 digits, and what is shipped. */
export type QuoteRequest = { readonly from: string; readonly to: string; readonly parcel: Parcel };

/** A service that a provider offers. `service`: its code there. Days are working days; null: unknown. */
export type FreightService = {
  readonly service: string;
  readonly name: string;
  readonly carrier: string | null;
  readonly price: Cents;
  readonly minDays: number | null;
  readonly maxDays: number | null;
};

/** A provider that does not work: `refused`: the account, which the owner must fix; `failed`: the provider, for now. */
export type FreightProblem = { readonly outcome: 'refused' | 'failed'; readonly reason: string };

/**
 * The result of a quote. `quoted`: the services that serve the place; none is an answer too. `expired`: the session's token is not
 * accepted, or there is none. `reason`: what is wrong with the account if a new token is not accepted either; absent: ACCESS_TOKEN.
 */
export type QuoteResult =
  | { readonly outcome: 'quoted'; readonly services: readonly FreightService[] }
  | { readonly outcome: 'expired'; readonly reason?: 'NOT_PERMITTED' }
  | FreightProblem;

/** The result of requesting a new token. */
export type SessionResult = { readonly outcome: 'renewed'; readonly session: FreightSession } | FreightProblem;

/** The requests to a provider. They do not access the database and do not throw for any response. `signal` aborts every call. */
type FreightCalls = {
  quote(
    account: FreightAccount,
    session: FreightSession | null,
    request: QuoteRequest,
    signal: AbortSignal,
  ): Promise<QuoteResult>;
  /** COM33: requests a new token. Absent: the credentials themselves are sent with each request. */
  renew?(account: FreightAccount, session: FreightSession | null, signal: AbortSignal): Promise<SessionResult>;
};

/** The dependencies of the providers of one process. `settings`: values of the environment settings that providers declare. */
export type FreightProviderDeps = {
  readonly callOut: CallOut;
  readonly settings: Readonly<Record<string, string>>;
  readonly clock: Clock;
};

/** A freight provider: everything that differs between providers. One folder each, listed in registry.ts. */
export type FreightDefinition = {
  /** The name for store owners. */
  readonly label: Localized;
  /** The environment settings that it needs: a schema with a description for each variable. */
  readonly environment: Readonly<Record<string, z.ZodType<string>>>;
  readonly form: SettingsForm;
  readonly whereToFind: WhereToFind;
  /** The session that an owner enters with the credentials; undefined: there is none. */
  readonly firstSession?: (account: FreightAccount, now: number) => FreightSession | undefined;
  open(deps: FreightProviderDeps): FreightCalls;
};

/** A provider of a running process. */
export type FreightProvider = FreightDefinition & FreightCalls;
