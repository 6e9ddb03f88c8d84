import { newId } from '../../../base/ids.ts';
import { phoneNumber } from '../../channels/phone-number.ts';
import type { ChannelConnection, ChannelProvider, Delivered, ConnectionTest } from '../../channels/provider.ts';
import { testContent, type TestSender } from './test-content.ts';
import type { Channel } from '@retoma/flow';

/** A connection to verify. `testTo`: the owner's number, for providers that are verified by a message. */
export type ConnectionToVerify = {
  readonly connection: ChannelConnection;
  readonly channel: Channel;
  readonly sender: TestSender;
  readonly testTo?: string | undefined;
};

/**
 * The result of verifying. `lastError`: why no message can be sent yet although the credentials are valid: no phone is paired. `reason`:
 * a code of `messageReasons`.
 */
export type ConnectionVerified =
  | { readonly ok: true; readonly account: string | null; readonly lastError: string | null }
  | { readonly ok: false; readonly code: 'CREDENTIALS_REFUSED' | 'PROVIDER_UNREACHABLE'; readonly reason: string }
  | { readonly ok: false; readonly code: 'TEST_PHONE_REQUIRED' };

/** COM15: whether the provider of a connection accepts its credentials. Sends a message only if nothing else can verify them. */
export async function verifyConnection(
  provider: ChannelProvider,
  { connection, channel, sender, testTo = '' }: ConnectionToVerify,
  signal: AbortSignal,
): Promise<ConnectionVerified> {
  if (!provider.verifiedByMessage) {
    const tried = await provider.testConnection(connection, signal);
    const isUnpaired = tried.outcome === 'broken' && tried.reason === 'DISCONNECTED' && provider.pairing !== undefined;
    return isUnpaired ? { ok: true, account: null, lastError: tried.reason } : verifiedBy(tried);
  }
  if (phoneNumber(testTo) === null) return { ok: false, code: 'TEST_PHONE_REQUIRED' };
  const { storeId, settings, credentials } = connection;
  const content = testContent(channel, sender);
  const message = { key: `test:${newId()}`, storeId, channel, to: testTo, content, settings, credentials };
  return verifiedBy(triedBySend(await provider.send(message, signal)));
}

function verifiedBy(tried: ConnectionTest): ConnectionVerified {
  if (tried.outcome === 'works') return { ok: true, account: tried.account || null, lastError: null };
  const code = tried.outcome === 'broken' ? 'CREDENTIALS_REFUSED' : 'PROVIDER_UNREACHABLE';
  return { ok: false, code, reason: tried.reason };
}

/** Only a message that the provider accepted proves that it accepted the credentials. */
function triedBySend(delivered: Delivered): ConnectionTest {
  if (delivered.outcome === 'sent') return { outcome: 'works', account: '' };
  if (delivered.outcome === 'opted_out') return { outcome: 'broken', reason: 'OPTED_OUT' };
  if (delivered.outcome === 'uncertain') return { outcome: 'unreachable', reason: 'UNREACHABLE' };
  return { outcome: delivered.outcome === 'later' ? 'unreachable' : 'broken', reason: delivered.reason };
}
