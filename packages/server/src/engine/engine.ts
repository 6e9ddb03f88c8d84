import type { KeyObject } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import type { ChannelProvider, Providers } from '../channels/provider.ts';
import type { ConnectionRow } from '../db/queries/contacts/connections.ts';
import type { Database } from '../db/pool.ts';
import type { Logger } from '../platform/log.ts';
import type { OpenCredentials } from '../delivery/build-delivery.ts';
import type { EngineMetrics } from './engine-metrics.ts';
import type { liveDataOf } from '../run-data/run-data.ts';
import type { Plans, RunStore } from '../automations/compiled-versions.ts';
import type { Sender } from '../delivery/dispatcher.ts';

/** A run that was moved, and whose it is. */
export type MovedRun = { readonly runId: string; readonly storeId: string };

/** A run with what it was moved by; `startedAt`: it began by that. */
export type MovedWork = {
  readonly run: MovedRun & { readonly eventId: string; readonly automationId: string; readonly version: number };
  readonly inputs: readonly { readonly input: { readonly type: string } }[];
  readonly startedAt?: number;
};

/** Everything that moving runs works with; one for each process. */
export type Engine = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: EngineMetrics;
  /** Finds a store, from memory where it can; undefined where it was deleted. */
  readonly findStore: (storeId: string) => RunStore | undefined | Promise<RunStore | undefined>;
  readonly plans: Plans;
  readonly providers: Providers;
  readonly sender: Sender;
  /** Public address without a trailing slash. */
  readonly baseUrl: () => string;
  /** The key under which people are hashed (contact-hash.ts). */
  readonly personSecret: KeyObject;
  /** The credentials of connections, unsealed. */
  readonly credentials: OpenCredentials;
  /** The keys of the addresses that stand in messages (tracking-links.ts, unsubscribe-link.ts, short-link.ts). */
  readonly marksKey: Buffer;
  readonly unsubscribeKey: Buffer;
  readonly shortLinkKey: Buffer;
  /** For how long a message belongs to the worker that reserved it, in milliseconds. */
  readonly leaseMs: number;
  /** Makes the data of a run out of its records; a proof puts a scenario's data in its place. */
  readonly liveDataOf: typeof liveDataOf;
  /** Hears which runs were moved by a transaction that began at `since` (milliseconds), once it has committed. */
  readonly onMoved: (moved: readonly (readonly MovedWork[])[], since: number) => void;
  /** Where a test lets the process die; nothing in production. */
  readonly reach: (point: CrashPoint) => void;
};

/**
 * The instants of the send path at which a process may be gone with work in hand. The statements of one part of a transaction share a
 * point: until it commits nobody sees any of them. A test dies at each.
 */
export const crashPoints = [
  'events taken',
  'starts written',
  'due claimed',
  'inputs taken',
  'surroundings loaded',
  'moves written',
  'moves committed',
  'provider answered',
  'outcomes locked',
  'outcomes written',
  'outcomes committed',
  'leases unfolded',
  'pending locked',
] as const;

/** One of them. */
export type CrashPoint = (typeof crashPoints)[number];

/** The provider behind a connection; undefined where this program has none of that name. */
export function providerOf(
  engine: Engine,
  connection: Pick<ConnectionRow, 'channel' | 'provider'>,
): ChannelProvider | undefined {
  const ofChannel = engine.providers[connection.channel];
  return Object.hasOwn(ofChannel, connection.provider) ? ofChannel[connection.provider] : undefined;
}
