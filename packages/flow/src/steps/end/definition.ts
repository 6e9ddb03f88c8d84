import { checkUnknown } from '../../validate/members.ts';
import type { Raw, Report } from '../../validate/report.ts';
import { checkCommon, knownMembers } from '../members.ts';

const endMembers = knownMembers();

/** Checks the members of an end (specification DEF8). */
export function checkEnd(step: Raw, report: Report): void {
  checkUnknown(report, step, checkCommon(step, report), endMembers);
}
