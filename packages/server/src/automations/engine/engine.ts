import type { Logger } from '../../base/log/log.ts';
import type { DeliveryDeps } from '../delivery/delivery-deps.ts';
import type { EngineMetrics } from './engine-metrics.ts';
import type { buildRunData } from '../run-data/run-data.ts';
import type { VersionCache, RunStore } from '../definitions/compiled-versions.ts';
import type { Dispatcher } from '../delivery/dispatcher.ts';

/** A run and its store. */
export type RunRef = { readonly runId: string; readonly storeId: string };

/** A task whose batch has committed. `startedAt` is set if the run is new. */
export type CommittedTask = {
  readonly run: RunRef & { readonly eventId: string; readonly automationId: string; readonly version: number };
  readonly inputs: readonly { readonly input: { readonly type: string } }[];
  readonly startedAt?: number;
};

/** The dependencies of advancing runs; there is one engine in each process. */
export type Engine = DeliveryDeps & {
  readonly log: Logger;
  readonly metrics: EngineMetrics;
  /** Finds a store, from a cache if possible; undefined if it was deleted. */
  readonly findStore: (storeId: string) => RunStore | undefined | Promise<RunStore | undefined>;
  readonly versions: VersionCache;
  readonly dispatcher: Dispatcher;
  /** COM42: the most messages in a day to a recipient who has not paid at the store; 0: no limit. */
  readonly recipientLimit: number;
  /** The key of short links (short-link.ts). */
  readonly shortLinkKey: Buffer;
  /** Builds the data of a run from its records; a proof replaces it with a scenario's data. */
  readonly buildRunData: typeof buildRunData;
  /** Called after the commit of a batch that started at `since` (milliseconds), with the tasks it advanced. */
  readonly onCommitted: (tasks: readonly CommittedTask[], since: number) => void;
  /** Lets a test kill the process here; does nothing in production. */
  readonly crashPoint: (point: CrashPoint) => void;
};

/**
 * The points of the send path at which a process may die with work in progress; a test kills it at each. The statements of one part of a
 * transaction share a point, because none of them is visible before the commit.
 */
export const crashPoints = [
  'events claimed',
  'starts written',
  'due runs claimed',
  'inputs claimed',
  'context loaded',
  'runs written',
  'runs committed',
  'provider answered',
  'outcomes locked',
  'outcomes written',
  'outcomes committed',
  'leases unfolded',
  'pending locked',
] as const;

/** The name of a crash point. */
export type CrashPoint = (typeof crashPoints)[number];
