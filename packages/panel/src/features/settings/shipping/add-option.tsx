import { Button, Group, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { useTexts } from '../../../ui/texts.ts';
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

const money = { decimalSeparator: ',', thousandSeparator: '.', decimalScale: 2, prefix: 'R$ ', hideControls: true };
const days = { min: 0, max: 365, allowDecimal: false, hideControls: true };

/** The form of a new shipping option; amounts are typed in reais. */
export function AddOption(): ReactNode {
  const t = useTexts(texts);
  const form = useForm({ initialValues: empty });
  const create = useApiMutation('POST /panel/api/stores/:storeId/shipping-options', {
    done: t.added,
    onSuccess: form.reset,
  });
  const submit = (typed: typeof empty): void => {
    const body = {
      name: typed.name,
      carrier: typed.carrier || null,
      price: centsOf(typed.price) ?? 0,
      turnaroundMinDays: daysOf(typed.minDays),
      turnaroundMaxDays: daysOf(typed.maxDays),
      freeAbove: centsOf(typed.freeAbove),
    };
    if (!isBackwards(typed)) create.mutate({ body });
  };
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        <TextInput label={t.name} description={t.nameHint} required maxLength={100} {...form.getInputProps('name')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput label={t.price} required min={0} {...money} {...form.getInputProps('price')} />
          <NumberInput
            label={t.freeAbove}
            placeholder={t.optional}
            min={0}
            {...money}
            {...form.getInputProps('freeAbove')}
          />
          <NumberInput label={t.minDays} placeholder={t.optional} {...days} {...form.getInputProps('minDays')} />
          <NumberInput
            label={t.maxDays}
            placeholder={t.optional}
            {...days}
            {...form.getInputProps('maxDays')}
            error={isBackwards(form.values) && t.backwards}
          />
        </SimpleGrid>
        <TextInput label={t.carrier} placeholder={t.optional} maxLength={100} {...form.getInputProps('carrier')} />
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
