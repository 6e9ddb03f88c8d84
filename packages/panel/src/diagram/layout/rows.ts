import type { Outline, OutlineList, OutlineStep } from './flow-tree.ts';

/** A row of the tree, for keyboards and screen readers; without `step` it is the trigger. `position` counts from 1. */
export type DiagramRow = {
  id: string;
  step?: OutlineStep;
  parent?: string;
  level: number;
  position: number;
  size: number;
  isOpen?: boolean;
};

/** The visible steps in drawing order, the trigger first. */
export function rowsOf({ trunk }: Outline, folded: ReadonlySet<string>): DiagramRow[] {
  const size = trunk.steps.length + 1;
  const rows: DiagramRow[] = [{ id: 'trigger-0', level: 1, position: 1, size }];
  const add = (list: OutlineList, level: number, parent: string | undefined, before: number): void => {
    for (const [index, step] of list.steps.entries()) {
      const row: DiagramRow = {
        id: step.id,
        step,
        level,
        position: index + 1 + before,
        size: list.steps.length + before,
      };
      if (parent !== undefined) row.parent = parent;
      rows.push(row);
      if (step.lists.length === 0) continue;
      const holding = step.lists.filter(({ steps }) => steps.length > 0);
      if (holding.length > 0) row.isOpen = holding.some(({ id }) => !folded.has(id));
      for (const inner of step.lists) if (!folded.has(inner.id)) add(inner, level + 1, step.id, 0);
    }
  };
  add(trunk, 1, undefined, 1);
  return rows;
}

/** The effect of a key: moves to a row, or folds or unfolds the lists of the current row. */
type TreeMove = { to: string } | { fold: boolean };

/** The keys of a tree (APG), and `[` `]` between the lists of one step. Undefined if the key has no effect. */
export function treeMove(rows: readonly DiagramRow[], current: string, key: string): TreeMove | undefined {
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === current),
  );
  const row = rows[at];
  if (!row) return undefined;
  const to = (target: DiagramRow | undefined): TreeMove | undefined => target && { to: target.id };
  switch (key) {
    case 'ArrowDown':
      return to(rows[at + 1]);
    case 'ArrowUp':
      return to(rows[at - 1]);
    case 'Home':
      return to(rows[0]);
    case 'End':
      return to(rows.at(-1));
    case 'ArrowRight':
      if (row.isOpen === false) return { fold: false };
      return row.isOpen ? to(rows[at + 1]) : undefined;
    case 'ArrowLeft':
      if (row.isOpen) return { fold: true };
      return to(rows.find(({ id }) => id === row.parent));
    case '[':
    case ']':
      return to(beside(rows, row, key === ']' ? 1 : -1));
    default:
      return undefined;
  }
}

/** The first step of the next list of the same owner, or of the first list of the step itself. */
function beside(rows: readonly DiagramRow[], { step, isOpen }: DiagramRow, by: number): DiagramRow | undefined {
  if (!step) return undefined;
  const find = (lists: readonly OutlineList[]): DiagramRow | undefined => {
    for (const { steps } of lists) {
      const row = rows.find(({ id }) => id === steps[0]?.id);
      if (row) return row;
    }
    return undefined;
  };
  if (isOpen && by === 1) return find(step.lists);
  const lists = step.list.owner?.lists ?? [];
  const index = lists.indexOf(step.list);
  return find(by === 1 ? lists.slice(index + 1) : lists.slice(0, Math.max(0, index)).toReversed());
}
