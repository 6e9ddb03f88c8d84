import { shopperConsentWrite, type ConsentPurpose, type ShopperConsent } from './queries/shopper-consents.ts';
import { conversionHasten } from '../../providers/ads/queries/conversions.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import type { ShopperDeps } from './change-shopper.ts';
import type { Purchase } from './purchase.ts';

/** COM36: what the page asks the shopper of a purchase. */
export const purposesOf = ({ advertises }: Pick<Purchase, 'advertises'>): ConsentPurpose[] =>
  advertises ? ['marketing', 'advertising'] : ['marketing'];

/** What a form contains: the purposes that it offered, and those that were ticked. `textVersion`: of the words that it showed. */
export type ConsentForm = {
  purposes: readonly ConsentPurpose[];
  ticked: readonly ConsentPurpose[];
  textVersion: string;
};

/**
 * COM36: stores what a shopper decided otherwise than before. A box that was never ticked is not a decision, and neither a grant nor a
 * withdrawal changes an opt-out: anyone may type any contact.
 */
export async function saveConsents(
  { db, clock }: ShopperDeps,
  { checkout, consents }: Pick<Purchase, 'checkout' | 'consents'>,
  { purposes, ticked, textVersion }: ConsentForm,
): Promise<void> {
  const decidedAt = clock();
  const changed = purposes
    .filter((purpose) => ticked.includes(purpose) !== consents.includes(purpose))
    .map((purpose): ShopperConsent => ({
      purpose,
      granted: ticked.includes(purpose),
      textVersion,
      source: 'checkout',
      decidedAt,
    }));
  if (changed.length === 0) return;
  if (!changed.some(({ purpose }) => purpose === 'advertising')) return shopperConsentWrite(db, checkout, changed);
  await inTransaction(db, async (client) => {
    await shopperConsentWrite(client, checkout, changed);
    // COM37: what waited for the decision waits no longer; the sender reads it.
    await conversionHasten(client, checkout.checkoutId, decidedAt);
  });
}
