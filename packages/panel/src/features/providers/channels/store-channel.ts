import type { ApiResponse } from '../../../api/call.ts';

/** A channel of the store, with its connection and the available providers. */
export type StoreChannel = ApiResponse<'GET /panel/api/stores/:storeId/channels'>['channels'][number];
