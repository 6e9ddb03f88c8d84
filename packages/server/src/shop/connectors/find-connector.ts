import type { Connector } from './connector.ts';
import * as registry from './registry.ts';

/** The name of a platform. */
export type Platform = keyof typeof registry;

/** Every connector, by the platform's name. */
export const connectors = { ...registry } satisfies Record<Platform, Connector> as Readonly<Record<string, Connector>>;

/** The names of all platforms. */
export const platforms: readonly string[] = Object.keys(connectors);

/** The connector of a platform; undefined: this release has none. */
export const findConnector = (platform: string): Connector | undefined =>
  Object.hasOwn(connectors, platform) ? connectors[platform] : undefined;
