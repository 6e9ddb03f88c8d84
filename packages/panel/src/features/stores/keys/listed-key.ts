import type { ApiResponse } from '../../../api/call.ts';

/** A key in the list, without its secret part. */
export type ListedKey = ApiResponse<'GET /panel/api/stores/:storeId/keys'>['keys'][number];
