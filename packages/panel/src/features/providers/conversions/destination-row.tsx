import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifyError, notifySuccess } from '../../../ui/feedback/notify.ts';
import { useLocale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import type { Destinations } from './conversions-data.ts';
import { DestinationDialog } from './destination-dialog.tsx';
import { SwitchDialog } from './switch-dialog.tsx';
import { texts } from './texts.ts';

type DestinationRowProps = { destination: Destinations['destinations'][number]; known: Destinations };

/** A platform with the store's account, if there is one. */
export function DestinationRow({ destination, known }: DestinationRowProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const [dialog, setDialog] = useState<'data' | 'switch'>();
  const account = known.accounts.find((one) => one.destination === destination.name);
  const name = destination.label[locale];
  const events = destination.sends.map((event) => t[event].toLowerCase()).join(', ');
  const counts = known.counts.filter((one) => one.destination === destination.name);
  const sum = (isSent: boolean): number =>
    counts
      .filter(({ state }) => state !== 'queued' && (state === 'sent') === isSent)
      .reduce((total, { count }) => total + count, 0);
  const close = (): void => setDialog(undefined);
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Group gap="xs">
          <Text fw={500}>{name}</Text>
          {account && <ToneBadge tone={account.active ? 'ok' : 'plain'}>{account.active ? t.on : t.off}</ToneBadge>}
          {account && !account.verified && <ToneBadge tone="wait">{t.unverified}</ToneBadge>}
        </Group>
        <Button
          size="xs"
          variant="default"
          flex="none"
          aria-label={account ? t.changeWhat(name) : t.connectWhat(name)}
          onClick={() => setDialog('data')}
        >
          {account ? t.change : t.connect}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t.learns(events)}
      </Text>
      {counts.length > 0 && <Text size="sm">{t.counts(sum(true), sum(false))}</Text>}
      {account?.lastError && <Alert color="vermelho">{account.lastError}</Alert>}
      {account && (
        <Group gap="xs" mt={4}>
          <Button
            size="xs"
            variant="default"
            aria-label={account.active ? t.switchOffWhat(name) : t.switchOnWhat(name)}
            onClick={() => setDialog('switch')}
          >
            {account.active ? t.switchOff : t.switchOn}
          </Button>
          <TestButton destination={destination.name} name={name} />
        </Group>
      )}
      {dialog === 'data' && <DestinationDialog destination={destination} account={account} onClose={close} />}
      {dialog === 'switch' && account && <SwitchDialog name={name} account={account} onClose={close} />}
    </Stack>
  );
}

/** Sends a made-up event in the platform's test mode. */
function TestButton({ destination, name }: { destination: string; name: string }): ReactNode {
  const t = useTexts(texts);
  const test = useApiMutation('POST /panel/api/stores/:storeId/conversion-destinations/:destination/try', {
    onSuccess: ({ isWorking, reason }) =>
      void (isWorking ? notifySuccess(t.working) : notifyError(new Error(reason ?? ''))),
    onError: notifyError,
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={test.isPending}
      aria-label={t.testWhat(name)}
      onClick={() => test.mutate({ params: { destination }, body: {} })}
    >
      {t.test}
    </Button>
  );
}
