import { useSearch } from '@tanstack/react-router';
import { usePrivateSearch } from '../../../ui/use-private-search.ts';

/** Members of the address that are a position in a list, and no filter. */
const positionMembers: ReadonlySet<string> = new Set(['before', 'after', 'message']);

/** The filter of a list, stored in the query of its page's address. */
export type Filter = {
  values: Record<string, string | undefined>;
  /** Changes some values. The list then starts at its first page, unless `before` or `after` is set. */
  change: (values: Record<string, string | undefined>) => void;
  clear: () => void;
  isFiltered: boolean;
};

/** The filter in the page's address. */
export function useFilter(): Filter {
  const address = useSearch({ strict: false }) as Record<string, string | undefined>;
  const hidden = usePrivateSearch();
  const values = { ...address, search: hidden.search };
  const go = (wanted: Record<string, string | undefined>): void =>
    hidden.go(Object.fromEntries(Object.entries(wanted).filter(([, value]) => Boolean(value))));
  return {
    values,
    change: (changed) => go({ ...values, before: undefined, after: undefined, ...changed }),
    clear: () => go({}),
    isFiltered: Object.entries(values).some(([name, value]) => !positionMembers.has(name) && Boolean(value)),
  };
}
