import { formatDate, type MetatagCategory, type RunData } from '@retoma/flow';
import type { RunRecords } from '../db/queries/events/run-records.ts';
import { cartFields, checkoutOf } from './cart.ts';
import { shippingOf, trackingOf } from './delivery.ts';
import { unlessEmpty, type Fields } from './fields.ts';
import { orderOf, paymentOf } from './order.ts';
import { customerOf, leadOf } from './customer.ts';
import { RunDataSources, type RunDataContext } from './sources.ts';
import { storeFields } from './store.ts';

/** The categories that a run's data has. */
const categories = {
  customer: customerOf,
  order: orderOf,
  store: ({ context: { store, baseUrl } }) => storeFields(store, baseUrl),
  shipping: shippingOf,
  tracking: trackingOf,
  lead: leadOf,
  cart: cartFields,
  checkout: checkoutOf,
  browser: ({ browser }) => unlessEmpty(browser),
  payment: paymentOf,
  coupon: () => null,
  current_year: ({ context }) => formatDate(context.now, context.store.timeZone).slice(6, 10),
  event: eventFields,
} satisfies Record<MetatagCategory | 'current_year' | 'event', (sources: RunDataSources) => unknown>;

/**
 * What conditions (DEF5) and messages (TAG1) of a run read, out of its records: the order as it is now wins over what the event said,
 * and the event fills what no record has. Pure. `read`: the categories that the run's flow reads (dataReadBy); the others, whose
 * JSON would be read and merged for nothing, are left out; customer and lead have at least the reported members.
 */
export function buildRunData(
  records: RunRecords,
  context: RunDataContext,
  read: Iterable<string> = Object.keys(categories),
): RunData {
  const sources = new RunDataSources(records, context);
  // Every message needs an address, and few need what is made of the rest of the person.
  const data: Record<string, unknown> = { customer: sources.customer, lead: sources.lead };
  for (const name of read) data[name] = makers[name]?.(sources);
  return data;
}

const makers: Readonly<Record<string, ((sources: RunDataSources) => unknown) | undefined>> = categories;

/** What only the event reported: the condition field `amount`, in cents, is that of the event and does not change later (DEF5). */
function eventFields(sources: RunDataSources): Fields {
  const { reported, records } = sources;
  const amounts = [
    reported['amount'],
    sources.reportedFields('order')['total'],
    sources.reportedFields('cart')['total'],
  ];
  const amount =
    amounts.find((candidate) => typeof candidate === 'number') ?? records.order?.total ?? records.checkout?.total;
  return { amount };
}
