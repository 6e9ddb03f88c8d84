import { Alert, NumberInput, Radio, SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../ui/texts.ts';
import { countField, countOf, moneyField, percentField } from './amounts.ts';
import type { TypedRules } from './rules-form.ts';
import { texts } from './texts.ts';

type InstallmentProps = { values: TypedRules; set: (change: Partial<TypedRules>) => void };

/** COM29: the store's own instalments, or those of the payment provider. */
export function InstallmentFields({ values, set }: InstallmentProps): ReactNode {
  const t = useTexts(texts);
  const { hasInstallments, max, interestFree, interest, smallest } = values;
  const isAboveMax = (countOf(interestFree) ?? 0) > (countOf(max) ?? 24);
  return (
    <>
      <Radio.Group
        aria-label={t.installments}
        value={hasInstallments ? 'own' : 'provider'}
        onChange={(kind) => set({ hasInstallments: kind === 'own' })}
      >
        <Stack gap="xs">
          <Radio value="provider" label={t.byProvider} />
          <Radio value="own" label={t.byStore} />
        </Stack>
      </Radio.Group>
      {hasInstallments && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NumberInput label={t.max} {...countField} max={24} value={max} onChange={(max) => set({ max })} />
            <NumberInput
              label={t.interestFree}
              description={t.interestFreeHint}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...countField}
              max={24}
              value={interestFree}
              error={isAboveMax && t.aboveMax}
              onChange={(interestFree) => set({ interestFree })}
            />
            <NumberInput
              label={t.interest}
              min={0}
              max={20}
              {...percentField}
              value={interest}
              onChange={(interest) => set({ interest })}
            />
            <NumberInput
              label={t.smallest}
              min={0.01}
              {...moneyField}
              value={smallest}
              onChange={(smallest) => set({ smallest })}
            />
          </SimpleGrid>
          <Alert color="ambar">{t.providerCost}</Alert>
        </>
      )}
    </>
  );
}
