import {
  QueryClient,
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { notifySuccess } from '../ui/feedback/notify.ts';
import { call, Unreachable, type ApiRequest, type ApiResponse, type Route } from './call.ts';
import { staleAfter, type ChangeRoute, type ReadRoute } from './stale-after.ts';

/** The cache of all pages. A refusal and a defect are final; an unreachable service is retried twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (count, error) => error instanceof Unreachable && count < 2 },
    mutations: { retry: false },
  },
});

/** The request of an endpoint from a page: the store is that of the page's address unless `params` names another. */
export type PageRequest<R extends Route> =
  ApiRequest<R> extends { params: infer Params extends { storeId: string } }
    ? Omit<ApiRequest<R>, 'params'> &
        (Exclude<keyof Params, 'storeId'> extends never
          ? { params?: Params }
          : { params: Omit<Params, 'storeId'> & { storeId?: string } })
    : ApiRequest<R>;

/** Completes the requests of the page in the browser's address. Needs the router, as the hooks below do. */
function usePageRequest(): <R extends Route>(route: R, request: PageRequest<R>) => ApiRequest<R> {
  const { storeId } = useParams({ strict: false });
  return <R extends Route>(route: R, request: PageRequest<R>) =>
    (route.includes('/:storeId')
      ? { ...(request as object), params: { storeId, ...(request as { params?: object }).params } }
      : request) as ApiRequest<R>;
}

/** A GET of the contract, cached under its route and its request. */
export function useApiQuery<R extends ReadRoute>(
  route: R,
  pageRequest: PageRequest<R>,
  options: Partial<Omit<UseQueryOptions<ApiResponse<R>>, 'queryKey' | 'queryFn'>> = {},
): UseQueryResult<ApiResponse<R>> {
  const request = usePageRequest()(route, pageRequest);
  return useQuery<ApiResponse<R>>({
    queryKey: [route, request],
    queryFn: ({ signal }) => call(route, request, signal),
    ...options,
  });
}

type AfterMutation<R extends ChangeRoute> = {
  /** The notification of a success. */
  done?: string;
  onSuccess?: (response: ApiResponse<R>, request: PageRequest<R>) => void;
  onError?: (error: Error) => void;
  onSettled?: () => void;
};

/** A call that changes something. Once it has succeeded, the responses that it made outdated are fetched again. */
export function useApiMutation<R extends ChangeRoute>(
  route: R,
  { done, onSuccess, ...others }: AfterMutation<R> = {},
): UseMutationResult<ApiResponse<R>, Error, PageRequest<R>> {
  const complete = usePageRequest();
  return useMutation({
    mutationFn: (request: PageRequest<R>) => call(route, complete(route, request)),
    onSuccess: async (response, request) => {
      const stale = staleAfter[route] ?? [];
      await Promise.all(stale.map((route) => queryClient.invalidateQueries({ queryKey: [route] })));
      if (done !== undefined) notifySuccess(done);
      onSuccess?.(response, request);
    },
    ...others,
  });
}
