import { consentRecord } from '../../base/contacts/consents.ts';
import { optOutFindMany } from '../../base/contacts/opt-outs.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { newId } from '../../base/ids.ts';
import type { Subscription } from '../../base/links/unsubscribe-link.ts';

/** Whether a contact has opted out of the channel of an unsubscribe link. */
export async function isUnsubscribed(db: Database, subscription: Subscription): Promise<boolean> {
  return (await optOutFindMany(db, [subscription])).length > 0;
}

/**
 * COM8: applies the choice of a contact with an unsubscribe link: `out` of the messages, or `back`. `source`: the page, or the button of
 * a mail program. If nothing changes, nothing is written.
 */
export async function changeSubscription(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  subscription: Subscription,
  preference: 'out' | 'back',
  { source, ip }: { source: 'unsubscribe page' | 'one-click'; ip: string | null },
): Promise<void> {
  if ((await isUnsubscribed(db, subscription)) === (preference === 'out')) return;
  const state = preference === 'out' ? 'withdrawn' : 'granted';
  await consentRecord(db, { ...subscription, consentId: newId(subscription.storeId), state, source, ip, at: clock() });
}
