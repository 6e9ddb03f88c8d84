import type { Clock } from '../../base/clock.ts';
import type { Providers } from '../../providers/channels/provider.ts';
import type { Database, PoolOptions } from '../../base/postgres/pool.ts';
import type { Logger } from '../../base/log/log.ts';
import { CredentialsCache } from '../delivery/credentials-cache.ts';
import type { CrashPoint, Engine } from './engine.ts';
import type { EngineMetrics } from './engine-metrics.ts';
import { buildRunData } from '../run-data/run-data.ts';
import { marksKey } from '../../base/links/tracking-links.ts';
import { contactSecret } from '../../base/crypto/contact-hash.ts';
import { credentialsKey } from '../../base/crypto/seal.ts';
import { shortLinkKey } from '../../base/links/short-link.ts';
import { unsubscribeKey } from '../../base/links/unsubscribe-link.ts';
import { VersionCache } from '../definitions/compiled-versions.ts';
import { Dispatcher } from '../delivery/dispatcher.ts';

/**
 * Settings of an engine's connections. Its statements find a thousand rows by their keys, in tables of any size. With old or no statistics
 * the planner would scan a whole table, or sort a whole queue for its first rows. Each key is looked up once, so `memoize` gains nothing.
 */
export const enginePool: PoolOptions = {
  // After a network outage TCP retransmits at doubling intervals. With this timeout a connection works again within ten seconds of the
  // outage's end.
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

/** The dependencies of an engine. */
export type EngineDeps = Pick<Engine, 'findStore' | 'baseUrl'> & {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: EngineMetrics;
  readonly providers: Providers;
  /** The server's secret. */
  readonly secret: string;
  /** How long a message belongs to the worker that reserved it. */
  readonly leaseMs: number;
  /** How long a provider may take to respond; well below the lease. */
  readonly timeoutMs: number;
  /** COM42; absent: 10. */
  readonly recipientLimit?: number;
  readonly crashPoint?: (point: CrashPoint) => void;
  readonly onCommitted?: Engine['onCommitted'];
};

/** Builds an engine, which does nothing before `runEngine`. */
export function openEngine(deps: EngineDeps): Engine {
  const { secret, timeoutMs, recipientLimit = 10, crashPoint = () => {}, onCommitted = () => {}, ...rest } = deps;
  const dispatcher = new Dispatcher({ clock: deps.clock, leaseMs: deps.leaseMs, timeoutMs });
  return {
    ...rest,
    recipientLimit,
    crashPoint,
    onCommitted,
    dispatcher,
    buildRunData,
    versions: new VersionCache(),
    contactSecret: contactSecret(secret),
    credentials: new CredentialsCache(credentialsKey(secret)),
    marksKey: marksKey(secret),
    unsubscribeKey: unsubscribeKey(secret),
    shortLinkKey: shortLinkKey(secret),
  };
}
