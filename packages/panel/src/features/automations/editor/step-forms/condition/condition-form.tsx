import { Button, Stack, Text } from '@mantine/core';
import { branchNameOf, type BranchesCondition, type ConditionStep, type Rule } from '@retoma/flow';
import type { ReactNode } from 'react';
import { isOtherwise } from '../../../../../diagram/layout/flow-tree.ts';
import { Icon } from '../../../../../ui/icons.tsx';
import { useLocale } from '../../../../../ui/locale.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { useApply } from '../../state/use-editor.ts';
import type { StepAccess } from '../use-step.ts';
import { BranchCard, OtherCases } from './branch-card.tsx';
import { unusedStatus } from './rule-fields.ts';
import { RuleList } from './rule-list.tsx';
import { RuleRow } from './rule-row.tsx';
import { conditionTexts } from './texts.ts';

/** The rules of a condition: branches with a group of rules each, or one group with yes and no. */
export function ConditionForm({ step, access }: { step: ConditionStep; access: StepAccess }): ReactNode {
  const t = useTexts(conditionTexts);
  const { change, problem, isLocked } = access;
  if (step.branches) return <Branches step={step} access={access} />;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t.yesNo}
      </Text>
      {step.conditions ? (
        <RuleList
          rules={step.conditions}
          connective={step.operator}
          isLocked={isLocked}
          problem={(index) => problem(`conditions[${index}].value`)}
          onChange={(next, field) => change(next, field === undefined ? {} : { field })}
        />
      ) : (
        <RuleRow
          rule={ruleIn(step)}
          number={1}
          isLocked={isLocked}
          error={problem('value')}
          onChange={(rule, typing) => {
            const { value, ...rest } = rule;
            const field = typing ? { field: 'value' } : {};
            if (value === undefined) change(rest, { ...field, drop: ['value'] });
            else change({ ...rest, value }, field);
          }}
        />
      )}
    </Stack>
  );
}

/** The rule of a simple condition. */
const ruleIn = ({ field, operator, value }: Rule): Rule => ({ field, operator, value }) as Rule;

function Branches({ step, access }: { step: BranchesCondition; access: StepAccess }): ReactNode {
  const t = useTexts(conditionTexts);
  const { locale } = useLocale();
  const apply = useApply();
  const { branches, id = '' } = step;
  const others = isOtherwise(branches, branches.length - 1) ? branches.at(-1) : undefined;
  const ruled = others ? branches.slice(0, -1) : branches;
  const add = (): void => {
    const conditions = [unusedStatus(branches)];
    const label = branchNameOf({ conditions }, locale);
    const branch = { id: freshId(step), label, conditions, steps: [] };
    apply([{ op: 'add_branch', conditionNodeId: id, branch, ...(others && { beforeBranchId: others.id }) }]);
  };
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t.how}
      </Text>
      {ruled.map((branch, index) => (
        <BranchCard
          key={branch.id}
          conditionId={id}
          branch={branch}
          number={index + 1}
          isOnly={ruled.length === 1}
          access={access}
        />
      ))}
      <OtherCases conditionId={id} count={ruled.length} branch={others} access={access} />
      {!access.isLocked && (
        <Button variant="default" w="fit-content" leftSection={<Icon name="plus" size={16} />} onClick={add}>
          {t.addBranch}
        </Button>
      )}
    </Stack>
  );
}

/** `check-3`: unique in the whole flow, because the id of the condition is unique (FLAT7). */
function freshId({ id = 'branch', branches }: BranchesCondition): string {
  let number = branches.length + 1;
  while (branches.some((branch) => branch.id === `${id}-${number}`)) number++;
  return `${id}-${number}`;
}
