import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiResponse } from '../../../../api/call.ts';
import { useOlderPages, type OlderPages } from '../../../../api/older-pages.ts';
import { useApiQuery } from '../../../../api/query.ts';
import { useStore } from '../../../../ui/use-store.ts';
import type { ListedRun } from '../texts.ts';
import type { Filter } from './filter.ts';

const route = 'GET /panel/api/stores/:storeId/runs';
type RunsPage = ApiResponse<typeof route>;

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
  older: OlderPages<RunsPage>;
} {
  const { storeId } = useStore();
  const request = { params: { storeId }, query: filter };
  const query = useApiQuery(route, request);
  const newest = query.data?.runs ?? [];
  const [top, setTop] = useState<string>();
  // If the list is empty, the first runs are shown at once.
  if (top === undefined && newest[0]) setTop(newest[0].runId);
  const visible = newest.filter(({ runId }) => top === undefined || runId <= top);
  const last = visible.at(-1)?.runId;
  // New runs have moved the end of the first page, so the last visible run is the cursor.
  const before = query.data?.reached ? query.data.next : (last ?? null);
  const older = useOlderPages(route, request, query.data, before, ({ runs }) => runs.length === 0);
  const further = older.pages.flatMap(({ runs }) => runs);
  return {
    query,
    runs: [...visible, ...further.filter(({ runId }) => last === undefined || runId < last)],
    fresh: newest.length - visible.length,
    showFresh: () => setTop(newest[0]?.runId),
    older,
  };
}
