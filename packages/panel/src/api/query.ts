import {
  QueryClient,
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { call, Unreachable, type AnswerOf, type AskOf, type Route } from './call.ts';

/** What every page keeps of what it asked. A refusal and a defect are final; silence is asked again twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (count, error) => error instanceof Unreachable && count < 2 },
    mutations: { retry: false },
  },
});

/** A GET of the contract, kept under its route and what it was asked. */
export function useAsk<R extends Extract<Route, `GET ${string}`>>(
  route: R,
  ask: AskOf<R>,
  options: Partial<Omit<UseQueryOptions<AnswerOf<R>>, 'queryKey' | 'queryFn'>> = {},
): UseQueryResult<AnswerOf<R>> {
  return useQuery<AnswerOf<R>>({
    queryKey: [route, ask],
    queryFn: ({ signal }) => call(route, ask, signal),
    ...options,
  });
}

/** A call that changes something. `stale`: the GETs whose answers are no longer true once it has succeeded. */
export function useDo<R extends Exclude<Route, `GET ${string}`>>(
  route: R,
  ...stale: Extract<Route, `GET ${string}`>[]
): UseMutationResult<AnswerOf<R>, Error, AskOf<R>> {
  return useMutation({
    mutationFn: (ask: AskOf<R>) => call(route, ask),
    onSuccess: async () => {
      await Promise.all(stale.map((route) => queryClient.invalidateQueries({ queryKey: [route] })));
    },
  });
}
