import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type ApiResponse } from '../../../api/call.ts';
import { useApiQuery } from '../../../api/query.ts';
import { useStore } from '../../../ui/use-store.ts';
import type { ListedRun } from '../texts.ts';
import type { Filter } from './filter.ts';

const route = 'GET /panel/api/stores/:storeId/runs';
type RunsPage = ApiResponse<typeof route>;

/** The maximum number of further pages that one search reads while it finds nothing. */
const maxSearches = 20;

/**
 * The runs that match a filter. Runs that started after the page was opened are shown on request only, so that rows do not move under the
 * pointer.
 */
export function useRuns(filter: Filter): {
  query: UseQueryResult<RunsPage>;
  runs: ListedRun[];
  /** The number of new runs that are not shown yet. */
  fresh: number;
  showFresh: () => void;
  /** `reached`: how far back the search went, if that is further than the oldest shown run. */
  older: { isThere: boolean; isLoading: boolean; error: Error | undefined; reached: string | null; load: () => void };
} {
  const { storeId } = useStore();
  const query = useApiQuery(route, { params: { storeId }, query: filter });
  const newest = query.data?.runs ?? [];
  const [top, setTop] = useState<string>();
  const [further, setFurther] = useState<Pick<RunsPage, 'runs' | 'next' | 'reached'>>();
  const [loading, setLoading] = useState<{ isLoading: boolean; error?: Error }>({ isLoading: false });
  // If the list is empty, the first runs are shown at once.
  if (top === undefined && newest[0]) setTop(newest[0].runId);
  const visible = newest.filter(({ runId }) => top === undefined || runId <= top);
  const last = visible.at(-1)?.runId;
  const load = async (): Promise<void> => {
    // New runs have moved the end of the first page, so the last visible run is the cursor.
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
