import type { PaymentMethod, ShippingOption } from '@retoma/commerce';
import type { RunDataContext } from '../../automations/run-data/sources.ts';

/** What the purchases of an example store depend on besides their visits. */
export type Shop = {
  readonly store: RunDataContext['store'] & { readonly pixMinutes: number; readonly boletoDays: number };
  /** What the store's clock is ahead of UTC, in milliseconds. */
  readonly offset: number;
  /** Public address without a trailing slash. */
  readonly baseUrl: string;
  /** The account of the simulated payments, and the name of its provider. */
  readonly account: { readonly accountId: string; readonly provider: string };
  readonly shippingOptions: readonly ShippingOption[];
  /** COM3: minutes without activity after which a checkout is abandoned. */
  readonly abandonMinutes: number;
  /** A new id that sorts by an instant, in milliseconds since 1970. */
  readonly newIdAt: (at: number) => string;
  /** The number of the order that is placed at an instant. */
  readonly orderNumberAt: (at: number) => string;
};

/** How a purchase is paid. `refused`: a card that the bank refuses. */
export type Attempt = { readonly method: PaymentMethod; readonly refused?: boolean };
