import { Fieldset, NumberInput, SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../ui/texts.ts';
import { moneyField } from './amounts.ts';
import { ReductionFields } from './reduction-fields.tsx';
import type { Method, TypedDiscount } from './rules-form.ts';
import { texts } from './texts.ts';

type MethodDiscountProps = {
  method: Method;
  value: TypedDiscount;
  onChange: (value: TypedDiscount) => void;
};

/** The discount for those who pay by one method; without an amount there is none. */
export function MethodDiscountFields({ method, value, onChange }: MethodDiscountProps): ReactNode {
  const t = useTexts(texts);
  return (
    <Fieldset legend={t[method]}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="xs">
        <ReductionFields
          label={t.discount}
          value={value}
          onChange={(reduction) => onChange({ ...value, ...reduction })}
        />
        <NumberInput
          label={t.from}
          placeholder={t.optional}
          min={0}
          {...moneyField}
          value={value.minimum}
          onChange={(minimum) => onChange({ ...value, minimum })}
        />
        <NumberInput
          label={t.largest}
          placeholder={t.optional}
          min={0}
          {...moneyField}
          value={value.maximum}
          onChange={(maximum) => onChange({ ...value, maximum })}
        />
      </SimpleGrid>
    </Fieldset>
  );
}
