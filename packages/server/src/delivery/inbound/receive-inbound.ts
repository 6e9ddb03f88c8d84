// What customers do with messages, as providers report it: replies, opens and clicks.
//
// INV1. Everything of one inbound message is one transaction, begun by no lock of a run: it is stored and handed to the workers as an
//     input, and they move the run under its lock. A pause keeps the input as it keeps the run (RUN16).
// INV2. An inbound message counts once for each connection. Of two tellings at once the second waits for the first.
// INV3. A reply is the answer to one message at most, and a run takes one reply of a message (RUN8): the interpreter sees to the second.
import type { KeyObject } from 'node:crypto';
import type { Channel, Input } from '@retoma/flow';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../db/pool.ts';
import { consentRecord } from '../../db/queries/contacts/consents.ts';
import {
  answeredFindByKey,
  answeredFindByProviderId,
  answeredFindNewest,
  inboundConnectionFind,
  inboundMessageInsert,
  type AnsweredMessage,
  type InboundKind,
} from '../../db/queries/messages/inbound-messages.ts';
import type { MessageKey } from '../../db/queries/messages/messages.ts';
import { optOutConfirmationForget, optOutConfirmationInsert } from '../../db/queries/contacts/opt-out-confirmations.ts';
import { optOutFindMany } from '../../db/queries/contacts/opt-outs.ts';
import { runInputInsertMany } from '../../db/queries/runs/run-inputs.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { contactKey, hashContact } from '../../crypto/contact-hash.ts';
import { parseOptOutKeyword } from './opt-out-keywords.ts';

/** For how long a reply that says of no message that it answers it is taken as the answer to the newest one, in milliseconds. */
const conversation = 72 * 60 * 60_000;

/** What receiving inbound messages needs. */
export type InboundDeps = { readonly db: Database; readonly clock: Clock; readonly contactSecret: KeyObject };

/** A reply, open or click that a provider, a link or a pixel reported. */
export type InboundMessage = {
  readonly connectionId: string;
  /** What names it in its connection, the same however often it is reported: 1 to 300 characters. */
  readonly inboundId: string;
  readonly kind: InboundKind;
  /** When it happened, in milliseconds. */
  readonly at: number;
  readonly text?: string;
  /** The contact's address. */
  readonly from?: string;
  /** The provider's id of the message that it answers. */
  readonly providerId?: string;
  /** The message itself, where a mark of ours carries it: a link, a pixel. */
  readonly key?: MessageKey;
};

/** What happened to it. `unmatched`: no run waits for it, or the connection is unknown. */
export type InboundResult =
  | { readonly result: 'accepted'; readonly runId: string; readonly message: string }
  | { readonly result: 'duplicate' | 'unmatched' | 'opted_out' | 'opted_in' };

/** Takes a reply, an open or a click, once (RUN8). A word that ends or begins messages is that, and no answer to anything (COM8). */
export async function receiveInbound(parts: InboundDeps, reported: InboundMessage): Promise<InboundResult> {
  return inTransaction(parts.db, async (client): Promise<InboundResult> => {
    const connection = await inboundConnectionFind(client, reported.connectionId);
    if (!connection) return { result: 'unmatched' };
    const now = parts.clock();
    const sender =
      reported.from === undefined ? null : hashContact(parts, connection.storeId, connection.channel, reported.from);
    const answered = await findAnswered(client, reported, sender);
    const inbound = { ...reported, receivedAt: now };
    // Before anything is changed: a duplicate must find it.
    const isNew = await inboundMessageInsert(client, connection.storeId, inbound, answered);
    if (!isNew) return { result: 'duplicate' };
    const preference = await applyPreference(
      client,
      { ...connection, contactHash: sender ?? answered?.contactHash ?? null },
      reported,
      now,
    );
    if (preference) return { result: preference };
    if (!answered || answered.over) return { result: 'unmatched' };
    const { runId, messageKey: message } = answered;
    const input: Input = { type: reported.kind, message };
    // Providers report whole seconds: nothing answers a message before it was sent.
    const receivedAt = Math.min(now, Math.max(reported.at, answered.reservedAt));
    await runInputInsertMany(client, [
      { storeId: connection.storeId, inputId: newId(), runId, input: JSON.stringify(input), receivedAt },
    ]);
    return { result: 'accepted', runId, message };
  });
}

/**
 * The message that something answers: the one it names, else, of a reply, the newest to that person. An answer is to what was said
 * last: where the newest message's run is over, an older one is not meant either.
 */
async function findAnswered(
  db: Queryable,
  { connectionId, kind, at, providerId, key }: InboundMessage,
  sender: Buffer | null,
): Promise<AnsweredMessage | undefined> {
  if (key) return answeredFindByKey(db, connectionId, key);
  const named = providerId === undefined ? undefined : await answeredFindByProviderId(db, connectionId, providerId);
  if (named || kind !== 'reply' || !sender) return named;
  return answeredFindNewest(db, connectionId, sender, at - conversation);
}

/**
 * COM8: records or takes back an opt-out, with an entry of the log of consents. An opt-out is confirmed once. An
 * opt-out that there was not to take back is a reply like any other.
 */
async function applyPreference(
  db: Queryable,
  { storeId, channel, contactHash }: { storeId: string; channel: Channel; contactHash: Buffer | null },
  { kind, text, from, connectionId }: InboundMessage,
  at: number,
): Promise<'opted_out' | 'opted_in' | null> {
  const preference = kind === 'reply' && text !== undefined ? parseOptOutKeyword(text) : null;
  if (!preference || !contactHash) return null;
  const key = { storeId, channel, contactHash };
  const isOut = (await optOutFindMany(db, [key])).length > 0;
  if (preference === 'start' && !isOut) return null;
  const state = preference === 'start' ? 'granted' : 'withdrawn';
  await consentRecord(db, { ...key, consentId: newId(), state, source: 'reply', at });
  if (preference === 'start') await optOutConfirmationForget(db, key);
  else if (!isOut) {
    const recipient = phoneOf(from);
    if (recipient && channel !== 'email')
      await optOutConfirmationInsert(db, { ...key, confirmationId: newId(), connectionId, recipient, at });
  }
  return preference === 'start' ? 'opted_in' : 'opted_out';
}

/** The phone of the sender, as a message is addressed; null where the provider gave a name that only it can read. */
function phoneOf(from: string | undefined): string | null {
  const [address = '', realm] = (from ?? '').split('@');
  if (realm === 'lid' || contactKey('phone', address) === null) return null;
  return `+${address.replace(/\D/g, '')}`;
}
