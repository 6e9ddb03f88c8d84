import { isRaw } from '../members/raw.ts';
import type { Flow } from './flow.ts';
import { mapFlow } from './rebuild.ts';
import type { Branch, Step } from '../steps/step.ts';
import { walkFlow } from './walk.ts';

/** All ids of steps and branches in a flow. */
export function collectIds(flow: Pick<Flow, 'steps'>): Set<string> {
  const ids = new Set<string>();
  for (const { step } of walkFlow(flow)) {
    if (step.id !== undefined) ids.add(step.id);
    for (const branch of branchesIn(step)) ids.add(branch.id);
  }
  return ids;
}

const branchesIn = (step: Step): readonly Branch[] =>
  step.type === 'condition' && Array.isArray(step.branches)
    ? (step.branches as readonly Branch[]).filter((branch: unknown) => isRaw(branch))
    : [];

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
