import type { Outline, OutlineList } from '../layout/flow-tree.ts';

/** A line that nobody went along is drawn as always; these are for the fewest and for all, in pixels. */
const [thin, thick] = [2, 10];

type Counts = ReadonlyMap<string, { entered: number | null }>;

/**
 * How wide lines are by how many went along them, by what they lead to: a step; or a list, for the way out of it, of which only the least
 * of what stands around it is known. In half pixels, so that few differ. Absent where it is not known or nobody came.
 */
export function widthsOf(
  { trunk }: Outline,
  all: number,
  counts: Counts,
  ways: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const widths = new Map<string, number>();
  const put = (id: string, count: number | undefined): void => {
    if (count) widths.set(id, Math.round((thin + (thick - thin) * Math.min(1, count / all)) * 2) / 2);
  };
  const cameTo = (id: string | undefined): number | undefined =>
    (id === undefined ? undefined : counts.get(id)?.entered) ?? undefined;
  const along = (list: OutlineList, after: string | undefined): void => {
    const last = list.steps.at(-1);
    if (last) put(list.id, least(cameTo(last.id), cameTo(after)));
    else put(list.id, list.kind === 'main' ? all : ways.get(list.id));
    for (const { id, lists, index } of list.steps) {
      put(id, cameTo(id));
      const next = list.steps[index + 1]?.id ?? after;
      for (const inner of lists) along(inner, inner.kind === 'handler' || inner.kind === 'repeated' ? undefined : next);
    }
  };
  along(trunk, undefined);
  return widths;
}

const least = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined ? undefined : Math.min(one, other ?? one);
