import { Button, Group, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifySuccess } from '../../../ui/feedback/notify.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useForm, type FormValues } from '../../../ui/use-form.ts';
import { useStore } from '../../../ui/use-store.ts';
import { texts } from './texts.ts';

type Typed = number | string;

const empty = {
  name: '',
  carrier: '',
  price: '' as Typed,
  minDays: '' as Typed,
  maxDays: '' as Typed,
  freeAbove: '' as Typed,
};

const centsOf = (typed: Typed): number | null => (typed === '' ? null : Math.round(Number(typed) * 100));
const daysOf = (typed: Typed): number | null => (typed === '' ? null : Number(typed));
const isBackwards = ({ minDays, maxDays }: typeof empty): boolean =>
  minDays !== '' && maxDays !== '' && Number(minDays) > Number(maxDays);

/** The form of a new shipping option; amounts are typed in reais. */
export function AddOption(): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const form = useForm(empty);
  const create = useApiMutation('POST /panel/api/stores/:storeId/shipping-options');
  const submit = (typed: typeof empty): void => {
    const body = {
      name: typed.name,
      carrier: typed.carrier || null,
      price: centsOf(typed.price) ?? 0,
      turnaroundMinDays: daysOf(typed.minDays),
      turnaroundMaxDays: daysOf(typed.maxDays),
      freeAbove: centsOf(typed.freeAbove),
    };
    const onSuccess = (): void => {
      notifySuccess(t.added);
      form.reset();
    };
    if (!isBackwards(typed)) create.mutate({ params: { storeId }, body }, { onSuccess });
  };
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        <TextInput label={t.name} description={t.nameHint} required maxLength={100} {...form.field('name')} />
        <Amounts form={form} />
        <TextInput label={t.carrier} placeholder={t.optional} maxLength={100} {...form.field('carrier')} />
        <Refusal error={create.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const money = { decimalSeparator: ',', thousandSeparator: '.', decimalScale: 2, prefix: 'R$ ', hideControls: true };
const days = { min: 0, max: 365, allowDecimal: false, hideControls: true };

/** The price and the delivery time. */
function Amounts({ form: { field, values } }: { form: FormValues<typeof empty> }): ReactNode {
  const t = useTexts(texts);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NumberInput label={t.price} required min={0} {...money} {...field('price')} />
      <NumberInput label={t.freeAbove} placeholder={t.optional} min={0} {...money} {...field('freeAbove')} />
      <NumberInput label={t.minDays} placeholder={t.optional} {...days} {...field('minDays')} />
      <NumberInput
        label={t.maxDays}
        placeholder={t.optional}
        {...days}
        {...field('maxDays')}
        error={isBackwards(values) && t.backwards}
      />
    </SimpleGrid>
  );
}
