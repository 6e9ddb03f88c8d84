import { useEffect, useState } from 'react';
import { queryClient } from '../../../api/query.ts';
import { listenToRuns, type LiveUpdate } from './live-stream.ts';

const lists = new Set([
  'GET /panel/api/stores/:storeId/runs',
  'GET /panel/api/stores/:storeId/runs/count',
  'GET /panel/api/stores/:storeId/messages',
]);
const one = 'GET /panel/api/stores/:storeId/runs/:runId';

/** Asks again whatever is shown of runs that were moved; none: of all. */
function refresh(moved: readonly string[]): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [route, ask] }) => {
      if (lists.has(String(route))) return true;
      const { params } = (ask ?? {}) as { params?: { runId?: string } };
      return route === one && (moved.length === 0 || moved.includes(params?.runId ?? ''));
    },
  });
}

/** Keeps what is shown of a store's runs up to date, and tells how; a page of runs calls it once. */
export function useLive(storeId: string): LiveUpdate {
  const [news, setNews] = useState<LiveUpdate>(() => ({ state: 'live', at: Date.now() }));
  useEffect(() => {
    let waits: ReturnType<typeof setTimeout> | undefined;
    let moved: readonly string[] | undefined;
    const stop = listenToRuns(storeId, (heard) => {
      setNews({ state: heard.state, at: heard.at });
      if (!heard.moved) return;
      // Several at once are one question.
      moved = moved === undefined ? heard.moved : moved.length && heard.moved.length ? [...moved, ...heard.moved] : [];
      waits ??= setTimeout(() => {
        refresh(moved ?? []);
        waits = moved = undefined;
      }, 250);
    });
    return () => {
      clearTimeout(waits);
      stop();
    };
  }, [storeId]);
  return news;
}
