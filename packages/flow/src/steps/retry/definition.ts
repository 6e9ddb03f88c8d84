import { limits } from '../../definition/limits.ts';
import { checkInteger, checkUnknown, type CheckSteps } from '../../validate/members.ts';
import type { Raw, Report } from '../../validate/report.ts';
import { checkCommon, knownMembers } from '../members.ts';

const retryMembers = knownMembers('maxAttempts', 'delayBetweenAttempts', 'steps');

/** Checks the members of a retry (specification DEF6). */
export function checkRetry(step: Raw, report: Report, checkSteps: CheckSteps): void {
  const count =
    checkCommon(step, report) +
    checkInteger(report, step.maxAttempts, 'maxAttempts', limits.maxAttempts) +
    checkInteger(report, step.delayBetweenAttempts, 'delayBetweenAttempts', limits.delayBetweenAttempts) +
    checkSteps(report, step.steps, 'steps', true);
  checkUnknown(report, step, count, retryMembers);
}
