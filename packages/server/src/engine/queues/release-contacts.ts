import type { Database, Queryable } from '../../db/pool.ts';
import { heldContactRelease } from '../../db/queries/limits/held-contacts.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newContacts } from '../batch/decide-send.ts';

/**
 * COM21: releases the held contacts of a store. `note` writes the audit entry in the same transaction. Returns how many were held. `now` in
 * milliseconds.
 */
export const releaseContacts = (
  db: Database,
  storeId: string,
  now: number,
  note: (client: Queryable, contacts: number) => Promise<void>,
): Promise<number> =>
  inTransaction(db, async (client) => {
    const contacts = await heldContactRelease(client, storeId, newContacts, new Date(now));
    if (contacts > 0) await note(client, contacts);
    return contacts;
  });
