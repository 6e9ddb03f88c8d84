// Responses of the endpoints of webhooks.
import { webhookEventTypes } from '@retoma/commerce';
import { z } from 'zod';
import { done } from '../endpoint.ts';

/** WHK2: the states of a message. */
export const messageStates = ['pending', 'delivered', 'failed', 'cancelled'] as const;

const id = (description: string) => z.string().meta({ description, format: 'uuid' });
const dateTime = (description: string) => z.string().meta({ description, format: 'date-time' });
const secret = z.string().describe('Signing secret by Standard Webhooks; it is shown only in this response');

/** WHK7: a webhook. */
export const Webhook = z
  .object({
    webhookId: id('ID of the webhook'),
    url: z.string().meta({ description: 'URL that receives the events', format: 'uri' }),
    description: z.string().nullable(),
    types: z.array(z.enum(webhookEventTypes)).readonly().nullable().describe('Events that it receives; null: all'),
    thin: z.boolean().describe('Whether bodies have IDs and states only'),
    enabled: z.boolean(),
    reason: z
      .enum(['owner', 'failing', 'gone'])
      .nullable()
      .describe('Why it is disabled: by the store, without a success for 5 days, or it responded 410'),
    stateAt: dateTime('Since when it is enabled or disabled'),
    previousSecretEndsAt: dateTime('Until when messages are signed with the previous secret too').nullable(),
    createdAt: dateTime('When it was created'),
    lastSuccessAt: dateTime('When a message was last delivered').nullable(),
    failingSince: dateTime('First failure since the last success').nullable(),
    lastError: z.string().nullable().describe('Why the last attempt failed; null: it succeeded'),
    pending: z.int().describe('Messages that wait, counted up to 1,000'),
    missed: z.int().describe('Messages of 30 days that were given up or cancelled, counted up to 1,000'),
  })
  .meta({ id: 'Webhook' });

/** All webhooks of a store. */
export const WebhookList = done
  .extend({ data: z.array(Webhook).describe('All webhooks, the oldest first') })
  .meta({ id: 'WebhookList' });

/** One webhook. */
export const WebhookFound = done.extend({ webhook: Webhook }).meta({ id: 'WebhookFound' });

/** WHK8: a webhook with its new secret. */
export const WebhookWithSecret = done.extend({ webhook: Webhook, secret }).meta({ id: 'WebhookWithSecret' });

const messageId = z.string().describe('ID of the message, as in the header webhook-id: msg_…');

/** WHK9: a message. */
export const WebhookMessage = z
  .object({
    messageId,
    type: z.enum([...webhookEventTypes, 'ping']),
    state: z.enum(messageStates).describe('failed: given up; cancelled: the webhook was disabled'),
    attempts: z.int().describe('Attempts since it was written or sent again'),
    nextAttemptAt: dateTime('When it is tried next').nullable(),
    createdAt: dateTime('When it was written'),
  })
  .meta({ id: 'WebhookMessage' });

/** A page of messages. */
export const WebhookMessagePage = done
  .extend({
    data: z.array(WebhookMessage).describe('Newest first'),
    hasMore: z.boolean().describe('Whether to ask for the next page'),
    nextCursor: z.string().nullable().describe('cursor of the next page'),
  })
  .meta({ id: 'WebhookMessagePage' });

/** WHK9: an attempt to deliver a message. */
export const WebhookAttempt = z
  .object({
    at: dateTime('When it began'),
    durationMs: z.int().describe('How long it took, in milliseconds'),
    status: z.int().nullable().describe('HTTP status of the response; null: there was none'),
    response: z.string().nullable().describe('First kilobyte of the response'),
    error: z.string().nullable().describe('Why it failed; null: it succeeded'),
  })
  .meta({ id: 'WebhookAttempt' });

/** WHK9: a message with its body and its attempts. */
export const WebhookMessageFound = done
  .extend({
    message: WebhookMessage.extend({
      body: z
        .string()
        .nullable()
        .describe('The bytes that are signed and sent; null: erased with the data of its shopper'),
      attemptList: z.array(WebhookAttempt).describe('Newest first, at most 100'),
    }).meta({ id: 'WebhookMessageDetails' }),
  })
  .meta({ id: 'WebhookMessageFound' });

/** A message that was written or is sent again. */
export const WebhookMessageQueued = done.extend({ messageId }).meta({ id: 'WebhookMessageQueued' });

/** WHK9: how many messages are sent again. */
export const WebhookReplayed = done
  .extend({ replayed: z.int().describe('Messages that are sent again') })
  .meta({ id: 'WebhookReplayed' });

/** A webhook was deleted. */
export const WebhookDeleted = done.meta({ id: 'WebhookDeleted' });
