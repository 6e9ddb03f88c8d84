import type { ChannelUpdate } from '../../../providers/channels/provider.ts';
import { bounceCount, suppressionSet } from '../../../base/contacts/suppressions.ts';
import { messageRecipientFind } from '../queries/message-statuses.ts';
import { hashContact } from '../../../base/crypto/contact-hash.ts';
import { truncateForColumn } from '../../../base/truncate-text.ts';
import type { InboundDeps } from './receive-inbound.ts';
import type { ReportingConnection } from './reporting-connection.ts';
import { applyProviderPreference } from './apply-preference.ts';

const day = 24 * 60 * 60_000;
/** `max` transient bounces `withinMs` suppress the address for `pauseMs`. */
const transient = { max: 5, withinMs: 7 * day, pauseMs: 30 * day };

/** COM8: a permanent bounce suppresses the address permanently; repeated transient bounces suppress it for a while. */
export async function recordBounce(
  deps: InboundDeps,
  connection: ReportingConnection,
  { id, address, permanent, about, at }: Extract<ChannelUpdate, { kind: 'bounce' }>,
): Promise<void> {
  const contactHash = await addressed(deps, connection, address, about);
  if (!contactHash) return;
  const { storeId, connectionId } = connection;
  const now = deps.clock();
  if (permanent)
    return suppressionSet(deps.db, { storeId, contactHash }, { reason: 'bounce', expiresAt: Infinity, now });
  const bounce = { storeId, contactHash, connectionId, bounceId: truncateForColumn(id, 300), at: Math.min(at, now) };
  if (bounce.bounceId === '') return;
  const count = await bounceCount(deps.db, bounce, now - transient.withinMs);
  if (count < transient.max) return;
  await suppressionSet(
    deps.db,
    { storeId, contactHash },
    { reason: 'bounces', expiresAt: now + transient.pauseMs, now },
  );
}

/** COM8: a spam complaint suppresses the address and records an opt-out. */
export async function recordComplaint(
  deps: InboundDeps,
  connection: ReportingConnection,
  { address, about, at }: Extract<ChannelUpdate, { kind: 'complaint' }>,
): Promise<void> {
  const contactHash = await addressed(deps, connection, address, about);
  if (!contactHash) return;
  const { storeId } = connection;
  await suppressionSet(
    deps.db,
    { storeId, contactHash },
    { reason: 'complaint', expiresAt: Infinity, now: deps.clock() },
  );
  await applyProviderPreference(
    deps,
    { ...connection, channel: 'email' },
    { from: address, wants: false, at },
    'complaint',
  );
}

/**
 * The contact of an address. If the report names a message, the address must be its recipient, because the rest of the report could be
 * forged.
 */
async function addressed(
  deps: InboundDeps,
  { connectionId, storeId }: ReportingConnection,
  address: string,
  about: string | undefined,
): Promise<Buffer | null> {
  const contactHash = hashContact(deps, storeId, 'email', address);
  if (!contactHash || about === undefined) return contactHash;
  const recipient = await messageRecipientFind(deps.db, connectionId, truncateForColumn(about, 300));
  const sentTo = recipient ? hashContact(deps, storeId, 'email', recipient) : null;
  return sentTo?.equals(contactHash) ? contactHash : null;
}
