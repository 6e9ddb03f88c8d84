import { Group, NativeSelect, NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../ui/texts.ts';
import { moneyField, percentField } from './amounts.ts';
import type { TypedReduction } from './reduction.ts';
import { texts } from './texts.ts';

type ReductionProps = {
  label: string;
  value: TypedReduction;
  error?: ReactNode;
  onChange: (value: TypedReduction) => void;
};

/** What is taken off: an amount, and whether it is a percentage or reais. Empty: nothing. */
export function ReductionFields({ label, value, error, onChange }: ReductionProps): ReactNode {
  const t = useTexts(texts);
  const { kind, amount } = value;
  const field = kind === 'percent' ? { ...percentField, max: 100 } : moneyField;
  return (
    <Group gap={4} align="flex-start" wrap="nowrap">
      <NumberInput
        flex={1}
        miw={0}
        label={label}
        placeholder={t.none}
        min={0}
        // Remade with its kind, so that no suffix of the other stays.
        key={kind}
        {...field}
        error={error}
        value={amount}
        onChange={(typed) => onChange({ kind, amount: typed })}
      />
      <NativeSelect
        mt={25}
        w={72}
        aria-label={t.kindOf(label)}
        data={[
          { value: 'percent', label: '%' },
          { value: 'cents', label: 'R$' },
        ]}
        value={kind}
        onChange={({ currentTarget }) =>
          onChange({ kind: currentTarget.value === 'cents' ? 'cents' : 'percent', amount: '' })
        }
      />
    </Group>
  );
}
