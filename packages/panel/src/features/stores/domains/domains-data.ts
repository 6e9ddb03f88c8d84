import type { ApiResponse } from '../../../api/call.ts';

/** The domains of a store, as the service returns them. */
export type Domains = ApiResponse<'GET /panel/api/stores/:storeId/domains'>;
