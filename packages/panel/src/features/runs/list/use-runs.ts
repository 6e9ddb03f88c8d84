import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type ApiResponse } from '../../../api/call.ts';
import { useApiQuery } from '../../../api/query.ts';
import { useStore } from '../../../ui/use-store.ts';
import type { ListedRun } from '../texts.ts';
import type { Filter } from './filter.ts';

const route = 'GET /panel/api/stores/:storeId/runs';
type RunsPage = ApiResponse<typeof route>;

/** Number of further pages that a search reads by itself while it finds nothing. */
const maxSearches = 20;

/** The runs that a filter finds: those that began since the page was opened wait to be shown, so that no row moves under the hand. */
export function useRuns(filter: Filter): {
  query: UseQueryResult<RunsPage>;
  runs: ListedRun[];
  /** How many wait to be shown. */
  fresh: number;
  showFresh: () => void;
  /** `reached`: how far back was looked, where that is not as far as the runs that are shown. */
  older: { isThere: boolean; isLoading: boolean; error: Error | undefined; reached: string | null; load: () => void };
} {
  const { storeId } = useStore();
  const query = useApiQuery(route, { params: { storeId }, query: filter });
  const newest = query.data?.runs ?? [];
  const [top, setTop] = useState<string>();
  const [further, setFurther] = useState<Pick<RunsPage, 'runs' | 'next' | 'reached'>>();
  const [loading, setLoading] = useState<{ isLoading: boolean; error?: Error }>({ isLoading: false });
  // An empty list shows what comes at once.
  if (top === undefined && newest[0]) setTop(newest[0].runId);
  const visible = newest.filter(({ runId }) => top === undefined || runId <= top);
  const last = visible.at(-1)?.runId;
  const load = async (): Promise<void> => {
    // Runs that began meanwhile have moved the end of the first page.
    const before = further ? further.next : query.data?.reached ? query.data.next : last;
    if (!before) return;
    setLoading({ isLoading: true });
    try {
      let page = await call(route, { params: { storeId }, query: { ...filter, before } });
      for (let more = 1; more < maxSearches && page.runs.length === 0 && page.next !== null; more++) {
        setFurther({ ...page, runs: further?.runs ?? [] });
        page = await call(route, { params: { storeId }, query: { ...filter, before: page.next } });
      }
      setFurther({ ...page, runs: [...(further?.runs ?? []), ...page.runs] });
      setLoading({ isLoading: false });
    } catch (error) {
      setLoading({ isLoading: false, error: error as Error });
    }
  };
  const runs = [...visible, ...(further?.runs.filter(({ runId }) => last === undefined || runId < last) ?? [])];
  const end = further ?? query.data;
  return {
    query,
    runs,
    fresh: newest.length - visible.length,
    showFresh: () => setTop(newest[0]?.runId),
    older: {
      isThere: (end?.next ?? null) !== null,
      isLoading: loading.isLoading,
      error: loading.error,
      reached: end?.reached ?? null,
      load: () => void load(),
    },
  };
}
