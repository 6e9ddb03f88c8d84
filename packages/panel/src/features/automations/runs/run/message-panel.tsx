import { Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { describeReason } from '@retoma/flow';
import { useState, type ReactNode } from 'react';
import { MessagePreview } from '../../../../preview/message-preview.tsx';
import { useStoreFormats } from '../../../../ui/format/use-store-formats.ts';
import { useLocale } from '../../../../ui/locale.tsx';
import { Surface } from '../../../../ui/surface.tsx';
import { ButtonLink } from '../../../../ui/links.tsx';
import { describeOptOut } from '../../../../ui/resend/opt-out-text.ts';
import { isResendable, ResendButton } from '../../../../ui/resend/resend-button.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
import { MessageBadge } from '../message-badge.tsx';
import { messageTexts, type RunMessage } from '../message-text.ts';
import type { Run } from './row.ts';
import { RetryButton } from './run-actions.tsx';
import styles from './run.module.css';
import { texts } from './texts.ts';
import { timelineLabels } from './labels.ts';

/** A message of a run: its content and its delivery state. */
export function MessagePanel({ run, message }: { run: Run; message: Run['messages'][number] | undefined }): ReactNode {
  const t = useTexts(texts);
  const m = useTexts(messageTexts);
  const { can, storeId } = useStore();
  if (!message)
    return run.messages.length > 0 ? (
      <Surface className={styles['panel'] ?? ''}>
        <Text c="dimmed">{t.pickMessage}</Text>
      </Surface>
    ) : null;
  const { automationId } = run;
  return (
    <Surface className={styles['panel'] ?? ''} component="section" aria-label={t.sentMessage}>
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2}>{m.channel[message.channel]}</Title>
          <MessageBadge state={message.state} />
        </Group>
        <Content message={message} mayRead={can('seeShoppers')} />
        <MessageTrail run={run} message={message} />
        <Group gap="xs">
          {!isUnderWay(message) && (
            <ResendButton
              of={{ runId: run.runId, message: message.message }}
              variant={isResendable(message.state) ? 'default' : 'subtle'}
            />
          )}
          {can('operateRuns') && <RetryButton run={run} message={message} />}
          <ButtonLink
            size="xs"
            variant="subtle"
            to="/$storeId/automations/$automationId"
            params={{ storeId, automationId }}
            search={{}}
          >
            {t.openEditor}
          </ButtonLink>
        </Group>
      </Stack>
    </Surface>
  );
}

const isUnderWay = ({ state }: RunMessage): boolean => state === 'queued' || state === 'sending';

function Content({ message, mayRead }: { message: RunMessage; mayRead: boolean }): ReactNode {
  const t = useTexts(texts);
  if (!message.content && message.state === 'queued') return <Text c="dimmed">{t.notYet}</Text>;
  if (!message.content) return <Text c="dimmed">{mayRead ? t.noContent : t.hiddenMessage}</Text>;
  return (
    <MessagePreview
      channel={message.channel}
      content={message.content}
      {...(message.settledAt && { at: message.settledAt })}
    />
  );
}

function MessageTrail({ run, message }: { run: Run; message: Run['messages'][number] }): ReactNode {
  const t = useTexts(texts);
  const m = useTexts(messageTexts);
  const w = useTexts(timelineLabels);
  const { instant, number } = useStoreFormats();
  const { locale } = useLocale();
  const [isOpen, setOpen] = useState(false);
  const { state, reason, settledAt, dueAt, attempts, resentBy, optOut } = message;
  const went = ['sent', 'delivered', 'read'].includes(state);
  const inbound = run.inbound.filter((one) => one.message === message.message);
  const lines: [string, string][] = [
    [t.due, instant(dueAt)],
    ...(settledAt ? [[went ? m.state.sent : m.state[state], instant(settledAt)] as [string, string]] : []),
    ...(state === 'delivered' || state === 'read' ? [[m.state.delivered, ''] as [string, string]] : []),
    ...(state === 'read' ? [[m.state.read, ''] as [string, string]] : []),
    ...inbound.map(({ kind, at }): [string, string] => [w[kind], instant(at)]),
  ];
  return (
    <Stack gap={6}>
      <Title order={3} size="h2">
        {t.delivery}
      </Title>
      {resentBy !== null && <Text size="sm">{t.resentBy(resentBy)}</Text>}
      {optOut && <Text size="sm">{describeOptOut(optOut, locale, instant)}</Text>}
      {lines.map(([name, at]) => (
        <Group key={name + at} justify="space-between">
          <Text size="sm">{name}</Text>
          <Text size="sm" c="dimmed">
            {at}
          </Text>
        </Group>
      ))}
      {attempts > 1 && <Text size="sm">{t.attempts(number(attempts))}</Text>}
      {reason && !optOut && (
        <>
          <Text size="sm">{describeReason(reason, locale) ?? m.state[state]}</Text>
          <Button
            size="compact-xs"
            variant="subtle"
            w="fit-content"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t.details}
          </Button>
          {isOpen && <Code block>{reason}</Code>}
        </>
      )}
    </Stack>
  );
}
