import { describeRule } from '../../conditions/describe.ts';
import { limits } from '../../definition/limits.ts';
import type { LoopStep } from '../../definition/step.ts';
import type { Locale } from '../../validate/codes.ts';

/** A loop as text: `Repete até 10 vezes enquanto status do pagamento não é paid`. */
export function describeLoop(step: LoopStep, locale: Locale): string {
  const { maxIterations = limits.maxIterations.default, condition } = step;
  if (locale === 'en') {
    const times = `Repeat up to ${maxIterations} ${maxIterations === 1 ? 'time' : 'times'}`;
    return condition ? `${times} while ${describeRule(condition, locale)}` : times;
  }
  const times = `Repete até ${maxIterations} ${maxIterations === 1 ? 'vez' : 'vezes'}`;
  return condition ? `${times} enquanto ${describeRule(condition, locale)}` : times;
}
