import type { ApiResponse } from '../../../api/call.ts';

/** The payment settings of a store, as the service returns them. */
export type Payments = ApiResponse<'GET /panel/api/stores/:storeId/payment-accounts'>;
