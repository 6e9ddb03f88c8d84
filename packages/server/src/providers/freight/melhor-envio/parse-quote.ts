import { z } from 'zod';
import { Days, Price } from '../decimals.ts';
import type { FreightService } from '../provider.ts';
import { readEntries } from '../read-entries.ts';

const Range = z.object({ min: Days, max: Days }).nullish().catch(null);

/** A service of the list. One that does not serve the place has `error` instead of a price. `custom_*`: with the store's adjustments. */
const Service = z.object({
  id: z.union([z.int(), z.string().max(20)]).transform(String),
  name: z.string().max(100),
  error: z.unknown().optional(),
  price: Price.nullish().catch(null),
  custom_price: Price.nullish().catch(null),
  delivery_time: Days,
  custom_delivery_time: Days,
  delivery_range: Range,
  custom_delivery_range: Range,
  company: z
    .object({ name: z.string().max(100) })
    .nullish()
    .catch(null),
});

/** The services of a response that have a price; undefined: the response cannot be read. */
export const readQuote = (body: unknown): FreightService[] | undefined =>
  readEntries(Service, body)?.flatMap(serviceOf);

function serviceOf(service: z.output<typeof Service>): FreightService[] {
  const price = service.custom_price ?? service.price;
  if (price == null || service.error) return [];
  const range = service.custom_delivery_range ?? service.delivery_range;
  const days = service.custom_delivery_time ?? service.delivery_time ?? null;
  const { id, name, company } = service;
  const carrier = company?.name ?? null;
  return [{ service: id, name, carrier, price, minDays: range?.min ?? days, maxDays: range?.max ?? days }];
}
