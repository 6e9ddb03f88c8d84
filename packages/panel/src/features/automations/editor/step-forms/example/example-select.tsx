import { Loader, Select, Text } from '@mantine/core';
import { exampleKinds } from '@retoma/flow';
import type { ReactNode } from 'react';
import { useTexts } from '../../../../../ui/texts.ts';
import { useFlowDocument } from '../../state/flow-document.ts';
import { useExample } from './example.ts';
import { useEventLabel, useRecentEvents } from './recent-events.ts';
import { exampleTexts } from './texts.ts';

/** Selects the data of the previews: examples, or recent events. */
export function ExampleSelect(): ReactNode {
  const t = useTexts(exampleTexts);
  const { trigger_event: trigger } = useFlowDocument().flow;
  const { picked, choose, key } = useExample();
  const own = typeof picked === 'object' ? picked : undefined;
  const { events, isKnown, isOffered, ask, read, isReading } = useRecentEvents(trigger, own);
  const label = useEventLabel();
  const nothing = { value: '', label: isKnown ? t.none : t.coming, disabled: true };
  const recent = events.map((event) => ({ value: event.eventId, label: label(event, trigger) }));
  const pick = async (value: string | null): Promise<void> => {
    const kind = exampleKinds.find((one) => one === value);
    if (kind) return choose(kind);
    const real = value && (await read(value));
    if (real) choose(real);
  };
  return (
    <Select
      aria-label={t.example}
      size="xs"
      w={220}
      maw="100%"
      styles={{ input: { textOverflow: 'ellipsis' } }}
      comboboxProps={{ width: 300, position: 'bottom-end' }}
      data={[
        { group: t.madeUp, items: exampleKinds.map((value) => ({ value, label: t[value] })) },
        ...(isOffered ? [{ group: t.recent, items: recent.length > 0 ? recent : [nothing] }] : []),
      ]}
      value={key}
      allowDeselect={false}
      rightSection={isReading ? <Loader size={14} /> : undefined}
      onDropdownOpen={ask}
      onChange={(value) => void pick(value)}
    />
  );
}

/** A hint about the picked example. */
export function ExampleHint(): ReactNode {
  const t = useTexts(exampleTexts);
  const { picked } = useExample();
  if (picked === 'complete') return null;
  return (
    <Text size="xs" c="dimmed">
      {typeof picked === 'object' ? t.realHint : picked === 'sparse' ? t.sparseHint : t.longHint}
    </Text>
  );
}
