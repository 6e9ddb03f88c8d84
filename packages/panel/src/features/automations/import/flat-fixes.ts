import type { Flow, Step } from '@retoma/flow';

/**
 * Gives every branch of a flat flow a unique id. The first branch with an id keeps it. Steps come after their condition, so a step with a
 * repeated `parentId` belongs to the last branch before it with that id.
 */
export function ownBranchIds(flow: Flow): Flow {
  const usedIds = new Set(flow.steps.flatMap((step) => branchesOf(step).map(({ id }) => id)));
  const seen = new Set<string>();
  const renamed = new Map<string, string>();
  const steps = flow.steps.map((step): Step => {
    if (step.type !== 'condition') {
      const parentId = renamed.get(step.parentId ?? '');
      return parentId === undefined ? step : { ...step, parentId };
    }
    if (!step.branches) return step;
    const branches = step.branches.map((branch) => {
      if (!seen.has(branch.id)) {
        seen.add(branch.id);
        return branch;
      }
      const id = freeId(`${step.id ?? 'ramo'}-${branch.id}`, usedIds);
      usedIds.add(id);
      renamed.set(branch.id, id);
      return { ...branch, id };
    });
    return { ...step, branches };
  });
  return { ...flow, steps };
}

const branchesOf = (step: Step): readonly { id: string }[] => (step.type === 'condition' ? (step.branches ?? []) : []);

function freeId(wanted: string, usedIds: ReadonlySet<string>): string {
  let id = wanted;
  for (let count = 2; usedIds.has(id); count++) id = `${wanted}-${count}`;
  return id;
}

/** Removes the `parentId` of conditions in a flat flow: such conditions always run. */
export const withoutConditionParents = (flow: Flow): Flow => ({
  ...flow,
  steps: flow.steps.map((step): Step => {
    if (step.type !== 'condition' || step.parentId === undefined) return step;
    const { parentId: _parentId, ...rest } = step;
    return rest;
  }),
});
