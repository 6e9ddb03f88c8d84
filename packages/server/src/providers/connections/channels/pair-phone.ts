import type { ChannelConnection, PairingState, Pairing, ConnectionTest } from '../../channels/provider.ts';
import {
  connectionFindActive,
  connectionCloseCircuit,
  connectionSetAccount,
  connectionSetLastError,
  connectionSetVerified,
  type SealedConnection,
} from '../../queries/connections.ts';
import type { Audit } from '../../../http/audit-actions.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import type { ConnectionDeps } from './connect.ts';
import { openCredentials } from '../../../base/crypto/open-credentials.ts';

/** The result; `NO_PAIRING`: the provider uses no phone of the store. */
export type PhoneSeen<Seen> = { ok: true; seen: Seen } | { ok: false; code: 'NO_CONNECTION' | 'NO_PAIRING' };

/** Looks up whether the phone of a store's WhatsApp is paired, else its QR code; stores the result. */
export const checkPairing = (
  deps: ConnectionDeps,
  storeId: string,
  signal: AbortSignal,
): Promise<PhoneSeen<PairingState>> =>
  withPairing(deps, storeId, async (pairing, connection, row) => {
    const seen = await pairing.look(connection, signal);
    const { connectionId } = connection;
    if (seen.outcome === 'works' || seen.outcome === 'waiting') await connectionSetVerified(deps.db, row, deps.clock());
    if (seen.outcome === 'works') {
      await connectionSetAccount(deps.db, connectionId, seen.account);
      await connectionCloseCircuit(deps.db, connectionId);
    } else {
      await connectionSetLastError(deps.db, connectionId, seen.outcome === 'waiting' ? 'DISCONNECTED' : seen.reason);
    }
    return seen;
  });

/** Unpairs the phone of a store's WhatsApp. The connection is kept, so that another phone can be paired. */
export const unlinkPhone = (
  deps: ConnectionDeps,
  storeId: string,
  signal: AbortSignal,
  audit: Audit<'phone_removed'>,
): Promise<PhoneSeen<ConnectionTest>> =>
  withPairing(deps, storeId, async (pairing, connection) => {
    const seen = await pairing.end(connection, signal);
    if (seen.outcome === 'works') {
      await inTransaction(deps.db, async (client) => {
        await connectionSetAccount(client, connection.connectionId, '');
        await connectionSetLastError(client, connection.connectionId, 'DISCONNECTED');
        await audit(client, { storeId, action: 'phone_removed' });
      });
    }
    return seen;
  });

async function withPairing<Seen>(
  { db, credentialsKey, channelProviders }: ConnectionDeps,
  storeId: string,
  work: (pairing: Pairing, connection: ChannelConnection, row: SealedConnection) => Promise<Seen>,
): Promise<PhoneSeen<Seen>> {
  const row = await connectionFindActive(db, storeId, 'whatsapp');
  if (!row) return { ok: false, code: 'NO_CONNECTION' };
  const pairing = channelProviders.whatsapp[row.provider]?.pairing;
  if (!pairing) return { ok: false, code: 'NO_PAIRING' };
  const { connectionId, settings } = row;
  const credentials = openCredentials(credentialsKey, connectionId, row.credentials);
  return { ok: true, seen: await work(pairing, { connectionId, storeId, settings, credentials }, row) };
}
