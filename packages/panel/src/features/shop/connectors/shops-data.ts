import type { ApiResponse } from '../../../api/call.ts';

/** The platforms, and the shops that the store is connected with. */
export type Shops = ApiResponse<'GET /panel/api/stores/:storeId/shop-connections'>;

/** A platform: how a shop is connected, and what it reports. */
export type Platform = Shops['platforms'][number];

/** A shop that the store is connected with. */
export type Shop = Shops['connections'][number];

/** The pause between two readings, in milliseconds: short while the owner watches a shop come in. */
export const shopsPollMs = (shops: Shops | undefined): number =>
  shops?.connections.some(({ history }) => !history.done) ? 2_000 : 10_000;
