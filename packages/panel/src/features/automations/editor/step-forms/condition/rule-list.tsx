import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import type { Connective, Rule } from '@retoma/flow';
import type { ReactNode } from 'react';
import { inOrder } from '../../../../../preview/pair-in-order.ts';
import { Icon } from '../../../../../ui/icons.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { ruleAbout } from './rule-fields.ts';
import { RuleRow } from './rule-row.tsx';
import { conditionTexts } from './texts.ts';

type RuleListProps = {
  rules: readonly Rule[];
  connective: Connective | undefined;
  isLocked: boolean;
  /** The error of a rule's value. */
  problem: (index: number) => string | undefined;
  /** `field`: the field that the user types in. */
  onChange: (change: { conditions?: readonly Rule[]; operator?: Connective }, field?: string) => void;
};

/** A group of rules, of which all or one must hold. */
export function RuleList({ rules, connective = 'AND', isLocked, problem, onChange }: RuleListProps): ReactNode {
  const t = useTexts(conditionTexts);
  return (
    <Stack gap="sm">
      {rules.length > 1 && (
        <Group gap="xs">
          <Text size="sm" aria-hidden>
            {t.connective}
          </Text>
          <SegmentedControl
            size="xs"
            aria-label={t.connective}
            disabled={isLocked}
            data={[
              { value: 'AND', label: t.all },
              { value: 'OR', label: t.any },
            ]}
            value={connective}
            onChange={(next) => onChange({ operator: next === 'OR' ? 'OR' : 'AND' })}
          />
        </Group>
      )}
      {inOrder(rules, (rule, index) => (
        <RuleRow
          rule={rule}
          number={index + 1}
          isLocked={isLocked}
          error={problem(index)}
          onChange={(next, typing) =>
            onChange({ conditions: rules.with(index, next) }, typing ? `rule ${index}` : undefined)
          }
          onRemove={
            rules.length > 1 && !isLocked ? () => onChange({ conditions: rules.toSpliced(index, 1) }) : undefined
          }
        />
      ))}
      {!isLocked && (
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => onChange({ conditions: [...rules, ruleAbout('payment_status')] })}
        >
          {t.addRule}
        </Button>
      )}
    </Stack>
  );
}
