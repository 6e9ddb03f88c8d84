import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiRequest, ApiResponse } from '../../../../api/call.ts';
import { useOlderPages, type OlderPages } from '../../../../api/older-pages.ts';
import { useApiQuery } from '../../../../api/query.ts';
import { useStore } from '../../../../ui/use-store.ts';

const route = 'GET /panel/api/stores/:storeId/messages';
type MessagesPage = ApiResponse<typeof route>;

/** The filter of the list of messages. */
export type MessageFilter = Omit<ApiRequest<typeof route>['query'], 'before'>;

/** The messages that match a filter, newest first; older ones are loaded page by page. */
export function useMessages(filter: MessageFilter): {
  query: UseQueryResult<MessagesPage>;
  messages: MessagesPage['messages'];
  older: OlderPages<MessagesPage>;
} {
  const { storeId } = useStore();
  const request = { params: { storeId }, query: filter };
  const query = useApiQuery(route, request);
  const older = useOlderPages(route, request, query.data, query.data?.next ?? null, () => false);
  const newest = query.data?.messages ?? [];
  const known = new Set(newest.map(({ runId, message }) => runId + message));
  const further = older.pages.flatMap(({ messages }) => messages);
  return {
    query,
    messages: [...newest, ...further.filter(({ runId, message }) => !known.has(runId + message))],
    older,
  };
}
