import { useLocation, useNavigate } from '@tanstack/react-router';

/**
 * The filter in the page's address. The search text may be an e-mail or a phone, so it is in the fragment (`#`), which browsers do not send
 * and proxies do not log. The rest of the filter is in the query.
 */
export function usePrivateSearch(): {
  search: string | undefined;
  /** Opens the same page with another filter. */
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
