import { auditAccess } from '../../../members/audit/audit-log.ts';
import type { Context } from '../../../context.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import { webhookId as headerIdOf } from '../delivery/sign.ts';
import { presentWebhookAttempt, presentWebhookMessage } from '../present-webhooks.ts';
import type { WebhookMessage } from '../queries/messages.ts';
import { messageSubject } from '../message-subject.ts';
import { listMessages, readMessage, replayMessage, replayMissed, sendTest } from '../read-messages.ts';
import { webhookDepsOf } from '../webhook-deps.ts';
import { panelRefusal } from './webhooks.ts';

/** Messages of one page. */
const pageSize = 20;

const presentListed = (message: WebhookMessage) => ({
  messageId: message.messageId,
  headerId: headerIdOf(message.messageId),
  ...presentWebhookMessage(message),
});

/** WHK9, WHK10: the log of an endpoint in the panel, replay, and tests. */
export function webhookMessagesHandlers(
  context: Context,
): PanelHandlers<
  | 'testWebhook'
  | 'listWebhookMessages'
  | 'readWebhookMessage'
  | 'seeWebhookBody'
  | 'replayWebhookMessage'
  | 'replayWebhook'
> {
  const deps = webhookDepsOf(context);
  return {
    /** POST /panel/api/stores/:storeId/webhooks/:webhookId/test */
    testWebhook: async ({ params: { storeId, webhookId }, body: { type } }) => {
      const sent = await sendTest(deps, storeId, webhookId, type);
      return sent.ok ? { success: true, messageId: sent.messageId } : panelRefusal(sent);
    },
    /** GET /panel/api/stores/:storeId/webhooks/:webhookId/messages */
    listWebhookMessages: async ({ params: { storeId, webhookId }, query: { search, ...filter } }) => {
      const subject = search ? await messageSubject(context.db, storeId, search) : undefined;
      const listed = await listMessages(deps, storeId, webhookId, { ...filter, subject, limit: pageSize });
      if (!listed.ok) return panelRefusal(listed);
      return { success: true, messages: listed.messages.map(presentListed), next: listed.next, reached: null };
    },
    /** GET /panel/api/stores/:storeId/webhooks/:webhookId/messages/:messageId */
    readWebhookMessage: async ({ params: { storeId, webhookId, messageId } }) => {
      const found = await readMessage(deps, storeId, webhookId, messageId);
      if (!found.ok) return panelRefusal(found);
      const { body, attemptList } = found.message;
      const message = { ...presentListed(found.message), hasBody: body !== null };
      return { success: true, message, attempts: attemptList.map(presentWebhookAttempt) };
    },
    /** POST /panel/api/stores/:storeId/webhooks/:webhookId/messages/:messageId/body: the access is audited (AUT6). */
    seeWebhookBody: async ({ params: { storeId, webhookId, messageId }, audit }) => {
      const found = await readMessage(deps, storeId, webhookId, messageId);
      if (!found.ok) return panelRefusal(found);
      const detail = `${found.message.type}: ${headerIdOf(messageId)}`;
      await auditAccess(context.db, audit, { storeId, action: 'shopper_seen', detail });
      return { success: true, body: found.message.body };
    },
    /** POST /panel/api/stores/:storeId/webhooks/:webhookId/messages/:messageId/replay */
    replayWebhookMessage: async ({ params: { storeId, webhookId, messageId }, audit }) => {
      const replayed = await replayMessage(deps, storeId, webhookId, messageId, audit);
      return replayed.ok ? { success: true } : panelRefusal(replayed);
    },
    /** POST /panel/api/stores/:storeId/webhooks/:webhookId/replay */
    replayWebhook: async ({ params: { storeId, webhookId }, body: { since }, audit }) => {
      const replayed = await replayMissed(deps, storeId, webhookId, Date.parse(since), audit);
      return replayed.ok ? { success: true, count: replayed.replayed } : panelRefusal(replayed);
    },
  };
}
