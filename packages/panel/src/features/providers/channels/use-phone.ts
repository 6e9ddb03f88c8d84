import { useCallback, useEffect, useState } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { queryClient, useApiMutation } from '../../../api/query.ts';
import { useStore } from '../../../ui/use-store.ts';

/** Milliseconds. The polling interval while the QR code is not scanned; codes are valid for at least 20 s. */
const pause = 3_000;

type PhoneState = ApiResponse<'POST /panel/api/stores/:storeId/channels/whatsapp/phone'>;

/** The phone of a store's WhatsApp; polled until it is linked. */
export type PhoneWatch = { seen: PhoneState | undefined; error: Error | null; again: () => void };

/** Polls the phone of a store's WhatsApp while it is shown and not linked. */
export function usePhone(): PhoneWatch {
  const { storeId } = useStore();
  // The last state stays visible during a request.
  const [seen, setSeen] = useState<PhoneState>();
  const { mutate, error } = useApiMutation('POST /panel/api/stores/:storeId/channels/whatsapp/phone');
  const again = useCallback(() => mutate({ params: { storeId }, body: {} }, { onSuccess: setSeen }), [mutate, storeId]);
  useEffect(again, [again]);
  useEffect(() => {
    if (seen?.state === 'paired') {
      void queryClient.invalidateQueries({ queryKey: ['GET /panel/api/stores/:storeId/channels'] });
    }
    if (seen?.state !== 'waiting') return undefined;
    const timer = setTimeout(again, pause);
    return () => clearTimeout(timer);
  }, [seen, again]);
  return { seen, error, again };
}
