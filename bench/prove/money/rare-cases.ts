// Money that arrives when nothing is due any more, and a fallback of the provider. Random steps bring about some of these cases less than
// once in thousands, and a case that never occurred proves nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Shop } from './shop.ts';
import { cancel, choose, details, outside, payUnwanted, type Step } from './steps.ts';

/** Submits the first form with the dearer shipping, which changes the total. */
const moreShipping: Step = (shop, random) => details({ ...shop, options: shop.options.slice(1) }, random);

/** What happens to an order before its code is paid: it is paid on top, revived, or paid late (`Found` in money.ts). */
const before: readonly (readonly Step[])[] = [[outside], [cancel], [moreShipping, cancel]];

/** The number of orders that `bringAbout` uses: also one whose provider is down. */
export const rareCases = before.length + 1;

/** Brings each case about with one of the shop's checkouts, before anything else happens in the shop. Throws if a code does not become unwanted. */
export async function bringAbout(shop: Shop): Promise<void> {
  // This number chooses PIX, and a webhook in time.
  const half = (): number => 0.5;
  const shopOf = (index: number): Shop => ({
    ...shop,
    checkouts: [shop.checkouts[index]!],
    options: shop.options.slice(0, 1),
  });
  for (const [index, steps] of before.entries()) {
    const one = shopOf(index);
    await details(one, half);
    await choose(one, half);
    for (const step of steps) await step({ ...one, options: shop.options }, half);
    for (let tries = 0; (await payUnwanted(one, half)) === undefined; tries++) {
      if (tries === 100) throw new Error(`the code of order ${index} did not become unwanted`);
      await sleep(100);
    }
  }
  const last = shopOf(before.length);
  await details(last, half);
  shop.bank.fail((url) => (url.endsWith('/v1/orders') ? 429 : undefined));
  await choose(last, half);
  shop.bank.fail();
}
