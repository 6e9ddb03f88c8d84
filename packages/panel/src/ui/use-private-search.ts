import { useLocation, useNavigate } from '@tanstack/react-router';

/**
 * What is searched for may be an e-mail or a phone. It stands behind the `#` of the page's address, which a browser sends to no server
 * and no proxy logs; the rest of a filter stands behind the `?`.
 */
export function usePrivateSearch(): {
  search: string | undefined;
  /** Goes to the same page with another filter. */
  go: (filter: Readonly<Record<string, string | undefined>>, options?: { replace?: boolean }) => void;
} {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  return {
    search: new URLSearchParams(hash).get('search') ?? undefined,
    go: ({ search, ...filter }, options) =>
      void navigate({ to: '.', search: filter, hash: search ? `${new URLSearchParams({ search })}` : '', ...options }),
  };
}
