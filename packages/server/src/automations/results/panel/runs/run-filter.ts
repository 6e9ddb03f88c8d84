import type { RunFilter } from '../../read-runs.ts';
import type { PanelQuery } from '../../../../panel-contract.ts';

const day = 24 * 60 * 60_000;

/** Converts a filter of the panel for the queries. `people`: whether `search` may match shoppers. `now` in milliseconds. */
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
