// Receives the reactions of customers to messages: replies, opens and clicks.
//
// INV1. A reaction is processed in one transaction that locks no run: it is stored and queued as an input, and a worker applies the input
//     under the run's lock. A pause holds the input as it holds the run (RUN16).
// INV2. A reaction counts once per connection. Of two simultaneous reports the second waits for the first.
// INV3. A reply refers to at most one message, and a run accepts one reply per message (RUN8): the interpreter ignores a second one.
import type { KeyObject } from 'node:crypto';
import type { Channel, Input } from '@retoma/flow';
import type { Clock } from '../../../base/clock.ts';
import type { Database, Queryable } from '../../../base/postgres/pool.ts';
import { recordObservation } from '../../../providers/queries/connection-observations.ts';
import { consentRecord } from '../../../base/contacts/consents.ts';
import {
  answeredFindByKey,
  answeredFindByProviderId,
  answeredFindNewest,
  inboundConnectionFind,
  inboundMessageInsert,
  type AnsweredMessage,
  type InboundKind,
} from '../queries/inbound-messages.ts';
import { conversationTouch } from '../queries/conversations.ts';
import type { MessageKey } from '../queries/messages.ts';
import { optOutConfirmationForget, optOutConfirmationInsert } from '../queries/opt-out-confirmations.ts';
import { optOutFindMany } from '../../../base/contacts/opt-outs.ts';
import { runInputInsertMany } from '../../engine/queries/run-inputs.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import { newId } from '../../../base/ids.ts';
import { contactKey } from '../../../base/crypto/contact-hash.ts';
import { findContact } from './find-contact.ts';
import { parseOptOut } from './parse-opt-out.ts';

/** How long a reply that names no message counts for the newest message, in milliseconds. */
const conversationMs = 72 * 60 * 60_000;

/** Dependencies of receiving inbound messages. */
export type InboundDeps = { readonly db: Database; readonly clock: Clock; readonly contactSecret: KeyObject };

/** A reply, open or click that a provider, a link or a pixel reported. */
export type InboundMessage = {
  readonly connectionId: string;
  /** Its id, unique in the connection and the same in repeated reports: 1 to 300 characters. */
  readonly inboundId: string;
  readonly kind: InboundKind;
  /** When it happened, in milliseconds. */
  readonly at: number;
  readonly text?: string;
  /** The contact's address. */
  readonly from?: string;
  /** The provider's own id of the contact. */
  readonly alias?: string;
  /** The provider's id of the message that it refers to. */
  readonly providerId?: string;
  /** The key of the message, if a tracking link or pixel contains it. */
  readonly key?: MessageKey;
};

/** The result. `unmatched`: no run waits for it, or the connection is unknown. */
export type InboundResult =
  | { readonly result: 'accepted'; readonly runId: string; readonly message: string }
  | { readonly result: 'duplicate' | 'unmatched' | 'opted_out' | 'opted_in' };

/** Receives a reply, an open or a click, once (RUN8). An opt-out or opt-in word does not count as a reply (COM8). */
export async function receiveInbound(deps: InboundDeps, reported: InboundMessage): Promise<InboundResult> {
  return inTransaction(deps.db, async (client): Promise<InboundResult> => {
    const connection = await inboundConnectionFind(client, reported.connectionId);
    if (!connection) return { result: 'unmatched' };
    const now = deps.clock();
    const { from, alias, providerId } = reported;
    const sender =
      reported.kind === 'reply'
        ? await findContact(
            { ...deps, db: client, connectionId: reported.connectionId, ...connection },
            { ...(from !== undefined && { from }), ...(alias !== undefined && { alias }), message: providerId },
          )
        : null;
    const answered = await findAnswered(client, reported, sender);
    if (sender) {
      await conversationTouch(client, { connectionId: reported.connectionId, contactHash: sender }, reported.at);
    }
    const inbound = { ...reported, receivedAt: now };
    // Before any change, so that a duplicate stops here.
    const isNew = await inboundMessageInsert(client, connection.storeId, inbound, answered);
    if (!isNew) return { result: 'duplicate' };
    const contactHash = sender ?? answered?.contactHash ?? null;
    const preference = await applyPreference(client, { ...connection, contactHash }, reported, now);
    if (preference) return { result: preference };
    if (reported.kind === 'reply' && !contactHash) {
      await recordObservation(client, { connectionId: reported.connectionId, code: 'unmatched_reply', at: now });
    }
    if (!answered || answered.over) return { result: 'unmatched' };
    const { runId, messageKey: message } = answered;
    const input: Input = { type: reported.kind, message };
    // Providers report whole seconds, so a reaction could appear earlier than its message.
    const receivedAt = Math.min(now, Math.max(reported.at, answered.reservedAt));
    await runInputInsertMany(client, [
      { storeId: connection.storeId, inputId: newId(runId), runId, input: JSON.stringify(input), receivedAt },
    ]);
    return { result: 'accepted', runId, message };
  });
}

/**
 * The message that a reaction refers to: the one it names or, for a reply, the newest message to that contact. If the run of the newest
 * message has finished, no older message is used instead.
 */
async function findAnswered(
  db: Queryable,
  { connectionId, kind, at, providerId, key }: InboundMessage,
  sender: Buffer | null,
): Promise<AnsweredMessage | undefined> {
  if (key) return answeredFindByKey(db, connectionId, key);
  const named = providerId === undefined ? undefined : await answeredFindByProviderId(db, connectionId, providerId);
  if (named || kind !== 'reply' || !sender) return named;
  return answeredFindNewest(db, connectionId, sender, at - conversationMs);
}

/**
 * COM8: records or revokes an opt-out, with an entry in the log of consents. An opt-out is confirmed once. An opt-in word without an
 * opt-out is an ordinary reply.
 */
async function applyPreference(
  db: Queryable,
  { storeId, channel, contactHash }: { storeId: string; channel: Channel; contactHash: Buffer | null },
  { kind, text, from, connectionId }: InboundMessage,
  at: number,
): Promise<'opted_out' | 'opted_in' | null> {
  const preference = kind === 'reply' && text !== undefined ? parseOptOut(text) : null;
  if (!preference || !contactHash) return null;
  const key = { storeId, channel, contactHash };
  const isOut = (await optOutFindMany(db, [key])).length > 0;
  if (preference === 'start' && !isOut) return null;
  const state = preference === 'start' ? 'granted' : 'withdrawn';
  await consentRecord(db, { ...key, consentId: newId(storeId), state, source: 'reply', at });
  if (preference === 'start') await optOutConfirmationForget(db, key);
  else if (!isOut) {
    const recipient = phoneOf(from);
    if (recipient && channel !== 'email')
      await optOutConfirmationInsert(db, { ...key, confirmationId: newId(storeId), connectionId, recipient, at });
  }
  return preference === 'start' ? 'opted_in' : 'opted_out';
}

/** The sender's phone as a message's recipient; null if the provider reported an internal id (`lid`). */
function phoneOf(from: string | undefined): string | null {
  const [address = '', realm] = (from ?? '').split('@');
  if (realm === 'lid' || contactKey('phone', address) === null) return null;
  return `+${address.replace(/\D/g, '')}`;
}
