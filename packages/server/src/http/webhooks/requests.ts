// Queries and bodies of the endpoints of webhooks.
import { webhookEventTypes } from '@retoma/commerce';
import { z } from 'zod';
import { checkedBody } from '../checked-request.ts';
import { messageStates } from './responses.ts';

const type = z.enum(webhookEventTypes);
const messageType = z.enum([...webhookEventTypes, 'ping']);

const url = z.string().min(1).max(2_000).describe('https URL that receives the events by POST');
const optional = {
  description: z.string().min(1).max(200).nullable().describe('A note for people').optional(),
  types: z
    .array(type)
    .min(1)
    .max(webhookEventTypes.length)
    .nullable()
    .describe('Events that it receives; null: all, also those of later releases')
    .optional(),
  thin: z.boolean().describe('Whether bodies have IDs and states only, and no personal data').optional(),
};

/** WHK7: a new webhook. */
export const newWebhookBody = checkedBody(z.strictObject({ url, ...optional }));

/** WHK6, WHK7: what changes. */
export const webhookChangeBody = checkedBody(
  z.strictObject({
    url: url.optional(),
    ...optional,
    enabled: z.boolean().describe('false disables it; true enables it again, and a ping is sent first').optional(),
  }),
);

/** WHK10: which event is tested. */
export const webhookTestBody = checkedBody(
  z.strictObject({ type: messageType.describe('Event whose example is sent; ping unless given').optional() }),
);

/** WHK9: since when messages are sent again. */
export const webhookReplayBody = checkedBody(
  z.strictObject({
    since: z.string().describe('Messages of this instant or later').meta({ format: 'instant' }),
  }),
);

/** WHK9: a page of messages. */
export const webhookMessageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).describe('Entries of a page, 20 unless given').optional(),
  cursor: z
    .string()
    .regex(/^[0-9]{1,18}$/)
    .describe('nextCursor of the page before')
    .optional(),
  type: messageType.optional(),
  state: z.enum(messageStates).optional(),
  order: z.string().min(1).max(100).describe('Number or ID of an order, or ID of a checkout').optional(),
});
