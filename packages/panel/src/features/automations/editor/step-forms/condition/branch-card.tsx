import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { branchNameOf, followsRules, walkFlow, type Branch, type Operation } from '@retoma/flow';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../../../ui/feedback/confirm-dialog.tsx';
import { useLocale } from '../../../../../ui/locale.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { useApply } from '../../state/use-editor.ts';
import type { StepAccess } from '../use-step.ts';
import styles from './condition.module.css';
import { RuleList } from './rule-list.tsx';
import { conditionTexts } from './texts.ts';

type CardProps = { conditionId: string; branch: Branch; number: number; isOnly: boolean; access: StepAccess };

/** One branch: its name, which follows its rules until someone types another, and its rules. Its steps are added in the diagram. */
export function BranchCard({ conditionId: conditionNodeId, branch, number, isOnly, access }: CardProps): ReactNode {
  const t = useTexts(conditionTexts);
  const { locale } = useLocale();
  const apply = useApply();
  const { isLocked, problem } = access;
  const { id: branchId, label = '', operator, conditions, steps = [] } = branch;
  const run = (operation: Operation, field?: string): void => {
    apply([operation], field === undefined ? {} : { typing: `${conditionNodeId} ${branchId} ${field}` });
  };
  const here = { conditionNodeId, branchId };
  const inside = [...walkFlow({ steps })].length;
  const follows = followsRules(label, branch);
  const remove = (): void => run({ op: 'remove_branch', ...here });
  return (
    <div role="group" aria-label={t.branch(number)} className={styles.branch}>
      <Group gap="xs" wrap="nowrap">
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
        <Textarea
          flex={1}
          autosize
          minRows={1}
          aria-label={t.branchName}
          placeholder={branchNameOf(branch, locale)}
          value={label}
          readOnly={isLocked}
          onChange={({ currentTarget }) =>
            run(
              { op: 'update_branch', ...here, changes: { label: currentTarget.value.replaceAll('\n', ' ') } },
              'label',
            )
          }
        />
      </Group>
      <RuleList
        rules={conditions}
        connective={operator}
        isLocked={isLocked}
        problem={(index) => problem(`branches[${number - 1}].conditions[${index}].value`)}
        onChange={(changes, field) => {
          const label = follows && branchNameOf({ conditions, operator, ...changes }, locale);
          run({ op: 'update_branch', ...here, changes: label ? { ...changes, label } : changes }, field);
        }}
      />
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {inside === 0 ? t.noSteps : t.steps(inside)}
        </Text>
        {!isLocked && !isOnly && <RemoveBranch name={label || t.branch(number)} inside={inside} remove={remove} />}
      </Group>
    </div>
  );
}

type OthersProps = { conditionId: string; count: number; branch: Branch | undefined; access: StepAccess };

/** What happens to those whom no other branch takes: their own branch, or none until a step is put there in the diagram. */
export function OtherCases({ conditionId: conditionNodeId, count, branch, access }: OthersProps): ReactNode {
  const t = useTexts(conditionTexts);
  const apply = useApply();
  const inside = [...walkFlow({ steps: branch?.steps ?? [] })].length;
  const name = branch?.label?.trim() || t.others;
  return (
    <div role="group" aria-label={name} className={`${styles.branch} ${styles.others}`}>
      <Group gap="xs" wrap="nowrap">
        <span className={styles.ring} aria-hidden="true" />
        <Stack gap={0} flex={1}>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {t.othersText(count)} {branch ? (inside === 0 ? t.noSteps : t.steps(inside)) : t.othersGoOn}
          </Text>
        </Stack>
        {branch && !access.isLocked && (
          <RemoveBranch
            name={name}
            inside={inside}
            remove={() => apply([{ op: 'remove_branch', conditionNodeId, branchId: branch.id }])}
          />
        )}
      </Group>
    </div>
  );
}

/** Removes a branch. If it has steps, a confirmation first shows that they are removed too. */
function RemoveBranch({ name, inside, remove }: { name: string; inside: number; remove: () => void }): ReactNode {
  const t = useTexts(conditionTexts);
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="subtle" color="vermelho" size="compact-sm" onClick={inside === 0 ? remove : open}>
        {t.removeBranch}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={t.confirmTitle(name)}
        action={t.removeBranch}
        onClose={close}
        onConfirm={remove}
      >
        {t.confirm(inside)}
      </ConfirmDialog>
    </>
  );
}
