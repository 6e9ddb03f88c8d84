import { useApiQuery } from '../../../../api/query.ts';
import type { ApiResponse } from '../../../../api/call.ts';
import type { SmsWay } from './sms/count.ts';

/** The store's sending settings that matter for a message; undefined until loaded. */
export function useSending(): ApiResponse<'GET /panel/api/stores/:storeId/sending'> | undefined {
  return useApiQuery('GET /panel/api/stores/:storeId/sending', {}, { staleTime: 60_000 }).data;
}

/** How the store's connection changes an SMS; until that is loaded, the defaults of a new connection. */
export function useSmsWay(): SmsWay {
  const sending = useSending();
  return {
    removesAccents: sending?.smsRemovesAccents ?? true,
    linkOrigin: sending?.linkOrigin ?? window.location.origin,
    timeZone: sending?.timeZone,
  };
}
