import { currentYear, type MetatagCategory, type RunData } from '@retoma/flow';
import type { RunRecords } from '../engine/queries/run-records.ts';
import { cartFields, checkoutOf } from './cart.ts';
import { shippingOf, trackingOf } from './delivery.ts';
import { unlessEmpty, type CategoryFields, type Fields } from './fields.ts';
import { orderOf, paymentOf } from './order.ts';
import { customerOf, leadOf } from './customer.ts';
import { RunDataSources, type RunDataContext } from './sources.ts';
import { storeFields } from './store.ts';

/** The categories of a run's data. */
const categories = {
  customer: customerOf,
  order: orderOf,
  store: ({ context: { store, baseUrl } }) => storeFields(store, baseUrl),
  shipping: shippingOf,
  tracking: trackingOf,
  lead: leadOf,
  cart: cartFields,
  checkout: checkoutOf,
  browser: ({ browser }) => visitOf(browser),
  payment: paymentOf,
  coupon: () => null,
  current_year: ({ context }) => currentYear(context.now, context.store.timeZone),
  event: eventFields,
} satisfies Record<'current_year' | 'event', (sources: RunDataSources) => unknown> & {
  readonly [Category in MetatagCategory]: (sources: RunDataSources) => CategoryFields<Category> | null;
};

/**
 * The data that conditions (DEF5) and messages (TAG1) of a run read, built from its records. The current order wins over the event, and the
 * event fills what no record has. Pure. `read`: the categories that the run's flow reads (dataReadBy). The others are left out, to avoid
 * parsing and merging their JSON; customer and lead always have at least the reported members.
 */
export function buildRunData(
  records: RunRecords,
  context: RunDataContext,
  read: Iterable<string> = Object.keys(categories),
): RunData {
  const sources = new RunDataSources(records, context);
  // Every message needs the recipient's address; few need the derived members of the person.
  const data: Record<string, unknown> = { customer: sources.customer, lead: sources.lead };
  for (const name of read) data[name] = makers[name]?.(sources);
  return data;
}

const makers: Readonly<Record<string, ((sources: RunDataSources) => unknown) | undefined>> = categories;

/** The visit, as captured at the checkout or reported. */
function visitOf(browser: Fields): CategoryFields<'browser'> | null {
  const { ip, utms, name, os, referrer } = browser;
  return unlessEmpty({ ...browser, ip, utms, name, os, referrer });
}

/** Data of the event only: the condition field `amount`, in cents, is that of the event and does not change later (DEF5). */
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
