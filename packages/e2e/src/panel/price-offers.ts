import type { Page } from '@playwright/test';
import { ask } from './editor-page.ts';
import { signIn } from './panel-page.ts';

const noRules = { methodDiscounts: [], installments: null, minimumOrder: 0 };

/** Sets the minimum order of the demo store, in cents, as its owner. */
export async function requireMinimum(page: Page, minimumOrder: number): Promise<void> {
  await signIn(page);
  await ask(page, 'POST', '/price-rules', { ...noRules, minimumOrder });
}

/** Gives the demo store 5% off with PIX, instalments with interest from the fourth on, the coupon VOLTA10 and an order bump. */
export async function offerEverything(page: Page): Promise<void> {
  await signIn(page);
  const percent = (hundredths: number) => ({ kind: 'percent', hundredths });
  await ask(page, 'POST', '/price-rules', {
    methodDiscounts: [{ method: 'pix', reduction: percent(500), minimum: 0, maximum: null }],
    installments: { max: 12, interestFree: 3, monthlyHundredths: 299, smallest: 500 },
    minimumOrder: 0,
  });
  await ask(page, 'POST', '/coupons', {
    code: 'VOLTA10',
    reduction: percent(1_000),
    freeShipping: false,
    startsAt: null,
    endsAt: null,
    maxUses: null,
    maxUsesPerPerson: null,
    minimum: 0,
    products: [],
    firstPurchaseOnly: false,
  });
  await ask(page, 'POST', '/order-bumps', {
    title: 'Embalagem para presente',
    description: 'Caixa de papel kraft, fita e um cartão escrito à mão.',
    image: null,
    sku: null,
    price: 990,
    originalPrice: 1_490,
    requiresShipping: false,
    products: [],
  });
}

/** Ends all price rules, coupons and the order bump of the demo store, which the other tests of the worker use. */
export async function endOffers(page: Page): Promise<void> {
  await signIn(page);
  await ask(page, 'POST', '/price-rules', noRules);
  await ask(page, 'POST', '/order-bumps/end', {});
  type Coupons = { coupons: { couponId: string; active: boolean }[] };
  const { coupons } = await ask<Coupons>(page, 'GET', '/coupons');
  for (const { couponId, active } of coupons) if (active) await ask(page, 'POST', `/coupons/${couponId}/end`, {});
}
