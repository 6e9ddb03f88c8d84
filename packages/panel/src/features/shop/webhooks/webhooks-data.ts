import type { ApiResponse } from '../../../api/call.ts';
import type { Tone } from '../../../ui/tone-badge.tsx';

type Listed = ApiResponse<'GET /panel/api/stores/:storeId/webhooks'>;

/** A webhook of the store, without its secret. */
export type Webhook = Listed['webhooks'][number];

/** An event that can be chosen, with what it says. */
export type WebhookEvent = Listed['events'][number];

/** A message in the log of a webhook. */
export type Message = ApiResponse<'GET /panel/api/stores/:storeId/webhooks/:webhookId/messages'>['messages'][number];

/** The colour of each state of a message. */
export const messageTones = {
  pending: 'wait',
  delivered: 'ok',
  failed: 'bad',
  cancelled: 'plain',
} as const satisfies Record<Message['state'], Tone>;

/** The states of messages. */
export const messageStates = Object.keys(messageTones) as Message['state'][];

/** The part of an address that tells webhooks apart: its host and path. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');
