import { z } from 'zod';
import { Days, Price } from '../decimals.ts';
import type { FreightService } from '../provider.ts';
import { readEntries } from '../read-entries.ts';

/** A service that does not serve the place has `txErro` instead of a price. */
const Priced = z.object({
  coProduto: z.string(),
  pcFinal: Price.nullish().catch(null),
  txErro: z.string().nullish().catch('?'),
});
const Timed = z.object({ coProduto: z.string(), prazoEntrega: Days, txErro: z.string().nullish().catch('?') });

/** The names of the usual services, by code; others are shown by their code. */
const names: Readonly<Record<string, string>> = {
  '03298': 'PAC',
  '03085': 'PAC',
  '04510': 'PAC',
  '03220': 'Sedex',
  '03050': 'Sedex',
  '04014': 'Sedex',
  '03158': 'Sedex 10',
  '03140': 'Sedex 12',
  '03204': 'Sedex Hoje',
  '04227': 'Mini Envios',
};

/** The services of both responses that have a price; a term that is unknown leaves the days unknown. Undefined: the prices cannot be read. */
export function readQuote(prices: unknown, terms: unknown): FreightService[] | undefined {
  const timed = readEntries(Timed, terms) ?? [];
  return readEntries(Priced, prices)?.flatMap(({ coProduto: service, pcFinal: price, txErro }) => {
    if (price == null || txErro) return [];
    const term = timed.find((one) => one.coProduto === service && !one.txErro);
    const maxDays = term?.prazoEntrega ?? null;
    const name = names[service] ?? `Correios ${service}`;
    return [{ service, name, carrier: 'Correios', price, minDays: null, maxDays }];
  });
}
