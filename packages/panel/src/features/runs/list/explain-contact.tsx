import { Button, Group, Modal, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { describeReason, triggerNames, type Trigger } from '@retoma/flow';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { useApiMutation } from '../../../api/query.ts';
import { useFormats } from '../../../ui/format/formats.ts';
import { Failure } from '../../../ui/feedback/loaded.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { AnchorLink } from '../../../ui/links.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { messageTexts } from '../message-text.ts';
import { RunStateBadge } from '../state-badge.tsx';
import { texts } from './texts.ts';

type Explained = ApiResponse<'POST /panel/api/stores/:storeId/people/explain'>;

/** Explains why a contact got a message or did not: its events, the runs they started, and the outcome of each message. */
export function ExplainPerson({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts(texts);
  const form = useForm({ initialValues: { contact: '' } });
  const explain = useApiMutation('POST /panel/api/stores/:storeId/people/explain');
  const submit = ({ contact }: typeof form.values): void => explain.mutate({ body: { contact: contact.trim() } });
  return (
    <Modal opened size="lg" title={t.explainTitle} onClose={onClose}>
      <Stack>
        <form onSubmit={form.onSubmit(submit)}>
          <Group align="flex-end" gap="sm">
            <TextInput
              flex={1}
              label={t.contact}
              description={t.explainHint}
              autoComplete="off"
              required
              minLength={3}
              {...form.getInputProps('contact')}
            />
            <Button type="submit" loading={explain.isPending}>
              {t.explainDo}
            </Button>
          </Group>
        </form>
        {explain.error && <Failure error={explain.error} />}
        {explain.data && <Answer {...explain.data} />}
      </Stack>
    </Modal>
  );
}

function Answer({ runs, events }: Explained): ReactNode {
  const t = useTexts(texts);
  const { instant, number } = useFormats();
  const { locale } = useLocale();
  if (runs.length === 0 && events.length === 0) return <Text role="status">{t.explainNothing}</Text>;
  return (
    <Stack gap="md">
      <Stack gap={4}>
        <Title order={2}>{t.explainEvents}</Title>
        {events.map(({ event, at, began }) => (
          <Text key={`${event} ${at}`} size="sm">
            <Text span c="dimmed">
              {instant(at)}
            </Text>{' '}
            <b>{triggerNames[event as Trigger]?.[locale] ?? event}</b>:{' '}
            {began === 0 ? t.noRun : t.someRuns(number(began))}
          </Text>
        ))}
      </Stack>
      <Stack gap="sm">
        <Title order={2}>{t.runs}</Title>
        {runs.map((run) => (
          <ExplainedRun key={run.runId} run={run} />
        ))}
      </Stack>
    </Stack>
  );
}

function ExplainedRun({ run }: { run: Explained['runs'][number] }): ReactNode {
  const t = useTexts(texts);
  const m = useTexts(messageTexts);
  const { storeId } = useStore();
  const { instant } = useFormats();
  const { locale } = useLocale();
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <AnchorLink fw={500} to="/$storeId/runs/$runId" params={{ storeId, runId: run.runId }} search={{}}>
          {run.automation}
        </AnchorLink>
        <RunStateBadge state={run.state} />
        <Text size="xs" c="dimmed">
          {instant(run.startedAt)}
        </Text>
      </Group>
      {run.messages.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.noMessage}
        </Text>
      )}
      {run.messages.map(({ message, channel, state, reason, dueAt }) => (
        <Text key={message} size="sm">
          {m.channel[channel]} · {m.state[state]} · {instant(dueAt)}
          {reason && ` · ${describeReason(reason, locale) ?? reason}`}
        </Text>
      ))}
    </Stack>
  );
}
