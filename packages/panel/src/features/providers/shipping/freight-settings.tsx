import { Button, Group, NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { SaveBar } from '../../../ui/settings-frame/save-bar.tsx';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { centsOf, moneyInput, reaisOf, type Freight, type Typed } from './freight-data.ts';
import { freightTexts } from './freight-texts.ts';
import { readRegion, regionText } from './region-text.ts';

const integer = { allowDecimal: false, hideControls: true };

type Values = {
  origin: string;
  weight: Typed;
  width: Typed;
  height: Typed;
  length: Typed;
  handlingDays: Typed;
  handlingCost: Typed;
  freeFrom: { region: string; total: Typed }[];
};

const valuesOf = ({ origin, handlingCost, freeFrom, ...others }: Freight['settings']): Values => ({
  ...others,
  origin: origin === null ? '' : `${origin.slice(0, 5)}-${origin.slice(5)}`,
  handlingCost: reaisOf(handlingCost),
  freeFrom: freeFrom.map(({ region, total }) => ({ region: regionText(region), total: reaisOf(total) })),
});

const digitsOf = (zipcode: string): string => zipcode.replaceAll(/\D/g, '');

/** COM31: from where a store ships, its usual box, and its rules. */
export function FreightSettings({ saved }: { saved: Freight['settings'] }): ReactNode {
  const t = useTexts(freightTexts);
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<Values>({
    initialValues: valuesOf(saved),
    validate: {
      origin: (origin) => (/^(\d{8})?$/.test(digitsOf(origin)) ? null : t.zipcodeWrong),
      freeFrom: { region: (text) => (readRegion(text) === undefined ? t.regionWrong : null) },
    },
  });
  const change = useApiMutation('POST /panel/api/stores/:storeId/freight', {
    done: t.saved,
    onSuccess: () => {
      form.setInitialValues(form.getValues());
      form.resetDirty();
    },
  });
  const submit = (typed: Values): void =>
    change.mutate({
      body: {
        origin: digitsOf(typed.origin) || null,
        weight: Number(typed.weight),
        width: Number(typed.width),
        height: Number(typed.height),
        length: Number(typed.length),
        handlingDays: Number(typed.handlingDays),
        handlingCost: centsOf(typed.handlingCost) ?? 0,
        freeFrom: typed.freeFrom.map(({ region, total }) => ({
          region: readRegion(region) ?? null,
          total: centsOf(total) ?? 0,
        })),
      },
    });
  return (
    <>
      <Topic title={t.package} help={t.packageHelp}>
        <form ref={element} onSubmit={form.onSubmit(submit)}>
          <Stack>
            <TextInput
              label={t.origin}
              description={t.originHint}
              inputMode="numeric"
              maxLength={10}
              {...form.getInputProps('origin')}
            />
            <PackageFields form={form} />
            <FreeRules form={form} />
            <Refusal error={change.error} />
          </Stack>
        </form>
      </Topic>
      <SaveBar
        isDirty={form.isDirty()}
        isSaving={change.isPending}
        onSave={() => element.current?.requestSubmit()}
        onDiscard={form.reset}
      />
    </>
  );
}

type FieldsProps = {
  form: Pick<ReturnType<typeof useForm<Values>>, 'values' | 'getInputProps' | 'insertListItem' | 'removeListItem'>;
};

/** The usual box and weight, and the handling. */
function PackageFields({ form }: FieldsProps): ReactNode {
  const t = useTexts(freightTexts);
  const size = { required: true, min: 1, max: 1_000, suffix: ' cm', ...integer };
  return (
    <>
      <Text fw={500}>{t.box}</Text>
      <SimpleGrid cols={{ base: 2, xs: 4 }}>
        <NumberInput
          label={t.weight}
          required
          min={1}
          max={1_000_000}
          suffix=" g"
          {...integer}
          {...form.getInputProps('weight')}
        />
        <NumberInput label={t.width} {...size} {...form.getInputProps('width')} />
        <NumberInput label={t.height} {...size} {...form.getInputProps('height')} />
        <NumberInput label={t.length} {...size} {...form.getInputProps('length')} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label={t.handlingDays}
          description={t.handlingDaysHint}
          required
          min={0}
          max={60}
          {...integer}
          {...form.getInputProps('handlingDays')}
        />
        <NumberInput
          label={t.handlingCost}
          description={t.handlingCostHint}
          min={0}
          {...moneyInput}
          {...form.getInputProps('handlingCost')}
        />
      </SimpleGrid>
    </>
  );
}

/** From which totals on the cheapest carrier is free, and where. */
function FreeRules({ form }: FieldsProps): ReactNode {
  const t = useTexts(freightTexts);
  return (
    <>
      <Text fw={500}>{t.free}</Text>
      {form.values.freeFrom.map((_, index) => (
        // A rule has no id; its place is its identity in this form.
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={index} align="flex-start" wrap="nowrap">
          <NumberInput
            label={t.freeTotal}
            required
            min={0}
            w={140}
            {...moneyInput}
            {...form.getInputProps(`freeFrom.${index}.total`)}
          />
          <TextInput
            label={t.region}
            placeholder={t.everywhere}
            flex={1}
            maxLength={500}
            {...form.getInputProps(`freeFrom.${index}.region`)}
          />
          <Button
            variant="subtle"
            color="vermelho"
            mt={25}
            aria-label={t.removeRule(index + 1)}
            onClick={() => form.removeListItem('freeFrom', index)}
          >
            {t.remove}
          </Button>
        </Group>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          disabled={form.values.freeFrom.length >= 30}
          onClick={() => form.insertListItem('freeFrom', { region: '', total: '' })}
        >
          {t.addRule}
        </Button>
      </Group>
    </>
  );
}
