import type { Locale } from '@retoma/commerce/locale';
import type { Step } from './step.ts';
import { describeAction } from './action/describe.ts';
import { describeCondition } from './condition/describe.ts';
import { describeDelay } from './delay/describe.ts';
import { describeEnd } from './end/describe.ts';
import { describeLoop } from './loop/describe.ts';
import { describeRetry } from './retry/describe.ts';

/** A step in one line, for a card of the editor, a timeline or a list of differences. */
export function describeStep(step: Step, locale: Locale = 'pt-BR'): string {
  switch (step.type) {
    case 'delay':
      return describeDelay(step, locale);
    case 'action':
      return describeAction(step, locale);
    case 'condition':
      return describeCondition(step, locale);
    case 'retry':
      return describeRetry(step, locale);
    case 'loop':
      return describeLoop(step, locale);
    case 'end':
      return describeEnd(locale);
    default:
      return step satisfies never;
  }
}
