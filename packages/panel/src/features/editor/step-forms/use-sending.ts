import { useAsk } from '../../../api/query.ts';
import type { AnswerOf } from '../../../api/call.ts';
import { useStore } from '../../../ui/use-store.ts';
import type { SmsWay } from './sms/count.ts';

/** How the store sends, as far as whoever writes a message must know; undefined until it is known. */
export function useSending(): AnswerOf<'GET /panel/api/stores/:storeId/sending'> | undefined {
  const { storeId } = useStore();
  return useAsk('GET /panel/api/stores/:storeId/sending', { params: { storeId } }, { staleTime: 60_000 }).data;
}

/** What becomes of an SMS on its way; until it is known, what a new connection does. */
export function useSmsWay(): SmsWay {
  const sending = useSending();
  return {
    removesAccents: sending?.smsRemovesAccents ?? true,
    linkOrigin: sending?.linkOrigin ?? window.location.origin,
    timeZone: sending?.timeZone,
  };
}
