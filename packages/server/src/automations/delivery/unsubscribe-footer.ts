import { recipientOf, type Channel, type RunData, type SendStep } from '@retoma/flow';
import { unsubscribeLink } from '../../base/links/unsubscribe-link.ts';
import type { DeliveryDeps, MessageStore } from './delivery-deps.ts';

/** Whether a step's texts contain `{{store.unsubscribe_url}}`, computed once for each step of a plan. */
const mentions = new WeakMap<SendStep, boolean>();

function isMentioned(step: SendStep): boolean {
  let found = mentions.get(step);
  if (found === undefined) mentions.set(step, (found = JSON.stringify(step.data).includes('store.unsubscribe_url')));
  return found;
}

/**
 * COM8: adds the unsubscribe link of a message's channel to its data. The link differs for each contact, so it is not part of the records.
 */
export function withUnsubscribe(
  deps: Pick<DeliveryDeps, 'baseUrl' | 'contactSecret' | 'unsubscribeKey'>,
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
