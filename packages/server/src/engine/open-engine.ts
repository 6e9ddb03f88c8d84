import type { Clock } from '../platform/clock.ts';
import type { Providers } from '../channels/provider.ts';
import type { Database, PoolOptions } from '../db/pool.ts';
import type { Logger } from '../platform/log.ts';
import { OpenCredentials } from '../delivery/build-delivery.ts';
import type { CrashPoint, Engine } from './engine.ts';
import type { EngineMetrics } from './engine-metrics.ts';
import { liveDataOf } from '../run-data/run-data.ts';
import { marksKey } from '../links/tracking-links.ts';
import { personSecret } from '../crypto/contact-hash.ts';
import { credentialsKey } from '../crypto/seal.ts';
import { shortLinkKey } from '../links/short-link.ts';
import { unsubscribeKey } from '../links/unsubscribe-link.ts';
import { Plans } from '../automations/compiled-versions.ts';
import { Sender } from '../delivery/dispatcher.ts';

/**
 * How the connections of an engine are set. Its statements find a thousand rows by their keys, in tables of any size; a planner that
 * has old statistics, or none, would rather read a table from end to end, or all that waits in order to sort it and take the first. What is
 * looked up by its key is looked up once, so nothing is gained by remembering it (`memoize`).
 */
export const enginePool: PoolOptions = {
  // Where answers do not come back, PostgreSQL sends them again after pauses that double: who waits no longer than this is there
  // again within ten seconds of the end of a cut.
  statementMs: 15_000,
  settings: {
    enable_seqscan: 'off',
    enable_bitmapscan: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
    enable_memoize: 'off',
    jit: 'off',
  },
};

/** What an engine is made of. */
export type EngineParts = Pick<Engine, 'findStore' | 'baseUrl'> & {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: EngineMetrics;
  readonly providers: Providers;
  /** The server's secret. */
  readonly secret: string;
  /** For how long a message belongs to the worker that reserved it, in milliseconds. */
  readonly leaseMs: number;
  /** How long a provider may take to answer, in milliseconds; well below the lease. */
  readonly timeoutMs: number;
  readonly reach?: (point: CrashPoint) => void;
  readonly onMoved?: Engine['onMoved'];
};

/** Builds an engine; nothing runs before `runEngine`. */
export function openEngine(parts: EngineParts): Engine {
  const { secret, timeoutMs, reach = () => {}, onMoved = () => {}, ...rest } = parts;
  const sender = new Sender({ clock: parts.clock, leaseMs: parts.leaseMs, timeoutMs });
  return {
    ...rest,
    reach,
    onMoved,
    sender,
    liveDataOf,
    plans: new Plans(),
    personSecret: personSecret(secret),
    credentials: new OpenCredentials(credentialsKey(secret)),
    marksKey: marksKey(secret),
    unsubscribeKey: unsubscribeKey(secret),
    shortLinkKey: shortLinkKey(secret),
  };
}
