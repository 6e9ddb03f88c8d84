import {
  applyOperations,
  checkOperation,
  differencesBetween,
  mapSteps,
  nestedLists,
  walkFlow,
  type Difference,
  type Flow,
  type Operation,
  type LocatedStep,
  type Step,
} from '@retoma/flow';
import type { Highlight, Highlights } from '../../../../diagram/metrics/highlights.ts';

/** A proposal applied to the draft: the result and the differences. */
export type Tried = { operations: Operation[]; after: Flow; differences: Difference[] };

/** Applies operations to a copy of the draft; undefined if one of them does not fit the draft. */
export function tryOperations(flow: Flow, proposed: readonly object[]): Tried | undefined {
  const operations: Operation[] = [];
  for (const one of proposed) {
    const checked = checkOperation(one);
    if (!checked.ok) return undefined;
    operations.push(checked.operation);
  }
  let count = 0;
  const applied = applyOperations(flow, operations, () => `proposed-${++count}`, { accept: 'unfinished' });
  if (!applied.ok) return undefined;
  return { operations, after: applied.flow, differences: differencesBetween(flow, applied.flow) };
}

/** The number of changed steps by kind of change. A moved step counts as changed. */
export function countsOf(differences: readonly Difference[]): { added: number; changed: number; removed: number } {
  const ids = (...kinds: Difference['kind'][]): number =>
    new Set(differences.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)).size;
  return { added: ids('added'), changed: ids('changed', 'moved'), removed: ids('removed') };
}

/** The badge of a card, by the kind of change. */
export type Badges = Record<Difference['kind'], string>;

const tones = { added: 'added', changed: 'changed', moved: 'changed', removed: 'removed' } as const;

/** The marks of a proposal on the diagram. */
export function differenceHighlights(differences: readonly Difference[], badges: Badges): Highlights {
  const highlights: Record<string, Highlight> = {};
  for (const { id, kind } of differences) highlights[id] = { tone: tones[kind], badge: badges[kind] };
  return highlights;
}

/** The flow after a proposal, with the removed steps still in their positions so that the preview can mark them. */
export function withRemoved(before: Flow, after: Flow): Flow {
  const has = new Set([...walkFlow(after)].map(({ step }) => step.id));
  const removed = [...walkFlow(before)].filter(
    ({ step, parent }) => !has.has(step.id) && (parent === undefined || has.has(parent.step.id)),
  );
  return removed.reduce(putBack, after);
}

/** Inserts a removed step at its previous position in its list. Its inner steps that the proposal moved out are left out. */
function putBack(flow: Flow, { step, parent, list, index, listPath: _path }: LocatedStep): Flow {
  const remainingIds = new Set([...walkFlow(flow)].map((placed) => placed.step.id));
  const ghost = withoutUnchanged(step, remainingIds);
  const insert = (steps: readonly Step[]): Step[] => {
    const at = Math.min(index, steps.length);
    return [...steps.slice(0, at), ghost, ...steps.slice(at)];
  };
  if (!parent || !list) return { ...flow, steps: insert(flow.steps) };
  return {
    ...flow,
    steps: mapSteps(flow.steps, (one) => (one.id === parent.step.id ? intoList(one, list, insert) : one)),
  };
}

function intoList(
  step: Step,
  { member, branch }: NonNullable<LocatedStep['list']>,
  insert: (steps: readonly Step[]) => Step[],
): Step {
  if (branch && step.type === 'condition' && step.branches) {
    const branches = step.branches.map((one) =>
      one.id === branch.id ? { ...one, steps: insert(one.steps ?? []) } : one,
    );
    return { ...step, branches };
  }
  const steps = nestedLists(step).find((one) => one.member === member)?.steps ?? [];
  return { ...step, [member]: insert(steps) };
}

/** A removed step without the inner steps that the proposal moves to another position. */
function withoutUnchanged(step: Step, remainingIds: ReadonlySet<string | undefined>): Step {
  const strip = (steps: readonly Step[]): Step[] =>
    steps.filter(({ id }) => !remainingIds.has(id)).map((inner) => withoutUnchanged(inner, remainingIds));
  let stripped = step;
  for (const list of nestedLists(step)) stripped = intoList(stripped, list, () => strip(list.steps));
  return stripped;
}
