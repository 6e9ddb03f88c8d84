import { useApiQuery } from '../../../api/query.ts';
import type { ApiResponse } from '../../../api/call.ts';
import { useStore } from '../../../ui/use-store.ts';
import type { SmsWay } from './sms/count.ts';

/** The store's sending settings that matter to the author of a message; undefined until they are loaded. */
export function useSending(): ApiResponse<'GET /panel/api/stores/:storeId/sending'> | undefined {
  const { storeId } = useStore();
  return useApiQuery('GET /panel/api/stores/:storeId/sending', { params: { storeId } }, { staleTime: 60_000 }).data;
}

/** What happens to an SMS on its way; until it is known, what a new connection does. */
export function useSmsWay(): SmsWay {
  const sending = useSending();
  return {
    removesAccents: sending?.smsRemovesAccents ?? true,
    linkOrigin: sending?.linkOrigin ?? window.location.origin,
    timeZone: sending?.timeZone,
  };
}
