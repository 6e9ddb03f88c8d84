import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '../../../ui/format/formats.ts';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { CopyText } from '../../../ui/settings-frame/copy-text.tsx';
import { texts } from './texts.ts';

/** The polling interval for the first webhook while the step is open, in milliseconds. */
export const webhookPollMs = 4_000;

type Webhook = { url: string; firstAt: string | null; verifyToken?: string | null };

type WebhookStepProps = {
  /** Where to paste the address. */
  instructions: string;
  webhook: Webhook;
  /** Further content, such as a field for a value that the provider shows afterwards. */
  children?: ReactNode;
  onClose: () => void;
};

/** The last step of connecting: the webhook address to paste at the provider, and whether its first webhook arrived. */
export function WebhookStep({ instructions, webhook, children, onClose }: WebhookStepProps): ReactNode {
  const t = useTexts(texts);
  const { url, verifyToken, firstAt } = webhook;
  return (
    <Stack>
      <Text>{t.webhookWhy}</Text>
      <Text>{instructions}</Text>
      <Stack gap="xs">
        <Text fw={500}>{t.webhook}</Text>
        <CopyText text={url} what={t.webhook} />
        <Text size="sm" c="dimmed">
          {t.webhookHelp}
        </Text>
      </Stack>
      {verifyToken && (
        <Stack gap="xs">
          <Text fw={500}>{t.verifyToken}</Text>
          <CopyText text={verifyToken} what={t.verifyToken} />
        </Stack>
      )}
      {children}
      <Group justify="space-between">
        <div role="status">
          <WebhookBadge firstAt={firstAt} />
        </div>
        <Button onClick={onClose}>{t.done}</Button>
      </Group>
    </Stack>
  );
}

/** Whether the first webhook arrived; amber until then. */
export function WebhookBadge({ firstAt }: Pick<Webhook, 'firstAt'>): ReactNode {
  const t = useTexts(texts);
  const formats = useFormats();
  if (firstAt === null) return <ToneBadge tone="wait">{t.webhookAwaited}</ToneBadge>;
  return <ToneBadge tone="ok">{t.webhookCame(formats.instant(firstAt))}</ToneBadge>;
}
