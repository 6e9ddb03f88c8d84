import { Alert, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { Icon } from '../../../ui/icons.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { ProviderAccountForm, type AccountValues } from '../provider-form/provider-account-form.tsx';
import type { StoreChannel } from './store-channel.ts';
import { texts } from './texts.ts';

type ConnectFormProps = {
  storeChannel: StoreChannel;
  onSaved: (saved: { verified: boolean; hasWebhook: boolean }) => void;
};

const pace = { min: 1, max: 100_000, allowDecimal: false, hideControls: true };
const paceOf = (stored: number | null | undefined): number | string => stored ?? '';
const numberIn = (typed: number | string): number | null => (typed === '' ? null : Number(typed));

type Provider = StoreChannel['providers'][number];

/** The provider that the form begins with: the connected one, but instead of a simulator the first that reaches people. */
function firstProvider(connection: StoreChannel['connection'], providers: readonly Provider[]): string {
  const current = providers.find(({ name }) => name === connection?.provider);
  return (current && !current.isSimulated ? current : providers[0]!).name;
}

/** The providers by what an owner must know of them, in the order of the list. */
function groupsOf(
  providers: readonly Provider[],
  t: { official: string; risky: string; forTests: string },
): { group: string; items: Provider[] }[] {
  const real = providers.filter(({ isSimulated }) => !isSimulated);
  const groups = [
    { group: t.official, items: real.filter(({ isUnofficial }) => !isUnofficial) },
    { group: t.risky, items: real.filter(({ isUnofficial }) => isUnofficial) },
    { group: t.forTests, items: providers.filter(({ isSimulated }) => isSimulated) },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** The provider's settings of a channel, saved after the provider has accepted them. */
export function ConnectForm({
  storeChannel: { channel, connection, providers },
  onSaved,
}: ConnectFormProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { storeId } = useStore();
  const [name, setName] = useState(() => firstProvider(connection, providers));
  const provider = providers.find((one) => one.name === name)!;
  const current = connection?.provider === name ? connection : null;
  const form = useForm({
    initialValues: {
      perMinute: paceOf(connection?.perMinute),
      warmUp: paceOf(connection?.warmUp),
      dailyLimit: paceOf(connection?.dailyLimit),
      testTo: '',
    },
  });
  const connect = useApiMutation('POST /panel/api/stores/:storeId/channels/:channel');
  const choose = (picked: string): void => {
    setName(picked);
    connect.reset();
  };
  const save = (values: AccountValues): void => {
    const { perMinute, warmUp, dailyLimit, testTo } = form.values;
    const body = {
      ...values,
      provider: name,
      perMinute: numberIn(perMinute),
      dailyLimit: numberIn(dailyLimit),
      ...(channel === 'whatsapp' && { warmUp: numberIn(warmUp) }),
      ...(provider.verifiedByMessage && { testTo }),
    };
    connect.mutate({ params: { storeId, channel }, body }, { onSuccess: onSaved });
  };
  return (
    <Stack>
      <Select
        label={t.provider}
        data={groupsOf(providers, t).map(({ group, items }) => ({
          group,
          items: items.map((one) => ({ value: one.name, label: one.label[locale] })),
        }))}
        value={name}
        allowDeselect={false}
        onChange={(picked) => picked && choose(picked)}
      />
      {provider.isUnofficial && (
        <Alert color="ambar" icon={<Icon name="warning" />}>
          {t.unofficial}
        </Alert>
      )}
      {provider.isSimulated && <Text>{t.pretendedText}</Text>}
      <ProviderAccountForm key={name} provider={provider} account={current} saving={connect} onSave={save}>
        <NumberInput label={t.pace} description={t.paceHint} {...pace} {...form.getInputProps('perMinute')} />
        <NumberInput
          label={t.dailyLimit}
          description={t.dailyLimitHint}
          {...pace}
          {...form.getInputProps('dailyLimit')}
        />
        {channel === 'whatsapp' && (
          <NumberInput label={t.warmUp} description={t.warmUpHint} {...pace} {...form.getInputProps('warmUp')} />
        )}
        {provider.verifiedByMessage && (
          <TextInput
            label={t.testPhone}
            description={t.testToHelp}
            type="tel"
            required={!current?.verified}
            {...form.getInputProps('testTo')}
          />
        )}
      </ProviderAccountForm>
    </Stack>
  );
}
