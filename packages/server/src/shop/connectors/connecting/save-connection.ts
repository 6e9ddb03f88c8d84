import { newId } from '../../../base/ids.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import type { Audit } from '../../../http/audit-actions.ts';
import { newSecrets, sealFor } from '../connection-secrets.ts';
import type { ConnectorDeps } from '../connector-deps.ts';
import type { AcceptedShop } from '../connector.ts';
import { findConnector } from '../find-connector.ts';
import { platformConnectionCount, platformConnectionLock, platformConnectionSave } from '../queries/connections.ts';
import { platformFeedBegin, platformFeedForget } from '../queries/feeds.ts';

/** CON4: how far back the first reading goes, in milliseconds. */
export const historyMs = 48 * 60 * 60_000;

/** The most shops that a store is connected with. */
export const maxConnections = 10;

/**
 * CON11: connects a store with a shop that accepted, or again with the same one. After an end it begins anew: what happened meanwhile is
 * history (CON4). Returns the connection's id; undefined: the store is connected with too many shops.
 */
export function saveConnection(
  deps: Pick<ConnectorDeps, 'db' | 'clock' | 'credentialsKey'>,
  { storeId }: { readonly storeId: string },
  { platform, accepted }: { platform: string; accepted: AcceptedShop },
  audit: Audit<'shop_connected'>,
): Promise<string | undefined> {
  const { shop, name, credentials } = accepted;
  const connector = findConnector(platform)!;
  const now = deps.clock();
  return inTransaction(deps.db, async (tx) => {
    const known = await platformConnectionLock(tx, storeId, { platform, shop });
    const isNew = !known || known.state === 'disconnected' || known.state === 'uninstalled';
    if (isNew && (await platformConnectionCount(tx, storeId)) >= maxConnections) return undefined;
    const connectionId = known?.connectionId ?? newId(storeId);
    await platformConnectionSave(
      tx,
      {
        connectionId,
        storeId,
        platform,
        shop,
        name: (name.trim() || shop).slice(0, 200),
        secrets: known?.secrets ?? sealFor(deps, connectionId, newSecrets()),
        credentials: sealFor(deps, connectionId, credentials),
        renewAt: connector.renewAt?.(credentials) ?? null,
        connectedAt: isNew ? now : known.connectedAt,
      },
      now,
    );
    if (isNew) await platformFeedForget(tx, connectionId);
    const feeds = connector.feeds.carts ? (['orders', 'carts'] as const) : (['orders'] as const);
    await platformFeedBegin(tx, connectionId, { feeds, since: now - historyMs, now });
    await audit(tx, { storeId, action: 'shop_connected', subjectId: connectionId, detail: `${platform}: ${name}` });
    return connectionId;
  });
}
