import { useInfiniteQuery } from '@tanstack/react-query';
import { call, type ApiRequest, type ApiResponse } from './call.ts';
import type { ReadRoute } from './stale-after.ts';

/** The GETs whose response is a page of a list: `next` is the cursor of the page after it; `reached`: how far back a search went. */
type ListRoute = {
  [R in ReadRoute]: ApiResponse<R> extends { next: string | null; reached: string | null } ? R : never;
}[ReadRoute];

/** The pages of a list after its first. */
export type OlderPages<Page> = {
  pages: readonly Page[];
  hasMore: boolean;
  isLoading: boolean;
  error: Error | null;
  /** How far back the search went, if it did not reach the end. */
  reached: string | null;
  load: () => void;
};

/** The maximum number of further pages that one search reads while it finds nothing. */
const maxSearches = 20;

/**
 * The pages of a list after its `first`, loaded on request from the cursor `before` on. Live updates refetch only the first page: an older
 * page of a search may have read many rows.
 */
export function useOlderPages<R extends ListRoute>(
  route: R,
  request: ApiRequest<R>,
  first: ApiResponse<R> | undefined,
  before: string | null,
  isEmpty: (page: ApiResponse<R>) => boolean,
): OlderPages<ApiResponse<R>> {
  type Page = ApiResponse<R> & { next: string | null; reached: string | null };
  const older = useInfiniteQuery({
    queryKey: ['older', route, request],
    queryFn: async ({ pageParam, signal }) => {
      const { query } = request as { query?: object };
      const older = { ...(request as object), query: { ...query, before: pageParam } } as unknown as ApiRequest<R>;
      return (await call(route, older, signal)) as Page;
    },
    initialPageParam: before,
    getNextPageParam: ({ next }) => next,
    enabled: false,
    gcTime: 0,
  });
  const load = async (): Promise<void> => {
    let result = await older.fetchNextPage();
    for (let more = 1; more < maxSearches && result.hasNextPage && !result.error; more++) {
      if (!isEmpty(result.data!.pages.at(-1)!)) return;
      result = await older.fetchNextPage();
    }
  };
  const pages = older.data?.pages ?? [];
  const end = pages.at(-1) ?? (first as Page | undefined);
  return {
    pages,
    hasMore: (end?.next ?? null) !== null,
    isLoading: older.isFetching,
    error: older.error,
    reached: end?.reached ?? null,
    load: () => void load(),
  };
}
