import { useLocation, useNavigate } from '@tanstack/react-router';

/**
 * A search text may be an e-mail or a phone. It is in the fragment (`#`) of the page's address, which a browser sends to no server
 * and no proxy logs; the rest of a filter is in the query.
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
