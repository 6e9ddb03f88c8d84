import type { PanelAnswer } from '../../../panel-contract.ts';
import type { ShopConnection } from '../connecting/manage-connections.ts';
import type { ConnectorDeps } from '../connector-deps.ts';
import { connectors } from '../find-connector.ts';

type ListedShops = PanelAnswer<'listShopConnections'>;

/** Every platform with its capabilities (CON9), and whether each way to connect is possible in this installation. */
export const presentPlatforms = (appOf: ConnectorDeps['appOf']): ListedShops['platforms'] =>
  Object.entries(connectors).map(([name, { label, capabilities, feeds, methods }]) => ({
    name,
    label,
    capabilities,
    everyMinutes: Math.round(feeds.orders.everyMs / 60_000),
    methods: methods.map(({ kind, label, needsApp, fields }) => ({
      kind,
      label,
      available: !needsApp || appOf(name) !== null,
      fields: [...fields],
    })),
  }));

/** A connection with its health (CON12), without what only the service needs. */
export function presentShopConnection(connection: ShopConnection): ListedShops['connections'][number] {
  const { connectionId, platform, shop, name, connectedAt, health, history } = connection;
  return {
    connectionId,
    platform,
    shop,
    name,
    connectedAt: new Date(connectedAt).toISOString(),
    health: {
      code: health.code,
      since: health.since === null ? null : new Date(health.since).toISOString(),
      everyMinutes: health.everyMinutes,
    },
    history,
  };
}
