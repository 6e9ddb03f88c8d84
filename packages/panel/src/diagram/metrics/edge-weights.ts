import type { Outline, OutlineList } from '../layout/flow-tree.ts';

/** Widths in pixels of a line for the fewest runs and for all; a line without runs keeps its default width. */
const [thin, thick] = [2, 10];

type Counts = ReadonlyMap<string, { entered: number | null }>;

/**
 * Line widths by run count. A key is what the line leads to: a step, or a list for the line out of it. The count of a line out of a list is
 * unknown, so the lower of the counts around it is used. Widths are in half pixels, so that few differ. Absent if the count is unknown or
 * zero.
 */
export function widthsOf(
  { trunk }: Outline,
  all: number,
  counts: Counts,
  branches: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const widths = new Map<string, number>();
  const put = (id: string, count: number | undefined): void => {
    if (count) widths.set(id, Math.round((thin + (thick - thin) * Math.min(1, count / all)) * 2) / 2);
  };
  const cameTo = (id: string | undefined): number | undefined =>
    (id === undefined ? undefined : counts.get(id)?.entered) ?? undefined;
  const along = (list: OutlineList, after: string | undefined): void => {
    const last = list.steps.at(-1);
    if (last) put(list.id, lowerOf(cameTo(last.id), cameTo(after)));
    else put(list.id, list.kind === 'main' ? all : branches.get(list.id));
    for (const { id, lists, index } of list.steps) {
      put(id, cameTo(id));
      const next = list.steps[index + 1]?.id ?? after;
      for (const inner of lists) along(inner, inner.kind === 'handler' || inner.kind === 'repeated' ? undefined : next);
    }
  };
  along(trunk, undefined);
  return widths;
}

const lowerOf = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined ? undefined : Math.min(one, other ?? one);
