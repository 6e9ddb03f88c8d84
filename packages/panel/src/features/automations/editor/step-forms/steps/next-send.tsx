import { Text } from '@mantine/core';
import { limits, type DelayStep } from '@retoma/flow';
import { useState, type ReactNode } from 'react';
import { waitedOf } from '../../../../../diagram/metrics/wait-times.ts';
import { useFormats } from '../../../../../ui/format/formats.ts';
import { useTexts } from '../../../../../ui/texts.ts';
import { useEditing } from '../../canvas/editing.tsx';
import { useFlowDocument } from '../../state/flow-document.ts';
import { useSending } from '../use-sending.ts';
import { stepTexts } from './texts.ts';
import { dayOf, previewWait } from './wait-preview.ts';

/** When someone who enters now would pass a wait, and when a message behind it would leave. */
export function NextSend({ step: { id, minutes } }: { step: DelayStep }): ReactNode {
  const t = useTexts(stepTexts);
  const timeZone = useSending()?.timeZone;
  const [now] = useState(Date.now);
  const { instant, time } = useFormats(timeZone);
  const { flow } = useFlowDocument();
  const { outline } = useEditing();
  const { min, max } = limits.delayMinutes;
  if (timeZone === undefined || minutes < min || minutes > max) return null;
  const sinceTrigger = waitedOf(outline).get(id ?? '');
  const quietHours = flow.settings?.quietHours;
  const { ends, sends } = previewWait({ minutes: sinceTrigger ?? minutes, quietHours, now, timeZone });
  const when = (at: number): string => {
    const day = dayOf(at, now, timeZone);
    return day ? t[day](time(at)) : instant(at);
  };
  return (
    <Text size="sm" c="dimmed">
      {sinceTrigger === undefined ? t.passesHere(when(ends)) : t.passes(when(ends))}
      {sends > ends && ` ${t.quietUntil(when(sends))}`}
    </Text>
  );
}
