import { ActionIcon, Group, MultiSelect, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { describeFieldValue, describeOperator, type Operator, type Rule, type RuleScalar } from '@retoma/flow';
import type { ReactNode } from 'react';
import { MoneyInput } from '../../../../../ui/format/money-input.tsx';
import { Icon } from '../../../../../ui/icons.tsx';
import { useLocale, type Locale } from '../../../../../ui/locale.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { kindOf, mayBeEmpty, offeredGroups, operatorsFor, optionsOf, ruleAbout, withOperator } from './rule-fields.ts';
import styles from './condition.module.css';
import { conditionTexts } from './texts.ts';

type RuleRowProps = {
  rule: Rule;
  /** Counts from 1. */
  number: number;
  isLocked: boolean;
  error?: string | undefined;
  /** `typing`: the change extends the previous undo entry. */
  onChange: (rule: Rule, typing: boolean) => void;
  /** Absent if it is the only rule. */
  onRemove?: (() => void) | undefined;
};

/** One comparison: field, operator and value. */
export function RuleRow({ rule, number, isLocked, error, onChange, onRemove }: RuleRowProps): ReactNode {
  const t = useTexts(conditionTexts);
  return (
    <Stack gap={6} role="group" aria-label={t.rule(number)} className={styles.rule ?? ''}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <FieldSelect rule={rule} isLocked={isLocked} onChange={(next) => onChange(next, false)} />
        {onRemove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`${t.removeRule} ${number}`}
            onClick={onRemove}
          >
            <Icon name="trash" size={16} />
          </ActionIcon>
        )}
      </Group>
      <Group gap="xs" wrap="nowrap" align="flex-start" grow>
        <OperatorSelect rule={rule} isLocked={isLocked} onChange={(next) => onChange(next, false)} />
        <RuleValue rule={rule} isLocked={isLocked} error={error} onChange={onChange} />
      </Group>
    </Stack>
  );
}

type RulePartProps = Pick<RuleRowProps, 'rule' | 'isLocked'> & { onChange: (rule: Rule) => void };

function FieldSelect({ rule, isLocked, onChange }: RulePartProps): ReactNode {
  const t = useTexts(conditionTexts);
  const { locale } = useLocale();
  const groups = offeredGroups(rule.field).map(({ name, fields }) => ({
    group: name[locale],
    items: fields.map(({ field, label }) => ({ value: field as string, label: label[locale] })),
  }));
  const isKnown = groups.some(({ items }) => items.some(({ value }) => value === rule.field));
  return (
    <Select
      flex={1}
      aria-label={t.field}
      data={isKnown ? groups : [...groups, { group: '…', items: [{ value: rule.field, label: rule.field }] }]}
      value={rule.field}
      searchable
      allowDeselect={false}
      disabled={isLocked}
      description={mayBeEmpty(rule.field) && t.mayBeEmpty}
      inputWrapperOrder={['input', 'description']}
      onChange={(field) => field !== null && onChange(ruleAbout(field, rule))}
    />
  );
}

const operatorTexts = {
  '=': 'is',
  '!=': 'isNot',
  in: 'in',
  'not-in': 'notIn',
  empty: 'isEmpty',
  'not-empty': 'isFilled',
  '>': 'above',
  '<': 'below',
  '>=': 'minimum',
  '<=': 'maximum',
} as const satisfies Record<Operator, keyof (typeof conditionTexts)['en']>;

function OperatorSelect({ rule, isLocked, onChange }: RulePartProps): ReactNode {
  const t = useTexts(conditionTexts);
  const { locale } = useLocale();
  const offered = operatorsFor(rule.field, rule.operator);
  const isMoney = kindOf(rule.field) === 'money';
  const label = (operator: Operator): string =>
    isMoney ? describeOperator(rule.field, operator, locale) : t[operatorTexts[operator]];
  return (
    <Select
      aria-label={t.operator}
      data={offered.map((value) => ({ value, label: label(value) }))}
      value={rule.operator}
      allowDeselect={false}
      disabled={isLocked}
      onChange={(chosen) => {
        const operator = offered.find((one) => one === chosen);
        if (operator) onChange(withOperator(rule, operator));
      }}
    />
  );
}

type ValueProps = Pick<RuleRowProps, 'rule' | 'isLocked' | 'error' | 'onChange'>;

/** The value that a field is compared with: a select for a field with few values, else a text input. */
function RuleValue({ rule, isLocked, error, onChange }: ValueProps): ReactNode {
  const t = useTexts(conditionTexts);
  const { locale } = useLocale();
  if (rule.operator === 'empty' || rule.operator === 'not-empty') return null;
  const kind = kindOf(rule.field);
  const options = optionsOf[kind];
  const put = (value: RuleScalar | string[], typing = false): void => onChange({ ...rule, value } as Rule, typing);
  if (rule.operator === 'in' || rule.operator === 'not-in') {
    const values = rule.value.map(String);
    const common = {
      'aria-label': t.values,
      value: values,
      disabled: isLocked,
      error,
      onChange: (next: string[]) => put(next),
    };
    if (!options)
      return <TagsInput {...common} description={t.valuesHint} inputWrapperOrder={['input', 'description', 'error']} />;
    return <MultiSelect {...common} data={choices(rule.field, options, values, locale)} />;
  }
  const value = rule.value as RuleScalar;
  const common = { 'aria-label': t.value, disabled: isLocked, error };
  if (options) {
    const data = choices(rule.field, options, [String(value)], locale);
    return (
      <Select
        {...common}
        data={data}
        value={String(value)}
        allowDeselect={false}
        onChange={(next) => next !== null && put(next)}
      />
    );
  }
  if (kind === 'money') {
    return (
      <MoneyInput {...common} value={Number(value)} onChange={(cents) => cents !== undefined && put(cents, true)} />
    );
  }
  return (
    <TextInput
      {...common}
      value={String(value ?? '')}
      onChange={({ currentTarget }) => put(currentTarget.value, true)}
    />
  );
}

/** The values of a field, and any other value that the rule already has. */
const choices = (
  field: string,
  options: readonly string[],
  current: readonly string[],
  locale: Locale,
): { value: string; label: string }[] =>
  [...new Set([...options, ...current])].map((value) => ({ value, label: describeFieldValue(field, value, locale) }));
