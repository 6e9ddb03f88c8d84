import { localized, type Locale } from '@retoma/commerce/locale';
import { describeRule } from '../../conditions/describe.ts';
import { limits } from '../../members/limits.ts';
import type { LoopStep } from '../step.ts';
import { describeTimes } from '../duration.ts';

const parts = localized({ repeat: 'Repete até', while: 'enquanto' }, { repeat: 'Repeat up to', while: 'while' });

/** A loop as text: `Repete até 10 vezes enquanto status do pagamento não é paid`. */
export function describeLoop(step: LoopStep, locale: Locale): string {
  const { maxIterations = limits.maxIterations.default, condition } = step;
  const { repeat, while: during } = parts[locale];
  const times = `${repeat} ${describeTimes(maxIterations, locale)}`;
  return condition ? `${times} ${during} ${describeRule(condition, locale)}` : times;
}
