import { Alert, Button, Group, Modal, NumberInput, Select, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useDo } from '../../../api/query.ts';
import { Icon } from '../../../ui/icons.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { tellDone } from '../../../ui/notify.ts';
import { Refusal } from '../../../ui/refusal.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { CopyText } from '../frame/copy-text.tsx';
import { ProviderFields } from '../provider-form/provider-fields.tsx';
import { providerName } from '../provider-form/provider-names.ts';
import { typedOf, valuesOf, type Typed } from '../provider-form/values.ts';
import type { StoreChannel } from './channels-section.tsx';
import { texts } from './texts.ts';

/** Those that run a phone without WhatsApp's consent. */
const unofficial = new Set(['z-api', 'uazapi', 'evolution']);

type ConnectDialogProps = { shown: StoreChannel; onClose: () => void };

/** Connects a channel to a provider, or changes its connection: the form is what the provider declares. */
export function ConnectDialog({ shown: { channel, connection, providers }, onClose }: ConnectDialogProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { storeId } = useStore();
  const [name, setName] = useState(connection?.provider ?? providers[0]!.name);
  const provider = providers.find((one) => one.name === name)!;
  const mine = connection?.provider === name ? connection : null;
  const [typed, setTyped] = useState<{ settings?: Typed; credentials: Typed }>({ credentials: {} });
  const settings = typed.settings ?? typedOf(provider.settings, mine?.settings ?? {});
  const [perMinute, setPerMinute] = useState<number | string>(connection?.perMinute ?? '');
  const [warmUp, setWarmUp] = useState<number | string>(connection?.warmUp ?? '');
  const connect = useDo('POST /panel/api/stores/:storeId/channels/:channel', 'GET /panel/api/stores/:storeId/channels');
  const choose = (picked: string): void => {
    setName(picked);
    setTyped({ credentials: {} });
    connect.reset();
  };
  const submit = (): void => {
    const body = {
      provider: name,
      settings: valuesOf(provider.settings, settings),
      credentials: valuesOf(provider.credentials, typed.credentials),
      perMinute: perMinute === '' ? null : Number(perMinute),
      ...(channel === 'whatsapp' && { warmUp: warmUp === '' ? null : Number(warmUp) }),
    };
    const onSuccess = (): void => {
      tellDone(t.saved);
      onClose();
    };
    connect.mutate({ params: { storeId, channel }, body }, { onSuccess });
  };
  return (
    <Modal opened onClose={onClose} title={t.formTitle(t[channel])} size="lg">
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
            form={{ provider, settings, credentials: typed.credentials, kept: mine?.credentials ?? [] }}
            onSettings={(more) => setTyped({ ...typed, settings: more })}
            onCredentials={(credentials) => setTyped({ ...typed, credentials })}
            error={connect.error}
          />
          <Pace label={t.pace} hint={t.paceHint} value={perMinute} onChange={setPerMinute} />
          {channel === 'whatsapp' && <Pace label={t.warmUp} hint={t.warmUpHint} value={warmUp} onChange={setWarmUp} />}
          {mine && <Webhooks connection={mine} />}
          <Refusal error={connect.error} />
          <Group justify="flex-end">
            <Button type="submit" loading={connect.isPending}>
              {t.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
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

/** What the provider must be told, so that it tells us what becomes of messages. */
function Webhooks({ connection }: { connection: NonNullable<StoreChannel['connection']> }): ReactNode {
  const t = useTexts(texts);
  const { webhookUrl, verifyToken } = connection;
  if (!webhookUrl) return null;
  return (
    <Stack gap="xs">
      <Text fw={500}>{t.webhook}</Text>
      <Text size="sm" c="dimmed">
        {t.webhookHelp}
      </Text>
      <CopyText text={webhookUrl} what={t.webhook} />
      {verifyToken && <CopyText text={verifyToken} what={t.verify} />}
    </Stack>
  );
}
