import { isRaw } from '../members/raw.ts';
import { branchesIn } from './flat.ts';
import type { Flow } from './flow.ts';
import { mapFlow } from './rebuild.ts';
import { walkFlow } from './walk.ts';

/** The id of the root node, the trigger (specification DEF10). */
export const triggerNodeId = 'trigger-0';

/** All ids of steps and branches in a flow. */
export function collectIds(flow: Pick<Flow, 'steps'>): Set<string> {
  const ids = new Set<string>();
  for (const { step } of walkFlow(flow)) {
    if (step.id !== undefined) ids.add(step.id);
    for (const branch of branchesIn(step)) if (isRaw(branch)) ids.add(branch.id);
  }
  return ids;
}

/** Gives an id to every step without one, as on save (specification DEF2); existing ids are kept. `newId` returns a new id at each call. */
export function withIds(flow: Flow, newId: () => string): Flow {
  const used = collectIds(flow);
  return mapFlow(flow, (step) => {
    if (step.id !== undefined) return step;
    let id = newId();
    while (used.has(id)) id = newId();
    used.add(id);
    return { ...step, id };
  });
}
