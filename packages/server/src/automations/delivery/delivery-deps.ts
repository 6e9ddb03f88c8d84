import type { KeyObject } from 'node:crypto';
import type { Providers } from '../../providers/channels/provider.ts';
import type { Database } from '../../base/postgres/pool.ts';
import type { Clock } from '../../base/clock.ts';
import type { CredentialsCache } from './credentials-cache.ts';

/** Everything that delivery depends on. */
export type DeliveryDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly providers: Providers;
  /** The credentials of connections, unsealed. */
  readonly credentials: CredentialsCache;
  /** Public address without a trailing slash. */
  readonly baseUrl: () => string;
  /** The key of contact hashes (contact-hash.ts). */
  readonly contactSecret: KeyObject;
  /** The keys of the links in messages (tracking-links.ts, unsubscribe-link.ts). */
  readonly marksKey: Buffer;
  readonly unsubscribeKey: Buffer;
  /** How long a message belongs to the worker that reserved it. Milliseconds. */
  readonly leaseMs: number;
};

/** The members of a store that its messages need. */
export type MessageStore = {
  readonly storeId: string;
  readonly name: string;
  /** Its active domain; null: the service's own address. */
  readonly domain: string | null;
  /** Whether opens and clicks made by software count. */
  readonly countMachines: boolean;
};
