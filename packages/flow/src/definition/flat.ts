import type { Flow } from './flow.ts';
import { walkFlow } from './walk.ts';

/** The two ways of writing a flow (B3). */
export type Format = 'flat' | 'nested';

/** B3: a flow is flat if any root step has parentId or any condition has branches without `steps`. */
export function isFlat(flow: Pick<Flow, 'steps'>): boolean {
  if (flow.steps.some((step) => step.parentId !== undefined)) return true;
  for (const { step } of walkFlow(flow)) {
    if (step.type === 'condition' && step.branches?.some((branch) => branch.steps === undefined)) return true;
  }
  return false;
}
