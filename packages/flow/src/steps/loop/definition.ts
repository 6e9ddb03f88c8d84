import { checkRule } from '../../conditions/check-rule.ts';
import { limits } from '../../definition/limits.ts';
import { checkBoolean, checkInteger, checkObject, checkUnknown, type CheckSteps } from '../../validate/members.ts';
import type { Raw, Report } from '../../validate/report.ts';
import { checkCommon, knownMembers } from '../members.ts';

const loopMembers = knownMembers('maxIterations', 'stopOnError', 'condition', 'steps');

/** Checks the members of a loop (specification DEF7). */
export function checkLoop(step: Raw, report: Report, checkSteps: CheckSteps): void {
  const count =
    checkCommon(step, report) +
    checkInteger(report, step.maxIterations, 'maxIterations', limits.maxIterations) +
    checkBoolean(report, step.stopOnError, 'stopOnError') +
    checkObject(report, step.condition, 'condition', false, checkRule) +
    checkSteps(report, step.steps, 'steps', true);
  checkUnknown(report, step, count, loopMembers);
}
