import type { Audit } from '../../../http/audit-actions.ts';
import type { Database } from '../../../base/postgres/pool.ts';
import { heldContactRelease } from '../../../stores/limits/queries/held-contacts.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import { newContacts } from '../batch/decide-send.ts';

/** COM21: releases the held contacts of a store. Returns how many were held. `now` in milliseconds. */
export const releaseContacts = (
  db: Database,
  storeId: string,
  now: number,
  audit: Audit<'contacts_released'>,
): Promise<number> =>
  inTransaction(db, async (client) => {
    const contacts = await heldContactRelease(client, storeId, newContacts, new Date(now));
    if (contacts > 0) await audit(client, { storeId, action: 'contacts_released', detail: String(contacts) });
    return contacts;
  });
