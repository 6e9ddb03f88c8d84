import type { Context } from '../../../context.ts';
import { sessionOf } from '../../../members/guards/session.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import { disconnect, listConnections, readNow, startConnection } from '../connecting/manage-connections.ts';
import { connectorDepsOf } from '../connector-deps.ts';
import { presentPlatforms, presentShopConnection } from './present-shops.ts';

/** CON9 to CON12: the shops that a store is connected with. */
export function shopConnectionsHandlers(
  context: Context,
): PanelHandlers<'listShopConnections' | 'connectShop' | 'readShopNow' | 'disconnectShop'> {
  const deps = connectorDepsOf(context);
  return {
    /** GET /panel/api/stores/:storeId/shop-connections */
    listShopConnections: async ({ params: { storeId } }) => ({
      success: true,
      platforms: presentPlatforms(deps.appOf),
      connections: (await listConnections(deps, storeId)).map(presentShopConnection),
    }),
    /** POST /panel/api/stores/:storeId/shop-connections */
    connectShop: async ({ params: { storeId }, body, audit, request }) => {
      const started = await startConnection(deps, { storeId, userId: sessionOf(request).userId }, body, audit);
      if (started.ok) return { success: true, redirectUrl: started.redirectUrl, connectionId: started.connectionId };
      const { code, field } = started;
      if (code === 'STORE_NOT_FOUND' || code === 'UNKNOWN_PLATFORM') return 'NOT_FOUND';
      return { ok: false, code, ...(field !== undefined && { details: { field } }) };
    },
    /** POST /panel/api/stores/:storeId/shop-connections/:shopConnectionId/read */
    readShopNow: async ({ params: { storeId, shopConnectionId } }) =>
      (await readNow(deps, storeId, shopConnectionId)) ? { success: true } : 'NOT_FOUND',
    /** DELETE /panel/api/stores/:storeId/shop-connections/:shopConnectionId */
    disconnectShop: async ({ params: { storeId, shopConnectionId }, audit }) =>
      (await disconnect(deps, storeId, shopConnectionId, audit)) ? { success: true } : 'NOT_FOUND',
  };
}
