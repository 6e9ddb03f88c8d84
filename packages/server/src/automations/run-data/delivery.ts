import { freightOfOrder } from '@retoma/commerce';
import { formatDate } from '@retoma/flow';
import {
  camelCased,
  fieldsIn,
  fieldsInText,
  integerIn,
  joined,
  overlay,
  textIn,
  unlessEmpty,
  type CategoryFields,
} from './fields.ts';
import { shipmentLabel, turnaroundLabel } from './labels.ts';
import type { RunDataSources } from './sources.ts';

/** `{{shipping.…}}`: how and where the order is delivered. */
export function shippingOf(sources: RunDataSources): CategoryFields<'shipping'> | null {
  const { order } = sources.records;
  const { address, to_be_agreed, ...shipping } = sources.shipping;
  const where = addressFields(address);
  const derived = {
    ...where,
    name: shipping['name'],
    carrier: shipping['carrier'],
    turnaround: turnaroundLabel(integerIn(shipping['turnaround_min_days']), integerIn(shipping['turnaround_max_days'])),
    estimated_date: estimatedDate(sources),
    recipient: fieldsIn(address)['recipient'],
  };
  const shippingPrice = order?.shippingPrice ?? integerIn(shipping['price']) ?? null;
  const freight = freightOfOrder({ shippingPrice, shipping: { ...shipping, to_be_agreed } });
  const price = freight?.kind === 'chosen' ? freight.price : freight?.kind;
  const found = unlessEmpty({ ...overlay(derived, shipping), price });
  return found && overlay({ recipient: sources.customer['name'] }, found);
}

/** `{{tracking.…}}`: the current shipment of the order. */
export function trackingOf(sources: RunDataSources): CategoryFields<'tracking'> | null {
  const tracking = overlay(sources.reportedFields('tracking'), fieldsInText(sources.records.order?.tracking));
  const found = camelCased(tracking);
  const derived = {
    code: found['code'],
    url: found['url'],
    carrier: found['carrier'],
    status: found['status'],
    previousCode: found['previousCode'],
    statusLabel: shipmentLabel(found['status']),
    updatedAt: sources.instantOf('tracking_code_updated'),
  };
  return unlessEmpty(overlay(derived, found));
}

/**
 * An address as separate members and as one line. `street_number` may also be named `number`. A text is used as the line. An address with a
 * CEP is in Brazil.
 */
export function addressFields(address: unknown) {
  const { street, complement, neighborhood, city, state, zipcode, ...other } = fieldsIn(address);
  const country = other['country'] ?? (/^\d{5}-?\d{3}$/.test(textIn(zipcode)) ? 'BR' : undefined);
  const street_number = other['street_number'] ?? other['number'];
  const house = joined(' - ', joined(', ', street, street_number, complement), neighborhood);
  const line = joined(', ', house, joined(' - ', city, state), zipcode);
  return {
    street,
    street_number,
    complement,
    neighborhood,
    city,
    state,
    zipcode,
    country,
    address: typeof address === 'string' ? address : line,
  };
}

/**
 * The latest day of delivery, as a date in the store's time zone. It counts working days, ignoring holidays, from the payment, or from the
 * order until it is paid.
 */
function estimatedDate({ records: { event, order }, shipping, context }: RunDataSources): string | undefined {
  const days = integerIn(shipping['turnaround_max_days']);
  if (days === undefined || days < 0 || days > 365) return undefined;
  const today = formatDate(order?.paidAt ?? order?.createdAt ?? event.occurredAt, context.store.timeZone).slice(0, 10);
  if (today === '') return undefined;
  const [day, month, year] = today.split('/').map(Number);
  const date = new Date(Date.UTC(year!, month! - 1, day));
  for (let left = days; left > 0;) {
    date.setUTCDate(date.getUTCDate() + 1);
    if (date.getUTCDay() % 6 !== 0) left -= 1;
  }
  return date.toISOString().slice(0, 10);
}
