import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { useFormats } from '../../../ui/format/formats.ts';
import { Icon } from '../../../ui/icons.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { providerLabel, type Payments } from './payments-data.ts';
import { texts } from './texts.ts';

type PendingChangeProps = { pending: NonNullable<Payments['pending']>; providers: Payments['providers'] };

/** AUT10: a pending change of the account that receives the money. Any owner can cancel it; only another owner can confirm it. */
export function PendingChange({ pending, providers }: PendingChangeProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { instant } = useFormats();
  const { storeId } = useStore();
  const { changeId, provider, requestedBy, isOwn, dueAt } = pending;
  const confirm = useApiMutation('POST /panel/api/stores/:storeId/payment-changes/:changeId/confirm', {
    done: t.pendingConfirmed,
    onError: notifyError,
  });
  const cancel = useApiMutation('POST /panel/api/stores/:storeId/payment-changes/:changeId/cancel', {
    done: t.pendingCancelled,
    onError: notifyError,
  });
  const ask = { params: { storeId, changeId }, body: {} };
  return (
    <Alert color="ambar" icon={<Icon name="clock" />} title={t.pendingTitle}>
      <Stack gap="sm" align="flex-start">
        <Text>{t.pendingText(requestedBy, providerLabel(providers, provider, locale), instant(dueAt))}</Text>
        {isOwn && <Text size="sm">{t.pendingOwn}</Text>}
        <Group gap="xs">
          <Button size="xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(ask)}>
            {t.pendingCancel}
          </Button>
          {!isOwn && (
            <Button size="xs" loading={confirm.isPending} onClick={() => confirm.mutate(ask)}>
              {t.pendingConfirm}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}
