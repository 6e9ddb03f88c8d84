import type { NestedList, Step } from '../definition/step.ts';
import { actionOutputs } from './action/outputs.ts';
import { conditionOutputs } from './condition/outputs.ts';
import { delayOutputs } from './delay/outputs.ts';
import { endOutputs } from './end/outputs.ts';
import { loopOutputs } from './loop/outputs.ts';
import { retryOutputs } from './retry/outputs.ts';

/** The nested lists of a step in document order; absent members and those that are not lists are left out. */
export function outputsOf(step: Step): readonly NestedList[] {
  switch (step.type) {
    case 'delay':
      return delayOutputs(step);
    case 'action':
      return actionOutputs(step);
    case 'condition':
      return conditionOutputs(step);
    case 'retry':
      return retryOutputs(step);
    case 'loop':
      return loopOutputs(step);
    case 'end':
      return endOutputs();
    default:
      // An unchecked definition may contain a step of an unknown type: it is drawn with an action's lists.
      return actionOutputs(step satisfies never);
  }
}
