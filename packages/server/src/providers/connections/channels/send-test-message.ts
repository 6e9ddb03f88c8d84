import { cleanEmail } from '@retoma/commerce';
import type { Channel } from '@retoma/flow';
import type { Delivered } from '../../channels/provider.ts';
import { phoneNumber } from '../../channels/phone-number.ts';
import { connectionFindActive, connectionSetVerified } from '../../queries/connections.ts';
import type { StoreRow } from '../../../stores/queries/stores.ts';
import { newId } from '../../../base/ids.ts';
import type { ConnectionDeps } from './connect.ts';
import { openCredentials } from '../../../base/crypto/open-credentials.ts';
import { testContent, type TestSender } from './test-content.ts';

/** The result. `delivered`: the provider's outcome. */
export type TestMessage =
  { ok: true; delivered: Delivered } | { ok: false; code: 'NO_CONNECTION' | 'INVALID_PHONE' | 'INVALID_EMAIL' };

const address = /^[^\s@<>,;]+@[^\s@<>,;]{1,253}\.[^\s@<>,;]{1,253}$/;

/**
 * Sends a fixed text over a channel's connection to the member who requests it. The message belongs to no ledger and no run, and contains
 * no customer data. A message that the provider accepts verifies the connection (COM15).
 */
export async function sendTestMessage(
  { db, clock, credentialsKey, channelProviders }: ConnectionDeps,
  {
    store,
    channel,
    to: written,
  }: {
    store: TestSender & Pick<StoreRow, 'storeId'>;
    channel: Channel;
    to: string;
  },
  signal: AbortSignal,
): Promise<TestMessage> {
  const to = channel === 'email' ? cleanEmail(written) : written;
  if (channel === 'email' ? !address.test(to) : phoneNumber(to) === null) {
    return { ok: false, code: channel === 'email' ? 'INVALID_EMAIL' : 'INVALID_PHONE' };
  }
  const row = await connectionFindActive(db, store.storeId, channel);
  const provider = row && channelProviders[channel][row.provider];
  if (!provider) return { ok: false, code: 'NO_CONNECTION' };
  const delivered = await provider.send(
    {
      key: `test:${newId()}`,
      storeId: store.storeId,
      channel,
      to,
      content: testContent(channel, store, to),
      settings: row.settings,
      credentials: openCredentials(credentialsKey, row.connectionId, row.credentials),
    },
    signal,
  );
  if (delivered.outcome === 'sent') await connectionSetVerified(db, row, clock());
  return { ok: true, delivered };
}
