import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call, type ApiResponse } from '../api/call.ts';
import { useStore } from '../ui/use-store.ts';

/** An e-mail as it would be sent, or its issue with the position. */
export type EmailPreview = ApiResponse<'POST /panel/api/stores/:storeId/email-preview'>;

/**
 * Requests the preview of an e-mail for an example: a kind, or the id of an event. The last preview stays until the next one is rendered.
 */
export function useEmailPreview(text: string, example = 'complete'): UseQueryResult<EmailPreview> {
  const { storeId } = useStore();
  return useQuery({
    queryKey: ['email-preview', storeId, example, text],
    queryFn: ({ signal }) =>
      call('POST /panel/api/stores/:storeId/email-preview', { params: { storeId }, body: { text, example } }, signal),
    // An empty text has no preview, and its issues must not be shown as those of the next text.
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  });
}
