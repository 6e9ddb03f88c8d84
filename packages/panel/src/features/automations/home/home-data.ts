import type { ApiResponse } from '../../../api/call.ts';

/** The data of the home page. */
export type Home = ApiResponse<'GET /panel/api/stores/:storeId/home'>;

/** The revenue that messages recovered in 30 days; the service returns null until it is counted. */
export type Recovered = NonNullable<Home['recovered']>;
