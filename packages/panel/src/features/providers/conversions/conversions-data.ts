import type { ApiResponse } from '../../../api/call.ts';

/** The advertising platforms of a store, as the service answers. */
export type Destinations = ApiResponse<'GET /panel/api/stores/:storeId/conversion-destinations'>;
