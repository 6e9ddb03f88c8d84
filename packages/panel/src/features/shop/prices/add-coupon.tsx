import { Button, Checkbox, Group, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { countField, moneyField } from './amounts.ts';
import { couponOf, emptyCoupon, type TypedCoupon } from './coupon-form.ts';
import { reductionOf } from './reduction.ts';
import { ReductionFields } from './reduction-fields.tsx';
import { texts } from './texts.ts';

const codePattern = /^\s*[A-Za-z0-9_-][A-Za-z0-9_\-\s]*$/;

/** The form of a new coupon. */
export function AddCoupon({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts(texts);
  const { timeZone } = useStore();
  const form = useForm<TypedCoupon>({
    initialValues: emptyCoupon,
    validate: {
      code: (code) => (codePattern.test(code) ? null : t.codeWrong),
      reduction: (reduction, { freeShipping }) => (reductionOf(reduction) || freeShipping ? null : t.givesNothing),
      lastDay: (lastDay, { firstDay }) => (lastDay !== '' && lastDay < firstDay ? t.backwards : null),
    },
  });
  const create = useApiMutation('POST /panel/api/stores/:storeId/coupons', { done: t.couponAdded, onSuccess: onClose });
  return (
    <form
      aria-label={t.newCoupon}
      onSubmit={form.onSubmit((typed) => create.mutate({ body: couponOf(typed, timeZone) }))}
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={t.code}
            placeholder="BEMVINDO10"
            required
            maxLength={40}
            autoComplete="off"
            styles={{ input: { textTransform: 'uppercase' } }}
            {...form.getInputProps('code')}
          />
          <ReductionFields
            label={t.discount}
            value={form.values.reduction}
            error={form.errors['reduction']}
            onChange={(reduction) => form.setFieldValue('reduction', reduction)}
          />
        </SimpleGrid>
        <Checkbox label={t.givesFreeShipping} {...form.getInputProps('freeShipping', { type: 'checkbox' })} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput type="date" label={t.firstDay} {...form.getInputProps('firstDay')} />
          <TextInput type="date" label={t.lastDay} {...form.getInputProps('lastDay')} />
          <NumberInput
            label={t.maxUses}
            placeholder={t.noLimit}
            {...countField}
            max={10_000_000}
            {...form.getInputProps('maxUses')}
          />
          <NumberInput
            label={t.maxUsesPerPerson}
            placeholder={t.noLimit}
            {...countField}
            max={1_000}
            {...form.getInputProps('maxUsesPerPerson')}
          />
          <NumberInput
            label={t.from}
            placeholder={t.optional}
            min={0}
            {...moneyField}
            {...form.getInputProps('minimum')}
          />
          <TextInput
            label={t.products}
            placeholder={t.allProducts}
            maxLength={4_000}
            {...form.getInputProps('products')}
          />
        </SimpleGrid>
        <Checkbox label={t.firstPurchaseOnly} {...form.getInputProps('firstPurchaseOnly', { type: 'checkbox' })} />
        <Refusal error={create.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t.back}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t.createCoupon}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
