import type { Context } from '../../../../context.ts';
import { listInbox, readInboxMessage, type InboxMessage } from '../../read-inbox.ts';
import type { PanelHandlers } from '../../../../panel-contract.ts';
import { pageSize } from '../../../../shop/panel/page-size.ts';

/** GET /panel/api/stores/:storeId/inbox and /inbox/message: what the sandbox connections of a store delivered. */
export const inboxHandlers = (context: Context): PanelHandlers<'listInbox' | 'readInboxMessage'> => ({
  listInbox: async ({ params: { storeId }, query }) => {
    const { messages, next } = await listInbox(context.db, storeId, query, pageSize);
    return { success: true, messages: messages.map(listed), next };
  },
  readInboxMessage: async ({ params: { storeId }, query: { key } }) => {
    const message = await readInboxMessage(context.db, storeId, key);
    if (!message) return 'NOT_FOUND';
    const { content, email } = message;
    return {
      success: true,
      message: {
        ...listed(message),
        content,
        email: email && { ...email, headers: [...email.headers], parts: [...email.parts] },
      },
    };
  },
});

const listed = ({ key, channel, to, receivedAt, summary, runId }: InboxMessage) => ({
  key,
  channel,
  to,
  receivedAt: receivedAt.toISOString(),
  summary,
  runId,
});
