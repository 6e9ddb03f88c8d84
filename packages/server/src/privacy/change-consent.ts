import type { Channel } from '@retoma/flow';
import type { Audit } from '../http/audit-actions.ts';
import type { Queryable } from '../base/postgres/pool.ts';
import { consentRecord, type Consent } from '../base/contacts/consents.ts';
import { optOutFindMany, type OptOutKey } from '../base/contacts/opt-outs.ts';
import { storeExists } from './queries/privacy-requests.ts';
import { inTransaction } from '../base/postgres/transaction.ts';
import { newId } from '../base/ids.ts';
import { hashContactKey } from '../base/crypto/contact-hash.ts';
import {
  channelsOf,
  personKeysOf,
  type PersonKeys,
  type PersonRefusal,
  type ContactRequest,
} from '../base/contacts/contact-keys.ts';
import type { PrivacyDeps } from './privacy-deps.ts';

/** A consent that a store records for a contact. `channel`: only that one; absent: every channel that reaches the contact. */
export type ConsentChange = {
  readonly storeId: string;
  readonly person: ContactRequest;
  readonly channel?: Channel | undefined;
} & Pick<Consent, 'state' | 'source' | 'author'>;

/** The changed channels, or why none was changed. NO_ADDRESS: the request has no address of that channel. */
export type ConsentChanged =
  { ok: true; channels: readonly Channel[] } | { ok: false; code: PersonRefusal | 'NO_ADDRESS' | 'STORE_NOT_FOUND' };

/** COM8: opts a contact out of its channels, or in again, and audits it in the same transaction. */
export async function changeConsent(
  deps: PrivacyDeps,
  change: ConsentChange,
  audit: Audit<'contact_opted_out' | 'contact_opted_in'>,
): Promise<ConsentChanged> {
  const { storeId, person, channel, state, source, author = null } = change;
  const named = personKeysOf(person);
  if (!named.ok) return named;
  if (!(await storeExists(deps.db, storeId))) return { ok: false, code: 'STORE_NOT_FOUND' };
  const wanted = subscriptionsOf(deps, storeId, named.keys).filter((one) => !channel || one.channel === channel);
  if (wanted.length === 0) return { ok: false, code: 'NO_ADDRESS' };
  const channels = wanted.map((one) => one.channel);
  const action = state === 'withdrawn' ? 'contact_opted_out' : 'contact_opted_in';
  await write(deps, wanted, { state, source, author }, (tx) =>
    audit(tx, { storeId, action, detail: channels.join(', ') }),
  );
  return { ok: true, channels };
}

/** COM8: opts the addresses of erased people out of every channel; existing opt-outs are kept. */
export async function withdrawConsents(
  deps: PrivacyDeps,
  storeId: string,
  addresses: readonly PersonKeys[],
): Promise<void> {
  const all = addresses.flatMap((keys) => subscriptionsOf(deps, storeId, keys));
  const optedOut = new Set((await optOutFindMany(deps.db, all)).map(({ channel }) => channel));
  const open = all.filter(({ channel }) => !optedOut.has(channel));
  await write(deps, open, { state: 'withdrawn', source: 'erasure' });
}

const subscriptionsOf = ({ contactSecret }: PrivacyDeps, storeId: string, keys: PersonKeys): OptOutKey[] =>
  channelsOf(keys).map(({ channel, key }) => ({
    storeId,
    channel,
    contactHash: hashContactKey(contactSecret, storeId, key),
  }));

async function write(
  { db, clock }: PrivacyDeps,
  subscriptions: readonly OptOutKey[],
  statement: Pick<Consent, 'state' | 'source' | 'author'>,
  alongside: (tx: Queryable) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const at = clock();
  await inTransaction(db, async (client) => {
    for (const subscription of subscriptions) {
      await consentRecord(client, { ...subscription, ...statement, consentId: newId(subscription.storeId), at });
    }
    await alongside(client);
  });
}
