import type { ApiResponse } from '../../api/call.ts';

/** What the home page shows. */
export type Home = ApiResponse<'GET /panel/api/stores/:storeId/home'>;

/** What messages brought back in 30 days, once it is counted. */
export type Recovered = NonNullable<Home['recovered']>;
