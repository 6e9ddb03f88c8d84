import { readableConnective, readableRules, withComparison } from '../../conditions/readable.ts';
import { listIn, textOr, withMembers } from '../../members/readable.ts';
import { isRaw } from '../../members/raw.ts';
import type { Raw } from '../../members/report.ts';
import type { ReadStep } from '../read-step.ts';

/**
 * Reads a condition in the shape that its members imply. Without any such member it becomes one with an empty list of branches; with
 * if_true or if_false only, one without rules.
 */
export const readCondition: ReadStep = (step, readList, idIn) => {
  if (Array.isArray(step.branches)) return withMembers(step, { branches: branchesOf(step.branches, readList, idIn) });
  const lists = { if_true: readList(step.if_true, 'if_true'), if_false: readList(step.if_false, 'if_false') };
  const isYesOrNo = step.conditions !== undefined || lists.if_true !== undefined || lists.if_false !== undefined;
  if (step.conditions === undefined && step.field !== undefined)
    return withMembers(withComparison(step), { branches: undefined, ...lists });
  if (!isYesOrNo) return withMembers(step, { branches: [] });
  return withMembers(step, {
    branches: undefined,
    operator: readableConnective(step.operator),
    conditions: readableRules(step.conditions),
    ...lists,
  });
};

/**
 * Reads branches; each keeps its index. A value that is not an object becomes a branch without rules and steps. An invalid or duplicate id
 * is replaced by the id of the position.
 */
function branchesOf(
  branches: readonly unknown[],
  readList: Parameters<ReadStep>[1],
  idIn: Parameters<ReadStep>[2],
): readonly Raw[] | undefined {
  const usedIds = new Set<string>();
  return listIn(branches, (value, index) => {
    const member = `branches[${index}]`;
    const branch = isRaw(value) ? value : { steps: [] };
    const steps = readList(branch.steps, `${member}.steps`);
    return withMembers(branch, {
      id: idIn(branch.id, member, usedIds),
      label: textOr(branch.label, undefined),
      operator: readableConnective(branch.operator),
      conditions: readableRules(branch.conditions),
      // An absent list belongs to the flat format (DEF3).
      steps: branch.steps === undefined ? undefined : (steps ?? []),
    });
  });
}
