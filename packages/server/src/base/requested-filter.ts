const day = 24 * 60 * 60_000;

/** A filter of the panel with a period and a search text. */
type Requested = { days?: number | undefined; search?: string | undefined };

/** Converts a filter of the panel for the queries. `people`: whether `search` may match shoppers. `now` in milliseconds. */
export function parseFilter<Filter extends Requested>(
  { days, search, ...rest }: Filter,
  { now, people }: { now: number; people: boolean },
): Omit<Filter, keyof Requested> & { people: boolean; search?: string; since?: Date } {
  const text = search?.replaceAll('\0', '').trim();
  return {
    ...rest,
    people,
    ...(text && { search: text }),
    ...(days !== undefined && { since: new Date(now - days * day) }),
  };
}
