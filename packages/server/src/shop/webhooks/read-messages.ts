// WHK9, WHK10: the log of an endpoint, replay, and test deliveries.
import type { WebhookEventType } from '@retoma/commerce';
import { newId } from '../../base/ids.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import type { Audit } from '../../http/audit-actions.ts';
import type { WebhookDeps } from './manage-endpoints.ts';
import { webhookEndpointFind, type WebhookEndpoint } from './queries/endpoints.ts';
import {
  webhookAttemptList,
  webhookMessageFind,
  webhookMessageInsert,
  webhookMessageList,
  webhookMessageReplay,
  webhookMessageReplayMissed,
  type MessageFilter,
  type WebhookAttempt,
  type WebhookMessage,
} from './queries/messages.ts';
import { testBody } from './test-body.ts';

/** Why a message cannot be read or sent again. MESSAGE_ERASED: its body was erased with a person (COM8). */
export type MessageRefused = {
  readonly ok: false;
  readonly code: 'WEBHOOK_NOT_FOUND' | 'MESSAGE_NOT_FOUND' | 'MESSAGE_PENDING' | 'MESSAGE_ERASED' | 'WEBHOOK_DISABLED';
};

const refusedAs = <Code extends MessageRefused['code']>(code: Code) => ({ ok: false, code }) as const;

/** A message with its body, as it was signed, and its attempts, the newest first. */
export type MessageReading = WebhookMessage & {
  readonly body: string | null;
  readonly attemptList: readonly WebhookAttempt[];
};

/** The messages of an endpoint, the newest first. `next`: the cursor of the next page; null: this is the last. */
export async function listMessages(
  { db }: Pick<WebhookDeps, 'db'>,
  storeId: string,
  endpointId: string,
  filter: MessageFilter,
): Promise<{ ok: true; messages: WebhookMessage[]; next: string | null } | MessageRefused> {
  if (!(await webhookEndpointFind(db, storeId, endpointId))) return refusedAs('WEBHOOK_NOT_FOUND');
  const found = await webhookMessageList(db, endpointId, { ...filter, limit: filter.limit + 1 });
  const messages = found.slice(0, filter.limit);
  return { ok: true, messages, next: found.length > filter.limit ? messages.at(-1)!.seq : null };
}

/** One message of an endpoint. */
export async function readMessage(
  { db }: Pick<WebhookDeps, 'db'>,
  storeId: string,
  endpointId: string,
  messageId: string,
): Promise<{ ok: true; message: MessageReading } | MessageRefused> {
  if (!(await webhookEndpointFind(db, storeId, endpointId))) return refusedAs('WEBHOOK_NOT_FOUND');
  const message = await webhookMessageFind(db, endpointId, messageId);
  if (!message) return refusedAs('MESSAGE_NOT_FOUND');
  const attemptList = await webhookAttemptList(db, endpointId, messageId);
  return { ok: true, message: { ...message, attemptList } };
}

/** WHK9: sends a settled message again, under its id, with all its attempts. */
export const replayMessage = (
  { db, clock }: WebhookDeps,
  storeId: string,
  endpointId: string,
  messageId: string,
  audit: Audit<'webhook_replayed'>,
): Promise<{ ok: true } | MessageRefused> =>
  inTransaction(db, async (tx): Promise<{ ok: true } | MessageRefused> => {
    const endpoint = await webhookEndpointFind(tx, storeId, endpointId);
    const refusal = refusalOfSending(endpoint);
    if (refusal) return refusal;
    const message = await webhookMessageFind(tx, endpointId, messageId);
    if (!message) return refusedAs('MESSAGE_NOT_FOUND');
    if (message.body === null) return refusedAs('MESSAGE_ERASED');
    if (!(await webhookMessageReplay(tx, endpointId, messageId, clock()))) return refusedAs('MESSAGE_PENDING');
    await audit(tx, { storeId, action: 'webhook_replayed', detail: new URL(endpoint!.url).host });
    return { ok: true };
  });

const refusalOfSending = (endpoint: WebhookEndpoint | undefined): MessageRefused | undefined => {
  if (!endpoint) return refusedAs('WEBHOOK_NOT_FOUND');
  return endpoint.state === 'enabled' ? undefined : refusedAs('WEBHOOK_DISABLED');
};

/** Messages that one transaction makes due again. */
const batchSize = 1_000;

/**
 * WHK9: sends the messages since an instant again that were given up or cancelled, the oldest first. `since`: milliseconds since 1970.
 * Returns how many. A call that is interrupted can be repeated.
 */
export async function replayMissed(
  { db, clock }: WebhookDeps,
  storeId: string,
  endpointId: string,
  since: number,
  audit: Audit<'webhook_replayed'>,
): Promise<{ ok: true; replayed: number } | MessageRefused> {
  const endpoint = await webhookEndpointFind(db, storeId, endpointId);
  const refusal = refusalOfSending(endpoint);
  if (refusal) return refusal;
  const at = clock();
  for (let replayed = 0; ;) {
    const found = await inTransaction(db, async (tx) => {
      const count = await webhookMessageReplayMissed(tx, endpointId, { since, at, limit: batchSize });
      const isLast = count < batchSize;
      const detail = `${new URL(endpoint!.url).host}: ${replayed + count}`;
      if (isLast && replayed + count > 0) await audit(tx, { storeId, action: 'webhook_replayed', detail });
      return count;
    });
    replayed += found;
    if (found < batchSize) return { ok: true, replayed };
  }
}

/** WHK10: sends a ping, or the example of an event, marked as a test. Returns the id of its message, under which its attempt is read. */
export const sendTest = (
  { db, clock }: WebhookDeps,
  storeId: string,
  endpointId: string,
  type: WebhookEventType | 'ping',
): Promise<{ ok: true; messageId: string } | MessageRefused> =>
  inTransaction(db, async (tx): Promise<{ ok: true; messageId: string } | MessageRefused> => {
    const refusal = refusalOfSending(await webhookEndpointFind(tx, storeId, endpointId));
    if (refusal) return refusal;
    const at = clock();
    const messageId = newId(storeId);
    const body = testBody(type, { storeId, endpointId, at });
    await webhookMessageInsert(tx, { messageId, endpointId, storeId, type, body, at });
    return { ok: true, messageId };
  });
