import { actionOutlets, type ActionStep, type NestedList } from '../../definition/step.ts';

/** The nested lists of an action: `onNext`, then its handlers (RUN1). */
export function actionOutputs(step: ActionStep): readonly NestedList[] {
  const lists: NestedList[] = [];
  for (const member of actionOutlets) {
    const steps = step[member];
    if (Array.isArray(steps)) lists.push({ member, steps });
  }
  return lists;
}
