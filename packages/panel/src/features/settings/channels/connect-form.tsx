import { Alert, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { Icon } from '../../../ui/icons.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { ProviderFields } from '../provider-form/provider-fields.tsx';
import { providerName } from '../provider-form/provider-names.ts';
import { TestAndSave } from '../provider-form/test-and-save.tsx';
import { typedOf, valuesOf, type Typed } from '../provider-form/values.ts';
import type { StoreChannel } from './store-channel.ts';
import { texts } from './texts.ts';

/** The providers that connect a phone without WhatsApp's permission. */
const unofficial = new Set(['z-api', 'uazapi', 'evolution']);

type ConnectFormProps = {
  storeChannel: StoreChannel;
  onSaved: (saved: { verified: boolean; hasWebhook: boolean }) => void;
};

/** The provider's settings of a channel, saved after the provider has accepted them. */
export function ConnectForm({
  storeChannel: { channel, connection, providers },
  onSaved,
}: ConnectFormProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { storeId } = useStore();
  const [name, setName] = useState(connection?.provider ?? providers[0]!.name);
  const provider = providers.find((one) => one.name === name)!;
  const current = connection?.provider === name ? connection : null;
  const [typed, setTyped] = useState<{ settings?: Typed; credentials: Typed }>({ credentials: {} });
  const settings = typed.settings ?? typedOf(provider.settings, current?.settings ?? {});
  const [perMinute, setPerMinute] = useState<number | string>(connection?.perMinute ?? '');
  const [warmUp, setWarmUp] = useState<number | string>(connection?.warmUp ?? '');
  const [dailyLimit, setDailyLimit] = useState<number | string>(connection?.dailyLimit ?? '');
  const connect = useApiMutation('POST /panel/api/stores/:storeId/channels/:channel');
  const choose = (picked: string): void => {
    setName(picked);
    setTyped({ credentials: {} });
    connect.reset();
  };
  const [testTo, setTestTo] = useState('');
  const submit = (saveAnyway = false): void => {
    const body = {
      provider: name,
      settings: valuesOf(provider.settings, settings),
      credentials: valuesOf(provider.credentials, typed.credentials),
      perMinute: perMinute === '' ? null : Number(perMinute),
      dailyLimit: dailyLimit === '' ? null : Number(dailyLimit),
      ...(channel === 'whatsapp' && { warmUp: warmUp === '' ? null : Number(warmUp) }),
      ...(provider.verifiedByMessage && { testTo }),
      ...(saveAnyway && { saveAnyway }),
    };
    connect.mutate({ params: { storeId, channel }, body }, { onSuccess: onSaved });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        <Select
          label={t.provider}
          data={providers.map((one) => ({ value: one.name, label: providerName(one.name, locale) }))}
          value={name}
          allowDeselect={false}
          onChange={(picked) => picked && choose(picked)}
        />
        {unofficial.has(name) && (
          <Alert color="ambar" icon={<Icon name="warning" />}>
            {t.unofficial}
          </Alert>
        )}
        {name === 'sandbox' && <Text>{t.pretendedText}</Text>}
        <ProviderFields
          key={name}
          form={{ provider, settings, credentials: typed.credentials, stored: current?.credentials ?? [] }}
          onSettings={(more) => setTyped({ ...typed, settings: more })}
          onCredentials={(credentials) => setTyped({ ...typed, credentials })}
          error={connect.error}
        />
        <Pace label={t.pace} hint={t.paceHint} value={perMinute} onChange={setPerMinute} />
        <Pace label={t.dailyLimit} hint={t.dailyLimitHint} value={dailyLimit} onChange={setDailyLimit} />
        {channel === 'whatsapp' && <Pace label={t.warmUp} hint={t.warmUpHint} value={warmUp} onChange={setWarmUp} />}
        {provider.verifiedByMessage && (
          <TextInput
            label={t.testPhone}
            description={t.testToHelp}
            type="tel"
            required={!current?.verified}
            value={testTo}
            onChange={(event) => setTestTo(event.currentTarget.value)}
          />
        )}
        <TestAndSave error={connect.error} isPending={connect.isPending} onSaveAnyway={() => submit(true)} />
      </Stack>
    </form>
  );
}

type PaceProps = { label: string; hint: string; value: number | string; onChange: (value: number | string) => void };

const Pace = ({ label, hint, value, onChange }: PaceProps): ReactNode => (
  <NumberInput
    label={label}
    description={hint}
    value={value}
    onChange={onChange}
    min={1}
    max={100_000}
    allowDecimal={false}
    hideControls
  />
);
