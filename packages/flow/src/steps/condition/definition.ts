import { checkComparison, checkRule } from '../../conditions/check-rule.ts';
import { connectives } from '../../definition/step.ts';
import {
  checkFilled,
  checkList,
  checkText,
  checkUnknown,
  checkWord,
  isRaw,
  type CheckSteps,
} from '../../validate/members.ts';
import type { Raw, Report } from '../../validate/report.ts';
import { checkCommon, checkId, knownMembers } from '../members.ts';

const branchesMembers = knownMembers('branches');
const compositeMembers = knownMembers('operator', 'conditions', 'if_true', 'if_false');
const simpleMembers = knownMembers('field', 'operator', 'value', 'if_true', 'if_false');
const branchMembers: ReadonlySet<string> = new Set(['id', 'label', 'operator', 'conditions', 'steps']);

const filledList = { required: true, filled: true };

/** Checks the members of a condition (specification DEF5). The first present of `branches`, `conditions`, `field` decides its shape. */
export function checkCondition(step: Raw, report: Report, checkSteps: CheckSteps): void {
  const count = checkCommon(step, report);
  if (step.branches !== undefined) {
    const check = (branch: unknown, report: Report): void => checkBranch(branch, report, checkSteps);
    checkUnknown(
      report,
      step,
      count + checkList(report, step.branches, 'branches', filledList, check),
      branchesMembers,
    );
  } else if (step.conditions !== undefined) {
    const own =
      checkWord(report, step.operator, 'operator', connectives) +
      checkList(report, step.conditions, 'conditions', filledList, checkRule);
    checkUnknown(report, step, count + own + checkOutcomes(step, report, checkSteps), compositeMembers);
  } else if (step.field !== undefined) {
    const own = checkComparison(step, report);
    checkUnknown(report, step, count + own + checkOutcomes(step, report, checkSteps), simpleMembers);
  } else report.add('REQUIRED', 'branches');
}

function checkOutcomes(step: Raw, report: Report, checkSteps: CheckSteps): number {
  return checkSteps(report, step.if_true, 'if_true', false) + checkSteps(report, step.if_false, 'if_false', false);
}

function checkBranch(branch: unknown, report: Report, checkSteps: CheckSteps): void {
  if (!isRaw(branch)) {
    report.add('WRONG_TYPE', undefined, { expected: 'object', got: branch });
    return;
  }
  checkFilled(report, branch);
  const { id } = branch;
  if (id === undefined) report.add('REQUIRED', 'id');
  const count =
    (id === undefined ? 0 : checkId(id, 'id', report)) +
    checkText(report, branch.label, 'label') +
    checkWord(report, branch.operator, 'operator', connectives) +
    checkList(report, branch.conditions, 'conditions', filledList, checkRule) +
    checkSteps(report, branch.steps, 'steps', false);
  checkUnknown(report, branch, count, branchMembers);
}
