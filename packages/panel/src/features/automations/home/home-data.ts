import type { ApiResponse } from '../../../api/call.ts';

/** What the home page shows of now. */
export type Home = ApiResponse<'GET /panel/api/stores/:storeId/home'>;

/** The figures of a period and the one before; the service returns null until they are counted. */
export type Figures = NonNullable<ApiResponse<'GET /panel/api/stores/:storeId/home/figures'>['figures']>;

/** One hour or one day. */
export type Bucket = Figures['current']['buckets'][number];
