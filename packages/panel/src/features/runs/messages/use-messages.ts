import { useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { call, type ApiResponse, type ApiRequest } from '../../../api/call.ts';
import { useApiQuery } from '../../../api/query.ts';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useStore } from '../../../ui/use-store.ts';

const route = 'GET /panel/api/stores/:storeId/messages';
type MessagesPage = ApiResponse<typeof route>;

/** The filter of the list of messages. */
export type MessageFilter = Omit<ApiRequest<typeof route>['query'], 'before'>;

/** The messages that match a filter, newest first; older ones are loaded page by page. */
export function useMessages(filter: MessageFilter): {
  query: UseQueryResult<MessagesPage>;
  messages: MessagesPage['messages'];
  older: { isThere: boolean; isLoading: boolean; reached: string | null; load: () => void };
} {
  const { storeId } = useStore();
  const query = useApiQuery(route, { params: { storeId }, query: filter });
  const [further, setFurther] = useState<Pick<MessagesPage, 'messages' | 'next' | 'reached'>>();
  const [isLoading, setLoading] = useState(false);
  const next = further ? further.next : (query.data?.next ?? null);
  const load = async (): Promise<void> => {
    if (next === null) return;
    setLoading(true);
    try {
      const page = await call(route, { params: { storeId }, query: { ...filter, before: next } });
      setFurther({ ...page, messages: [...(further?.messages ?? []), ...page.messages] });
    } catch (error) {
      notifyError(error as Error);
    } finally {
      setLoading(false);
    }
  };
  const newest = query.data?.messages ?? [];
  const known = new Set(newest.map(({ runId, message }) => runId + message));
  return {
    query,
    messages: [...newest, ...(further?.messages.filter(({ runId, message }) => !known.has(runId + message)) ?? [])],
    older: {
      isThere: next !== null,
      isLoading,
      reached: (further ?? query.data)?.reached ?? null,
      load: () => void load(),
    },
  };
}
