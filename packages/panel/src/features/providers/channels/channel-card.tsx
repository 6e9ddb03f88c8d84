import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { useFormats } from '../../../ui/format/formats.ts';
import { Icon } from '../../../ui/icons.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { notifySuccess, notifyError } from '../../../ui/feedback/notify.ts';
import { Surface } from '../../../ui/surface.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { texts as providerTexts } from '../provider-form/texts.ts';
import { FirstContactAlerts } from '../provider-form/first-contact-alerts.tsx';
import { WebhookBadge } from '../provider-form/webhook-step.tsx';
import type { StoreChannel } from './store-channel.ts';
import { ConnectDialog, type ConnectStep } from './connect-dialog.tsx';
import { DisconnectButton } from './disconnect-button.tsx';
import { PhoneButton } from './phone-button.tsx';
import { phoneText } from './phone-text.ts';
import { texts } from './texts.ts';
import { SendTestButton } from './send-test-button.tsx';

/** One channel: its state, provider, volume and actions. */
export function ChannelCard({ storeChannel }: { storeChannel: StoreChannel }): ReactNode {
  const t = useTexts(texts);
  const [step, setStep] = useState<ConnectStep>();
  const { channel, connection } = storeChannel;
  return (
    <Surface component="section" aria-label={t[channel]}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Group gap="xs">
            <Icon name={channel} />
            <Title order={2}>{t[channel]}</Title>
            <ConnectionStateBadge storeChannel={storeChannel} />
          </Group>
          <Button size="xs" variant={connection ? 'default' : 'filled'} onClick={() => setStep('form')}>
            {connection ? (connection.lastError ? t.reconnect : t.change) : t.connect}
          </Button>
        </Group>
        {connection ? (
          <ConnectionState storeChannel={storeChannel} connection={connection} onWebhook={() => setStep('webhook')} />
        ) : (
          <Text c="dimmed">{t.noneText}</Text>
        )}
      </Stack>
      {step && <ConnectDialog storeChannel={storeChannel} first={step} onClose={() => setStep(undefined)} />}
    </Surface>
  );
}

type Connection = NonNullable<StoreChannel['connection']>;

/** The provider of a channel's connection. */
const providerOf = ({ connection, providers }: StoreChannel): StoreChannel['providers'][number] | undefined =>
  providers.find(({ name }) => name === connection?.provider);

function ConnectionStateBadge({ storeChannel }: { storeChannel: StoreChannel }): ReactNode {
  const t = useTexts(texts);
  const p = useTexts(providerTexts);
  const { connection } = storeChannel;
  if (!connection) return <ToneBadge tone="plain">{t.none}</ToneBadge>;
  if (connection.lastError) return <ToneBadge tone="bad">{t.broken}</ToneBadge>;
  if (providerOf(storeChannel)?.isSimulated) return <ToneBadge tone="wait">{t.pretended}</ToneBadge>;
  if (!connection.verified) return <ToneBadge tone="wait">{p.unverified}</ToneBadge>;
  return <ToneBadge tone="ok">{t.connected}</ToneBadge>;
}

type ConnectionStateProps = { storeChannel: StoreChannel; connection: Connection; onWebhook: () => void };

function ConnectionState({ storeChannel, connection, onWebhook }: ConnectionStateProps): ReactNode {
  const t = useTexts(texts);
  const formats = useFormats();
  const { locale } = useLocale();
  const { channel } = storeChannel;
  const { account, since, sent, waiting, lastError, closedUntil } = connection;
  const provider = providerOf(storeChannel);
  const facts = [
    provider?.label[locale] ?? connection.provider,
    ...(account === null ? [] : [phoneText(account)]),
    t.since(formats.date(since)),
    t.sent(formats.number(sent)),
    ...(waiting > 0 ? [t.waiting(formats.number(waiting))] : []),
  ];
  return (
    <>
      <Text size="sm" c="dimmed">
        {facts.join(' · ')}
      </Text>
      {provider?.isSimulated && <Text>{t.pretendedText}</Text>}
      {!connection.verified && !lastError && (
        <Alert color="ambar" icon={<Icon name="warning" />}>
          {t.unverifiedText}
        </Alert>
      )}
      {connection.webhook && connection.webhook.firstAt === null && <WebhookBadge firstAt={null} />}
      <FirstContactAlerts findings={connection.findings} />
      {lastError && (
        <Alert color="vermelho" icon={<Icon name="warning" />}>
          {lastError} {closedUntil && t.closedUntil(formats.instant(closedUntil))}
        </Alert>
      )}
      <Group gap="xs">
        {connection.pairs && <PhoneButton />}
        <SendTestButton channel={channel} />
        <CheckButton channel={channel} />
        {connection.webhook && (
          <Button size="xs" variant="default" onClick={onWebhook}>
            {t.webhooks}
          </Button>
        )}
        <DisconnectButton channel={channel} isSimulated={provider?.isSimulated === true} />
      </Group>
    </>
  );
}

/** Tests the connection at the provider; sends no message. */
function CheckButton({ channel }: { channel: StoreChannel['channel'] }): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const check = useApiMutation('POST /panel/api/stores/:storeId/channels/:channel/try');
  return (
    <Button
      size="xs"
      variant="default"
      loading={check.isPending}
      onClick={() =>
        check.mutate(
          { params: { storeId, channel }, body: {} },
          {
            onSuccess: ({ isWorking, account, reason }) =>
              void (isWorking
                ? notifySuccess(account ? t.workingAs(account) : t.working)
                : notifyError(new Error(reason ?? ''))),
            onError: notifyError,
          },
        )
      }
    >
      {t.check}
    </Button>
  );
}
