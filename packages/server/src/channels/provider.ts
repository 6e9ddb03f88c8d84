import type { Channel } from '@retoma/flow';

/** A message as a provider gets it. */
export type Delivery = {
  /** The same for every attempt at the same message, never for another: the provider's idempotency key where it has one (C13). */
  readonly key: string;
  readonly storeId: string;
  readonly channel: Channel;
  readonly to: string;
  /** The step's data with every metatag replaced. */
  readonly content: unknown;
  /** Of the store's connection. */
  readonly settings: Readonly<Record<string, unknown>>;
};

/**
 * What a provider made of a message:
 * - `sent`: it took it. `providerId`: its own name for it.
 * - `refused`: it will not deliver this, ever; the send fails and the flow goes on (C5).
 * - `opted_out`: likewise, because the person wants nothing more.
 * - `later`: not now, certainly not delivered; tried again, not before `retryAfter` milliseconds where it says so.
 * - `broken`: the connection itself (a wrong key, a blocked number): nothing is sent over it until somebody mends it.
 * - `uncertain`: nobody can tell whether it left (a timeout after the request went out).
 */
export type Delivered =
  | { readonly outcome: 'sent'; readonly providerId?: string }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'opted_out' }
  | { readonly outcome: 'later'; readonly reason: string; readonly retryAfter?: number }
  | { readonly outcome: 'broken'; readonly reason: string }
  | { readonly outcome: 'uncertain' };

/** One way to send on one channel. `send` never keeps a database connection; an exception counts as `uncertain`. */
export type ChannelProvider = {
  /** Whether the same key twice makes one message: only then is a message sent again after a crash (C13). */
  readonly deduplicates: boolean;
  /** How many messages of one connection one process gives it at once. */
  readonly concurrency: number;
  send(delivery: Delivery, signal: AbortSignal): Promise<Delivered>;
};

/** The providers that can be used, by channel and name. */
export type Providers = { readonly [Name in Channel]: { readonly [provider: string]: ChannelProvider } };
