import type { ApiResponse } from '../../../api/call.ts';
import type { Locale } from '../../../ui/locale.tsx';

/** The payment settings of a store, as the service returns them. */
export type Payments = ApiResponse<'GET /panel/api/stores/:storeId/payment-accounts'>;

/** The label of a provider; a provider that the service no longer has is named as it is stored. */
export const providerLabel = (providers: Payments['providers'], provider: string, locale: Locale): string =>
  providers.find(({ name }) => name === provider)?.label[locale] ?? provider;
