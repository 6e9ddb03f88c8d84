import { NumberInput, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { SaveBar } from '../../../ui/settings-frame/save-bar.tsx';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { moneyField } from './amounts.ts';
import { InstallmentFields } from './installment-fields.tsx';
import { MethodDiscountFields } from './method-discount-fields.tsx';
import { RulesPreview } from './rules-preview.tsx';
import { methods, rulesOf, typedRules, type PriceRules, type TypedRules } from './rules-form.ts';
import { texts } from './texts.ts';

/** COM27, COM29: discounts by payment method, instalments and the minimum order, saved together. */
export function RulesPart({ saved }: { saved: PriceRules }): ReactNode {
  const t = useTexts(texts);
  const [typed, setTyped] = useState<TypedRules>();
  const values = typed ?? typedRules(saved);
  const rules = rulesOf(values);
  const set = (change: Partial<TypedRules>): void => setTyped({ ...values, ...change });
  const save = useApiMutation('POST /panel/api/stores/:storeId/price-rules', {
    done: t.saved,
    onSuccess: () => setTyped(undefined),
    onError: notifyError,
  });
  const isDirty = typed !== undefined && JSON.stringify(typed) !== JSON.stringify(typedRules(saved));
  return (
    <Stack gap={32}>
      <Topic title={t.discounts} help={t.discountsHelp}>
        {methods.map((method) => (
          <MethodDiscountFields
            key={method}
            method={method}
            value={values[method]}
            onChange={(discount) => set({ [method]: discount })}
          />
        ))}
      </Topic>
      <Topic title={t.installments} help={t.installmentsHelp}>
        <InstallmentFields values={values} set={set} />
      </Topic>
      <Topic title={t.minimum} help={t.minimumHelp}>
        <NumberInput
          label={t.minimumOrder}
          placeholder={t.noMinimum}
          min={0}
          {...moneyField}
          value={values.minimumOrder}
          onChange={(minimumOrder) => set({ minimumOrder })}
        />
      </Topic>
      <Topic title={t.example} help={t.exampleHelp}>
        <RulesPreview rules={rules} />
      </Topic>
      <SaveBar
        isDirty={isDirty}
        isSaving={save.isPending}
        onSave={() => (rules ? save.mutate({ body: bodyOf(rules) }) : notifyError(new Error(t.incomplete)))}
        onDiscard={() => setTyped(undefined)}
      />
    </Stack>
  );
}

const bodyOf = (rules: PriceRules) => ({ ...rules, methodDiscounts: [...rules.methodDiscounts] });
