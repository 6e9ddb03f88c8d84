import { localized } from '@retoma/commerce/locale';
import { collectIds, otherwiseRules, walkFlow, type Branch, type Flow, type Operation } from '@retoma/flow';
import { otherwiseId } from '../../../../diagram/layout/flow-tree.ts';
import type { Locale } from '../../../../ui/locale.tsx';

const label = localized('Nos outros casos', 'In all other cases');

/**
 * The operations with real branches: the first step put into the other cases of a condition first adds the branch that every order matches,
 * as the condition's last one.
 */
export function withOtherwise(operations: readonly Operation[], flow: Flow, locale: Locale): Operation[] {
  const usedIds = collectIds(flow);
  const made = new Map<string, string>();
  return operations.flatMap((operation): Operation[] => {
    if (!('branchId' in operation) || operation.branchId !== otherwiseId) return [operation];
    const owner = 'conditionNodeId' in operation ? operation.conditionNodeId : undefined;
    if (owner === undefined) return [operation];
    const known = made.get(owner);
    if (known !== undefined) return [{ ...operation, branchId: known }];
    const id = freeId(flow, owner, usedIds);
    made.set(owner, id);
    const branch: Branch = { id, label: label[locale], ...otherwiseRules, steps: [] };
    return [
      { op: 'add_branch', conditionNodeId: owner, branch },
      { ...operation, branchId: id },
    ];
  });
}

/** An unused branch id with the prefix of its condition (FLAT7). */
function freeId(flow: Flow, owner: string, usedIds: Set<string>): string {
  const condition = [...walkFlow(flow)].find(({ step }) => step.id === owner)?.step;
  const sibling = condition?.type === 'condition' ? condition.branches?.[0]?.id : undefined;
  const base = `${sibling?.replace(/[-_.:/][^-_.:/]*$/, '') ?? owner}-other`;
  let id = base;
  for (let number = 2; usedIds.has(id); number++) id = `${base}${number}`;
  usedIds.add(id);
  return id;
}
