import { limits } from '../../definition/limits.ts';
import { checkInteger, checkUnknown, type CheckSteps } from '../../validate/members.ts';
import type { Raw, Report } from '../../validate/report.ts';
import { checkCommon, knownMembers } from '../members.ts';

const delayMembers = knownMembers('minutes', 'onNext');

/** Checks the members of a delay (specification DEF3). */
export function checkDelay(step: Raw, report: Report, checkSteps: CheckSteps): void {
  const count =
    checkCommon(step, report) +
    checkInteger(report, step.minutes, 'minutes', limits.delayMinutes, true) +
    checkSteps(report, step.onNext, 'onNext', false);
  checkUnknown(report, step, count, delayMembers);
}
