import { Alert, Button, Group, NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { useApiMutation } from '../../../api/query.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { useFormats } from '../../../ui/format/formats.ts';
import { useLocale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { centsOf, moneyInput, type Freight, type Typed } from './freight-data.ts';
import { freightTexts } from './freight-texts.ts';

type Simulated = ApiResponse<'POST /panel/api/stores/:storeId/freight/simulate'>;

const digitsOf = (zipcode: string): string => zipcode.replaceAll(/\D/g, '');

/** COM31: shows the owner what a shopper at a CEP would see. */
export function SimulateQuote({ freight }: { freight: Freight }): ReactNode {
  const t = useTexts(freightTexts);
  const form = useForm<{ zipcode: string; weight: Typed; total: Typed }>({
    initialValues: { zipcode: '', weight: freight.settings.weight, total: 100 },
    validate: { zipcode: (zipcode) => (digitsOf(zipcode).length === 8 ? null : t.zipcodeWrong) },
  });
  const simulate = useApiMutation('POST /panel/api/stores/:storeId/freight/simulate');
  return (
    <Topic title={t.simulate} help={t.simulateHelp}>
      <form
        onSubmit={form.onSubmit(({ zipcode, weight, total }) =>
          simulate.mutate({
            body: { zipcode: digitsOf(zipcode), weight: Number(weight) || 1, total: centsOf(total) ?? 0 },
          }),
        )}
      >
        <Stack>
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            <TextInput label={t.to} required inputMode="numeric" maxLength={10} {...form.getInputProps('zipcode')} />
            <NumberInput
              label={t.weight}
              required
              min={1}
              max={1_000_000}
              suffix=" g"
              allowDecimal={false}
              hideControls
              {...form.getInputProps('weight')}
            />
            <NumberInput label={t.total} required min={0} {...moneyInput} {...form.getInputProps('total')} />
          </SimpleGrid>
          <Refusal error={simulate.error} />
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={simulate.isPending}>
              {t.ask}
            </Button>
          </Group>
        </Stack>
      </form>
      <div role="status">
        {simulate.data && <SimulatedOffers simulated={simulate.data} providers={freight.providers} />}
      </div>
    </Topic>
  );
}

function SimulatedOffers({
  simulated: { offers, carriers },
  providers,
}: {
  simulated: Simulated;
  providers: Freight['providers'];
}): ReactNode {
  const t = useTexts(freightTexts);
  const { locale } = useLocale();
  const { money } = useFormats();
  const nameOf = (provider: string): string =>
    providers.find(({ name }) => name === provider)?.label[locale] ?? provider;
  const daysOf = (min: number | null, max: number | null): string[] =>
    min === null && max === null ? [] : [t.days(min, max)];
  return (
    <Stack gap="xs">
      {offers.length === 0 && <Text>{t.noOffers}</Text>}
      {offers.map(({ name, carrier, cost, minDays, maxDays, isEarlier }) => (
        <Group key={`${name} ${carrier} ${cost}`} justify="space-between" wrap="nowrap">
          <div>
            <Text fw={500}>{name}</Text>
            <Text size="sm" c="dimmed">
              {[...(carrier ? [carrier] : []), ...daysOf(minDays, maxDays), ...(isEarlier ? [t.earlier] : [])].join(
                ' · ',
              )}
            </Text>
          </div>
          <Text fw={500}>{cost === 0 ? t.freePrice : money(cost)}</Text>
        </Group>
      ))}
      {carriers.map(
        ({ provider, reason }) =>
          reason !== null && (
            <Alert key={provider} color="vermelho" title={nameOf(provider)}>
              {reason}
            </Alert>
          ),
      )}
    </Stack>
  );
}
