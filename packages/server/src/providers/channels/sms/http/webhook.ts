import { fresh, reportedInstant } from '../../replay-window.ts';
import { replyOf, type Reached } from '../../inbound.ts';
import { objectIn, textIn, type Json } from '../../json.ts';
import type { ChannelUpdate } from '../../provider.ts';

const statuses: ReadonlyMap<string, Reached> = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['failed', 'failed'],
]);

/**
 * The updates in a webhook of a merchant's service. `signedAt`: when it was signed, in milliseconds; the body's `at` is when it occurred.
 */
export function parseWebhook(webhook: unknown, signedAt: number, now: number): readonly ChannelUpdate[] {
  const payload = objectIn(webhook);
  const at = payload.at === undefined ? signedAt : atOf(payload.at);
  return fresh(payload.status === undefined ? parseReceived(payload, at) : parseStatus(payload, at), now);
}

const atOf = (at: unknown): number => {
  const known = reportedInstant(at);
  return Number.isNaN(known) ? Date.parse(textIn(at)) : known;
};

function parseStatus({ id, status: reported }: Json, at: number): ChannelUpdate[] {
  const status = statuses.get(textIn(reported));
  const providerId = typeof id === 'number' ? String(id) : textIn(id);
  if (!status || providerId === '') return [];
  return [
    { kind: 'status', message: { providerId }, status, ...(status === 'failed' && { reason: 'NOT_DELIVERED' }), at },
  ];
}

const parseReceived = ({ id, from, text }: Json, at: number): ChannelUpdate[] =>
  replyOf({ id: textIn(id), from: textIn(from), text: textIn(text), answers: '', at });
