import { Group, Stack, Text } from '@mantine/core';
import { channelOf, type SendStep } from '@retoma/flow';
import type { ReactNode } from 'react';
import { exampleMessage } from '../../../../preview/example-message.ts';
import { MessagePreview } from '../../../../preview/message-preview.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useExample } from './example/example.ts';
import { ExampleHint, ExampleSelect } from './example/example-select.tsx';
import { leaves } from './sms/count.ts';
import { stepFormTexts } from './texts.ts';
import { useSending, useSmsWay } from './use-sending.ts';

/** A preview of the message with the data of the example. */
export function MessageView({ step }: { step: SendStep }): ReactNode {
  const t = useTexts(stepFormTexts);
  const { source } = useExample();
  const sending = useSending();
  const way = useSmsWay();
  const content =
    step.name === 'send_sms'
      ? { ...step.data, message: leaves(step.data.message ?? '', source, way) }
      : exampleMessage(step, source, sending?.timeZone);
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fw={500}>{t.howItLooks}</Text>
        <ExampleSelect />
      </Group>
      <ExampleHint />
      <MessagePreview channel={channelOf[step.name]} content={content} buttons={sending?.whatsappButtons} />
    </Stack>
  );
}
