import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useFormats } from '../../../ui/format/formats.ts';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';
import { texts } from './texts.ts';
import { WebhookAlert } from './webhook-alert.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookMenu } from './webhook-menu.tsx';
import { shortUrl, type Webhook, type WebhookEvent } from './webhooks-data.ts';

type WebhookRowProps = {
  webhook: Webhook;
  events: readonly WebhookEvent[];
  onSecret: (secret: string) => void;
};

/** What is open above the row: a dialog, or the message of a test that was just sent. */
type Above = { dialog: 'change' | 'test' | 'replay' } | { messageId: string };

/** A webhook: its address, its events, how its deliveries go, and what can be done with it. */
export function WebhookRow({ webhook, events, onSecret }: WebhookRowProps): ReactNode {
  const t = useTexts(texts);
  const [above, setAbove] = useState<Above>();
  const close = (): void => setAbove(undefined);
  const { webhookId, url, description, enabled, failingSince } = webhook;
  const dialog = above && 'dialog' in above ? above.dialog : undefined;
  const facts = useFacts(webhook);
  const state = !enabled ? 'off' : failingSince !== null ? 'failing' : 'on';
  const name = shortUrl(url);
  return (
    <Stack gap={4} component="article" aria-label={name}>
      <Group justify="space-between" wrap="nowrap">
        <Group gap="xs" miw={0}>
          <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <ToneBadge tone={({ on: 'ok', failing: 'wait', off: 'plain' } as const)[state]}>{t[state]}</ToneBadge>
        </Group>
        <WebhookMenu
          webhook={webhook}
          name={name}
          onSecret={onSecret}
          onChange={() => setAbove({ dialog: 'change' })}
          onReplay={() => setAbove({ dialog: 'replay' })}
        />
      </Group>
      {description !== null && <Text size="sm">{description}</Text>}
      <Text size="sm" c="dimmed">
        {facts.join(' · ')}
      </Text>
      <WebhookAlert webhook={webhook} onReplay={() => setAbove({ dialog: 'replay' })} />
      {enabled && (
        <Group mt="xs">
          <Button
            size="xs"
            variant="default"
            aria-label={t.testWhat(name)}
            onClick={() => setAbove({ dialog: 'test' })}
          >
            {t.test}
          </Button>
        </Group>
      )}
      {dialog === 'change' && <WebhookDialog webhook={webhook} events={events} onClose={close} onSecret={onSecret} />}
      {dialog === 'replay' && <ReplayDialog webhook={webhook} onClose={close} />}
      {dialog === 'test' && (
        <TestDialog
          webhookId={webhookId}
          events={events}
          onClose={close}
          onSent={(messageId) => setAbove({ messageId })}
        />
      )}
      {above && 'messageId' in above && <MessageDialog webhook={webhook} messageId={above.messageId} onClose={close} />}
    </Stack>
  );
}

/** The events that a webhook gets, and its state. */
function useFacts({ types, thin, lastSuccessAt, pending, previousSecretEndsAt }: Webhook): string[] {
  const t = useTexts(texts);
  const { ago, instant, number } = useFormats();
  return [
    types === null ? t.allEvents : t.countOfEvents(types.length),
    ...(thin ? [t.isThin] : []),
    lastSuccessAt === null ? t.nothingDelivered : t.lastDelivered(ago(lastSuccessAt)),
    ...(pending > 0 ? [t.waiting(pending, pending >= 1_000 ? `${number(1_000)}+` : number(pending))] : []),
    ...(previousSecretEndsAt === null ? [] : [t.previousSecret(instant(previousSecretEndsAt))]),
  ];
}
