import { NumberInput, type NumberInputProps } from '@mantine/core';
import { numberSigns } from '@retoma/commerce/money';
import type { ReactNode } from 'react';
import { useLocale } from '../locale.tsx';

type MoneyInputProps = Omit<NumberInputProps, 'value' | 'onChange'> & {
  /** In cents. */
  value: number | undefined;
  onChange: (cents: number | undefined) => void;
};

/** An amount, typed in reais and kept in cents; undefined while the field is empty. */
export function MoneyInput({ value, onChange, ...props }: MoneyInputProps): ReactNode {
  const { thousands, decimal } = numberSigns[useLocale().locale];
  return (
    <NumberInput
      {...props}
      value={value === undefined ? '' : value / 100}
      prefix="R$ "
      decimalScale={2}
      fixedDecimalScale
      decimalSeparator={decimal}
      thousandSeparator={thousands}
      min={0}
      hideControls
      // An amount with zeros at its end comes as a text.
      onChange={(typed) => {
        const amount = typed === '' ? Number.NaN : Number(typed);
        onChange(Number.isNaN(amount) ? undefined : Math.round(amount * 100));
      }}
    />
  );
}
