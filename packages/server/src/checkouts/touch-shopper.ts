import { shopperTouch, type ShopperBrowser } from '../db/queries/checkouts/shoppers.ts';
import { isId } from '../platform/ids.ts';
import type { ShopperParts } from './change-shopper.ts';

/**
 * Records a visit of a checkout's page. The clock of abandonment restarts (COM3), and a checkout that was
 * abandoned is open again (COM5). `browser`: as `browserOf` makes it. False where there is no such checkout.
 */
export async function noteActivity(
  { db, clock }: ShopperParts,
  checkoutId: string,
  browser: ShopperBrowser,
): Promise<boolean> {
  return isId(checkoutId) && shopperTouch(db, { checkoutId, browser, at: clock() });
}
