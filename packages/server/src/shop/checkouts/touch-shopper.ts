import { attributionWrite, type Attribution } from '../../providers/ads/queries/attributions.ts';
import { conversionQueue } from '../../providers/ads/queries/conversions.ts';
import { shopperTouch, type ShopperBrowser } from './queries/shoppers.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { isId } from '../../base/ids.ts';
import { conversionWaitMs, type ShopperDeps } from './change-shopper.ts';
import type { Purchase } from './purchase.ts';

/**
 * Records a visit to a checkout's page. It restarts the abandonment timer (COM3) and reopens an abandoned checkout (COM5). `browser`:
 * from `browserOf`. False: there is no such checkout.
 */
export async function noteActivity(
  { db, clock }: ShopperDeps,
  checkoutId: string,
  browser: ShopperBrowser,
): Promise<boolean> {
  return isId(checkoutId) && shopperTouch(db, { checkoutId, browser, at: clock() });
}

/**
 * COM37: the same in a store that sends conversions: the visit's attribution is stored, and the first visit is queued as the beginning of a
 * checkout, and as a lead if the request made it one.
 */
export async function noteAdvertisedVisit(
  { db, clock }: ShopperDeps,
  { checkout, shopper }: Pick<Purchase, 'checkout' | 'shopper'>,
  browser: ShopperBrowser,
  attribution: Attribution,
): Promise<void> {
  const { checkoutId, storeId } = checkout;
  const at = clock();
  const isLead = (shopper?.capturedAt ?? null) !== null;
  await inTransaction(db, async (client) => {
    await shopperTouch(client, { checkoutId, browser, at });
    await attributionWrite(client, { checkoutId, storeId }, attribution);
    const events = isLead ? (['begin_checkout', 'lead'] as const) : (['begin_checkout'] as const);
    await conversionQueue(client, { storeId, checkoutId, events, at, dueAt: at + conversionWaitMs });
  });
}

/** COM37: stores the attribution of a request after the visit, in a store that sends conversions. */
export async function noteAttribution(
  { db }: Pick<ShopperDeps, 'db'>,
  { checkout, advertises }: Pick<Purchase, 'checkout' | 'advertises'>,
  attribution: Attribution,
): Promise<void> {
  if (advertises) await attributionWrite(db, checkout, attribution);
}
