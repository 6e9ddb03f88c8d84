import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call, type ApiResponse } from '../api/call.ts';
import { useStore } from '../ui/use-store.ts';

/** An e-mail as it would be sent, or what is wrong with it and where. */
export type EmailPreview = ApiResponse<'POST /panel/api/stores/:storeId/email-preview'>;

/** Requests an e-mail rendered for an example: a kind, or the id of an event; while the next one is rendered, the last one stays. */
export function useEmailPreview(text: string, example = 'complete'): UseQueryResult<EmailPreview> {
  const { storeId } = useStore();
  return useQuery({
    queryKey: ['email-preview', storeId, example, text],
    queryFn: ({ signal }) =>
      call('POST /panel/api/stores/:storeId/email-preview', { params: { storeId }, body: { text, example } }, signal),
    // Of nothing there is nothing to show, and what is wrong with nothing is not wrong with what is written next.
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  });
}
