import { shopperTouch, type ShopperBrowser } from '../db/queries/checkouts/shoppers.ts';
import { isId } from '../platform/ids.ts';
import type { ShopperParts } from './change-shopper.ts';

/**
 * Records a visit to a checkout's page. It restarts the abandonment timer (COM3) and reopens an abandoned checkout (COM5). `browser`:
 * from `browserOf`. False: there is no such checkout.
 */
export async function noteActivity(
  { db, clock }: ShopperParts,
  checkoutId: string,
  browser: ShopperBrowser,
): Promise<boolean> {
  return isId(checkoutId) && shopperTouch(db, { checkoutId, browser, at: clock() });
}
