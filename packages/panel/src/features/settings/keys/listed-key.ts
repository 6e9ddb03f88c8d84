import type { ApiResponse } from '../../../api/call.ts';

/** A key as lists show it. */
export type ListedKey = ApiResponse<'GET /panel/api/stores/:storeId/keys'>['keys'][number];
