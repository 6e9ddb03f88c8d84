import type { Home } from '../home-data.ts';

type Permission = 'editAutomations' | 'changeOrders' | 'changeSettings' | 'view';

/** The steps to a store's first real sale, in their order: what each takes, and the permission to do it. */
export const steps = [
  { name: 'automation', minutes: 2, needs: 'editAutomations' },
  { name: 'checkout', minutes: 1, needs: 'changeOrders' },
  { name: 'message', minutes: 1, needs: 'view' },
  { name: 'sell', minutes: 15, needs: 'changeSettings' },
  { name: 'sale', minutes: 2, needs: 'changeOrders' },
] as const satisfies readonly { name: string; minutes: number; needs: Permission }[];

/** Those of a store that is connected with a shop, which takes the payments: to its first message. */
const stepsOfShop = [{ name: 'channel', minutes: 5, needs: 'changeSettings' }, steps[0]] as const;

/** One of these. */
export type Step = (typeof steps | typeof stepsOfShop)[number];

/** The open and the completed steps that a member may do; both empty for a member who does not set a store up. Pure. */
export function stepsOf(
  done: Home['steps'],
  can: (permission: Permission) => boolean,
): { open: readonly Step[]; completed: readonly Step[] } {
  if (!can('editAutomations') && !can('changeSettings')) return { open: [], completed: [] };
  const isDone: Record<Step['name'], boolean> = {
    automation: done.automation,
    checkout: done.checkout,
    message: done.message,
    channel: done.channel,
    sell: done.channel && done.payments && done.shipping && done.seller,
    sale: done.sale,
  };
  const path: readonly Step[] = done.shop ? stepsOfShop : steps;
  const its = path.filter(({ needs }) => can(needs));
  return { open: its.filter(({ name }) => !isDone[name]), completed: its.filter(({ name }) => isDone[name]) };
}
