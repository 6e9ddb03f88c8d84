import type { ApiRequest, ApiResponse } from '../../../../api/call.ts';

/** A customer without the timeline. */
export type Customer = ApiResponse<'GET /panel/api/stores/:storeId/customer'>;

/** What names a customer in a request. */
export type CustomerQuery = ApiRequest<'GET /panel/api/stores/:storeId/customer'>['query'];

/** An entry of a customer's timeline. */
export type CustomerEntry = ApiResponse<'GET /panel/api/stores/:storeId/customer/timeline'>['entries'][number];
