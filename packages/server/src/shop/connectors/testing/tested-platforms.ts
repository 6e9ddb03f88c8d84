import type { Connector } from '../connector.ts';
import { connectors, type Platform } from '../find-connector.ts';
import type { ConnectorSamples } from './connector-samples.ts';
import type { OpenPlatformServer } from './platform-server.ts';

/** A connector with its samples and its platform's server. */
export type TestedPlatform = {
  readonly platform: Platform;
  readonly connector: Connector;
  readonly samples: ConnectorSamples;
  readonly openShopServer: OpenPlatformServer;
};

/** Every connector of the registry. */
export const testedPlatforms: readonly TestedPlatform[] = await Promise.all(
  (Object.entries(connectors) as [Platform, Connector][]).map(async ([platform, connector]) => {
    const fixtures = `../${platform}/testing/fixtures.ts`;
    const server = `../${platform}/testing/shop-server.ts`;
    const { samples } = (await import(fixtures)) as { samples: ConnectorSamples };
    const openShopServer: OpenPlatformServer = async (options) =>
      ((await import(server)) as { openShopServer: OpenPlatformServer }).openShopServer(options);
    return { platform, connector, samples, openShopServer };
  }),
);
