import { asInstant } from '@retoma/commerce';
import { isId } from '../../../base/ids.ts';
import type { Context } from '../../../context.ts';
import { readQuery } from '../../../http/checked-request.ts';
import type { Handler } from '../../../http/handler.ts';
import type { PublicContract } from '../../../http/public-contract.ts';
import { webhookMessageQuery, webhookReplayBody, webhookTestBody } from '../../../http/webhooks/requests.ts';
import { storeOf } from '../../../stores/guards/api-key.ts';
import { webhookId as headerIdOf } from '../delivery/sign.ts';
import { messageSubject } from '../message-subject.ts';
import { messageIdOf, presentWebhookAttempt, presentWebhookMessage } from '../present-webhooks.ts';
import { listMessages, readMessage, replayMessage, replayMissed, sendTest } from '../read-messages.ts';
import type { WebhookMessage } from '../queries/messages.ts';
import { webhookDepsOf } from '../webhook-deps.ts';

/** The size of a page that names none. */
const usualPage = 20;
const notFound = { ok: false, code: 'WEBHOOK_NOT_FOUND' } as const;
const messageNotFound = { ok: false, code: 'MESSAGE_NOT_FOUND' } as const;

const presentNamed = (message: WebhookMessage) => ({
  messageId: headerIdOf(message.messageId),
  ...presentWebhookMessage(message),
});

/** WHK9, WHK10: the log of an endpoint in the public API, replay, and tests, by the functions of the panel. */
export function publicMessagesHandlers(context: Context): {
  readonly [
    Name in 'testWebhook' | 'listWebhookMessages' | 'readWebhookMessage' | 'replayWebhookMessage' | 'replayWebhook'
  ]: Handler<PublicContract[Name]>;
} {
  const deps = webhookDepsOf(context);
  return {
    testWebhook: async ({ params: { webhookId }, body, request }) => {
      const read = webhookTestBody.read(body);
      if (!read.ok) return read;
      if (!isId(webhookId)) return notFound;
      const sent = await sendTest(deps, storeOf(request).storeId, webhookId, read.value.type ?? 'ping');
      if (!sent.ok) return sent as { ok: false; code: 'WEBHOOK_NOT_FOUND' | 'WEBHOOK_DISABLED' };
      return { success: true, messageId: headerIdOf(sent.messageId) };
    },
    listWebhookMessages: async ({ params: { webhookId }, request, reply }) => {
      reply.header('cache-control', 'no-store');
      const { storeId } = storeOf(request);
      const query = readQuery(webhookMessageQuery, request.query);
      if (!query.ok) return query;
      if (!isId(webhookId)) return notFound;
      const { limit = usualPage, cursor, order, ...filter } = query.value;
      const subject = order === undefined ? undefined : await messageSubject(context.db, storeId, order);
      const listed = await listMessages(deps, storeId, webhookId, { ...filter, subject, before: cursor, limit });
      if (!listed.ok) return notFound;
      const { messages, next } = listed;
      return { success: true, data: messages.map(presentNamed), hasMore: next !== null, nextCursor: next };
    },
    readWebhookMessage: async ({ params: { webhookId, messageId }, request, reply }) => {
      reply.header('cache-control', 'no-store');
      if (!isId(webhookId)) return notFound;
      const id = messageIdOf(messageId);
      if (id === undefined) return messageNotFound;
      const found = await readMessage(deps, storeOf(request).storeId, webhookId, id);
      if (!found.ok) return found as { ok: false; code: 'WEBHOOK_NOT_FOUND' | 'MESSAGE_NOT_FOUND' };
      const { body, attemptList } = found.message;
      const message = { ...presentNamed(found.message), body, attemptList: attemptList.map(presentWebhookAttempt) };
      return { success: true, message };
    },
    replayWebhookMessage: async ({ params: { webhookId, messageId }, audit, request }) => {
      if (!isId(webhookId)) return notFound;
      const id = messageIdOf(messageId);
      if (id === undefined) return messageNotFound;
      const replayed = await replayMessage(deps, storeOf(request).storeId, webhookId, id, audit);
      return replayed.ok ? { success: true, messageId } : replayed;
    },
    replayWebhook: async ({ params: { webhookId }, body, audit, request }) => {
      const read = webhookReplayBody.read(body);
      if (!read.ok) return read;
      if (!isId(webhookId)) return notFound;
      const since = Date.parse(asInstant(read.value.since));
      const replayed = await replayMissed(deps, storeOf(request).storeId, webhookId, since, audit);
      if (!replayed.ok) return replayed as { ok: false; code: 'WEBHOOK_NOT_FOUND' | 'WEBHOOK_DISABLED' };
      return { success: true, replayed: replayed.replayed };
    },
  };
}
