// Money that arrives when nothing is due any more, and a fallback of the provider. Random steps bring about some of these cases less than
// once in thousands, and a case that never occurred proves nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Shop } from './shop.ts';
import { accept, cancel, choose, details, outside, payUnwanted, type Step } from './steps.ts';

/** Submits the first form with the dearer shipping, which changes the total. */
const moreShipping: Step = (shop, random) => details({ ...shop, options: shop.options.slice(1) }, random);

/** What happens to an order before its code is paid: it is paid on top, twice late (`Found` in money.ts). The second is then revived. */
const before: readonly (readonly Step[])[] = [[outside], [cancel], [moreShipping, cancel]];
const revived = 1;

/** The number of orders that `bringAbout` uses: also one whose provider is down. */
export const rareCases = before.length + 1;

/** Brings each case about with one of the shop's checkouts, before anything else happens in the shop. Throws if one does not occur. */
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
    await repeatUntil(
      async () => (await payUnwanted(one, half)) !== undefined,
      `the code of order ${index} is unwanted`,
    );
  }
  const decided = shop.decisions.size;
  await repeatUntil(async () => {
    await accept(shopOf(revived), half);
    return shop.decisions.size > decided;
  }, 'the late money is accepted');
  const last = shopOf(before.length);
  await details(last, half);
  shop.bank.fail((url) => (url.endsWith('/v1/orders') ? 429 : undefined));
  await choose(last, half);
  shop.bank.fail();
}

async function repeatUntil(isSo: () => Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    if (tries === 600) throw new Error(`not in a minute: ${what}`);
    await sleep(100);
  }
}
