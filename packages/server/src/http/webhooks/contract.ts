// The endpoints of webhooks in the public API. Each change is the panel's own, with its rules and its entry in the audit log (WHK7).
import { z } from 'zod';
import type { PublicEndpoint } from '../endpoint.ts';
import { idempotencyHeader } from '../orders/contract.ts';
import {
  webhookCreatedExample,
  webhookFoundExample,
  webhookMessageExample,
  webhookMessagesExample,
  webhookQueuedExample,
  webhookReplayedExample,
  webhookRotatedExample,
  webhooksExample,
} from './examples.ts';
import {
  newWebhookBody,
  webhookChangeBody,
  webhookMessageQuery,
  webhookReplayBody,
  webhookTestBody,
} from './requests.ts';
import {
  WebhookDeleted,
  WebhookFound,
  WebhookList,
  WebhookMessageFound,
  WebhookMessagePage,
  WebhookMessageQueued,
  WebhookReplayed,
  WebhookWithSecret,
} from './responses.ts';

const all = '/stores/external/webhooks';
const one = `${all}/:webhookId` as const;
const webhookId = z.string().meta({ description: 'ID of the webhook', format: 'uuid' });
const ofWebhook = z.object({ webhookId });
const ofMessage = z.object({ webhookId, messageId: z.string().describe('ID of the message: msg_…') });
const header = z.object(idempotencyHeader);

const read = { method: 'GET', access: 'secret-key', scope: 'webhooks:read' } as const;
const change = { method: 'POST', access: 'secret-key', scope: 'webhooks:write' } as const;
const postErrors = ['INVALID_PAYLOAD', 'IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'] as const;

/** The endpoints of webhooks, by their operationId. */
export const webhooksApi = {
  listWebhooks: {
    ...read,
    path: all,
    summary: 'List webhooks',
    description: 'Lists the webhooks of the store, at most 10.',
    answer: WebhookList,
    statuses: { 200: { meaning: 'The webhooks', example: webhooksExample } },
    errors: [],
  },
  createWebhook: {
    ...change,
    path: all,
    summary: 'Create a webhook',
    description:
      'Registers a URL that receives the events of the store from now on, signed by Standard Webhooks. Store the secret: it is not ' +
      'shown again.',
    parameters: { header },
    body: {
      schema: newWebhookBody.schema,
      example: { url: 'https://erp.loja.example/retoma', types: ['order.created', 'payment.confirmed'] },
    },
    answer: WebhookWithSecret,
    statuses: { 201: { meaning: 'The webhook was created', example: webhookCreatedExample } },
    errors: [...postErrors, 'WRONG_WEBHOOK_URL', 'TOO_MANY_WEBHOOKS', 'EXAMPLE_STORE'],
    audit: ['webhook_created'],
  },
  readWebhook: {
    ...read,
    path: one,
    summary: 'Retrieve a webhook',
    description: 'Retrieves a webhook with its state. Its secret is not shown.',
    parameters: { path: ofWebhook },
    answer: WebhookFound,
    statuses: { 200: { meaning: 'The webhook', example: webhookFoundExample } },
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  updateWebhook: {
    ...change,
    path: one,
    summary: 'Update a webhook',
    description: 'Changes the members that are sent; the others stay. A webhook that was disabled is enabled here.',
    parameters: { path: ofWebhook, header },
    body: { schema: webhookChangeBody.schema, example: { types: null, enabled: true } },
    answer: WebhookFound,
    statuses: { 200: { meaning: 'The webhook after the change', example: webhookFoundExample } },
    errors: [...postErrors, 'WEBHOOK_NOT_FOUND', 'WRONG_WEBHOOK_URL'],
    audit: ['webhook_changed'],
  },
  deleteWebhook: {
    ...change,
    method: 'DELETE',
    path: one,
    summary: 'Delete a webhook',
    description: 'Deletes a webhook. Messages that wait are not sent.',
    parameters: { path: ofWebhook },
    answer: WebhookDeleted,
    statuses: { 200: { meaning: 'The webhook was deleted', example: {} } },
    errors: ['WEBHOOK_NOT_FOUND'],
    audit: ['webhook_deleted'],
  },
  rotateWebhookSecret: {
    ...change,
    path: `${one}/rotate`,
    summary: 'Rotate the secret of a webhook',
    description: 'Creates a new secret. For 24 hours messages are signed with both, the new one first.',
    parameters: { path: ofWebhook, header },
    answer: WebhookWithSecret,
    statuses: { 200: { meaning: 'The webhook with its new secret', example: webhookRotatedExample } },
    errors: [...postErrors, 'WEBHOOK_NOT_FOUND'],
    audit: ['webhook_secret_rotated'],
  },
  testWebhook: {
    ...change,
    path: `${one}/test`,
    summary: 'Send a test',
    description:
      'Sends a ping, or the example of an event, with "test": true. Retrieve the message to see its attempts.',
    parameters: { path: ofWebhook, header },
    body: { schema: webhookTestBody.schema, example: { type: 'payment.confirmed' } },
    answer: WebhookMessageQueued,
    statuses: { 202: { meaning: 'The test is sent', example: webhookQueuedExample } },
    errors: [...postErrors, 'WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'],
  },
  listWebhookMessages: {
    ...read,
    path: `${one}/messages`,
    summary: 'List the messages of a webhook',
    description:
      'Lists what was sent to a webhook in the last 30 days, newest first. Follow nextCursor while hasMore is true.',
    parameters: { path: ofWebhook, query: webhookMessageQuery },
    answer: WebhookMessagePage,
    statuses: { 200: { meaning: 'A page of messages', example: webhookMessagesExample } },
    errors: ['INVALID_PAYLOAD', 'WEBHOOK_NOT_FOUND'],
  },
  readWebhookMessage: {
    ...read,
    path: `${one}/messages/:messageId`,
    summary: 'Retrieve a message of a webhook',
    description: 'Retrieves a message with its body and its attempts.',
    parameters: { path: ofMessage },
    answer: WebhookMessageFound,
    statuses: { 200: { meaning: 'The message', example: webhookMessageExample } },
    errors: ['WEBHOOK_NOT_FOUND', 'MESSAGE_NOT_FOUND'],
  },
  replayWebhookMessage: {
    ...change,
    path: `${one}/messages/:messageId/replay`,
    summary: 'Send a message again',
    description: 'Sends a message again, with the same ID and body.',
    parameters: { path: ofMessage, header },
    answer: WebhookMessageQueued,
    statuses: { 202: { meaning: 'The message is sent again', example: webhookQueuedExample } },
    errors: [
      ...postErrors,
      'WEBHOOK_NOT_FOUND',
      'MESSAGE_NOT_FOUND',
      'MESSAGE_PENDING',
      'MESSAGE_ERASED',
      'WEBHOOK_DISABLED',
    ],
    audit: ['webhook_replayed'],
  },
  replayWebhook: {
    ...change,
    path: `${one}/replay`,
    summary: 'Send missed messages again',
    description: 'Sends the messages again that were given up or cancelled since an instant, the oldest first.',
    parameters: { path: ofWebhook, header },
    body: { schema: webhookReplayBody.schema, example: { since: '2026-03-12T00:00:00Z' } },
    answer: WebhookReplayed,
    statuses: { 202: { meaning: 'The messages are sent again', example: webhookReplayedExample } },
    errors: [...postErrors, 'WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'],
    audit: ['webhook_replayed'],
  },
} as const satisfies Record<string, PublicEndpoint>;
