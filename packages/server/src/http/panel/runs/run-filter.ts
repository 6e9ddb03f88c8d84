import type { RunFilter } from '../../../reports/read-runs.ts';
import type { PanelQuery } from '../contract.ts';

const day = 24 * 60 * 60_000;

/** A filter as the panel asks it, for the queries; `people`: whether it may search for them. `now` in milliseconds. */
export function parseRunFilter(
  { days, search, ...rest }: PanelQuery<'countRuns'>,
  { now, people }: { now: number; people: boolean },
): RunFilter {
  const text = search?.replaceAll('\0', '').trim();
  return {
    ...rest,
    people,
    ...(text && { search: text }),
    ...(days !== undefined && { since: new Date(now - days * day) }),
  };
}
