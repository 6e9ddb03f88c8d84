import type { ConnectorWorld, OurOrder, OurRun } from './connector-world.ts';
import type { ShopOrder } from './shop-history.ts';

/** What is compared of an order. Platforms differ in whether a card that waits is in review. */
const comparedState = (order: ShopOrder | OurOrder | undefined): string =>
  order
    ? [order.status === 'processing' ? 'pending' : order.status, order.total, order.trackingCode].join(' ')
    : 'missing';

/** How our orders differ from the shop's: none if all are there, each once, in the right state. */
export async function orderDifferences(world: ConnectorWorld): Promise<string[]> {
  const ours = await world.orders();
  const ids = new Set([...world.shop.orders.keys(), ...ours.keys()]);
  return [...ids].flatMap((id) => {
    const [theirs, found] = [comparedState(world.shop.orders.get(id)), comparedState(ours.get(id))];
    return theirs === found ? [] : [`${id}: ${found}, in the shop ${theirs}`];
  });
}

/** How runs differ from one for each of these orders. */
export function runDifferences(runs: readonly OurRun[], orders: readonly ShopOrder[]): string[] {
  const counts = new Map<string, number>(orders.map(({ id }) => [id, -1]));
  for (const { order } of runs) counts.set(order!, (counts.get(order!) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count !== 0)
    .map(([id, count]) => `${id}: ${count < 0 ? 'no run' : `${count} runs too many`}`);
}
