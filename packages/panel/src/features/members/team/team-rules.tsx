import { NumberInput, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { useApiMutation } from '../../../api/query.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { SaveBar } from '../../../ui/settings-frame/save-bar.tsx';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';

type Rules = ApiResponse<'GET /panel/api/stores/:storeId/team'>['rules'];

/** AUT4, AUT5: whether owners need a second factor, and how much support may refund. */
export function TeamRules({ rules }: { rules: Rules }): ReactNode {
  const t = useTexts(texts);
  const form = useForm<{ requireSecondFactor: boolean; limit: number | string }>({
    initialValues: {
      requireSecondFactor: rules.requireSecondFactor,
      limit: rules.supportRefundLimit === null ? '' : rules.supportRefundLimit / 100,
    },
  });
  const { requireSecondFactor, limit } = form.values;
  const save = useApiMutation('POST /panel/api/stores/:storeId/team/rules', { done: t.rulesSaved });
  const supportRefundLimit = limit === '' ? null : Math.round(Number(limit) * 100);
  const isSame = requireSecondFactor === rules.requireSecondFactor && supportRefundLimit === rules.supportRefundLimit;
  return (
    <>
      <Topic title={t.rules}>
        <Switch
          label={t.requireFactor}
          description={t.requireFactorHelp}
          {...form.getInputProps('requireSecondFactor', { type: 'checkbox' })}
        />
        <NumberInput
          label={t.refundLimit}
          description={t.refundLimitHelp}
          decimalSeparator=","
          thousandSeparator="."
          decimalScale={2}
          fixedDecimalScale
          prefix="R$ "
          hideControls
          min={0}
          max={1_000_000}
          w={{ base: '100%', xs: 280 }}
          {...form.getInputProps('limit')}
        />
        <Refusal error={save.error} />
      </Topic>
      <SaveBar
        isDirty={!isSame}
        isSaving={save.isPending}
        onSave={() => save.mutate({ body: { requireSecondFactor, supportRefundLimit } })}
        onDiscard={form.reset}
      />
    </>
  );
}
