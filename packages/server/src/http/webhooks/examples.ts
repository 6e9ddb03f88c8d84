// Examples of the responses of webhooks, without `success`.
import { webhookExample } from '@retoma/commerce';

const webhook = {
  webhookId: '01a20b00-1111-7222-8333-444455556666',
  url: 'https://erp.loja.example/retoma',
  description: 'ERP',
  types: ['order.created', 'payment.confirmed'],
  thin: false,
  enabled: true,
  reason: null,
  stateAt: '2026-03-12T17:00:00.000Z',
  previousSecretEndsAt: null,
  createdAt: '2026-03-12T17:00:00.000Z',
  lastSuccessAt: '2026-03-12T17:11:00.412Z',
  failingSince: null,
  lastError: null,
  pending: 0,
  missed: 0,
};
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const messageId = 'msg_01a1fe662a537ce29a50823188a33492';
const message = {
  messageId,
  type: 'payment.confirmed',
  state: 'delivered',
  attempts: 1,
  nextAttemptAt: null,
  createdAt: '2026-03-12T17:11:00.000Z',
};

/** A list of webhooks. */
export const webhooksExample = { data: [webhook] };

/** One webhook. */
export const webhookFoundExample = { webhook };

/** A new webhook, before its first message. */
export const webhookCreatedExample = { webhook: { ...webhook, lastSuccessAt: null }, secret };

/** A rotated secret. */
export const webhookRotatedExample = {
  webhook: { ...webhook, previousSecretEndsAt: '2026-03-14T09:00:00.000Z' },
  secret,
};

/** A page of messages. */
export const webhookMessagesExample = { data: [message], hasMore: false, nextCursor: null };

/** One message. */
export const webhookMessageExample = {
  message: {
    ...message,
    body: JSON.stringify(webhookExample('payment.confirmed')),
    attemptList: [{ at: '2026-03-12T17:11:00.300Z', durationMs: 112, status: 204, response: null, error: null }],
  },
};

/** A message that waits. */
export const webhookQueuedExample = { messageId };

/** What is sent again. */
export const webhookReplayedExample = { replayed: 12 };
