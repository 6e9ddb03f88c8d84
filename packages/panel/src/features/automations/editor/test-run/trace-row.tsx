import { Box, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { MessagePreview } from '../../../../preview/message-preview.tsx';
import { useFormats } from '../../../../ui/format/formats.ts';
import { useTexts } from '../../../../ui/texts.ts';
import { useSending } from '../step-forms/use-sending.ts';
import { sinceEventText } from './duration-text.ts';
import type { TraceRowData } from './run-trace.ts';
import { texts } from './texts.ts';

type TraceRowProps = {
  row: TraceRowData;
  start: string;
  timeZone: string;
  isCurrent: boolean;
  onShow: (stepId: string) => void;
};

/** One row of a test: the step, its outcome, why other branches were not taken, and a preview of the message. */
export function TraceRow({ row, start, timeZone, isCurrent, onShow }: TraceRowProps): ReactNode {
  const t = useTexts(texts);
  const { instant } = useFormats(timeZone);
  const [isOpen, { toggle }] = useDisclosure();
  const buttons = useSending()?.whatsappButtons;
  const { at, stepId, name, outcome, isFailed, untaken, message } = row;
  const when = new Date(Date.parse(start) + at * 60_000).toISOString();
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <UnstyledButton
          aria-label={t.show(name)}
          aria-current={isCurrent ? 'step' : undefined}
          onClick={() => onShow(stepId)}
        >
          <Text fw={isCurrent ? 600 : 500}>{name}</Text>
        </UnstyledButton>
        <Text size="xs" c="dimmed" title={instant(when)} style={{ whiteSpace: 'nowrap' }}>
          {at === 0 ? t.now : sinceEventText(at)}
        </Text>
      </Group>
      <Text size="sm" {...(isFailed && { c: 'var(--mantine-color-error)' })}>
        {outcome}
      </Text>
      {untaken.map(({ label, why }) => (
        <Text key={label} size="sm" c="dimmed">
          {t.rejectedPayment(label)}: {why}
        </Text>
      ))}
      {message && (
        <Box>
          <Button size="compact-sm" variant="subtle" ml={-8} aria-expanded={isOpen} onClick={toggle}>
            {isOpen ? t.hideMessage : t.message}
          </Button>
          {isOpen && (
            <Box mt="xs">
              <MessagePreview channel={message.channel} content={{ ...message.content }} at={when} buttons={buttons} />
            </Box>
          )}
        </Box>
      )}
    </Stack>
  );
}
