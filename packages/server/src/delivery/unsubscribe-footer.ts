import { recipientOf, type Channel, type RunData, type SendStep } from '@retoma/flow';
import { unsubscribeLink } from '../links/unsubscribe-link.ts';
import type { DeliveryDeps, MessageStore } from './delivery-deps.ts';

/** Whether a step's texts hold `{{store.unsubscribe_url}}`, looked up once for each step of a plan. */
const mentions = new WeakMap<SendStep, boolean>();

function isMentioned(step: SendStep): boolean {
  let found = mentions.get(step);
  if (found === undefined) mentions.set(step, (found = JSON.stringify(step.data).includes('store.unsubscribe_url')));
  return found;
}

/**
 * COM8: the data of one message, with the link by which its reader ends the messages of its channel: another one for each contact, so it
 * is in no record.
 */
export function withUnsubscribe(
  deps: DeliveryDeps,
  step: SendStep,
  channel: Channel,
  { data, store }: { readonly data: RunData; readonly store: MessageStore },
): RunData {
  const recipient = isMentioned(step) ? recipientOf(channel, data) : null;
  if (recipient === null) return data;
  const linkDeps = { ...deps, baseUrl: deps.baseUrl() };
  const unsubscribe_url = unsubscribeLink(linkDeps, store, channel, recipient) ?? undefined;
  return { ...data, store: { ...(data['store'] as object), unsubscribe_url } };
}
