import type { Outline, OutlineList, OutlineStep } from '../../../../diagram/layout/flow-tree.ts';

/**
 * A row of the list: the trigger, a step, or a branch or output with its steps below it. `size`: the number of its siblings, itself
 * included.
 */
export type ListRow = { id: string; level: number; position: number; size: number } & (
  | { kind: 'trigger' }
  | { kind: 'step'; step: OutlineStep; isOpen?: boolean }
  | { kind: 'list'; list: OutlineList; isOpen: boolean }
);

/** The visible rows in execution order. `closed`: the ids of collapsed lists and steps. */
export function listRows({ trunk }: Outline, closed: ReadonlySet<string>): ListRow[] {
  const rows: ListRow[] = [{ id: 'trigger-0', kind: 'trigger', level: 1, position: 1, size: trunk.steps.length + 1 }];
  const addStep = (step: OutlineStep, level: number, position: number, size: number): void => {
    const { lists } = step;
    const isOpen = !closed.has(step.id);
    rows.push({ id: step.id, kind: 'step', step, level, position, size, ...(lists.length > 0 && { isOpen }) });
    if (!isOpen) return;
    for (const [index, list] of lists.entries()) addList(list, level + 1, index + 1, lists.length);
  };
  const addList = (list: OutlineList, level: number, position: number, size: number): void => {
    const isOpen = !closed.has(list.id);
    rows.push({ id: list.id, kind: 'list', list, level, position, size, isOpen });
    if (isOpen)
      for (const [index, step] of list.steps.entries()) addStep(step, level + 1, index + 1, list.steps.length);
  };
  for (const [index, step] of trunk.steps.entries()) addStep(step, 1, index + 2, trunk.steps.length + 1);
  return rows;
}

/** The effect of a key on a row: the row to move to, or whether to open the row (APG). */
export function listMove(
  rows: readonly ListRow[],
  current: string,
  key: string,
): { to: string } | { isOpen: boolean } | undefined {
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === current),
  );
  const row = rows[at]!;
  const isOpen = 'isOpen' in row ? row.isOpen : undefined;
  const to = (target: ListRow | undefined): { to: string } | undefined => target && { to: target.id };
  const outside = (): ListRow | undefined => rows.slice(0, at).findLast(({ level }) => level < row.level);
  const beside = (by: 1 | -1): ListRow | undefined => {
    const rest = by === 1 ? rows.slice(at + 1) : rows.slice(0, at).toReversed();
    return rest.find(({ kind }) => kind === 'list');
  };
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
      if (isOpen === false) return { isOpen: true };
      return isOpen && rows[at + 1] && rows[at + 1]!.level > row.level ? to(rows[at + 1]) : undefined;
    case 'ArrowLeft':
      return isOpen ? { isOpen: false } : to(outside());
    case '[':
      return to(beside(-1));
    case ']':
      return to(beside(1));
    default:
      return undefined;
  }
}
