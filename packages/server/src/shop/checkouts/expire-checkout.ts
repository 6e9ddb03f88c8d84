import type { CheckoutRow } from './queries/checkouts.ts';

/** COM5: how many days old a checkout without an order under way expires. */
export const checkoutDays = 30;

/** COM5: from when on a checkout may expire; null: it does not, or has expired. */
export const checkoutExpiry = ({ state, createdAt }: Pick<CheckoutRow, 'state' | 'createdAt'>): Date | null =>
  state === 'open' || state === 'abandoned' ? new Date(createdAt.getTime() + checkoutDays * 86_400_000) : null;
