import { shippingOffers, type Cart, type ShippingOffer } from '@retoma/commerce';
import { shippingOptionList } from '../../../stores/queries/shipping-options.ts';
import { quoteFreight, type CarrierResult, type QuotingDeps } from './quote-freight.ts';
import { readFreightSettings } from '../../../stores/freight-settings.ts';

/** What a shopper would see. `reason`: why a carrier did not answer, a code of `freightReasons`; null: it did. */
export type SimulatedFreight = {
  readonly offers: readonly ShippingOffer[];
  readonly carriers: readonly { readonly provider: string; readonly reason: string | null }[];
};

/** COM31, COM32: the offers for goods of a weight (grams) and a total (cents) in the store's usual box, at a CEP of 8 digits. */
export async function simulateFreight(
  deps: QuotingDeps,
  storeId: string,
  { zipcode, weight, total }: { zipcode: string; weight: number; total: number },
): Promise<SimulatedFreight> {
  const settings = await readFreightSettings(deps.db, storeId);
  const { origin: from, width, height, length } = settings;
  const box = { weight, width, height, length };
  const parcel = { lines: [{ ...box, quantity: 1, price: total }], box, value: total, isEstimated: false };
  const results = from === null ? [] : await quoteFreight(deps, storeId, { from, to: zipcode, parcel });
  const quoted = results.length > 0 ? results.flatMap(({ services }) => services) : null;
  const options = await shippingOptionList(deps.db, storeId);
  return {
    offers: shippingOffers({ cart: goods(total), total }, options, { zipcode, quoted, rules: settings }),
    carriers: results.map(({ provider, answer }) => ({ provider, reason: problemOf(answer) })),
  };
}

const goods = (total: number): Cart => ({ items: [{ title: '-', quantity: 1, unitPrice: total, image: '' }] });

function problemOf(answer: CarrierResult['answer']): string | null {
  if (answer.outcome === 'not_asked') return 'UNREACHABLE';
  return answer.outcome === 'refused' || answer.outcome === 'failed' ? answer.reason : null;
}
