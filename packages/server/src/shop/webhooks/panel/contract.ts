// Requests and responses of the endpoints of webhooks: the store's own systems that get its events.
import { webhookEventTypes } from '@retoma/commerce';
import { z } from 'zod';
import { done, type PanelEndpoint } from '../../../http/endpoint.ts';

const instant = z.iso.datetime();
const types = z.array(z.enum(webhookEventTypes)).min(1).max(webhookEventTypes.length).nullable();

/** What a member decides about an endpoint. `types` null: all events, also those of later releases. */
const decided = z.strictObject({
  url: z.string().trim().min(1).max(2_000),
  description: z.string().trim().min(1).max(200).nullable(),
  types,
  /** Whether bodies have ids and states only. */
  thin: z.boolean(),
});

const webhook = z.object({
  webhookId: z.uuid(),
  ...decided.shape,
  enabled: z.boolean(),
  /** Why it is disabled: by a member, without success for days, or it answered 410. */
  reason: z.enum(['owner', 'failing', 'gone']).nullable(),
  /** Since when it is enabled or disabled. */
  stateAt: instant,
  /** Until when messages are signed with the secret before the last one too. */
  previousSecretEndsAt: instant.nullable(),
  createdAt: instant,
  lastSuccessAt: instant.nullable(),
  /** The first failure since the last success; null: the last attempt succeeded. */
  failingSince: instant.nullable(),
  lastError: z.string().nullable(),
  /** Messages that wait, and those of the last 30 days that were given up; both are counted up to 1,000. */
  pending: z.int(),
  missed: z.int(),
});

const state = z.enum(['pending', 'delivered', 'failed', 'cancelled']);

const message = z.object({
  messageId: z.uuid(),
  /** The header webhook-id. */
  headerId: z.string(),
  type: z.string(),
  state,
  attempts: z.int(),
  nextAttemptAt: instant.nullable(),
  createdAt: instant,
});

const at = '/panel/api/stores/:storeId/webhooks' as const;

/** The endpoints of webhooks. WHK8: a secret is shown in full only once, when it is made. */
export const webhooksContract = {
  listWebhooks: {
    method: 'GET',
    path: at,
    access: 'changeSettings',
    /** `events`: what can be chosen, in the language of the request. */
    answer: done.extend({
      webhooks: z.array(webhook),
      most: z.int(),
      events: z.array(z.object({ type: z.enum(webhookEventTypes), summary: z.string() })),
    }),
  },
  createWebhook: {
    method: 'POST',
    path: at,
    access: 'changeSettings',
    audit: ['webhook_created'],
    recent: true,
    body: decided,
    answer: done.extend({ webhookId: z.uuid(), secret: z.string() }),
  },
  changeWebhook: {
    method: 'POST',
    path: `${at}/:webhookId`,
    access: 'changeSettings',
    audit: ['webhook_changed'],
    recent: true,
    body: decided.extend({ enabled: z.boolean() }).partial(),
  },
  deleteWebhook: {
    method: 'DELETE',
    path: `${at}/:webhookId`,
    access: 'changeSettings',
    audit: ['webhook_deleted'],
    recent: true,
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: `${at}/:webhookId/rotate`,
    access: 'changeSettings',
    audit: ['webhook_secret_rotated'],
    recent: true,
    answer: done.extend({ secret: z.string(), previousSecretEndsAt: instant }),
  },
  testWebhook: {
    method: 'POST',
    path: `${at}/:webhookId/test`,
    access: 'changeSettings',
    unaudited: 'It sends made-up data to an address that an owner chose.',
    body: z.strictObject({ type: z.enum([...webhookEventTypes, 'ping']) }),
    answer: done.extend({ messageId: z.uuid() }),
  },
  /** The newest messages. `search`: the number or id of an order, or the id of a checkout. */
  listWebhookMessages: {
    method: 'GET',
    path: `${at}/:webhookId/messages`,
    access: 'changeSettings',
    query: z.object({
      type: z.enum([...webhookEventTypes, 'ping']).optional(),
      state: state.optional(),
      search: z.string().trim().max(100).optional(),
      before: z
        .string()
        .regex(/^[0-9]{1,18}$/)
        .optional(),
    }),
    answer: done.extend({ messages: z.array(message), next: z.string().nullable(), reached: z.null() }),
  },
  readWebhookMessage: {
    method: 'GET',
    path: `${at}/:webhookId/messages/:messageId`,
    access: 'changeSettings',
    answer: done.extend({
      message: message.extend({ hasBody: z.boolean() }),
      attempts: z.array(
        z.object({
          at: instant,
          durationMs: z.int(),
          status: z.int().nullable(),
          response: z.string().nullable(),
          error: z.string().nullable(),
        }),
      ),
    }),
  },
  /** AUT6: a body has the data of a shopper, so each look is audited. Null: it was erased. */
  seeWebhookBody: {
    method: 'POST',
    path: `${at}/:webhookId/messages/:messageId/body`,
    access: 'seeContacts',
    audit: ['shopper_seen'],
    answer: done.extend({ body: z.string().nullable() }),
  },
  replayWebhookMessage: {
    method: 'POST',
    path: `${at}/:webhookId/messages/:messageId/replay`,
    access: 'changeSettings',
    audit: ['webhook_replayed'],
    unprotected: 'It goes to an address that was confirmed.',
  },
  /** Makes the messages due again that were given up since an instant. */
  replayWebhook: {
    method: 'POST',
    path: `${at}/:webhookId/replay`,
    access: 'changeSettings',
    audit: ['webhook_replayed'],
    unprotected: 'It goes to an address that was confirmed.',
    body: z.strictObject({ since: instant }),
    answer: done.extend({ count: z.int() }),
  },
} as const satisfies Record<string, PanelEndpoint>;
