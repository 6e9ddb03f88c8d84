import type { Cents, Localized } from '@retoma/commerce';
import type { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import type { CallOut } from '../../base/net/http-client.ts';
import type { SettingsForm, WhereToFind } from '../../base/settings-form.ts';
import type { Attribution } from './queries/attributions.ts';
import type { ConversionEvent } from './queries/conversions.ts';
import type { SkipReason } from './reasons.ts';

/** The buyer, as entered. Members may be unknown. Neither the document nor the street is ever part of it. */
export type ConversionPerson = Readonly<
  Record<'email' | 'phone' | 'name' | 'city' | 'state' | 'zipcode', string | null>
>;

/** An item, without its name: a name may reveal more than what was paid. `price`: of one. */
export type ConversionItem = { readonly id: string; readonly quantity: number; readonly price: Cents };

/** Something that happened in a store, with all that a destination may learn of it. */
export type Conversion = {
  readonly event: ConversionEvent;
  /** The deduplication id: the order's id; before there is an order, the checkout's. */
  readonly eventId: string;
  readonly orderId: string | null;
  /** When it happened, milliseconds since 1970; of a purchase, when it was paid. */
  readonly at: number;
  readonly value: Cents;
  /** Null: unknown, or there is none. */
  readonly shipping: Cents | null;
  /** Empty: the store does not send items. */
  readonly items: readonly ConversionItem[];
  readonly person: ConversionPerson;
  readonly attribution: Attribution;
};

/** A store's account at a destination, with its unsealed credentials. */
export type DestinationAccount = {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly credentials: Readonly<Record<string, unknown>>;
};

/** A request's body and the names of the personal data in it; or why the conversion cannot be sent. */
export type Payload<Body> =
  | { readonly ok: true; readonly body: Body; readonly disclosed: readonly string[] }
  | { readonly ok: false; readonly reason: SkipReason };

/** A destination's answer. `code` and `message` are bounded and hold no personal data (`answerText`). */
export type Answer = { readonly status: number | null; readonly code: string | null; readonly message: string | null };

/**
 * The result of a send:
 * - `sent`: the destination took it. `refused`: it did not, and will not; `isBroken`: because of the account, which the owner must repair.
 * - `skipped`: it was not sent, because a required member is missing.
 * - `later`: certainly not processed. `uncertain`: unknown (a timeout after the request was sent).
 */
export type Sent =
  | ({ readonly outcome: 'sent'; readonly disclosed: readonly string[] } & Answer)
  | ({ readonly outcome: 'refused'; readonly isBroken: boolean } & Answer)
  | { readonly outcome: 'skipped'; readonly reason: SkipReason }
  | ({ readonly outcome: 'later' | 'uncertain' } & Answer);

/** The result of a test, which counts nowhere. */
export type DestinationVerified =
  { readonly outcome: 'ok' } | ({ readonly outcome: 'refused' | 'unreachable' } & Answer);

/** The requests to a destination. They do not access the database and do not throw for any answer. `signal` aborts every call. */
type DestinationCalls = {
  /** COM38: sends a made-up event in the destination's own test mode. */
  verify(account: DestinationAccount, signal: AbortSignal): Promise<DestinationVerified>;
  send(account: DestinationAccount, conversion: Conversion, signal: AbortSignal): Promise<Sent>;
};

/** The dependencies of the destinations of one process. `settings`: values of the environment settings that they declare. */
export type DestinationDeps = {
  readonly callOut: CallOut;
  readonly settings: Readonly<Record<string, string>>;
  readonly clock: Clock;
};

/** A destination: everything that differs between destinations. One folder each, listed in registry.ts. */
export type ConversionDestination = {
  /** The name for store owners. */
  readonly label: Localized;
  /** The events that it takes. */
  readonly sends: readonly ConversionEvent[];
  /** The age of the oldest event that it accepts, in milliseconds. */
  readonly maxAgeMs: number;
  /** The events of which it recognises a repetition: only these are sent again after an uncertain outcome. */
  readonly deduplicates: readonly ConversionEvent[];
  /** The environment settings that it needs: a schema with a description for each variable. */
  readonly environment: Readonly<Record<string, z.ZodType<string>>>;
  readonly form: SettingsForm;
  readonly whereToFind: WhereToFind;
  open(deps: DestinationDeps): DestinationCalls;
};

/** A destination of a running process. */
export type OpenDestination = ConversionDestination & DestinationCalls;
