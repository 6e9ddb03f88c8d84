import { useEffect, useState } from 'react';
import { queryClient } from '../../../../api/query.ts';
import { listenToRuns, type LiveUpdate } from './live-stream.ts';

const lists = new Set([
  'GET /panel/api/stores/:storeId/runs',
  'GET /panel/api/stores/:storeId/runs/count',
  'GET /panel/api/stores/:storeId/messages',
]);
const one = 'GET /panel/api/stores/:storeId/runs/:runId';

/** Refetches the visible data of the runs that changed; an empty list stands for all runs. */
function refresh(moved: readonly string[]): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [route, ask] }) => {
      if (lists.has(String(route))) return true;
      const { params } = (ask ?? {}) as { params?: { runId?: string } };
      return route === one && (moved.length === 0 || moved.includes(params?.runId ?? ''));
    },
  });
}

/** Refetches the visible runs of a store when they change, and returns the state of the stream. A page of runs calls it once. */
export function useLive(storeId: string): LiveUpdate {
  const [update, setUpdate] = useState<LiveUpdate>(() => ({ state: 'live', at: Date.now() }));
  useEffect(() => {
    let waits: ReturnType<typeof setTimeout> | undefined;
    let moved: readonly string[] | undefined;
    const stop = listenToRuns(storeId, (received) => {
      setUpdate({ state: received.state, at: received.at });
      if (!received.moved) return;
      // Several updates within 250 ms cause one refetch.
      moved =
        moved === undefined
          ? received.moved
          : moved.length && received.moved.length
            ? [...moved, ...received.moved]
            : [];
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
  return update;
}
