import type { ApiResponse } from '../../../api/call.ts';

/** What the service knows of a store's domains. */
export type Domains = ApiResponse<'GET /panel/api/stores/:storeId/domains'>;
