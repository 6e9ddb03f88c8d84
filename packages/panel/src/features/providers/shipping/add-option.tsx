import { Button, Checkbox, Group, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { centsOf, moneyInput, type Typed } from './freight-data.ts';
import { freightTexts } from './freight-texts.ts';
import { readRegion } from './region-text.ts';
import { texts } from './texts.ts';

const empty = {
  name: '',
  carrier: '',
  price: '' as Typed,
  minDays: '' as Typed,
  maxDays: '' as Typed,
  freeAbove: '' as Typed,
  region: '',
  pickupAddress: '',
  pickupHours: '',
  besideCarriers: false,
};

const daysOf = (typed: Typed): number | null => (typed === '' ? null : Number(typed));
const isBackwards = ({ minDays, maxDays }: typeof empty): boolean =>
  minDays !== '' && maxDays !== '' && Number(minDays) > Number(maxDays);

const days = { min: 0, max: 365, allowDecimal: false, hideControls: true };

/** The form of a new shipping option; amounts are typed in reais. */
export function AddOption(): ReactNode {
  const t = useTexts(texts);
  const f = useTexts(freightTexts);
  const form = useForm({
    initialValues: empty,
    validate: {
      region: (text) => (readRegion(text) === undefined ? f.regionWrong : null),
      pickupHours: (hours, { pickupAddress }) =>
        pickupAddress.trim() !== '' && hours.trim() === '' ? t.hoursMissing : null,
    },
  });
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
      region: readRegion(typed.region) ?? null,
      pickup: typed.pickupAddress.trim() === '' ? null : { address: typed.pickupAddress, hours: typed.pickupHours },
      besideCarriers: typed.besideCarriers || typed.pickupAddress.trim() !== '',
    };
    if (!isBackwards(typed)) create.mutate({ body });
  };
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        <TextInput label={t.name} description={t.nameHint} required maxLength={100} {...form.getInputProps('name')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput label={t.price} required min={0} {...moneyInput} {...form.getInputProps('price')} />
          <NumberInput
            label={t.freeAbove}
            placeholder={t.optional}
            min={0}
            {...moneyInput}
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
        <TextInput
          label={f.region}
          description={t.regionHint}
          placeholder={f.everywhere}
          maxLength={500}
          {...form.getInputProps('region')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={t.pickupAddress}
            placeholder={t.optional}
            maxLength={200}
            {...form.getInputProps('pickupAddress')}
          />
          <TextInput
            label={t.pickupHours}
            placeholder={t.optional}
            maxLength={100}
            {...form.getInputProps('pickupHours')}
          />
        </SimpleGrid>
        <Checkbox label={t.besideCarriers} {...form.getInputProps('besideCarriers', { type: 'checkbox' })} />
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
