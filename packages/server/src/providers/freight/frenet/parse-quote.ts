import { z } from 'zod';
import { Days, Price } from '../decimals.ts';
import type { FreightService } from '../provider.ts';
import { readEntries } from '../read-entries.ts';

/** A service of the list. One that does not serve the place has `Error: true` and no price. */
const Service = z.object({
  Error: z.union([z.boolean(), z.string().transform((text) => text.toLowerCase() === 'true')]).nullish(),
  Carrier: z.string().max(100).nullish(),
  ServiceCode: z.union([z.string().max(60), z.int()]).transform(String),
  ServiceDescription: z.string().max(100).nullish(),
  ShippingPrice: Price.nullish().catch(null),
  DeliveryTime: Days,
});

/** The list under Frenet's own spelling, or under the right one. */
const Answer = z.object({
  ShippingSevicesArray: z.unknown().optional(),
  ShippingServicesArray: z.unknown().optional(),
});

/** The services of a response that have a price; undefined: the response cannot be read. */
export function readQuote(body: unknown): FreightService[] | undefined {
  const answer = Answer.safeParse(body).data;
  const services = readEntries(Service, answer?.ShippingSevicesArray ?? answer?.ShippingServicesArray);
  return services?.flatMap(({ Error: isRefused, ...read }) => {
    if (isRefused === true || read.ShippingPrice == null) return [];
    const { ServiceCode: service, ServiceDescription, Carrier, ShippingPrice: price, DeliveryTime } = read;
    const carrier = Carrier || null;
    const maxDays = DeliveryTime ?? null;
    return [{ service, name: ServiceDescription || carrier || service, carrier, price, minDays: null, maxDays }];
  });
}
