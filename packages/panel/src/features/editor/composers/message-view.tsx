import { Group, Select, Stack, Text } from '@mantine/core';
import { channelOf, exampleKinds, type ExampleKind, type SendStep } from '@retoma/flow';
import { useState, type ReactNode } from 'react';
import { exampleMessage } from '../../../preview/example-message.ts';
import { MessagePreview } from '../../../preview/message-preview.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { leaves } from './sms/count.ts';
import { composerTexts } from './texts.ts';
import { useSmsWay } from './use-sending.ts';

/** A message as it is written, as a customer of the example would see it. */
export function MessageView({ step }: { step: SendStep }): ReactNode {
  const t = useTexts(composerTexts);
  const [kind, setKind] = useState<ExampleKind>('complete');
  const way = useSmsWay();
  const content =
    step.name === 'send_sms'
      ? { ...step.data, message: leaves(step.data.message ?? '', kind, way) }
      : exampleMessage(step, kind);
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fw={500}>{t.howItLooks}</Text>
        <ExampleSelect kind={kind} onChange={setKind} />
      </Group>
      {kind !== 'complete' && (
        <Text size="xs" c="dimmed">
          {kind === 'sparse' ? t.sparseHint : t.longHint}
        </Text>
      )}
      <MessagePreview channel={channelOf[step.name]} content={content} />
    </Stack>
  );
}

/** Whose data a preview shows. */
export function ExampleSelect({
  kind,
  onChange,
}: {
  kind: ExampleKind;
  onChange: (kind: ExampleKind) => void;
}): ReactNode {
  const t = useTexts(composerTexts);
  return (
    <Select
      aria-label={t.example}
      size="xs"
      w={150}
      data={exampleKinds.map((value) => ({ value, label: t[value] }))}
      value={kind}
      allowDeselect={false}
      onChange={(chosen) => onChange(exampleKinds.find((one) => one === chosen) ?? 'complete')}
    />
  );
}
