import { Alert, Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useFormats } from '../../../ui/format/formats.ts';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';
import type { Webhook } from './webhooks-data.ts';

type WebhookAlertProps = { webhook: Webhook; onReplay: () => void };

/** WHK6: why a webhook is disabled or fails, what it missed, and what can be done about it. Enabled again, it is offered what it missed. */
export function WebhookAlert({ webhook, onReplay }: WebhookAlertProps): ReactNode {
  const t = useTexts(texts);
  const { instant, number } = useFormats();
  const { webhookId, enabled, reason, stateAt, failingSince, lastError, missed } = webhook;
  const enable = useApiMutation('POST /panel/api/stores/:storeId/webhooks/:webhookId', {
    done: t.enabled,
    onSuccess: () => missed > 0 && onReplay(),
    onError: notifyError,
  });
  const lost = missed > 0 ? t.missed(missed, missed >= 1_000 ? `${number(1_000)}+` : number(missed)) : null;
  if (!enabled) {
    const why = reason === 'failing' ? t.offFailing : reason === 'gone' ? t.offGone : t.offByMember;
    return (
      <Alert color={reason === 'owner' ? 'gray' : 'vermelho'} mt={4}>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{[why(instant(stateAt)), lost].filter((text) => text !== null).join(' ')}</Text>
          <Button
            size="xs"
            variant="default"
            loading={enable.isPending}
            onClick={() => enable.mutate({ params: { webhookId }, body: { enabled: true } })}
          >
            {t.enable}
          </Button>
        </Stack>
      </Alert>
    );
  }
  if (failingSince === null && lost === null) return null;
  const failing = failingSince === null ? null : t.failingSince(instant(failingSince), lastError);
  return (
    <Alert color="ambar" mt={4}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{[failing, lost].filter((text) => text !== null).join(' ')}</Text>
        {lost !== null && (
          <Button size="xs" variant="default" onClick={onReplay}>
            {t.replayMissed}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
