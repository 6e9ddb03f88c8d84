import type { KeyObject } from 'node:crypto';
import { hashContact } from '../../base/crypto/contact-hash.ts';
import { automationListActive } from '../definitions/queries/automations.ts';
import { optOutFindMany } from '../../base/contacts/opt-outs.ts';
import { suppressionFindMany } from '../../base/contacts/suppressions.ts';
import type { Database } from '../../base/postgres/pool.ts';
import type { StoreRow } from '../../stores/queries/stores.ts';
import type { Clock } from '../../base/clock.ts';
import type { VersionCache } from '../definitions/compiled-versions.ts';

/** The events of a paid order of which buyers get messages. */
const updates = ['payment.confirmed', 'tracking_code_updated'] as const;

/**
 * COM26: whether an active automation of the store sends e-mail about paid orders, and may send it to the buyer at this address, so that the
 * page can announce it.
 */
export async function sendsUpdates(
  { db, clock, contactSecret }: { db: Database; clock: Clock; contactSecret: KeyObject },
  plans: VersionCache,
  store: StoreRow,
  email: string,
): Promise<boolean> {
  if (!store.active) return false;
  const contactHash = hashContact({ contactSecret }, store.storeId, 'email', email);
  if (!contactHash) return false;
  const automations = await automationListActive(db, store.storeId, updates);
  const versions = await plans.load(
    db,
    automations.map(({ automationId, version }) => ({ automationId, version, store })),
  );
  if (!versions.some((version) => version?.channels.includes('email'))) return false;
  const [optOuts, suppressed] = await Promise.all([
    optOutFindMany(db, [{ storeId: store.storeId, channel: 'email', contactHash }]),
    suppressionFindMany(db, [{ storeId: store.storeId, contactHash }], clock()),
  ]);
  return optOuts.length + suppressed.length === 0;
}
