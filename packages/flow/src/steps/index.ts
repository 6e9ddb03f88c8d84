import type { StepType } from '../definition/step.ts';
import type { CheckSteps } from '../validate/members.ts';
import type { Raw, Report } from '../validate/report.ts';
import { checkAction } from './action/definition.ts';
import { checkCondition } from './condition/definition.ts';
import { checkDelay } from './delay/definition.ts';
import { checkEnd } from './end/definition.ts';
import { checkLoop } from './loop/definition.ts';
import { checkRetry } from './retry/definition.ts';

/** The structural check of a kind of step. */
type StepCheck = (step: Raw, report: Report, checkSteps: CheckSteps) => void;

/** The structural check of every kind of step. */
export const stepChecks = {
  delay: checkDelay,
  condition: checkCondition,
  action: checkAction,
  retry: checkRetry,
  loop: checkLoop,
  end: checkEnd,
} as const satisfies Record<StepType, StepCheck>;

const byType: ReadonlyMap<unknown, StepCheck> = new Map(Object.entries(stepChecks));

/** The check for a step's `type`; undefined if it is unknown. */
export const stepCheckOf = (type: unknown): StepCheck | undefined => byType.get(type);
