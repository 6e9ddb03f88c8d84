import {
  namesIn,
  type Customer as FoundCustomer,
  type CustomerChannel,
  type CustomerEntry,
  type CustomerRecords,
  type ExplainedEvent,
  type ExplainedMessage,
} from '../../read-customer.ts';
import type { OptOutCause } from '../../../base/contacts/consents.ts';
import type { RunListing } from '../../../automations/results/read-runs.ts';
import type { PanelAnswer } from '../../../panel-contract.ts';

type Customer = PanelAnswer<'readCustomer'>;
type Entry = PanelAnswer<'listCustomerTimeline'>['entries'][number];

/** What was read about a customer. */
type Reading = {
  customer: FoundCustomer;
  records: CustomerRecords;
  channels: readonly CustomerChannel[];
  events: readonly ExplainedEvent[];
  isCut: boolean;
};

/** A customer without the timeline. */
export function presentCustomer({ customer, records, channels, events, isCut }: Reading): Customer {
  const { name, email, phone } = customer;
  const { names, emails, phones } = namesIn(records);
  const numbers = new Map(records.orders.map(({ orderId, number, externalId }) => [orderId, number ?? externalId]));
  const orderOfCheckout = new Map(records.orders.map(({ checkoutId, orderId }) => [checkoutId, orderId]));
  return {
    success: true,
    name,
    email,
    phone,
    aliases: [...names, ...emails, ...phones].filter((one) => one !== name && one !== email && one !== phone),
    sharers: records.sharers,
    orders: records.orders.length,
    paid: records.sales,
    isCut,
    channels: channels.map(({ channel, optedOut, isSuppressed }) => ({
      channel,
      isSuppressed,
      optedOut: optedOut && presentOptOut(optedOut),
    })),
    events: events.map(({ event: { eventId, type, at, orderId, checkoutId }, automations }) => {
      const ofOrder = orderId ?? orderOfCheckout.get(checkoutId) ?? null;
      return {
        eventId,
        type,
        at: at.toISOString(),
        orderId: ofOrder,
        orderNumber: ofOrder === null ? null : (numbers.get(ofOrder) ?? null),
        automations: automations.map(({ messages, ...one }) => ({ ...one, messages: messages.map(presentMessage) })),
      };
    }),
  };
}

const presentOptOut = ({ source, author, at }: OptOutCause) => ({ source, author, at: at.toISOString() });

const presentMessage = (one: ExplainedMessage) => {
  const { messageKey: message, channel, state, reason, settledAt, dueAt, optOut } = one;
  const at = (settledAt ?? dueAt).toISOString();
  return { message, channel, state, reason, at, optOut: optOut ? presentOptOut(optOut) : null };
};

const presentRun = ({ runId, automation, state }: RunListing): Extract<Entry, { kind: 'run' }>['run'] => ({
  runId,
  automation,
  state,
});

/** An entry of the timeline. */
export function presentEntry(entry: CustomerEntry): Entry {
  const { id } = entry;
  const at = entry.at.toISOString();
  switch (entry.kind) {
    case 'order': {
      const { orderId, checkoutId, number, externalId, status, total } = entry.order;
      const purchase = { orderId, checkoutId, number: number ?? externalId, status, cents: total };
      return { kind: 'purchase', id, at, purchase };
    }
    case 'checkout': {
      const { checkoutId, state: status, total: cents } = entry.checkout;
      return { kind: 'purchase', id, at, purchase: { orderId: null, checkoutId, number: null, status, cents } };
    }
    case 'run':
      return { kind: 'run', id, at, run: presentRun(entry.run), reason: entry.run.reason };
    case 'message': {
      const { messageKey: message, channel, state, reason, requestedBy: resentBy } = entry.message;
      const { run, optOut } = entry;
      return {
        kind: 'message',
        id,
        at,
        run: presentRun(run),
        message,
        channel,
        state,
        reason,
        resentBy,
        optOut: optOut ? presentOptOut(optOut) : null,
      };
    }
    case 'reply':
      return { kind: 'reply', id, at, run: presentRun(entry.run) };
    case 'consent': {
      const { channel, state, source, author } = entry.consent;
      return { kind: 'consent', id, at, channel, state, source, author };
    }
  }
}
