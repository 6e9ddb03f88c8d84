import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import type { Config } from '../../base/config/config.ts';
import type { Logger } from '../../base/log/log.ts';
import { openOutgoing, type CallOut } from '../../base/net/http-client.ts';
import type { Database } from '../../base/postgres/pool.ts';
import type { Context } from '../../context.ts';
import type { PlatformApp } from './connector.ts';
import { appOf, hostsOf } from './platform-settings.ts';
import type { PlatformHosts } from './replace-host.ts';

/** What the functions of connectors need. */
export type ConnectorDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly credentialsKey: Buffer;
  /** The public address of the service, without a slash at its end. */
  readonly baseUrl: string;
  readonly callOut: CallOut;
  readonly hosts: PlatformHosts;
  /** The installation's app of a platform; null: it has none. */
  readonly appOf: (platform: string) => PlatformApp | null;
  /** Waits between two calls, in milliseconds. */
  readonly sleep: (ms: number) => Promise<void>;
};

/** What of it follows from the configuration. */
export const connectorParts = ({
  allowPrivateAddresses: allowPrivate,
  providerSettings: settings,
}: Pick<Config, 'allowPrivateAddresses' | 'providerSettings'>): Pick<
  ConnectorDeps,
  'callOut' | 'hosts' | 'appOf' | 'sleep'
> => ({
  callOut: openOutgoing({ allowPrivate }),
  hosts: hostsOf(settings),
  appOf: (platform) => appOf(settings, platform),
  sleep: (ms) => setTimeout(ms),
});

/** Those of a process that serves HTTP, which knows its address once it listens. */
export const connectorDepsOf = (context: Context): ConnectorDeps => ({
  db: context.db,
  clock: context.clock,
  log: context.log,
  credentialsKey: context.credentialsKey,
  get baseUrl() {
    return context.baseUrl;
  },
  ...connectorParts(context.config),
});
