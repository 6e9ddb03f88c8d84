import {
  QueryClient,
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { call, Unreachable, type ApiResponse, type ApiRequest } from './call.ts';
import { staleAfter, type ChangeRoute, type ReadRoute } from './stale-after.ts';

/** The cache of all pages. A refusal and a defect are final; an unreachable service is retried twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (count, error) => error instanceof Unreachable && count < 2 },
    mutations: { retry: false },
  },
});

/** A GET of the contract, cached under its route and its request. */
export function useApiQuery<R extends ReadRoute>(
  route: R,
  request: ApiRequest<R>,
  options: Partial<Omit<UseQueryOptions<ApiResponse<R>>, 'queryKey' | 'queryFn'>> = {},
): UseQueryResult<ApiResponse<R>> {
  return useQuery<ApiResponse<R>>({
    queryKey: [route, request],
    queryFn: ({ signal }) => call(route, request, signal),
    ...options,
  });
}

/** A call that changes something. Once it has succeeded, the responses that it made outdated are fetched again. */
export function useApiMutation<R extends ChangeRoute>(
  route: R,
): UseMutationResult<ApiResponse<R>, Error, ApiRequest<R>> {
  return useMutation({
    mutationFn: (request: ApiRequest<R>) => call(route, request),
    onSuccess: async () => {
      const stale = staleAfter[route] ?? [];
      await Promise.all(stale.map((route) => queryClient.invalidateQueries({ queryKey: [route] })));
    },
  });
}
