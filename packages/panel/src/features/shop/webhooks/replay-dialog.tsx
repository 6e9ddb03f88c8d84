import { NativeSelect, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../../ui/feedback/notify.ts';
import { useFormats } from '../../../ui/format/formats.ts';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';
import type { Webhook } from './webhooks-data.ts';

const days = ['1', '3', '7', '30'] as const;

/** WHK9: sends again what a webhook missed, since a number of days. */
export function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }): ReactNode {
  const t = useTexts(texts);
  const { number } = useFormats();
  const [since, setSince] = useState<string>('30');
  const replay = useApiMutation('POST /panel/api/stores/:storeId/webhooks/:webhookId/replay', {
    onSuccess: ({ count }) => notifySuccess(t.replayed(count, number(count))),
    onError: notifyError,
    onSettled: onClose,
  });
  const send = (): void => {
    const from = new Date(Date.now() - Number(since) * 24 * 60 * 60_000).toISOString();
    replay.mutate({ params: { webhookId: webhook.webhookId }, body: { since: from } });
  };
  return (
    <ConfirmDialog
      opened
      title={t.replayTitle}
      action={t.replayMissed}
      isHarmless
      isBusy={replay.isPending}
      onClose={onClose}
      onConfirm={send}
    >
      <Stack>
        <Text>{t.replayText}</Text>
        <NativeSelect
          label={t.since}
          data={days.map((value) => ({ value, label: t.lastDays(value) }))}
          value={since}
          onChange={({ currentTarget: { value } }) => setSince(value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
